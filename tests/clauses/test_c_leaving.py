"""C12 to C14: the end of combat, what leaves combat, and mana that empties."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.apply import fold
from tests.boards import ENGINE, Game, ev, kinds, pb, step_name, told


def apply(game: Game, **event: Any) -> Game:
    """The game after one event."""
    after = Game(rulebook=game.rulebook)
    after.state.CopyFrom(fold(game.state, [ev.Event(**event)], game.rulebook.knows))
    return after


def fighting() -> Game:
    """Two attackers, one of a planeswalker; one is blocked by two creatures."""
    game = Game()
    walker = game.add("walker", "Test walker", owner="b")
    walker.characteristics.types.append("Planeswalker")
    walker.counters["LOYALTY"] = 3
    for name in ("x", "y"):
        game.creature(name, owner="b", power=0, toughness=9)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["x", "y"])
    game.attacker("wolf", target="walker")
    return game


@pytest.mark.clause("C12")
def test_everything_leaves_combat():
    """C12, 511.3: attackers and blockers, as the main phase begins; nothing untaps."""
    game = fighting()
    game.state.step = pb.STEP_END_OF_COMBAT
    outcome = game.advance()
    assert told(outcome) == [
        ("step_began", "505", 0, 0),
        ("combat_left", "511.3", 1, 1),
        ("combat_left", "511.3", 1, 1),
        ("combat_left", "511.3", 1, 1),
        ("combat_left", "511.3", 1, 1),
        ("priority_given", "117.3a", 0, 0),
    ]
    names = [each.combat_left.object_id for each in outcome.events[1:5]]
    assert names == ["bear", "wolf", "x", "y"]
    after = game.then(outcome)
    assert not after.state.HasField("combat")
    assert after["bear"].tapped
    assert after["wolf"].tapped


@pytest.mark.clause("C12")
def test_still_in_combat_before_that():
    """C12: the attackers attack through the end of combat step."""
    game = fighting()
    game.state.step = pb.STEP_COMBAT_DAMAGE
    after = game.advanced()
    assert after.state.step == pb.STEP_END_OF_COMBAT
    assert after.attacks("bear") == "b"
    assert after.attacks("wolf") == "walker"


@pytest.mark.clause("C12")
def test_effects_until_end_of_combat():
    """C12, 511.2: they end with the phase, and what was sent is as it was; others go on."""
    game = fighting()
    game.state.step = pb.STEP_COMBAT_DAMAGE
    for name, duration in (("~1", pb.DURATION_END_OF_COMBAT), ("~2", pb.DURATION_END_OF_TURN)):
        effect = pb.TemporaryEffect(
            id=name,
            object_id="bear",
            incarnation=1,
            power_change=2,
            keywords=["Menace"],
            duration=duration,
        )
        game = apply(game, effect_began=ev.EffectBegan(effect=effect))
    assert game["bear"].characteristics.power == 6
    game = game.advanced()
    assert [effect.id for effect in game.state.effects] == ["~1", "~2"]
    game = game.advanced()
    assert [effect.id for effect in game.state.effects] == ["~2"]
    assert game["bear"].characteristics.power == 4
    assert list(game["bear"].characteristics.keywords) == ["Menace"]


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    "event",
    [
        {"combat_left": ev.CombatLeft(object_id="bear")},
        {
            "zone_changed": ev.ZoneChanged(
                object_id="bear", to_zone=pb.ZONE_GRAVEYARD, incarnation=2
            )
        },
        {"control_changed": ev.ControlChanged(object_id="bear", controller_id="b")},
    ],
    ids=["regenerates", "leaves", "changes control"],
)
def test_an_attacker_leaves_combat(event: dict[str, Any]):
    """C13, 506.4: its record goes, and its strike with it."""
    game = fighting()
    game.state.combat.first_strike_ids.append("bear")
    after = apply(game, **event)
    assert after.attacks("bear") is None
    assert after.attacks("wolf") == "walker"
    assert not after.state.combat.first_strike_ids


@pytest.mark.clause("C13", "A5")
@pytest.mark.parametrize(
    "event",
    [
        {"combat_left": ev.CombatLeft(object_id="x")},
        {"zone_changed": ev.ZoneChanged(object_id="x", to_zone=pb.ZONE_EXILE, incarnation=2)},
        {"control_changed": ev.ControlChanged(object_id="x", controller_id="a")},
    ],
    ids=["regenerates", "leaves", "changes control"],
)
def test_a_blocker_leaves_combat(event: dict[str, Any]):
    """C13, 506.4, 509.1h: what it blocked stays blocked."""
    record = apply(fighting(), **event).state.combat.attackers[0]
    assert list(record.blocker_ids) == ["y"]
    assert record.block_status == pb.BLOCK_STATUS_BLOCKED


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    "event",
    [
        {"combat_left": ev.CombatLeft(object_id="walker")},
        {"zone_changed": ev.ZoneChanged(object_id="walker", to_zone=pb.ZONE_HAND, incarnation=2)},
        {"control_changed": ev.ControlChanged(object_id="walker", controller_id="a")},
    ],
    ids=["told", "leaves", "changes control"],
)
def test_what_is_attacked_leaves_combat(event: dict[str, Any]):
    """C13, 506.4c: what attacked it goes on attacking, and attacks nothing."""
    after = apply(fighting(), **event)
    assert after.attacks("wolf") == ""
    assert after.attacks("bear") == "b"


@pytest.mark.clause("C13")
def test_an_attacked_planeswalker_that_dies_is_told_to_leave_combat():
    """C13, 506.4c: it goes to the graveyard by its damage, and is not attacked any more."""
    game = fighting()
    game["walker"].counters["LOYALTY"] = 2
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED
    del game.state.combat.attackers[0]
    outcome = game.advance()
    assert kinds(outcome)[-3:] == ["combat_left", "zone_changed", "priority_given"]
    assert game.then(outcome).attacks("wolf") == ""


@pytest.mark.clause("C13", "C5")
@pytest.mark.parametrize(
    "fields",
    [{"phased_out": True}, {"controller_id": "b"}],
    ids=["phased out", "changed control"],
)
def test_records_that_outlive_the_attack(fields: dict[str, Any]):
    """C13: an engine that has not dropped the record: it deals nothing and takes nothing."""
    game = fighting()
    game["x"].characteristics.power = game["y"].characteristics.power = 3
    game["bear"].MergeFrom(pb.GameObject(**fields))
    outcome = game.advance()
    damage = [each.damage_dealt.source_id for each in outcome.events
              if each.WhichOneof("event") == "damage_dealt"]  # fmt: skip
    assert damage == ["wolf"]


@pytest.mark.clause("C14")
@pytest.mark.parametrize(
    "step",
    [pb.STEP_DECLARE_BLOCKERS, pb.STEP_FIRST_COMBAT_DAMAGE, pb.STEP_COMBAT_DAMAGE,
     pb.STEP_END_OF_COMBAT],
    ids=step_name,
)  # fmt: skip
def test_mana_empties(step: pb.Step.ValueType):
    """C14, 500.5: every player's, snow included, as each step ends."""
    game = Game(step=step)
    for name in ("a", "b"):
        game.player(name).mana_pool.CopyFrom(pb.ManaPool(blue=2, snow_blue=1, colorless=3))
    after = game.advanced()
    assert [player.HasField("mana_pool") for player in after.state.players] == [False, False]


@pytest.mark.clause("C14")
def test_mana_does_not_empty_within_a_step():
    """C14: what floats after an action is there for the next one."""
    game = Game()
    game.attacker("bear")
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U"])
    game.player("a").mana_pool.blue = 3
    after = game.then(game.take("ninja", "bear"))
    assert after.player("a").mana_pool.blue == 2
    assert after.then(after.resolve()).player("a").mana_pool.blue == 2
    assert game.then(game.take("ninja", "bear", payment=ENGINE)).player("a").mana_pool.blue == 3
