"""What is remembered of names: what scripts have for good, anything else within bounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules import rulebook as module
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.traits import keyword_line
from tests.boards import bundled
from tests.rules.scripts import INSTALLED, script

LIFE = "S:Mode$ Continuous | Affected$ Creature | AddPower$ 1 | Description$ More."
TOKENS = {
    "rat": "Name:Rat Token\nManaCost:no cost\nTypes:Legendary Creature Rat\nPT:1/1\n"
    f"{LIFE}\nOracle:\n"
}


def book(*scripts: str) -> Rulebook:
    return Rulebook(CardPool.from_texts(*scripts, tokens=TOKENS), INSTALLED)


def counted(found: Rulebook, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names whose cards are looked for from now on."""
    asked: list[str] = []
    card = found._card

    def looked(name: str) -> object:
        asked.append(name)
        return card(name)

    monkeypatch.setattr(found, "_card", looked)
    return asked


ASK: list[Callable[[Rulebook, str], object]] = [
    lambda found, name: found.abilities(name),
    lambda found, name: found.printed(name, front=True),
]


@pytest.mark.parametrize("ask", ASK)
def test_what_scripts_have_is_read_once(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[Rulebook, str], object]
):
    """However many other names were asked for since, and however long its name is."""
    long = "Card " + "x" * 300
    found = book(script("Card", LIFE), script(long, LIFE))
    monkeypatch.setattr(module, "MAX_NAMES", 100)
    asked = counted(found, monkeypatch)
    for _ in range(3):
        for name in ("Card", long):
            assert ask(found, name) is not None
    assert asked.count("Card") == 1
    assert asked.count(long) == 1


@pytest.mark.parametrize("ask", ASK)
def test_other_names_are_remembered_within_bounds(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[Rulebook, str], object]
):
    """As many as there may be; all are forgotten as one more comes. Long ones never are kept."""
    found = book(script("Card", LIFE))
    monkeypatch.setattr(module, "MAX_NAMES", 3)
    monkeypatch.setattr(module, "MAX_NAME", 5)
    asked = counted(found, monkeypatch)
    for name in ("one", "two", "three", "one", "two", "three"):
        assert ask(found, name) is None
    assert asked == ["one", "two", "three"]
    ask(found, "four")
    ask(found, "one")
    assert asked == ["one", "two", "three", "four", "one"]
    asked = counted(found := book(script("Card", LIFE)), monkeypatch)
    for name in ("exact", "longer", "exact", "longer"):
        ask(found, name)
    assert asked == ["exact", "longer", "longer"]


def test_a_script_beyond_the_bounds(monkeypatch: pytest.MonkeyPatch):
    """What a script has is remembered though there is no room for other names."""
    found = book(script("Card", LIFE), script("Other", LIFE))
    monkeypatch.setattr(module, "MAX_NAMES", 1)
    asked = counted(found, monkeypatch)
    for _ in range(3):
        for name in ("Card", "Other"):
            found.abilities(name)
            found.printed(name, front=True)
    assert asked == ["Card", "Card", "Other", "Other"]


def test_tokens():
    """By the name of their script; a card comes before a token of its name."""
    found = book(script("Card"), script("rat", body="ManaCost:1\nTypes:Creature Cat\nPT:1/1\n"))
    assert (found.knows_token("rat"), found.knows_token("Card")) == (True, False)
    assert (found.knows("rat"), found.knows("Rat Token")) == (True, False)
    face = found.face("rat")
    assert face is not None
    assert "Cat" in face.types
    alone = book(script("Card"))
    face = alone.face("rat")
    assert face is not None
    assert "Rat" in face.types
    assert alone.face("mouse") is None
    assert alone.abilities("rat") is not None
    assert alone.any_legendary(["Card", "rat"])
    assert not alone.any_legendary(["Card"])


FACES = (
    "Name:Sun\nManaCost:1\nTypes:Creature Ninja\nPT:1/1\nK:Ninjutsu:U\n"
    "AlternateMode:DoubleFaced\n\nALTERNATE\n\n"
    f"Name:Moon\nTypes:Creature Rat\nPT:4/4\n{LIFE}\nK:Sneak:R\nOracle:\n"
)


def test_faces():
    """712.8a: the front face, or the one of that name; keywords of the front face alone."""
    found = book(FACES)
    for name in ("Sun", "Moon"):
        front = found.printed(name, front=True)
        there = found.printed(name, front=False)
        assert front is not None
        assert there is not None
        assert (front.name, there.name) == ("Sun", name)
        assert [each.name for each, _ in found.printed_keywords(name)] == ["Ninjutsu"]
    assert found.abilities("Sun") is None
    assert found.abilities("Moon") is not None
    assert found.printed_keywords("Nothing") == ()


def test_keywords_that_are_the_same_count_once() -> None:
    """A10: of two alike neither could be told from the other; what is no keyword here is none."""
    lines = [keyword_line(text) for text in ("Flying", "Ninjutsu:1 U", "Sneak:B", "Ninjutsu:1 U")]
    found = bundled().bind_all(lines)
    assert [(keyword.name, str(cost)) for keyword, cost in found] == [
        ("Ninjutsu", "1 U"),
        ("Sneak", "B"),
    ]


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (["Flying", "Ward:1"], ["Flying", "Ward:1"]),
        (["Flying", "Ward:1", "Reach"], ["Flying", "Ward:1"]),
        (["Ward:1:23"], ["Ward:1:23"]),
        (["Ward:1:234"], []),
    ],
)
def test_keyword_lines_are_remembered_within_bounds(
    monkeypatch: pytest.MonkeyPatch, texts: list[str], kept: list[str]
):
    """So many, and none that is long: any text may be sent as a keyword."""
    found = book(script("Card"))
    monkeypatch.setattr(module, "MAX_NAMES", 2)
    monkeypatch.setattr(module, "MAX_NAME", 9)
    for text in texts:
        assert found.bind(keyword_line(text)) is None
    assert list(found._bound) == kept


def test_names_without_keywords_are_remembered_within_bounds(monkeypatch: pytest.MonkeyPatch):
    """A card's keywords for good; that a name is no card's, as long as there is room."""
    found = book(script("Card", "K:Ninjutsu:U"), script("Other", "K:Ninjutsu:B"))
    monkeypatch.setattr(module, "MAX_NAMES", 1)
    for name in ("Card", "Other", "none", "nobody"):
        found.printed_keywords(name)
    assert set(found._keywords) == {"nobody"}
    assert len(found.printed_keywords("Card")) == len(found.printed_keywords("Other")) == 1
    assert set(found._keywords) == {"nobody", "Card", "Other"}
