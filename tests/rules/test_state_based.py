"""State-based actions in the corners: several reasons at once, and what is known of each object."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.settle import settle
from tests.boards import ENGINE, Game, pb, pick, told, wire, yes
from tests.rules.scripts import game_of, script
from tests.rules.test_settle import ledger_of


def gone(outcome: wire.Outcome) -> list[tuple[str, str]]:
    """What changed zones, with the rule."""
    return [
        (each.zone_changed.object_id, each.rule)
        for each in outcome.events
        if each.HasField("zone_changed")
    ]


@pytest.mark.clause("C11")
def test_a_legend_that_goes_for_two_reasons_goes_once():
    """C11, 704.3, 704.5j: the one not kept has lethal damage too; another creature dies with it."""
    game = Game()
    game.add("one", "Yuriko, the Tiger's Shadow")
    game.add("two", "Yuriko, the Tiger's Shadow", damage=9)
    game.creature("bear", damage=2)
    outcome = game.advance(pick("704.5j:one", "one"))
    assert sorted(gone(outcome)) == [("bear", "704.5g"), ("two", "704.5j")]
    assert {each.batch for each in outcome.events if each.HasField("zone_changed")} == {1}


@pytest.mark.clause("C11")
@pytest.mark.parametrize(("before", "loses"), [(18, False), (19, True)])
def test_twenty_one_is_enough(before: int, loses: bool):
    """C11, 704.6c: 2 more combat damage from the same commander make 20, or 21."""
    game = Game()
    game.attacker("chief", power=2, commander=True)
    game.player("b").life = 40
    game.player("b").commander_damage["chief"] = before
    lost = [each for each in told(game.advance()) if each[0] == "player_lost"]
    assert lost == ([("player_lost", "704.6c", 0, 2)] if loses else [])


@pytest.mark.clause("C11")
def test_a_draw_that_failed_is_nobody_elses_doing():
    """C11, 704.5b: the loss names no event, for there is none that brought it about."""
    ledger = ledger_of(Game("a", "b", "c"))
    ledger.failed_draws.add("b")
    settle(ledger, Decisions(), "117.3b")
    assert (ledger.events[0].rule, ledger.events[0].cause) == ("704.5b", 0)


@pytest.mark.clause("C11")
def test_deathtouch_that_left_no_mark():
    """C11, 704.5h: dealt by deathtouch is enough, though no damage is marked any more."""
    game = Game()
    game.creature("x", toughness=3, damaged_by_deathtouch=True)
    assert gone(game.advance()) == [("x", "704.5h")]


WEAKEN = (
    "S:Mode$ Continuous | Affected$ Creature | AddToughness$ -1 | Description$ Weak.",
    "S:Mode$ Continuous | Affected$ Creature | AddToughness$ 1 | Description$ Strong.",
)
SMALL = script("Small", body="ManaCost:1\nTypes:Creature Ninja\nPT:1/1\n")


def pall(line: str) -> str:
    return script("Pall", line, body="ManaCost:1\nTypes:Enchantment\n")


@pytest.mark.clause("C11", "F2")
@pytest.mark.parametrize(("line", "dies"), [(WEAKEN[0], True), (WEAKEN[1], False)])
def test_an_ability_in_play_that_takes_the_last_toughness(line: str, dies: bool):
    """C11, 704.5f: a script's 1/1 under "creatures get -0/-1"; nothing else was sent of it."""
    game = game_of(SMALL, pall(line))
    game.add("x", "Small")
    game.add("pall", "Pall")
    assert gone(game.advance()) == ([("x", "704.5f")] if dies else [])


@pytest.mark.clause("C11", "F2")
def test_an_effect_that_takes_the_last_toughness():
    """C11, 704.5f: of what is printed and of copiable values, not of values that are the truth."""
    game = game_of(SMALL)
    game.add("printed", "Small")
    game.creature("copied", toughness=1).characteristics_copiable = True
    game.creature("true", toughness=1)
    for name in ("printed", "copied", "true"):
        game.state.effects.add(
            object_id=name, toughness_change=-1, duration=pb.DURATION_END_OF_TURN
        )
    assert gone(game.advance()) == [("printed", "704.5f"), ("copied", "704.5f")]


@pytest.mark.clause("C11")
def test_counters_that_mean_nothing_to_a_creature():
    """C11, 704.5i, v: only planeswalkers run out of loyalty, and only battles of defense."""
    game = Game()
    game.creature("x").counters.update({"LOYALTY": 0, "DEFENSE": 0})
    assert gone(game.advance()) == []


STAR = script("Star", body="ManaCost:1\nTypes:Creature Ninja\nPT:*/*\n")


@pytest.mark.clause("C11")
def test_a_toughness_that_only_the_engine_knows():
    """C11, 208.2a, 708.2: "*" is nothing to go by; face down it is a 2/2, a copy what is sent."""
    game = game_of(STAR)
    game.add("star", "Star", damage=9)
    game.add("down", "Star", damage=2, face_down=True)
    game.add("up", "Star", damage=1, face_down=True)
    game.creature("copied", "Star", toughness=3, damage=3).characteristics_copiable = True
    assert gone(game.advance()) == [("down", "704.5g"), ("copied", "704.5g")]


@pytest.mark.clause("C11")
def test_the_toughness_of_a_back_face():
    """C11, 712.8e: what is turned over has the toughness of its other side."""
    back = "AlternateMode:DoubleFaced\n\nALTERNATE\n\nName:Moon\nTypes:Creature Ninja\nPT:3/3\n"
    front = "Name:Sun\nManaCost:1\nTypes:Creature Ninja\nPT:*/*\nOracle:\n"
    game = game_of(front + back + "Oracle:\n")
    game.add("moon", "Moon", damage=3)
    game.add("sun", "Sun", damage=3)
    assert gone(game.advance()) == [("moon", "704.5g")]


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    ("kind", "source", "stays"),
    [
        (pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, "battle", True),
        (pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, "battle", False),
        (pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, "bear", False),
    ],
)
def test_a_battle_waits_for_no_other_ability(
    kind: pb.StackObjectKind.ValueType, source: str, stays: bool
):
    """C11, 704.5v: only for an ability that triggered, and only for one of its own."""
    game = Game()
    game.attacker("bear")
    item = game.add("battle", "Test battle", protector_id="b")
    item.characteristics.types.append("Battle")
    item.counters["DEFENSE"] = 0
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U"])
    game.state.stack.add(id="t", kind=kind, source_id=source, controller_id="a")
    outcome = game.take("ninja", "bear", payment=ENGINE)
    assert (("battle", "704.5v") not in gone(outcome)) is stays


def moves(game: Game, *zones: pb.Zone.ValueType) -> Ledger:
    """A ledger in which "x" went from zone to zone."""
    ledger = ledger_of(game)
    for zone in zones:
        moved = zone_change(ledger.table.board.objects["x"], zone)
        ledger.write(moved, "608.2")
    return ledger


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    ("zones", "asked"),
    [
        ((pb.ZONE_EXILE,), 1),
        ((pb.ZONE_GRAVEYARD, pb.ZONE_EXILE), 2),
        ((pb.ZONE_LIBRARY,), 0),
        ((pb.ZONE_GRAVEYARD, pb.ZONE_BATTLEFIELD), 0),
    ],
)
def test_where_a_commander_has_gone(zones: tuple[pb.Zone.ValueType, ...], asked: int):
    """C11, 704.6d: asked once, about the last move, where that was into graveyard or exile."""
    game = Game()
    game.creature("x", commander=True)
    if asked:
        with pytest.raises(ChoiceNeeded) as caught:
            settle(moves(game, *zones), Decisions())
        choice = caught.value.question.choice
        assert (choice.id, choice.min, choice.max) == ("704.6d:x", 1, 1)
    ledger = moves(game, *zones)
    settle(ledger, Decisions([yes("704.6d:x")] if asked else []))
    back = [(each.rule, each.cause) for each in ledger.events if each.rule == "704.6d"]
    assert back == ([("704.6d", asked)] if asked else [])


@pytest.mark.clause("C11")
def test_a_token_is_no_commander_any_more():
    """C11, 704.5d, 704.6d: a copy of a commander is none (903.3); it ceases, nobody is asked."""
    game = Game()
    game.creature("x", commander=True, token=True, damage=2)
    assert [each[:2] for each in told(game.advance())][1:3] == [
        ("zone_changed", "704.5g"),
        ("object_ceased", "704.5d"),
    ]


@pytest.mark.clause("C11")
def test_counters_that_cancel_cite_their_rule():
    """C11, 704.5q: both kinds at once, as one batch."""
    game = Game()
    game.creature("x").counters.update({"P1P1": 2, "M1M1": 2})
    assert told(game.advance())[1:3] == [("counters_changed", "704.5q", 1, 0)] * 2


@pytest.mark.clause("C11", "F2")
@pytest.mark.parametrize(
    ("line", "dies"),
    [
        ("AddToughness$ -X", True),
        ("AddToughness$ X", False),
        ("AddToughness$ 0", False),
        ("SetToughness$ 0", True),
        ("SetToughness$ 1", False),
        ("SetToughness$ X", False),
        ("AddPower$ -9", False),
    ],
)
def test_whatever_takes_the_last_toughness(line: str, dies: bool):
    """C11, 704.5f: set, or changed by a number that has to be worked out; X is 1."""
    weak = f"S:Mode$ Continuous | Affected$ Creature | {line} | Description$ Odd."
    text = script("Pall", weak, "SVar:X:Number$1", body="ManaCost:1\nTypes:Enchantment\n")
    game = game_of(SMALL, text)
    game.add("x", "Small")
    game.creature("copied", toughness=1).characteristics_copiable = True
    game.creature("true", toughness=1)
    game.add("pall", "Pall")
    assert gone(game.advance()) == ([("x", "704.5f"), ("copied", "704.5f")] if dies else [])


@pytest.mark.clause("C11")
@pytest.mark.parametrize("copiable", [False, True])
@pytest.mark.parametrize(("toughness", "dies"), [(0, True), (-1, True), (1, False)])
def test_the_toughness_that_was_sent(toughness: int, dies: bool, copiable: bool):
    """C11, 704.5f: of values that are the truth and of copiable ones; with nothing else in play."""
    game = Game()
    game.creature("x", toughness=toughness).characteristics_copiable = copiable
    assert gone(game.advance()) == ([("x", "704.5f")] if dies else [])


@pytest.mark.clause("C11")
@pytest.mark.parametrize("owner", ["b", "c"])
def test_of_those_who_left_only_what_they_owned(owner: str):
    """C11, 800.4a: b has left; a creature of c's with lethal damage dies as ever."""
    game = Game("a", "b", "c")
    game.player("b").left_game = True
    game.creature("x", owner=owner, damage=9)
    assert gone(game.advance()) == ([] if owner == "b" else [("x", "704.5g")])


@pytest.mark.clause("C11")
def test_of_two_only_the_one_whose_counters_went():
    """C11, 704.5i: the last loyalty of one planeswalker; of the other none was sent."""
    game = Game()
    for name in ("one", "two"):
        item = game.add(name, f"Test {name}", owner="b")
        item.characteristics.types.append("Planeswalker")
    game["one"].counters["LOYALTY"] = 2
    game.attacker("bear", target="one")
    assert gone(game.advance()) == [("one", "704.5i")]
