"""The Ninjas that most decks play, from hand to the end of what they trigger."""

from __future__ import annotations

import pytest

from tests.boards import Game, events, pb
from tests.cards_played.story import Story

YURIKO = "Yuriko, the Tiger's Shadow"


@pytest.mark.parametrize("wants", [True, False])
def test_ninja_of_the_deep_hours(wants: bool):
    """You may draw a card: the top one, as the ability resolves (121.1, 603.5)."""
    story = Story("Ninja of the Deep Hours")
    story.library("a", "top", "second")
    story.enter()
    story.hit("TrigDraw", damage=2)
    story.resolve(wants)
    if wants:
        story.moved("top", pb.ZONE_HAND)
    story.holds()


def test_yuriko():
    """The top card is shown and put into hand; each opponent loses its mana value (701.20a)."""
    story = Story(YURIKO, "Commander ninjutsu", "a", "b", "c")
    story.game["card"].zone = pb.ZONE_COMMAND
    story.library("a", "top", card="Okiba-Gang Shinobi")
    story.enter()
    story.hit("TrigDig", damage=1)
    story.resolve()
    assert [each.object_id for each in events(story.outcome, "card_revealed")] == ["top"]
    story.moved("top", pb.ZONE_HAND)
    story.life("b", -5)
    story.life("c", -5)
    story.holds()


def test_yuriko_with_a_card_that_nobody_knows():
    """A mana value that was not sent and is not printed is not taken for 0: the engine's part."""
    story = Story(YURIKO, "Commander ninjutsu")
    story.library("a", "top")
    story.enter()
    story.hit("TrigDig")
    story.resolve()
    assert story.left().startswith("DB$ LoseLife")
    (left,) = events(story.outcome, "effect_left_to_engine")
    assert [(each.object_id, each.incarnation) for each in left.remembered] == [("top", 2)]
    assert (left.source_id, left.player_id, left.context.player_id) == ("card", "a", "b")


def test_ingenious_infiltrator():
    """A Ninja you control deals combat damage: draw, no choice (C9)."""
    story = Story("Ingenious Infiltrator")
    story.library("a", "top")
    story.enter()
    story.hit("TrigDraw", damage=2)
    story.resolve()
    story.moved("top", pb.ZONE_HAND)
    story.holds()


def test_throat_slitter():
    """Destroy target nonblack creature that player controls: the one there is (701.8a)."""
    story = Story("Throat Slitter")
    story.typed("cow", "Creature", owner="b", power=1, toughness=4, colors=["green"])
    story.typed("rat", "Creature", owner="b", power=1, toughness=4, colors=["black"])
    story.typed("mine", "Creature", owner="a", power=1, toughness=4)
    story.enter()
    story.hit("TrigDestroy", damage=2)
    assert [each.object_id for each in story.game.state.stack[0].targets] == ["cow"]
    story.resolve()
    story.moved("cow", pb.ZONE_GRAVEYARD)
    story.holds()


def test_throat_slitter_without_a_target():
    """No legal target: the ability goes away as it would go on the stack (603.3d)."""
    story = Story("Throat Slitter")
    story.typed("rat", "Creature", owner="b", power=1, toughness=4, colors=["black"])
    story.enter()
    story.hit(damage=2)
    story.holds()


def test_okiba_gang_shinobi():
    """That player chooses two cards and discards them (701.9b)."""
    story = Story("Okiba-Gang Shinobi")
    story.hand("b", "x", "y", "z")
    story.enter()
    story.hit("TrigDiscard", damage=3)
    story.resolve(["x", "z"])
    assert story.asked[0].player_id == "b"
    assert (story.asked[0].min, story.asked[0].max) == (2, 2)
    story.moved("x", pb.ZONE_GRAVEYARD)
    story.moved("z", pb.ZONE_GRAVEYARD)
    story.holds()


def test_okiba_gang_shinobi_with_less_in_hand():
    """A hand of one card is discarded without a choice."""
    story = Story("Okiba-Gang Shinobi")
    story.hand("b", "x")
    story.enter()
    story.hit("TrigDiscard")
    story.resolve()
    story.moved("x", pb.ZONE_GRAVEYARD)
    story.holds()


@pytest.mark.parametrize("card", ["Prosperous Thief", "A-Prosperous Thief"])
def test_prosperous_thief(card: str):
    """A Treasure, for one Ninja or more that hit a player together (C9)."""
    story = Story(card)
    story.game.attacker("rogue", tapped=True)
    story.game["rogue"].characteristics.types.append("Rogue")
    story.enter()
    story.hit("TrigToken")
    story.resolve()
    treasure(story)
    story.holds()


def treasure(story: Story) -> None:
    """A Treasure of a's: one mana of any colour, for tapping and sacrificing it."""
    made = story.created(card_name="c_a_treasure_sac")
    made.characteristics.CopyFrom(
        pb.Characteristics(
            mana_cost="no cost", types=["Artifact", "Treasure"], name="Treasure Token"
        )
    )
    for letter in "WUBRG":
        made.mana_abilities.add(produces=letter, cost="T Sac<1/CARDNAME>")


def test_a_ninja_under_another_players_control():
    """Its controller is "you", and its owner gets it back: not the one who draws (603.3a)."""
    game = Game()
    game.add("ninja", "Ingenious Infiltrator", owner="b", controller_id="a", tapped=True)
    game.attack("ninja")
    for owner in ("a", "b"):
        game.add(f"top of {owner}", "Test card", pb.ZONE_LIBRARY, owner)
    game = game.advanced()
    assert game.state.stack[0].controller_id == "a"
    after = game.then(game.resolve())
    assert (after["top of a"].zone, after["top of b"].zone) == (pb.ZONE_HAND, pb.ZONE_LIBRARY)
