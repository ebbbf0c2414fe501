"""The Play stream: one combat, its state kept by the server between commands."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Empty, Full, Queue

import grpc
import structlog

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.rules.payment import PaymentTooComplex
from ninjutsu_service.server import status
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.wire import Unparsable
from ninjutsu_service.session import Session
from ninjutsu_service.state.faults import InvalidRequest

log = structlog.get_logger()

IDLE_SECONDS = 300.0
"""How long a stream may say nothing before it is ended."""

READ_AHEAD = 8
"""How many commands are read before they are answered."""

_END = object()


class Player:
    """Answers Play streams.

    Attributes:
        idle_seconds: how long a stream may be silent.
    """

    def __init__(self, cards: LivePool, idle_seconds: float = IDLE_SECONDS) -> None:
        self._cards = cards
        self.idle_seconds = idle_seconds

    def play(
        self, requests: Iterator[wire.PlayRequest | Unparsable], context: grpc.ServicerContext
    ) -> Iterator[wire.PlayResponse]:
        """One response for each request, in order, until the client is done.

        A refused command leaves the stream usable; a state that contradicts itself ends it.
        """
        session = Session(self._cards.edition.rulebook)
        language = language_of(context)
        for request in self._commands(requests, context):
            if isinstance(request, Unparsable):
                status.unparsable(context, request.type_name)
            try:
                yield session.do(request, language)
            except InvalidRequest as invalid:
                status.reject(context, invalid.faults)
            except PaymentTooComplex as complex_payment:
                status.exhausted(context, "PAYMENT_TOO_COMPLEX", str(complex_payment))

    def _commands(
        self, requests: Iterator[wire.PlayRequest | Unparsable], context: grpc.ServicerContext
    ) -> Iterator[wire.PlayRequest | Unparsable]:
        """The client's commands; a long silence ends the stream.

        Waiting for the next command cannot be interrupted, so a thread of its own waits; it
        reads a few commands ahead, no more, and ends with the stream.
        """
        arrived: Queue[object] = Queue(READ_AHEAD)
        over = threading.Event()
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
                yield command  # type: ignore[misc]
        finally:
            over.set()


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
