"""Whole combats over a real channel: on one stream, and each command in a batch."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu.v1 import service_pb2_grpc
from tests.boards import wire
from tests.properties.fights import play
from tests.properties.test_sessions import NOBODY, told
from tests.server.test_play import Conversation

Stub = service_pb2_grpc.NinjutsuServiceStub


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_whole_combat_on_one_stream(stub: Stub, seed: int):
    """Play, TakeAction, Resolve and AdvanceStep tell of one combat the same events."""
    played = play(seed)
    talk = Conversation(stub)
    for number, (name, before, _) in enumerate(played.calls):
        answer = talk.say(told(played, number)).outcome
        alone: dict[str, Any] = {
            "take": stub.TakeAction,
            "resolve": stub.Resolve,
            "advance": stub.AdvanceStep,
        }
        command = played.commands[number]
        request = getattr(command, command.WhichOneof("command") or "")
        request.state.CopyFrom(before)
        outcome = alone[name](request, timeout=10).outcome
        request.ClearField("state")
        assert list(answer.events) == list(outcome.events)
        assert outcome.HasField("state")
        assert not answer.HasField("state")
        if number % 3 == 0:
            assert talk.say(NOBODY).HasField("refusal")
        many = wire.BatchRequest(state=before, commands=[NOBODY, command])
        refused, found = stub.Batch(many, timeout=10).responses
        assert refused.HasField("refusal")
        assert list(found.outcome.events) == list(outcome.events)
    talk.end()
