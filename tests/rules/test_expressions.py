"""Valid-expressions in the corners: negated, unknown, of players, and of what is on the stack."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.valid import (
    all_of,
    any_of,
    compare,
    player_matches,
    seen_matches,
    stack_matches,
)
from tests.boards import Game, pb
from tests.rules.test_valid import board, seen_by


@pytest.mark.parametrize(
    ("expression", "name", "expected"),
    [
        ("Card.nonSomethingNew", "big", None),
        ("Creature.powerLE0", "relic", False),
        ("Card.powerEQ0", "relic", True),
        ("Card.toughnessEQ0", "relic", True),
        ("Card.totalPTEQ0", "relic", True),
        ("Creature.totalPTEQ11", "big", True),
        ("Creature.totalPTEQ1", "big", False),
        ("Card.numColorsEQ2", "big", True),
        ("Card.somethingNewEQ2", "big", None),
        ("Card.cmcEQ-1", "big", False),
        ("Creature.powerGE4", "big", True),
        ("Creature.powerNE5", "big", False),
        ("Creature.powerGT5", "big", False),
        ("Creature.powerGT4", "big", True),
        ("Creature.powerLE5", "big", True),
        ("Creature.powerLT6", "big", True),
        ("Creature.powerLT1000000", "big", True),
        ("Creature.powerLT٣", "big", None),
        ("Creature.counters_EQ2_P1P1", "big", True),
        ("Card.cmcLEY", "big", None),
        ("Card.CastSa Spell", "source", None),
        ("Card.CastSa Activated.Sneak", "source", None),
        ("Card.CastSa Spell.web-slinging", "web", True),
        ("Card.CastSa Spell.WebSlinging", "web", True),
        ("Creature.DefenderCtrl", "big", True),
        ("Creature.DefendingPlayerCtrl", "big", True),
        ("Creature.DefenderCtrl", "source", False),
        ("Creature.TargetedPlayerCtrl", "big", True),
        ("Creature.TargetedPlayerCtrl", "source", False),
        ("Card.namedSome; Card", "relic", True),
        ("Card.withFirst_Strike", "big", True),
        ("You", "big", False),
        ("Player,Creature", "big", True),
        ("SomethingNew.OppCtrl", "source", False),
    ],
)
def test_more_of_objects(expression: str, name: str, expected: bool | None):
    """Numbers of what has none are 0; what is not understood is neither so nor not so."""
    game = board()
    relic = game.add("relic", "Relic")
    relic.characteristics.types.append("Artifact")
    relic.characteristics.name = "Some, Card"
    game.add("web", "Throat Slitter", paid_keyword="Web-slinging")
    view = seen_by(game, context=pb.TriggerContext(player_id="b"))
    view.targets = [pb.Target(player_id="b")]
    seen = view.seen(name)
    assert seen is not None
    assert seen_matches(view, expression, seen) is expected


@pytest.mark.parametrize(("source", "incarnation", "expected"), [
    ("source", 1, True), ("source", 2, False), ("big", 1, False), ("", 0, False),
])  # fmt: skip
def test_whose_leave_it_was(source: str, incarnation: int, expected: bool):
    """601.3: the permanent that let it be cast is this very object, or another."""
    view = seen_by(board())
    view.permission = pb.Target(object_id=source, incarnation=incarnation)
    seen = view.seen("big")
    assert seen is not None
    assert seen_matches(view, "Card.CastSa Spell.MayPlaySource", seen) is expected
    view.source = None
    assert seen_matches(view, "Card.CastSa Spell.MayPlaySource", seen) is None


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("Self", []),
        ("Each", ["a", "b", "c"]),
        ("Player.You", ["a"]),
        ("Player.nonYou", ["b", "c"]),
        ("Player.Active", ["a"]),
        ("Player.NonActive", ["b", "c"]),
        ("Player.IsRemembered", ["b", "c"]),
        ("Player.IsNotRemembered", ["a"]),
        ("Any.Opponent", ["b", "c"]),
        ("You,Opponent", ["a", "b", "c"]),
        ("Creature,You", ["a"]),
        ("Player.LostLifeThisTurn", ["b"]),
    ],
)
def test_more_of_players(expression: str, expected: list[str]):
    """By whose turn it is, who is asked, what was remembered, and what was lost."""
    game = Game("a", "b", "c")
    for name, lost in (("a", 0), ("b", 3), ("c", 0)):
        game.player(name).life_lost_this_turn = lost
    view = seen_by(game, each_player="c")
    view.remembered = ["b"]
    found = [name for name in ("a", "b", "c") if player_matches(view, expression, name)]
    assert found == expected


@pytest.mark.parametrize(
    "expression",
    ["Player.SomethingNew", "Player.nonSomethingNew", "SomethingNew", "SomethingNew,Opponent"],
)
def test_players_that_cannot_be_told(expression: str):
    """Neither so nor not so."""
    assert player_matches(seen_by(board()), expression, "a") is None


def spell(kind: pb.StackObjectKind.ValueType, source: str = "source") -> pb.StackObject:
    return pb.StackObject(kind=kind, controller_id="a", source_id=source, keyword="Sneak")


@pytest.mark.parametrize(
    ("expression", "source", "expected"),
    [
        ("Spell", "source", True),
        ("Spell.Sneak", "source", True),
        ("Spell.nonSneak", "source", False),
        ("Spell.Ninjutsu", "source", False),
        ("Spell.Ninja", "source", True),
        ("Spell.nonNinja", "source", False),
        ("Spell.OppCtrl", "source", False),
        ("Spell.nonOppCtrl", "source", True),
        ("Spell.SomethingNew", "source", None),
        ("Spell.Ninja", "gone", None),
        ("Creature", "source", True),
        ("Creature", "gone", None),
        ("Artifact", "source", False),
        ("SomethingNew", "source", None),
        ("Activated", "source", False),
        ("Any", "source", True),
        ("Card", "source", True),
    ],
)
def test_spells(expression: str, source: str, expected: bool | None):
    """By the keyword that cast it, by whose it is, and by what its card is."""
    item = spell(pb.STACK_OBJECT_KIND_SPELL, source)
    assert stack_matches(seen_by(board()), expression, item) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("Activated.Ninja", None),
        ("Triggered.Ninja", False),
        ("Triggered", False),
        ("Activated.Sneak", True),
        ("Creature", False),
        ("SomethingNew", None),
    ],
)
def test_abilities_have_nothing_of_their_card(expression: str, expected: bool | None):
    """An ability is no creature, whatever its source is."""
    item = spell(pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY)
    assert stack_matches(seen_by(board()), expression, item) is expected
    other = spell(pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY)
    assert stack_matches(seen_by(board()), "Triggered", other) is True
    other.keyword = ""
    assert stack_matches(seen_by(board()), "Triggered.Sneak", other) is False


def test_yes_no_and_not_known():
    """What is not known decides only where nothing else does."""
    assert [all_of(each) for each in ([], [True], [True, None], [None, False], [False, None])] == [
        True, True, None, False, False,
    ]  # fmt: skip
    assert [any_of(each) for each in ([], [False], [False, None], [None, False], [None, True])] == [
        False, False, None, None, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("comparator", "below", "same", "above"),
    [
        ("EQ", False, True, False),
        ("NE", True, False, True),
        ("GE", False, True, True),
        ("GT", False, False, True),
        ("LE", True, True, False),
        ("LT", True, False, False),
    ],
)
def test_comparators(comparator: str, below: bool, same: bool, above: bool):
    """Of 1, 2 and 3 with 2."""
    assert [compare(left, comparator, 2) for left in (1, 2, 3)] == [below, same, above]
