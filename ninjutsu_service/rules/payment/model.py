"""The values that payment takes and gives: pools, sources, prices and plans (CR 106, 601.2f)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ninjutsu_service.cards.mana import KINDS, ManaCost, Symbol

MAX_SYMBOLS = 64
"""A cost with more symbols that are neither generic nor X than this is refused."""

MAX_X = 2**32 - 1
"""The largest X that is ever offered: what the wire's field for it can hold."""

NO_MANA = (0,) * len(KINDS)


class PaymentTooComplex(ValueError):
    """A cost or board so large that payment gives up rather than answer late or wrongly.

    Attributes:
        reason: what a status says of it.
    """

    reason = "PAYMENT_TOO_COMPLEX"


class TooManySymbols(PaymentTooComplex):
    """A cost with more than `MAX_SYMBOLS` symbols that are neither generic nor X."""


class Pool(NamedTuple):
    """Floating mana, each tuple in the order of `KINDS` (WUBRGC).

    Attributes:
        amounts: how much of each type.
        snow: of each of these, how much came from snow sources; never more than `amounts`.
    """

    amounts: tuple[int, ...] = NO_MANA
    snow: tuple[int, ...] = NO_MANA

    def plus(self, produces: tuple[int, ...], snow: bool) -> Pool:
        """This pool and one activation's mana."""
        amounts = tuple(map(int.__add__, self.amounts, produces))
        return Pool(amounts, tuple(map(int.__add__, self.snow, produces)) if snow else self.snow)

    def minus(self, spent: Pool) -> Pool:
        """This pool without what is spent of it."""
        return Pool(
            tuple(map(int.__sub__, self.amounts, spent.amounts)),
            tuple(map(int.__sub__, self.snow, spent.snow)),
        )


EMPTY = Pool()


@dataclass(frozen=True, slots=True)
class ManaOption:
    """One mana ability of one permanent (CR 605.1a).

    Attributes:
        index: which of the permanent's mana abilities it is.
        produces: one activation's mana, in the order of `KINDS`.
        snow: the mana is from a snow source.
        taps: its cost has {T}.
        sacrifices: its cost sacrifices the permanent.
        life: the life in its cost.
        mana: the mana in its cost, `FREE` for most. X in it is chosen as 0.
    """

    index: int
    produces: tuple[int, ...]
    snow: bool
    taps: bool
    sacrifices: bool
    life: int
    mana: ManaCost


class Source(NamedTuple):
    """A permanent that can be activated for mana once; one that can be again is several sources.

    Attributes:
        id: the permanent's.
        creature: it is a creature now.
        options: its mana abilities, by index.
    """

    id: str
    creature: bool
    options: tuple[ManaOption, ...]


class Price(NamedTuple):
    """What must be paid now, increases and reductions applied (CR 601.2f).

    Attributes:
        generic: plain generic mana.
        x_count: how many {X} it has.
        x: the value chosen for X.
        symbols: every other symbol.
        reduction: what reductions still take from X and from the generic half of {2/W}.
        absent: there is no cost, so it cannot be paid (CR 118.6).
    """

    generic: int
    x_count: int
    x: int
    symbols: tuple[Symbol, ...]
    reduction: int
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Fee:
    """What an activation's own mana cost takes from the pool, just before its mana comes."""

    mana: Pool = EMPTY
    life: int = 0


NO_FEE = Fee()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a price is paid.

    Attributes:
        activations: source id and mana ability's index, in the order to activate.
        spent: what the price takes from the pool after the activations.
        life: paid for the price's Phyrexian symbols; the costs of mana abilities not included.
        fees: one for each activation, or empty where no activation costs mana.
    """

    activations: tuple[tuple[str, int], ...]
    spent: Pool
    life: int
    fees: tuple[Fee, ...] = ()


def price(cost: ManaCost, x: int, change: int) -> Price:
    """The cost with X chosen and generic mana changed (CR 601.2b, 601.2f).

    Args:
        cost: as printed or granted.
        x: the value of X, not negative; of no meaning to a cost without X.
        change: the sum of increases (positive) and reductions (negative) of generic mana.
    """
    generic = cost.generic + change
    return Price(max(generic, 0), cost.x_count, x, cost.symbols, max(-generic, 0), cost.absent)


def shown(cost: ManaCost, change: int) -> ManaCost:
    """The cost as a player sees it before choosing X: generic mana changed, X still X.

    A reduction beyond the plain generic mana lowers the generic halves of {2/W} from the first
    on, as far as they go; one that reaches 0 asks for nothing any more and is left out.
    """
    if cost.absent or not change:
        return cost
    generic = cost.generic + change
    if generic >= 0:
        return ManaCost(generic, cost.x_count, cost.symbols)
    left = -generic
    symbols: list[Symbol] = []
    for symbol in cost.symbols:
        taken = min(left, symbol.generic)
        left -= taken
        if not taken:
            symbols.append(symbol)
        elif symbol.generic > taken:
            half = symbol.generic - taken
            symbols.append(Symbol(symbol.kinds, half, symbol.phyrexian, symbol.snow))
    return ManaCost(0, cost.x_count, tuple(symbols))
