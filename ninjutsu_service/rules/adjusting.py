"""Counters and effects of this service on characteristics that the engine sent.

What was sent includes the counters and effects of its moment; what happens to them afterwards
has to be added (`GameObject.characteristics` in the contract). Copiable values are left as they
are: counters and effects apply on top of them whenever they are read. The other way round, an
object that leaves the battlefield and that no script knows keeps what was sent of it, and so
its counters and effects are taken off again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.traits import is_sent
from ninjutsu_service.state.check import LIMIT

COUNTER_KEYWORDS = {
    name.upper(): name
    for name in (
        *("Flying", "First Strike", "Double Strike", "Deathtouch", "Haste", "Hexproof"),
        *("Indestructible", "Lifelink", "Menace", "Reach", "Trample", "Vigilance"),
    )
}
"""Keyword counters (CR 122.1b), by the counter's name."""

_CHANGE = re.compile(r"([PM])(\d{1,4})([PM])(\d{1,4})")


@lru_cache(maxsize=256)
def counter_change(counter: str) -> tuple[int, int]:
    """What one counter adds to power and to toughness (CR 122.1a): (1, 1) for "P1P1"."""
    found = _CHANGE.fullmatch(counter)
    if found is None:
        return 0, 0
    signs = {"P": 1, "M": -1}
    return signs[found[1]] * int(found[2]), signs[found[3]] * int(found[4])


def total_change(counters: Mapping[str, int]) -> tuple[int, int]:
    """What counters change of power and toughness together (CR 122.1a).

    They are added up before a bound cuts anything off: a map has no order of its own.
    """
    power = toughness = 0
    for counter, amount in counters.items():
        change = counter_change(counter)
        power += change[0] * min(amount, LIMIT)
        toughness += change[1] * min(amount, LIMIT)
    return power, toughness


def adjust_for_counters(item: pb.GameObject, counter: str, change: int) -> None:
    """Follow a change of an object's counters, which has been applied already."""
    if not change or not is_sent(item) or item.zone != pb.ZONE_BATTLEFIELD:
        return
    power, toughness = counter_change(counter)
    _add(item.characteristics, power * change, toughness * change)
    keyword = COUNTER_KEYWORDS.get(counter)
    if keyword is None:
        return
    now = item.counters.get(counter, 0)
    if change > 0 and now == change:
        item.characteristics.keywords.append(keyword)
    elif change < 0 and not now:
        _take_keyword(item.characteristics, keyword)


def take_off_counters(item: pb.GameObject) -> None:
    """Have an object lose all its counters, and what they do to what was sent of it."""
    counters = dict(item.counters)
    item.ClearField("counters")
    if not is_sent(item) or item.zone != pb.ZONE_BATTLEFIELD:
        return
    power, toughness = total_change(counters)
    _add(item.characteristics, -power, -toughness)
    for counter, amount in counters.items():
        keyword = COUNTER_KEYWORDS.get(counter)
        if keyword is not None and amount > 0:
            _take_keyword(item.characteristics, keyword)


def adjust_for_effect(item: pb.GameObject, effect: pb.TemporaryEffect, *, began: bool) -> None:
    """Follow an effect that begins on an object, or ends."""
    if not is_sent(item):
        return
    sign = 1 if began else -1
    _add(item.characteristics, sign * effect.power_change, sign * effect.toughness_change)
    for keyword in effect.keywords:
        if began:
            item.characteristics.keywords.append(keyword)
        else:
            _take_keyword(item.characteristics, keyword)


def _add(traits: pb.Characteristics, power: int, toughness: int) -> None:
    if power and traits.HasField("power"):
        traits.power = max(-LIMIT, min(traits.power + power, LIMIT))
    if toughness and traits.HasField("toughness"):
        traits.toughness = max(-LIMIT, min(traits.toughness + toughness, LIMIT))


def _take_keyword(traits: pb.Characteristics, keyword: str) -> None:
    """Take one of that name away: the last, so that those that it had before stay."""
    for index in range(len(traits.keywords) - 1, -1, -1):
        if traits.keywords[index].casefold() == keyword.casefold():
            del traits.keywords[index]
            return
