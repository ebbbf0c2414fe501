"""What each kind of event sets off, for whom, and what the trigger then knows of it (CR 603.2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import Game, events, pb, wire
from tests.rules.scripts import game_of, on_stack, picks, script

TAP = "SVar:TrigSeen:DB$ Tap | Defined$ Self"
SEEN = " | TriggerZones$ Battlefield | Execute$ TrigSeen"
Context = tuple[str, int, str, int]


def seen(outcome: wire.Outcome) -> list[tuple[str, Context]]:
    """The source and the context of each trigger: object, incarnation, player, amount."""
    found = []
    for pushed in events(outcome, "stack_pushed"):
        context = pushed.object.context
        found.append(
            (
                pushed.object.source_id,
                (
                    context.object_id,
                    context.object_incarnation,
                    context.player_id,
                    context.amount,
                ),
            )
        )
    return found


def resolved(game: Game) -> wire.Outcome:
    """The outcome, with triggers in the order offered."""
    outcome = game.resolve()
    decisions = []
    while outcome.HasField("choice"):
        decisions.append(picks(outcome.choice, *outcome.choice.option_ids))
        outcome = game.resolve(*decisions)
    return outcome


def watched(line: str, ability: str, *more: str) -> Game:
    """A watcher of a's, an ability of its that does something, and other objects."""
    game = game_of(script("Source", f"T:Mode$ {line}{SEEN}", TAP, f"SVar:TrigDo:{ability}", *more))
    game.add("source", "Source")
    game.creature("mine", incarnation=4)
    game.creature("x", owner="b", incarnation=7, toughness=5)
    game.creature("y", owner="b", toughness=5)
    game["x"].counters["P1P1"] = 2
    game.add("card", "Nothing", pb.ZONE_HAND, incarnation=3)
    game.add("top", "Nothing", pb.ZONE_LIBRARY)
    game.add("deep", "Nothing", pb.ZONE_LIBRARY)
    on_stack(game, "TrigDo", "source")
    return game


@pytest.mark.parametrize(
    ("line", "ability", "expected"),
    [
        ("LifeGained | ValidPlayer$ You", "DB$ GainLife | LifeAmount$ 3", [("", 0, "a", 3)]),
        ("LifeLost | ValidPlayer$ You", "DB$ GainLife | LifeAmount$ 3", []),
        ("LifeLost | ValidPlayer$ Opponent", "DB$ LoseLife | Defined$ Opponent | LifeAmount$ 2",
         [("", 0, "b", 2)]),
        ("LifeGained | ValidPlayer$ Player", "DB$ LoseLife | LifeAmount$ 2", []),
        ("CounterAdded | ValidCard$ Creature",
         ("DB$ PutCounterAll | ValidCards$ Creature.nonNinja+YouCtrl | CounterType$ P1P1"
         " | CounterNum$ 2"), [("mine", 4, "a", 2)]),
        ("CounterAdded | ValidCard$ Creature | CounterType$ P1P1",
         "DB$ RemoveCounter | Defined$ Valid Creature.OppCtrl | CounterType$ P1P1 | CounterNum$ 1",
         []),
        ("CounterAdded | ValidCard$ Creature",
         "DB$ PutCounter | Defined$ Player | CounterType$ POISON | CounterNum$ 1", []),
        ("Taps | ValidCard$ Creature.OppCtrl", "DB$ TapAll | ValidCards$ Creature",
         [("x", 7, "b", 0), ("y", 1, "b", 0)]),
        ("Sacrificed | ValidCard$ Creature.nonNinja | ValidPlayer$ You",
         "DB$ Sacrifice | SacValid$ Creature.nonNinja | Amount$ 1", [("mine", 5, "a", 0)]),
        ("Sacrificed | ValidCard$ Creature | ValidPlayer$ You",
         "DB$ Sacrifice | Defined$ Opponent | SacValid$ Creature | Amount$ 2", []),
        ("Destroyed | ValidCard$ Creature.OppCtrl", "DB$ DestroyAll | ValidCards$ Creature.Other",
         [("x", 8, "b", 0), ("y", 2, "b", 0)]),
        ("Destroyed | ValidCard$ Creature",
         "DB$ Sacrifice | SacValid$ Creature.nonNinja | Amount$ 1", []),
        ("Discarded | ValidCard$ Card | ValidPlayer$ You", "DB$ Discard | Mode$ Hand",
         [("card", 4, "a", 0)]),
        ("Milled | ValidCard$ Card", "DB$ Mill | NumCards$ 2",
         [("top", 2, "a", 0), ("deep", 2, "a", 0)]),
        ("Drawn | ValidCard$ Card", "DB$ Draw", [("top", 2, "a", 0)]),
        ("Drawn | ValidCard$ Card", "DB$ Mill", []),
        ("ChangesZone | ValidCard$ Creature | Origin$ Battlefield | Destination$ Graveyard",
         "DB$ Sacrifice | SacValid$ Creature.nonNinja | Amount$ 1", [("mine", 5, "a", 0)]),
        ("ChangesZone | ValidCard$ Creature | Origin$ Battlefield | Destination$ Exile",
         "DB$ Sacrifice | SacValid$ Creature.nonNinja | Amount$ 1", []),
        ("ChangesZone | ValidCard$ Creature | Origin$ Any | Destination$ Any",
         "DB$ Sacrifice | SacValid$ Creature.nonNinja | Amount$ 1", [("mine", 5, "a", 0)]),
        ("ChangesZone | ValidCard$ Card | Origin$ Somewhere | Destination$ Graveyard",
         "DB$ Mill", []),
        ("ChangesZone | ValidCard$ Card | Origin$ Library,Hand | Destination$ Graveyard",
         "DB$ Mill", [("top", 2, "a", 0)]),
        ("ChangesZoneAll | ValidCards$ Card | Origin$ Library | Destination$ Graveyard",
         "DB$ Mill | NumCards$ 2", [("", 0, "", 2)]),
        ("ChangesZoneAll | ValidCards$ Creature | Origin$ Library | Destination$ Graveyard",
         "DB$ Mill | NumCards$ 2", []),
        ("ChangesZoneAll | ValidCards$ Card | Origin$ Library | Destination$ Hand",
         "DB$ Mill | NumCards$ 2", []),
        ("ChangesZone | ValidCard$ Card | Origin$ Hand | Destination$ Battlefield",
         ("DB$ ChangeZoneAll | ChangeType$ Card | Origin$ Hand | Destination$ Battlefield"
         " | GainControl$ True"), [("card", 4, "a", 0)]),
        ("DamageDone | ValidSource$ Ninja | ValidTarget$ Player",
         "DB$ DealDamage | Defined$ Opponent | NumDmg$ 2", [("source", 1, "b", 2)]),
        ("DamageDone | ValidSource$ Ninja | ValidTarget$ Player | CombatDamage$ True",
         "DB$ DealDamage | Defined$ Opponent | NumDmg$ 2", []),
        ("DamageDone | ValidSource$ Ninja | ValidTarget$ Player | CombatDamage$ False",
         "DB$ DealDamage | Defined$ Opponent | NumDmg$ 2", [("source", 1, "b", 2)]),
        ("DamageDone | ValidSource$ Ninja | ValidTarget$ Creature.OppCtrl",
         "DB$ DamageAll | ValidCards$ Creature.OppCtrl | NumDmg$ 2",
         [("source", 1, "x", 2), ("source", 1, "y", 2)]),
        ("DamageDone | ValidSource$ Rat | ValidTarget$ Player",
         "DB$ DealDamage | Defined$ Opponent | NumDmg$ 2", []),
        ("DamageDoneOnce | ValidSource$ Ninja | ValidTarget$ Creature",
         "DB$ DamageAll | ValidCards$ Creature.OppCtrl | NumDmg$ 2",
         [("source", 1, "x", 2), ("source", 1, "y", 2)]),
        ("DamageDealtOnce | ValidSource$ Ninja",
         "DB$ DamageAll | ValidCards$ Creature.OppCtrl | NumDmg$ 2", [("source", 1, "x", 4)]),
    ],
)  # fmt: skip
def test_what_is_seen(line: str, ability: str, expected: list[Context]):
    """603.2: once for each event that fits, with whom and how much it was about."""
    assert seen(resolved(watched(line, ability))) == [("source", each) for each in expected]


@pytest.mark.parametrize(
    ("phase", "step", "whose", "fits"),
    [
        ("EndCombat", pb.STEP_COMBAT_DAMAGE, "You", True),
        ("EndCombat", pb.STEP_COMBAT_DAMAGE, "Opponent", False),
        ("Upkeep,EndCombat", pb.STEP_COMBAT_DAMAGE, "Player", True),
        ("Upkeep", pb.STEP_COMBAT_DAMAGE, "You", False),
        ("EndCombat", pb.STEP_END_OF_COMBAT, "You", False),
        ("Main2", pb.STEP_END_OF_COMBAT, "You", True),
    ],
)
def test_steps_and_phases(phase: str, step: pb.Step.ValueType, whose: str, fits: bool):
    """A step that begins, in whose turn."""
    line = f"T:Mode$ Phase | Phase$ {phase} | ValidPlayer$ {whose}{SEEN}"
    game = game_of(script("Source", line, TAP), step=step)
    game.add("source", "Source")
    assert seen(game.advance()) == ([("source", ("", 0, "a", 0))] if fits else [])


OWN = (
    "T:Mode$ ChangesZone | ValidCard$ Card.Self | Origin$ {} | Destination$ {} | Execute$ TrigSeen"
)


@pytest.mark.clause("B15")
def test_its_own_zone_changes():
    """603.6a, c: of several alike only the one that moves; where it goes to it works from."""
    leaves = OWN.format("Battlefield", "Graveyard")
    enters = OWN.format("Hand", "Battlefield")
    put = "DB$ ChangeZoneAll | ChangeType$ Card.YouOwn | Origin$ Hand | Destination$ Battlefield"
    lines = [leaves, enters, TAP, f"SVar:TrigDo:{put}", "SVar:TrigKill:DB$ Destroy"]
    game = game_of(script("Source", *lines))
    for name, zone in (("source", pb.ZONE_BATTLEFIELD), ("other", pb.ZONE_BATTLEFIELD),
                       ("held", pb.ZONE_HAND)):  # fmt: skip
        game.add(name, "Source", zone)
    on_stack(game, "TrigDo")
    assert seen(resolved(game)) == [("held", ("held", 2, "a", 0))]
    del game.state.stack[:]
    on_stack(game, "TrigKill")
    assert seen(resolved(game)) == [("source", ("source", 2, "a", 0))]


def test_its_own_discard():
    """603.6e: from the graveyard it sees itself go there, though it never was in play."""
    line = "T:Mode$ Discarded | ValidCard$ Card.Self | Execute$ TrigSeen"
    game = game_of(script("Source", line, TAP, "SVar:TrigDo:DB$ Discard | Mode$ Hand"))
    game.add("source", "Source")
    game.add("held", "Source", pb.ZONE_HAND)
    on_stack(game, "TrigDo")
    assert seen(resolved(game)) == [("held", ("held", 2, "a", 0))]


@pytest.mark.clause("C9")
def test_damage_of_what_it_blocks_and_of_a_source_that_is_gone():
    """510.2, 603.10: combat damage to a creature; a source that died of it is known as it was."""
    line = f"T:Mode$ DamageDone | ValidSource$ Creature | ValidTarget$ Creature{SEEN}"
    game = game_of(script("Source", line, TAP))
    game.add("source", "Source")
    game.creature("wall", owner="b", power=0, toughness=9)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game["bear"].damage = 2
    assert seen(game.advance()) == [("source", ("bear", 1, "wall", 2))]


@pytest.mark.parametrize(
    ("condition", "triggers"),
    [
        ("IsPresent$ Card.Self+attacking", True),
        ("IsPresent$ Card.Self+notattacking", False),
        ("IsPresent$ Card.Self+tapped", True),
    ],
)
def test_what_its_source_attacked_is_kept_where_it_matters(condition: str, triggers: bool):
    """603.4: asked again as it resolves; so what it attacked goes with it."""
    hits = (
        "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
        f" | {condition} | Execute$ TrigSeen"
    )
    game = game_of(script("Source", hits, TAP))
    game.add("source", "Source", tapped=True)
    game.attack("source")
    pushed = [each.object for each in events(game.advance(), "stack_pushed")]
    assert len(pushed) == triggers
    for each in pushed:
        assert each.HasField("attack_target") is ("attacking" in condition)
        if "attacking" in condition:
            assert each.attack_target == pb.AttackTarget(player_id="b")


CAST = (
    "T:Mode$ {} | ValidCard$ {} | ValidActivatingPlayer$ {} | ValidSA$ {}"
    " | TriggerZones$ Battlefield | Execute$ TrigSeen"
)


@pytest.mark.parametrize(
    ("mode", "card", "who", "what", "fits"),
    [
        ("AbilityCast", "Card", "You", "Activated.Ninjutsu", True),
        ("AbilityCast", "Card", "You", "Activated.Sneak", False),
        ("AbilityCast", "Card", "You", "Activated.SomethingNew", False),
        ("AbilityCast", "Card", "Opponent", "Activated.Ninjutsu", False),
        ("AbilityCast", "Rat", "You", "Activated.Ninjutsu", False),
        ("SpellAbilityCast", "Ninja", "Player", "Activated", True),
        ("SpellCast", "Card", "You", "Spell", False),
    ],
)
def test_what_is_activated(mode: str, card: str, who: str, what: str, fits: bool):
    """601.2i, 602.2b: by its card, by whom, and by what it is."""
    watcher = script("Source", CAST.format(mode, card, who, what), TAP)
    game = game_of(watcher, script("Ninja", "K:Ninjutsu:U"))
    game.add("source", "Source")
    game.attacker("bear")
    game.hand("ninja", "Ninja")
    outcome = game.take("ninja", "bear", payment=wire.Payment(engine=wire.EnginePayment()))
    found = [each for each in seen(outcome) if each[0] == "source"]
    assert found == ([("source", ("ninja", 1, "a", 0))] if fits else [])


@pytest.mark.parametrize(
    ("zone", "fields", "triggers"),
    [
        (pb.ZONE_BATTLEFIELD, {}, True),
        (pb.ZONE_GRAVEYARD, {}, False),
        (pb.ZONE_BATTLEFIELD, {"phased_out": True}, False),
        (pb.ZONE_BATTLEFIELD, {"triggered_this_turn": ["TrigSeen"]}, True),
        (pb.ZONE_BATTLEFIELD, {"triggered_this_turn": ["TrigSeen", "TrigSeen"]}, False),
        (pb.ZONE_BATTLEFIELD, {"triggered_this_turn": ["TrigOther"] * 4}, True),
    ],
)
def test_from_where_and_how_often(zone: pb.Zone.ValueType, fields: dict[str, Any], triggers: bool):
    """113.6, 603.2: on the battlefield unless it says otherwise, twice each turn where it does."""
    line = "T:Mode$ LifeGained | ValidPlayer$ You | ActivationLimit$ 2 | Execute$ TrigSeen"
    gain = script("Gainer", "SVar:TrigDo:DB$ GainLife | LifeAmount$ 1")
    game = game_of(script("Source", line, TAP), gain)
    game.add("source", "Source", zone, **fields)
    game.add("gainer", "Gainer")
    on_stack(game, "TrigDo", "gainer")
    assert bool(seen(resolved(game))) is triggers


def test_from_the_graveyard():
    """113.6k: where the line says so, even face down or with lost abilities in play."""
    line = "T:Mode$ LifeGained | ValidPlayer$ You | TriggerZones$ Graveyard | Execute$ TrigSeen"
    gain = script("Gainer", "SVar:TrigDo:DB$ GainLife | LifeAmount$ 1")
    game = game_of(script("Source", line, TAP), gain)
    game.add("source", "Source", pb.ZONE_GRAVEYARD, abilities_lost=True)
    game.add("played", "Source")
    game.add("gainer", "Gainer")
    on_stack(game, "TrigDo", "gainer")
    assert [name for name, _ in seen(resolved(game))] == ["source"]
