"""What happens often and is told seldom."""

from __future__ import annotations

import threading
from time import monotonic


class Seldom:
    """Lets one of many through, and counts the others."""

    def __init__(self, seconds: float) -> None:
        """Let one through in so many seconds."""
        self._seconds = seconds
        self._next = 0.0
        self._left_out = 0
        self._lock = threading.Lock()

    def due(self) -> int | None:
        """Whether to tell of this one.

        Returns:
            How many there have been since the last that was told; None to leave this one out.
        """
        now = monotonic()
        with self._lock:
            if now < self._next:
                self._left_out += 1
                return None
            self._next = now + self._seconds
            left_out, self._left_out = self._left_out, 0
            return left_out
