"""The legend rule in the corners: who is legendary, by what name, and under whose control."""

from __future__ import annotations

import pytest

from tests.boards import Game, pb, pick
from tests.rules.scripts import game_of, script

HERO = script("Hero", body="ManaCost:1\nTypes:Legendary Creature Ninja\nPT:2/2\n")
FOLK = script("Folk")
CROWN = script(
    "Crown", "S:Mode$ Continuous | Affected$ Creature | AddType$ Legendary",
    body="ManaCost:1\nTypes:Enchantment\n",
)  # fmt: skip


def asked(game: Game) -> list[str]:
    """Whom the rule asks about; nobody where it does not apply."""
    return list(game.advance().choice.option_ids)


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["Hero", "Hero"], ["x0", "x1"]),
        (["Hero", "Hero", "Folk", "Folk"], ["x0", "x1"]),
        (["Hero"], []),
        (["Hero", "Folk"], []),
        (["Folk", "Folk"], []),
        (["Folk", "Folk", "Crown"], ["x0", "x1"]),
        (["Folk", "Hero", "Crown"], []),
        (["Crown", "Crown"], []),
    ],
)
def test_printed_and_granted(cards: list[str], expected: list[str]):
    """C11, 704.5j: printed legendary, or made so by an ability in play; of one name each."""
    game = game_of(HERO, FOLK, CROWN)
    for number, card in enumerate(cards):
        game.add(f"x{number}", card)
    assert asked(game) == expected


@pytest.mark.clause("C11", "F2")
@pytest.mark.parametrize("copiable", [False, True])
@pytest.mark.parametrize(
    ("types", "names", "expected"),
    [
        (["Legendary", "Creature"], ["Hero", "Hero"], True),
        (["Legendary", "Creature"], ["Hero", ""], True),
        (["Legendary", "Creature"], ["Other", "Hero"], False),
        (["Legendary", "Creature"], ["Other", "Other"], True),
        (["Creature"], ["Hero", "Hero"], False),
    ],
)
def test_what_was_sent(types: list[str], names: list[str], expected: bool, copiable: bool):
    """C11, F2: the types and the name that were sent count, of a copy as well."""
    game = game_of(HERO)
    for number, name in enumerate(names):
        item = game.creature(f"x{number}", "Hero", characteristics_copiable=copiable)
        item.characteristics.types[:] = types
        item.characteristics.name = name
    assert asked(game) == (["x0", "x1"] if expected else [])


@pytest.mark.clause("C11")
def test_a_copy_beside_the_card_itself():
    """C11, 707.2: one was sent as a copy of the other, whose script tells what it is."""
    game = game_of(HERO, FOLK)
    game.add("card", "Hero")
    item = game.creature("copy", "Folk")
    item.characteristics.name = "Hero"
    item.characteristics.types.append("Legendary")
    assert asked(game) == ["card", "copy"]
    game["copy"].characteristics.types.remove("Legendary")
    assert asked(game) == []


@pytest.mark.clause("C11")
@pytest.mark.parametrize(
    "fields",
    [{"face_down": True}, {"controller_id": "b"}, {"phased_out": True}, {"zone": pb.ZONE_EXILE}],
)
def test_who_does_not_count(fields: dict[str, object]):
    """C11, 708.2, 702.26b: without a name, under another's control, or not there."""
    game = game_of(HERO)
    game.add("one", "Hero")
    game.add("two", "Hero")
    for field, value in fields.items():
        setattr(game["two"], field, value)
        if field == "face_down":
            setattr(game["one"], field, value)
    assert asked(game) == []


@pytest.mark.clause("C11")
def test_under_a_player_who_left():
    """C11, 800.4a: what is owned by who left is gone; what they control of others' is not."""
    game = Game("a", "b", "c", rulebook=game_of(HERO).rulebook)
    game.player("b").left_game = True
    for name in ("one", "two"):
        game.add(name, "Hero", owner="b", controller_id="a")
    assert asked(game) == []
    for name in ("three", "four"):
        game.add(name, "Hero", owner="c", controller_id="a")
    assert asked(game) == ["three", "four"]


@pytest.mark.clause("C11")
def test_each_player_in_turn_order():
    """C11, 101.4: the active player first, whatever the order of the state."""
    game = game_of(HERO)
    for name, owner in (("b1", "b"), ("b2", "b"), ("a1", "a"), ("a2", "a")):
        game.add(name, "Hero", owner=owner)
    first = game.advance().choice
    assert (first.id, first.player_id) == ("704.5j:a1", "a")
    second = game.advance(pick("704.5j:a1", "a2")).choice
    assert (second.id, second.player_id) == ("704.5j:b1", "b")
    outcome = game.advance(pick("704.5j:a1", "a2"), pick("704.5j:b1", "b1"))
    gone = [e.zone_changed.object_id for e in outcome.events if e.HasField("zone_changed")]
    assert gone == ["a1", "b2"]
