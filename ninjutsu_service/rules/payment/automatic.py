"""Automatic payment: which mana abilities are activated, and what of the mana is spent."""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu_service.cards.mana import ManaCost
from ninjutsu_service.rules.payment.costly import CostlySearch, Solution
from ninjutsu_service.rules.payment.demand import (
    COSTLY,
    FURTHER,
    FURTHER_SHIFT,
    demand_of,
    items_of,
    most_mana,
    rank_of,
)
from ninjutsu_service.rules.payment.model import (
    MAX_X,
    NO_FEE,
    PaymentTooComplex,
    Plan,
    Pool,
    Price,
    Source,
    price,
)
from ninjutsu_service.rules.payment.search import (
    Budget,
    Spend,
    payable,
    search,
    simply_payable,
)
from ninjutsu_service.rules.payment.spend import pay_from

_SHARE = 8
"""Which part of the budget each step of the search for X has."""


def pay(
    price: Price,
    pool: Pool,
    sources: Sequence[Source],
    life: int,
    *,
    spend: Spend | None = None,
) -> Plan | None:
    """The best payment with floating mana, sources and life.

    An ability is *further* where it costs mana or life or sacrifices its source, else *creature*
    where its source is one, else *plain*. The plan is the one for which these are least, each
    only among plans that are equal in those before it:

    1. the life paid, for Phyrexian symbols and by mana abilities together;
    2. how many further abilities are activated;
    3. how many creature abilities;
    4. how many plain abilities, so that floating mana is used as far as it goes;
    5. the colours that the sources used could make, each source's counted and added up;
    6. the places of the sources used, in this order: those with plain abilities only, with
       creature, with sacrificing, with life-paying ones only, those with abilities of several of
       these classes, those with any that costs mana; within each as in `sources`;
    7. the places of the abilities used, taken in that order of sources (not promised where one
       of the sources has an ability that costs mana).

    No activation can be left out of it. Activations are in the order plain, creature, further;
    those that cost mana come last, in an order in which what they cost floats. Which mana is
    spent is as for `pay_from`.

    Args:
        price: what is to be paid.
        pool: floating mana.
        sources: permanents that can be activated, each once for one ability, in the state's order.
        life: the player's; one without any can pay none (CR 119.4).
        spend: told of the work as it is done; what it raises ends the search.

    Returns:
        None where there is no payment.

    Raises:
        PaymentTooComplex: the price has more symbols or more different ones than can be searched,
            or mana abilities that cost mana are so many that no payment was found in time. Where
            only finding the best takes too long, the plan is some payment, not always the best.
    """
    found = _find(price, pool, sources, life, Budget(spend=spend))
    if found is None:
        return None
    return _plan(price, pool, sources, life, found)


def _find(
    price: Price, pool: Pool, sources: Sequence[Source], life: int, budget: Budget
) -> Solution | None:
    demand = demand_of(price, pool, life, sources)
    if demand is None:
        return None
    items, costly = items_of(demand.layout, sources)
    found = search(demand, items, life, budget)
    if costly and (found is None or found[1] >> FURTHER_SHIFT):
        known = found[1] if found else None
        try:
            better = CostlySearch(price, pool, sources, life, demand, budget).run(known)
        except PaymentTooComplex:
            if found is None:
                raise
            better = None
        if better is not None:
            return better
    return Solution(found[0], []) if found else None


def _plan(
    price: Price, pool: Pool, sources: Sequence[Source], life: int, found: Solution
) -> Plan | None:
    free = [(item.index, move.option) for item, move in found.chosen]
    free += [(place, which) for place, which, fee in found.costly if fee is NO_FEE]
    ranked = []
    for place, which in free:
        source = sources[place]
        option = source.options[which]
        ranked.append((min(rank_of(source, option), FURTHER), place, option, NO_FEE))
    ranked.sort(key=lambda each: each[:2])
    for place, which, fee in found.costly:
        if fee is not NO_FEE:
            ranked.append((COSTLY, place, sources[place].options[which], fee))
    for _, _, option, fee in ranked:
        if fee is not NO_FEE:
            pool = pool.minus(fee.mana)
        pool = pool.plus(option.produces, option.snow)
        life -= option.life + fee.life
    activations = tuple((sources[place].id, option.index) for _, place, option, _ in ranked)
    fees = tuple(fee for _, _, _, fee in ranked) if found.costly else ()
    if _takes_all(price, pool):
        return Plan(activations, pool, 0, fees)
    paid = pay_from(price, pool, life)
    return None if paid is None else Plan(activations, paid.spent, paid.life, fees)


def _takes_all(price: Price, pool: Pool) -> bool:
    """A payable price that has no choices takes exactly what floats."""
    for symbol in price.symbols:
        if symbol.generic or symbol.phyrexian:
            return False
    owed = len(price.symbols) + price.generic + max(0, price.x * price.x_count - price.reduction)
    return owed == sum(pool.amounts)


def can_pay(
    price: Price,
    pool: Pool,
    sources: Sequence[Source],
    life: int,
    *,
    spend: Spend | None = None,
) -> bool:
    """Whether `pay` finds a plan, often in much less time.

    Raises:
        PaymentTooComplex: as for `pay`.
    """
    return _payable(price, pool, sources, life, Budget(spend=spend))


def _payable(
    price: Price, pool: Pool, sources: Sequence[Source], life: int, budget: Budget
) -> bool:
    demand = demand_of(price, pool, life, sources)
    if demand is None:
        return False
    if demand.plain and simply_payable(demand, sources):
        return True
    items, costly = items_of(demand.layout, sources)
    if payable(demand, items, life, budget):
        return True
    return costly and CostlySearch(price, pool, sources, life, demand, budget).possible()


def largest_x(
    cost: ManaCost,
    change: int,
    pool: Pool,
    sources: Sequence[Source],
    life: int,
    *,
    spend: Spend | None = None,
) -> int | None:
    """The largest X with which the cost can be paid, at most `MAX_X`; 0 for a cost without X.

    Where an X is too complex to decide it counts as one that cannot be paid.

    Returns:
        None where not even X = 0 can be paid.

    Raises:
        PaymentTooComplex: as for `pay`, with X = 0.
    """
    if not can_pay(price(cost, 0, change), pool, sources, life, spend=spend):
        return None
    if not cost.x_count:
        return 0
    supply = sum(pool.amounts) + sum(most_mana(source) for source in sources)
    low, high = 0, min(MAX_X, max(0, supply - cost.generic - change) // cost.x_count)
    while low < high:
        middle = (low + high + 1) // 2
        try:
            bill = price(cost, middle, change)
            enough = _payable(bill, pool, sources, life, Budget(_SHARE, spend))
        except PaymentTooComplex:
            enough = False
        if enough:
            low = middle
        else:
            high = middle - 1
    return low
