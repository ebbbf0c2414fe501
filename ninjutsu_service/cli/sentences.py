"""Events as sentences for people, one for each kind, without a full stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.adjusting import counter_change

_MANA = (("white", "W"), ("blue", "U"), ("black", "B"), ("red", "R"), ("green", "G"))

MOST_SYMBOLS = 20
"""How many mana symbols of one kind are written out."""

_REASONS = {
    ev.MOVE_REASON_DRAWN: ", drawn",
    ev.MOVE_REASON_DISCARDED: ", discarded",
    ev.MOVE_REASON_MILLED: ", milled",
    ev.MOVE_REASON_DESTROYED: ", destroyed",
    ev.MOVE_REASON_SACRIFICED: ", sacrificed",
}


class Names:
    """What players, objects and effects are called.

    Attributes:
        state: as it was before the events that are told; what they create is added.
    """

    def __init__(self, state: pb.CombatState) -> None:
        self.state = state

    def of(self, object_id: str) -> str:
        """A player's or an object's name; with its id where another object has that name too."""
        item = self._find(object_id)
        if item is None:
            return object_id
        name = _called(item)
        alike = sum(_called(other) == name for other in self.state.objects)
        distinct = alike > 1 and "Land" not in item.characteristics.types
        return f"{name} ({object_id})" if distinct and name != object_id else name

    def all(self, ids: Iterable[str]) -> str:
        """Several of them, in a row."""
        return ", ".join(map(self.of, ids))

    def owner(self, object_id: str) -> str:
        """Who owns an object; empty where it is not known."""
        item = self._find(object_id)
        return item.owner_id if item is not None else ""

    def affected(self, effect_id: str) -> str:
        """What an effect is on."""
        ids = [each.object_id for each in self.state.effects if each.id == effect_id]
        return self.all(ids) or effect_id

    def _find(self, object_id: str) -> pb.GameObject | None:
        return next((each for each in self.state.objects if each.id == object_id), None)


def _called(item: pb.GameObject) -> str:
    return item.characteristics.name or item.card_name or item.id


def describe(event: ev.Event, names: Names) -> str:
    """One event as a sentence.

    Args:
        event: what happened.
        names: of what it happened to; something that the event creates is added.
    """
    kind = event.WhichOneof("event")
    if kind is None:
        return "something that this client does not know"
    return _TELLERS[kind](getattr(event, kind), names)


def mana_text(mana: pb.ManaPool) -> str:
    """Mana as a player writes it: {U}{U}."""
    pairs = [*((getattr(mana, field), letter) for field, letter in _MANA), (mana.colorless, "C")]
    return "".join(
        f"{{{letter}}}" * amount if amount <= MOST_SYMBOLS else f"{amount} {{{letter}}}"
        for amount, letter in pairs
    )


def listed(item: pb.StackObject, names: Names) -> str:
    """What something on the stack is: "Ninjutsu of Yuriko, the Tiger's Shadow"."""
    what = item.keyword or item.ability or "an ability"
    return f"{what} of {names.of(item.source_id)}"


def _zone(number: int) -> str:
    return pb.Zone.Name(number).removeprefix("ZONE_").lower()  # type: ignore[arg-type]


def _moved(event: ev.ZoneChanged, names: Names) -> str:
    text = f"{names.of(event.object_id)} goes from {_zone(event.from_zone)}"
    text += f" to {_zone(event.to_zone)}"
    if event.tapped:
        text += " tapped"
    if event.face_down:
        text += " face down"
    if event.controller_id and event.controller_id != names.owner(event.object_id):
        text += f" under {event.controller_id}'s control"
    if event.reason == ev.MOVE_REASON_CAST:
        text += f", cast for {event.paid_keyword}" if event.paid_keyword else ", cast"
    if event.chosen_type:
        text += f", {event.chosen_type} chosen"
    return text + _REASONS.get(event.reason, "")


def _damage(event: ev.DamageDealt, names: Names) -> str:
    whom = event.player_id or names.of(event.object_id)
    text = f"{names.of(event.source_id)} deals {event.amount} damage to {whom}"
    return text + (", which is lethal by deathtouch" if event.deathtouch else "")


def counter_name(counter: str) -> str:
    """A kind of counter as players call it: "+1/+1", "loyalty"."""
    power, toughness = counter_change(counter)
    if not power and not toughness:
        return counter.lower()
    return f"{_signed(power, toughness)}/{_signed(toughness, power)}"


def _signed(number: int, other: int) -> str:
    """A number with its sign; 0 has that of the number beside it."""
    return f"{'-' if (number or other) < 0 else '+'}{abs(number)}"


def _counters(event: ev.CountersChanged, names: Names) -> str:
    whom = event.player_id or names.of(event.object_id)
    verb, number = "gets" if event.change > 0 else "loses", abs(event.change)
    plural = "" if number == 1 else "s"
    return f"{whom} {verb} {number} {counter_name(event.counter)} counter{plural}"


def _life(event: ev.LifeChanged, names: Names) -> str:
    verb = "gains" if event.change > 0 else "loses"
    return f"{event.player_id} {verb} {abs(event.change)} life"


def _joined(event: ev.AttackJoined, names: Names) -> str:
    target = event.target.player_id or names.of(event.target.permanent_id) or "nobody"
    return f"{names.of(event.object_id)} is attacking {target}, unblocked"


def _removed(event: ev.StackRemoved, names: Names) -> str:
    how = "resolved" if event.resolved else "did nothing"
    return f"{event.stack_object_id} {how} and leaves the stack"


def _pushed(event: ev.StackPushed, names: Names) -> str:
    made = event.object
    text = f"{listed(made, names)} goes on the stack as {made.id}"
    if made.modes:
        text += f", with {', '.join(made.modes)}"
    return text + (f", targeting {_targets(made.targets, names)}" if made.targets else "")


def _targets(targets: Iterable[pb.Target], names: Names) -> str:
    return names.all(each.player_id or each.object_id or each.stack_object_id for each in targets)


def _created(event: ev.ObjectCreated, names: Names) -> str:
    copied = names.of(event.copied_id) if event.copied_id else ""
    names.state.objects.append(event.object)
    made = event.object
    text = f"{names.of(made.id)} is created for {made.controller_id or made.owner_id}"
    text += f" in {_zone(made.zone)}" if made.zone != pb.ZONE_BATTLEFIELD else ""
    text += " tapped" if made.tapped else ""
    return text + (f", a copy of {copied}" if copied else "")


def _began(event: ev.EffectBegan, names: Names) -> str:
    effect = event.effect
    names.state.effects.append(effect)
    gets = []
    if effect.power_change or effect.toughness_change:
        gets.append(f"{effect.power_change:+d}/{effect.toughness_change:+d}")
    gets += effect.keywords
    until = {
        pb.DURATION_END_OF_TURN: " until end of turn",
        pb.DURATION_END_OF_COMBAT: " until end of combat",
    }.get(effect.duration, "")
    return f"{names.of(effect.object_id)} gets {' and '.join(gets) or 'nothing'}{until}"


def _left(event: ev.EffectLeftToEngine, names: Names) -> str:
    text = f"the engine carries out of {names.of(event.source_id)}: {event.ability}"
    if event.targets:
        text += f"; it targets {_targets(event.targets, names)}"
    return text + (
        f"; it remembers {_targets(event.remembered, names)}" if event.remembered else ""
    )


def _arranged(event: ev.LibraryArranged, names: Names) -> str:
    places = []
    if event.top_ids:
        places.append(f"{names.all(event.top_ids)} on top")
    if event.bottom_ids:
        places.append(f"{names.all(event.bottom_ids)} at the bottom")
    where = " and ".join(places)
    if event.shuffled:
        what = "is shuffled" + (f", with {where}" if where else "")
    else:
        what = f"has {where}" if where else "stays as it is"
    return f"{event.player_id}'s library {what}"


def _step(event: ev.StepBegan, names: Names) -> str:
    text = pb.Step.Name(event.step).removeprefix("STEP_").replace("_", " ").lower() + " begins"
    strikers = names.all(event.first_strike_ids)
    return text + (f"; first to strike: {strikers}" if strikers else "")


_TELLERS: dict[str, Callable[[Any, Names], str]] = {
    "card_revealed": lambda event, names: f"{names.of(event.object_id)} is revealed",
    "card_hidden": lambda event, names: f"{names.of(event.object_id)} is no longer revealed",
    "mana_added": lambda event, names: f"{event.player_id} gets {mana_text(event.mana)}",
    "mana_spent": lambda event, names: f"{event.player_id} spends {mana_text(event.mana)}",
    "object_tapped": lambda event, names: f"{names.of(event.object_id)} is tapped",
    "zone_changed": _moved,
    "object_ceased": lambda event, names: f"{names.of(event.object_id)} ceases to exist",
    "stack_pushed": _pushed,
    "stack_removed": _removed,
    "attack_joined": _joined,
    "combat_left": lambda event, names: f"{names.of(event.object_id)} leaves combat",
    "damage_dealt": _damage,
    "life_changed": _life,
    "counters_changed": _counters,
    "step_began": _step,
    "player_lost": lambda event, names: f"{event.player_id} loses the game",
    "object_created": _created,
    "control_changed": lambda event, names: (
        f"{event.controller_id} gains control of {names.of(event.object_id)}"
    ),
    "effect_began": _began,
    "effect_left_to_engine": _left,
    "priority_given": lambda event, names: f"{event.player_id or 'nobody'} has priority",
    "commander_cast": lambda event, names: (
        f"{names.of(event.object_id)} costs {{2}} more the next time from the command zone"
    ),
    "damage_removed": lambda event, names: f"{names.of(event.object_id)} has no damage any more",
    "effect_ended": lambda event, names: f"an effect on {names.affected(event.effect_id)} ends",
    "library_arranged": _arranged,
    "object_copied": lambda event, names: (
        f"{names.of(event.object_id)} is a copy of {names.of(event.copied_id)}"
    ),
    "ability_triggered": lambda event, names: (
        f"{event.ability} of {names.of(event.object_id)} has triggered this turn"
    ),
}
