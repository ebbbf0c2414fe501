import { NinjutsuRefused } from "./errors.js";
import type * as wire from "./wire.js";

type OneEvent = Exclude<wire.Event["event"], { case: undefined }>;

/** What every event says besides what happened. */
interface Circumstances {
  /** The rule that it follows, "702.49a". */
  readonly rule: string;
  /** Events with the same number but 0 happen at the same time. */
  readonly batch: number;
  /** The number, from 1, of the event that brought it about; 0 for none. */
  readonly cause: number;
  /** The message itself. */
  readonly event: wire.Event;
}

/**
 * One event. `kind` tells which, and `value` is that event's message:
 *
 * ```ts
 * switch (happened.kind) {
 *   case "zoneChanged":
 *     move(happened.value.objectId, happened.value.toZone);
 *     break;
 * }
 * ```
 *
 * An event of a newer contract is "unknown": an engine that meets one takes the state instead.
 */
export type Happened =
  | {
      [E in OneEvent as E["case"]]: Circumstances & { kind: E["case"]; value: E["value"] };
    }[OneEvent["case"]]
  | (Circumstances & { kind: "unknown"; value: undefined });

/** What a player may do, and what not. */
export interface Listing {
  /** In the order of the state's objects. */
  readonly actions: readonly wire.Action[];
  /** With `explain` only. */
  readonly refusals: readonly NinjutsuRefused[];
}

/** What happened, or the choice that is needed before anything can. */
export interface Outcome {
  readonly events: readonly Happened[];
  /** After the events; undefined where it was not asked for, or a choice is open. */
  readonly state: wire.CombatState | undefined;
  /** What a player must decide: make the same call again with one more decision. */
  readonly choice: wire.Choice | undefined;
  /** With `engineSettles`, what triggered. */
  readonly triggers: readonly wire.StackObject[];
  /** The seed decided something. */
  readonly random: boolean;
}

/** One event of an outcome. */
export function happenedOf(event: wire.Event): Happened {
  const { rule, batch, cause } = event;
  const { case: kind = "unknown", value } = event.event;
  return { kind, value, rule, batch, cause, event } as Happened;
}

/** The answer of ListActions. */
export function listingOf(answer: wire.ListActionsResponse): Listing {
  return { actions: answer.actions, refusals: answer.refusals.map(NinjutsuRefused.fromWire) };
}

/** The outcome of a call. */
export function outcomeOf(outcome: wire.Outcome | undefined): Outcome {
  return {
    events: (outcome?.events ?? []).map(happenedOf),
    state: outcome?.state,
    choice: outcome?.choice,
    triggers: outcome?.triggers ?? [],
    random: outcome?.random ?? false,
  };
}

/** What one command of a stream or a batch came to. */
export function answerOf(response: wire.PlayResponse): Listing | Outcome | NinjutsuRefused {
  switch (response.response.case) {
    case "actions":
      return listingOf(response.response.value);
    case "refusal":
      return NinjutsuRefused.fromWire(response.response.value);
    default:
      return outcomeOf(response.response.value);
  }
}
