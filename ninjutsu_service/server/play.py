"""The Play stream: one combat, its state kept by the server between commands."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Full, Queue

import grpc
import structlog

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.payment import PaymentTooComplex
from ninjutsu_service.server import status
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.wire import Unparsable
from ninjutsu_service.session import Session
from ninjutsu_service.state.faults import InvalidRequest

log = structlog.get_logger()

MAX_STREAMS = 64
"""How many streams one peer may have open."""

IDLE_SECONDS = 300.0
"""How long a stream may say nothing before it is ended."""

READ_AHEAD = 8
"""How many commands are read before they are answered."""

_END = object()
_STOP = object()


class Player:
    """Answers Play streams.

    Attributes:
        idle_seconds: how long a stream may be silent.
        max_streams: how many one peer may have open.
    """

    def __init__(
        self,
        cards: LivePool,
        idle_seconds: float = IDLE_SECONDS,
        max_streams: int = MAX_STREAMS,
    ) -> None:
        self._cards = cards
        self.idle_seconds = idle_seconds
        self.max_streams = max_streams
        self._peers: Counter[str] = Counter()
        self._open: set[Queue[object]] = set()
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Tell every stream that the server stops: it ends after the command in hand."""
        with self._lock:
            for arrived in self._open:
                with suppress(Full):
                    arrived.put_nowait(_STOP)

    def play(
        self, requests: Iterator[wire.PlayRequest | Unparsable], context: grpc.ServicerContext
    ) -> Iterator[wire.PlayResponse]:
        """One response for each request, in order, until the client is done.

        A refused command leaves the stream usable; a state that contradicts itself ends it.
        """
        peer = host_of(context.peer())
        with self._lock:
            full = self._peers[peer] >= self.max_streams
            self._peers[peer] += not full
        if full:
            message = f"max_streams: this peer has {self.max_streams} streams open already"
            status.exhausted(context, "MAX_STREAMS", message)
        try:
            yield from self._play(requests, context)
        finally:
            with self._lock:
                self._peers[peer] -= 1
                if not self._peers[peer]:
                    del self._peers[peer]

    def _play(
        self, requests: Iterator[wire.PlayRequest | Unparsable], context: grpc.ServicerContext
    ) -> Iterator[wire.PlayResponse]:
        session = Session(self._cards.edition.rulebook)
        language = language_of(context)
        for request in self._commands(requests, context):
            if isinstance(request, Unparsable):
                status.unparsable(context, request.type_name)
            try:
                yield session.do(request, language)
            except InvalidRequest as invalid:
                status.reject(context, invalid.faults)
            except (PaymentTooComplex, TooMuchWork) as too_much:
                status.exhausted(context, too_much.reason, str(too_much))

    def _commands(
        self, requests: Iterator[wire.PlayRequest | Unparsable], context: grpc.ServicerContext
    ) -> Iterator[wire.PlayRequest | Unparsable]:
        """The client's commands; a long silence ends the stream.

        Waiting for the next command cannot be interrupted, so a thread of its own waits; it
        reads a few commands ahead, no more, and ends with the stream.
        """
        arrived: Queue[object] = Queue(READ_AHEAD)
        over = threading.Event()
        with self._lock:
            self._open.add(arrived)
        threading.Thread(
            target=_read, args=(requests, arrived, over), name="play", daemon=True
        ).start()
        try:
            while True:
                try:
                    command = arrived.get(timeout=self.idle_seconds)
                except Empty:
                    status.idle(context, self.idle_seconds)
                if command is _END:
                    return
                if command is _STOP:
                    status.stopping(context)
                yield command  # type: ignore[misc]
        finally:
            over.set()
            with self._lock:
                self._open.discard(arrived)


def _read(requests: Iterator[object], arrived: Queue[object], over: threading.Event) -> None:
    """Hand over what arrives, and an end where nothing more will."""
    try:
        for request in requests:
            _put(arrived, request, over)
            if over.is_set():
                return
    except grpc.RpcError:
        log.debug("a client went away")
    _put(arrived, _END, over)


def _put(arrived: Queue[object], item: object, over: threading.Event) -> None:
    while not over.is_set():
        try:
            arrived.put(item, timeout=1.0)
        except Full:
            continue
        return


def host_of(peer: str) -> str:
    """A peer without its port: "ipv4:10.0.0.1:54321" is "ipv4:10.0.0.1"."""
    return peer.rpartition(":")[0] if peer.startswith(("ipv4:", "ipv6:")) else peer
