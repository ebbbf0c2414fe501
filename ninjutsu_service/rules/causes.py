"""Which event of an outcome brought about what follows from the state (F3)."""

from __future__ import annotations

from collections.abc import Collection

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu_service.rules.ledger import Ledger

DAMAGE = frozenset(("damage_dealt",))
LIFE = frozenset(("life_changed",))
COUNTERS = frozenset(("counters_changed",))
MOVES = frozenset(("zone_changed", "object_created", "object_copied", "control_changed"))
WEAKENED = frozenset(("damage_dealt", "counters_changed", "effect_began"))


def last_event(ledger: Ledger, kinds: Collection[str], ids: Collection[str]) -> int:
    """The last event of these kinds about one of these players or objects.

    Returns:
        Its number in the outcome, from 1; 0 where none of them is why.
    """
    for number in range(len(ledger.events), 0, -1):
        event = ledger.events[number - 1]
        kind = event.WhichOneof("event")
        if kind in kinds and about(event) in ids:
            return number
    return 0


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
    names = body.DESCRIPTOR.fields_by_name
    for field in ("object_id", "player_id"):
        if field in names and getattr(body, field):
            return str(getattr(body, field))
    return ""
