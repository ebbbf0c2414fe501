"""Where a call's time goes, gRPC aside: what every call does, and what is left for the rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import report
from benchmarks.effort import Effort
from benchmarks.states import LARGE, SMALL
from benchmarks.workloads import Workload
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.check import check_board

BATCH = 50
"""Calls that are timed together."""


def run(rulebook: Rulebook, effort: Effort) -> report.Section:
    """The pieces of each call that decides something."""
    rows = [
        _row(rulebook, Workload(name, combat), effort)
        for combat in (SMALL, LARGE)
        for name in ("ListActions", "TakeAction", "Resolve")
    ]
    text = (
        "Microseconds of CPU time in process, the least of several runs. Copy: the state, which "
        "the call changes while the request stays as it is. Index: objects by id. Check: what "
        "every call looks for in every object. Rules: the rest."
    )
    header = ("call", "objects", "parse", "copy", "index", "check", "rules", "serialize")
    return report.Section("Where the time goes", [text, "", *report.table(header, rows)])


def _row(rulebook: Rulebook, workload: Workload, effort: Effort) -> tuple[str, ...]:
    method = workload.method
    parse = method.request.FromString
    data = workload.request(rulebook).SerializeToString()
    copies = workload.name != "ListActions"

    def requests() -> list[Any]:
        return [parse(data) for _ in range(BATCH)]

    def states() -> list[Any]:
        return [request.state for request in requests()]

    def boards() -> list[Any]:
        return [Board(state) for state in states()]

    def answers() -> list[Any]:
        return [method.run(rulebook, request) for request in requests()]

    copy = _least(states, _copy, effort) if copies else 0.0
    index = _least(states, Board, effort)
    check = _least(boards, check_board, effort)
    whole = _least(requests, lambda request: method.run(rulebook, request), effort)
    times = (
        _least(lambda: [data] * BATCH, parse, effort),
        copy,
        index,
        check,
        whole - copy - index - check,
        _least(answers, lambda answer: answer.SerializeToString(deterministic=True), effort),
    )
    return (workload.name, f"{workload.combat.objects}", *(f"{each:.0f}" for each in times))


def _copy(state: pb.CombatState) -> pb.CombatState:
    copy = pb.CombatState()
    copy.CopyFrom(state)
    return copy


def _least(
    prepare: Callable[[], Sequence[Any]], piece: Callable[[Any], object], effort: Effort
) -> float:
    """Microseconds for one, each on something prepared for it alone and not timed."""
    runs = []
    for _ in range(4 * effort.rounds):
        prepared = prepare()
        began = time.process_time()
        for each in prepared:
            piece(each)
        runs.append(time.process_time() - began)
    return min(runs) / BATCH * 1e6
