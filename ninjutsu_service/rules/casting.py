"""Casting a card for an alternative cost of the family: sneak, web-slinging (CR 601.2, 118.9).

Unlike with an ability, the card itself goes on the stack (D2).
"""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.announcing import Announcement, return_creature, stack_object
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.parts import pay_parts
from ninjutsu_service.rules.paying import pay_mana


def cast(ledger: Ledger, announced: Announcement) -> None:
    """CR 601.2a to i: the card moves to the stack, and its cost is paid."""
    payer, keyword = announced.payer, announced.offer.keyword
    item = payer.source
    pushed = stack_object(ledger, announced)
    from_command = item.zone == pb.ZONE_COMMAND
    moved = zone_change(item, pb.ZONE_STACK, ev.MOVE_REASON_CAST)
    moved.paid_keyword = keyword.name
    first = ledger.write(ev.Event(zone_changed=moved), "601.2a")
    pushed.kind = pb.STACK_OBJECT_KIND_SPELL
    pushed.source_incarnation = item.incarnation
    ledger.write(ev.Event(stack_pushed=ev.StackPushed(object=pushed)), "601.2a", cause=first)
    pay_mana(ledger, payer.player, announced.payment.mana)
    pay_parts(ledger, payer, announced.payment.parts)
    return_creature(ledger, announced)
    if from_command and item.commander:
        # CR 903.8: the next cast from there costs {2} more.
        ledger.write(ev.Event(commander_cast=ev.CommanderCast(object_id=item.id)), "903.8")
