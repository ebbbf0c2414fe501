"""Prometheus metrics, by the maintained library; several workers are added up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from wsgiref.simple_server import WSGIServer

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client import start_http_server as serve
from prometheus_client.multiprocess import MultiProcessCollector

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.rules.refusals import reason_name
from ninjutsu_service.server.settings import host_and_port

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0)

CALLS = Counter("ninjutsu_calls", "Calls that ended, streams too.", ("method", "code"))
SECONDS = Histogram("ninjutsu_call_seconds", "How long calls took.", ("method",), buckets=BUCKETS)
REFUSALS = Counter(
    "ninjutsu_refusals", "Actions that the rules forbade, in Play and Batch too.", ("reason",)
)
COMMANDS = Counter("ninjutsu_commands", "Commands of Play streams that were answered.")
STREAMS = Gauge(
    "ninjutsu_streams", "Streams that are open.", ("method",), multiprocess_mode="livesum"
)
CARDS = Gauge("ninjutsu_cards", "Cards that are loaded.", multiprocess_mode="livemax")
POOL = Gauge(
    "ninjutsu_pool_info",
    "1 for each version of the card pool that a process has loaded.",
    ("version",),
    multiprocess_mode="livemax",
)


@cache
def _count(method: str, code: str) -> Callable[[], None]:
    return CALLS.labels(method, code).inc


@cache
def _time(method: str) -> Callable[[float], None]:
    return SECONDS.labels(method).observe


@cache
def _refusal(reason: str) -> Callable[[], None]:
    return REFUSALS.labels(reason).inc


def ended(method: str, code: str, began: float) -> float:
    """A call ended.

    Args:
        method: its name.
        code: its status, "OK".
        began: `time.perf_counter` as it began.

    Returns:
        How long it took, in seconds.
    """
    seconds = time.perf_counter() - began
    _count(method, code)()
    _time(method)(seconds)
    return seconds


def refused(reason: str) -> None:
    """The rules forbade an action."""
    _refusal(reason)()


def told(response: wire.PlayResponse) -> None:
    """A command of a stream or a batch was answered, a refusal perhaps."""
    if response.HasField("refusal"):
        _refusal(reason_name(response.refusal.reason))()


def stream_opened(method: str) -> None:
    """A stream was opened."""
    STREAMS.labels(method).inc()


def stream_closed(method: str) -> None:
    """A stream ended."""
    STREAMS.labels(method).dec()


command_answered: Callable[[], None] = COMMANDS.inc
"""A command of a Play stream was answered."""


class PoolVersion:
    """The version of the card pool that this process has loaded."""

    def __init__(self) -> None:
        self._told = ""
        self._lock = threading.Lock()

    def loaded(self, version: str, cards: int) -> None:
        """These cards are loaded, and no others."""
        with self._lock:
            if self._told and self._told != version:
                POOL.labels(self._told).set(0)
            POOL.labels(version).set(1)
            CARDS.set(cards)
            self._told = version


def serve_metrics(address: str, *, several: bool = False) -> WSGIServer:
    """Serve the metrics over HTTP, in a thread of its own.

    Args:
        address: host and port.
        several: add up the processes that share `PROMETHEUS_MULTIPROC_DIR`.

    Raises:
        OSError: the address cannot be bound.
        ValueError: it is no host and port.
    """
    host, port = host_and_port(address)
    registry: CollectorRegistry = REGISTRY
    if several:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    server, _ = serve(port, host, registry)
    return server
