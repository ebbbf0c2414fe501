"""B12 and B13: what enters tapped and does not attack, and the planeswalker that does."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.state.board import Board
from tests.boards import (
    Game,
    bundled,
    ev,
    event,
    kinds,
    pb,
    refused,
    step_name,
    told,
    wire,
)

NINJA = "Ninja of the Deep Hours"
HACKER = "Moon-Circuit Hacker"
KAITO = "Kaito, Bane of Nightmares"
SATCHEL = "Caltrop Satchel"
STEPS = [
    pb.STEP_DECLARE_BLOCKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
]
SETTLES = wire.CallOptions(engine_settles=True)
"""Keeps what follows from entering, triggers and priority, out of an outcome."""


def armed(*players: str, card: str = NINJA, step: pb.Step.ValueType = STEPS[0]) -> Game:
    """The card "ninja" in hand, mana for it, and no attacker yet."""
    game = Game(*players, step=step)
    game.hand("ninja", card)
    game.lands("U", 3)
    game.lands("B", 2)
    return game


def with_sent_card(*types: str, keywords: tuple[str, ...] = ()) -> Game:
    """A card "ninja" that no script knows, as an engine describes it, and an attacker."""
    game = Game()
    game.attacker("bear")
    card = game.hand("ninja", "Test Card")
    card.characteristics.CopyFrom(
        pb.Characteristics(types=types, power=2, toughness=2, keywords=["Ninjutsu:U", *keywords])
    )
    game.lands("U", 1)
    return game


def traits(game: Game, name: str) -> Traits:
    """What the rules see of an object."""
    return Table(Board(game.state), game.rulebook).traits(game[name])


def assert_enters_and_does_not_attack(game: Game) -> Game:
    """The ability of "ninja" resolves; the card enters tapped and joins nothing."""
    outcome = game.resolve(options=SETTLES)
    assert "attack_joined" not in kinds(outcome)
    assert event(outcome, "stack_removed").resolved
    after = game.then(outcome)
    assert (after["ninja"].zone, after["ninja"].tapped) == (pb.ZONE_BATTLEFIELD, True)
    assert after.attacks("ninja") is None
    return after


@pytest.mark.clause("B12")
def test_a_card_that_is_no_creature():
    """B12, 506.3a: an artifact enters tapped and never attacks; the ability has resolved."""
    game = armed(card=SATCHEL)
    game.attacker("bear")
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve(options=SETTLES)
    assert told(outcome) == [("zone_changed", "702.49a", 1, 0), ("stack_removed", "608.2n", 0, 0)]
    assert_enters_and_does_not_attack(game)


@pytest.mark.clause("B12")
@pytest.mark.parametrize("kind", ["Artifact", "Enchantment", "Land", "Planeswalker", "Battle"])
def test_each_type_that_is_no_creature(kind: str):
    """B12: whatever the type is."""
    game = with_sent_card(kind)
    assert_enters_and_does_not_attack(game.then(game.take("ninja", "bear")))


@pytest.mark.clause("B12")
@pytest.mark.parametrize("kind", ["Artifact", "Enchantment", "Land", "Planeswalker"])
def test_a_creature_of_another_type_as_well(kind: str):
    """B12: a creature attacks, whatever else it is."""
    game = with_sent_card(kind, "Creature")
    assert game.through("ninja", "bear").attacks("ninja") == "b"


@pytest.mark.clause("B12")
def test_a_creature_that_is_also_a_battle():
    """B12, 506.3f: it never attacks."""
    game = with_sent_card("Creature", "Battle")
    assert_enters_and_does_not_attack(game.then(game.take("ninja", "bear")))


@pytest.mark.clause("B12")
def test_made_a_creature_by_what_is_in_play():
    """B12: an artifact that something in play makes a creature is one as it enters, so attacks."""
    maker = (
        "Name:Test Forge\nManaCost:2\nTypes:Enchantment\n"
        "S:Mode$ Continuous | Affected$ Artifact.YouCtrl | AddType$ Creature | SetPower$ 1"
        " | SetToughness$ 1 | Description$ Your artifacts are 1/1 creatures too.\n"
        "Oracle:Your artifacts are 1/1 creatures too."
    )
    box = "Name:Test Box\nManaCost:1\nTypes:Artifact\nK:Ninjutsu:U\nOracle:Ninjutsu {U}"
    game = Game(rulebook=Rulebook(CardPool.from_texts(maker, box), Registry.installed()))
    game.attacker("bear")
    game.hand("ninja", "Test Box")
    game.lands("U", 1)
    plain = game.then(game.take("ninja", "bear"))
    assert_enters_and_does_not_attack(plain)
    game.add("forge", "Test Forge")
    assert game.through("ninja", "bear").attacks("ninja") == "b"


@pytest.mark.clause("B12")
def test_kaito_attacks():
    """B12: Kaito has his loyalty as he enters, so in his controller's turn he is a creature."""
    game = armed(card=KAITO)
    game.attacker("bear")
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve()
    assert told(outcome) == [
        ("zone_changed", "702.49a", 1, 0),
        ("counters_changed", "306.5b", 1, 1),
        ("attack_joined", "702.49c", 1, 1),
        ("stack_removed", "608.2n", 0, 0),
        ("priority_given", "117.3b", 0, 0),
    ]
    assert event(outcome, "counters_changed") == ev.CountersChanged(
        object_id="ninja", counter="LOYALTY", change=4
    )
    after = game.then(outcome)
    assert after["ninja"].counters == {"LOYALTY": 4}
    assert after.attacks("ninja") == "b"


@pytest.mark.clause("B12", "F2")
def test_kaito_as_the_engine_described_him_in_hand():
    """B12, F2: that the engine calls the card in hand a planeswalker does not keep him out."""
    game = armed(card=KAITO)
    game.attacker("bear")
    game["ninja"].characteristics.CopyFrom(
        pb.Characteristics(types=["Legendary", "Planeswalker", "Kaito"], keywords=["Ninjutsu:U"])
    )
    assert game.through("ninja", "bear").attacks("ninja") == "b"


@pytest.mark.clause("B12")
def test_kaito_is_a_creature_instead_of_a_planeswalker():
    """B12, 205.1a: a 3/4 Ninja with hexproof, no planeswalker nor Kaito, in his own turn."""
    game = armed(card=KAITO)
    game.attacker("bear")
    kaito = traits(game.through("ninja", "bear"), "ninja")
    assert kaito.types == {"Legendary", "Creature", "Ninja"}
    assert (kaito.power, kaito.toughness) == (3, 4)
    assert "Hexproof" in [line.head for line in kaito.keywords]


@pytest.mark.clause("B12")
def test_kaito_in_another_players_turn():
    """B12: then he is a planeswalker and no creature."""
    game = Game("b", "a")
    game.add("kaito", KAITO, owner="a", counters={"LOYALTY": 4})
    kaito = traits(game, "kaito")
    assert kaito.types == {"Legendary", "Planeswalker", "Kaito"}
    assert kaito.power is None
    assert not Table(Board(game.state), bundled()).is_creature(game["kaito"])


@pytest.mark.clause("B12")
def test_kaito_without_loyalty():
    """B12: with no loyalty counter he is no creature in any turn."""
    game = Game()
    game.add("kaito", KAITO)
    assert "Creature" not in traits(game, "kaito").types


@pytest.mark.clause("B12", "A6")
def test_kaito_can_be_returned():
    """B12, A6: as an attacking creature he pays for the next ninjutsu, and loses his loyalty."""
    game = armed()
    game.add("kaito", KAITO, tapped=True, counters={"LOYALTY": 4})
    game.attack("kaito")
    game = game.then(game.take("ninja", "kaito"))
    assert game["kaito"].zone == pb.ZONE_HAND
    assert not game["kaito"].counters
    assert game.then(game.resolve()).attacks("ninja") == "b"


@pytest.mark.clause("B12", "A6")
def test_kaito_without_loyalty_cannot_be_returned():
    """B12, A6: an attacker that is no creature any more is not attacking."""
    game = armed()
    game.add("kaito", KAITO, tapped=True)
    game.attack("kaito")
    with refused("NOT_A_CREATURE", "702.49a"):
        game.take("ninja", "kaito")


@pytest.mark.clause("B12", "B13")
def test_kaito_under_another_players_turn_enters_as_a_planeswalker():
    """B12, B13: were it another player's turn by then, he enters tapped and attacks nothing."""
    game = armed(card=KAITO)
    game.attacker("bear")
    game = game.then(game.take("ninja", "bear"))
    game.state.active_player_id = "b"
    after = assert_enters_and_does_not_attack(game)
    assert after["ninja"].counters == {"LOYALTY": 4}
    assert "Planeswalker" in traits(after, "ninja").types


@pytest.mark.clause("B13")
@pytest.mark.parametrize("step", [pb.STEP_POSTCOMBAT_MAIN, pb.STEP_OTHER], ids=step_name)
def test_combat_is_over(step: pb.Step.ValueType):
    """B13: an ability that resolves after the combat phase puts the card there, tapped only."""
    game = armed()
    game.attacker("bear")
    game = game.then(game.take("ninja", "bear"))
    game.state.step = step
    game.state.ClearField("combat")
    after = assert_enters_and_does_not_attack(game)
    assert not after.state.HasField("combat")


@pytest.mark.clause("B13")
def test_not_under_an_attacking_players_control():
    """B13, 506.3b: what enters under the control of a player who does not attack, does not."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="c")
    game = game.then(game.take("ninja", "bear"))
    game.state.active_player_id = "b"
    after = assert_enters_and_does_not_attack(game)
    assert after["ninja"].controller_id == ""
    assert after["ninja"].owner_id == "a"


@pytest.mark.clause("B13")
@pytest.mark.parametrize("shared", [True, False])
def test_the_teammate_of_the_attacking_player(shared: bool):
    """B13, 805.10: where teams share turns a teammate's card attacks; else it does not."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="c")
    game = game.then(game.take("ninja", "bear"))
    game.player("a").team_id = game.player("b").team_id = "red"
    game.state.active_player_id = "b"
    game.state.shared_team_turns = shared
    if shared:
        assert game.then(game.resolve()).attacks("ninja") == "c"
    else:
        assert_enters_and_does_not_attack(game)


@pytest.mark.clause("B13")
def test_the_end_of_combat_step_is_still_combat():
    """B13, 511.3: things leave combat as that step ends, not as it begins."""
    game = armed(step=pb.STEP_END_OF_COMBAT)
    game.attacker("bear")
    assert game.through("ninja", "bear").attacks("ninja") == "b"


@pytest.mark.clause("A6", "B12")
def test_an_attacker_that_became_a_battle():
    """A6, 506.4: a creature that is a battle as well is removed from combat: it cannot pay."""
    game = armed()
    game.attacker("bear").characteristics.types.append("Battle")
    assert game.actions() == []
    assert game.refusals() == [("ninja", "bear", "NOT_ATTACKING", "702.49a")]
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "bear")
