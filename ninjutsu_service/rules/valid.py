"""Does an object fit a script's valid-expression, "Creature.Other+YouCtrl"?

The answer is yes, no, or None: a base or a property that is not understood is neither true
nor false, and what depends on it is not carried out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.state.board import controller_of

if TYPE_CHECKING:
    from ninjutsu_service.rules.table import Table

Known = bool | None

PERMANENT_TYPES = frozenset(
    ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
)
COLOR_LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}
_COMPARE = re.compile(r"(cmc|power|toughness)(EQ|NE|GE|GT|LE|LT)(-?\d+)$")
_COUNTERS = re.compile(r"counters_(EQ|NE|GE|GT|LE|LT)(\d+)_(\w+)$")


@dataclass(frozen=True, slots=True)
class Subject:
    """An object asked about, as seen by the ability that asks.

    Attributes:
        item: the object.
        traits: its characteristics, as far as they are worked out.
        source: the object whose ability asks; None where it has none left.
        you: the controller of that ability.
    """

    item: pb.GameObject
    traits: Traits
    source: pb.GameObject | None
    you: str


def matches(table: Table, expression: str, subject: Subject) -> Known:
    """Whether the object fits.

    Returns:
        None where that depends on something that is not understood.
    """
    return _any(
        _all(_part(table, part, subject) for part in alternative)
        for alternative in _parts(expression)
    )


@lru_cache(maxsize=4096)
def _parts(expression: str) -> tuple[tuple[str, ...], ...]:
    """The alternatives, each a base and its properties."""
    found = []
    for alternative in expression.split(","):
        base, _, rest = alternative.strip().partition(".")
        properties = tuple(part.strip() for part in rest.split("+")) if rest else ()
        found.append((base.strip(), *properties))
    return tuple(found)


def _part(table: Table, part: str, subject: Subject) -> Known:
    if part.startswith("!"):
        answer = _part(table, part[1:], subject)
        return None if answer is None else not answer
    test = _TESTS.get(part)
    if test is not None:
        return test(table, subject)
    compared = _COMPARE.match(part) or _COUNTERS.match(part)
    if compared:
        return _compare(compared, subject)
    if part.startswith("non") and len(part) > 3:
        return not _is_kind(part[3:].lstrip("-"), subject.traits)
    if part.startswith("without"):
        return not has_keyword(subject.traits, part[7:])
    if part.startswith("with") and len(part) > 4:
        return has_keyword(subject.traits, part[4:])
    return _is_kind(part, subject.traits) if part[:1].isupper() else None


def _is_kind(word: str, traits: Traits) -> bool:
    """A supertype, card type, subtype or colour."""
    if word in COLOR_LETTERS:
        return COLOR_LETTERS[word] in traits.colors
    if word in ("Colorless", "colorless"):
        return not traits.colors
    return word in traits.types


def has_keyword(traits: Traits, name: str) -> bool:
    """Whether a keyword of this name is among an object's, in any letter case."""
    wanted = name.replace("_", " ").casefold()
    return any(line.head.casefold() == wanted for line in traits.keywords)


def _compare(found: re.Match[str], subject: Subject) -> Known:
    groups = found.groups()
    if groups[0] in ("cmc", "power", "toughness"):
        left = {
            "cmc": subject.traits.mana_value,
            "power": subject.traits.power or 0,
            "toughness": subject.traits.toughness or 0,
        }[groups[0]]
        return compare(left, groups[1], int(groups[2]))
    return compare(subject.item.counters.get(groups[2].upper(), 0), groups[0], int(groups[1]))


def compare(left: int, comparator: str, right: int) -> bool:
    """One of Forge's comparators: EQ NE GE GT LE LT."""
    return {
        "EQ": left == right,
        "NE": left != right,
        "GE": left >= right,
        "GT": left > right,
        "LE": left <= right,
        "LT": left < right,
    }[comparator]


def _is_attacking(table: Table, subject: Subject) -> Known:
    return table.is_attacking(subject.item)


def _has_status(status: int) -> Callable[[Table, Subject], Known]:
    def test(table: Table, subject: Subject) -> Known:
        record = table.board.attackers.get(subject.item.id)
        return bool(record and record.block_status == status and _is_attacking(table, subject))

    return test


def _mine(subject: Subject) -> bool:
    return controller_of(subject.item) == subject.you


_TESTS: dict[str, Callable[[Table, Subject], Known]] = {
    "Card": lambda table, subject: True,
    "Permanent": lambda table, subject: (
        subject.item.zone == pb.ZONE_BATTLEFIELD
        or not PERMANENT_TYPES.isdisjoint(subject.traits.types)
    ),
    "Self": lambda table, subject: _is_source(subject),
    "Other": lambda table, subject: not _is_source(subject),
    "YouCtrl": lambda table, subject: _mine(subject),
    "YouDontCtrl": lambda table, subject: not _mine(subject),
    "OppCtrl": lambda table, subject: (
        not table.board.same_team(controller_of(subject.item), subject.you)
    ),
    "YouOwn": lambda table, subject: subject.item.owner_id == subject.you,
    "YouDontOwn": lambda table, subject: subject.item.owner_id != subject.you,
    "OppOwn": lambda table, subject: not table.board.same_team(subject.item.owner_id, subject.you),
    "attacking": _is_attacking,
    "unblocked": _has_status(pb.BLOCK_STATUS_UNBLOCKED),
    "blocked": _has_status(pb.BLOCK_STATUS_BLOCKED),
    "tapped": lambda table, subject: subject.item.tapped,
    "untapped": lambda table, subject: not subject.item.tapped,
    "token": lambda table, subject: subject.item.token,
    "nonToken": lambda table, subject: not subject.item.token,
    "faceDown": lambda table, subject: subject.item.face_down,
    "IsCommander": lambda table, subject: subject.item.commander,
    "ThisTurnEntered": lambda table, subject: (
        subject.item.zone == pb.ZONE_BATTLEFIELD
        and subject.item.turn_entered == table.board.state.turn
    ),
}


def _is_source(subject: Subject) -> bool:
    source = subject.source
    return (
        source is not None
        and source.id == subject.item.id
        and source.incarnation == subject.item.incarnation
    )


def _all(answers: object) -> Known:
    unknown = False
    for answer in answers:  # type: ignore[attr-defined]
        if answer is False:
            return False
        unknown = unknown or answer is None
    return None if unknown else True


def _any(answers: object) -> Known:
    unknown = False
    for answer in answers:  # type: ignore[attr-defined]
        if answer:
            return True
        unknown = unknown or answer is None
    return None if unknown else False
