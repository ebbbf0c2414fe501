"""Whose costs a static ability changes, of what, by how much, and when (A9, CR 601.2f)."""

from __future__ import annotations

import pytest

from tests.boards import Game
from tests.rules.scripts import game_of, script

NINJA = script("Ninja", "K:Ninjutsu:3 U", body="ManaCost:5\nTypes:Creature Ninja\nPT:2/2\n")
SNEAK = script("Sneaky", "K:Sneak:3 U", body="ManaCost:5\nTypes:Creature Rat\nPT:2/2\n")


def costs(line: str, *, owner: str = "a", team: str = "", active: str = "a") -> dict[str, str]:
    """What the ninjutsu and the sneak of a's cards cost, under an ability of somebody's."""
    text = script("Source", f"S:Mode$ {line}", "SVar:X:Count$Valid Creature",
                  body="ManaCost:1\nTypes:Enchantment\n")  # fmt: skip
    game = game_of(text, NINJA, SNEAK)
    game.state.players.add(id="c", life=20)
    if team:
        game.player("a").team_id = game.player(team).team_id = "us"
    game.add("source", "Source", owner=owner)
    game.attacker("bear")
    game.hand("ninja", "Ninja")
    game.hand("sneaky", "Sneaky")
    return {each.keyword: each.mana_cost for each in game.listing(engine_pays=True).actions}


BOTH = {"Ninjutsu": "2 U", "Sneak": "2 U"}
NINJUTSU = {"Ninjutsu": "2 U", "Sneak": "3 U"}
SNEAKS = {"Ninjutsu": "3 U", "Sneak": "2 U"}
NEITHER = {"Ninjutsu": "3 U", "Sneak": "3 U"}


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", BOTH),
        ("Amount$ 1", BOTH),
        ("Activator$ You", BOTH),
        ("Activator$ Player", BOTH),
        ("Activator$ Opponent", NEITHER),
        ("Activator$ SomebodyNew", NEITHER),
        ("Type$ Ability", NINJUTSU),
        ("Type$ Spell", SNEAKS),
        ("Type$ SomethingNew", NEITHER),
        ("ValidSpell$ Activated.Ninjutsu", NINJUTSU),
        ("ValidSA$ Activated.Ninjutsu", NINJUTSU),
        ("ValidSpell$ Activated", NINJUTSU),
        ("ValidSpell$ Spell", SNEAKS),
        ("ValidSpell$ Spell.Sneak", SNEAKS),
        ("ValidSpell$ Spell.Ninjutsu", NEITHER),
        ("ValidSpell$ Activated.Sneak", NEITHER),
        ("ValidSpell$ Card.Sneak", SNEAKS),
        ("ValidSpell$ SpellAbility", BOTH),
        ("ValidSpell$ Activated.Cycling,SpellAbility.sneak", SNEAKS),
        ("ValidSpell$ Activated.Ninjutsu+Sneak", NEITHER),
        ("ValidSpell$ Triggered.Ninjutsu", NEITHER),
        ("ValidCard$ Ninja", NINJUTSU),
        ("ValidCard$ Card.nonNinja", SNEAKS),
        ("ValidCard$ Creature", BOTH),
        ("ValidCard$ Card.SomethingNew", NEITHER),
        ("ValidCard$ Ninja | Type$ Spell", NEITHER),
    ],
)
def test_what_is_cheaper(more: str, expected: dict[str, str]):
    """A9: by who pays, spell or ability, the keyword, and the card; what is unread changes none."""
    assert costs(f"ReduceCost | {more}".rstrip(" |")) == expected


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("who", "owner", "team", "applies"),
    [
        ("You", "a", "", True),
        ("You", "b", "", False),
        ("Opponent", "b", "", True),
        ("Opponent", "b", "b", False),
        ("Opponent", "c", "b", True),
        ("Player", "b", "", True),
    ],
)
def test_for_whom(who: str, owner: str, team: str, applies: bool):
    """A9: seen from who controls the ability; a teammate is no opponent."""
    found = costs(f"RaiseCost | Activator$ {who} | Amount$ 2", owner=owner, team=team)
    assert found["Ninjutsu"] == ("5 U" if applies else "3 U")


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ReduceCost | Amount$ X", "2 U"),
        ("RaiseCost | Amount$ X", "4 U"),
        ("ReduceCost | Amount$ 9", "U"),
        ("RaiseCost", "4 U"),
        ("ReduceCost | Condition$ PlayerTurn", "2 U"),
        ("ReduceCost | Condition$ NotPlayerTurn", "3 U"),
        ("ReduceCost | Condition$ SomethingNew", "3 U"),
    ],
)
def test_by_how_much_and_when(line: str, expected: str):
    """A9: so much generic mana as the amount comes to, while the condition holds."""
    assert costs(line)["Ninjutsu"] == expected


@pytest.mark.clause("A9")
def test_on_another_players_turn():
    """A9: "during your turn" is the turn of who controls the ability."""
    assert costs("RaiseCost | Condition$ NotPlayerTurn", owner="b")["Ninjutsu"] == "4 U"
    assert costs("RaiseCost | Condition$ PlayerTurn", owner="b")["Ninjutsu"] == "3 U"


@pytest.mark.clause("A9")
def test_a_class_changes_costs_from_its_level_on():
    """A9, 716.2: of lines that are no levels, or that name nothing, nothing is read."""
    lines = [
        "K:Class:2:1 B:AddStaticAbility$ STLess & STNone",
        "K:Class:3",
        "K:Class:x:1 B:AddStaticAbility$ STLess",
        "K:Cycling:2:1 B:AddStaticAbility$ STLess",
        "SVar:STLess:Mode$ ReduceCost | Amount$ 1",
    ]
    game = game_of(script("School", *lines, body="ManaCost:1\nTypes:Enchantment Class\n"), NINJA)
    game.add("school", "School")
    game.attacker("bear")
    game.hand("ninja", "Ninja")

    def cost(game: Game) -> str:
        return game.listing(engine_pays=True).actions[0].mana_cost

    assert cost(game) == "3 U"
    game["school"].counters["LEVEL"] = 2
    assert cost(game) == "2 U"
