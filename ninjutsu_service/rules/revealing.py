"""A card that an ability keeps revealed, until the last such ability is gone (CR 702.49b, B2)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.ledger import Ledger


def hide_revealed(ledger: Ledger, gone: pb.StackObject) -> None:
    """Hide the card of an ability that has left the stack, however it left.

    Args:
        ledger: the ledger.
        gone: what has left. Nothing happens where another such ability is on the stack still.
    """
    board = ledger.table.board
    item = board.objects.get(gone.source_id)
    if not gone.keyword or item is None or item.incarnation != gone.source_incarnation:
        return
    if item.revealed and not any(
        other.keyword
        and other.source_id == gone.source_id
        and other.source_incarnation == gone.source_incarnation
        for other in board.state.stack
    ):
        ledger.write(ev.CardHidden(object_id=item.id), "702.49b")
