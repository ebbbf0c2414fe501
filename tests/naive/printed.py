"""What is printed on the bundled cards, read from their files as plain text, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import ninjutsu_service

REDUCES_NINJUTSU = {"Silver-Fur Master", "A-Silver-Fur Master", "Rooftop Quartermaster"}
"""Ninjutsu abilities that their controller activates cost {1} less."""

GRANTS_NINJUTSU = {
    "Satoru Umezawa": "2 U B",
    "A-Satoru Umezawa": "1 U B",
    "Dojo Beneath the Falls": "3 U",
}
"""Creature cards in their controller's hand have ninjutsu at this cost."""

KAITO = "Kaito, Bane of Nightmares"
"""In his controller's turn, with a loyalty counter, a creature and no planeswalker."""


@dataclass
class Printed:
    """One card: its name, its types and its keyword lines."""

    name: str
    types: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)


@cache
def cards() -> dict[str, Printed]:
    """Every bundled card with one face, by name."""
    folder = Path(ninjutsu_service.__file__).parent / "card_scripts"
    if not folder.is_dir():
        folder = folder.parent.parent / "card_scripts"
    found = {}
    for kind in ("cardsfolder", "original"):
        for path in sorted((folder / kind).rglob("*.txt")):
            text = path.read_text(encoding="utf-8")
            if "\nALTERNATE" not in text:
                card = _read(text)
                found[card.name] = card
    return found


def _read(text: str) -> Printed:
    card = Printed("")
    for line in text.splitlines():
        if line.startswith("Name:"):
            card.name = line[5:].strip()
        elif line.startswith("Types:"):
            card.types = line[6:].split()
        elif line.startswith("K:"):
            card.keywords.append(line[2:].strip())
    return card
