"""The predicates of combat, each by itself (`rules.combat`)."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.combat import (
    attackers,
    blockers_of,
    blocking,
    can_still_be_attacked,
    is_blocking,
    target_as_attacked,
    why_not_tapped_creature,
    why_not_unblocked_attacker,
)
from tests.boards import Game, pb, reason
from tests.rules.scripts import table_of


def fight() -> Game:
    """The bear of a attacks the planeswalker of b, whose wall blocks the wolf."""
    game = Game("a", "b", "c")
    game.add("walker", owner="b", incarnation=4).characteristics.types.append("Planeswalker")
    game.attacker("bear", target="walker")
    game.creature("wall", owner="b")
    game.attacker("wolf", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    return game


def change(game: Game, name: str, fields: dict[str, Any]) -> None:
    for field, value in fields.items():
        if field == "types":
            game[name].characteristics.types[:] = value
        else:
            setattr(game[name], field, value)


def target(game: Game) -> pb.AttackTarget:
    return game.state.combat.attackers[0].target


GONE = [
    ({"zone": pb.ZONE_GRAVEYARD}, "off the battlefield"),
    ({"phased_out": True}, "phased out"),
    ({"incarnation": 5}, "another object"),
    ({"types": ["Artifact"]}, "no planeswalker"),
    ({"controller_id": "a"}, "its controller attacks"),
]


@pytest.mark.clause("B11")
@pytest.mark.parametrize(("fields", "why"), GONE, ids=[why for _, why in GONE])
def test_a_planeswalker_that_can_no_longer_be_attacked(fields: dict[str, Any], why: str):
    """B11: gone, another object, no planeswalker, or no longer a defending player's."""
    game = fight()
    assert can_still_be_attacked(table_of(game), target(game))
    change(game, "walker", fields)
    table = table_of(game)
    assert not can_still_be_attacked(table, target(game))
    assert target_as_attacked(table, game["bear"]) is None


@pytest.mark.clause("B11")
@pytest.mark.parametrize(
    ("fields", "attackable"),
    [
        ({}, True),
        ({"protector_id": "b"}, True),
        ({"protector_id": "a"}, False),
        ({"types": ["Battle", "Creature"], "protector_id": "c"}, True),
        ({"controller_id": "a", "protector_id": "b"}, True),
        ({"controller_id": "b", "protector_id": "a"}, False),
    ],
)
def test_a_battle_is_attacked_through_its_protector(fields: dict[str, Any], attackable: bool):
    """B11, 310.8: its protector counts, whoever controls it; without one nothing is known."""
    game = fight()
    change(game, "walker", {"types": ["Battle"], **fields})
    assert can_still_be_attacked(table_of(game), target(game)) == attackable


@pytest.mark.clause("B11")
def test_only_a_battle_has_a_protector():
    """B11, 310.8: what is said to protect a planeswalker means nothing."""
    game = fight()
    change(game, "walker", {"protector_id": "a"})
    assert can_still_be_attacked(table_of(game), target(game))


@pytest.mark.clause("B11")
def test_a_battle_whose_protector_has_left():
    """B11: a player who left the game defends nothing."""
    game = fight()
    change(game, "walker", {"types": ["Battle"], "protector_id": "c"})
    assert can_still_be_attacked(table_of(game), target(game))
    game.player("c").left_game = True
    assert not can_still_be_attacked(table_of(game), target(game))


@pytest.mark.clause("B11")
def test_players_and_nothing_as_a_target():
    """B11: a player is attacked while in the game; nothing cannot be attacked at all."""
    game = fight()
    table = table_of(game)
    assert can_still_be_attacked(table, pb.AttackTarget(player_id="c"))
    assert not can_still_be_attacked(table, pb.AttackTarget(player_id="gone"))
    assert not can_still_be_attacked(table, pb.AttackTarget(permanent_id="gone"))
    assert not can_still_be_attacked(table, pb.AttackTarget())
    game.player("c").left_game = True
    assert not can_still_be_attacked(table_of(game), pb.AttackTarget(player_id="c"))


@pytest.mark.clause("B5", "B11")
def test_an_incarnation_that_was_left_out_is_filled_in():
    """B5: the object is remembered as it is, so that gone and back is seen later."""
    game = fight()
    target(game).incarnation = 0
    table = table_of(game)
    remembered = target_as_attacked(table, game["bear"])
    assert remembered == pb.AttackTarget(permanent_id="walker", incarnation=4)
    assert can_still_be_attacked(table, pb.AttackTarget(permanent_id="walker"))
    assert target(game).incarnation == 0


@pytest.mark.clause("B5")
def test_what_attacks_nothing_has_no_target():
    """B5: no record, or a record without a target."""
    game = fight()
    assert target_as_attacked(table_of(game), game["wall"]) is None
    game.state.combat.attackers[0].ClearField("target")
    assert target_as_attacked(table_of(game), game["bear"]) is None


LEFT_COMBAT = [
    ({}, True),
    ({"zone": pb.ZONE_HAND}, False),
    ({"phased_out": True}, False),
    ({"types": ["Land"]}, False),
    ({"types": ["Battle"]}, False),
    ({"types": ["Battle", "Creature"]}, False),
]


@pytest.mark.clause("C13")
@pytest.mark.parametrize(("fields", "fights"), [*LEFT_COMBAT, ({"controller_id": "a"}, False)])
def test_what_has_left_combat_blocks_no_longer(fields: dict[str, Any], fights: bool):
    """C13, 506.4: a record of a blocker outlives what removes the blocker from combat."""
    game = fight()
    change(game, "wall", fields)
    table = table_of(game)
    assert is_blocking(table, game["wall"]) == fights
    assert [item.id for item in blockers_of(table, game["wolf"])] == (["wall"] if fights else [])
    expected = {"wall": ["wolf"]} if fights else {}
    assert {name: [i.id for i in items] for name, items in blocking(table).items()} == expected


@pytest.mark.clause("C13", "A6")
@pytest.mark.parametrize(("fields", "fights"), [*LEFT_COMBAT, ({"controller_id": "b"}, False)])
def test_what_has_left_combat_attacks_no_longer(fields: dict[str, Any], fights: bool):
    """C13, A6, 506.4: a record of an attacker outlives what removes the attacker from combat."""
    game = fight()
    change(game, "bear", fields)
    table = table_of(game)
    assert [item.id for item in attackers(table)] == (["bear", "wolf"] if fights else ["wolf"])
    assert (why_not_unblocked_attacker(table, "a", game["bear"]) is None) == fights


def test_a_blocker_of_two():
    """One creature that blocks two attackers is named with both, in the order of their records."""
    game = fight()
    game.attacker("third", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    found = blocking(table_of(game))
    assert [item.id for item in found["wall"]] == ["wolf", "third"]


@pytest.mark.clause("E1")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, None),
        ({"tapped": False}, "NOT_TAPPED"),
        ({"zone": pb.ZONE_GRAVEYARD}, "NOT_TAPPED"),
        ({"zone": pb.ZONE_GRAVEYARD, "controller_id": "b"}, "NOT_TAPPED"),
        ({"phased_out": True}, "PHASED_OUT"),
        ({"types": ["Land"]}, "NOT_A_CREATURE"),
        ({"controller_id": "b"}, "NOT_CONTROLLED"),
        ({"controller_id": "b", "tapped": False}, "NOT_CONTROLLED"),
        ({"types": ["Land"], "tapped": False}, "NOT_A_CREATURE"),
    ],
)
def test_a_tapped_creature(fields: dict[str, Any], why: str | None):
    """E1: tapped, a creature, one's own, in play; the first reason that applies is named."""
    game = fight()
    change(game, "bear", fields)
    found = why_not_tapped_creature(table_of(game), "a", game["bear"])
    assert (found and reason(found)) == why


@pytest.mark.clause("A6")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, None),
        ({"zone": pb.ZONE_GRAVEYARD}, "NOT_ATTACKING"),
        ({"zone": pb.ZONE_GRAVEYARD, "controller_id": "b"}, "NOT_ATTACKING"),
        ({"zone": pb.ZONE_HAND, "types": ["Land"]}, "NOT_ATTACKING"),
        ({"phased_out": True, "types": ["Land"]}, "PHASED_OUT"),
        ({"types": ["Land"], "controller_id": "b"}, "NOT_A_CREATURE"),
        ({"types": ["Battle", "Creature"]}, "NOT_ATTACKING"),
    ],
)
def test_an_unblocked_attacker(fields: dict[str, Any], why: str | None):
    """A6: of what is not there only that it does not attack is said; else the first reason."""
    game = fight()
    change(game, "bear", fields)
    found = why_not_unblocked_attacker(table_of(game), "a", game["bear"])
    assert (found and reason(found)) == why
