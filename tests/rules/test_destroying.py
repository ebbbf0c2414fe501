"""Destroying by an effect: what cannot be destroyed, and what may not be regenerated."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.destroying import destroy
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import Game, pb


def destroyed(game: Game, **options: bool) -> tuple[bool, Ledger]:
    state = pb.CombatState()
    state.CopyFrom(game.state)
    ledger = Ledger(Table(Board(state), game.rulebook))
    return destroy(ledger, ledger.table.board.objects["x"], "701.8a", **options), ledger


def game_with(*keywords: str, shield: bool = False, incarnation: int = 1) -> Game:
    game = Game()
    game.creature("x", keywords=keywords, tapped=True)
    if shield:
        game.state.effects.add(id="~1", object_id="x", incarnation=incarnation,
                               keywords=["Deathtouch", "regeneration"])  # fmt: skip
    return game


def test_plain():
    """701.8a: to its owner's graveyard, said to be destroyed."""
    gone, ledger = destroyed(game_with())
    assert gone
    assert ledger.events[0].zone_changed.reason == 6
    assert ledger.events[0].rule == "701.8a"


def test_indestructible():
    """702.12b."""
    gone, ledger = destroyed(game_with("Indestructible", shield=True))
    assert not gone
    assert ledger.events == []


def test_a_shield_is_used_up():
    """701.19a: what is tapped already is not tapped again, what has no damage loses none."""
    gone, ledger = destroyed(game_with(shield=True))
    assert not gone
    assert [each.WhichOneof("event") for each in ledger.events] == ["effect_ended"]


def test_the_end_of_a_shield_ends_no_other_effect():
    """701.19a: by its id it ends alone; the one effect that has none is the one that is meant."""
    game = game_with(shield=True)
    game.state.effects.add(object_id="x", power_change=1)
    _, ledger = destroyed(game)
    assert [effect.id for effect in ledger.table.board.state.effects] == [""]
    game.state.effects[0].id, game.state.effects[1].id = "", "other"
    _, ledger = destroyed(game)
    assert [effect.id for effect in ledger.table.board.state.effects] == ["other"]


@pytest.mark.parametrize(
    ("incarnation", "options"), [(1, {"can_regenerate": False}), (7, {})],
    ids=["cannot be regenerated", "another object's"],
)  # fmt: skip
def test_a_shield_that_does_not_help(incarnation: int, options: dict[str, bool]):
    """701.19c, 400.7."""
    gone, _ = destroyed(game_with(shield=True, incarnation=incarnation), **options)
    assert gone


@pytest.mark.parametrize(
    ("damage", "deathtouch", "removed"),
    [(1, False, True), (0, True, True), (2, True, True), (0, False, False)],
)
def test_what_a_shield_takes_off(damage: int, deathtouch: bool, removed: bool):
    """701.19a: all damage, and the mark that deathtouch left; nothing where there is neither."""
    game = game_with(shield=True)
    game["x"].damage, game["x"].damaged_by_deathtouch = damage, deathtouch
    _, ledger = destroyed(game)
    kinds = [each.WhichOneof("event") for each in ledger.events]
    assert kinds == ["effect_ended", *(["damage_removed"] if removed else [])]
    item = ledger.table.board.objects["x"]
    assert (item.damage, item.damaged_by_deathtouch) == (0, False)
