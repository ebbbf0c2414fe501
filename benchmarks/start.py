"""How soon the library and the service are ready, and what memory the service takes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from statistics import median

import grpc

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.pools import POOL_SIZE, large_pool
from benchmarks.serving import Service, serving
from benchmarks.states import SMALL
from benchmarks.workloads import Workload
from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service.rules.rulebook import Rulebook

GOAL = 0.3
"""How many seconds an import may take at most."""

MOST_IMPORTS, MOST_STARTS = 10, 5
"""How often each is measured at most."""

IMPORTS = {
    "the client, and the rules in process": "ninjutsu_service.client",
    "the command": "ninjutsu_service.cli.main",
    "the server": "ninjutsu_service.server.app",
}
"""What is imported, by what it is for."""

CALLS = 20
"""Calls that a service has answered when its memory is looked at."""

_IMPORT = """
import sys, time
began, worked = time.perf_counter(), time.process_time()
__import__(sys.argv[1])
print(time.perf_counter() - began, time.process_time() - worked)
"""


@dataclass(frozen=True, slots=True)
class Started:
    """One start of a service.

    Attributes:
        seconds: until it accepted calls.
        worked: for how many of them it had the processor.
        memory: RSS, in bytes, after some calls.
        share: PSS, then.
    """

    seconds: float
    worked: float
    memory: int
    share: int


def run(rulebook: Rulebook, effort: Effort) -> report.Section:
    """Imports and starts, each in a process of its own."""
    imports = [imported(module, min(effort.rounds, MOST_IMPORTS)) for module in IMPORTS.values()]
    starts = max(1, min(effort.rounds, MOST_STARTS))
    pools = {
        "the bundled cards": (),
        f"{POOL_SIZE:,} more, in a folder": ("--cards", f"{large_pool()}"),
    }
    rows = [
        (label, *_row([_start(rulebook, *options) for _ in range(starts)]))
        for label, options in pools.items()
    ]
    lines: list[report.Line] = [
        (
            "A cold import, in seconds: each in a fresh process, files in the system's cache, "
            "Python's own start not counted; the median, the least and the most. The goal is "
            f"{GOAL:g}."
        ),
        "",
        *report.table(
            ("import of", "seconds", "least", "most", "of CPU"),
            [(what, *each) for what, each in zip(IMPORTS, imports, strict=True)],
        ),
        "",
        (
            "`ninjutsu serve`, one process: the time from its start until it answers, imports "
            f"included, and its memory after {CALLS} calls; PSS counts only its part of what "
            f"processes share. The medians of {starts} starts, and the least and the most."
        ),
        "",
        *report.table(("cards", "ready in, s", "least", "most", "of CPU", "RSS", "PSS"), rows),
    ]
    return report.Section("Start and footprint", lines)


def imported(module: str, times: int) -> tuple[str, ...]:
    """The seconds that an import takes, the least and the most, and those of the processor."""
    # The command is this interpreter with the text above.
    runs = [
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", _IMPORT, module], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(times)
    ]
    seconds, worked = zip(*((float(each[0]), float(each[1])) for each in runs), strict=True)
    found = (median(seconds), min(seconds), max(seconds), median(worked))
    return tuple(f"{each:.3f}" for each in found)


def _start(rulebook: Rulebook, *options: str) -> Started:
    request = Workload("ListActions", SMALL).request(rulebook)
    with serving(*options) as service, grpc.insecure_channel(service.address) as channel:
        stub = service_pb2_grpc.NinjutsuServiceStub(channel)
        for _ in range(CALLS):
            stub.ListActions(request)
        return _started(service)


def _started(service: Service) -> Started:
    return Started(service.seconds, service.worked, service.memory("VmRSS"), service.share())


def _row(starts: list[Started]) -> tuple[str, ...]:
    seconds = [each.seconds for each in starts]
    return (
        *(f"{each:.2f}" for each in (median(seconds), min(seconds), max(seconds))),
        f"{median(each.worked for each in starts):.2f}",
        f"{median(each.memory for each in starts) / 1e6:.0f} MB",
        f"{median(each.share for each in starts) / 1e6:.0f} MB",
    )
