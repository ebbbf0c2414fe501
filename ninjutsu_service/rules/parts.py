"""Further costs: what a cost asks for besides mana, `Discard<1/Card>` (CR 118, 601.2b, 601.2h).

Most parts are "so many objects of a kind, from a zone, go somewhere": a row of one table. Which
objects is the player's choice; where there is no choice none is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.cost import CostPart
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.moving import leave_combat, to_graveyard
from ninjutsu_service.rules.relocating import goes_to_command_zone
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import Subject, matches
from ninjutsu_service.state.board import controller_of

MAX_COMBINATIONS = 2000
"""How many ways of choosing objects are tried before the cost counts as unpayable."""

MAX_SHOWN = 10
"""How many of the ways that are allowed a refusal shows."""


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of further cost that is paid with objects.

    Attributes:
        zone: where the objects are.
        to_zone: where they go; None for those that are tapped.
        reason: the wire's reason for the move.
        rule: of the keyword action.
        topic: what the choice asks, a key of the table of messages.
    """

    zone: int
    to_zone: int | None
    reason: int
    rule: str
    topic: str


PART_KINDS = {
    "Discard": PartKind(
        pb.ZONE_HAND, pb.ZONE_GRAVEYARD, ev.MOVE_REASON_DISCARDED, "701.9a", "DISCARD"
    ),
    "Sac": PartKind(
        pb.ZONE_BATTLEFIELD, pb.ZONE_GRAVEYARD, ev.MOVE_REASON_SACRIFICED, "701.21a", "SACRIFICE"
    ),
    "Return": PartKind(
        pb.ZONE_BATTLEFIELD, pb.ZONE_HAND, ev.MOVE_REASON_RETURNED, "118.1", "RETURN"
    ),
    "ExileFromHand": PartKind(
        pb.ZONE_HAND, pb.ZONE_EXILE, ev.MOVE_REASON_UNSPECIFIED, "701.13a", "EXILE"
    ),
    "ExileFromGrave": PartKind(
        pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, ev.MOVE_REASON_UNSPECIFIED, "701.13a", "EXILE"
    ),
    "tapXType": PartKind(pb.ZONE_BATTLEFIELD, None, ev.MOVE_REASON_UNSPECIFIED, "701.26a", "TAP"),
}


@dataclass(frozen=True, slots=True)
class PartsPayment:
    """How the further parts of a cost are paid.

    Attributes:
        life: paid by `PayLife` parts, in all.
        objects: for each part that objects pay, in order, the part and their ids.
        counters: for each `SubCounter` part, the counter and how many, from the source.
    """

    life: int = 0
    objects: tuple[tuple[CostPart, tuple[str, ...]], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()

    def moved(self) -> frozenset[str]:
        """The objects that leave their zone."""
        return frozenset(
            name
            for part, names in self.objects
            if PART_KINDS[part.name].to_zone is not None
            for name in names
        )

    def tapped(self) -> frozenset[str]:
        """The objects that are tapped."""
        return frozenset(
            name
            for part, names in self.objects
            if PART_KINDS[part.name].to_zone is None
            for name in names
        )


NOTHING = PartsPayment()


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays for what.

    Attributes:
        table: the table.
        player: who pays.
        source: the object whose cost it is.
        x: the value of X.
        returned_id: the creature that goes back for the same cost, and can pay nothing else.
        casts: whether the cost is the source's own as a spell: it is on the stack by then, and
            can pay nothing itself (CR 601.2a).
    """

    table: Table
    player: str
    source: pb.GameObject
    x: int = 0
    returned_id: str = ""
    casts: bool = False


ITSELF = ("CARDNAME", "NICKNAME")
"""What pays for a part of a cost that only the card itself can pay."""


def amount_of(part: CostPart, x: int) -> int | None:
    """How many a part asks for; None where that is no number and not X."""
    text = part.amount
    if text == "X":
        return x
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def is_payable(part: CostPart) -> bool:
    """Whether a part is one that can be paid here, by who has what it asks for."""
    if amount_of(part, 0) is None:
        return False
    if part.name == "SubCounter":
        return part.arguments[2:] in ((), ("CARDNAME",))
    return part.name == "PayLife" or (part.name in PART_KINDS and bool(part.what))


def candidates(payer: Payer, part: CostPart) -> list[pb.GameObject]:
    """The objects that could pay a part, in the state's order."""
    kind = PART_KINDS[part.name]
    return [
        item
        for item in payer.table.board.objects.values()
        if item.zone == kind.zone and _can_pay_with(payer, part, kind, item)
    ]


def _can_pay_with(payer: Payer, part: CostPart, kind: PartKind, item: pb.GameObject) -> bool:
    if item.id == payer.returned_id or (payer.casts and item.id == payer.source.id):
        return False
    if kind.zone == pb.ZONE_BATTLEFIELD:
        if item.phased_out or controller_of(item) != payer.player:
            return False
        if kind.to_zone is None and item.tapped:
            return False
    elif item.owner_id != payer.player:
        return False
    if part.what in ITSELF:
        return item.id == payer.source.id
    subject = Subject(item, payer.table.traits(item), payer.source, payer.player)
    return matches(payer.table, part.what.replace(";", ","), subject) is True


def payments(payer: Payer, parts: Sequence[CostPart]) -> Iterator[PartsPayment]:
    """Every way to pay the further parts, the state's first objects first.

    None comes for a part that cannot be paid, or that is not understood. No object pays for
    two parts.
    """
    fixed = _fixed(payer, parts)
    if fixed is None:
        return
    chosen = [part for part in parts if part.name in PART_KINDS]
    for objects in islice(_assign(payer, chosen, frozenset()), MAX_COMBINATIONS):
        yield PartsPayment(fixed.life, tuple(objects), fixed.counters)


def _fixed(payer: Payer, parts: Sequence[CostPart]) -> PartsPayment | None:
    """The parts without a choice: life and counters."""
    life, counters = 0, []
    for part in parts:
        amount = amount_of(part, payer.x)
        if amount is None or not is_payable(part):
            return None
        if part.name == "PayLife":
            life += amount
        elif part.name == "SubCounter":
            counters.append((part.what.upper(), amount))
    if life and payer.table.board.players[payer.player].life < life:
        return None
    has = payer.source.counters
    enough = all(has.get(name, 0) >= amount for name, amount in counters)
    return PartsPayment(life, (), tuple(counters)) if enough else None


def _assign(
    payer: Payer, parts: Sequence[CostPart], used: frozenset[str]
) -> Iterator[list[tuple[CostPart, tuple[str, ...]]]]:
    if not parts:
        yield []
        return
    part, rest = parts[0], parts[1:]
    payer.table.effort.spend(6 * len(payer.table.board.objects))
    names = [item.id for item in candidates(payer, part) if item.id not in used]
    for chosen in combinations(names, amount_of(part, payer.x) or 0):
        for others in _assign(payer, rest, used | frozenset(chosen)):
            yield [(part, chosen), *others]


def choose(
    payer: Payer,
    parts: Sequence[CostPart],
    decisions: Decisions,
    payable: Callable[[PartsPayment], bool],
) -> PartsPayment | None:
    """How the player pays the further parts; asked only where there is a choice.

    Args:
        payer: who pays for what.
        parts: the further parts of the cost.
        decisions: what was decided so far.
        payable: whether the rest of the cost can be paid after that.

    Returns:
        None where they cannot be paid together with the rest.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    found = [each for each in payments(payer, parts) if payable(each)]
    if not found:
        return None
    for place in range(len(found[0].objects)):
        options = {each.objects[place][1] for each in found}
        if len(options) > 1:
            picked = _ask(payer, place, found, decisions)
            found = [each for each in found if set(each.objects[place][1]) == picked]
    return found[0]


def _ask(payer: Payer, place: int, found: Sequence[PartsPayment], decisions: Decisions) -> set[str]:
    part, first = found[0].objects[place]
    allowed = {name for each in found for name in each.objects[place][1]}
    options = [name for name in payer.table.board.objects if name in allowed]
    items = [payer.table.board.objects[name] for name in options]
    choice = wire.Choice(
        id=f"601.2b:{payer.source.id}:{place}",
        player_id=payer.player,
        kind=wire.CHOICE_KIND_OBJECTS,
        option_ids=options,
        option_labels=[payer.table.shown_name(item, payer.player) for item in items],
        min=len(first),
        max=len(first),
    )
    question = Question(choice, PART_KINDS[part.name].topic, "601.2b", {"count": str(len(first))})
    picked = decisions.chosen(question)
    sets = {frozenset(each.objects[place][1]): each.objects[place][1] for each in found}
    if frozenset(picked) not in sets:
        shown = " / ".join(", ".join(names) for names in islice(sets.values(), MAX_SHOWN))
        decisions.refuse(question, picked, shown)
    return set(picked)


def called_away(payer: Payer, payment: PartsPayment, decisions: Decisions) -> frozenset[str]:
    """Have the owners of commanders choose before these pay a cost (CR 903.9b, B4).

    Returns:
        The ids of those that go to the command zone instead of a hand.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.yes_or_no`.
    """
    objects = payer.table.board.objects
    moves = [(PART_KINDS[part.name].to_zone, names) for part, names in payment.objects]
    return frozenset(
        name
        for zone, names in moves
        for name in names
        if zone is not None and goes_to_command_zone(payer.table, objects[name], zone, decisions)
    )


def pay_parts(
    ledger: Ledger, payer: Payer, payment: PartsPayment, to_command: frozenset[str] = frozenset()
) -> None:
    """Pay the further parts (CR 601.2h). What was chosen is known to be there.

    Args:
        ledger: the ledger.
        payer: who pays for what.
        payment: how.
        to_command: the commanders that go to the command zone instead, from `called_away`.
    """
    if payment.life:
        change = ev.LifeChanged(player_id=payer.player, change=-payment.life)
        ledger.write(change, "119.4")
    for counter, amount in payment.counters:
        removed = ev.CountersChanged(object_id=payer.source.id, counter=counter, change=-amount)
        ledger.write(removed, "601.2h")
    for part, names in payment.objects:
        for name in names:
            item = ledger.table.board.objects[name]
            _pay_object(ledger, PART_KINDS[part.name], item, instead=name in to_command)


def _pay_object(ledger: Ledger, kind: PartKind, item: pb.GameObject, *, instead: bool) -> None:
    if kind.to_zone is None:
        ledger.write(ev.ObjectTapped(object_id=item.id), kind.rule)
        return
    if (kind.zone, kind.to_zone) == (pb.ZONE_BATTLEFIELD, pb.ZONE_GRAVEYARD):
        to_graveyard(ledger, item, kind.rule, kind.reason)
        return
    leave_combat(ledger, item)
    moved = zone_change(item, pb.ZONE_COMMAND if instead else kind.to_zone, kind.reason)
    ledger.write(moved, "903.9b" if instead else kind.rule)
