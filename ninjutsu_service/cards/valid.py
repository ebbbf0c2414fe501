"""Valid-expressions: which cards and players something applies to, read into a small tree.

`expr = alternative {"," alternative}`, `alternative = base ["." property {"+" property}]`: a
comma is or, a plus is and, the first dot splits. Reading never fails; a part that is not in the
vocabulary is marked `known=False`, and who evaluates must take it as neither true nor false.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ninjutsu_service.cards.vocabulary import VOCABULARY

COMPARATORS = ("EQ", "NE", "GE", "GT", "LE", "LT")

MAX_LENGTH = 10_000
"""No expression is longer; the rest of a longer one is not looked at."""

_COMPARISON = re.compile(r"([A-Za-z]+?)_?(EQ|NE|GE|GT|LE|LT)(-?\d+|[A-Za-z]\w*?)(?:_(.+))?")
_COMPARED = frozenset(
    ("basePower", "baseToughness", "cmc", "counters", "numColors", "numTypes", "power",
     "totalPT", "toughness")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Property:
    """One property of an alternative.

    Attributes:
        text: as written.
        column: where it begins in the expression, from 1.
        name: what is asked, without negation, comparison or argument: "YouCtrl", "Ninja",
            "cmc", "counters", "named", "with", "ControlledBy".
        negated: `nonNinja`, `withoutFlying`, `IsNotRemembered`, `notnamed…` or `!…`.
        comparator: of `cmcLE3`, "LE"; empty where nothing is compared.
        operand: what is compared with, a number or the name of an SVar.
        argument: "Flying" of `withFlying`, "P1P1" of `counters_GE1_P1P1`, a card's name after
            `named`, what follows a space or an underscore.
        known: whether the vocabulary has the name.
    """

    text: str
    column: int
    name: str
    negated: bool = False
    comparator: str = ""
    operand: str = ""
    argument: str = ""
    known: bool = True


@dataclass(frozen=True, slots=True)
class Alternative:
    """A base and the properties that must all hold.

    Attributes:
        text: as written, trimmed.
        column: where it begins in the expression, from 1.
        base: "Card", "Creature", "Player", "You" or a bare subtype.
        properties: in the order written.
        known: whether the vocabulary has the base; the properties tell of themselves.
    """

    text: str
    column: int
    base: str
    properties: tuple[Property, ...] = ()
    known: bool = True

    @property
    def understood(self) -> bool:
        """Whether the base and every property are known."""
        return self.known and all(each.known for each in self.properties)


@dataclass(frozen=True, slots=True)
class Valid:
    """A whole expression: it holds where one alternative does."""

    text: str
    alternatives: tuple[Alternative, ...]

    @property
    def understood(self) -> bool:
        """Whether every part is known."""
        return all(each.understood for each in self.alternatives)


def parse_valid(text: str) -> Valid:
    """Read a valid-expression. Never raises."""
    return _parse(text if len(text) <= MAX_LENGTH else text[:MAX_LENGTH])


@lru_cache(maxsize=4096)
def _parse(text: str) -> Valid:
    alternatives: list[Alternative] = []
    column = 1
    for part in text.split(","):
        stripped = part.strip()
        begin = column + len(part) - len(part.lstrip())
        alternatives.append(_alternative(stripped, begin))
        column += len(part) + 1
    return Valid(text, tuple(alternatives))


def parse_list(text: str) -> tuple[str, ...]:
    """The entries of a list joined by ` & `, as in `AddKeyword$ Flying & Ward:1`."""
    return tuple(entry.strip() for entry in text.split(" & ") if entry.strip())


def _alternative(text: str, column: int) -> Alternative:
    base, dot, rest = text.partition(".")
    properties: list[Property] = []
    if dot:
        begin = column + len(base) + 1
        for part in rest.split("+"):
            properties.append(parse_property(part, begin))
            begin += len(part) + 1
    return Alternative(text, column, base, tuple(properties), base in VOCABULARY.valid_bases)


def parse_property(text: str, column: int = 1) -> Property:
    """One property."""
    negated, rest = _negation(text.strip())
    if rest.startswith("named") and len(rest) > 5:
        return Property(text, column, "named", negated, argument=rest[5:].strip())
    if rest.startswith("with") and rest[4:5].isupper():
        return Property(text, column, "with", negated, argument=rest[4:])
    match = _COMPARISON.fullmatch(rest)
    if match and (match[1] in _COMPARED or match[3].isdigit()):
        name, comparator, operand, argument = match.groups()
        known = name in _COMPARED
        return Property(text, column, name, negated, comparator, operand, argument or "", known)
    for separator in (" ", "_"):
        name, found, argument = rest.partition(separator)
        if found and rest not in VOCABULARY.valid_properties:
            known = name in VOCABULARY.valid_properties
            return Property(text, column, name, negated, argument=argument, known=known)
    known = rest in VOCABULARY.valid_properties or rest in VOCABULARY.types
    return Property(text, column, rest, negated, known=known)


def _negation(text: str) -> tuple[bool, str]:
    """Whether a property is negated, and what it negates."""
    if text.startswith("!"):
        return True, text[1:]
    if text.startswith("non") and text[3:4].isupper():
        return True, text[3:]
    if text.startswith("without") and text[7:8].isupper():
        return True, "with" + text[7:]
    if text.startswith("IsNot") and text[5:6].isupper():
        return True, "Is" + text[5:]
    if text.startswith("notnamed"):
        return True, text[3:]
    if text.startswith("not") and text[3:4].isupper():
        positive = text[3].lower() + text[4:]
        return True, positive if positive in VOCABULARY.valid_properties else text[3:]
    return False, text
