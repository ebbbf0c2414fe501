"""What Ninjas do as they enter, and what attacking means to those that ask for it (B15)."""

from __future__ import annotations

import pytest

from tests.boards import events, pb
from tests.cards_played.story import Story


def entering(card: str, *answers: object, trigger: str = "TrigPump") -> Story:
    """The card has come in by ninjutsu, and its trigger is on the stack with its target."""
    story = Story(card)
    story.typed("ally", "Creature", power=2, toughness=2)
    story.typed("foe", "Creature", owner="b", power=2, toughness=2)
    story.take()
    story.call(story.game.resolve, *answers)  # type: ignore[arg-type]
    story.entered("card", story.outcome)
    story.settled([trigger])
    return story


@pytest.mark.clause("B15")
def test_azra_smokeshaper():
    """Target creature you control is indestructible this turn."""
    story = entering("Azra Smokeshaper", "ally")
    story.resolve()
    story.effect("ally", keywords=["Indestructible"])
    story.holds()


@pytest.mark.clause("B15")
def test_nezumi_prowler():
    """Target creature you control has deathtouch and lifelink this turn: here it does itself."""
    story = entering("Nezumi Prowler", "card")
    story.resolve()
    story.effect("card", keywords=["Deathtouch", "Lifelink"])
    story.holds()
    story.hit(damage=3)
    story.life("a", 3)
    story.holds()


@pytest.mark.clause("B15")
def test_nezumi_prowler_rebalanced():
    """A deathtouch counter and a lifelink counter on the same target."""
    story = entering("A-Nezumi Prowler", "ally", trigger="TrigPutCounter")
    story.resolve()
    story.counters("ally", "DEATHTOUCH", 1)
    story.counters("ally", "LIFELINK", 1)
    story["ally"].characteristics.keywords.extend(["Deathtouch", "Lifelink"])
    story.holds()


@pytest.mark.clause("B15")
@pytest.mark.parametrize("chosen", ["foe", None])
def test_moonsnare_specialist(chosen: str | None):
    """Return up to one target creature to its owner's hand."""
    story = entering("Moonsnare Specialist", [chosen] if chosen else [], trigger="TrigBounce")
    story.resolve()
    if chosen:
        story.moved(chosen, pb.ZONE_HAND)
    story.holds()


@pytest.mark.clause("B15")
@pytest.mark.parametrize("card", ["Thousand-Faced Shadow", "A-Thousand-Faced Shadow"])
def test_thousand_faced_shadow(card: str):
    """From hand and attacking: a tapped and attacking token that copies another attacker (B9)."""
    story = Story(card)
    story.game.attacker("wolf", power=3)
    story.game["wolf"].characteristics.colors.append("red")
    story.enter(triggers=["TrigCopy"])
    assert [each.object_id for each in story.game.state.stack[0].targets] == ["wolf"]
    story.resolve()
    made = story.created(card_name="Test wolf", tapped=True)
    made.characteristics.CopyFrom(story["wolf"].characteristics)
    made.characteristics.name = "Test wolf"
    story.joined(made.id)
    story.holds()
    story.hit(damage=3 + 3 + 1)


@pytest.mark.clause("B15")
def test_thousand_faced_shadow_that_does_not_attack():
    """It asks whether it attacks: it came in after combat had ended for what it would attack."""
    story = Story("Thousand-Faced Shadow", "Ninjutsu", "a", "b", "c")
    story.game.attacker("wolf", target="c", power=3)
    story.take()
    story.game.player("b").left_game = story.player("b").left_game = True
    story.resolve()
    story.moved("card", pb.ZONE_BATTLEFIELD, tapped=True)
    story.holds()


@pytest.mark.clause("B15")
@pytest.mark.parametrize("goes", [True, False])
def test_thousand_faced_shadow_in_response(goes: bool):
    """The condition is checked again on resolution, with last known information (603.4)."""
    story = Story("Thousand-Faced Shadow")
    story.game.attacker("wolf", power=3)
    story.enter(triggers=["TrigCopy"])
    if goes:
        story.game.moved("card", pb.ZONE_GRAVEYARD)
    else:
        del story.game.state.combat.attackers[1]
    story.expected.CopyFrom(story.game.state)
    story.resolve()
    assert len(events(story.outcome, "object_created")) == goes
    (removed,) = events(story.outcome, "stack_removed")
    assert removed.resolved is goes


def test_caltrop_satchel():
    """It is no creature and does not attack; an opponent's creature gets -1/-1 (B12)."""
    story = Story("Caltrop Satchel")
    story.typed("foe", "Creature", owner="b", power=2, toughness=2)
    story.take()
    story.resolve(triggers=["TrigPump"])
    story.moved("card", pb.ZONE_BATTLEFIELD, tapped=True)
    story.resolve()
    story.effect("foe", -1, -1)
    story.holds()


def test_yuffie():
    """Control for as long as you control Yuffie outlasts the turn: the engine's."""
    story = Story("Yuffie, Materia Hunter")
    story.typed("relic", "Artifact", owner="b")
    story.enter(triggers=["TrigGainControl"])
    story.resolve()
    assert story.left().startswith("DB$ GainControl | ValidTgts$ Artifact.nonCreature")
    (left,) = events(story.outcome, "effect_left_to_engine")
    assert [each.object_id for each in left.targets] == ["relic"]
    story.holds()


@pytest.mark.parametrize("copied", ["wolf", None])
def test_sakashimas_student(copied: str | None):
    """It may enter as a copy of a creature, and is a Ninja besides; it attacks (707.5)."""
    story = Story("Sakashima's Student")
    story.typed("wolf", "Creature", "Wolf", owner="b", power=3, toughness=3, colors=["red"])
    story.take()
    story.call(story.game.resolve, [copied] if copied else [])
    if copied is None:
        # A 0/0: it is in the graveyard before anybody has priority (704.5f).
        story.moved("card", pb.ZONE_BATTLEFIELD)
        story.moved("card", pb.ZONE_GRAVEYARD)
        story.expected.stack.pop()
        story.holds()
        return
    story.entered("card", story.outcome)
    story["card"].characteristics.CopyFrom(
        pb.Characteristics(
            types=["Creature", "Wolf", "Ninja"],
            colors=["red"],
            power=3,
            toughness=3,
            name="Test wolf",
        )
    )
    story["card"].characteristics_copiable = True
    story.holds()
    story.hit(damage=3)
    story.holds()


def test_sakashimas_student_as_a_ninja_with_an_ability():
    """A copy of a Ninja has its abilities: they trigger as it hits (707.2)."""
    story = Story("Sakashima's Student")
    story.game.add("elder", "Ninja of the Deep Hours", owner="b")
    story.library("a", "top")
    story.take()
    story.call(story.game.resolve, ["elder"])
    story.entered("card", story.outcome)
    story["card"].CopyFrom(story.game["card"])
    assert story["card"].characteristics.name == "Ninja of the Deep Hours"
    story.hit("TrigDraw", damage=2)
    story.resolve(True)
    story.moved("top", pb.ZONE_HAND)
    story.holds()


def test_tally_bead_assassin():
    """X +1/+1 counters, X as it was paid for the ninjutsu ability (122.6)."""
    story = Story("Tally-Bead Assassin")
    story.take(x=3)
    story.call(story.game.resolve)
    story.entered("card", story.outcome)
    story.counters("card", "P1P1", 3)
    story.holds()
    story.hit(damage=4)


def test_kaito():
    """A creature while it has loyalty counters in its controller's turn; he attacks (B12)."""
    story = Story("Kaito, Bane of Nightmares")
    story.take()
    story.call(story.game.resolve)
    story.entered("card", story.outcome)
    story.counters("card", "LOYALTY", 4)
    story.holds()
    story.hit(damage=3)
    story.holds()
