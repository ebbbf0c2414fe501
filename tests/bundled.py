"""The bundled card scripts, read, for the tests that go through all of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ninjutsu_service.cards.card import Card, Face
from ninjutsu_service.cards.mana import ManaCost
from ninjutsu_service.cards.pool import bundled_path
from ninjutsu_service.cards.script import read_card, read_parameters
from tests.shared import shared_file

FAMILY = {
    "Ninjutsu": "Ninjutsu",
    "Commander ninjutsu": "Ninjutsu",
    "Sneak": "Sneak",
    "Web-slinging": "Web-slinging",
}
"""The printed names of the keywords that this service implements, and their heads in scripts."""


@dataclass(frozen=True)
class Script:
    """A bundled script: its file, its text, its card."""

    path: Path
    text: str
    card: Card

    @property
    def face(self) -> Face:
        return self.card.faces[0]

    def __str__(self) -> str:
        return self.path.stem


@cache
def scripts(folder: str) -> tuple[Script, ...]:
    """Every script of one bundled folder, by file name."""
    found = []
    for path in sorted((bundled_path() / folder).rglob("*.txt")):
        text = path.read_bytes().decode("utf-8")
        found.append(Script(path, text, read_card(text, path.name)))
    return tuple(found)


PRINTED = scripts("cardsfolder")
ORIGINAL = scripts("original")
TOKENS = scripts("tokenscripts")
ALL = PRINTED + ORIGINAL + TOKENS


@cache
def facts() -> dict[str, dict[str, Any]]:
    """What is printed on each card of the family, by name."""
    cards = json.loads(shared_file("corpus", "ninja-cards.json").read_text(encoding="utf-8"))
    return {card["name"]: card for card in cards}


def mana_of(cost: ManaCost) -> tuple[int, int, bool, list[str]]:
    """What tells mana costs apart, whatever the order of their symbols."""
    return cost.generic, cost.x_count, cost.absent, sorted(map(str, cost.symbols))


def parameter_lines(face: Face) -> list[dict[str, str]]:
    """Every parameter line of a face, SVars and the parameters of a Class's levels included."""
    lines = [
        dict(line.parameters)
        for line in face.abilities + face.triggers + face.statics + face.replacements
    ]
    lines += [read_parameters(value) for value in face.svars.values() if " | " in value]
    levels = (line for line in face.keywords if line.head == "Class")
    return lines + [read_parameters(level.arguments[2]) for level in levels]
