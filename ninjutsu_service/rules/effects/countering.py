"""Countering what is on the stack (CR 701.6)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.run import Effects, Run
from ninjutsu_service.rules.ledger import zone_change
from ninjutsu_service.rules.revealing import hide_revealed


def counter(run: Run, part: AbilityLine) -> None:
    """`Counter`: it leaves the stack; a spell's card goes to the graveyard (CR 701.6a, B14)."""
    for target in run.view.targets:
        stack = run.ledger.table.board.state.stack
        item = next((each for each in stack if each.id == target.stack_object_id), None)
        if item is None:
            continue
        countered = pb.StackObject()
        countered.CopyFrom(item)
        removed = ev.StackRemoved(stack_object_id=countered.id, resolved=False)
        run.ledger.write(removed, "701.6a")
        card = run.ledger.table.board.objects.get(countered.source_id)
        if (
            countered.kind == pb.STACK_OBJECT_KIND_SPELL
            and card is not None
            and card.zone == pb.ZONE_STACK
            and card.incarnation == countered.source_incarnation
        ):
            moved = zone_change(card, pb.ZONE_GRAVEYARD)
            run.ledger.write(moved, "701.6a")
        hide_revealed(run.ledger, countered)


EFFECTS: Effects = {"Counter": (counter, ())}
