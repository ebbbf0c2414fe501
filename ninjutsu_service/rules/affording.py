"""Can the whole cost be paid, mana and further parts together, and how (CR 601.2h; A8)?

Nothing is paid here: a payment is found whole, or the action is illegal.
"""

from __future__ import annotations

from dataclasses import dataclass

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.costs import NOTHING_RESERVED, Offer, Reserved, highest_mana_x
from ninjutsu_service.rules.keyword import Returned
from ninjutsu_service.rules.parts import NOTHING, PartsPayment, Payer, choose, payments
from ninjutsu_service.rules.paying import ManaPayment, find_payment
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.check import LIMIT


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment of a whole cost that is known to succeed."""

    mana: ManaPayment
    parts: PartsPayment


def reserve(parts: PartsPayment, returned_id: str, tapped_first: str = "") -> Reserved:
    """What the mana must leave alone, and what it has to tap."""
    if parts is NOTHING:
        kept = frozenset((returned_id,))
        return Reserved(kept, tapped_first=tapped_first) if returned_id else NOTHING_RESERVED
    return Reserved(parts.moved() | {returned_id}, parts.tapped(), parts.life, tapped_first)


def tapped_first(table: Table, offer: Offer, returned_id: str) -> str:
    """The creature that is returned tapped and is not yet: it is tapped for mana (E1, 601.2g)."""
    if offer.keyword.returned is not Returned.TAPPED_CREATURE or not returned_id:
        return ""
    return "" if table.board.objects[returned_id].tapped else returned_id


def highest_x(
    table: Table,
    player: str,
    item: pb.GameObject,
    offer: Offer,
    returned_id: str,
    *,
    engine_pays: bool = False,
) -> int | None:
    """The largest X for which the whole cost can be paid; 0 where it has no X.

    Returns:
        None where it cannot be paid at all.
    """
    if offer.cost.mana.absent:
        return None
    if not offer.cost.parts:
        first = tapped_first(table, offer, returned_id)
        x = highest_mana_x(table, player, offer, reserve(NOTHING, returned_id, first))
        return 0 if x is None and engine_pays else x

    def payable(x: int) -> bool:
        payer = Payer(table, player, item, x, returned_id, offer.keyword.casts)
        return any(
            engine_pays or _mana_x(table, player, offer, parts, returned_id) >= x
            for parts in payments(payer, offer.cost.parts)
        )

    if not payable(0):
        return None
    if not offer.has_x:
        return 0
    low, high = 0, _bound(table, player, offer, returned_id)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if payable(middle) else (low, middle - 1)
    return low


def _mana_x(table: Table, player: str, offer: Offer, parts: PartsPayment, returned_id: str) -> int:
    """The largest X that mana allows beside these parts: no bound without {X}, -1 for none."""
    first = tapped_first(table, offer, returned_id)
    x = highest_mana_x(table, player, offer, reserve(parts, returned_id, first))
    if x is None:
        return -1
    return x if offer.cost.mana.x_count else LIMIT


def _bound(table: Table, player: str, offer: Offer, returned_id: str) -> int:
    """No X above this can be paid: by mana, by life, or by the number of objects."""
    if offer.cost.mana.x_count:
        return highest_mana_x(table, player, offer, reserve(NOTHING, returned_id)) or 0
    return max(len(table.board.objects), table.board.players[player].life, 0)


def find(payer: Payer, offer: Offer, payment: wire.Payment, decisions: Decisions) -> Payment | None:
    """How the cost will be paid, before anything changes.

    Args:
        payer: who pays for what, with X and the creature to return.
        offer: the keyword and its price.
        payment: how the caller wants the mana paid.
        decisions: what was decided about the further parts.

    Returns:
        None where it cannot be paid this way.

    Raises:
        ChoiceNeeded, Refused: as `parts.choose`.
    """
    first = tapped_first(payer.table, offer, payer.returned_id)

    def mana(parts: PartsPayment) -> ManaPayment | None:
        reserved = reserve(parts, payer.returned_id, first)
        return find_payment(payer.table, payer.player, offer, payer.x, payment, reserved)

    if not offer.cost.parts:
        alone = mana(NOTHING)
        return None if alone is None else Payment(alone, NOTHING)
    parts = choose(payer, offer.cost.parts, decisions, lambda each: mana(each) is not None)
    paid = mana(parts) if parts is not None else None
    return Payment(paid, parts) if parts is not None and paid is not None else None
