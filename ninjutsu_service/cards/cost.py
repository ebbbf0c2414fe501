"""Costs in card script notation: mana and further parts, `1 U Discard<1/Creature>` (CR 118).

A further part is a word with arguments in angle brackets, `/` between them:
`Name<amount/what/description>`, or a bare `T` or `Untap`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ninjutsu_service.cards.mana import FREE, MAX_LENGTH, ManaCost, ManaError, parse_mana, tokens_of


class CostError(ValueError):
    """A cost that does not follow the notation.

    Attributes:
        token: the part that is wrong.
        column: where it begins in the text, from 1.
    """

    def __init__(self, token: str, column: int, message: str) -> None:
        super().__init__(message)
        self.token = token
        self.column = column


@dataclass(frozen=True, slots=True)
class CostPart:
    """One part of a cost that is not mana.

    Attributes:
        name: "T", "Sac", "Discard", "PayLife", "tapXType" and so on, as written.
        arguments: what stands in the brackets, split at `/`.
    """

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}<{'/'.join(self.arguments)}>" if self.arguments else self.name

    @property
    def amount(self) -> str:
        """The first argument, a number or the name of an SVar. "1" where there is none."""
        return self.arguments[0] if self.arguments else "1"

    @property
    def what(self) -> str:
        """The second argument: a valid-expression, or CARDNAME. Empty where there is none."""
        return self.arguments[1] if len(self.arguments) > 1 else ""


@dataclass(frozen=True, slots=True)
class Cost:
    """A whole cost: its mana and its further parts, in the order written.

    Attributes:
        mana: `FREE` where the cost names no mana.
        parts: what is not mana.
    """

    mana: ManaCost = FREE
    parts: tuple[CostPart, ...] = ()

    def __str__(self) -> str:
        shown = [] if self.mana == FREE and self.parts else [str(self.mana)]
        return " ".join(shown + [str(part) for part in self.parts])


def parse_cost(text: str) -> Cost:
    """Read a cost.

    Raises:
        CostError: brackets that do not match, or a token that is neither mana nor a part.
    """
    if len(text) > MAX_LENGTH:
        raise CostError(text[:20], 1, f"a cost has {MAX_LENGTH} characters at most")
    return _parse(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Cost:
    if text.strip().lower() == "no cost":
        return Cost(parse_mana(text))
    mana: list[str] = []
    parts: list[CostPart] = []
    for token, column in tokens_of(text):
        if "<" in token or ">" in token:
            parts.append(_part(token, column))
        elif token in ("T", "Q", "Untap", "Forage", "CollectEvidence"):
            parts.append(CostPart(token))
        else:
            try:
                parse_mana(token)
            except ManaError as error:
                raise CostError(error.token, column, str(error)) from None
            mana.append(token)
    try:
        return Cost(parse_mana(" ".join(mana)), tuple(parts))
    except ManaError as error:
        raise CostError(error.token, error.column, str(error)) from None


def _part(token: str, column: int) -> CostPart:
    name, opened, rest = token.partition("<")
    if not opened or not rest.endswith(">") or token.count("<") != 1 or token.count(">") != 1:
        raise CostError(token, column, f"{token!r}: the brackets of a cost do not match")
    if not name.isascii() or not name.isidentifier():
        raise CostError(token, column, f"{token!r}: a cost has a name before its brackets")
    return CostPart(name, tuple(rest[:-1].split("/")))
