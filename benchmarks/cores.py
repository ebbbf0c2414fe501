"""What a second worker brings on a second core."""

from __future__ import annotations

from statistics import median

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.paired import Side, compare, ratios, spread
from benchmarks.processes import Worker, client
from benchmarks.serving import serving
from benchmarks.states import LARGE, SMALL
from benchmarks.workloads import Workload
from ninjutsu_service.rules.rulebook import Rulebook

GOAL = 1.5
"""How many times the calls of one worker two are to serve."""

CHANNELS = 8
"""Connections: the system gives each to one worker, by chance, so that few may all be one's."""

WORKLOADS = tuple(
    Workload(name, combat) for combat in (SMALL, LARGE) for name in ("ListActions", "TakeAction")
)


def run(_: Rulebook, effort: Effort) -> report.Section:
    """Two workers against one, both as `ninjutsu serve` starts them."""
    rows: list[tuple[str, ...]] = []
    plotted: list[tuple[str, list[float]]] = []
    with (
        serving("--workers", "1") as single,
        serving("--workers", "2") as double,
        Worker(client, pinned=False) as load,
    ):
        for workload in WORKLOADS:
            one, two = compare(
                load,
                (
                    Side(single.address, _nothing, workload, channels=CHANNELS),
                    Side(double.address, _nothing, workload, channels=CHANNELS),
                ),
                effort,
            )
            found = ratios(one.wall, two.wall)
            label = f"{workload.name} {workload.combat.objects}"
            rates = (f"{1 / median(each.wall):,.0f}" for each in (one, two))
            rows.append((label, *rates, *spread(found)))
            plotted.append((label, found))
    lines: list[report.Line] = [
        (
            f"Calls a second of `ninjutsu serve` with one worker and with two, over {CHANNELS} "
            "channels, as the client counts them. There are two cores in all, and the client needs "
            "a part of them too: beside one worker it has the other core to itself, beside two it "
            f"takes time from both. The goal is {GOAL:g}."
        ),
        "",
        *report.table(("", "one worker/s", "two/s", "ratio", "least", "most"), rows),
        "",
        report.ranges("cores", "Two workers to one", plotted, top=2.0, marks=(GOAL,)),
    ]
    return report.Section("All cores", lines)


def _nothing() -> float:
    """What counts here is the time that passes."""
    return 0.0
