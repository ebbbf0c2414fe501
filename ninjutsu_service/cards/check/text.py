"""Text for people in a script: whether its brackets and quotes come in pairs."""

from __future__ import annotations

from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import Problem


def brace_problems(text: str, offset: int = 0) -> Iterator[Problem]:
    """Braces that do not match, as in `{T: Add {G}.`"""
    if text.count("{") == text.count("}"):
        return
    begin = unbalanced(text, "{", "}")
    if begin >= 0:
        yield Problem("NJ120", offset + begin, text[begin], message="a brace without its other half")


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
