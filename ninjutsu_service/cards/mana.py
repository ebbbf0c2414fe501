"""Mana costs in card script notation (CR 107.4, 202.1).

A cost is written as tokens with a space between: a number for generic mana, `X`, or a set
of letters, each a way to pay that one symbol: `U`, `WB` or `W/B` (hybrid), `2/W` (two generic
or one white), `UP` or `U/P` (Phyrexian), `WUP` (hybrid Phyrexian), `C` (colourless), `S` (snow).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

COLORS = "WUBRG"
KINDS = COLORS + "C"
"""The six types of mana (CR 106.1b)."""

MAX_NUMBER = 1_000_000
"""Numbers in costs above this are not costs of any card; they are refused as malformed."""


MAX_LENGTH = 1000
"""The longest text that is read as a cost; the longest real one has under a hundred."""


class ManaError(ValueError):
    """A mana cost that does not follow the notation.

    Attributes:
        token: the part that is wrong.
        column: where it begins in the text, from 1.
    """

    def __init__(self, token: str, column: int, message: str) -> None:
        super().__init__(message)
        self.token = token
        self.column = column


class Symbol(NamedTuple):
    """One mana symbol that is neither plain generic nor X.

    Attributes:
        kinds: the types of mana that can pay it, in WUBRGC order; empty for snow.
        generic: for {2/W}, how much generic mana pays it instead (CR 107.4e); else 0.
        phyrexian: 2 life can pay it instead (CR 107.4f).
        snow: one mana of any type from a snow source pays it (CR 107.4h).
    """

    kinds: str
    generic: int = 0
    phyrexian: bool = False
    snow: bool = False

    def __str__(self) -> str:
        if self.snow:
            return "S"
        options = ([str(self.generic)] if self.generic else []) + list(self.kinds)
        return "/".join(options + (["P"] if self.phyrexian else []))

    @property
    def mana_value(self) -> int:
        """CR 202.3f: a hybrid symbol counts as its largest part."""
        return max(1, self.generic)


class ManaCost(NamedTuple):
    """A mana cost, read.

    Attributes:
        generic: the plain generic mana.
        x_count: how many {X} it has.
        symbols: every other symbol, in the order written.
        absent: "no cost", a cost that cannot be paid (CR 118.6).
    """

    generic: int = 0
    x_count: int = 0
    symbols: tuple[Symbol, ...] = ()
    absent: bool = False

    def __str__(self) -> str:
        if self.absent:
            return "no cost"
        tokens = ["X"] * self.x_count
        if self.generic or not (self.symbols or self.x_count):
            tokens.append(str(self.generic))
        return " ".join(tokens + [str(symbol) for symbol in self.symbols])

    @property
    def mana_value(self) -> int:
        """CR 202.3, with X as 0."""
        return self.generic + sum(symbol.mana_value for symbol in self.symbols)


def braces(cost: ManaCost) -> str:
    """A cost as printed on cards, "{1}{U}"."""
    return str(cost) if cost.absent else "".join(f"{{{part}}}" for part in str(cost).split())


NO_COST = ManaCost(absent=True)
FREE = ManaCost()


def parse_mana(text: str) -> ManaCost:
    """Read a mana cost.

    Raises:
        ManaError: a token that is no mana symbol; it carries the token and its column.
    """
    if len(text) > MAX_LENGTH:
        raise ManaError(text[:20], 1, f"a cost has {MAX_LENGTH} characters at most")
    return _parse(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ManaCost:
    if text.strip().lower() == "no cost":
        return NO_COST
    generic = 0
    x_count = 0
    symbols: list[Symbol] = []
    for token, column in tokens_of(text):
        if token in ("X", "x"):
            x_count += 1
        elif token.isascii() and token.isdigit():
            generic += _number(token, column)
        else:
            symbols.append(_symbol(token, column))
    if generic > MAX_NUMBER:
        raise ManaError(text, 1, f"{generic} is more mana than any cost asks for")
    return ManaCost(generic, x_count, tuple(symbols))


def tokens_of(text: str) -> list[tuple[str, int]]:
    """Split at spaces outside `<>`; each token with its column, from 1."""
    tokens: list[tuple[str, int]] = []
    start, depth = -1, 0
    for index, letter in enumerate(text):
        if letter == "<":
            depth += 1
        elif letter == ">":
            depth -= 1
        if letter.isspace() and depth <= 0:
            if start >= 0:
                tokens.append((text[start:index], start + 1))
            start = -1
        elif start < 0:
            start = index
    if start >= 0:
        tokens.append((text[start:], start + 1))
    return tokens


def _number(token: str, column: int) -> int:
    if len(token) > 7:
        raise ManaError(token, column, f"{token} is more mana than any cost asks for")
    return int(token)


def _symbol(token: str, column: int) -> Symbol:
    letters = token.upper().replace("/", "")
    digits = "".join(letter for letter in letters if letter.isascii() and letter.isdigit())
    rest = [letter for letter in letters if not (letter.isascii() and letter.isdigit())]
    kinds = "".join(kind for kind in KINDS if kind in rest)
    phyrexian = "P" in rest
    snow = "S" in rest
    known = len(kinds) + phyrexian + snow
    if known != len(rest) or not rest or token.strip("/") != token or "//" in token:
        raise ManaError(token, column, f"{token!r} is not a mana symbol")
    if snow and (kinds or phyrexian or digits):
        raise ManaError(token, column, f"{token!r}: snow mana is written S, by itself")
    if not kinds and not snow:
        raise ManaError(token, column, f"{token!r} names no kind of mana")
    # {2/W} may have come down to {1/W} by something that costs less. 1U is two symbols.
    whole = letters == f"{digits}{kinds}" and ("/" in token or digits == "2")
    if digits and (not whole or len(kinds) > 1 or int(digits[:7]) == 0):
        raise ManaError(token, column, f"{token!r} is not a mana symbol")
    return Symbol(kinds, _number(digits, column) if digits else 0, phyrexian, snow)
