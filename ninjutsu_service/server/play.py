"""The Play stream: one combat, its state kept by the server between commands."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from enum import Enum
from functools import partial
from queue import Empty, SimpleQueue

import grpc
import structlog

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.server import metrics, receiving, status
from ninjutsu_service.server.deadline import Deadline
from ninjutsu_service.server.limits import Limits
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.wire import Unread, all_read
from ninjutsu_service.session import Session, parts_of

log = structlog.get_logger()


class _Told(Enum):
    """What a stream is told while it waits."""

    CAME = 1
    STOP = 2


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
        self._open: set[SimpleQueue[_Told]] = set()
        self._lock = threading.Lock()
        self._stopping = False

    def stop(self) -> None:
        """Tell every stream that the server stops: it ends after the command in hand."""
        with self._lock:
            self._stopping = True
            for told in self._open:
                told.put(_Told.STOP)

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
        """The client's commands; a long silence ends the stream."""
        told: SimpleQueue[_Told] = SimpleQueue()
        with self._lock:
            self._open.add(told)
        try:
            _ask(requests, told)
            while not self._stopping:
                try:
                    if told.get(timeout=self.idle_seconds) is _Told.STOP:
                        continue
                    command = receiving.received(requests)
                except Empty:
                    raise status.idle(self.idle_seconds) from None
                except grpc.RpcError:
                    log.debug("a client went away")
                    return
                if command is receiving.MISSING:
                    return
                # The next one may come while this one is answered.
                _ask(requests, told)
                yield command
            raise status.stopping()
        finally:
            with self._lock:
                self._open.discard(told)


def _ask(requests: Requests, told: SimpleQueue[_Told]) -> None:
    """Have it told when the next command has come, or the end of them."""
    if not receiving.ask(requests, partial(told.put, _Told.CAME)):
        told.put(_Told.CAME)
