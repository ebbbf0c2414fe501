"""Metrics as Prometheus reads them."""

from __future__ import annotations

import os
import re
import signal
import socket
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest

from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2_grpc
from tests.boards import wire
from tests.server.calling import game, request
from tests.server.conftest import Served, run, serving, wait_until
from tests.server.statuses import failure
from tests.server.test_drain import CARD

Stub = service_pb2_grpc.NinjutsuServiceStub


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Scraped:
    """What a service tells at its address for metrics."""

    def __init__(self, port: int) -> None:
        self.address = f"127.0.0.1:{port}"

    def read(self) -> dict[str, float]:
        with urllib.request.urlopen(f"http://{self.address}/metrics", timeout=60) as answer:
            text = answer.read().decode()
        return {
            name: float(value)
            for name, value in re.findall(r"^(ninjutsu_\S+?(?:\{.*\})?) (\S+)$", text, re.MULTILINE)
        }

    def value(self, name: str, **labels: str) -> float:
        inner = ",".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
        return self.read().get(f"{name}{{{inner}}}" if inner else name, 0.0)


def call_everything(stub: Stub) -> None:
    """Two answers, two refusals alone, one in a batch, one on a stream, one faulty request."""
    for _ in range(2):
        stub.ListActions(request(), timeout=60)
        failure(stub.Resolve, wire.ResolveRequest(state=game().state))
    failure(stub.ListActions, wire.ListActionsRequest())
    resolve = wire.PlayRequest(resolve=wire.ResolveRequest())
    listing = wire.PlayRequest(list_actions=wire.ListActionsRequest(player_id="a"))
    stub.Batch(wire.BatchRequest(state=game().state, commands=[resolve, listing]), timeout=60)
    first = wire.PlayRequest(resolve=wire.ResolveRequest(state=game().state))
    assert len(list(stub.Play(iter([first, listing, listing]), timeout=60))) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_counted(workers):
    """Calls by method and status, their time, refusals by reason, commands; workers add up."""
    scraped = Scraped(free_port())
    with serving(
        *("--port", "0", "--workers", str(workers), "--metrics", scraped.address, "--drain", "0")
    ) as served:
        # A channel of its own for each round: it lands on any of the workers.
        for _ in range(4):
            with grpc.insecure_channel(
                served.address, [("grpc.use_local_subchannel_pool", 1)]
            ) as channel:
                call_everything(Stub(channel))
        counted = [
            ("ListActions", "OK", 8),
            ("ListActions", "INVALID_ARGUMENT", 4),
            ("Resolve", "FAILED_PRECONDITION", 8),
            ("Batch", "OK", 4),
        ]
        for method, code, count in counted:
            assert scraped.value("ninjutsu_calls_total", code=code, method=method) == count
        wait_until(
            lambda: scraped.value("ninjutsu_calls_total", code="OK", method="Play") == 4, "streams"
        )
        assert scraped.value("ninjutsu_call_seconds_count", method="ListActions") == 12
        assert 0 < scraped.value("ninjutsu_call_seconds_sum", method="ListActions") < 60
        assert scraped.value("ninjutsu_call_seconds_bucket", le="+Inf", method="Resolve") == 8
        assert scraped.value("ninjutsu_refusals_total", reason="EMPTY_STACK") == 16
        assert scraped.value("ninjutsu_commands_total") == 12
        assert served.end() == 0


def pools(scraped: Scraped) -> dict[str, float]:
    found = scraped.read().items()
    return {
        name.partition('"')[2].partition('"')[0]: value
        for name, value in found
        if name.startswith("ninjutsu_pool_info")
    }


@pytest.mark.parametrize("workers", [1, 2])
def test_the_version_of_the_pool(tmp_path, workers):
    """As ListCards tells it, and another one once the cards have changed."""
    scraped = Scraped(free_port())
    with serving(
        *("--port", "0", "--workers", str(workers), "--metrics", scraped.address),
        *("--cards", str(tmp_path), "--no-watch", "--drain", "0"),
    ) as served:
        with grpc.insecure_channel(served.address) as channel:
            stub = card_pool_pb2_grpc.CardPoolServiceStub(channel)
            first = stub.ListCards(card_pool_pb2.ListCardsRequest(), timeout=60)
            assert pools(scraped) == {first.version: 1.0}
            assert scraped.value("ninjutsu_cards") == first.total_size
            (tmp_path / "copy_cat.txt").write_text(CARD)
            served.process.send_signal(signal.SIGHUP)
            wait_until(lambda: pools(scraped).get(first.version) == 0.0, "another version")
            second = stub.ListCards(card_pool_pb2.ListCardsRequest(), timeout=60)
            assert pools(scraped) == {first.version: 0.0, second.version: 1.0}
            assert scraped.value("ninjutsu_cards") == first.total_size + 1
        assert served.end() == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_streams_that_are_open(workers):
    """They are counted while they are, and those of a worker that was killed no longer."""
    scraped = Scraped(free_port())
    with serving(
        *("--port", "0", "--workers", str(workers), "--metrics", scraped.address, "--drain", "0")
    ) as served:
        opened: list[tuple[grpc.Channel, Any]] = []
        for _ in range(8):
            channel = grpc.insecure_channel(served.address, [("grpc.use_local_subchannel_pool", 1)])
            stub = card_pool_pb2_grpc.CardPoolServiceStub(channel)
            watch = stub.WatchCards(card_pool_pb2.WatchCardsRequest(), wait_for_ready=True)
            next(watch)
            opened.append((channel, watch))
        assert scraped.value("ninjutsu_streams", method="WatchCards") == 8
        if workers == 2:
            _kill_one(served, scraped)
        for channel, watch in opened:
            watch.cancel()
            channel.close()
        wait_until(
            lambda: scraped.value("ninjutsu_streams", method="WatchCards") == 0, "no streams"
        )
        assert served.end() == 0


def _kill_one(served: Served, scraped: Scraped) -> None:
    """Kill the worker that does not tell the metrics: the second one."""
    if not Path("/proc/self/task").exists():
        return
    os.kill(max(served.workers()), signal.SIGKILL)
    wait_until(
        lambda: (
            scraped.value("ninjutsu_streams", method="WatchCards") < 8 or len(served.workers()) == 2
        ),
        "fewer streams",
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_address_for_metrics_that_is_taken(workers):
    """An error at the start, not a service that nobody sees."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--port", "0", "--workers", workers, "--metrics", f"127.0.0.1:{port}")
    assert done.returncode == 1
    assert done.stderr == (
        f"Error: metrics: cannot listen on 127.0.0.1:{port}: Address already in use\n"
    )
