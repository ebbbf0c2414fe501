"""What a script asks for that Forge knows and this service leaves to the engine. No fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninjutsu_service.cards.check.references import svar_of
from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.document import Document, Line, parameters_of
from ninjutsu_service.cards.script import kind_of
from ninjutsu_service.cards.vocabulary import VOCABULARY


@dataclass(frozen=True)
class Carried:
    """The names of what is carried out here, in lower case.

    Attributes:
        apis: of abilities, "draw".
        trigger_modes: of `T:` lines, "damagedone".
        static_modes: of `S:` lines, "continuous".
        replacement_events: of `R:` lines, "moved".
        keywords: of `K:` lines, "ninjutsu".
    """

    apis: frozenset[str] = frozenset()
    trigger_modes: frozenset[str] = frozenset()
    static_modes: frozenset[str] = frozenset()
    replacement_events: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()


def left_to_engine(document: Document, carried: Carried, path: str = "") -> list[Diagnostic]:
    """One note for each known part that is not carried out here, in the order of the lines.

    Args:
        document: the script.
        carried: what is carried out.
        path: shown in the notes.
    """
    notes: list[Diagnostic] = []
    for line in document.lines:
        for what, name, column in _named(line, carried):
            notes.append(
                diagnose(
                    "NJ901",
                    f"the {what} {name} is left to the engine",
                    line=line.number,
                    column=column,
                    token=name,
                    path=path,
                )
            )
    return notes


def _named(line: Line, carried: Carried) -> Iterator[tuple[str, str, int]]:
    """What a line asks for, by kind and name, if it is known and not carried out."""
    if line.field == "K":
        head = line.value.partition(":")[0].strip()
        if head.lower() in VOCABULARY.keywords and head.lower() not in carried.keywords:
            yield "keyword", head, line.column
        return
    value, column = line.value, line.column
    if line.field == "SVar":
        _, value, _ = svar_of(line.value)
        column += len(line.value) - len(value)
        if not kind_of(value):
            return
    elif line.field not in ("A", "T", "S", "R"):
        return
    yield from _head(line.field, value, column, carried)


def _head(field: str, value: str, column: int, carried: Carried) -> Iterator[tuple[str, str, int]]:
    first = next(parameters_of(value, column))
    key, name = first.key.lower(), first.value.lower()
    trigger = field == "T" or (field == "SVar" and "execute$" in value.lower())
    what, known, here = {
        "mode": ("trigger", VOCABULARY.trigger_modes, carried.trigger_modes)
        if trigger
        else ("static ability", VOCABULARY.static_modes, carried.static_modes),
        "event": ("replacement", VOCABULARY.replacement_events, carried.replacement_events),
    }.get(key, ("ability", VOCABULARY.apis, carried.apis))
    if name in known and name not in here:
        yield what, first.value, first.value_column
