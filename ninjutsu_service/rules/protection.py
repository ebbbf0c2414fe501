"""Protection: damage from what it names is prevented (CR 702.16e)."""

from __future__ import annotations

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import Subject, matches
from ninjutsu_service.state.board import controller_of

_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

_TYPES = {
    "artifacts": "Artifact",
    "creatures": "Creature",
    "enchantments": "Enchantment",
    "lands": "Land",
    "planeswalkers": "Planeswalker",
}


def is_protected(
    table: Table, item: pb.GameObject, source: pb.GameObject, source_traits: Traits
) -> bool:
    """Whether a permanent has protection from a source of damage.

    Read are "Protection from red" (a colour, a card type, all colors, everything) and the
    script form "Protection:Card.Red:red". Any other quality protects from nothing here.
    """
    for line in table.traits(item).keywords:
        head = line.head.casefold()
        if head.startswith("protection from "):
            if _has_quality(source_traits, head.removeprefix("protection from ")):
                return True
        elif head == "protection" and line.arguments and line.arguments[0]:
            subject = Subject(source, source_traits, item, controller_of(item))
            if matches(table, line.arguments[0], subject) is True:
                return True
    return False


def _has_quality(traits: Traits, quality: str) -> bool:
    """CR 702.16a, b: a colour, a card type, "all colors" (702.16h), "everything" (702.16j)."""
    if quality == "everything":
        return True
    if quality in ("all colors", "each color"):
        return bool(traits.colors)
    if quality in _COLORS:
        return _COLORS[quality] in traits.colors
    return _TYPES.get(quality, "") in traits.types
