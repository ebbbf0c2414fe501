"""Reading scripts into the types that the rules read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu_service.cards.mana import NO_COST, parse_mana
from ninjutsu_service.cards.script import ScriptError, read_card, read_keyword, read_parameters
from tests.cards.corpus import sample

CAT = (
    "Name:Alley Cat\nManaCost:1 U/B\nTypes:Legendary Creature Cat Ninja\nPT:2/1+*\n"
    "K:Ninjutsu:U B:Commander\nK:Flying\n"
    "T:Mode$ DamageDone | validsource$ Card.Self | Execute$ TrigDraw\n"
    "SVar:TrigDraw: DB$ Draw | NumCards$ 1\nSVar:trigdraw:DB$ Draw | NumCards$ 2\n"
    "# comment\nUnknown:x\nAlternateMode:DoubleFaced\nOracle:First.\\nSecond: two.\n"
    "\nALTERNATE\n\nName:Night Cat\nManaCost:no cost\nColors:black,blue\nTypes:Creature Cat\n"
    "PT:3/3\nSVar:TrigDraw:Mode$ Other\nOracle:\n"
)


def test_a_card_of_two_faces() -> None:
    """The fields of both faces; SVars ignore case, the last wins, each face has its own."""
    card = read_card(CAT, "a/alley_cat.txt")
    front, back = card.faces
    assert (card.name, card.path, card.alternate_mode) == (
        "Alley Cat",
        "a/alley_cat.txt",
        "DoubleFaced",
    )
    assert front.mana_cost == parse_mana("1 U/B")
    assert front.colors == "UB"
    assert front.types == ("Legendary", "Creature", "Cat", "Ninja")
    assert (front.power, front.toughness) == ("2", "1+*")
    assert [line.head for line in front.keywords] == ["Ninjutsu", "Flying"]
    assert front.triggers[0].get("ValidSource") == "Card.Self"
    assert front.svars == {"trigdraw": "DB$ Draw | NumCards$ 2"}
    assert front.oracle == "First.\nSecond: two."
    assert (back.name, back.mana_cost, back.colors) == ("Night Cat", NO_COST, "UB")
    assert back.svars == {"trigdraw": "Mode$ Other"}


def test_sections_of_specialize_are_faces() -> None:
    """Up to six faces, one for each colour."""
    text = "Name:Base\nOracle:\nSPECIALIZE:WHITE\nName:W\nSPECIALIZE:BLUE\nName:U\n"
    assert [face.name for face in read_card(text).faces] == ["Base", "W", "U"]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("Loyalty:4", "loyalty", "4"),
        ("Defense:5", "defense", "5"),
        ("Types:Creature Time Lord Doctor", "types", ("Creature", "Time Lord", "Doctor")),
        ("Types:Plane Bolas's Meditation Realm", "types", ("Plane", "Bolas's Meditation Realm")),
        ("Colors:all", "colors", "WUBRG"),
        ("Colors:colorless\nManaCost:R", "colors", ""),
        ("PT:-1/4", "power", "-1"),
        ("ManaCost:2/W UP", "colors", "WU"),
        ("ManaCost:nonsense", "mana_cost", NO_COST),
        ("PT:none", "power", None),
        ("Oracle:A | B", "oracle", "A | B"),
    ],
)
def test_fields(text: str, field: str, value: object) -> None:
    """Each field as the types of `cards.card` have it; what is malformed is left out."""
    assert getattr(read_card(f"Name:A\n{text}\n").faces[0], field) == value


def test_a_keyword_line_with_arguments() -> None:
    """An empty argument between colons is one."""
    line = read_keyword("ETBReplacement:Other:X:Mandatory::Card.Self", 7)
    assert line.head == "ETBReplacement"
    assert line.arguments == ("Other", "X", "Mandatory", "", "Card.Self")
    assert line.line == 7


def test_parameters() -> None:
    """Keys ignore case, the last of two wins, a part without `$` has an empty value."""
    assert read_parameters("DB$ Draw | NumCards$ 1 | numcards$ 2 | Odd | X$ a$b | ") == {
        "db": "Draw",
        "numcards": "2",
        "odd": "",
        "x": "a$b",
    }


def test_a_text_without_name_is_no_script() -> None:
    """The one error of reading."""
    with pytest.raises(ScriptError, match="no Name"):
        read_card("ManaCost:1\nName:\n")


def test_a_byte_order_mark_does_not_hide_the_name() -> None:
    """Editors on Windows write one; the checks report it."""
    assert read_card("\ufeffName:A\n").name == "A"


ODD_LINES = ("Name:A", "PT:/", "SVar:", "SVar::", "K::", "A:|$|", "ALTERNATE", "ManaCost:{", "T:")


@given(st.text() | st.lists(st.sampled_from(ODD_LINES)).map("\n".join))
def test_any_text_is_a_card_or_a_script_error(text: str) -> None:
    """Nothing but ScriptError is raised, whatever the text."""
    try:
        card = read_card(text)
    except ScriptError:
        return
    assert card.faces


def test_every_script_of_the_sample_reads() -> None:
    """All 7,859 files read, each with the name its Name line has."""
    cards = [read_card(data.decode(), path) for path, data in sample()]
    assert len(cards) == 7859
    assert all(
        f"Name:{card.name}" in data.decode()
        for card, (_, data) in zip(cards, sample(), strict=True)
    )
