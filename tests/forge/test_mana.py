"""The mana of permanents in Forge's state files."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.card import Face
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.forge.mana import mana_of
from tests.forge.reading import permanents


def face(line: str) -> Face:
    card = CardPool.from_texts(f"Name:A\nManaCost:no cost\nTypes:Land\n{line}\nOracle:\n").get("A")
    assert card is not None
    return card.faces[0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Cost$ T | Produced$ U", [("U", "")]),
        ("Cost$ T | Produced$ C | Amount$ 2", [("C C", "")]),
        ("Cost$ T | Produced$ W U", [("W U", "")]),
        ("Cost$ T | Produced$ Combo W U", [("W", ""), ("U", "")]),
        ("Cost$ T | Produced$ Combo W U | Amount$ 2", [("W W", ""), ("W U", ""), ("U U", "")]),
        ("Cost$ T | Produced$ Any", [(each, "") for each in "WUBRG"]),
        ("Cost$ T | Produced$ Any | Amount$ 2", [(f"{each} {each}", "") for each in "WUBRG"]),
        ("Cost$ T PayLife<1> | Produced$ B", [("B", "T PayLife<1>")]),
        ("Cost$ 1 T | Produced$ W U", [("W U", "1 T")]),
        ("Cost$ T | Produced$ B | SubAbility$ DBPain", [("B", "")]),
    ],
)
def test_mana_abilities_of_scripts(line: str, found: list[tuple[str, str]]):
    """Each choice is an ability of its own, with its cost."""
    mana = mana_of("A", ["Land"], face(f"A:AB$ Mana | {line}"))
    assert [(each.produces, each.cost) for each in mana.abilities] == found
    assert mana.whole


@pytest.mark.parametrize(
    ("produced", "amount", "choices"),
    [("Combo R G", 5, 6), ("Combo R G", 9, 10), ("Combo Any", 4, 70), ("Combo Any", 5, 126)],
)
def test_every_combination_is_a_choice(produced: str, amount: int, choices: int):
    """Bug: of five mana or more only those of one colour were, and all counted as read."""
    line = f"A:AB$ Mana | Cost$ T | Produced$ {produced} | Amount$ {amount}"
    mana = mana_of("A", ["Land"], face(line))
    assert len({each.produces for each in mana.abilities}) == len(mana.abilities) == choices
    assert {len(each.produces.split()) for each in mana.abilities} == {amount}
    assert mana.whole


@pytest.mark.parametrize(
    "line",
    [
        "A:AB$ Mana | Cost$ T | Produced$ U | RestrictValid$ Spell.Creature",
        "A:AB$ Mana | Cost$ T | Produced$ U | IsPresent$ Creature.YouCtrl",
        "A:AB$ Mana | Cost$ T | Produced$ G | Amount$ X",
        "A:AB$ Mana | Cost$ T SubCounter<1/CHARGE> | Produced$ Any",
        "A:AB$ Mana | Cost$ T | Produced$ Chosen",
        "A:AB$ Mana | Cost$ T | Produced$ Combo Any | Amount$ 6",
        "A:AB$ ManaReflected | Cost$ T | ReflectProperty$ Produce",
    ],
)
def test_mana_that_is_not_for_every_use_is_not_read(line: str):
    """Bug: mana for creature spells alone paid for ninjutsu. It is named as not known instead.

    So is mana of more combinations than are written out.
    """
    mana = mana_of("A", ["Land"], face(line))
    assert not mana.abilities
    assert not mana.whole
    pool = CardPool.from_texts(f"Name:Odd\nManaCost:no cost\nTypes:Land\n{line}\nOracle:\n")
    made = permanents("Odd", pool=pool)
    assert made.without_mana == ["Odd"]


ELF = (
    "Name:{}\nManaCost:no cost\nTypes:Creature Elf\nPT:1/1\n"
    "A:AB$ Mana | Cost$ T | Produced$ G | Amount$ X\nOracle:\n"
)


def test_unread_mana_of_a_creature_is_named():
    """Bug: of a face that is turned up, and of a token by its script, it was not."""
    grove = "Name:Grove\nManaCost:no cost\nTypes:Land\nAlternateMode:DoubleFaced\nOracle:\n"
    pool = CardPool.from_texts(
        f"{grove}\nALTERNATE\n\n{ELF.format('Grove Elf')}",
        ELF.format("Elf"),
        tokens={"g_1_1_elf": ELF.format("Elf Token")},
    )
    made = permanents("Grove|Transformed;Elf;t:g_1_1_elf;Grove", pool=pool)
    assert made.without_mana == ["Grove Elf", "Elf", "Elf Token"]


def test_a_creature_without_a_script_is_not_named():
    """It is named as not known already, or written out; few creatures give mana."""
    cards = "Some Bird|Attacking;t:Bear,P:2,T:2,Types:Creature-Bear;t:g_2_2_bear;Some Stone"
    made = permanents(cards, "COMBAT_DECLARE_ATTACKERS", pool=CardPool.from_texts())
    assert made.without_mana == ["Some Stone"]


def test_land_types_and_names():
    """By the types of the face that is up, and by the name where there is no script."""
    tundra = mana_of("Tundra", ["Land", "Plains", "Island"], None)
    assert [each.produces for each in tundra.abilities] == ["W", "U"]
    snow = mana_of("Snow-Covered Swamp", [], None)
    assert [(each.produces, each.snow) for each in snow.abilities] == [("B", True)]
    assert [each.produces for each in mana_of("Wastes", [], None).abilities] == ["C"]


def test_the_colours_of_a_commander_are_not_read():
    """Such a land gives any colour, which is told."""
    text = "Name:Tower\nManaCost:no cost\nTypes:Land\nA:AB$ Mana | Cost$ T | Produced$ "
    pool = CardPool.from_texts(f"{text}Combo ColorIdentity\nOracle:\n")
    made = permanents("Tower", pool=pool)
    assert len(made.state.objects[0].mana_abilities) == 5
    assert "Tower gives mana of any colour: no commander's colours are read" in made.assumptions


def test_a_treasure_without_a_script_is_named():
    """A token written out has no abilities; of a Treasure that is told."""
    text = "t:Treasure Token,P:0,T:0,Cost:no cost,Types:Artifact-Treasure,Keywords:"
    made = permanents(text, pool=CardPool.from_texts())
    assert made.without_mana == ["Treasure Token"]
