"""The cost of a keyword of this service: without one that can be paid the card is not played."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.diagnostics import Diagnostic
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry

HERE = carried(Registry.installed())


def found(line: str) -> list[Diagnostic]:
    """What is said of a script with this line as its fifth."""
    text = f"Name:E\nManaCost:1 U\nTypes:Creature Human Ninja\nPT:2/1\n{line}\nOracle:\n"
    return check_script(text, carried=HERE)


@pytest.mark.parametrize(
    ("line", "column", "token", "suggestion"),
    [
        ("K:Ninjutsu", 3, "Ninjutsu", ""),
        ("K:Ninjutsu:", 3, "Ninjutsu", ""),
        ("K:Sneak: ", 3, "Sneak", ""),
        ("K:Ninjutsu::Commander", 3, "Ninjutsu", ""),
        ("K:Ninjutsu:QQ", 12, "QQ", ""),
        ("K:Sneak:1 Z", 11, "Z", ""),
        ("K:Web-slinging:1,W", 16, "1,W", ""),
        ("K:Ninjutsu:{1}{U}", 12, "{1}{U}", "1 U"),
        ("K:Ninjutsu:1UU", 12, "1UU", "1 U U"),
        ("K:Ninjutsu:no cost", 12, "no cost", "0"),
        ("K:Ninjutsu:U Discard", 14, "Discard", ""),
        ("K:Ninjutsu:U Discrad", 14, "Discrad", "Discard"),
        ("K:Ninjutsu:999999 999999", 12, "999999 999999", ""),
    ],
)
def test_a_malformed_cost_is_an_error(line: str, column: int, token: str, suggestion: str) -> None:
    """It makes the keyword unusable: where, and what would be right."""
    first = next(each for each in found(line) if each.code == "NJ505")
    assert str(first.severity) == "error"
    assert (first.line, first.column, first.token) == (5, column, token)
    assert first.suggestion == suggestion
    keyword = line.removeprefix("K:").partition(":")[0]
    assert f"{keyword}:1 U" in first.message or suggestion == "0"


@pytest.mark.parametrize(
    "cost", ["U", "1 W/B U/P", "X U", "0", "1 U Discard<1/Creature> PayLife<2>", "2/W S C", "wup"]
)
def test_a_cost_that_can_be_paid_is_none(cost: str) -> None:
    """Every form of mana, and each further cost that is carried out here."""
    assert found(f"K:Ninjutsu:{cost}") == []
    assert found(f"K:Ninjutsu:{cost}:Commander") == []


@pytest.mark.parametrize("cost", ["1 U Mill<2>", "T", "Sac<Y/Creature>", "CardManaCost"])
def test_a_cost_that_cannot_be_asked_for_is_a_warning(cost: str) -> None:
    """Forge knows it, this service offers the keyword to nobody."""
    (warning,) = found(f"K:Sneak:{cost}")
    assert (warning.code, str(warning.severity), warning.line) == ("NJ506", "warning", 5)
    assert warning.token == cost.rsplit(" ", maxsplit=1)[-1]
    assert warning.column == 9 + cost.index(warning.token)
    assert "Sneak is not offered" in warning.message
    assert "Discard" in warning.message


def test_what_is_granted_is_looked_at_too() -> None:
    """`AddKeyword$` binds other cards the same way."""
    line = "S:Mode$ Continuous | Affected$ Card.YouOwn | AddKeyword$ "
    wrong = found(f"{line}Flying & Ninjutsu:2 Z & Sneak:T & Web-slinging")
    assert [(each.code, each.token) for each in wrong] == [
        ("NJ505", "Z"),
        ("NJ506", "T"),
        ("NJ506", "Web-slinging"),
    ]
    for each in wrong:
        start = each.column - 1
        whole = f"{line}Flying & Ninjutsu:2 Z & Sneak:T & Web-slinging"
        assert whole[start : start + len(each.token)] == each.token


def test_other_keywords_keep_their_warnings() -> None:
    """Forge's own keywords may have costs that are not known here."""
    (warning,) = found("K:Flashback:QQ")
    assert (warning.code, str(warning.severity)) == ("NJ503", "warning")
