import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";

import * as wire from "./wire.js";

type PlayerFields = MessageInitShape<typeof wire.PlayerSchema>;
type ObjectFields = MessageInitShape<typeof wire.GameObjectSchema>;
/** The fields of a message that a method does not set itself. */
type Others<Fields, Set extends string> = Omit<
  Exclude<Fields, { $typeName: string }>,
  Set | "$typeName" | "$unknown"
>;

/** Whose an object is, and any further fields of `GameObject`. Its incarnation is 1 unless given. */
export type OwnedBy = { readonly owner: string } & Others<
  ObjectFields,
  "id" | "cardName" | "ownerId" | "zone"
>;

export interface StateStart {
  /** The player whose turn it is. */
  readonly active: string;
  /** Where in the turn. */
  readonly step: wire.Step;
  /** Which turn: 1 unless given. */
  readonly turn?: number;
  /** Who has priority: the active player unless given, "" for nobody. */
  readonly priority?: string;
}

export interface AttackOptions {
  /** The player who is attacked; or */
  readonly player?: string;
  /** the planeswalker or battle that is. */
  readonly permanent?: string;
  /** What blocks. */
  readonly blockers?: readonly string[];
  /** Recorded as blockers were declared: by `blockers` unless given (CR 509.1h). */
  readonly status?: wire.BlockStatus;
}

/**
 * Builds a CombatState.
 *
 * ```ts
 * const state = new StateBuilder({ active: "ana", step: Step.DECLARE_BLOCKERS })
 *   .player("ana")
 *   .player("ben", { life: 18 })
 *   .creature("bear", "Grizzly Bears", { owner: "ana", power: 2, toughness: 2, tapped: true })
 *   .hand("ninja", "Ninja of the Deep Hours", { owner: "ana" })
 *   .land("island", "Island", { owner: "ana", produces: ["U"] })
 *   .attack("bear", { player: "ben" })
 *   .build();
 * ```
 */
export class StateBuilder {
  readonly #state: wire.CombatState;

  constructor({ active, step, turn = 1, priority = active }: StateStart) {
    this.#state = create(wire.CombatStateSchema, {
      turn,
      step,
      activePlayerId: active,
      priorityPlayerId: priority,
    });
  }

  /** Add a player; players come in turn order. Life is 20 unless given. */
  player(id: string, fields: Others<PlayerFields, "id"> = {}): this {
    this.#state.players.push(create(wire.PlayerSchema, { life: 20, ...fields, id }));
    return this;
  }

  /** Add any object. */
  object(id: string, cardName: string, zone: wire.Zone, { owner, ...fields }: OwnedBy): this {
    const object = { incarnation: 1n, ...fields, id, cardName, ownerId: owner, zone };
    this.#state.objects.push(create(wire.GameObjectSchema, object));
    return this;
  }

  /** Add a card in its owner's hand. */
  hand(id: string, cardName: string, fields: OwnedBy): this {
    return this.object(id, cardName, wire.Zone.HAND, fields);
  }

  /** Add a permanent; with types its characteristics are sent, without the pool knows it. */
  permanent(
    id: string,
    cardName: string,
    { types = [], ...fields }: OwnedBy & { readonly types?: readonly string[] },
  ): this {
    const characteristics = types.length > 0 ? { characteristics: { types: [...types] } } : {};
    return this.object(id, cardName, wire.Zone.BATTLEFIELD, { ...fields, ...characteristics });
  }

  /** Add a creature whose characteristics the engine knows; its types besides "Creature". */
  creature(
    id: string,
    cardName: string,
    {
      power,
      toughness,
      types = [],
      keywords = [],
      ...fields
    }: Omit<OwnedBy, "characteristics"> & {
      readonly owner: string;
      readonly power: number;
      readonly toughness: number;
      readonly types?: readonly string[];
      readonly keywords?: readonly string[];
    },
  ): this {
    const characteristics = {
      types: ["Creature", ...types],
      power,
      toughness,
      keywords: [...keywords],
    };
    return this.object(id, cardName, wire.Zone.BATTLEFIELD, { ...fields, characteristics });
  }

  /** Add a land; `produces` has one text for each mana ability, "U" or "U B" for both. */
  land(
    id: string,
    cardName: string,
    { produces, ...fields }: OwnedBy & { readonly produces: readonly string[] },
  ): this {
    const manaAbilities = produces.map((each) => ({ produces: each }));
    return this.permanent(id, cardName, { ...fields, manaAbilities, types: ["Land"] });
  }

  /** Have a creature attack a player or a permanent. */
  attack(attacker: string, { player, permanent, blockers = [], status }: AttackOptions): this {
    this.#state.combat ??= create(wire.CombatSchema);
    this.#state.combat.attackers.push(
      create(wire.AttackerSchema, {
        objectId: attacker,
        ...this.#target(player, permanent),
        blockStatus:
          status ?? (blockers.length > 0 ? wire.BlockStatus.BLOCKED : wire.BlockStatus.UNBLOCKED),
        blockerIds: [...blockers],
        declared: true,
      }),
    );
    return this;
  }

  #target(player?: string, permanent?: string): MessageInitShape<typeof wire.AttackerSchema> {
    if (permanent !== undefined) {
      const found = this.#state.objects.find(({ id }) => id === permanent);
      if (!found) throw new RangeError(`no object has the id "${permanent}": add it first`);
      const { incarnation } = found;
      return { target: { target: { case: "permanentId", value: permanent }, incarnation } };
    }
    if (player !== undefined) return { target: { target: { case: "playerId", value: player } } };
    return {};
  }

  /** The state; the builder can go on and build more. */
  build(): wire.CombatState {
    return clone(wire.CombatStateSchema, this.#state);
  }
}
