"""Mana abilities that cost mana themselves, such as "{1}, {T}: Add {U}{B}".

What such an ability needs must float before its mana comes, so their order matters. The mana set
aside for their costs gets digits of its own beside those of the price. From the end backward,
each set of these abilities has a table of the states from which using exactly them, in the best
order, pays the price; the sources that cost no mana are all activated before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from ninjutsu_service.cards.mana import KINDS, ManaCost, Symbol
from ninjutsu_service.rules.payment.demand import (
    COSTLY,
    FURTHER,
    LIFE,
    LIFE_WEIGHT,
    WEIGHTS,
    Demand,
    Item,
    items_of,
    most_mana,
    rank_of,
    start_of,
)
from ninjutsu_service.rules.payment.layout import Layout, Steps, backward, forward, layout_of
from ninjutsu_service.rules.payment.model import (
    EMPTY,
    MAX_SYMBOLS,
    Fee,
    PaymentTooComplex,
    Pool,
    Price,
    Source,
)
from ninjutsu_service.rules.payment.search import (
    Allowed,
    Budget,
    Chosen,
    Layers,
    earliest,
    lowest,
    reach_of,
    settled,
    tables_of,
    useful,
)
from ninjutsu_service.rules.payment.spend import wanted_last

_MOST_FEES = 64

Part = Symbol | None
"""A part of a mana ability's cost: a symbol, or None for one generic mana."""

Counts = tuple[int, ...]
"""How many are used of each group of sources that are alike."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Sources that are alike, the first ones to be used first."""

    indices: list[int]
    steps: tuple[Step, ...]


def fees_of(cost: ManaCost, most: int) -> list[tuple[int, tuple[Part, ...]]]:
    """Each way to pay a mana ability's cost: the life and the mana. X in it is 0.

    Args:
        cost: of the mana ability.
        most: the most mana that there could be; what takes more is left out.

    Raises:
        PaymentTooComplex: it takes too much mana, or has too many symbols to be paid in two ways.
    """
    if cost.absent or cost.generic > most or len(cost.symbols) > most + MAX_SYMBOLS:
        return []
    choices: list[list[tuple[int, tuple[Part, ...]]]] = []
    ways = 1
    for symbol in cost.symbols:
        mana = replace(symbol, generic=0, phyrexian=False)
        each: list[tuple[int, tuple[Part, ...]]] = [(0, (mana,))]
        if symbol.phyrexian:
            each.append((2, ()))
        if 0 < symbol.generic <= most:
            each.append((0, (None,) * symbol.generic))
        choices.append(each)
        ways *= len(each)
    if ways > _MOST_FEES or min(cost.generic, most) > 4096:
        raise PaymentTooComplex("a mana ability's cost can be paid in too many ways")
    found = [
        (sum(way[0] for way in combo), (None,) * cost.generic + sum((w[1] for w in combo), ()))
        for combo in product(*choices)
    ]
    found = [(life, parts) for life, parts in found if len(parts) <= most]
    if any(len(parts) > MAX_SYMBOLS for _, parts in found):
        raise PaymentTooComplex("a mana ability costs too much mana")
    return found


@dataclass(frozen=True, slots=True)
class Solution:
    """What is activated, and what is paid for it.

    Attributes:
        chosen: what costs no mana.
        costly: the others in order: place of the source, place of the ability, its cost.
    """

    chosen: Chosen
    costly: list[tuple[int, int, Fee]]


class CostlySearch:
    """One search that takes mana abilities with mana costs into account."""

    def __init__(
        self, price: Price, pool: Pool, sources: Sequence[Source], life: int, demand: Demand
    ) -> None:
        self.pool = pool
        self.sources = sources
        self.life = life
        self.budget = Budget()
        self.places = [
            place
            for place, source in enumerate(sources)
            if any(rank_of(source, option) == COSTLY for option in source.options)
        ]
        self.most = sum(pool.amounts) + sum(most_mana(source) for source in sources)
        self.layout, self.base = self._extended(price, demand)
        self.start = start_of(self.layout, pool, sum(pool.amounts), self.base)[0]
        self.ends = self._ends(price, demand)
        items = [item for item in items_of(self.layout, sources)[0] if item.shape.rank != COSTLY]
        most = self.layout.symbols + self.layout.depth
        self.allowed: Allowed = [(item, item.shape.upto[LIFE]) for item in useful(items, most)]
        self.groups = self._grouped()
        self.reach = reach_of(self.layout, self.start, self.allowed, self.budget)
        self.within = self._closure()
        self.tables: dict[Counts, Layers] = {}

    def _extended(self, price: Price, demand: Demand) -> tuple[Layout, int]:
        """The layout of the price and of all costs of mana abilities together."""
        extra: dict[Symbol, int] = {}
        generic = 0
        for place in self.places:
            most: dict[Part, int] = {}
            for option in self.sources[place].options:
                for _, parts in fees_of(option.mana, self.most):
                    for part in parts:
                        most[part] = max(most.get(part, 0), parts.count(part))
            for part, count in most.items():
                if part is None:
                    generic += count
                else:
                    extra[part] = extra.get(part, 0) + count
        symbols = price.symbols + tuple(s for s, count in extra.items() for _ in range(count))
        floating = sum(self.pool.amounts)
        base = min(demand.base, max(0, floating - len(symbols) - generic))
        depth = demand.layout.depth + demand.base - base + generic
        return layout_of(symbols, depth), base

    def _ends(self, price: Price, demand: Demand) -> Layers:
        layout = self.layout
        ends: Layers = {}
        spendable = price.x * price.x_count - price.reduction
        for cost, halves, state in demand.layout.ways:
            digit = max(0, price.generic + max(0, spendable + halves) - self.base)
            if digit > layout.depth or cost > max(self.life, 0):
                continue
            bits = 1 << demand.layout.moved(state, layout)
            key = cost * LIFE_WEIGHT
            for level in range(digit, layout.depth + 1):
                ends[key] = ends.get(key, 0) | bits << layout.width * level
        return ends

    def _grouped(self) -> list[Group]:
        groups: dict[tuple[object, ...], Group] = {}
        free = {
            item.index: item.shape.moves
            for item in items_of(self.layout, [self.sources[place] for place in self.places])[0]
        }
        for number, place in enumerate(self.places):
            source = self.sources[place]
            key = (source.creature, source.options)
            if key not in groups:
                steps = [
                    Step(move.option, move.weight, (), (), 0, move.units)
                    for move in free.get(number, ())
                ]
                groups[key] = Group([], tuple(steps) + self._steps(source))
            groups[key].indices.append(place)
        return list(groups.values())

    def _steps(self, source: Source) -> tuple[Step, ...]:
        outputs = [self.layout.output(each.produces, each.snow) for each in source.options]
        colors = 0
        for output in outputs:
            colors |= output.colors
        steps = []
        for place, (option, output) in enumerate(zip(source.options, outputs, strict=True)):
            if rank_of(source, option) != COSTLY or not output.units:
                continue
            for life, parts in fees_of(option.mana, self.most):
                weight = WEIGHTS[FURTHER] + colors.bit_count() + (option.life + life) * LIFE_WEIGHT
                fee = tuple(self.layout.step(part) for part in parts)
                steps.append(Step(place, weight, parts, fee, life, output.units))
        return tuple(steps)

    def _closure(self) -> int:
        """Every state that could be reached if each source could be used again and again."""
        states = self.reach[-1]
        for _ in range(len(self.places)):
            before = states
            for group in self.groups:
                for step in group.steps:
                    self.budget.take(self.layout.size * (len(step.units) + len(step.fee)) + 512)
                    states |= step.after(states)
            if states == before:
                break
        return states

    def run(self, known: int | None) -> Solution | None:
        """The optimum with these abilities.

        Args:
            known: the weight of the best payment without them; None where there is none.

        Raises:
            PaymentTooComplex: the budget is not enough.
        """
        if not any(states & self.within for states in self.ends.values()):
            return None
        union = self._all_tables(known)
        found = tables_of(self.allowed, union, self.reach, self.budget)
        if not found[0]:
            return None
        cost = min(found[0])
        if cost // LIFE_WEIGHT > max(self.life, 0):
            return None
        used, states = earliest(self.allowed, found, cost)
        counts = min(
            (
                counts
                for counts, layers in self.tables.items()
                if any(members & layers.get(left, 0) for left, members in states.items())
            ),
            key=self._indices,
        )
        chosen, reached = lowest(used, cost, self.tables[counts], self.start, self.budget)
        return Solution(chosen, self._in_order(chosen, counts, reached))

    def _indices(self, counts: Counts) -> list[int]:
        return sorted(
            place
            for group, count in zip(self.groups, counts, strict=True)
            for place in group.indices[:count]
        )

    def _all_tables(self, known: int | None) -> Layers:
        """The least weight from each state with any of these sources; `tables` for each set."""
        none = (0,) * len(self.groups)
        self.tables[none] = self.ends
        least: dict[Counts, Layers] = {none: self.ends}
        union = self.ends
        level = [none]
        limit = known
        for _ in self.places:
            following: dict[Counts, None] = {}
            for counts in level:
                for place, group in enumerate(self.groups):
                    if counts[place] < len(group.indices):
                        more = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
                        following[more] = None
            level = []
            for counts in following:
                layers, cover = self._table(counts, least, limit)
                least[counts] = cover
                if layers:
                    self.tables[counts] = layers
                    union = _merged(union, layers)
                    level.append(counts)
            if not level:
                break
            limit = self._limit(union, limit)
        return union

    def _limit(self, union: Layers, limit: int | None) -> int | None:
        if not any(states & self.reach[-1] for states in union.values()):
            return limit
        found = tables_of(self.allowed, union, self.reach, self.budget)[0]
        return min(found) if found else limit

    def _table(
        self, counts: Counts, least: dict[Counts, Layers], limit: int | None
    ) -> tuple[Layers, Layers]:
        """The table of exactly these sources, and the least weights of these or fewer of them.

        Of the first, states from which fewer sources lead to the end as cheaply are left out.
        """
        layers: Layers = {}
        cover: Layers = {}
        for place, group in enumerate(self.groups):
            if not counts[place]:
                continue
            fewer = (*counts[:place], counts[place] - 1, *counts[place + 1 :])
            cover = _merged(cover, least.get(fewer, {}))
            for left, states in self.tables.get(fewer, {}).items():
                for step in group.steps:
                    weight = left + step.weight
                    if limit is not None and weight > limit:
                        continue
                    self.budget.take(self.layout.size * (len(step.units) + len(step.fee)) + 512)
                    leading = step.before(states) & self.within
                    if leading:
                        layers[weight] = layers.get(weight, 0) | leading
        layers = _without(settled(layers), cover)
        return layers, _merged(cover, layers)

    def _in_order(
        self, chosen: Chosen, counts: Counts, reached: Layers
    ) -> list[tuple[int, int, Fee]]:
        """The activations that use exactly `counts`, in an order that works, and their costs."""
        steps: list[tuple[int, Step]] = []
        ((left, states),) = reached.items()
        while any(counts):
            place, step, states = self._next(counts, left, states)
            counts = (*counts[:place], counts[place] - 1, *counts[place + 1 :])
            left -= step.weight
            steps.append((place, step))
        used = [0] * len(self.groups)
        found = []
        pool = self.pool
        for item, move in chosen:
            option = self.sources[item.index].options[move.option]
            pool = pool.plus(option.produces, option.snow)
        end = self.ends[left]
        for number, (place, step) in enumerate(steps):
            index = self.groups[place].indices[used[place]]
            used[place] += 1
            fee = self._fee(pool, [each for _, each in steps[number:]], end)
            option = self.sources[index].options[step.option]
            pool = pool.minus(fee).plus(option.produces, option.snow)
            found.append((index, step.option, Fee(fee, step.life)))
        return found

    def _next(self, counts: Counts, left: int, states: int) -> tuple[int, Step, int]:
        for place, group in enumerate(self.groups):
            if not counts[place]:
                continue
            fewer = (*counts[:place], counts[place] - 1, *counts[place + 1 :])
            for step in group.steps:
                target = self.tables.get(fewer, {}).get(left - step.weight, 0)
                reached = step.after(states) & target
                if reached:
                    return place, step, reached
        raise AssertionError("a table's state leads to its end")

    def _fee(self, pool: Pool, steps: list[Step], end: int) -> Pool:
        """What the first step's cost takes: what is least wanted, if the rest still works."""
        first = steps[0]
        amounts, snowy = list(EMPTY.amounts), list(EMPTY.snow)
        for place, part in enumerate(first.parts):
            for kind, snow, _ in reversed(wanted_last(pool)):
                if part and not (KINDS[kind] in part.kinds or (part.snow and snow)):
                    continue
                one = tuple(int(each == kind) for each in range(len(KINDS)))
                left = pool.minus(Pool(one, one if snow else EMPTY.snow))
                rest = replace(first, fee=first.fee[place + 1 :])
                if self._works(left, [rest, *steps[1:]], end):
                    pool = left
                    amounts[kind] += 1
                    snowy[kind] += snow
                    break
        return Pool(tuple(amounts), tuple(snowy))

    def _works(self, pool: Pool, steps: list[Step], end: int) -> bool:
        states = start_of(self.layout, pool, sum(pool.amounts), self.base)[0]
        for step in steps:
            states = step.after(states)
        return bool(states & end)


def _merged(one: Layers, other: Layers) -> Layers:
    if not one or not other:
        return one or other
    both = dict(one)
    for weight, states in other.items():
        both[weight] = both.get(weight, 0) | states
    return settled(both)


def _without(layers: Layers, cover: Layers) -> Layers:
    """The states that `cover` does not have at the same weight or less."""
    kept: Layers = {}
    for weight, states in layers.items():
        for other, known in cover.items():
            if other <= weight:
                states &= ~known
        if states:
            kept[weight] = states
    return kept
