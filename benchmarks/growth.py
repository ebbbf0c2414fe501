"""How time grows with what a state holds: in process, so that gRPC hides nothing."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.paired import ratios, spread
from benchmarks.pools import POOL_SIZE, load_scripts, write_archive
from benchmarks.states import SMALL, Combat
from benchmarks.workloads import Workload
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server.app import load_rulebook

CALLS = ("ListActions", "TakeAction", "Resolve")


@dataclass(frozen=True, slots=True)
class Axis:
    """What grows.

    Attributes:
        file: of its plot.
        name: in the table and the plot.
        counts: how much of it there is.
        combat: the states with so much of it.
    """

    file: str
    name: str
    counts: Sequence[int]
    combat: Callable[[int], Combat]


AXES = (
    Axis(
        "objects",
        "objects",
        (10, 20, 50, 100, 200, 500, 1000, 2000),
        lambda count: Combat(count, attackers=2, ninjas=1, lands=4),
    ),
    Axis(
        "attackers",
        "attackers and as many ninjas",
        (1, 2, 5, 10, 20, 50, 100),
        lambda count: Combat(400, attackers=count, ninjas=count, lands=6),
    ),
    Axis(
        "sources",
        "sources of mana",
        (0, 2, 5, 10, 20, 40, 60),
        lambda count: Combat(100, attackers=3, ninjas=2, lands=count),
    ),
    Axis(
        "awkward",
        "sources of awkward mana",
        (0, 2, 5, 10, 20, 40, 60),
        lambda count: Combat(100, attackers=3, ninjas=2, lands=count, awkward=True),
    ),
    Axis(
        "stack",
        "spells on the stack",
        (1, 2, 5, 10, 20, 50, 100),
        lambda count: Combat(50, attackers=3, ninjas=2, lands=5, stack=count),
    ),
)

POOLS = (100, 300, 1000, 3000, 10_000, POOL_SIZE)
"""How many scripts a pool has besides the bundled ones."""


def run(rulebook: Rulebook, effort: Effort) -> report.Section:
    """Every axis as a table and a plot."""
    lines: list[report.Line] = [
        (
            "Microseconds of CPU time for one decision in process, the median of "
            f"{effort.rounds} rounds; beside it the ratio to the first row that has something, "
            "the median of the rounds, the least and the most; listed: the size of what "
            "ListActions answers. Awkward mana: lands of two colours and of any, lands of two "
            "mana, and sources that cost mana. Without a source nothing is listed, and taking an "
            "action is refused; the engine pays for what resolves."
        ),
        "",
    ]
    for axis in AXES:
        lines += _grown(
            axis.file,
            axis.name,
            [(count, rulebook, axis.combat(count)) for count in axis.counts],
            effort,
        )
    with tempfile.TemporaryDirectory() as root:
        scripts = load_scripts(None)
        cases = []
        for count in POOLS:
            archive = write_archive(scripts, Path(root, f"{count}.zip"), count)
            cases.append((count, load_rulebook([archive]), SMALL))
        lines += _grown("pool", "scripts in the pool", cases, effort)
    return report.Section("Growth", lines)


class Decision:
    """One call on one state, again and again.

    Attributes:
        seconds: CPU time of one decision, round by round.
    """

    def __init__(self, rulebook: Rulebook, workload: Workload) -> None:
        self.seconds: list[float] = []
        self._rulebook = rulebook
        self._method = workload.method
        self._data = workload.request(rulebook).SerializeToString()
        # What is done but once, a script's reading for example, is no part of it.
        self._once()

    def round(self, seconds: float) -> None:
        """Decide for about so long, once at least."""
        spent, calls = 0.0, 0
        while spent < seconds or not calls:
            spent += self._once()
            calls += 1
        self.seconds.append(spent / calls)

    def _once(self) -> float:
        request = self._method.request.FromString(self._data)
        began = time.process_time()
        with suppress(Refused):
            self._method.run(self._rulebook, request)
        return time.process_time() - began


def _grown(
    file: str, name: str, cases: Sequence[tuple[int, Rulebook, Combat]], effort: Effort
) -> list[report.Line]:
    """One axis: so much of it, the cards, and the states. Each round has all of them in turn."""
    decisions = [
        [Decision(rulebook, Workload(call, combat)) for call in CALLS]
        for _, rulebook, combat in cases
    ]
    for _ in range(effort.rounds):
        for each in (decision for row in decisions for decision in row):
            each.round(effort.seconds / 20)
    counts = [count for count, _, _ in cases]
    place = next(place for place, count in enumerate(counts) if count)
    rows = []
    for (count, rulebook, combat), row in zip(cases, decisions, strict=True):
        cells = [
            cell
            for decision, base in zip(row, decisions[place], strict=True)
            for cell in _cells(decision, base)
        ]
        listed = Workload("ListActions", combat).answer(rulebook).ByteSize()
        rows.append((f"{count:,}", *cells, f"{listed:,}"))
    header = [text for call in CALLS for text in (call, f"to {counts[place]:,}")]
    series = {
        call: [
            (count, 1e6 * median(row[which].seconds))
            for count, row in zip(counts, decisions, strict=True)
        ]
        for which, call in enumerate(CALLS)
    }
    plot = report.curves(f"growth-{file}", f"Time against {name}", name, "µs", series)
    return [*report.table((name, *header, "listed, B"), rows), "", plot, ""]


def _cells(decision: Decision, base: Decision) -> tuple[str, str]:
    """Microseconds, and the ratio to another one with its spread."""
    middle, low, high = spread(ratios(decision.seconds, base.seconds))
    return f"{1e6 * median(decision.seconds):,.0f}", f"{middle} ({low}–{high})"
