"""Faults of the service's own processes and of what is around them."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from faults.load import Load
from faults.outcome import Outcome, Size
from faults.processes import Process, envoy, free_port, service, wait_until

CARD = """Name:Fault Finder
ManaCost:1 U
Types:Creature Rat Ninja
PT:2/1
K:Ninjutsu:1 U
Oracle:Ninjutsu {1}{U}
"""


def killed_workers(size: Size) -> Outcome:
    """SIGKILL of a worker of two, again and again."""
    with service("--workers", "2") as served, Load(served.address, size.clients) as load:
        for _ in range(size.times):
            before = set(served.workers())
            victim = min(before)
            os.kill(victim, signal.SIGKILL)
            load.go_on(size.seconds)
            wait_until(lambda gone=victim: _replaced(served, gone), "another worker")  # type: ignore[misc]
        load.stop()
        return Outcome.of(load.counts, f"{size.times} workers killed, each replaced")


def _replaced(served: Process, gone: int) -> bool:
    workers = served.workers()
    return len(workers) == 2 and gone not in workers


def killed_replicas(size: Size) -> Outcome:
    """SIGKILL of one of two replicas behind Envoy, and another in its place, by turns."""
    ports = (free_port(), free_port())
    replicas = [Replica(port) for port in ports]
    with _started(replicas), envoy([each.address for each in replicas]) as front:
        with Load(front.address, size.clients) as load:
            for number in range(size.times):
                victim = replicas[number % 2]
                victim.process.signal(signal.SIGKILL)
                load.go_on(size.seconds)
                victim.restart()
                # Health checks see it within a second, and ejection ends within five.
                load.go_on(size.recovery)
            load.stop()
        return Outcome.of(load.counts, f"{size.times} replicas killed")


def hung_replicas(size: Size) -> Outcome:
    """SIGSTOP of one of two replicas behind Envoy, and SIGCONT, by turns."""
    with service() as first, service() as second:
        replicas = (first, second)
        with envoy([each.address for each in replicas]) as front:
            with Load(front.address, size.clients) as load:
                for number in range(size.times):
                    victim = replicas[number % 2]
                    victim.signal(signal.SIGSTOP)
                    try:
                        load.go_on(size.seconds)
                    finally:
                        victim.signal(signal.SIGCONT)
                    load.go_on(size.recovery)
                load.stop()
            return Outcome.of(load.counts, f"{size.times} replicas stopped and continued")


class Replica:
    """A service on one port that can be started again.

    Attributes:
        address: where it listens, always.
        process: the process that does so now.
    """

    def __init__(self, port: int) -> None:
        self.address = f"127.0.0.1:{port}"
        self._port = port
        self._open = service(port=port)
        self.process = self._open.__enter__()

    def restart(self) -> None:
        """Take the place of the process that was killed."""
        self.end()
        self._open = service(port=self._port)
        self.process = self._open.__enter__()

    def end(self) -> None:
        """Stop it."""
        self._open.__exit__(None, None, None)


@contextmanager
def _started(replicas: list[Replica]) -> Iterator[None]:
    try:
        yield
    finally:
        for each in replicas:
            each.end()


def full_disk(size: Size) -> Outcome:
    """A log that cannot be written, a line for every call."""
    full = Path("/dev/full")
    flags = ("--log-calls", "--log-level", "debug", "--log-format", "json")
    with service(*flags, log=full) as served, Load(served.address, size.clients) as load:
        load.go_on(size.seconds * size.times)
        load.stop()
        return Outcome.of(load.counts, "a line for each call, none of which could be written")


def lost_cards(size: Size) -> Outcome:
    """The folder of cards goes, and comes back, while it is watched."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "cards"
        _write(folder)
        with (
            service("--cards", str(folder), "--workers", "2") as served,
            Load(served.address, size.clients) as load,
        ):
            for _ in range(size.times):
                shutil.rmtree(folder)
                load.go_on(size.seconds)
                _write(folder)
                load.go_on(size.seconds)
            load.stop()
        return Outcome.of(load.counts, f"the folder taken away and put back {size.times} times")


def _write(folder: Path) -> None:
    with suppress(FileExistsError):
        folder.mkdir()
    (folder / "fault_finder.txt").write_text(CARD, encoding="utf-8")
