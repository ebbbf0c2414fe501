"""Casting a card for an alternative cost of the family: sneak, web-slinging (CR 601.2, 118.9).

Unlike with an ability, the card itself goes on the stack (D2).
"""

from __future__ import annotations

from dataclasses import dataclass

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Face
from ninjutsu_service.rules.ability import announced_parts, api_of, spell_part
from ninjutsu_service.rules.announcing import (
    Announcement,
    count_commander,
    return_creature,
    stack_object,
)
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.modes import choose_modes
from ninjutsu_service.rules.parts import pay_parts
from ninjutsu_service.rules.paying import pay_mana
from ninjutsu_service.rules.permission import permitted_by
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.targets import Unreadable, choose_targets, target_specs
from ninjutsu_service.rules.valid import has_keyword
from ninjutsu_service.rules.view import Seen, View


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a spell's controller chooses as it is cast (D6).

    Attributes:
        modes: the SVars of the chosen modes, in the order printed.
        targets: of every part that has any, in order.
    """

    modes: tuple[str, ...] = ()
    targets: tuple[pb.Target, ...] = ()


NOTHING_CHOSEN = Chosen()


def spell_view(table: Table, player: str, item: pb.GameObject, face: Face, x: int) -> View:
    """How a spell sees the table."""
    return View(table, Seen(item, table.traits(item)), player, face.svars, x=x)


MOST_X = 100
"""The largest X that a listing tries for targets, besides the largest that can be paid."""


def lacks_targets(table: Table, player: str, item: pb.GameObject, x: int = 0) -> bool:
    """Whether a card cannot be cast for lack of legal targets (CR 601.2c)."""
    try:
        return choose(table, player, item, x, Decisions()) is None
    except ChoiceNeeded:
        return False


def highest_aimed_x(
    table: Table, player: str, item: pb.GameObject, highest: int, *, any_x: bool
) -> int | None:
    """The largest X for which there are targets: X is announced before them (CR 601.2b, c).

    Args:
        table: the table.
        player: who casts the card.
        item: the card.
        highest: the largest X that can be paid.
        any_x: whether somebody else may pay for a larger one.

    Returns:
        None where there are too few targets for every X that was tried.
    """

    def work_out() -> int | None:
        lower = range(min(highest - 1, MOST_X), -1, -1)
        higher = range(highest + 1, MOST_X + 1 if any_x else 0)
        tried: list[int] = [highest, *lower, *higher]
        for x in tried:
            table.effort.spend(len(table.board.objects))
            if not lacks_targets(table, player, item, x):
                return x
        return None

    # It is the same for each creature that could be returned.
    return table.known(("aimed", player, item.id, highest, any_x), work_out)


def choose(
    table: Table, player: str, item: pb.GameObject, x: int, decisions: Decisions
) -> Chosen | None:
    """Have the player choose modes and targets (CR 601.2b, c).

    Returns:
        None where there are too few legal targets.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    face = table.rulebook.face(item.card_name)
    part = spell_part(face) if face is not None else None
    if face is None or part is None:
        return NOTHING_CHOSEN
    view = spell_view(table, player, item, face, x)
    try:
        modes: list[str] | None = []
        if api_of(part) == "Charm":
            prefix = f"601.2b:{item.id}:modes"
            modes = choose_modes(decisions, view, face, part, prefix=prefix, rule="601.2b")
        if modes is None:
            return None
        specs = target_specs(view, announced_parts(face, part, modes))
        targets = choose_targets(decisions, view, specs, prefix=f"601.2c:{item.id}", rule="601.2c")
    except Unreadable:
        # What cannot be read is left to the engine as the spell resolves.
        return NOTHING_CHOSEN
    return None if targets is None else Chosen(tuple(modes), tuple(targets))


def cast(ledger: Ledger, announced: Announcement, chosen: Chosen) -> None:
    """CR 601.2a to i: the card moves to the stack, and its cost is paid."""
    payer, keyword = announced.payer, announced.offer.keyword
    item = payer.source
    pushed = stack_object(ledger, announced)
    from_command = item.zone == pb.ZONE_COMMAND
    permitter = permitted_by(ledger.table, payer.player, item, keyword)
    if permitter is not None:
        pushed.permission.object_id = permitter.id
        pushed.permission.incarnation = permitter.incarnation
    moved = zone_change(item, pb.ZONE_STACK, ev.MOVE_REASON_CAST)
    moved.paid_keyword = keyword.name
    first = ledger.write(moved, "601.2a")
    pushed.kind = pb.STACK_OBJECT_KIND_SPELL
    pushed.split_second = has_keyword(ledger.table.traits(item), "Split second")
    pushed.source_incarnation = item.incarnation
    pushed.modes.extend(chosen.modes)
    pushed.targets.extend(chosen.targets)
    ledger.write(ev.StackPushed(object=pushed), "601.2a", cause=first)
    pay_mana(ledger, payer.player, announced.payment.mana)
    pay_parts(ledger, payer, announced.payment.parts, announced.to_command)
    return_creature(ledger, announced)
    if from_command and item.commander:
        count_commander(ledger, item.id)
