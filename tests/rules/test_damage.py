"""Damage by effects, and what damage does to whom (the clauses hold combat damage)."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.damage import Hit, deal, toxic_value
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits, keyword_line
from ninjutsu_service.state.board import Board
from tests.boards import Game, pb


def ledger_of(game: Game) -> Ledger:
    state = pb.CombatState()
    state.CopyFrom(game.state)
    return Ledger(Table(Board(state), game.rulebook))


def hit(ledger: Ledger, source: str, recipient: str, amount: int) -> Hit:
    item = ledger.table.board.objects[source]
    return Hit(item, ledger.table.traits(item), "a", recipient, amount)


def damage(game: Game, *hits: tuple[str, str, int], **fields: Any) -> tuple[int, Ledger]:
    ledger = ledger_of(game)
    dealt = deal(ledger, [hit(ledger, *each) for each in hits], "120.1", **fields)
    return dealt, ledger


def test_an_effects_damage():
    """120.3, 120.4: no combat damage, so no commander's is counted and toxic adds nothing."""
    game = Game()
    game.creature("chief", commander=True, keywords=["Toxic:1", "Lifelink"])
    dealt, ledger = damage(game, ("chief", "b", 3), cause=0)
    player = ledger.table.board.players["b"]
    assert dealt == 3
    assert player.life == 17
    assert not player.counters
    assert not player.commander_damage
    assert ledger.table.board.players["a"].life == 23
    assert not ledger.events[0].damage_dealt.combat


def test_the_cause_is_named():
    """F3: damage names what brought it about, its results name the damage."""
    game = Game()
    game.creature("bear")
    _, ledger = damage(game, ("bear", "b", 1), cause=7)
    assert [(each.cause, each.batch) for each in ledger.events] == [(7, 1), (1, 1)]


@pytest.mark.parametrize("amount", [0, -1])
def test_no_damage_is_none(amount: int):
    """120.8: damage of 0 is not dealt."""
    game = Game()
    game.creature("bear")
    dealt, ledger = damage(game, ("bear", "b", amount))
    assert dealt == 0
    assert not ledger.events


@pytest.mark.parametrize(
    "fields",
    [
        {"zone": pb.ZONE_HAND},
        {"phased_out": True},
        {"characteristics": pb.Characteristics(types=["Artifact"])},
        {"characteristics": pb.Characteristics()},
    ],
    ids=["elsewhere", "phased out", "artifact", "unknown"],
)
def test_what_takes_no_damage(fields: dict[str, Any]):
    """120.1: a battle, a creature, a planeswalker or a player, and nothing else."""
    game = Game()
    game.creature("bear")
    game.add("x", "Some card", owner="b", **fields)
    assert damage(game, ("bear", "x", 2))[0] == 0


def test_who_left_takes_none():
    """800.4a: neither a player who left the game nor an object that is not there."""
    game = Game("a", "b", "c")
    game.creature("bear")
    game.player("b").left_game = True
    assert damage(game, ("bear", "b", 2), ("bear", "nothing", 2))[0] == 0


def test_several_on_one_planeswalker():
    """120.3c: together no more than the loyalty that there is."""
    game = Game()
    for name in ("bear", "wolf"):
        game.creature(name)
    item = game.add("walker", "Test walker", owner="b")
    item.characteristics.types.append("Planeswalker")
    item.counters["LOYALTY"] = 3
    _, ledger = damage(game, ("bear", "walker", 2), ("wolf", "walker", 2))
    changes = [each.counters_changed.change for each in ledger.events if each.HasField(
        "counters_changed")]  # fmt: skip
    assert changes == [-2, -1]


def test_unknown_loyalty():
    """120.3c: counters that were not sent are the engine's: the damage is told."""
    game = Game()
    game.creature("bear")
    game.add("walker", "Test walker", owner="b").characteristics.types.append("Planeswalker")
    dealt, ledger = damage(game, ("bear", "walker", 2))
    assert dealt == 2
    assert [each.WhichOneof("event") for each in ledger.events] == ["damage_dealt"]


def test_lifelink_of_who_left():
    """120.3f: nobody gains who is not in the game."""
    game = Game("a", "b", "c")
    game.creature("bear", keywords=["Lifelink"])
    game.player("a").left_game = True
    _, ledger = damage(game, ("bear", "c", 2))
    assert ledger.table.board.players["a"].life == 20


def test_a_source_that_is_gone():
    """608.2h: the source as it last was decides: here with infect."""
    game = Game()
    ledger = ledger_of(game)
    gone = pb.GameObject(id="gone", owner_id="a")
    traits = Traits(keywords=(keyword_line("Infect"),))
    deal(ledger, [Hit(gone, traits, "a", "b", 2)], "120.1")
    assert ledger.table.board.players["b"].counters["POISON"] == 2
    assert ledger.events[0].damage_dealt.source_id == "gone"


@pytest.mark.parametrize(
    ("keywords", "value"),
    [
        ([], 0),
        (["Toxic:2"], 2),
        (["Toxic 3"], 3),
        (["toxic:1", "Toxic:1"], 2),
        (["Toxic"], 0),
        (["Toxic:X"], 0),
        (["Toxic:99999999999"], 0),
        (["Intoxicated:3"], 0),
    ],
)
def test_toxic_values(keywords: list[str], value: int):
    """702.164b: all toxic abilities together; what cannot be read adds nothing."""
    assert toxic_value(Traits(keywords=tuple(map(keyword_line, keywords)))) == value
