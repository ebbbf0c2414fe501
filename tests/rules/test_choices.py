"""A wrong decision of every kind: refused, saying what was decided and what was allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ninjutsu_service import texts
from ninjutsu_service.rules.refusals import Refused
from tests.boards import ENGINE, Game, pb, wire
from tests.rules.scripts import on_stack

Call = Callable[..., wire.Outcome]


def may() -> Call:
    """Yes or no: a trigger that its controller need not use."""
    game = Game()
    game.add("source", "Ninja of the Deep Hours")
    game.add("top", "Test top", pb.ZONE_LIBRARY)
    on_stack(game, "TrigDraw")
    return game.resolve


def discard() -> Call:
    """Objects: two of three cards."""
    game = Game()
    game.add("source", "Okiba-Gang Shinobi")
    for name in ("x", "y", "z"):
        game.hand(name, f"Test {name}", "b")
    on_stack(game, "TrigDiscard")
    return game.resolve


def opponent() -> Call:
    """Players: one of two opponents."""
    game = Game("a", "b", "c")
    game.attacker("bear")
    game.state.step = pb.STEP_PRECOMBAT_MAIN
    game.hand("arachne", "Arachne, Psionic Weaver")
    return game.then(game.take("arachne", "bear", "Web-slinging", payment=ENGINE)).resolve


def divide() -> Call:
    """Damage: 3 with trample among two blockers and the player."""
    game = Game()
    for name in ("x", "y"):
        game.creature(name, owner="b", power=0, toughness=1)
    game.attacker(
        "bear", power=3, keywords=["Trample"],
        status=pb.BLOCK_STATUS_BLOCKED, blockers=["x", "y"],
    )  # fmt: skip
    return game.advance


def order() -> Call:
    """Order: two triggers of one player's."""
    game = Game()
    for name, card in (("one", "Gutterlight Acolyte"), ("two", "Emberstair Porter")):
        game.add(name, card, tapped=True)
        game.attack(name)
    return game.advance


def search() -> Call:
    """Objects with a limit to all of them together."""
    game = Game()
    game.attacker("bear")
    game.hand("technique", "Michelangelo's Technique")
    for name, cost in (("two", "2"), ("five", "5")):
        item = game.creature(name, zone=pb.ZONE_LIBRARY)
        item.characteristics.mana_cost = cost
    game.player("a").library_size = 2
    game = game.then(game.take("technique", "bear", "Sneak", payment=ENGINE))
    return game.resolve


PICK = "2: x, y, z"
SHARE = "3 = x + y + b; b > 0: x ≥ 1, y ≥ 1"

WRONG: list[tuple[Callable[[], Call], dict[str, Any], str, str, str]] = [
    (may, {"option_ids": ["yes"]}, "yes", "yes: true, yes: false", "603.5"),
    (may, {"yes": True, "amounts": [1]}, "? = 1, yes: true", "yes: true, yes: false", "603.5"),
    (discard, {}, "nothing", PICK, "701.9b"),
    (discard, {"option_ids": ["x"]}, "x", PICK, "701.9b"),
    (discard, {"option_ids": ["x", "y", "z"]}, "x, y, z", PICK, "701.9b"),
    (discard, {"option_ids": ["x", "x"]}, "x, x", PICK, "701.9b"),
    (discard, {"option_ids": ["x", "source"]}, "x, source", PICK, "701.9b"),
    (discard, {"option_ids": ["x", "y"], "yes": True}, "x, y, yes: true", PICK, "701.9b"),
    (discard, {"option_ids": ["x", "y"], "amounts": [1]}, "x = 1, y = ?", PICK, "701.9b"),
    (opponent, {"option_ids": ["a"]}, "a", "1: b, c", "614.12a"),
    (opponent, {"option_ids": ["b", "c"]}, "b, c", "1: b, c", "614.12a"),
    (opponent, {"yes": True}, "yes: true", "1: b, c", "614.12a"),
    (divide, {"option_ids": ["x"], "amounts": [2]}, "x = 2", SHARE, "510.1c"),
    (divide, {"option_ids": ["x", "b"], "amounts": [1, 2]}, "x = 1, b = 2", SHARE, "510.1c"),
    (divide, {"option_ids": ["x", "x"], "amounts": [1, 2]}, "x = 1, x = 2", SHARE, "510.1c"),
    (divide, {"option_ids": ["x", "a"], "amounts": [1, 2]}, "x = 1, a = 2", SHARE, "510.1c"),
    (divide, {"option_ids": ["x", "y"], "amounts": [3]}, "x = 3, y = ?", SHARE, "510.1c"),
    (order, {"option_ids": ["~1"]}, "~1", "2: ~1, ~2", "603.3b"),
    (order, {"option_ids": ["~1", "~1"]}, "~1, ~1", "2: ~1, ~2", "603.3b"),
    (order, {"option_ids": ["~2", "~1", "~3"]}, "~2, ~1, ~3", "2: ~1, ~2", "603.3b"),
    (order, {"option_ids": ["~2", "~1"], "yes": True}, "~2, ~1, yes: true", "2: ~1, ~2", "603.3b"),
    (search, {"option_ids": ["two", "five"]}, "two, five",
     "0-2: two, five; mana value ≤ 6", "608.2d"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "wrong", "given", "allowed", "rule"), WRONG)
def test_a_wrong_decision(
    made: Callable[[], Call], wrong: dict[str, Any], given: str, allowed: str, rule: str
):
    """ILLEGAL_DECISION with the rule; what the call was made on has not changed (`Game`)."""
    call = made()
    choice = call().choice
    with pytest.raises(Refused) as caught:
        call(wire.Decision(choice_id=choice.id, **wrong))
    refusal = caught.value.refusal
    assert (refusal.name, refusal.rule) == ("ILLEGAL_DECISION", rule)
    message = texts.refusal_message("en", refusal.name, refusal.details)
    assert message == f"Not an answer that is allowed here: {given}; allowed: {allowed}."


@pytest.mark.parametrize("made", [may, discard, opponent, divide, order, search])
def test_a_decision_of_another_question(made: Callable[[], Call]):
    """It names the choice that was open."""
    call = made()
    choice = call().choice
    with pytest.raises(Refused) as caught:
        call(wire.Decision(choice_id="else", option_ids=choice.option_ids[:1]))
    assert caught.value.refusal.details == {"given": "else", "allowed": choice.id}


def test_a_decision_that_nobody_asked_for():
    """One too many: the game is as it was, though every question was answered."""
    call = may()
    right = wire.Decision(choice_id=call().choice.id)
    assert not call(right).HasField("choice")
    with pytest.raises(Refused) as caught:
        call(right, wire.Decision(choice_id="more"))
    refusal = caught.value.refusal
    assert texts.refusal_message("en", refusal.name, refusal.details) == (
        "Not an answer that is allowed here: more; allowed: none."
    )


def test_every_kind_of_choice_is_here():
    """A kind that the contract gets one day has its wrong decisions here."""
    kinds = {made()().choice.kind for made in (may, discard, opponent, divide, order)}
    assert kinds == set(wire.ChoiceKind.values()) - {wire.CHOICE_KIND_UNSPECIFIED}
