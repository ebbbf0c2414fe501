"""Further costs: parts in script notation that are paid like any other (CR 118, 601.2h)."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.cards.cost import parse_cost
from ninjutsu_service.rules.parts import is_payable
from tests.boards import Game, ev, kinds, pb, refused, wire

CREATURE = "Test Ninja"


def game(cost: str, **fields: Any) -> Game:
    """A Ninja in hand whose ninjutsu costs this; a bear attacks unblocked."""
    board = Game()
    board.attacker("bear")
    ninja = board.add("ninja", CREATURE, pb.ZONE_HAND)
    ninja.characteristics.types.append("Creature")
    ninja.characteristics.keywords.append(f"Ninjutsu:{cost}")
    board.lands("U", 2)
    return board


def chosen(choice: wire.Choice, *names: str) -> wire.Decision:
    return wire.Decision(choice_id=choice.id, option_ids=names)


def moves(outcome: wire.Outcome) -> list[tuple[str, str, str]]:
    return [
        (
            each.zone_changed.object_id,
            pb.Zone.Name(each.zone_changed.to_zone),
            ev.MoveReason.Name(each.zone_changed.reason),
        )
        for each in outcome.events
        if each.HasField("zone_changed")
    ]


@pytest.mark.clause("E2")
def test_further_costs_are_listed_in_script_notation():
    """An action names what it costs besides mana."""
    board = game("1 U Discard<1/Card>")
    (action,) = board.listing().actions
    assert (action.mana_cost, list(action.other_costs)) == ("1 U", ["Discard<1/Card>"])


@pytest.mark.clause("E2", "A8")
def test_discard_offers_every_card_in_hand_the_ninja_too():
    """Discard a card: any card in hand, and the Ninja itself is one (it stays in hand, B1)."""
    board = game("U Discard<1/Card>")
    board.hand("other", "Mukotai Ambusher")
    board.hand("theirs", "Mukotai Ambusher", owner="b")
    choice = board.take("ninja", "bear").choice
    assert (choice.player_id, list(choice.option_ids), choice.min, choice.max) == (
        "a",
        ["ninja", "other"],
        1,
        1,
    )
    outcome = board.take("ninja", "bear", decisions=[chosen(choice, "other")])
    assert moves(outcome) == [
        ("other", "ZONE_GRAVEYARD", "MOVE_REASON_DISCARDED"),
        ("bear", "ZONE_HAND", "MOVE_REASON_RETURNED"),
    ]
    assert [each.rule for each in outcome.events if each.HasField("zone_changed")] == [
        "701.9a",
        "702.49a",
    ]


def test_a_discarded_ninja_does_not_enter():
    """B6: the Ninja that paid for its own ability is not the same object any more."""
    board = game("U Discard<1/Card>")
    after = board.then(board.take("ninja", "bear"))
    assert after["ninja"].zone == pb.ZONE_GRAVEYARD
    resolved = after.resolve()
    assert kinds(resolved) == ["stack_removed", "priority_given"]
    assert not resolved.events[0].stack_removed.resolved


@pytest.mark.parametrize("names", [["other", "ninja"], [], ["theirs"], ["other", "other"]])
def test_a_wrong_choice_is_refused_and_says_what_was_allowed(names: list[str]):
    """Too many, none, not offered, one twice: ILLEGAL_DECISION, CR 601.2b."""
    board = game("U Discard<1/Card>")
    board.hand("other", "Mukotai Ambusher")
    choice = board.take("ninja", "bear").choice
    with refused("ILLEGAL_DECISION", "601.2b"):
        board.take("ninja", "bear", decisions=[chosen(choice, *names)])


def test_sacrifice_cannot_take_the_creature_that_is_returned():
    """One creature cannot pay for two parts of a cost."""
    board = game("U Sac<1/Creature>")
    assert board.actions() == []
    with refused("CANNOT_PAY", "601.2h"):
        board.take("ninja", "bear")
    board.creature("cub")
    assert board.actions() == [("ninja", "Ninjutsu", "bear")]
    outcome = board.take("ninja", "bear")
    assert moves(outcome)[0] == ("cub", "ZONE_GRAVEYARD", "MOVE_REASON_SACRIFICED")


def test_a_creature_tapped_for_mana_can_still_be_sacrificed():
    """Mana abilities come before costs are paid (A12): tap the elf, then sacrifice it."""
    board = game("U U U Sac<1/Creature>")
    board.land("elf", "U").characteristics.types[:] = ["Creature"]
    outcome = board.take("ninja", "bear")
    assert kinds(outcome).count("object_tapped") == 3
    assert moves(outcome)[0][0] == "elf"


def test_a_permanent_tapped_as_a_cost_is_not_tapped_for_mana_as_well():
    """`tapXType` needs an untapped creature of its own; only the other elf is a choice then."""
    board = game("U U U tapXType<1/Creature>")
    board.land("elf", "U").characteristics.types[:] = ["Creature"]
    assert board.actions() == []
    board.creature("cub", summoning_sick=True)
    outcome = board.take("ninja", "bear")
    tapped = [
        each.object_tapped.object_id for each in outcome.events if each.HasField("object_tapped")
    ]
    assert tapped == ["u1", "u2", "elf", "cub"]


@pytest.mark.clause("A14")
def test_life_as_a_cost_adds_up_with_phyrexian_mana():
    """CR 119.4: 3 life by PayLife and 2 for {B/P} need 5."""
    board = game("B/P PayLife<3>")
    board.player("a").life = 4
    with refused("CANNOT_PAY", "601.2h"):
        board.take("ninja", "bear")
    board.player("a").life = 5
    outcome = board.take("ninja", "bear")
    assert sum(each.life_changed.change for each in outcome.events) == -5
    assert outcome.state.players[0].life == 0


def test_x_in_a_further_cost_is_bounded_by_what_can_pay_it():
    """PayLife<X>: the listing names the largest X, which is the player's life."""
    board = game("U PayLife<X>")
    (action,) = board.listing().actions
    assert action.x_value == 20
    assert board.take("ninja", "bear", x=7).state.players[0].life == 13
    with refused("CANNOT_PAY", "601.2h"):
        board.take("ninja", "bear", x=21)


def test_a_part_that_is_not_known_cannot_be_paid():
    """What is not understood is never taken as paid."""
    board = game("U Exert<1/CARDNAME>")
    with refused("CANNOT_PAY", "601.2h"):
        board.take("ninja", "bear")
    assert board.listing(engine_pays=True).actions == []


def test_two_parts_never_share_an_object():
    """Discard a card and exile a card from hand: two different cards."""
    board = game("U Discard<1/Card> ExileFromHand<1/Card>")
    assert board.actions() == []
    board.hand("other", "Mukotai Ambusher")
    choice = board.take("ninja", "bear").choice
    assert list(choice.option_ids) == ["ninja", "other"]
    outcome = board.take("ninja", "bear", decisions=[chosen(choice, "ninja")])
    assert moves(outcome)[:2] == [
        ("ninja", "ZONE_GRAVEYARD", "MOVE_REASON_DISCARDED"),
        ("other", "ZONE_EXILE", "MOVE_REASON_UNSPECIFIED"),
    ]


@pytest.mark.parametrize(
    ("part", "payable"),
    [("Discard<1/Card>", True), ("Discard<1>", False), ("Sac<1>", False), ("PayLife<2>", True)],
)
def test_what_is_asked_for_must_be_said(part: str, payable: bool) -> None:
    """A part that names nothing could be paid with nothing: whoever writes it is to be told."""
    assert is_payable(parse_cost(part).parts[0]) is payable


@pytest.mark.clause("B4", "E2")
@pytest.mark.parametrize("instead", [True, False])
def test_a_commander_that_pays_by_going_back(instead: bool):
    """903.9b: its owner is asked before anything is paid, and it pays all the same."""
    board = game("U Return<1/Creature.Other+YouCtrl>")
    board.creature("boss", owner="b", controller_id="a", commander=True)
    choice = board.take("ninja", "bear").choice
    assert (choice.id, choice.player_id) == ("903.9b:boss", "b")
    decision = wire.Decision(choice_id=choice.id, yes=instead)
    outcome = board.take("ninja", "bear", decisions=[decision])
    zone = "ZONE_COMMAND" if instead else "ZONE_HAND"
    returned = "MOVE_REASON_RETURNED"
    assert moves(outcome) == [("boss", zone, returned), ("bear", "ZONE_HAND", returned)]
    rules = [each.rule for each in outcome.events if each.HasField("zone_changed")]
    assert rules == ["903.9b" if instead else "118.1", "702.49a"]


@pytest.mark.clause("B4", "E2")
def test_two_commanders_that_pay():
    """903.9b: each owner is asked, in the order in which they pay; each for their own."""
    board = game("U Return<1/Creature.Other+YouCtrl>")
    board["bear"].commander = True
    board.creature("boss", owner="b", controller_id="a", commander=True)
    answers = [
        wire.Decision(choice_id="903.9b:boss", yes=False),
        wire.Decision(choice_id="903.9b:bear", yes=True),
    ]
    outcome = board.take("ninja", "bear", decisions=answers)
    assert [(name, zone) for name, zone, _ in moves(outcome)] == [
        ("boss", "ZONE_HAND"),
        ("bear", "ZONE_COMMAND"),
    ]


@pytest.mark.clause("B4", "E2")
def test_a_commander_that_pays_otherwise():
    """903.9b is of hands and libraries alone: 704.6d asks of graveyards, once it is there."""
    board = game("U Sac<1/Creature.Other+YouCtrl>")
    board.creature("boss", commander=True)
    options = wire.CallOptions(engine_settles=True)
    outcome = board.take("ninja", "bear", options=options)
    assert moves(outcome)[0] == ("boss", "ZONE_GRAVEYARD", "MOVE_REASON_SACRIFICED")
