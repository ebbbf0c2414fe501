"""What tokens and copies get of a script: numbers, mana abilities, names (CR 111.3, 707.2)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.script import read_card
from ninjutsu_service.rules.copying import (
    copiable_characteristics,
    mana_abilities_of,
    printed_characteristics,
)
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import Game, events, faulty, pb
from tests.rules.scripts import game_of, on_stack, script


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AB$ Mana | Cost$ T | Produced$ G", [("G", "")]),
        ("AB$ Mana | Cost$ T", [("C", "")]),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ 2", [("G G", "")]),
        ("AB$ Mana | Cost$ T | Produced$ U B", [("U B", "")]),
        ("AB$ Mana | Cost$ 1 T | Produced$ U B", [("U B", "1 T")]),
        ("AB$ Mana | Cost$ T Sac<1/CARDNAME> | Produced$ Any | Amount$ 1",
         [(kind, "T Sac<1/CARDNAME>") for kind in "WUBRG"]),
        ("AB$ Mana | Cost$ T | Produced$ Combo Any | Amount$ 2",
         [(f"{kind} {kind}", "") for kind in "WUBRG"]),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ 19", [(" ".join("G" * 19), "")]),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ 20", []),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ 0", []),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ X", []),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ 0002", []),
        ("AB$ Mana | Cost$ T | Produced$ G | Amount$ ²", []),
        ("AB$ Mana | Cost$ T | Produced$ Chosen", []),
        ("AB$ Mana | Cost$ Sac<1 | Produced$ G", []),
        ("AB$ Draw | Cost$ T | Produced$ G", []),
    ],
)  # fmt: skip
def test_mana_abilities(text: str, expected: list[tuple[str, str]]):
    """605.1a: so much of which mana for what; what is not understood is left out."""
    face = read_card(script("Source", f"A:{text}")).faces[0]
    assert [(each.produces, each.cost) for each in mana_abilities_of(face)] == expected


@pytest.mark.parametrize(
    ("printed", "power", "toughness"),
    [
        ("2/3", 2, 3),
        ("0/1", 0, 1),
        ("-1/4", -1, 4),
        ("*/2", None, 2),
        ("1+*/*", None, None),
        ("999999/1", 999999, 1),
        ("1000000/1", None, 1),
        ("٣/1", None, 1),
    ],
)
def test_power_and_toughness(printed: str, power: int | None, toughness: int | None):
    """208.2: numbers are stated, "*" is left out."""
    face = read_card(script("Source", body=f"ManaCost:1\nTypes:Creature\nPT:{printed}\n")).faces[0]
    made = printed_characteristics(face)
    assert (made.power if made.HasField("power") else None) == power
    assert (made.toughness if made.HasField("toughness") else None) == toughness


def copied(game: Game, name: str, *types: str) -> pb.Characteristics:
    board = Board(game.state)
    return copiable_characteristics(Table(board, game.rulebook), board.objects[name], types)


def test_what_only_the_engine_knows_less_its_changes():
    """707.2: counters and effects on this object are no part of it; others' effects are not its."""
    game = Game()
    game.creature("x", power=6, toughness=6, incarnation=3).counters["P1P1"] = 1
    game.creature("y", power=2, toughness=2)
    for name, incarnation, change in (("x", 3, 1), ("x", 0, 1), ("x", 2, 20), ("y", 0, 300)):
        game.state.effects.add(
            object_id=name, incarnation=incarnation, power_change=change,
            duration=pb.DURATION_END_OF_TURN,
        )  # fmt: skip
    made = copied(game, "x")
    assert (made.power, made.toughness, made.name) == (6 - 1 - 1 - 1, 5, "Test x")
    game["x"].characteristics.name = "Renamed"
    assert copied(game, "x").name == "Renamed"


def test_types_besides():
    """707.9: each of them once."""
    game = Game()
    game.add("ninja", "Throat Slitter")
    made = copied(game, "ninja", "Ninja", "Spirit")
    assert list(made.types).count("Ninja") == 1
    assert "Spirit" in made.types


@pytest.mark.parametrize(("zone", "power"), [(pb.ZONE_BATTLEFIELD, 2), (pb.ZONE_EXILE, 5)])
def test_face_down(zone: pb.Zone.ValueType, power: int):
    """707.2, 708.2: a 2/2 without anything on the battlefield; elsewhere what the card is."""
    game = Game()
    game.creature("x", power=5, toughness=5, face_down=True, zone=zone)
    made = copied(game, "x")
    assert made.power == power
    assert bool(made.name) is (zone == pb.ZONE_EXILE)


def test_what_this_service_made_is_copied_as_it_is():
    """707.2: copiable values that were sent, of a token for example."""
    game = Game()
    item = game.creature("x", power=5, toughness=5, characteristics_copiable=True)
    item.counters["P1P1"] = 3
    assert copied(game, "x").power == 5


BACK = (
    "Name:Sun\nManaCost:1\nTypes:Creature Ninja\nPT:1/1\nAlternateMode:DoubleFaced\n"
    "\nALTERNATE\n\nName:Moon\nTypes:Creature Rat\nPT:4/4\nOracle:\n"
)


def test_the_face_that_is_up():
    """707.8a: a copy of what is turned over has its other side's values."""
    game = game_of(BACK)
    game.add("x", "Moon")
    made = copied(game, "x")
    assert (made.name, made.power) == ("Moon", 4)


WRONG = "K:Ninjutsu:zz"
KEPT = ["Menace", "Ninjutsu:1 U"]


@pytest.mark.parametrize(
    "part",
    [
        "Token | TokenAmount$ 1 | TokenScript$ odd | TokenOwner$ You",
        "CopyPermanent | Defined$ Self | NumCopies$ 1",
    ],
)
def test_a_keyword_without_sense(part: str):
    """F2, A8: a script's keyword whose cost is none gets into no state: it would be a fault there.

    The card does without it, as where its keywords are read of the script.
    """
    lines = (WRONG, "K:Menace", "K:Ninjutsu:1 U", "K:")
    odd = script("Odd", *lines, body="ManaCost:1\nTypes:Creature Rat\nPT:1/1\n")
    text = script("Source", *lines, f"SVar:TrigDo:DB$ {part}")
    game = game_of(text, tokens={"odd": odd})
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    after = game.then(game.resolve())
    made = next(item for item in after.state.objects if item.token)
    assert list(made.characteristics.keywords) == KEPT
    assert not faulty(after)


@pytest.mark.parametrize(("keyword", "began"), [("Ninjutsu:1 U", 1), ("Ninjutsu:zz", 0)])
def test_a_keyword_without_sense_is_given_to_nothing(keyword: str, began: int):
    """An effect that gives such a keyword is left to the engine, and said to be."""
    text = script("Source", f"SVar:TrigDo:DB$ Pump | Defined$ Self | KW$ {keyword}")
    game = game_of(text)
    game.add("source", "Source").characteristics.types.append("Creature")
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    assert len(events(outcome, "effect_began")) == began
    assert len(events(outcome, "effect_left_to_engine")) == 1 - began
    assert not faulty(game.then(outcome))
