"""Signals, for a main thread that waits for them."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType

STOP = frozenset((signal.SIGINT, signal.SIGTERM))
"""They stop the service."""

RELOAD = frozenset((signal.SIGHUP,))
"""They have it read cards and certificates anew."""

ALL = STOP | RELOAD


class Signals:
    """Takes signals over, from now on, and keeps those that came until they are asked for.

    A handler that would set an event could find its lock held by the thread that it interrupts;
    the interpreter writes each signal's number into a pipe instead.
    """

    def __init__(self, numbers: Iterable[signal.Signals] = ALL) -> None:
        self._read, write = os.pipe()
        for end in (self._read, write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for number in numbers:
            signal.signal(number, _taken)

    def wait(self, seconds: float) -> set[int]:
        """Wait for signals, at most so long.

        Returns:
            Those that came since the last time.
        """
        select.select([self._read], [], [], seconds)
        came: set[int] = set()
        with suppress(BlockingIOError):
            came.update(os.read(self._read, 4096))
        return came


def _taken(number: int, frame: FrameType | None) -> None:
    """The pipe says it."""
