"""What is compared with unary calls asks the same: combats on streams, questions in batches.

Nothing here is timed.
"""

from __future__ import annotations

from itertools import count as counting
from types import SimpleNamespace
from typing import Any

import grpc
import pytest

from benchmarks import paired
from benchmarks.batches import KINDS, Questions
from benchmarks.combats import STREAM, Combats, play, replay
from benchmarks.effort import Effort
from benchmarks.load import Call, Client, Sent
from benchmarks.states import LARGE, SMALL, Combat
from benchmarks.streams import CASES
from benchmarks.workloads import PREFIX, Workload
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.client import Local
from ninjutsu_service.server.app import start
from ninjutsu_service.session import Session
from tests.boards import bundled

METHODS: dict[str, tuple[Any, Any]] = {
    "ListActions": (wire.ListActionsRequest, calls.list_actions),
    "TakeAction": (wire.TakeActionRequest, calls.take_action),
    "Resolve": (wire.ResolveRequest, calls.resolve),
    "AdvanceStep": (wire.AdvanceStepRequest, calls.advance_step),
}


@pytest.mark.parametrize("combat", [SMALL, LARGE])
def test_a_combat_is_the_same_by_calls_and_on_a_stream(combat: Combat):
    """Each call and each command of it has the same events; at its end the combat is over."""
    played = play(bundled(), combat, 3)
    session = Session(bundled())
    assert len(played.unary) == len(played.stream.messages)
    last = wire.Outcome()
    for call, message in zip(played.unary, played.stream.messages, strict=True):
        request, method = METHODS[call.path.removeprefix(PREFIX)]
        answer = method(bundled(), request.FromString(call.messages[0]))
        response = session.do(wire.PlayRequest.FromString(message))
        if response.HasField("actions"):
            assert response.actions == answer
        else:
            last = answer.outcome
            assert list(response.outcome.events) == list(last.events)
            assert response.outcome.choice == last.choice
    assert last.state.step == pb.STEP_POSTCOMBAT_MAIN
    assert not last.state.combat.attackers


def test_a_combat_has_everything_in_it():
    """Ninjas enter, deal damage and trigger, and somebody has to decide."""
    made = [call.path.removeprefix(PREFIX) for call in play(bundled(), LARGE, 0).unary]
    assert made.count("TakeAction") == LARGE.ninjas
    assert made.count("AdvanceStep") > 3, "a step that needs a decision is asked for again"
    assert made.count("Resolve") > LARGE.ninjas, "what has triggered resolves as well"


def test_combats_to_send():
    """By calls or one stream each, from states that differ."""
    single, streams = (
        Combats(SMALL, streamed).calls(bundled(), 0, 2) for streamed in (False, True)
    )
    first = play(bundled(), SMALL, 0)
    assert single[: len(first.unary)] == list(first.unary)
    assert [each.path for each in streams] == [STREAM, STREAM]
    assert streams[0] != streams[1]


def test_a_combat_again_in_process():
    """The library plays it to its end: a command that is refused would end it."""
    replay(Local(rulebook=bundled()), play(bundled(), SMALL, 0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("combat", [SMALL, LARGE])
def test_a_batch_asks_what_calls_ask(kind: str, combat: Combat):
    """The same questions in the same order, and every one of them is answered."""
    size = 15
    (request,) = Questions(kind, combat, size).requests(bundled(), 0, 1)
    answer = Local(rulebook=bundled())._answer("Batch", request)
    assert len(answer.responses) == size
    assert not any(each.HasField("refusal") for each in answer.responses)
    asked = Questions(kind, combat).calls(bundled(), 0, size)
    for call, command in zip(asked, request.commands, strict=True):
        name = command.WhichOneof("command")
        assert name is not None
        single = METHODS[call.path.removeprefix(PREFIX)][0].FromString(call.messages[0])
        single.ClearField("state")
        assert single == getattr(command, name)


def test_every_kind_of_question_is_measured_at_both_sizes():
    """Listings by 1, by 10 and by 50, and mixed ones."""
    assert {(kind, combat.objects) for kind, combat, _ in CASES} == {
        (kind, objects) for kind in KINDS for objects in (20, 200)
    }
    assert {size for kind, _, size in CASES if kind == "listings"} == {1, 10, 50}


def test_the_client_sends_and_counts():
    """Unary calls and streams, over several channels, against a real server."""
    running = start(bundled())
    client = Client(bundled())
    try:
        client.prepare(Workload("ListActions", SMALL), 0, 20)
        sent = client.send(running.address, in_flight=4, channels=2)
        assert sent.calls == 20
        listed = Workload("ListActions", SMALL).answer(bundled()).ByteSize()
        assert sent.answer_bytes == pytest.approx(listed, abs=4)
        client.prepare(Combats(SMALL, streamed=True), 0, 2)
        assert client.send(running.address, in_flight=1).calls == 2
        client._calls = [Call(STREAM, (b"",))]
        with pytest.raises(grpc.aio.AioRpcError, match="command: required"):
            client.send(running.address)
    finally:
        client.close()
        running.server.stop(None).wait()


class _Load:
    """A client that needs a millisecond for each piece, and says what it was asked."""

    def __init__(self) -> None:
        self.prepared: list[tuple[int, int]] = []
        self._count = 0

    def ask(self, command: str, *arguments: object) -> object:
        if command == "prepare":
            _, first, count = arguments
            assert isinstance(first, int)
            assert isinstance(count, int)
            self._count = count
            self.prepared.append((first, count))
            return None
        return Sent(self._count, self._count / 1000, 1.0, 1.0)


def test_rounds_are_paired_and_nothing_is_sent_twice():
    """Both sides in each round, in turn first; times are those of one decision."""
    load, clock = _Load(), counting(0.0, 0.5)
    one, other = (
        paired.Side("here", lambda: next(clock), SimpleNamespace(), decisions=each)
        for each in (1, 10)
    )
    first, second = paired.compare(load, (one, other), Effort(4, 0.25))  # type: ignore[arg-type]
    assert first.wall == pytest.approx([0.001] * 4)
    assert second.wall == pytest.approx([0.0001] * 4)
    assert first.cpu == pytest.approx([0.5 / 250] * 4)
    assert paired.ratios(first.wall, second.wall) == pytest.approx([10.0] * 4)
    rounds = [first for first, count in load.prepared if count == 250]
    assert sorted(rounds) == sorted([0, 250, 500, 750] * 2)
    assert paired.spread([3.0, 1.0, 2.0]) == ("2.00", "1.00", "3.00")
