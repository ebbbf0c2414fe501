"""What the other Ninjas do as they hit a player, each from hand to the end of its trigger."""

from __future__ import annotations

import pytest

from tests.boards import events, pb
from tests.cards_played.story import Story


@pytest.mark.parametrize(
    ("card", "what", "kind"),
    [
        ("Dokuchi Silencer", "Creature", "Creature"),
        ("A-Dokuchi Silencer", "Land", "Planeswalker"),
    ],
)
def test_dokuchi_silencer(card: str, what: str, kind: str):
    """Discard to destroy: a reflexive trigger, whose target is chosen after paying (603.12)."""
    story = Story(card)
    story.typed("x", what, zone=pb.ZONE_HAND)
    story.typed("land", "Land", zone=pb.ZONE_HAND)
    story.typed("victim", kind, owner="b", toughness=2, counters={"LOYALTY": 3})
    story.enter()
    story.hit("TrigDiscard", damage=2)
    story.game["bear"].characteristics.types[:] = ["Instant"]
    story["bear"].characteristics.types[:] = ["Instant"]
    paid = ["x"] if card.startswith("A-") else []
    story.resolve(True, *paid, triggers=["TrigDestroy"])
    assert story.asked[0].prompt.startswith("Discard for ")
    story.moved("x", pb.ZONE_GRAVEYARD)
    story.holds()
    assert [each.object_id for each in story.game.state.stack[0].targets] == ["victim"]
    story.resolve()
    story.moved("victim", pb.ZONE_GRAVEYARD)
    story.holds()


def test_dokuchi_silencer_declined():
    """Nothing is discarded, and so nothing is destroyed."""
    story = Story("Dokuchi Silencer")
    story.typed("victim", "Creature", owner="b", toughness=2)
    story.enter()
    story.hit("TrigDiscard")
    story.resolve(False)
    story.holds()


def test_dokuchi_silencer_without_a_creature_card():
    """A cost that cannot be paid is not asked about."""
    story = Story("Dokuchi Silencer")
    story.typed("victim", "Creature", owner="b", toughness=2)
    story.enter()
    story.hit("TrigDiscard")
    story.game["bear"].characteristics.types[:] = ["Instant"]
    story["bear"].characteristics.types[:] = ["Instant"]
    story.resolve()
    story.holds()


@pytest.mark.parametrize("entered", [4, 5])
def test_moon_circuit_hacker(entered: int):
    """You may draw; then discard, unless it entered this turn."""
    story = Story("Moon-Circuit Hacker")
    story.library("a", "top")
    story.enter()
    story.hit("TrigDraw", damage=2)
    story.game["card"].turn_entered = story["card"].turn_entered = entered
    if entered == 5:
        story.resolve(True)
        story.moved("top", pb.ZONE_HAND)
    else:
        story.resolve(True, "bear")
        story.moved("top", pb.ZONE_HAND)
        story.moved("bear", pb.ZONE_GRAVEYARD)
    story.holds()


@pytest.mark.parametrize("entered", [4, 5])
def test_moon_circuit_hacker_rebalanced(entered: int):
    """Scry 2, draw what is on top by then (701.22a); discard, unless it entered this turn."""
    story = Story("A-Moon-Circuit Hacker")
    story.library("a", "one", "two", "three")
    story.enter()
    story.hit("TrigScry")
    story.game["card"].turn_entered = story["card"].turn_entered = entered
    if entered == 5:
        story.resolve("one")
    else:
        story.resolve("one", "bear")
        story.moved("bear", pb.ZONE_GRAVEYARD)
    story.moved("two", pb.ZONE_HAND)
    # Below the bottom card sent there are others: where it lies now is not known.
    story.gone("one")
    story.holds()


def test_biting_palm_ninja():
    """A menace counter, then a nonland card of that player's hand that you choose is exiled."""
    story = Story("Biting-Palm Ninja")
    story.typed("land", "Land", zone=pb.ZONE_HAND, owner="b")
    story.typed("spell", "Instant", zone=pb.ZONE_HAND, owner="b")
    story.typed("beast", "Creature", zone=pb.ZONE_HAND, owner="b")
    story.take()
    story.resolve()
    story.moved("card", pb.ZONE_BATTLEFIELD, tapped=True)
    story.joined("card")
    story.counters("card", "MENACE", 1)
    story.holds()
    story.hit("TrigRemoveCounter", damage=3)
    story.resolve(True, triggers=["TrigReveal"])
    assert story.asked[0].prompt == "Take 1 of its menace counters off Biting-Palm Ninja?"
    del story["card"].counters["MENACE"]
    story.holds()
    story.resolve("beast")
    assert list(story.asked[0].option_ids) == ["spell", "beast"]
    assert story.asked[0].player_id == "a"
    story.moved("beast", pb.ZONE_EXILE)
    story.holds()


def test_biting_palm_ninja_that_died():
    """No counter can come off what is not there: it is not asked about (118.12)."""
    story = Story("Biting-Palm Ninja")
    story.typed("spell", "Instant", zone=pb.ZONE_HAND, owner="b")
    story.take()
    story.resolve()
    story.expected.CopyFrom(story.game.state)
    story.hit("TrigRemoveCounter")
    story.game.moved("card", pb.ZONE_GRAVEYARD).ClearField("counters")
    story.expected.CopyFrom(story.game.state)
    story.resolve()
    story.holds()


def test_coiling_stalker():
    """A creature you control without a +1/+1 counter gets one."""
    story = Story("Coiling Stalker")
    story.typed("big", "Creature", power=3, toughness=3, counters={"P1P1": 1})
    story.enter()
    story.hit("TrigPutCounter", damage=2)
    assert [each.object_id for each in story.game.state.stack[0].targets] == ["card"]
    story.resolve()
    story.counters("card", "P1P1", 1)
    story.holds()


@pytest.mark.parametrize("picked", [["cheap"], []])
def test_covert_technician(picked: list[str]):
    """An artifact card with mana value no greater than the damage, or none."""
    story = Story("Covert Technician")
    story.typed("cheap", "Artifact", zone=pb.ZONE_HAND, mana_cost="2")
    story.typed("dear", "Artifact", zone=pb.ZONE_HAND, mana_cost="3")
    story.enter()
    story.hit("TrigChange", damage=2)
    story.resolve(picked)
    assert list(story.asked[0].option_ids) == ["cheap"]
    for name in picked:
        story.moved(name, pb.ZONE_BATTLEFIELD)
    story.holds()


def test_fallen_shinobi():
    """That player exiles two cards; casting them is the engine's."""
    story = Story("Fallen Shinobi")
    story.library("b", "one", "two", "three")
    story.enter()
    story.hit("TrigExile", damage=5)
    story.resolve()
    story.moved("one", pb.ZONE_EXILE)
    story.moved("two", pb.ZONE_EXILE)
    story.holds()
    assert story.left().startswith("DB$ Effect | RememberObjects$ Remembered")
    (left,) = events(story.outcome, "effect_left_to_engine")
    assert [each.object_id for each in left.remembered] == ["one", "two"]


@pytest.mark.parametrize("card", ["Nashi, Moon Sage's Scion", "A-Nashi, Moon Sage's Scion"])
def test_nashi(card: str):
    """Each player's top card is exiled; playing one is the engine's."""
    story = Story(card)
    story.library("a", "mine", "under")
    story.library("b", "theirs")
    story.enter()
    story.hit("TrigExile", damage=3)
    story.resolve()
    story.moved("mine", pb.ZONE_EXILE)
    story.moved("theirs", pb.ZONE_EXILE)
    story.holds()
    assert "StaticAbilities$ STPlay" in story.left()


@pytest.mark.parametrize("found", [["elder"], []])
def test_higure(found: list[str]):
    """You may search for a Ninja card, show it and shuffle (701.23, 701.24)."""
    story = Story("Higure, the Still Wind")
    story.library("a", "elder", "student", card="Throat Slitter")
    story.library("a", "other", whole=True)
    story.enter()
    story.hit("TrigSearch", damage=3)
    story.resolve(True, found)
    assert list(story.asked[1].option_ids) == ["elder", "student"]
    for name in found:
        story.moved(name, pb.ZONE_HAND)
    for name in {"elder", "student", "other"} - {*found}:
        story.gone(name)
    assert [each.object_id for each in events(story.outcome, "card_revealed")] == found
    story.holds()


def test_higure_with_cards_that_were_not_sent():
    """A library that was not sent whole: another card may be wanted, and then the engine looks."""
    story = Story("Higure, the Still Wind")
    story.library("a", "elder", card="Throat Slitter")
    story.enter()
    story.hit("TrigSearch")
    story.resolve(True, "~elsewhere")
    assert story.left().startswith("DB$ ChangeZone | Origin$ Library")
    story.holds()


def test_higure_with_nothing_sent():
    """Nothing to choose among: the engine looks."""
    story = Story("Higure, the Still Wind")
    story.enter()
    story.hit("TrigSearch")
    story.resolve(True)
    assert story.left().startswith("DB$ ChangeZone | Origin$ Library")


@pytest.mark.parametrize("wants", [True, False])
def test_ink_eyes(wants: bool):
    """You may put a creature card from that player's graveyard onto the battlefield, as yours."""
    story = Story("Ink-Eyes, Servant of Oni")
    story.typed("dead", "Creature", zone=pb.ZONE_GRAVEYARD, owner="b", toughness=1)
    story.typed("mine", "Creature", zone=pb.ZONE_GRAVEYARD, toughness=1)
    story.enter()
    story.hit("TrigReanimate", damage=5)
    story.resolve(wants)
    if wants:
        story.moved("dead", pb.ZONE_BATTLEFIELD, controller_id="a")
    story.holds()


@pytest.mark.parametrize(("choice", "found"), [("DBSeekLand", "land"), ("DBSeekNonland", "cow")])
def test_jukai_liberator(choice: str, found: str):
    """Seek: at random among what fits; here one card does, and no seed is needed."""
    story = Story("Jukai Liberator")
    story.typed("land", "Land", zone=pb.ZONE_LIBRARY)
    story.typed("cow", "Creature", zone=pb.ZONE_LIBRARY)
    story.typed("bolt", "Instant", zone=pb.ZONE_LIBRARY)
    story.game.player("a").library_size = 3
    story.enter()
    story.hit("TrigChoose", damage=3)
    story.resolve(choice)
    story.moved(found, pb.ZONE_HAND)
    story.holds()


def test_jukai_liberator_with_a_library_that_was_not_sent():
    """Cards that were not sent may be the ones found: the engine's."""
    story = Story("Jukai Liberator")
    story.enter()
    story.hit("TrigChoose")
    story.resolve("DBSeekLand")
    assert story.left().startswith("DB$ Seek | Defined$ You | Num$ 1 | Type$ Permanent.Land")


def test_kappa_tech_wrecker():
    """Enters with a deathtouch counter; taking it off exiles an artifact of that player's."""
    story = Story("Kappa Tech-Wrecker")
    story.typed("relic", "Artifact", owner="b")
    story.typed("mine", "Artifact")
    story.take()
    story.resolve()
    story.moved("card", pb.ZONE_BATTLEFIELD, tapped=True)
    story.joined("card")
    story.counters("card", "DEATHTOUCH", 1)
    story.hit("TrigRemoveCounter", damage=1)
    story.resolve(True, triggers=["TrigExile"])
    del story["card"].counters["DEATHTOUCH"]
    story.resolve()
    story.moved("relic", pb.ZONE_EXILE)
    story.holds()


def test_mist_syndicate_naga():
    """A token that is a copy of it: nothing of what happened to it, and it does not attack."""
    story = Story("Mist-Syndicate Naga")
    story.enter()
    story.hit("TrigCopy", damage=3)
    story.resolve()
    made = story.created(card_name="Mist-Syndicate Naga")
    made.characteristics.CopyFrom(
        pb.Characteristics(
            mana_cost="2 U",
            types=["Creature", "Snake", "Ninja"],
            colors=["blue"],
            power=3,
            toughness=1,
            keywords=["Ninjutsu:2 U"],
            name="Mist-Syndicate Naga",
        )
    )
    story.holds()
    assert events(story.outcome, "object_created")[0].copied_id == "card"


@pytest.mark.parametrize("wants", [True, False])
def test_mistblade_shinobi(wants: bool):
    """You may return target creature that player controls to its owner's hand."""
    story = Story("Mistblade Shinobi")
    story.typed("cow", "Creature", owner="b", toughness=3, tapped=True, damage=1)
    story.enter()
    story.hit("TrigBounce", damage=1)
    story.resolve(wants)
    if wants:
        story.moved("cow", pb.ZONE_HAND)
    story.holds()


def test_moonblade_shinobi():
    """A 1/1 blue Illusion token that flies."""
    story = Story("Moonblade Shinobi")
    story.enter()
    story.hit("TrigToken", damage=3)
    story.resolve()
    token(story, "u_1_1_illusion_flying", "Illusion", "blue", "Flying")
    story.holds()


def token(story: Story, script: str, kind: str, color: str, *keywords: str) -> None:
    """A 1/1 creature token of a's."""
    made = story.created(card_name=script)
    made.characteristics.CopyFrom(
        pb.Characteristics(
            mana_cost="no cost",
            types=["Creature", kind],
            colors=[color],
            power=1,
            toughness=1,
            keywords=keywords,
            name=f"{kind} Token",
        )
    )


def test_orochi_soul_reaver():
    """A Treasure, and that player's top card face down under your control (701.40a)."""
    story = Story("Orochi Soul-Reaver")
    story.library("b", "top", "under", card="Throat Slitter")
    story.enter()
    story.hit("TrigToken", damage=5)
    story.resolve()
    made = story.created(card_name="c_a_treasure_sac")
    made.CopyFrom(story.game[made.id])
    assert made.characteristics.types == ["Artifact", "Treasure"]
    story.moved("top", pb.ZONE_BATTLEFIELD, controller_id="a", face_down=True)
    story.holds()


def test_orochi_soul_reaver_with_a_card_that_was_not_sent():
    """The card to manifest is hidden: that part is the engine's."""
    story = Story("Orochi Soul-Reaver")
    story.enter()
    story.hit("TrigToken")
    story.resolve()
    assert story.left().startswith("DB$ Manifest")


def test_silent_blade_oni():
    """Looking at a hand changes nothing; casting from it is the engine's."""
    story = Story("Silent-Blade Oni")
    story.hand("b", "x")
    story.enter()
    story.hit("TrigReveal", damage=6)
    story.resolve()
    assert story.left().startswith("DB$ Play | Valid$ Card.nonLand")
    story.holds()


@pytest.mark.parametrize("chosen", [[], ["one"], ["one", "three"]])
def test_skullsnatcher(chosen: list[str]):
    """Up to two target cards from that player's graveyard are exiled."""
    story = Story("Skullsnatcher")
    story.cards(pb.ZONE_GRAVEYARD, "b", "one", "two", "three")
    story.cards(pb.ZONE_GRAVEYARD, "a", "mine")
    story.enter()
    story.hit("TrigExile", damage=2, answers=[chosen])
    assert list(story.asked[0].option_ids) == ["one", "two", "three"]
    story.resolve()
    for name in chosen:
        story.moved(name, pb.ZONE_EXILE)
    story.holds()


def test_spring_leaf_avenger():
    """Return target permanent card from your graveyard to your hand."""
    story = Story("Spring-Leaf Avenger")
    story.typed("relic", "Artifact", zone=pb.ZONE_GRAVEYARD)
    story.typed("bolt", "Instant", zone=pb.ZONE_GRAVEYARD)
    story.enter()
    story.hit("TrigReturn", damage=6)
    story.resolve()
    story.moved("relic", pb.ZONE_HAND)
    story.holds()


def test_swarm_saboteur():
    """Conjure a card named Virus Beetle into your hand."""
    story = Story("Swarm Saboteur")
    story.enter()
    story.hit("TrigConjure", damage=2)
    story.resolve()
    story.expected.objects.add(
        id=story.made[0], incarnation=1, card_name="Virus Beetle", owner_id="a", zone=pb.ZONE_HAND
    )
    story.holds()


def test_walker_of_secret_ways():
    """Looking at a hand changes nothing."""
    story = Story("Walker of Secret Ways")
    story.hand("b", "x")
    story.enter()
    story.hit("TrigReveal", damage=1)
    story.resolve()
    story.holds()
