"""The threads that answer calls, and how many calls they have before them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class CallThreads(ThreadPoolExecutor):
    """A thread pool that knows how many of its calls wait or run.

    Attributes:
        pending: that many.
    """

    def __init__(self, count: int, name: str) -> None:
        super().__init__(max_workers=count, thread_name_prefix=name)
        self.pending = 0
        self._counting = threading.Lock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a call answered when a thread is free."""
        with self._counting:
            self.pending += 1
        return super().submit(self._run, fn, *args, **kwargs)

    def _run(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        try:
            return fn(*args, **kwargs)
        finally:
            with self._counting:
                self.pending -= 1
