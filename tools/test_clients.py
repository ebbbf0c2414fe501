"""Builds the client of each language and plays the combats of clients/conformance with it.

Run by `make test-clients`. One real server answers all of them: CONFORMANCE_ADDRESS and
CONFORMANCE_SOCKET tell the tests where. A client whose toolchain is not installed is skipped, and
named. With `--strict`, as in CI, that is a failure, and layout, lints and generated code are
checked too. To add a language, add it to CLIENTS.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "clients"
STUBS = (sys.executable, str(ROOT / "tools" / "client_stubs.py"))

Command = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Client:
    """A client and the commands that test it.

    Attributes:
        name: of its language.
        folder: where its commands run.
        needs: the programs that they need, each with the lowest version that will do.
        tests: commands that build and test it.
        strict: commands that check what a user need not.
        example: a command that takes an address; what it prints stands in the folder's README.
    """

    name: str
    folder: Path
    needs: Mapping[str, tuple[int, ...]]
    tests: tuple[Command, ...]
    strict: tuple[Command, ...] = ()
    example: Command = ()


CLIENTS = (
    Client(
        "python",
        ROOT,
        {},
        ((sys.executable, "-m", "pytest", "tests/client"),),
    ),
    Client(
        "typescript",
        FOLDER / "typescript",
        {"node": (20,), "npm": (9,)},
        (("npm", "ci"), ("npm", "test")),
        (("npm", "run", "lint"), (*STUBS, "typescript", "--check")),
        ("npm", "run", "--silent", "example", "--"),
    ),
    Client(
        "rust",
        FOLDER / "rust",
        {"cargo": (1, 88)},
        (("cargo", "test", "--", "--include-ignored"),),
        (
            ("cargo", "fmt", "--all", "--check"),
            ("cargo", "clippy", "--quiet", "--all-targets", "--", "--deny", "warnings"),
            (*STUBS, "rust", "--check"),
        ),
        ("cargo", "run", "--quiet", "--example", "deep_hours", "--"),
    ),
    # Its own tests run the example and hold it against the README.
    Client(
        "java",
        FOLDER / "java",
        {"java": (17,), "mvn": (3, 8)},
        (("mvn", "--quiet", "--batch-mode", "verify"),),
    ),
)


@dataclass(slots=True)
class Report:
    """How each client fared, in order."""

    lines: list[str] = field(default_factory=list)
    failed: bool = False

    def add(self, client: Client, text: str, *, failed: bool = False) -> None:
        """Say one thing of a client."""
        self.lines.append(f"{client.name:12} {text}")
        self.failed = self.failed or failed


def main(arguments: list[str] | None = None) -> int:
    """Tests the clients and reports.

    Returns:
        0 when every client that could be tested passed, else 1.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clients", nargs="*", help="which: all unless named")
    parser.add_argument(
        "--strict", action="store_true", help="fail without a toolchain; check lints and stubs"
    )
    options = parser.parse_args(arguments)
    unknown = set(options.clients) - {client.name for client in CLIENTS}
    if unknown:
        parser.error(f"no such client: {', '.join(sorted(unknown))}")
    report = Report()
    with served() as (address, socket):
        environment = {**os.environ, "CONFORMANCE_ADDRESS": address, "CONFORMANCE_SOCKET": socket}
        for client in CLIENTS:
            if not options.clients or client.name in options.clients:
                test(client, environment, options.strict, report)
    print("\n" + "\n".join(report.lines))
    return int(report.failed)


def test(client: Client, environment: dict[str, str], strict: bool, report: Report) -> None:
    """Run a client's commands, until one fails."""
    lacking = [said for tool, least in client.needs.items() if (said := lack_of(tool, least))]
    if lacking:
        report.add(client, f"skipped: {', '.join(lacking)}", failed=strict)
        return
    began = time.monotonic()
    for command in (*client.tests, *(client.strict if strict else ())):
        if not succeeds(client, command, environment):
            report.add(client, f"failed: {shown(command)}", failed=True)
            return
    if client.example and not example_is_told(client, environment):
        report.add(client, "failed: its README does not show what its example prints", failed=True)
        return
    report.add(client, f"passed in {time.monotonic() - began:.0f} s")


def lack_of(tool: str, least: tuple[int, ...]) -> str:
    """Why a program will not do; empty where it will."""
    path = shutil.which(tool)
    if path is None:
        return f"{tool} is not installed"
    said = subprocess.run(  # noqa: S603 (a program of our own table)
        [path, "--version"], capture_output=True, text=True, check=False
    )
    found = re.search(r"\d+(?:\.\d+)+", said.stdout)
    if found is None:
        return f"{tool} does not tell its version"
    if tuple(map(int, found[0].split("."))) < least:
        return f"{tool} is {found[0]}, and {'.'.join(map(str, least))} or newer is needed"
    return ""


def succeeds(client: Client, command: Command, environment: dict[str, str]) -> bool:
    """Run a command and say so."""
    print(f"\n== {client.name}: {shown(command)}", flush=True)
    done = subprocess.run(  # noqa: S603 (a command of our own table)
        command, cwd=client.folder, env=environment, check=False
    )
    return done.returncode == 0


def example_is_told(client: Client, environment: dict[str, str]) -> bool:
    """Whether the example runs, and its README shows what it prints."""
    command = (*client.example, environment["CONFORMANCE_ADDRESS"])
    print(f"\n== {client.name}: {shown(command)}", flush=True)
    done = subprocess.run(  # noqa: S603 (a command of our own table)
        command, cwd=client.folder, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    print(done.stdout, end="")
    readme = (client.folder / "README.md").read_text(encoding="utf-8")
    return done.returncode == 0 and bool(done.stdout) and done.stdout in readme


def shown(command: Command) -> str:
    """A command as one would type it, without this machine's folders."""
    # The interpreter first: it may lie in one of these folders.
    words = ["python" if word == sys.executable else word for word in command]
    return " ".join(re.sub(rf"^{re.escape(str(ROOT))}/", "", word) for word in words)


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """A server on a free port and on a unix socket, while the block runs.

    Raises:
        SystemExit: it does not start.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("NINJUTSU_")}
    with tempfile.TemporaryDirectory() as folder:
        socket = str(Path(folder) / "ninjutsu")
        command = ["serve", "--port", "0", "--socket", socket, "--log-level", "error", "--no-watch"]
        server = subprocess.Popen(  # noqa: S603 (our own command)
            [sys.executable, "-m", "ninjutsu_service", *command],
            env=own,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            line = server.stdout.readline() if server.stdout else ""
            found = re.search(r" listens on (\S+) ", line)
            if found is None:
                raise SystemExit(f"the server does not start: {line}")
            yield found[1], socket
        finally:
            server.terminate()
            server.communicate()


if __name__ == "__main__":
    sys.exit(main())
