"""Building the server, running it, and stopping it."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import grpc

from ninjutsu_service.cards.pool import bundled_path
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server.card_pool import CardPoolServicer
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.play import IDLE_SECONDS
from ninjutsu_service.server.servicer import NinjutsuServicer

THREADS = 4
"""More threads do not make the interpreter faster; a few keep a long call from blocking others."""

GRACE_SECONDS = 5.0


class AddressInUse(OSError):
    """Another process listens on the address, or it cannot be bound."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that accepts calls.

    Attributes:
        server: to stop it.
        address: host and port as bound.
        cards: what it answers by.
    """

    server: grpc.Server
    address: str
    cards: LivePool


def load_cards(paths: Sequence[Path] = ()) -> LivePool:
    """The bundled cards, then those of the paths, with every installed keyword."""
    return LivePool([bundled_path(), *paths], Registry.installed())


def load_rulebook(paths: Sequence[Path] = ()) -> Rulebook:
    """The same cards and keywords, for whoever needs no live pool."""
    return load_cards(paths).edition.rulebook


def start(
    cards: LivePool | Rulebook,
    host: str = "127.0.0.1",
    port: int = 0,
    idle_seconds: float = IDLE_SECONDS,
) -> Running:
    """Start a server.

    Args:
        cards: the cards and the keywords; a rulebook for cards that never change.
        host: the address to listen on.
        port: 0 takes a free one.
        idle_seconds: how long a Play stream may be silent.

    Raises:
        AddressInUse: the address cannot be bound.
    """
    server = grpc.server(
        ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="call"),
        # Sharing the port is on by default: a stray second server would take half the calls.
        options=(("grpc.so_reuseport", 0),),
    )
    live = cards if isinstance(cards, LivePool) else LivePool.of(cards)
    server.add_generic_rpc_handlers(
        (NinjutsuServicer(live, idle_seconds).handler(), CardPoolServicer(live).handler())
    )
    host = host.strip("[]")
    shown_host = f"[{host}]" if ":" in host else host
    try:
        bound = server.add_insecure_port(f"{shown_host}:{port}")
    except RuntimeError:
        bound = 0
    if not bound:
        raise AddressInUse(f"cannot listen on {shown_host}:{port}: {_why_not(host, port)}")
    server.start()
    return Running(server, f"{shown_host}:{bound}", live)


def _why_not(host: str, port: int) -> str:
    """The system's own words for why an address cannot be bound."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM
        ):
            with socket.socket(family, kind, protocol) as probe:
                probe.bind(address)
    except (OSError, UnicodeError) as error:
        return str(getattr(error, "strerror", None) or error)
    return "the address cannot be bound"


def stop_on_signal() -> threading.Event:
    """An event that SIGINT and SIGTERM set, from now on, in place of ending the process."""
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, on_signal)
    return stop


def run_until_stopped(running: Running, stop: threading.Event) -> None:
    """Serve until the event is set; calls in flight get some seconds to finish."""
    watch = running.cards.watch()
    stop.wait()
    running.cards.stop()
    watch.join(GRACE_SECONDS)
    running.server.stop(GRACE_SECONDS).wait()
