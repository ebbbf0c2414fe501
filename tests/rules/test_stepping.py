"""Steps of many creatures: what a step costs grows with what is in it."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from ninjutsu_service import calls
from ninjutsu_service.rules.apply import Applier
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.state.board import Board
from tests.boards import Game, ev, events, pb, wire


def crowd(count: int) -> Game:
    """So many attackers, each blocked by a token; all of them die."""
    game = Game()
    for number in range(count):
        game.creature(f"x{number}", owner="b", token=True)
        game.attacker(f"a{number}", status=pb.BLOCK_STATUS_BLOCKED, blockers=[f"x{number}"])
    return game


def test_a_crowd_dies_together():
    """704.3: every death is told once, with its cause, and nobody stays in combat."""
    game = crowd(120)
    outcome = game.advance()
    moved = [each.object_id for each in events(outcome, "zone_changed")]
    assert sorted(moved) == sorted(f"{kind}{number}" for kind in "ax" for number in range(120))
    assert len(events(outcome, "object_ceased")) == 120
    assert not game.then(outcome).state.combat.attackers
    deaths = [each for each in outcome.events if each.rule == "704.5g"]
    for death in deaths:
        cause = outcome.events[death.cause - 1].damage_dealt
        assert cause.object_id == death.zone_changed.object_id


@pytest.mark.parametrize("settles", [False, True])
def test_applying_looks_at_each_record_once(settles: bool):
    """A crowd's combat is indexed a few times, not once for each that leaves it."""
    real = Board.index_combat
    with patch.object(Board, "index_combat", autospec=True, side_effect=real) as index:
        request = wire.AdvanceStepRequest(state=crowd(60).state)
        request.options.engine_settles = settles
        calls.advance_step(crowd(1).rulebook, request)
    assert index.call_count < 10


def test_who_joins_twice_attacks_once():
    """508.4: an event that comes a second time changes nothing."""
    game = Game()
    game.attacker("bear")
    applier = Applier(Board(game.state), game.rulebook.knows)
    applier.apply(ev.Event(attack_joined=ev.AttackJoined(object_id="bear")))
    assert [record.object_id for record in game.state.combat.attackers] == ["bear"]


def test_the_index_of_combat_follows_events():
    """506.4: whoever joins and leaves by turns is in combat, and then is not."""
    game = Game()
    game.creature("x", owner="b")
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["x"])
    game.creature("wolf")
    board = Board(game.state)
    applier = Applier(board, game.rulebook.knows)
    assert [board.in_combat(name) for name in ("bear", "x", "wolf")] == [True, True, False]
    applier.apply(ev.Event(combat_left=ev.CombatLeft(object_id="bear")))
    assert [board.in_combat(name) for name in ("bear", "x")] == [False, True]
    applier.apply(ev.Event(attack_joined=ev.AttackJoined(object_id="wolf")))
    applier.apply(ev.Event(attack_joined=ev.AttackJoined(object_id="bear")))
    assert [board.in_combat(name) for name in ("bear", "x", "wolf")] == [True, True, True]
    applier.apply(ev.Event(combat_left=ev.CombatLeft(object_id="x")))
    assert not board.in_combat("x")
    assert not game.state.combat.other_blocker_ids
    assert list(board.attackers) == [each.object_id for each in game.state.combat.attackers]


def test_many_effects_and_a_budget():
    """A request made to be slow ends with an error, not with a late answer."""
    game = Game()
    for number in range(2000):
        game.creature(f"x{number}", damage=9)
        game.state.effects.add(id=f"e{number}", object_id=f"x{number}", keywords=["Flying"])
    with pytest.raises(TooMuchWork):
        game.advance()
