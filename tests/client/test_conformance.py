"""The Python client plays the combats that every client plays, against a real server."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ninjutsu_service.client import Outcome, connect
from ninjutsu_service.server.app import build, start
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.boards import bundled
from tests.shared import ROOT
from tools import conformance

FILES = sorted((ROOT / "clients" / "conformance").glob("*.json"))


def combat(path: Path) -> dict[str, Any]:
    """A combat, read from its file."""
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The server that `make test-clients` has started, or else one of our own."""
    given = os.environ.get("CONFORMANCE_ADDRESS")
    if given:
        yield given
        return
    running = start(bundled())
    yield running.address
    running.server.stop(None).wait()


@pytest.fixture
def socket() -> Iterator[str]:
    """The same on a unix socket. Its folder has a short name: a socket's path is limited."""
    given = os.environ.get("CONFORMANCE_SOCKET")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ninjutsu"
        running = build(Settings(socket=path, tcp=False), LivePool.of(bundled()))
        yield str(path)
        running.server.stop(None).wait()


def test_there_are_combats():
    """A wrong folder would pass every test below."""
    assert len(FILES) >= 12
    assert [path.stem for path in FILES] == [combat(path)["name"] for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_combat_call_by_call(path: Path, address: str):
    """Every answer is what the file expects, and so is the state in the end."""
    data = combat(path)
    state = conformance.state_of(data["state"])
    with connect(address, language=data["language"]) as client:
        for step in data["steps"]:
            state = conformance.state_of(step["state"]) if "state" in step else state
            answer = conformance.ask(client, state, step)
            assert conformance.expected(step, answer) == step["expect"], step["say"]
            if isinstance(answer, Outcome) and answer.state is not None:
                state = answer.state
    assert state == conformance.state_of(data["finalState"])


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if combat(path)["stream"]],
    ids=lambda path: path.stem,
)
def test_a_combat_over_one_stream(path: Path, address: str):
    """A stream answers what single calls do; the state stays with the server."""
    data = combat(path)
    with (
        connect(address, language=data["language"]) as client,
        client.play(conformance.state_of(data["state"])) as game,
    ):
        for step in data["steps"]:
            if "state" in step:
                game.replace_state(conformance.state_of(step["state"]))
            answer = conformance.ask_playing(game, step)
            assert conformance.expected(step, answer) == step["expect"], step["say"]


def test_a_combat_over_a_unix_socket(socket: str):
    """The same over a socket's path."""
    data = combat(ROOT / "clients" / "conformance" / "ninjutsu.json")
    with connect(f"unix:{socket}") as client:
        step = data["steps"][0]
        answer = conformance.ask(client, conformance.state_of(data["state"]), step)
        assert conformance.expected(step, answer) == step["expect"]


def test_the_files_are_what_the_rules_give(capsys: pytest.CaptureFixture[str]):
    """A change of the rules shows in the files: `python tools/conformance.py` writes them."""
    assert (conformance.main(["--check"]), capsys.readouterr().out) == (0, "")


def test_a_stale_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any):
    """`--check` finds an expectation that is not what the rules give, and changes nothing."""
    data = combat(FILES[0])
    data["steps"][0]["expect"] = {"outcome": {}}
    stale = tmp_path / FILES[0].name
    stale.write_text(conformance.laid_out(data) + "\n", encoding="utf-8")
    before = stale.read_bytes()
    monkeypatch.setattr(conformance, "ROOT", tmp_path)
    monkeypatch.setattr(conformance, "COMBATS", tmp_path)
    assert conformance.main(["--check"]) == 1
    assert f"{stale.name} is stale" in capsys.readouterr().out
    assert stale.read_bytes() == before
