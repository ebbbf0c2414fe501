/** Plays the combats of clients/conformance against the server that CONFORMANCE_ADDRESS names. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { create, type DescMessage, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import {
  type Client,
  connect,
  type Game,
  InvalidRequest,
  type Listing,
  NinjutsuRefused,
  type Outcome,
  wire,
  type WrongField,
} from "@ninjutsu-service/client";

import { type Combat, combats, type Expected, stateOf, type Step } from "./combats.js";

type Answer =
  | Listing
  | Outcome
  | NinjutsuRefused
  | InvalidRequest
  | readonly WrongField[]
  | readonly (Listing | Outcome | NinjutsuRefused)[];

const address = process.env["CONFORMANCE_ADDRESS"];
const socket = process.env["CONFORMANCE_SOCKET"];
const skip = address ? false : "CONFORMANCE_ADDRESS names no server: make test-clients starts one";

test("there are combats", () => {
  assert.ok(combats().length >= 12);
});

for (const combat of combats()) {
  test(`${combat.name}, call by call`, { skip }, async () => {
    using client = connect(address ?? "", { language: combat.language });
    assert.deepEqual(
      await playedBy(client, combat),
      normal(wire.CombatStateSchema, combat.finalState),
    );
  });
  if (combat.stream) {
    test(`${combat.name}, over one stream`, { skip }, async () => {
      using client = connect(address ?? "", { language: combat.language });
      using game = client.play(stateOf(combat.state));
      for (const step of combat.steps) {
        if (step.state !== undefined) game.replaceState(stateOf(step.state));
        check(await caught(commanded(game, step)), step);
      }
    });
  }
}

test(
  "a combat over a unix socket",
  { skip: socket ? false : "CONFORMANCE_SOCKET is not set" },
  async () => {
    using client = connect(`unix:${socket}`);
    const combat = combats().find(({ name }) => name === "ninjutsu");
    assert.ok(combat);
    assert.deepEqual(
      await playedBy(client, combat),
      normal(wire.CombatStateSchema, combat.finalState),
    );
  },
);

/** Makes every call of a combat, and gives the state that it ends with. */
async function playedBy(client: Client, combat: Combat): Promise<JsonValue> {
  let state = stateOf(combat.state);
  for (const step of combat.steps) {
    if (step.state !== undefined) state = stateOf(step.state);
    const answer = await caught(asked(client, state, step));
    check(answer, step);
    if ("state" in answer && answer.state) state = answer.state;
  }
  return toJson(wire.CombatStateSchema, state);
}

/** What a promise gives, or the error that it rejects with where a combat may expect that. */
async function caught(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NinjutsuRefused || error instanceof InvalidRequest) return error;
    throw error;
  }
}

/** A step's call, by the client's own method. */
function asked(client: Client, state: wire.CombatState, step: Step): Promise<Answer> {
  const json = step.request ?? {};
  switch (step.call) {
    case "ListActions": {
      const request = fromJson(wire.ListActionsRequestSchema, json);
      return client.listActions(state, request.playerId, request);
    }
    case "TakeAction": {
      const request = fromJson(wire.TakeActionRequestSchema, json);
      const { playerId, action, payment } = request;
      assert.ok(action);
      return client.takeAction(state, playerId, action, {
        ...acting(request),
        ...(payment && { payment }),
      });
    }
    case "Resolve":
      return client.resolve(state, acting(fromJson(wire.ResolveRequestSchema, json)));
    case "AdvanceStep":
      return client.advanceStep(state, acting(fromJson(wire.AdvanceStepRequestSchema, json)));
    case "CheckState":
      return client.checkState(state);
    case "Batch": {
      const { commands } = fromJson(wire.BatchRequestSchema, json);
      return client.batch(
        state,
        commands.map(({ command }) => command),
      );
    }
  }
}

/** A step as a command of a stream. */
function commanded(game: Game, step: Step): Promise<Answer> {
  const json = step.request ?? {};
  switch (step.call) {
    case "ListActions": {
      const request = fromJson(wire.ListActionsRequestSchema, json);
      return game.listActions(request.playerId, request);
    }
    case "TakeAction": {
      const request = fromJson(wire.TakeActionRequestSchema, json);
      const { playerId, action, payment } = request;
      assert.ok(action);
      return game.takeAction(playerId, action, { ...acting(request), ...(payment && { payment }) });
    }
    case "Resolve":
      return game.resolve(acting(fromJson(wire.ResolveRequestSchema, json)));
    case "AdvanceStep":
      return game.advanceStep(acting(fromJson(wire.AdvanceStepRequestSchema, json)));
    default:
      throw new Error(`${step.call} is no command of a stream`);
  }
}

function acting(request: wire.TakeActionRequest | wire.ResolveRequest | wire.AdvanceStepRequest) {
  return {
    decisions: request.decisions,
    ...(request.randomSeed !== undefined && { seed: request.randomSeed }),
    ...(request.options && { options: request.options }),
  };
}

function check(answer: Answer, step: Step): void {
  assert.deepEqual(told(answer, step.call), normalised(step.expect), step.say);
}

/** An answer as `expect` says it. */
function told(answer: Answer, call: Step["call"] = "Resolve"): Expected {
  if (answer instanceof NinjutsuRefused) return { refused: refusal(answer) };
  if (answer instanceof InvalidRequest) return { invalid: [...answer.fields] };
  if ("actions" in answer) {
    return {
      actions: answer.actions.map((action) => toJson(wire.ActionSchema, action)),
      ...(answer.refusals.length > 0 && { refusals: answer.refusals.map(refusal) }),
    };
  }
  if ("events" in answer) {
    const outcome = create(wire.OutcomeSchema, {
      events: answer.events.map(({ event }) => event),
      triggers: [...answer.triggers],
      random: answer.random,
      ...(answer.choice && { choice: answer.choice }),
    });
    return { outcome: toJson(wire.OutcomeSchema, outcome) };
  }
  if (call === "CheckState") return { faults: [...(answer as readonly WrongField[])] };
  return {
    responses: (answer as readonly (Listing | Outcome | NinjutsuRefused)[]).map((each) =>
      told(each),
    ),
  };
}

function refusal(refused: NinjutsuRefused): Record<string, string> {
  const { reason, rule, sourceId, keyword, returnedId, forPlayer: message } = refused;
  const said = { reason, rule, sourceId, keyword, returnedId, message };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ""));
}

/** What is expected, its messages as this client would write them. */
function normalised(expected: Expected): Expected {
  return {
    ...expected,
    ...(expected.actions && {
      actions: expected.actions.map((action) => normal(wire.ActionSchema, action)),
    }),
    ...(expected.outcome !== undefined && {
      outcome: normal(wire.OutcomeSchema, expected.outcome),
    }),
    ...(expected.responses && { responses: expected.responses.map(normalised) }),
  };
}

function normal(schema: DescMessage, json: JsonValue): JsonValue {
  return toJson(schema, fromJson(schema, json));
}
