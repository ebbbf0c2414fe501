"""What every method runs under: its threads, its limits, and who watches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc

from ninjutsu_service.server import status
from ninjutsu_service.server.observe import Observer
from ninjutsu_service.server.streams import Streams
from ninjutsu_service.server.threads import CallThreads, receive
from ninjutsu_service.server.wire import Behavior, Handler, on_threads, reading

Trace = Callable[[Handler, grpc.HandlerCallDetails], Handler]

OVERLOAD_THREADS = 2
"""Threads that say that too many calls wait, so that this is not waited for as well."""

WAITING_THREADS = 4
"""Threads for calls that wait, so that none of those that work waits behind them."""


class Host:
    """Puts around a method what every method has.

    Attributes:
        calls: the threads of unary calls.
        streams: the streams, with their threads.
        observer: records calls.
        largest_message: how many bytes of a message are read.
        max_calls: how many unary calls may wait or run.
        trace: makes a handler one that is traced; None where nothing is.
    """

    def __init__(
        self,
        calls: CallThreads,
        streams: Streams,
        observer: Observer,
        *,
        largest_message: int,
        max_calls: int,
        trace: Trace | None = None,
    ) -> None:
        self.calls = calls
        self.streams = streams
        self.observer = observer
        self.largest_message = largest_message
        self.max_calls = max_calls
        self.trace = trace
        self._waiting = CallThreads(WAITING_THREADS, "waiting")
        # They read no request.
        self._overload = ThreadPoolExecutor(OVERLOAD_THREADS, "overload")

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """A method with one request and one answer: observed, on the threads of calls."""
        return self.calls.receiving(self.observer.unary(method, reading(behavior)))

    def waiting(self, method: str, behavior: Behavior) -> Behavior:
        """The same for one that may have to wait for its answer: on threads of their own."""
        return self._waiting.receiving(self.observer.unary(method, reading(behavior)))

    def watching(self, method: str, behavior: Behavior) -> Behavior:
        """A method with one request that answers with a stream, which is counted."""
        read = reading(behavior)

        def behave(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
            yield from read(receive(requests, context), context)

        return self._streaming(self.streams.watchers, method, behave, ends=True)

    def stream(self, method: str, behavior: Behavior, *, ends: bool = True) -> Behavior:
        """A method with a stream both ways: observed, counted, on a thread for each stream.

        Args:
            method: its name.
            behavior: what it does.
            ends: whether it ends by itself when the server stops.
        """
        return self._streaming(self.streams.threads, method, behavior, ends=ends)

    def _streaming(
        self, threads: ThreadPoolExecutor, method: str, behavior: Behavior, *, ends: bool
    ) -> Behavior:
        counted = self.streams.counted(behavior, ends=ends)
        return on_threads(threads, self.observer.stream(method, counted))

    def overload(self, method: str) -> Behavior:
        """What answers in place of a unary method while too many calls wait."""

        def behave(requests: Any, context: grpc.ServicerContext) -> Any:
            message = f"{self.max_calls} calls wait or are being answered, the most that may"
            raise status.over("max_calls", self.max_calls, message)

        return on_threads(self._overload, self.observer.unary(method, behave))

    def relieve(self, seconds: float) -> None:
        """End calls whose request did not come in so long: to be called each second or so."""
        for threads in (self.calls, self._waiting, self.streams.watchers):
            threads.relieve(seconds)

    def is_busy(self) -> bool:
        """Whether there are calls, or streams that will end by themselves."""
        return bool(self.calls.pending or self._waiting.pending or self.streams.ending)

    def is_full(self) -> bool:
        """Whether as many unary calls wait or run as may."""
        return self.calls.pending + self._waiting.pending >= self.max_calls

    def traced(self, handler: Handler, details: grpc.HandlerCallDetails) -> Handler:
        """The handler of one call, which makes a span where spans are made."""
        return handler if self.trace is None else self.trace(handler, details)
