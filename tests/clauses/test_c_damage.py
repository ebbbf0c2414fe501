"""C5 to C8: whom combat damage is dealt to, how it is divided, and what it causes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import Game, dealt, divide, event, events, kinds, pb, refused, told, wire

TRAMPLE = "Trample"


def gang(*toughness: int, target: str = "b", **fields: Any) -> Game:
    """A creature blocked by others, "x", "y" and so on, of this toughness."""
    game = Game()
    names = "xyz"[: len(toughness)]
    for name, number in zip(names, toughness, strict=True):
        game.creature(name, owner="b", power=0, toughness=number)
    if target == "walker":
        walker(game)
    game.attacker("bear", target=target, status=pb.BLOCK_STATUS_BLOCKED, blockers=list(names),
                  **{"power": 5, "toughness": 9, **fields})  # fmt: skip
    return game


def walker(game: Game, loyalty: int = 4, **fields: Any) -> pb.GameObject:
    """A planeswalker of player b."""
    item = game.add("walker", "Test walker", owner="b", **fields)
    item.characteristics.types.append("Planeswalker")
    item.counters["LOYALTY"] = loyalty
    return item


def battle(game: Game, defense: int = 3) -> pb.GameObject:
    """A battle of player a that b protects."""
    item = game.add("battle", "Test battle", protector_id="b")
    item.characteristics.types.append("Battle")
    item.counters["DEFENSE"] = defense
    return item


@pytest.mark.clause("C5")
def test_unblocked_to_what_it_attacks():
    """C5, 510.1b: a player, a planeswalker, a battle."""
    game = Game()
    walker(game)
    battle(game)
    game.attacker("one")
    game.attacker("two", target="walker")
    game.attacker("three", target="battle")
    assert dealt(game.advance()) == [
        ("one", "b", 2), ("two", "walker", 2), ("three", "battle", 2)
    ]  # fmt: skip


@pytest.mark.clause("C5")
def test_a_battle_whose_protector_has_left_is_still_attacked():
    """C5, 704.5w: it keeps its attackers, and another protector is chosen when there are none."""
    game = Game("a", "b", "c")
    battle(game, 9)
    game.creature("wall", owner="c", power=0, toughness=1)
    game.attacker("bear", target="battle")
    game.attacker("wurm", power=4, target="battle", keywords=["Trample"],
                  status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])  # fmt: skip
    game.player("b").left_game = True
    choice = game.advance().choice
    assert list(choice.option_ids) == ["wall", "battle"]
    outcome = game.advance(divide(choice.id, wall=1, battle=3))
    assert dealt(outcome) == [("bear", "battle", 2), ("wurm", "wall", 1), ("wurm", "battle", 3)]
    assert game.then(outcome)["battle"].counters["DEFENSE"] == 4


@pytest.mark.clause("C5", "C13")
@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.player("c").MergeFrom(pb.Player(left_game=True)),
        lambda game: game.state.combat.attackers[0].ClearField("target"),
    ],
    ids=["player left", "nothing"],
)
def test_attacking_nothing(change: Any):
    """C5, 506.4c: an attacker that attacks nothing deals no damage, with trample neither."""
    game = Game("a", "b", "c")
    game.attacker("bear", target="c", keywords=[TRAMPLE])
    change(game)
    assert kinds(game.advance()) == ["step_began", "priority_given"]


@pytest.mark.clause("C5", "C13")
@pytest.mark.parametrize(
    "fields",
    [
        {"zone": pb.ZONE_GRAVEYARD},
        {"incarnation": 2},
        {"phased_out": True},
        {"controller_id": "a"},
        {"characteristics": pb.Characteristics(types=["Creature"])},
    ],
    ids=["gone", "gone and back", "phased out", "stolen", "no planeswalker"],
)
def test_the_planeswalker_is_gone(fields: dict[str, Any]):
    """C5, C13: what has left combat takes no damage, and its controller none instead."""
    game = Game()
    item = walker(game)
    game.attacker("bear", target="walker")
    if "characteristics" in fields:
        item.ClearField("characteristics")
    item.MergeFrom(pb.GameObject(**fields))
    outcome = game.advance()
    assert dealt(outcome) == []
    assert game.then(outcome).player("b").life == 20


@pytest.mark.clause("C5")
def test_blocked_with_no_blocker_left():
    """C5, 510.1c: it stays blocked, and deals no damage."""
    game = gang()
    assert dealt(game.advance()) == []


@pytest.mark.clause("C5")
def test_trample_with_no_blocker_left():
    """C5, 702.19e: all of it to what it attacks."""
    assert dealt(gang(keywords=[TRAMPLE]).advance()) == [("bear", "b", 5)]


@pytest.mark.clause("C5", "C13")
@pytest.mark.parametrize(
    "fields",
    [
        {"phased_out": True},
        {"controller_id": "a"},
        {"characteristics": pb.Characteristics(types=["Artifact"])},
    ],
    ids=["phased out", "stolen", "no creature"],
)
def test_a_blocker_that_left_combat(fields: dict[str, Any]):
    """C5, C13: it takes no damage and deals none; its attacker stays blocked."""
    game = gang(3)
    game["x"].characteristics.power = 4
    if "characteristics" in fields:
        game["x"].ClearField("characteristics")
    game["x"].MergeFrom(pb.GameObject(**fields))
    assert dealt(game.advance()) == []


@pytest.mark.clause("C5")
def test_both_fight():
    """C5, 510.1c, d: blocked and blocker deal their damage to each other."""
    game = gang(9, power=2)
    game["x"].characteristics.power = 3
    assert dealt(game.advance()) == [("bear", "x", 2), ("x", "bear", 3)]


@pytest.mark.clause("C6")
def test_free_division():
    """C6, 510.1c: no order, and no blocker must be dealt lethal damage before the next."""
    game = gang(4, 4, 4)
    asked = game.advance()
    assert asked.choice.id == "510.1c:bear"
    assert asked.choice.kind == wire.CHOICE_KIND_DAMAGE
    assert asked.choice.player_id == "a"
    assert list(asked.choice.option_ids) == ["x", "y", "z"]
    assert asked.choice.max == 5
    assert list(asked.choice.option_labels) == ["Test x", "Test y", "Test z"]
    assert asked.choice.prompt == "Divide 5 damage dealt by Test bear."
    outcome = game.advance(divide("510.1c:bear", x=1, y=0, z=4))
    assert dealt(outcome) == [("bear", "x", 1), ("bear", "z", 4)]
    assert game.then(outcome)["z"].zone == pb.ZONE_GRAVEYARD


@pytest.mark.clause("C6")
@pytest.mark.parametrize(
    "parts", [{"x": 4}, {"x": 3, "y": 3}, {"x": 5, "b": 0}, {"x": 2, "y": 2, "wolf": 1}, {}],
    ids=str,
)  # fmt: skip
def test_a_wrong_division(parts: dict[str, int]):
    """C6: too little, too much, to somebody else; the refusal says what was allowed."""
    game = gang(4, 4)
    with refused("ILLEGAL_DECISION", "510.1c"):
        game.advance(divide("510.1c:bear", **parts))


@pytest.mark.clause("C6")
def test_a_division_that_cannot_be_read():
    """C6: an option named twice, amounts that do not match, an answer to something else."""
    game = gang(4, 4)
    for decision in (
        wire.Decision(choice_id="510.1c:bear", option_ids=["x", "x"], amounts=[2, 3]),
        wire.Decision(choice_id="510.1c:bear", option_ids=["x", "y"], amounts=[5]),
        wire.Decision(choice_id="510.1c:bear", yes=True),
        wire.Decision(choice_id="510.1c:wolf", option_ids=["x"], amounts=[5]),
    ):
        with refused("ILLEGAL_DECISION", "510.1c"):
            game.advance(decision)


@pytest.mark.clause("C6")
def test_a_decision_too_many():
    """C6: what nobody asked for is refused."""
    with refused("ILLEGAL_DECISION", "608.2d"):
        gang(4).advance(divide("510.1c:bear", x=5))


@pytest.mark.clause("C6")
def test_trample_needs_lethal_damage_first():
    """C6, 702.19b: the player gets nothing before every blocker has lethal damage."""
    game = gang(2, 2, keywords=[TRAMPLE])
    asked = game.advance()
    assert list(asked.choice.option_ids) == ["x", "y", "b"]
    assert list(asked.choice.option_labels) == ["Test x", "Test y", "b"]
    outcome = game.advance(divide("510.1c:bear", x=2, y=2, b=1))
    assert dealt(outcome) == [("bear", "x", 2), ("bear", "y", 2), ("bear", "b", 1)]
    for parts in ({"x": 1, "y": 3, "b": 1}, {"b": 5}, {"x": 2, "y": 1, "b": 2}):
        with refused("ILLEGAL_DECISION", "510.1c"):
            game.advance(divide("510.1c:bear", **parts))
    assert dealt(game.advance(divide("510.1c:bear", x=5))) == [("bear", "x", 5)]


@pytest.mark.clause("C6")
def test_marked_damage_counts():
    """C6, 702.19b: damage already marked makes less lethal, never more than none."""
    game = gang(4, 2, keywords=[TRAMPLE])
    game["x"].damage = 3
    game["y"].damage = 7
    game["y"].characteristics.keywords.append("Indestructible")
    assert dealt(game.advance(divide("510.1c:bear", x=1, b=4))) == [
        ("bear", "x", 1), ("bear", "b", 4)
    ]  # fmt: skip
    with refused("ILLEGAL_DECISION", "510.1c"):
        game.advance(divide("510.1c:bear", b=5))


@pytest.mark.clause("C6")
def test_one_is_lethal_with_deathtouch():
    """C6, 702.2c: one each is enough, and none of them for nothing."""
    game = gang(9, 9, keywords=[TRAMPLE, "Deathtouch"])
    outcome = game.advance(divide("510.1c:bear", x=1, y=1, b=3))
    assert dealt(outcome)[-1] == ("bear", "b", 3)
    after = game.then(outcome)
    assert [after[name].zone for name in "xy"] == [pb.ZONE_GRAVEYARD] * 2
    with refused("ILLEGAL_DECISION", "510.1c"):
        game.advance(divide("510.1c:bear", x=2, b=3))


@pytest.mark.clause("C6")
def test_the_others_damage_counts_for_trample():
    """C6, 702.19b: what another attacker assigns to the same blocker makes less lethal."""
    game = gang(4, keywords=[TRAMPLE])
    game.attacker("wolf", power=3, status=pb.BLOCK_STATUS_BLOCKED, blockers=["x"])
    outcome = game.advance(divide("510.1c:bear", x=1, b=4))
    assert dealt(outcome) == [("bear", "x", 1), ("bear", "b", 4), ("wolf", "x", 3)]
    game["wolf"].characteristics.keywords.append("Deathtouch")
    assert dealt(game.advance(divide("510.1c:bear", b=5)))[0] == ("bear", "b", 5)


@pytest.mark.clause("C6")
def test_no_question_without_a_choice():
    """C6: one blocker that takes all of a trampler's damage is no choice."""
    assert dealt(gang(5, keywords=[TRAMPLE]).advance()) == [("bear", "x", 5)]
    assert gang(4, keywords=[TRAMPLE]).advance().choice.id == "510.1c:bear"


@pytest.mark.clause("C6")
def test_trample_over_to_a_planeswalker():
    """C6: the rest goes to what it attacks, not to that one's controller."""
    game = gang(4, target="walker", keywords=[TRAMPLE])
    assert list(game.advance().choice.option_ids) == ["x", "walker"]
    outcome = game.advance(divide("510.1c:bear", x=4, walker=1))
    assert game.then(outcome)["walker"].counters["LOYALTY"] == 3


@pytest.mark.clause("C6")
def test_trample_that_attacks_nothing():
    """C6: it has its blockers only, and one blocker takes all."""
    game = gang(2, keywords=[TRAMPLE])
    game.state.combat.attackers[0].ClearField("target")
    assert dealt(game.advance()) == [("bear", "x", 5)]


@pytest.mark.clause("C6")
def test_a_blocker_of_two_divides_too():
    """C6, 510.1d: its controller divides what a creature deals that blocks several."""
    game = Game()
    game.creature("wall", owner="b", power=3, toughness=9)
    for name in ("bear", "wolf"):
        game.attacker(name, power=1, status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    asked = game.advance()
    assert (asked.choice.id, asked.choice.player_id) == ("510.1d:wall", "b")
    assert list(asked.choice.option_ids) == ["bear", "wolf"]
    outcome = game.advance(divide("510.1d:wall", bear=2, wolf=1))
    assert dealt(outcome)[2:] == [("wall", "bear", 2), ("wall", "wolf", 1)]


@pytest.mark.clause("C6")
def test_the_active_player_decides_first():
    """C6, 101.4: attackers before blockers, those in turn order of their controllers."""
    game = Game("a", "b", "c")
    for name, owner in (("cw", "c"), ("bw", "b")):
        game.creature(name, owner=owner, power=2, toughness=9)
    for name, target in (("one", "c"), ("two", "b")):
        game.attacker(name, power=2, target=target, status=pb.BLOCK_STATUS_BLOCKED,
                      blockers=["cw", "bw"])  # fmt: skip
    decisions: list[wire.Decision] = []
    asked = []
    while (outcome := game.advance(*decisions)).HasField("choice"):
        choice = outcome.choice
        asked.append((choice.id, choice.player_id))
        decisions.append(divide(choice.id, **{choice.option_ids[0]: choice.max}))
    assert asked == [
        ("510.1c:one", "a"), ("510.1c:two", "a"), ("510.1d:bw", "b"), ("510.1d:cw", "c")
    ]  # fmt: skip


@pytest.mark.clause("C7")
def test_all_at_once():
    """C7, 510.2: in one batch, and who dies by it deals its damage as well."""
    game = gang(2, power=3, toughness=2)
    game["x"].characteristics.power = 2
    game.attacker("wolf", power=4)
    outcome = game.advance()
    damage = [each for each in outcome.events if each.WhichOneof("event") == "damage_dealt"]
    assert [(each.rule, each.batch, each.cause) for each in damage] == [("510.2", 1, 0)] * 3
    died = [each.object_id for each in events(outcome, "zone_changed")]
    assert died == ["x", "bear"]


@pytest.mark.clause("C7")
def test_counters_of_the_same_damage_change_nothing():
    """C7, C8: wither's counters come at the same time: the blocker deals what it had."""
    game = gang(9, power=3, keywords=["Wither"])
    game["x"].characteristics.power = 4
    outcome = game.advance()
    assert dealt(outcome) == [("bear", "x", 3), ("x", "bear", 4)]
    after = game.then(outcome)
    assert after["x"].characteristics.power == 1
    assert after["x"].characteristics.toughness == 6


@pytest.mark.clause("C8")
def test_loss_of_life():
    """C8, 120.3a: the events, their order, rules and causes."""
    game = Game()
    game.attacker("ninja", power=2)
    outcome = game.advance()
    assert told(outcome) == [
        ("step_began", "510", 0, 0),
        ("damage_dealt", "510.2", 1, 0),
        ("life_changed", "120.3a", 1, 2),
        ("priority_given", "117.3a", 0, 0),
    ]
    damage = event(outcome, "damage_dealt")
    assert (damage.source_id, damage.player_id, damage.amount) == ("ninja", "b", 2)
    assert damage.combat
    assert not damage.marked
    assert game.then(outcome).player("b").life == 18


@pytest.mark.clause("C8")
def test_loyalty_and_defense():
    """C8, 120.3c, h: counters go, no more than there are, and nobody loses life."""
    game = Game()
    walker(game, loyalty=5)
    battle(game, defense=3)
    game.attacker("bear", power=2, target="walker")
    game.attacker("wolf", power=7, target="battle")
    outcome = game.advance()
    changes = events(outcome, "counters_changed")
    assert [(each.object_id, each.counter, each.change) for each in changes] == [
        ("walker", "LOYALTY", -2), ("battle", "DEFENSE", -3)
    ]  # fmt: skip
    assert [each.rule for each in outcome.events if each.WhichOneof("event") == "counters_changed"
            ] == ["120.3c", "120.3h"]  # fmt: skip
    after = game.then(outcome)
    assert after["walker"].counters["LOYALTY"] == 3
    assert not after["walker"].damage
    assert not events(outcome, "life_changed")


@pytest.mark.clause("C8", "B12")
def test_kaito_as_a_creature_keeps_his_loyalty():
    """C8, B12, 205.1a: he is no planeswalker in his controller's turn; damage is marked."""
    game = Game()
    game.add("kaito", "Kaito, Bane of Nightmares", tapped=True).counters["LOYALTY"] = 4
    game.creature("wall", owner="b", power=2, toughness=9)
    game.attack("kaito", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    outcome = game.advance()
    assert dealt(outcome) == [("kaito", "wall", 3), ("wall", "kaito", 2)]
    after = game.then(outcome)
    assert after["kaito"].counters["LOYALTY"] == 4
    assert after["kaito"].damage == 2


@pytest.mark.clause("C8")
def test_a_planeswalker_that_is_a_creature_takes_both():
    """C8, 120.3c, e: loyalty goes and damage is marked."""
    game = Game()
    walker(game, loyalty=5).characteristics.MergeFrom(
        pb.Characteristics(types=["Creature"], power=4, toughness=4)
    )
    game.attacker("bear", target="walker")
    after = game.advanced()
    assert (after["walker"].counters["LOYALTY"], after["walker"].damage) == (3, 2)


@pytest.mark.clause("C8")
def test_infect():
    """C8, 120.3b, d: poison instead of life, -1/-1 counters instead of damage."""
    game = gang(4, power=3, keywords=["Infect"])
    game.attacker("wolf", power=2, keywords=["Infect"])
    outcome = game.advance()
    after = game.then(outcome)
    assert after.player("b").life == 20
    assert after.player("b").counters["POISON"] == 2
    assert after["x"].counters["M1M1"] == 3
    assert after["x"].damage == 0
    assert after["x"].characteristics.toughness == 1
    rules = [each.rule for each in outcome.events if each.WhichOneof("event") == "counters_changed"]
    assert rules == ["120.3d", "120.3b"]
    assert [each.marked for each in events(outcome, "damage_dealt")] == [0, 0]


@pytest.mark.clause("C8")
def test_wither_is_plain_for_players():
    """C8, 702.80a: counters on creatures only."""
    game = Game()
    game.attacker("bear", keywords=["Wither"])
    after = game.advanced()
    assert after.player("b").life == 18
    assert not after.player("b").counters


@pytest.mark.clause("C8")
def test_toxic():
    """C8, 120.3g, 702.164: poison besides the loss of life; several add up, players only."""
    game = gang(9, keywords=["Toxic:1"])
    game.attacker("wolf", power=1, keywords=["Toxic:2", "Toxic:1"])
    outcome = game.advance()
    after = game.then(outcome)
    assert after.player("b").life == 19
    assert after.player("b").counters["POISON"] == 3
    assert not after["x"].counters
    assert event(outcome, "counters_changed").change == 3


@pytest.mark.clause("C8")
def test_lifelink():
    """C8, 120.3f: its controller gains as much, whatever it is dealt to."""
    game = gang(9, power=3, keywords=["Lifelink"])
    game["x"].characteristics.MergeFrom(pb.Characteristics(power=2, keywords=["Lifelink"]))
    outcome = game.advance()
    assert [(each.player_id, each.change) for each in events(outcome, "life_changed")] == [
        ("a", 3), ("b", 2)
    ]  # fmt: skip
    gained = [each for each in outcome.events if each.WhichOneof("event") == "life_changed"]
    assert [(each.rule, each.batch, each.cause) for each in gained] == [
        ("120.3f", 1, 2), ("120.3f", 1, 4)
    ]  # fmt: skip


@pytest.mark.clause("C8", "C9")
@pytest.mark.parametrize("others", [{}, {"wall": 1}])
def test_a_source_that_damages_several_gains_life_once(others: dict[str, int]):
    """C8, 119.9, 702.15f: what waits for a gain of life is set off once by each source."""
    leo = "Leonardo, Cutting Edge"
    game = Game()
    game.add("leo", leo, tapped=True, counters={"P1P1": 3})
    for name in ("x", "y"):
        game.creature(name, owner="b", toughness=5)
    game.attack("leo", "b", pb.BLOCK_STATUS_BLOCKED, ["x", "y"])
    for name in others:
        game.attacker(name, keywords=["Lifelink"], power=1)
    outcome = game.advance(divide("510.1c:leo", x=2, y=2))
    gained = [each for each in outcome.events if each.WhichOneof("event") == "life_changed"]
    gained = [each for each in gained if each.life_changed.change > 0]
    assert [(each.rule, each.life_changed.change) for each in gained] == [
        ("120.3f", 4), *(("120.3f", 1) for _ in others)
    ]  # fmt: skip
    last = outcome.events[gained[0].cause - 1]
    assert (last.damage_dealt.source_id, last.damage_dealt.object_id) == ("leo", "y")
    pushed = events(outcome, "stack_pushed")
    assert [each.object.source_id for each in pushed] == ["leo"] * (1 + len(others))


@pytest.mark.clause("C8")
def test_commander_damage():
    """C8, 903.10a: combat damage to a player is counted for each commander."""
    game = Game()
    game.attacker("chief", power=4, commander=True)
    game.attacker("bear")
    game.player("b").commander_damage["chief"] = 5
    after = game.advanced()
    assert dict(after.player("b").commander_damage) == {"chief": 9}


@pytest.mark.clause("C8")
def test_deathtouch_is_marked_also_with_infect():
    """C8, 702.2b: damage of deathtouch that marks nothing destroys as well."""
    game = gang(9, power=1, keywords=["Deathtouch", "Infect"])
    outcome = game.advance()
    assert event(outcome, "damage_dealt").deathtouch
    assert game.then(outcome)["x"].zone == pb.ZONE_GRAVEYARD


@pytest.mark.clause("C8")
@pytest.mark.parametrize("power", [0, -3])
def test_no_power_no_damage(power: int):
    """C8, 510.1a: negative power deals none, and so does none."""
    game = Game()
    game.attacker("bear", power=power, keywords=["Lifelink"])
    assert kinds(game.advance()) == ["step_began", "priority_given"]


@pytest.mark.clause("C8")
@pytest.mark.parametrize(
    ("keyword", "color", "amount"),
    [
        ("Protection from red", "red", 0),
        ("Protection from red", "green", 5),
        ("Protection from creatures", "green", 0),
        ("Protection from artifacts", "green", 5),
        ("Protection from everything", "", 0),
        ("Protection from all colors", "", 5),
        ("Protection:Card.Red:red", "red", 0),
        ("Protection:Card.Red:red", "blue", 5),
        ("Hexproof", "red", 5),
    ],
)
def test_protection_prevents(keyword: str, color: str, amount: int):
    """C8, 702.16e: damage from what it names is not dealt."""
    game = gang(9, keywords=["Lifelink"])
    game["x"].characteristics.keywords.append(keyword)
    if color:
        game["bear"].characteristics.colors.append(color)
    after = game.advanced()
    assert after["x"].damage == amount
    assert after.player("a").life == 20 + amount


@pytest.mark.clause("C8")
def test_numbers_beyond_all_bounds():
    """C8: sums stay within what a state may say."""
    game = Game()
    for name in ("one", "two", "three"):
        game.attacker(name, power=2**31 - 1, keywords=["Lifelink", "Toxic:999999"])
    after = game.advanced()
    assert after.player("b").life == -(2**30)
    assert after.player("a").life == 2**30
