"""Which event of an outcome brought about what follows from the state (F3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ninjutsu.v1 import event_pb2 as ev

DAMAGE = ("damage_dealt",)
LIFE = ("life_changed",)
COUNTERS = ("counters_changed",)
ENTRIES = ("zone_changed", "object_created", "object_copied")
MOVES = (*ENTRIES, "control_changed")
WEAKENED = ("damage_dealt", "counters_changed", "effect_began")


class Causes:
    """The last event of each kind about each player and object; read when first asked for."""

    def __init__(self, events: Sequence[ev.Event]) -> None:
        self._events = events
        self._last: dict[tuple[str, str], int] = {}
        self._read = 0

    def last(self, kinds: Iterable[str], ids: Collection[str]) -> int:
        """The last event of these kinds about one of these players or objects.

        Returns:
            Its number in the outcome, from 1; 0 where none of them is why.
        """
        for number, event in enumerate(self._events[self._read :], self._read + 1):
            self._last[event.WhichOneof("event") or "", about(event)] = number
        self._read = len(self._events)
        return max((self._last.get((kind, name), 0) for kind in kinds for name in ids), default=0)


def about(event: ev.Event) -> str:
    """The id of the player or object to which an event happened; "" for none."""
    kind = event.WhichOneof("event")
    if kind is None:
        return ""
    body = getattr(event, kind)
    if kind == "object_created":
        return str(body.object.id)
    if kind == "effect_began":
        return str(body.effect.object_id)
    for field in ("object_id", "player_id"):
        if name := getattr(body, field, ""):
            return str(name)
    return ""
