"""A real server on a real port, clients with the generated stubs, and the command as a process."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Served:
    """`ninjutsu serve` as a process of its own, ready for calls."""

    process: subprocess.Popen[str]
    address: str
    lines: list[str]

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the exit status."""
        self.process.send_signal(number)
        return self.process.wait(timeout=30)


def command() -> list[str]:
    """The console script beside this Python; without one, what it calls."""
    script = shutil.which("ninjutsu", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-c", _CALL]


_CALL = "from ninjutsu_service.cli.main import main; main(prog_name='ninjutsu')"


def environment() -> dict[str, str]:
    """This process's, with the same modules to import."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LANG": "C.UTF-8"}


@contextmanager
def serving(*arguments: str) -> Iterator[Served]:
    """Run `ninjutsu serve` until the block ends."""
    process = subprocess.Popen(
        [*command(), "serve", *arguments],
        cwd=ROOT,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        assert process.stdout is not None
        lines = []
        address = ""
        for line in process.stdout:
            lines.append(line)
            found = re.search(r"listens on (\S+) with \d+ cards", line)
            if found:
                address = found[1]
                break
        assert address, "".join(lines)
        yield Served(process, address, lines)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.communicate()


@pytest.fixture
def serve() -> Callable[..., object]:
    return serving
