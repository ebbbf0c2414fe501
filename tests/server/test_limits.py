"""Limits: each is configurable, and each answer names the limit that was met."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2_grpc
from ninjutsu_service import calls
from ninjutsu_service.server import receiving, servicer, threads
from ninjutsu_service.server.app import Running, relieve
from tests.boards import Game, wire
from tests.server.calling import calling, game, request, running
from tests.server.conftest import wait_until
from tests.server.statuses import Failure, failure, read_failure

Stub = service_pb2_grpc.NinjutsuServiceStub

CALLS = {
    "ListActions": wire.ListActionsRequest,
    "TakeAction": wire.TakeActionRequest,
    "Resolve": wire.ResolveRequest,
    "AdvanceStep": wire.AdvanceStepRequest,
    "CheckState": wire.CheckStateRequest,
    "Batch": wire.BatchRequest,
}


def crowd(attackers: int = 3, stack: int = 2) -> Game:
    made = Game()
    for number in range(attackers):
        made.attacker(f"bear{number}")
    for number in range(stack):
        made.state.stack.add(id=f"s{number}", kind=1, controller_id="a")
    return made


def play(stub: Stub, *commands: wire.PlayRequest) -> Any:
    """The answers of a stream, or how it failed."""
    try:
        return list(stub.Play(iter(commands), timeout=60))
    except grpc.RpcError as error:
        return read_failure(error)


def play_listing(state: Any = None) -> wire.PlayRequest:
    return wire.PlayRequest(list_actions=wire.ListActionsRequest(state=state, player_id="a"))


class Held:
    """A call that takes until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()

        def wait(*arguments: Any) -> wire.CheckStateResponse:
            self.begun.release()
            assert self.go.wait(60)
            return calls.check_state(*arguments)

        monkeypatch.setitem(servicer._CALLS, "CheckState", wait)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held(monkeypatch)
    yield made
    made.go.set()


@pytest.mark.parametrize("name", CALLS)
def test_objects_attackers_and_stack(name):
    """Each call counts before it looks, and names each field that is too long."""
    with calling(max_objects=2, max_attackers=2, max_stack=1) as stub:
        failed = failure(getattr(stub, name), CALLS[name](state=crowd().state))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.fields == {
        "objects": "has 3; this server takes 2 (max_objects)",
        "combat.attackers": "has 3; this server takes 2 (max_attackers)",
        "stack": "has 2; this server takes 1 (max_stack)",
    }
    assert failed.message == "objects: has 3; this server takes 2 (max_objects) (and 2 more)"


@pytest.mark.parametrize("name", CALLS)
def test_what_is_at_the_limit_is_taken(name):
    """No call says anything about numbers then."""
    with calling(max_objects=3, max_attackers=3, max_stack=2) as stub:
        call, said = getattr(stub, name), ""
        try:
            call(CALLS[name](state=crowd().state), timeout=60)
        except grpc.RpcError as error:
            said = str(error.details())
        assert "this server takes" not in said


def test_objects_on_a_stream():
    """With the first command and with any that brings a state; the stream ends."""
    with calling(max_objects=2) as stub:
        failed = play(stub, play_listing(crowd(3, 0).state))
        assert isinstance(failed, Failure)
        assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
        assert failed.fields == {"objects": "has 3; this server takes 2 (max_objects)"}
        later = play(stub, play_listing(crowd(2, 0).state), play_listing(crowd(3, 0).state))
        assert isinstance(later, Failure)
        assert later.fields == failed.fields
        assert len(play(stub, play_listing(crowd(2, 0).state), play_listing())) == 2


def test_commands_of_a_batch():
    """INVALID_ARGUMENT names the field and the limit; at the limit all are answered."""
    with calling(max_commands=2) as stub:
        failed = failure(
            stub.Batch, wire.BatchRequest(state=game().state, commands=[play_listing()] * 3)
        )
        assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
        assert failed.fields == {"commands": "has 3; this server takes 2 (max_commands)"}
        answer = stub.Batch(wire.BatchRequest(state=game().state, commands=[play_listing()] * 2))
        assert len(answer.responses) == 2


def test_the_size_of_a_message():
    """RESOURCE_EXHAUSTED names the setting and both sizes; at the limit it is read."""
    with calling(max_message_bytes=4096) as stub:
        padded = request()
        padded.player_id = "a" * (4096 - padded.ByteSize() - 2)
        padded.player_id += "a" * (4096 - padded.ByteSize())
        assert padded.ByteSize() == 4096
        assert failure(stub.ListActions, padded).code is grpc.StatusCode.INVALID_ARGUMENT
        padded.player_id += "a"
        failed = failure(stub.ListActions, padded)
        assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert failed.message == (
            "max_message_bytes: the message has 4097 bytes; this server reads 4096"
        )
        assert failed.info.reason == "MAX_MESSAGE_BYTES"
        assert failed.info.metadata == {"limit": "max_message_bytes", "allowed": "4096"}
        on_stream = play(stub, wire.PlayRequest(list_actions=padded))
        assert isinstance(on_stream, Failure)
        assert on_stream.info == failed.info


def test_a_message_of_more_than_twice_that_size():
    """It is not even received: gRPC says so in its own words, with the same status."""
    with calling(max_message_bytes=4096) as stub:
        failed = failure(stub.ListActions, wire.ListActionsRequest(player_id="x" * 10_000))
        assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "larger than max" in failed.message


def test_calls_at_once(held):
    """One more than may wait is told so at once, and health and streams are answered still."""
    with (
        running(threads=1, max_calls=3) as server,
        grpc.insecure_channel(server.address) as channel,
        ThreadPoolExecutor(3) as callers,
    ):
        stub = Stub(channel)
        asked = wire.CheckStateRequest(state=game().state)
        waiting = [callers.submit(stub.CheckState, asked, timeout=60) for _ in range(3)]
        assert held.begun.acquire(timeout=60)
        while server.host.calls.pending < 3:
            time.sleep(0.01)
        for _ in range(3):
            failed = failure(stub.ListActions, request())
            assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert failed.message == (
                "max_calls: 3 calls wait or are being answered, the most that may"
            )
            assert failed.info.reason == "MAX_CALLS"
            assert failed.info.metadata == {"limit": "max_calls", "allowed": "3"}
        health = health_pb2_grpc.HealthStub(channel)
        assert health.Check(health_pb2.HealthCheckRequest(), timeout=60).status == 1
        assert len(play(stub, play_listing(game().state))) == 1
        held.go.set()
        assert all(not each.result(60).faults for each in waiting)
        assert len(stub.ListActions(request(), timeout=60).actions) == 1


def test_clients_that_go_away_free_their_places(held):
    """A call that nobody waits for any more is dropped when its turn comes."""
    with (
        running(threads=1, max_calls=2) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stub = Stub(channel)
        asked = wire.CheckStateRequest(state=game().state)
        first = stub.CheckState.future(asked, timeout=60)
        assert held.begun.acquire(timeout=60)
        second = stub.CheckState.future(asked, timeout=60)
        while server.host.calls.pending < 2:
            time.sleep(0.01)
        second.cancel()
        # What is answered on the same connection later tells that the server has seen it.
        health = health_pb2_grpc.HealthStub(channel)
        assert health.Check(health_pb2.HealthCheckRequest(), timeout=60).status == 1
        held.go.set()
        first.result(timeout=60)
        while server.host.calls.pending:
            time.sleep(0.01)
        assert not held.begun.acquire(blocking=False)
        assert len(stub.ListActions(request(), timeout=60).actions) == 1


SINGLE = [
    "/ninjutsu.v1.NinjutsuService/ListActions",
    "/ninjutsu.v1.CardPoolService/ListDiagnostics",
    "/ninjutsu.v1.CardPoolService/WatchCards",
    "/grpc.health.v1.Health/Check",
    "/grpc.health.v1.Health/Watch",
]
"""A method of each group of threads; each takes one request."""


@pytest.mark.parametrize("path", SINGLE)
def test_clients_that_send_nothing(path):
    """They hold no thread that others need, and after the time of a call theirs are ended."""
    over = threading.Event()

    def silence() -> Iterator[bytes]:
        over.wait(600)
        yield from ()

    with (
        running(threads=1, max_seconds=0.1) as server,
        grpc.insecure_channel(server.address) as stalled,
        grpc.insecure_channel(server.address) as channel,
    ):
        open_call: Any = stalled.stream_stream(path)
        silent = [open_call(silence()) for _ in range(8)]
        time.sleep(0.2)
        health = health_pb2_grpc.HealthStub(channel)
        cards = card_pool_pb2_grpc.CardPoolServiceStub(channel)
        for _ in range(2):
            assert len(Stub(channel).ListActions(request(), timeout=60).actions) == 1
            assert health.Check(health_pb2.HealthCheckRequest(), timeout=60).status == 1
            watch = health.Watch(health_pb2.HealthCheckRequest(), timeout=60)
            assert next(watch).status == 1
            watch.cancel()
            cards.ListDiagnostics(card_pool_pb2.ListDiagnosticsRequest(), timeout=60)
            changes = cards.WatchCards(card_pool_pb2.WatchCardsRequest(), timeout=60)
            next(changes)
            changes.cancel()

        def all_ended() -> bool:
            relieve(server)
            return not any(each.is_active() for each in silent)

        wait_until(all_ended, "the end of all")
        for each in silent:
            with pytest.raises(grpc.RpcError) as caught:
                next(each)
            assert caught.value.code() is grpc.StatusCode.CANCELLED
        over.set()


@contextmanager
def stalling(server: Running, path: str, count: int) -> Iterator[None]:
    """Clients that open so many calls and send nothing."""
    over = threading.Event()

    def silence() -> Iterator[bytes]:
        over.wait(600)
        yield from ()

    with grpc.insecure_channel(server.address) as stalled:
        open_call: Any = stalled.stream_stream(path)
        silent = [open_call(silence()) for _ in range(count)]
        while server.host.calls.pending < count:
            time.sleep(0.001)
        yield
        for each in silent:
            each.cancel()
        over.set()


def test_calls_behind_clients_that_send_nothing():
    """They are answered at once: a call without a request has no thread."""
    with (
        running(threads=1, max_seconds=60.0) as server,
        stalling(server, SINGLE[0], 3),
        grpc.insecure_channel(server.address) as channel,
    ):
        assert len(Stub(channel).ListActions(request(), timeout=60).actions) == 1
        wait_until(lambda: server.host.calls.pending == 3, "the end of the call")


def test_more_requests_than_are_received(monkeypatch: pytest.MonkeyPatch):
    """What is sent to a busy server stays outside, and each answer lets one more in."""
    monkeypatch.setattr(threads, "RECEIVED", 2)
    with (
        running(threads=1, max_seconds=60.0) as server,
        stalling(server, SINGLE[0], 2),
        grpc.insecure_channel(server.address) as channel,
    ):
        asked = [Stub(channel).ListActions.future(request(), timeout=60) for _ in range(5)]
        while server.host.calls.pending < 7:
            time.sleep(0.001)
        time.sleep(0.1)
        assert not any(each.done() for each in asked)
        server.host.relieve(0)
        assert [len(each.result(timeout=60).actions) for each in asked] == [1] * 5


def test_silent_calls_make_room_for_those_that_wait(monkeypatch: pytest.MonkeyPatch):
    """They had all of `max_seconds` before, and whoever waited behind them as long."""
    monkeypatch.setattr(threads, "RECEIVED", 2)
    monkeypatch.setattr(threads, "PATIENCE", 0.0)
    with (
        running(threads=1, max_seconds=600.0) as server,
        stalling(server, SINGLE[0], 2),
        grpc.insecure_channel(server.address) as channel,
    ):
        server.host.relieve(600)
        assert server.host.calls.pending == 2, "nobody waits for their places"
        asked = Stub(channel).ListActions.future(request(), timeout=60)
        while server.host.calls.pending < 3:
            time.sleep(0.001)
        server.host.relieve(600)
        assert len(asked.result(timeout=60).actions) == 1


def test_a_grpcio_that_is_another_inside(monkeypatch: pytest.MonkeyPatch):
    """Then threads wait for requests, and all is answered the same."""
    monkeypatch.setattr(receiving, "ask", lambda requests, ended: False)
    with running(threads=1) as server, grpc.insecure_channel(server.address) as channel:
        assert len(Stub(channel).ListActions(request(), timeout=60).actions) == 1
        open_call: Any = channel.stream_stream(SINGLE[0])
        with pytest.raises(grpc.RpcError) as caught:
            next(open_call(iter(()), timeout=60))
        assert len(play(Stub(channel), play_listing(game().state), play_listing())) == 2
    assert read_failure(caught.value).info.reason == "NO_REQUEST"


@pytest.mark.parametrize("thunk", [1, 100])
def test_what_a_thread_is_handed_may_be_other_things(monkeypatch: pytest.MonkeyPatch, thunk: int):
    """Then, too."""
    monkeypatch.setattr(receiving, "_THUNK", thunk)
    with calling() as stub:
        assert len(stub.ListActions(request(), timeout=60).actions) == 1


def test_a_grpcio_that_is_another_is_seen(monkeypatch: pytest.MonkeyPatch):
    """More threads are made there, as clients that send nothing hold some."""
    assert receiving.fits()
    monkeypatch.delattr("grpc._server._RequestIterator._look_for_request")
    assert not receiving.fits()


@pytest.mark.parametrize("path", SINGLE)
def test_a_call_without_a_request(path):
    """Its client says that there will be none."""
    with running() as server, grpc.insecure_channel(server.address) as channel:
        open_call: Any = channel.stream_stream(path)
        with pytest.raises(grpc.RpcError) as caught:
            next(open_call(iter(()), timeout=60))
    failed = read_failure(caught.value)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (failed.message, failed.info.reason) == ("there is no request", "NO_REQUEST")


def test_time_of_a_call():
    """DEADLINE_EXCEEDED names the setting, and the work has stopped."""
    many = Game()
    for number in range(300):
        many.attacker(f"x{number}")
        many.hand(f"n{number}", "Ninja of the Deep Hours")
    many.lands("U", 200)
    asked = wire.ListActionsRequest(state=many.state, player_id="a")
    with running(max_seconds=0.02) as server, grpc.insecure_channel(server.address) as channel:
        failed = failure(Stub(channel).ListActions, asked)
        assert failed.code is grpc.StatusCode.DEADLINE_EXCEEDED
        assert failed.message == (
            "max_seconds: took longer than 0.02 seconds, the most that this server gives"
        )
        assert failed.info.reason == "MAX_SECONDS"
        assert failed.info.metadata == {"limit": "max_seconds", "allowed": "0.02"}
        assert len(Stub(channel).ListActions(request(), timeout=60).actions) == 1
        on_stream = play(Stub(channel), wire.PlayRequest(list_actions=asked))
        assert isinstance(on_stream, Failure)
        assert on_stream.info == failed.info
        batch = wire.BatchRequest(state=many.state, commands=[play_listing()])
        assert failure(Stub(channel).Batch, batch).info == failed.info


class Endless:
    """A call that works until its pulse ends it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Event()
        self.ended = threading.Event()

        def work(rulebook: object, asked: object, language: str, pulse: Any) -> None:
            self.begun.set()
            try:
                while True:
                    pulse()
            finally:
                self.ended.set()

        monkeypatch.setitem(servicer._CALLS, "CheckState", work)


def test_the_clients_own_deadline(monkeypatch):
    """It is the shorter one here: the client gives up, and the server's work stops as well."""
    endless = Endless(monkeypatch)
    with calling() as stub:
        with pytest.raises(grpc.RpcError) as caught:
            stub.CheckState(wire.CheckStateRequest(state=game().state), timeout=0.2)
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        # On a slow machine the call was not even begun by then, and will not be.
        if endless.begun.wait(5):
            assert endless.ended.wait(60)


def test_a_call_that_is_cancelled(monkeypatch):
    """The server's work stops."""
    endless = Endless(monkeypatch)
    with calling() as stub:
        call = stub.CheckState.future(wire.CheckStateRequest(state=game().state), timeout=60)
        assert endless.begun.wait(60)
        call.cancel()
        assert endless.ended.wait(60)


def test_streams_of_one_peer():
    """Play and WatchCards count together; a place that was freed is free."""
    with running(max_streams=2) as server, grpc.insecure_channel(server.address) as channel:
        stub, cards = Stub(channel), card_pool_pb2_grpc.CardPoolServiceStub(channel)
        quiet = threading.Event()
        first = stub.Play(_until(quiet, play_listing(game().state)))
        next(first)
        second = cards.WatchCards(card_pool_pb2.WatchCardsRequest())
        next(second)
        for failed in (
            play(stub, play_listing(game().state)),
            _failed(cards.WatchCards(card_pool_pb2.WatchCardsRequest(), timeout=60)),
        ):
            assert isinstance(failed, Failure)
            assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert failed.message == (
                "max_streams: this peer has 2 streams open, the most that it may"
            )
            assert failed.info.reason == "MAX_STREAMS"
            assert failed.info.metadata == {"limit": "max_streams", "allowed": "2"}
        assert len(stub.ListActions(request(), timeout=60).actions) == 1
        second.cancel()
        _until_free(server, 1)
        assert len(play(stub, play_listing(game().state))) == 1
        quiet.set()
        assert list(first) == []
        _until_free(server, 0)


def test_streams_in_all():
    """What is left for one peer does not help where nothing is left for anybody."""
    with (
        running(max_streams=9, max_streams_in_all=3) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        cards = card_pool_pb2_grpc.CardPoolServiceStub(channel)
        watches = [cards.WatchCards(card_pool_pb2.WatchCardsRequest()) for _ in range(3)]
        for watch in watches:
            next(watch)
        failed = play(Stub(channel), play_listing(game().state))
        assert isinstance(failed, Failure)
        assert failed.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert failed.message == (
            "max_streams_in_all: 3 streams are open, the most that there may be"
        )
        for watch in watches:
            watch.cancel()
        _until_free(server, 0)


def test_open_streams_hold_no_thread_of_calls():
    """Neither Play, nor a watch of health or cards, nor reflection keeps others from answers."""
    with running(threads=1) as server, grpc.insecure_channel(server.address) as channel:
        stub, quiet = Stub(channel), threading.Event()
        cards = card_pool_pb2_grpc.CardPoolServiceStub(channel)
        health = health_pb2_grpc.HealthStub(channel)
        reflect = reflection_pb2_grpc.ServerReflectionStub(channel)
        names = reflection_pb2.ServerReflectionRequest(list_services="")
        opened: list[Any] = []
        for _ in range(3):
            opened += [
                stub.Play(_until(quiet, play_listing(game().state))),
                cards.WatchCards(card_pool_pb2.WatchCardsRequest()),
                health.Watch(health_pb2.HealthCheckRequest()),
                reflect.ServerReflectionInfo(_until(quiet, names)),
            ]
        for each in opened:
            next(each)
        assert len(stub.ListActions(request(), timeout=60).actions) == 1
        quiet.set()
        for each in opened:
            each.cancel()


def _until(quiet: threading.Event, first: Any) -> Iterator[Any]:
    """One request, and silence until the event."""
    yield first
    quiet.wait(600)


def _failed(stream: Any) -> Failure | None:
    try:
        next(stream)
    except grpc.RpcError as error:
        return read_failure(error)
    return None


def _until_free(server: Any, count: int) -> None:
    deadline = time.monotonic() + 60
    while server.host.streams.ending > count:
        assert time.monotonic() < deadline
        time.sleep(0.01)
