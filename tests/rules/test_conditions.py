"""Conditions of triggers and of parts, one by one (CR 603.4, 608.2c)."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.script import read_parameters
from ninjutsu_service.rules.conditions import part_condition, trigger_condition
from ninjutsu_service.rules.view import View
from tests.boards import Game, pb
from tests.rules.test_valid import seen_by


def line(text: str) -> AbilityLine:
    return AbilityLine("T", read_parameters(text), text)


def view(**fields: Any) -> View:
    """A tapped Ninja of a's that attacks, with others of its kind here and there."""
    game = Game()
    game.add("source", "Throat Slitter", tapped=True)
    game.attack("source")
    game.add("other", "Throat Slitter")
    game.add("phased", "Throat Slitter", phased_out=True)
    game.add("dead", "Throat Slitter", pb.ZONE_GRAVEYARD)
    return seen_by(game, **fields)


CONDITIONS = [
    ("", True),
    ("{0}IsPresent$ Ninja", True),
    ("{0}IsPresent$ Ninja | {0}PresentCompare$ EQ2", True),
    ("{0}IsPresent$ Ninja | {0}PresentCompare$ GE3", False),
    ("{0}IsPresent$ Rat.OppCtrl", False),
    ("{0}IsPresent$ Rat.OppCtrl | {0}PresentCompare$ EQ0", True),
    ("{0}IsPresent$ Ninja | {0}PresentZone$ Graveyard | {0}PresentCompare$ EQ1", True),
    ("{0}IsPresent$ Ninja | {0}PresentZone$ Hand", False),
    ("{0}IsPresent$ Ninja | {0}PresentZone$ Somewhere", None),
    ("{0}IsPresent$ Ninja.SomethingNew", None),
    ("{0}IsPresent$ Card.tapped | {0}PresentDefined$ Self", True),
    ("{0}IsPresent$ Card.untapped | {0}PresentDefined$ Self", False),
    ("{0}IsPresent$ Card | {0}PresentDefined$ SomebodyNew", None),
    ("{0}PresentCompare$ GE1", None),
    ("{0}PresentDefined$ Self", None),
    ("{0}IsPresent$ Ninja | {0}PresentCompare$ XX1", None),
    ("{0}CheckSVar$ X", True),
    ("{0}CheckSVar$ Zero", False),
    ("{0}CheckSVar$ X | {0}SVarCompare$ EQ20", True),
    ("{0}CheckSVar$ X | {0}SVarCompare$ LT20", False),
    ("{0}CheckSVar$ Y", None),
    ("{0}PlayerTurn$ True", True),
    ("{0}PlayerTurn$ False", None),
    ("{0}IsPresent$ Rat.OppCtrl | {0}CheckSVar$ Y", False),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [*CONDITIONS, ("OpponentTurn$ True", False), ("OpponentTurn$ Yes", None)],
)
def test_of_triggers(text: str, expected: bool | None):
    """Yes, no, or not understood; without a number at least one."""
    found = trigger_condition(view(svars={"x": "20", "zero": "0"}), line(text.replace("{0}", "")))
    assert found is expected


NAMES = {
    "IsPresent": "ConditionPresent",
    "PresentCompare": "ConditionCompare",
    "PresentZone": "ConditionZone",
    "PresentDefined": "ConditionDefined",
    "CheckSVar": "ConditionCheckSVar",
    "SVarCompare": "ConditionSVarCompare",
    "PlayerTurn": "ConditionPlayerTurn",
}


@pytest.mark.parametrize(("text", "expected"), CONDITIONS)
def test_of_parts(text: str, expected: bool | None):
    """The same by other names."""
    for name, other in NAMES.items():
        text = text.replace("{0}" + name, other)
    assert part_condition(view(svars={"x": "20", "zero": "0"}), line(text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ConditionDescription$ If you like,", True),
        ("ConditionSomethingNew$ True", None),
        ("ConditionDescription$ x | ConditionSomethingNew$ True", None),
        ("Defined$ You", True),
    ],
)
def test_what_is_no_condition(text: str, expected: bool | None):
    """A description says nothing; another parameter of that kind is not understood."""
    assert part_condition(view(), line(text)) is expected


@pytest.mark.parametrize("active", ["a", "b"])
def test_whose_turn_it_is(active: str):
    """102.1: seen from who controls the ability."""
    game = Game()
    game.state.active_player_id = active
    seen = seen_by(game)
    assert trigger_condition(seen, line("PlayerTurn$ True")) is (active == "a")
    assert trigger_condition(seen, line("OpponentTurn$ True")) is (active == "b")


@pytest.mark.parametrize(
    ("zone", "live", "expected"),
    [("Battlefield", False, 3), ("Graveyard", False, 1), ("Battlefield", True, 2)],
)
def test_what_has_left_is_asked_about_as_it_was(zone: str, live: bool, expected: int):
    """608.2h: the source that has left counts with those that are there, where it was."""
    seen = view()
    assert seen.source is not None
    if not live:
        item = pb.GameObject()
        item.CopyFrom(seen.source.item)
        item.id = "gone"
        seen.source = seen.source._replace(item=item, live=False)
    text = f"IsPresent$ Ninja | PresentZone$ {zone} | PresentCompare$ EQ{expected}"
    assert trigger_condition(seen, line(text)) is True


def test_without_a_source():
    """What has no source left is not looked for."""
    assert trigger_condition(view(source=None), line("IsPresent$ Ninja")) is True
