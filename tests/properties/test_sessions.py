"""Whole combats told command by command to what keeps the state: as if each call had brought it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.session import Session, batch
from tests.boards import bundled
from tests.properties.fights import Play, play

pytestmark = pytest.mark.slow

seeds = st.integers(0, 2**32)


def with_state(command: wire.PlayRequest, state: pb.CombatState) -> wire.PlayRequest:
    """The command with a state of its own."""
    whole = wire.PlayRequest()
    whole.CopyFrom(command)
    getattr(whole, whole.WhichOneof("command") or "").state.CopyFrom(state)
    return whole


def undecided(command: wire.PlayRequest) -> wire.PlayRequest:
    """The command without its decisions: it may come to a choice."""
    less = wire.PlayRequest()
    less.CopyFrom(command)
    getattr(less, less.WhichOneof("command") or "").ClearField("decisions")
    return less


NOBODY = wire.PlayRequest(
    resolve=wire.ResolveRequest(decisions=[wire.Decision(choice_id="none of ours")])
)
"""A command that is always refused."""


def told(played: Play, number: int) -> wire.PlayRequest:
    """The command of a call, with the state where nothing kept it, or an engine changed it."""
    _, before, _ = played.calls[number]
    last = played.calls[number - 1][2].state if number else None
    command = played.commands[number]
    return command if before == last else with_state(command, before)


@given(seeds)
def test_a_session_gives_the_events_that_the_stateless_calls_give(seed: int):
    """Refused commands and choices between them change nothing."""
    played, chance = play(seed), Random(seed)
    session = Session(bundled())
    for number, (_, _, outcome) in enumerate(played.calls):
        if number and chance.random() < 0.3:
            assert session.do(NOBODY).HasField("refusal")
        command = told(played, number)
        if undecided(command) != command:
            assert session.do(undecided(command)).outcome.HasField("choice")
        found = session.do(command).outcome
        assert list(found.events) == list(outcome.events)
        assert found.random == outcome.random
        assert list(found.triggers) == list(outcome.triggers)
        assert not found.HasField("state")


@given(seeds)
def test_a_batch_gives_each_command_what_it_gets_alone(seed: int):
    """Twice the same, with a refused one between them."""
    played = play(seed)
    for (_, before, outcome), command in zip(played.calls, played.commands, strict=True):
        request = wire.BatchRequest(state=before, commands=[command, NOBODY, command])
        first, refused, second = batch(bundled(), request).responses
        assert list(first.outcome.events) == list(outcome.events)
        assert first == second
        assert refused.HasField("refusal")
