"""Building the server, running it, and stopping it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import structlog
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from ninjutsu_service.cards.pool import bundled_path
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server import metrics, receiving
from ninjutsu_service.server.address import AddressInUse
from ninjutsu_service.server.card_pool import CardPoolServicer
from ninjutsu_service.server.certificates import Certificates
from ninjutsu_service.server.health import SERVICES, Health
from ninjutsu_service.server.hosting import Host
from ninjutsu_service.server.limits import Limits
from ninjutsu_service.server.listening import listen
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.observe import Observer
from ninjutsu_service.server.play import Player
from ninjutsu_service.server.servicer import NinjutsuServicer
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.signals import RELOAD, STOP, Signals
from ninjutsu_service.server.streams import Streams
from ninjutsu_service.server.threads import CallThreads
from ninjutsu_service.server.wire import LARGEST

if TYPE_CHECKING:
    from ninjutsu_service.server.traces import Traces

__all__ = [
    "AddressInUse",
    "Running",
    "build",
    "load_cards",
    "load_rulebook",
    "run_until_stopped",
    "start",
]

log = structlog.get_logger()

TICK_SECONDS = 1.0
"""How often the main thread looks around while it waits for signals."""

MARGIN = 1000
"""How many calls more than may be may wait for being told so, and how many watch health."""

FLUSH_SECONDS = 0.2
"""How long the last answers may take to leave, once they are given."""

LEAST_PING_MS = 10_000
"""How often clients may ask by HTTP/2 pings whether the server is there."""

PING_MS = 60_000
"""How often the server asks: a client that vanished must not keep its streams."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that accepts calls.

    Attributes:
        server: to stop it.
        address: host and port as bound, or the socket where there is no port.
        cards: what it answers by.
        player: its Play streams.
        health: what it says of itself.
        host: its threads and limits.
        settings: how it runs.
        certificates: its identity; None without TLS.
        traces: where its spans go; None without traces.
    """

    server: grpc.Server
    address: str
    cards: LivePool
    player: Player
    health: Health
    host: Host
    settings: Settings
    certificates: Certificates | None = None
    traces: Traces | None = None


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


def build(
    settings: Settings,
    cards: LivePool,
    *,
    share_port: bool = False,
    traces: Traces | None = None,
) -> Running:
    """Start a server.

    Args:
        settings: how it runs; workers do not count here.
        cards: the cards and the keywords.
        share_port: other processes listen on the same port; it has been reserved for them.
        traces: where spans go; None as the settings say.

    Raises:
        AddressInUse: the address cannot be bound.
        SettingsError: certificates that cannot be used.
    """
    if not receiving.fits():
        # Everything is answered still.
        log.warning("this grpcio is another inside: clients that send nothing hold threads")
    certificates = Certificates.of(settings)
    traces = traces or _traces(settings)
    host = _host(settings, traces)
    server = grpc.server(
        host.calls,
        options=_options(settings, share_port=share_port),
        # Beyond what the settings allow, and those that are being told so, gRPC refuses by itself.
        maximum_concurrent_rpcs=settings.max_calls + settings.max_streams_in_all + MARGIN,
    )
    limits = Limits.of(settings)
    player = Player(cards, limits, settings.stream_idle, settings.max_seconds)
    health = Health()
    server.add_generic_rpc_handlers(
        (
            NinjutsuServicer(cards, player, limits, settings.max_seconds).handler(host),
            CardPoolServicer(cards, settings.max_seconds).handler(host),
            health.handler(),
        )
    )
    _reflect(server, host)
    where = listen(server, settings, certificates, share_port=share_port)
    server.start()
    health.serving()
    version = metrics.PoolVersion()
    cards.tell(lambda edition: version.loaded(edition.pool.version, len(edition.pool)))
    return Running(server, where, cards, player, health, host, settings, certificates, traces)


def _traces(settings: Settings) -> Traces | None:
    if not settings.traces:
        return None
    # The libraries are an extra: they are there where they were asked for.
    from ninjutsu_service.server.traces import Traces  # noqa: PLC0415

    return Traces.to_collector()


def _host(settings: Settings, traces: Traces | None) -> Host:
    return Host(
        CallThreads(settings.threads, "call"),
        Streams(settings.max_streams, settings.max_streams_in_all),
        Observer(
            settings.slow_seconds,
            log_calls=settings.log_calls,
            on_failure=None if traces is None else traces.failed,
        ),
        largest_message=settings.max_message_bytes,
        max_calls=settings.max_calls,
        trace=None if traces is None else traces.traced,
    )


def _options(settings: Settings, *, share_port: bool) -> list[tuple[str, int]]:
    return [
        # Sharing the port is on by default: a stray second server would take half the calls.
        ("grpc.so_reuseport", int(share_port)),
        # Up to twice what is read arrives, so that the answer can name the setting; gRPC itself
        # refuses what is larger still.
        ("grpc.max_receive_message_length", min(2 * settings.max_message_bytes, LARGEST)),
        ("grpc.max_send_message_length", -1),
        ("grpc.keepalive_time_ms", PING_MS),
        ("grpc.keepalive_permit_without_calls", 1),
        # Otherwise a client that asks each minute on a silent stream is thrown out as a nuisance.
        ("grpc.http2.min_ping_interval_without_data_ms", LEAST_PING_MS),
    ]


def _reflect(server: grpc.Server, host: Host) -> None:
    """Answer reflection, on the threads of streams: a tool may keep its stream open."""
    servicer = reflection.ReflectionServicer((*SERVICES, reflection.SERVICE_NAME))
    servicer.ServerReflectionInfo = host.stream(
        "ServerReflectionInfo", servicer.ServerReflectionInfo, ends=False
    )
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(servicer, server)


def run_until_stopped(
    running: Running, signals: Signals, tick: Callable[[], bool] = lambda: True
) -> None:
    """Serve until a signal says to stop; then drain.

    Args:
        running: the server.
        signals: where signals arrive.
        tick: called each second; False stops as well.
    """
    running.cards.check()
    watch = running.cards.watch() if running.settings.watch else None
    while True:
        came = signals.wait(TICK_SECONDS)
        relieve(running)
        if came & STOP or not tick():
            break
        if came & RELOAD:
            reload(running)
    drain(running)
    if watch is not None:
        watch.join(TICK_SECONDS)


def reload(running: Running) -> None:
    """Read cards and certificates anew; what cannot be read stays as it was."""
    log.info("reloading")
    running.cards.reload_safely()
    if running.certificates is not None:
        running.certificates.reload()


def relieve(running: Running) -> None:
    """End calls whose request has not come: to be called each second or so."""
    running.host.relieve(running.settings.max_seconds)
    running.health.relieve(running.settings.max_seconds)


def drain(running: Running) -> None:
    """Stop without a lost call.

    Health says NOT_SERVING first, and calls go on being answered for a while, so that those
    who look there go elsewhere; then streams are told, and calls in flight finish. What is
    open still after that says nothing of a game: somebody watches health, or reflects.
    """
    settings = running.settings
    log.info("stopping", drain=settings.drain, grace=settings.grace)
    running.health.stopping()
    time.sleep(settings.drain)
    running.player.stop()
    running.cards.stop()
    stopped = running.server.stop(settings.grace)
    until = time.monotonic() + settings.grace
    while running.host.is_busy() and time.monotonic() < until:
        if stopped.wait(0.02):
            break
        relieve(running)
    running.server.stop(FLUSH_SECONDS)
    stopped.wait()
    if running.traces is not None:
        running.traces.stop()
    log.info("stopped")
