"""Cards that only come in and hit, with what they are and what they say of others."""

from __future__ import annotations

import pytest

from tests.boards import Game, events, pb, wire
from tests.cards_played.story import ENGINE, Story


@pytest.mark.parametrize(
    ("card", "keyword", "damage", "first"),
    [
        ("Blade-Blizzard Kitsune", "Ninjutsu", 2, True),
        ("Dokuchi Shadow-Walker", "Ninjutsu", 5, False),
        ("Ninja of the New Moon", "Ninjutsu", 6, False),
        ("Silver-Fur Master", "Ninjutsu", 2, False),
        ("A-Silver-Fur Master", "Ninjutsu", 2, False),
        ("Rooftop Quartermaster", "Ninjutsu", 1, False),
        ("Nightjar Headmistress", "Ninjutsu", 2, False),
        ("Leonardo, Big Brother", "Sneak", 1, False),
        ("Leonardo, Sewer Samurai", "Sneak", 3, True),
        ("Raphael, the Nightwatcher", "Sneak", 2, True),
        ("Splinter, Hamato Yoshi", "Sneak", 1, False),
        ("Ropewalk Duelist", "Ninjutsu", 3, True),
    ],
)
def test_it_hits(card: str, keyword: str, damage: int, first: bool):
    """It enters attacking and deals its damage; first strike or double strike in a first step."""
    story = Story(card, keyword)
    story.enter()
    story.holds()
    story.hit(damage=damage)
    story.holds()
    assert (story.game.state.step == pb.STEP_FIRST_COMBAT_DAMAGE) is first


@pytest.mark.parametrize(("card", "damage"), [("Mukotai Ambusher", 3), ("Bloodtithe Courier", 2)])
def test_lifelink(card: str, damage: int):
    """Its controller gains as much (120.3f)."""
    story = Story(card)
    life = 0
    if card == "Bloodtithe Courier":
        story.take()
        story.life("a", -3)
        story.call(story.game.resolve)
        story.entered("card", story.outcome)
        life = -3
    else:
        story.enter()
    story.hit(damage=damage)
    story.life("a", damage)
    story.holds()
    assert story.game.player("a").life == 20 + life + damage


@pytest.mark.parametrize("card", ["Satoru Umezawa", "A-Satoru Umezawa"])
def test_satoru(card: str):
    """The first ninjutsu each turn: look at three, one to hand, the others to the bottom."""
    story = Story("Ninja of the New Moon", mana_cost="3 B")
    story.game.add("satoru", card)
    story.library("a", "one", "two", "three", whole=True)
    story.take()
    story.settled(["TrigDig"])
    story["satoru"].triggered_this_turn.append("TrigDig")
    story.holds()
    story.resolve("two", ["three", "one"])
    story.moved("two", pb.ZONE_HAND)
    one, three = story["one"], story["three"]
    first = pb.GameObject.FromString(one.SerializeToString())
    one.CopyFrom(three)
    three.CopyFrom(first)
    story.holds()


@pytest.mark.parametrize("card", ["Satoru Umezawa", "A-Satoru Umezawa"])
def test_satoru_only_once_each_turn(card: str):
    """The second ninjutsu of the turn sets nothing off; sneak and web-slinging never do (D2)."""
    story = Story("Ninja of the New Moon", mana_cost="3 B")
    story.game.add("satoru", card, triggered_this_turn=["TrigDig"])
    story.take()
    story.holds()


def test_dojo_beneath_the_falls():
    """A creature card in hand has ninjutsu {3}{U} besides its own (A10)."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours")
    game.hand("plain", "Splinter, Hamato Yoshi")
    game.add("dojo", "Dojo Beneath the Falls")
    listed = game.listing(engine_pays=True).actions
    ninjutsu = [each for each in listed if each.keyword == "Ninjutsu"]
    assert [(each.source_id, each.mana_cost) for each in ninjutsu] == [
        ("ninja", "1 U"),
        ("ninja", "3 U"),
        ("plain", "3 U"),
    ]


@pytest.mark.parametrize(("level", "lost", "power"), [(1, 1, 2), (2, 1, 3), (3, 1, 3)])
def test_ninja_teen(level: int, lost: int, power: int):
    """Each opponent loses 1 as a creature of yours leaves; from level 2 yours have +1/+0."""
    story = Story("Dokuchi Shadow-Walker")
    story.game["bear"].ClearField("characteristics")
    story.game["bear"].card_name = "Skullsnatcher"
    story.game.add("class", "Ninja Teen", counters={"LEVEL": level})
    story.game.add("elder", "Throat Slitter", tapped=True)
    story.game.attack("elder")
    story.library("b", "none")
    story.take()
    story.settled(["TrigLoseLife"])
    story.holds()
    story.resolve()
    story.life("b", -lost)
    story.holds()
    story.call(story.game.resolve)
    # Throat Slitter prints 2, Dokuchi Shadow-Walker 5; each has the level's +1/+0.
    assert story.game.advanced().player("b").life == 20 - lost - 2 * power - 3


def test_ninja_teen_gives_sneak_in_the_graveyard():
    """From level 3 on a creature card in your graveyard has sneak {3}{B}, and may be cast (D5)."""
    game = Game()
    game.attacker("bear")
    game.add("dead", "Splinter, Hamato Yoshi", pb.ZONE_GRAVEYARD)
    game.add("class", "Ninja Teen", counters={"LEVEL": 2})
    assert game.actions(engine_pays=True) == []
    game["class"].counters["LEVEL"] = 3
    listed = game.listing(engine_pays=True).actions
    assert ("dead", "Sneak", "3 B") in [
        (each.source_id, each.keyword, each.mana_cost) for each in listed
    ]
    taken = game.take("dead", "bear", "Sneak", mana_cost="3 B", payment=ENGINE)
    game = game.then(taken)
    # The bear left the battlefield as a cost: the Class sees it.
    game = game.then(game.resolve())
    game = game.then(game.resolve())
    assert game.attacks("dead") == "b"
    assert game.player("b").life == 19


@pytest.mark.parametrize("card", ["Silver-Fur Master", "A-Silver-Fur Master"])
def test_silver_fur_master(card: str):
    """Other Ninjas and Rogues of its controller's have +1/+1; another player's have not."""
    game = Game()
    game.add("master", card, tapped=True)
    game.add("ninja", "Dokuchi Shadow-Walker", tapped=True)
    game.add("foe", "Splinter, Hamato Yoshi", owner="b")
    game.attack("master")
    game.attack("ninja", status=pb.BLOCK_STATUS_BLOCKED, blockers=["foe"])
    assert {each.source_id: each.amount for each in events(game.advance(), "damage_dealt")} == {
        "master": 2,
        "ninja": 6,
        "foe": 1,
    }


@pytest.mark.parametrize(
    "card", ["Silver-Fur Master", "A-Silver-Fur Master", "Rooftop Quartermaster"]
)
def test_ninjutsu_costs_less(card: str):
    """Each ninjutsu ability of its controller's costs {1} less; sneak does not (A9, D2)."""
    game = Game()
    game.attacker("bear")
    game.add("master", card)
    game.hand("ninja", "Ninja of the Deep Hours")
    game.hand("sneaker", "Donatello, Gadget Master")
    game.lands("U", 1)
    listed = {each.source_id: each.mana_cost for each in game.listing(engine_pays=True).actions}
    assert listed == {"ninja": "U", "sneaker": "1 U"}
    assert game.through("ninja", "bear").attacks("ninja") == "b"
    game["master"].controller_id = "b"
    assert game.listing(engine_pays=True).actions[0].mana_cost == "1 U"


def samurai(*others: str) -> Game:
    """Leonardo attacks nobody; Splinter, of power 1, lies in the graveyard."""
    game = Game()
    game.attacker("bear")
    game.add("leo", "Leonardo, Sewer Samurai")
    game.add("dead", "Splinter, Hamato Yoshi", pb.ZONE_GRAVEYARD)
    game.add("big", "Shark Shredder, Killer Clone", pb.ZONE_GRAVEYARD)
    for name in others:
        game.add(name, name, counters={"LEVEL": 3} if name == "Ninja Teen" else {})
    return game


def sneaked(game: Game) -> Game:
    """Splinter is on the stack, out of the graveyard."""
    return game.then(game.take("dead", "bear", "Sneak", mana_cost="B", payment=ENGINE))


@pytest.mark.clause("D5")
def test_sewer_samurai_lets_small_creatures_be_sneaked_from_the_graveyard():
    """In his controller's turn, power or toughness at most 1; each with a finality counter."""
    game = samurai()
    assert game.actions(engine_pays=True) == [("dead", "Sneak", "bear")]
    game = sneaked(game)
    assert game.state.stack[0].permission == pb.Target(object_id="leo", incarnation=1)
    outcome = game.resolve()
    (changed,) = events(outcome, "counters_changed")
    assert (changed.object_id, changed.counter, changed.change) == ("dead", "FINALITY", 1)
    after = game.then(outcome)
    assert (after["dead"].paid_keyword, after.attacks("dead")) == ("Sneak", "b")
    after["dead"].damage = 9
    assert after.advanced()["dead"].zone == pb.ZONE_EXILE


def test_sewer_samurai_of_another_player():
    """He lets nobody else cast anything."""
    game = samurai()
    game["leo"].controller_id = "b"
    assert game.actions(engine_pays=True) == []


def test_what_was_not_cast_by_his_leave_has_no_finality_counter():
    """From hand it is cast without him."""
    game = samurai()
    game["dead"].zone = pb.ZONE_HAND
    game = sneaked(game)
    assert dict(game.then(game.resolve())["dead"].counters) == {}


@pytest.mark.clause("D5")
@pytest.mark.parametrize("change", ["gone", "back", "phased out", "without abilities", "stolen"])
def test_what_was_cast_by_his_leave_when_he_has_left(change: str):
    """614.1c: it was cast by his leave, wherever and whatever he is as it enters."""
    game = sneaked(samurai())
    if change == "gone":
        game.moved("leo", pb.ZONE_HAND)
    elif change == "back":
        game["leo"].incarnation = 3
    elif change == "stolen":
        game["leo"].controller_id = "b"
    else:
        game["leo"].phased_out = change == "phased out"
        game["leo"].abilities_lost = change == "without abilities"
    assert dict(game.then(game.resolve())["dead"].counters) == {"FINALITY": 1}


@pytest.mark.clause("D5")
@pytest.mark.parametrize("of", ["card", "copy", "token"])
def test_sewer_samurai_returned_for_what_he_lets_be_cast(of: str):
    """A7, 614.1c, 608.2h: he is the cost, and what he was as he was returned is remembered."""
    game = samurai()
    leo = game["leo"]
    leo.tapped = True
    if of != "card":
        leo.card_name, leo.token = "Test Double", of == "token"
        leo.characteristics.name = "Leonardo, Sewer Samurai"
        leo.characteristics.types.append("Creature")
    game.attack("leo")
    game = game.then(game.take("dead", "leo", "Sneak", mana_cost="B", payment=ENGINE))
    after = game.then(game.resolve())
    assert dict(after["dead"].counters) == {"FINALITY": 1}
    assert after.attacks("dead") == "b"


@pytest.mark.clause("D5")
@pytest.mark.parametrize("named", ["nothing", "bear", "dead"])
def test_cast_by_the_leave_of_what_gives_none(named: str):
    """614.1c: where the state names what is not there, or says nothing, no counter is asked for."""
    game = sneaked(samurai())
    game.state.stack[0].permission.object_id = named
    game.state.stack[0].ClearField("returned_as_pushed")
    after = game.then(game.resolve())
    assert (after["dead"].zone, dict(after["dead"].counters)) == (pb.ZONE_BATTLEFIELD, {})


def test_of_two_permissions_the_one_that_asks_for_nothing():
    """Ninja Teen lets it be cast as well, and has it enter with nothing."""
    game = sneaked(samurai("Ninja Teen"))
    assert game.state.stack[0].permission.object_id == "Ninja Teen"
    game = game.then(game.resolve())
    assert dict(game.then(game.resolve())["dead"].counters) == {}


def test_boosts():
    """Silver-Fur Master and its like: other Ninjas have +1/+1, in layers (613.4c)."""
    game = Game()
    game.add("master", "Silver-Fur Master", tapped=True)
    game.add("splinter", "Splinter, Hamato Yoshi", tapped=True)
    game.add("head", "Nightjar Headmistress", tapped=True)
    game.add("leo", "Leonardo, Big Brother", tapped=True)
    for name in ("master", "splinter", "head", "leo"):
        game.attack(name)
    dealt = {each.source_id: each.amount for each in events(game.advance(), "damage_dealt")}
    # master 2 + two others; splinter 1 + 2; head 2 + 2; leo 1 + 3 Ninjas + 3 other creatures.
    assert dealt == {"master": 4, "splinter": 3, "head": 4, "leo": 1 + 3 + 3}


def test_raphael_gives_double_strike():
    """Attacking creatures you control have double strike: two damage steps (C1)."""
    game = Game()
    game.add("raphael", "Raphael, the Nightwatcher")
    game.add("ninja", "Dokuchi Shadow-Walker", tapped=True)
    game.attack("ninja")
    game = game.advanced()
    assert game.state.step == pb.STEP_FIRST_COMBAT_DAMAGE
    assert game.advanced().player("b").life == 10


def test_dark_leo_gives_deathtouch():
    """Your attacking Ninjas have deathtouch: a blocker of any size dies."""
    game = Game()
    game.add("leo", "Dark Leo & Shredder")
    game.add("ninja", "Walker of Secret Ways", tapped=True)
    game.creature("wall", power=0, toughness=9, owner="b")
    game.attack("ninja", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    assert game.advanced()["wall"].zone == pb.ZONE_GRAVEYARD


def test_caltrop_satchel_draws():
    """{2}, {T}, sacrifice: draw a card; its source has left the battlefield by then."""
    game = Game()
    game.add("satchel", "Caltrop Satchel", pb.ZONE_GRAVEYARD, incarnation=2)
    game.add("top", "Test top", pb.ZONE_LIBRARY)
    pushed = game.state.stack.add(
        id="ability",
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
        controller_id="a",
        source_id="satchel",
        source_incarnation=1,
        ability="A1",
    )
    pushed.source_as_pushed.CopyFrom(game["satchel"])
    assert game.then(game.resolve())["top"].zone == pb.ZONE_HAND


@pytest.mark.parametrize(
    ("ability", "source", "fields", "effect"),
    [
        ("A1", "Higure, the Still Wind", {"targets": ["card"]}, ("card", 0, "Unblockable")),
        ("A1", "Ink-Eyes, Servant of Oni", {}, ("source", 0, "Regeneration")),
        ("A1", "Leonardo, Leader in Blue", {}, ("source", 0, "First Strike")),
        ("A1", "Silk, Web Weaver", {}, ("source", 2, "Vigilance")),
    ],
)
def test_activated_abilities(
    ability: str, source: str, fields: dict[str, list[str]], effect: tuple[str, int, str]
):
    """An activated ability that the engine put on the stack by "A1" is resolved here."""
    game = Game()
    game.add("source", source)
    if "targets" in fields:
        game.add("card", "Throat Slitter", owner="b")
    game.state.stack.add(
        id="ability",
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
        controller_id="a",
        source_id="source",
        source_incarnation=1,
        ability=ability,
        targets=[pb.Target(object_id=name, incarnation=1) for name in fields.get("targets", ())],
    )
    outcome = game.resolve()
    (began,) = events(outcome, "effect_began")
    made = began.effect
    assert (made.object_id, made.power_change, *made.keywords) == effect
    assert not outcome.state.stack


def test_walker_returns_a_ninja():
    """{1}{U}: return target Ninja you control to its owner's hand."""
    game = Game()
    game.add("walker", "Walker of Secret Ways")
    game.add("ninja", "Throat Slitter", tapped=True)
    game.attack("ninja")
    game.state.stack.add(
        id="ability",
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
        controller_id="a",
        source_id="walker",
        source_incarnation=1,
        ability="A1",
        targets=[pb.Target(object_id="ninja", incarnation=1)],
    )
    after = game.then(game.resolve())
    assert (after["ninja"].zone, after.attacks("ninja")) == (pb.ZONE_HAND, None)


def kaito(ability: str, *players: str) -> Game:
    """An ability of Kaito's on the stack, put there by the engine; his costs are paid."""
    game = Game(*players)
    game.add("kaito", "Kaito, Bane of Nightmares", counters={"LOYALTY": 4})
    game.creature("cow", owner="b")
    for name in ("one", "two", "three", "four"):
        game.add(name, f"Test {name}", pb.ZONE_LIBRARY)
    game.state.stack.add(
        id="ability",
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
        controller_id="a",
        source_id="kaito",
        source_incarnation=1,
        ability=ability,
        targets=[pb.Target(object_id="cow", incarnation=1)] if ability == "A3" else [],
    )
    return game


def test_kaitos_emblem():
    """An emblem outlasts the turn: the engine's."""
    game = kaito("A1")
    (left,) = events(game.resolve(), "effect_left_to_engine")
    assert left.ability.startswith("AB$ Effect | ")


@pytest.mark.parametrize(("lost", "drawn"), [((2, 1), ["two", "three"]), ((0, 1), ["two"])])
def test_kaitos_surveil(lost: tuple[int, int], drawn: list[str]):
    """Surveil 2, then a card for each opponent who has lost life this turn, you yourself aside."""
    game = kaito("A2", "a", "b", "c")
    for player, amount in zip(("a", "b", "c"), (9, *lost), strict=True):
        game.player(player).life_lost_this_turn = amount
    choice = game.resolve().choice
    assert list(choice.option_ids) == ["one", "two"]
    after = game.then(game.resolve(wire.Decision(choice_id=choice.id, option_ids=["one"])))
    assert after["one"].zone == pb.ZONE_GRAVEYARD
    there = [name for name in ("two", "three", "four") if after[name].zone == pb.ZONE_HAND]
    assert there == drawn


def test_kaitos_surveil_where_it_is_not_known_who_lost_life():
    """The engine did not send it: the cards to draw are the engine's, once the surveil is done."""
    game = kaito("A2")
    choice = game.resolve().choice
    outcome = game.resolve(wire.Decision(choice_id=choice.id, option_ids=["one"]))
    (left,) = events(outcome, "effect_left_to_engine")
    assert left.ability.startswith("DB$ Draw | ")
    assert game.then(outcome)["one"].zone == pb.ZONE_GRAVEYARD


def test_kaito_taps():
    """The creature is tapped and gets two stun counters."""
    after = kaito("A3")
    after = after.then(after.resolve())
    assert (after["cow"].tapped, dict(after["cow"].counters)) == (True, {"STUN": 2})
