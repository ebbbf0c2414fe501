"""Asking the service and the naive rules about one combat, in comparable words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.state.check import check_core
from tests.boards import Game, bundled, reason
from tests.naive.legality import Verdict

Row = tuple[object, ...]


def game_of(state: pb.CombatState) -> Game:
    """The state as a game that can be played on."""
    game = Game(rulebook=bundled())
    game.state.CopyFrom(state)
    return game


def askers(state: pb.CombatState) -> list[str]:
    """Whose listings are looked at: who has priority, the active player, and one more."""
    names = [state.priority_player_id, state.active_player_id, state.players[-1].id]
    return list(dict.fromkeys(name for name in names if name))


def listed(response: wire.ListActionsResponse) -> list[Row]:
    """The actions of a listing."""
    return [
        (
            each.source_id,
            each.keyword,
            each.mana_cost,
            tuple(each.other_costs),
            each.returned_id,
            (
                each.attack_target.player_id,
                each.attack_target.permanent_id,
                each.attack_target.incarnation,
            ),
            each.x_value,
        )
        for each in response.actions
    ]


def explained(response: wire.ListActionsResponse) -> list[Row]:
    """The refusals of a listing."""
    return [
        (each.source_id, each.keyword, each.returned_id, reason(each.reason), each.rule)
        for each in response.refusals
    ]


def naively_listed(verdicts: list[Verdict]) -> list[Row]:
    """What the naive rules would list."""
    return [
        (each.source, each.keyword, each.cost, each.parts, each.returned, each.target, each.x)
        for each in verdicts
        if not each.reason
    ]


def naively_explained(verdicts: list[Verdict]) -> list[Row]:
    """What the naive rules would say against the rest.

    Of a card with a keyword at several costs, once, and only of what no cost allows.
    """
    possible = {(each.source, each.keyword, each.returned) for each in verdicts if not each.reason}
    found: dict[Row, Row] = {}
    for each in verdicts:
        about = (each.source, each.keyword, each.returned)
        if each.reason and about not in possible:
            found.setdefault(about, (*about, each.reason, each.rule))
    return list(found.values())


def first_answer(choice: wire.Choice) -> wire.Decision:
    """Some decision that a choice allows."""
    return wire.Decision(choice_id=choice.id, option_ids=choice.option_ids[: choice.min])


def taken(game: Game, action: wire.Action, player: str, **fields: Any) -> wire.Outcome:
    """Take an action, answering whatever is asked; every answer is checked on the way."""
    decisions: list[wire.Decision] = []
    while True:
        outcome = game.take("", "", action=action, player=player, decisions=decisions, **fields)
        if not outcome.HasField("choice"):
            assert not check_core(outcome.state)
            return outcome
        decisions.append(first_answer(outcome.choice))
        assert len(decisions) < 20


def resolved(game: Game) -> wire.Outcome:
    """Resolve the top of the stack, answering whatever is asked."""
    decisions: list[wire.Decision] = []
    while True:
        outcome = game.resolve(*decisions, random_seed=1)
        if not outcome.HasField("choice"):
            assert not check_core(outcome.state)
            return outcome
        decisions.append(first_answer(outcome.choice))
        assert len(decisions) < 20


def named(source: str, keyword: str, cost: str, parts: Sequence[str], returned: str) -> wire.Action:
    """An action by what tells it apart."""
    return wire.Action(
        source_id=source,
        keyword=keyword,
        mana_cost=cost,
        other_costs=parts,
        returned_id=returned,
    )
