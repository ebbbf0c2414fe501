"""C11: state-based actions, before anybody gets priority."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import ENGINE, Game, event, events, kinds, no, pb, pick, refused, told, wire, yes

GRAVEYARD = pb.ZONE_GRAVEYARD


def quiet(**fields: Any) -> Game:
    """A combat in which nobody deals damage, with one creature of b's, "x"."""
    game = Game()
    game.creature("x", owner="b", **fields)
    return game


def gone(outcome: wire.Outcome) -> list[tuple[str, str, str, int]]:
    """What changed zones: id, where to, rule, reason."""
    return [
        (
            each.zone_changed.object_id,
            pb.Zone.Name(each.zone_changed.to_zone).removeprefix("ZONE_"),
            each.rule,
            each.zone_changed.reason,
        )
        for each in outcome.events
        if each.WhichOneof("event") == "zone_changed"
    ]


def lost(outcome: wire.Outcome) -> list[tuple[str, str]]:
    """Who lost, and by which rule."""
    return [
        (each.player_lost.player_id, each.rule)
        for each in outcome.events
        if each.WhichOneof("event") == "player_lost"
    ]


@pytest.mark.clause("C11")
@pytest.mark.parametrize(("power", "loses"), [(19, False), (20, True), (21, True)])
def test_no_life(power: int, loses: bool):
    """C11, 704.5a: 0 life or less; the loss names what took the life."""
    game = Game()
    game.attacker("bear", power=power)
    outcome = game.advance()
    assert lost(outcome) == ([("b", "704.5a")] if loses else [])
    if loses:
        assert told(outcome)[-2:] == [
            ("player_lost", "704.5a", 0, 3),
            ("priority_given", "104.2a", 0, 0),
        ]
        after = game.then(outcome)
        assert after.player("b").left_game
        assert not after.state.priority_player_id


@pytest.mark.clause("C11")
def test_a_payment_of_all_life():
    """C11, 704.5a, 119.4: who pays the last of it for a Phyrexian symbol loses; 800.4a."""
    game = Game("a", "b", "c")
    game.player("a").life = 2
    game.attacker("bear")
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U/P"])
    outcome = game.take("ninja", "bear")
    assert lost(outcome) == [("a", "704.5a")]
    assert outcome.events[-1].rule == "800.4a"
    assert event(outcome, "priority_given").player_id == "b"


@pytest.mark.clause("C11")
def test_the_others_play_on():
    """C11: with two opponents left the game goes on, and the active player gets priority."""
    game = Game("a", "b", "c")
    game.attacker("bear", power=20)
    game.attacker("wolf", target="c")
    outcome = game.advance()
    assert lost(outcome) == [("b", "704.5a")]
    assert event(outcome, "priority_given").player_id == "a"
    assert game.then(outcome).player("c").life == 18


@pytest.mark.clause("C11")
def test_a_game_that_nobody_wins():
    """C11, 104.4a: all lose at once."""
    game = Game()
    game.player("a").life = game.player("b").life = 0
    outcome = game.advance()
    assert lost(outcome) == [("a", "704.5a"), ("b", "704.5a")]
    assert [each.batch for each in outcome.events if each.rule == "704.5a"] == [1, 1]
    assert outcome.events[-1].rule == "104.4a"


@pytest.mark.clause("C11")
def test_a_team_wins_together():
    """C11, 104.2a: no two opponents are left."""
    game = Game("a", "b", "c")
    game.player("a").team_id = game.player("c").team_id = "us"
    game.attacker("bear", power=20)
    assert game.advance().events[-1].rule == "104.2a"


@pytest.mark.clause("C11")
def test_a_commander_that_dealt_21():
    """C11, 704.6c: of one commander, not of several together."""
    game = Game()
    game.attacker("chief", power=2, commander=True)
    game.player("b").life = 40
    game.player("b").commander_damage["chief"] = 18
    game.player("b").commander_damage["other"] = 20
    outcome = game.advance()
    assert lost(outcome) == []
    game = game.then(outcome)
    game.state.step = pb.STEP_DECLARE_BLOCKERS
    assert lost(game.advance()) == [("b", "704.6c")]


@pytest.mark.clause("C11")
def test_ten_poison():
    """C11, 704.5c."""
    game = Game()
    game.attacker("bear", power=1, keywords=["Toxic:1"])
    game.player("b").counters["POISON"] = 8
    assert lost(game.advance()) == []
    game.player("b").counters["POISON"] = 9
    assert lost(game.advance()) == [("b", "704.5c")]


@pytest.mark.clause("C11")
def test_no_toughness():
    """C11, 704.5f: put into the graveyard, not destroyed: indestructible does not help."""
    game = quiet(power=0, toughness=1, keywords=["Indestructible"])
    game.attacker("bear", power=1, keywords=["Wither"], status=pb.BLOCK_STATUS_BLOCKED,
                  blockers=["x"])  # fmt: skip
    outcome = game.advance()
    assert gone(outcome) == [("x", "GRAVEYARD", "704.5f", 0)]
    assert game.then(outcome)["x"].incarnation == 2


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"toughness": 3, "damage": 3}, "704.5g"),
        ({"toughness": 3, "damage": 2}, ""),
        ({"toughness": 3, "damage": 1, "damaged_by_deathtouch": True}, "704.5h"),
        ({"toughness": 3, "damage": 9, "keywords": ["Indestructible"]}, ""),
        ({"toughness": 3, "damage": 9, "phased_out": True}, ""),
        ({"toughness": 3, "damage": 9, "zone": pb.ZONE_GRAVEYARD}, ""),
    ],
)
def test_lethal_damage(fields: dict[str, Any], rule: str):
    """C11, 704.5g, h, 702.12b: destroyed by as much as its toughness, or by deathtouch."""
    outcome = quiet(**fields).advance()
    assert gone(outcome) == ([("x", "GRAVEYARD", rule, 6)] if rule else [])


@pytest.mark.clause("C11")
def test_what_dies_together_is_one_batch():
    """C11, 704.3, 506.4: each leaves combat first; the cause is the damage."""
    game = quiet(power=2, toughness=2)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["x"])
    assert told(game.advance())[3:] == [
        ("combat_left", "506.4", 2, 5),
        ("zone_changed", "704.5g", 2, 2),
        ("combat_left", "506.4", 2, 7),
        ("zone_changed", "704.5g", 2, 3),
        ("priority_given", "117.3a", 0, 0),
    ]


@pytest.mark.clause("C11", "C13")
def test_a_regeneration_shield():
    """C11, C13, 701.19a: used up instead: no damage, tapped, out of combat; the next one dies."""
    game = quiet(power=0, toughness=2)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["x"])
    for name in ("~1", "~2"):
        game.state.effects.add(
            id=name,
            object_id="x",
            incarnation=1,
            keywords=["Regeneration"],
            duration=pb.DURATION_END_OF_TURN,
        )
    outcome = game.advance()
    assert told(outcome)[2:-1] == [
        ("effect_ended", "701.19a", 0, 2),
        ("damage_removed", "701.19a", 0, 3),
        ("object_tapped", "701.19a", 0, 3),
        ("combat_left", "506.4", 0, 3),
    ]
    after = game.then(outcome)
    assert after["x"].zone == pb.ZONE_BATTLEFIELD
    assert (after["x"].damage, after["x"].tapped) == (0, True)
    assert [effect.id for effect in after.state.effects] == ["~2"]
    assert list(after.state.combat.attackers[0].blocker_ids) == []
    assert after.state.combat.attackers[0].block_status == pb.BLOCK_STATUS_BLOCKED


@pytest.mark.clause("C11")
def test_no_loyalty_and_no_defense():
    """C11, 704.5i, v: the last counter goes, and the permanent with it."""
    game = Game()
    for name, kind, counter in (("walker", "Planeswalker", "LOYALTY"),
                                ("battle", "Battle", "DEFENSE")):  # fmt: skip
        item = game.add(name, f"Test {name}", owner="b")
        item.characteristics.types.append(kind)
        item.counters[counter] = 2
        item.protector_id = "b" if kind == "Battle" else ""
        game.attacker(f"bear of {name}", target=name)
    outcome = game.advance()
    assert gone(outcome) == [
        ("walker", "GRAVEYARD", "704.5i", 0), ("battle", "GRAVEYARD", "704.5v", 0)
    ]  # fmt: skip
    after = game.then(outcome)
    assert after.attacks("bear of walker") == ""
    assert after.attacks("bear of battle") == ""


@pytest.mark.clause("C11")
def test_a_battle_waits_for_its_own_trigger():
    """C11, 704.5v: while an ability that it triggered is on the stack it stays."""
    game = Game()
    game.attacker("bear")
    item = game.add("battle", "Test battle", protector_id="b")
    item.characteristics.types.append("Battle")
    item.counters["DEFENSE"] = 0
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U"])
    game.state.stack.add(id="t", kind=pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, source_id="battle",
                         controller_id="a")  # fmt: skip
    assert "battle" not in [each[0] for each in gone(game.take("ninja", "bear", payment=ENGINE))]
    game.state.ClearField("stack")
    moved = [each[0] for each in gone(game.take("ninja", "bear", payment=ENGINE))]
    assert moved == ["bear", "battle"]


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    "fields",
    [
        {"characteristics": pb.Characteristics(types=["Creature"])},
        {"characteristics": pb.Characteristics(types=["Planeswalker"])},
        {"characteristics": pb.Characteristics(types=["Battle"])},
        {},
    ],
    ids=["no toughness", "no loyalty", "no defense", "nothing"],
)
def test_what_is_not_known_stays(fields: dict[str, Any]):
    """C11: characteristics or counters that were not sent kill nothing."""
    game = Game()
    game.add("x", "A card that no script knows", damage=9, **fields)
    assert kinds(game.advance()) == ["step_began", "priority_given"]


@pytest.mark.clause("C11")
def test_the_legend_rule():
    """C11, 704.5j: its controller chooses the one that stays; the others are not destroyed."""
    game = Game()
    for name in ("one", "two", "three"):
        game.add(name, "Yuriko, the Tiger's Shadow", owner="b")
    game.add("mine", "Yuriko, the Tiger's Shadow")
    asked = game.advance()
    assert asked.choice.id == "704.5j:one"
    assert asked.choice.player_id == "b"
    assert asked.choice.kind == wire.CHOICE_KIND_OBJECTS
    assert list(asked.choice.option_ids) == ["one", "two", "three"]
    assert (asked.choice.min, asked.choice.max) == (1, 1)
    assert "Yuriko" in asked.choice.prompt
    outcome = game.advance(pick("704.5j:one", "two"))
    assert [each[:3] for each in gone(outcome)][:2] == [
        ("one", "GRAVEYARD", "704.5j"), ("three", "GRAVEYARD", "704.5j")
    ]  # fmt: skip
    for names in ((), ("one", "two"), ("mine",)):
        with refused("ILLEGAL_DECISION", "704.5j"):
            game.advance(pick("704.5j:one", *names))


@pytest.mark.clause("C11")
def test_no_legend_rule_for_others():
    """C11, 704.5j: another controller, another name, not legendary, phased out, face down."""
    game = Game()
    game.add("one", "Yuriko, the Tiger's Shadow")
    game.add("theirs", "Yuriko, the Tiger's Shadow", owner="b")
    game.add("phased", "Yuriko, the Tiger's Shadow", phased_out=True)
    game.add("down", "Yuriko, the Tiger's Shadow", face_down=True)
    game.add("renamed", "Yuriko, the Tiger's Shadow").characteristics.CopyFrom(
        pb.Characteristics(name="Someone else", types=["Legendary", "Creature"], toughness=1)
    )
    game.add("copied", "Yuriko, the Tiger's Shadow").characteristics.CopyFrom(
        pb.Characteristics(types=["Creature"], toughness=1)
    )
    assert kinds(game.advance()) == ["step_began", "priority_given"]


@pytest.mark.clause("C11")
def test_a_legend_that_was_dealt_lethal_damage_too():
    """C11, 704.3: everything at once: the one kept by choice can die of its damage."""
    game = Game()
    game.add("one", "Yuriko, the Tiger's Shadow", damage=9)
    game.add("two", "Yuriko, the Tiger's Shadow")
    outcome = game.advance(pick("704.5j:one", "one"))
    assert sorted(each[:3] for each in gone(outcome)) == [
        ("one", "GRAVEYARD", "704.5g"), ("two", "GRAVEYARD", "704.5j")
    ]  # fmt: skip


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    "zone",
    [pb.ZONE_HAND, pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_LIBRARY, pb.ZONE_COMMAND],
)
def test_tokens_elsewhere(zone: pb.Zone.ValueType):
    """C11, 704.5d: a token that is not on the battlefield ceases to exist."""
    game = quiet(token=True, zone=zone)
    outcome = game.advance()
    assert event(outcome, "object_ceased").object_id == "x"
    assert not game.then(outcome).state.objects


@pytest.mark.clause("C11")
def test_a_token_that_dies():
    """C11, 704.5d: it goes to the graveyard, and is gone at the next check; the move is why."""
    game = quiet(token=True, toughness=1, damage=1)
    assert told(game.advance())[1:3] == [
        ("zone_changed", "704.5g", 0, 0), ("object_ceased", "704.5d", 0, 2)
    ]  # fmt: skip


@pytest.mark.clause("C11")
def test_counters_cancel():
    """C11, 704.5q: as many of each as there are of both; the creature stays as it was."""
    game = quiet(power=2, toughness=2)
    game["x"].counters.update({"P1P1": 3, "M1M1": 1})
    outcome = game.advance()
    changes = events(outcome, "counters_changed")
    assert [(each.counter, each.change) for each in changes] == [("P1P1", -1), ("M1M1", -1)]
    after = game.then(outcome)
    assert dict(after["x"].counters) == {"P1P1": 2}
    assert after["x"].characteristics.power == 2


@pytest.mark.clause("C11")
def test_more_counters_cancel_than_an_event_can_say():
    """C11, 704.5q: 2^32 - 1 of each were once more than a change held; they go in two checks."""
    game = quiet(power=2, toughness=2)
    game["x"].counters.update({"P1P1": 2**32 - 1, "M1M1": 2**32 - 1})
    outcome = game.advance()
    assert {each.change for each in events(outcome, "counters_changed")} == {-(2**30)}
    assert dict(game.then(outcome)["x"].counters) == {}


@pytest.mark.clause("C11")
def test_a_commander_that_died():
    """C11, 704.6d: its owner may put it into the command zone; asked once, after it died."""
    game = quiet(toughness=1, damage=1, commander=True)
    asked = game.advance()
    assert asked.choice.id == "704.6d:x"
    assert (asked.choice.player_id, asked.choice.kind) == ("b", wire.CHOICE_KIND_YES_NO)
    back = game.advance(yes("704.6d:x"))
    assert [each[:3] for each in gone(back)] == [
        ("x", "GRAVEYARD", "704.5g"), ("x", "COMMAND", "704.6d")
    ]  # fmt: skip
    assert back.events[2].cause == 2
    assert game.then(back)["x"].incarnation == 3
    stays = game.advance(no("704.6d:x"))
    assert [each[1] for each in gone(stays)] == ["GRAVEYARD"]


@pytest.mark.clause("C11")
def test_a_commander_that_died_before():
    """C11, 704.6d: since the last check only: what the engine sent dead is not asked about."""
    assert kinds(quiet(zone=GRAVEYARD, commander=True).advance())[-1] == "priority_given"


@pytest.mark.clause("C11")
def test_a_finality_counter():
    """C11, 122.1h: exiled instead of dying."""
    game = quiet(toughness=1, damage=1)
    game["x"].counters["FINALITY"] = 1
    assert gone(game.advance()) == [("x", "EXILE", "122.1h", 6)]


@pytest.mark.clause("C11")
def test_until_there_are_none():
    """C11, 704.3: a lord dies, then what lived by it; each check is an event of its own."""
    game = Game()
    game.add("lord", "Silver-Fur Master", damage=9)
    game.add("ninja", "Ninja of the Deep Hours", damage=2)
    outcome = game.advance()
    assert [each[0] for each in gone(outcome)] == ["lord", "ninja"]
    assert [each.batch for each in outcome.events[1:3]] == [0, 0]


@pytest.mark.clause("C11")
def test_what_left_the_game_with_its_owner():
    """C11, 800.4a: the engine removes it; here nothing happens to it, and nobody is asked."""
    game = Game("a", "b", "c")
    game.player("b").left_game = True
    game.creature("x", owner="b", damage=9)
    for name in ("one", "two"):
        game.add(name, "Yuriko, the Tiger's Shadow", owner="b")
    assert kinds(game.advance()) == ["step_began", "priority_given"]


@pytest.mark.clause("C11")
def test_in_every_call():
    """C11: after an action and after a resolution as well."""
    game = quiet(damage=9)
    game.attacker("bear")
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U"])
    taken = game.take("ninja", "bear", payment=ENGINE)
    assert [each[0] for each in gone(taken)] == ["bear", "x"]
    game = game.then(taken)
    game.creature("y", damage=9)
    resolved = game.resolve()
    assert [each[0] for each in gone(resolved)] == ["ninja", "y"]
    assert resolved.events[-1].rule == "117.3b"


@pytest.mark.clause("C11", "F4")
def test_an_engine_that_settles():
    """C11, F4: the service then does none of it."""
    game = quiet(damage=9, token=True)
    game.player("a").life = 0
    assert kinds(game.advance(options={"engine_settles": True})) == ["step_began"]


@pytest.mark.clause("C11")
def test_decisions_change_nothing_until_all_are_there():
    """C11: each answer brings the next question; the last one brings the events."""
    game = quiet(toughness=1, damage=1, commander=True)
    for name in ("one", "two"):
        game.add(name, "Yuriko, the Tiger's Shadow")
    first = game.advance()
    assert first.choice.id == "704.5j:one"
    second = game.advance(pick("704.5j:one", "one"))
    assert second.choice.id == "704.6d:x"
    done = game.advance(pick("704.5j:one", "one"), yes("704.6d:x"))
    assert not done.HasField("choice")
    with refused("ILLEGAL_DECISION", "704.6d"):
        game.advance(pick("704.5j:one", "one"), pick("704.6d:x", "x"))
