"""A static ability with something that is not read here is left to the engine as a whole."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.script import read_card, read_parameters
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.static_lines import affected, is_understood
from ninjutsu_service.rules.statics import read_statics
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import Game


def line(text: str) -> AbilityLine:
    return AbilityLine("S", read_parameters(text), text)


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Mode$ Continuous | Affected$ Creature.YouCtrl | AddPower$ 1", True),
        ("Mode$ Continuous | EffectZone$ Battlefield | Secondary$ True | AddPower$ 1", True),
        ("Mode$ Continuous | AILogic$ Never | AddPower$ 1 | Description$ x", True),
        ("Mode$ Continuous | EffectZone$ All | AddPower$ 1", False),
        ("Mode$ Continuous | CheckSVar$ X | AddPower$ 1", False),
        ("Mode$ Continuous | IsPresent$ Card.Self+tapped | AddPower$ 1", False),
        ("Mode$ Continuous | AffectedDefined$ Enchanted | AddPower$ 1", False),
        ("Mode$ Continuous | MayPlay$ True | MayPlayLimit$ 1", False),
        ("Mode$ ReduceCost | ValidCard$ Card | Amount$ 1 | MinMana$ 1", False),
        ("Mode$ CantAttack | ValidCard$ Creature", False),
        ("Mode$ Continuous | CharacteristicDefining$ True | SetPower$ X", True),
        ("Mode$ Continuous | CharacteristicDefining$ true | AILogic$ Never | SetPower$ X", True),
        ("Mode$ Continuous | CharacteristicDefining$ False | SetPower$ X", False),
        ("Mode$ Continuous | CharacteristicDefining$ True | EffectZone$ Hand | SetPower$ X", False),
        ("Mode$ Unheard | CharacteristicDefining$ True | SetPower$ X", False),
    ],
)
def test_what_is_understood(text: str, understood: bool) -> None:
    """A condition that nobody looks at would hold always, and a limit never."""
    assert is_understood(line(text)) is understood
    script = f"Name:X\nTypes:Enchantment\nS:{text}\nOracle:\n"
    assert bool(read_statics(read_card(script).faces[0])) is understood


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Affected$ Ninja.YouCtrl", "Ninja.YouCtrl"),
        ("ValidCard$ Card.Self", "Card.Self"),
        ("AddPower$ 1", "Card"),
        ("AffectedDefined$ Self", "Card.Self"),
        (
            "AffectedDefined$ Self | Affected$ Permanent.counters_GE1_LOYALTY,Creature",
            "Permanent.Self+counters_GE1_LOYALTY,Creature.Self",
        ),
    ],
)
def test_whom_it_affects(text: str, expected: str) -> None:
    """`AffectedDefined$ Self` narrows the expression to the source."""
    assert affected(line(f"Mode$ Continuous | {text}")) == expected


def test_what_affects_its_source_affects_no_other_of_the_kind() -> None:
    """Two planeswalkers with loyalty: only the one whose ability it is becomes a creature."""
    walker = (
        "Name:Walker\nManaCost:U\nTypes:Planeswalker Kaito\nLoyalty:3\n"
        "S:Mode$ Continuous | AffectedDefined$ Self | Affected$ Permanent.counters_GE1_LOYALTY"
        " | AddType$ Creature | SetPower$ 3 | SetToughness$ 4\nOracle:\n"
    )
    other = "Name:Other\nManaCost:U\nTypes:Planeswalker Jace\nLoyalty:3\nOracle:\n"
    rulebook = Rulebook(CardPool.from_texts(walker, other), Registry.installed())
    game = Game(rulebook=rulebook)
    for name in ("Walker", "Other"):
        game.add(name, name, counters={"LOYALTY": 3})
    table = Table(Board(game.state), rulebook)
    types = [table.traits(table.board.objects[name]).types for name in ("Walker", "Other")]
    assert ["Creature" in each for each in types] == [True, False]
