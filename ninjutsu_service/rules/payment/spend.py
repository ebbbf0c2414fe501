"""Which of the floating mana is spent."""

from __future__ import annotations

from ninjutsu_service.cards.mana import KINDS
from ninjutsu_service.rules.payment.layout import Layout, Steps, layout_of
from ninjutsu_service.rules.payment.model import (
    EMPTY,
    MAX_SYMBOLS,
    Plan,
    Pool,
    Price,
    TooManySymbols,
)

_COLORLESS = len(KINDS) - 1
_MOST_WAYS = 256


def pay_from(price: Price, pool: Pool, life: int) -> Plan | None:
    """Pay with floating mana and life only, as a manual payment does once its mana is made.

    Least life first, then the least mana ({2/W} for {W}). Then what is kept is what may be of
    most use: colourless mana is spent before coloured, and mana of colours that abound in the
    pool (WUBRG where equal) before that of rare ones; colourless mana, and any colour, that is
    not from a snow source before that which is, all colours' snow mana last.

    Returns:
        None where it cannot be paid.

    Raises:
        PaymentTooComplex: the price has too many symbols, or too many different ones.
    """
    if price.absent:
        return None
    if len(price.symbols) > MAX_SYMBOLS:
        raise TooManySymbols(f"{len(price.symbols)} symbols are more than any cost has")
    floating = sum(pool.amounts)
    layout = layout_of(price.symbols, 0)
    spendable = price.x * price.x_count - price.reduction
    ways = []
    for cost, halves, state in layout.ways:
        total = _symbols_of(layout, state) + price.generic + max(0, spendable + halves)
        if total <= floating and cost <= max(life, 0):
            ways.append((cost, total, state))
    ways.sort()
    kinds = wanted_last(pool)
    found: tuple[tuple[int, ...], list[tuple[int, bool, int]]] | None = None
    paid = (-1, -1)
    for number, (cost, total, state) in enumerate(ways):
        if found and ((cost, total) != paid or number > _MOST_WAYS):
            break
        spent = _spend(layout, 1 << state, total, kinds)
        if spent is not None and (not found or spent < found[0]):
            found, paid = (spent, kinds), (cost, total)
    if not found:
        return None
    return Plan((), _as_pool(*found), paid[0])


def _symbols_of(layout: Layout, state: int) -> int:
    for number, level in enumerate(layout.levels):
        if level >> state & 1:
            return number
    raise AssertionError("every state has a level")


def wanted_last(pool: Pool) -> list[tuple[int, bool, int]]:
    """Type, snow and amount of the mana in the pool, from what is kept longest on."""
    found = []
    for kind, amount in enumerate(pool.amounts):
        snow = pool.snow[kind]
        if amount > snow:
            found.append((kind, False, amount - snow))
        if snow:
            found.append((kind, True, snow))
    found.sort(key=lambda each: (each[0] == _COLORLESS, not each[1], each[2], -each[0]))
    return found


def _spend(
    layout: Layout, end: int, total: int, kinds: list[tuple[int, bool, int]]
) -> tuple[int, ...] | None:
    """The least of each type, in this order, such that what comes after can pay the rest."""
    after = [end]
    rest = [0]
    steps: list[Steps] = []
    for kind, snow, amount in reversed(kinds):
        steps.append(layout.steps(kind, snow))
        states = after[-1]
        for _ in range(min(amount, layout.symbols)):
            before = states
            for weight, mask in steps[-1]:
                states |= (before >> weight) & mask
            if states == before:
                break
        after.append(states)
        rest.append(rest[-1] + amount)
    if not after[-1] & 1 or rest[-1] < total:
        return None
    states = 1
    spent: list[int] = []
    left = total
    for place in range(len(kinds) - 1, -1, -1):
        least = max(0, left - rest[place])
        count = 0
        while count < least or not states & after[place]:
            count += 1
            reached = states
            for weight, mask in steps[place]:
                reached |= (states & mask) << weight
            if reached == states and states & after[place]:
                count = least
                break
            states = reached
        spent.append(count)
        left -= count
    return tuple(spent)


def _as_pool(spent: tuple[int, ...], kinds: list[tuple[int, bool, int]]) -> Pool:
    amounts, snowy = list(EMPTY.amounts), list(EMPTY.snow)
    for count, (kind, snow, _) in zip(spent, kinds, strict=True):
        amounts[kind] += count
        if snow:
            snowy[kind] += count
    return Pool(tuple(amounts), tuple(snowy))
