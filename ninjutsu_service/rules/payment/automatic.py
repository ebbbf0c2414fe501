"""Automatic payment: which mana abilities are activated, and what of the mana is spent."""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu_service.cards.mana import ManaCost
from ninjutsu_service.rules.payment.demand import FURTHER, demand_of, items_of, most_mana
from ninjutsu_service.rules.payment.model import MAX_X, Plan, Pool, Price, Source, price
from ninjutsu_service.rules.payment.search import Chosen, search
from ninjutsu_service.rules.payment.spend import pay_from


def pay(price: Price, pool: Pool, sources: Sequence[Source], life: int) -> Plan | None:
    """The best payment that there is."""
    demand = demand_of(price, pool, life, sources)
    if demand is None:
        return None
    chosen = search(demand, items_of(demand.layout, sources), life)
    if chosen is None:
        return None
    return _plan(price, pool, sources, chosen, life)


def _plan(
    price: Price, pool: Pool, sources: Sequence[Source], chosen: Chosen, life: int
) -> Plan | None:
    activations = []
    chosen.sort(key=lambda pair: (min(pair[1].rank, FURTHER), pair[0].index))
    for item, move in chosen:
        source = sources[item.index]
        option = source.options[move.option]
        activations.append((source.id, option.index))
        pool = pool.plus(option.produces, option.snow)
        life -= option.life
    paid = pay_from(price, pool, life)
    if paid is None:
        return None
    return Plan(tuple(activations), paid.spent, paid.life)


def can_pay(price: Price, pool: Pool, sources: Sequence[Source], life: int) -> bool:
    """Whether `pay` finds a plan."""
    demand = demand_of(price, pool, life, sources)
    return (
        demand is not None
        and search(demand, items_of(demand.layout, sources), life) is not None
    )


def largest_x(
    cost: ManaCost, change: int, pool: Pool, sources: Sequence[Source], life: int
) -> int | None:
    """The largest X with which the cost can be paid, at most `MAX_X`; 0 for a cost without X.

    Returns:
        None where not even X = 0 can be paid.
    """
    if not can_pay(price(cost, 0, change), pool, sources, life):
        return None
    if not cost.x_count:
        return 0
    reach = sum(pool.amounts) + sum(most_mana(source) for source in sources)
    spare = reach - max(0, cost.generic + change) + max(0, -(cost.generic + change))
    low, high = 0, min(MAX_X, max(0, spare) // cost.x_count)
    while low < high:
        middle = (low + high + 1) // 2
        if can_pay(price(cost, middle, change), pool, sources, life):
            low = middle
        else:
            high = middle - 1
    return low
