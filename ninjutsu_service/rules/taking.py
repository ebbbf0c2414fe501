"""Taking an action: check, then pay, then change (TakeAction; CR 602.2, 601.2).

For an activated ability: it goes on the stack, the card is revealed, and the creature goes
back to its owner as part of the cost (A7). The card itself stays where it is, and the player
keeps priority (B1; CR 117.3c). What cannot be paid leaves the game as it was (A8; CR 733.1).
"""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.mana import parse_mana
from ninjutsu_service.rules.affording import find
from ninjutsu_service.rules.announcing import (
    Announcement,
    count_commander,
    return_creature,
    stack_object,
)
from ninjutsu_service.rules.casting import NOTHING_CHOSEN, Chosen, cast, choose
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.combat import target_as_attacked
from ninjutsu_service.rules.costs import Offer, offers
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.legality import (
    CANNOT_PAY,
    NO_LEGAL_TARGET,
    card_obstacle,
    no_keyword,
    refusal,
    return_obstacle,
)
from ninjutsu_service.rules.parts import Payer, called_away, pay_parts
from ninjutsu_service.rules.paying import pay_mana
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.relocating import goes_to_command_zone
from ninjutsu_service.rules.settle import settle
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.faults import Fault, InvalidRequest


def take_action(
    ledger: Ledger,
    player: str,
    action: wire.Action,
    payment: wire.Payment,
    decisions: Decisions,
    *,
    engine_settles: bool = False,
) -> None:
    """Announce an action and pay for it.

    Raises:
        InvalidRequest: the action does not say which cost it means, or contradicts what the
            creature attacks. That what it names exists was checked (`rules.reading`).
        Refused: the rules forbid it; nothing has changed.
        ChoiceNeeded: a player must decide something first; nothing has changed.
    """
    table = ledger.table
    item = table.board.objects[action.source_id]
    creature = table.board.objects[action.returned_id]
    offer = _offer(table, player, item, action)
    engine_pays = payment.WhichOneof("payment") == "engine"
    for obstacle, whom in (
        (card_obstacle(table, player, item, offer), None),
        (
            return_obstacle(table, player, offer.keyword, creature, engine_pays=engine_pays),
            creature,
        ),
    ):
        if obstacle is not None:
            raise Refused(refusal(table, player, item, offer, obstacle, whom))
    attacked = target_as_attacked(table, creature)
    _check_target(offer, creature, attacked, action)
    payer = Payer(table, player, item, action.x_value, creature.id, offer.keyword.casts)
    chosen = _choose(payer, offer, decisions)
    found = find(payer, offer, payment, decisions)
    if found is None:
        raise Refused(refusal(table, player, item, offer, CANNOT_PAY, creature))
    to_command = called_away(payer, found.parts, decisions)
    if goes_to_command_zone(table, creature, offer.keyword.returned_to, decisions):
        to_command |= {creature.id}
    announced = Announcement(payer, offer, creature, attacked, found, to_command)
    if offer.keyword.casts:
        cast(ledger, announced, chosen)
    else:
        _activate(ledger, announced)
    if not engine_settles:
        settle(ledger, decisions)


def _choose(payer: Payer, offer: Offer, decisions: Decisions) -> Chosen:
    """A spell's modes and targets (CR 601.2b, c); an ability of the family has none.

    Raises:
        Refused: there are too few legal targets.
    """
    if not offer.keyword.casts:
        return NOTHING_CHOSEN
    table, player, item = payer.table, payer.player, payer.source
    chosen = choose(table, player, item, payer.x, decisions)
    if chosen is None:
        raise Refused(refusal(table, player, item, offer, NO_LEGAL_TARGET))
    return chosen


def _offer(table: Table, player: str, item: pb.GameObject, action: wire.Action) -> Offer:
    """The keyword that the action means, at the cost that it names.

    Raises:
        Refused: the card has no such keyword, or not at that cost.
        InvalidRequest: it has it at several costs, and the action does not say which.
    """
    keyword = table.rulebook.registry.get(action.keyword)
    found = [each for each in offers(table, player, item) if each.keyword is keyword]
    if action.mana_cost:
        cost = str(parse_mana(action.mana_cost))
        found = [each for each in found if str(each.shown) == cost]
    if action.mana_cost or action.other_costs:
        stated = list(action.other_costs)
        exact = [each for each in found if each.other_costs == stated]
        found = exact if exact or stated else found
    if not found:
        raise Refused(no_keyword(table, player, item, action.keyword, keyword))
    if len(found) > 1:
        costs = " or ".join(repr(" ".join([str(e.shown), *e.other_costs])) for e in found)
        message = f"{item.id!r} offers {action.keyword} at several costs: say {costs}"
        field = "action.other_costs" if action.mana_cost else "action.mana_cost"
        raise InvalidRequest([Fault(field, message)])
    if action.x_value and not found[0].has_x:
        raise InvalidRequest([Fault("action.x_value", "the cost has no X")])
    return found[0]


def _check_target(
    offer: Offer, creature: pb.GameObject, attacked: pb.AttackTarget | None, action: wire.Action
) -> None:
    """B8: there is no choice of what to attack, so a different one is a misunderstanding."""
    stated = action.attack_target
    if not offer.keyword.attacks or stated.WhichOneof("target") is None:
        return
    target = attacked or pb.AttackTarget()
    if (target.player_id, target.permanent_id) != (stated.player_id, stated.permanent_id):
        message = f"{creature.id!r} is not attacking that; what it attacks is attacked (CR 702.49c)"
        raise InvalidRequest([Fault("action.attack_target", message)])


def _activate(ledger: Ledger, announced: Announcement) -> None:
    """CR 602.2: reveal and put on the stack, activate mana abilities, pay."""
    payer, offer = announced.payer, announced.offer
    if offer.keyword.reveals:
        revealed = ev.CardRevealed(object_id=payer.source.id)
        ledger.write(revealed, "702.49b")
    pushed = ev.StackPushed(object=stack_object(ledger, announced))
    ledger.write(pushed, "602.2a")
    pay_mana(ledger, payer.player, announced.payment.mana)
    pay_parts(ledger, payer, announced.payment.parts, announced.to_command)
    return_creature(ledger, announced)
    if offer.keyword.commander_tax and payer.source.zone == pb.ZONE_COMMAND:
        count_commander(ledger, payer.source.id)
