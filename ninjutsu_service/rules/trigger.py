"""The triggered abilities of a script, read (CR 603.1).

What is not understood is left out: an ability whose condition cannot be told neither triggers
nor fails to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.rules.defined import names_players
from ninjutsu_service.rules.statics import class_lines
from ninjutsu_service.rules.zones import zones_named


@dataclass(frozen=True, slots=True)
class Trigger:
    """A triggered ability of a script, read.

    Attributes:
        mode: what it waits for, "DamageDone".
        ability: the SVar that it executes.
        line: the whole `T:` line.
        face: the face that it stands on.
        zones: where its source must be; None where the script does not say.
        level: the level from which a Class has it; 1 for every other ability.
        limit: how often it triggers each turn; 0 for any number.
        own: whether it waits only for what its own source does or what happens to it.
        number: which of the face's triggered abilities it is, as `trigger_lines` has them, where
            an earlier one executes the same SVar; else 0.
    """

    mode: str
    ability: str
    line: AbilityLine
    face: Face = field(hash=False, compare=False)
    zones: frozenset[int] | None = None
    level: int = 1
    limit: int = 0
    own: bool = False
    number: int = 0


TRIGGER_CONDITIONS = frozenset(
    ("ispresent", "presentcompare", "presentzone", "presentdefined", "checksvar", "svarcompare",
     "playerturn", "opponentturn")
)  # fmt: skip
"""The parameters that are conditions; `rules.conditions` reads them."""

EVERY_TRIGGER = frozenset(
    ("mode", "execute", "triggerdescription", "triggerzones", "secondary", "optionaldecider",
     "activationlimit")
) | TRIGGER_CONDITIONS  # fmt: skip
"""The parameters that are read of every trigger, or mean nothing as it is carried out."""

TRIGGER_MODES: dict[str, frozenset[str]] = {
    "DamageDone": frozenset(("validsource", "validtarget", "combatdamage")),
    "DamageDoneOnce": frozenset(("validsource", "validtarget", "combatdamage")),
    "DamageDealtOnce": frozenset(("validsource", "validtarget", "combatdamage")),
    "ChangesZone": frozenset(("validcard", "origin", "destination")),
    "ChangesZoneAll": frozenset(("validcards", "origin", "destination")),
    "AbilityCast": frozenset(("validcard", "validactivatingplayer", "validsa")),
    "SpellCast": frozenset(("validcard", "validactivatingplayer", "validsa")),
    "SpellAbilityCast": frozenset(("validcard", "validactivatingplayer", "validsa")),
    "LifeGained": frozenset(("validplayer",)),
    "LifeLost": frozenset(("validplayer",)),
    "Drawn": frozenset(("validcard", "validplayer")),
    "Discarded": frozenset(("validcard", "validplayer")),
    "Milled": frozenset(("validcard", "validplayer")),
    "Sacrificed": frozenset(("validcard", "validplayer")),
    "Destroyed": frozenset(("validcard",)),
    "CounterAdded": frozenset(("validcard", "countertype")),
    "Taps": frozenset(("validcard",)),
    "Phase": frozenset(("phase", "validplayer")),
}
"""The parameters that are read, by mode. A trigger with others is not understood."""


def read_triggers(face: Face) -> tuple[Trigger, ...]:
    """The triggered abilities of a face that are carried out here."""
    found, executed = [], set()
    for number, (level, line) in enumerate(trigger_lines(face), 1):
        ability = line.get("Execute").lower()
        if is_understood(line, face):
            trigger = _read(line, face, level)
            found.append(replace(trigger, number=number) if ability in executed else trigger)
        executed.add(ability)
    return tuple(found)


def trigger_lines(face: Face) -> list[tuple[int, AbilityLine]]:
    """All `T:` lines of a face and what the levels of a Class add, each with its level."""
    return [(1, line) for line in face.triggers] + class_lines(face, "AddTrigger")


def is_understood(line: AbilityLine, face: Face) -> bool:
    """Whether a trigger's mode and all its parameters are read here."""
    mode = line.get("Mode")
    known = TRIGGER_MODES.get(mode)
    zones, limit = line.get("TriggerZones"), line.get("ActivationLimit")
    return (
        known is not None
        and all(key in known or key in EVERY_TRIGGER for key in line.parameters)
        and line.get("Execute").lower() in face.svars
        and (not zones or zones_named(zones) is not None)
        and (not limit or (limit.isascii() and limit.isdigit() and len(limit) < 7))
        and names_players(line.get("OptionalDecider") or "You")
    )


def _read(line: AbilityLine, face: Face, level: int) -> Trigger:
    zones, limit = line.get("TriggerZones"), line.get("ActivationLimit")
    return Trigger(
        mode=line.get("Mode"),
        ability=line.get("Execute"),
        line=line,
        face=face,
        zones=zones_named(zones) if zones else None,
        level=level,
        limit=int(limit) if limit else 0,
        own=_is_own(line.get("ValidSource") or line.get("ValidCard")),
    )


def _is_own(valid: str) -> bool:
    """Whether only the ability's own source fits: `Card.Self+CastSa Spell.Sneak`."""
    return bool(valid) and all(
        any(each.name == "Self" and not each.negated for each in part.properties)
        for part in parse_valid(valid).alternatives
    )
