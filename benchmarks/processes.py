"""The processes of a measurement: the servers that are compared, and the client that loads them.

Each is a process of its own, told what to do through a pipe. The servers answer on one core,
the client asks on another.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any
from unittest.mock import patch

import grpc
from google.protobuf.message import Message

from benchmarks.load import Client
from benchmarks.machine import pin
from benchmarks.workloads import METHODS, PREFIX, Workload
from ninjutsu_service.server import app, log
from ninjutsu_service.server.observe import Observer
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.wire import Behavior

ECHO_THREADS = 4

_spawn = get_context("spawn")


class Worker:
    """A process that answers one command at a time.

    Use it as a context: leaving it ends the process.
    """

    def __init__(self, target: Callable[..., None], **options: Any) -> None:
        self._pipe, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=target, args=(theirs,), kwargs=options, daemon=True)

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
        with suppress(OSError):
            # One that has failed is gone already.
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


def obey(pipe: Connection, commands: dict[str, Callable[..., Any]]) -> None:
    """Do what is asked through the pipe, until the end."""
    while True:
        command, arguments = pipe.recv()
        if command == "end":
            return
        pipe.send(commands[command](*arguments))


def service(pipe: Connection, *, observed: bool = True, log_calls: bool = False) -> None:
    """The real server, as `ninjutsu serve` starts it.

    Args:
        pipe: to be told what to do.
        observed: with metrics and logs, as ever; no setting switches both off.
        log_calls: with a line for every call.
    """
    pin(0)
    log.configure("info", "json")
    settings = Settings(port=0, log_calls=log_calls)
    with nullcontext() if observed else patch.object(app, "Observer", Unobserved):
        running = app.build(settings, app.load_cards())
    # What is logged is part of the work, and of no interest here.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    obey(pipe, {**_COMMON, "address": lambda: running.address, "use": lambda workload: None})
    running.server.stop(0).wait()


class Unobserved(Observer):
    """Keeps no record of calls that are answered."""

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """The method itself."""
        return behavior


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

    obey(pipe, {**_COMMON, "address": lambda: f"127.0.0.1:{port}", "use": use})
    server.stop(0).wait()


_COMMON: dict[str, Callable[..., Any]] = {"ready": lambda: True, "cpu": time.process_time}


def client(pipe: Connection, *, pinned: bool = True) -> None:
    """The client, on a core of its own or wherever there is room."""
    if pinned:
        pin(1)
    sender = Client(app.load_rulebook())
    obey(pipe, {"ready": lambda: True, "prepare": sender.prepare, "send": sender.send})
    sender.close()
