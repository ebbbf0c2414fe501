"""Moving objects between zones by an effect (CR 400.7, 608.2c), commanders included (903.9b)."""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.moving import leave_combat, to_graveyard
from ninjutsu_service.rules.table import Table

_ASKED = frozenset((pb.ZONE_HAND, pb.ZONE_LIBRARY))


def goes_to_command_zone(
    table: Table, item: pb.GameObject, zone: int, decisions: Decisions
) -> bool:
    """CR 903.9b (B4): whether a commander's owner has it go to the command zone instead.

    That rule speaks of hands and libraries; of other zones CR 704.6d does, once it is there.

    Args:
        table: the table.
        item: what is about to move; nobody is asked about what is no commander.
        zone: where it would go; the owner has the choice for hand and library.
        decisions: what was decided so far.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.yes_or_no`.
    """
    if not item.commander or item.token or zone not in _ASKED or item.zone == pb.ZONE_COMMAND:
        return False
    choice = wire.Choice(
        id=f"903.9b:{item.id}",
        player_id=item.owner_id,
        kind=wire.CHOICE_KIND_YES_NO,
        min=1,
        max=1,
    )
    name = table.shown_name(item, item.owner_id)
    return decisions.yes_or_no(Question(choice, "COMMANDER_ZONE", "903.9b", {"card": name}))


def relocate(
    ledger: Ledger,
    decisions: Decisions,
    items: Sequence[pb.GameObject],
    zone: int,
    rule: str,
    reason: int = ev.MOVE_REASON_UNSPECIFIED,
) -> list[int]:
    """Move objects to a zone of their owners that is not the battlefield, all at once.

    Args:
        ledger: the ledger.
        decisions: what was decided so far.
        items: what moves.
        zone: where to.
        rule: the rule that moves them.
        reason: the wire's reason for the move.

    Returns:
        The numbers of the events that move them, in order.
    """
    called = [goes_to_command_zone(ledger.table, item, zone, decisions) for item in items]
    batch = ledger.new_batch() if len(items) > 1 else 0
    numbers = []
    for item, instead in zip(items, called, strict=True):
        from_battlefield = item.zone == pb.ZONE_BATTLEFIELD
        if from_battlefield and zone == pb.ZONE_GRAVEYARD:
            numbers.append(to_graveyard(ledger, item, rule, reason, batch=batch))
            continue
        if from_battlefield:
            leave_combat(ledger, item, batch=batch)
        moved = zone_change(item, zone, reason)
        if instead:
            moved.to_zone = pb.ZONE_COMMAND
            if reason == ev.MOVE_REASON_DRAWN:
                # CR 121.1, 614.6: to draw is to put a card into a hand, which never happened.
                moved.ClearField("reason")
        number = ledger.write(moved, "903.9b" if instead else rule, batch=batch)
        numbers.append(number)
    return numbers
