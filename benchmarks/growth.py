"""How time grows with what a state holds: in process, so that gRPC hides nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.states import Combat
from benchmarks.workloads import Workload
from ninjutsu_service.rules.rulebook import Rulebook

CALLS = ("ListActions", "TakeAction", "Resolve")

Axis = tuple[str, Sequence[int], Callable[[int], Combat]]

AXES: tuple[Axis, ...] = (
    (
        "objects",
        (10, 20, 50, 100, 200, 500, 1000, 2000),
        lambda count: Combat(count, attackers=2, ninjas=1, lands=4),
    ),
    (
        "attackers and as many ninjas",
        (1, 2, 5, 10, 20, 50, 100),
        lambda count: Combat(400, attackers=count, ninjas=count, lands=6),
    ),
    (
        "sources of mana",
        (2, 5, 10, 20, 40, 60),
        lambda count: Combat(100, attackers=3, ninjas=2, lands=count),
    ),
    (
        "spells on the stack",
        (1, 2, 5, 10, 20, 50, 100),
        lambda count: Combat(50, attackers=3, ninjas=2, lands=5, stack=count),
    ),
)
"""Each: what grows, how far, and the states."""


def run(rulebook: Rulebook, effort: Effort) -> report.Section:
    """Every axis as a table and a plot."""
    text = (
        "Microseconds of CPU time for one decision in process, the median of "
        f"{effort.rounds} rounds; listed: the size of what ListActions answers."
    )
    lines = [text, ""]
    for name, counts, make in AXES:
        rows: list[tuple[str, ...]] = []
        series: dict[str, list[tuple[float, float]]] = {call: [] for call in CALLS}
        for count in counts:
            combat = make(count)
            taken = [1e6 * _decision(rulebook, Workload(call, combat), effort) for call in CALLS]
            for call, each in zip(CALLS, taken, strict=True):
                series[call].append((count, each))
            listed = Workload("ListActions", combat).answer(rulebook).ByteSize()
            rows.append((f"{count:,}", *(f"{each:,.0f}" for each in taken), f"{listed:,}"))
        lines += report.table((name, *CALLS, "listed, B"), rows)
        lines += ["", *report.scatter(series, name, "time"), ""]
    return report.Section("Growth", lines)


def _decision(rulebook: Rulebook, workload: Workload, effort: Effort) -> float:
    """CPU seconds for one call."""
    method = workload.method
    data = workload.request(rulebook).SerializeToString()
    rounds = []
    for _ in range(effort.rounds):
        spent = 0.0
        calls = 0
        while spent < effort.seconds / 20 or not calls:
            request = method.request.FromString(data)
            began = time.process_time()
            method.run(rulebook, request)
            spent += time.process_time() - began
            calls += 1
        rounds.append(spent / calls)
    return median(rounds)
