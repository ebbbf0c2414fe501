"""A7 to A9: the three parts of the cost, all or nothing, and what changes the mana."""

from __future__ import annotations

import pytest

from tests.boards import (
    ENGINE,
    Game,
    ev,
    event,
    invalid,
    kinds,
    manual,
    no,
    pb,
    refused,
    rules,
    wire,
    yes,
)

NINJA = "Ninja of the Deep Hours"


def armed(islands: int = 2) -> Game:
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", islands)
    return game


def priced(cost: str) -> Game:
    """A card in hand with ninjutsu at a cost that was sent, an attacker, and no mana."""
    game = Game()
    game.attacker("bear")
    game.add("ninja", "No such card", pb.ZONE_HAND)
    game["ninja"].characteristics.keywords.append(f"Ninjutsu:{cost}")
    return game


@pytest.mark.clause("A7")
def test_the_events_of_an_activation():
    """A7: reveal, announce, mana abilities, mana, and the creature's return, in this order."""
    taken = armed().take("ninja", "bear")
    assert kinds(taken) == [
        "card_revealed",
        "stack_pushed",
        *["object_tapped", "mana_added"] * 2,
        "mana_spent",
        "combat_left",
        "zone_changed",
    ]
    assert rules(taken) == [
        "702.49b",
        "602.2a",
        *["605.3"] * 4,
        "601.2h",
        "506.4",
        "702.49a",
    ]
    causes = [each.cause for each in taken.events]
    assert causes == [0] * 7 + [9, 0]


@pytest.mark.clause("A7")
def test_the_creature_goes_back_at_once():
    """A7: the return is part of the cost: it is done before anyone could respond."""
    taken = armed().take("ninja", "bear")
    after = armed().then(taken)
    assert after["bear"].zone == pb.ZONE_HAND
    assert after.attacks("bear") is None
    assert after["ninja"].zone == pb.ZONE_HAND
    assert after["ninja"].revealed
    assert after.state.priority_player_id == "a"
    moved = event(taken, "zone_changed")
    assert (moved.from_zone, moved.to_zone) == (pb.ZONE_BATTLEFIELD, pb.ZONE_HAND)
    assert (moved.incarnation, moved.reason) == (2, ev.MOVE_REASON_RETURNED)


@pytest.mark.clause("A7")
def test_what_the_stack_says_of_it():
    """A7: the ability remembers its card, the creature returned as it was, and its target."""
    game = armed()
    pushed = event(game.take("ninja", "bear"), "stack_pushed").object
    assert pushed == pb.StackObject(
        id="~1",
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,
        controller_id="a",
        source_id="ninja",
        source_incarnation=1,
        keyword="Ninjutsu",
        returned_id="bear",
        attack_target=pb.AttackTarget(player_id="b"),
        returned_as_pushed=game["bear"],
    )


@pytest.mark.clause("A7")
def test_countering_the_ability_brings_nothing_back():
    """A7: the ability is gone, as by a counterspell; the creature stays where it went."""
    game = armed()
    after = game.then(game.take("ninja", "bear"))
    del after.state.stack[:]
    assert after["bear"].zone == pb.ZONE_HAND
    assert all(after[name].tapped for name in ("u1", "u2"))
    with refused("EMPTY_STACK", "405.5"):
        after.resolve()


@pytest.mark.clause("A7")
def test_a_creature_is_returned_once():
    """A7: what was returned as one activation's cost is no attacker for the next."""
    game = armed(4)
    game.hand("other", NINJA)
    after = game.then(game.take("ninja", "bear"))
    assert after.actions() == []
    with refused("NOT_ATTACKING", "702.49a"):
        after.take("other", "bear")


@pytest.mark.clause("A7")
def test_a_borrowed_creature_goes_to_its_owner():
    """A7, B3: the cost returns it to its owner's hand, whoever controlled it."""
    game = armed()
    game["bear"].owner_id = "b"
    game["bear"].controller_id = "a"
    after = game.then(game.take("ninja", "bear"))
    assert after["bear"].zone == pb.ZONE_HAND
    assert (after["bear"].owner_id, after["bear"].controller_id) == ("b", "")


@pytest.mark.clause("A7")
def test_a_token_is_returned_and_ceases_to_exist():
    """A7, B3: a token can be the cost; it goes to hand, and is no more (704.5d)."""
    game = armed()
    game["bear"].token = True
    taken = game.take("ninja", "bear")
    assert kinds(taken)[-2:] == ["zone_changed", "object_ceased"]
    assert taken.events[-1].cause == len(taken.events) - 1
    assert [item.id for item in taken.state.objects] == ["ninja", "u1", "u2"]


@pytest.mark.clause("A7", "A8")
def test_the_owner_of_a_commander_chooses_before_anything_happens():
    """A7, A8, B4: the choice is asked for first; only its answer lets the cost be paid."""
    game = armed()
    game["bear"].commander = True
    choice = game.take("ninja", "bear").choice
    assert (choice.id, choice.player_id) == ("903.9b:bear", "a")
    assert choice.kind == wire.CHOICE_KIND_YES_NO
    for answer, zone in ((yes, pb.ZONE_COMMAND), (no, pb.ZONE_HAND)):
        after = game.then(game.take("ninja", "bear", decisions=[answer(choice.id)]))
        assert after["bear"].zone == zone
    with refused("ILLEGAL_DECISION", "903.9b"):
        game.take("ninja", "bear", decisions=[yes("903.9b:ninja")])


@pytest.mark.clause("A8")
@pytest.mark.parametrize("islands", [0, 1])
def test_too_little_mana(islands: int):
    """A8: without the mana nothing is revealed, nothing tapped, nothing returned."""
    game = armed(islands)
    assert game.actions() == []
    assert game.refusals() == [("ninja", "bear", "CANNOT_PAY", "601.2h")]
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")


@pytest.mark.clause("A8")
def test_the_wrong_mana():
    """A8: enough mana of the wrong colour is not enough."""
    game = armed(0)
    game.lands("G", 5)
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")


@pytest.mark.clause("A8")
def test_a_decision_that_nobody_asked_for():
    """A8: it is refused, and nothing has been paid."""
    with refused("ILLEGAL_DECISION", "608.2d"):
        armed().take("ninja", "bear", decisions=[yes("903.9b:bear")])


@pytest.mark.clause("A8")
def test_a_manual_payment_that_does_not_suffice():
    """A8: the sources that were named make too little, though others would help."""
    payment = manual("u1")
    with refused("CANNOT_PAY", "601.2h"):
        armed().take("ninja", "bear", payment=payment)


@pytest.mark.clause("A8")
@pytest.mark.parametrize(
    "spoil",
    [
        {"tapped": True},
        {"phased_out": True},
        {"controller_id": "b"},
        {"zone": pb.ZONE_GRAVEYARD},
    ],
    ids=lambda spoil: next(iter(spoil)),
)
def test_a_source_that_cannot_be_used(spoil: dict[str, object]):
    """A8: tapped, phased out, another player's or gone: it makes no mana, named or not."""
    game = armed()
    for field, value in spoil.items():
        setattr(game["u2"], field, value)
    assert game.actions() == []
    for payment in (wire.Payment(), manual("u1", "u2")):
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=payment)


@pytest.mark.clause("A8")
def test_one_source_named_twice():
    """A8: a land is tapped once."""
    with refused("CANNOT_PAY", "601.2h"):
        armed().take("ninja", "bear", payment=manual("u1", "u1"))


@pytest.mark.clause("A8")
def test_no_cost_cannot_be_paid():
    """A8, 118.6: "no cost" is a cost that nobody can pay, however the mana comes."""
    game = priced("no cost")
    game.player("a").mana_pool.blue = 9
    assert game.actions() == []
    assert game.actions(engine_pays=True) == []
    assert game.refusals() == [("ninja", "bear", "CANNOT_PAY", "601.2h")]
    for payment in (wire.Payment(), ENGINE, manual()):
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=payment)


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("card", "masters", "shown"),
    [
        (NINJA, 0, "1 U"),
        (NINJA, 1, "U"),
        (NINJA, 3, "U"),
        ("Silver-Fur Master", 1, "U B"),
        ("Ink-Eyes, Servant of Oni", 2, "1 B B"),
        ("Ink-Eyes, Servant of Oni", 4, "B B"),
    ],
)
def test_one_less_for_each_silver_fur_master(card: str, masters: int, shown: str):
    """A9: reductions add up, take generic mana only and never go below zero."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", card)
    for number in range(masters):
        game.add(f"master{number}", "Silver-Fur Master")
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == shown


@pytest.mark.clause("A9")
def test_the_reduced_cost_is_what_is_paid():
    """A9: with Silver-Fur Master one Island pays {1}{U}, and one Swamp does not."""
    game = armed(1)
    game.add("master", "Silver-Fur Master")
    taken = game.take("ninja", "bear")
    assert event(taken, "mana_spent").mana == pb.ManaPool(blue=1)
    game["u1"].mana_abilities[0].produces = "B"
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")


@pytest.mark.clause("A9")
def test_both_printings_of_the_master_reduce():
    """A9: Silver-Fur Master and its rebalanced version take {1} off each."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Ninja of the New Moon")
    game.add("master", "Silver-Fur Master")
    game.add("other", "A-Silver-Fur Master")
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == "1 B"


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    "spoil",
    [
        {"owner_id": "b"},
        {"controller_id": "b"},
        {"phased_out": True},
        {"abilities_lost": True},
        {"face_down": True},
        {"zone": pb.ZONE_HAND},
        {"zone": pb.ZONE_GRAVEYARD},
        {"zone": pb.ZONE_COMMAND},
    ],
    ids=lambda spoil: "-".join(map(str, next(iter(spoil.items())))),
)
def test_a_master_that_reduces_nothing(spoil: dict[str, object]):
    """A9: it must be one's own, in play, phased in, face up and with its abilities."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.add("master", "Silver-Fur Master")
    for field, value in spoil.items():
        setattr(game["master"], field, value)
    found = {each.source_id: each for each in game.listing(engine_pays=True).actions}
    assert found["ninja"].mana_cost == "1 U"


@pytest.mark.clause("A9", "F2")
def test_a_master_whose_characteristics_are_sent_still_reduces():
    """A9, F2: what an ability costs is no characteristic, so the script's reduction applies."""
    game = armed(1)
    game.creature("master", "Silver-Fur Master")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A9", "F2")
def test_a_copy_of_a_master_reduces_and_what_copies_another_does_not():
    """A9, 707.2: what the engine says an object is called decides whose abilities it has."""
    game = armed(1)
    game.creature("clone", "Sakashima's Student")
    game["clone"].characteristics.name = "Silver-Fur Master"
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    game["clone"].card_name = "Silver-Fur Master"
    game["clone"].characteristics.name = "Grizzly Bears"
    assert game.actions() == []


@pytest.mark.clause("A9", "A2")
def test_commander_ninjutsu_is_ninjutsu_to_a_reduction():
    """A9, 702.49d: an effect that refers to ninjutsu means the variant as well."""
    game = Game()
    game.attacker("bear")
    game.add("master", "Silver-Fur Master")
    game.add("ninja", "No such card", pb.ZONE_COMMAND)
    game["ninja"].characteristics.keywords.append("Ninjutsu:2 U:Commander")
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == "1 U"


@pytest.mark.clause("A9", "F1")
@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ([("a", "", -1)], "U"),
        ([("a", "Ninjutsu", -1)], "U"),
        ([("a", "Ninjutsu", 2)], "3 U"),
        ([("a", "", 2), ("a", "Ninjutsu", -1)], "2 U"),
        ([("a", "", -3), ("a", "", 1)], "U"),
        ([("a", "", 1), ("a", "", -3)], "U"),
        ([("b", "", -1)], "1 U"),
        ([("a", "Sneak", -1)], "1 U"),
        ([("a", "Commander ninjutsu", -1)], "1 U"),
    ],
)
def test_changes_that_the_engine_names(changes: list[tuple[str, str, int]], shown: str):
    """A9: an engine's own increases and reductions, for this player and this keyword."""
    game = armed(0)
    for player, keyword, generic in changes:
        game.state.cost_changes.add(player_id=player, keyword=keyword, generic=generic)
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == shown


@pytest.mark.clause("A9")
def test_a_change_for_ninjutsu_is_one_for_the_commander_variant():
    """A9, 702.49d: a named change of ninjutsu's cost changes commander ninjutsu's, too."""
    game = Game()
    game.attacker("bear")
    game.add("yuriko", "Yuriko, the Tiger's Shadow", pb.ZONE_COMMAND)
    game.state.cost_changes.add(player_id="a", keyword="Ninjutsu", generic=1)
    game.state.cost_changes.add(player_id="a", keyword="Commander ninjutsu", generic=2)
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == "3 U B"


@pytest.mark.clause("A9")
def test_an_increase_that_cannot_be_paid():
    """A9, A8: the increase is part of the cost."""
    game = armed(2)
    game.state.cost_changes.add(player_id="a", generic=1)
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")
    game.land("u3", "U")
    assert event(game.take("ninja", "bear"), "mana_spent").mana.blue == 3


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("cost", "change", "pool", "payable"),
    [
        ("2/W", 0, {"blue": 1}, False),
        ("2/W", 0, {"blue": 2}, True),
        ("2/W", -1, {"blue": 1}, True),
        ("2/W", -1, {"white": 1}, True),
        ("2/W", -1, {}, False),
        ("2/W", -2, {}, True),
        ("1 2/W", -2, {"blue": 1}, True),
        ("1 2/W", -2, {"white": 1}, True),
        ("1 2/W", -2, {}, False),
        ("2/W 2/W", -2, {"blue": 1}, False),
        ("2/W 2/W", -2, {"blue": 2}, True),
        ("W/U", -3, {}, False),
        ("C", -1, {"blue": 1}, False),
    ],
)
def test_reductions_and_the_generic_half(
    cost: str, change: int, pool: dict[str, int], payable: bool
):
    """A9: the generic half of {2/W} is generic where that is how it is paid; a colour is not."""
    game = priced(cost)
    game.player("a").mana_pool.MergeFrom(pb.ManaPool(**pool))
    game.state.cost_changes.add(player_id="a", generic=change)
    assert game.actions() == ([("ninja", "Ninjutsu", "bear")] if payable else [])
    if payable:
        assert "stack_pushed" in kinds(game.take("ninja", "bear"))
    else:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear")


@pytest.mark.clause("A9", "A13")
@pytest.mark.parametrize(("change", "most"), [(0, 3), (-1, 4), (-5, 8), (1, 2), (3, 0)])
def test_reductions_and_x(change: int, most: int):
    """A9: X is generic mana, so a reduction allows a larger X for the same mana."""
    game = priced("X U")
    game.player("a").mana_pool.blue = 4
    game.state.cost_changes.add(player_id="a", generic=change)
    (action,) = game.listing().actions
    assert action.x_value == most
    taken = game.take("ninja", "bear", x=most)
    assert event(taken, "stack_pushed").object.x_value == most
    assert event(taken, "mana_spent").mana.blue == 4
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", x=most + 1)


@pytest.mark.clause("A9")
def test_the_action_at_the_cost_that_was_listed():
    """A9: the reduced cost names the action; the printed one names none that there is."""
    game = armed(2)
    game.add("master", "Silver-Fur Master")
    game.take("ninja", "bear", mana_cost="U")
    with refused("NO_KEYWORD", "702.49a"):
        game.take("ninja", "bear", mana_cost="1 U")


@pytest.mark.clause("A9")
@pytest.mark.parametrize(("first", "second"), [("1 U", "2 U"), ("2 U", "1 U")])
def test_two_prices_that_come_to_the_same(first: str, second: str):
    """A9, A10: reduced to the same mana they are one action, which can be taken."""
    game = priced(first)
    game["ninja"].characteristics.keywords.append(f"Ninjutsu:{second}")
    game.player("a").mana_pool.blue = 1
    game.state.cost_changes.add(player_id="a", generic=-2)
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    game.take("ninja", "bear")
    game.take("ninja", "bear", mana_cost="U")


@pytest.mark.clause("A8")
def test_x_where_the_cost_has_none():
    """A8: an X for a cost without X is a misunderstanding, and a wrong field."""
    with invalid("action.x_value"):
        armed().take("ninja", "bear", x=1)
