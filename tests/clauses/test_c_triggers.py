"""C9, C10 and the last part of C11: what triggers on damage, in which order, and from the grave."""

from __future__ import annotations

import pytest

from tests.boards import Game, divide, events, kinds, no, pb, refused, wire, yes

HOURS = "Ninja of the Deep Hours"
INFILTRATOR = "Ingenious Infiltrator"
REAVER = "Orochi Soul-Reaver"


def order(choice: str, *options: str) -> wire.Decision:
    return wire.Decision(choice_id=choice, option_ids=options)


def triggered(outcome: wire.Outcome) -> list[tuple[str, str, str]]:
    """What was put on the stack: source, controller, the player it is about."""
    return [
        (each.object.source_id, each.object.controller_id, each.object.context.player_id)
        for each in events(outcome, "stack_pushed")
    ]


def fighting(*players: str) -> Game:
    game = Game(*players)
    for player in game.state.players:
        for number in range(3):
            game.add(f"{player.id}{number}", "Island", pb.ZONE_LIBRARY, player.id)
    return game


def ninja(game: Game, name: str, card: str = HOURS, target: str = "b") -> pb.GameObject:
    item = game.add(name, card, tapped=True)
    game.attack(name, target)
    return item


@pytest.mark.clause("C9")
def test_damage_to_a_player_triggers():
    """C9, 603.2: the ability, what set it off and how much; its cause is the damage."""
    game = fighting()
    ninja(game, "ninja")
    outcome = game.advance()
    assert kinds(outcome)[1:] == ["damage_dealt", "life_changed", "stack_pushed", "priority_given"]
    pushed = events(outcome, "stack_pushed")[0].object
    assert pushed.kind == pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY
    assert pushed.ability == "TrigDraw"
    assert (pushed.source_id, pushed.source_incarnation) == ("ninja", 1)
    context = pushed.context
    assert (context.object_id, context.player_id, context.amount) == ("ninja", "b", 2)
    assert outcome.events[3].rule == "603.3b"


@pytest.mark.clause("C9")
def test_once_for_each_creature_and_player():
    """C9: each of two Ninjas triggers for itself; one with double strike in both steps."""
    game = fighting("a", "b", "c")
    ninja(game, "one")
    ninja(game, "two", target="c").characteristics.CopyFrom(
        pb.Characteristics(types=["Creature", "Ninja"], power=2, toughness=2,
                           keywords=["Double Strike"])
    )  # fmt: skip
    first = game.advance()
    assert triggered(first) == [("two", "a", "c")]
    game = game.then(first)
    while game.state.stack:
        game = game.then(game.resolve(no(game.resolve().choice.id)))
    asked = game.advance()
    second = game.advance(order(asked.choice.id, *asked.choice.option_ids))
    assert sorted(triggered(second)) == [("one", "a", "b"), ("two", "a", "c")]


@pytest.mark.clause("C9")
@pytest.mark.parametrize("kind", ["Planeswalker", "Battle"])
def test_not_for_planeswalkers_and_battles(kind: str):
    """C9: damage to them is no damage to a player."""
    game = fighting()
    item = game.add("target", "Test target", owner="b", protector_id="b")
    item.characteristics.types.append(kind)
    item.counters.update({"LOYALTY": 5, "DEFENSE": 5})
    ninja(game, "ninja", target="target")
    assert triggered(game.advance()) == []


@pytest.mark.clause("C9")
def test_not_for_creatures_or_without_damage():
    """C9: a blocked Ninja, and one whose damage does not come about."""
    game = fighting()
    game.creature("wall", owner="b", power=0, toughness=9)
    game.add("ninja", HOURS, tapped=True)
    game.attack("ninja", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    ninja(game, "weak").characteristics.CopyFrom(
        pb.Characteristics(types=["Creature", "Ninja"], power=0, toughness=2)
    )
    assert triggered(game.advance()) == []


@pytest.mark.clause("C9")
def test_one_or_more_creatures_deal_damage():
    """C9: once for each player and step, however many creatures it was."""
    game = fighting("a", "b", "c")
    game.add("reaver", REAVER)
    for name, target in (("one", "b"), ("two", "b"), ("three", "c")):
        game.attacker(name, target=target)
    asked = game.advance()
    outcome = asked
    if asked.HasField("choice"):
        outcome = game.advance(order(asked.choice.id, *asked.choice.option_ids))
    assert sorted(triggered(outcome)) == [("reaver", "a", "b"), ("reaver", "a", "c")]


@pytest.mark.clause("C9")
def test_once_again_in_the_second_step():
    """C9: one or more deal damage once in each step."""
    game = fighting()
    game.add("reaver", REAVER)
    game.attacker("one", keywords=["First Strike"])
    game.attacker("two")
    first = game.advance()
    assert triggered(first) == [("reaver", "a", "b")]
    game = game.then(first)
    while game.state.stack:
        game = game.then(game.resolve())
    assert triggered(game.advance()) == [("reaver", "a", "b")]


@pytest.mark.clause("C9")
def test_a_watcher_sees_each_ninja():
    """C9: "a Ninja you control deals combat damage" triggers for each of them."""
    game = fighting()
    game.add("watcher", INFILTRATOR)
    ninja(game, "one")
    game.attacker("bear")
    asked = game.advance()
    outcome = game.advance(order(asked.choice.id, *asked.choice.option_ids))
    assert triggered(outcome) == [("watcher", "a", "b"), ("one", "a", "b")]


@pytest.mark.clause("C10")
def test_in_turn_order():
    """C10, 603.3b: the active player's go on the stack first, so the others' resolve first."""
    game = fighting("a", "b", "c")
    game.add("mourner", "Ninja Teen", owner="c")
    game.creature("wall", owner="c", power=0, toughness=1)
    game.attacker("bear", target="c", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    ninja(game, "ninja")
    outcome = game.advance()
    assert [each[:2] for each in triggered(outcome)] == [("ninja", "a"), ("mourner", "c")]
    assert [each.id for each in game.then(outcome).state.stack] == ["~1", "~2"]


@pytest.mark.clause("C10")
def test_a_player_orders_their_own():
    """C10, 603.3b: the one named first goes on the stack first, and resolves last."""
    game = fighting()
    ninja(game, "one")
    ninja(game, "two", "Dokuchi Shadow-Walker")
    ninja(game, "three", INFILTRATOR)
    asked = game.advance()
    choice = asked.choice
    assert (choice.id, choice.player_id, choice.kind) == (
        "603.3b:a", "a", wire.CHOICE_KIND_ORDER
    )  # fmt: skip
    names = list(choice.option_ids)
    reverse = game.advance(order("603.3b:a", *reversed(names)))
    assert [each.object.id for each in events(reverse, "stack_pushed")] == names[::-1]
    for wrong in (names[:1], [*names, names[0]], [*names[:-1], "~99"]):
        with refused("ILLEGAL_DECISION", "603.3b"):
            game.advance(order("603.3b:a", *wrong))


@pytest.mark.clause("C11", "C9")
def test_from_the_grave():
    """C11, 603.10, 608.2h: it died of what it was dealt at the same time; its trigger resolves."""
    game = fighting()
    game.creature("wall", owner="b", power=5, toughness=1)
    game.add("ninja", HOURS, tapped=True)
    game["ninja"].characteristics.CopyFrom(
        pb.Characteristics(types=["Creature", "Ninja"], power=3, toughness=2, keywords=["Trample"])
    )
    game.attack("ninja", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    outcome = game.advance(divide("510.1c:ninja", wall=1, b=2))
    assert triggered(outcome) == [("ninja", "a", "b")]
    game = game.then(outcome)
    assert game["ninja"].zone == pb.ZONE_GRAVEYARD
    assert game.state.stack[0].source_as_pushed.zone == pb.ZONE_BATTLEFIELD
    drawn = game.resolve(yes(game.resolve().choice.id))
    assert [each.object_id for each in events(drawn, "zone_changed")] == ["a0"]
    assert not game.then(drawn).state.stack


@pytest.mark.clause("C11")
def test_a_draw_from_an_empty_library():
    """C11, 704.5b: whoever was to draw loses at the next check."""
    game = Game("a", "b", "c")
    game.player("a").library_size = 0
    ninja(game, "ninja")
    game = game.advanced()
    outcome = game.resolve(yes(game.resolve().choice.id))
    lost = [(each.player_lost.player_id, each.rule) for each in outcome.events
            if each.WhichOneof("event") == "player_lost"]  # fmt: skip
    assert lost == [("a", "704.5b")]
