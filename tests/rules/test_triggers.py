"""Which abilities trigger, and how they go on the stack (CR 603)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import Game, divide, events, pb, refused, wire
from tests.rules.scripts import abilities, game_of, on_stack, picks, script

DRAW = "SVar:TrigDraw:DB$ Draw | Defined$ You | NumCards$ 1"
GAIN = "DB$ GainLife | Defined$ You | LifeAmount$ 2"
LIFE = "SVar:TrigLife:DB$ GainLife | Defined$ You | LifeAmount$ 1"
HITS = (
    "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
    " | Execute$ TrigLife"
)
DIES = (
    "T:Mode$ ChangesZone | Origin$ Battlefield | Destination$ Graveyard"
    " | ValidCard$ Creature.Other | TriggerZones$ Battlefield | Execute$ TrigLife"
)


def attackers(game: Game, card: str, *names: str, **fields: Any) -> None:
    for name in names:
        game.add(name, card, tapped=True, **fields)
        game.attack(name)


@pytest.mark.clause("C9")
def test_once_for_each_creature_and_player():
    """C9: a creature that hits a player; not one that hits a planeswalker or nobody."""
    game = game_of(script("Hitter", HITS, LIFE))
    attackers(game, "Hitter", "one", "two")
    game.creature("walker", owner="b", counters={"LOYALTY": 5})
    game["walker"].characteristics.types[:] = ["Planeswalker"]
    game.add("three", "Hitter", tapped=True)
    game.attack("three", "walker")
    outcome = game.advance()
    choice = outcome.choice
    assert choice.kind == wire.CHOICE_KIND_ORDER
    assert len(choice.option_ids) == 2
    outcome = game.advance(picks(choice, *reversed(choice.option_ids)))
    pushed = [each.object for each in events(outcome, "stack_pushed")]
    assert [each.id for each in pushed] == list(reversed(choice.option_ids))
    assert {(each.source_id, each.context.player_id) for each in pushed} == {
        ("one", "b"),
        ("two", "b"),
    }
    assert {each.context.amount for each in pushed} == {2}


@pytest.mark.clause("C9")
def test_one_or_more_deal_damage():
    """C9: once for each player and step, whatever the number of creatures."""
    once = (
        "T:Mode$ DamageDoneOnce | ValidSource$ Ninja.YouCtrl | ValidTarget$ Player"
        " | CombatDamage$ True | TriggerZones$ Battlefield | Execute$ TrigLife"
    )
    game = game_of(script("Counter", once, LIFE), script("Plain"))
    for name in ("c",):
        game.state.players.add(id=name, life=20)
    game.add("source", "Counter")
    attackers(game, "Plain", "one", "two")
    game.add("three", "Plain", tapped=True)
    game.attack("three", "c")
    outcome = game.advance()
    outcome = game.advance(picks(outcome.choice, *outcome.choice.option_ids))
    found = {each.object.context.player_id: each.object.context.amount
             for each in events(outcome, "stack_pushed")}  # fmt: skip
    assert found == {"b": 4, "c": 2}


GAINED = "SVar:TrigGain:DB$ GainLife | LifeAmount$ X\nSVar:X:TriggerCount$DamageAmount"


@pytest.mark.clause("C9")
def test_how_much_those_dealt_that_count():
    """C9: "one or more Ninjas you control deal combat damage" is not about what a Bear deals."""
    once = (
        "T:Mode$ DamageDoneOnce | ValidSource$ Ninja.YouCtrl | ValidTarget$ Player"
        " | CombatDamage$ True | TriggerZones$ Battlefield | Execute$ TrigGain"
    )
    game = game_of(script("Counter", once, GAINED))
    game.attacker("bear", power=5)
    attackers(game, "Counter", "source")
    (pushed,) = events(game.advance(), "stack_pushed")
    context = pushed.object.context
    assert (context.object_id, context.player_id, context.amount) == ("source", "b", 2)
    game["source"].characteristics.CopyFrom(pb.Characteristics(types=["Creature"], power=2))
    assert events(game.advance(), "stack_pushed") == []


@pytest.mark.clause("C9", "C6")
@pytest.mark.parametrize(("through", "amounts"), [(True, [3]), (False, [])])
def test_damage_of_one_source_to_several(through: bool, amounts: list[int]):
    """C9, 603.2: a trampler deals damage to a player though it deals some to a creature first."""
    once = (
        "T:Mode$ DamageDealtOnce | ValidSource$ Card.Self | ValidTarget$ Player"
        " | CombatDamage$ True | Execute$ TrigGain"
    )
    body = "ManaCost:1\nTypes:Creature Ninja\nPT:5/5\nK:Trample\n"
    game = game_of(script("Counter", once, GAINED, body=body))
    game.add("source", "Counter", tapped=True)
    game.creature("wall", owner="b")
    game.attack("source", "b", pb.BLOCK_STATUS_BLOCKED, ["wall"])
    to = {"wall": 2, "b": 3} if through else {"wall": 5}
    outcome = game.advance(divide("510.1c:source", **to))
    pushed = events(outcome, "stack_pushed")
    assert [each.object.context.amount for each in pushed] == amounts
    assert [each.object.context.player_id for each in pushed] == ["b"] * len(amounts)


@pytest.mark.clause("C11")
def test_how_many_of_those_that_count_died():
    """603.2: "one or more creatures you control die" is not about others' that die with them."""
    dies = (
        "T:Mode$ ChangesZoneAll | ValidCards$ Creature.YouCtrl | Origin$ Battlefield"
        " | Destination$ Graveyard | TriggerZones$ Battlefield | Execute$ TrigGain"
    )
    gain = GAINED.replace("DamageAmount", "Amount")
    game = game_of(script("Mourner", dies, gain, body="ManaCost:1\nTypes:Enchantment\n"))
    game.add("source", "Mourner")
    for name, owner in (("x", "b"), ("mine", "a"), ("y", "b")):
        game.creature(name, owner=owner, damage=2)
    game.attacker("bear")
    (pushed,) = events(game.advance(), "stack_pushed")
    assert pushed.object.context.amount == 1
    game.state.objects.remove(game["mine"])
    assert events(game.advance(), "stack_pushed") == []


@pytest.mark.clause("C10")
def test_turn_order():
    """C10: the active player's first, so that the other player's resolve first (603.3b)."""
    watcher = (
        "T:Mode$ DamageDone | ValidSource$ Creature | ValidTarget$ Player | CombatDamage$ True"
        " | TriggerZones$ Battlefield | Execute$ TrigLife"
    )
    game = game_of(script("Watcher", watcher, LIFE), script("Plain"))
    game.add("theirs", "Watcher", owner="b")
    game.add("mine", "Watcher")
    attackers(game, "Plain", "one")
    pushed = [each.object.controller_id for each in events(game.advance(), "stack_pushed")]
    assert pushed == ["a", "b"]


@pytest.mark.clause("C10")
@pytest.mark.parametrize("given", [["~1"], ["~1", "~1"], ["~1", "bear"]])
def test_an_order_must_name_each_once(given: list[str]):
    """C10: another order is refused, and says what was allowed."""
    game = game_of(script("Hitter", HITS, LIFE))
    attackers(game, "Hitter", "one", "two")
    with refused("ILLEGAL_DECISION", "603.3b"):
        game.advance(wire.Decision(choice_id="603.3b:a", option_ids=given))


def test_abilities_that_do_not_differ_are_not_ordered():
    """Several of one source about one player are the same in any order: nothing is asked."""
    watcher = (
        "T:Mode$ DamageDone | ValidSource$ Ninja.YouCtrl | ValidTarget$ Player"
        " | CombatDamage$ True | TriggerZones$ Battlefield | Execute$ TrigLife"
    )
    game = game_of(script("Watcher", watcher, LIFE), script("Plain"))
    game.add("source", "Watcher")
    attackers(game, "Plain", "one", "two")
    assert abilities(game.advance()) == ["TrigLife", "TrigLife"]


@pytest.mark.clause("C11")
def test_creatures_that_die_together_see_each_other():
    """603.10a: each of two that die at once sees the other die."""
    game = game_of(script("Mourner", DIES, LIFE))
    for name in ("one", "two"):
        game.add(name, "Mourner", damage=1)
    game.creature("wolf", power=2)
    on_stack(game, "TrigSweep", "wolf")
    game.state.stack.pop()
    game = sweep(game)
    outcome = game.resolve()
    outcome = game.resolve(picks(outcome.choice, *outcome.choice.option_ids))
    pushed = [each.object for each in events(outcome, "stack_pushed")]
    assert {each.source_id for each in pushed} == {"one", "two"}
    assert all(each.source_as_pushed.zone == pb.ZONE_BATTLEFIELD for each in pushed)
    assert {each.context.object_id for each in pushed} == {"one", "two"}


def sweep(game: Game) -> Game:
    """The same game with an ability on the stack that destroys all Ninjas."""
    text = script(
        "Sweeper", "SVar:TrigSweep:DB$ DestroyAll | ValidCards$ Ninja", body="Types:Artifact\n"
    )
    mourner = script("Mourner", DIES, LIFE)
    made = game_of(text, mourner)
    made.state.CopyFrom(game.state)
    made.add("sweeper", "Sweeper")
    on_stack(made, "TrigSweep", "sweeper")
    return made


@pytest.mark.clause("C11")
def test_one_that_dies_later_is_not_seen_by_what_is_gone():
    """603.10a looks at the moment right before, not at any earlier one."""
    game = sweep(game_of(script("Mourner", DIES, LIFE)))
    game.add("one", "Mourner")
    game.add("gone", "Mourner", pb.ZONE_GRAVEYARD)
    outcome = game.resolve()
    assert abilities(outcome) == []


def test_a_creature_that_dies_of_the_damage_it_deals():
    """The trigger is seen as the damage is dealt: it need not live for it (603.10, 510.2)."""
    game = game_of(script("Hitter", HITS, LIFE))
    attackers(game, "Hitter", "one")
    game["one"].damage = 2
    outcome = game.advance()
    assert game.then(outcome)["one"].zone == pb.ZONE_GRAVEYARD
    (pushed,) = events(outcome, "stack_pushed")
    assert (pushed.object.source_id, pushed.object.source_incarnation) == ("one", 1)
    assert pushed.object.source_as_pushed.zone == pb.ZONE_BATTLEFIELD
    after = game.then(outcome)
    assert after.then(after.resolve()).player("a").life == 21


@pytest.mark.clause("F4")
def test_reported_where_the_engine_settles():
    """F4: what triggered comes in `triggers`, without targets, and nothing goes on the stack."""
    game = game_of(script("Hitter", HITS, LIFE))
    attackers(game, "Hitter", "one", "two")
    outcome = game.advance(options=wire.CallOptions(engine_settles=True))
    assert abilities(outcome) == []
    assert [(each.source_id, each.ability) for each in outcome.triggers] == [
        ("one", "TrigLife"),
        ("two", "TrigLife"),
    ]
    assert not outcome.state.stack


@pytest.mark.clause("F3")
def test_a_trigger_names_what_set_it_off():
    """F3: an engine that replaces the damage leaves out the trigger that it would have caused."""
    game = game_of(script("Hitter", HITS, LIFE))
    attackers(game, "Hitter", "one")
    outcome = game.advance()
    causes = {each.WhichOneof("event"): each.cause for each in outcome.events}
    numbers = {each.WhichOneof("event"): number for number, each in enumerate(outcome.events, 1)}
    assert causes["stack_pushed"] == numbers["damage_dealt"]


@pytest.mark.parametrize(
    "fields", [{"face_down": True}, {"abilities_lost": True}, {"phased_out": True}]
)
def test_what_has_no_abilities_does_not_trigger(fields: dict[str, Any]):
    """A face-down object, one that lost its abilities, one that is phased out (702.26b)."""
    watcher = (
        "T:Mode$ DamageDone | ValidSource$ Creature | ValidTarget$ Player | CombatDamage$ True"
        " | TriggerZones$ Battlefield | Execute$ TrigLife"
    )
    game = game_of(script("Watcher", watcher, LIFE), script("Plain"))
    game.add("source", "Watcher", **fields)
    attackers(game, "Plain", "one")
    assert abilities(game.advance()) == []


def test_only_so_often_each_turn():
    """`ActivationLimit$ 1`: of two at once only one triggers, and the state says that it has."""
    once = (
        "T:Mode$ DamageDone | ValidSource$ Ninja.YouCtrl | ValidTarget$ Player"
        " | CombatDamage$ True | TriggerZones$ Battlefield | ActivationLimit$ 1"
        " | Execute$ TrigLife"
    )
    game = game_of(script("Watcher", once, LIFE), script("Plain"))
    game.add("source", "Watcher")
    attackers(game, "Plain", "one", "two")
    outcome = game.advance()
    assert abilities(outcome) == ["TrigLife"]
    assert list(game.then(outcome)["source"].triggered_this_turn) == ["TrigLife"]
    game["source"].triggered_this_turn.append("TrigLife")
    assert abilities(game.advance()) == []


@pytest.mark.parametrize(
    ("line", "triggers"),
    [
        ("Drawn | ValidCard$ Card.YouOwn", True),
        ("Drawn | ValidCard$ Card.OppOwn", False),
        ("ChangesZone | Origin$ Library | Destination$ Hand | ValidCard$ Card", True),
        ("ChangesZone | Origin$ Hand | Destination$ Any | ValidCard$ Card", False),
        ("Drawn | ValidCard$ Card.SomethingNew", False),
        ("SomethingNew", False),
        ("Drawn | ValidCard$ Card | SomethingNew$ 1", False),
        ("Drawn | ValidCard$ Card | PlayerTurn$ True", True),
        ("Drawn | ValidCard$ Card | OpponentTurn$ True", False),
        ("Drawn | ValidCard$ Card | IsPresent$ Ninja.YouCtrl", True),
        ("Drawn | ValidCard$ Card | IsPresent$ Ninja.YouCtrl | PresentCompare$ GE2", False),
        ("Drawn | ValidCard$ Card | IsPresent$ Ninja.SomethingNew", False),
        ("Drawn | ValidCard$ Card | CheckSVar$ X | SVarCompare$ GE20", True),
        ("Drawn | ValidCard$ Card | CheckSVar$ X | SVarCompare$ LT20", False),
    ],
)
def test_conditions(line: str, triggers: bool):
    """A trigger waits for what its line says; what is not understood never triggers (603.2, 4)."""
    line = f"T:Mode$ {line} | Execute$ TrigLife"
    drawer = script("Drawer", line, LIFE, DRAW, "SVar:X:Count$YourLifeTotal")
    game = game_of(drawer)
    game.add("source", "Drawer")
    game.add("top", "Nothing", pb.ZONE_LIBRARY)
    on_stack(game, "TrigDraw")
    assert abilities(game.resolve()) == (["TrigLife"] if triggers else [])


@pytest.mark.parametrize(
    ("mode", "ability", "expected"),
    [
        ("LifeGained | ValidPlayer$ You", GAIN, True),
        ("LifeGained | ValidPlayer$ Opponent", GAIN, False),
        ("LifeLost | ValidPlayer$ Opponent",
         "DB$ LoseLife | Defined$ Player | LifeAmount$ 2", True),
        ("Discarded | ValidCard$ Card.YouOwn", "DB$ Discard | Defined$ You | NumCards$ 1", True),
        ("Milled | ValidCard$ Card.YouOwn", "DB$ Mill | Defined$ You | NumCards$ 1", True),
        ("Sacrificed | ValidCard$ Creature.Other+YouCtrl",
         "DB$ Sacrifice | Defined$ You | SacValid$ Creature.Other | Amount$ 1", True),
        ("CounterAdded | ValidCard$ Creature.YouCtrl | CounterType$ P1P1",
         "DB$ PutCounter | Defined$ Self | CounterType$ P1P1 | CounterNum$ 1", True),
        ("CounterAdded | ValidCard$ Creature.YouCtrl | CounterType$ M1M1",
         "DB$ PutCounter | Defined$ Self | CounterType$ P1P1 | CounterNum$ 1", False),
        ("Taps | ValidCard$ Creature.Other", "DB$ TapAll | ValidCards$ Creature.Other", True),
        ("ChangesZoneAll | ValidCards$ Card | Origin$ Library | Destination$ Graveyard",
         "DB$ Mill | Defined$ You | NumCards$ 2", True),
        ("ChangesZone | ValidCard$ Creature.token+YouCtrl | Origin$ Any | Destination$ Battlefield",
         "DB$ Token | TokenOwner$ You | TokenAmount$ 1 | TokenScript$ rat", True),
    ],
)  # fmt: skip
def test_modes(mode: str, ability: str, expected: bool):
    """What each mode waits for, and whose (603.2)."""
    line = f"T:Mode$ {mode} | TriggerZones$ Battlefield | Execute$ TrigLife"
    lines = [line, "SVar:TrigLife:DB$ Tap | Defined$ You", f"SVar:TrigDo:{ability}"]
    tokens = {"rat": "Name:Rat Token\nManaCost:no cost\nTypes:Creature Rat\nPT:1/1\nOracle:\n"}
    game = game_of(script("Source", *lines), tokens=tokens)
    game.add("source", "Source")
    game.creature("ally")
    game.add("card", "Nothing", pb.ZONE_HAND)
    for name in ("one", "two"):
        game.add(name, "Nothing", pb.ZONE_LIBRARY)
    on_stack(game, "TrigDo")
    assert abilities(game.resolve()) == (["TrigLife"] if expected else [])


def test_steps():
    """A step that begins sets off what waits for it."""
    line = "T:Mode$ Phase | Phase$ EndCombat | ValidPlayer$ You | TriggerZones$ Battlefield"
    game = game_of(
        script("Source", f"{line} | Execute$ TrigLife", LIFE), step=pb.STEP_COMBAT_DAMAGE
    )
    game.add("source", "Source")
    game.add("theirs", "Source", owner="b")
    outcome = game.advance()
    assert outcome.state.step == pb.STEP_END_OF_COMBAT
    assert [each.object.source_id for each in events(outcome, "stack_pushed")] == ["source"]


def test_an_ability_is_activated_once_its_costs_are_paid():
    """601.2i: what is returned for the cost does not see the ability that it pays for."""
    line = (
        "T:Mode$ AbilityCast | ValidActivatingPlayer$ You | ValidSA$ Activated.Ninjutsu"
        " | TriggerZones$ Battlefield | Execute$ TrigLife"
    )
    ninja = script("Ninja", "K:Ninjutsu:U")
    game = game_of(script("Watcher", line, LIFE), ninja)
    attackers(game, "Watcher", "source")
    game.hand("ninja", "Ninja")
    game.player("a").mana_pool.blue = 1
    assert abilities(game.take("ninja", "source")) == [""]
    game.add("other", "Watcher")
    pushed = events(game.take("ninja", "source"), "stack_pushed")
    assert [each.object.source_id for each in pushed] == ["ninja", "other"]


def test_a_copy_has_the_abilities_of_what_it_copies():
    """F2: where the engine says what an object is called now, it has that card's abilities."""
    game = game_of(script("Hitter", HITS, LIFE), script("Plain"))
    game.add("one", "Plain", tapped=True)
    game["one"].characteristics.CopyFrom(
        pb.Characteristics(name="Hitter", types=["Creature"], power=2, toughness=2)
    )
    game.attack("one")
    assert abilities(game.advance()) == ["TrigLife"]


TARGETED = [
    HITS.replace("TrigLife", "TrigHit"),
    "SVar:TrigHit:DB$ Destroy | ValidTgts$ Creature.OppCtrl | TgtPrompt$ Choose",
]


def test_targets_are_chosen_as_it_goes_on_the_stack():
    """603.3d: among the legal ones, each with the incarnation that was chosen."""
    game = game_of(script("Hitter", *TARGETED))
    attackers(game, "Hitter", "one")
    game.creature("x", owner="b", incarnation=7)
    game.creature("y", owner="b")
    game.creature("hexproof", owner="b", keywords=["Hexproof"])
    game.creature("shroud", owner="b", keywords=["Shroud"])
    game.creature("white", owner="b", keywords=["Protection:Ninja"])
    game.creature("mine")
    choice = game.advance().choice
    assert (choice.id, choice.player_id, list(choice.option_ids)) == (
        "603.3d:~1:0",
        "a",
        ["x", "y"],
    )
    assert (choice.min, choice.max, choice.kind) == (1, 1, wire.CHOICE_KIND_OBJECTS)
    assert list(choice.option_labels) == ["Test x", "Test y"]
    (pushed,) = events(game.advance(picks(choice, "x")), "stack_pushed")
    assert list(pushed.object.targets) == [pb.Target(object_id="x", incarnation=7)]


@pytest.mark.parametrize("given", [[], ["mine"], ["x", "y"]])
def test_another_target_is_refused(given: list[str]):
    """One of those offered, and one: anything else is refused."""
    game = game_of(script("Hitter", *TARGETED))
    attackers(game, "Hitter", "one")
    for name in ("x", "y"):
        game.creature(name, owner="b")
    game.creature("mine")
    with refused("ILLEGAL_DECISION", "603.3d"):
        game.advance(wire.Decision(choice_id="603.3d:~1:0", option_ids=given))


def test_players_as_targets():
    """A choice among players says so."""
    line = "SVar:TrigHit:DB$ LoseLife | ValidTgts$ Player | LifeAmount$ 2"
    game = game_of(script("Hitter", TARGETED[0], line))
    attackers(game, "Hitter", "one")
    choice = game.advance().choice
    assert (choice.kind, list(choice.option_ids)) == (wire.CHOICE_KIND_PLAYERS, ["a", "b"])
    game = game.then(game.advance(picks(choice, "b")))
    assert game.then(game.resolve()).player("b").life == 20 - 2 - 2


def test_any_target():
    """115.4: a creature, planeswalker, battle or player."""
    line = "SVar:TrigHit:DB$ DealDamage | ValidTgts$ Any | NumDmg$ 3"
    game = game_of(script("Hitter", TARGETED[0], line))
    attackers(game, "Hitter", "one")
    game.creature("relic", owner="b").characteristics.types[:] = ["Artifact"]
    game.creature("walker", owner="b", counters={"LOYALTY": 9}).characteristics.types[:] = [
        "Planeswalker"
    ]
    choice = game.advance().choice
    assert list(choice.option_ids) == ["a", "b", "one", "walker"]
    game = game.then(game.advance(picks(choice, "walker")))
    assert game.then(game.resolve())["walker"].counters["LOYALTY"] == 6


def test_modes_are_chosen_as_it_goes_on_the_stack():
    """603.3c, 700.2a: a mode that can have no target cannot be chosen."""
    lines = [
        HITS.replace("TrigLife", "TrigCharm"),
        "SVar:TrigCharm:DB$ Charm | CharmNum$ 1 | Choices$ DBKill,DBLife,DBDraw",
        "SVar:DBKill:DB$ Destroy | ValidTgts$ Creature.OppCtrl | SpellDescription$ Kill.",
        "SVar:DBLife:DB$ GainLife | Defined$ You | LifeAmount$ 5 | SpellDescription$ Live.",
        "SVar:DBDraw:DB$ Draw | Defined$ You | NumCards$ 1",
    ]
    game = game_of(script("Hitter", *lines))
    attackers(game, "Hitter", "one")
    choice = game.advance().choice
    assert list(choice.option_ids) == ["DBLife", "DBDraw"]
    assert list(choice.option_labels) == ["Live.", "DBDraw"]
    game = game.then(game.advance(picks(choice, "DBLife")))
    assert list(game.state.stack[0].modes) == ["DBLife"]
    assert game.then(game.resolve()).player("a").life == 25


def test_two_abilities_that_do_the_same_keep_their_own_conditions():
    """603.4: one that lost its condition once took the other's with it, for they share an SVar."""
    entering = (
        "T:Mode$ ChangesZone | Origin$ Any | Destination$ Battlefield | ValidCard$ Card.Self"
        " | IsPresent$ Card.Self+tapped | Execute$ TrigLife"
    )
    game = game_of(script("Hitter", entering, HITS, LIFE))
    attackers(game, "Hitter", "one")
    game["one"].tapped = False
    game = game.then(game.advance())
    assert game.state.stack[0].trigger_number == 2
    assert game.then(game.resolve()).player("a").life == 21
    game.state.stack[0].trigger_number = 0
    (removed,) = events(game.resolve(), "stack_removed")
    assert not removed.resolved, "0 is the first that executes the SVar"


@pytest.mark.parametrize(("tapped", "life"), [(True, 21), (False, 20)])
def test_the_condition_of_a_class_level_is_checked_again(tapped: bool, life: int):
    """603.4, 716.2: what a level adds is one of the card's abilities."""
    lines = [
        "K:Class:2:1 B:AddTrigger$ TrigWatch",
        (
            "SVar:TrigWatch:Mode$ LifeLost | ValidPlayer$ Opponent | TriggerZones$ Battlefield"
            " | IsPresent$ Creature.tapped+YouCtrl | Execute$ TrigLife"
        ),
        LIFE,
    ]
    body = "ManaCost:1\nTypes:Enchantment Class\n"
    game = game_of(script("School", *lines, body=body))
    game.add("school", "School", counters={"LEVEL": 2})
    game.attacker("bear")
    game = game.then(game.advance())
    assert [each.ability for each in game.state.stack] == ["TrigLife"]
    game["bear"].tapped = tapped
    assert game.then(game.resolve()).player("a").life == life


def test_what_it_targets_is_not_understood():
    """It goes on the stack without targets, and the engine carries it out."""
    line = "SVar:TrigHit:DB$ Destroy | ValidTgts$ Creature.SomethingNew"
    game = game_of(script("Hitter", TARGETED[0], line))
    attackers(game, "Hitter", "one")
    game = game.then(game.advance())
    assert not game.state.stack[0].targets
    (left,) = events(game.resolve(), "effect_left_to_engine")
    assert left.ability == line.removeprefix("SVar:TrigHit:")
