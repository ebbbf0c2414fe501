"""The ledger: events as they happen, each applied to the board at once.

Events are the only way state changes: whatever a rule wants to happen it writes here. The ledger
also keeps what the state does not tell any more: objects as they last were, and the abilities
that have triggered and wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from google.protobuf.message import Message

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.apply import Applier, fold
from ninjutsu_service.rules.chance import Chance
from ninjutsu_service.rules.happenings import PUSHED, WATCHED, happenings, put_on_stack
from ninjutsu_service.rules.table import ABILITIES_CHANGE, Table
from ninjutsu_service.rules.view import Seen
from ninjutsu_service.rules.watching import Waiting, what_triggers
from ninjutsu_service.state.board import Board, copy_of

EVENT_STEPS = 20
"""The work that an event is, whatever it is; each effect may have to be looked at besides."""

KINDS = {
    type(getattr(ev.Event(), each.name)): each.name
    for each in ev.Event.DESCRIPTOR.oneofs_by_name["event"].fields
}
"""The kind of event by the class of its message, as the contract names it."""

_LEAVES = frozenset(("combat_left", "zone_changed", "object_ceased"))
"""The kinds of events after which an object is not what it was."""

_OF_OBJECTS = ABILITIES_CHANGE | _LEAVES
"""The kinds of events of which it counts what object they are about."""


MAX_REPLAYED = 32
"""A state before more events than this is copied, lest many of them be replayed many times."""


class Past:
    """A state as it was: worked out as it is first looked at, which is seldom."""

    def __init__(
        self, table: Table, sent: pb.CombatState | None, events: Sequence[ev.Event]
    ) -> None:
        """The state that a table has now.

        Args:
            table: the table.
            sent: the state that it had at first; None where that is not kept.
            events: all that has happened since; more may be added to them.
        """
        self._rulebook = table.rulebook
        self._events, self._happened = events, len(events)
        if sent is None or len(events) > MAX_REPLAYED:
            sent, self._happened = copy_of(table.board.state), 0
        self._state = sent

    @cached_property
    def table(self) -> Table:
        """The table then."""
        state, events = self._state, self._events[: self._happened]
        if events:
            state = fold(state, events, self._rulebook.knows)
        return Table(Board(state), self._rulebook)


class Ledger:
    """The events of one outcome, in order, over the board that they change.

    Attributes:
        table: the board and what the pool says of it.
        events: what has happened so far.
        kinds: the kind of each of them, as the contract names it.
        batches: how many batches of simultaneous events there are so far.
        failed_draws: the players who were to draw from an empty library since state-based
            actions were last checked (CR 704.5b).
        chance: what the request's seed decides.
        waiting: the abilities that have triggered and are not on the stack yet (CR 603.3).
        lords_left: the permanents that have left the battlefield and changed toughness there: the
            event's number and the state before it.
    """

    def __init__(
        self,
        table: Table,
        chance: Chance | None = None,
        sent: pb.CombatState | None = None,
        outcome: wire.Outcome | None = None,
    ) -> None:
        """A ledger without events.

        Args:
            table: the table.
            chance: what the request's seed decides.
            sent: a copy of the table's state as it is now, which nobody changes; None for none.
            outcome: where the events are written; None for an outcome of its own.
        """
        self.table = table
        self._sent = sent
        self.events = (wire.Outcome() if outcome is None else outcome).events
        self.kinds: list[str] = []
        self.batches = 0
        self.chance = chance or Chance()
        self.waiting: list[Waiting] = []
        self._first = 0
        self._batch = 0
        self._cause = 0
        self._before: Past | None = None
        self._awaited = False
        self._gone: dict[tuple[str, int], Past] = {}
        self._pushed: list[tuple[int, pb.StackObject]] = []
        self._made: set[str] = set()
        self.failed_draws: set[str] = set()
        self.lords_left: list[tuple[int, Past]] = []
        self._applier = Applier(table.board, table.rulebook.knows)

    def write(self, change: Message, rule: str, *, batch: int = 0, cause: int = 0) -> int:
        """Record an event and apply it.

        Args:
            change: what happens, one of the messages that an event can hold.
            rule: the number of the rule that it follows.
            batch: from `new_batch`, for what happens at the same time; 0 for none.
            cause: the number of the event that brought it about; 0 for none.

        Returns:
            The event's number in this outcome, from 1.
        """
        table, kind, number = self.table, KINDS[type(change)], len(self.kinds) + 1
        table.effort.spend(EVENT_STEPS + len(table.board.state.effects))
        if self._cause != number and not (batch and batch == self._batch):
            self._close_moment()
        self._batch, self._cause = batch, cause
        awaiting = WATCHED.get(kind)
        if awaiting is not None and not self._awaited:
            self._awaited = table.waits_for(awaiting)
        changed = _what_changed(change, kind) if kind in _OF_OBJECTS else ""
        if kind in _LEAVES:
            self._look_before(changed, kind)
        self._applier.carry_out(change, kind)
        table.forget(kind, changed)
        if awaiting is not None and not self._awaited and kind in ABILITIES_CHANGE:
            self._awaited = table.waits_for(awaiting)
        self._record(change, kind, rule)
        return number

    def _record(self, change: Message, kind: str, rule: str) -> None:
        event = self.events.add()
        getattr(event, kind).CopyFrom(change)
        event.rule = rule
        if self._batch:
            event.batch = self._batch
        if self._cause:
            event.cause = self._cause
        self.kinds.append(kind)
        if kind == "stack_pushed" and not _is_trigger(event.stack_pushed.object):
            self._pushed.append((len(self.kinds), event.stack_pushed.object))

    def last_known(self, object_id: str, incarnation: int) -> Seen | None:
        """What left the battlefield or the stack in this call, as it was (CR 603.10, 608.2h).

        Args:
            object_id: its id.
            incarnation: which object of that id.

        Returns:
            None for one that did not.
        """
        past = self._gone.get((object_id, incarnation))
        if past is None:
            return None
        table = past.table
        item = table.board.objects[object_id]
        return Seen(item, table.traits(item), False, table.is_attacking(item))

    def watch(self) -> list[Waiting]:
        """Everything that has triggered so far, spells and activated abilities included.

        To be asked where something can be put on the stack: costs are paid by then (CR 601.2i).
        """
        self._close_moment()
        for number, pushed in self._pushed if self.table.waits_for(PUSHED) else ():
            happened = [put_on_stack(self.table, pushed, number, self.last_known)]
            self.waiting += what_triggers(self.table, None, happened, self.last_known)
        self._pushed.clear()
        return self.waiting

    @property
    def left_to_engine(self) -> bool:
        """Whether a part of an ability was left to the engine: then nothing more follows."""
        return "effect_left_to_engine" in self.kinds

    def _look_before(self, object_id: str, kind: str) -> None:
        """Keep the state that an object is about to leave."""
        if kind == "combat_left":
            if self._cause == len(self.kinds) + 2:
                self._keep_state()
            return
        item = self.table.board.objects.get(object_id)
        if item is not None and (
            kind == "object_ceased" or item.zone in (pb.ZONE_BATTLEFIELD, pb.ZONE_STACK)
        ):
            past = self._gone[item.id, item.incarnation] = self._keep_state()
            abilities = self.table.able().get(item.id)
            if abilities is not None and any(each.changes_toughness for each in abilities.statics):
                self.lords_left.append((self.next_number(), past))

    def _keep_state(self) -> Past:
        """The state as it is now, or was when what happens at the same time began."""
        if self._before is None:
            self._before = Past(self.table, self._sent, self.events)
        return self._before

    def _close_moment(self) -> None:
        """What comes next happens later: see what triggered on what happened at the same time."""
        first, self._first = self._first, len(self.events)
        past, self._before = self._before, None
        if self._awaited:
            self._awaited = False
            moment, before = self.events[first:], past.table if past else None
            happened = list(happenings(self.table, before, moment, first + 1, self.last_known))
            self.waiting += what_triggers(self.table, before, happened, self.last_known)

    def next_number(self) -> int:
        """The number that the next event will get."""
        return len(self.kinds) + 1

    def new_batch(self) -> int:
        """A number for events that happen at the same time."""
        self.batches += 1
        return self.batches

    def new_id(self) -> str:
        """An id for something new: "~1", or the first number that nothing has or refers to.

        What has left the stack in this outcome has it still: an engine may leave that out.
        """
        board = self.table.board
        used = {*self._made, *_named(board.state)}
        if "stack_removed" in self.kinds:
            used.update(event.stack_removed.stack_object_id for event in self.events)
        number = 1
        while (name := f"~{number}") in used or name in board.objects or name in board.players:
            number += 1
        self._made.add(name)
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


def _what_changed(change: Message, kind: str) -> str:
    """The id of the object that an event is about; empty for none."""
    found: str = (
        change.object.id  # type: ignore[attr-defined]
        if kind == "object_created"
        else getattr(change, "object_id", "")
    )
    return found


def _is_trigger(item: pb.StackObject) -> bool:
    return item.kind == pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY


def _named(state: pb.CombatState) -> Iterator[str]:
    """The ids that a state mentions besides those of its players and objects."""
    for item in state.stack:
        yield from (item.id, item.source_id, item.returned_id)
        yield from (item.context.object_id, item.context.player_id)
        for target in item.targets:
            yield target.object_id or target.stack_object_id
    for effect in state.effects:
        yield from (effect.id, effect.object_id)
