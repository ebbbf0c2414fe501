"""F1 to F4: what is the engine's, and what the service does with what it is sent."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from ninjutsu_service.rules.apply import fold
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.check import check_core
from tests.boards import Game, ev, event, kinds, pb, told, wire

NINJA = "Ninja of the Deep Hours"
MASTER = "Silver-Fur Master"
SETTLES = wire.CallOptions(engine_settles=True)


def armed() -> Game:
    """A bear attacks; a Ninja in hand and the mana for it."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    return game


def without(outcome: wire.Outcome, replaced: Collection[int]) -> list[ev.Event]:
    """The events that an engine applies that replaced some, by their numbers: none that follow."""
    left_out = set(replaced)
    for number, each in enumerate(outcome.events, 1):
        if each.cause in left_out:
            left_out.add(number)
    return [each for number, each in enumerate(outcome.events, 1) if number not in left_out]


def power(game: Game, name: str) -> int | None:
    """An object's power, as the rules read it."""
    return Table(Board(game.state), game.rulebook).traits(game[name]).power


@pytest.mark.clause("F1")
def test_nothing_is_remembered_between_calls():
    """F1: an earlier state, sent again after a later one, is answered as it was before."""
    game = armed()
    first = game.take("ninja", "bear")
    game.then(first).resolve()
    assert game.take("ninja", "bear") == first
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("F1")
def test_what_the_engine_did_meanwhile_counts():
    """F1: the call reads the state that it is sent, whatever the service answered before."""
    game = armed()
    game = game.then(game.take("ninja", "bear"))
    game.state.stack[0].attack_target.ClearField("target")
    assert game.then(game.resolve()).attacks("ninja") is None


@pytest.mark.clause("F1")
def test_the_priority_loop_is_the_engines():
    """F1: acting passes no priority, and nothing resolves until the engine asks for it."""
    outcome = armed().take("ninja", "bear")
    assert outcome.state.priority_player_id == "a"
    assert len(outcome.state.stack) == 1
    assert "priority_given" not in kinds(outcome)


@pytest.mark.clause("F2")
def test_sent_characteristics_are_the_truth():
    """F2: what the engine computed is not computed again: counters and abilities are in it."""
    game = Game()
    game.add("master", MASTER)
    bear = game.creature("bear", power=3)
    bear.characteristics.types.append("Ninja")
    bear.counters["P1P1"] = 1
    assert power(game, "bear") == 3


@pytest.mark.clause("F2")
def test_without_them_the_script_counters_and_abilities_in_play_count():
    """F2: two from the script, one from a counter, one from the Silver-Fur Master in play."""
    game = Game()
    game.add("ninja", NINJA, counters={"P1P1": 1})
    assert power(game, "ninja") == 3
    game.add("master", MASTER)
    assert power(game, "ninja") == 4


@pytest.mark.clause("F2")
def test_an_unknown_card_keeps_what_was_sent():
    """F2: a change of zone clears what was sent only where the pool knows the card."""
    game = Game()
    game.hand("cub", "Test Cub").characteristics.CopyFrom(
        pb.Characteristics(types=["Creature"], keywords=["Ninjutsu:U"], power=4, toughness=4)
    )
    game.attacker("bear")
    game.lands("U", 1)
    after = game.through("cub", "bear")
    assert after["cub"].characteristics == game["cub"].characteristics
    assert power(after, "cub") == 4


@pytest.mark.clause("F3")
def test_an_engine_replaces_what_would_enter():
    """F3: the Ninja is exiled instead of entering: that move, and the attack, are left out."""
    game = armed()
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve()
    applied = without(outcome, {1})
    assert [each.WhichOneof("event") for each in applied] == ["stack_removed", "priority_given"]
    game.moved("ninja", pb.ZONE_EXILE)
    after = Game()
    after.state.CopyFrom(fold(game.state, applied, game.rulebook.knows))
    assert check_core(after.state) == []
    assert (after["ninja"].zone, after.attacks("ninja")) == (pb.ZONE_EXILE, None)
    assert not after.state.stack


@pytest.mark.clause("F3")
def test_an_engine_replaces_where_the_creature_goes():
    """F3: a token exiled instead of returned: the end of the token follows from the move too."""
    game = armed()
    game["bear"].token = True
    outcome = game.take("ninja", "bear")
    returned = next(
        number for number, each in enumerate(outcome.events, 1) if each.HasField("zone_changed")
    )
    applied = without(outcome, {returned})
    assert [each.WhichOneof("event") for each in applied[-2:]] == ["mana_added", "mana_spent"]
    after = Game()
    after.state.CopyFrom(fold(game.state, applied, game.rulebook.knows))
    after.moved("bear", pb.ZONE_EXILE)
    assert check_core(after.state) == []
    assert after.then(after.resolve()).attacks("ninja") == "b"


@pytest.mark.clause("F3")
def test_kaitos_counters_follow_from_his_entering():
    """F3: an engine that counts loyalty its own way finds what it replaces by its cause."""
    game = armed()
    game["ninja"].card_name = "Kaito, Bane of Nightmares"
    game.lands("B", 1)
    game.land("u3", "U")
    outcome = game.then(game.take("ninja", "bear")).resolve()
    assert [(each.WhichOneof("event"), each.cause) for each in outcome.events[:3]] == [
        ("zone_changed", 0),
        ("counters_changed", 1),
        ("attack_joined", 1),
    ]


@pytest.mark.clause("F4")
def test_an_engine_that_settles_gets_no_priority_given():
    """F4: after resolving, state-based actions, triggers and priority are the engine's."""
    game = armed()
    game = game.then(game.take("ninja", "bear", options=SETTLES))
    outcome = game.resolve(options=SETTLES)
    assert told(outcome) == [
        ("zone_changed", "702.49a", 1, 0),
        ("attack_joined", "702.49c", 1, 1),
        ("stack_removed", "608.2n", 0, 0),
    ]
    assert outcome.state.priority_player_id == "a"


@pytest.mark.clause("F4")
def test_tokens_elsewhere_are_its_own_to_remove():
    """F4: with settling left to the engine a token stays in hand; without, it has ceased."""
    game = armed()
    game["bear"].token = True
    settled = game.take("ninja", "bear")
    assert event(settled, "object_ceased").object_id == "bear"
    left = game.take("ninja", "bear", options=SETTLES)
    assert "object_ceased" not in kinds(left)
    assert game.then(left)["bear"].zone == pb.ZONE_HAND


@pytest.mark.clause("F4")
def test_the_state_can_be_left_out():
    """F4: an engine that applies the events itself need not be sent the state."""
    game = armed()
    options = wire.CallOptions(engine_settles=True, return_state=False)
    outcome = game.take("ninja", "bear", options=options)
    assert not outcome.HasField("state")
    assert list(outcome.events) == list(game.take("ninja", "bear", options=SETTLES).events)
