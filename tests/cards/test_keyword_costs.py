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
    "cost", ["U", "1 W/B U/P", "X U", "0", "1 U Discard<1/Creature> PayLife<2>", "2/W S C", "WUP"]
)
def test_a_cost_that_can_be_paid_is_none(cost: str) -> None:
    """Every form of mana, and each further cost that is carried out here."""
    assert found(f"K:Ninjutsu:{cost}") == []
    assert found(f"K:Ninjutsu:{cost}:Commander") == []


@pytest.mark.parametrize("cost", ["u", "wup", "x", "w/B"])
def test_mana_in_lower_case_is_a_warning(cost: str) -> None:
    """Paid here all the same. Bug: only other words were told of."""
    (warning,) = found(f"K:Ninjutsu:1 {cost}")
    assert (warning.code, str(warning.severity), warning.column) == ("NJ208", "warning", 14)
    assert (warning.token, warning.suggestion) == (cost, cost.upper())
    assert warning.message == f"{cost!r} is written {cost.upper()}"


def test_a_mana_cost_in_lower_case_is_a_warning() -> None:
    """Of the card, as of its keywords."""
    (warning,) = check_script("Name:E\nManaCost:1 u\nTypes:Creature Ninja\nPT:2/1\nOracle:\n")
    assert (warning.code, warning.line, warning.column) == ("NJ208", 2, 12)
    assert warning.suggestion == "U"


@pytest.mark.parametrize("cost", ["1 U Mill<2>", "T", "Mill<Y>", "CardManaCost"])
def test_a_cost_that_cannot_be_asked_for_is_a_warning(cost: str) -> None:
    """Forge knows it, this service offers the keyword to nobody."""
    (warning,) = found(f"K:Sneak:{cost}")
    assert (warning.code, str(warning.severity), warning.line) == ("NJ506", "warning", 5)
    assert warning.token == cost.rsplit(" ", maxsplit=1)[-1]
    assert warning.column == 9 + cost.index(warning.token)
    assert "Sneak is not offered" in warning.message
    assert "Discard" in warning.message


@pytest.mark.parametrize(
    ("part", "amount"),
    [
        ("Sac<Y/Creature>", "Y"),
        ("PayLife<Y>", "Y"),
        ("PayLife<-3>", "-3"),
        ("Discard</Card>", ""),
        ("Discard<99999999999999999999/Card>", "9" * 20),
    ],
)
def test_a_wrong_number_is_told_as_one(part: str, amount: str) -> None:
    """Bug: PayLife<1/Y> was proposed, and that Discard cannot be paid, only Discard."""
    (warning,) = found(f"K:Ninjutsu:U {part}")
    assert (warning.code, warning.column, warning.token) == ("NJ506", 14, part)
    assert warning.suggestion == ""
    assert warning.message == (
        f"Ninjutsu is not offered: {amount!r} in {part} is neither a number of six digits at most "
        "nor X"
    )


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("Discard<1/Card.blorp>", "blorp"),
        ("Sac<1/Creature.Other+blorp>", "blorp"),
        ("Sac<1/Creature.cmcLEX>", "cmcLEX"),
        ("ExileFromGrave<1/Crature;Card.blorp>", "Crature, blorp"),
        ("Discard<1/Random>", "Random"),
        ("Discard<2>", "what Discard<2> asks for"),
    ],
)
def test_what_nothing_fits_cannot_be_paid(part: str, words: str) -> None:
    """Bug: nothing was said of a keyword that was never offered."""
    (warning,) = [each for each in found(f"K:Ninjutsu:U {part}") if each.code == "NJ506"]
    told = words if part in words else f"{words} in {part}"
    assert warning.message == f"Ninjutsu is not offered: {told} is not understood here"


@pytest.mark.parametrize(
    "part",
    [
        "Discard<1/Creature.nonBlack;Card.blorp>",
        "Sac<1/Creature.Other+powerGE2/another creature>",
        "Sac<1/Artifact.token>",
        "Return<1/CARDNAME>",
        "tapXType<2/Creature.untapped+withFlying>",
        "ExileFromGrave<1/Card.namedNight Heron>",
    ],
)
def test_what_something_fits_can_be_paid(part: str) -> None:
    """One alternative that is understood is enough for the keyword to be offered."""
    assert [each for each in found(f"K:Ninjutsu:U {part}") if each.code == "NJ506"] == []


@pytest.mark.parametrize(
    ("keyword", "cost", "token", "suggestion"),
    [
        ("Sneak:B", "2 B Mill<2>", "Mill<2>", ""),
        ("Web-slinging:W", "2 Sac<Creature>", "Sac<Creature>", "Sac<1/Creature>"),
        ("Sneak:B", "2 B Sac<1/Creature>", "", ""),
        ("Ninjutsu:B", "2 B Mill<2>", "", ""),
        ("Flying", "2 B Mill<2>", "", ""),
    ],
)
def test_what_the_spell_costs_is_looked_at_too(
    keyword: str, cost: str, token: str, suggestion: str
) -> None:
    """It is paid for sneak as well (118.9d), so a part that cannot be asked for is a warning."""
    lines = f"K:{keyword}\nA:SP$ Draw | Defined$ You | Cost$ {cost}\nA:SP$ Draw | Cost$ Mill<2>"
    wrong = [each for each in found(lines) if each.code == "NJ506"]
    assert [(each.line, each.token, each.suggestion) for each in wrong] == (
        [(6, token, suggestion)] if token else []
    )
    for each in wrong:
        assert each.message.startswith(f"{keyword.partition(':')[0]} is not offered: {token} ")
        assert lines.splitlines()[1][each.column - 1 :].startswith(token)


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
