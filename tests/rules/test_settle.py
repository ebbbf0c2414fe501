"""Settling: state-based actions and triggers by turns until there are none, then priority."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules import triggers
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.settle import settle
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import Game, ev, pb


def ledger_of(game: Game) -> Ledger:
    state = pb.CombatState()
    state.CopyFrom(game.state)
    return Ledger(Table(Board(state), game.rulebook))


def kinds(ledger: Ledger) -> list[str | None]:
    return [event.WhichOneof("event") for event in ledger.events]


def test_checked_again_after_triggers(monkeypatch: pytest.MonkeyPatch):
    """117.5: state-based actions, triggers, state-based actions, until there is neither."""
    game = Game()
    for name in ("one", "two"):
        game.creature(name)
    ledger = ledger_of(game)
    left = ["one", "two"]

    def put_waiting(ledger: Ledger, decisions: Decisions) -> bool:
        if not left:
            return False
        hit = ev.DamageDealt(source_id="x", object_id=left.pop(), amount=2, marked=2)
        ledger.write(hit, "120.1")
        return True

    monkeypatch.setattr(triggers, "put_waiting", put_waiting)
    settle(ledger, Decisions(), "117.3b")
    assert kinds(ledger) == ["damage_dealt", "zone_changed"] * 2 + ["priority_given"]


def test_nothing_after_a_part_left_to_the_engine():
    """Outcome: what the effect does, and all that comes of it, is the engine's first."""
    game = Game()
    game.creature("x", damage=9)
    ledger = ledger_of(game)
    ledger.write(ev.EffectLeftToEngine(source_id="x"), "608.2")
    settle(ledger, Decisions(), "117.3b")
    assert kinds(ledger) == ["effect_left_to_engine"]


@pytest.mark.parametrize(
    ("left", "holder", "rule", "given"),
    [
        ([], "a", "", None),
        ([], "", "", None),
        ([], "b", "117.3b", "a"),
        (["a"], "a", "117.3b", "b"),
        (["a", "b"], "a", "117.3b", "c"),
        (["c"], "c", "", "a"),
        (["a"], "a", "", "b"),
        (["b", "c"], "b", "", "a"),
        (["a", "b", "c"], "b", "", ""),
        (["a", "b", "c"], "b", "117.3b", ""),
    ],
)
def test_priority(left: list[str], holder: str, rule: str, given: str | None):
    """117.3a, b, 800.4a: the active player, or the next one in turn order who is in the game."""
    game = Game("a", "b", "c")
    for name in left:
        game.player(name).left_game = True
    game.state.priority_player_id = holder
    ledger = ledger_of(game)
    settle(ledger, Decisions(), rule)
    if given is None:
        assert ledger.events == []
    else:
        assert [event.priority_given.player_id for event in ledger.events] == [given]


def test_a_failed_draw_loses_once():
    """704.5b: who was to draw from an empty library loses at the next check."""
    game = Game("a", "b", "c")
    ledger = ledger_of(game)
    ledger.failed_draws.add("b")
    settle(ledger, Decisions(), "117.3b")
    assert kinds(ledger) == ["player_lost", "priority_given"]
    assert ledger.events[0].rule == "704.5b"
    assert not ledger.failed_draws


@pytest.mark.clause("C11")
def test_a_game_that_is_over_already_is_played_on():
    """104.2a: one whom an engine has play alone loses nobody to it, and gets priority as ever."""
    game = Game()
    game.player("b").left_game = True
    game.creature("bear", damage=2)
    outcome = game.advance()
    assert [(each.WhichOneof("event"), each.rule) for each in outcome.events][1:] == [
        ("zone_changed", "704.5g"), ("priority_given", "117.3a")
    ]  # fmt: skip
    assert outcome.events[-1].priority_given.player_id == "a"
