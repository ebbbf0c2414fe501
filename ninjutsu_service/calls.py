"""The calls of NinjutsuService on wire messages: a request in, a response out.

No network here: the server and the library for Python engines both stand on this. Every
function raises `InvalidRequest` for what contradicts itself and `Refused` for what the rules
forbid. The request stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import texts
from ninjutsu_service.rules.actions import cards_to_act_with
from ninjutsu_service.rules.actions import list_actions as find_actions
from ninjutsu_service.rules.chance import Chance
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.effort import Pulse
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.reading import action_faults, all_faults, player_fault, read_faults
from ninjutsu_service.rules.refusals import Refusal
from ninjutsu_service.rules.resolving import resolve as resolve_top
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.stepping import advance_step as begin_next
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.taking import take_action as announce
from ninjutsu_service.rules.triggers import report
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.check import check_board
from ninjutsu_service.state.faults import Fault, InvalidRequest

MAX_FAULT_BYTES = 3 * 2**20
"""CheckState tells no more than this of a state that is all wrong: clients take 4 MiB."""


def list_actions(
    rulebook: Rulebook,
    request: wire.ListActionsRequest,
    language: str = texts.DEFAULT,
    pulse: Pulse | None = None,
) -> wire.ListActionsResponse:
    """ListActions: every keyword action that a player may take now."""
    board, player = Board(request.state), request.player_id
    table = Table(board, rulebook, pulse)
    cards = cards_to_act_with(table, player, explain=request.explain)
    _check(board, player_fault(board.players, player), read_faults(table, player, cards))
    return listed(table, request, language, cards)


def listed(
    table: Table,
    request: wire.ListActionsRequest,
    language: str,
    cards: Collection[pb.GameObject] | None = None,
    into: wire.ListActionsResponse | None = None,
) -> wire.ListActionsResponse:
    """What ListActions answers on a table.

    Args:
        table: what is asked.
        request: who asks, and for what.
        language: of what is said to people.
        cards: what `cards_to_act_with` gives, where that is known.
        into: the empty answer to fill in; by default a new one.
    """
    response = wire.ListActionsResponse() if into is None else into
    # Even one that says nothing is an answer.
    response.SetInParent()
    listing = find_actions(
        table,
        request.player_id,
        response,
        cards,
        explain=request.explain,
        engine_pays=request.engine_pays,
    )
    response.refusals.extend(refusal_message(each, language) for each in listing.refusals)
    return response


def take_action(
    rulebook: Rulebook,
    request: wire.TakeActionRequest,
    language: str = texts.DEFAULT,
    pulse: Pulse | None = None,
) -> wire.TakeActionResponse:
    """TakeAction: announces an action and pays for it."""
    response, player, action = wire.TakeActionResponse(), request.player_id, request.action
    table = _own_table(request.state, response.outcome, rulebook, pulse)
    board = table.board
    engine_pays = request.payment.WhichOneof("payment") == "engine"
    source = board.objects.get(action.source_id)
    _check(
        board,
        player_fault(board.players, player),
        action_faults(board.objects, request),
        read_faults(table, None if engine_pays else player, [source] if source else ()),
    )
    taken(table, request, language, response.outcome)
    return response


def taken(
    table: Table, request: wire.TakeActionRequest, language: str, into: wire.Outcome | None = None
) -> wire.Outcome:
    """What TakeAction comes to on a table, which it changes."""

    def act(ledger: Ledger, decisions: Decisions) -> None:
        announce(
            ledger,
            request.player_id,
            request.action,
            request.payment,
            decisions,
            engine_settles=request.options.engine_settles,
        )

    return _outcome(table, act, request, language, into)


def resolve(
    rulebook: Rulebook,
    request: wire.ResolveRequest,
    language: str = texts.DEFAULT,
    pulse: Pulse | None = None,
) -> wire.ResolveResponse:
    """Resolve: the top of the stack, if a keyword handled here put it there."""
    response = wire.ResolveResponse()
    table = _own_table(request.state, response.outcome, rulebook, pulse)
    _check(table.board, read_faults(table, None))
    resolved(table, request, language, response.outcome)
    return response


def resolved(
    table: Table, request: wire.ResolveRequest, language: str, into: wire.Outcome | None = None
) -> wire.Outcome:
    """What Resolve comes to on a table, which it changes."""

    def act(ledger: Ledger, decisions: Decisions) -> None:
        resolve_top(ledger, decisions, engine_settles=request.options.engine_settles)

    return _outcome(table, act, request, language, into)


def advance_step(
    rulebook: Rulebook,
    request: wire.AdvanceStepRequest,
    language: str = texts.DEFAULT,
    pulse: Pulse | None = None,
) -> wire.AdvanceStepResponse:
    """AdvanceStep: the next step with its turn-based actions."""
    response = wire.AdvanceStepResponse()
    table = _own_table(request.state, response.outcome, rulebook, pulse)
    _check(table.board, read_faults(table, None))
    advanced(table, request, language, response.outcome)
    return response


def advanced(
    table: Table, request: wire.AdvanceStepRequest, language: str, into: wire.Outcome | None = None
) -> wire.Outcome:
    """What AdvanceStep comes to on a table, which it changes."""

    def act(ledger: Ledger, decisions: Decisions) -> None:
        begin_next(ledger, decisions, engine_settles=request.options.engine_settles)

    return _outcome(table, act, request, language, into)


def check_state(
    rulebook: Rulebook,
    request: wire.CheckStateRequest,
    language: str = texts.DEFAULT,
    pulse: Pulse | None = None,
) -> wire.CheckStateResponse:
    """CheckState: everything that is wrong with a state; said in English, to engines' authors."""
    board = Board(request.state)
    faults = check_board(board)
    if pulse is not None:
        pulse()
    faults += all_faults(Table(board, rulebook))
    response = wire.CheckStateResponse()
    room = MAX_FAULT_BYTES
    for number, fault in enumerate(faults):
        said = wire.StateFault(field=fault.field, message=fault.message)
        room -= said.ByteSize() + 4
        if room < 0:
            response.faults.add(message=f"and {len(faults) - number} more faults")
            break
        response.faults.append(said)
    return response


def _own_table(
    state: pb.CombatState, outcome: wire.Outcome, rulebook: Rulebook, pulse: Pulse | None
) -> Table:
    """The table of a state that a call will change: a copy of it, where it will be answered."""
    outcome.state.CopyFrom(state)
    table = Table(Board(outcome.state), rulebook, pulse)
    # Events ask for it: what else asks for some of it finds it there.
    table.able()
    return table


def _check(board: Board, *more: Sequence[Fault]) -> None:
    """Check a state.

    Raises:
        InvalidRequest: the state has faults, or there are `more` in the rest of the request.
    """
    faults = check_board(board)
    for each in more:
        faults += each
    if faults:
        raise InvalidRequest(faults)


def refusal_message(refusal: Refusal, language: str) -> wire.Refusal:
    """A refusal as the wire states it, with its message for people."""
    return wire.Refusal(
        source_id=refusal.source_id,
        keyword=refusal.keyword,
        returned_id=refusal.returned_id,
        reason=refusal.reason,  # type: ignore[arg-type]
        rule=refusal.rule,
        message=texts.refusal_message(language, refusal.text, refusal.details),
    )


def _outcome(
    table: Table,
    act: Callable[[Ledger, Decisions], None],
    request: wire.TakeActionRequest | wire.ResolveRequest | wire.AdvanceStepRequest,
    language: str,
    into: wire.Outcome | None,
) -> wire.Outcome:
    """What happens, or the choice that is needed first; after that the table is half changed.

    Args:
        table: what is changed.
        act: what changes it.
        request: its decisions and options count here.
        language: of what is said to people.
        into: the outcome that holds the table's state, where that is to be sent unless the
            request says otherwise; None where it is sent only if the request says so.
    """
    chance = Chance(request.random_seed if request.HasField("random_seed") else None)
    outcome = wire.Outcome() if into is None else into
    ledger = Ledger(table, chance, None if into is None else request.state, outcome)
    decisions, options = Decisions(request.decisions), request.options
    try:
        act(ledger, decisions)
    except ChoiceNeeded as needed:
        question = needed.question
        outcome.Clear()
        outcome.choice.CopyFrom(question.choice)
        outcome.choice.prompt = texts.prompt(language, question.topic, question.details)
        return outcome
    decisions.finish()
    if options.engine_settles or ledger.left_to_engine:
        outcome.triggers.extend(report(ledger))
    outcome.random = chance.used
    if into is None and options.return_state:
        outcome.state.CopyFrom(table.board.state)
    elif into is not None and options.HasField("return_state") and not options.return_state:
        outcome.ClearField("state")
    return outcome
