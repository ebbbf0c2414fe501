"""How long finding a payment takes: by itself, without a board, a call or a network.

`python -m benchmarks.bench_payment` prints it; each time is the least of several runs on one
core, since all that disturbs a run makes it longer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from benchmarks.effort import FULL, Effort
from benchmarks.report import Section, table
from ninjutsu_service.cards.mana import COLORS, FREE, KINDS, parse_mana
from ninjutsu_service.rules.payment import (
    ManaOption,
    Pool,
    Source,
    can_pay,
    largest_x,
    pay,
    price,
)
from ninjutsu_service.rules.rulebook import Rulebook

GUILDS = ("WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU")
LIFE = 20
SEED = 1


@dataclass(frozen=True, slots=True)
class Case:
    """One question, asked in three ways."""

    name: str
    cost: str
    sources: Sequence[Source]
    x: int = 0


def source(name: str, *produces: str, sacrifices: bool = False, cost: str = "") -> Source:
    """A permanent with one mana ability for each of `produces`."""
    mana = parse_mana(cost) if cost else FREE
    return Source(
        name,
        False,
        tuple(
            ManaOption(index, tuple(map(text.count, KINDS)), False, True, sacrifices, 0, mana)
            for index, text in enumerate(produces)
        ),
    )


def mixed(count: int, shift: int = 0) -> list[Source]:
    """Lands of two colours, sources of two mana and Treasures, in turn."""
    made = []
    for number in range(count):
        pair = GUILDS[(number + shift) % len(GUILDS)]
        if number % 4 == 3:
            made.append(source(f"treasure{number}", *COLORS, sacrifices=True))
        elif number % 4 == 1:
            made.append(source(f"two{number}", pair if number % 8 == 1 else "CC"))
        else:
            made.append(source(f"dual{number}", *pair))
    return made


def duals(count: int) -> list[Source]:
    """Lands of two colours each."""
    return [source(f"dual{number}", *GUILDS[number % 10]) for number in range(count)]


def signets(lands: int, count: int) -> list[Source]:
    """Islands, and sources of two mana that cost one."""
    rocks = [source(f"signet{n}", GUILDS[n % 10], cost="1") for n in range(count)]
    return [source(f"island{n}", "U") for n in range(lands)] + rocks


CASES = (
    Case("2 Islands", "1 U", [source("i1", "U"), source("i2", "U")]),
    Case("2 Islands, unpayable", "1 U B", [source("i1", "U"), source("i2", "U")]),
    Case("8 lands of two colours", "2 U B", duals(8)),
    Case("40 lands of two colours", "W U U B B R", duals(40)),
    Case("40 mixed", "1 U U B B R", mixed(40)),
    Case("40 mixed, each colour and C", "W U B R G C", mixed(40)),
    Case("40 mixed, hybrid", "1 W/U U/B B/R R/G G/W", mixed(40)),
    Case("40 mixed, {2/W} of each colour", "2/W 2/U 2/B 2/R 2/G 1", mixed(40)),
    Case("40 mixed, Phyrexian", "W/P U/P B/P R/P G/P C", mixed(40)),
    Case("40 mixed, unpayable for snow", "S U U B B R", mixed(40)),
    Case("60 mixed, ten coloured symbols", "W W U U B B R R G G", mixed(60)),
    Case("60 mixed, X = 30", "X U U", mixed(60), 30),
    Case("3 Islands, 3 Signets", "1 U B", signets(3, 3)),
    Case("3 Islands, 10 Signets", "W U B R G", signets(3, 10)),
    Case("3 Islands, 10 Signets, unpayable", "W U B R G C", signets(3, 10)),
)

SYMBOLS = (*KINDS, "S", "W/U", "U/B", "B/R", "R/G", "G/W", "2/U", "2/W", "U/P", "B/P", "1", "2")


def least(question: Callable[[], object], effort: Effort) -> float:
    """The least time of one run, in microseconds; the first is not counted."""
    question()
    found = float("inf")
    until = time.perf_counter() + effort.rounds * effort.seconds / 30
    while True:
        began = time.perf_counter()
        question()
        ended = time.perf_counter()
        found = min(found, ended - began)
        if ended > until:
            return found * 1e6


def spread(effort: Effort) -> list[str]:
    """Times of `pay` for random six-symbol costs on 40 mixed sources: median, 99th, greatest."""
    chance = random.Random(SEED)  # noqa: S311
    times = []
    for number in range(40 * effort.rounds):
        sources = mixed(40, number)
        chance.shuffle(sources)
        cost = " ".join(chance.choice(SYMBOLS) for _ in range(6))
        bill = price(parse_mana(cost), 0, 0)
        runs = []
        for _ in range(4):
            began = time.perf_counter()
            pay(bill, Pool(), sources, LIFE)
            runs.append(time.perf_counter() - began)
        times.append(min(runs) * 1e6)
    times.sort()
    return [f"{times[int(part * (len(times) - 1))]:.0f}" for part in (0.5, 0.99, 1)]


def run(rulebook: Rulebook | None, effort: Effort) -> Section:
    """A section of the results; the rulebook is not needed."""
    del rulebook
    rows = []
    for case in CASES:
        cost = parse_mana(case.cost)
        bill = price(cost, case.x, 0)
        sources = case.sources
        plan = pay(bill, Pool(), sources, LIFE)
        paid = least(partial(pay, bill, Pool(), sources, LIFE), effort)
        asked = least(partial(can_pay, bill, Pool(), sources, LIFE), effort)
        x = "–"
        if cost.x_count:
            found = least(partial(largest_x, cost, 0, Pool(), sources, LIFE), effort)
            x = f"{found:.0f}"
        used = "none" if plan is None else str(len(plan.activations))
        rows.append([case.name, f"`{case.cost}`", used, f"{paid:.0f}", f"{asked:.0f}", x])
    median, nearly, most = spread(effort)
    return Section(
        "Payment",
        [
            *table(
                ["sources", "cost", "used", "`pay`, µs", "`can_pay`, µs", "`largest_x`, µs"], rows
            ),
            "",
            (
                f"Random six-symbol costs on 40 mixed sources: `pay` takes {median} µs in the "
                f"median, {nearly} µs at the 99th percentile and {most} µs at most."
            ),
        ],
    )


if __name__ == "__main__":
    print(run(None, FULL))
