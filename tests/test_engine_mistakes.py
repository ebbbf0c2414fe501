"""Mistakes that card-game engines have really made with ninjutsu, each held off by a test.

Each docstring says the mistake in a line; where a public report of it is known, it names the
engine and the report's number. What is right is said by the clause that the test is marked with.
"""

from __future__ import annotations

import pytest

from tests.boards import Game, event, invalid, kinds, pb, refused, step_name, wire, yes, zone_name

NINJA = "Ninja of the Deep Hours"
HACKER = "Moon-Circuit Hacker"
YURIKO = "Yuriko, the Tiger's Shadow"
SETTLES = wire.CallOptions(engine_settles=True)


def armed(*players: str, step: pb.Step.ValueType = pb.STEP_DECLARE_BLOCKERS) -> Game:
    """A Ninja in hand and mana for it; no attacker yet."""
    game = Game(*players, step=step)
    game.hand("ninja", NINJA)
    game.lands("U", 3)
    game.lands("B", 1)
    return game


@pytest.mark.clause("A6", "A7")
def test_a_dead_attacker_pays_the_cost():
    """An attacker that died before blocks was still offered for return (phase, 1319)."""
    game = armed()
    game.creature("bear", tapped=True)
    game.attacker("wolf")
    game.moved("bear", pb.ZONE_GRAVEYARD)
    assert game.actions() == [("ninja", "Ninjutsu", "wolf")]
    with refused("NOT_ATTACKING", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A6")
def test_a_dead_attacker_that_is_still_recorded():
    """The same, with the dead creature still in the list of attackers: the state is faulty."""
    game = armed()
    game.attacker("bear")
    game["bear"].zone = pb.ZONE_GRAVEYARD
    with invalid("combat.attackers[0].object_id"):
        game.listing()


@pytest.mark.clause("A5")
def test_the_death_of_its_blocker_makes_an_attacker_unblocked():
    """Attackers whose blockers had died looked unblocked (XMage, 9355)."""
    game = armed()
    game.creature("wall", owner="b")
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.state.combat.attackers[0].blocker_ids.remove("wall")
    game.moved("wall", pb.ZONE_GRAVEYARD)
    assert game.actions() == []
    with refused("BLOCKED", "509.1h"):
        game.take("ninja", "bear")


@pytest.mark.clause("A15", "B6")
def test_a_ninja_activated_twice_hits_twice():
    """Two activations put one Ninja into combat twice; it dealt damage twice (XMage, 13425)."""
    game = Game()
    game.hand("ninja", HACKER)
    game.lands("U", 2)
    for name in ("sprite", "faerie"):
        game.attacker(name)
    game = game.then(game.take("ninja", "sprite"))
    game = game.then(game.take("ninja", "faerie"))
    game = game.then(game.resolve())
    game = game.then(game.resolve())
    assert [record.object_id for record in game.state.combat.attackers] == ["ninja"]
    assert game["ninja"].incarnation == 2


@pytest.mark.clause("B4")
def test_a_commander_passes_through_the_hand():
    """The commander was in hand before its owner chose, and triggers saw it there (phase, 6115)."""
    game = armed()
    game.attacker("bear", YURIKO, commander=True)
    asked = game.take("ninja", "bear")
    assert asked.HasField("choice")
    assert not asked.events
    outcome = game.take("ninja", "bear", decisions=[yes(asked.choice.id)])
    moves = [each.zone_changed for each in outcome.events if each.HasField("zone_changed")]
    assert [(move.from_zone, move.to_zone) for move in moves] == [
        (pb.ZONE_BATTLEFIELD, pb.ZONE_COMMAND)
    ]


@pytest.mark.clause("B6", "A2")
def test_activated_from_hand_and_entering_from_the_command_zone():
    """A commander activated from hand entered from the command zone, where it had moved."""
    game = Game()
    game.attacker("bear")
    game.hand("yuriko", YURIKO, commander=True)
    game.lands("U", 1)
    game.lands("B", 1)
    game = game.then(game.take("yuriko", "bear", "Commander ninjutsu"))
    game.moved("yuriko", pb.ZONE_COMMAND)
    after = game.then(game.resolve())
    assert (after["yuriko"].zone, after.attacks("yuriko")) == (pb.ZONE_COMMAND, None)


@pytest.mark.clause("B5", "B8")
def test_the_defender_is_looked_up_by_a_card_that_came_back():
    """What to attack was read from the returned card, which was attacking another by then."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="b")
    game = game.then(game.take("ninja", "bear"))
    game.moved("bear", pb.ZONE_BATTLEFIELD).tapped = True
    game.attack("bear", target="c", declared=False)
    after = game.then(game.resolve())
    assert (after.attacks("ninja"), after.attacks("bear")) == ("b", "c")


@pytest.mark.clause("B16")
def test_an_attack_limit_keeps_a_ninja_out():
    """A limit on attackers kept out what entered attacking (XMage, 10234 and 14115)."""
    game = armed()
    mirri = game.creature("mirri", "Mirri, Weatherlight Duelist", owner="b", tapped=True)
    mirri.characteristics.keywords.append("No more than one creature can attack you each combat.")
    for name in ("bear", "wolf"):
        game.attacker(name)
    after = game.through("ninja", "bear")
    assert (after.attacks("ninja"), after.attacks("wolf")) == ("b", "b")


@pytest.mark.clause("A6")
def test_a_land_that_is_no_creature_any_more():
    """A land animated as it attacked, and a land again, stayed in combat (XMage, 366 and 364)."""
    game = armed()
    land = game.attacker("manor")
    land.characteristics.types[:] = ["Land", "Creature"]
    assert game.actions() == [("ninja", "Ninjutsu", "manor")]
    land.characteristics.types[:] = ["Land"]
    assert game.actions() == []
    with refused("NOT_A_CREATURE", "702.49a"):
        game.take("ninja", "manor")


@pytest.mark.clause("A6")
def test_a_phased_out_creature_in_combat():
    """What phased out went on fighting (XMage, 5200)."""
    game = armed()
    game.attacker("bear", phased_out=True)
    assert game.actions() == []
    with refused("PHASED_OUT", "702.26b"):
        game.take("ninja", "bear")


@pytest.mark.clause("A4")
@pytest.mark.parametrize(
    "step", [pb.STEP_BEGINNING_OF_COMBAT, pb.STEP_DECLARE_ATTACKERS], ids=step_name
)
def test_before_blockers_are_declared(step: pb.Step.ValueType):
    """Attackers counted as unblocked before anyone could block (XMage, 13454)."""
    game = armed(step=step)
    game.attacker("bear", status=pb.BLOCK_STATUS_UNDECLARED)
    with refused("WRONG_STEP", "702.49c"):
        game.take("ninja", "bear")


@pytest.mark.clause("A4")
@pytest.mark.parametrize("step", [pb.STEP_COMBAT_DAMAGE, pb.STEP_END_OF_COMBAT], ids=step_name)
def test_only_in_the_declare_blockers_step(step: pb.Step.ValueType):
    """Ninjutsu shared sneak's window and ended with declare blockers (Argentum, 1056)."""
    game = armed(step=step)
    game.attacker("bear")
    assert game.through("ninja", "bear").attacks("ninja") == "b"


@pytest.mark.clause("A7", "A8")
def test_activated_without_paying():
    """The mana of the cost went unpaid on one of two ways to activate (phase, 5338)."""
    game = Game()
    game.hand("ninja", HACKER)
    game.attacker("bear")
    assert game.actions() == []
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")


@pytest.mark.clause("A1")
@pytest.mark.parametrize("zone", [pb.ZONE_BATTLEFIELD, pb.ZONE_GRAVEYARD], ids=zone_name)
def test_a_ninja_that_is_not_in_hand(zone: pb.Zone.ValueType):
    """The ability could be activated of a permanent (phase, 5624)."""
    game = armed()
    game.attacker("bear")
    game["ninja"].zone = zone
    assert game.actions() == []
    with refused("WRONG_ZONE", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A2")
def test_commander_ninjutsu_from_the_hand_only():
    """Commander ninjutsu was plain ninjutsu, so the command zone gave none (XMage, 5226)."""
    game = Game()
    game.attacker("bear")
    game.add("yuriko", YURIKO, pb.ZONE_COMMAND, commander=True)
    game.lands("U", 1)
    game.lands("B", 1)
    assert game.through("yuriko", "bear", "Commander ninjutsu").attacks("yuriko") == "b"


@pytest.mark.clause("A2")
def test_a_commander_that_is_not_the_first_in_the_command_zone():
    """Only the first card of the command zone was looked at (XMage, 5395)."""
    game = Game()
    game.attacker("bear")
    game.add("partner", "Test Partner", pb.ZONE_COMMAND, commander=True)
    game.add("emblem", "Test Emblem", pb.ZONE_COMMAND)
    game.add("yuriko", YURIKO, pb.ZONE_COMMAND, commander=True)
    game.lands("U", 1)
    game.lands("B", 1)
    assert game.through("yuriko", "bear", "Commander ninjutsu").attacks("yuriko") == "b"


@pytest.mark.clause("A12")
def test_paid_from_other_than_basic_lands():
    """Dual lands and two-mana rocks did not pay; the activation was undone (XMage, 5481)."""
    game = Game()
    game.attacker("bear")
    game.add("yuriko", YURIKO, pb.ZONE_COMMAND, commander=True)
    for name in ("dual1", "dual2"):
        game.land(name, "U", "B")
    after = game.through("yuriko", "bear", "Commander ninjutsu")
    assert after.attacks("yuriko") == "b"
    game.state.objects.remove(game["dual1"])
    game["dual2"].mana_abilities[0].produces = "U B"
    after = game.through("yuriko", "bear", "Commander ninjutsu")
    assert after.attacks("yuriko") == "b"


@pytest.mark.clause("B11")
def test_a_destroyed_planeswalker_takes_its_attackers_along():
    """Attackers of a planeswalker that was destroyed left combat with it (XMage, 6240)."""
    game = armed()
    game.add("walker", owner="b").characteristics.types.append("Planeswalker")
    game.attacker("bear", target="walker")
    game.moved("walker", pb.ZONE_GRAVEYARD)
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    after = game.through("ninja", "bear")
    assert (after["ninja"].zone, after.attacks("ninja")) == (pb.ZONE_BATTLEFIELD, None)


@pytest.mark.clause("B6", "B7")
def test_the_cost_is_paid_and_the_card_stays_in_hand():
    """A card that may enter as a copy did not enter at all (phase, 3662)."""
    game = Game()
    game.attacker("bear")
    game.hand("student", "Sakashima's Student")
    game.lands("U", 2)
    game = game.then(game.take("student", "bear"))
    outcome = game.resolve(options=SETTLES)
    after = game.then(outcome)
    assert (after["student"].zone, after.attacks("student")) == (pb.ZONE_BATTLEFIELD, "b")


@pytest.mark.clause("B12", "B7")
def test_a_planeswalker_that_is_a_creature_as_it_enters():
    """Kaito was judged by his printed type, or as he was before he had loyalty (Forge, 6815)."""
    game = Game()
    game.attacker("bear")
    game.hand("kaito", "Kaito, Bane of Nightmares")
    game.lands("U", 2)
    game.lands("B", 1)
    game = game.then(game.take("kaito", "bear"))
    outcome = game.resolve()
    assert kinds(outcome)[:3] == ["zone_changed", "counters_changed", "attack_joined"]
    assert len({each.batch for each in outcome.events[:3]}) == 1
    assert game.then(outcome).attacks("kaito") == "b"


@pytest.mark.clause("B15")
def test_it_is_attacking_only_after_its_triggers_have_looked():
    """A trigger on entering and attacking saw no attack yet and did not trigger (XMage, 8717)."""
    game = Game()
    for name in ("bear", "wolf"):
        game.attacker(name)
    game.hand("shadow", "Thousand-Faced Shadow")
    game.lands("U", 4)
    game = game.then(game.take("shadow", "bear"))
    outcome = game.resolve()
    assert kinds(outcome)[:2] == ["zone_changed", "attack_joined"]
    assert event(outcome, "stack_pushed").object.ability == "TrigCopy"


@pytest.mark.clause("D3")
def test_a_sneaked_creature_enters_untapped():
    """Sneak was a cost and a window only: what it cast entered untapped (XMage, 14895)."""
    game = Game("a", "b", "c")
    game.attacker("bear", target="c")
    game.hand("leader", "Leonardo, Leader in Blue")
    game.lands("W", 5)
    game = game.then(game.take("leader", "bear", "Sneak"))
    outcome = game.resolve(options=SETTLES)
    assert event(outcome, "zone_changed").tapped
    assert game.then(outcome).attacks("leader") == "c"
