"""Combat damage in the corners: shared deathtouch, trample, what is no creature (CR 510, 702)."""

from __future__ import annotations

import pytest

from tests.boards import Game, divide, events, pb, refused, told
from tests.rules.test_effects_told import doing

BLOCKED = pb.BLOCK_STATUS_BLOCKED


def wall_and_tramplers(deathtouch: bool, *, other: bool = False) -> Game:
    """A 1/1 without trample and a 5/5 with it, both blocked by one 0/5."""
    game = Game()
    game.creature("wall", owner="b", power=0, toughness=5)
    blockers = ["wall"]
    if other:
        game.creature("other", owner="b", power=0, toughness=5)
        blockers.append("other")
    keywords = ["Deathtouch"] if deathtouch else []
    game.attacker("snake", power=1, keywords=keywords, status=BLOCKED, blockers=blockers)
    game.attacker("rhino", power=5, keywords=["Trample"], status=BLOCKED, blockers=["wall"])
    return game


@pytest.mark.clause("C6")
@pytest.mark.parametrize(("deathtouch", "most"), [(True, 5), (False, 1)])
def test_lethal_counts_what_others_assign(deathtouch: bool, most: int):
    """C6, 702.2c, 702.19b: another's deathtouch damage is lethal already; else 4 are needed."""
    game = wall_and_tramplers(deathtouch)
    choice = "510.1c:rhino"
    outcome = game.advance(divide(choice, wall=5 - most, b=most))
    assert game.then(outcome).player("b").life == 20 - most
    if most < 5:
        with refused("ILLEGAL_DECISION", "510.1c"):
            game.advance(divide(choice, wall=5 - most - 1, b=most + 1))


@pytest.mark.clause("C6")
@pytest.mark.parametrize(("there", "most"), [(1, 5), (0, 0)])
def test_no_deathtouch_damage_is_not_lethal(there: int, most: int):
    """C6, 702.2c: only where some of it is assigned to that creature."""
    game = wall_and_tramplers(True, other=True)
    first = divide("510.1c:snake", wall=there, other=1 - there)
    if most:
        outcome = game.advance(first, divide("510.1c:rhino", wall=0, b=5))
        assert game.then(outcome).player("b").life == 15
    else:
        # Five damage to a toughness of five: nothing is left to choose.
        assert game.then(game.advance(first)).player("b").life == 20


@pytest.mark.clause("C6")
@pytest.mark.parametrize(("power", "asked"), [(5, False), (6, True)])
def test_a_blocker_that_takes_all_of_it(power: int, asked: bool):
    """C6, 702.19b: asked only where something could go past it."""
    game = Game()
    game.creature("wall", owner="b", power=0, toughness=5)
    game.attacker("rhino", power=power, keywords=["Trample"], status=BLOCKED, blockers=["wall"])
    assert game.advance().HasField("choice") is asked


@pytest.mark.clause("C6")
def test_two_blockers_of_a_trampler_are_always_asked_about():
    """C6: how much each of them gets is a choice, even where nothing can go past them."""
    game = Game()
    for name in ("wall", "moat"):
        game.creature(name, owner="b", power=0, toughness=5)
    game.attacker("rhino", power=3, keywords=["Trample"], status=BLOCKED, blockers=["wall", "moat"])
    choice = game.advance().choice
    assert (list(choice.option_ids), choice.min, choice.max) == (["wall", "moat", "b"], 3, 3)
    outcome = game.advance(divide("510.1c:rhino", wall=3, moat=0))
    assert [each.object_id for each in events(outcome, "damage_dealt")] == ["wall"]


@pytest.mark.clause("C5", "C8")
@pytest.mark.parametrize("power", [0, -1, None])
def test_no_power_deals_nothing(power: int | None):
    """C8, 510.1a: neither attacking nor blocking; where no power was sent either."""
    game = Game()
    game.creature("x", owner="b", power=0)
    game.attacker("bear", status=BLOCKED, blockers=["x"])
    game.attacker("wolf")
    for name in ("x", "bear", "wolf"):
        if power is None:
            game[name].characteristics.ClearField("power")
        else:
            game[name].characteristics.power = power
    assert events(game.advance(), "damage_dealt") == []


@pytest.mark.clause("C5")
def test_the_rule_of_a_division_of_unblocked_damage():
    """C5, 510.1b, d: who is unblocked has no choice; a blocker of two divides by 510.1d."""
    game = Game()
    game.creature("x", owner="b", power=3)
    for name in ("bear", "wolf"):
        game.attacker(name, status=BLOCKED, blockers=["x"])
    choice = game.advance().choice
    assert (choice.id, choice.player_id) == ("510.1d:x", "b")


@pytest.mark.clause("C8")
@pytest.mark.parametrize("keyword", ["Infect", "Wither", "Deathtouch"])
def test_what_is_no_creature_gets_no_counters_of_that_kind(keyword: str):
    """C8, 120.3c, d: a planeswalker loses loyalty; no -1/-1 counters, and no mark of deathtouch."""
    game = Game()
    item = game.add("walker", "Test walker", owner="b", counters={"LOYALTY": 5})
    item.characteristics.types.append("Planeswalker")
    game.attacker("bear", target="walker", keywords=[keyword])
    outcome = game.advance()
    (dealt,) = events(outcome, "damage_dealt")
    assert (dealt.deathtouch, dealt.marked, dealt.amount) == (False, 0, 2)
    assert dict(game.then(outcome)["walker"].counters) == {"LOYALTY": 3}
    assert [each.counter for each in events(outcome, "counters_changed")] == ["LOYALTY"]


@pytest.mark.clause("C8")
@pytest.mark.parametrize(
    ("keywords", "poison"),
    [
        (["Toxic:2"], 2),
        (["Toxic 3"], 3),
        (["Toxic:1", "Toxic:2"], 3),
        (["Toxic:999999"], 999999),
        (["Toxic:1000000"], 0),
        (["Toxic:x"], 0),
        (["Toxic:٣"], 0),
        (["Toxicity:2"], 0),
    ],
)
def test_toxic(keywords: list[str], poison: int):
    """C8, 120.3g, 702.164: all toxic abilities together, besides the loss of life."""
    game = Game("a", "b", "c")
    game.attacker("bear", keywords=keywords)
    outcome = game.advance()
    assert game.then(outcome).player("b").counters.get("POISON", 0) == poison
    rules = [rule for kind, rule, _, _ in told(outcome) if kind == "counters_changed"]
    assert rules == (["120.3g"] if poison else [])
    assert game.then(outcome).player("b").life == 18


@pytest.mark.clause("B11", "C5")
@pytest.mark.parametrize("change", ["zone", "phased_out"])
def test_damage_to_what_is_not_there(change: str):
    """C5, 120.1, 702.26b: what has left or phased out is dealt none by an effect either."""
    game = doing("DB$ DamageAll | ValidCards$ Creature.OppCtrl | NumDmg$ 1")
    if change == "zone":
        game["x"].zone = pb.ZONE_HAND
    else:
        game["x"].phased_out = True
    assert [each.object_id for each in events(game.resolve(), "damage_dealt")] == ["y"]
