/**
 * A client of the Ninjutsu service.
 *
 * ```ts
 * const service = connect("127.0.0.1:50051");
 * const { actions } = await service.listActions(state, "ana");
 * const outcome = await service.takeAction(state, "ana", actions[0]);
 * service.close();
 * ```
 *
 * @module
 */
export type { Happened, Listing, Outcome } from "./answers.js";
export { Client, connect, type ConnectOptions } from "./client.js";
export {
  CallFailed,
  type Concerned,
  DeadlineExceeded,
  InvalidRequest,
  NinjutsuError,
  NinjutsuRefused,
  type Reason,
  Unavailable,
  type WrongField,
} from "./errors.js";
export { Game } from "./game.js";
export { DEADLINE_MS, SERVICE_CONFIG } from "./policy.js";
export type {
  ActionInit,
  ActOptions,
  CommandInit,
  ListOptions,
  StateInit,
  TakeOptions,
} from "./requests.js";
export { type AttackOptions, type OwnedBy, StateBuilder, type StateStart } from "./state.js";
export * as wire from "./wire.js";
export {
  type Action,
  BlockStatus,
  type Choice,
  ChoiceKind,
  type CombatState,
  type Decision,
  RefusalReason,
  Step,
  Zone,
} from "./wire.js";
