"""C1 to C4: the damage steps, and who deals damage in which."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.apply import fold
from tests.boards import (
    ENGINE,
    Game,
    dealt,
    ev,
    event,
    events,
    kinds,
    pb,
    refused,
    step_name,
    told,
)

NINJA = "Ninja of the Deep Hours"
FIRST = "First Strike"
DOUBLE = "Double Strike"

STEPS = [pb.STEP_FIRST_COMBAT_DAMAGE, pb.STEP_COMBAT_DAMAGE, pb.STEP_END_OF_COMBAT,
         pb.STEP_POSTCOMBAT_MAIN]  # fmt: skip


def blocked(attacker: dict[str, Any], blocker: dict[str, Any]) -> Game:
    """One attacker and one blocker of it."""
    game = Game()
    game.creature("wall", owner="b", **blocker)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"], **attacker)
    return game


@pytest.mark.clause("C1")
def test_steps_follow_each_other():
    """C1, 506.1: combat damage, end of combat, the main phase; each gives priority."""
    game = Game()
    game.attacker("bear")
    rules = []
    for step in STEPS[1:]:
        outcome = game.advance()
        began, given = outcome.events[0], outcome.events[-1]
        assert began.step_began.step == step
        assert (given.priority_given.player_id, given.rule) == ("a", "117.3a")
        rules.append(began.rule)
        game = game.then(outcome)
        assert game.state.step == step
        assert game.state.priority_player_id == "a"
    assert rules == ["510", "511", "505"]
    assert game.player("b").life == 18


@pytest.mark.clause("C1")
def test_priority_where_nobody_deals_damage():
    """C1, 510.3: the damage step is there although nobody attacks any more."""
    game = Game()
    assert told(game.advance()) == [
        ("step_began", "510", 0, 0),
        ("priority_given", "117.3a", 0, 0),
    ]


@pytest.mark.clause("C1")
@pytest.mark.parametrize("keyword", [FIRST, DOUBLE])
@pytest.mark.parametrize("power", [3, 0, -1])
@pytest.mark.parametrize("side", ["attacker", "blocker"])
def test_a_first_striker_makes_a_step(keyword: str, power: int, side: str):
    """C1, 510.4: an attacking or a blocking one, whatever its power."""
    strikes = {"keywords": [keyword], "power": power, "toughness": 9}
    plain = {"power": 1, "toughness": 9}
    game = blocked(strikes, plain) if side == "attacker" else blocked(plain, strikes)
    outcome = game.advance()
    began = event(outcome, "step_began")
    assert began.step == pb.STEP_FIRST_COMBAT_DAMAGE
    assert list(began.first_strike_ids) == ["bear" if side == "attacker" else "wall"]
    assert outcome.events[0].rule == "510.4"
    assert kinds(outcome)[-1] == "priority_given"
    second = game.then(outcome).advance()
    assert event(second, "step_began").step == pb.STEP_COMBAT_DAMAGE


@pytest.mark.clause("C1")
def test_one_who_only_watches_makes_no_step():
    """C1: a first striker that neither attacks nor blocks."""
    game = Game()
    game.attacker("bear")
    game.creature("guard", owner="b", keywords=[FIRST])
    game.creature("friend", keywords=[DOUBLE])
    assert event(game.advance(), "step_began").step == pb.STEP_COMBAT_DAMAGE


@pytest.mark.clause("C1", "C13")
@pytest.mark.parametrize(
    "fields", [{"phased_out": True}, {"controller_id": "b"}], ids=["phased out", "stolen"]
)
def test_one_that_left_combat_makes_no_step(fields: dict[str, Any]):
    """C1, C13: its record outlives its attack."""
    game = Game()
    game.attacker("bear", keywords=[FIRST], **fields)
    game.attacker("cub")
    outcome = game.advance()
    assert event(outcome, "step_began").step == pb.STEP_COMBAT_DAMAGE
    assert dealt(outcome) == [("cub", "b", 2)]


@pytest.mark.clause("C1")
def test_a_blocker_whose_attacker_left_combat_makes_the_step():
    """C1, 509.1g: it blocks nothing any more, and is a blocking creature still."""
    game = Game()
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["knight"])
    game.creature("knight", keywords=[FIRST], owner="b")
    left = ev.Event(combat_left=ev.CombatLeft(object_id="bear"))
    game.state.CopyFrom(fold(game.state, [left], game.rulebook.knows))
    assert list(game.state.combat.other_blocker_ids) == ["knight"]
    first = game.advance()
    assert list(event(first, "step_began").first_strike_ids) == ["knight"]
    assert dealt(first) == []
    last = game.then(first).advanced().advanced().advance()
    assert [each.object_id for each in events(last, "combat_left")] == ["knight"]


@pytest.mark.clause("C1", "C13")
@pytest.mark.parametrize("fields", [{"phased_out": True}, {"controller_id": "a"}], ids=str)
def test_such_a_blocker_that_left_combat_itself_makes_no_step(fields: dict[str, Any]):
    """506.4: phased out, or under an attacking player's control."""
    game = Game()
    game.creature("knight", keywords=[FIRST], owner="b", **fields)
    game.state.combat.other_blocker_ids.append("knight")
    assert event(game.advance(), "step_began").step == pb.STEP_COMBAT_DAMAGE


@pytest.mark.clause("C1")
def test_a_blocker_of_two_blocks_on_as_one_leaves():
    """509.1g: what it still blocks it is recorded with, and nowhere else."""
    game = Game()
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["knight"])
    game.attacker("cub", status=pb.BLOCK_STATUS_BLOCKED, blockers=["knight"])
    game.creature("knight", owner="b", power=3)
    left = ev.Event(combat_left=ev.CombatLeft(object_id="bear"))
    game.state.CopyFrom(fold(game.state, [left], game.rulebook.knows))
    assert not game.state.combat.other_blocker_ids
    assert dealt(game.advance()) == [("cub", "knight", 2), ("knight", "cub", 3)]


@pytest.mark.clause("C1")
def test_a_first_striker_by_ninjutsu_makes_the_step():
    """C1: it came in during declare blockers, and makes one by itself."""
    game = Game()
    game.attacker("bear")
    game.creature("ninja", zone=pb.ZONE_HAND, power=3, keywords=["Ninjutsu:U", FIRST])
    game = game.then(game.take("ninja", "bear", payment=ENGINE))
    game = game.then(game.resolve())
    outcome = game.advance()
    assert list(event(outcome, "step_began").first_strike_ids) == ["ninja"]
    assert dealt(outcome) == [("ninja", "b", 3)]
    assert dealt(game.then(outcome).advance()) == []


@pytest.mark.clause("C2")
def test_first_and_second_step():
    """C2, 510.4: first strikers in the first, the others in the second, double strike in both."""
    game = Game()
    game.attacker("plain", power=1)
    game.attacker("first", power=2, keywords=[FIRST])
    game.attacker("double", power=4, keywords=[DOUBLE])
    first = game.advance()
    assert dealt(first) == [("first", "b", 2), ("double", "b", 4)]
    game = game.then(first)
    assert list(game.state.combat.first_strike_ids) == ["first", "double"]
    second = game.advance()
    assert dealt(second) == [("plain", "b", 1), ("double", "b", 4)]
    assert game.then(second).player("b").life == 20 - 11


@pytest.mark.clause("C2")
def test_strikes_as_the_first_step_began():
    """C2: first strike lost since then brings nothing; double strike gained or lost counts now."""
    game = Game()
    game.attacker("loses first", power=1, keywords=[FIRST])
    game.attacker("gains first", power=2)
    game.attacker("loses double", power=4, keywords=[DOUBLE])
    game.attacker("gains double", power=8, keywords=[FIRST])
    game = game.advanced()
    game["loses first"].characteristics.ClearField("keywords")
    game["gains first"].characteristics.keywords.append(FIRST)
    game["loses double"].characteristics.ClearField("keywords")
    game["gains double"].characteristics.keywords.append(DOUBLE)
    assert dealt(game.advance()) == [("gains first", "b", 2), ("gains double", "b", 8)]


@pytest.mark.clause("C2")
def test_a_blocker_killed_first_deals_nothing():
    """C2: what the first strike killed is not there for the second step."""
    game = blocked({"power": 2, "keywords": [FIRST]}, {"power": 2, "toughness": 2})
    first = game.advance()
    assert dealt(first) == [("bear", "wall", 2)]
    game = game.then(first)
    assert game["wall"].zone == pb.ZONE_GRAVEYARD
    assert dealt(game.advance()) == []


@pytest.mark.clause("C2")
def test_without_a_first_step_all_deal():
    """C2: ids that an engine left from an earlier combat do not count."""
    game = Game()
    game.attacker("bear")
    game.state.combat.first_strike_ids.append("bear")
    assert dealt(game.advance()) == [("bear", "b", 2)]


@pytest.mark.clause("C3")
@pytest.mark.parametrize(
    ("keywords", "then"),
    [([], [("ninja", "b", 3)]), ([FIRST], [("ninja", "b", 3)]), ([DOUBLE], [("ninja", "b", 3)])],
    ids=["plain", "first strike", "double strike"],
)
def test_in_during_the_first_step(keywords: list[str], then: list[tuple[str, str, int]]):
    """C3: whatever it has, it deals damage once, in the second step."""
    game = Game()
    game.attacker("knight", power=1, keywords=[FIRST])
    game.creature("ninja", zone=pb.ZONE_HAND, power=3, keywords=["Ninjutsu:U", *keywords])
    game = game.advanced()
    assert game.state.step == pb.STEP_FIRST_COMBAT_DAMAGE
    game = game.then(game.take("ninja", "knight", payment=ENGINE))
    game = game.then(game.resolve())
    outcome = game.advance()
    assert event(outcome, "step_began").step == pb.STEP_COMBAT_DAMAGE
    assert dealt(outcome) == then


@pytest.mark.clause("C3")
def test_out_and_in_again():
    """C3, 400.7: one that has struck first, goes and comes back deals damage in the second step."""
    game = Game()
    game.attacker("bear", power=1)
    game.attacker("ninja", power=3, keywords=["Ninjutsu:U", FIRST])
    game = game.advanced()
    assert game.player("b").life == 17
    game.creature("other", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U"])
    for source, returned in (("other", "ninja"), ("ninja", "bear")):
        game = game.then(game.take(source, returned, payment=ENGINE))
        game = game.then(game.resolve())
    assert list(game.state.combat.first_strike_ids) == []
    assert dealt(game.advance()) == [("other", "b", 2), ("ninja", "b", 3)]


@pytest.mark.clause("C4")
@pytest.mark.parametrize("step", [pb.STEP_COMBAT_DAMAGE, pb.STEP_END_OF_COMBAT], ids=step_name)
def test_too_late_for_damage(step: pb.Step.ValueType):
    """C4: in the last damage step, or at end of combat, it attacks and deals none."""
    game = Game(step=step)
    game.attacker("bear")
    game.creature("ninja", zone=pb.ZONE_HAND, power=3, keywords=["Ninjutsu:U", DOUBLE])
    game = game.then(game.take("ninja", "bear", payment=ENGINE))
    game = game.then(game.resolve())
    assert game.attacks("ninja") == "b"
    while game.state.step != pb.STEP_POSTCOMBAT_MAIN:
        outcome = game.advance()
        assert dealt(outcome) == []
        game = game.then(outcome)
    assert game.player("b").life == 20


@pytest.mark.clause("C1")
def test_a_step_does_not_end_over_a_stack():
    """C1, 117.4: what is on the stack resolves first."""
    game = Game()
    game.state.stack.add(id="bolt", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    with refused("STACK_NOT_EMPTY", "117.4"):
        game.advance()


@pytest.mark.clause("C1")
@pytest.mark.parametrize(
    "step",
    [step for step in pb.Step.values()
     if step and step not in (pb.STEP_DECLARE_BLOCKERS, *STEPS[:3])],
    ids=step_name,
)  # fmt: skip
def test_other_steps_are_the_engines(step: pb.Step.ValueType):
    """C1: attackers and blockers are declared by the engine; a main phase does not end here."""
    game = Game(step=step)
    with refused("WRONG_STEP", "506.1"):
        game.advance()


@pytest.mark.clause("C1")
def test_blocks_come_first():
    """C1, 509.1h: no damage while it is not known who is blocked."""
    game = Game()
    game.attacker("bear", status=pb.BLOCK_STATUS_UNDECLARED)
    with refused("BLOCKS_NOT_DECLARED", "509.1h"):
        game.advance()


@pytest.mark.clause("C1", "F4")
def test_an_engine_that_settles_gets_the_damage_only():
    """C1, F4: no state-based action, no trigger, no priority; damage is dealt."""
    game = Game()
    game.attacker("bear", power=30)
    outcome = game.advance(options={"engine_settles": True})
    assert kinds(outcome) == ["step_began", "damage_dealt", "life_changed"]
    assert game.then(outcome).player("b").life == -10
