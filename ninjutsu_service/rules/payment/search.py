"""The best set of sources for a demand.

Where every source gives one mana, sets of sources that can all be spent at once form a matroid,
and taking them from the best on whenever one more symbol can be paid is optimal. Otherwise a
table of the least weight from each state, source by source from the last, finds the optimum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ninjutsu_service.rules.payment.demand import (
    LIFE,
    LIFE_WEIGHT,
    MIXED,
    PLAIN,
    Demand,
    Item,
    Move,
)
from ninjutsu_service.rules.payment.layout import Layout, backward, forward
from ninjutsu_service.rules.payment.model import PaymentTooComplex

MAX_WORK = 1 << 28
"""The most bits that one search may move before it gives up."""

_STEP = 512
"""What moving a set costs at least, in bits: small integers are no faster than this."""

Layers = dict[int, int]
"""By weight still to come: the states from which no less is needed."""

Chosen = list[tuple[Item, Move]]


class Budget:
    """What is left of `MAX_WORK`."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_WORK

    def take(self, bits: int) -> None:
        """Count work about to be done.

        Raises:
            PaymentTooComplex: nothing is left.
        """
        self.left -= bits
        if self.left < 0:
            raise PaymentTooComplex("too many ways to pay this cost from these sources")


def search(demand: Demand, items: list[Item], life: int) -> tuple[Chosen, int] | None:
    """The sources to use and what each is used for, and the weight of that.

    See `pay` for what is best. Abilities that cost mana are left aside.

    Raises:
        PaymentTooComplex: the budget is not enough.
    """
    first = min((item.shape.first for item in items if item.shape.single is None), default=MIXED)
    if demand.plain:
        found = _greedy(demand, items, first)
        if found is not None:
            return found
    else:
        first = PLAIN
    full = demand.layout.symbols + demand.layout.depth
    items = useful(items, full - demand.rank if demand.plain else full)
    budget = Budget()
    for stage in range(first, LIFE + 1):
        ends = demand.ends if stage == LIFE else demand.ends[: demand.ends[0][0] == 0]
        allowed = [(item, item.shape.upto[stage]) for item in items if item.shape.upto[stage]]
        reach = reach_of(demand.layout, demand.start, allowed, budget)
        if ends and any(reach[-1] & states for _, states in ends):
            layers = {cost * LIFE_WEIGHT: states for cost, states in ends}
            return best(allowed, layers, reach, life, budget)
    return None


def useful(items: list[Item], most: int) -> list[Item]:
    """By class, then in the state's order; of sources that are alike the first `most`."""
    seen: dict[int, int] = {}
    useful = []
    for item in sorted(items, key=lambda item: item.shape.rank):
        count = seen[id(item.shape)] = seen.get(id(item.shape), 0) + 1
        if count <= most:
            useful.append(item)
    return useful


def _greedy(demand: Demand, items: Iterable[Item], first: int) -> tuple[Chosen, int] | None:
    """The optimum of the classes before `first`, whose sources give one mana each."""
    layout = demand.layout
    full = layout.symbols + layout.depth
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
        reached = 0
        for weight, mask in item.shape.single or ():
            reached |= (states & mask) << weight
        if reached:
            states = reached
            rank += 1
            taken.append(item)
    if rank < full and first < MIXED:
        return None
    for cost, ends in demand.ends:
        if cost == 2 * (full - rank) and states & ends:
            chosen = _abilities(demand, taken, ends)
            return chosen, cost * LIFE_WEIGHT + sum(move.weight for _, move in chosen)
    return None


def _abilities(demand: Demand, taken: list[Item], ends: int) -> Chosen:
    """The lowest abilities that do, for sources which are known to be the ones to use."""
    taken.sort(key=lambda item: (item.shape.rank, item.index))
    if all(len(item.shape.moves) == 1 for item in taken):
        return [(item, item.shape.moves[0]) for item in taken]
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
    return chosen


Allowed = Sequence[tuple[Item, tuple[Move, ...]]]


def reach_of(layout: Layout, start: int, allowed: Allowed, budget: Budget) -> list[int]:
    """Before each source and after the last: every state that can be reached."""
    size = layout.size + _STEP
    states = start
    reach = [states]
    for item, moves in allowed:
        if item.shape.single is not None:
            budget.take(size)
            before = states
            for weight, mask in item.shape.single:
                states |= (before & mask) << weight
        else:
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
    return lowest(used, cost, ends, reach[0], budget)[0], cost


def earliest(
    allowed: Allowed, found: list[Layers], cost: int
) -> tuple[list[tuple[Item, tuple[Move, ...]]], Layers]:
    """The sources used by the earliest optimum, and by weight left the states that they reach."""
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
            used.append((item, moves))
        else:
            states = {
                left: members & after[left] for left, members in states.items() if left in after
            }
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
    """Before each source and after the last: the least weight from each state that is reached."""
    layers = {cost: states & reach[-1] for cost, states in ends.items() if states & reach[-1]}
    size = max(ends.values()).bit_length() + _STEP
    tables = [layers]
    for place in range(len(allowed) - 1, -1, -1):
        within = reach[place]
        found: Layers = {}
        for left, states in layers.items():
            if states & within:
                found[left] = found.get(left, 0) | states & within
            for move in allowed[place][1]:
                budget.take(size * len(move.units))
                leading = backward(states, move.units) & within
                if leading:
                    found[left + move.weight] = found.get(left + move.weight, 0) | leading
        layers = settled(found)
        tables.append(layers)
    tables.reverse()
    return tables


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
