"""Events of which an engine left some out, numbers beyond all bounds, and libraries in order."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.apply import fold
from ninjutsu_service.state.check import check_core
from tests.boards import Game, ev, folded, pb, zone_change

EVERY_KIND = [field.name for field in ev.Event.DESCRIPTOR.oneofs_by_name["event"].fields]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_an_event_about_nothing(kind: str):
    """F3: where an engine left out what made the object, the rest changes nothing."""
    game = Game()
    game.attacker("bear")
    body = ev.Event()
    message = getattr(body, kind)
    message.SetInParent()
    for name in ("object_id", "stack_object_id", "effect_id", "copied_id"):
        if name in message.DESCRIPTOR.fields_by_name:
            setattr(message, name, "nothing")
    if "player_id" in message.DESCRIPTOR.fields_by_name and not getattr(message, "object_id", ""):
        message.player_id = "a"
    if kind == "step_began":
        message.step = game.state.step
    if kind == "object_created":
        message.object.CopyFrom(pb.GameObject(id="new", owner_id="a", zone=pb.ZONE_EXILE))
    found = fold(game.state, [body], game.rulebook.knows)
    if kind in ("player_lost", "priority_given", "object_created", "stack_pushed", "effect_began"):
        return
    assert found == game.state


def test_the_state_sent_stays_as_it_is():
    """Folding makes a new message."""
    game = Game()
    folded(game, {"life_changed": ev.LifeChanged(player_id="a", change=-3)})
    assert game.player("a").life == 20


@pytest.mark.parametrize("gone", ["object_ceased", "library_arranged"])
def test_what_leaves_the_state_leaves_combat(gone: str):
    """Whatever an engine recorded it as: nothing attacks, or is blocked by, what is not there."""
    game = Game()
    game.add("top", zone=pb.ZONE_LIBRARY, token=gone == "object_ceased")
    game.attacker("bear", target="top", status=pb.BLOCK_STATUS_BLOCKED, blockers=["top"])
    game.state.combat.first_strike_ids.append("top")
    change = {
        "object_ceased": ev.ObjectCeased(object_id="top"),
        "library_arranged": ev.LibraryArranged(player_id="a", shuffled=True),
    }
    found = folded(game, {gone: change[gone]})
    record = found.state.combat.attackers[0]
    assert (record.HasField("target"), list(record.blocker_ids)) == (False, [])
    assert not found.state.combat.first_strike_ids
    assert not check_core(found.state)


def test_bounds():
    """What is beyond all bounds stays at them: a state can always be read again."""
    game = Game()
    game.creature("bear", power=2**31 - 1)
    big = 2**31 - 1
    found = folded(
        game,
        {"life_changed": ev.LifeChanged(player_id="a", change=big)},
        {"life_changed": ev.LifeChanged(player_id="b", change=-big)},
        {"life_changed": ev.LifeChanged(player_id="b", change=-big)},
        {"counters_changed": ev.CountersChanged(object_id="bear", counter="P1P1", change=big)},
        {"mana_added": ev.ManaAdded(player_id="a", mana=pb.ManaPool(blue=2**32 - 1))},
        {"mana_spent": ev.ManaSpent(player_id="b", mana=pb.ManaPool(red=5))},
        {"damage_dealt": ev.DamageDealt(object_id="bear", amount=2**32 - 1, marked=2**32 - 1)},
    )
    assert found.player("a").life == 2**30
    assert found.player("b").life == -(2**30)
    assert found["bear"].counters["P1P1"] == 2**30
    assert found["bear"].characteristics.power == 2**30
    assert found["bear"].damage == 2**30
    assert found.player("a").mana_pool.blue == 2**30
    assert found.player("b").mana_pool.red == 0


def library(game: Game, player: str = "a") -> list[str]:
    """The ids of a library's cards in the state, top card first."""
    return [
        item.id
        for item in game.state.objects
        if item.zone == pb.ZONE_LIBRARY and item.owner_id == player
    ]


def with_library(count: int = 4, size: int | None = 4) -> Game:
    """A library of cards "1", "2" and so on between other objects."""
    game = Game()
    game.creature("bear")
    for number in range(1, count + 1):
        game.add(str(number), "Island", pb.ZONE_LIBRARY)
    game.creature("wolf")
    if size is None:
        game.player("a").ClearField("library_size")
    else:
        game.player("a").library_size = size
    return game


def test_a_library_counts_its_cards():
    """A card that leaves is one less, one that comes one more; not below none; tokens aside."""
    game = with_library(size=2)
    game.creature("token", token=True)
    drawn = folded(game, zone_change("1", pb.ZONE_HAND), zone_change("2", pb.ZONE_HAND))
    assert drawn.player("a").library_size == 0
    more = folded(drawn, zone_change("3", pb.ZONE_HAND))
    assert more.player("a").library_size == 0
    assert folded(drawn, zone_change("bear", pb.ZONE_LIBRARY)).player("a").library_size == 1
    assert folded(drawn, zone_change("token", pb.ZONE_LIBRARY)).player("a").library_size == 0
    unknown = folded(with_library(size=None), zone_change("1", pb.ZONE_HAND))
    assert not unknown.player("a").HasField("library_size")


def test_a_card_goes_on_top():
    """A card enters its library above those that the state holds; other objects stay in place."""
    found = folded(with_library(), zone_change("wolf", pb.ZONE_LIBRARY))
    assert library(found) == ["wolf", "1", "2", "3", "4"]
    assert found.state.objects[0].id == "bear"


@pytest.mark.parametrize(
    ("size", "arranged", "expected"),
    [
        (4, {"top_ids": ["3", "1"]}, "3124"),
        (4, {"bottom_ids": ["1", "3"]}, "2413"),
        (4, {"top_ids": ["4"], "bottom_ids": ["2"]}, "4132"),
        (9, {"bottom_ids": ["1", "3"]}, "24"),
        (None, {"bottom_ids": ["1"]}, "234"),
        (4, {"shuffled": True}, ""),
        (4, {"shuffled": True, "top_ids": ["2"]}, "2"),
        (9, {"shuffled": True, "bottom_ids": ["2"]}, ""),
        (4, {"top_ids": ["bear", "nothing", "2"]}, "2134"),
        (4, {"top_ids": ["2"], "bottom_ids": ["2"]}, "2134"),
    ],
)
def test_arranging_a_library(size: int | None, arranged: dict[str, Any], expected: str):
    """What lies below cards that were not sent, or in an unknown order, leaves the state."""
    event = {"library_arranged": ev.LibraryArranged(player_id="a", **arranged)}
    found = folded(with_library(size=size), event)
    assert library(found) == list(expected)
    assert [each.id for each in found.state.objects if each.zone == pb.ZONE_BATTLEFIELD] == [
        "bear", "wolf"
    ]  # fmt: skip
