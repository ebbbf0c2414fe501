"""May this player use this keyword of this card, returning that creature (A1 to A6, A11)?

The same questions are asked by what lists actions and by what takes one, in the order that
`RefusalReason` states. What it costs is asked last, in `rules/costs.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.mana import braces
from ninjutsu_service.rules.casting import lacks_targets
from ninjutsu_service.rules.combat import why_not_tapped_creature, why_not_unblocked_attacker
from ninjutsu_service.rules.costs import Offer, tapping_options
from ninjutsu_service.rules.keyword import Keyword, Returned
from ninjutsu_service.rules.permission import is_by_leave, may_cast_from_there
from ninjutsu_service.rules.refusals import Refusal
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.timing import in_window, may_act, split_second
from ninjutsu_service.rules.valid import has_keyword

_RETURN_RULES = {
    wire.REFUSAL_REASON_PHASED_OUT: "702.26b",
    wire.REFUSAL_REASON_BLOCKS_NOT_DECLARED: "509.1h",
    wire.REFUSAL_REASON_BLOCKED: "509.1h",
}


class Obstacle(NamedTuple):
    """What stands in the way: a `RefusalReason` and the rule that it follows."""

    reason: wire.RefusalReason.ValueType
    rule: str


NO_LEGAL_TARGET = Obstacle(wire.REFUSAL_REASON_NO_LEGAL_TARGET, "601.2c")


def card_obstacle(table: Table, player: str, item: pb.GameObject, offer: Offer) -> Obstacle | None:
    """Why the keyword cannot be used at all now; None where the card itself is no obstacle."""
    board, keyword = table.board, offer.keyword
    rules = keyword.rules
    if not may_act(board, keyword, player):
        return Obstacle(wire.REFUSAL_REASON_NO_PRIORITY, rules.priority)
    if not in_window(board, keyword, player, lambda: is_instant(table, item)):
        return Obstacle(wire.REFUSAL_REASON_WRONG_STEP, rules.window)
    if not _works_there(table, player, item, keyword):
        return Obstacle(wire.REFUSAL_REASON_WRONG_ZONE, rules.zone)
    if item.owner_id != player and not is_by_leave(item, keyword):
        return Obstacle(wire.REFUSAL_REASON_NOT_OWNED, rules.owner)
    if split_second(board):
        return Obstacle(wire.REFUSAL_REASON_SPLIT_SECOND, "702.61a")
    if item.cast_forbidden if keyword.casts else item.activation_forbidden:
        return Obstacle(wire.REFUSAL_REASON_ACTIVATION_FORBIDDEN, rules.forbidden)
    if keyword.casts and not aims_by_x(table, item, offer) and lacks_targets(table, player, item):
        return NO_LEGAL_TARGET
    return None


def aims_by_x(table: Table, item: pb.GameObject, offer: Offer) -> bool:
    """Whether there are targets or not only for an X, which is announced first (CR 601.2b, c)."""
    return offer.keyword.casts and offer.has_x and table.rulebook.aims_by_x(item.card_name)


def _works_there(table: Table, player: str, item: pb.GameObject, keyword: Keyword) -> bool:
    """Whether the keyword works in the zone that the card is in (A1, A2, D1, D5)."""
    if item.zone not in keyword.zones:
        return False
    return not keyword.casts or may_cast_from_there(table, player, item, keyword)


def return_obstacle(
    table: Table, player: str, keyword: Keyword, creature: pb.GameObject, *, engine_pays: bool
) -> Obstacle | None:
    """Why this creature cannot be returned for the keyword; None where it can.

    While the mana is paid for, an untapped one may be tapped for some of it (CR 601.2g). An engine
    that takes the mana itself has tapped it by then.
    """
    if keyword.returned is Returned.TAPPED_CREATURE:
        reason = why_not_tapped_creature(table, player, creature)
        untapped = reason == wire.REFUSAL_REASON_NOT_TAPPED
        if untapped and not engine_pays and tapping_options(table, player, creature.id):
            return None
    else:
        reason = why_not_unblocked_attacker(table, player, creature)
    if reason is None:
        return None
    return Obstacle(reason, _RETURN_RULES.get(reason, keyword.rules.returned))


CANNOT_PAY = Obstacle(wire.REFUSAL_REASON_CANNOT_PAY, "601.2h")
"""CR 601.2h by 602.2b: unpayable costs cannot be paid."""


def refusal(
    table: Table,
    player: str,
    item: pb.GameObject,
    offer: Offer,
    obstacle: Obstacle,
    creature: pb.GameObject | None = None,
) -> Refusal:
    """An obstacle as a refusal that names whom it concerns."""
    details = {
        "card": table.shown_name(item, player),
        "keyword": offer.keyword.name,
        "cost": " ".join([braces(offer.shown), *offer.other_costs]),
        "variant": "spell" if offer.keyword.casts else "ability",
    }
    if creature is not None:
        details["creature"] = table.shown_name(creature, player)
    return Refusal(
        obstacle.reason,
        obstacle.rule,
        item.id,
        offer.keyword.name,
        creature.id if creature is not None else "",
        details,
    )


def no_keyword(
    table: Table, player: str, item: pb.GameObject, name: str, keyword: Keyword | None
) -> Refusal:
    """The card has no such keyword: nothing has, or the card is not known, or it has another."""
    case = "" if table.tells(item) else "UNKNOWN_CARD"
    return Refusal(
        wire.REFUSAL_REASON_NO_KEYWORD,
        keyword.rules.keyword if keyword else "602.2",
        item.id,
        name,
        details={"card": table.shown_name(item, player), "keyword": name},
        case="NO_SUCH_KEYWORD" if keyword is None else case,
    )


def is_instant(table: Table, item: pb.GameObject) -> bool:
    """Whether a card could be cast at any time (CR 117.1a): an instant, or with flash."""
    traits = table.traits(item)
    return "Instant" in traits.types or has_keyword(traits, "Flash")
