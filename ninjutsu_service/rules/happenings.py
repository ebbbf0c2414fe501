"""What happened, as triggered abilities look at it: events of one moment, read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.view import LastKnown, Seen
from ninjutsu_service.state.board import controller_of

WATCHED = {
    "damage_dealt": ("DamageDone", "DamageDoneOnce", "DamageDealtOnce"),
    "zone_changed": ("ChangesZone", "ChangesZoneAll", "Drawn", "Discarded", "Milled",
                     "Sacrificed", "Destroyed"),
    "object_created": ("ChangesZone",),
    "life_changed": ("LifeGained", "LifeLost"),
    "counters_changed": ("CounterAdded",),
    "object_tapped": ("Taps",),
    "step_began": ("Phase",),
}  # fmt: skip
"""The kinds of events that something can trigger on as they happen, each with the modes."""

PUSHED = ("SpellCast", "AbilityCast", "SpellAbilityCast")
"""The modes of what triggers on something being put on the stack."""

_MOVES = {
    ev.MOVE_REASON_DRAWN: "Drawn",
    ev.MOVE_REASON_DISCARDED: "Discarded",
    ev.MOVE_REASON_MILLED: "Milled",
    ev.MOVE_REASON_SACRIFICED: "Sacrificed",
    ev.MOVE_REASON_DESTROYED: "Destroyed",
}

PHASES = {
    pb.STEP_BEGINNING_OF_COMBAT: "BeginCombat",
    pb.STEP_END_OF_COMBAT: "EndCombat",
    pb.STEP_POSTCOMBAT_MAIN: "Main2",
}
"""The steps and phases that begin here, by the name that scripts give them."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that abilities trigger on.

    Attributes:
        modes: the modes of the triggers that wait for such a thing.
        context: what is kept of it in the ability.
        items: the objects that it happened to, or that did it.
        sources: the sources of damage.
        player: the player it was done to, or who did it.
        target_item: the object that damage was dealt to; None where it was a player.
        origin, destination: of a zone change; 0 for no zone.
        looks_back: whether abilities look at the moment before it (CR 603.10a).
        combat: whether it was combat damage.
        pushed: what was put on the stack.
        phase: the step that began, as scripts name it.
        counter: which counter was put on.
        number: the first event of it, counted from 1 in the outcome; 0 for none.
        parts: where several did it, or had it done to them, each alone; else nothing.
    """

    modes: tuple[str, ...]
    context: pb.TriggerContext
    items: Sequence[Seen] = ()
    sources: Sequence[Seen] = ()
    player: str = ""
    target_item: Seen | None = None
    origin: int = 0
    destination: int = 0
    looks_back: bool = False
    combat: bool = False
    pushed: pb.StackObject | None = None
    phase: str = ""
    counter: str = ""
    number: int = 0
    parts: Sequence[Happening] = ()

    def is_about(self, item: pb.GameObject) -> bool:
        """Whether an object is one that this happened to, or that did it."""
        return any(
            seen.item.id == item.id and seen.item.incarnation == item.incarnation
            for seen in (*self.items, *self.sources)
        )


def together(parts: Sequence[Happening]) -> Happening:
    """Happenings that an ability takes for one; what is kept of it is the first's, but how much."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    context = pb.TriggerContext()
    context.CopyFrom(first.context)
    context.amount = min(sum(each.context.amount for each in parts), 2**30)
    return replace(
        first,
        context=context,
        items=[seen for each in parts for seen in each.items],
        sources=[seen for each in parts for seen in each.sources],
        parts=parts,
    )


def happenings(
    now: Table,
    before: Table | None,
    events: Sequence[ev.Event],
    first: int,
    last_known: LastKnown,
) -> Iterator[Happening]:
    """What simultaneous events come to, as far as some ability triggers on such things.

    Args:
        now: the table right after them.
        before: the table right before, where something left the battlefield.
        events: the events.
        first: the number of the first of them in the outcome.
        last_known: last known information of this call.
    """
    eyes = _Eyes(now, before, last_known)
    modes = now.modes() if before is None else now.modes() | before.modes()
    numbered = list(enumerate(events, first))
    for number, event in numbered:
        if "DamageDone" not in modes and _is_damage(event):
            continue
        for happening in _alone(eyes, event):
            yield replace(happening, number=number)
    once = [pair for pair in _ONCE if pair[0] in modes]
    if once:
        dealt = [(number, each.damage_dealt) for number, each in numbered if _is_damage(each)]
        yield from _damage_once(eyes, dealt, once)
    if "ChangesZoneAll" in modes:
        yield from _moved_together(eyes, numbered)


def _alone(eyes: _Eyes, event: ev.Event) -> Iterator[Happening]:
    """What one event is by itself."""
    kind = event.WhichOneof("event")
    if kind == "damage_dealt":
        yield _damage(eyes, "DamageDone", event.damage_dealt)
    elif kind == "zone_changed":
        yield from _moved(eyes, event.zone_changed)
    elif kind == "object_created":
        yield from _created(eyes, event.object_created.object)
    elif kind == "life_changed":
        yield _life(event.life_changed)
    elif kind == "counters_changed" and event.counters_changed.change > 0:
        yield from _counters(eyes, event.counters_changed)
    elif kind == "object_tapped":
        yield from _tapped(eyes, event.object_tapped.object_id)
    elif kind == "step_began":
        yield _step(eyes, event.step_began.step)


def put_on_stack(
    now: Table, pushed: pb.StackObject, number: int, last_known: LastKnown
) -> Happening:
    """A spell that was cast or an ability that was activated, all costs paid (CR 601.2i)."""
    spell = pushed.kind == pb.STACK_OBJECT_KIND_SPELL
    seen = _Eyes(now, None, last_known).at(pushed.source_id, pushed.source_incarnation)
    return Happening(
        modes=("SpellCast" if spell else "AbilityCast", "SpellAbilityCast"),
        context=pb.TriggerContext(
            object_id=pushed.source_id,
            object_incarnation=pushed.source_incarnation,
            player_id=pushed.controller_id,
        ),
        items=[seen] if seen else (),
        player=pushed.controller_id,
        pushed=pushed,
        number=number,
    )


@dataclass(frozen=True, slots=True)
class _Eyes:
    """Looks at objects now, before, or as they last were."""

    now: Table
    before: Table | None
    last_known: LastKnown

    def at(self, object_id: str, incarnation: int = 0) -> Seen | None:
        item = self.now.board.objects.get(object_id)
        if item is not None and incarnation in (0, item.incarnation):
            return Seen(item, self.now.traits(item), True, self.now.is_attacking(item))
        return self.last_known(object_id, incarnation)

    def then(self, object_id: str) -> Seen | None:
        """As it was right before."""
        item = self.before.board.objects.get(object_id) if self.before else None
        if item is None or self.before is None:
            return None
        return Seen(item, self.before.traits(item), True, self.before.is_attacking(item))


def _is_damage(event: ev.Event) -> bool:
    return event.WhichOneof("event") == "damage_dealt"


def _damage(eyes: _Eyes, mode: str, dealt: ev.DamageDealt) -> Happening:
    """Damage from one source to one recipient."""
    source = eyes.at(dealt.source_id)
    context = pb.TriggerContext(
        object_id=dealt.source_id,
        player_id=dealt.player_id or dealt.object_id,
        amount=dealt.amount,
    )
    if source is not None:
        context.object_incarnation = source.item.incarnation
    return Happening(
        modes=(mode,),
        context=context,
        sources=[source] if source is not None else (),
        player=dealt.player_id,
        target_item=eyes.at(dealt.object_id) if dealt.object_id else None,
        combat=dealt.combat,
    )


def _recipient(dealt: ev.DamageDealt) -> str:
    return dealt.player_id or dealt.object_id


_ONCE: tuple[tuple[str, Callable[[ev.DamageDealt], str]], ...] = (
    ("DamageDoneOnce", _recipient),
    ("DamageDealtOnce", attrgetter("source_id")),
)
"""What triggers once for all damage of a moment to one recipient, and once for all of one source;
each with how they are told apart."""


def _damage_once(
    eyes: _Eyes,
    dealt: Sequence[tuple[int, ev.DamageDealt]],
    ways: Iterable[tuple[str, Callable[[ev.DamageDealt], str]]],
) -> Iterator[Happening]:
    """Where one or more deal damage: once for each recipient, and once for each source (C9)."""
    for mode, key in ways:
        groups: dict[str, list[Happening]] = {}
        for number, each in dealt:
            part = replace(_damage(eyes, mode, each), number=number)
            groups.setdefault(key(each), []).append(part)
        yield from map(together, groups.values())


def _moved(eyes: _Eyes, moved: ev.ZoneChanged) -> Iterator[Happening]:
    looks_back = moved.from_zone == pb.ZONE_BATTLEFIELD
    seen = eyes.then(moved.object_id) if looks_back else eyes.at(moved.object_id)
    if seen is None:
        return
    modes = ["ChangesZone"]
    if moved.reason in _MOVES:
        modes.append(_MOVES[moved.reason])
    player = controller_of(seen.item) if looks_back else seen.item.owner_id
    if moved.to_zone == pb.ZONE_BATTLEFIELD:
        player = controller_of(seen.item)
    yield Happening(
        modes=tuple(modes),
        context=pb.TriggerContext(
            object_id=moved.object_id, object_incarnation=moved.incarnation, player_id=player
        ),
        items=[seen],
        player=player,
        origin=moved.from_zone,
        destination=moved.to_zone,
        looks_back=looks_back,
    )


def _created(eyes: _Eyes, made: pb.GameObject) -> Iterator[Happening]:
    """CR 603.6a: a token enters the battlefield, from no zone."""
    seen = eyes.at(made.id)
    if seen is None or made.zone != pb.ZONE_BATTLEFIELD:
        return
    player = controller_of(made)
    yield Happening(
        modes=("ChangesZone",),
        context=pb.TriggerContext(
            object_id=made.id, object_incarnation=made.incarnation, player_id=player
        ),
        items=[seen],
        player=player,
        destination=pb.ZONE_BATTLEFIELD,
    )


def _moved_together(eyes: _Eyes, events: Sequence[tuple[int, ev.Event]]) -> Iterator[Happening]:
    """Where one or more move: once for all that went from one zone to another."""
    groups: dict[tuple[int, int], list[Happening]] = {}
    for number, event in events:
        if event.WhichOneof("event") == "zone_changed":
            for moved in _moved(eyes, event.zone_changed):
                context = pb.TriggerContext(amount=1)
                each = replace(
                    moved, modes=("ChangesZoneAll",), context=context, player="", number=number
                )
                groups.setdefault((each.origin, each.destination), []).append(each)
    yield from map(together, groups.values())


def _life(changed: ev.LifeChanged) -> Happening:
    return Happening(
        modes=("LifeGained" if changed.change > 0 else "LifeLost",),
        context=pb.TriggerContext(player_id=changed.player_id, amount=abs(changed.change)),
        player=changed.player_id,
    )


def _counters(eyes: _Eyes, changed: ev.CountersChanged) -> Iterator[Happening]:
    seen = eyes.at(changed.object_id) if changed.object_id else None
    if seen is None:
        return
    yield Happening(
        modes=("CounterAdded",),
        context=pb.TriggerContext(
            object_id=seen.item.id,
            object_incarnation=seen.item.incarnation,
            player_id=controller_of(seen.item),
            amount=changed.change,
        ),
        items=[seen],
        counter=changed.counter,
    )


def _tapped(eyes: _Eyes, object_id: str) -> Iterator[Happening]:
    seen = eyes.at(object_id)
    if seen is not None:
        context = pb.TriggerContext(
            object_id=object_id,
            object_incarnation=seen.item.incarnation,
            player_id=controller_of(seen.item),
        )
        yield Happening(modes=("Taps",), context=context, items=[seen])


def _step(eyes: _Eyes, step: int) -> Happening:
    active = eyes.now.board.active_player
    return Happening(
        modes=("Phase",),
        context=pb.TriggerContext(player_id=active),
        player=active,
        phase=PHASES.get(step, ""),  # type: ignore[call-overload]
    )
