"""Putting counters on, and taking them off (CR 122)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.state.check import LIMIT

_CHOSEN = ("", "any", "existingcounter", "all")
"""Kinds that somebody has yet to choose."""


PLAYER_COUNTERS = frozenset(("ENERGY", "EXPERIENCE", "POISON", "RAD", "TICKET"))
"""Counters that players have (CR 122.1)."""


def put_counter(run: Run, part: AbilityLine) -> None:
    """`PutCounter`: on the permanents, or the cards elsewhere, that it is about."""
    kind, amount = _kind(part), run.number(part, "CounterNum")
    if kind in PLAYER_COUNTERS:
        _give(run, run.players(part), kind, amount)
        return
    items = [seen.item for seen in run.objects(part) if seen.live]
    if any(item.zone != pb.ZONE_BATTLEFIELD for item in items):
        raise LeftToEngine
    _change(run, items, kind, amount)


def put_counter_all(run: Run, part: AbilityLine) -> None:
    """`PutCounterAll`: on everything that fits."""
    kind, amount = _kind(part), run.number(part, "CounterNum")
    _change(run, run.matching(part.get("ValidCards")), kind, amount)


def remove_counter(run: Run, part: AbilityLine) -> None:
    """`RemoveCounter`: as many as there are, up to a number."""
    kind = _kind(part)
    items = run.permanents(part)
    everything = part.get("CounterNum") == "All"
    amount = 0 if everything else run.number(part, "CounterNum")
    batch = run.ledger.new_batch() if len(items) > 1 else 0
    for item in items:
        there = min(item.counters.get(kind, 0), LIMIT)
        fewer = there if everything else min(there, amount)
        if fewer > 0:
            changed = ev.CountersChanged(object_id=item.id, counter=kind, change=-fewer)
            run.ledger.write(changed, "122.1", batch=batch)


def _kind(part: AbilityLine) -> str:
    """The kind of counter, as the state names it.

    Raises:
        LeftToEngine: it is to be chosen, or several are meant.
    """
    kind = part.get("CounterType")
    if not is_one_kind(kind):
        raise LeftToEngine
    return kind.upper()


def is_one_kind(kind: str) -> bool:
    """Whether a script names one kind of counter, and has nobody choose it."""
    return kind.lower() not in _CHOSEN and "," not in kind


def _give(run: Run, players: list[str], kind: str, amount: int) -> None:
    batch = run.ledger.new_batch() if len(players) > 1 else 0
    for player in players if amount > 0 else ():
        changed = ev.CountersChanged(player_id=player, counter=kind, change=amount)
        run.ledger.write(changed, "122.1", batch=batch)


def _change(run: Run, items: list[pb.GameObject], kind: str, amount: int) -> None:
    if amount <= 0:
        return
    batch = run.ledger.new_batch() if len(items) > 1 else 0
    for item in items:
        changed = ev.CountersChanged(object_id=item.id, counter=kind, change=amount)
        run.ledger.write(changed, "122.6", batch=batch)


EFFECTS: Effects = {
    "PutCounter": (put_counter, ("countertype", "counternum")),
    "PutCounterAll": (put_counter_all, ("countertype", "counternum", "validcards")),
    "RemoveCounter": (remove_counter, ("countertype", "counternum")),
}
