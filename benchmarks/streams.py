"""Beyond one call at a time: a combat on one stream, and many questions in one call."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import TypeVar

from benchmarks import report
from benchmarks.batches import Questions
from benchmarks.combats import Combats, play, replay
from benchmarks.effort import Effort
from benchmarks.load import IN_FLIGHT
from benchmarks.paired import Side, compare, ratios, spread
from benchmarks.processes import Worker, client, service
from benchmarks.states import LARGE, SMALL, Combat
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.client.local import Local
from ninjutsu_service.rules.rulebook import Rulebook

STREAM_GOAL = 1 / 3
"""What a stream is to need at 200 objects, of the time of unary calls."""

BATCH_GOAL = 8
"""How many times unary's decisions a Batch is to give at 20 objects."""

BATCHES_IN_FLIGHT = 4
"""As many as the server has threads: a batch waits long enough where all are at work."""

CASES: tuple[tuple[str, Combat, int], ...] = (
    *(("listings", SMALL, size) for size in (1, 10, 50)),
    ("actions", SMALL, 50),
    *(("a node", SMALL, size) for size in (10, 50)),
    *((kind, LARGE, 50) for kind in ("listings", "actions", "a node")),
)
"""What is asked, about which states, and how much at once."""

T = TypeVar("T")

Compared = tuple[str, list[float]]
"""A label and its ratios."""


def run(rulebook: Rulebook, effort: Effort) -> report.Section:
    """Combats and batches, each against unary calls."""
    # Two comparisons where others make one: each side gets half the time.
    effort = replace(effort, seconds=effort.seconds / 2)
    with Worker(service) as server, Worker(client) as load, Local(rulebook=rulebook) as local:
        combats, played = _combats(local, server, load, effort)
        batches, asked = _batches(local, server, load, effort)
    lines: list[report.Line] = [
        (
            "A combat from its blocks to its end: what may be done is listed, done and resolved "
            "while there is something, then damage is dealt and what triggers resolves. One call "
            "waits at a time, as an engine plays. Ratio: a stream's time to that of unary calls; "
            f"the goal at {LARGE.objects} objects is {STREAM_GOAL:.2f}."
        ),
        "",
        *combats,
        "",
        report.ranges("streams", "Play to unary", played, top=1.0, marks=(STREAM_GOAL,)),
        "",
        (
            "Batch against unary calls, in decisions per CPU second of the server, with "
            f"{IN_FLIGHT} calls in flight or {BATCHES_IN_FLIGHT} batches. Listings: what the "
            "active player may do, with a look at the mana and without. Actions: each of these "
            "tried. A node: both, and the next step. Answers are as they come by default: those "
            "of unary calls bring the new state. "
            f"The goal at {SMALL.objects} objects is {BATCH_GOAL}."
        ),
        "",
        *batches,
        "",
        report.ranges("batches", "Batch to unary", asked, top=12.0, marks=(BATCH_GOAL,)),
    ]
    return report.Section("Beyond one call at a time", lines)


def _combats(
    local: Local, server: Worker, load: Worker, effort: Effort
) -> tuple[list[str], list[Compared]]:
    rows: list[tuple[str, ...]] = []
    plotted: list[Compared] = []
    for combat in (SMALL, LARGE):
        sides = (
            Side.of(server, Combats(combat, streamed=False), in_flight=1),
            Side.of(server, Combats(combat, streamed=True), in_flight=1),
        )
        unary, stream = compare(load, sides, effort)
        played = [play(local.rulebook, combat, number) for number in range(5)]
        alone = median(_timed(replay, local, each) for each in played * effort.rounds)
        for what, one, other in (("CPU", stream.cpu, unary.cpu), ("wall", stream.wall, unary.wall)):
            found = ratios(one, other)
            label = f"{combat.objects} objects, {what}"
            plotted.append((label, found))
            times = (f"{1000 * each:.2f}" for each in (median(other), median(one), alone))
            rows.append((label, f"{len(played[0].unary)}", *times, *spread(found)))
    header = ("", "calls", "unary, ms", "Play, ms", "in process, ms", "ratio", "least", "most")
    return report.table(header, rows), plotted


def _batches(
    local: Local, server: Worker, load: Worker, effort: Effort
) -> tuple[list[str], list[Compared]]:
    rows: list[tuple[str, ...]] = []
    plotted: list[Compared] = []
    for kind, combat, size in CASES:
        together = Questions(kind, combat, size)
        sides = (
            Side.of(server, Questions(kind, combat)),
            Side.of(server, together, decisions=size, in_flight=BATCHES_IN_FLIGHT),
        )
        unary, batch = compare(load, sides, effort)
        requests = together.requests(local.rulebook, 0, max(1, 50 // size))
        alone = median(_timed(ask, local, requests) for _ in range(effort.rounds))
        found = ratios(unary.cpu, batch.cpu)
        plotted.append((f"{kind}, {combat.objects}, by {size}", found))
        rates = (
            f"{1 / each:,.0f}"
            for each in (median(unary.cpu), median(batch.cpu), alone / size / len(requests))
        )
        rows.append((kind, f"{combat.objects}", f"{size}", *rates, *spread(found)))
    header = ("questions", "objects", "in a batch", "unary/s", "Batch/s", "in process/s")
    return report.table((*header, "ratio", "least", "most"), rows), plotted


def ask(local: Local, requests: Sequence[wire.BatchRequest]) -> None:
    """Ask in process, as a Python engine does."""
    for request in requests:
        commands = [getattr(each, str(each.WhichOneof("command"))) for each in request.commands]
        local.batch(request.state, commands)


def _timed(work: Callable[[Local, T], object], local: Local, what: T) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    work(local, what)
    return time.process_time() - began
