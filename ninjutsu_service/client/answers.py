"""What calls answer, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client.errors import Refused
from ninjutsu_service.client.events import EventValue, value_of


@dataclass(frozen=True, slots=True)
class Listing:
    """What a player may do, and what not.

    Attributes:
        actions: in the order of the state's objects.
        refusals: with `explain` only.
    """

    actions: tuple[wire.Action, ...]
    refusals: tuple[Refused, ...] = ()

    @classmethod
    def from_wire(cls, answer: wire.ListActionsResponse) -> Listing:
        """The answer of ListActions."""
        return cls(tuple(answer.actions), tuple(map(Refused.from_wire, answer.refusals)))


@dataclass(frozen=True, slots=True)
class Happened:
    """One event.

    Attributes:
        value: what happened, to match on; None for a kind that this client does not know.
        rule: the rule that it follows.
        batch: events with the same number but 0 happen at the same time.
        cause: the number, from 1, of the event that brought it about; 0 for none.
        event: the message itself.
    """

    value: EventValue | None
    rule: str
    batch: int
    cause: int
    event: ev.Event

    @classmethod
    def from_wire(cls, event: ev.Event) -> Happened:
        """One event of an outcome."""
        return cls(value_of(event), event.rule, event.batch, event.cause, event)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened, or the choice that is needed before anything can.

    Attributes:
        events: in order.
        state: after the events; None where it was not asked for, or a choice is open.
        choice: what a player must decide; make the same call again with one more decision.
        triggers: with `engine_settles`, what triggered.
        random: the seed decided something.
    """

    events: tuple[Happened, ...]
    state: pb.CombatState | None = None
    choice: wire.Choice | None = None
    triggers: tuple[pb.StackObject, ...] = ()
    random: bool = False

    @classmethod
    def from_wire(cls, outcome: wire.Outcome) -> Outcome:
        """The outcome of a call."""
        return cls(
            tuple(map(Happened.from_wire, outcome.events)),
            outcome.state if outcome.HasField("state") else None,
            outcome.choice if outcome.HasField("choice") else None,
            tuple(outcome.triggers),
            outcome.random,
        )


def answer_of(response: wire.PlayResponse) -> Listing | Outcome:
    """What one command of a stream came to.

    Raises:
        Refused: the rules forbid it; the stream goes on.
    """
    if response.HasField("refusal"):
        raise Refused.from_wire(response.refusal)
    if response.HasField("actions"):
        return Listing.from_wire(response.actions)
    return Outcome.from_wire(response.outcome)
