"""The words in the values of a script, and where they stand.

A word is what the vocabulary can know: `Graveyard`, `YouCtrl`, `P1P1`, `counters`. Numbers,
comparisons (`GE1`), the names of cards (`namedForest`) and prose are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import Problem
from ninjutsu_service.cards.vocabulary import VOCABULARY

KEYWORD_KEYS = frozenset(
    ("kw", "keywords", "addkeyword", "addkeywords", "addhiddenkeyword", "hiddenkeywords",
     "removekeyword", "removekeywords", "pumpkeywords", "cantkeyword", "sharedkeywords",
     "tokenkeywords", "kwchoice", "defaultkeyword")
)  # fmt: skip
"""Keys whose values are keywords, joined by ` & ` or commas."""

COST_KEYS = frozenset(("cost", "unlesscost", "alternativecost", "maymorealtcost", "replacecost"))
"""Keys whose values are costs."""

_PROSE_KEY = re.compile(r"(?:descriptions?|desc|prompt|messages?|title|text|question|string)$")
_PLAIN_WORD = re.compile(r"(?<!\S)[a-z][a-z']*(?=[\s.,!?]|$)")
_WORD = re.compile(
    r"(?<!\w)(?:not)?named[^+,./|&]*"
    r"|(?<!\w)Named\w*\.[^/|]*"
    r"|(?<![^\W_])[^\W\d_](?:\w*(?:['-]\w+)*)"
)
COMPARATOR_BASES = tuple(
    (base, comparator)
    for base in ("", "cmc", "power", "toughness", "counters", "counters_", "numColors", "totalPT")
    for comparator in ("EQ", "NE", "GE", "GT", "LE", "LT")
)
"""What comparisons look like: what is compared, and how."""

_COMPARISON = re.compile(r"((?:.*[a-z])?)(EQ|NE|GE|GT|LE|LT|M)(\d+|[A-Z](?:[a-z]\w*)?)$")


def is_prose_key(key: str) -> bool:
    """Whether the values of a key, in lower case, are text for people or names of cards."""
    return key in VOCABULARY.prose_parameters or _PROSE_KEY.search(key) is not None


def is_prose(value: str) -> bool:
    """Whether a value reads as a sentence: it has two plain words apart from each other."""
    return " " in value and len(_PLAIN_WORD.findall(value)) > 1


def words_of(value: str) -> Iterator[tuple[int, str]]:
    """Each word of a value with its offset, from 0."""
    for match in _WORD.finditer(value):
        word = match.group()
        if word.startswith("Named"):
            # The name of a card stands after the dot: `Count$NamedInAllYards.Rite of Flame`.
            word = word.partition(".")[0]
        if not word.startswith(("named", "notnamed")) or word in ("named", "notnamed"):
            yield match.start(), word


def parts_of(word: str) -> Iterator[tuple[int, str]]:
    """The parts of a word that are names by themselves, with their offsets.

    `counters_GE1_P1P1` has `counters` and `P1P1`; `cmcLEX` has `cmc` and, as what it is compared
    with, `X`; `withoutFlying` has `Flying`.
    """
    offset = 0
    for piece in word.split("_"):
        match = _COMPARISON.match(piece)
        if match is None:
            if piece and not piece.isdigit():
                yield offset, piece
        else:
            if match[1]:
                yield offset, match[1]
            if not match[3].isdigit():
                yield offset + match.start(3), match[3]
        offset += len(piece) + 1


def without_negation(word: str) -> tuple[int, str]:
    """What a negated or prefixed word is about, and its offset: `nonLand` is about `Land`."""
    for prefix in ("non", "without", "with", "IsNot", "not"):
        if word.startswith(prefix) and word[len(prefix) : len(prefix) + 1].isupper():
            return len(prefix), word[len(prefix) :]
    return 0, word


def is_known(piece: str, slot: str) -> bool:
    """Whether the vocabulary has a word, or what it negates, for a slot."""
    words = VOCABULARY.words_of(slot)
    return piece in words or without_negation(piece)[1] in words


def word_problems(slot: str, value: str, offset: int) -> Iterator[Problem]:
    """Each word of a value that the vocabulary does not have, and each number it cannot know.

    Args:
        slot: the key in lower case, or `@…`.
        value: what stands there.
        offset: where it begins.
    """
    known = VOCABULARY.words_of(slot)
    for begin, word in words_of(value):
        if word in known:
            continue
        unknown = False
        for at, piece in parts_of(word):
            if len(piece) > 1:
                unknown = unknown or not is_known(piece, slot)
            elif piece in "XYZ" and (at or word == value.lstrip("+-")):
                yield Problem("NJ309", offset + begin + at, piece)
        if unknown:
            yield Problem("NJ401", offset + begin, word, slot)
