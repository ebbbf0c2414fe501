"""How many modes are chosen, of which, and where there is nothing to choose (CR 700.2)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.script import read_card
from ninjutsu_service.rules.ability import part_named
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.modes import choose_modes
from ninjutsu_service.rules.targets import Unreadable
from tests.boards import pick, refused, wire
from tests.rules.scripts import script
from tests.rules.test_valid import board, seen_by

MODES = (
    "SVar:DBOne:DB$ GainLife | LifeAmount$ 1 | SpellDescription$ CARDNAME helps.",
    "SVar:DBTwo:DB$ Draw",
    "SVar:DBFoe:DB$ Destroy | ValidTgts$ Creature.OppCtrl",
    "SVar:DBPair:DB$ Destroy | ValidTgts$ Creature.OppCtrl | TargetMin$ 3",
    "SVar:DBBoth:DB$ Destroy | ValidTgts$ Creature.OppCtrl | TargetMin$ 2 | SubAbility$ DBFoe",
)


def chosen(charm: str, *decisions: wire.Decision) -> list[str] | None:
    face = read_card(script("Charmer", f"SVar:TrigDo:DB$ Charm | {charm}", *MODES)).faces[0]
    part = part_named(face, "TrigDo")
    assert part is not None
    view = seen_by(board())
    return choose_modes(Decisions(decisions), view, face, part, prefix="p", rule="601.2b")


@pytest.mark.parametrize(
    ("charm", "expected"),
    [
        ("Choices$ DBOne", ["DBOne"]),
        ("Choices$ DBOne,DBNone", ["DBOne"]),
        ("Choices$ DBOne,DBPair", ["DBOne"]),
        ("Choices$ DBBoth", ["DBBoth"]),
        ("Choices$ DBPair", None),
        ("Choices$ DBNone", None),
        ("CharmNum$ 2 | Choices$ DBOne", None),
        ("CharmNum$ 2 | Choices$ DBOne,DBTwo", ["DBOne", "DBTwo"]),
        ("CharmNum$ 2 | MinCharmNum$ 0 | Choices$ DBPair", []),
    ],
)
def test_where_there_is_no_choice(charm: str, expected: list[str] | None):
    """700.2a: what needs targets it cannot have is no mode to choose; None where too few are."""
    assert chosen(charm) == expected


@pytest.mark.parametrize(
    ("charm", "options", "count"),
    [
        ("Choices$ DBOne,DBTwo", ["DBOne", "DBTwo"], (1, 1)),
        ("Choices$ DBOne,DBFoe", ["DBOne", "DBFoe"], (1, 1)),
        ("CharmNum$ 2 | Choices$ DBOne,DBTwo,DBFoe", ["DBOne", "DBTwo", "DBFoe"], (2, 2)),
        ("CharmNum$ 2 | MinCharmNum$ 1 | Choices$ DBOne,DBTwo", ["DBOne", "DBTwo"], (1, 2)),
        ("CharmNum$ 9 | MinCharmNum$ 0 | Choices$ DBOne,DBTwo", ["DBOne", "DBTwo"], (0, 2)),
    ],
)
def test_the_choice(charm: str, options: list[str], count: tuple[int, int]):
    """601.2b: the modes that may be chosen, and how many; the prompt says so."""
    with pytest.raises(ChoiceNeeded) as caught:
        chosen(charm)
    question = caught.value.question
    choice = question.choice
    assert (choice.id, choice.player_id, choice.kind) == ("p", "a", wire.CHOICE_KIND_OBJECTS)
    assert (list(choice.option_ids), (choice.min, choice.max)) == (options, count)
    labels = ["Charmer helps." if name == "DBOne" else name for name in options]
    assert list(choice.option_labels) == labels
    number = str(count[0]) if count[0] == count[1] else f"{count[0]}-{count[1]}"
    assert question.details == {"card": "Throat Slitter", "count": number}


def test_in_the_order_printed():
    """608.2c: whatever the order of the answer; another answer is refused."""
    charm = "CharmNum$ 2 | Choices$ DBOne,DBTwo,DBFoe"
    assert chosen(charm, pick("p", "DBFoe", "DBOne")) == ["DBOne", "DBFoe"]
    for names in (["DBOne"], ["DBOne", "DBOne"], ["DBOne", "DBPair"]):
        with refused("ILLEGAL_DECISION", "601.2b"):
            chosen(charm, pick("p", *names))


@pytest.mark.parametrize(
    "charm",
    [
        "CharmNum$ Y | Choices$ DBOne",
        "MinCharmNum$ Y | Choices$ DBOne",
        "CharmNum$ Y | MinCharmNum$ 1 | Choices$ DBOne",
    ],
)
def test_how_many_is_not_understood(charm: str):
    """The engine's then."""
    with pytest.raises(Unreadable):
        chosen(charm)


def test_of_a_spell_without_a_source():
    """The prompt has no name to give."""
    face = read_card(script("Charmer", "SVar:TrigDo:DB$ Charm | Choices$ DBOne,DBTwo", *MODES))
    part = part_named(face.faces[0], "TrigDo")
    assert part is not None
    view = seen_by(board(), "nothing")
    with pytest.raises(ChoiceNeeded) as caught:
        choose_modes(Decisions(), view, face.faces[0], part, prefix="p", rule="601.2b")
    assert caught.value.question.details["card"] == ""
