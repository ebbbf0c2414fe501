"""Carrying out an ability part by part, and leaving to the engine what is not carried out here."""

from __future__ import annotations

from itertools import islice

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.cost import Cost, CostError, parse_cost
from ninjutsu_service.cards.mana import FREE
from ninjutsu_service.rules.ability import MAX_PARTS, api_of, chain
from ninjutsu_service.rules.conditions import part_condition
from ninjutsu_service.rules.effects.life import LIFE_LOST
from ninjutsu_service.rules.effects.registry import handler_of
from ninjutsu_service.rules.effects.run import LeftToEngine, Run
from ninjutsu_service.rules.parts import Payer, called_away, choose, is_payable, pay_parts, payments
from ninjutsu_service.rules.view import Seen

MAX_CARRIED = 1000
"""How many parts one resolution carries out; what leads to more leads nowhere."""

PART_STEPS = 100
"""The work that carrying out a part is, whatever it does."""


def carry_out(run: Run, first: AbilityLine) -> None:
    """Carry out a part and all that follow it; what cannot be is left to the engine (F1).

    After a part is left to the engine nothing more is done: its text leads to what follows.
    """
    try:
        run.carry = _carry_out_chain
        _carry_out_chain(run, first)
    except _Left as left:
        leave(run, left.part)


class _Left(Exception):
    """A part that is left to the engine."""

    def __init__(self, part: AbilityLine) -> None:
        super().__init__(part.text)
        self.part = part


def _carry_out_chain(run: Run, first: AbilityLine) -> None:
    """A part and its SubAbilities. `Targeted` is the first part's targets that has any."""
    outer, own = run.view.targets, None
    parts = chain(run.face, first)
    if len(parts) > MAX_PARTS:
        raise _Left(first)
    for part in parts:
        if part.get("ValidTgts"):
            run.view.targets = run.targets_of(part)
            own = own if own is not None else run.view.targets
        elif own is not None:
            run.view.targets = own
        try:
            if not _carry_out_part(run, part):
                break
        except LeftToEngine:
            raise _Left(part) from None
    run.view.targets = outer


def _carry_out_part(run: Run, part: AbilityLine) -> bool:
    """One part; False where its optional cost was not paid, so that nothing follows either.

    Raises:
        LeftToEngine: it is not carried out here.
    """
    run.carried += 1
    if run.carried > MAX_CARRIED:
        raise LeftToEngine
    run.ledger.table.effort.spend(PART_STEPS)
    run.look_again()
    holds = part_condition(run.view, part)
    handler = handler_of(api_of(part), part)
    if holds is None or (holds and handler is None):
        raise LeftToEngine
    if not holds:
        if api_of(part) == "LoseLife":
            run.view.results.setdefault(LIFE_LOST, 0)
        return True
    if part.get("AB") and part.get("Cost") and _is_trigger(run.top) and not _pay(run, part):
        return False
    if handler is not None:
        handler(run, part)
    return True


def _is_trigger(top: pb.StackObject) -> bool:
    return top.kind == pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY


def _pay(run: Run, part: AbilityLine) -> bool:
    """Whether the controller pays what they may pay (CR 118.12); not asked where they cannot.

    Raises:
        LeftToEngine: the cost has a part that only the engine can pay.
    """
    cost, source = cost_asked(part.get("Cost")), run.view.source
    if cost is None or source is None:
        raise LeftToEngine
    if not source.live and any(each.name == "SubCounter" for each in cost.parts):
        return False
    payer = Payer(run.ledger.table, run.you, source.item)
    if not list(islice(payments(payer, cost.parts), 1)):
        return False
    topic, details = _asked(cost)
    if not run.yes(run.you, topic, "118.12", **details):
        return False
    payment = choose(payer, cost.parts, run.decisions, lambda _: True)
    if payment is None:
        return False
    to_command = called_away(payer, payment, run.decisions)
    pay_parts(run.ledger, payer, payment, to_command)
    run.look_again()
    return True


def cost_asked(text: str) -> Cost | None:
    """What somebody may pay as an ability resolves; None where only the engine can ask for it."""
    try:
        cost = parse_cost(text)
    except CostError:
        return None
    return cost if cost.mana == FREE and all(map(is_payable, cost.parts)) else None


def _asked(cost: Cost) -> tuple[str, dict[str, str]]:
    """Which prompt asks for a cost, with what it names: of one part, in words of its own."""
    if len(cost.parts) == 1:
        (part,) = cost.parts
        topic = _PROMPTS.get(part.name)
        if topic is not None and part.what != "CARDNAME":
            kind = part.arguments[-1] if len(part.arguments) > 1 else ""
            return topic, {"count": part.amount, "kind": kind.lower()}
    return "PAY", {"cost": str(cost)}


_PROMPTS = {
    "Discard": "PAY_DISCARD",
    "PayLife": "PAY_LIFE",
    "Sac": "PAY_SACRIFICE",
    "SubCounter": "PAY_COUNTERS",
}


def leave(run: Run, part: AbilityLine) -> None:
    """Tell the engine all that it needs to carry a part out."""
    left = ev.EffectLeftToEngine(
        source_id=run.top.source_id,
        ability=part.text,
        context=run.top.context,
        targets=run.view.targets,
        remembered=[_target(each) for each in run.view.remembered],
        player_id=run.you,
        x_value=run.view.x,
    )
    run.ledger.write(left, "608.2c")


def _target(each: Seen | str) -> pb.Target:
    if isinstance(each, str):
        return pb.Target(player_id=each)
    return pb.Target(object_id=each.item.id, incarnation=each.item.incarnation)
