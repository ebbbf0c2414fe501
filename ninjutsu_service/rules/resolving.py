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
from ninjutsu_service.rules.revealing import hide_revealed
from ninjutsu_service.rules.scripted import (
    RESOLVED,
    carry_out_text,
    face_of,
    has_lost_targets,
    resolve_scripted,
    script_of,
)
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
    top = _top(ledger)
    keyword = _keyword(ledger, top)
    script = None if keyword else script_of(ledger, top)
    if keyword is not None and keyword.casts:
        _resolve_spell(ledger, decisions, top, keyword, engine_settles=engine_settles)
    elif keyword is not None:
        _resolve_ability(ledger, decisions, top, keyword)
    elif script is not None and top.kind != pb.STACK_OBJECT_KIND_SPELL:
        resolve_scripted(ledger, decisions, top, script, engine_settles=engine_settles)
    else:
        raise Refused(_not_ours(top))
    if not engine_settles:
        settle(ledger, decisions, "117.3b")


def _top(ledger: Ledger) -> pb.StackObject:
    """The top of the stack, copied."""
    stack = ledger.table.board.state.stack
    if not stack:
        raise Refused(Refusal(wire.REFUSAL_REASON_EMPTY_STACK, "405.5"))
    top = pb.StackObject()
    top.CopyFrom(stack[-1])
    return top


def _keyword(ledger: Ledger, top: pb.StackObject) -> Keyword | None:
    """The keyword that something on the stack is resolved by."""
    keyword = ledger.table.rulebook.registry.get(top.keyword) if top.keyword else None
    if keyword is None and not top.keyword:
        return None
    if keyword is None or top.kind != _KINDS[keyword.casts]:
        raise Refused(_not_ours(top))
    return keyword


def _not_ours(top: pb.StackObject) -> Refusal:
    return Refusal(
        wire.REFUSAL_REASON_NOT_OURS_TO_RESOLVE,
        "608.1",
        source_id=top.source_id,
        keyword=top.keyword,
        details={"object": top.id},
    )


def _resolve_spell(
    ledger: Ledger,
    decisions: Decisions,
    top: pb.StackObject,
    keyword: Keyword,
    *,
    engine_settles: bool,
) -> None:
    """CR 608.3: a permanent enters (D3); CR 608.2n: any other card goes to the graveyard.

    An Aura whose target has become illegal does neither (CR 608.2b, 608.3b).
    """
    item = ledger.table.board.objects.get(top.source_id)
    removed = ev.StackRemoved(stack_object_id=top.id, resolved=item is not None)
    if item is None or item.zone != pb.ZONE_STACK or item.incarnation != top.source_incarnation:
        removed.resolved = False
        ledger.write(removed, "400.7")
    elif can_be_permanent(ledger.table, item):
        if has_lost_targets(ledger, decisions, top):
            removed.resolved = False
            ledger.write(removed, "608.2b")
            _bury(ledger, top, "608.2b")
            return
        enter(ledger, item, entry_of(top, keyword), decisions)
        ledger.write(removed, "608.3a")
    else:
        rule = RESOLVED
        face = face_of(ledger, top)
        if face is not None and face.abilities:
            rule = carry_out_text(
                ledger, decisions, top, face, face.abilities[0], engine_settles=engine_settles
            )
        removed.resolved = rule == RESOLVED
        ledger.write(removed, rule)
        _bury(ledger, top, rule)


def _bury(ledger: Ledger, top: pb.StackObject, rule: str) -> None:
    """CR 608.2b, n: a spell that has resolved, or could not, goes to its owner's graveyard."""
    item = ledger.table.board.objects.get(top.source_id)
    if item is not None and item.zone == pb.ZONE_STACK:
        moved = zone_change(item, pb.ZONE_GRAVEYARD)
        ledger.write(moved, rule)


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
        x=top.x_value,
        returned=top.returned_as_pushed if top.HasField("returned_as_pushed") else None,
        permission=top.permission,
        targets=top.targets,
    )


def _resolve_ability(
    ledger: Ledger, decisions: Decisions, top: pb.StackObject, keyword: Keyword
) -> None:
    """CR 702.49a: the card is put onto the battlefield, if it is still the same object (B6)."""
    item = same_object(ledger, top, keyword)
    entered = item is not None and can_be_permanent(ledger.table, item)
    if item is not None and entered:
        enter(ledger, item, entry_of(top, keyword), decisions)
    removed = ev.StackRemoved(stack_object_id=top.id, resolved=entered)
    rule = "608.2n" if entered else "400.7" if item is None else "400.4a"
    ledger.write(removed, rule)
    hide_revealed(ledger, top)


def same_object(ledger: Ledger, top: pb.StackObject, keyword: Keyword) -> pb.GameObject | None:
    """The ability's card, while it is the object that it was, where it was (CR 400.7, 608.2)."""
    item = ledger.table.board.objects.get(top.source_id)
    if item is None or item.incarnation != top.source_incarnation:
        return None
    return item if item.zone in keyword.zones else None
