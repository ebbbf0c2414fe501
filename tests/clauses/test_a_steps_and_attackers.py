"""A4 to A6: in which steps, and which creature can be returned."""

from __future__ import annotations

import pytest

from tests.boards import Game, invalid, pb, refused, step_name

NINJA = "Ninja of the Deep Hours"
IN_TIME = [
    pb.STEP_DECLARE_BLOCKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
]
OUT_OF_TIME = [
    pb.STEP_PRECOMBAT_MAIN,
    pb.STEP_BEGINNING_OF_COMBAT,
    pb.STEP_DECLARE_ATTACKERS,
    pb.STEP_POSTCOMBAT_MAIN,
    pb.STEP_OTHER,
]


def armed(*players: str, step: pb.Step.ValueType = pb.STEP_DECLARE_BLOCKERS) -> Game:
    """A Ninja in hand and the mana for it; no attacker yet."""
    game = Game(*players, step=step)
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    return game


def assert_not_returned(game: Game, name: str, reason: str, rule: str) -> None:
    """The attacker is not listed, `explain` says why, and so does TakeAction."""
    assert game.actions() == []
    assert game.refusals() == [("ninja", name, reason, rule)]
    with refused(reason, rule):
        game.take("ninja", name)


@pytest.mark.clause("A4")
@pytest.mark.parametrize("step", IN_TIME, ids=step_name)
def test_the_four_steps(step: pb.Step.ValueType):
    """A4: declare blockers, both damage steps and end of combat."""
    game = armed(step=step)
    game.attacker("bear")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    after = game.through("ninja", "bear")
    assert after.attacks("ninja") == "b"
    assert after.state.step == step


@pytest.mark.clause("A4")
@pytest.mark.parametrize("step", OUT_OF_TIME, ids=step_name)
def test_no_other_step(step: pb.Step.ValueType):
    """A4: no main phase, no beginning of combat, no declare attackers, and no other phase."""
    game = armed(step=step)
    game.attacker("bear")
    assert game.actions() == []
    assert game.refusals() == [("ninja", "", "WRONG_STEP", "702.49c")]
    with refused("WRONG_STEP", "702.49c"):
        game.take("ninja", "bear")


@pytest.mark.clause("A4")
@pytest.mark.parametrize("step", [pb.STEP_DECLARE_ATTACKERS, pb.STEP_POSTCOMBAT_MAIN])
def test_the_step_is_the_obstacle_and_no_attacker_is_named(step: pb.Step.ValueType):
    """A4: one refusal for the card, however many creatures attack."""
    game = armed(step=step)
    game.attacker("bear")
    game.attacker("wolf", status=pb.BLOCK_STATUS_BLOCKED)
    assert game.refusals() == [("ninja", "", "WRONG_STEP", "702.49c")]
    with refused("WRONG_STEP", "702.49c"):
        game.take("ninja", "wolf")


@pytest.mark.clause("A4")
@pytest.mark.parametrize("step", IN_TIME, ids=step_name)
def test_an_attacker_for_which_blocks_are_not_declared(step: pb.Step.ValueType):
    """A4, 509.1h: before blockers are declared an attacker is neither blocked nor unblocked."""
    game = armed(step=step)
    game.attacker("bear", status=pb.BLOCK_STATUS_UNDECLARED)
    assert_not_returned(game, "bear", "BLOCKS_NOT_DECLARED", "509.1h")


@pytest.mark.clause("A4")
def test_without_combat_nothing_can_be_returned():
    """A4: no attacker, no action, and nobody to name in a refusal."""
    game = armed()
    game.state.ClearField("combat")
    game.creature("bear", tapped=True)
    assert game.actions() == []
    assert game.refusals() == []
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A4")
def test_one_action_for_each_unblocked_attacker():
    """A4, A6: every unblocked attacker can be returned, in the order of the objects."""
    game = armed()
    for name in ("first", "second", "third"):
        game.creature(name, tapped=True)
    for name in ("third", "first", "second"):
        game.attack(name)
    assert [returned for *_, returned in game.actions()] == ["first", "second", "third"]


@pytest.mark.clause("A5")
def test_blocked():
    """A5: a blocked attacker cannot be returned."""
    game = armed()
    game.creature("wall", owner="b")
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    assert_not_returned(game, "bear", "BLOCKED", "509.1h")


@pytest.mark.clause("A5")
@pytest.mark.parametrize("step", IN_TIME, ids=step_name)
def test_blocked_stays_blocked(step: pb.Step.ValueType):
    """A5: an attacker whose blockers have all left, or that an effect blocked, is blocked."""
    game = armed(step=step)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED)
    assert_not_returned(game, "bear", "BLOCKED", "509.1h")


@pytest.mark.clause("A5")
def test_a_blocker_that_died_unblocks_nobody():
    """A5: the blocker lies in the graveyard, and the record still says blocked."""
    game = armed()
    game.creature("wall", owner="b", zone=pb.ZONE_GRAVEYARD)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED)
    assert_not_returned(game, "bear", "BLOCKED", "509.1h")


@pytest.mark.clause("A5")
def test_a_phased_out_blocker_still_leaves_it_blocked():
    """A5, 702.26b: its blocker phased out and left combat; the attacker is blocked."""
    game = armed()
    game.creature("wall", owner="b", phased_out=True)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    assert_not_returned(game, "bear", "BLOCKED", "509.1h")


@pytest.mark.clause("A5")
def test_blocked_and_unblocked_side_by_side():
    """A5: the status belongs to each attacker by itself."""
    game = armed()
    game.creature("wall", owner="b")
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.attacker("wolf")
    assert game.actions() == [("ninja", "Ninjutsu", "wolf")]
    assert game.refusals() == [("ninja", "bear", "BLOCKED", "509.1h")]


@pytest.mark.clause("A6")
def test_phased_out():
    """A6, 702.26b: a phased-out attacker is treated as though it did not exist."""
    game = armed()
    game.attacker("bear", phased_out=True)
    assert_not_returned(game, "bear", "PHASED_OUT", "702.26b")


@pytest.mark.clause("A6")
def test_no_creature_any_more():
    """A6, 506.4: a land that was animated as it attacked and is a land again."""
    game = armed()
    game.attacker("bear")
    game["bear"].characteristics.types[:] = ["Land"]
    assert_not_returned(game, "bear", "NOT_A_CREATURE", "702.49a")


@pytest.mark.clause("A6", "F2")
@pytest.mark.parametrize(("counters", "listed"), [(1, True), (0, False)])
def test_kaito_is_a_creature_while_he_has_loyalty(counters: int, listed: bool):
    """A6, F2: without characteristics sent, what his script states decides."""
    game = armed()
    game.add("kaito", "Kaito, Bane of Nightmares", counters={"LOYALTY": counters}, tapped=True)
    game.attack("kaito")
    if listed:
        assert game.actions() == [("ninja", "Ninjutsu", "kaito")]
    else:
        assert game.refusals()[0] == ("ninja", "kaito", "NOT_A_CREATURE", "702.49a")


@pytest.mark.clause("A6")
@pytest.mark.parametrize(("owner", "controller", "listed"), [("b", "a", True), ("a", "b", False)])
def test_the_controller_now(owner: str, controller: str, listed: bool):
    """A6: who controls it now counts, whoever owns it."""
    game = armed()
    game.attacker("bear", owner=owner, controller_id=controller)
    if listed:
        assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    else:
        assert_not_returned(game, "bear", "NOT_CONTROLLED", "702.49a")


@pytest.mark.clause("A6")
@pytest.mark.parametrize("tapped", [True, False])
def test_tapped_or_not(tapped: bool):
    """A6: a vigilant attacker is untapped and can be returned like another."""
    game = armed()
    game.attacker("bear", tapped=tapped)
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A6")
def test_a_creature_that_does_not_attack():
    """A6: it must attack; one that stays at home cannot be returned."""
    game = armed()
    game.attacker("bear")
    game.creature("stay")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "stay")


@pytest.mark.clause("A6")
def test_a_blocking_creature_is_no_attacker():
    """A6: a defending player returns no blocker."""
    game = Game()
    game.creature("wall", owner="b")
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.hand("ninja", NINJA, owner="b")
    game.lands("U", 2, owner="b")
    game.state.priority_player_id = "b"
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "wall", player="b")


@pytest.mark.clause("A6")
@pytest.mark.parametrize("zone", [pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_HAND])
def test_a_creature_that_died_is_not_returned(zone: pb.Zone.ValueType):
    """A6: a dead attacker, no longer in the record of combat, attacks nothing."""
    game = armed()
    game.creature("dead", zone=zone)
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "dead")


@pytest.mark.clause("A6")
def test_the_card_itself_is_not_what_is_returned():
    """A6: a Ninja in hand attacks nothing, so it cannot return itself."""
    game = armed()
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "ninja")


@pytest.mark.clause("A6")
def test_a_land_is_no_creature():
    """A6: of what does not attack the first reason that applies is named."""
    game = armed()
    with refused("NOT_A_CREATURE", "702.49a"):
        game.take("ninja", "u1")


@pytest.mark.clause("A6")
def test_under_control_of_a_player_who_does_not_attack():
    """A6, 506.4: it changed control on the way; who got it returns nothing."""
    game = armed()
    game.attacker("bear", controller_id="b")
    game.hand("other", NINJA, owner="b")
    game.lands("U", 2, owner="b")
    game.state.priority_player_id = "b"
    assert game.actions("b") == []
    assert ("other", "bear", "NOT_ATTACKING", "702.49a") in game.refusals("b")
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("other", "bear", player="b")


@pytest.mark.clause("A6")
def test_put_onto_the_battlefield_attacking():
    """A6: it need not have been declared as an attacker."""
    game = armed()
    game.creature("token", token=True, tapped=True)
    game.attack("token", declared=False)
    assert game.actions() == [("ninja", "Ninjutsu", "token")]


@pytest.mark.clause("A6")
def test_a_ninja_that_came_in_is_returned_for_the_next():
    """A6: what came in by ninjutsu is unblocked and attacking, so it can go back in its turn."""
    game = armed()
    game.attacker("bear")
    game.hand("second", "Skullsnatcher")
    game.lands("B", 1)
    after = game.through("ninja", "bear")
    assert after.actions() == [("second", "Ninjutsu", "ninja")]
    last = after.through("second", "ninja")
    assert last["ninja"].zone == pb.ZONE_HAND
    assert last.attacks("second") == "b"


@pytest.mark.clause("A6")
def test_a_creature_that_attacks_nothing_any_more():
    """A6, 506.4c: what it attacked is gone; it is still an unblocked attacking creature."""
    game = armed()
    game.attacker("bear")
    game.state.combat.attackers[0].ClearField("target")
    (action,) = game.listing().actions
    assert action.returned_id == "bear"
    assert not action.HasField("attack_target")


@pytest.mark.clause("A6")
@pytest.mark.parametrize("target", ["c", "walker", "siege"])
def test_whatever_it_attacks(target: str):
    """A6, B8: the action names the player, planeswalker or battle that is attacked."""
    game = armed("a", "b", "c")
    game.add("walker", owner="b", incarnation=7).characteristics.types.append("Planeswalker")
    game.add("siege", protector_id="c", incarnation=8).characteristics.types.append("Battle")
    game.attacker("bear", target=target)
    (action,) = game.listing().actions
    expected = pb.AttackTarget(player_id="c")
    if target != "c":
        expected = pb.AttackTarget(permanent_id=target, incarnation=game[target].incarnation)
    assert action.attack_target == expected


@pytest.mark.clause("A6")
def test_each_attacker_keeps_its_own_target():
    """A6: in a game of many players each action says what its own creature attacks."""
    game = armed("a", "b", "c", "d")
    for name, target in (("x", "d"), ("y", "b"), ("z", "c")):
        game.attacker(name, target=target)
    found = [(each.returned_id, each.attack_target.player_id) for each in game.listing().actions]
    assert found == [("x", "d"), ("y", "b"), ("z", "c")]


@pytest.mark.clause("A6")
def test_a_face_down_attacker_is_a_creature():
    """A6, 708.2: a face-down permanent is a 2/2 creature, whatever the card says."""
    game = armed()
    game.add("morph", "Island", face_down=True, tapped=True)
    game.attack("morph")
    assert game.actions() == [("ninja", "Ninjutsu", "morph")]


@pytest.mark.clause("A6")
def test_a_stated_target_must_be_the_one_attacked():
    """A6, B8: an action that names another target is a misunderstanding, and a wrong field."""
    game = armed("a", "b", "c")
    game.attacker("bear")
    action = game.listing().actions[0]
    game.take("", "", action=action)
    action.attack_target.player_id = "c"
    with invalid("action.attack_target"):
        game.take("", "", action=action)
