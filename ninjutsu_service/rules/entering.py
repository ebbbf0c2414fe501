"""How a card enters the battlefield, attacking or not (CR 110, 506.3, 508.4, 614.12)."""

from __future__ import annotations

from dataclasses import dataclass

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.combat import can_still_be_attacked
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.table import Table

NEVER_PERMANENTS = frozenset(("Instant", "Sorcery"))


@dataclass(frozen=True, slots=True)
class Entry:
    """How something enters.

    Attributes:
        controller: under whose control.
        rule: the rule that puts it there.
        tapped: enters tapped.
        attacking: enters attacking `target`, where the rules let it.
        target: what it is to attack; None where that was nothing (CR 506.4c).
        attack_rule: the rule that has it attack.
        paid_keyword: the keyword whose alternative cost was paid for it.
    """

    controller: str
    rule: str
    tapped: bool = False
    attacking: bool = False
    target: pb.AttackTarget | None = None
    attack_rule: str = "508.4"
    paid_keyword: str = ""


def can_be_permanent(table: Table, item: pb.GameObject) -> bool:
    """CR 400.4a: an instant or sorcery card stays where it is."""
    return NEVER_PERMANENTS.isdisjoint(table.traits(item).types)


def enter(ledger: Ledger, item: pb.GameObject, entry: Entry) -> None:
    """Put a card onto the battlefield with its counters, all at once (B7 to B13)."""
    batch = ledger.new_batch()
    moved = zone_change(item, pb.ZONE_BATTLEFIELD)
    moved.controller_id = entry.controller
    moved.tapped = entry.tapped
    moved.paid_keyword = entry.paid_keyword
    first = ledger.write(ev.Event(zone_changed=moved), entry.rule, batch=batch)
    for counter, amount, rule in _counters(ledger.table, item):
        change = ev.CountersChanged(object_id=item.id, counter=counter, change=amount)
        ledger.write(ev.Event(counters_changed=change), rule, batch=batch, cause=first)
    if entry.attacking and entry.target and may_join(ledger.table, item, entry):
        joined = ev.AttackJoined(object_id=item.id, target=entry.target)
        ledger.write(ev.Event(attack_joined=joined), entry.attack_rule, batch=batch, cause=first)


def may_join(table: Table, item: pb.GameObject, entry: Entry) -> bool:
    """Whether something that has just entered joins the attack (B11, B12, B13).

    CR 506.3b: only under an attacking player's control. CR 506.3a, 506.3f: only a creature that
    is no battle as well. CR 508.4c: whatever restricts or requires attacking does not count.
    """
    if not table.board.in_combat_phase():
        return False
    if not table.board.is_attacking_player(entry.controller):
        return False
    types = table.traits(item).types
    if "Creature" not in types or "Battle" in types:
        return False
    return entry.target is not None and can_still_be_attacked(table, entry.target)


def _counters(table: Table, item: pb.GameObject) -> list[tuple[str, int, str]]:
    """The counters that a card enters with, by its script: kind, how many, and the rule."""
    face = table.rulebook.face(item.card_name, front=False)
    if face is None or item.face_down:
        return []
    found = []
    for counter, printed, rule in (
        ("LOYALTY", face.loyalty, "306.5b"),
        ("DEFENSE", face.defense, "310.4b"),
    ):
        if printed is not None and printed.isascii() and printed.isdigit() and int(printed):
            found.append((counter, int(printed), rule))
    for line in face.keywords:
        if line.head.casefold() == "etbcounter" and len(line.arguments) > 1:
            counter, amount = line.arguments[0].upper(), line.arguments[1]
            if amount.isascii() and amount.isdigit() and int(amount):
                found.append((counter, int(amount), "122.6"))
    return found
