"""Which core a process stays on.

With one core the interpreter's threads do not hand its lock from core to core, which costs more
than a call itself. But a process that stays where it is cannot get out of the way of another:
so the core is the least busy one, and is changed where something else has begun to use it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")

LOOK_SECONDS = 0.05
"""How long it is looked which cores are the least busy, at the start."""

AGAIN_SECONDS = 5.0
"""How long a core is watched before it may be changed."""

CROWDED = 0.25
"""Of a core's time, how much others may have of it before another core is looked for."""


def idle_cores(count: int, proc: Path = PROC) -> list[int]:
    """The least busy cores that this process may use, for so many processes.

    Returns:
        A core for each; several have the same where there are too few. None at all where there
        is nothing to choose from, or processes cannot be kept on one.
    """
    cores = _allowed()
    if len(cores) < 2:
        return []
    before = _busy_seconds(proc)
    time.sleep(LOOK_SECONDS)
    now = _busy_seconds(proc)
    # Where all are idle, services that begin at once begin at different ones.
    start = os.getpid() % len(cores)
    ranked = sorted(
        cores[start:] + cores[:start],
        key=lambda core: round(now.get(core, 0.0) - before.get(core, 0.0), 2),
    )
    return [ranked[number % len(ranked)] for number in range(count)]


class Pinning:
    """Keeps this process on one core, for as long as it has it nearly for itself.

    Attributes:
        core: which one; None where processes cannot be kept on one.
    """

    def __init__(self, core: int, proc: Path = PROC) -> None:
        """Stay on a core from now on."""
        self._proc = proc
        self._cores = _allowed()
        self.core: int | None = None
        # Of two that are in each other's way, one goes first.
        self._patience = AGAIN_SECONDS + os.getpid() % 16 / 8
        self._busy, self._own, self._at = self._look()
        self._stay(core)

    def look(self) -> None:
        """Go elsewhere if others use this core, and another has more time left.

        It may be called as often as one likes.
        """
        if self.core is None or time.monotonic() < self._at + self._patience:
            return
        busy, own = self._since()
        others = busy.get(self.core, 0.0) - own
        best = min(self._cores, key=lambda core: busy.get(core, 0.0))
        if others > CROWDED and busy.get(best, 0.0) + CROWDED / 2 < others:
            self._stay(best)

    def _stay(self, core: int) -> None:
        """Keep every thread that there is on a core; threads to come follow."""
        threads = [0]
        with suppress(OSError):
            threads = [int(each.name) for each in (self._proc / "self/task").iterdir()]
        for thread in threads:
            try:
                os.sched_setaffinity(thread, {core})
            except ProcessLookupError:
                continue
            except OSError:
                # The cores that this process may use are others by now.
                self.core = None
                return
        self.core = core

    def _since(self) -> tuple[dict[int, float], float]:
        """The part of the time since the last look that each core was busy, and this process."""
        busy_before, own_before, at_before = self._busy, self._own, self._at
        self._busy, self._own, self._at = self._look()
        passed = max(self._at - at_before, 1e-3)
        busy = {
            core: (now - busy_before.get(core, now)) / passed for core, now in self._busy.items()
        }
        return busy, (self._own - own_before) / passed

    def _look(self) -> tuple[Mapping[int, float], float, float]:
        return _busy_seconds(self._proc), time.process_time(), time.monotonic()


def _allowed() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _busy_seconds(proc: Path) -> dict[int, float]:
    """How long each core has been busy since the system started."""
    try:
        lines = (proc / "stat").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    busy = {}
    for line in lines:
        name, *fields = line.split()
        if name.startswith("cpu") and name != "cpu" and len(fields) >= 8:
            user, nice, system, _idle, _wait, interrupts, soft, stolen = map(int, fields[:8])
            ticks = user + nice + system + interrupts + soft + stolen
            busy[int(name[3:])] = ticks / os.sysconf("SC_CLK_TCK")
    return busy
