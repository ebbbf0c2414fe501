"""Building the server, running it, and stopping it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import grpc
import structlog
from grpc_reflection.v1alpha import reflection

from ninjutsu_service.cards.pool import bundled_path
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server import address, metrics
from ninjutsu_service.server.address import AddressInUse
from ninjutsu_service.server.card_pool import CardPoolServicer
from ninjutsu_service.server.health import SERVICES, Health
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.observe import Observer
from ninjutsu_service.server.play import Player
from ninjutsu_service.server.servicer import NinjutsuServicer
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.tls import server_credentials

__all__ = [
    "AddressInUse",
    "Running",
    "Signals",
    "build",
    "load_cards",
    "load_rulebook",
    "pin",
    "run_until_stopped",
    "start",
]

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Running:
    """A server that accepts calls.

    Attributes:
        server: to stop it.
        address: host and port as bound, or the socket where there is no port.
        cards: what it answers by.
        player: its streams.
        health: what it says of itself.
        settings: how it runs.
    """

    server: grpc.Server
    address: str
    cards: LivePool
    player: Player
    health: Health
    settings: Settings


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
    idle_seconds: float = 300.0,
) -> Running:
    """Start a server with settings that suit a test or a tool.

    Args:
        cards: the cards and the keywords; a rulebook for cards that never change.
        host: the address to listen on.
        port: 0 takes a free one.
        idle_seconds: how long a Play stream may be silent.

    Raises:
        AddressInUse: the address cannot be bound.
    """
    settings = Settings(host=host, port=port, stream_idle=idle_seconds, insecure=True)
    return build(settings, cards if isinstance(cards, LivePool) else LivePool.of(cards))


def build(settings: Settings, cards: LivePool, *, share_port: bool = False) -> Running:
    """Start a server.

    Args:
        settings: how it runs; workers do not count here.
        cards: the cards and the keywords.
        share_port: other processes listen on the same port; it has been reserved for them.

    Raises:
        AddressInUse: the address cannot be bound.
        SettingsError: certificates that cannot be read.
    """
    server = grpc.server(
        ThreadPoolExecutor(max_workers=settings.threads, thread_name_prefix="call"),
        # Sharing the port is on by default: a stray second server would take half the calls.
        options=(
            ("grpc.so_reuseport", int(share_port)),
            ("grpc.max_receive_message_length", settings.max_message_bytes),
            ("grpc.max_send_message_length", -1),
        ),
        maximum_concurrent_rpcs=settings.max_calls,
    )
    observer = Observer(settings.slow_seconds, log_calls=settings.log_calls)
    player = Player(cards, settings.stream_idle, settings.max_streams)
    server.add_generic_rpc_handlers(
        (
            NinjutsuServicer(cards, player).handler(observer),
            CardPoolServicer(cards).handler(observer),
        )
    )
    health = Health()
    health.add_to(server)
    reflection.enable_server_reflection((*SERVICES, reflection.SERVICE_NAME), server)
    where = _listen(server, settings)
    server.start()
    health.serving()
    metrics.pool_loaded(cards.edition.pool.version, len(cards.edition.pool))
    return Running(server, where, cards, player, health, settings)


def _listen(server: grpc.Server, settings: Settings) -> str:
    """Bind what the settings name; the address as it is bound."""
    credentials = server_credentials(settings)
    where = ""
    if settings.socket is not None:
        address.clear_socket(settings.socket)
        where = f"unix:{settings.socket}"
        if not _bind(server, where, None):
            raise AddressInUse(f"cannot listen on {settings.socket}: it cannot be made there")
    if settings.tcp:
        host = settings.host.strip("[]")
        bound = _bind(server, address.shown(host, settings.port), credentials)
        if not bound:
            reason = address.why_not(host, settings.port)
            shown = address.shown(host, settings.port)
            raise AddressInUse(f"cannot listen on {shown}: {reason}")
        where = address.shown(host, bound)
    return where


def _bind(server: grpc.Server, where: str, credentials: grpc.ServerCredentials | None) -> int:
    """The port that was bound, or 0; a unix socket has 1."""
    try:
        if credentials is None:
            return server.add_insecure_port(where)
        return server.add_secure_port(where, credentials)
    except RuntimeError:
        return 0


def pin(index: int) -> None:
    """Keep this process on one of the cores that it may use.

    With one core the interpreter's threads do not hand its lock across cores, which costs
    more than the calls themselves.

    Args:
        index: which worker this is; workers go to different cores.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[index % len(cores)]})


class Signals:
    """SIGINT and SIGTERM stop the service; SIGHUP has it read cards and certificates anew."""

    def __init__(self) -> None:
        """Take the signals over, from now on."""
        self._wake = threading.Event()
        self.stopped = False
        self._reload = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._on_reload)

    def wait(self) -> bool:
        """Wait for a signal.

        Returns:
            True to read anew and go on, False to stop.
        """
        while not self.stopped and not self._reload:
            self._wake.wait()
            self._wake.clear()
        again, self._reload = self._reload, False
        return again and not self.stopped

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        self._wake.set()

    def _on_reload(self, number: int, frame: FrameType | None) -> None:
        self._reload = True
        self._wake.set()


def run_until_stopped(running: Running, signals: Signals) -> None:
    """Serve until a signal says to stop; then drain.

    Health says NOT_SERVING first, and calls go on being answered for a while, so that those
    who look there go elsewhere; then streams are told, and calls in flight finish.
    """
    watch = running.cards.watch()
    while signals.wait():
        running.cards.reload()
    log.info("stopping", drain=running.settings.drain, grace=running.settings.grace)
    running.health.stopping()
    time.sleep(running.settings.drain)
    running.player.stop()
    running.cards.stop()
    running.server.stop(running.settings.grace).wait()
    watch.join(1.0)
    if running.settings.socket is not None:
        running.settings.socket.unlink(missing_ok=True)
