"""B6: at resolution the card must be the object that it was, where it was."""

from __future__ import annotations

import pytest

from tests.boards import Game, event, pb, told, zone_name

NINJA = "Ninja of the Deep Hours"
YURIKO = "Yuriko, the Tiger's Shadow"
NOTHING = [("stack_removed", "400.7", 0, 0), ("priority_given", "117.3b", 0, 0)]
"""The ability leaves the stack without having done anything."""


def activated() -> Game:
    """The ninjutsu of a card in hand is on the stack."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    return game.then(game.take("ninja", "bear"))


def commander_activated(zone: pb.Zone.ValueType) -> Game:
    """The commander ninjutsu of a card in a zone is on the stack."""
    game = Game()
    game.attacker("bear")
    game.add("yuriko", YURIKO, zone, commander=True)
    game.lands("U", 1)
    game.lands("B", 1)
    return game.then(game.take("yuriko", "bear", "Commander ninjutsu"))


def assert_nothing_enters(game: Game, name: str) -> None:
    """Resolving does nothing: the card stays as it is, nobody attacks, the cost stays paid."""
    before = pb.GameObject()
    before.CopyFrom(game[name])
    outcome = game.resolve()
    assert told(outcome) == NOTHING
    assert not event(outcome, "stack_removed").resolved
    after = game.then(outcome)
    assert after[name] == before
    assert after.attacks(name) is None
    assert after["bear"].zone == pb.ZONE_HAND
    assert not after.state.stack


@pytest.mark.clause("B6")
@pytest.mark.parametrize(
    "zone",
    [
        pb.ZONE_GRAVEYARD,
        pb.ZONE_EXILE,
        pb.ZONE_LIBRARY,
        pb.ZONE_STACK,
        pb.ZONE_BATTLEFIELD,
        pb.ZONE_COMMAND,
    ],
    ids=zone_name,
)
def test_gone_from_hand(zone: pb.Zone.ValueType):
    """B6: discarded, exiled, put on the library, cast, cast and resolved, or moved elsewhere."""
    game = activated()
    game.moved("ninja", zone)
    assert_nothing_enters(game, "ninja")


@pytest.mark.clause("B6")
@pytest.mark.parametrize(
    "zone", [pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_LIBRARY, pb.ZONE_STACK], ids=zone_name
)
def test_gone_and_come_back(zone: pb.Zone.ValueType):
    """B6, 400.7: in hand again it is another object; the ability does not find it."""
    game = activated()
    game.moved("ninja", zone)
    game.moved("ninja", pb.ZONE_HAND)
    assert game["ninja"].incarnation == 3
    assert_nothing_enters(game, "ninja")


@pytest.mark.clause("B6")
def test_gone_from_the_state():
    """B6: a card that the engine no longer sends, shuffled away for example, does not enter."""
    game = activated()
    game.state.objects.remove(game["ninja"])
    outcome = game.resolve()
    assert told(outcome) == NOTHING
    assert [item.id for item in outcome.state.objects] == ["bear", "u1", "u2"]


@pytest.mark.clause("B6")
def test_another_copy_of_the_card_does_not_stand_in():
    """B6: of two cards of one name only the one that was activated can enter."""
    game = activated()
    game.hand("twin", NINJA)
    game.moved("ninja", pb.ZONE_GRAVEYARD)
    assert_nothing_enters(game, "ninja")
    assert game["twin"].zone == pb.ZONE_HAND


@pytest.mark.clause("B6", "A2")
@pytest.mark.parametrize(
    ("start", "end"),
    [(pb.ZONE_HAND, pb.ZONE_COMMAND), (pb.ZONE_COMMAND, pb.ZONE_HAND)],
    ids=["hand to command zone", "command zone to hand"],
)
def test_a_commander_in_its_other_zone(start: pb.Zone.ValueType, end: pb.Zone.ValueType):
    """B6: commander ninjutsu works in both zones, and yet a card that moved is another object."""
    game = commander_activated(start)
    game.moved("yuriko", end)
    assert_nothing_enters(game, "yuriko")


@pytest.mark.clause("B6", "A2")
@pytest.mark.parametrize("zone", [pb.ZONE_HAND, pb.ZONE_COMMAND], ids=zone_name)
def test_a_commander_that_stayed(zone: pb.Zone.ValueType):
    """B6, A2: where it stayed in the zone that it was in, it enters from there."""
    outcome = commander_activated(zone).resolve()
    moved = event(outcome, "zone_changed")
    assert (moved.from_zone, moved.to_zone, moved.incarnation) == (zone, pb.ZONE_BATTLEFIELD, 2)
    assert outcome.events[0].rule == "702.49a"
    assert event(outcome, "stack_removed").resolved


@pytest.mark.clause("B6", "A2")
def test_a_commander_cast_in_response_costs_no_more():
    """B6, A2: cast from the command zone in response, it is another object; no tax is paid."""
    game = commander_activated(pb.ZONE_COMMAND)
    game.moved("yuriko", pb.ZONE_STACK).commander_casts = 1
    assert_nothing_enters(game, "yuriko")


@pytest.mark.clause("B6")
def test_an_engine_that_counts_from_zero():
    """B6: the first object of an id may have incarnation 0; it is found, and the next is 1."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA, incarnation=0)
    game.lands("U", 2)
    after = game.through("ninja", "bear")
    assert (after["ninja"].incarnation, after.attacks("ninja")) == (1, "b")


@pytest.mark.clause("B6")
@pytest.mark.parametrize("kind", ["Instant", "Sorcery"])
def test_what_cannot_be_a_permanent_stays_in_hand(kind: str):
    """B6, 400.4a: an instant or a sorcery with ninjutsu stays where it is, shown no longer."""
    game = Game()
    game.attacker("bear")
    trick = game.hand("trick", "Test Trick")
    trick.characteristics.CopyFrom(pb.Characteristics(types=[kind], keywords=["Ninjutsu:U"]))
    game.lands("U", 1)
    game = game.then(game.take("trick", "bear"))
    outcome = game.resolve()
    assert told(outcome) == [
        ("stack_removed", "400.4a", 0, 0),
        ("card_hidden", "702.49b", 0, 0),
        ("priority_given", "117.3b", 0, 0),
    ]
    assert not event(outcome, "stack_removed").resolved
    trick = game.then(outcome)["trick"]
    assert (trick.zone, trick.incarnation, trick.revealed) == (pb.ZONE_HAND, 1, False)
