"""The best set of sources for a demand.

Where every source gives one mana, sets of sources that can all be spent at once form a matroid,
and taking them from the best on whenever one more symbol can be paid is optimal. Otherwise a
table of the least weight from each state, source by source from the last, finds the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ninjutsu_service.rules.payment.demand import (
    FURTHER,
    LIFE,
    LIFE_WEIGHT,
    MIXED,
    PLAIN,
    Demand,
    Item,
    Move,
    shape_of,
)
from ninjutsu_service.rules.payment.layout import Layout, backward, forward, raised
from ninjutsu_service.rules.payment.model import PaymentTooComplex, Source

MAX_WORK = 1 << 29
"""The most bits that one search may move before it gives up."""

STEP = 1 << 12
"""What moving a set costs at least, in bits: small integers are no faster than this."""

BITS_PER_STEP = 1 << 13
"""What is moved in about a microsecond."""

Spend = Callable[[int], None]
"""Counts steps of about a microsecond, and raises where there are too many."""

Layers = dict[int, int]
"""By weight still to come: the states from which no less is needed."""

Chosen = list[tuple[Item, Move]]

Allowed = Sequence[tuple[Item, tuple[Move, ...]]]
"""Sources in order, each with the abilities that may be used."""


class Budget:
    """What is left of `MAX_WORK`, or of a part of it."""

    __slots__ = ("_spend", "left")

    def __init__(self, share: int = 1, spend: Spend | None = None) -> None:
        """Begin anew.

        Args:
            share: which part of the whole there is.
            spend: told of the work, where several searches have a budget together.
        """
        self.left = MAX_WORK // share
        self._spend = spend

    def anew(self) -> Budget:
        """The whole of it again."""
        return Budget(spend=self._spend)

    def take(self, bits: int) -> None:
        """Count work about to be done.

        Raises:
            PaymentTooComplex: nothing is left.
        """
        self.left -= bits
        if self.left < 0:
            raise PaymentTooComplex("too many ways to pay this cost from these sources")
        if self._spend is not None:
            self._spend(max(1, bits // BITS_PER_STEP))


def search(
    demand: Demand, items: list[Item], life: int, budget: Budget
) -> tuple[Chosen, int] | None:
    """The sources to use and what each is used for, and the weight of that.

    See `pay` for what is best. Abilities that cost mana are left aside.

    Raises:
        PaymentTooComplex: the budget is not enough to find any payment.
    """
    first = _first(items) if demand.plain else PLAIN
    if demand.plain:
        taken = _greedy(demand, items, first)
        if taken is not None:
            return _abilities(demand, *taken)
    items = _alike(demand, items)
    for stage in range(first, MIXED):
        allowed, reach, layers = _stage(demand, items, stage, budget)
        if layers:
            try:
                return best(allowed, layers, reach, life, budget)
            except PaymentTooComplex:
                return _any(allowed, layers, reach, life, budget.anew())
        if stage == first and stage < LIFE and not _stage(demand, items, LIFE, budget)[2]:
            break
    return None


def simply_payable(demand: Demand, sources: Iterable[Source]) -> bool:
    """Whether sources that give one mana each are enough by themselves, for a plain demand.

    They form a matroid: taking each that can be used finds as many as can be used at once.
    """
    layout, states = demand.layout, demand.best
    missing = layout.symbols + layout.depth - demand.rank
    for source in sources if missing else ():
        reached = raised(states, shape_of(layout, source).single or ())
        if reached:
            states = reached
            missing -= 1
            if not missing:
                break
    return not missing and not demand.ends[0][0] and bool(states & demand.ends[0][1])


def payable(demand: Demand, items: list[Item], life: int, budget: Budget) -> bool:
    """Whether `search` finds anything."""
    first = _first(items) if demand.plain else PLAIN
    if demand.plain and _greedy(demand, items, first) is not None:
        return True
    if first == MIXED:
        return False
    items = _alike(demand, items)
    if first < LIFE and _stage(demand, items, FURTHER, budget)[2]:
        return True
    allowed, _, layers = _stage(demand, items, LIFE, budget)
    if not layers:
        return False
    most = max(layers) // LIFE_WEIGHT
    for _, moves in allowed:
        most += max(move.weight for move in moves) // LIFE_WEIGHT
    return most <= life or search(demand, items, life, budget) is not None


def _first(items: Iterable[Item]) -> int:
    """The first class with a source that does not give one mana."""
    return min((item.shape.first for item in items if item.shape.single is None), default=MIXED)


def _alike(demand: Demand, items: list[Item]) -> list[Item]:
    full = demand.layout.symbols + demand.layout.depth
    return useful(items, full - demand.rank if demand.plain else full)


def useful(items: list[Item], most: int) -> list[Item]:
    """By class, then in the state's order; of sources that are alike the first `most`."""
    seen: dict[int, int] = {}
    found = []
    for item in sorted(items, key=lambda item: item.shape.rank):
        kind = id(item.shape.kind)
        count = seen[kind] = seen.get(kind, 0) + 1
        if count <= most:
            found.append(item)
    return found


def _stage(
    demand: Demand, items: list[Item], stage: int, budget: Budget
) -> tuple[Allowed, list[int], Layers]:
    """The sources with their abilities up to a class, what they reach, and the ends therein."""
    allowed = [(item, item.shape.upto[stage]) for item in items if item.shape.upto[stage]]
    reach = reach_of(demand.layout, demand.start, allowed, budget)
    layers = {
        cost * LIFE_WEIGHT: states
        for cost, states in demand.ends
        if states & reach[-1] and (stage == LIFE or not cost)
    }
    return allowed, reach, layers


def _greedy(
    demand: Demand, items: Iterable[Item], first: int
) -> tuple[list[Item], int, int] | None:
    """The optimum of the classes before `first`, whose sources give one mana each.

    Returns:
        The sources, the life that symbols take, and the states in which the rest is paid.
    """
    full = demand.layout.symbols + demand.layout.depth
    rank, states = demand.rank, demand.best
    order = sorted(
        (item.shape.rank, item.shape.colors, item.index, item)
        for item in items
        if item.shape.rank < first
    )
    taken = []
    for *_, item in order:
        if rank == full:
            break
        reached = raised(states, item.shape.single or ())
        if reached:
            states = reached
            rank += 1
            taken.append(item)
    if rank == full or first == MIXED:
        for cost, ends in demand.ends:
            if states & ends:
                return taken, cost, ends
    return None


def _abilities(demand: Demand, taken: list[Item], cost: int, ends: int) -> tuple[Chosen, int]:
    """The lowest abilities that do, for sources which are known to be the ones to use."""
    taken.sort(key=lambda item: (item.shape.rank, item.index))
    total = cost * LIFE_WEIGHT + sum(item.shape.moves[0].weight for item in taken)
    if all(len(item.shape.moves) == 1 for item in taken):
        return [(item, item.shape.moves[0]) for item in taken], total
    leading = [ends]
    for item in reversed(taken):
        before = leading[-1]
        for weight, mask in item.shape.single or ():
            before |= (leading[-1] >> weight) & mask
        leading.append(before)
    leading.reverse()
    chosen: Chosen = []
    states = demand.start
    for item, after in zip(taken, leading[1:], strict=True):
        for move in item.shape.moves:
            reached = forward(states, move.units) & after
            if reached:
                states = reached
                chosen.append((item, move))
                break
    return chosen, total


def reach_of(layout: Layout, start: int, allowed: Allowed, budget: Budget) -> list[int]:
    """Before each source and after the last: every state that can be reached."""
    size = layout.size + STEP
    states = start
    reach = [states]
    for _, moves in allowed:
        budget.take(size * sum(len(move.units) for move in moves))
        reached = states
        for move in moves:
            reached |= forward(states, move.units)
        states = reached
        reach.append(states)
    return reach


def best(
    allowed: Allowed, ends: Layers, reach: list[int], life: int, budget: Budget
) -> tuple[Chosen, int] | None:
    """The optimum by tables, and of equal ones the earliest in the order of `allowed`.

    Args:
        allowed: the sources in order, with the abilities that may be used.
        ends: the last table.
        reach: what can be reached before each source and after the last.
        life: what the player has.
        budget: the work that may be done.
    """
    found = tables_of(allowed, ends, reach, budget)
    cost = min(found[0])
    if cost // LIFE_WEIGHT > max(life, 0):
        return None
    used, _ = earliest(allowed, found, cost)
    if all(len(moves) == 1 for _, moves in used):
        return [(item, moves[0]) for item, moves in used], cost
    return lowest(used, cost, ends, reach[0], budget)[0], cost


def _any(
    allowed: Allowed, ends: Layers, reach: list[int], life: int, budget: Budget
) -> tuple[Chosen, int]:
    """A payment where the best one takes too long: the best with the sources of one found."""
    cost = min(ends)
    chosen = path(allowed, ends[cost] & reach[-1], reach)
    few = [(item, (move,)) for item, move in chosen]
    weight = cost + sum(move.weight for _, move in chosen)
    if weight // LIFE_WEIGHT > max(life, 0):
        raise PaymentTooComplex("too many ways to pay this cost from these sources")
    again = [reach[0]]
    for _, (move,) in few:
        again.append(again[-1] | forward(again[-1], move.units))
    try:
        return best(few, {cost: ends[cost]}, again, life, budget) or (chosen, weight)
    except PaymentTooComplex:
        return chosen, weight


def path(allowed: Allowed, ends: int, reach: list[int]) -> Chosen:
    """One way to reach one of these states, with late sources only where early ones do not do."""
    chosen: Chosen = []
    state = ends & -ends
    for place in range(len(allowed) - 1, -1, -1):
        item, moves = allowed[place]
        for move in parts_of(moves) if not state & reach[place] else ():
            before = backward(state, move.units) & reach[place]
            if before:
                state = before & -before
                chosen.append((item, move))
                break
    chosen.reverse()
    return chosen


def parts_of(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The abilities, those that were joined apart again."""
    parts = [part for move in moves for part in move.parts or (move,)]
    return tuple(sorted(parts, key=lambda move: move.option))


def earliest(
    allowed: Allowed, found: list[Layers], cost: int
) -> tuple[list[tuple[Item, tuple[Move, ...]]], Layers]:
    """The sources used by the earliest optimum, and by weight left the states that they reach.

    Abilities that were joined are given apart again.
    """
    used = []
    states = {cost: found[0][cost]}
    for place, (item, moves) in enumerate(allowed):
        after = found[place + 1]
        reached: Layers = {}
        for left, members in states.items():
            for move in moves:
                target = after.get(left - move.weight)
                bits = forward(members, move.units) & target if target else 0
                if bits:
                    key = left - move.weight
                    reached[key] = reached.get(key, 0) | bits
        if reached:
            states = reached
            used.append((item, parts_of(moves)))
        else:
            states = {left: members & after[left] for left, members in states.items()}
    return used, states


def lowest(
    used: Allowed, cost: int, ends: Layers, start: int, budget: Budget
) -> tuple[Chosen, Layers]:
    """The lowest abilities with which these sources, all used, keep the optimum.

    Returns:
        Each source with its ability; and the states that they reach, by the weight left.
    """
    found = tables_of(used, ends, [-1] * (len(used) + 1), budget)
    chosen: Chosen = []
    states, left = start & found[0][cost], cost
    for (item, moves), after in zip(used, found[1:], strict=True):
        for move in moves:
            reached = forward(states, move.units) & after.get(left - move.weight, 0)
            if reached:
                states = reached
                left -= move.weight
                chosen.append((item, move))
                break
    return chosen, {left: states}


def tables_of(allowed: Allowed, ends: Layers, reach: list[int], budget: Budget) -> list[Layers]:
    """Before each source and after the last: the least weight from each state that is reached.

    Each table and `ends` are in the order of weights, and have each state only once.
    """
    layers = {cost: states & reach[-1] for cost, states in ends.items() if states & reach[-1]}
    size = max(ends.values()).bit_length() + STEP
    tables = [layers]
    for place in range(len(allowed) - 1, -1, -1):
        within = reach[place]
        found = {left: states & within for left, states in layers.items() if states & within}
        better = False
        for move in allowed[place][1]:
            budget.take(size * len(move.units) * len(layers))
            for weight, leading in _improved(layers, move, within):
                found[weight] = found.get(weight, 0) | leading
                better = True
        layers = settled(found) if better else found
        tables.append(layers)
    tables.reverse()
    return tables


def _improved(layers: Layers, move: Move, within: int) -> list[tuple[int, int]]:
    """The weights and states from which using a source this way is better than not using it."""
    found = []
    known = 0
    ahead = iter(layers.items())
    following = next(ahead, None)
    for left, states in layers.items():
        weight = left + move.weight
        while following and following[0] <= weight:
            known |= following[1]
            following = next(ahead, None)
        leading = states
        for steps in move.units:
            before = leading
            for shift, mask in steps:
                leading |= (before >> shift) & mask
        leading &= within & ~known
        if leading:
            found.append((weight, leading))
    return found


def settled(found: Layers) -> Layers:
    """Each state only where its weight is least."""
    if len(found) < 2:
        return found
    kept: Layers = {}
    seen = 0
    for weight in sorted(found):
        states = found[weight] & ~seen
        if states:
            kept[weight] = states
            seen |= states
    return kept
