"""Combats of every kind, made by chance: 2 to 6 players, 0 to 200 objects, every step.

Each is free of contradictions, so that every call answers it. What happens by chance comes from
a `Random`, which may be Hypothesis's own: then a failing combat is made smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from ninjutsu.v1 import state_pb2 as pb
from tests.naive.printed import GRANTS_NINJUTSU, KAITO, REDUCES_NINJUTSU, cards

T = TypeVar("T")

STEPS = [step for step in pb.Step.values() if step]
AFTER_BLOCKS = [
    pb.STEP_DECLARE_BLOCKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
]
ZONES = [zone for zone in pb.Zone.values() if zone]

COSTS = [
    "0", "1", "U", "1 U", "2", "U B", "2 U B", "1 B B", "C", "1 C", "W/B", "WB U", "2/W", "2R",
    "2/W 2/W", "U/P", "1 UP", "GUP", "S", "1 S", "S U", "X", "X U", "X X", "X 2/W", "3 B B",
    "no cost", "1 R PayLife<2>", "PayLife<3>", "U Discard<1/Card>", "R Sac<1/Artifact/an artifact>",
]  # fmt: skip
"""What is sent as the cost of a keyword: the whole grammar of mana, and further parts."""

SOURCES: list[list[tuple[str, str, bool]]] = [
    [("U", "", False)],
    [("B", "T", False)],
    [("W", "", False), ("B", "", False)],
    [("R", "", False), ("G", "", False), ("U", "", False)],
    [("C", "", False)],
    [("U", "", True)],
    [("C C", "", False)],
    [("U B", "T", False)],
    [("C", "", False), ("B", "T PayLife<1>", False)],
    [("U", "T Sac<1/CARDNAME>", False), ("R", "T Sac<1/CARDNAME>", False)],
    [("G", "Sac<1/CARDNAME>", False)],
    [("U B", "1 T", False)],
    [("U", "T Exile<1/Card.YouOwn>", False)],
]
"""The mana abilities of a permanent: what each makes, what it costs, and whether it is snow."""


def family(head: str) -> list[str]:
    """The permanent cards with a keyword whose casting and activating asks for no target."""
    return sorted(
        name
        for name, card in cards().items()
        if any(line.split(":")[0] == head for line in card.keywords)
        and not {"Instant", "Sorcery"} & set(card.types)
    )


NINJUTSU_CARDS = family("Ninjutsu")
OTHER_CARDS = family("Sneak") + family("Web-slinging")
IN_PLAY = [*sorted(REDUCES_NINJUTSU), *sorted(GRANTS_NINJUTSU), KAITO]


@dataclass
class Sizes:
    """How much a combat has of everything, at most."""

    objects: int
    sources: int
    attackers: int


SMALL = Sizes(objects=12, sources=5, attackers=4)
LARGE = Sizes(objects=200, sources=8, attackers=8)


class Maker:
    """Makes one combat."""

    def __init__(self, chance: Random, sizes: Sizes) -> None:
        self.chance = chance
        self.sizes = sizes
        self.state = pb.CombatState(turn=chance.randint(1, 9))
        self.sources = 0

    def one(self, options: Sequence[T]) -> T:
        return options[self.chance.randrange(len(options))]

    def rarely(self, percent: int = 6) -> bool:
        # Counted from the top, so that what Hypothesis makes simpler does not happen.
        return self.chance.randrange(100) >= 100 - percent

    def make(self) -> pb.CombatState:
        self.players()
        state = self.state
        state.step = self.one(AFTER_BLOCKS) if not self.rarely(15) else self.one(STEPS)
        state.active_player_id = "p1"
        state.priority_player_id = "p1" if not self.rarely(15) else self.one(["", *self.staying()])
        for number in range(self.chance.randint(0, self.sizes.objects)):
            self.object(f"o{number}")
        self.combat()
        self.stack()
        for _ in range(self.chance.randint(0, 2) if self.rarely(30) else 0):
            state.cost_changes.add(
                player_id=self.player(),
                keyword=self.one(["", "Ninjutsu", "Commander ninjutsu", "Sneak"]),
                generic=self.chance.randint(-3, 2),
            )
        return state

    def players(self) -> None:
        count = self.chance.randint(2, 6) if self.rarely(50) else 2
        teams = self.rarely(25)
        self.state.shared_team_turns = teams and self.rarely(70)
        for number in range(1, count + 1):
            player = self.state.players.add(id=f"p{number}", life=self.one([20, 0, 1, 2, 3, 7, -2]))
            if teams:
                player.team_id = self.one(["", "x", "y"])
            if number > 1 and self.rarely(8):
                player.left_game = True
            if self.rarely(25):
                for name in ("blue", "black", "green", "colorless"):
                    amount = self.chance.randint(0, 2)
                    setattr(player.mana_pool, name, amount)
                    setattr(player.mana_pool, f"snow_{name}", self.chance.randint(0, amount))

    def staying(self) -> list[str]:
        return [player.id for player in self.state.players if not player.left_game]

    def player(self) -> str:
        """The active player mostly."""
        if not self.rarely(25):
            return "p1"
        return self.one([player.id for player in self.state.players])

    # --- objects

    def object(self, name: str) -> None:
        item = self.state.objects.add(id=name, owner_id=self.player())
        item.incarnation = self.chance.randint(0, 3)
        kinds = [self.attacker_to_be, self.card_in_hand, self.source, self.card_anywhere]
        kinds += [self.helper, self.target, self.stranger]
        self.one(kinds[: 3 if not self.rarely(45) else None])(item)
        if item.zone == pb.ZONE_BATTLEFIELD:
            self.marks(item)
        item.commander = self.rarely()
        item.commander_casts = self.chance.randint(0, 2) if self.rarely() else 0
        item.activation_forbidden = self.rarely()
        item.cast_forbidden = self.rarely()

    def marks(self, item: pb.GameObject) -> None:
        """What can be true of a permanent."""
        if self.rarely(10):
            item.controller_id = self.player()
        item.tapped = item.tapped or self.rarely(10)
        item.phased_out = self.rarely()
        item.token = self.rarely(10)
        item.summoning_sick = self.rarely(12)
        item.abilities_lost = self.rarely(4)
        item.face_down = item.face_down or self.rarely(3)
        if self.rarely(8):
            item.counters[self.one(["P1P1", "LOYALTY", "HASTE"])] = 1

    def attacker_to_be(self, item: pb.GameObject) -> None:
        item.zone = pb.ZONE_BATTLEFIELD
        item.tapped = not self.rarely(20)
        if self.rarely(25):
            item.card_name = self.one(NINJUTSU_CARDS)
            return
        item.card_name = "Bear"
        sent = item.characteristics
        sent.types.append("Creature" if not self.rarely(8) else self.one(["Land", "Planeswalker"]))
        sent.power, sent.toughness = 2, 2
        if self.rarely(4):
            sent.types.append("Battle")
        if self.rarely(10):
            sent.keywords.append(self.one(["Haste", "Flying", "Ninjutsu:1 U"]))
        if self.rarely(10) and self.sources < self.sizes.sources:
            self.mana(item)

    def card_in_hand(self, item: pb.GameObject) -> None:
        item.zone = pb.ZONE_HAND
        if self.rarely(35):
            self.sent_keywords(item)
        else:
            names = NINJUTSU_CARDS if not self.rarely(20) else OTHER_CARDS
            item.card_name = self.one(names)
            if self.rarely(5):
                item.controller_id = self.player()

    def sent_keywords(self, item: pb.GameObject) -> None:
        item.card_name = self.one(["Unknown card", *NINJUTSU_CARDS[:2]])
        item.characteristics.types.append("Creature")
        for _ in range(self.chance.randint(1, 2)):
            head = "Ninjutsu" if not self.rarely(15) else self.one(["Sneak", "Web-slinging"])
            variant = self.one(["", "", ":Commander"]) if head == "Ninjutsu" else ""
            item.characteristics.keywords.append(f"{head}:{self.one(COSTS)}{variant}")

    def source(self, item: pb.GameObject) -> None:
        item.zone = pb.ZONE_BATTLEFIELD
        item.card_name = "Source"
        item.characteristics.types.append(self.one(["Land", "Land", "Artifact", "Creature"]))
        if self.sources < self.sizes.sources:
            self.mana(item)

    def mana(self, item: pb.GameObject) -> None:
        self.sources += 1
        for produces, cost, snow in self.one(SOURCES):
            item.mana_abilities.add(produces=produces, cost=cost, snow=snow)

    def card_anywhere(self, item: pb.GameObject) -> None:
        item.zone = self.one(ZONES)
        item.card_name = self.one(NINJUTSU_CARDS + OTHER_CARDS)
        item.face_down = self.rarely(10)

    def helper(self, item: pb.GameObject) -> None:
        item.zone = pb.ZONE_BATTLEFIELD if not self.rarely(10) else self.one(ZONES)
        item.card_name = self.one(IN_PLAY)
        if self.rarely(10):
            item.characteristics.types.append("Creature")
            if self.rarely(50):
                item.characteristics.name = self.one(IN_PLAY)

    def target(self, item: pb.GameObject) -> None:
        """A planeswalker or a battle, to be attacked."""
        item.zone = pb.ZONE_BATTLEFIELD if not self.rarely(10) else self.one(ZONES)
        item.card_name = "Target"
        item.characteristics.types.append(self.one(["Planeswalker", "Battle", "Artifact"]))
        item.owner_id = self.one([player.id for player in self.state.players])
        if self.rarely(50):
            item.protector_id = self.one([player.id for player in self.state.players])

    def stranger(self, item: pb.GameObject) -> None:
        """An object that nobody knows anything of."""
        item.zone = self.one(ZONES)
        item.card_name = "Unknown card"

    # --- combat and the stack

    def combat(self) -> None:
        if self.rarely(4):
            return
        combat = self.state.combat
        combat.SetInParent()
        able = [
            item
            for item in self.state.objects
            if item.zone == pb.ZONE_BATTLEFIELD
            and (item.HasField("characteristics") or item.face_down or item.card_name in cards())
        ]
        likely = [item for item in able if item.tapped]
        for item in likely[: self.chance.randint(0, self.sizes.attackers)]:
            self.attack(item, able)
        if able and self.rarely(15):
            item = self.one(able)
            if item.id not in {record.object_id for record in combat.attackers}:
                self.attack(item, able)

    def attack(self, item: pb.GameObject, able: list[pb.GameObject]) -> None:
        record = self.state.combat.attackers.add(object_id=item.id, declared=not self.rarely())
        record.block_status = pb.BLOCK_STATUS_UNBLOCKED
        if self.rarely(30):
            record.block_status = self.one(list(pb.BlockStatus.values())[1:])
        if record.block_status == pb.BLOCK_STATUS_BLOCKED and self.rarely(50):
            record.blocker_ids.append(self.one(able).id)
        if self.rarely(5):
            return
        targets = [each for each in self.state.objects if each.card_name == "Target"]
        if targets and self.rarely(40):
            target = self.one(targets)
            record.target.permanent_id = target.id
            record.target.incarnation = self.one([target.incarnation, target.incarnation, 0, 9])
        else:
            record.target.player_id = self.one([each.id for each in self.state.players[1:]])

    def stack(self) -> None:
        for number in range(self.chance.randint(1, 3) if self.rarely(15) else 0):
            self.state.stack.add(
                id=self.one([f"s{number}", f"~{number + 1}"]),
                kind=self.one(list(pb.StackObjectKind.values())[1:]),
                controller_id=self.player(),
                source_id="somewhere",
                split_second=self.rarely(20),
            )


def combats(sizes: Sizes = SMALL) -> st.SearchStrategy[pb.CombatState]:
    """Combats that Hypothesis makes smaller where one fails; larger ones come from a seed."""
    if sizes is LARGE:
        return st.integers(0, 2**32).map(lambda seed: Maker(Random(seed), LARGE).make())
    return st.randoms(use_true_random=False).map(lambda chance: Maker(chance, sizes).make())
