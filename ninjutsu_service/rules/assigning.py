"""Assigning combat damage (CR 510.1): who deals in this step, how much, and to whom.

Where a creature could divide its damage in more than one way its controller chooses. The
active player's creatures are asked about first, those with trample after the others: what is
lethal takes into account what the others assign (CR 702.19b).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.combat import (
    attackers,
    blockers_of,
    blocking,
    is_still_attacked,
    is_unblocked,
)
from ninjutsu_service.rules.damage import Hit
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import has_keyword
from ninjutsu_service.state.board import controller_of
from ninjutsu_service.state.check import LIMIT

Deals = Callable[[pb.GameObject], bool]
"""Whether a creature deals damage in this step (CR 510.4)."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """A creature that assigns damage in this step.

    Attributes:
        item: the creature.
        traits: its characteristics as the damage is assigned.
        whole: how much it assigns, more than 0 (CR 510.1a).
        foes: the creatures that it blocks or is blocked by.
        target: what it attacks and may assign damage to; "" for none.
        rule: the rule by which it assigns.
    """

    item: pb.GameObject
    traits: Traits
    whole: int
    foes: tuple[str, ...]
    target: str
    rule: str

    @property
    def options(self) -> tuple[str, ...]:
        """What it can assign damage to."""
        return (*self.foes, self.target) if self.target else self.foes

    @property
    def tramples(self) -> bool:
        """Whether the foes must be assigned lethal damage before the target (CR 702.19b)."""
        return bool(self.foes and self.target)


class Assignment:
    """What has been assigned so far.

    Attributes:
        parts: by the dealing creature's id: how much to whom.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._totals: Counter[str] = Counter()
        self._deathtouched: set[str] = set()
        self.parts: dict[str, dict[str, int]] = {}

    def add(self, dealer: Dealer, parts: dict[str, int]) -> None:
        """A creature's damage is assigned."""
        self.parts[dealer.item.id] = parts
        deathtouch = has_keyword(dealer.traits, "Deathtouch")
        for name, amount in parts.items():
            self._totals[name] += amount
            if amount and deathtouch:
                self._deathtouched.add(name)

    def lethal(self, dealer: Dealer) -> dict[str, int]:
        """How much each foe must still be assigned to have lethal damage (CR 702.19b, 702.2c)."""
        deathtouch = has_keyword(dealer.traits, "Deathtouch")
        needs = {}
        for name in dealer.foes:
            foe = self._table.board.objects[name]
            toughness = self._table.traits(foe).toughness or 0
            left = max(toughness - foe.damage - self._totals[name], 0)
            if name in self._deathtouched:
                left = 0
            needs[name] = min(left, 1) if deathtouch else left
        return needs


def assign(table: Table, decisions: Decisions, deals: Deals) -> list[Hit]:
    """Who deals how much combat damage to whom in this step.

    Args:
        table: the table, as damage is about to be dealt.
        decisions: what was decided so far.
        deals: which creatures deal damage in this step.

    Returns:
        The hits, the attackers' first, in the order of the combat's records.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.divided`.
    """
    attacking = list(_attacking(table, deals))
    defending = list(_defending(table, deals))
    assignment = Assignment(table)
    plain = [each for each in attacking if not each.tramples]
    for dealer in [each for each in plain if len(each.options) == 1]:
        assignment.add(dealer, {dealer.options[0]: dealer.whole})
    for dealer in plain:
        if len(dealer.options) > 1:
            assignment.add(dealer, _divide(table, decisions, dealer, {}))
    for dealer in attacking:
        if dealer.tramples:
            assignment.add(dealer, _trample(table, decisions, dealer, assignment.lethal(dealer)))
    order = table.turn_order()
    for dealer in sorted(defending, key=lambda each: order.index(controller_of(each.item))):
        if len(dealer.options) == 1:
            assignment.add(dealer, {dealer.options[0]: dealer.whole})
        else:
            assignment.add(dealer, _divide(table, decisions, dealer, {}))
    return [
        Hit(dealer.item, dealer.traits, controller_of(dealer.item), name, amount)
        for dealer in (*attacking, *defending)
        for name, amount in assignment.parts[dealer.item.id].items()
        if amount
    ]


def _attacking(table: Table, deals: Deals) -> Iterator[Dealer]:
    """CR 510.1b, c: unblocked to what it attacks; blocked to its blockers.

    With trample to both, and to what it attacks alone where no blocker is left (CR 702.19).
    """
    for item in attackers(table):
        traits = table.traits(item)
        whole = min(traits.power or 0, LIMIT)
        if whole <= 0 or not deals(item):
            continue
        unblocked = is_unblocked(table.board.attackers[item.id])
        foes = () if unblocked else tuple(foe.id for foe in blockers_of(table, item))
        target = ""
        if unblocked or has_keyword(traits, "Trample"):
            attacked = table.board.attackers[item.id].target
            if is_still_attacked(table, attacked):
                target = attacked.player_id or attacked.permanent_id
        if target in foes:  # an attacked planeswalker that blocks as a creature
            target = ""
        if foes or target:
            yield Dealer(item, traits, whole, foes, target, "510.1c" if foes else "510.1b")


def _defending(table: Table, deals: Deals) -> Iterator[Dealer]:
    """CR 510.1d: to the creatures that it blocks."""
    for name, foes in blocking(table).items():
        item = table.board.objects[name]
        traits = table.traits(item)
        whole = min(traits.power or 0, LIMIT)
        if whole > 0 and deals(item):
            yield Dealer(item, traits, whole, tuple(foe.id for foe in foes), "", "510.1d")


def _trample(
    table: Table, decisions: Decisions, dealer: Dealer, needs: dict[str, int]
) -> dict[str, int]:
    """One blocker that takes all of it leaves no choice."""
    if len(dealer.foes) == 1 and dealer.whole <= needs[dealer.foes[0]]:
        return {dealer.foes[0]: dealer.whole}
    return _divide(table, decisions, dealer, needs)


def _divide(
    table: Table, decisions: Decisions, dealer: Dealer, needs: dict[str, int]
) -> dict[str, int]:
    """Ask how a creature's controller divides its damage (C6).

    Args:
        table: the table.
        decisions: what was decided so far.
        dealer: the creature.
        needs: with trample, how much each foe needs before the target gets anything.
    """
    player = controller_of(dealer.item)
    objects = table.board.objects
    choice = wire.Choice(
        id=f"{dealer.rule}:{dealer.item.id}",
        player_id=player,
        kind=wire.CHOICE_KIND_DAMAGE,
        option_ids=dealer.options,
        option_labels=[
            table.shown_name(objects[name], player) if name in objects else name
            for name in dealer.options
        ],
        min=dealer.whole,
        max=dealer.whole,
    )

    def allows(parts: dict[str, int]) -> bool:
        return not parts.get(dealer.target) or all(
            parts[name] >= need for name, need in needs.items()
        )

    allowed = f"{dealer.whole} = {' + '.join(dealer.options)}"
    if needs:
        lethal = ", ".join(f"{name} ≥ {need}" for name, need in needs.items())
        allowed += f"; {dealer.target} > 0: {lethal}"
    details = {"card": table.shown_name(dealer.item, player), "count": str(dealer.whole)}
    question = Question(choice, "DIVIDE_DAMAGE", dealer.rule, details)
    return decisions.divided(question, allows, allowed)
