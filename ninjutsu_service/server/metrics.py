"""Prometheus metrics, by the maintained library; several workers are added up."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from wsgiref.simple_server import WSGIServer

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client import start_http_server as serve
from prometheus_client.multiprocess import MultiProcessCollector

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0)

CALLS = Counter("ninjutsu_calls", "Calls that ended.", ("method", "code"))
SECONDS = Histogram("ninjutsu_call_seconds", "How long calls took.", ("method",), buckets=BUCKETS)
REFUSALS = Counter("ninjutsu_refusals", "Actions that the rules forbade.", ("reason",))
STREAMS = Gauge(
    "ninjutsu_streams", "Streams that are open.", ("method",), multiprocess_mode="livesum"
)
CARDS = Gauge("ninjutsu_cards", "Cards that are loaded.", multiprocess_mode="max")
POOL_CHANGED = Gauge(
    "ninjutsu_pool_info",
    "1 for the version of the card pool that is loaded.",
    ("version",),
    multiprocess_mode="max",
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


def pool_loaded(version: str, cards: int, before: str = "") -> None:
    """Other cards are loaded."""
    if before and before != version:
        POOL_CHANGED.labels(before).set(0)
    POOL_CHANGED.labels(version).set(1)
    CARDS.set(cards)


def serve_metrics(address: str, *, several: bool = False) -> WSGIServer:
    """Serve the metrics over HTTP, in a thread of its own.

    Args:
        address: host and port.
        several: add up the processes that share `PROMETHEUS_MULTIPROC_DIR`.

    Raises:
        OSError: the address cannot be bound.
        ValueError: it is no host and port.
    """
    host, _, port = address.rpartition(":")
    registry: CollectorRegistry = REGISTRY
    if several:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    server, _ = serve(int(port), host.strip("[]") or "127.0.0.1", registry)
    return server
