"""What is logged of calls, and what is not; and that a log that fails costs no call."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog

from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service.server import log, servicer, status
from ninjutsu_service.server.seldom import Seldom
from tests.boards import bundled, wire
from tests.server.calling import calling, game, listing, request
from tests.server.conftest import command, environment, serving
from tests.server.statuses import failure
from tests.shared import ROOT

Stub = service_pb2_grpc.NinjutsuServiceStub

SECRET = "Ninja of the Deep Hours"


@contextmanager
def logging_at(level: str) -> Iterator[list[dict[str, Any]]]:
    """The lines of that level and above, as JSON, of loggers that are used in the block."""
    before = structlog.get_config()
    lines: list[dict[str, Any]] = []

    class Kept(io.StringIO):
        def write(self, text: str) -> int:
            lines.append(json.loads(text))
            return len(text)

    kept, sys.stderr = sys.stderr, Kept()
    try:
        log.configure(level, "json")
        structlog.configure(cache_logger_on_first_use=False)
        yield lines
    finally:
        sys.stderr = kept
        structlog.configure(**before)


def refused(stub: Stub, **options: Any) -> None:
    """A refusal whose message names the card."""
    asked = wire.TakeActionRequest(
        state=game().state,
        player_id="b",
        action=wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="bear"),
    )
    with pytest.raises(grpc.RpcError) as caught:
        stub.TakeAction(asked, timeout=60, **options)
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION


def invalid(stub: Stub) -> None:
    asked = wire.ListActionsRequest(state=game().state, player_id=SECRET)
    assert failure(stub.ListActions, asked).code is grpc.StatusCode.INVALID_ARGUMENT


def test_a_refusal_at_debug():
    """Request id, method, peer, status, reason and duration."""
    with logging_at("debug") as lines, calling() as stub:
        refused(stub, metadata=(("x-request-id", "game-7"),))
    (line,) = [line for line in lines if line["event"] == "call"]
    assert line["level"] == "debug"
    assert line["request_id"] == "game-7"
    assert line["method"] == "TakeAction"
    assert line["peer"].startswith("ipv4:127.0.0.1:")
    assert line["status"] == "FAILED_PRECONDITION"
    assert line["reason"] == "NO_PRIORITY"
    assert line["rule"] == "117.1b"
    assert 0 < line["milliseconds"] < 10_000


def test_nothing_of_what_is_normal_above_debug():
    """A line costs as much as a quarter of a call: neither answers nor refusals have one."""
    with logging_at("info") as lines, calling() as stub:
        refused(stub)
        stub.ListActions(request(), timeout=60)
        list(stub.Play(iter([wire.PlayRequest(list_actions=request())]), timeout=60))
    assert [line for line in lines if line["event"] == "call"] == []


def test_every_call_when_it_is_asked_for():
    """Answers, refusals and streams, one line each."""
    with logging_at("info") as lines, calling(log_calls=True) as stub:
        stub.ListActions(request(), timeout=60)
        refused(stub)
        list(stub.Play(iter([wire.PlayRequest(list_actions=request())]), timeout=60))
    told = [(line["method"], line["status"]) for line in lines if line["event"] == "call"]
    assert told == [
        ("ListActions", "OK"), ("TakeAction", "FAILED_PRECONDITION"), ("Play", "OK")
    ]  # fmt: skip


def test_a_slow_call_always():
    """Whatever it came to."""
    with logging_at("info") as lines, calling(slow_seconds=0.0) as stub:
        stub.ListActions(request(), timeout=60)
        refused(stub)
    told = [(line["level"], line["status"]) for line in lines if line["event"] == "call"]
    assert told == [("info", "OK"), ("info", "FAILED_PRECONDITION")]


def test_what_contradicts_itself_always():
    """The fields are named, for those who look after the engine; what they hold is not."""
    with logging_at("warning") as lines, calling() as stub:
        invalid(stub)
    (line,) = [line for line in lines if line["event"] == "call"]
    assert (line["level"], line["status"], line["reason"]) == (
        "warning", "INVALID_ARGUMENT", "INVALID"
    )  # fmt: skip
    assert (line["fields"], line["faults"]) == (["player_id"], 1)


def test_a_request_without_an_id_gets_one():
    """Two calls have two."""
    with logging_at("info") as lines, calling(log_calls=True) as stub:
        stub.ListActions(request(), timeout=60)
        stub.ListActions(request(), timeout=60)
    ids = {line["request_id"] for line in lines if line["event"] == "call"}
    assert len(ids) == 2
    assert all(len(each) == 16 for each in ids)


def test_a_fault_of_the_service(monkeypatch):
    """INTERNAL carries an id that the log explains: by the place, and at debug by the message."""

    def fail(*arguments: object) -> None:
        raise KeyError(SECRET)

    monkeypatch.setitem(servicer._CALLS, "CheckState", fail)
    with logging_at("debug") as lines, calling() as stub:
        failed = failure(stub.CheckState, wire.CheckStateRequest(state=game().state))
    assert failed.code is grpc.StatusCode.INTERNAL
    assert SECRET not in failed.message
    (line,) = [line for line in lines if line["event"] == "a fault of this service"]
    assert line["level"] == "error"
    assert line["error"] == "KeyError"
    assert line["frames"][-1].startswith("test_logs.py:")
    assert line["frames"][-1].endswith(" fail")
    assert failed.message == f"a fault of the service, logged as {line['request_id']}"
    assert failed.info.metadata == {"request_id": line["request_id"]}
    (full,) = [line for line in lines if line["event"] == "the fault in full"]
    assert SECRET in full["exception"]
    (call,) = [line for line in lines if line["event"] == "call"]
    assert (call["level"], call["status"], call["reason"]) == ("warning", "INTERNAL", "FAULT")


def test_a_client_that_goes_away_is_no_fault():
    """Reading what it does not send any more fails; that is the client's way to end a stream."""
    ended = status.failure_of(grpc.RpcError(), "en")
    assert ended is not None
    assert (ended.status, ended.reason) == ("CANCELLED", "CANCELLED")


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_hidden_card_above_debug(form):
    """Refusals, faults of requests and slow calls of a game with a card in hand."""
    with serving(
        *("--port", "0", "--log-format", form, "--log-calls", "--slow-seconds", "0")
    ) as served:
        with grpc.insecure_channel(served.address) as channel:
            stub = Stub(channel)
            refused(stub)
            invalid(stub)
            wrong = game()
            wrong.state.objects[1].zone = 99  # type: ignore[assignment]
            failure(stub.ListActions, wire.ListActionsRequest(state=wrong.state, player_id="a"))
            list(stub.Play(iter([wire.PlayRequest(list_actions=request())]), timeout=60))
        assert served.end() == 0
    said = "".join(served.lines)
    assert said.count("FAILED_PRECONDITION") == 1
    assert said.count("INVALID_ARGUMENT") == 2
    assert SECRET not in said
    assert "ninja" not in said.replace("ninjutsu", "")


def test_overload_is_told_seldom():
    """At once, and then after a while with how many there were."""
    seldom = Seldom(0.05)
    assert [seldom.due() for _ in range(4)] == [0, None, None, None]
    seldom._next = 0.0
    assert seldom.due() == 3


def run_with(stderr: Any, *arguments: str) -> subprocess.Popen[bytes]:
    """`ninjutsu serve` whose standard error is something else."""
    return subprocess.Popen(
        [*command(), "serve", "--port", "0", "--log-calls", "--drain", "0", *arguments],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


def address_of(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    words = process.stdout.readline().decode().split()
    return words[words.index("on") + 1]


@pytest.mark.parametrize("form", ["json", "console"])
@pytest.mark.parametrize("where", ["full disk", "broken pipe"])
def test_a_log_that_cannot_be_written(where, form):
    """Lines are lost then; no call is, and the service ends as it should."""
    if where == "full disk":
        if not Path("/dev/full").exists():
            pytest.skip("this system has no /dev/full")
        write = os.open("/dev/full", os.O_WRONLY)
    else:
        read, write = os.pipe()
        os.close(read)
    process = run_with(write, "--log-format", form)
    os.close(write)
    try:
        address = address_of(process)
        for _ in range(3):
            assert len(listing(address).actions) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("closed", ["2>&-", ">&-", ">&- 2>&- <&-", ">/dev/full"])
def test_standard_streams_that_are_closed(tmp_path, closed, workers):
    """Nothing that is written to them may land in a file or connection opened later."""
    path = tmp_path / "n.sock"
    port = _free_port()
    listen = ["--port", str(port)] if workers == "2" else ["--no-tcp", "--socket", str(path)]
    address = f"127.0.0.1:{port}" if workers == "2" else f"unix:{path}"
    words = [*command(), "serve", *listen, "--log-calls", "--drain", "0", "--workers", workers]
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *words],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(3):
            assert len(listing(address).actions) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_what_libraries_log():
    """It is a line like the others, with the name of its logger; their debugging is left out."""
    with logging_at("info") as lines:
        logger = logging.getLogger("grpc._server")
        logger.info("nothing of interest")
        logger.warning("something %s", "odd")
        logger.error("worse", exc_info=KeyError(SECRET))
    told = [(line["level"], line["event"], line["logger"]) for line in lines]
    assert told == [
        ("warning", "something odd", "grpc._server"),
        ("error", "worse", "grpc._server"),
    ]
    assert lines[1]["error"] == "KeyError"
    assert SECRET not in str(lines)


def test_lines_are_whole():
    """Each is one write: those of several processes do not mix."""
    read, write = os.pipe()
    with os.fdopen(write, "w") as stream:
        sink = log.Sink(stream)
        sink.write('{"a": "é\ud800"}\n')
        sink.flush()
    with os.fdopen(read, "rb") as lines:
        assert lines.read() == '{"a": "é\\ud800"}\n'.encode()


def test_no_stream_at_all():
    """As where the interpreter began without one."""
    log.Sink(None).write("line\n")


def test_bundled_cards_are_there():
    """The tests above hide a card that the service knows."""
    assert bundled().pool.get(SECRET) is not None
