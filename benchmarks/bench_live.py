"""What a pool of 30,000 cards costs a running service: its start, its memory, its calls meanwhile.

    python -m benchmarks.bench_live [FOLDER]

The service runs as its users run it, `ninjutsu serve --cards FOLDER`. Nothing here passes or fails.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import grpc
from google.protobuf.json_format import ParseDict

from benchmarks.bench_scripts import POOL_SIZE, load_scripts, write_pool
from benchmarks.effort import Effort
from benchmarks.report import Section, table
from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2, service_pb2_grpc, state_pb2
from ninjutsu_service.rules.rulebook import Rulebook

EXAMPLE = Path(__file__).parent.parent / "examples" / "deep-hours.toml"
CALL = "from ninjutsu_service.cli.main import main; main(prog_name='ninjutsu')"

WARM_UP = 20

NEW_CARD = """Name:Night Heron
ManaCost:1 U
Types:Creature Bird Ninja
PT:2/1
K:Flying
K:Ninjutsu:U
Oracle:Flying\\nNinjutsu {U}
"""


@dataclass(frozen=True)
class Service:
    """A service that runs.

    Attributes:
        pid: of its process.
        seconds: from the start of the process until it accepted calls.
        worked: for how many of those seconds it had the processor.
        channel: to it.
    """

    pid: int
    seconds: float
    worked: float
    channel: grpc.Channel

    def memory(self, what: str) -> int:
        """Bytes, by the name that /proc/PID/status has for them: VmRSS, VmHWM."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition(f"{what}:")[2].split()[0]) * 1024


def main() -> None:
    """Measure, and print the results."""
    print(measure(Path(sys.argv[1]) if len(sys.argv) > 1 else None))


def run(_: Rulebook, __: Effort) -> Section:
    """The same as a section of all measurements."""
    return measure(None)


def measure(folder: Path | None) -> Section:
    """A service with a pool of 30,000 cards, of the scripts of a folder or of the sample."""
    with tempfile.TemporaryDirectory() as root:
        cards = Path(root, "cards")
        write_pool(load_scripts(folder), cards)
        with serving(cards) as service:
            latencies(service, WARM_UP)
            resting = service.memory("VmRSS")
            checking, seconds = while_checking(service)
            still = latencies(service, 1000)
            checked = service.memory("VmRSS")
            noticed = [until_played(service, cards, number) for number in range(5)]
            most = service.memory("VmHWM")
    facts = (
        ("accepts calls after", f"{service.seconds:.2f} s"),
        ("of which it had the processor for", f"{service.worked:.2f} s"),
        ("memory then", f"{resting / 1e6:.0f} MB"),
        ("has checked every script after", f"{seconds:.1f} s"),
        ("memory then", f"{checked / 1e6:.0f} MB"),
        ("lists a card after its file is written, median", f"{median(noticed):.2f} s"),
        ("most memory, as it reads the folder anew", f"{most / 1e6:.0f} MB"),
    )
    lines = [
        f"`ninjutsu serve` with {POOL_SIZE:,} cards in a folder, one process, imports included:",
        "",
        *table(("", ""), facts),
        "",
        "ListActions of one client, one call after the other, in milliseconds:",
        "",
        *table(
            ("", "calls", "median", "99 of 100", "slowest"),
            [row("while scripts are checked", checking), row("afterwards", still)],
        ),
    ]
    return Section("A large pool, live", lines)


@contextmanager
def serving(cards: Path) -> Iterator[Service]:
    """`ninjutsu serve` as a process of its own."""
    began = time.perf_counter()
    # The command is this interpreter with the text above.
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", CALL, "serve", "--port", "0", "--cards", str(cards)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = next(
            found[1]
            for line in process.stdout
            if (found := re.search(r"listens on (\S+) with", line))
        )
        seconds = time.perf_counter() - began
        with grpc.insecure_channel(address) as channel:
            yield Service(process.pid, seconds, processor_seconds(process.pid), channel)
    finally:
        process.terminate()
        process.communicate()


def processor_seconds(pid: int) -> float:
    """For how long a process has had the processor so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def while_checking(service: Service) -> tuple[list[float], float]:
    """The latencies of calls until all scripts are checked, and how long that took."""
    pool = card_pool_pb2_grpc.CardPoolServiceStub(service.channel)
    waiting = pool.ListDiagnostics.future(card_pool_pb2.ListDiagnosticsRequest())
    began = time.perf_counter()
    found: list[float] = []
    ask = asking(service)
    while not waiting.done():
        found.append(ask())
    waiting.result()
    return found, time.perf_counter() - began


def latencies(service: Service, count: int) -> list[float]:
    """The latencies of so many calls."""
    ask = asking(service)
    return [ask() for _ in range(count)]


def asking(service: Service) -> Callable[[], float]:
    """A call of ListActions that gives its seconds."""
    stub = service_pb2_grpc.NinjutsuServiceStub(service.channel)
    state = ParseDict(tomllib.loads(EXAMPLE.read_text())["state"], state_pb2.CombatState())
    request = service_pb2.ListActionsRequest(state=state, player_id="ana")

    def ask() -> float:
        began = time.perf_counter()
        stub.ListActions(request)
        return time.perf_counter() - began

    return ask


def until_played(service: Service, cards: Path, number: int) -> float:
    """Seconds from writing a new card's file until the service lists it."""
    stub = card_pool_pb2_grpc.CardPoolServiceStub(service.channel)
    name = f"Night Heron {number}"
    request = card_pool_pb2.GetCardRequest(name=name)
    (cards / f"night_heron_{number}.txt").write_text(NEW_CARD.replace("Night Heron", name))
    began = time.perf_counter()
    while True:
        try:
            stub.GetCard(request)
        except grpc.RpcError:
            time.sleep(0.01)
        else:
            return time.perf_counter() - began


def row(title: str, seconds: list[float]) -> tuple[str, ...]:
    """A row of the table of latencies."""
    ordered = sorted(seconds)
    chosen = (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])
    return (title, f"{len(ordered):,}", *(f"{value * 1000:.2f}" for value in chosen))


if __name__ == "__main__":
    main()
