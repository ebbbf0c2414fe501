"""Which keyword actions a player may take: the listing, and why not (ListActions)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.affording import highest_x
from ninjutsu_service.rules.combat import target_as_attacked
from ninjutsu_service.rules.costs import Offer, offers
from ninjutsu_service.rules.effort import Effort
from ninjutsu_service.rules.keyword import Returned
from ninjutsu_service.rules.legality import CANNOT_PAY, card_obstacle, refusal, return_obstacle
from ninjutsu_service.rules.permission import CAST_FROM, zones_to_cast_from
from ninjutsu_service.rules.refusals import Refusal
from ninjutsu_service.rules.table import Table


@dataclass(slots=True)
class Listing:
    """What a player may do now, and what not.

    Attributes:
        effort: counts what is listed.
        actions: in the order of the state's objects, the card's and then the creature's.
        refusals: only where the reasons were asked for.
    """

    effort: Effort
    actions: list[wire.Action] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)

    def act(self, action: wire.Action) -> None:
        """List what may be done."""
        self.effort.say(action.ByteSize())
        self.actions.append(action)

    def refuse(self, refused: Refusal) -> None:
        """List what may not be done, and why."""
        names = len(refused.source_id) + len(refused.returned_id) + len(refused.keyword)
        self.effort.say(_MESSAGE + names)
        self.refusals.append(refused)


_MESSAGE = 300
"""About the bytes of a message for people."""


def list_actions(
    table: Table, player: str, *, explain: bool = False, engine_pays: bool = False
) -> Listing:
    """Every keyword action that a player may take.

    Args:
        table: the table.
        player: who wants to act.
        explain: also say why not: one refusal for each keyword card that fails by itself, else
            one for each attacker that it cannot be used with.
        engine_pays: list what only mana forbids, too.
    """
    listing = Listing(table.effort)
    zones = zones_to_act_from(table)
    for item in table.board.objects.values():
        if not explain and (item.zone not in zones or item.owner_id != player):
            continue
        for offer in offers(table, player, item):
            obstacle = card_obstacle(table, player, item, offer.keyword)
            if obstacle is None:
                _list_offer(table, player, item, offer, listing, explain, engine_pays)
            elif explain:
                listing.refuse(refusal(table, player, item, offer, obstacle))
    return listing


def zones_to_act_from(table: Table) -> frozenset[int]:
    """The zones in which a card's keyword could work: few, so that few cards are looked at."""
    granted = zones_to_cast_from(table)
    return frozenset(
        zone
        for keyword in table.rulebook.registry
        for zone in keyword.zones
        if not keyword.casts or zone in CAST_FROM or zone in granted
    )


def _list_offer(
    table: Table,
    player: str,
    item: pb.GameObject,
    offer: Offer,
    listing: Listing,
    explain: bool,
    engine_pays: bool,
) -> None:
    """List one keyword of one card with each creature that could be returned for it."""
    for creature in candidates(table, offer):
        table.effort.spend(_PAIR)
        obstacle = return_obstacle(table, player, offer.keyword, creature)
        x: int | None = None
        if obstacle is None:
            x = highest_x(table, player, item, offer, creature.id, engine_pays=engine_pays)
            if x is None:
                obstacle = CANNOT_PAY
        if obstacle is None:
            listing.act(describe(table, item, offer, creature, x or 0))
        elif explain:
            listing.refuse(refusal(table, player, item, offer, obstacle, creature))


_PAIR = 15
"""The steps that a card with a creature takes at least."""


def candidates(table: Table, offer: Offer) -> list[pb.GameObject]:
    """The objects that a listing looks at for the creature to return, in the state's order."""
    returned = offer.keyword.returned
    return table.known(("candidates", returned), lambda: _candidates(table, returned))


def _candidates(table: Table, returned: Returned) -> list[pb.GameObject]:
    board = table.board
    if returned is Returned.TAPPED_CREATURE:
        return [item for item in board.battlefield() if table.is_creature(item)]
    if len(board.attackers) == 1:
        return [board.objects[name] for name in board.attackers]
    return [item for name, item in board.objects.items() if name in board.attackers]


def describe(
    table: Table, item: pb.GameObject, offer: Offer, creature: pb.GameObject, x: int
) -> wire.Action:
    """An action as the wire states it."""
    action = wire.Action(
        source_id=item.id,
        keyword=offer.keyword.name,
        kind=offer.keyword.kind,
        returned_id=creature.id,
        mana_cost=str(offer.shown),
        other_costs=offer.other_costs,
        x_value=x,
    )
    if offer.keyword.attacks:
        target = target_as_attacked(table, creature)
        if target is not None:
            action.attack_target.CopyFrom(target)
    return action
