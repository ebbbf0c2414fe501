"""The threads that answer calls, and how many calls they have before them."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import Any, cast

import grpc
import structlog

from ninjutsu_service.server import receiving
from ninjutsu_service.server.wire import Behavior, Gone, on_threads

log = structlog.get_logger()

RECEIVED = 256
"""How many calls may have requests here, or on their way: the requests of others wait outside."""

PATIENCE = 1.0
"""The seconds that a request may take to come while others wait outside for its place."""

SPARE_THREADS = 64
"""How many more threads there are where they have to wait for requests."""


class _Call:
    """A call on its way; to grpcio it is the `Future` that it asks to be told of the end."""

    __slots__ = ("_arguments", "_is_over", "_run", "_tell", "pool")

    def __init__(
        self, pool: CallThreads, run: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        self.pool = pool
        self._run = run
        self._arguments = arguments
        self._is_over = False
        self._tell: Callable[[Any], object] | None = None

    def receive(self) -> None:
        """Have its request received, and then a thread take it up."""
        if not receiving.begin(self._arguments, self._received):
            self._received()

    def _received(self) -> None:
        self.pool.take_up(self)

    def add_done_callback(self, tell: Callable[[Any], object]) -> None:
        """Call something when it is over."""
        with self.pool.counting:
            if not self._is_over:
                self._tell = tell
                return
        tell(self)

    def answer(self) -> None:
        """Answer it; what goes wrong in that is grpcio's matter."""
        try:
            self._run(*self._arguments)
        except BaseException as error:  # noqa: BLE001 - the thread is there for other calls
            kind = type(error).__name__
            log.error("a call would have ended its thread", error=kind)  # noqa: TRY400
        # What it holds holds it, too.
        self._arguments = ()
        with self.pool.counting:
            self._is_over = True
            tell = self._tell
        if tell is not None:
            tell(self)


class CallThreads(ThreadPoolExecutor):
    """The threads for calls with one request.

    A call is taken up when its request is there, so that clients that send nothing hold no
    thread; after a time their calls are ended. An executor's own threads would do, but its
    futures and semaphores cost as much as everything else that is done around a call.

    Attributes:
        pending: how many calls wait or run.
        counting: to be held by who changes that.
    """

    def __init__(self, count: int, name: str) -> None:
        super().__init__(max_workers=count, thread_name_prefix=name)
        self.pending = 0
        self.counting = threading.Lock()
        self._name = name
        self._count = count if receiving.fits() else count + SPARE_THREADS
        self._made = 0
        self._most = max(RECEIVED, self._count)
        self._later: deque[_Call] = deque()
        self._coming: dict[_Call, float] = {}
        self._queue: SimpleQueue[_Call | None] = SimpleQueue()
        weakref.finalize(self, _dismiss, self._queue, self._count)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a call answered when its request is there and a thread is free."""
        call = _Call(self, partial(fn, **kwargs) if kwargs else fn, args)
        with self.counting:
            self.pending += 1
            waits = self.pending > self._most
            if waits:
                self._later.append(call)
            is_made = self._made >= min(self.pending, self._count)
            self._made += not is_made
        if not is_made:
            name = f"{self._name}_{self._made}"
            threading.Thread(target=_work, args=(self._queue,), name=name, daemon=True).start()
        if not waits:
            self._receive(call)
        return cast("Future[Any]", call)

    def _receive(self, call: _Call) -> None:
        self._coming[call] = monotonic()
        call.receive()

    def ended(self) -> None:
        """A call has been answered: another one's request may come."""
        with self.counting:
            self.pending -= 1
            later = self._later.popleft() if self._later else None
        if later is not None:
            self._receive(later)

    def take_up(self, call: _Call) -> None:
        """Have a thread take up a call, unless one was told to before."""
        if self._coming.pop(call, None) is not None:
            self._queue.put(call)

    def receiving(self, behavior: Behavior) -> Behavior:
        """A method that takes a stream, of one that takes the one request in it, or `Unread`."""

        def behave(requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
            return behavior(receive(requests, context), context)

        return on_threads(self, behave)

    def relieve(self, seconds: float) -> None:
        """End calls whose request did not come in so long: to be called each second or so."""
        until = monotonic() - (min(seconds, PATIENCE) if self._later else seconds)
        for call, began in self._coming.copy().items():
            if began < until:
                self.take_up(call)


def receive(requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
    """The one request of a call, on the thread that answers it: a message, or `Unread`."""
    try:
        request = receiving.received(requests)
    except grpc.RpcError:
        return Gone(late=context.time_remaining() <= 0)
    if request is None:
        # It was given up.
        context.cancel()
        return Gone(late=False)
    return request


def _work(calls: SimpleQueue[_Call | None]) -> None:
    """Answer calls until there are no more."""
    while (call := calls.get()) is not None:
        call.answer()
        call.pool.ended()
        # Until the next one comes, it would be kept otherwise.
        del call


def _dismiss(calls: SimpleQueue[_Call | None], count: int) -> None:
    """Let threads go that nobody can give calls any more."""
    for _ in range(count):
        calls.put(None)
