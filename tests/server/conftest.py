"""A real server on a real port, clients with the generated stubs, and the command as a process."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import pytest

from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service.server.app import Running, build, start
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.boards import bundled
from tests.shared import ROOT


@pytest.fixture(scope="session")
def running() -> Iterator[Running]:
    """A server with the bundled cards, on a port of its own."""
    server = start(bundled())
    yield server
    server.server.stop(None).wait()


@pytest.fixture(scope="session")
def channel(running: Running) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(running.address) as opened:
        yield opened


@pytest.fixture(scope="session")
def stub(channel: grpc.Channel) -> service_pb2_grpc.NinjutsuServiceStub:
    return service_pb2_grpc.NinjutsuServiceStub(channel)


@pytest.fixture(scope="session")
def roomy() -> Iterator[service_pb2_grpc.NinjutsuServiceStub]:
    """A stub of a server that takes states as large as its messages may be."""
    settings = Settings(port=0, max_objects=100_000)
    server = build(settings, LivePool.of(bundled()))
    with grpc.insecure_channel(server.address) as opened:
        yield service_pb2_grpc.NinjutsuServiceStub(opened)
    server.server.stop(None).wait()


@dataclass
class Served:
    """`ninjutsu serve` as a process of its own, ready for calls.

    Attributes:
        process: the process; with workers, their parent.
        address: where it said that it listens.
        lines: what it has said so far, logs too.
    """

    process: subprocess.Popen[str]
    address: str = ""
    lines: list[str] = field(default_factory=list)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the exit status."""
        self.process.send_signal(number)
        return self.process.wait(timeout=60)

    def logged(self, event: str) -> list[dict[str, object]]:
        """The log lines of an event."""
        lines = [json.loads(line) for line in self.lines if line.startswith("{")]
        return [line for line in lines if line["event"] == event]

    def wait_until_logged(self, event: str, count: int = 1) -> list[dict[str, object]]:
        """Those lines, once there are so many."""
        wait_until(lambda: len(self.logged(event)) >= count, f"{count} lines {event!r}")
        return self.logged(event)

    def workers(self) -> list[int]:
        """The process ids of its workers, as the system knows them."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [int(child) for child in children.read_text().split()]


def wait_until(happened: Callable[[], object], what: str, seconds: float = 80.0) -> None:
    """Wait for something that other processes do."""
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, f"in {seconds:g} seconds there was not: {what}"
        time.sleep(0.02)


def command() -> list[str]:
    """The console script beside this Python; without one, what it calls."""
    script = shutil.which("ninjutsu", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-c", _CALL]


_CALL = "from ninjutsu_service.cli.main import main; main(prog_name='ninjutsu')"


def environment() -> dict[str, str]:
    """This process's, with the same modules to import."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LANG": "C.UTF-8"}


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [*command(), *arguments],
        cwd=ROOT,
        env={**environment(), **variables},
        text=True,
        capture_output=True,
        timeout=100,
    )


@contextmanager
def serving(*arguments: str, **variables: str) -> Iterator[Served]:
    """Run `ninjutsu serve` until the block ends."""
    process = subprocess.Popen(
        [*command(), "serve", *arguments],
        cwd=ROOT,
        env={**environment(), **variables},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    served = Served(process)
    # Somebody must read all the time: a full pipe would stop the service.
    reader = threading.Thread(target=_read, args=(served,), daemon=True)
    reader.start()
    try:
        wait_until(lambda: served.address or not reader.is_alive(), "an address")
        assert served.address, "".join(served.lines)
        yield served
    finally:
        _kill(served)
        process.wait()
        reader.join()
        assert process.stdout is not None
        process.stdout.close()


def _read(served: Served) -> None:
    assert served.process.stdout is not None
    for line in served.process.stdout:
        served.lines.append(line)
        found = re.search(r"listens on (\S+) with \d+ cards", line)
        if found:
            served.address = found[1]


def _kill(served: Served) -> None:
    """Kill a service, its workers first."""
    with suppress(OSError):
        for pid in served.workers():
            os.kill(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        served.process.kill()
