"""Cards with sneak: creatures that enter attacking, and spells that just resolve (D2 to D6)."""

from __future__ import annotations

import pytest

from tests.boards import Game, events, pb
from tests.cards_played.story import Story


def test_dark_leo():
    """A Ninja token; with five Ninjas that player loses half their life, rounded up."""
    story = Story("Dark Leo & Shredder", "Sneak")
    for name in ("one", "two", "three"):
        story.typed(name, "Creature", "Ninja", power=1, toughness=1)
    story.enter()
    story.hit("TrigToken", damage=1)
    story.resolve()
    ninja(story)
    story.life("b", -10)
    story.holds()


def test_dark_leo_with_four_ninjas():
    """With fewer nobody loses life."""
    story = Story("Dark Leo & Shredder", "Sneak")
    for name in ("one", "two"):
        story.typed(name, "Creature", "Ninja", power=1, toughness=1)
    story.enter()
    story.hit("TrigToken")
    story.resolve()
    ninja(story)
    story.holds()


def ninja(story: Story) -> None:
    """A 1/1 black Ninja token of a's."""
    made = story.created(card_name="b_1_1_ninja")
    made.characteristics.CopyFrom(
        pb.Characteristics(
            mana_cost="no cost",
            types=["Creature", "Ninja"],
            colors=["black"],
            power=1,
            toughness=1,
            name="Ninja Token",
        )
    )


def test_donatello():
    """A token copy of target artifact you control."""
    story = Story("Donatello, Gadget Master", "Sneak")
    relic = story.typed("relic", "Artifact", mana_cost="2")
    relic.mana_abilities.add(produces="C")
    story.enter()
    story.hit("TrigCopy", damage=3)
    story.resolve()
    made = story.created(card_name="Test relic", mana_abilities=[pb.ManaAbility(produces="C")])
    made.characteristics.CopyFrom(
        pb.Characteristics(mana_cost="2", types=["Artifact"], name="Test relic")
    )
    story.holds()


@pytest.mark.clause("D2")
def test_donatellos_technique():
    """Draw two cards; the sorcery resolves and goes to the graveyard (608.2n)."""
    story = Story("Donatello's Technique", "Sneak")
    story.library("a", "one", "two", "three")
    story.take()
    story.resolve_spell()
    story.moved("one", pb.ZONE_HAND)
    story.moved("two", pb.ZONE_HAND)
    story.holds()


def test_elektra():
    """Destroy target creature an opponent controls with power 3 or less."""
    story = Story("Elektra, Daughter of the Hand", "Sneak")
    story.typed("small", "Creature", owner="b", power=3, toughness=5)
    story.typed("big", "Creature", owner="b", power=4, toughness=5)
    story.enter(triggers=["TrigDestroy"])
    story.resolve()
    story.moved("small", pb.ZONE_GRAVEYARD)
    story.holds()


def test_foot_ninjas():
    """Gain 3 life."""
    story = Story("Foot Ninjas", "Sneak")
    story.enter(triggers=["TrigGainLife"])
    story.resolve()
    story.life("a", 3)
    story.holds()


def test_jennikas_technique():
    """2 damage to each creature, all at once; then state-based actions."""
    story = Story("Jennika's Technique", "Sneak")
    story.typed("small", "Creature", owner="b", power=1, toughness=2)
    story.typed("big", "Creature", power=3, toughness=3)
    story.take()
    story.resolve_spell()
    story.moved("small", pb.ZONE_GRAVEYARD)
    story["big"].damage = 2
    story.holds()


@pytest.mark.clause("D4")
@pytest.mark.parametrize("sneaked", [True, False])
def test_karai(sneaked: bool):
    """A creature card to hand; onto the battlefield where she was sneaked in this turn."""
    story = Story("Karai, Future of the Foot", "Sneak")
    story.typed("dead", "Creature", zone=pb.ZONE_GRAVEYARD, toughness=1)
    story.enter()
    story.hit("TrigReturn", damage=3)
    if not sneaked:
        story.game["card"].paid_keyword = story["card"].paid_keyword = ""
    story.resolve()
    story.moved("dead", pb.ZONE_BATTLEFIELD if sneaked else pb.ZONE_HAND)
    story.holds()


def test_karai_a_turn_later():
    """Sneaked in, but not this turn: to hand."""
    story = Story("Karai, Future of the Foot", "Sneak")
    story.typed("dead", "Creature", zone=pb.ZONE_GRAVEYARD, toughness=1)
    story.enter()
    story.hit("TrigReturn")
    story.game.state.turn = story.expected.turn = 7
    story.resolve()
    story.moved("dead", pb.ZONE_HAND)
    story.holds()


@pytest.mark.clause("D6")
@pytest.mark.parametrize("both", [True, False])
def test_karais_technique(both: bool):
    """One mode or both, each with a target of its own, chosen as it is cast (601.2b, c)."""
    story = Story("Karai's Technique", "Sneak")
    story.typed("mine", "Creature", power=2, toughness=2)
    story.typed("foe", "Creature", owner="b", power=5, toughness=5)
    if both:
        story.take(["DBGrow", "DBShrink"], "mine", "foe")
    else:
        story.take(["DBShrink"], "foe")
    story.resolve_spell()
    if both:
        story.effect("mine", 3, 3)
    story.effect("foe", -3, -3)
    story.holds()


@pytest.mark.clause("D6")
def test_karais_technique_with_one_target_gone():
    """The other target gets its part; the one that is gone nothing (608.2b)."""
    story = Story("Karai's Technique", "Sneak")
    story.typed("mine", "Creature", power=2, toughness=2)
    story.typed("foe", "Creature", owner="b", power=5, toughness=5)
    story.take(["DBGrow", "DBShrink"], "mine", "foe")
    story.game.moved("mine", pb.ZONE_GRAVEYARD)
    story.expected.CopyFrom(story.game.state)
    story.resolve_spell()
    story.effect("foe", -3, -3)
    story.holds()


def test_kitsunes_technique():
    """Target opponent mills half their library, rounded up."""
    story = Story("Kitsune's Technique", "Sneak")
    story.library("b", "one", "two", "three", whole=True)
    story.take()
    story.resolve_spell()
    story.moved("one", pb.ZONE_GRAVEYARD)
    story.moved("two", pb.ZONE_GRAVEYARD)
    story.holds()


def test_kitsunes_technique_with_cards_that_were_not_sent():
    """Half of 40 is 20, and 3 were sent: the engine's."""
    story = Story("Kitsune's Technique", "Sneak")
    story.library("b", "one", "two", "three")
    story.take()
    story.resolve_spell()
    assert story.left().startswith("SP$ Mill")
    story.holds()


def test_leonardo_cutting_edge():
    """Lifelink; whenever you gain life, a +1/+1 counter."""
    story = Story("Leonardo, Cutting Edge", "Sneak")
    story.enter()
    story.hit("TrigPutCounter", damage=1)
    story.life("a", 1)
    story.resolve()
    story.counters("card", "P1P1", 1)
    story.holds()


@pytest.mark.clause("D4")
def test_leonardo_leader_in_blue():
    """Sneaked in: creatures you control have +2/+0."""
    story = Story("Leonardo, Leader in Blue", "Sneak")
    story.typed("ally", "Creature", power=1, toughness=1)
    story.enter(triggers=["TrigPumpAll"])
    story.resolve()
    story.effect("card", 2)
    story.effect("ally", 2)
    assert {each.batch for each in story.outcome.events if each.HasField("effect_began")} == {1}
    story.holds()
    story.hit(damage=4)


def test_leonardos_technique():
    """One or two creature cards with mana value 3 or less from your graveyard."""
    story = Story("Leonardo's Technique", "Sneak")
    for name, cost in (("one", "1 W"), ("two", "3"), ("dear", "4")):
        story.typed(name, "Creature", zone=pb.ZONE_GRAVEYARD, mana_cost=cost, power=1, toughness=1)
    story.take(["one", "two"])
    assert list(story.asked[0].option_ids) == ["one", "two"]
    story.resolve_spell()
    story.moved("one", pb.ZONE_BATTLEFIELD)
    story.moved("two", pb.ZONE_BATTLEFIELD)
    story.holds()


def test_michelangelo():
    """You may put a creature card, then a land card, from hand onto the battlefield."""
    story = Story("Michelangelo, Improviser", "Sneak")
    story.typed("beast", "Creature", zone=pb.ZONE_HAND, toughness=1)
    story.typed("land", "Land", zone=pb.ZONE_HAND)
    story.enter()
    story.hit("TrigChange", damage=4)
    story.resolve("beast", "land")
    assert list(story.asked[0].option_ids) == ["bear", "beast"]
    story.moved("beast", pb.ZONE_BATTLEFIELD)
    story.moved("land", pb.ZONE_BATTLEFIELD)
    story.holds()


def michelangelos_technique() -> Story:
    story = Story("Michelangelo's Technique", "Sneak")
    for name, cost in (("two", "2"), ("four", "4"), ("five", "5"), ("seven", "7")):
        story.typed(name, "Creature", zone=pb.ZONE_LIBRARY, mana_cost=cost, toughness=1)
    story.typed("rock", "Artifact", zone=pb.ZONE_LIBRARY)
    story.game.player("a").library_size = 5
    story.take()
    return story


def test_michelangelos_technique():
    """Up to two creature cards of total mana value 6; the rest goes below in random order."""
    story = michelangelos_technique()
    story.resolve_spell(["two", "four"], seed=3)
    assert list(story.asked[0].option_ids) == ["two", "four", "five"]
    story.moved("two", pb.ZONE_BATTLEFIELD)
    story.moved("four", pb.ZONE_BATTLEFIELD)
    (arranged,) = events(story.outcome, "library_arranged")
    assert sorted(arranged.bottom_ids) == ["five", "rock", "seven"]
    assert story.outcome.random
    library = [item.id for item in story.game.state.objects if item.zone == pb.ZONE_LIBRARY]
    assert library == list(arranged.bottom_ids)


@pytest.mark.parametrize("names", [["two", "five"], ["seven"], ["two", "four", "five"]])
def test_michelangelos_technique_too_much(names: list[str]):
    """Together over 6, alone over 6, or three of them: refused, nothing changed."""
    story = michelangelos_technique()
    with pytest.raises(Exception, match="ILLEGAL_DECISION"):
        story.resolve_spell(names, seed=3)


def test_michelangelos_technique_without_a_seed():
    """Chance is needed and no seed was given: INVALID_ARGUMENT naming random_seed."""
    story = michelangelos_technique()
    with pytest.raises(Exception, match="random_seed"):
        story.resolve_spell(["two", "four"])


def test_new_generations_technique():
    """Two basic lands from the library, tapped; then it is shuffled."""
    story = Story("New Generation's Technique", "Sneak")
    for name in ("forest", "island", "dual"):
        kinds = ("Land",) if name == "dual" else ("Basic", "Land")
        story.typed(name, *kinds, zone=pb.ZONE_LIBRARY)
    story.game.player("a").library_size = 3
    story.take()
    story.resolve_spell(["forest", "island"])
    assert list(story.asked[0].option_ids) == ["forest", "island"]
    story.moved("forest", pb.ZONE_BATTLEFIELD, tapped=True)
    story.moved("island", pb.ZONE_BATTLEFIELD, tapped=True)
    story.gone("dual")
    story.holds()


def test_oroku_saki():
    """Draw a card and lose 1 life."""
    story = Story("Oroku Saki, Shredder Rising", "Sneak")
    story.library("a", "top")
    story.enter()
    story.hit("TrigDraw", damage=3)
    story.resolve()
    story.moved("top", pb.ZONE_HAND)
    story.life("a", -1)
    story.holds()


def test_raphaels_technique():
    """Each player may discard their hand and draw seven cards."""
    story = Story("Raphael's Technique", "Sneak")
    story.hand("a", "x")
    story.hand("b", "y")
    mine = [f"m{number}" for number in range(8)]
    story.library("a", *mine)
    story.take()
    story.resolve_spell(True, False)
    assert [choice.player_id for choice in story.asked] == ["a", "b"]
    for name in ("bear", "x"):
        story.moved(name, pb.ZONE_GRAVEYARD)
    for name in mine[:7]:
        story.moved(name, pb.ZONE_HAND)
    story.holds()


@pytest.mark.parametrize("chosen", [["dead"], []])
def test_shark_shredder(chosen: list[str]):
    """Up to one creature card of that player's enters under your control, attacking them."""
    story = Story("Shark Shredder, Killer Clone", "Sneak")
    story.typed("dead", "Creature", zone=pb.ZONE_GRAVEYARD, owner="b", power=2, toughness=2)
    story.enter()
    story.hit("TrigReanimate", damage=4, answers=[chosen])
    story.resolve()
    if chosen:
        story.moved("dead", pb.ZONE_BATTLEFIELD, controller_id="a", tapped=True)
        story.joined("dead")
    story.holds()


def test_shredder_unrelenting():
    """Enters: another creature of yours has deathtouch. It was not declared: once only (B10)."""
    story = Story("Shredder, Unrelenting", "Sneak")
    story.typed("ally", "Creature", power=1, toughness=1)
    story.enter(triggers=["TrigPump"])
    story.resolve()
    story.effect("ally", keywords=["Deathtouch"])
    story.holds()
    story.hit(damage=6)


@pytest.mark.parametrize(("kind", "lost"), [("Creature", 0), ("Enchantment", 2)])
def test_shredders_technique(kind: str, lost: int):
    """Destroy target creature or enchantment; lose 2 life for an enchantment."""
    story = Story("Shredder's Technique", "Sneak")
    story.typed("victim", kind, owner="b", power=1, toughness=1)
    story.take("victim")
    story.resolve_spell()
    story.moved("victim", pb.ZONE_GRAVEYARD)
    story.life("a", -lost)
    story.holds()


def test_splinters_technique():
    """Search for any card; it must be found if there is one; then shuffle."""
    story = Story("Splinter's Technique", "Sneak")
    story.library("a", "one", "two", whole=True)
    story.take()
    story.resolve_spell("two")
    assert (story.asked[0].min, story.asked[0].max) == (1, 1)
    story.moved("two", pb.ZONE_HAND)
    story.gone("one")
    story.holds()


@pytest.mark.clause("B9", "D4")
def test_last_ronins_technique():
    """Three tokens; tapped and attacking where it was sneaked."""
    story = Story("The Last Ronin's Technique", "Sneak")
    story.take()
    story.resolve_spell()
    for _ in range(3):
        made = story.created(card_name="w_1_1_ninja_turtle_spirit", tapped=True)
        made.characteristics.CopyFrom(
            pb.Characteristics(
                mana_cost="no cost",
                types=["Creature", "Ninja", "Turtle", "Spirit"],
                colors=["white"],
                power=1,
                toughness=1,
                name="Ninja Turtle Spirit Token",
            )
        )
        story.joined(made.id)
    story.holds()
    story.hit(damage=3)


@pytest.mark.clause("D4")
def test_last_ronins_technique_that_was_not_sneaked():
    """A copy for which no sneak cost was paid: the tokens are untapped and do not attack."""
    story = Story("The Last Ronin's Technique", "Sneak")
    story.take()
    story.game["card"].paid_keyword = story["card"].paid_keyword = ""
    story.resolve()
    story.moved("card", pb.ZONE_GRAVEYARD)
    assert [story.game[name].tapped for name in story.made] == [False] * 3
    assert not story.game.state.combat.attackers


@pytest.mark.clause("B9")
def test_last_ronins_technique_with_several_to_attack():
    """Each token attacks what its controller chooses (508.4a); lords of the state's count (613)."""
    story = Story("The Last Ronin's Technique", "Sneak", "a", "b", "c")
    story.game.add("splinter", "Splinter, Hamato Yoshi")
    story.typed("walker", "Planeswalker", owner="c", counters={"LOYALTY": 5})
    story.take()
    story.resolve_spell("b", "c", "walker")
    assert list(story.asked[0].option_ids) == ["b", "c", "walker"]
    game = story.game
    assert [game.attacks(name) for name in story.made] == ["b", "c", "walker"]
    after = game.advanced()
    assert (after.player("b").life, after.player("c").life) == (18, 18)
    assert after["walker"].counters["LOYALTY"] == 3


@pytest.mark.clause("D4")
@pytest.mark.parametrize("sneaked", [True, False])
def test_turncoat_kunoichi(sneaked: bool):
    """Exiled for good where she was sneaked in; else for as long as she stays: the engine's."""
    story = Story("Turncoat Kunoichi", "Sneak")
    story.typed("foe", "Creature", owner="b", power=2, toughness=2)
    story.enter(triggers=["TrigExile"])
    if not sneaked:
        story.game["card"].paid_keyword = story["card"].paid_keyword = ""
    story.resolve()
    if sneaked:
        story.moved("foe", pb.ZONE_EXILE)
    else:
        assert "Duration$ UntilHostLeavesPlay" in story.left()
    story.holds()


def test_ropewalk_duelist_sneaked():
    """+2/+0 where its sneak cost was paid; and with first strike it hits in the first step."""
    story = Story("Ropewalk Duelist", "Sneak")
    story.enter(triggers=["TrigPump"])
    story.resolve()
    story.effect("card", 2)
    story.holds()
    story.hit(damage=5)


def test_shuriken_downpour():
    """X damage to each creature of your opponents, X as it was paid."""
    story = Story("Shuriken Downpour", "Sneak")
    story.typed("foe", "Creature", owner="b", power=1, toughness=9)
    story.typed("mine", "Creature", power=1, toughness=9)
    story.take(x=4)
    story.resolve_spell()
    story["foe"].damage = 4
    story.holds()


def test_spells_leave_nothing_attacking():
    """D2: an instant or a sorcery just resolves; what was returned attacks no more."""
    game = Game()
    game.attacker("bear")
    assert game.attacks("bear") == "b"
    story = Story("Donatello's Technique", "Sneak")
    story.library("a", "one", "two")
    story.take()
    story.resolve_spell()
    assert not story.game.state.combat.attackers
