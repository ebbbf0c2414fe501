"""Damage and its results (CR 120.3). Who deals combat damage to whom is in `assigning`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from google.protobuf.message import Message

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.protection import is_protected
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import has_keyword
from ninjutsu_service.state.check import LIMIT

_DAMAGEABLE = frozenset(("Battle", "Creature", "Planeswalker"))
"""CR 120.1."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage that a source would deal.

    Attributes:
        source: the object that deals it, now or as it last was (CR 608.2h).
        traits: its characteristics, then.
        controller: who controls it: that player gains the life of lifelink.
        recipient: the id of a player or of a permanent.
        amount: how much; at most 0 deals none (CR 120.8).
    """

    source: pb.GameObject
    traits: Traits
    controller: str
    recipient: str
    amount: int


@dataclass(frozen=True, slots=True)
class _Blow:
    """A hit that deals damage, with all that decides its results.

    Attributes:
        hit: the hit; its amount is positive and within what the wire can say.
        types: the recipient's types; None for a player.
        minus_counters: it puts -1/-1 counters on a creature (infect, wither).
        deathtouch: it deals a creature deathtouch damage.
    """

    hit: Hit
    amount: int
    types: frozenset[str] | None
    minus_counters: bool
    deathtouch: bool


def deal(
    ledger: Ledger,
    hits: Sequence[Hit],
    rule: str,
    *,
    combat: bool = False,
    cause: int = 0,
) -> int:
    """Deal damage, all at once, and do what follows from it (CR 120.4).

    What decides the results is read before any of it is dealt (C7).

    Args:
        ledger: the ledger.
        hits: what would be dealt; prevented damage is not (CR 702.16e).
        rule: the rule by which it is dealt.
        combat: whether it is combat damage.
        cause: the number of the event that brought it about.

    Returns:
        How much was dealt in all.
    """
    blows = [blow for hit in hits if (blow := _blow(ledger.table, hit)) is not None]
    if not blows:
        return 0
    batch = ledger.new_batch()
    gains = _life_gained(ledger.table, blows)
    for index, blow in enumerate(blows):
        hit = blow.hit
        dealt = ev.DamageDealt(source_id=hit.source.id, amount=blow.amount, combat=combat)
        if blow.types is None:
            dealt.player_id = hit.recipient
        else:
            dealt.object_id = hit.recipient
            dealt.deathtouch = blow.deathtouch
            dealt.marked = blow.amount if _marks(blow) else 0
        number = ledger.write(dealt, rule, batch=batch, cause=cause)
        for change, result_rule in _results(ledger.table, blow, combat):
            ledger.write(change, result_rule, batch=batch, cause=number)
        if index in gains:
            ledger.write(gains[index], "120.3f", batch=batch, cause=number)
    return sum(blow.amount for blow in blows)


def _blow(table: Table, hit: Hit) -> _Blow | None:
    """What a hit does; None where it deals no damage."""
    amount = min(hit.amount, LIMIT)
    if amount <= 0:
        return None
    player = table.board.players.get(hit.recipient)
    if player is not None:
        return None if player.left_game else _Blow(hit, amount, None, False, False)
    item = table.board.objects.get(hit.recipient)
    if item is None or item.zone != pb.ZONE_BATTLEFIELD or item.phased_out:
        return None
    if is_protected(table, item, hit.source, hit.traits):
        return None
    types = table.traits(item).types
    if types.isdisjoint(_DAMAGEABLE):
        return None
    creature = "Creature" in types
    return _Blow(
        hit,
        amount,
        types,
        creature and any(has_keyword(hit.traits, name) for name in ("Infect", "Wither")),
        creature and has_keyword(hit.traits, "Deathtouch"),
    )


def _life_gained(table: Table, blows: Sequence[_Blow]) -> dict[int, Message]:
    """What lifelink causes, by the place of the last blow of its source.

    A source that damages several at once has its controller gain life once (CR 119.9).
    """
    last: dict[str, int] = {}
    total: Counter[str] = Counter()
    for index, blow in enumerate(blows):
        if has_keyword(blow.hit.traits, "Lifelink"):
            last[blow.hit.source.id] = index
            total[blow.hit.source.id] += blow.amount
    gains: dict[int, Message] = {}
    for source, index in last.items():
        player = blows[index].hit.controller
        if not table.board.players[player].left_game:
            change = min(total[source], LIMIT)
            gains[index] = ev.LifeChanged(player_id=player, change=change)
    return gains


def _marks(blow: _Blow) -> bool:
    """CR 120.3e."""
    return blow.types is not None and "Creature" in blow.types and not blow.minus_counters


def _results(table: Table, blow: _Blow, combat: bool) -> Iterator[tuple[Message, str]]:
    """What damage causes, in the order of CR 120.3, each with its rule; lifelink comes last."""
    hit = blow.hit
    if blow.types is None:
        yield from _results_for_player(blow, combat)
    else:
        item = table.board.objects[hit.recipient]
        for kind, counter, rule in (
            ("Planeswalker", "LOYALTY", "120.3c"),
            ("Battle", "DEFENSE", "120.3h"),
        ):
            left = min(item.counters.get(counter, 0), blow.amount)
            if kind in blow.types and left:
                yield _counters(item.id, counter, -left), rule
        if blow.minus_counters:
            yield _counters(item.id, "M1M1", blow.amount), "120.3d"


def _results_for_player(blow: _Blow, combat: bool) -> Iterator[tuple[Message, str]]:
    player, traits = blow.hit.recipient, blow.hit.traits
    if has_keyword(traits, "Infect"):
        poison = ev.CountersChanged(player_id=player, counter="POISON", change=blow.amount)
        yield poison, "120.3b"
    else:
        lost = ev.LifeChanged(player_id=player, change=-blow.amount)
        yield lost, "120.3a"
    toxic = toxic_value(traits) if combat else 0
    if toxic:
        poison = ev.CountersChanged(player_id=player, counter="POISON", change=toxic)
        yield poison, "120.3g"


def _counters(object_id: str, counter: str, change: int) -> Message:
    return ev.CountersChanged(object_id=object_id, counter=counter, change=change)


def toxic_value(traits: Traits) -> int:
    """CR 702.164b: all its toxic abilities together, each written "Toxic:2"."""
    total = 0
    for line in traits.keywords:
        head, _, number = line.head.casefold().partition(" ")
        text = line.arguments[0].strip() if line.arguments else number
        if head == "toxic" and text.isascii() and text.isdigit() and len(text) < 7:
            total += int(text)
    return total
