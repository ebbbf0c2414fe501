"""The processes of a measurement: the servers that are compared, and the client that loads them.

Each is a process of its own, told what to do through a pipe. The servers answer on one core,
the client asks on another.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import grpc
from google.protobuf.message import Message

from benchmarks.machine import pin
from benchmarks.workloads import METHODS, PREFIX, Workload
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server import app

IN_FLIGHT = 16
"""Calls that the client keeps waiting at once."""

ECHO_THREADS = 4

_spawn = get_context("spawn")


class Worker:
    """A process that answers one command at a time.

    Use it as a context: leaving it ends the process.
    """

    def __init__(self, target: Callable[..., None], *arguments: Any) -> None:
        self._pipe, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=target, args=(theirs, *arguments), daemon=True)

    def __enter__(self) -> Worker:
        self._process.start()
        self.ask("ready")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pipe.send(("end", ()))
        self._process.join(timeout=10)
        if self._process.is_alive():
            self._process.kill()

    def ask(self, command: str, *arguments: Any) -> Any:
        """What the process answers.

        Raises:
            RuntimeError: it has failed.
        """
        self._pipe.send((command, arguments))
        try:
            return self._pipe.recv()
        except (EOFError, ConnectionError):
            raise RuntimeError("a process of the measurement has ended; see above") from None


def _obey(pipe: Connection, commands: dict[str, Callable[..., Any]]) -> None:
    while True:
        command, arguments = pipe.recv()
        if command == "end":
            return
        pipe.send(commands[command](*arguments))


def service(pipe: Connection) -> None:
    """The real server, as `ninjutsu serve` starts it."""
    pin(0)
    running = app.start(app.load_rulebook())
    _obey(pipe, {**_COMMON, "address": lambda: running.address, "use": lambda workload: None})
    running.server.stop(0).wait()


def echo(pipe: Connection) -> None:
    """What gRPC itself costs: parses the request, answers with what the service would.

    It runs in the fastest mode that was found: one process on one core with a few threads.
    """
    pin(0)
    rulebook = app.load_rulebook()
    answers: dict[str, Message] = {}

    def handler(name: str) -> grpc.RpcMethodHandler[Any, Any]:
        method = METHODS[name]
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: answers[name],
            request_deserializer=method.request.FromString,
            response_serializer=method.response.SerializeToString,
        )

    server = grpc.server(ThreadPoolExecutor(ECHO_THREADS), options=(("grpc.so_reuseport", 0),))
    handlers = {name: handler(name) for name in METHODS}
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(PREFIX.strip("/"), handlers),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()

    def use(workload: Workload) -> None:
        answers[workload.name] = workload.answer(rulebook)

    _obey(pipe, {**_COMMON, "address": lambda: f"127.0.0.1:{port}", "use": use})
    server.stop(0).wait()


_COMMON: dict[str, Callable[..., Any]] = {"ready": lambda: True, "cpu": time.process_time}


@dataclass(frozen=True, slots=True)
class Sent:
    """What the client saw of some calls.

    Attributes:
        calls: how many, all answered.
        seconds: from the first to the last.
        request_bytes, answer_bytes: of one call, on average.
    """

    calls: int
    seconds: float
    request_bytes: float
    answer_bytes: float


class _Client:
    """Sends requests made beforehand, as bytes, and reads answers as bytes."""

    def __init__(self) -> None:
        self._rulebook: Rulebook = app.load_rulebook()
        self._runner = asyncio.Runner()
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._requests: list[bytes] = []
        self._path = ""

    def prepare(self, workload: Workload, first: int, count: int) -> None:
        """Make the requests that the next calls of `send` use."""
        self._requests = workload.requests(self._rulebook, first, count)
        self._path = workload.path

    def send(self, address: str) -> Sent:
        """Send them all, `IN_FLIGHT` at a time; any status but OK ends the measurement."""
        return self._runner.run(self._send(address))

    async def _send(self, address: str) -> Sent:
        channel = self._channels.get(address)
        if channel is None:
            channel = self._channels[address] = grpc.aio.insecure_channel(address)
            await channel.channel_ready()
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(self._path)
        left = iter(self._requests)
        received = 0

        async def keep_asking() -> None:
            nonlocal received
            for request in left:
                answer = await call(request)
                received += len(answer)

        began = time.perf_counter()
        await asyncio.gather(*(keep_asking() for _ in range(IN_FLIGHT)))
        seconds = time.perf_counter() - began
        count = len(self._requests)
        return Sent(count, seconds, sum(map(len, self._requests)) / count, received / count)

    async def _close(self) -> None:
        for channel in self._channels.values():
            await channel.close()

    def close(self) -> None:
        """Close the channels."""
        self._runner.run(self._close())
        self._runner.close()


def client(pipe: Connection) -> None:
    """The client, on a core of its own."""
    pin(1)
    sender = _Client()
    _obey(pipe, {"ready": lambda: True, "prepare": sender.prepare, "send": sender.send})
    sender.close()
