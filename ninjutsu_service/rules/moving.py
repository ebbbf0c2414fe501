"""Leaving combat and leaving the battlefield, whatever the reason (CR 506.4, 400.7)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.ledger import Ledger, zone_change


def leave_combat(ledger: Ledger, item: pb.GameObject, *, batch: int = 0, cause: int = 0) -> None:
    """CR 506.4: an attacker, a blocker or what is attacked leaves combat.

    Args:
        ledger: the ledger. Nothing is written for what is not in combat.
        item: what leaves.
        batch: the batch of the event that has it leave.
        cause: the number of that event; 0 for a zone change that is written right after this.
    """
    if ledger.table.board.in_combat(item.id):
        left = ev.CombatLeft(object_id=item.id)
        cause = cause or ledger.next_number() + 1
        ledger.write(left, "506.4", batch=batch, cause=cause)


def to_graveyard(
    ledger: Ledger,
    item: pb.GameObject,
    rule: str,
    reason: int = ev.MOVE_REASON_UNSPECIFIED,
    *,
    batch: int = 0,
    cause: int = 0,
) -> int:
    """A permanent goes to its owner's graveyard; with a finality counter it is exiled (122.1h).

    Returns:
        The number of the event that moves it.
    """
    leave_combat(ledger, item, batch=batch)
    final = bool(item.counters.get("FINALITY"))
    moved = zone_change(item, pb.ZONE_EXILE if final else pb.ZONE_GRAVEYARD, reason)
    return ledger.write(moved, "122.1h" if final else rule, batch=batch, cause=cause)
