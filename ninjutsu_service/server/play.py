"""The Play stream: one combat, its state kept by the server between commands."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Full, Queue

import grpc
import structlog

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.server import metrics, status
from ninjutsu_service.server.deadline import Deadline
from ninjutsu_service.server.limits import Limits
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.wire import Unread, all_read
from ninjutsu_service.session import Session, parts_of

log = structlog.get_logger()

READ_AHEAD = 8
"""How many commands are read before they are answered."""

_END = object()
_STOP = object()

Requests = Iterator[wire.PlayRequest | Unread]


class Player:
    """Answers Play streams.

    Attributes:
        idle_seconds: how long a stream may be silent.
        max_seconds: how long a command may take.
    """

    def __init__(
        self, cards: LivePool, limits: Limits, idle_seconds: float, max_seconds: float
    ) -> None:
        self._cards = cards
        self._limits = limits
        self.idle_seconds = idle_seconds
        self.max_seconds = max_seconds
        self._open: set[Queue[object]] = set()
        self._lock = threading.Lock()
        self._stopping = False

    def stop(self) -> None:
        """Tell every stream that the server stops: it ends after the command in hand."""
        with self._lock:
            self._stopping = True
            for arrived in self._open:
                # One that is full has something to wake up for.
                with suppress(Full):
                    arrived.put_nowait(_STOP)

    def play(
        self, requests: Requests, context: grpc.ServicerContext
    ) -> Iterator[wire.PlayResponse]:
        """One response for each request, in order, until the client is done.

        A refused command leaves the stream usable; a state that contradicts itself ends it.
        """
        deadline = Deadline(context, self.max_seconds)
        session = Session(self._cards.edition.rulebook, deadline.check)
        language = language_of(context)
        for request in all_read(self._commands(requests)):
            deadline.restart()
            _, command = parts_of(request)
            if command.HasField("state"):
                self._limits.check(command)
            response = session.do(request, language)
            metrics.command_answered()
            metrics.told(response)
            yield response

    def _commands(self, requests: Requests) -> Iterator[wire.PlayRequest | Unread]:
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
            while not self._stopping:
                try:
                    command = arrived.get(timeout=self.idle_seconds)
                except Empty:
                    raise status.idle(self.idle_seconds) from None
                if command is _END:
                    return
                if command is not _STOP:
                    yield command  # type: ignore[misc]
            raise status.stopping()
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
