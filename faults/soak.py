"""Very many calls of every kind, with what the service costs along the way: `make soak`."""

from __future__ import annotations

import re
import statistics
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import click

from benchmarks import machine
from faults.load import answer, questions
from faults.outcome import PLACED
from faults.processes import Process, service
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client.channel import Client, connect
from ninjutsu_service.client.errors import InvalidRequest, NinjutsuError

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "reliability.md"
BEGIN = "<!-- What follows is written by `make soak ARGS=--write`; do not edit. -->"
END = "<!-- That was the soak. -->"

CLIENTS = 4
STREAM_EVERY = 25
"""A combat on a stream instead of a unary call, so often."""

CHANNEL_EVERY = 2_000
"""A new connection, so often."""

MEMORY_GROWTH = 1.10
LATENCY_GROWTH = 1.5
"""How much more at the end than after the first tenth is no longer flat. Latency is a shared
machine's, so it has more room."""


@dataclass(slots=True)
class Window:
    """The calls between two looks at the service.

    Attributes:
        seconds: how long each call took.
        failed, wrong: how many calls were.
    """

    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """The service after so many calls.

    Attributes:
        calls: how many there were so far.
        memory: RSS, in bytes.
        descriptors: files and connections that are open.
        median, high: of the calls since the sample before: half, and 99 of 100, took at most so
            long, in seconds.
        rate: calls a second since then.
        failed, wrong: calls since then.
    """

    calls: int
    memory: int
    descriptors: int
    median: float
    high: float
    rate: float
    failed: int
    wrong: int

    def row(self) -> str:
        """A line of the table."""
        cells = (
            f"{self.calls:,}",
            f"{self.failed}",
            f"{self.wrong}",
            f"{self.memory / 2**20:.1f} MiB",
            f"{self.descriptors}",
            f"{self.median * 1000:.2f} ms",
            f"{self.high * 1000:.2f} ms",
            f"{self.rate:,.0f}",
        )
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| calls | failed | wrong | memory | open files | median | 99 of 100 | calls a second |\n"
    "|--:|--:|--:|--:|--:|--:|--:|--:|"
)


class Soak:
    """Clients that share a number of calls between them.

    Attributes:
        made: how many they have made.
    """

    def __init__(self, address: str, calls: int) -> None:
        self.made = 0
        self._address = address
        self._calls = calls
        self._window = Window()
        self._lock = threading.Lock()

    def window(self) -> Window:
        """What happened since this was asked last."""
        with self._lock:
            found, self._window = self._window, Window()
        return found

    def call(self, number: int) -> None:
        """Make calls, over one channel after the other, until all are made."""
        while self.made < self._calls:
            with connect(self._address) as client:
                for _ in range(CHANNEL_EVERY):
                    number += 1
                    if self.made >= self._calls:
                        return
                    if number % STREAM_EVERY == 0:
                        self._play(client)
                    else:
                        self._ask(client, number)

    def _ask(self, client: Client, number: int) -> None:
        asked = questions()
        # One more than there are: the last is a request that contradicts itself.
        place = number % (len(asked) + 1)
        began = time.perf_counter()
        try:
            if place < len(asked):
                question = asked[place]
                got = answer(client, question.method, question.request)
                self._ended(began, right=got == question.expected)
            else:
                try:
                    client.list_actions(pb.CombatState(), "nobody")
                except InvalidRequest as error:
                    self._ended(began, right=bool(error.fields))
                else:
                    self._ended(began, right=False)
        except NinjutsuError:
            self._ended(began, failed=True)

    def _play(self, client: Client) -> None:
        """List, take the action and resolve it, on a stream."""
        listing, taking = (each.request for each in questions()[:2])
        assert isinstance(listing, wire.ListActionsRequest)
        assert isinstance(taking, wire.TakeActionRequest)
        began = time.perf_counter()
        try:
            with client.play(listing.state) as combat:
                offered = combat.list_actions("a").actions
                self._ended(began, right=list(offered) == [taking.action])
                began = time.perf_counter()
                taken = combat.take_action("a", taking.action)
                self._ended(began, right=bool(taken.events))
                began = time.perf_counter()
                resolved = combat.resolve()
                self._ended(began, right=bool(resolved.events))
        except NinjutsuError:
            self._ended(began, failed=True)

    def _ended(self, began: float, *, right: bool = True, failed: bool = False) -> None:
        took = time.perf_counter() - began
        with self._lock:
            self.made += 1
            self._window.seconds.append(took)
            self._window.failed += failed
            self._window.wrong += not right


def run(calls: int, looks: int) -> list[Sample]:
    """Make so many calls of one service, and look at it so often."""
    questions()
    samples = []
    with service() as served:
        soak = Soak(served.address, calls)
        threads = [threading.Thread(target=soak.call, args=(n,)) for n in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for look in range(1, looks + 1):
            began = time.monotonic()
            while soak.made < calls * look // looks and any(each.is_alive() for each in threads):
                time.sleep(0.1)
            samples.append(_sample(served, soak, time.monotonic() - began))
            click.echo(samples[-1].row())
        for thread in threads:
            thread.join()
    return samples


def _sample(served: Process, soak: Soak, seconds: float) -> Sample:
    window = soak.window()
    took = sorted(window.seconds) or [0.0]
    return Sample(
        calls=soak.made,
        memory=served.memory(),
        descriptors=served.descriptors(),
        median=statistics.median(took),
        high=took[int(len(took) * 0.99)],
        rate=len(took) / seconds if seconds else 0.0,
        failed=window.failed,
        wrong=window.wrong,
    )


def faults_of(samples: list[Sample]) -> list[str]:
    """What was not as it should be: a failed or wrong call, or what grew."""
    found = []
    first, last = samples[0], samples[-1]
    for name in ("failed", "wrong"):
        count = sum(getattr(each, name) for each in samples)
        if count:
            found.append(f"{count} calls {name}")
    if last.memory > first.memory * MEMORY_GROWTH:
        found.append("memory has grown")
    # One of four connections may be closing while the next is open already.
    if last.descriptors > first.descriptors + CLIENTS:
        found.append("open files have grown")
    if last.median > first.median * LATENCY_GROWTH:
        found.append("calls take longer")
    return found


def write(samples: list[Sample]) -> None:
    """Put the table into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = "\n".join(each.row() for each in samples)
    new = f"{BEGIN}\n\n{machine.describe(PLACED)}\n\n{HEAD}\n{rows}\n\n{END}"
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    DOCUMENT.write_text(
        re.sub(pattern, lambda _: new, text, count=1, flags=re.DOTALL), encoding="utf-8"
    )


@click.command()
@click.option("--calls", default=1_000_000, show_default=True, type=click.IntRange(100))
@click.option("--looks", default=10, show_default=True, type=click.IntRange(2, 1000))
@click.option("--write", "writes", is_flag=True, help="Put the figures into the document.")
def main(calls: int, looks: int, writes: bool) -> None:
    """Make very many calls of every kind; memory, latency and open files must stay flat."""
    click.echo(HEAD)
    samples = run(calls, looks)
    if writes:
        write(samples)
    wrong = faults_of(samples)
    for each in wrong:
        click.echo(each)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
