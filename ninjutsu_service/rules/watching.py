"""What triggers on what happens (CR 603.2): from simultaneous events to the abilities they set off.

What leaves the battlefield is looked at as it was right before, and so are the abilities that
look for it (CR 603.10a); anything else is looked at as it is right afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Face
from ninjutsu_service.rules.conditions import trigger_condition
from ninjutsu_service.rules.happenings import Happening, together
from ninjutsu_service.rules.properties import Known
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.trigger import Trigger
from ninjutsu_service.rules.valid import (
    all_of,
    player_matches,
    seen_matches,
    stack_matches,
)
from ninjutsu_service.rules.view import LastKnown, Seen, View
from ninjutsu_service.rules.zones import EVERYWHERE, zones_named
from ninjutsu_service.state.board import controller_of


@dataclass(frozen=True, slots=True)
class Waiting:
    """An ability that has triggered and waits to be put on the stack (CR 603.3).

    Attributes:
        source: its source, as it was as the ability triggered.
        controller: who controlled the source then (CR 603.3a).
        ability: the SVar that it executes.
        face: the face of the script that the SVar stands on.
        context: what set it off.
        limit: how often it triggers each turn; 0 for any number.
        cause: the event that set it off, counted from 1 in the outcome; 0 for none.
        attacked: what its source was attacking then; None for nothing.
        number: which of the face's triggered abilities, as `Trigger.number`.
    """

    source: Seen
    controller: str
    ability: str
    face: Face
    context: pb.TriggerContext
    limit: int = 0
    cause: int = 0
    attacked: pb.AttackTarget | None = None
    number: int = 0


FIT_STEPS = 30
"""The steps of looking whether one happening is what one ability waits for."""


def what_triggers(
    now: Table, before: Table | None, happened: list[Happening], last_known: LastKnown
) -> list[Waiting]:
    """The abilities that simultaneous happenings set off.

    Args:
        now: the table right after them.
        before: the table right before, where something left the battlefield.
        happened: what happened.
        last_known: last known information of this call.
    """
    found: list[Waiting] = []
    modes = {mode for each in happened for mode in each.modes}
    for table, looks_back in ((before, True), (now, False)):
        relevant = [each for each in happened if each.looks_back is looks_back]
        if table is None or not relevant:
            continue
        for name, abilities in table.able().items():
            item = table.board.objects[name]
            for trigger in abilities.triggers:
                if trigger.mode not in modes or not _has_abilities(item, trigger):
                    continue
                now.effort.spend(len(relevant))
                awaited = [each for each in relevant if _may_await(item, trigger, each)]
                if awaited:
                    now.effort.spend(FIT_STEPS * sum(max(1, len(each.parts)) for each in awaited))
                    view = _view(table, item, trigger, last_known)
                    found += _set_off(view, trigger, awaited)
    return found


def _has_abilities(item: pb.GameObject, trigger: Trigger) -> bool:
    if item.zone == pb.ZONE_BATTLEFIELD and (
        item.face_down or item.phased_out or item.abilities_lost
    ):
        return False
    return trigger.level == 1 or item.counters.get("LEVEL", 1) >= trigger.level


def _view(table: Table, item: pb.GameObject, trigger: Trigger, last_known: LastKnown) -> View:
    source = Seen(item, table.traits(item), True, table.is_attacking(item))
    return View(table, source, controller_of(item), trigger.face.svars, last_known=last_known)


def _set_off(view: View, trigger: Trigger, happened: Iterable[Happening]) -> Iterator[Waiting]:
    """How often one ability of one object triggers: once for each happening that it waits for."""
    source = view.source
    assert source is not None
    for whole in happened:
        view.context = whole.context
        each = _fitting(view, trigger, whole)
        if each is None:
            continue
        view.context = each.context
        if trigger_condition(view, trigger.line) and not _used_up(source.item, trigger):
            yield Waiting(
                Seen(_copy(source.item), source.traits, source.live, source.attacking),
                view.you,
                trigger.ability,
                trigger.face,
                each.context,
                trigger.limit,
                each.number,
                _attacked(view.table, source.item, trigger),
                trigger.number,
            )


def _attacked(table: Table, item: pb.GameObject, trigger: Trigger) -> pb.AttackTarget | None:
    """What the source attacks, where the ability's condition asks for that again later."""
    asks = "attacking" in trigger.line.get("IsPresent")
    return _attacked_by(table, item) if asks else None


def _attacked_by(table: Table, item: pb.GameObject) -> pb.AttackTarget | None:
    """What an object attacks; None for nothing."""
    record = table.board.attackers.get(item.id) if table.is_attacking(item) else None
    if record is None:
        return None
    target = pb.AttackTarget()
    target.CopyFrom(record.target)
    return target


def _may_await(item: pb.GameObject, trigger: Trigger, happening: Happening) -> bool:
    """Whether the ability works where its source is (CR 113.6, 603.6), and waits for such things.

    What only its own source can set off is told apart here: that takes the least work.
    """
    if trigger.mode not in happening.modes or (trigger.own and not happening.is_about(item)):
        return False
    if trigger.zones is not None:
        return item.zone in trigger.zones
    return item.zone == pb.ZONE_BATTLEFIELD or happening.is_about(item)


def _used_up(item: pb.GameObject, trigger: Trigger) -> bool:
    times = sum(name == trigger.ability for name in item.triggered_this_turn)
    return bool(trigger.limit) and times >= trigger.limit


def _copy(item: pb.GameObject) -> pb.GameObject:
    copy = pb.GameObject()
    copy.CopyFrom(item)
    return copy


def _fitting(view: View, trigger: Trigger, happening: Happening) -> Happening | None:
    """What of a happening the ability waits for: of several that did it, those that fit.

    So that "one or more Ninjas you control deal combat damage" does not count what a Bear dealt.
    """
    if not happening.parts:
        return happening if _fits(view, trigger, happening) else None
    parts = [part for part in happening.parts if _fits(view, trigger, part)]
    return together(parts) if parts else None


def _fits(view: View, trigger: Trigger, happening: Happening) -> Known:
    """Whether this happening is what the ability waits for."""
    line = trigger.line
    answers: list[Known] = []
    card = line.get("ValidCard") or line.get("ValidCards")
    if line.get("ValidSource"):
        answers.append(_any_fits(view, line.get("ValidSource"), happening.sources))
    if card:
        answers.append(_any_fits(view, card, happening.items))
    if line.get("ValidTarget"):
        answers.append(_recipient_fits(view, line.get("ValidTarget"), happening))
    player = line.get("ValidPlayer") or line.get("ValidActivatingPlayer")
    if player:
        answers.append(player_matches(view, player, happening.player))
    if line.get("ValidSA"):
        pushed = happening.pushed
        answers.append(None if pushed is None else stack_matches(view, line.get("ValidSA"), pushed))
    if line.get("CombatDamage"):
        answers.append(happening.combat is (line.get("CombatDamage") == "True"))
    for key, zone in (("Origin", happening.origin), ("Destination", happening.destination)):
        if line.get(key):
            answers.append(_zone_fits(line.get(key), zone))
    if line.get("Phase"):
        answers.append(happening.phase in line.get("Phase").split(","))
    if line.get("CounterType"):
        answers.append(line.get("CounterType").upper() == happening.counter)
    return all_of(answers)


def _zone_fits(names: str, zone: int) -> Known:
    """A zone by name; what comes from no zone, a new token, comes from `Any`."""
    zones = zones_named(names)
    if zones is None:
        return None
    return zone in zones or zones == EVERYWHERE


def _any_fits(view: View, expression: str, items: Iterable[Seen]) -> Known:
    answers = [seen_matches(view, expression, seen) for seen in items]
    if any(answers):
        return True
    return None if None in answers else False


def _recipient_fits(view: View, expression: str, happening: Happening) -> Known:
    if happening.target_item is not None:
        return seen_matches(view, expression, happening.target_item)
    return player_matches(view, expression, happening.player)
