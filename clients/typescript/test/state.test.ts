import assert from "node:assert/strict";
import { test } from "node:test";

import { toJson } from "@bufbuild/protobuf";
import { BlockStatus, StateBuilder, Step, wire } from "@ninjutsu-service/client";

import { combats, stateOf } from "./combats.js";

function started(): StateBuilder {
  return new StateBuilder({ active: "ana", step: Step.DECLARE_BLOCKERS, turn: 5 })
    .player("ana", { librarySize: 40 })
    .player("ben", { librarySize: 40 });
}

test("the builder says what the first combat's file says", () => {
  const state = started()
    .creature("bear", "Grizzly Bears", {
      owner: "ana",
      power: 2,
      toughness: 2,
      types: ["Bear"],
      tapped: true,
    })
    .hand("ninja", "Ninja of the Deep Hours", { owner: "ana" })
    .land("island-1", "Island", { owner: "ana", produces: ["U"] })
    .land("island-2", "Island", { owner: "ana", produces: ["U"] })
    .attack("bear", { player: "ben" })
    .build();
  const combat = combats().find(({ name }) => name === "ninjutsu");
  assert.ok(combat);
  assert.deepEqual(
    toJson(wire.CombatStateSchema, state),
    toJson(wire.CombatStateSchema, stateOf(combat.state)),
  );
});

test("what is attacked, and by what it is blocked, is recorded", () => {
  const state = started()
    .permanent("jace", "Jace Beleren", { owner: "ben", incarnation: 7n, counters: { LOYALTY: 3 } })
    .attack("bear", { permanent: "jace" })
    .attack("ogre", { player: "ben", blockers: ["wall"] })
    .attack("wolf", { player: "ben", status: BlockStatus.BLOCKED })
    .build();
  assert.deepEqual(
    state.combat?.attackers.map((each) => [each.target?.target.value, each.target?.incarnation]),
    [
      ["jace", 7n],
      ["ben", 0n],
      ["ben", 0n],
    ],
  );
  assert.deepEqual(
    state.combat?.attackers.map((each) => each.blockStatus),
    [BlockStatus.UNBLOCKED, BlockStatus.BLOCKED, BlockStatus.BLOCKED],
  );
  assert.deepEqual(state.objects[0]?.counters, { LOYALTY: 3 });
});

test("priority is the active player's unless somebody else is named, or nobody", () => {
  const step = Step.COMBAT_DAMAGE;
  const held = [{}, { priority: "ben" }, { priority: "" }].map(
    (more) => new StateBuilder({ active: "ana", step, ...more }).build().priorityPlayerId,
  );
  assert.deepEqual(held, ["ana", "ben", ""]);
});

test("a permanent that is not there cannot be attacked", () => {
  assert.throws(
    () => started().attack("bear", { permanent: "jace" }),
    /no object has the id "jace"/,
  );
});

test("a state that is built stays as it is", () => {
  const builder = started();
  const before = builder.build();
  builder.player("cai");
  assert.equal(before.players.length, 2);
  assert.equal(builder.build().players.length, 3);
});
