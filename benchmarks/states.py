"""Combats as engines send them, of any size, and never the same one twice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice

from ninjutsu.v1 import state_pb2 as pb

NINJAS = (
    "Ninja of the Deep Hours",
    "Ingenious Infiltrator",
    "Throat Slitter",
    "Fallen Shinobi",
    "Moon-Circuit Hacker",
    "Okiba-Gang Shinobi",
    "Skullsnatcher",
    "Mistblade Shinobi",
)
"""Cards of the bundled pool that a player holds."""

_OTHERS = ("Brainstorm", "Counterspell", "Island", "Swamp", "Ponder", "Fatal Push")
_CREATURES = (
    ("Ornithopter", ("Artifact", "Creature", "Thopter"), "0", 0, 2, ("Flying",)),
    ("Changeling Outcast", ("Creature", "Shapeshifter"), "B", 1, 1, ("Changeling", "Unblockable")),
    ("Faerie Seer", ("Creature", "Faerie", "Wizard"), "U", 1, 1, ("Flying",)),
    ("Baleful Strix", ("Artifact", "Creature", "Bird"), "U B", 1, 1, ("Flying", "Deathtouch")),
    ("Grizzly Bears", ("Creature", "Bear"), "1 G", 2, 2, ()),
)
_LANDS = (("Island", "U"), ("Swamp", "B"), ("Watery Grave", "U", "B"), ("Forest", "G"))
_AWKWARD: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Watery Grave", (("U", ""), ("B", ""))),
    ("Mana Confluence", tuple((color, "T PayLife<1>") for color in "WUBRG")),
    ("Dimir Aqueduct", (("U B", ""),)),
    ("Dimir Signet", (("U B", "1 T"),)),
    ("Volcanic Island", (("U", ""), ("R", ""))),
    ("Bayou", (("B", ""), ("G", ""))),
)
"""Sources whose mana can be used in many ways: each mana ability's mana, and what it costs."""


@dataclass(frozen=True, slots=True)
class Combat:
    """What a state holds; the rest of its objects are cards that do not matter here.

    Attributes:
        objects: all of them.
        players: the first one is active and has priority.
        attackers: creatures that attack the other players; the last third is blocked.
        ninjas: cards with ninjutsu in the active player's hand.
        lands: what the active player can tap for mana.
        awkward: it can be tapped for mana in many ways.
        lord: the first attacker is a Silver-Fur Master, whose abilities change the others.
        stack: spells of others on the stack.
    """

    objects: int
    players: int = 2
    attackers: int = 3
    ninjas: int = 2
    lands: int = 5
    awkward: bool = False
    lord: bool = True
    stack: int = 0

    def state(self) -> pb.CombatState:
        """The state, after blockers were declared."""
        state = pb.CombatState(turn=7, step=pb.STEP_DECLARE_BLOCKERS)
        names = [f"player-{number}" for number in range(1, self.players + 1)]
        for name in names:
            state.players.add(id=name, life=20, library_size=max(99, self.objects))
        state.active_player_id = state.priority_player_id = names[0]
        state.combat.SetInParent()
        _Filler(state, names).fill(self)
        for number in range(self.stack):
            state.stack.add(
                id=f"spell-{number}", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id=names[-1]
            )
        assert len(state.objects) == self.objects, "more was asked for than the state holds"
        return state


SMALL = Combat(20)
"""Two players, and what an engine sends that sends no more than matters."""

LARGE = Combat(200, players=4, attackers=6, ninjas=3, lands=8)
"""Four players in the middle of a game: some fifteen permanents each, full graveyards, the tops
of the libraries."""


class _Filler:
    def __init__(self, state: pb.CombatState, players: list[str]) -> None:
        self.state = state
        self.players = players

    def fill(self, combat: Combat) -> None:
        me, others = self.players[0], cycle(self.players[1:])
        unblocked = combat.attackers - combat.attackers // 3
        for number in range(combat.attackers):
            self._attacker(number, next(others), number >= unblocked, combat)
        for name in islice(cycle(NINJAS), combat.ninjas):
            self._card(me, pb.ZONE_HAND, name)
        for number in range(combat.lands):
            if combat.awkward:
                self._awkward(me, number)
            else:
                self._land(me, number)
        for number in range(combat.objects - len(self.state.objects)):
            self._further(self.players[number % len(self.players)], number // len(self.players))

    def _further(self, owner: str, number: int) -> None:
        """One of a player's other cards; the active player's are not on the battlefield."""
        mine = owner == self.players[0]
        match number % 8:
            case 0 | 4 if not mine:
                self._land(owner, number // 4)
            case 1 if not mine:
                self._creature(owner, number // 8)
            case 0 | 2:
                self._card(owner, pb.ZONE_HAND, _OTHERS[number % len(_OTHERS)])
            case 1 | 3 | 5:
                self._card(owner, pb.ZONE_LIBRARY, _OTHERS[number % len(_OTHERS)])
            case _:
                self._card(owner, pb.ZONE_GRAVEYARD, _OTHERS[number % len(_OTHERS)])

    def _card(self, owner: str, zone: pb.Zone.ValueType, name: str) -> pb.GameObject:
        number = len(self.state.objects)
        return self.state.objects.add(
            id=f"card-{number}",
            incarnation=number % 5 + 1,
            card_name=name,
            owner_id=owner,
            zone=zone,
        )

    def _creature(self, owner: str, number: int) -> pb.GameObject:
        name, types, cost, power, toughness, keywords = _CREATURES[number % len(_CREATURES)]
        item = self._card(owner, pb.ZONE_BATTLEFIELD, name)
        item.turn_entered = number % 6 + 1
        if number % 4 == 3:
            item.counters["P1P1"] = 1
        item.characteristics.CopyFrom(
            pb.Characteristics(
                mana_cost=cost, types=types, power=power, toughness=toughness, keywords=keywords
            )
        )
        return item

    def _land(self, owner: str, number: int) -> pb.GameObject:
        name, *produces = _LANDS[number % len(_LANDS)]
        item = self._card(owner, pb.ZONE_BATTLEFIELD, name)
        item.turn_entered = number % 6 + 1
        item.characteristics.mana_cost = "no cost"
        item.characteristics.types.extend(
            ("Basic", "Land", name) if len(produces) == 1 else ("Land",)
        )
        for mana in produces:
            item.mana_abilities.add(produces=mana)
        return item

    def _awkward(self, owner: str, number: int) -> None:
        name, abilities = _AWKWARD[number % len(_AWKWARD)]
        item = self._card(owner, pb.ZONE_BATTLEFIELD, name)
        item.characteristics.types.append("Artifact" if name.endswith("Signet") else "Land")
        for mana, cost in abilities:
            item.mana_abilities.add(produces=mana, cost=cost)

    def _attacker(self, number: int, target: str, blocked: bool, combat: Combat) -> None:
        me = self.players[0]
        if number == 0 and combat.lord:
            item = self._card(me, pb.ZONE_BATTLEFIELD, "Silver-Fur Master")
        elif number % 4 == 1:
            item = self._card(me, pb.ZONE_BATTLEFIELD, NINJAS[number % len(NINJAS)])
        else:
            item = self._creature(me, number)
        item.tapped = True
        record = self.state.combat.attackers.add(object_id=item.id, declared=True)
        record.target.player_id = target
        record.block_status = pb.BLOCK_STATUS_BLOCKED if blocked else pb.BLOCK_STATUS_UNBLOCKED
        if blocked:
            record.blocker_ids.append(self._creature(target, number + 1).id)
