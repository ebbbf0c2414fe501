"""What a misspelt word was meant to be: the nearest known one, if one is near enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from ninjutsu_service.cards.check.words import COMPARATOR_BASES, without_negation
from ninjutsu_service.cards.vocabulary import VOCABULARY

SHORT, MIDDLE, LONG = 3, 6, 8
"""Letters from which on one, or two, may be wrong."""

MAX_WORD = 160
"""Longer words are not compared with anything."""


def near(word: str, names: Sequence[str], cutoff: int | None = None) -> str:
    """The first of the names that is nearest to a word; empty where none is near.

    Near is one letter too many, too few, other or in the wrong place; two in a word of six
    letters or more. Letter case counts as one letter where nothing else differs.

    Args:
        word: what was written.
        names: in the order of preference.
        cutoff: the distance that is still near, where it is not the usual.
    """
    found = nearest(word, names, cutoff)
    return found[0] if found else ""


def nearest(word: str, names: Sequence[str], cutoff: int | None = None) -> tuple[str, int] | None:
    """Like `near`, with the distance."""
    if len(word) > MAX_WORD or not names:
        return None
    if cutoff is None:
        cutoff = 0 if len(word) < SHORT else 1 if len(word) < MIDDLE else 2
    first = process.extractOne(word, names, scorer=OSA.distance, score_cutoff=cutoff)
    if first is None:
        lower = word.lower()
        return next(((name, 1) for name in names if name.lower() == lower), None)
    return first[0], int(first[1])


def first_near(word: str, lists: Iterable[Sequence[str]]) -> str:
    """The nearest name of several lists; of equally near ones that of the earlier list."""
    best: tuple[str, int] | None = None
    for names in lists:
        found = nearest(word, names)
        if found is not None and (best is None or found[1] < best[1]):
            best = found
    return best[0] if best else ""


@lru_cache(maxsize=4096)
def near_word(word: str, slot: str, svars: tuple[str, ...] = ()) -> str:
    """What a word in a value was meant to be.

    Args:
        word: as written, with negation, comparison and argument.
        slot: the key it stands under, in lower case, or `@…`.
        svars: the names of the face's SVars.
    """
    known = VOCABULARY.values.get(slot, ())
    if word.lower() in _NUMBERS:
        return _NUMBERS[word.lower()]
    longer = _begun(word, known) if slot == "@triggercount" else ""
    if longer:
        return longer
    whole = first_near(word, (_comparisons(word), known, svars)) or _near_any(word)
    if whole:
        return whole
    pieces = word.split("_")
    for index, piece in enumerate(pieces):
        repaired = _near_piece(piece, known, svars) if len(piece) > 2 else ""
        if repaired and repaired != piece:
            return "_".join([*pieces[:index], repaired, *pieces[index + 1 :]])
    return ""


_NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
"""Numbers in words; scripts write them in digits."""


def _begun(word: str, known: Sequence[str]) -> str:
    """The first known word of which a word is the beginning, up to another capital."""
    begun = (name for name in known if name.startswith(word) and name[len(word) :][:1].isupper())
    return next(begun, "")


def _near_piece(piece: str, known: Sequence[str], svars: tuple[str, ...]) -> str:
    begin, about = without_negation(piece)
    if begin:
        rest = near(about, known) or _near_any(about)
        return piece[:begin] + rest if rest else ""
    return first_near(piece, (_comparisons(piece), known, svars)) or _near_any(piece)


def _near_any(word: str) -> str:
    """The nearest word of all values; it has to be nearer than one that stands in this slot."""
    cutoff = 0 if len(word) < SHORT else 1 if len(word) < LONG else 2
    found = near(word, VOCABULARY.all_words, cutoff)
    return "" if found.lower() == word.lower() else found


def _comparisons(word: str) -> list[str]:
    """The comparisons with a word's last letter or number: of `cmcEL3`, `cmcLE3` and others."""
    number = len(word.rstrip("0123456789"))
    if number == len(word) and not word[-1:].isupper():
        return []
    operand = word[number:] or word[-1:]
    forms = [base + comparator + operand for base, comparator in COMPARATOR_BASES]
    letters = sorted(word)
    return sorted(forms, key=lambda form: sorted(form) != letters)
