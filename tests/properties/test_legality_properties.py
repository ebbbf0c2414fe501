"""Listing and taking against the naive rules, over combats of every kind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.state.check import check_core
from tests.boards import refused
from tests.naive.legality import Naive
from tests.properties.asking import (
    askers,
    explained,
    game_of,
    listed,
    naively_explained,
    naively_listed,
    named,
    resolved,
    taken,
)
from tests.properties.combats import LARGE, combats

SETTLES = wire.CallOptions(engine_settles=True)

small = settings(max_examples=2 * settings().max_examples)
large = settings(max_examples=max(1, settings().max_examples // 8))


def assert_agrees(state: pb.CombatState) -> None:
    game = game_of(state)
    naive = Naive(state)
    for player in askers(state):
        for engine_pays in (False, True):
            found = game.listing(player, explain=True, engine_pays=engine_pays)
            verdicts = list(naive.verdicts(player, engine_pays=engine_pays))
            assert listed(found) == naively_listed(verdicts)
            assert explained(found) == naively_explained(verdicts)
            if not engine_pays:
                for each in verdicts:
                    event(each.reason or "listed")


@small
@given(combats())
def test_the_listing_is_the_naive_one(state: pb.CombatState):
    """A1 to A14, D1, E1: every card, attacker and way of paying, and every reason against it."""
    assert not check_core(state)
    assert_agrees(state)


@pytest.mark.slow
@large
@given(combats(LARGE))
def test_the_listing_is_the_naive_one_on_large_boards(state: pb.CombatState):
    """The same with up to 200 objects."""
    assert not check_core(state)
    assert_agrees(state)


@small
@given(combats())
def test_without_explain_the_actions_are_the_same(state: pb.CombatState):
    """Asking for reasons, or not, changes no action."""
    game = game_of(state)
    for player in askers(state):
        plain = game.listing(player)
        assert not plain.refusals
        assert plain.actions == game.listing(player, explain=True).actions


def assert_takes(state: pb.CombatState, most: int) -> None:
    game = game_of(state)
    for player in askers(state):
        for action in game.listing(player).actions[:most]:
            after = game.then(taken(game, action, player, options=SETTLES))
            pushed = after.state.stack[len(state.stack)]
            assert len(after.state.stack) == len(state.stack) + 1
            assert (pushed.source_id, pushed.keyword) == (action.source_id, action.keyword)
            if action.HasField("attack_target"):
                assert pushed.attack_target == action.attack_target
            assert pushed.x_value == action.x_value
            back = after[action.returned_id]
            assert back.zone in (pb.ZONE_HAND, pb.ZONE_COMMAND)
            assert back.incarnation == game[action.returned_id].incarnation + 1
            assert after.attacks(action.returned_id) is None
            if not action.other_costs:
                spell = action.kind == wire.ACTION_KIND_CAST_SPELL
                zone = pb.ZONE_STACK if spell else game[action.source_id].zone
                assert after[action.source_id].zone == zone
            # With everything that follows, each outcome's events fold as well.
            resolved(game.then(taken(game, action, player)))


@small
@given(combats())
def test_what_is_listed_can_be_taken(state: pb.CombatState):
    """A8: each listed action can be taken as listed; its events fold, and so those of resolving."""
    assert_takes(state, 100)


@pytest.mark.slow
@large
@given(combats(LARGE))
def test_what_is_listed_can_be_taken_on_large_boards(state: pb.CombatState):
    """The same with up to 200 objects."""
    assert_takes(state, 10)


@small
@given(combats())
def test_what_is_not_listed_is_refused_as_explained(state: pb.CombatState):
    """A8: each keyword card and attacker that is not listed is refused with the reason given."""
    game = game_of(state)
    for player in askers(state):
        for verdict in Naive(state).verdicts(player):
            if not verdict.reason:
                continue
            returned = verdict.returned or state.objects[0].id
            action = named(verdict.source, verdict.keyword, verdict.cost, verdict.parts, returned)
            with refused(verdict.reason, verdict.rule):
                game.take("", "", action=action, player=player)


@small
@given(combats(), st.randoms(use_true_random=False))
def test_any_object_as_the_one_to_return(state: pb.CombatState, chance: Random):
    """A6: whatever object is named, TakeAction does what the naive rules say of it."""
    game = game_of(state)
    naive = Naive(state)
    for player in askers(state):
        for item in state.objects:
            for offer in naive.offers(item, player):
                creature = state.objects[chance.randrange(len(state.objects))]
                reason, rule = naive.card_reason(item, offer.keyword, player)
                if not reason:
                    reason, rule = naive.creature_reason(creature, offer.keyword, player)
                if not reason and naive.highest_x(item, offer, player, creature.id) < 0:
                    reason, rule = "CANNOT_PAY", "601.2h"
                action = named(item.id, offer.keyword.name, offer.shown, offer.parts, creature.id)
                if reason:
                    with refused(reason, rule):
                        game.take("", "", action=action, player=player)
                else:
                    taken(game, action, player)


@small
@given(combats(), st.randoms(use_true_random=False))
def test_the_order_is_the_states(state: pb.CombatState, chance: Random):
    """The same objects in another order: the same actions, in that order."""
    before = {player: game_of(state).listing(player).actions for player in askers(state)}
    order = list(range(len(state.objects)))
    chance.shuffle(order)
    objects = [state.objects[place] for place in order]
    shuffled = pb.CombatState()
    shuffled.CopyFrom(state)
    del shuffled.objects[:]
    shuffled.objects.extend(objects)
    place = {item.id: number for number, item in enumerate(shuffled.objects)}

    def order_of(action: wire.Action) -> tuple[int, str, int]:
        return place[action.source_id], action.mana_cost, place[action.returned_id]

    for player, actions in before.items():
        found = list(game_of(shuffled).listing(player).actions)
        sources = [place[each.source_id] for each in found]
        assert sources == sorted(sources)
        assert sorted(found, key=order_of) == sorted(actions, key=order_of)
