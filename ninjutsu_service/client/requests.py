"""Requests from plain arguments: the same for every way of calling."""

from __future__ import annotations

from collections.abc import Iterable

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb


def listing(
    state: pb.CombatState | None, player: str, explain: bool, engine_pays: bool
) -> wire.ListActionsRequest:
    """A ListActionsRequest."""
    return wire.ListActionsRequest(
        state=state, player_id=player, explain=explain, engine_pays=engine_pays
    )


def taking(
    state: pb.CombatState | None,
    player: str,
    action: wire.Action,
    payment: wire.Payment | None,
    decisions: Iterable[wire.Decision],
    seed: int | None,
    options: wire.CallOptions | None,
) -> wire.TakeActionRequest:
    """A TakeActionRequest."""
    return wire.TakeActionRequest(
        state=state,
        player_id=player,
        action=action,
        payment=payment,
        decisions=decisions,
        random_seed=seed,
        options=options,
    )


def resolving(
    state: pb.CombatState | None,
    decisions: Iterable[wire.Decision],
    seed: int | None,
    options: wire.CallOptions | None,
) -> wire.ResolveRequest:
    """A ResolveRequest."""
    return wire.ResolveRequest(state=state, decisions=decisions, random_seed=seed, options=options)


def advancing(
    state: pb.CombatState | None,
    decisions: Iterable[wire.Decision],
    seed: int | None,
    options: wire.CallOptions | None,
) -> wire.AdvanceStepRequest:
    """An AdvanceStepRequest."""
    return wire.AdvanceStepRequest(
        state=state, decisions=decisions, random_seed=seed, options=options
    )


def command(request: object) -> wire.PlayRequest:
    """A request as a command of a stream or a batch."""
    match request:
        case wire.ListActionsRequest():
            return wire.PlayRequest(list_actions=request)
        case wire.TakeActionRequest():
            return wire.PlayRequest(take_action=request)
        case wire.ResolveRequest():
            return wire.PlayRequest(resolve=request)
        case wire.AdvanceStepRequest():
            return wire.PlayRequest(advance_step=request)
        case _:
            raise TypeError(f"{type(request).__name__} is no command")
