"""The parts of a parameter line, `Key$ value`, each read once and remembered.

Most parts of most scripts are the same few thousand (`Origin$ Any`, `ValidCard$ Card.Self`), so
what a part says, and what may be wrong with it, is kept by its text. What depends on the face,
above all whether a name is one of its SVars, is decided later: see `Problem`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ninjutsu_service.cards.check.costs import cost_problems
from ninjutsu_service.cards.check.findings import Problem
from ninjutsu_service.cards.check.forms import form_problems
from ninjutsu_service.cards.check.keywords import entry_problems
from ninjutsu_service.cards.check.references import REFERENCE_KINDS, names_in
from ninjutsu_service.cards.check.text import brace_problems
from ninjutsu_service.cards.check.words import (
    COST_KEYS,
    KEYWORD_KEYS,
    is_prose,
    is_prose_key,
    word_problems,
    words_of,
)
from ninjutsu_service.cards.script import BLANKS
from ninjutsu_service.cards.vocabulary import VOCABULARY

MAX_VALUE = 20_000
"""Longer values are not looked into; the longest real one has under a thousand characters."""

ZONE_KEYS = frozenset(
    ("origin", "destination", "triggerzones", "activezones", "effectzone", "affectedzone",
     "activationzone", "choicezone", "destinationzone", "destinationzone2", "presentzone",
     "forgetonmoved", "tgtzone", "conditionzone", "destinationalternative", "validzone")
)  # fmt: skip

_ABILITY_KEYS = frozenset(("ab", "db", "sp", "st"))
_LOST_BAR = re.compile(r"\s([A-Z]\w+)\$\s")
_KEPT_PARTS = 30_000
_PARTS: dict[str, Part] = {}


class Part(NamedTuple):
    """One part of a parameter line.

    Attributes:
        key: in lower case.
        value: trimmed.
        offset: where the value begins in the part, from 0.
        problems: what may be wrong, with offsets in the part.
        references: offset in the part and name of what has to be SVars.
        cost_x: whether it is a cost with X in it.
    """

    key: str
    value: str
    offset: int
    problems: tuple[Problem, ...] = ()
    references: tuple[tuple[int, str], ...] = ()
    cost_x: bool = False


def forget_parts() -> None:
    """Forget what is remembered of parts."""
    _PARTS.clear()


def read_part(text: str) -> Part:
    """One part, from memory if it was read before."""
    part = _PARTS.get(text)
    if part is None:
        part = _read_part(text)
        if not is_prose_key(part.key):
            if len(_PARTS) >= _KEPT_PARTS:
                _PARTS.clear()
            if len(text) < 300:
                _PARTS[text] = part
    return part


def _read_part(text: str) -> Part:
    left, mark, right = text.partition("$")
    written, value = left.strip(BLANKS), right.strip(BLANKS)
    key = written.lower()
    offset = len(left) + len(mark) + len(right) - len(right.lstrip(BLANKS))
    problems = list(_form_problems(text, written, mark, right))
    references: list[tuple[int, str]] = []
    cost_x = False
    if not mark or len(value) > MAX_VALUE:
        return Part(key, value, offset, tuple(problems))
    if key in _ABILITY_KEYS:
        problems += _api_problems(value, offset)
    elif is_prose_key(key):
        problems += brace_problems(value, offset)
    elif key in REFERENCE_KINDS:
        references = [(offset + begin, name) for begin, name in names_in(key, value)]
    elif key in COST_KEYS:
        found, cost_x = cost_problems(value, offset)
        problems += found
    else:
        problems += _formed(key, value, offset)
    return Part(key, value, offset, tuple(problems), tuple(references), cost_x)


def _form_problems(text: str, written: str, mark: str, right: str) -> Iterator[Problem]:
    begin = len(text) - len(text.lstrip(BLANKS))
    if not mark:
        yield Problem("NJ211", begin, written, message="a part of a line has a key, $ and a value")
        return
    if written.lower() not in VOCABULARY.parameters:
        yield Problem("NJ209", begin, written)
    if right and right[0] not in BLANKS:
        yield Problem(
            "NJ212",
            begin,
            f"{written}$",
            message="a space belongs after $",
            suggestion=f"{written}$ ",
        )
    if "$" in right:
        for match in _LOST_BAR.finditer(right):
            if match[1].lower() in VOCABULARY.parameters:
                yield Problem(
                    "NJ214",
                    len(text) - len(right) + match.start(1),
                    match[1],
                    message=f"{match[1]}$ stands inside a value; | belongs before it",
                    suggestion=f"| {match[1]}",
                )


def _api_problems(value: str, offset: int) -> Iterator[Problem]:
    known = VOCABULARY.apis.get(value.lower())
    if known is None:
        yield Problem("NJ204", offset, value, "@api")
    elif known != value:
        yield Problem("NJ208", offset, value, suggestion=known)


def _formed(key: str, value: str, offset: int) -> list[Problem]:
    """What is wrong with the form of a value; else with its words."""
    return list(form_problems(key, value, offset)) or list(_value_problems(key, value, offset))


def _value_problems(key: str, value: str, offset: int) -> Iterator[Problem]:
    if key in ZONE_KEYS:
        yield from zone_problems(value, offset)
    elif key in KEYWORD_KEYS:
        yield from entry_problems(value, offset)
    elif key == "tokenscript":
        yield from token_problems(value, offset)
    elif not is_prose(value):
        yield from word_problems(key, value, offset)


def zone_problems(value: str, offset: int) -> Iterator[Problem]:
    """Each word that is no zone."""
    for begin, word in words_of(value):
        if word not in VOCABULARY.zones:
            yield Problem("NJ402", offset + begin, word, "@zone")


def token_problems(value: str, offset: int) -> Iterator[Problem]:
    """Each token script's name; whether there is such a script is decided later."""
    for name in value.split(","):
        stripped = name.strip(BLANKS)
        if stripped:
            begin = len(name) - len(name.lstrip(BLANKS))
            yield Problem("NJ404", offset + begin, stripped, "tokenscript")
        offset += len(name) + 1
