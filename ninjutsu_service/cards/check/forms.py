"""Values whose parts are known words, put together as they are not: `Card Self`, `>=1`, `+1/+1`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import Problem
from ninjutsu_service.cards.script import BLANKS
from ninjutsu_service.cards.valid import COMPARATORS
from ninjutsu_service.cards.vocabulary import VOCABULARY

VALID_KEYS = frozenset(
    ("affected", "changetype", "changevalid", "conditionpresent", "discardvalid", "ispresent",
     "sacvalid", "validactivatingplayer", "validattacker", "validblocker", "validcard",
     "validcards", "validcause", "validplayer", "validplayers", "validsource", "validtarget",
     "validtgts")
)  # fmt: skip
"""Keys, in lower case, whose values are valid-expressions."""

_PLAIN = frozenset(
    ("Other", "Self", "YouCtrl", "YouDontCtrl", "YouOwn", "OppCtrl", "OppOwn", "attacking",
     "blocking", "tapped", "token", "unblocked", "untapped")
)  # fmt: skip
"""Properties that nothing can follow, types aside."""

_COMPARISON = re.compile(rf"(?:{'|'.join(COMPARATORS)})(?:-?\d+|[A-Za-z]\w*)")
_SIGNS = {
    ">=": "GE", "=>": "GE", "<=": "LE", "=<": "LE", "==": "EQ", "!=": "NE", "<>": "NE", ">": "GT",
    "<": "LT", "=": "EQ", "≥": "GE", "≤": "LE", "≠": "NE",
}  # fmt: skip
_SIGNED = re.compile(rf"({'|'.join(map(re.escape, _SIGNS))}|{'|'.join(COMPARATORS)})\s*(-?\w+)?")
_BOTH = re.compile(r"([+-])(\d+)/\1(\d+)")


def form_problems(key: str, value: str, offset: int) -> Iterator[Problem]:
    """What is wrong with the form of a parameter's value.

    Args:
        key: of the parameter, in lower case.
        value: what stands there.
        offset: where it begins.
    """
    if key in VALID_KEYS:
        yield from _valid_problems(value, offset)
    elif key == "countertype":
        yield from counter_problems(value, offset)
    elif key.endswith("compare") and not _COMPARISON.fullmatch(value):
        yield _comparison(value, offset)


def _comparison(value: str, offset: int) -> Problem:
    message = f"{value!r} is no comparison; one is written as GE1, with {', '.join(COMPARATORS)}"
    match = _SIGNED.fullmatch(value)
    suggestion = ""
    if match:
        suggestion = _SIGNS.get(match[1], match[1]) + (match[2] or "1")
    return Problem("NJ405", offset, value, message=message, suggestion=suggestion)


def counter_problems(value: str, offset: int) -> Iterator[Problem]:
    """Counters as cards print them: `+1/+1`, which scripts write P1P1."""
    for match in _BOTH.finditer(value):
        letter = "P" if match[1] == "+" else "M"
        written = f"{letter}{match[2]}{letter}{match[3]}"
        message = f"a {match[0]} counter is written {written}"
        yield Problem("NJ401", offset + match.start(), match[0], "", message, written)


def _valid_problems(value: str, offset: int) -> Iterator[Problem]:
    for alternative in value.split(","):
        text = alternative.strip(BLANKS)
        meant = _meant(text)
        if meant:
            begin = offset + len(alternative) - len(alternative.lstrip(BLANKS))
            message = (
                f"{text!r} fits nothing; a dot stands after the first word, and + between the next"
            )
            yield Problem("NJ406", begin, text, message=message, suggestion=meant)
        offset += len(alternative) + 1


def _meant(text: str) -> str:
    """An alternative as it has to be put together; empty where nothing is wrong with it."""
    if " " not in text and text.count(".") < 2:
        return ""
    base, dot, rest = text.partition(".")
    first, space, more = base.partition(" ")
    if space and first in VOCABULARY.valid_bases and base not in VOCABULARY.valid_bases:
        base, rest = first, f"{more}.{rest}" if dot else more
    elif not dot:
        return ""
    parts = [part for piece in rest.split("+") for part in _split(piece.strip(BLANKS))]
    meant = f"{base.strip(BLANKS)}.{'+'.join(parts)}"
    return meant if meant != text and all(map(_is_property, parts)) else ""


def _split(piece: str) -> list[str]:
    """The properties in what stands between two signs: several where they need nothing more."""
    parts = re.split(r"[.\s]+", piece)
    plain = all(part in _PLAIN or _bare(part) in VOCABULARY.types for part in parts[:-1])
    return parts if plain and _is_property(parts[-1]) else [piece]


def _is_property(text: str) -> bool:
    bare = _bare(text)
    return bare in VOCABULARY.valid_properties or bare in VOCABULARY.types


def _bare(text: str) -> str:
    """A property without its negation."""
    bare = text.removeprefix("!")
    return bare[3:] if bare.startswith("non") and bare[3:4].isupper() else bare
