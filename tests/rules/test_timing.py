"""When a player may act (`rules.timing`)."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.keyword import Window
from ninjutsu_service.rules.keywords.ninjutsu import NINJUTSU
from ninjutsu_service.rules.timing import has_priority, in_window, may_act, split_second
from ninjutsu_service.state.board import Board
from tests.boards import Game, pb, step_name

STEPS = [step for step in pb.Step.values() if step]


def board_of(game: Game) -> Board:
    return Board(game.state)


@pytest.mark.clause("A3")
@pytest.mark.parametrize(
    ("holder", "shared", "left", "may"),
    [
        ("a", False, False, True),
        ("b", False, False, False),
        ("", False, False, False),
        ("c", False, False, False),
        ("c", True, False, True),
        ("b", True, False, False),
        ("", True, False, False),
        ("c", True, True, False),
    ],
)
def test_priority(holder: str, shared: bool, left: bool, may: bool):
    """A3: one's own, or with shared turns a team-mate's; never of one who left."""
    game = Game("a", "b", "c")
    game.player("a").team_id = game.player("c").team_id = "x"
    game.state.shared_team_turns = shared
    game.state.priority_player_id = holder
    game.player("a").left_game = left
    assert has_priority(board_of(game), "a") == may
    assert may_act(board_of(game), NINJUTSU, "a") == may


@pytest.mark.parametrize(
    ("holder", "left", "may"),
    [("", False, True), ("", True, False), ("a", False, False), ("b", False, False)],
)
def test_while_a_library_is_searched(holder: str, left: bool, may: bool):
    """E2: in the middle of a search nobody has priority, and who searches may act."""
    searching = NINJUTSU.vary(window=Window.WHILE_SEARCHING)
    game = Game()
    game.state.priority_player_id = holder
    game.player("a").left_game = left
    assert may_act(board_of(game), searching, "a") == may


@pytest.mark.parametrize("window", [Window.ANY_TIME, Window.WHILE_SEARCHING])
@pytest.mark.parametrize("step", STEPS, ids=step_name)
def test_any_time_in_the_steps_named(window: Window, step: pb.Step.ValueType):
    """A4: whose turn it is does not matter, nor what is on the stack."""
    keyword = NINJUTSU.vary(window=window, steps=frozenset((pb.STEP_END_OF_COMBAT,)))
    game = Game(step=step)
    game.state.stack.add(id="x", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="a")
    for player in "ab":
        found = in_window(board_of(game), keyword, player, lambda: False)
        assert found == (step == pb.STEP_END_OF_COMBAT)
    everywhere = keyword.vary(steps=None)
    assert in_window(board_of(game), everywhere, "b", lambda: False)


@pytest.mark.clause("D1")
@pytest.mark.parametrize(("player", "open_"), [("a", True), ("b", False), ("c", True)])
def test_in_ones_own_turn(player: str, open_: bool):
    """D1: in the turn of the player, or of their team where turns are shared."""
    keyword = NINJUTSU.vary(window=Window.OWN_TURN)
    game = Game("a", "b", "c")
    game.player("a").team_id = game.player("c").team_id = "x"
    game.state.shared_team_turns = True
    assert in_window(board_of(game), keyword, player, lambda: False) == open_


@pytest.mark.clause("E1")
@pytest.mark.parametrize("step", STEPS, ids=step_name)
@pytest.mark.parametrize("player", ["a", "b"])
@pytest.mark.parametrize("waiting", [True, False])
def test_the_timing_of_the_card_itself(step: pb.Step.ValueType, player: str, waiting: bool):
    """E1, 307.1: one's own main phase with an empty stack; an instant at any time."""
    keyword = NINJUTSU.vary(window=Window.SPELL_TIMING, steps=None)
    game = Game(step=step)
    if waiting:
        game.state.stack.add(id="x", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="a")
    main = step in (pb.STEP_PRECOMBAT_MAIN, pb.STEP_POSTCOMBAT_MAIN)
    expected = main and player == "a" and not waiting
    assert in_window(board_of(game), keyword, player, lambda: False) == expected
    assert in_window(board_of(game), keyword, player, lambda: True)


@pytest.mark.clause("A11")
def test_split_second():
    """A11: any object on the stack may have it."""
    game = Game()
    assert not split_second(board_of(game))
    game.state.stack.add(id="x", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="a")
    assert not split_second(board_of(game))
    game.state.stack.add(
        id="y", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="a", split_second=True
    )
    assert split_second(board_of(game))
