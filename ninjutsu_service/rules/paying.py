"""Paying the mana of a cost: which mana abilities are activated, and what is spent (CR 601.2g, h).

The payment is found whole before anything happens; carrying it out cannot fail (A8).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.costs import (
    Offer,
    Reserved,
    Usable,
    automatic_plan,
    floating,
    pool_message,
    source_of,
    usable_sources,
)
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.moving import to_graveyard
from ninjutsu_service.rules.payment import Fee, ManaOption, Plan, Pool, pay_from, price
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import controller_of

NO_FEE = Fee()
_NO_MANA = (0,) * len(Pool().amounts)

_mana = lru_cache(maxsize=4096)(pool_message)
"""So much mana, made once: never changed, as messages that hold mana copy it."""


class ManaPayment(NamedTuple):
    """A payment that is known to succeed.

    Attributes:
        activations: the mana abilities to activate, in order, each with its permanent and
            with the mana that it costs itself.
        spent: the mana to spend after that; None where the engine pays.
        life: life to pay for Phyrexian symbols.
    """

    activations: tuple[tuple[str, ManaOption, Fee], ...] = ()
    spent: Pool | None = None
    life: int = 0


def find_payment(
    table: Table, player: str, offer: Offer, x: int, payment: wire.Payment, reserved: Reserved
) -> ManaPayment | None:
    """How the mana will be paid, before anything changes.

    Returns:
        None where it cannot be paid this way.
    """
    kind = payment.WhichOneof("payment")
    if kind == "engine":
        return None if offer.cost.mana.absent else ManaPayment()
    if kind == "manual":
        return _manual(table, player, offer, x, payment.manual.sources, reserved)
    plan = automatic_plan(table, player, offer, x, reserved)
    return None if plan is None else _from_plan(plan, usable_sources(table, player))


def _from_plan(plan: Plan, usable: Usable) -> ManaPayment:
    activations = []
    for place, (name, index) in enumerate(plan.activations):
        option = next(each for each in usable[name].options if each.index == index)
        activations.append((name, option, plan.fees[place] if plan.fees else NO_FEE))
    return ManaPayment(tuple(activations), plan.spent, plan.life)


def _manual(
    table: Table,
    player: str,
    offer: Offer,
    x: int,
    named: Sequence[wire.ManaSource],
    reserved: Reserved,
) -> ManaPayment | None:
    if offer.cost.mana.absent:
        return None
    record = table.board.players[player]
    pool = floating(record)
    amounts, snow = list(pool.amounts), list(pool.snow)
    life = record.life - reserved.life
    tapped: set[str] = set()
    gone: set[str] = set()
    activations = []
    for each in named:
        item = table.board.objects[each.object_id]
        option = _usable(table, player, item, each.mana_ability_index, reserved)
        if option is None or item.id in gone or (option.taps and item.id in tapped):
            return None
        if option.taps:
            tapped.add(item.id)
        if option.sacrifices:
            gone.add(item.id)
        if option.life and life < option.life:
            return None
        life -= option.life
        activations.append((item.id, option, NO_FEE))
        for kind, amount in enumerate(option.produces):
            amounts[kind] += amount
            snow[kind] += amount if option.snow else 0
    if reserved.tapped_first and reserved.tapped_first not in tapped:
        return None
    plan = pay_from(
        price(offer.cost.mana, x, offer.change), Pool(tuple(amounts), tuple(snow)), life
    )
    return None if plan is None else ManaPayment(tuple(activations), plan.spent, plan.life)


def _usable(
    table: Table, player: str, item: pb.GameObject, index: int, reserved: Reserved
) -> ManaOption | None:
    if item.zone != pb.ZONE_BATTLEFIELD or item.phased_out or controller_of(item) != player:
        return None
    source = source_of(table, item, reserved)
    options = source.options if source else ()
    option = next((each for each in options if each.index == index), None)
    # An ability that costs mana itself needs a decision of its own: the engine pays that one.
    return option if option is not None and not option.mana.mana_value else None


def pay_mana(ledger: Ledger, player: str, payment: ManaPayment) -> None:
    """Activate the mana abilities and spend the mana (CR 605.3, 601.2h)."""
    for name, option, fee in payment.activations:
        _activate(ledger, player, ledger.table.board.objects[name], option, fee)
    _spend(ledger, player, payment.spent, payment.life)


def _spend(ledger: Ledger, player: str, spent: Pool | None, life: int) -> None:
    if spent is not None and any(spent.amounts):
        message = ev.ManaSpent(player_id=player, mana=_mana(spent.amounts, spent.snow))
        ledger.write(message, "601.2h")
    if life:
        pay_life(ledger, player, life)


def pay_life(ledger: Ledger, player: str, amount: int, cause: int = 0) -> None:
    """CR 119.4: paying life is losing it. Nobody can pay less than none (CR 107.1b)."""
    change = ev.LifeChanged(player_id=player, change=-amount)
    ledger.write(change, "119.4", cause=cause)


def _activate(
    ledger: Ledger, player: str, item: pb.GameObject, option: ManaOption, fee: Fee
) -> None:
    _spend(ledger, player, fee.mana, fee.life)
    if option.taps:
        ledger.write(ev.ObjectTapped(object_id=item.id), "605.3")
    if option.life:
        pay_life(ledger, player, option.life)
    if option.sacrifices:
        sacrifice(ledger, item)
    mana = _mana(option.produces, option.produces if option.snow else _NO_MANA)
    added = ev.ManaAdded(player_id=player, source_id=item.id, mana=mana)
    ledger.write(added, "605.3")


def sacrifice(ledger: Ledger, item: pb.GameObject) -> None:
    """CR 701.21a: its controller moves it to its owner's graveyard."""
    to_graveyard(ledger, item, "701.21a", ev.MOVE_REASON_SACRIFICED)
