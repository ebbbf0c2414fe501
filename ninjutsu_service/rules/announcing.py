"""What an announced action is, and what abilities and spells of the family do alike with it."""

from __future__ import annotations

from typing import NamedTuple

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.affording import Payment
from ninjutsu_service.rules.costs import Offer
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.moving import leave_combat
from ninjutsu_service.rules.parts import Payer


class Announcement(NamedTuple):
    """An action found legal, with all that was decided before anything changes.

    Attributes:
        payer: who takes it, with which card, and X.
        offer: the keyword and its price.
        creature: what is returned.
        attacked: what that is attacking; None for nothing.
        payment: how the cost is paid.
        to_command: the ids of the commanders among what pays, the creature included, that go to
            the command zone instead (CR 903.9b).
    """

    payer: Payer
    offer: Offer
    creature: pb.GameObject
    attacked: pb.AttackTarget | None
    payment: Payment
    to_command: frozenset[str]


def stack_object(ledger: Ledger, announced: Announcement) -> pb.StackObject:
    """What is put on the stack: it remembers what was returned, and what that attacked (B5)."""
    creature = announced.creature
    pushed = pb.StackObject(
        id=ledger.new_id(),
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
        controller_id=announced.payer.player,
        source_id=announced.payer.source.id,
        source_incarnation=announced.payer.source.incarnation,
        keyword=announced.offer.keyword.name,
        returned_id=creature.id,
        x_value=announced.payer.x,
        returned_as_pushed=creature,
    )
    if announced.attacked is not None:
        pushed.attack_target.CopyFrom(announced.attacked)
    return pushed


def return_creature(ledger: Ledger, announced: Announcement) -> None:
    """Pay with the creature: it leaves combat and goes to its owner (B3 to B5; CR 400.3)."""
    creature, keyword = announced.creature, announced.offer.keyword
    leave_combat(ledger, creature)
    instead = creature.id in announced.to_command
    zone = pb.ZONE_COMMAND if instead else keyword.returned_to
    moved = zone_change(creature, zone, ev.MOVE_REASON_RETURNED)
    rule = "903.9b" if instead else keyword.rules.returned
    ledger.write(moved, rule)
    if zone == pb.ZONE_LIBRARY:
        source = announced.payer.source
        arranged = ev.LibraryArranged(player_id=creature.owner_id, shuffled=True)
        if source.zone == pb.ZONE_LIBRARY and source.owner_id == creature.owner_id:
            # Revealed, it can be found again wherever it lies now (CR 702.49b).
            arranged.kept_ids.append(source.id)
        ledger.write(arranged, "701.24a")


def count_commander(ledger: Ledger, object_id: str) -> None:
    """CR 903.8: the next time from the command zone costs {2} more."""
    ledger.write(ev.CommanderCast(object_id=object_id), "903.8")
