"""B1, B2, B14 and A15: the ability on the stack, and the card that is shown meanwhile."""

from __future__ import annotations

import pytest

from tests.boards import Game, ev, event, kinds, pb, refused, told

NINJA = "Ninja of the Deep Hours"
HACKER = "Moon-Circuit Hacker"


def armed(*players: str) -> Game:
    """A bear attacks, a Ninja is in hand, and there is mana for two activations."""
    game = Game(*players)
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 4)
    return game


def with_two_activations() -> Game:
    """Two attackers of two players were returned for one Ninja: bear first, then wolf."""
    game = armed("a", "b", "c")
    game.attacker("wolf", target="c")
    game = game.then(game.take("ninja", "bear"))
    return game.then(game.take("ninja", "wolf"))


def with_an_instant() -> Game:
    """A card that resolving leaves in hand, activated twice: it shows who hides it, and when."""
    game = Game()
    for name in ("bear", "wolf"):
        game.attacker(name)
    trick = game.hand("trick", "Test Trick")
    trick.characteristics.CopyFrom(pb.Characteristics(types=["Instant"], keywords=["Ninjutsu:U"]))
    game.lands("U", 2)
    game = game.then(game.take("trick", "bear"))
    return game.then(game.take("trick", "wolf"))


@pytest.mark.clause("B1", "B2", "A7")
def test_activating_event_by_event():
    """B1, B2: the card is revealed, the ability put on the stack, then the cost is paid."""
    outcome = armed().take("ninja", "bear")
    assert told(outcome) == [
        ("card_revealed", "702.49b", 0, 0),
        ("stack_pushed", "602.2a", 0, 0),
        ("object_tapped", "605.3", 0, 0),
        ("mana_added", "605.3", 0, 0),
        ("object_tapped", "605.3", 0, 0),
        ("mana_added", "605.3", 0, 0),
        ("mana_spent", "601.2h", 0, 0),
        ("combat_left", "506.4", 0, 9),
        ("zone_changed", "702.49a", 0, 0),
    ]


@pytest.mark.clause("B1")
def test_what_goes_on_the_stack():
    """B1, 602.2a: an activated ability that knows its card, its cost and what was attacked."""
    game = armed()
    outcome = game.take("ninja", "bear")
    expected = pb.StackObject(
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
    assert event(outcome, "stack_pushed").object == expected
    assert list(outcome.state.stack) == [expected]


@pytest.mark.clause("B1")
def test_it_goes_above_what_is_there():
    """B1, 405.2: the ability goes on top, under an id that nothing else has."""
    game = armed()
    game.state.stack.add(id="~1", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    game.creature("~2")
    outcome = game.take("ninja", "bear")
    assert [item.id for item in outcome.state.stack] == ["~1", "~3"]


@pytest.mark.clause("B1")
def test_the_player_has_priority_again():
    """B1, 117.3c: whoever activated may act again at once, with the card still in hand."""
    game = armed()
    game.attacker("wolf")
    outcome = game.take("ninja", "bear")
    assert outcome.state.priority_player_id == "a"
    assert "priority_given" not in kinds(outcome)
    assert game.then(outcome).actions() == [("ninja", "Ninjutsu", "wolf")]


@pytest.mark.clause("B1")
def test_the_card_stays_where_it_is():
    """B1: nothing enters before the ability resolves; the card is the same object in hand."""
    card = armed().take("ninja", "bear").state.objects[1]
    assert (card.id, card.zone, card.incarnation) == ("ninja", pb.ZONE_HAND, 1)


@pytest.mark.clause("B1")
def test_a_commander_stays_in_the_command_zone():
    """B1, A2: the same from the command zone."""
    game = Game()
    game.attacker("bear")
    game.add("yuriko", "Yuriko, the Tiger's Shadow", pb.ZONE_COMMAND, commander=True)
    game.lands("U", 1)
    game.lands("B", 1)
    outcome = game.take("yuriko", "bear", "Commander ninjutsu")
    card = game.then(outcome)["yuriko"]
    assert (card.zone, card.incarnation, card.revealed) == (pb.ZONE_COMMAND, 1, True)
    assert event(outcome, "stack_pushed").object.keyword == "Commander ninjutsu"


@pytest.mark.clause("B2")
def test_revealed_while_the_ability_is_on_the_stack():
    """B2: shown from announcement on; what enters is a new object and no longer revealed."""
    game = armed()
    assert not game["ninja"].revealed
    game = game.then(game.take("ninja", "bear"))
    assert game["ninja"].revealed
    resolved = game.resolve()
    assert not game.then(resolved)["ninja"].revealed
    assert "card_hidden" not in kinds(resolved)


@pytest.mark.clause("B2", "A15")
def test_revealed_until_the_second_ability_leaves():
    """B2: of two abilities of one card, the first to leave the stack does not hide it."""
    game = with_an_instant()
    assert game["trick"].revealed
    first = game.resolve()
    assert told(first) == [("stack_removed", "400.4a", 0, 0), ("priority_given", "117.3b", 0, 0)]
    game = game.then(first)
    assert game["trick"].revealed
    second = game.resolve()
    assert told(second) == [
        ("stack_removed", "400.4a", 0, 0),
        ("card_hidden", "702.49b", 0, 0),
        ("priority_given", "117.3b", 0, 0),
    ]
    assert not game.then(second)["trick"].revealed


@pytest.mark.clause("B2", "B14")
def test_one_of_two_is_countered():
    """B2: the engine counters one ability and leaves the card shown; the last one hides it."""
    game = with_an_instant()
    del game.state.stack[1]
    outcome = game.resolve()
    assert event(outcome, "card_hidden").object_id == "trick"
    assert not game.then(outcome)["trick"].revealed


@pytest.mark.clause("B2")
def test_an_ability_of_another_card_does_not_keep_it_revealed():
    """B2: each card is shown for its own abilities only."""
    game = with_an_instant()
    del game.state.stack[1]
    game.hand("ninja", NINJA, revealed=True)
    game.state.stack.insert(
        0,
        pb.StackObject(
            id="other", kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, controller_id="a",
            source_id="ninja", source_incarnation=1, keyword="Ninjutsu",
        ),
    )  # fmt: skip
    game = game.then(game.resolve())
    assert (game["trick"].revealed, game["ninja"].revealed) == (False, True)


@pytest.mark.clause("B2", "B6")
def test_a_card_drawn_again_is_not_hidden():
    """B2, 400.7: a card that went and came back is another object; it was never shown."""
    game = armed()
    game = game.then(game.take("ninja", "bear"))
    game.moved("ninja", pb.ZONE_LIBRARY)
    game.moved("ninja", pb.ZONE_HAND).revealed = True
    outcome = game.resolve()
    assert kinds(outcome) == ["stack_removed", "priority_given"]
    assert game.then(outcome)["ninja"].revealed


@pytest.mark.clause("B14")
def test_countered():
    """B14, 701.6a: the card stays in hand, shown no longer; the cost stays paid, A7."""
    game = armed()
    game.attacker("wolf")
    game = game.then(game.take("ninja", "bear"))
    del game.state.stack[:]
    game["ninja"].revealed = False
    assert game["ninja"].zone == pb.ZONE_HAND
    assert game["bear"].zone == pb.ZONE_HAND
    assert game.attacks("bear") is None
    assert [each for each in game.actions() if each[0] == "ninja"] == [
        ("ninja", "Ninjutsu", "wolf")
    ]
    after = game.through("ninja", "wolf")
    assert after.attacks("ninja") == "b"


@pytest.mark.clause("A15", "B6", "B8")
def test_activated_twice():
    """A15: the last activation resolves first, the card attacks what its creature attacked."""
    game = with_two_activations()
    assert [item.returned_id for item in game.state.stack] == ["bear", "wolf"]
    game = game.then(game.resolve())
    assert game.attacks("ninja") == "c"
    assert game["ninja"].incarnation == 2
    rest = game.resolve()
    assert told(rest) == [("stack_removed", "400.7", 0, 0), ("priority_given", "117.3b", 0, 0)]
    assert event(rest, "stack_removed") == ev.StackRemoved(stack_object_id="~1", resolved=False)
    after = game.then(rest)
    assert len(after.state.combat.attackers) == 1
    assert after.attacks("ninja") == "c"
    assert not after.state.stack


@pytest.mark.clause("A15")
def test_each_activation_returns_another_creature():
    """A15, B5: what is back in hand is no attacker, so the second activation needs its own."""
    game = armed()
    game = game.then(game.take("ninja", "bear"))
    assert game.actions() == []
    assert game.refusals() == []


@pytest.mark.clause("A15")
def test_two_cards_answer_each_other():
    """A15, 608.1: with two cards the later activation enters first, and both attack."""
    game = armed()
    game.attacker("wolf")
    game.hand("hacker", HACKER)
    game = game.then(game.take("ninja", "bear"))
    game = game.then(game.take("hacker", "wolf"))
    game = game.then(game.resolve())
    assert (game["hacker"].zone, game["ninja"].zone) == (pb.ZONE_BATTLEFIELD, pb.ZONE_HAND)
    game = game.then(game.resolve())
    assert (game.attacks("hacker"), game.attacks("ninja")) == ("b", "b")


@pytest.mark.clause("B1")
def test_only_the_top_resolves():
    """B1, 608.1: an ability under something of the engine's waits for the engine."""
    game = armed()
    game = game.then(game.take("ninja", "bear"))
    game.state.stack.add(id="bolt", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    with refused("NOT_OURS_TO_RESOLVE", "608.1"):
        game.resolve()
