"""Type lines: supertypes, card types, subtypes, in this order (CR 205.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import FaceCheck
from ninjutsu_service.cards.check.suggest import first_near
from ninjutsu_service.cards.document import Line
from ninjutsu_service.cards.files import TOKEN_FOLDER
from ninjutsu_service.cards.script import read_types
from ninjutsu_service.cards.vocabulary import VOCABULARY

_FREE = frozenset(("Plane", "Phenomenon", "Dungeon"))
"""Card types whose subtypes are names of places, which may be several plain words."""


def check_types(face: FaceCheck, line: Line) -> None:
    """Report words that are unknown or out of order."""
    supertypes, card_types = VOCABULARY.supertypes, VOCABULARY.card_types
    seen_type = seen_subtype = ""
    free = False
    for offset, word in words(line.value):
        column = line.column + offset
        if word in supertypes:
            if seen_type or seen_subtype:
                _out_of_order(face, line, column, word, seen_type or seen_subtype)
        elif word in card_types:
            if seen_subtype:
                _out_of_order(face, line, column, word, seen_subtype)
            seen_type = word
            free = free or word in _FREE
        elif word in VOCABULARY.subtypes:
            seen_subtype = word
        elif not free:
            _unknown(face, line, column, word, seen_type)
    if not seen_type and line.value:
        message = "a card has a card type, Creature or Land for example"
        face.findings.report("NJ112", message, line.number, line.column, line.value)


def words(value: str) -> Iterator[tuple[int, str]]:
    """The words of a type line with their offsets."""
    offset = 0
    for word in read_types(value):
        offset = max(value.find(word, offset), 0)
        yield offset, word
        offset += len(word)


def _out_of_order(face: FaceCheck, line: Line, column: int, word: str, before: str) -> None:
    if TOKEN_FOLDER in face.findings.path.split("/")[:-1]:
        # Of those that Forge plays one has it so; nothing reads the order.
        return
    face.findings.report(
        "NJ111",
        f"{word} belongs before {before}: supertypes, then card types, then subtypes",
        line.number,
        column,
        word,
    )


def _unknown(face: FaceCheck, line: Line, column: int, word: str, seen_type: str) -> None:
    if face.findings.full:
        # To look for what was meant takes longer than all the rest.
        return
    lists = [VOCABULARY.names("subtypes"), VOCABULARY.names("card_types")]
    if not seen_type:
        lists = [VOCABULARY.names("card_types"), VOCABULARY.names("supertypes"), lists[0]]
    face.findings.report(
        "NJ112",
        f"{word!r} is not known here as a type",
        line.number,
        column,
        word,
        first_near(word, lists),
    )
