"""Counters and effects of this service on characteristics that the engine sent.

What was sent includes the counters and effects of its moment; what happens to them afterwards
has to be added (`GameObject.characteristics` in the contract). Copiable values are left as they
are: counters and effects apply on top of them whenever they are read.
"""

from __future__ import annotations

from ninjutsu.v1 import state_pb2 as pb

COUNTER_KEYWORDS = {
    name.upper(): name
    for name in (
        *("Flying", "First Strike", "Double Strike", "Deathtouch", "Haste", "Hexproof"),
        *("Indestructible", "Lifelink", "Menace", "Reach", "Trample", "Vigilance"),
    )
}
"""Keyword counters (CR 122.1b), by the counter's name."""

COUNTER_CHANGES = {"P1P1": 1, "M1M1": -1}
"""What a counter adds to power and to toughness (CR 122.1a)."""


def adjust_for_counters(item: pb.GameObject, counter: str, change: int) -> None:
    """Follow a change of an object's counters, which has been applied already."""
    if not _was_sent(item) or item.zone != pb.ZONE_BATTLEFIELD:
        return
    each = COUNTER_CHANGES.get(counter)
    if each is not None:
        _add(item.characteristics, each * change, each * change)
    keyword = COUNTER_KEYWORDS.get(counter)
    if keyword is None:
        return
    now = item.counters.get(counter, 0)
    if change > 0 and now == change:
        item.characteristics.keywords.append(keyword)
    elif change < 0 and not now:
        _take_keyword(item.characteristics, keyword)


def adjust_for_effect(item: pb.GameObject, effect: pb.TemporaryEffect, *, began: bool) -> None:
    """Follow an effect that begins on an object, or ends."""
    if not _was_sent(item):
        return
    sign = 1 if began else -1
    _add(item.characteristics, sign * effect.power_change, sign * effect.toughness_change)
    for keyword in effect.keywords:
        if began:
            item.characteristics.keywords.append(keyword)
        else:
            _take_keyword(item.characteristics, keyword)


def _was_sent(item: pb.GameObject) -> bool:
    return item.HasField("characteristics") and not item.characteristics_copiable


def _add(traits: pb.Characteristics, power: int, toughness: int) -> None:
    if power and traits.HasField("power"):
        traits.power += power
    if toughness and traits.HasField("toughness"):
        traits.toughness += toughness


def _take_keyword(traits: pb.Characteristics, keyword: str) -> None:
    """Take one of that name away: the last, so that those that it had before stay."""
    for index in range(len(traits.keywords) - 1, -1, -1):
        if traits.keywords[index].casefold() == keyword.casefold():
            del traits.keywords[index]
            return
