"""Counters that abilities of other permanents have something enter with (CR 614.1c, 614.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import api_of, part_named
from ninjutsu_service.rules.zones import zones_named

LINE_PARAMETERS = frozenset(
    ("event", "validcard", "destination", "activezones", "replacementresult", "replacewith",
     "secondary", "description")
)  # fmt: skip
"""What is read of an `R:` line, or means nothing as it is carried out."""

PART_PARAMETERS = frozenset(
    ("db", "defined", "countertype", "counternum", "etb", "spelldescription")
)
"""The same of the part that it leads to."""


@dataclass(frozen=True, slots=True)
class ExtraCounters:
    """A replacement effect that has something enter with counters.

    Attributes:
        valid: the valid-expression of what enters.
        counter: the kind of counter.
        amount: how many, as a script states it.
        svars: the named values of the face that it stands on.
    """

    valid: str
    counter: str
    amount: str
    svars: Mapping[str, str] = field(hash=False, compare=False)

    @property
    def of_permission(self) -> bool:
        """Whether it is about what was cast by its own leave: wherever its source is by then."""
        return "MayPlaySource" in self.valid


def read_extra_counters(face: Face) -> tuple[ExtraCounters, ...]:
    """The replacement effects of a face that are carried out here."""
    found = []
    for line in face.replacements:
        part = part_named(face, line.get("ReplaceWith"))
        if part is not None and is_understood(line, part):
            amount = part.get("CounterNum") or "1"
            kind = part.get("CounterType").upper()
            found.append(ExtraCounters(line.get("ValidCard"), kind, amount, face.svars))
    return tuple(found)


def is_understood(line: AbilityLine, part: AbilityLine) -> bool:
    """Whether an `R:` line and the part that it leads to are read here in full."""
    zones = zones_named(line.get("ActiveZones") or "Battlefield")
    return (
        line.get("Event") == "Moved"
        and line.get("Destination") == "Battlefield"
        and zones == zones_named("Battlefield")
        and line.get("ReplacementResult") == "Updated"
        and line.parameters.keys() <= LINE_PARAMETERS
        and api_of(part) == "PutCounter"
        and part.get("Defined") == "ReplacedCard"
        and part.get("CounterType").lower() not in ("", "any", "existingcounter", "all")
        and "," not in part.get("CounterType")
        and part.parameters.keys() <= PART_PARAMETERS
    )
