"""Many commands on one state: a combat played on (Play), or one state tried often (Batch).

The state is checked once, as it arrives; the rules keep it in order from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls, texts
from ninjutsu_service.rules.costs import usable_sources
from ninjutsu_service.rules.effort import Effort, Pulse
from ninjutsu_service.rules.reading import action_faults, kept_faults, player_fault
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board, copy_of
from ninjutsu_service.state.check import check_board
from ninjutsu_service.state.faults import Fault, InvalidRequest

Act = Callable[[Table, Any, str], wire.Outcome]

_ACTS: dict[str, Act] = {
    "take_action": calls.taken,
    "resolve": calls.resolved,
    "advance_step": calls.advanced,
}


class Session:
    """A combat whose state is kept between commands.

    A refused command, and one that a player must decide something for first, leaves the state
    as it was.
    """

    def __init__(self, rulebook: Rulebook, pulse: Pulse | None = None) -> None:
        self._rulebook = rulebook
        self._pulse = pulse
        self._table: Table | None = None

    def do(self, command: wire.PlayRequest, language: str = texts.DEFAULT) -> wire.PlayResponse:
        """Carry out one command on the kept state, or on the one that it brings.

        Raises:
            InvalidRequest: the command contradicts itself or the state, or there is no state yet.
        """
        name, request = parts_of(command)
        if request.HasField("state"):
            self._table = checked_table(request.state, self._rulebook, self._pulse)
        if self._table is None:
            raise InvalidRequest([Fault(f"{name}.state", "required in the first command")])
        self._table.effort = Effort(self._pulse)
        check_command(name, request, self._table.board)
        if name == "list_actions":
            return wire.PlayResponse(actions=calls.listed(self._table, request, language))
        before = copy_of(self._table.board.state)
        try:
            response = act_on(self._table, name, request, language)
        except Exception:
            self._table = Table(Board(before), self._rulebook, self._pulse)
            raise
        if not response.HasField("outcome") or response.outcome.HasField("choice"):
            self._table = Table(Board(before), self._rulebook, self._pulse)
        return response


def batch(
    rulebook: Rulebook,
    request: wire.BatchRequest,
    language: str = texts.DEFAULT,
    pulse: Pulse | None = None,
) -> wire.BatchResponse:
    """Batch: many commands, each applied to one and the same state, each answered by itself.

    Raises:
        InvalidRequest: the state or a command contradicts itself; nothing is answered then.
    """
    table = checked_table(request.state, rulebook, pulse)
    commands = [_parts_in_batch(command, place) for place, command in enumerate(request.commands)]
    faults: list[Fault] = []
    for place, (name, command) in enumerate(commands):
        try:
            check_command(name, command, table.board)
        except InvalidRequest as invalid:
            faults += _placed(invalid.faults, place)
    if faults:
        raise InvalidRequest(faults)
    response = wire.BatchResponse()
    for place, (name, command) in enumerate(commands):
        try:
            _answer(table, name, command, language, response.responses.add())
        except InvalidRequest as invalid:
            raise InvalidRequest(_placed(invalid.faults, place)) from None
    return response


def _answer(table: Table, name: str, request: Any, language: str, into: wire.PlayResponse) -> None:
    table.effort.spend(_COMMAND)
    if name == "list_actions":
        calls.listed(table, request, language, into=into.actions)
        return
    table.effort.spend(5 * len(table.board.objects))
    if name == "take_action":
        # Worked out on the table that is asked, it is known to the copy that each action changes.
        usable_sources(table, request.player_id)
    into.CopyFrom(act_on(table.fork(), name, request, language))
    table.effort.say(into.ByteSize())


_COMMAND = 100
"""The steps that a command takes at least."""


def act_on(table: Table, name: str, request: Any, language: str) -> wire.PlayResponse:
    """A command that changes the table; after a refusal or a choice it may be half changed.

    Raises:
        InvalidRequest: it says too little, or contradicts itself, which shows only now.
    """
    try:
        return wire.PlayResponse(outcome=_ACTS[name](table, request, language))
    except Refused as refused:
        return wire.PlayResponse(refusal=calls.refusal_message(refused.refusal, language))
    except InvalidRequest as invalid:
        raise InvalidRequest(_within(name, invalid.faults)) from None


def parts_of(command: wire.PlayRequest) -> tuple[str, Any]:
    """A command's name and what it says.

    Raises:
        InvalidRequest: it says nothing.
    """
    name = command.WhichOneof("command")
    if name is None:
        raise InvalidRequest([Fault("command", "required")])
    return name, getattr(command, name)


def _parts_in_batch(command: wire.PlayRequest, place: int) -> tuple[str, Any]:
    try:
        name, request = parts_of(command)
    except InvalidRequest as invalid:
        raise InvalidRequest(_placed(invalid.faults, place)) from None
    if request.HasField("state"):
        message = "a batch has one state, its own: leave this one out"
        raise InvalidRequest([Fault(f"commands[{place}].{name}.state", message)])
    return name, request


def _placed(faults: Sequence[Fault], place: int) -> list[Fault]:
    return [Fault(f"commands[{place}].{fault.field}", fault.message) for fault in faults]


def check_command(name: str, request: Any, board: Board) -> None:
    """Check what a command says besides the state.

    Raises:
        InvalidRequest: it names a player or an object that the state does not have.
    """
    faults: list[Fault] = []
    if name in ("list_actions", "take_action"):
        faults += player_fault(board.players, request.player_id)
    if name == "take_action":
        faults += action_faults(board.objects, request)
    if faults:
        raise InvalidRequest(_within(name, faults))


def _within(name: str, faults: Sequence[Fault]) -> list[Fault]:
    """The faults of a command's request, by their paths from the command."""
    return [Fault(f"{name}.{each.field}", each.message) for each in faults]


def checked_table(state: pb.CombatState, rulebook: Rulebook, pulse: Pulse | None = None) -> Table:
    """A table for a state that is kept, found without faults.

    Raises:
        InvalidRequest: it names every wrong field.
    """
    table = Table(Board(copy_of(state)), rulebook, pulse)
    faults = check_board(table.board) + kept_faults(table)
    if faults:
        raise InvalidRequest(faults)
    return table
