"""What happens to permanents: destroyed, sacrificed, pumped, copied, taken over (CR 701, 707)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.boards import Game, ev, events, pb, wire
from tests.rules.scripts import game_of, on_stack, picks, script

RAT = (
    "Name:Rat Token\nManaCost:no cost\nTypes:Creature Rat\nColors:black\nPT:1/1\n"
    "K:Menace\nOracle:\n"
)


def doing(ability: str, *more: str, targets: Sequence[str] = ()) -> Game:
    """A game with the ability on the stack, a creature of a's and two of b's."""
    tokens = {"rat": RAT, "king": RAT.replace("Types:", "Types:Legendary ")}
    game = game_of(script("Source", f"SVar:TrigDo:{ability}", *more), tokens=tokens)
    game.add("source", "Source")
    game.creature("mine")
    for name in ("x", "y"):
        game.creature(name, owner="b")
    on_stack(game, "TrigDo", "source", *targets)
    return game


def moved(outcome: wire.Outcome) -> dict[str, int]:
    return {each.object_id: each.to_zone for each in events(outcome, "zone_changed")}


def test_destroyed_together():
    """One batch; what is indestructible stays, what has a shield is regenerated (701.19a)."""
    game = doing("DB$ DestroyAll | ValidCards$ Creature.Other")
    game["mine"].characteristics.keywords.append("Indestructible")
    game.state.effects.add(
        id="shield", object_id="y", incarnation=1, keywords=["Regeneration"],
        duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    game["y"].damage = 1
    outcome = game.resolve()
    assert moved(outcome) == {"x": pb.ZONE_GRAVEYARD}
    after = game.then(outcome)
    assert (after["y"].tapped, after["y"].damage, list(after.state.effects)) == (True, 0, [])
    assert {each.batch for each in outcome.events if each.HasField("zone_changed")} == {1}


def test_no_regeneration():
    """Where the effect says so the shield does not help."""
    game = doing("DB$ Destroy | ValidTgts$ Creature | NoRegen$ True", targets=["y"])
    game.state.effects.add(
        id="shield", object_id="y", incarnation=1, keywords=["Regeneration"],
        duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    assert moved(game.resolve()) == {"y": pb.ZONE_GRAVEYARD}


def test_regenerate_makes_a_shield():
    """701.19a: an effect until end of turn, used up by the next destruction."""
    game = doing("DB$ Regenerate | Defined$ Self")
    game = game.then(game.resolve())
    (effect,) = game.state.effects
    assert (effect.object_id, list(effect.keywords)) == ("source", ["Regeneration"])
    assert effect.duration == pb.DURATION_END_OF_TURN


def test_sacrifice_is_chosen_by_its_controller():
    """701.21a: each player chooses; all at once."""
    game = doing("DB$ Sacrifice | Defined$ Opponent | SacValid$ Creature | Amount$ 1")
    choice = game.resolve().choice
    assert (choice.player_id, list(choice.option_ids)) == ("b", ["x", "y"])
    outcome = game.resolve(picks(choice, "y"))
    assert moved(outcome) == {"y": pb.ZONE_GRAVEYARD}
    (event,) = events(outcome, "zone_changed")
    assert event.reason == 7


def test_what_an_effect_returns_was_not_returned_for_a_cost():
    """No reason is named for a move that is none of those that the contract has."""
    line = "DB$ ChangeZone | Origin$ Battlefield | Destination$ Hand | ValidTgts$ Creature"
    game = doing(line, targets=["x"])
    (event,) = events(game.resolve(), "zone_changed")
    assert (event.object_id, event.to_zone) == ("x", pb.ZONE_HAND)
    assert event.reason == ev.MOVE_REASON_UNSPECIFIED


def test_pump_lasts_until_end_of_turn():
    """What was sent of the creature follows; a card's own numbers are worked out (611.2)."""
    game = doing("DB$ PumpAll | ValidCards$ Creature | NumAtt$ +2 | NumDef$ -1 | KW$ Flying")
    outcome = game.resolve()
    after = game.then(outcome)
    assert {each.effect.object_id for each in events(outcome, "effect_began")} == {
        "source", "mine", "x", "y",
    }  # fmt: skip
    assert (after["x"].characteristics.power, after["x"].characteristics.toughness) == (4, 1)
    assert list(after["x"].characteristics.keywords) == ["Flying"]
    assert not after["source"].HasField("characteristics")
    after["source"].tapped = True
    after.attack("source")
    assert after.advanced().player("b").life == 16


def test_a_pump_that_kills():
    """-X/-X: state-based actions follow (704.5f), and effects on what is gone end."""
    game = doing("DB$ Pump | ValidTgts$ Creature | NumAtt$ -X | NumDef$ -X", "SVar:X:Number$2",
                 targets=["x"])  # fmt: skip
    outcome = game.resolve()
    assert moved(outcome) == {"x": pb.ZONE_GRAVEYARD}
    assert not outcome.state.effects


@pytest.mark.clause("C13")
def test_control_changes():
    """506.4: what changes control leaves combat."""
    game = doing("DB$ GainControl | ValidTgts$ Creature", targets=["x"])
    game.creature("wall", owner="b")
    game.attack("mine", status=pb.BLOCK_STATUS_BLOCKED, blockers=["x"])
    outcome = game.resolve()
    assert [each.object_id for each in events(outcome, "combat_left")] == ["x"]
    after = game.then(outcome)
    assert after["x"].controller_id == "a"
    assert list(after.state.combat.attackers[0].blocker_ids) == []
    assert after.state.combat.attackers[0].block_status == pb.BLOCK_STATUS_BLOCKED


@pytest.mark.parametrize("more", ["LoseControl$ EOT", "LoseControl$ LeavesPlay"])
def test_control_for_a_time(more: str):
    """What ends some time is the engine's."""
    game = doing(f"DB$ GainControl | ValidTgts$ Creature | {more}", targets=["x"])
    assert len(events(game.resolve(), "effect_left_to_engine")) == 1


def test_counters_on_what_fits():
    """One batch; what was sent follows; -1/-1 and +1/+1 cancel as state-based actions do."""
    game = doing("DB$ PutCounterAll | ValidCards$ Creature.OppCtrl | CounterType$ M1M1"
                 " | CounterNum$ 1")  # fmt: skip
    game["x"].counters["P1P1"] = 1
    outcome = game.resolve()
    after = game.then(outcome)
    assert dict(after["x"].counters) == {}
    assert dict(after["y"].counters) == {"M1M1": 1}
    assert (after["y"].characteristics.power, after["y"].characteristics.toughness) == (1, 1)


@pytest.mark.parametrize(("number", "expected"), [("1", 2), ("5", 0), ("All", 0)])
def test_counters_come_off(number: str, expected: int):
    """No more than there are."""
    game = doing(f"DB$ RemoveCounter | Defined$ Self | CounterType$ TIME | CounterNum$ {number}")
    game["source"].counters["TIME"] = 3
    assert game.then(game.resolve())["source"].counters.get("TIME", 0) == expected


def test_counters_of_players():
    """Poison and energy are a player's."""
    game = doing("DB$ PutCounter | Defined$ Opponent | CounterType$ POISON | CounterNum$ 3")
    assert game.then(game.resolve()).player("b").counters["POISON"] == 3


def test_damage_by_an_ability():
    """120.3: by its source, with what its source has; here lifelink (not combat damage)."""
    game = doing("DB$ DealDamage | ValidTgts$ Any | NumDmg$ 2", targets=["x"])
    game["source"].counters["LIFELINK"] = 1
    outcome = game.resolve()
    (dealt,) = events(outcome, "damage_dealt")
    assert (dealt.source_id, dealt.object_id, dealt.combat, dealt.marked) == (
        "source", "x", False, 2,
    )  # fmt: skip
    assert game.then(outcome).player("a").life == 22
    assert moved(outcome) == {"x": pb.ZONE_GRAVEYARD}


def test_damage_by_a_source_that_is_gone():
    """608.2h: as it was pushed; the damage has a source all the same."""
    game = doing("DB$ DealDamage | Defined$ TriggeredTarget | NumDmg$ X",
                 "SVar:X:TriggerCount$DamageAmount")  # fmt: skip
    game.state.stack[0].source_as_pushed.CopyFrom(game["source"])
    game.moved("source", pb.ZONE_GRAVEYARD)
    outcome = game.resolve()
    assert game.then(outcome).player("b").life == 17


def test_damage_to_all_that_fits():
    """Creatures and players, all at once."""
    game = doing("DB$ DamageAll | ValidCards$ Creature.OppCtrl | ValidPlayers$ Player.Opponent"
                 " | NumDmg$ 1")  # fmt: skip
    outcome = game.resolve()
    dealt = [each.object_id or each.player_id for each in events(outcome, "damage_dealt")]
    assert dealt == ["x", "y", "b"]
    assert {each.batch for each in outcome.events if each.HasField("damage_dealt")} == {1}


def test_tokens():
    """111: what the script states; new objects in the state, by ids that nothing has."""
    game = doing("DB$ Token | TokenOwner$ Player | TokenAmount$ 2 | TokenScript$ rat")
    game.add("~3", "Card", pb.ZONE_HAND)
    outcome = game.resolve()
    made = [each.object for each in events(outcome, "object_created")]
    assert [(each.id, each.owner_id) for each in made] == [
        ("~1", "a"), ("~2", "a"), ("~4", "b"), ("~5", "b"),
    ]  # fmt: skip
    assert made[0].characteristics == pb.Characteristics(
        mana_cost="no cost",
        types=["Creature", "Rat"],
        colors=["black"],
        power=1,
        toughness=1,
        keywords=["Menace"],
        name="Rat Token",
    )


@pytest.mark.clause("C11")
def test_the_legend_rule_sees_tokens():
    """704.5j: of two legendary tokens of one name one is kept."""
    game = doing("DB$ Token | TokenOwner$ You | TokenAmount$ 2 | TokenScript$ king")
    choice = game.resolve().choice
    assert list(choice.option_ids) == ["~1", "~2"]
    after = game.then(game.resolve(picks(choice, "~2")))
    assert [item.id for item in after.state.objects if item.token] == ["~2"]


def test_a_token_script_that_is_not_there():
    """The engine's."""
    game = doing("DB$ Token | TokenOwner$ You | TokenAmount$ 1 | TokenScript$ cat")
    assert len(events(game.resolve(), "effect_left_to_engine")) == 1


def test_static_abilities_apply_to_tokens():
    """613: what the service made has copiable values, and what is in play applies on top."""
    game = doing(
        "DB$ Token | TokenOwner$ You | TokenAmount$ 1 | TokenScript$ rat | TokenTapped$ True"
        " | TokenAttacking$ True",
        "S:Mode$ Continuous | Affected$ Creature.Rat+YouCtrl | AddPower$ 3",
    )
    game = game.then(game.resolve())
    assert game["~1"].characteristics.power == 1
    assert game.attacks("~1") == "b"
    assert game.advanced().player("b").life == 16


def test_what_an_engine_computed_is_not_changed_again():
    """F2: characteristics that the engine sent are the truth; static abilities are in them."""
    game = doing("DB$ Tap | Defined$ Self",
                 "S:Mode$ Continuous | Affected$ Creature.YouCtrl | AddPower$ 3")  # fmt: skip
    game.attack("mine")
    game.state.stack.pop()
    assert game.advanced().player("b").life == 18


def test_a_copy_of_what_only_the_engine_knows():
    """707.2: this service's counters and effects are no copiable values."""
    game = doing("DB$ CopyPermanent | ValidTgts$ Creature | NumCopies$ 1", targets=["x"])
    item = game["x"]
    item.counters["P1P1"] = 1
    item.counters["FLYING"] = 1
    item.characteristics.power, item.characteristics.toughness = 6, 6
    item.characteristics.keywords.extend(["Flying", "Haste"])
    game.state.effects.add(
        id="pump", object_id="x", incarnation=1, power_change=2, toughness_change=2,
        keywords=["Haste"], duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    (created,) = events(game.resolve(), "object_created")
    made = created.object
    assert (made.characteristics.power, made.characteristics.toughness) == (3, 3)
    assert list(made.characteristics.keywords) == []
    assert (made.owner_id, created.copied_id, dict(made.counters)) == ("a", "x", {})


def test_a_copy_of_a_face_down_creature():
    """707.2, 708.2: a 2/2 without a name, and without its card's abilities."""
    game = doing("DB$ CopyPermanent | ValidTgts$ Creature | NumCopies$ 1")
    game.add("down", "Source", face_down=True).mana_abilities.add(produces="U")
    game.state.stack[0].targets.add(object_id="down", incarnation=1)
    (created,) = events(game.resolve(), "object_created")
    assert created.object.characteristics == pb.Characteristics(
        types=["Creature"], power=2, toughness=2
    )
    # What lies there face down is not told, and has no abilities in its copy.
    assert created.object.card_name == ""
    assert list(created.object.mana_abilities) == []


def test_a_copy_enters_with_its_counters():
    """614.12, 707.5: what the copied script says of entering holds for the copy."""
    game = game_of(
        script(
            "Source", "SVar:TrigDo:DB$ CopyPermanent | Defined$ Self | NumCopies$ 2",
            "K:etbCounter:P1P1:2",
        )
    )  # fmt: skip
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    after = game.then(game.resolve())
    copies = [item for item in after.state.objects if item.token]
    assert [dict(item.counters) for item in copies] == [{"P1P1": 2}] * 2


def test_tapping():
    """What is tapped already is not tapped again (701.26a)."""
    game = doing("DB$ TapAll | ValidCards$ Creature")
    game["x"].tapped = True
    tapped = [each.object_id for each in events(game.resolve(), "object_tapped")]
    assert tapped == ["source", "mine", "y"]
