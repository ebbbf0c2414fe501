"""Protection and hexproof: what they name does no damage (CR 702.16e), or does not target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import KeywordLine
from ninjutsu_service.cards.vocabulary import VOCABULARY
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import Subject, matches
from ninjutsu_service.rules.view import Seen
from ninjutsu_service.state.board import controller_of

_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

_PLURALS = {
    "homunculi": "Homunculus",
    "mice": "Mouse",
    "octopi": "Octopus",
    "oxen": "Ox",
    "pegasi": "Pegasus",
}
"""Those that are formed like no other."""


def is_protected(
    table: Table, item: pb.GameObject, source: pb.GameObject, source_traits: Traits
) -> bool:
    """Whether a permanent has protection from a source of damage.

    Read are "Protection from red" (a colour, any type, monocolored, multicolored, all colors,
    everything) and the script form "Protection:Card.Red:red". Any other quality protects from
    nothing here.
    """
    subject = Subject(source, source_traits, item, controller_of(item))
    lines = table.traits(item).keywords
    return any(_is_from(table, "protection", line, subject) for line in lines)


def is_hexproof(table: Table, item: pb.GameObject, source: Seen | None) -> bool:
    """Whether a permanent has hexproof, or hexproof from this source (CR 702.11b, d).

    Qualities are read as those of protection. From a source that nothing is known of, plain
    hexproof alone counts.
    """
    lines = table.traits(item).keywords
    if any(line.head.casefold() == "hexproof" and not any(line.arguments[:1]) for line in lines):
        return True
    if source is None:
        return False
    subject = Subject(source.item, source.traits, item, controller_of(item))
    return any(_is_from(table, "hexproof", line, subject) for line in lines)


def _is_from(table: Table, ability: str, line: KeywordLine, subject: Subject) -> bool:
    """Whether a keyword is this ability "from" something that the subject is."""
    head = line.head.casefold()
    if head == ability:
        return any(line.arguments[:1]) and matches(table, line.arguments[0], subject) is True
    begin = f"{ability} from "
    return head.startswith(begin) and _has_quality(subject.traits, head.removeprefix(begin).strip())


def _has_quality(traits: Traits, quality: str) -> bool:
    """CR 702.16a, b: a colour, a type, "all colors" (702.16h), "everything" (702.16j).

    Words that are not understood are no quality of anything.
    """
    colors = len(traits.colors)
    if quality in ("everything", "all colors", "each color"):
        return quality == "everything" or colors > 0
    if quality in ("monocolored", "multicolored"):
        return colors == 1 if quality == "monocolored" else colors > 1
    if quality in _COLORS:
        return _COLORS[quality] in traits.colors
    return _types().get(quality, "") in traits.types


@lru_cache(maxsize=1)
def _types() -> dict[str, str]:
    """Every type by its singular and its plural, in lower case.

    Of two that share a word the one that more scripts have: "Elves" stands as a type in some.
    """
    topics = ("supertypes", "card_types", "subtypes")
    names = [name for topic in topics for name in VOCABULARY.names(topic)]
    rarest_first = {word: kind for kind in reversed(names) for word in _forms(kind.casefold())}
    return rarest_first | _PLURALS


def _forms(word: str) -> Iterator[str]:
    """A word and its plural: zombies, faeries, sorceries, elves, foxes."""
    yield word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        yield f"{word[:-1]}ies"
    elif word.endswith(("lf", "rf")):
        yield f"{word[:-1]}ves"
    elif word.endswith(("s", "x", "ch", "sh")):
        yield f"{word}es"
    else:
        yield f"{word}s"
