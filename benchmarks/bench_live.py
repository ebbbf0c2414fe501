"""What a pool of 30,000 cards costs a running service: its memory, its calls meanwhile.

    python -m benchmarks.bench_live [FOLDER]

The service runs as its users run it, `ninjutsu serve --cards FOLDER`. Nothing here passes or fails.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import median

import grpc
from google.protobuf.json_format import ParseDict

from benchmarks.effort import Effort
from benchmarks.pools import POOL_SIZE, large_pool
from benchmarks.report import Section, table
from benchmarks.serving import serving
from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2, service_pb2_grpc, state_pb2
from ninjutsu_service.rules.rulebook import Rulebook

EXAMPLE = Path(__file__).parent.parent / "examples" / "deep-hours.toml"
WARM_UP = 20
NEW_CARDS = 5

NEW_CARD = """Name:Night Heron
ManaCost:1 U
Types:Creature Bird Ninja
PT:2/1
K:Flying
K:Ninjutsu:U
Oracle:Flying\\nNinjutsu {U}
"""


def main() -> None:
    """Measure, and print the results."""
    print(measure(Path(sys.argv[1]) if len(sys.argv) > 1 else None))


def run(_: Rulebook, __: Effort) -> Section:
    """The same as a section of all measurements."""
    return measure(None)


def measure(folder: Path | None) -> Section:
    """A service with a pool of 30,000 cards, of the scripts of a folder or of the sample."""
    cards = large_pool(folder)
    with (
        serving("--cards", str(cards)) as service,
        grpc.insecure_channel(service.address) as channel,
    ):
        latencies(channel, WARM_UP)
        checking, seconds = while_checking(channel)
        still = latencies(channel, 1000)
        checked = service.memory("VmRSS")
        noticed = [until_played(channel, cards, number) for number in range(NEW_CARDS)]
        most = service.memory("VmHWM")
    for number in range(NEW_CARDS):
        new_file(cards, number).unlink()
    facts = (
        ("has checked every script after", f"{seconds:.1f} s"),
        ("memory then", f"{checked / 1e6:.0f} MB"),
        ("lists a card after its file is written, median", f"{median(noticed):.2f} s"),
        ("most memory, as it reads the folder anew", f"{most / 1e6:.0f} MB"),
    )
    lines = [
        f"`ninjutsu serve` with {POOL_SIZE:,} cards in a folder, one process:",
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


def while_checking(channel: grpc.Channel) -> tuple[list[float], float]:
    """The latencies of calls until all scripts are checked, and how long that took."""
    pool = card_pool_pb2_grpc.CardPoolServiceStub(channel)
    waiting = pool.ListDiagnostics.future(card_pool_pb2.ListDiagnosticsRequest())
    began = time.perf_counter()
    found: list[float] = []
    ask = asking(channel)
    while not waiting.done():
        found.append(ask())
    waiting.result()
    return found, time.perf_counter() - began


def latencies(channel: grpc.Channel, count: int) -> list[float]:
    """The latencies of so many calls."""
    ask = asking(channel)
    return [ask() for _ in range(count)]


def asking(channel: grpc.Channel) -> Callable[[], float]:
    """A call of ListActions that gives its seconds."""
    stub = service_pb2_grpc.NinjutsuServiceStub(channel)
    state = ParseDict(tomllib.loads(EXAMPLE.read_text())["state"], state_pb2.CombatState())
    request = service_pb2.ListActionsRequest(state=state, player_id="ana")

    def ask() -> float:
        began = time.perf_counter()
        stub.ListActions(request)
        return time.perf_counter() - began

    return ask


def until_played(channel: grpc.Channel, cards: Path, number: int) -> float:
    """Seconds from writing a new card's file until the service lists it."""
    stub = card_pool_pb2_grpc.CardPoolServiceStub(channel)
    name = f"Night Heron {number}"
    request = card_pool_pb2.GetCardRequest(name=name)
    new_file(cards, number).write_text(NEW_CARD.replace("Night Heron", name))
    began = time.perf_counter()
    while True:
        try:
            stub.GetCard(request)
        except grpc.RpcError:
            time.sleep(0.01)
        else:
            return time.perf_counter() - began


def new_file(cards: Path, number: int) -> Path:
    """Where the script of a new card is."""
    return cards / f"night_heron_{number}.txt"


def row(title: str, seconds: list[float]) -> tuple[str, ...]:
    """A row of the table of latencies."""
    ordered = sorted(seconds)
    chosen = (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])
    return (title, f"{len(ordered):,}", *(f"{value * 1000:.2f}" for value in chosen))


if __name__ == "__main__":
    main()
