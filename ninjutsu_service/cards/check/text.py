"""Forms of text in a script: brackets that match, power and toughness."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import Problem

_PT = re.compile(r"[-+]?(?:\d+(?:\.5)?|\*|\d+[-+]\*|\*[-+]\d+|\d*\*)(?:²|½|\+\{1/2\})?")


def is_power(value: str) -> bool:
    """Whether a value is power and toughness, like 2/3 or -1/1+*."""
    power, stroke, toughness = value.partition("/")
    return bool(stroke and _PT.fullmatch(power.strip()) and _PT.fullmatch(toughness.strip()))


def field_of(value: str) -> str:
    """The field with a short name whose values look like this one; empty where none is."""
    if value.startswith("RemoveDeck:"):
        return "AI"
    return "PT" if is_power(value) else ""


def brace_problems(text: str, offset: int = 0) -> Iterator[Problem]:
    """Braces that do not match, as in `{T: Add {G}`."""
    if text.count("{") == text.count("}"):
        return
    begin = unbalanced(text, "{", "}")
    if begin >= 0:
        yield Problem(
            "NJ120", offset + begin, text[begin], message="a brace without its other half"
        )


def unbalanced(text: str, opening: str, closing: str) -> int:
    """Where the first bracket stands that has no other half; -1 where all match."""
    begin = -1
    for index, letter in enumerate(text):
        if letter == opening:
            if begin >= 0:
                return begin
            begin = index
        elif letter == closing:
            if begin < 0:
                return index
            begin = -1
    return begin
