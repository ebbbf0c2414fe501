"""The README's commands and outputs are real: each is run here, `make test` itself excepted."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.shared import ROOT

README = ROOT / "README.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="needs the repository's README.md")


def blocks(language: str) -> list[str]:
    """The code blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


def commands() -> dict[str, str]:
    """Each console command with the output that the README shows for it."""
    found = {}
    for block in blocks("console"):
        command, _, output = block.partition("\n")
        found[command.removeprefix("$ ")] = output
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(*command: str, lines: int) -> Iterator[str]:
    """A command that goes on until it is told to stop; gives what it says once it listens.

    What comes before that, a set-up telling what it makes, depends on what there is already.
    """
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout
    try:
        first = next(line for line in process.stdout if "listens on" in line)
        yield first + "".join(process.stdout.readline() for _ in range(lines - 1))
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=10)
        process.stdout.close()


def ninjutsu(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "ninjutsu", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_command_of_the_readme_is_run_here():
    """A command added to the README needs a test of its own."""
    assert list(commands()) == [
        "make run",
        ".venv/bin/ninjutsu play examples/deep-hours.toml",
        "make test",
    ]


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "ninjutsu_service").exists(), reason="needs the source tree")
def test_make_run_starts_the_service_as_shown():
    """`make run` names the address, the number of cards and a call that works."""
    port = free_port()
    shown = commands()["make run"].replace("50051", str(port))
    with running("make", "-s", "run", f"PORT={port}", lines=3) as output:
        # The environment may be another than .venv, as where its folder is named to make.
        assert re.sub(r"\S+/bin/ninjutsu", ".venv/bin/ninjutsu", output) == shown
        call = output.splitlines()[-1].split()[1:]
        told = ninjutsu(*call)
    assert told.stderr == ""
    assert told.stdout == commands()[".venv/bin/ninjutsu play examples/deep-hours.toml"]


def test_play_tells_the_combat_as_shown():
    """`ninjutsu play` gives the output that the README shows, on a service of its own."""
    command = ".venv/bin/ninjutsu play examples/deep-hours.toml"
    told = ninjutsu(*command.split()[1:])
    assert (told.stderr, told.returncode) == ("", 0)
    assert told.stdout == commands()[command]


def test_the_python_client_prints_what_is_shown():
    """The client of the README, at most ten lines, run against a real server."""
    (client,) = blocks("python")
    assert len([line for line in client.splitlines() if line]) <= 10
    (shown,) = blocks("text")
    with running(sys.executable, "-m", "ninjutsu_service", "serve", "--port", "0", lines=1) as line:
        address = line.split()[5]
        program = client.replace("127.0.0.1:50051", address)
        run = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert (run.stderr, run.stdout) == ("", shown)
