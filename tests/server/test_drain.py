"""Stopping, restarting and losing processes without a failed call."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2_grpc
from ninjutsu_service import calls
from ninjutsu_service.server import servicer
from ninjutsu_service.server.app import drain
from tests.boards import wire
from tests.server.calling import game, request, running
from tests.server.conftest import serving, wait_until
from tests.server.statuses import read_failure
from tests.server.steady import Steady

Stub = service_pb2_grpc.NinjutsuServiceStub

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def children(pid: int) -> set[int]:
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def first_and_silence(first: Any, over: threading.Event) -> Iterator[Any]:
    yield first
    over.wait(600)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_restart_under_load(workers):
    """SIGTERM, exit status 0, and another process on the address: no call fails."""
    arguments = ["--port", free_port(), "--workers", workers, "--drain", "0.2"]
    with serving(*arguments) as first, Steady(first.address) as steady:
        assert first.end() == 0
        with serving(*arguments) as second:
            steady.wait_for_more()
            assert second.end() == 0
            with serving(*arguments):
                steady.wait_for_more()
                steady.stop()
    assert (dict(steady.failed), steady.wrong) == ({}, 0)


def test_a_restart_on_a_unix_socket(tmp_path_factory):
    """The second server takes the place of the first."""
    path = Path(os.path.realpath("/tmp")) / f"nj{os.getpid()}.sock"
    arguments = ["--no-tcp", "--socket", str(path), "--drain", "0.2"]
    with serving(*arguments) as first, Steady(first.address) as steady:
        assert first.end() == 0
        with serving(*arguments):
            steady.wait_for_more()
            steady.stop()
    assert (dict(steady.failed), steady.wrong) == ({}, 0)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system has no /proc")
def test_a_worker_that_is_killed():
    """Another takes its place; its calls are retried, and none fails."""
    with serving("--port", "0", "--workers", "2", "--log-format", "json") as served:
        before = children(served.process.pid)
        assert len(before) == 2
        with Steady(served.address) as steady:
            for killed in sorted(before):
                os.kill(killed, signal.SIGKILL)
                steady.wait_for_more()
                wait_until(
                    lambda: (
                        len(children(served.process.pid)) == 2
                        and not before & children(served.process.pid) - {max(before)}
                    ),
                    "another worker",
                )
                steady.wait_for_more()
        assert (dict(steady.failed), steady.wrong) == ({}, 0)
        lost = served.wait_until_logged("a worker ended; another takes its place", 2)
        assert {line["pid"] for line in lost} == before
        assert {line["exit_code"] for line in lost} == {-9}
        assert not before & children(served.process.pid)
        assert served.end() == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system has no /proc")
def test_the_parent_of_workers_is_killed():
    """They have nobody to stop them then: they drain, end, and free the port."""
    port = free_port()
    with serving("--port", port, "--workers", "2", "--drain", "0") as served:
        workers = children(served.process.pid)
        served.process.kill()
        wait_until(
            lambda: (
                not any(
                    Path(f"/proc/{pid}/cmdline").exists()
                    and Path(f"/proc/{pid}/cmdline").read_bytes()
                    for pid in workers
                )
            ),
            "the end of the workers",
        )
    with serving("--port", port, "--drain", "0") as again:
        assert again.end() == 0


def test_calls_in_flight_finish(monkeypatch):
    """The answer still arrives, and the server stops as soon as it has: not after its grace."""
    begun, go = threading.Event(), threading.Event()

    def wait(*arguments: Any) -> wire.CheckStateResponse:
        begun.set()
        assert go.wait(60)
        return calls.check_state(*arguments)

    monkeypatch.setitem(servicer._CALLS, "CheckState", wait)
    with (
        running(drain=0.0, grace=3600.0) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        call = Stub(channel).CheckState.future(wire.CheckStateRequest(state=game().state))
        assert begun.wait(60)
        stopping = threading.Thread(target=drain, args=(server,))
        stopping.start()
        stopping.join(0.3)
        assert stopping.is_alive()
        go.set()
        assert list(call.result(timeout=60).faults) == []
        stopping.join(100)
        assert not stopping.is_alive()


def test_a_call_that_does_not_finish(monkeypatch):
    """After its grace it is cancelled, which the recommended policy has called again."""
    begun, go = threading.Event(), threading.Event()

    def wait(*arguments: Any) -> None:
        begun.set()
        go.wait(60)

    monkeypatch.setitem(servicer._CALLS, "CheckState", wait)
    with running(drain=0.0, grace=0.1) as server, grpc.insecure_channel(server.address) as channel:
        call = Stub(channel).CheckState.future(wire.CheckStateRequest(state=game().state))
        assert begun.wait(60)
        drain(server)
        ended: Any = call.exception(timeout=60)
        assert ended.code() in (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE)
        go.set()


def test_health_first():
    """NOT_SERVING for the whole and for each service, while calls are answered still."""
    with running(drain=1.0) as server, grpc.insecure_channel(server.address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        watch = health.Watch(health_pb2.HealthCheckRequest())
        assert next(watch).status == SERVING
        stopping = threading.Thread(target=drain, args=(server,))
        stopping.start()
        assert next(watch).status == NOT_SERVING
        for service in ("", "ninjutsu.v1.NinjutsuService", "ninjutsu.v1.CardPoolService"):
            asked = health_pb2.HealthCheckRequest(service=service)
            assert health.Check(asked, timeout=60).status == NOT_SERVING
        assert len(Stub(channel).ListActions(request(), timeout=60).actions) == 1
        stopping.join(100)
        assert not stopping.is_alive()


def test_streams_are_told():
    """UNAVAILABLE, reason STOPPING: a Play stream that waits, one that is busy, a watch."""
    with (
        running(drain=0.0, grace=3600.0) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        over = threading.Event()
        stub, listing = Stub(channel), wire.PlayRequest(list_actions=request())
        silent = stub.Play(first_and_silence(listing, over))
        busy = stub.Play(iter(lambda: listing, None))
        cards = card_pool_pb2_grpc.CardPoolServiceStub(channel)
        watch = cards.WatchCards(card_pool_pb2.WatchCardsRequest())
        for stream in (silent, busy, watch):
            next(stream)
        stopping = threading.Thread(target=drain, args=(server,))
        stopping.start()
        for stream in (silent, busy, watch):
            with pytest.raises(grpc.RpcError) as caught:
                for _ in stream:
                    pass
            failed = read_failure(caught.value)
            assert failed.code is grpc.StatusCode.UNAVAILABLE
            if stream is not busy:
                # Who sends on and on may find the connection closed before reading why.
                assert failed.message == "the server is stopping"
                assert failed.info.reason == "STOPPING"
        stopping.join(100)
        assert not stopping.is_alive()
        over.set()


def test_watches_of_health_and_reflection_hold_nothing_up():
    """Clients that check health have such a stream open all the time."""
    with (
        running(drain=0.0, grace=3600.0) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        over = threading.Event()
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        names = reflection_pb2.ServerReflectionRequest(list_services="")
        reflect = reflection_pb2_grpc.ServerReflectionStub(channel)
        reflected = reflect.ServerReflectionInfo(first_and_silence(names, over))
        next(watch)
        next(reflected)
        drain(server)
        over.set()


CARD = """Name:Copy Cat
ManaCost:1 U
Types:Creature Cat Ninja
PT:2/1
K:Ninjutsu:1 U
Oracle:Ninjutsu {1}{U}
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_sighup_reads_the_cards_anew(tmp_path, workers):
    """In every process, also where folders are not watched; calls go on meanwhile."""
    folder = tmp_path / "cards"
    folder.mkdir()
    arguments = ["--port", "0", "--workers", str(workers), "--cards", str(folder), "--no-watch"]
    with (
        serving(*arguments, "--log-format", "json", "--drain", "0") as served,
        Steady(served.address) as steady,
    ):
        (folder / "copy_cat.txt").write_text(CARD)
        steady.wait_for_more()
        assert served.logged("cards reloaded") == []
        served.process.send_signal(signal.SIGHUP)
        lines = served.wait_until_logged("cards reloaded", workers)
        assert [line["added"] for line in lines] == [["Copy Cat"]] * workers
        with grpc.insecure_channel(served.address) as channel:
            cards = card_pool_pb2_grpc.CardPoolServiceStub(channel)
            found = cards.GetCard(card_pool_pb2.GetCardRequest(name="Copy Cat"), timeout=60)
            assert found.card.name == "Copy Cat"
        steady.stop()
        assert served.end() == 0
    assert (dict(steady.failed), steady.wrong) == ({}, 0)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system has no /proc")
def test_a_worker_that_takes_anothers_place_has_the_newest_cards(tmp_path):
    """It begins with what the parent read when it started, long ago perhaps."""
    folder = tmp_path / "cards"
    folder.mkdir()
    with serving(
        *("--port", "0", "--workers", "2", "--cards", str(folder), "--log-format", "json"),
        "--no-watch",
    ) as served:
        (folder / "copy_cat.txt").write_text(CARD)
        before = children(served.process.pid)
        for killed in before:
            os.kill(killed, signal.SIGKILL)
        served.wait_until_logged("cards reloaded", 2)
        with grpc.insecure_channel(served.address) as channel:
            cards = card_pool_pb2_grpc.CardPoolServiceStub(channel)
            asked = card_pool_pb2.GetCardRequest(name="Copy Cat")
            assert cards.GetCard(asked, timeout=60, wait_for_ready=True).card.name == "Copy Cat"
        assert served.end() == 0
