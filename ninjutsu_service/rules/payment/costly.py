"""Mana abilities that cost mana themselves, such as "{1}, {T}: Add {U}{B}".

What such an ability needs must float before its mana comes, so their order matters. The mana set
aside for their costs gets digits of its own beside those of the price. From the end backward,
each set of these abilities has a table of the states from which using exactly them, in the best
order, pays the price; the sources that cost no mana are all activated before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninjutsu_service.rules.payment.demand import (
    COSTLY,
    FURTHER,
    LIFE,
    LIFE_WEIGHT,
    WEIGHTS,
    Demand,
    items_of,
    most_mana,
    rank_of,
    start_of,
)
from ninjutsu_service.rules.payment.fees import Step, charged, extended, fees_of
from ninjutsu_service.rules.payment.model import (
    NO_FEE,
    Fee,
    PaymentTooComplex,
    Pool,
    Price,
    Source,
)
from ninjutsu_service.rules.payment.search import (
    STEP,
    Allowed,
    Budget,
    Chosen,
    Layers,
    earliest,
    lowest,
    path,
    reach_of,
    settled,
    tables_of,
    useful,
)

_MOST_TURNS = 16
"""How many turns of an order are tried, and of its reverse."""

Activations = tuple[Chosen, list[tuple[int, Step]], int]
"""What costs no mana; what does, in order and by place of the source; the states at its end."""

Counts = tuple[int, ...]
"""How many are used of each group of sources that are alike."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Sources that are alike, the first ones to be used first."""

    indices: list[int]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What is activated, and what is paid for it.

    Attributes:
        chosen: what costs no mana.
        costly: the others in order: place of the source, place of the ability, and what it takes;
            `NO_FEE` where it has no such cost.
    """

    chosen: Chosen
    costly: list[tuple[int, int, Fee]]


class CostlySearch:
    """One search that takes mana abilities with mana costs into account."""

    def __init__(
        self,
        price: Price,
        pool: Pool,
        sources: Sequence[Source],
        life: int,
        demand: Demand,
        budget: Budget,
    ) -> None:
        self.pool = pool
        self.sources = sources
        self.life = life
        self.budget = budget
        self.places = [
            place
            for place, source in enumerate(sources)
            if any(rank_of(source, option) == COSTLY for option in source.options)
        ]
        self.most = sum(pool.amounts) + sum(most_mana(source) for source in sources)
        options = [sources[place].options for place in self.places]
        self.layout, self.base = extended(price, demand, pool, options, self.most)
        self.start = start_of(self.layout, pool, sum(pool.amounts), self.base)[0]
        self.ends = self._ends(price, demand)
        items = [item for item in items_of(self.layout, sources)[0] if item.shape.rank != COSTLY]
        most = self.layout.symbols + self.layout.depth
        self.allowed: Allowed = [(item, item.shape.upto[LIFE]) for item in useful(items, most)]
        self.work = self.layout.size + STEP
        self.groups = self._grouped()
        self.reach = reach_of(self.layout, self.start, self.allowed, self.budget)
        self.within = self._closure()
        self.tables: dict[Counts, Layers] = {}
        self.single = sorted(
            ((place, group.steps) for group in self.groups for place in group.indices),
            key=lambda each: each[0],
        )

    def _ends(self, price: Price, demand: Demand) -> Layers:
        layout = self.layout
        ends: Layers = {}
        spendable = price.x * price.x_count - price.reduction
        for cost, halves, state in demand.layout.ways:
            digit = max(0, price.generic + max(0, spendable + halves) - self.base)
            if cost > max(self.life, 0):
                continue
            bits = 1 << demand.layout.moved(state, layout)
            key = cost * LIFE_WEIGHT
            for level in range(digit, layout.depth + 1):
                ends[key] = ends.get(key, 0) | bits << layout.width * level
        return settled(ends)

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
                    self.budget.take(self.work * (len(step.units) + len(step.fee)))
                    states |= step.after(states)
            if states == before:
                break
        return states

    def run(self, known: int | None) -> Solution | None:
        """The optimum with these abilities.

        Args:
            known: the weight of the best payment without them; None where there is none.

        Raises:
            PaymentTooComplex: the budget is not enough to find any payment.
        """
        if not any(states & self.within for states in self.ends.values()):
            return None
        limit = known
        some = self._any(1)
        if some is not None:
            limit = some[1] if known is None else min(known, some[1])
        try:
            return self._best(limit)
        except PaymentTooComplex:
            some = some or self._any(_MOST_TURNS)
            if known is None and some is not None:
                return self._solution(*some[0])
            raise

    def possible(self) -> bool:
        """Whether `run` finds anything.

        Raises:
            PaymentTooComplex: the budget is not enough to tell.
        """
        if not any(states & self.within for states in self.ends.values()):
            return False
        return self._any(_MOST_TURNS) is not None or self._best(None) is not None

    def _best(self, known: int | None) -> Solution | None:
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
        return self._solution(chosen, *self._in_order(counts, reached))

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
                    self.budget.take(self.work * (len(step.units) + len(step.fee)))
                    leading = step.before(states) & self.within
                    if leading:
                        layers[weight] = layers.get(weight, 0) | leading
        layers = _without(settled(layers), cover)
        return layers, _merged(cover, layers)

    def _in_order(self, counts: Counts, reached: Layers) -> tuple[list[tuple[int, Step]], int]:
        """An order of exactly `counts` that works, by place of the source; and its ends."""
        ((left, states),) = reached.items()
        used = [0] * len(self.groups)
        steps = []
        while any(counts):
            place, step, states = self._next(counts, left, states)
            counts = (*counts[:place], counts[place] - 1, *counts[place + 1 :])
            left -= step.weight
            steps.append((self.groups[place].indices[used[place]], step))
            used[place] += 1
        return steps, self.ends[left]

    def _solution(self, chosen: Chosen, steps: list[tuple[int, Step]], end: int) -> Solution:
        """These activations, with what each takes from the pool."""
        pool = self.pool
        for item, move in chosen:
            option = self.sources[item.index].options[move.option]
            pool = pool.plus(option.produces, option.snow)
        activations = [(self.sources[index].options[step.option], step) for index, step in steps]
        paid = charged(self.layout, self.base, pool, activations, end)
        return Solution(
            chosen,
            [
                (index, step.option, Fee(mana, step.life) if step.parts or step.life else NO_FEE)
                for (index, step), mana in zip(steps, paid, strict=True)
            ],
        )

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

    def _any(self, turns: int) -> tuple[Activations, int] | None:
        """Some payment and its weight, with the costly sources in one of a few fixed orders."""
        single = self.single
        for turn in range(min(len(single), turns)):
            for order in (single[turn:] + single[:turn], single[turn::-1] + single[:turn:-1]):
                found = self._any_in(order)
                if found is not None:
                    return found
        return None

    def _any_in(self, order: list[tuple[int, tuple[Step, ...]]]) -> tuple[Activations, int] | None:
        reach = [self.reach[-1]]
        for _, steps in order:
            reached = reach[-1]
            for step in steps:
                reached |= step.after(reach[-1])
            reach.append(reached)
        for cost, end in self.ends.items():
            state = end & reach[-1]
            if not state:
                continue
            state &= -state
            used: list[tuple[int, Step]] = []
            for place in range(len(order) - 1, -1, -1):
                index, steps = order[place]
                for step in steps if not state & reach[place] else ():
                    before = step.before(state) & reach[place]
                    if before:
                        state = before & -before
                        used.append((index, step))
                        break
            chosen = path(self.allowed, state, self.reach)
            weight = cost + sum(step.weight for _, step in used)
            weight += sum(move.weight for _, move in chosen)
            if weight // LIFE_WEIGHT <= max(self.life, 0):
                return (chosen, used[::-1], end), weight
        return None


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
        fewer = 0
        for other, known in cover.items():
            if other <= weight:
                fewer |= known
        if states & ~fewer:
            kept[weight] = states & ~fewer
    return kept
