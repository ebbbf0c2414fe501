"""Cards with web-slinging: cast by returning a tapped creature; nothing attacks (E1)."""

from __future__ import annotations

import pytest

from tests.boards import Game, events, pb
from tests.cards_played.story import ENGINE, Story


def slung(card: str) -> Story:
    """The card in a's main phase, with a tapped bear to return."""
    story = Story(card, "Web-slinging")
    story.game.state.step = pb.STEP_PRECOMBAT_MAIN
    story.game.state.ClearField("combat")
    return story


def lands(story: Story, *triggers: str) -> None:
    """The creature spell resolves: it enters untapped and attacks nothing."""
    story.take()
    story.call(story.game.resolve)
    story.expected.stack.pop()
    item = story.moved("card", pb.ZONE_BATTLEFIELD)
    item.paid_keyword = "Web-slinging"
    story.settled(triggers)


@pytest.mark.clause("E1")
@pytest.mark.parametrize("card", ["Amazing Spider-Girl", "Spider-Man, Web-Slinger"])
def test_it_enters(card: str):
    """Nothing but a creature."""
    story = slung(card)
    lands(story)
    story.holds()


def test_arachne():
    """As she enters a card type but creature is chosen; the hand that is seen changes nothing."""
    story = slung("Arachne, Psionic Weaver")
    story.hand("b", "hidden")
    story.take()
    story.call(story.game.resolve, "Sorcery")
    (asked,) = story.asked
    assert (asked.id, asked.player_id) == ("614.12a:card:type", "a")
    assert "Creature" not in asked.option_ids
    story.expected.stack.pop()
    story.moved("card", pb.ZONE_BATTLEFIELD, paid_keyword="Web-slinging", chosen_type="Sorcery")
    story.settled([])
    story.holds()


def test_arachne_has_one_of_several_opponents_chosen():
    """Among opponents only, and before the type."""
    story = Story("Arachne, Psionic Weaver", "Web-slinging", "a", "b", "c")
    story.game.state.step = pb.STEP_PRECOMBAT_MAIN
    story.game.state.ClearField("combat")
    story.take()
    story.call(story.game.resolve, "c", "Land")
    first, second = (list(each.option_ids)[:2] for each in story.asked)
    assert (first, second) == (["b", "c"], ["Artifact", "Battle"])
    assert story.game["card"].chosen_type == "Land"


@pytest.mark.parametrize(("chosen", "cost"), [("Sorcery", "1 B"), ("Instant", "B"), ("", "B")])
def test_arachne_makes_spells_of_the_type_cost_more(chosen: str, cost: str):
    """{1} more for every player's spells of that type, abilities aside (A9)."""
    game = Game()
    game.add("arachne", "Arachne, Psionic Weaver", owner="b", chosen_type=chosen)
    game.attacker("bear")
    game.hand("technique", "Shredder's Technique")
    game.hand("ninja", "Ninja of the Deep Hours")
    listed = game.listing(engine_pays=True).actions
    assert [(each.keyword, each.mana_cost) for each in listed] == [
        ("Sneak", cost),
        ("Ninjutsu", "1 U"),
    ]


@pytest.mark.parametrize(("keyword", "number"), [("Web-slinging", 2), ("", 0)])
def test_scarlet_spider(keyword: str, number: int):
    """As many +1/+1 counters as the returned creature's mana value, if web-slung."""
    story = slung("Scarlet Spider, Ben Reilly")
    story.game["bear"].characteristics.mana_cost = "1 G"
    story.take()
    if not keyword:
        story.game.state.stack[0].keyword = "Sneak"
        return
    story.call(story.game.resolve)
    assert dict(story.game["card"].counters) == {"P1P1": number}


def test_silk():
    """Whenever you cast a creature spell: a 1/1 Human Citizen, before that spell resolves."""
    story = slung("Spider-Man, Web-Slinger")
    story.game.add("silk", "Silk, Web Weaver")
    story.take()
    story.settled(["TrigToken"])
    story.holds()
    story.resolve()
    made = story.created(card_name="gw_1_1_human_citizen")
    made.characteristics.CopyFrom(
        pb.Characteristics(
            mana_cost="no cost",
            types=["Creature", "Human", "Citizen"],
            colors=["white", "green"],
            power=1,
            toughness=1,
            name="Human Citizen Token",
        )
    )
    story.holds()


def test_silk_of_another_player():
    """Only its controller's spells count."""
    story = slung("Spider-Man, Web-Slinger")
    story.game.add("silk", "Silk, Web Weaver", owner="b")
    story.take()
    story.holds()


def test_spider_man_india():
    """A +1/+1 counter and flying for a creature of yours."""
    story = slung("Spider-Man, Web-Slinger")
    story.game.add("india", "Spider-Man India")
    story.take()
    story.settled(["TrigPutCounter"])
    story.resolve()
    story.counters("india", "P1P1", 1)
    story.effect("india", keywords=["Flying"])
    story.holds()


def test_spider_man_brooklyn_visionary():
    """A basic land from the library, tapped; then it is shuffled."""
    story = slung("Spider-Man, Brooklyn Visionary")
    story.typed("forest", "Basic", "Land", zone=pb.ZONE_LIBRARY)
    story.game.player("a").library_size = 1
    lands(story, "TrigSearch")
    story.resolve("forest")
    story.moved("forest", pb.ZONE_BATTLEFIELD, tapped=True)
    story.holds()


def test_spider_sense_on_a_trigger():
    """Counter target triggered ability; an activated one is no target."""
    game = Game()
    game.creature("bear", tapped=True)
    game.hand("sense", "Spider-Sense")
    game.add("ninja", "Throat Slitter", owner="b")
    for name, kind in (
        ("trigger", pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY),
        ("ability", pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY),
    ):
        game.state.stack.add(id=name, kind=kind, controller_id="b", source_id="ninja")
    game = game.then(game.take("sense", "bear", "Web-slinging", payment=ENGINE))
    outcome = game.resolve()
    assert [each.id for each in outcome.state.stack] == ["ability"]
    removed = events(outcome, "stack_removed")
    assert (removed[0].stack_object_id, removed[0].resolved) == ("trigger", False)


@pytest.mark.clause("B14")
def test_spider_sense_on_a_spell():
    """A countered spell's card goes to its owner's graveyard (701.6a)."""
    game = Game()
    game.creature("bear", tapped=True)
    game.hand("sense", "Spider-Sense")
    game.add("bolt", "Jennika's Technique", pb.ZONE_STACK, "b", incarnation=4)
    game.state.stack.add(
        id="spell",
        kind=pb.STACK_OBJECT_KIND_SPELL,
        controller_id="b",
        source_id="bolt",
        source_incarnation=4,
    )
    game = game.then(game.take("sense", "bear", "Web-slinging", payment=ENGINE))
    after = game.then(game.resolve())
    assert not after.state.stack
    assert (after["bolt"].zone, after["bolt"].incarnation) == (pb.ZONE_GRAVEYARD, 5)
    assert after["sense"].zone == pb.ZONE_GRAVEYARD


@pytest.mark.parametrize("entered", [1, 2])
def test_spider_uk(entered: int):
    """With two creatures that entered this turn draw a card and gain 2 life (603.4).

    The engine puts the trigger on the stack as the end step begins. Where fewer are there another
    may have entered and left since, which no state tells: then the engine carries it out.
    """
    story = slung("Spider-UK")
    story.library("a", "top")
    for number in range(entered - 1):
        story.typed(f"ally {number}", "Creature", toughness=1, turn_entered=5)
    lands(story)
    story.holds()
    pushed = pb.StackObject(
        id="trigger",
        kind=pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY,
        controller_id="a",
        source_id="card",
        source_incarnation=story["card"].incarnation,
        ability="TrigDraw",
    )
    for state in (story.game.state, story.expected):
        state.step = pb.STEP_OTHER
        state.stack.append(pushed)
    story.resolve()
    if entered == 2:
        story.moved("top", pb.ZONE_HAND)
        story.life("a", 2)
    else:
        assert story.left().startswith("DB$ Draw | Defined$ You | NumCards$ 1")
    story.holds()


def test_spiders_man():
    """Web-slung: gain 3 life and two 2/1 green Spiders with reach."""
    story = slung("Spiders-Man, Heroic Horde")
    lands(story, "TrigGainLife")
    story.resolve()
    story.life("a", 3)
    for _ in range(2):
        made = story.created(card_name="g_2_1_spider_reach")
        made.characteristics.CopyFrom(
            pb.Characteristics(
                mana_cost="no cost",
                types=["Creature", "Spider"],
                colors=["green"],
                power=2,
                toughness=1,
                keywords=["Reach"],
                name="Spider Token",
            )
        )
    story.holds()


def test_silkline_rescuer():
    """Another creature you control is indestructible this turn."""
    story = slung("Silkline Rescuer")
    story.typed("ally", "Creature", power=1, toughness=1)
    lands(story, "TrigPump")
    story.resolve()
    story.effect("ally", keywords=["Indestructible"])
    story.holds()
