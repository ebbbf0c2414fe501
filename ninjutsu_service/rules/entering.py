"""How a card enters the battlefield, attacking or not (CR 110, 506.3, 508.4, 614.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Face
from ninjutsu_service.rules.amounts import number
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.combat import can_still_be_attacked
from ninjutsu_service.rules.copying import copiable_characteristics
from ninjutsu_service.rules.extra_counters import ExtraCounters
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.replacing import (
    Copying,
    choose_copy,
    choose_on_entry,
    counters_of,
    entering_view,
    has_counters,
    is_choice,
    replacements,
)
from ninjutsu_service.rules.statics import applies
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import can_fight
from ninjutsu_service.rules.valid import seen_matches
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.state.board import controller_of

NEVER_PERMANENTS = frozenset(("Instant", "Sorcery"))


class Entry(NamedTuple):
    """How something enters.

    Attributes:
        controller: under whose control.
        rule: the rule that puts it there.
        tapped: enters tapped.
        attacking: enters attacking `target`, where the rules let it.
        target: what it is to attack; None where that was nothing (CR 506.4c).
        attack_rule: the rule that has it attack.
        paid_keyword: the keyword whose alternative cost was paid for it.
        x: the value of X that was paid for it.
        returned: the creature that was returned for it, as it was.
        face_down: enters face down, as a 2/2 creature without a name (CR 708.2).
        batch: of what enters at the same time; 0 for one of its own.
        permission: the permanent whose ability let it be cast from where it was; None for none.
        targets: of the spell that it was.
    """

    controller: str
    rule: str
    tapped: bool = False
    attacking: bool = False
    target: pb.AttackTarget | None = None
    attack_rule: str = "508.4"
    paid_keyword: str = ""
    x: int = 0
    returned: pb.GameObject | None = None
    face_down: bool = False
    batch: int = 0
    permission: pb.Target | None = None
    targets: Sequence[pb.Target] = ()


class Arrival(NamedTuple):
    """What is decided before something enters (CR 614.12a).

    Attributes:
        copying: what it enters as a copy of.
        chosen_type: the type that its controller chose.
        unread: what else its script has it do as it enters, which is not carried out here.
    """

    copying: Copying | None = None
    chosen_type: str = ""
    unread: tuple[str, ...] = ()


def can_be_permanent(table: Table, item: pb.GameObject) -> bool:
    """CR 400.4a: an instant or sorcery card stays where it is."""
    return NEVER_PERMANENTS.isdisjoint(table.types(item))


def could_attack(table: Table, item: pb.GameObject) -> bool:
    """CR 506.3a, f: whether a card could enter attacking; what is no creature does not (B12).

    What it enters as a copy of, its own abilities or others' may make a creature of it.
    """
    if not can_be_permanent(table, item):
        return False
    if can_fight(table.types(item)):
        return True
    name = table.script_name(item)
    own, face = table.rulebook.abilities(name), table.rulebook.face(name)
    if own is not None and any("Creature" in static.add_types for static in own.statics):
        return True
    if face is not None and replacements(face)[0]:
        return True
    return any(
        "Creature" in static.add_types and applies(table, source, static, item, table.traits(item))
        for source, static in table.continuous()
    )


def enter(
    ledger: Ledger, item: pb.GameObject, entry: Entry, decisions: Decisions | None = None
) -> None:
    """Put a card onto the battlefield with its counters, all at once (B7 to B13).

    What its script has it do as it enters and is not carried out here is left to the engine.

    Args:
        ledger: the ledger.
        item: the card.
        entry: how it enters.
        decisions: what was decided so far, for what it enters as a copy of.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    arrival = arriving(ledger.table, item, entry, decisions)
    copying = arrival.copying
    batch = entry.batch or ledger.new_batch()
    moved = zone_change(item, pb.ZONE_BATTLEFIELD)
    moved.controller_id = entry.controller
    moved.tapped = entry.tapped
    moved.paid_keyword = entry.paid_keyword
    moved.face_down = entry.face_down
    moved.chosen_type = arrival.chosen_type
    first = ledger.write(moved, entry.rule, batch=batch)
    if copying is not None:
        values = copiable_characteristics(ledger.table, copying.item, copying.add_types)
        copied = ev.ObjectCopied(
            object_id=item.id, copied_id=copying.item.id, characteristics=values
        )
        ledger.write(copied, "707.5", batch=batch, cause=first)
    unread = enter_counters(ledger, item, entry, batch=batch, cause=first)
    if entry.attacking and entry.target and may_join(ledger.table, item, entry):
        joined = ev.AttackJoined(object_id=item.id, target=entry.target)
        ledger.write(joined, entry.attack_rule, batch=batch, cause=first)
    leave_entering(ledger, item, entry, (*unread, *arrival.unread), cause=first)


def leave_entering(
    ledger: Ledger, item: pb.GameObject, entry: Entry, unread: Iterable[str], *, cause: int
) -> None:
    """Tell the engine what a script has something do as it enters that is not carried out here."""
    for text in unread:
        left = ev.EffectLeftToEngine(
            source_id=item.id,
            ability=text,
            player_id=entry.controller,
            x_value=entry.x,
            targets=entry.targets,
        )
        ledger.write(left, "614.12", cause=cause)


def arriving(
    table: Table, item: pb.GameObject, entry: Entry, decisions: Decisions | None
) -> Arrival:
    """Have a player choose what is chosen before something enters (CR 614.12a).

    Of what enters as a copy, what is copied tells what else is chosen (CR 707.5).

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    if entry.face_down:
        return Arrival()
    face = table.rulebook.face(table.script_name(item), front=False)
    if face is None:
        return Arrival(unread=attaching(table, item, None))
    copying = None if decisions is None else _copying(table, item, face, entry, decisions)
    if copying is not None:
        face = table.rulebook.face(table.script_name(copying.item), front=False)
    chosen, unread = "", list(attaching(table, copying.item if copying else item, face))
    for part in replacements(face)[1] if face is not None else ():
        if face is not None and decisions is not None and is_choice(face, part):
            view = entering_view(table, item, face, entry.controller, entry.x, entry.returned)
            chosen = choose_on_entry(view, face, part, decisions)
        else:
            unread.append(part.text)
    return Arrival(copying, chosen, tuple(unread))


def attaching(table: Table, item: pb.GameObject, face: Face | None) -> tuple[str, ...]:
    """The text by which an Aura enters attached to something (CR 303.4f, 608.3b), for the engine.

    Nothing for what is no Aura.
    """
    if "Aura" not in table.types(item):
        return ()
    texts = [line.text for line in face.abilities if line.get("SP") == "Attach"] if face else []
    lines = table.traits(item).keywords
    texts += [f"K:{line.text}" for line in lines if line.head.casefold().startswith("enchant")]
    return tuple(texts[:1]) or ("Attach",)


def _copying(
    table: Table, item: pb.GameObject, face: Face, entry: Entry, decisions: Decisions
) -> Copying | None:
    for part, optional in replacements(face)[0]:
        view = entering_view(table, item, face, entry.controller, entry.x, entry.returned)
        chosen = choose_copy(view, part, optional=optional, decisions=decisions)
        if chosen is not None:
            return chosen
    return None


def enter_counters(
    ledger: Ledger, item: pb.GameObject, entry: Entry, *, batch: int, cause: int
) -> list[str]:
    """Put the counters on that something has just entered with.

    Returns:
        The lines of its script that are not understood.
    """
    table = ledger.table
    face = None if item.face_down else table.rulebook.face(table.script_name(item), front=False)
    counters: list[tuple[str, int, str]] = []
    unread: list[str] = []
    if face is not None and has_counters(face):
        view = entering_view(table, item, face, entry.controller, entry.x, entry.returned)
        counters, unread = counters_of(view, face)
    for counter, amount, rule in (*counters, *_extra(table, item, entry)):
        change = ev.CountersChanged(object_id=item.id, counter=counter, change=amount)
        ledger.write(change, rule, batch=batch, cause=cause)
    return unread


def _extra(table: Table, item: pb.GameObject, entry: Entry) -> list[tuple[str, int, str]]:
    """The counters that abilities of others have it enter with, each with how many and the rule.

    What is not understood adds none.
    """
    found = []
    for source, extra in (*_of_others(table, item), *_of_permitter(table, entry)):
        # Leave is given to who casts by it.
        you = entry.controller if extra.of_permission else controller_of(source)
        seen = Seen(source, table.traits(source))
        permission = entry.permission or pb.Target()
        view = View(table, seen, you, extra.svars, permission=permission)
        if seen_matches(view, extra.valid, view.now(item)) is True:
            found.append((extra.counter, max(number(view, extra.amount) or 0, 0), "614.1c"))
    return [each for each in found if each[1]]


def _of_others(table: Table, item: pb.GameObject) -> Iterator[tuple[pb.GameObject, ExtraCounters]]:
    """What other permanents have something enter with, that of what they let be cast aside."""
    for name, abilities in table.able().items():
        source = table.board.objects[name]
        if (
            not abilities.extra_counters
            or source is item
            or source.zone != pb.ZONE_BATTLEFIELD
            or source.phased_out
            or source.face_down
            or source.abilities_lost
        ):
            continue
        yield from (
            (source, extra) for extra in abilities.extra_counters if not extra.of_permission
        )


def _of_permitter(table: Table, entry: Entry) -> Iterator[tuple[pb.GameObject, ExtraCounters]]:
    """What the leave by which something was cast has it enter with.

    That leave was given as it was cast: its source may have left since, or have been returned for
    it (CR 608.2h).
    """
    source = _permitter(table, entry)
    abilities = source and table.rulebook.abilities(table.script_name(source))
    if source is not None and abilities:
        yield from ((source, extra) for extra in abilities.extra_counters if extra.of_permission)


def _permitter(table: Table, entry: Entry) -> pb.GameObject | None:
    """The permanent by whose leave something was cast, as it is or as it was; None for none."""
    named, back = entry.permission, entry.returned
    if named is None or not named.object_id:
        return None
    if back is not None and (back.id, back.incarnation) == (named.object_id, named.incarnation):
        return back
    there = table.board.objects.get(named.object_id)
    if there is None or there.incarnation == named.incarnation:
        return there
    was = pb.GameObject()
    was.CopyFrom(there)
    was.incarnation = named.incarnation
    return was


def may_join(table: Table, item: pb.GameObject, entry: Entry) -> bool:
    """Whether something that has just entered joins the attack (B11, B12, B13).

    CR 506.3b: only under an attacking player's control. CR 506.3a, 506.3f: only a creature that
    is no battle as well. CR 508.4c: whatever restricts or requires attacking does not count.
    """
    if not table.board.in_combat_phase():
        return False
    if not table.may_attack(table.types(item), entry.controller):
        return False
    return entry.target is not None and can_still_be_attacked(table, entry.target)
