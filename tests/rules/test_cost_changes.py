"""Whose costs a static ability changes, of what, by how much, and when (A9, CR 601.2f)."""

from __future__ import annotations

import pytest

from tests.boards import Game
from tests.rules.scripts import game_of, notes_of, script

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
        ("Type$ NonManaAbility", NINJUTSU),
        ("Type$ MorphUp", NEITHER),
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
        ("ValidSpell$ Activated.nonManaAbility", NINJUTSU),
        ("ValidSpell$ Spell,Activated.nonManaAbility", BOTH),
        ("ValidSpell$ Activated.ManaAbility", NEITHER),
        ("ValidSA$ Activated.nonNinjutsu", NEITHER),
        ("ValidSA$ SpellAbility.nonNinjutsu", SNEAKS),
        ("ValidSA$ Activated.nonLoyalty+nonEquip", NINJUTSU),
        ("ValidSA$ Activated.nonSomethingNew", NEITHER),
        ("ValidSA$ SomethingNew", NEITHER),
        ("ValidCard$ Card.Ninja", NINJUTSU),
        ("ValidCard$ Card.nonNinja", SNEAKS),
        ("ValidCard$ Card.Creature", BOTH),
        ("ValidCard$ Card.SomethingNew", NEITHER),
        ("ValidCard$ Ninja | Type$ Spell", NEITHER),
    ],
)
def test_what_is_cheaper(more: str, expected: dict[str, str]):
    """A9: by who pays, spell or ability, the keyword, and the card; what is unread changes none."""
    assert costs(f"ReduceCost | {more}".rstrip(" |")) == expected


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("ValidCard$ Creature.YouCtrl | Type$ Ability", NEITHER),
        ("ValidCard$ Creature | Type$ Ability", NEITHER),
        ("ValidCard$ Ninja.YouCtrl", NEITHER),
        ("ValidCard$ Permanent.YouCtrl", SNEAKS),
        ("ValidCard$ Card.YouCtrl | Type$ Ability", NEITHER),
        ("ValidCard$ Card.YouOwn | Type$ Ability", NINJUTSU),
        ("ValidCard$ Artifact.YouCtrl,Card.Ninja | Type$ Ability", NINJUTSU),
        ("ValidCard$ Creature.YouCtrl | Type$ Spell", SNEAKS),
        ("ValidCard$ Ninja.YouCtrl | ValidSA$ Activated.Ninjutsu", NINJUTSU),
        ("ValidCard$ Creature | ValidSpell$ Activated.nonManaAbility", NEITHER),
    ],
)
def test_a_card_in_hand_is_no_permanent(more: str, expected: dict[str, str]):
    """109.2, 109.4: "creatures you control" are in play; a spell is named by what its card is.

    Where ninjutsu itself is named, cards in hand are meant: it works nowhere else (702.49b).
    """
    assert costs(f"ReduceCost | {more}") == expected


@pytest.mark.clause("A9", "E1")
@pytest.mark.parametrize("name", ["WebSlinging", "Web-slinging", "webslinging"])
def test_a_hyphen_in_a_keywords_name_does_not_count(name: str):
    """As triggers and permissions read it."""
    less = f"S:Mode$ ReduceCost | ValidSA$ Spell.{name} | Type$ Spell | Amount$ 1"
    slinger = script("Slinger", "K:Web-slinging:2 W", body="ManaCost:5\nTypes:Instant\n")
    game = game_of(script("Source", less, body="ManaCost:1\nTypes:Artifact\n"), slinger)
    game.add("source", "Source")
    game.creature("tapped", tapped=True)
    game.hand("slinger", "Slinger")
    (action,) = game.listing(engine_pays=True).actions
    assert (action.keyword, action.mana_cost) == ("Web-slinging", "1 W")


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("more", "left"),
    [
        ("Type$ NonManaAbility", ""),
        ("Type$ MorphDown", ""),
        ("Type$ SomethingNew", "Type$ SomethingNew"),
        ("ValidSpell$ Spell,Activated.nonManaAbility", ""),
        ("ValidSpell$ Activated.Equip", ""),
        ("ValidSpell$ Activated.Loyalty", ""),
        ("ValidSpell$ Spell.Kicked", "ValidSpell$ Kicked"),
        ("ValidSA$ Spell.WebSlinging", ""),
        ("ValidSA$ Activated.Commander ninjutsu", ""),
        ("ValidSA$ Nonsense.Silly,Spell.Silly", "ValidSA$ Nonsense, Silly"),
        ("Activator$ Player.Opponent", ""),
        ("Activator$ SomebodyNew", "Activator$ SomebodyNew"),
    ],
)
def test_what_is_not_read_is_told(more: str, left: str):
    """A change of costs that never applies for want of understanding is the engine's."""
    notes = [f"{left} is left to the engine"] if left else []
    found = notes_of(f"S:Mode$ RaiseCost | {more}")
    assert [note.partition(", and")[0] for note in found] == notes


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("who", "owner", "team", "applies"),
    [
        ("You", "a", "", True),
        ("You", "b", "", False),
        ("Opponent", "b", "", True),
        ("Opponent", "b", "b", False),
        ("Opponent", "c", "b", True),
        ("Player.Opponent", "b", "", True),
        ("Player.Opponent", "a", "", False),
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
