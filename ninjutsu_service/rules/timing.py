"""When a player may act (CR 117.1, 602.5, 702.61): asked by what lists and by what does."""

from __future__ import annotations

from collections.abc import Callable

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.keyword import Keyword, Window
from ninjutsu_service.state.board import Board

_MAIN = frozenset((pb.STEP_PRECOMBAT_MAIN, pb.STEP_POSTCOMBAT_MAIN))


def has_priority(board: Board, player: str) -> bool:
    """CR 117.1b. Where teams share turns, the whole team has priority (CR 805.5a)."""
    holder = board.state.priority_player_id
    if not holder or board.players[player].left_game:
        return False
    return holder == player or (board.state.shared_team_turns and board.same_team(holder, player))


def may_act(board: Board, keyword: Keyword, player: str) -> bool:
    """Whether the player may act at all now: with priority (A3), or in their own search.

    While a library is searched nobody has priority; an engine asks only whoever searches.
    """
    if keyword.window is Window.WHILE_SEARCHING:
        return not board.state.priority_player_id and not board.players[player].left_game
    return has_priority(board, player)


def in_window(board: Board, keyword: Keyword, player: str, is_instant: Callable[[], bool]) -> bool:
    """Whether this is a moment at which the keyword may be used (A4, D1, E1).

    Args:
        board: the board.
        keyword: what states its steps and its window.
        player: who wants to use it.
        is_instant: tells whether the card could be cast as an instant; asked only where it counts.
    """
    if keyword.steps is not None and board.state.step not in keyword.steps:
        return False
    if keyword.window in (Window.ANY_TIME, Window.WHILE_SEARCHING):
        return True
    own_turn = board.is_attacking_player(player)
    if keyword.window is Window.OWN_TURN:
        return own_turn
    return is_instant() or (own_turn and board.state.step in _MAIN and not board.state.stack)


def split_second(board: Board) -> bool:
    """CR 702.61a: a spell or ability with split second is on the stack."""
    stack = board.state.stack
    return bool(stack) and any(item.split_second for item in stack)
