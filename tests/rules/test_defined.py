"""Whom and what words name: players, objects as they are now, and as they last were."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.defined import defined_objects, defined_players
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.view import Seen, View
from tests.boards import Game, pb
from tests.rules.test_valid import seen_by


def view(player: str = "b", **fields: object) -> View:
    """Three players; "x" is b's, and c controls it; "gone" is known as it last was."""
    game = Game("a", "b", "c")
    game.add("source", "Throat Slitter")
    game.creature("x", owner="b", controller_id="c", incarnation=2)
    game.creature("phased", owner="b", phased_out=True)
    game.creature("dead", zone=pb.ZONE_GRAVEYARD)
    context = pb.TriggerContext(player_id=player, object_id="x", object_incarnation=2)
    found = seen_by(game, context=context)
    gone = Seen(pb.GameObject(id="gone", incarnation=4, owner_id="b"), Traits(), False)
    found.last_known = lambda name, incarnation: (
        gone if (name, incarnation) in (("gone", 4), ("gone", 0)) else None
    )
    found.targets = [
        pb.Target(player_id="c"),
        pb.Target(object_id="x", incarnation=2),
        pb.Target(object_id="x", incarnation=1),
        pb.Target(object_id="gone", incarnation=4),
    ]
    found.remembered = ["c", gone, Seen(pb.GameObject(id="x", incarnation=2), Traits())]
    for name, value in fields.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("You", ["a"]),
        ("Targeted", ["c"]),
        ("ThisTargetedPlayer", ["c"]),
        ("Remembered", ["c"]),
        ("RememberedController", ["b", "c"]),
        ("TriggeredTarget", ["b"]),
        ("DefendingPlayer", ["b"]),
        ("TriggeredCardController", ["c"]),
        ("TriggeredCardOwner", ["b"]),
        ("Opponent.Other", ["b", "c"]),
        ("Each", ["a", "b", "c"]),
        ("Opponent & You", ["a", "b", "c"]),
        ("You & SomebodyNew", None),
        ("Opponent.SomethingNew", None),
        ("SomethingController", None),
    ],
)
def test_players(words: str, expected: list[str] | None):
    """In turn order, each once."""
    assert defined_players(view(), words) == expected


@pytest.mark.parametrize(
    ("player", "expected"),
    [("b", ["b"]), ("x", ["c"]), ("gone", ["b"]), ("nothing", None), ("", None)],
)
def test_the_player_whom_a_trigger_is_about(player: str, expected: list[str] | None):
    """Or who controls the object that was dealt damage, now or last."""
    assert defined_players(view(player), "TriggeredTarget") == expected
    assert defined_players(view(player, context=None), "TriggeredTarget") is None


def names(found: list[Seen] | None) -> list[tuple[str, int]] | None:
    return None if found is None else [(seen.item.id, seen.item.incarnation) for seen in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Self", [("source", 1)]),
        ("Targeted", [("x", 2), ("gone", 4)]),
        ("Remembered", [("gone", 4), ("x", 2)]),
        ("Self & Targeted & Self", [("source", 1), ("x", 2), ("gone", 4)]),
        ("TriggeredCard", [("x", 2)]),
        ("TriggeredSourceLKICopy", [("x", 2)]),
        ("Returned", []),
        ("Valid Creature", [("source", 1), ("x", 2)]),
        ("ValidGraveyard Creature", [("dead", 1)]),
        ("ValidSomewhere Creature", None),
        ("Valid", None),
        ("Valid ", None),
        ("Valid Creature.SomethingNew", None),
        ("Self & SomethingNew", None),
    ],
)
def test_objects(words: str, expected: list[tuple[str, int]] | None):
    """Each once, as it is now; what is gone as it last was, and nothing that nobody knows."""
    assert names(defined_objects(view(), words)) == expected


def test_what_is_remembered_is_seen_as_it_is_now():
    """Its characteristics are those of now, where it is still there."""
    (_, now) = defined_objects(view(), "Remembered") or []
    assert now.live
    assert "Creature" in now.traits.types


def test_what_was_returned():
    """The creature that went back for it, as it was."""
    returned = Seen(pb.GameObject(id="bear", incarnation=1), Traits(), False)
    assert names(defined_objects(view(returned=returned), "Returned")) == [("bear", 1)]


@pytest.mark.parametrize(
    ("player", "expected"),
    [("b", None), ("x", [("x", 2)]), ("gone", [("gone", 4)]), ("nothing", [])],
)
def test_what_a_trigger_is_about(player: str, expected: list[tuple[str, int]] | None):
    """The object that was dealt damage; not understood of a player."""
    assert names(defined_objects(view(player), "TriggeredTarget")) == expected
    assert defined_objects(view(player, context=None), "TriggeredTarget") is None
    assert defined_objects(view(context=None), "TriggeredCard") is None


def test_without_a_source():
    """What has none left names nothing by `Self`."""
    assert defined_objects(view(source=None), "Self") == []
