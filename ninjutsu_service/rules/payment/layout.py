"""The demand of a price as a set of states, each one bit of an integer.

A state says how much of each kind of symbol, and of generic mana, is paid so far. It is a number
in mixed radix, one digit for each kind of symbol and the highest for generic mana; a set of
states is an integer with the bits of its members. A mana then moves a whole set at once, by one
mask and one shift for each digit that it can raise, so that all ways of spending it are followed
together. What cannot be told apart in this way need not be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from ninjutsu_service.cards.mana import KINDS, Symbol
from ninjutsu_service.rules.payment.model import PaymentTooComplex

MAX_STATES = 1 << 16
"""No demand with more states than this is searched."""

MAX_WAYS = 1 << 12
"""How many ways to divide {2/W} and Phyrexian symbols among their halves are looked at."""

_REMEMBERED = 1 << 8
"""How many sources of mana a layout remembers."""

Steps = tuple[tuple[int, int], ...]
"""What one mana can do: for each digit that it raises, the digit's weight and the mask of the
states in which that digit is not yet full."""


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """One activation's mana, seen from a demand.

    Attributes:
        units: the steps of each mana that is of use, all or none of several where they go together.
        colors: the colours among the mana, as a bit set; colourless is none.
    """

    units: tuple[Steps, ...]
    colors: int


def raised(states: int, steps: Steps) -> int:
    """Every state reached by spending one mana on something; 0 where it can do nothing."""
    reached = 0
    for weight, mask in steps:
        reached |= (states & mask) << weight
    return reached


def forward(states: int, units: Iterable[Steps]) -> int:
    """Every state reached by spending each mana on one thing, or leaving it."""
    for steps in units:
        reached = states
        for weight, mask in steps:
            reached |= (states & mask) << weight
        states = reached
    return states


def backward(states: int, units: Iterable[Steps]) -> int:
    """Every state from which `forward` reaches one of these."""
    for steps in units:
        leading = states
        for weight, mask in steps:
            leading |= (states >> weight) & mask
        states = leading
    return states


class Layout:
    """The digits of one demand, and what each mana can do to them.

    Attributes:
        symbols: how many symbols there are.
        depth: the highest value of the digit of generic mana.
        width: how many states differ in symbols only; the weight of that digit.
        size: how many states there are.
        shapes: what is remembered of sources.
        kinds: what shapes do for this demand, each once.
        looked_up: the shapes of sources seen before, by the identity of their options, which
            are kept so that it stays theirs.
    """

    __slots__ = (
        "_counts", "_digits", "_levels", "_outputs", "_ways", "depth", "kinds", "looked_up",
        "shapes", "size", "symbols", "width",
    )  # fmt: skip

    def __init__(self, symbols: tuple[Symbol, ...], depth: int) -> None:
        counts: dict[Symbol, int] = {}
        for symbol in symbols:
            counts[symbol] = counts.get(symbol, 0) + 1
        width = 1
        for count in counts.values():
            width *= count + 1
        if width * (depth + 1) > MAX_STATES:
            raise PaymentTooComplex("the cost has too many different symbols to find a payment")
        self.symbols = len(symbols)
        self.depth = depth
        self.width = width
        self.size = width * (depth + 1)
        self.shapes: dict[tuple[object, ...], object] = {}
        self.kinds: dict[tuple[object, ...], object] = {}
        self.looked_up: dict[tuple[int, bool], tuple[object, Any]] = {}
        self._counts = counts
        self._outputs: dict[tuple[tuple[int, ...], bool], Output] = {}
        self._levels: list[int] = []
        self._digits = self._masks()
        self._ways: tuple[tuple[int, int, int], ...] = ()

    def _masks(self) -> list[tuple[Symbol, int, int]]:
        """Each kind of symbol with its digit's weight and the mask of where it is not full."""
        digits = []
        weight = 1
        every = (1 << self.size) - 1
        for symbol, count in self._counts.items():
            period = weight * (count + 1)
            mask = ((1 << weight * count) - 1) * (every // ((1 << period) - 1))
            digits.append((symbol, weight, mask))
            weight = period
        return digits

    @property
    def ways(self) -> tuple[tuple[int, int, int], ...]:
        """Each way to pay {2/W} generically and Phyrexian symbols with life.

        Each is the life, the generic mana that it adds, and the state of the symbols that is
        then enough.
        """
        if not self._ways:
            self._ways = self._all_ways()
        return self._ways

    def _all_ways(self) -> tuple[tuple[int, int, int], ...]:
        full = self.width - 1
        choices = []
        for symbol, weight, _ in self._digits:
            count = self._counts[symbol]
            generic = count if symbol.generic else 0
            choices.append(
                [
                    (2 * paid, symbol.generic * halves, weight * (paid + halves))
                    for halves in range(generic + 1)
                    for paid in range((count if symbol.phyrexian else 0) + 1)
                    if paid + halves <= count
                ]
            )
        ways = 1
        for each in choices:
            ways *= len(each)
        if ways > MAX_WAYS:
            raise PaymentTooComplex("the cost has too many symbols that can be paid in two ways")
        return tuple(
            (sum(c[0] for c in combo), sum(c[1] for c in combo), full - sum(c[2] for c in combo))
            for combo in product(*choices)
        )

    def step(self, symbol: Symbol | None) -> tuple[int, int]:
        """The weight of a symbol's digit, or of the one of generic mana, and its mask."""
        for own, weight, mask in self._digits if symbol else ():
            if own == symbol:
                return weight, mask
        return self.width, (1 << self.width * self.depth) - 1

    def moved(self, state: int, other: Layout) -> int:
        """A state of symbols in another layout, which has all these symbols too."""
        found = 0
        for symbol, weight, _ in self._digits:
            digit = state // weight % (self._counts[symbol] + 1)
            found += digit * other.step(symbol)[0]
        return found

    def steps(self, kind: int, snow: bool, generic: bool = True) -> Steps:
        """What one mana of this type can do."""
        letter = KINDS[kind]
        found = [
            (weight, mask)
            for symbol, weight, mask in self._digits
            if letter in symbol.kinds or (snow and symbol.snow)
        ]
        if generic and self.depth:
            found.append((self.width, (1 << self.width * self.depth) - 1))
        return tuple(found)

    def output(self, produces: tuple[int, ...], snow: bool) -> Output:
        """One activation's mana, remembered."""
        key = (produces, snow)
        found = self._outputs.get(key)
        if found is None:
            units: list[Steps] = []
            colors = 0
            for kind, amount in enumerate(produces):
                if amount > 0:
                    colors |= (1 << kind) & 0b11111
                    units += self._units(kind, snow, amount)
            if len(self._outputs) > _REMEMBERED:
                self._outputs.clear()
            found = self._outputs[key] = Output(tuple(units), colors)
        return found

    def _units(self, kind: int, snow: bool, amount: int) -> list[Steps]:
        """The steps of each mana; what no symbol can take is generic, in powers of two."""
        steps = self.steps(kind, snow)
        places = sum(
            count
            for symbol, count in self._counts.items()
            if KINDS[kind] in symbol.kinds or (snow and symbol.snow)
        )
        units = [steps] * min(amount, places)
        rest = min(amount - len(units), self.depth)
        size = 1
        while rest > 0:
            size = min(size, rest)
            mask = (1 << self.width * (self.depth + 1 - size)) - 1
            units.append(((self.width * size, mask),))
            rest -= size
            size *= 2
        return units

    @property
    def levels(self) -> list[int]:
        """For each number of symbols: the states in which that many are paid, generic aside."""
        if not self._levels:
            levels = [1]
            for _ in range(self.symbols):
                level = 0
                for _, weight, mask in self._digits:
                    level |= (levels[-1] & mask) << weight
                levels.append(level)
            self._levels = levels
        return self._levels


_kept: dict[tuple[tuple[Symbol, ...], int], Layout] = {}
_KEPT_SIZE = 1 << 12
_KEPT_COUNT = 256


def layout_of(symbols: tuple[Symbol, ...], depth: int) -> Layout:
    """The layout of a demand; small ones are kept, for they come again with every call.

    Raises:
        PaymentTooComplex: more than `MAX_STATES` states or `MAX_WAYS` ways.
    """
    key = (symbols, depth)
    found = _kept.get(key)
    if found is None:
        found = Layout(symbols, depth)
        if found.size <= _KEPT_SIZE:
            if len(_kept) >= _KEPT_COUNT:
                _kept.clear()
            _kept[key] = found
    return found
