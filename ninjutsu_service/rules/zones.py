"""Zones by the names that scripts give them."""

from __future__ import annotations

from ninjutsu.v1 import state_pb2 as pb

ZONES = {
    "battlefield": pb.ZONE_BATTLEFIELD,
    "hand": pb.ZONE_HAND,
    "graveyard": pb.ZONE_GRAVEYARD,
    "exile": pb.ZONE_EXILE,
    "library": pb.ZONE_LIBRARY,
    "command": pb.ZONE_COMMAND,
    "stack": pb.ZONE_STACK,
}

EVERYWHERE = frozenset(ZONES.values())


def zone_named(name: str) -> pb.Zone.ValueType | None:
    """A zone by its name in scripts, in any letter case; None for a name that is none."""
    return ZONES.get(name.strip().casefold())


def zones_named(names: str) -> frozenset[int] | None:
    """The zones of a list, "Hand,Graveyard"; `Any` and `All` are every zone.

    Returns:
        None where one name is no zone.
    """
    found: set[int] = set()
    for name in names.split(","):
        if name.strip().casefold() in ("any", "all"):
            found |= EVERYWHERE
            continue
        zone = zone_named(name)
        if zone is None:
            return None
        found.add(zone)
    return frozenset(found)
