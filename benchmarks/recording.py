"""What metrics and logs cost a call."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.paired import Side, compare, ratios, spread
from benchmarks.processes import Worker, client, service
from benchmarks.states import LARGE, SMALL
from benchmarks.workloads import Workload
from ninjutsu_service.rules.rulebook import Rulebook

GOAL = 1.1
"""How much of the time without them the default may take."""

WORKLOADS = (
    Workload("CheckState", SMALL),
    Workload("ListActions", SMALL),
    Workload("ListActions", LARGE),
)
"""The shortest call first: it is the one that feels them most."""


def run(_: Rulebook, effort: Effort) -> report.Section:
    """The default, and a line for each call, against neither metrics nor logs."""
    effort = replace(effort, seconds=effort.seconds / 2)
    rows: list[tuple[str, ...]] = []
    plotted: list[tuple[str, list[float]]] = []
    with (
        Worker(client) as load,
        Worker(service, observed=False) as bare,
        Worker(service) as own,
        Worker(service, log_calls=True) as telling,
    ):
        for label, server in (("default", own), ("each call logged", telling)):
            for workload in WORKLOADS:
                none, some = compare(
                    load, (Side.of(bare, workload), Side.of(server, workload)), effort
                )
                found = ratios(some.cpu, none.cpu)
                name = f"{workload.name} {workload.combat.objects}"
                times = (f"{1e6 * median(each.cpu):.0f}" for each in (none, some))
                rows.append((f"{name}, {label}", *times, *spread(found)))
                plotted.append((f"{name}, {label}", found))
    lines: list[report.Line] = [
        (
            "Microseconds of the server's CPU time for a call: with the metrics and logs that are "
            "there by default, or a log line for each call, against a server that has neither. "
            f"The goal for the default is {GOAL:g}."
        ),
        "",
        *report.table(("", "without", "with", "ratio", "least", "most"), rows),
        "",
        report.ranges("metrics", "Time with metrics and logs", plotted, top=2.0, marks=(GOAL,)),
    ]
    return report.Section("Metrics and logs", lines)
