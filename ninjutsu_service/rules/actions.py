"""Which keyword actions a player may take: the listing, and why not (ListActions)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.mana import ManaCost
from ninjutsu_service.rules.affording import highest_x
from ninjutsu_service.rules.casting import highest_aimed_x
from ninjutsu_service.rules.combat import is_unblocked, target_as_attacked
from ninjutsu_service.rules.costs import Offer, offers, usable_sources
from ninjutsu_service.rules.entering import could_attack
from ninjutsu_service.rules.keyword import Keyword, Returned
from ninjutsu_service.rules.legality import (
    CANNOT_PAY,
    NO_LEGAL_TARGET,
    Obstacle,
    aims_by_x,
    card_obstacle,
    refusal,
    return_obstacle,
)
from ninjutsu_service.rules.permission import CAST_FROM, zones_to_cast_from
from ninjutsu_service.rules.refusals import Refusal
from ninjutsu_service.rules.table import Table

_owners = attrgetter("owner_id")

_text = lru_cache(maxsize=4096)(ManaCost.__str__)

_MESSAGE = 300
"""About the bytes of a message for people."""

_PAIR = 15
"""The steps that a card with a creature takes at least."""


class Candidate(NamedTuple):
    """An object that a listing looks at for the creature to return.

    Attributes:
        creature: the object.
        obstacle: why it cannot be returned; None where it can.
        target: what the card would attack in its place; None for nothing.
    """

    creature: pb.GameObject
    obstacle: Obstacle | None
    target: pb.AttackTarget | None


def list_actions(
    table: Table,
    player: str,
    response: wire.ListActionsResponse,
    cards: Collection[pb.GameObject] | None = None,
    *,
    explain: bool = False,
    engine_pays: bool = False,
) -> Listing:
    """Every keyword action that a player may take.

    Args:
        table: the table.
        player: who wants to act.
        response: the actions are added to it.
        cards: what `cards_to_act_with` gives, where that is known.
        explain: also say why not: one refusal for each keyword card that fails by itself, else
            one for each attacker that it cannot be used with.
        engine_pays: list what only mana forbids, too.
    """
    listing = Listing(table, player, response, explain=explain, engine_pays=engine_pays)
    for item, offered in table.known(
        ("offered", player, explain), lambda: _offered(table, player, cards, explain=explain)
    ):
        actions, refusals = len(listing.response.actions), len(listing.refusals)
        for offer, obstacle in offered:
            if obstacle is None:
                listing.add(item, offer)
            elif explain:
                listing.refuse(refusal(table, player, item, offer, obstacle))
        if len(offered) > 1:
            listing.say_once(actions, refusals)
    return listing


Offered = list[tuple[Offer, Obstacle | None]]
"""The keywords of one card, each with what stands in its way whoever is returned for it."""


def _offered(
    table: Table, player: str, cards: Collection[pb.GameObject] | None, *, explain: bool
) -> list[tuple[pb.GameObject, Offered]]:
    """The cards that have keywords, with these."""
    if cards is None:
        cards = cards_to_act_with(table, player, explain=explain)
    found = []
    for item in cards:
        offered = offers(table, player, item)
        if offered:
            obstacles = [card_obstacle(table, player, item, each) for each in offered]
            found.append((item, list(zip(offered, obstacles, strict=True))))
    return found


def cards_to_act_with(table: Table, player: str, *, explain: bool) -> Collection[pb.GameObject]:
    """The cards whose keywords a listing looks at, in the state's order.

    With reasons, every object; else the player's in zones in which a keyword could work, and
    anybody's in zones from which something in play lets somebody cast.
    """
    if explain:
        return table.board.objects.values()
    own, anybodys = zones_to_act_from(table)
    there = table.board.in_zones(own)
    found = zip(there, map(_owners, there), strict=True)
    if not anybodys:
        return [item for item, owner in found if owner == player]
    return [item for item, owner in found if owner == player or item.zone in anybodys]


def zones_to_act_from(table: Table) -> tuple[frozenset[int], frozenset[int]]:
    """The zones in which a card's keyword could work: few, so that few cards are looked at.

    Returns:
        All of them, and those of which somebody else's card could be cast.
    """
    registry = table.rulebook.registry
    if not registry.casting_zones:
        return registry.activating_zones, frozenset()
    granted = zones_to_cast_from(table)
    cast_from = registry.casting_zones & (granted | CAST_FROM)
    return registry.activating_zones | cast_from, cast_from - CAST_FROM


class Listing:
    """What a player may do now, and what not.

    Attributes:
        response: the actions, in the order of the state's objects, the card's and then the
            creature's.
        refusals: only where the reasons were asked for.
    """

    def __init__(
        self,
        table: Table,
        player: str,
        response: wire.ListActionsResponse,
        *,
        explain: bool,
        engine_pays: bool,
    ) -> None:
        self.response = response
        self.refusals: list[Refusal] = []
        self._table = table
        self._player = player
        self._explain = explain
        self._engine_pays = engine_pays

    def refuse(self, refused: Refusal) -> None:
        """List what may not be done, and why."""
        names = len(refused.source_id) + len(refused.returned_id) + len(refused.keyword)
        self._table.effort.say(_MESSAGE + names)
        self.refusals.append(refused)

    def say_once(self, actions: int, refusals: int) -> None:
        """Of a card with a keyword at several costs, say each reason against it once.

        Nor is there a reason against what can be done at another of the costs.

        Args:
            actions: how many there were before the card.
            refusals: how many there were before the card.
        """
        said = {(each.keyword, each.returned_id) for each in self.response.actions[actions:]}
        of_card = self.refusals[refusals:]
        del self.refusals[refusals:]
        for refused in of_card:
            about = (refused.keyword, refused.returned_id)
            if about not in said:
                said.add(about)
                self.refusals.append(refused)

    def add(self, item: pb.GameObject, offer: Offer) -> None:
        """List one keyword of one card with each creature that could be returned for it."""
        table, player = self._table, self._player
        alike = wire.Action(
            source_id=item.id,
            keyword=offer.keyword.name,
            kind=offer.keyword.kind,
            mana_cost=_text(offer.shown),
            other_costs=offer.other_costs,
        )
        # Who is returned matters only to a cost with further parts, and as a source of mana.
        usable = usable_sources(table, player)
        found: dict[str, int | Obstacle] = {}
        attacks = could_attack(table, item)
        for creature, obstacle, target in self._candidates(offer.keyword):
            table.effort.spend(_PAIR)
            x: int | Obstacle | None = obstacle
            if x is None:
                name = creature.id
                matters = name if offer.cost.parts or name in usable else ""
                if matters not in found:
                    found[matters] = self._highest_x(item, offer, matters)
                x = found[matters]
            if isinstance(x, int):
                self._act(alike, creature, target if attacks else None, x)
            elif self._explain:
                self.refuse(refusal(table, player, item, offer, x, creature))

    def _highest_x(self, item: pb.GameObject, offer: Offer, returned_id: str) -> int | Obstacle:
        """The largest X with which an action can be taken, or why it cannot be."""
        table, player, engine_pays = self._table, self._player, self._engine_pays
        x = highest_x(table, player, item, offer, returned_id, engine_pays=engine_pays)
        if x is None:
            return CANNOT_PAY
        if aims_by_x(table, item, offer):
            # What the engine pays for is bound by no mana, but by what pays for an X besides.
            any_x = engine_pays and all(part.amount != "X" for part in offer.cost.parts)
            x = highest_aimed_x(table, player, item, x, any_x=any_x)
        return NO_LEGAL_TARGET if x is None else x

    def _act(
        self,
        alike: wire.Action,
        creature: pb.GameObject,
        target: pb.AttackTarget | None,
        x: int,
    ) -> None:
        action = self.response.actions.add()
        action.CopyFrom(alike)
        action.returned_id = creature.id
        if target is not None:
            action.attack_target.CopyFrom(target)
        if x:
            action.x_value = x
        self._table.effort.say(action.ByteSize())

    def _candidates(self, keyword: Keyword) -> list[Candidate]:
        """The objects that could be returned, or that a reason says it of, in the state's order."""

        def work_out() -> list[Candidate]:
            table, found = self._table, []
            for item in _looked_at(table, keyword.returned, blocked=self._explain):
                obstacle = return_obstacle(
                    table, self._player, keyword, item, engine_pays=self._engine_pays
                )
                if obstacle is None or self._explain:
                    target = target_as_attacked(table, item) if keyword.attacks else None
                    found.append(Candidate(item, obstacle, target))
            return found

        key = ("candidates", self._player, keyword.name, self._explain, self._engine_pays)
        return self._table.known(key, work_out)


def _looked_at(table: Table, returned: Returned, *, blocked: bool) -> list[pb.GameObject]:
    """What could be returned at all; what attacks and is blocked only where that is asked for."""
    board = table.board
    if returned is Returned.TAPPED_CREATURE:
        return [item for item in board.battlefield() if table.is_creature(item)]
    there = board.attacking()
    return there if blocked else [item for item in there if is_unblocked(board.attackers[item.id])]
