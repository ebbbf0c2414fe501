"""What abilities may target, how many, who chooses, and what is still a legal target (CR 115)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.script import read_parameters
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.targets import (
    TargetSpec,
    Unreadable,
    by_spec,
    candidates,
    choose_targets,
    id_of,
    still_legal,
    target_specs,
)
from ninjutsu_service.rules.view import View
from tests.boards import Game, pb, refused, wire
from tests.rules.test_valid import seen_by


def line(text: str) -> AbilityLine:
    return AbilityLine("SVar", read_parameters(text), text)


def specs(view: View, *texts: str) -> list[TargetSpec]:
    return target_specs(view, [line(text) for text in texts])


def board() -> Game:
    """Creatures of both players, cards in graveyards, and a spell and abilities on the stack."""
    game = Game()
    game.add("source", "Throat Slitter")
    game.creature("mine")
    game.creature("x", owner="b")
    game.creature("walker", owner="b").characteristics.types[:] = ["Planeswalker"]
    game.creature("battle", owner="b").characteristics.types[:] = ["Battle"]
    game.creature("relic", owner="b").characteristics.types[:] = ["Artifact"]
    game.creature("dead", owner="b", zone=pb.ZONE_GRAVEYARD)
    game.add("spell", "Throat Slitter", pb.ZONE_STACK, "b")
    game.state.stack.add(
        id="cast", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b", source_id="spell",
        source_incarnation=1, keyword="Sneak",
    )  # fmt: skip
    game.state.stack.add(
        id="ninjutsu", kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, controller_id="a",
        source_id="source", source_incarnation=1, keyword="Ninjutsu",
    )  # fmt: skip
    game.state.stack.add(
        id="lost", kind=pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, controller_id="a",
        source_id="nothing", source_incarnation=1,
    )  # fmt: skip
    return game


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DB$ Destroy | ValidTgts$ Creature", ["source", "mine", "x"]),
        ("DB$ Destroy | ValidTgts$ Creature.OppCtrl", ["x"]),
        ("DB$ DealDamage | ValidTgts$ Any",
         ["a", "b", "source", "mine", "x", "walker", "battle"]),
        ("DB$ LoseLife | ValidTgts$ Player", ["a", "b"]),
        ("DB$ LoseLife | ValidTgts$ Opponent", ["b"]),
        ("DB$ LoseLife | ValidTgts$ Opponent,Planeswalker", ["b", "walker"]),
        ("DB$ ChangeZone | Origin$ Graveyard | ValidTgts$ Creature", ["dead"]),
        ("DB$ Dig | Origin$ Graveyard | ValidTgts$ Creature", ["dead"]),
        ("DB$ Pump | Origin$ Graveyard | ValidTgts$ Creature.OppCtrl", ["x"]),
        ("DB$ Pump | TgtZone$ Graveyard | ValidTgts$ Creature", ["dead"]),
        ("DB$ ChangeZone | Origin$ Graveyard | TgtZone$ Battlefield | ValidTgts$ Creature.OppCtrl",
         ["x"]),
        ("DB$ Pump | TgtZone$ Battlefield,Graveyard | ValidTgts$ Creature.OppCtrl", ["x", "dead"]),
        ("DB$ Counter | ValidTgts$ Card", ["cast"]),
        ("DB$ Counter | ValidTgts$ Creature", ["cast"]),
        ("DB$ Counter | ValidTgts$ Instant", []),
        ("DB$ Counter | TargetType$ Activated | ValidTgts$ Card", ["ninjutsu"]),
        ("DB$ Counter | TargetType$ Spell,Activated,Triggered | ValidTgts$ Card",
         ["cast", "ninjutsu", "lost"]),
        ("DB$ Counter | TargetType$ Activated.Ninjutsu | ValidTgts$ Card", ["ninjutsu"]),
        ("DB$ Counter | TargetType$ Activated.Sneak | ValidTgts$ Card", []),
        ("DB$ Counter | TargetType$ Activated | ValidTgts$ Card.OppCtrl", []),
        ("DB$ Counter | TargetType$ Activated | ValidTgts$ Card.YouCtrl", ["ninjutsu"]),
    ],
)  # fmt: skip
def test_what_may_be_targeted(text: str, expected: list[str]):
    """115.1, 115.4: players first, then objects in the zones that are meant, or the stack."""
    view = seen_by(board())
    (spec,) = specs(view, text)
    found = candidates(view, spec)
    assert [id_of(each) for each in found] == expected
    assert all(each.incarnation == 1 for each in found if each.object_id)
    assert all(still_legal(view, spec, each) for each in found)


@pytest.mark.parametrize(
    ("change", "legal"),
    [
        ({}, True),
        ({"phased_out": True}, False),
        ({"zone": pb.ZONE_HAND}, False),
        ({"incarnation": 2}, False),
        ({"controller_id": "a"}, False),
    ],
)
def test_what_is_a_legal_target_still(change: dict[str, object], legal: bool):
    """608.2b: the same object where it was, that still fits; 0 is any object of that id."""
    game = board()
    for field, value in change.items():
        setattr(game["x"], field, value)
    view = seen_by(game)
    (spec,) = specs(view, "DB$ Destroy | ValidTgts$ Creature.OppCtrl")
    assert still_legal(view, spec, pb.Target(object_id="x", incarnation=1)) is legal
    if "incarnation" in change:
        assert still_legal(view, spec, pb.Target(object_id="x"))
    assert not still_legal(view, spec, pb.Target(object_id="nothing", incarnation=1))


def test_players_and_the_stack_as_they_are_now():
    """608.2b: a player who left, or who is none; an ability that is on the stack no longer."""
    game = board()
    view = seen_by(game)
    (players,) = specs(view, "DB$ LoseLife | ValidTgts$ Opponent")
    assert still_legal(view, players, pb.Target(player_id="b"))
    assert not still_legal(view, players, pb.Target(player_id="a"))
    assert not still_legal(view, players, pb.Target(player_id="z"))
    game.player("b").left_game = True
    assert not still_legal(seen_by(game), players, pb.Target(player_id="b"))
    (stack,) = specs(view, "DB$ Counter | TargetType$ Activated | ValidTgts$ Card")
    assert still_legal(view, stack, pb.Target(stack_object_id="ninjutsu"))
    assert not still_legal(view, stack, pb.Target(stack_object_id="cast"))
    assert not still_legal(view, stack, pb.Target(stack_object_id="gone"))


def test_a_spell_never_targets_itself():
    """115.5: its own card on the stack; another spell of a card of that name it may."""
    game = board()
    view = seen_by(game, "spell")
    (spec,) = specs(view, "DB$ Counter | ValidTgts$ Card")
    assert candidates(view, spec) == []
    game["spell"].incarnation = 2
    assert [id_of(each) for each in candidates(seen_by(game, "spell"), spec)] == ["cast"]
    assert [id_of(each) for each in candidates(seen_by(game, "gone"), spec)] == ["cast"]


@pytest.mark.parametrize(
    ("keyword", "owner", "fits"),
    [
        ("Hexproof", "b", False),
        ("Hexproof", "c", True),
        ("Hexproof", "a", True),
        ("Hexproof:", "b", False),
        ("Hexproof:Card.MonoColor:monocolored", "b", False),
        ("Hexproof:Card.MonoColor:monocolored", "a", True),
        ("Hexproof:Card.MultiColor:multicolored", "b", True),
        ("Hexproof:Card.White:white", "b", True),
        ("Hexproof from black", "b", False),
        ("Hexproof from white", "b", True),
        ("Hexproof from Ninjas", "b", False),
        ("Shroud", "b", False),
        ("Shroud", "a", False),
        ("Protection:Ninja", "b", False),
        ("Protection:Artifact", "b", True),
    ],
)
def test_what_cannot_be_targeted(keyword: str, owner: str, fits: bool):
    """702.11b, d, 702.16b, 702.18a: a teammate's hexproof does not matter; c is on a's team."""
    game = Game("a", "b", "c")
    for name in ("a", "c"):
        game.player(name).team_id = "us"
    game.add("source", "Throat Slitter")
    game.creature("x", owner=owner, keywords=[keyword], power=1)
    view = seen_by(game)
    (spec,) = specs(view, "DB$ Destroy | ValidTgts$ Creature.nonNinja")
    assert [id_of(each) for each in candidates(view, spec)] == (["x"] if fits else [])
    game["x"].zone = pb.ZONE_GRAVEYARD
    (spec,) = specs(view, "DB$ Pump | ValidTgts$ Creature.nonNinja | TgtZone$ Graveyard")
    view = seen_by(game)
    assert [id_of(each) for each in candidates(view, spec)] == ["x"]
    view.source = None
    (spec,) = specs(view, "DB$ Pump | ValidTgts$ Creature | TgtZone$ Graveyard")
    assert [id_of(each) for each in candidates(view, spec)] == ["x"]


@pytest.mark.parametrize(
    ("keyword", "fits"), [("Hexproof", False), ("Hexproof from black", True), ("Reach", True)]
)
def test_what_an_ability_without_a_source_may_target(keyword: str, fits: bool):
    """702.11d: nobody can tell that it is of that quality."""
    game = Game()
    game.add("source", "Throat Slitter")
    game.creature("x", owner="b", keywords=[keyword])
    view = seen_by(game)
    view.source = None
    (spec,) = specs(view, "DB$ Destroy | ValidTgts$ Creature.nonNinja")
    assert bool(candidates(view, spec)) is fits


@pytest.mark.parametrize(
    ("more", "least", "most"),
    [
        ("", 1, 1),
        ("TargetMin$ 0", 0, 1),
        ("TargetMax$ 3", 1, 3),
        ("TargetMin$ 2", 2, 2),
        ("TargetMin$ 2 | TargetMax$ 1", 2, 2),
        ("TargetMin$ -1 | TargetMax$ -1", 0, 0),
        ("TargetMin$ 0 | TargetMax$ X", 0, 20),
    ],
)
def test_how_many(more: str, least: int, most: int):
    """115.1: one unless it is said; never fewer than none, and no fewer than the least."""
    (spec,) = specs(seen_by(board()), f"DB$ Destroy | ValidTgts$ Creature | {more}".rstrip(" |"))
    assert (spec.least, spec.most) == (least, most)


@pytest.mark.parametrize(
    "more", ["TargetMin$ Y", "TargetMax$ Y", "TgtZone$ Somewhere", "TgtZone$ Hand,Somewhere"]
)
def test_what_cannot_be_read(more: str):
    """A number or a zone that is not understood."""
    with pytest.raises(Unreadable):
        specs(seen_by(board()), f"DB$ Destroy | ValidTgts$ Creature | {more}")


@pytest.mark.parametrize(
    "text",
    [
        "DB$ Destroy | ValidTgts$ Creature.SomethingNew",
        "DB$ LoseLife | ValidTgts$ Player.SomethingNew",
        "DB$ Counter | ValidTgts$ Card.SomethingNew",
        "DB$ Counter | TargetType$ Spell.SomethingNew | ValidTgts$ Card",
    ],
)
def test_what_cannot_be_told(text: str):
    """Whether something fits is not understood."""
    view = seen_by(board())
    (spec,) = specs(view, text)
    with pytest.raises(Unreadable):
        candidates(view, spec)


def test_parts_without_targets_ask_for_none():
    """Only what says `ValidTgts` targets."""
    assert specs(seen_by(board()), "DB$ Draw | NumCards$ 1") == []


def asked(view: View, *texts: str, decisions: Decisions | None = None) -> wire.Choice:
    with pytest.raises(ChoiceNeeded) as caught:
        choose_targets(
            decisions or Decisions(), view, specs(view, *texts), prefix="p", rule="603.3d"
        )
    return caught.value.question.choice


@pytest.mark.parametrize(
    ("text", "kind", "options", "labels", "count"),
    [
        ("DB$ Destroy | ValidTgts$ Creature.Other", wire.CHOICE_KIND_OBJECTS,
         ["mine", "x"], ["Test mine", "Test x"], (1, 1)),
        ("DB$ LoseLife | ValidTgts$ Player", wire.CHOICE_KIND_PLAYERS,
         ["a", "b"], ["a", "b"], (1, 1)),
        ("DB$ LoseLife | ValidTgts$ Opponent | TargetMin$ 0", wire.CHOICE_KIND_PLAYERS,
         ["b"], ["b"], (0, 1)),
        ("DB$ LoseLife | ValidTgts$ Opponent,Planeswalker", wire.CHOICE_KIND_OBJECTS,
         ["b", "walker"], ["b", "Test walker"], (1, 1)),
        ("DB$ Destroy | ValidTgts$ Creature | TargetMax$ 9", wire.CHOICE_KIND_OBJECTS,
         ["source", "mine", "x"], ["Throat Slitter", "Test mine", "Test x"], (1, 3)),
        ("DB$ Counter | TargetType$ Spell,Triggered | ValidTgts$ Card", wire.CHOICE_KIND_OBJECTS,
         ["cast", "lost"], ["Throat Slitter", "lost"], (1, 1)),
    ],
)  # fmt: skip
def test_the_choice(
    text: str, kind: int, options: list[str], labels: list[str], count: tuple[int, int]
):
    """603.3d: what is offered, as what, and how many of them."""
    choice = asked(seen_by(board()), text)
    assert (choice.id, choice.player_id, choice.kind) == ("p:0", "a", kind)
    assert (list(choice.option_ids), list(choice.option_labels)) == (options, labels)
    assert (choice.min, choice.max) == count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DB$ Destroy | ValidTgts$ Creature.OppCtrl", ["x"]),
        ("DB$ Destroy | ValidTgts$ Enchantment", None),
        ("DB$ Destroy | ValidTgts$ Enchantment | TargetMin$ 0", []),
        ("DB$ Destroy | ValidTgts$ Creature | TargetMin$ 4", None),
        ("DB$ Destroy | ValidTgts$ Creature | TargetMin$ 3", ["source", "mine", "x"]),
        ("DB$ Destroy | ValidTgts$ Creature | TargetMin$ 0 | TargetMax$ 0", []),
    ],
)
def test_where_there_is_no_choice(text: str, expected: list[str] | None):
    """Nothing is asked where only one answer is possible; None where there are too few."""
    view = seen_by(board())
    found = choose_targets(Decisions(), view, specs(view, text), prefix="p", rule="603.3d")
    assert (None if found is None else [id_of(each) for each in found]) == expected


def test_several_targets_in_turn():
    """601.2c: each "target" is asked about by itself, and another answer is refused."""
    view = seen_by(board())
    texts = ("DB$ Destroy | ValidTgts$ Creature.Other", "DB$ LoseLife | ValidTgts$ Player")
    first = asked(view, *texts)
    picked = wire.Decision(choice_id=first.id, option_ids=["x"])
    second = asked(view, *texts, decisions=Decisions([picked]))
    assert (second.id, list(second.option_ids)) == ("p:1", ["a", "b"])
    both = Decisions([picked, wire.Decision(choice_id="p:1", option_ids=["a"])])
    found = choose_targets(both, view, specs(view, *texts), prefix="p", rule="603.3d")
    assert found == [pb.Target(object_id="x", incarnation=1), pb.Target(player_id="a")]
    wrong = Decisions([wire.Decision(choice_id="p:0", option_ids=["relic"])])
    with refused("ILLEGAL_DECISION", "603.3d"):
        choose_targets(wrong, view, specs(view, *texts), prefix="p", rule="603.3d")


@pytest.mark.parametrize(
    ("counts", "targets", "expected"),
    [
        ([(1, 1), (1, 1)], 2, [1, 1]),
        ([(0, 2), (1, 1)], 1, [0, 1]),
        ([(0, 2), (1, 1)], 2, [1, 1]),
        ([(0, 2), (1, 1)], 3, [2, 1]),
        ([(1, 3), (0, 2)], 4, [3, 1]),
        ([(1, 1), (0, 1), (2, 2)], 3, [1, 0, 2]),
        ([(1, 1), (1, 1)], 1, [1, 0]),
        ([(2, 2)], 5, [2]),
    ],
)
def test_which_targets_belong_to_which_part(
    counts: list[tuple[int, int]], targets: int, expected: list[int]
):
    """Each takes as many as it may, and leaves the others their least."""
    made = [
        TargetSpec(line("DB$ Tap"), "Creature", "", frozenset(), least, most)
        for least, most in counts
    ]
    names = [pb.Target(object_id=f"t{number}") for number in range(targets)]
    found = by_spec(made, names)
    assert [len(each) for each in found] == expected
    flat = [each for group in found for each in group]
    assert flat == names[: len(flat)]
