"""The ledger: events as they happen, each applied to the board at once.

Events are the only way state changes: whatever a rule wants to happen it writes here.
"""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.apply import Applier
from ninjutsu_service.rules.table import Table


class Ledger:
    """The events of one outcome, in order, over the board that they change.

    Attributes:
        table: the board and what the pool says of it.
        events: what has happened so far.
        batches: how many batches of simultaneous events there are so far.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[ev.Event] = []
        self.batches = 0
        self._applier = Applier(table.board, table.rulebook.knows)

    def write(self, event: ev.Event, rule: str, *, batch: int = 0, cause: int = 0) -> int:
        """Record an event and apply it.

        Args:
            event: what happens, without rule, batch and cause.
            rule: the number of the rule that it follows.
            batch: from `new_batch`, for what happens at the same time; 0 for none.
            cause: the number of the event that brought it about; 0 for none.

        Returns:
            The event's number in this outcome, from 1.
        """
        event.rule = rule
        if batch:
            event.batch = batch
        if cause:
            event.cause = cause
        self._applier.apply(event)
        self.table.forget()
        self.events.append(event)
        return len(self.events)

    def next_number(self) -> int:
        """The number that the next event will get."""
        return len(self.events) + 1

    def new_batch(self) -> int:
        """A number for events that happen at the same time."""
        self.batches += 1
        return self.batches

    def new_stack_id(self) -> str:
        """An id for what is put on the stack: "~1", or the first number not in use."""
        board = self.table.board
        used = {item.id for item in board.state.stack}
        number = 1
        while (name := f"~{number}") in used or name in board.objects or name in board.players:
            number += 1
        return name


def zone_change(
    item: pb.GameObject, to_zone: int, reason: int = ev.MOVE_REASON_UNSPECIFIED
) -> ev.ZoneChanged:
    """An object's move to another zone, where it is a new object (CR 400.7)."""
    return ev.ZoneChanged(
        object_id=item.id,
        from_zone=item.zone,
        to_zone=to_zone,  # type: ignore[arg-type]
        incarnation=item.incarnation + 1,
        reason=reason,  # type: ignore[arg-type]
    )
