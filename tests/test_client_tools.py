"""The tools that test the clients and generate their code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tools import client_stubs, test_clients
from tools.test_clients import Client, Report

GOOD = (sys.executable, "-c", "")
BAD = (sys.executable, "-c", "raise SystemExit(3)")


def run(client: Client, *, strict: bool = False, **environment: str) -> Report:
    """What the report says after one client."""
    report = Report()
    test_clients.test(client, environment, strict, report)
    return report


def test_a_client_that_passes_says_so(tmp_path: Path):
    """Its time stands in the report."""
    report = run(Client("good", tmp_path, {}, (GOOD,)))
    assert report.lines == ["good         passed in 0 s"]
    assert not report.failed


def test_the_command_that_fails_is_named(tmp_path: Path):
    """What comes after it is not run."""
    never = (sys.executable, "-c", f"open({str(tmp_path / 'never')!r}, 'w')")
    report = run(Client("bad", tmp_path, {}, (GOOD, BAD, never)))
    assert report.lines == ["bad          failed: python -c raise SystemExit(3)"]
    assert report.failed
    assert list(tmp_path.iterdir()) == []


def test_lints_are_for_the_strict(tmp_path: Path):
    """A user with a newer toolchain need not satisfy its lints."""
    client = Client("lax", tmp_path, {}, (GOOD,), strict=(BAD,))
    assert not run(client).failed
    assert run(client, strict=True).failed


def test_a_missing_toolchain_is_named_and_skipped(tmp_path: Path):
    """CI has them all: there it is a failure."""
    client = Client("far", tmp_path, {"no-such-program": (1,)}, (BAD,))
    for strict in (False, True):
        report = run(client, strict=strict)
        assert report.lines == ["far          skipped: no-such-program is not installed"]
        assert report.failed is strict


def test_an_old_toolchain_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """By the version that it tells and the one that is needed."""
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\necho tool 18.4.0\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert test_clients.lack_of("tool", (20,)) == "tool is 18.4.0, and 20 or newer is needed"
    assert test_clients.lack_of("tool", (18, 4)) == ""
    tool.write_text("#!/bin/sh\necho none\n")
    assert test_clients.lack_of("tool", (18,)) == "tool does not tell its version"


def test_a_readme_shows_what_its_example_prints(tmp_path: Path):
    """An example whose output has changed is a failure."""
    example = (sys.executable, "-c", "import sys; print('called', sys.argv[1])")
    client = Client("told", tmp_path, {}, (), example=example)
    readme = tmp_path / "README.md"
    readme.write_text("prints\n\ncalled there\n")
    assert not run(client, CONFORMANCE_ADDRESS="there").failed
    readme.write_text("prints\n\ncalled elsewhere\n")
    report = run(client, CONFORMANCE_ADDRESS="there")
    assert report.lines == ["told         failed: its README does not show what its example prints"]


def test_an_unknown_client_is_told(capsys: pytest.CaptureFixture[str]):
    """A misspelt name would test nothing and pass."""
    with pytest.raises(SystemExit) as ended:
        test_clients.main(["cobol"])
    assert ended.value.code == 2
    assert "no such client: cobol" in capsys.readouterr().err


def test_stale_client_code_is_named_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
):
    """Missing, changed and left-over files are stale; without `--check` they are mended."""
    target = tmp_path / "generated"
    target.mkdir()
    (target / "changed").write_text("old")
    (target / "left").write_text("over")

    def generate(folder: Path) -> None:
        (folder / "changed").write_text("new")
        (folder / "deep").mkdir()
        (folder / "deep" / "missing").write_text("fresh")

    monkeypatch.setattr(client_stubs, "ROOT", tmp_path)
    languages = {"made-up": client_stubs.Language(target, generate)}
    monkeypatch.setattr(client_stubs, "LANGUAGES", languages)
    assert client_stubs.main(["made-up", "--check"]) == 1
    told = capsys.readouterr().out
    assert [name for name in ("changed", "left", "deep/missing") if f"{name} is not" in told] == [
        "changed",
        "left",
        "deep/missing",
    ]
    assert (target / "changed").read_text() == "old"
    assert client_stubs.main(["made-up"]) == 0
    assert client_stubs.contents(target) == {"changed": b"new", "deep/missing": b"fresh"}
    assert client_stubs.main(["made-up", "--check"]) == 0


@pytest.mark.parametrize("folder", ["", ".venv/bin/"])
def test_commands_are_shown_as_typed(monkeypatch: pytest.MonkeyPatch, folder: str):
    """An interpreter within the project is shown as any other: `make test` has one there."""
    python = str(test_clients.ROOT / folder / "python3.99")
    monkeypatch.setattr(sys, "executable", python)
    command = (python, str(test_clients.ROOT / "tools" / "x.py"), "--out=/elsewhere/y")
    assert test_clients.shown(command) == "python tools/x.py --out=/elsewhere/y"
