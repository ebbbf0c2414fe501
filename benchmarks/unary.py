"""Unary calls against the echo server, and the same decisions without the network."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.processes import Worker, client, echo, service
from benchmarks.workloads import UNARY, Workload
from ninjutsu_service.client.local import Local
from ninjutsu_service.rules.rulebook import Rulebook

GOALS = (0.50, 0.70)
"""What the ratio is to reach at 200 and at 20 objects."""

WARM_UP = 400
"""Calls before the first that count, to each server."""


@dataclass(slots=True)
class Measured:
    """The rounds of one workload; CPU times in seconds for a call.

    Attributes:
        workload: the call, and on what.
        echo, service: the server's CPU time.
        alone: CPU time of a Python engine, by the library and without the network.
        busy: the share of the time in which the server's process ran, echo's and the service's.
        request_bytes, answer_bytes: of one call of the service.
        echo_bytes: of one answer of echo.
    """

    workload: Workload
    echo: list[float] = field(default_factory=list)
    service: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    busy: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    request_bytes: float = 0
    answer_bytes: float = 0
    echo_bytes: float = 0

    @property
    def ratios(self) -> list[float]:
        """The service's calls per CPU second as a share of echo's, round by round."""
        return [echo / own for echo, own in zip(self.echo, self.service, strict=True)]

    @property
    def label(self) -> str:
        """Its name in a plot."""
        return f"{self.workload.name} {self.workload.combat.objects}"

    def row(self) -> tuple[str, ...]:
        """Its row in the table."""
        return (
            self.workload.name,
            f"{self.workload.combat.objects}",
            f"{self.request_bytes:,.0f}",
            f"{self.answer_bytes:,.0f}",
            f"{self.echo_bytes:,.0f}",
            f"{1 / median(self.echo):,.0f}",
            f"{1 / median(self.service):,.0f}",
            f"{median(self.ratios):.2f}",
            f"{min(self.ratios):.2f}",
            f"{max(self.ratios):.2f}",
            "/".join(f"{median(side):.2f}" for side in self.busy),
            f"{1 / median(self.alone):,.0f}",
        )


def run(rulebook: Rulebook, effort: Effort) -> report.Section:
    """Every call at both sizes, as a table and a plot."""
    with (
        Worker(echo) as base,
        Worker(service) as own,
        Worker(client) as load,
        Local(rulebook=rulebook) as local,
    ):
        found = [_measure(each, local, base, own, load, effort) for each in UNARY]
    text = (
        f"Calls per CPU second of the server. Ratio: the service's to echo's, the median of "
        f"{effort.rounds} rounds, the least and the most. Busy: the share of the time in which "
        "the process ran, echo's and the service's. In process: decisions per CPU second of a "
        "Python engine, by the library without the network."
    )
    header = (
        *("call", "objects", "request, B", "answer, B", "echo's, B", "echo/s", "service/s"),
        *("ratio", "least", "most", "busy", "in process/s"),
    )
    lines: list[report.Line] = [
        *(text, "", *report.table(header, [each.row() for each in found]), ""),
        report.ranges(
            "unary",
            "Calls per CPU second, the service's to echo's",
            [(each.label, each.ratios) for each in found],
            top=1.0,
            marks=GOALS,
        ),
    ]
    return report.Section("Unary calls against echo", lines)


def _measure(
    workload: Workload,
    local: Local,
    base: Worker,
    own: Worker,
    load: Worker,
    effort: Effort,
) -> Measured:
    found = Measured(workload)
    base.ask("use", workload)
    load.ask("prepare", workload, 0, WARM_UP)
    load.ask("send", base.ask("address"))
    warm = load.ask("send", own.ask("address"))
    count = max(100, int(effort.seconds * WARM_UP / warm.seconds))
    made = WARM_UP
    for number in range(effort.rounds):
        load.ask("prepare", workload, made, count)
        for server in (base, own) if number % 2 else (own, base):
            before = server.ask("cpu")
            sent = load.ask("send", server.ask("address"))
            used = server.ask("cpu") - before
            if server is base:
                found.echo.append(used / sent.calls)
                found.busy[0].append(used / sent.seconds)
                found.echo_bytes = sent.answer_bytes
            else:
                found.service.append(used / sent.calls)
                found.busy[1].append(used / sent.seconds)
                found.request_bytes, found.answer_bytes = sent.request_bytes, sent.answer_bytes
        found.alone.append(_alone(workload, local, made, min(count, 500)))
        made += count
    return found


def _alone(workload: Workload, local: Local, first: int, count: int) -> float:
    """CPU seconds for one decision of a Python engine that has the state at hand."""
    method = workload.method
    requests = [
        method.request.FromString(data) for data in workload.requests(local.rulebook, first, count)
    ]
    began = time.process_time()
    for request in requests:
        method.ask(local, request)
    return (time.process_time() - began) / count
