"""CR 107.4e: symbols with a number and a colour, {2/W} to {2/G}, and what is none."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.cost import CostError, parse_cost
from ninjutsu_service.cards.mana import ManaError, Symbol, parse_mana

SCRIPT = "Name:Y\nManaCost:{0}\nTypes:Creature Ninja\nPT:2/2\nK:Ninjutsu:{0}\nOracle:\n"


@pytest.mark.parametrize("color", "WUBRG")
def test_two_or_a_colour(color: str) -> None:
    """`2/U` is one symbol, with or without its stroke, as Forge reads it."""
    for text in (f"2/{color}", f"2{color}"):
        assert parse_mana(text).symbols == (Symbol(color, 2),)
        assert parse_mana(text).mana_value == 2


def test_made_cheaper() -> None:
    """CR 118.7: {2/U} for {1} less is written as what is left of it, and read again."""
    assert parse_mana("1/U").symbols == (Symbol("U", 1),)


@pytest.mark.parametrize(
    "token", ["1U", "3W", "0/U", "12U", "2/", "2/S", "2/W/U", "2UB", "2/U/P", "U2", "U/2"]
)
def test_no_other(token: str) -> None:
    """1U was read as one symbol that is no card's, {1/U}: a Ninja for half its cost."""
    with pytest.raises(ManaError) as error:
        parse_mana(f"1 {token}")
    assert (error.value.token, error.value.column) == (token, 3)
    with pytest.raises(CostError):
        parse_cost(f"{token} Discard<1/Card>")


@pytest.mark.parametrize(("token", "meant"), [("1U", "1 U"), ("1UB", "1 U B"), ("12U", "12 U")])
def test_what_was_meant(token: str, meant: str) -> None:
    """Mana without spaces is an error in both lines, and told how it is written."""
    found = check_script(SCRIPT.format(token), "y.txt")
    assert [(each.code, each.line, each.token, each.suggestion) for each in found] == [
        ("NJ109", 2, token, meant),
        ("NJ505", 5, token, meant),
    ]


def test_one_that_reads_like_two() -> None:
    """2U is valid and hardly ever meant: a warning, wherever a cost stands."""
    found = check_script(SCRIPT.format("X 2U"), "y.txt")
    assert [(each.code, each.line, each.column, each.suggestion) for each in found] == [
        ("NJ507", 2, 12, "2 U"),
        ("NJ507", 5, 14, "2 U"),
    ]
    assert not check_script(SCRIPT.format("X 2/U"), "y.txt")
