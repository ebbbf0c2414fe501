"""One question put to the search: a price, the pool and the sources as sets of states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ninjutsu_service.cards.mana import FREE
from ninjutsu_service.rules.payment.layout import Layout, Steps, layout_of
from ninjutsu_service.rules.payment.model import (
    MAX_SYMBOLS,
    ManaOption,
    Pool,
    Price,
    Source,
    TooManySymbols,
)

PLAIN, CREATURE, FURTHER, LIFE, MIXED, COSTLY = range(6)
"""The classes of mana abilities, in the order in which they are used. As the class of a source
MIXED means abilities of several classes, and COSTLY at least one that costs mana."""

_COLORS, _COUNT = 24, 20
WEIGHTS = tuple(1 << _COLORS + _COUNT * rank for rank in (0, 1, 2, 2))
"""What one activation of a class weighs: one of a later class more than any number of earlier."""
FURTHER_SHIFT = _COLORS + 2 * _COUNT
"""A weight shifted down by this is 0 where neither a further cost nor life is paid."""
LIFE_WEIGHT = 1 << _COLORS + 3 * _COUNT
"""What each point of life weighs."""


_REMEMBERED = 1 << 8
"""How many shapes a layout remembers."""


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One mana ability, seen from a demand.

    Attributes:
        option: its place among the source's.
        rank: its class, LIFE where it costs life.
        weight: what using it adds to the objective.
        units: what its mana can do.
        parts: where abilities that differ in nothing but the one mana that they give are joined
            to one move, these abilities; else empty.
    """

    option: int
    rank: int
    weight: int
    units: tuple[Steps, ...]
    parts: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What a source can do for a demand; sources of the same shape are alike.

    Attributes:
        rank: the class of its abilities, or MIXED.
        colors: how many colours its mana can be.
        moves: its abilities that cost no mana and are of use.
        single: each is of the same class, costs no life and gives one mana: its steps joined.
        kind: one object for all shapes that do the same for this demand at the same weight.
        first: the first class among the moves.
        upto: for each class, the moves of it and of those before, joined where possible.
    """

    rank: int
    colors: int
    moves: tuple[Move, ...]
    single: Steps | None
    kind: object
    first: int
    upto: tuple[tuple[Move, ...], ...]


@dataclass(slots=True, eq=False)
class Item:
    """A source of use, with its place in the state's order."""

    index: int
    shape: Shape


class Demand(NamedTuple):
    """A price over a layout, its generic digit counted from what the pool is sure to pay.

    Attributes:
        layout: its digits.
        start: the states that the pool alone reaches.
        rank: the most mana of the pool that is of use, as the digits count it.
        best: the states of `start` in which that much is spent.
        ends: by life paid, lowest first: the states in which the rest of the price is paid.
        plain: there is one way to pay, but for life.
        base: the generic mana that the lowest value of the generic digit stands for.
    """

    layout: Layout
    start: int
    rank: int
    best: int
    ends: tuple[tuple[int, int], ...]
    plain: bool
    base: int


def demand_of(price: Price, pool: Pool, life: int, supply: Sequence[Source]) -> Demand | None:
    """The demand, or None where counting already tells that it cannot be paid.

    Raises:
        PaymentTooComplex: the price has too many symbols, or too many different ones.
    """
    symbols = price.symbols
    if len(symbols) > MAX_SYMBOLS:
        raise TooManySymbols(f"{len(symbols)} symbols are more than any cost has")
    if price.absent:
        return None
    halves = 0
    for symbol in symbols:
        halves += symbol.generic
    spendable = price.x * price.x_count
    least = price.generic + max(0, spendable - price.reduction)
    most = price.generic + max(0, spendable + halves - price.reduction)
    floating = sum(pool.amounts)
    base = min(least, max(0, floating - len(symbols)))
    if most - base > 16:
        reach = floating + sum(most_mana(source) for source in supply)
        if least > reach:
            return None
        most = min(most, reach)
    layout = layout_of(symbols, most - base)
    ends = _ends(layout, price, base, life)
    start, rank, best = start_of(layout, pool, floating, base)
    return Demand(layout, start, rank, best, ends, not halves, base)


def most_mana(source: Source) -> int:
    """The most mana that one activation of it makes."""
    return max((sum(option.produces) for option in source.options), default=0)


def _ends(layout: Layout, price: Price, base: int, life: int) -> tuple[tuple[int, int], ...]:
    if len(layout.ways) == 1:
        return ((0, 1 << layout.size - 1),)
    found: dict[int, int] = {}
    spendable = price.x * price.x_count - price.reduction
    for cost, halves, state in layout.ways:
        digit = price.generic + max(0, spendable + halves) - base
        if cost > max(life, 0):
            continue
        # The pool's rest may have paid more generic mana than this way asks for: no harm.
        for level in range(digit, layout.depth + 1):
            found[cost] = found.get(cost, 0) | 1 << state + layout.width * level
    return tuple(sorted(found.items()))


def start_of(layout: Layout, pool: Pool, floating: int, base: int) -> tuple[int, int, int]:
    """The `start`, `rank` and `best` of a demand."""
    if not floating:
        return 1, 0, 1
    symbols = 1
    for kind, amount in enumerate(pool.amounts):
        snow = pool.snow[kind]
        for count, is_snow in ((amount - snow, False), (snow, True)):
            steps = layout.steps(kind, is_snow, generic=False) if count else ()
            for _ in range(min(count, layout.symbols)) if steps else ():
                before = symbols
                for weight, mask in steps:
                    symbols |= (before & mask) << weight
                if symbols == before:
                    break
    start, rank, best = 0, -1, 0
    for paid, level in enumerate(layout.levels):
        states = symbols & level
        digit = min(floating - paid - base, layout.depth)
        if states and digit >= 0:
            states <<= layout.width * digit
            start |= states
            if paid + digit > rank:
                rank, best = paid + digit, 0
            if paid + digit == rank:
                best |= states
    return start, rank, best


def rank_of(source: Source, option: ManaOption) -> int:
    """The class of a mana ability."""
    if option.mana is not FREE and option.mana != FREE:
        return COSTLY
    if option.life:
        return LIFE
    if option.sacrifices:
        return FURTHER
    return CREATURE if source.creature else PLAIN


def items_of(layout: Layout, sources: Sequence[Source]) -> tuple[list[Item], bool]:
    """The sources that can do something for the demand, in the state's order.

    Returns:
        Those that can without paying mana; and whether any has an ability that costs mana.
    """
    items = []
    costly = False
    for index, source in enumerate(sources):
        shape = shape_of(layout, source)
        costly = costly or shape.rank == COSTLY
        if shape.moves:
            items.append(Item(index, shape))
    return items, costly


def shape_of(layout: Layout, source: Source) -> Shape:
    """What a source can do for a demand, remembered."""
    # Equal permanents share their options, from one call to the next.
    same = (id(source.options), source.creature)
    entry = layout.looked_up.get(same)
    if entry is None or entry[0] is not source.options:
        if len(layout.looked_up) > _REMEMBERED:
            layout.looked_up.clear()
        entry = layout.looked_up[same] = (source.options, _shape(layout, source))
    shape: Shape = entry[1]
    return shape


def _shape(layout: Layout, source: Source) -> Shape:
    key: list[object] = []
    for option in source.options:
        key.append(layout.output(option.produces, option.snow))
        key.append(rank_of(source, option))
        key.append(option.life)
    found = layout.shapes.get(tuple(key))
    if isinstance(found, Shape):
        return found
    if len(layout.shapes) > _REMEMBERED:
        layout.shapes.clear()
        layout.kinds.clear()
        layout.looked_up.clear()
    shape = layout.shapes[tuple(key)] = _new_shape(layout, source)
    return shape


def _new_shape(layout: Layout, source: Source) -> Shape:
    outputs = [layout.output(option.produces, option.snow) for option in source.options]
    colors = 0
    for output in outputs:
        colors |= output.colors
    versatility = colors.bit_count()
    moves: list[Move] = []
    ranks: set[int] = set()
    for place, (option, output) in enumerate(zip(source.options, outputs, strict=True)):
        rank = rank_of(source, option)
        ranks.add(rank)
        if rank == COSTLY or not output.units:
            continue
        weight = WEIGHTS[rank] + versatility + option.life * LIFE_WEIGHT
        if not any(move.weight == weight and move.units == output.units for move in moves):
            moves.append(Move(place, rank, weight, output.units))
    rank = COSTLY if COSTLY in ranks else ranks.pop() if len(ranks) == 1 else MIXED
    single = None
    if rank < LIFE and all(len(move.units) == 1 for move in moves):
        single = tuple(dict.fromkeys(step for move in moves for step in move.units[0]))
    first = min((move.rank for move in moves), default=MIXED)
    upto = tuple(_joined([m for m in moves if m.rank <= stage]) for stage in range(MIXED))
    same = (rank, versatility, tuple((move.weight, move.units) for move in moves))
    kind = layout.kinds.setdefault(same, same)
    return Shape(rank, versatility, tuple(moves), single, kind, first, upto)


def _joined(moves: list[Move]) -> tuple[Move, ...]:
    alike: dict[int, list[Move]] = {}
    for move in moves:
        if len(move.units) == 1:
            alike.setdefault(move.weight, []).append(move)
    found = [move for move in moves if len(move.units) != 1]
    for weight, parts in alike.items():
        if len(parts) == 1:
            found.append(parts[0])
        else:
            steps = tuple(dict.fromkeys(step for part in parts for step in part.units[0]))
            found.append(Move(parts[0].option, parts[0].rank, weight, (steps,), tuple(parts)))
    return tuple(found)
