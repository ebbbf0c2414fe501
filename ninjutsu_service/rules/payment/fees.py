"""What a mana ability that costs mana asks for, and what activating it does to a set of states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from ninjutsu_service.cards.mana import KINDS, ManaCost, Symbol
from ninjutsu_service.rules.payment.demand import Demand, start_of
from ninjutsu_service.rules.payment.layout import Layout, Steps, backward, forward, layout_of
from ninjutsu_service.rules.payment.model import (
    EMPTY,
    MAX_SYMBOLS,
    ManaOption,
    PaymentTooComplex,
    Pool,
    Price,
)
from ninjutsu_service.rules.payment.spend import wanted_last

_MOST_FEES = 64

Part = Symbol | None
"""A part of a mana ability's cost: a symbol, or None for one generic mana."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One activation, in one of the ways to pay its cost.

    Attributes:
        option: its place among the source's.
        weight: what using it adds to the objective.
        parts: the mana that it costs.
        fee: for each of these, the weight and mask of its digit.
        life: what Phyrexian symbols of its cost take.
        units: what its mana can do.
    """

    option: int
    weight: int
    parts: tuple[Part, ...]
    fee: Steps
    life: int
    units: tuple[Steps, ...]

    def after(self, states: int) -> int:
        """The states reached by activating it from these."""
        for weight, mask in self.fee:
            states = (states >> weight) & mask
        return forward(states, self.units)

    def before(self, states: int) -> int:
        """The states from which activating it leads to one of these."""
        states = backward(states, self.units)
        for weight, mask in self.fee:
            states = (states & mask) << weight
        return states


def fees_of(cost: ManaCost, most: int) -> list[tuple[int, tuple[Part, ...]]]:
    """Each way to pay a mana ability's cost: the life and the mana. X in it is 0.

    Args:
        cost: of the mana ability.
        most: the most mana that there could be; what takes more is left out.

    Raises:
        PaymentTooComplex: it takes too much mana, or has too many symbols to be paid in two ways.
    """
    if cost.absent:
        return []
    choices: list[list[tuple[int, int, tuple[Part, ...]]]] = [[(0, cost.generic, ())]]
    ways = 1
    for symbol in cost.symbols:
        each: list[tuple[int, int, tuple[Part, ...]]] = [
            (0, 0, (symbol._replace(generic=0, phyrexian=False),))
        ]
        if symbol.phyrexian:
            each.append((2, 0, ()))
        if symbol.generic:
            each.append((0, symbol.generic, ()))
        choices.append(each)
        ways *= len(each)
    if ways > _MOST_FEES:
        raise PaymentTooComplex("a mana ability's cost can be paid in too many ways")
    found = []
    for combo in product(*choices):
        generic = sum(each[1] for each in combo)
        parts = tuple(part for each in combo for part in each[2])
        if generic + len(parts) > most:
            continue
        if generic + len(parts) > MAX_SYMBOLS:
            raise PaymentTooComplex("a mana ability costs too much mana")
        found.append((sum(each[0] for each in combo), (None,) * generic + parts))
    return found


def extended(
    price: Price,
    demand: Demand,
    pool: Pool,
    sources: Sequence[tuple[ManaOption, ...]],
    most: int,
) -> tuple[Layout, int]:
    """The layout of a price and of all costs of mana abilities together, and its `base`.

    Args:
        price: what is to be paid.
        demand: the one of the price alone.
        pool: what floats.
        sources: the mana abilities of each source with one that costs mana.
        most: the most mana that there could be.

    Raises:
        PaymentTooComplex: these are too many different symbols.
    """
    extra: dict[Symbol, int] = {}
    generic = 0
    for options in sources:
        needed: dict[Part, int] = {}
        for option in options:
            for _, parts in fees_of(option.mana, most):
                for part in parts:
                    needed[part] = max(needed.get(part, 0), parts.count(part))
        for part, count in needed.items():
            if part is None:
                generic += count
            else:
                extra[part] = extra.get(part, 0) + count
    symbols = price.symbols + tuple(s for s, count in extra.items() for _ in range(count))
    base = min(demand.base, max(0, sum(pool.amounts) - len(symbols) - generic))
    return layout_of(symbols, demand.layout.depth + demand.base - base + generic), base


def charged(
    layout: Layout,
    base: int,
    pool: Pool,
    activations: Sequence[tuple[ManaOption, Step]],
    end: int,
) -> list[Pool]:
    """What each activation's cost takes: of what would do, the mana that is least wanted.

    Args:
        layout: of the price and all costs of mana abilities.
        base: the generic mana that the lowest value of the generic digit stands for.
        pool: what floats before the first.
        activations: in an order that is known to work.
        end: the states in which the price is paid.
    """
    found = []
    for number, (option, step) in enumerate(activations):
        later = [each for _, each in activations[number + 1 :]]
        amounts, snowy = list(EMPTY.amounts), list(EMPTY.snow)
        for place, part in enumerate(step.parts):
            rest = [replace(step, fee=step.fee[place + 1 :]), *later]
            for kind, snow, _ in reversed(wanted_last(pool)):
                if part and not (KINDS[kind] in part.kinds or (part.snow and snow)):
                    continue
                one = tuple(int(each == kind) for each in range(len(KINDS)))
                left = pool.minus(Pool(one, one if snow else EMPTY.snow))
                if _works(layout, base, left, rest, end):
                    pool = left
                    amounts[kind] += 1
                    snowy[kind] += snow
                    break
        found.append(Pool(tuple(amounts), tuple(snowy)))
        pool = pool.plus(option.produces, option.snow)
    return found


def _works(layout: Layout, base: int, pool: Pool, steps: Sequence[Step], end: int) -> bool:
    states = start_of(layout, pool, sum(pool.amounts), base)[0]
    for step in steps:
        states = step.after(states)
    return bool(states & end)
