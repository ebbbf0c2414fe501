"""What happens before a player gets priority (CR 117.5): state-based actions, then triggers."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu_service.rules import triggers
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.state_based import check_once


def settle(ledger: Ledger, decisions: Decisions, priority: str = "") -> None:
    """Run state-based actions and put triggers on the stack until there are none, then priority.

    Nothing follows once a part of an ability was left to the engine: what that does comes
    first. Nothing follows the end of the game but that nobody has priority.

    Args:
        ledger: the ledger.
        decisions: what was decided so far.
        priority: the rule by which the active player gets priority then; empty where whoever
            has it keeps it.

    Raises:
        ChoiceNeeded: a player must decide something first.
        Refused: a decision that is not allowed.
    """
    if ledger.left_to_engine:
        return
    holder = ledger.table.board.state.priority_player_id
    checked = 0
    while True:
        before = len(ledger.events)
        ledger.table.effort.spend(len(ledger.table.board.objects))
        acted = check_once(ledger, decisions, checked)
        checked = before
        if acted and is_over(ledger):
            _give(ledger, "", "104.2a" if ledger.table.turn_order() else "104.4a")
            return
        if not acted and not triggers.put_waiting(ledger, decisions):
            break
    _priority(ledger, priority, holder)


def is_over(ledger: Ledger) -> bool:
    """CR 104.2a, 104.4a: somebody lost, and no two players who are left are opponents."""
    if "player_lost" not in ledger.kinds:
        return False
    board = ledger.table.board
    left = board.turn_order()
    return all(board.same_team(left[0], other) for other in left)


def _priority(ledger: Ledger, rule: str, holder: str) -> None:
    """CR 117.3a, b: the active player gets it; 800.4a: the next one where that one has left."""
    board = ledger.table.board
    if rule:
        order = board.turn_order()
        _give(ledger, order[0] if order else "", rule)
    elif holder and board.players[holder].left_game:
        names = list(board.players)
        start = names.index(holder)
        after = [name for name in names[start:] + names[:start] if name in board.turn_order()]
        _give(ledger, after[0] if after else "", "800.4a")


def _give(ledger: Ledger, player: str, rule: str) -> None:
    given = ev.PriorityGiven(player_id=player)
    ledger.write(given, rule)
