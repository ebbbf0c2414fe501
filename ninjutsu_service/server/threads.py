"""The threads that answer calls, and how many calls they have before them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import grpc

from ninjutsu_service.server.wire import Behavior, Gone, Missing, on_threads

STALLED_SECONDS = 0.05
"""How long a request may take to arrive before its thread counts as held."""

SPARE_THREADS = 256
"""How many more threads there may be while others are held by clients that send nothing."""

_MISSING = Missing()


class CallThreads(ThreadPoolExecutor):
    """A thread pool for calls with one request.

    A thread that waits for a request does nothing else. So that clients that stall cannot stop
    the others, there is one more thread for each that is held so; and after a time the call is
    ended.

    Attributes:
        pending: how many calls wait or run.
    """

    def __init__(self, count: int, name: str) -> None:
        super().__init__(max_workers=count, thread_name_prefix=name)
        self.pending = 0
        self._count = count
        self._counting = threading.Lock()
        self._growing = False
        self._receiving: dict[int, tuple[float, grpc.ServicerContext]] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a call answered when a thread is free."""
        with self._counting:
            self.pending += 1
        if self.pending > self._count:
            self._look_for_held()
        return super().submit(self._run, fn, *args, **kwargs)

    def receiving(self, behavior: Behavior) -> Behavior:
        """A method that takes a stream, of one that takes the one request in it, or `Unread`."""

        def behave(requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
            return behavior(self.receive(requests, context), context)

        return on_threads(self, behave)

    def receive(self, requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
        """The one request of a call, on the thread that answers it: a message, or `Unread`."""
        thread = threading.get_ident()
        self._receiving[thread] = monotonic(), context
        try:
            return next(requests, _MISSING)
        except grpc.RpcError:
            return Gone(late=context.time_remaining() <= 0)
        finally:
            del self._receiving[thread]

    def relieve(self, seconds: float) -> None:
        """End calls whose request did not come in so long, and see that others are answered.

        To be called each second or so.
        """
        now = monotonic()
        for began, context in self._receiving.copy().values():
            if now - began > seconds:
                context.cancel()
        if self.pending > self._count:
            self._look_for_held()

    def _held(self) -> int:
        """How many threads are held by clients that send nothing."""
        now = monotonic()
        return sum(now - began > STALLED_SECONDS for began, _ in self._receiving.copy().values())

    def _look_for_held(self) -> None:
        """Where calls wait and threads are held, make more threads until that is over."""
        if not self._held():
            return
        with self._counting:
            if self._growing:
                return
            self._growing = True
        threading.Thread(target=self._grow, name="spare threads", daemon=True).start()

    def _grow(self) -> None:
        """Make as many threads more as are held, while calls wait.

        A new thread may take up another call without a request, and be held as well: so it is
        looked again soon.
        """
        while True:
            held = self._held()
            with self._counting:
                if not held or self.pending <= self._count:
                    self._growing = False
                    return
            self._max_workers = self._count + min(held, SPARE_THREADS)
            for _ in range(held):
                # A thread is made as something is handed over.
                super().submit(_nothing)
            sleep(STALLED_SECONDS)

    def _run(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        try:
            return fn(*args, **kwargs)
        finally:
            with self._counting:
                self.pending -= 1


def _nothing() -> None:
    """What a new thread does first."""
