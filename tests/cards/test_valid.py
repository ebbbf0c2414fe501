"""Valid-expressions: the tree, and that what is not understood says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu_service.cards.valid import parse_list, parse_property, parse_valid


def test_commas_are_or_and_plus_is_and() -> None:
    """The grammar of the corpus: alternatives, a base, properties."""
    valid = parse_valid("Creature.nonLand+YouCtrl, Ninja")
    first, second = valid.alternatives
    assert (first.base, second.base) == ("Creature", "Ninja")
    assert [(each.text, each.column) for each in first.properties] == [
        ("nonLand", 10),
        ("YouCtrl", 18),
    ]
    assert (second.column, second.properties) == (27, ())
    assert valid.understood


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("YouCtrl", {"name": "YouCtrl"}),
        ("nonNinja", {"name": "Ninja", "negated": True}),
        ("withFlying", {"name": "with", "argument": "Flying"}),
        ("withoutFlying", {"name": "with", "argument": "Flying", "negated": True}),
        ("IsNotRemembered", {"name": "IsRemembered", "negated": True}),
        ("!sharesCreatureTypeWith", {"name": "sharesCreatureTypeWith", "negated": True}),
        ("cmcLE3", {"name": "cmc", "comparator": "LE", "operand": "3"}),
        ("cmcLEX", {"name": "cmc", "comparator": "LE", "operand": "X"}),
        (
            "counters_GE1_P1P1",
            {"name": "counters", "comparator": "GE", "operand": "1", "argument": "P1P1"},
        ),
        ("namedGrizzly Bears", {"name": "named", "argument": "Grizzly Bears"}),
        ("notnamedForest", {"name": "named", "argument": "Forest", "negated": True}),
        (
            "ControlledBy TriggeredDefendingPlayer",
            {"name": "ControlledBy", "argument": "TriggeredDefendingPlayer"},
        ),
        ("NamedCard", {"name": "NamedCard"}),
        ("frobnicated", {"name": "frobnicated", "known": False}),
    ],
)
def test_properties(text: str, expected: dict[str, object]) -> None:
    """Negation, comparison and argument are taken apart; a strange name is not known."""
    found = parse_property(text)
    default = {"negated": False, "comparator": "", "operand": "", "argument": "", "known": True}
    assert {key: getattr(found, key) for key in {"name": "", **default}} == {**default, **expected}


def test_what_is_not_understood_is_marked() -> None:
    """Never true or false: the expression as a whole says that a part is not known."""
    assert not parse_valid("Creature.frobnicated").understood
    assert not parse_valid("Frobnicator.YouCtrl").understood
    assert parse_valid("Creature.YouCtrl,Player").understood


def test_lists_are_joined_by_an_ampersand_between_spaces() -> None:
    """In K lists ` & ` joins."""
    assert parse_list("Flying & Ninjutsu:2 U B") == ("Flying", "Ninjutsu:2 U B")
    assert parse_list("") == ()


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    """Reading never fails, and keeps the text."""
    assert parse_valid(text).text == text
