"""Counters that abilities of other permanents have something enter with (CR 614.1c)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.boards import ENGINE, Game, events, pb, told
from tests.rules.scripts import BODY, game_of, script

LINE = (
    "Event$ Moved | ValidCard$ Ninja.YouCtrl | Destination$ Battlefield | ReplaceWith$ DBPut"
    " | ReplacementResult$ Updated | ActiveZones$ Battlefield | Description$ More."
)
PART = "DB$ PutCounter | Defined$ ReplacedCard | CounterType$ P1P1 | CounterNum$ 2 | ETB$ True"


def dojo(line: str = LINE, part: str = PART, *more: str) -> Game:
    """A dojo of a's, and a Ninja that has come in for a bear."""
    lines = [f"R:{line}", f"SVar:DBPut:{part}", *more]
    game = game_of(script("Dojo", *lines), script("Student", "K:Ninjutsu:U"))
    game.add("dojo", "Dojo")
    game.attacker("bear")
    game.hand("card", "Student")
    return game


def counters(game: Game) -> dict[str, int]:
    """The counters of the card once it has come in."""
    return dict(game.through("card", "bear", payment=ENGINE)["card"].counters)


def test_it_enters_with_them_at_the_same_time():
    """In one batch with the zone change, caused by it, before it attacks."""
    game = dojo()
    game = game.then(game.take("card", "bear", payment=ENGINE))
    outcome = game.resolve()
    assert told(outcome)[:3] == [
        ("zone_changed", "702.49a", 1, 0),
        ("counters_changed", "614.1c", 1, 1),
        ("attack_joined", "702.49c", 1, 1),
    ]
    (changed,) = events(outcome, "counters_changed")
    assert (changed.object_id, changed.counter, changed.change) == ("card", "P1P1", 2)


def test_none_are_put_on_where_it_is_none():
    """122.1: an amount of 0 is no counter, and nothing is said of it."""
    game = dojo(LINE, PART.replace("$ 2", "$ X"), "SVar:X:Count$Valid Artifact")
    game = game.then(game.take("card", "bear", payment=ENGINE))
    assert events(game.resolve(), "counters_changed") == []


def test_of_two_such_abilities_both():
    """Each adds its own."""
    game = dojo()
    game.add("other", "Dojo")
    assert counters(game) == {"P1P1": 4}


def test_what_does_not_fit_enters_without():
    """A Ninja of another player's dojo, a card that is no Ninja, and the dojo's own entry."""
    game = dojo()
    game["dojo"].controller_id = "b"
    assert counters(game) == {}
    game = dojo(LINE.replace("Ninja.", "Goblin."))
    assert counters(game) == {}
    game = dojo()
    game["dojo"].zone = pb.ZONE_HAND
    game["card"].card_name = "Dojo"
    game["card"].characteristics.CopyFrom(
        pb.Characteristics(types=["Creature", "Ninja"], keywords=["Ninjutsu:U"])
    )
    assert counters(game) == {}


@pytest.mark.parametrize(
    "fields", [{"face_down": True}, {"phased_out": True}, {"abilities_lost": True}], ids=str
)
def test_a_source_without_abilities_adds_none(fields: dict[str, Any]):
    """708.2, 702.26b, and an effect that took them."""
    game = dojo()
    for name, value in fields.items():
        setattr(game["dojo"], name, value)
    assert counters(game) == {}


def test_numbers_are_worked_out_by_the_dojo():
    """It counts for who controls it; a number that is not understood, or 0, adds none."""
    part = PART.replace("CounterNum$ 2", "CounterNum$ X")
    for value, expected in (
        ("Count$Valid Creature.YouCtrl", {"P1P1": 2}),
        ("Count$Unheard", {}),
        ("Number$0", {}),
    ):
        assert counters(dojo(LINE, part, f"SVar:X:{value}")) == expected
    assert counters(dojo(LINE, PART.replace(" | CounterNum$ 2", ""))) == {"P1P1": 1}


def unread() -> Iterator[tuple[str, str]]:
    """Lines and parts that say something else, or more than is read."""
    yield LINE.replace("Moved", "Draw"), PART
    yield LINE.replace("Destination$ Battlefield", "Destination$ Graveyard"), PART
    yield LINE.replace("ActiveZones$ Battlefield", "ActiveZones$ Graveyard"), PART
    yield LINE.replace("Updated", "Replaced"), PART
    yield LINE.replace("ValidCard$ Ninja.YouCtrl | ", ""), PART
    yield LINE + " | Condition$ PlayerTurn", PART
    yield LINE, PART.replace("PutCounter", "RemoveCounter")
    yield LINE, PART.replace("ReplacedCard", "Self")
    yield LINE, PART.replace("P1P1", "Any")
    yield LINE, PART.replace("P1P1", "P1P1,M1M1")
    yield LINE, PART + " | Placer$ You"
    yield LINE.replace("DBPut", "DBNone"), PART


@pytest.mark.parametrize(("line", "part"), list(unread()))
def test_what_is_not_read_in_full_adds_none(line: str, part: str):
    """Left to the engine: what is read by half would apply where it must not."""
    assert counters(dojo(line, part)) == {}


def test_every_parameter_that_is_read_may_be_there():
    """All of them together."""
    line = LINE + " | Secondary$ True"
    assert counters(dojo(line, PART + " | SpellDescription$ More.")) == {"P1P1": 2}


def test_tokens_and_what_is_put_there_otherwise():
    """Whatever puts it onto the battlefield, and of whatever nothing but its types is known."""
    lines = [f"R:{LINE}", f"SVar:DBPut:{PART}",
             "T:Mode$ Phase | Phase$ EndCombat | TriggerZones$ Battlefield | Execute$ TrigMake",
             "SVar:TrigMake:DB$ Token | TokenScript$ ninja | SubAbility$ DBBack",
             "SVar:DBBack:DB$ ChangeZoneAll | Origin$ Graveyard | Destination$ Battlefield"
             ]  # fmt: skip
    tokens = {
        "ninja": "Name:Ninja Token\nManaCost:no cost\nTypes:Creature Ninja\nPT:1/1\nOracle:\n"
    }
    game = game_of(script("Dojo", *lines, body=BODY), tokens=tokens, step=pb.STEP_COMBAT_DAMAGE)
    game.add("dojo", "Dojo")
    game.creature("dead", zone=pb.ZONE_GRAVEYARD).characteristics.types.append("Ninja")
    game = game.advanced()
    outcome = game.resolve()
    (made,) = [each.object.id for each in events(outcome, "object_created")]
    found = {each.object_id: each.change for each in events(outcome, "counters_changed")}
    assert found == {made: 2, "dead": 2}
