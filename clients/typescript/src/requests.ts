import { create, type MessageInitShape } from "@bufbuild/protobuf";

import * as wire from "./wire.js";

/** A state, as a message or as a plain object with its fields. */
export type StateInit = MessageInitShape<typeof wire.CombatStateSchema>;
/** An action as it was listed, or its `sourceId`, `keyword` and `returnedId`. */
export type ActionInit = MessageInitShape<typeof wire.ActionSchema>;
/** One command of a batch, without a state. */
export type CommandInit = MessageInitShape<typeof wire.PlayRequestSchema>["command"];

export interface ListOptions {
  /** Also say why not. */
  readonly explain?: boolean;
  /** The engine pays the mana itself: list what only mana forbids, too. */
  readonly enginePays?: boolean;
}

export interface ActOptions {
  /** The answers to choices, in order. */
  readonly decisions?: readonly MessageInitShape<typeof wire.DecisionSchema>[];
  /** For what the rules leave to chance. */
  readonly seed?: bigint;
  /** Who settles, and whether the state comes back. */
  readonly options?: MessageInitShape<typeof wire.CallOptionsSchema>;
}

export interface TakeOptions extends ActOptions {
  /** Absent: automatic. */
  readonly payment?: MessageInitShape<typeof wire.PaymentSchema>;
}

/** The request of ListActions. */
export function listing(
  state: StateInit | undefined,
  playerId: string,
  options: ListOptions,
): wire.ListActionsRequest {
  return create(wire.ListActionsRequestSchema, {
    ...stated(state),
    playerId,
    explain: options.explain ?? false,
    enginePays: options.enginePays ?? false,
  });
}

/** The request of TakeAction. */
export function taking(
  state: StateInit | undefined,
  playerId: string,
  action: ActionInit,
  options: TakeOptions,
): wire.TakeActionRequest {
  return create(wire.TakeActionRequestSchema, {
    ...stated(state),
    playerId,
    action,
    ...(options.payment && { payment: options.payment }),
    ...acting(options),
  });
}

/** The request of Resolve. */
export function resolving(state: StateInit | undefined, options: ActOptions): wire.ResolveRequest {
  return create(wire.ResolveRequestSchema, { ...stated(state), ...acting(options) });
}

/** The request of AdvanceStep. */
export function advancing(
  state: StateInit | undefined,
  options: ActOptions,
): wire.AdvanceStepRequest {
  return create(wire.AdvanceStepRequestSchema, { ...stated(state), ...acting(options) });
}

function stated(state: StateInit | undefined) {
  return state === undefined ? {} : { state };
}

function acting(options: ActOptions) {
  return {
    decisions: [...(options.decisions ?? [])],
    ...(options.seed !== undefined && { randomSeed: options.seed }),
    ...(options.options && { options: options.options }),
  };
}
