"""What a state says of its players."""

from __future__ import annotations

import pytest

from ninjutsu_service.state.board import Board
from tests.boards import Game


@pytest.mark.clause("C10")
@pytest.mark.parametrize(
    ("shared", "active", "teams", "order"),
    [
        (False, "a2", "aabb", "a2 b1 b2 a1"),
        (True, "a2", "aabb", "a2 a1 b1 b2"),
        (True, "a1", "aabb", "a1 a2 b1 b2"),
        (True, "b1", "aabb", "b1 b2 a1 a2"),
        (True, "b1", "abab", "b1 a1 b2 a2"),
        (True, "a2", "", "a2 b1 b2 a1"),
    ],
)
def test_the_order_of_players(shared: bool, active: str, teams: str, order: str):
    """101.4, 805.6: from the active player on; where teams share turns, the whole team first."""
    game = Game("a1", "a2", "b1", "b2")
    game.state.active_player_id = active
    game.state.shared_team_turns = shared
    for player, team in zip(game.state.players, teams, strict=False):
        player.team_id = team
    assert Board(game.state).turn_order() == order.split()


def test_who_left_has_no_turn():
    """800.4: a player who left the game is in no order."""
    game = Game("a", "b", "c")
    game.player("b").left_game = True
    assert Board(game.state).turn_order() == ["a", "c"]
