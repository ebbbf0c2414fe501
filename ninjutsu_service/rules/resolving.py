"""Resolving the top of the stack, where a keyword handled here put it there (CR 608)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.entering import Entry, can_be_permanent, enter
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.refusals import Refusal, Refused
from ninjutsu_service.rules.settle import settle

_KINDS = {
    False: pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
    True: pb.STACK_OBJECT_KIND_SPELL,
}
"""What a keyword puts on the stack, by whether it casts."""


def resolve(ledger: Ledger, decisions: Decisions, *, engine_settles: bool = False) -> None:
    """Resolve the top object of the stack.

    Raises:
        Refused: the stack is empty, or its top is not this service's to resolve.
        ChoiceNeeded: a player must decide something first; nothing has changed.
    """
    top, keyword = _top(ledger)
    if keyword is not None and keyword.casts:
        _resolve_spell(ledger, top, keyword)
    elif keyword is not None:
        _resolve_ability(ledger, top, keyword)
    if not engine_settles:
        settle(ledger, decisions, "117.3b")


def _top(ledger: Ledger) -> tuple[pb.StackObject, Keyword | None]:
    """The top of the stack, copied, and the keyword that it is resolved by."""
    stack = ledger.table.board.state.stack
    if not stack:
        raise Refused(Refusal(wire.REFUSAL_REASON_EMPTY_STACK, "405.5"))
    top = pb.StackObject()
    top.CopyFrom(stack[-1])
    keyword = ledger.table.rulebook.registry.get(top.keyword) if top.keyword else None
    if keyword is None or top.kind != _KINDS[keyword.casts]:
        raise Refused(
            Refusal(
                wire.REFUSAL_REASON_NOT_OURS_TO_RESOLVE,
                "608.1",
                source_id=top.source_id,
                keyword=top.keyword,
                details={"object": top.id},
            )
        )
    return top, keyword


def _resolve_spell(ledger: Ledger, top: pb.StackObject, keyword: Keyword) -> None:
    """CR 608.3: a permanent enters (D3); CR 608.2n: any other card goes to the graveyard."""
    item = ledger.table.board.objects.get(top.source_id)
    removed = ev.StackRemoved(stack_object_id=top.id, resolved=item is not None)
    if item is None or item.zone != pb.ZONE_STACK or item.incarnation != top.source_incarnation:
        removed.resolved = False
        ledger.write(ev.Event(stack_removed=removed), "400.7")
    elif can_be_permanent(ledger.table, item):
        enter(ledger, item, entry_of(top, keyword))
        ledger.write(ev.Event(stack_removed=removed), "608.3a")
    else:
        ledger.write(ev.Event(stack_removed=removed), "608.2n")
        moved = zone_change(item, pb.ZONE_GRAVEYARD)
        ledger.write(ev.Event(zone_changed=moved), "608.2n")


def entry_of(top: pb.StackObject, keyword: Keyword) -> Entry:
    """How what is on the stack enters the battlefield."""
    return Entry(
        controller=top.controller_id,
        rule=keyword.rules.enters,
        tapped=keyword.attacks,
        attacking=keyword.attacks,
        target=top.attack_target if top.HasField("attack_target") else None,
        attack_rule=keyword.rules.attacks,
        paid_keyword=keyword.name if keyword.casts else "",
    )


def _resolve_ability(ledger: Ledger, top: pb.StackObject, keyword: Keyword) -> None:
    """CR 702.49a: the card is put onto the battlefield, if it is still the same object (B6)."""
    item = same_object(ledger, top, keyword)
    entered = item is not None and can_be_permanent(ledger.table, item)
    if item is not None and entered:
        enter(ledger, item, entry_of(top, keyword))
    removed = ev.StackRemoved(stack_object_id=top.id, resolved=entered)
    rule = "608.2n" if entered else "400.7" if item is None else "400.4a"
    ledger.write(ev.Event(stack_removed=removed), rule)
    _hide(ledger, top)


def same_object(ledger: Ledger, top: pb.StackObject, keyword: Keyword) -> pb.GameObject | None:
    """The ability's card, while it is the object that it was, where it was (CR 400.7, 608.2)."""
    item = ledger.table.board.objects.get(top.source_id)
    if item is None or item.incarnation != top.source_incarnation:
        return None
    return item if item.zone in keyword.zones else None


def _hide(ledger: Ledger, top: pb.StackObject) -> None:
    """CR 702.49b (B2): revealed until its last such ability has left the stack.

    Whoever counters it (CR 701.6a, B14) hides the card, too.
    """
    board = ledger.table.board
    item = board.objects.get(top.source_id)
    if item is None or item.incarnation != top.source_incarnation or not item.revealed:
        return
    if not any(
        other.keyword
        and other.source_id == top.source_id
        and other.source_incarnation == top.source_incarnation
        for other in board.state.stack
    ):
        ledger.write(ev.Event(card_hidden=ev.CardHidden(object_id=item.id)), "702.49b")
