"""Faults put into scripts, one at a time, to see whether the checks report them.

Everything follows from the seed: the same scripts and the same seed give the same faults.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ninjutsu_service.cards.check.words import is_prose, is_prose_key
from ninjutsu_service.cards.document import Line, parameters_of, parse_document

KINDS = ("key", "value", "bracket", "field", "dangling", "mana")


@dataclass(frozen=True)
class Fault:
    """A script with one fault in it.

    Attributes:
        kind: one of `KINDS`.
        path: of the script.
        text: the script with the fault.
        line: where it is.
        original: the word before it was misspelt; empty where none was.
        written: what stands there now.
    """

    kind: str
    path: str
    text: str
    line: int
    original: str = ""
    written: str = ""


Place = tuple[int, int, str]
"""Line number, offset in the line, the text there."""


def seed_faults(scripts: Sequence[tuple[str, str]], count: int, seed: int) -> list[Fault]:
    """Faults of every kind in turn, each in a script drawn at random.

    Args:
        scripts: path and text of each.
        count: how many faults.
        seed: of the draw.
    """
    draw = random.Random(seed)
    faults: list[Fault] = []
    while len(faults) < count:
        path, text = draw.choice(scripts)
        kind = KINDS[len(faults) % len(KINDS)]
        fault = _SEEDERS[kind](draw, path, text)
        if fault is not None:
            faults.append(fault)
    return faults


def misspell(draw: random.Random, word: str) -> str:
    """A word with one letter dropped, doubled, replaced or swapped with its neighbour."""
    while True:
        at = draw.randrange(len(word))
        kind = draw.randrange(4)
        if kind == 0:
            changed = word[:at] + word[at + 1 :]
        elif kind == 1:
            changed = word[:at] + word[at] + word[at:]
        elif kind == 2:
            changed = word[:at] + draw.choice(string.ascii_lowercase) + word[at + 1 :]
        else:
            changed = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        if changed.lower() != word.lower():
            return changed


def _lines(text: str) -> tuple[Line, ...]:
    return parse_document(text).lines


def _replaced(text: str, place: Place, new: str) -> str:
    number, offset, old = place
    lines = [line.text + line.ending for line in _lines(text)]
    line = lines[number - 1]
    lines[number - 1] = line[:offset] + new + line[offset + len(old) :]
    return "".join(lines)


def _matches(line: Line, pattern: str, text: str, column: int) -> list[Place]:
    return [
        (line.number, column - 1 + match.start(), match.group())
        for match in re.finditer(pattern, text)
    ]


def _parameter_places(text: str, keys: bool) -> list[Place]:
    """Keys, or words of values that are no text for people, of all parameter lines."""
    places: list[Place] = []
    for line in _lines(text):
        value, column = line.value, line.column
        if line.field == "SVar":
            name, _, value = line.value.partition(":")
            column += len(name) + 1
            if not re.match(r"\s*(DB|AB|SP|ST|Mode|Event)\$", value):
                continue
        elif line.field not in ("A", "T", "S", "R"):
            continue
        for part in parameters_of(value, column):
            if keys and len(part.key) > 3:
                places.append((line.number, part.key_column - 1, part.key))
            elif not keys and not is_prose_key(part.key.lower()) and not is_prose(part.value):
                places += _matches(line, r"(?<!\w)[A-Za-z]\w{3,}", part.value, part.value_column)
    return places


def _key(draw: random.Random, path: str, text: str) -> Fault | None:
    fields = [
        (line.number, line.text.index(line.field), line.field)
        for line in _lines(text)
        if len(line.field) > 1
    ]
    places = _parameter_places(text, keys=True) + fields
    return _misspelt(draw, "key", path, text, draw.choice(places))


def _value(draw: random.Random, path: str, text: str) -> Fault | None:
    places = _parameter_places(text, keys=False)
    for line in _lines(text):
        if line.field in ("Types", "K"):
            value = line.value.partition(":")[0]
            places += _matches(line, r"[A-Za-z]{4,}", value, line.column)
    return _misspelt(draw, "value", path, text, draw.choice(places)) if places else None


def _misspelt(draw: random.Random, kind: str, path: str, text: str, place: Place) -> Fault:
    written = misspell(draw, place[2])
    return Fault(kind, path, _replaced(text, place, written), place[0], place[2], written)


def _bracket(draw: random.Random, path: str, text: str) -> Fault | None:
    places = [
        (line.number, match.start(), match.group())
        for line in _lines(text)
        if line.field in ("A", "K", "Oracle", "SVar")
        for match in re.finditer(r"[<>{}]", line.text)
        if "->" not in line.text
    ]
    if not places:
        return None
    place = draw.choice(places)
    new = draw.choice(("", place[2] * 2))
    return Fault("bracket", path, _replaced(text, place, new), place[0])


def _field(draw: random.Random, path: str, text: str) -> Fault | None:
    """A line, or a parameter that its line cannot do without, left out."""
    lines = _lines(text)
    needed = [
        line
        for line in lines
        if line.field in ("Name", "ManaCost", "Types", "PT", "Oracle", "Loyalty")
    ]
    places: list[Place] = []
    for line in lines:
        wanted = {"T": ("Execute", "Mode"), "S": ("Mode",), "R": ("Event",), "A": ("Cost",)}
        places += [
            (line.number, match.start(), match.group())
            for match in re.finditer(r"(?: \| )?\b(\w+)\$ [^|]*?(?= \| |$)", line.text)
            if match[1] in wanted.get(line.field, ()) and not line.value.startswith("SP")
        ]
    if places and draw.random() < 0.4:
        place = draw.choice(places)
        return Fault("field", path, _replaced(text, place, ""), place[0])
    if not needed:
        return None
    line = draw.choice(needed)
    kept = [each.text + each.ending for each in lines if each.number != line.number]
    return Fault("field", path, "".join(kept), line.number)


def _dangling(draw: random.Random, path: str, text: str) -> Fault | None:
    places = [
        (line.number, match.start(1), match[1])
        for line in _lines(text)
        for match in re.finditer(r"\| SubAbility\$ (\w+)", line.text)
    ]
    if not places:
        return None
    place = draw.choice(places)
    new = draw.choice((place[2] + "Missing", "DBNowhere", misspell(draw, place[2])))
    return Fault("dangling", path, _replaced(text, place, new), place[0])


def _mana(draw: random.Random, path: str, text: str) -> Fault | None:
    places: list[Place] = []
    for line in _lines(text):
        if line.field == "ManaCost" and line.value != "no cost":
            places += _matches(line, r"\S+", line.value, line.column)
        elif line.field == "A":
            places += _matches(line, r"(?<=Cost\$ )(?:\d+|[WUBRGX])(?= )", line.text, 1)
    if not places:
        return None
    place = draw.choice(places)
    new = draw.choice(("Z", "{" + place[2] + "}", place[2] + "?", "W/", "-1", "UQ", "blue"))
    return Fault("mana", path, _replaced(text, place, new), place[0])


_SEEDERS: dict[str, Callable[[random.Random, str, str], Fault | None]] = {
    "key": _key,
    "value": _value,
    "bracket": _bracket,
    "field": _field,
    "dangling": _dangling,
    "mana": _mana,
}
