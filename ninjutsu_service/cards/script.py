"""From a card script's text to the `Card` that the rules read; quick, and without checks.

What a script says wrongly is found by `cards.check`; here it is read as far as it can be,
the way Forge reads it: lines are trimmed, empty lines and lines that begin with `#` are
skipped, a line splits at its first colon, unknown fields are ignored, the last of a
repeated field wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ninjutsu_service.cards.card import AbilityLine, Card, Face, KeywordLine
from ninjutsu_service.cards.mana import COLORS, NO_COST, ManaCost, ManaError, parse_mana

BLANKS = "".join(map(chr, range(33)))
"""What is trimmed off lines, keys and values: every control character and the space."""

COLOR_LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

TWO_WORD_TYPES = frozenset(
    {("Time", "Lord"), ("Serra's", "Realm"), ("Bolas's", "Meditation"), ("Dungeon", "Master")}
)
"""Subtypes with a space in them (CR 205.3); by their first two words."""

_ABILITY = re.compile(r"(DB|AB|SP|ST|Mode|Event)\s*\$")


class ScriptError(ValueError):
    """A text that is no card script: no face in it has a `Name`."""


@dataclass(slots=True)
class _Section:
    """The fields of one face, gathered while reading."""

    fields: dict[str, str] = field(default_factory=dict)
    keywords: list[KeywordLine] = field(default_factory=list)
    abilities: dict[str, list[AbilityLine]] = field(
        default_factory=lambda: {"A": [], "T": [], "S": [], "R": []}
    )
    svars: dict[str, str] = field(default_factory=dict)


def read_card(text: str, path: str = "") -> Card:
    """The card that a script describes.

    Args:
        text: the whole script.
        path: kept in the card, "n/ninja_of_the_deep_hours.txt".

    Raises:
        ScriptError: no face has a `Name`. Nothing else is raised, whatever the text.
    """
    sections = [_Section()]
    for number, name, value in fields_of(text):
        section = sections[-1]
        if name in ("ALTERNATE", "SPECIALIZE"):
            sections.append(_Section())
        elif name == "K":
            section.keywords.append(read_keyword(value, number))
        elif name == "SVar":
            svar, _, content = value.partition(":")
            section.svars[svar.strip(BLANKS).lower()] = content
        elif name in section.abilities:
            line = AbilityLine(name, read_parameters(value), value, number)
            section.abilities[name].append(line)
        else:
            section.fields[name] = value
    faces = tuple(_face(section) for section in sections if section.fields.get("Name"))
    if not faces:
        raise ScriptError("the script has no Name")
    modes = (section.fields.get("AlternateMode", "") for section in sections)
    return Card(faces, path, next((mode for mode in modes if mode), ""))


def fields_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Each line that says something: its number from 1, its field, its value.

    A line without a colon is a field without a value, `ALTERNATE` for example.
    """
    for number, raw in enumerate(lines_of(text), 1):
        line = raw.strip(BLANKS)
        if line and line[0] != "#":
            name, _, value = line.partition(":")
            yield number, name.rstrip(BLANKS), value.lstrip(BLANKS)


def lines_of(text: str) -> list[str]:
    """The lines of a script; line feed, carriage return or both end one, nothing else does."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\ufeff").split("\n")


def read_keyword(text: str, line: int = 0) -> KeywordLine:
    """A keyword with its arguments, "Ninjutsu:U B:Commander"."""
    head, *arguments = text.split(":")
    return KeywordLine(text, head.strip(BLANKS), tuple(arguments), line)


def read_parameters(text: str) -> dict[str, str]:
    """The parameters of a line, `Mode$ DamageDone | CombatDamage$ True`, keys in lower case.

    Of a repeated key the last counts; a part without `$` is a key with an empty value.
    """
    parameters: dict[str, str] = {}
    for part in text.split("|"):
        key, _, value = part.partition("$")
        key = key.strip(BLANKS)
        if key:
            parameters[key.lower()] = value.strip(BLANKS)
    return parameters


def kind_of(value: str) -> str:
    """What an SVar's value is: "DB", "AB", "SP", "ST", "Mode", "Event", or empty."""
    match = _ABILITY.match(value)
    return match[1] if match else ""


def read_types(text: str) -> tuple[str, ...]:
    """The words of a type line; the few subtypes of two words stay together."""
    words = [word for word in text.replace("\t", " ").split(" ") if word]
    types: list[str] = []
    index = 0
    while index < len(words):
        width = 1
        if tuple(words[index : index + 2]) in TWO_WORD_TYPES:
            width = 3 if words[index] == "Bolas's" else 2
        types.append(" ".join(words[index : index + width]))
        index += width
    return tuple(types)


def read_colors(text: str) -> str:
    """The letters, in WUBRG order, of a `Colors` field: "blue,black", "all", "colorless"."""
    names = [name.strip(BLANKS).lower() for name in text.split(",")]
    if "all" in names:
        return COLORS
    letters = {COLOR_LETTERS.get(name, name.upper()) for name in names}
    return "".join(letter for letter in COLORS if letter in letters)


def colors_of(cost: ManaCost) -> str:
    """The colours of a mana cost's symbols (CR 202.2)."""
    kinds = {kind for symbol in cost.symbols for kind in symbol.kinds}
    return "".join(letter for letter in COLORS if letter in kinds)


def _face(section: _Section) -> Face:
    fields = section.fields
    try:
        cost = parse_mana(fields.get("ManaCost", "no cost"))
    except ManaError:
        cost = NO_COST
    colors = fields.get("Colors")
    power, stroke, toughness = fields.get("PT", "").partition("/")
    return Face(
        name=fields["Name"],
        mana_cost=cost,
        types=read_types(fields.get("Types", "")),
        colors=colors_of(cost) if colors is None else read_colors(colors),
        power=power.strip(BLANKS) if stroke else None,
        toughness=toughness.strip(BLANKS) if stroke else None,
        loyalty=fields.get("Loyalty"),
        defense=fields.get("Defense"),
        keywords=tuple(section.keywords),
        abilities=tuple(section.abilities["A"]),
        triggers=tuple(section.abilities["T"]),
        statics=tuple(section.abilities["S"]),
        replacements=tuple(section.abilities["R"]),
        svars=section.svars,
        oracle=fields.get("Oracle", "").replace("\\n", "\n"),
    )
