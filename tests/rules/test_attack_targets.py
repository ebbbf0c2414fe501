"""B12: what an action says that its card will attack, which is nothing where it is no creature."""

from __future__ import annotations

import pytest

from tests.boards import Game, kinds, pb
from tests.rules.scripts import game_of

STEEL = "Name:Steel\nManaCost:1\nTypes:Artifact\nK:Ninjutsu:0\nOracle:\n"
GOLEM = (
    "Name:Golem\nManaCost:1\nTypes:Artifact\nK:Ninjutsu:0\n"
    "S:Mode$ Continuous | Affected$ Card.Self | AddType$ Creature | Description$ A creature.\n"
    "Oracle:\n"
)
SHIFTER = (
    "Name:Shifter\nManaCost:1\nTypes:Artifact\nK:Ninjutsu:0\n"
    "K:ETBReplacement:Copy:ChooseCopy:Optional\n"
    "SVar:ChooseCopy:DB$ Clone | Choices$ Creature.Other\nOracle:\n"
)
MARCH = (
    "Name:March\nManaCost:1\nTypes:Enchantment\n"
    "S:Mode$ Continuous | Affected$ Artifact | AddType$ Creature | Description$ They march.\n"
    "Oracle:\n"
)


@pytest.mark.clause("B12")
@pytest.mark.parametrize(
    ("card", "march", "target"),
    [
        ("Steel", False, ""),
        ("Steel", True, "b"),
        ("Golem", False, "b"),
        ("Shifter", False, "b"),
    ],
)
def test_what_is_no_creature_has_no_target(card: str, march: bool, target: str):
    """B12, 506.3a: an action says what its card will attack; an artifact attacks nothing."""
    game = game_of(STEEL, GOLEM, SHIFTER, MARCH)
    game.attacker("bear")
    game.creature("wall", owner="b")
    game.hand("ninja", card)
    if march:
        game.add("march", "March")
    (action,) = game.listing().actions
    assert action.attack_target.player_id == target
    assert action.HasField("attack_target") is bool(target)
    outcome = game.then(game.take("", "", action=action)).resolve()
    assert outcome.HasField("choice") is (card == "Shifter")
    assert outcome.HasField("choice") or ("attack_joined" in kinds(outcome)) is bool(target)


@pytest.mark.clause("B12")
def test_a_creature_that_is_a_battle_has_no_target():
    """B12, 506.3f: it would not attack."""
    game = Game()
    game.attacker("bear")
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Ninjutsu:0"])
    game["ninja"].characteristics.types[:] = ["Battle", "Creature"]
    (action,) = game.listing().actions
    assert not action.HasField("attack_target")


@pytest.mark.clause("B12")
@pytest.mark.parametrize(
    ("card", "target"), [("Kaito, Bane of Nightmares", "b"), ("Caltrop Satchel", "")]
)
def test_what_its_own_ability_makes_a_creature_has_one(card: str, target: str):
    """B12: Kaito is a creature in his controller's turn; an artifact is none."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", card)
    game.lands("U", 3)
    game.lands("B", 3)
    (action,) = game.listing().actions
    assert action.attack_target.player_id == target


def with_maker(card: str, affected: str, types: str) -> Game:
    """An attack, and in play what gives types to others."""
    made = f"S:Mode$ Continuous | Affected$ {affected} | AddType$ {types} | Description$ So."
    game = game_of(card, f"Name:Maker\nManaCost:1\nTypes:Enchantment\n{made}\nOracle:\n")
    game.attacker("bear")
    game.add("maker", "Maker")
    return game


@pytest.mark.clause("B12")
@pytest.mark.parametrize(
    ("affected", "types", "target"),
    [
        ("Artifact", "Creature", "b"),
        ("Artifact", "Land", ""),
        ("Land", "Creature", ""),
        ("Artifact.OppCtrl", "Creature", ""),
    ],
)
def test_what_in_play_makes_a_creature_of_it(affected: str, types: str, target: str):
    """B12: an ability that applies to it, and makes it a creature."""
    game = with_maker(STEEL, affected, types)
    game.hand("ninja", "Steel")
    (action,) = game.listing().actions
    assert action.attack_target.player_id == target


@pytest.mark.clause("B12", "D2")
def test_an_instant_attacks_nothing_whatever_is_in_play():
    """B12, 304.4: it never enters the battlefield, creature or not."""
    trick = "Name:Trick\nManaCost:1\nTypes:Instant\nK:Sneak:0\nOracle:\n"
    game = with_maker(trick, "Card", "Creature")
    game.hand("trick", "Trick")
    (action,) = game.listing().actions
    assert (action.keyword, action.HasField("attack_target")) == ("Sneak", False)
