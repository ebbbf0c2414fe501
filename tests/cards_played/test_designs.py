"""The bundled designs of this project's own, from hand to the end of what they trigger."""

from __future__ import annotations

from tests.boards import pb
from tests.cards_played.story import Story


def test_emberstair_porter():
    """A Treasure."""
    story = Story("Emberstair Porter")
    story.enter()
    story.hit("TrigToken", damage=3)
    story.resolve()
    made = story.created(card_name="c_a_treasure_sac")
    made.CopyFrom(story.game[made.id])
    assert (made.token, list(made.characteristics.types)) == (True, ["Artifact", "Treasure"])
    story.holds()


def test_gutterlight_acolyte():
    """Gain 2 life."""
    story = Story("Gutterlight Acolyte")
    story.enter()
    story.hit("TrigGainLife", damage=2)
    story.resolve()
    story.life("a", 2)
    story.holds()


def test_hollow_bell_automaton():
    """Surveil 2: one into the graveyard, the other stays on top (701.25a)."""
    story = Story("Hollow-Bell Automaton")
    story.library("a", "one", "two")
    story.enter()
    story.hit("TrigSurveil", damage=3)
    story.resolve("one")
    story.moved("one", pb.ZONE_GRAVEYARD)
    story.holds()


def test_kiln_gate_saboteur():
    """An artifact is sacrificed for it; it destroys an artifact or land of that player's."""
    story = Story("Kiln-Gate Saboteur")
    story.typed("scrap", "Artifact")
    story.typed("land", "Land", owner="b")
    story.take()
    story.moved("scrap", pb.ZONE_GRAVEYARD)
    story.holds()
    story.call(story.game.resolve)
    story.entered("card", story.outcome)
    story.hit("TrigDestroy", damage=3)
    story.resolve()
    story.moved("land", pb.ZONE_GRAVEYARD)
    story.holds()


def test_oilglass_infiltrator():
    """That player mills three cards."""
    story = Story("Oilglass Infiltrator")
    story.library("b", "one", "two", "three", "four")
    story.enter()
    story.hit("TrigMill", damage=2)
    story.resolve()
    for name in ("one", "two", "three"):
        story.moved(name, pb.ZONE_GRAVEYARD)
    story.holds()


def test_paperfold_matron():
    """A 1/1 white Spirit that flies."""
    story = Story("Paperfold Matron")
    story.enter()
    story.hit("TrigToken", damage=1)
    story.resolve()
    made = story.created(card_name="w_1_1_spirit_flying")
    made.characteristics.CopyFrom(
        pb.Characteristics(
            mana_cost="no cost",
            types=["Creature", "Spirit"],
            colors=["white"],
            power=1,
            toughness=1,
            keywords=["Flying"],
            name="Spirit Token",
        )
    )
    story.holds()


def test_rimepath_stalker():
    """A creature of that player's is tapped and gets a stun counter."""
    story = Story("Rimepath Stalker")
    story.typed("cow", "Creature", owner="b", power=1, toughness=1)
    story.enter()
    story.hit("TrigTap", damage=2)
    story.resolve()
    story["cow"].tapped = True
    story.counters("cow", "STUN", 1)
    story.holds()


def test_tallowmask_extorter():
    """A card is discarded for it; that player discards a card."""
    story = Story("Tallowmask Extorter")
    story.hand("a", "paid")
    story.hand("b", "x", "y")
    story.take("paid")
    story.moved("paid", pb.ZONE_GRAVEYARD)
    story.call(story.game.resolve)
    story.entered("card", story.outcome)
    story.hit("TrigDiscard", damage=4)
    story.resolve("y")
    story.moved("y", pb.ZONE_GRAVEYARD)
    story.holds()


def test_twofold_renegade():
    """It gets a +1/+1 counter."""
    story = Story("Twofold Renegade")
    story.enter()
    story.hit("TrigPutCounter", damage=3)
    story.resolve()
    story.counters("card", "P1P1", 1)
    story.holds()


def test_ushio():
    """Draw a card, then discard a card; the one drawn may be the one discarded."""
    story = Story("Ushio of the Drowned Gate", "Commander ninjutsu")
    story.library("a", "top")
    story.enter()
    story.hit("TrigDraw", damage=2)
    story.resolve("top")
    assert list(story.asked[0].option_ids) == ["bear", "top"]
    story.moved("top", pb.ZONE_HAND)
    story.moved("top", pb.ZONE_GRAVEYARD)
    story.holds()
