"""From where a player may cast a card (CR 601.3; D1, D5)."""

from __future__ import annotations

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.statics import Static, applies
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import controller_of

CAST_FROM = frozenset((pb.ZONE_HAND, pb.ZONE_COMMAND))
"""The zones that need nothing else in play: the hand, and for a commander CR 903.8."""


def may_cast_from_there(table: Table, player: str, item: pb.GameObject, keyword: Keyword) -> bool:
    """Whether a player may cast a card from the zone that it is in (D1, D5).

    From a hand, and from the command zone for a commander (CR 903.8); from elsewhere only where a
    static ability in play allows it, for this keyword if that names one.
    """
    if item.zone == pb.ZONE_HAND:
        return True
    if item.zone == pb.ZONE_COMMAND:
        return item.commander
    return permitted_by(table, player, item, keyword) is not None


def is_by_leave(item: pb.GameObject, keyword: Keyword) -> bool:
    """Whether casting a card takes an ability that allows it; that says whose cards it may be."""
    return keyword.casts and item.zone not in CAST_FROM


def permitted_by(
    table: Table, player: str, item: pb.GameObject, keyword: Keyword
) -> pb.GameObject | None:
    """The permanent whose ability lets a player cast a card from where it is.

    Where there are several, the first that asks for nothing in return.

    Returns:
        None for a card in hand or in the command zone, and where nothing allows it.
    """
    if item.zone in CAST_FROM:
        return None
    traits = table.traits(item)
    found = [
        source
        for source, static in table.continuous()
        if item.zone in static.zones
        and controller_of(source) == player
        and _allows(static, keyword)
        and applies(table, source, static, item, traits)
    ]
    free = (source for source in found if not _has_a_price(table, source))
    return next(free, found[0] if found else None)


def _has_a_price(table: Table, source: pb.GameObject) -> bool:
    """Whether what its permission lets somebody cast enters with counters for that."""
    abilities = table.rulebook.abilities(table.script_name(source))
    extra = abilities.extra_counters if abilities is not None else ()
    return any(each.of_permission for each in extra)


def zones_to_cast_from(table: Table) -> frozenset[int]:
    """The zones besides hand and command zone from which something in play lets somebody cast."""
    found: frozenset[int] = frozenset()
    for _, static in table.continuous():
        if static.line.get("MayPlay"):
            found |= static.zones
    return found


def _allows(static: Static, keyword: Keyword) -> bool:
    """`MayPlay$ True`, and `ValidSA$ Spell.Sneak` where it names how (hyphens do not count)."""
    if static.line.get("MayPlay").casefold() != "true":
        return False
    spell = static.line.get("ValidSA").replace("-", "").casefold()
    names = {f"spell.{name.replace('-', '').casefold()}" for name in keyword.names}
    return spell in {"", "spell", *names}
