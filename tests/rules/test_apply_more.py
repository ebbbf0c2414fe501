"""Events in the corners: libraries and tokens, names of others, life and damage of none (F2)."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.apply import fold
from tests.boards import Game, ev, pb
from tests.rules.test_apply import KNOWN


def after(game: Game, **event: Any) -> Game:
    """The game after one event."""
    found = Game(rulebook=game.rulebook)
    found.state.CopyFrom(fold(game.state, [ev.Event(**event)], game.rulebook.knows))
    return found


def moved(name: str, to: pb.Zone.ValueType, **fields: Any) -> ev.ZoneChanged:
    return ev.ZoneChanged(object_id=name, to_zone=to, incarnation=2, **fields)


@pytest.mark.clause("F2")
@pytest.mark.parametrize(
    ("card", "name", "token", "kept"),
    [
        ("A card that no script knows", "", False, True),
        ("A card that no script knows", "A card that no script knows", False, True),
        ("A card that no script knows", "Something else", False, False),
        ("A card that no script knows", "Something else", True, True),
        (KNOWN, "", False, False),
        (KNOWN, KNOWN, True, False),
    ],
)
def test_what_is_kept_of_what_was_sent(card: str, name: str, token: bool, kept: bool):
    """F2, 400.7: of a card that nobody knows what was sent of itself, and not of a copy."""
    game = Game()
    game.creature("x", card, token=token).characteristics.name = name
    found = after(game, zone_changed=moved("x", pb.ZONE_GRAVEYARD))["x"]
    assert found.HasField("characteristics") is kept


@pytest.mark.parametrize(("controller", "kept"), [("", ""), ("a", ""), ("b", "b")])
def test_under_whose_control_it_enters(controller: str, kept: str):
    """Its owner's control is not said."""
    game = Game()
    game.hand("x", KNOWN)
    event = moved("x", pb.ZONE_BATTLEFIELD, controller_id=controller)
    assert after(game, zone_changed=event)["x"].controller_id == kept


def test_a_card_that_goes_to_a_library_lies_on_top():
    """401.4: above the cards that were sent; what goes elsewhere stays in its place."""
    game = Game()
    for name in ("one", "two"):
        game.add(name, "Forest", pb.ZONE_LIBRARY)
    game.creature("x", KNOWN)
    found = after(game, zone_changed=moved("x", pb.ZONE_LIBRARY))
    assert [item.id for item in found.state.objects] == ["x", "one", "two"]
    assert found.player("a").library_size == 41
    found = after(game, zone_changed=moved("x", pb.ZONE_HAND))
    assert [item.id for item in found.state.objects] == ["one", "two", "x"]
    assert found.player("a").library_size == 40


@pytest.mark.parametrize(("token", "size"), [(False, 41), (True, 40)])
def test_what_is_created_in_a_library(token: bool, size: int):
    """A card counts, a token does not; and so as it leaves again."""
    game = Game()
    made = pb.GameObject(
        id="x", incarnation=1, card_name="Forest", owner_id="a", zone=pb.ZONE_LIBRARY, token=token
    )
    found = after(game, object_created=ev.ObjectCreated(object=made))
    assert found.player("a").library_size == size
    found = after(found, zone_changed=moved("x", pb.ZONE_EXILE))
    assert found.player("a").library_size == 40


def test_no_fewer_cards_than_none():
    """A library that was said to be empty stays so."""
    game = Game()
    game.player("a").library_size = 0
    game.add("x", "Forest", pb.ZONE_LIBRARY)
    assert after(game, zone_changed=moved("x", pb.ZONE_HAND)).player("a").library_size == 0


@pytest.mark.parametrize(("change", "lost"), [(-3, 5), (0, 2), (3, 2)])
def test_what_was_lost_this_turn(change: int, lost: int):
    """Only losses add up, and only where the engine says how much it was."""
    game = Game()
    game.player("a").life_lost_this_turn = 2
    event = ev.LifeChanged(player_id="a", change=change)
    assert after(game, life_changed=event).player("a").life_lost_this_turn == lost
    game.player("a").ClearField("life_lost_this_turn")
    assert not after(game, life_changed=event).player("a").HasField("life_lost_this_turn")


@pytest.mark.parametrize(
    ("combat", "source", "expected"),
    [
        (True, "chief", {"chief": 3}),
        (False, "chief", {}),
        (True, "bear", {}),
        (True, "gone", {}),
    ],
)
def test_commander_damage(combat: bool, source: str, expected: dict[str, int]):
    """903.10a: combat damage of a commander; none of what is not there any more."""
    game = Game()
    game.creature("chief", commander=True)
    game.creature("bear")
    event = ev.DamageDealt(source_id=source, player_id="b", amount=3, combat=combat)
    assert dict(after(game, damage_dealt=event).player("b").commander_damage) == expected


@pytest.mark.parametrize(("loser", "holder"), [("a", ""), ("b", "a")])
def test_who_has_priority_as_somebody_loses(loser: str, holder: str):
    """800.4a: who left has none."""
    found = after(Game(), player_lost=ev.PlayerLost(player_id=loser))
    assert found.state.priority_player_id == holder
    assert found.player(loser).left_game


@pytest.mark.parametrize(("incarnation", "power"), [(0, 4), (1, 4), (2, 2)])
def test_of_which_object_an_effect_is(incarnation: int, power: int):
    """400.7: of the one that it names; 0 names whichever is there."""
    game = Game()
    game.creature("bear")
    effect = pb.TemporaryEffect(id="~1", object_id="bear", incarnation=incarnation, power_change=2)
    found = after(game, effect_began=ev.EffectBegan(effect=effect))
    assert found["bear"].characteristics.power == power


def test_a_library_is_arranged_by_what_is_in_it():
    """Names of cards that are elsewhere, or on top already, change nothing."""
    game = Game()
    for name in ("one", "two", "three"):
        game.add(name, "Forest", pb.ZONE_LIBRARY)
    game.hand("held", "Forest")
    game.player("a").library_size = 3
    arranged = ev.LibraryArranged(
        player_id="a", top_ids=["three", "held"], bottom_ids=["one", "three", "held", "gone"]
    )
    found = after(game, library_arranged=arranged)
    order = [item.id for item in found.state.objects if item.zone == pb.ZONE_LIBRARY]
    assert order == ["three", "two", "one"]
