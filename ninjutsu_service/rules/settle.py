"""What happens before a player gets priority: state-based actions (CR 704), then priority."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.ledger import Ledger

_TOKENS_STAY = frozenset((pb.ZONE_BATTLEFIELD, pb.ZONE_STACK))


def state_based_actions(ledger: Ledger) -> None:
    """Do all state-based actions at once, until there is none to do (CR 704.3)."""
    board = ledger.table.board
    for item in list(board.objects.values()):
        if item.token and item.zone not in _TOKENS_STAY:
            cause = _last_move(ledger, item.id)
            ceased = ev.ObjectCeased(object_id=item.id)
            ledger.write(ev.Event(object_ceased=ceased), "704.5d", cause=cause)


def give_priority(ledger: Ledger) -> None:
    """CR 117.3b: the active player gets it, or the next one where that player has left."""
    board = ledger.table.board
    players = list(board.players)
    start = players.index(board.active_player)
    order = players[start:] + players[:start]
    player = next((each for each in order if not board.players[each].left_game), "")
    ledger.write(ev.Event(priority_given=ev.PriorityGiven(player_id=player)), "117.3b")


def _last_move(ledger: Ledger, object_id: str) -> int:
    """The event of this outcome that moved an object last; 0 for none."""
    for number in range(len(ledger.events), 0, -1):
        event = ledger.events[number - 1]
        if event.zone_changed.object_id == object_id:
            return number
    return 0
