/**
 * A Ninja takes an unblocked bear's place, told event by event.
 *
 *     npm run example -- 127.0.0.1:50051
 *
 * The address may be a unix socket: unix:/run/ninjutsu.sock
 */
import {
  connect,
  type Happened,
  NinjutsuRefused,
  StateBuilder,
  Step,
  Zone,
} from "@ninjutsu-service/client";

/** What an engine would do with an event; here it is told. */
function tell(happened: Happened): string {
  switch (happened.kind) {
    case "zoneChanged": {
      const { objectId, fromZone, toZone } = happened.value;
      return `${objectId} goes from ${Zone[fromZone]} to ${Zone[toZone]}`;
    }
    case "attackJoined":
      return `${happened.value.objectId} attacks ${happened.value.target?.target.value}`;
    case "lifeChanged":
      return `${happened.value.playerId}'s life changes by ${happened.value.change}`;
    default:
      return happened.kind;
  }
}

using service = connect(process.argv[2] ?? "127.0.0.1:50051");

const state = new StateBuilder({ active: "ana", step: Step.DECLARE_BLOCKERS, turn: 5 })
  .player("ana")
  .player("ben")
  .creature("bear", "Grizzly Bears", { owner: "ana", power: 2, toughness: 2, tapped: true })
  .creature("ogre", "Gray Ogre", { owner: "ana", power: 2, toughness: 2, tapped: true })
  .creature("wall", "Wall of Wood", { owner: "ben", power: 0, toughness: 3 })
  .hand("ninja", "Ninja of the Deep Hours", { owner: "ana" })
  .land("island-1", "Island", { owner: "ana", produces: ["U"] })
  .land("island-2", "Island", { owner: "ana", produces: ["U"] })
  .attack("bear", { player: "ben" })
  .attack("ogre", { player: "ben", blockers: ["wall"] })
  .build();

try {
  await service.takeAction(state, "ana", {
    sourceId: "ninja",
    keyword: "Ninjutsu",
    returnedId: "ogre",
  });
} catch (error) {
  if (!(error instanceof NinjutsuRefused)) throw error;
  console.log(`${error.reason}, ${error.rule}: ${error.forPlayer}`);
}

const { actions } = await service.listActions(state, "ana");
for (const action of actions) {
  console.log(
    `${action.sourceId}: ${action.keyword} ${action.manaCost}, returning ${action.returnedId}`,
  );
}

using game = service.play(state);
const [action] = actions;
if (!action) throw new Error("nothing can be done");
const outcomes = [
  await game.takeAction("ana", action),
  await game.resolve(),
  await game.advanceStep(),
];
for (const happened of outcomes.flatMap(({ events }) => events)) {
  console.log(`${happened.rule.padStart(8)}  ${tell(happened)}`);
}
