"""A15: one card's ability, activated again while it is on the stack."""

from __future__ import annotations

import pytest

from tests.boards import Game, event, kinds, pb, refused

NINJA = "Ninja of the Deep Hours"


def twice() -> Game:
    """Two activations of one card: for `bear`, which attacked b, and `wolf`, which attacked c."""
    game = Game("a", "b", "c")
    game.attacker("bear", target="b")
    game.attacker("wolf", target="c")
    game.hand("ninja", NINJA)
    game.lands("U", 4)
    once = game.then(game.take("ninja", "bear"))
    return once.then(once.take("ninja", "wolf"))


@pytest.mark.clause("A15")
def test_it_may_be_activated_again():
    """A15: the card is still in hand, so its ability can be activated for another creature."""
    game = Game("a", "b", "c")
    game.attacker("bear", target="b")
    game.attacker("wolf", target="c")
    game.hand("ninja", NINJA)
    game.lands("U", 4)
    once = game.then(game.take("ninja", "bear"))
    assert once["ninja"].revealed
    assert once.actions() == [("ninja", "Ninjutsu", "wolf")]
    with refused("NOT_ATTACKING", "702.49a"):
        once.take("ninja", "bear")


@pytest.mark.clause("A15")
def test_each_is_paid_for():
    """A15: every activation costs its mana and its creature."""
    after = twice()
    assert [item.id for item in after.state.objects if item.zone == pb.ZONE_HAND] == [
        "bear",
        "wolf",
        "ninja",
    ]
    assert [item.id for item in after.state.objects if item.tapped] == ["u1", "u2", "u3", "u4"]
    assert [(each.id, each.returned_id) for each in after.state.stack] == [
        ("~1", "bear"),
        ("~2", "wolf"),
    ]


@pytest.mark.clause("A15")
def test_the_last_one_resolves_first_and_its_creature_decides():
    """A15: the card attacks what the creature of the activation that resolves attacked."""
    after = twice()
    resolved = after.resolve()
    assert event(resolved, "stack_removed").stack_object_id == "~2"
    assert after.then(resolved).attacks("ninja") == "c"


@pytest.mark.clause("A15")
def test_the_other_does_nothing():
    """A15, B6: the card is a new object, on the battlefield; the first activation resolves idly."""
    after = twice()
    after = after.then(after.resolve())
    last = after.resolve()
    assert kinds(last) == ["stack_removed", "priority_given"]
    removed = event(last, "stack_removed")
    assert (removed.stack_object_id, removed.resolved) == ("~1", False)
    assert last.events[0].rule == "400.7"
    end = after.then(last)
    assert end.attacks("ninja") == "c"
    assert [record.object_id for record in end.state.combat.attackers] == ["ninja"]


@pytest.mark.clause("A15")
def test_for_the_card_that_has_entered_there_is_no_third_activation():
    """A15, A1: once it is on the battlefield its ninjutsu works no more."""
    after = twice()
    after = after.then(after.resolve())
    after.creature("late", tapped=True)
    after.attack("late")
    assert after.actions() == []
    with refused("WRONG_ZONE", "702.49a"):
        after.take("ninja", "late")


@pytest.mark.clause("A15")
def test_returned_for_the_second_while_the_first_waits():
    """A15, A6: the Ninja that came in for the second is returned for another card's ninjutsu."""
    after = twice()
    after = after.then(after.resolve())
    after.hand("other", "Skullsnatcher")
    after.lands("B", 1)
    again = after.then(after.take("other", "ninja"))
    assert [each.keyword for each in again.state.stack] == ["Ninjutsu", "Ninjutsu"]
    again = again.then(again.resolve())
    assert again.attacks("other") == "c"
    idle = again.resolve()
    assert not event(idle, "stack_removed").resolved
    assert again.then(idle)["ninja"].zone == pb.ZONE_HAND


@pytest.mark.clause("A15")
def test_without_a_second_attacker_there_is_no_second_activation():
    """A15: each activation returns another creature."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 4)
    once = game.then(game.take("ninja", "bear"))
    assert once.actions() == []
    assert once.refusals() == []


@pytest.mark.clause("A15")
def test_two_cards_for_two_creatures():
    """A15: two cards, each for a creature of its own, both come in."""
    game = Game("a", "b", "c")
    game.attacker("bear", target="b")
    game.attacker("wolf", target="c")
    game.hand("first", NINJA)
    game.hand("second", NINJA)
    game.lands("U", 4)
    game = game.then(game.take("first", "bear"))
    game = game.then(game.take("second", "wolf"))
    game = game.then(game.resolve())
    game = game.then(game.resolve())
    assert (game.attacks("first"), game.attacks("second")) == ("b", "c")


@pytest.mark.clause("A15", "A10")
def test_printed_and_granted_activated_together():
    """A15, A10: both of a card's ninjutsu abilities on the stack; the last one brings it in."""
    game = Game("a", "b", "c")
    game.attacker("bear", target="b")
    game.attacker("wolf", target="c")
    game.hand("ninja", NINJA)
    game.add("satoru", "Satoru Umezawa")
    game.lands("U", 6)
    game.lands("B", 1)
    game = game.then(game.take("ninja", "bear", mana_cost="2 U B"))
    game = game.then(game.take("ninja", "wolf", mana_cost="1 U"))
    game = game.then(game.resolve())
    assert game.attacks("ninja") == "c"
