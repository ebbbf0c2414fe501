"""What each effect tells: its events in order, with rule, batch and cause, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.boards import Game, event, events, pb, refused, wire
from tests.rules.scripts import game_of, on_stack, picks, script

RAT = "Name:Rat Token\nManaCost:no cost\nTypes:Creature Rat\nColors:black\nPT:1/1\nOracle:\n"
Told = list[tuple[str | None, str, int, int, str]]


def doing(ability: str, *more: str, targets: Sequence[str] = ()) -> Game:
    """The ability on the stack; both players have creatures, cards in hand, library, graveyard."""
    game = game_of(script("Source", f"SVar:TrigDo:{ability}", *more), tokens={"rat": RAT})
    game.add("source", "Source")
    game.creature("mine")
    for name, counters in (("x", 2), ("y", 1)):
        game.creature(name, owner="b", power=4, toughness=4).counters["P1P1"] = counters
    for owner in ("a", "b"):
        for number in (1, 2, 3):
            game.add(f"{owner} top {number}", f"Top {owner}{number}", pb.ZONE_LIBRARY, owner)
        for number in (1, 2):
            game.add(f"{owner} hand {number}", f"Hand {owner}{number}", pb.ZONE_HAND, owner)
        game.add(f"{owner} dead", f"Dead {owner}", pb.ZONE_GRAVEYARD, owner)
        game.player(owner).library_size = 3
    on_stack(game, "TrigDo", "source", *targets)
    return game


def told(outcome: wire.Outcome) -> Told:
    """What happened before the ability left the stack: kind, rule, batch, cause, about whom."""
    found: Told = []
    for each in outcome.events:
        kind = each.WhichOneof("event")
        if kind == "stack_removed":
            break
        body = getattr(each, str(kind))
        for field in ("object_id", "player_id", "source_id"):
            about = getattr(body, field, "")
            if about:
                break
        else:
            about = body.object.id if kind == "object_created" else body.effect.object_id
        found.append((kind, each.rule, each.batch, each.cause, about))
    return found


def one(kind: str, rule: str, about: str) -> Told:
    """One event by itself."""
    return [(kind, rule, 0, 0, about)]


def together(kind: str, rule: str, *about: str) -> Told:
    """Several events at once."""
    return [(kind, rule, 1, 0, each) for each in about]


CREATURES = ("source", "mine", "x", "y")


@pytest.mark.parametrize(
    ("ability", "expected"),
    [
        ("GainLife | LifeAmount$ 1", one("life_changed", "119.3", "a")),
        ("GainLife | Defined$ Player | LifeAmount$ 1",
         together("life_changed", "119.3", "a", "b")),
        ("LoseLife | Defined$ Opponent | LifeAmount$ 1", one("life_changed", "119.3", "b")),
        ("GainLife | LifeAmount$ 0", []),
        ("PutCounter | CounterType$ P1P1 | CounterNum$ 1",
         one("counters_changed", "122.6", "source")),
        ("PutCounter | CounterType$ P1P1 | CounterNum$ 0", []),
        ("PutCounterAll | ValidCards$ Creature.OppCtrl | CounterType$ stun | CounterNum$ 1",
         together("counters_changed", "122.6", "x", "y")),
        ("PutCounter | Defined$ You | CounterType$ ENERGY | CounterNum$ 2",
         one("counters_changed", "122.1", "a")),
        ("PutCounter | Defined$ Player | CounterType$ POISON | CounterNum$ 1",
         together("counters_changed", "122.1", "a", "b")),
        ("PutCounter | Defined$ Player | CounterType$ POISON | CounterNum$ 0", []),
        ("RemoveCounter | CounterType$ P1P1 | CounterNum$ 1", []),
        ("Draw | Defined$ Player", [
            ("zone_changed", "121.1", 0, 0, "a top 1"),
            ("zone_changed", "121.1", 0, 0, "b top 1")]),
        ("Draw | NumCards$ 0", []),
        ("Mill | NumCards$ 1", one("zone_changed", "701.17a", "a top 1")),
        ("Mill | Defined$ Player | NumCards$ 1",
         together("zone_changed", "701.17a", "a top 1", "b top 1")),
        ("Discard | Defined$ Opponent | Mode$ Hand",
         together("zone_changed", "701.9a", "b hand 1", "b hand 2")),
        ("Discard | NumCards$ 0", []),
        ("RevealHand | Defined$ Opponent", []),
        ("MakeCard | Conjure$ True | Name$ Dead | Zone$ Hand | Amount$ 2", [
            ("object_created", "608.2c", 0, 0, "~1"), ("object_created", "608.2c", 0, 0, "~2")]),
        ("Destroy | Defined$ Self", one("zone_changed", "701.8a", "source")),
        ("DestroyAll | ValidCards$ Creature.OppCtrl",
         together("zone_changed", "701.8a", "x", "y")),
        ("Sacrifice", one("zone_changed", "701.21a", "source")),
        ("Sacrifice | Defined$ Opponent | SacValid$ Creature | Amount$ 2",
         together("zone_changed", "701.21a", "x", "y")),
        ("Tap | Defined$ Self", one("object_tapped", "701.26a", "source")),
        ("TapAll | ValidCards$ Creature", together("object_tapped", "701.26a", *CREATURES)),
        ("Pump | Defined$ Self | NumAtt$ 1", one("effect_began", "611.2", "source")),
        ("PumpAll | ValidCards$ Creature.OppCtrl | NumAtt$ 1",
         together("effect_began", "611.2", "x", "y")),
        ("Regenerate", one("effect_began", "701.19a", "source")),
        ("Token | TokenScript$ rat", one("object_created", "701.7a", "~1")),
        ("Token | TokenScript$ rat | TokenAmount$ 2",
         together("object_created", "701.7a", "~1", "~2")),
        ("Token | TokenScript$ rat | TokenAmount$ 0", []),
        ("CopyPermanent | Defined$ Self", one("object_created", "701.7a", "~1")),
        ("DealDamage | Defined$ Opponent | NumDmg$ 1", [
            ("damage_dealt", "120.2b", 1, 0, "b"), ("life_changed", "120.3a", 1, 1, "b")]),
        ("DealDamage | Defined$ Self | NumDmg$ 1", [("damage_dealt", "120.2b", 1, 0, "source")]),
        ("DamageAll | ValidCards$ Creature.OppCtrl | ValidPlayers$ Opponent | NumDmg$ 1", [
            ("damage_dealt", "120.2b", 1, 0, "x"), ("damage_dealt", "120.2b", 1, 0, "y"),
            ("damage_dealt", "120.2b", 1, 0, "b"), ("life_changed", "120.3a", 1, 3, "b")]),
        ("ChangeZone | Origin$ Battlefield | Destination$ Exile | Defined$ Self",
         one("zone_changed", "701.13a", "source")),
        ("ChangeZone | Origin$ Battlefield | Destination$ Hand | Defined$ Self",
         one("zone_changed", "608.2c", "source")),
        ("ChangeZone | Origin$ Graveyard | Destination$ Hand", []),
        ("ChangeZoneAll | Origin$ Graveyard | Destination$ Exile | ChangeType$ Card",
         together("zone_changed", "701.13a", "a dead", "b dead")),
        (("ChangeZoneAll | Origin$ Hand | Destination$ Library | ChangeType$ Card.YouOwn"
         " | Shuffle$ True"),
         [*together("zone_changed", "608.2c", "a hand 1", "a hand 2"),
          *one("library_arranged", "701.24a", "a")]),
        (("ChangeZoneAll | Origin$ Hand | Destination$ Library | ChangeType$ Card"
         " | LibraryPosition$ -1"),
         [*together("zone_changed", "608.2c", "a hand 1", "a hand 2", "b hand 1", "b hand 2"),
          *one("library_arranged", "401.4", "a"), *one("library_arranged", "401.4", "b")]),
        ("Manifest | Amount$ 1", [("zone_changed", "701.40a", 1, 0, "a top 1")]),
    ],
)  # fmt: skip
def test_what_is_told(ability: str, expected: Told):
    """Each with the rule of its keyword action; more than one thing at once is one batch."""
    assert told(doing(f"DB$ {ability}").resolve()) == expected


@pytest.mark.parametrize(
    ("ability", "targets", "expected"),
    [
        ("RemoveCounter | CounterType$ P1P1 | CounterNum$ 2", ["x", "y"], [-2, -1]),
        ("RemoveCounter | CounterType$ P1P1 | CounterNum$ All", ["x", "y"], [-2, -1]),
        ("RemoveCounter | CounterType$ P1P1 | CounterNum$ 1", ["x"], [-1]),
        ("RemoveCounter | CounterType$ P1P1 | CounterNum$ 0", ["x"], []),
        ("RemoveCounter | CounterType$ STUN | CounterNum$ 1", ["x"], []),
    ],
)
def test_counters_come_off_as_far_as_there_are(
    ability: str, targets: list[str], expected: list[int]
):
    """122.1: of each no more than it has; of several at once, one batch."""
    several = " | TargetMin$ 1 | TargetMax$ 2"
    outcome = doing(f"DB$ {ability} | ValidTgts$ Creature{several}", targets=targets).resolve()
    assert [each.change for each in events(outcome, "counters_changed")] == expected
    batch = 1 if len(targets) > 1 else 0
    names = targets[: len(expected)]
    assert told(outcome) == [("counters_changed", "122.1", batch, 0, each) for each in names]


@pytest.mark.clause("C13")
def test_control_changes_together():
    """613.1b, 506.4: what was another player's; what is yours already stays as it is."""
    ability = "DB$ GainControl | ValidTgts$ Creature | TargetMin$ 1 | TargetMax$ 3"
    outcome = doing(ability, targets=["x", "mine", "y"]).resolve()
    assert told(outcome) == together("control_changed", "613.1b", "x", "y")


@pytest.mark.parametrize(
    "ability",
    [
        "PutCounter | CounterType$ any | CounterNum$ 1",
        "PutCounter | CounterType$ P1P1,M1M1 | CounterNum$ 1",
        "PutCounter | CounterNum$ 1",
        "PutCounter | Defined$ TriggeredCardLKICopy | CounterType$ P1P1 | Foo$ 1",
        "MakeCard | Conjure$ True | Name$ Dead | Zone$ Hand | Amount$ 101",
        "MakeCard | Conjure$ True | Zone$ Hand",
        "MakeCard | Conjure$ True | Name$ Dead | Zone$ Library",
        "DamageAll | ValidCards$ Creature | ValidPlayers$ Player.SomethingNew | NumDmg$ 1",
        "GainControl | NewController$ Opponent",
        "Token | TokenScript$ mouse",
        "Token | TokenAmount$ 2",
        "Token | TokenScript$ rat | TokenAmount$ 501",
        "Token | TokenScript$ rat | TokenAmount$ 251 | TokenOwner$ Player",
        "CopyPermanent | Defined$ Self | NumCopies$ 501",
        "GenericChoice | Choices$ ",
        "ChoosePlayer | Choices$ Player.SomethingNew",
        "ImmediateTrigger | Execute$ DBNone",
        "ChangeZone | Origin$ Battlefield | Destination$ Stack",
        "ChangeZone | Origin$ Somewhere | Destination$ Hand",
        "ChangeZoneAll | Origin$ Library | Destination$ Hand | ChangeType$ Card",
        "ChangeZone | Origin$ Hand,Graveyard | Destination$ Exile",
        "ChangeZone | Origin$ Hand | Destination$ Exile | ValidTgts$ Player | ChangeType$ Card",
        (
            "ChangeZone | Origin$ Graveyard | Destination$ Exile | ValidTgts$ Player | Hidden$ True"
            " | ChangeType$ Card"
        ),
        "Dig | DigNum$ 1 | ChangeNum$ 1 | DestinationZone$ Somewhere",
        "Dig | DigNum$ 1 | ChangeNum$ 1 | LibraryPosition2$ 3",
    ],
)
def test_what_is_left_changes_nothing(ability: str):
    """The whole text of the part, once, and nothing before it."""
    outcome = doing(f"DB$ {ability}").resolve()
    assert told(outcome) == one("effect_left_to_engine", "608.2c", "a")
    assert event(outcome, "effect_left_to_engine").ability.strip() == f"DB$ {ability}".strip()


@pytest.mark.parametrize(("count", "made"), [(100, 100), (500, 500)])
def test_as_many_as_are_made_here(count: int, made: int):
    """Just as many as a part makes at most."""
    ability = (
        "DB$ MakeCard | Conjure$ True | Name$ Dead | Zone$ Graveyard | Amount$ 100"
        if count == 100
        else "DB$ Token | TokenScript$ rat | TokenAmount$ 250 | TokenOwner$ Player"
    )
    outcome = doing(ability).resolve()
    assert len(events(outcome, "object_created")) == made
    zone = pb.ZONE_GRAVEYARD if count == 100 else pb.ZONE_BATTLEFIELD
    assert {each.object.zone for each in events(outcome, "object_created")} == {zone}


@pytest.mark.parametrize(
    ("ability", "remembered"),
    [
        ("Draw | NumCards$ 2 | RememberDrawn$ True", 2),
        ("Draw | NumCards$ 2", 0),
        ("Discard | Mode$ Hand | RememberDiscarded$ True", 2),
        ("Discard | Mode$ Hand", 0),
        ("Mill | NumCards$ 3 | RememberMilled$ True", 3),
        ("Mill | NumCards$ 3", 0),
        ("RevealHand | RememberRevealed$ True", 2),
        ("RevealHand", 0),
        ("DestroyAll | ValidCards$ Creature.OppCtrl | RememberDestroyed$ True", 2),
        ("DestroyAll | ValidCards$ Creature.OppCtrl", 0),
        (("Sacrifice | Defined$ Opponent | SacValid$ Creature | Amount$ 2"
         " | RememberSacrificed$ True"), 2),
        ("Sacrifice | Defined$ Opponent | SacValid$ Creature | Amount$ 2", 0),
        ("Token | TokenScript$ rat | TokenAmount$ 3 | RememberTokens$ True", 3),
        ("Token | TokenScript$ rat | TokenAmount$ 3", 0),
        (("ChangeZoneAll | Origin$ Graveyard | Destination$ Exile | ChangeType$ Card"
         " | RememberChanged$ True"), 2),
        ("ChangeZoneAll | Origin$ Graveyard | Destination$ Exile | ChangeType$ Card", 0),
    ],
)  # fmt: skip
def test_what_is_remembered(ability: str, remembered: int):
    """Only where the script says so; `Cleanup` forgets it."""
    gain = "SVar:DBGain:DB$ GainLife | LifeAmount$ X"
    count = "SVar:X:Remembered$Amount"
    outcome = doing(f"DB$ {ability} | SubAbility$ DBGain", gain, count).resolve()
    life = [each.change for each in events(outcome, "life_changed")]
    assert life == ([remembered] if remembered else [])
    for clear, expected in (("ClearRemembered$ True", []), ("ClearChosenPlayer$ True", life)):
        forget = f"SVar:DBForget:DB$ Cleanup | {clear} | SubAbility$ DBGain"
        outcome = doing(f"DB$ {ability} | SubAbility$ DBForget", forget, gain, count).resolve()
        assert [each.change for each in events(outcome, "life_changed")] == expected


def test_the_chosen_player():
    """Of those that fit; one alone is not asked about, and `Cleanup` forgets who it was."""
    lose = "SVar:DBLose:DB$ LoseLife | Defined$ ChosenPlayer | LifeAmount$ 2"
    game = doing("DB$ ChoosePlayer | SubAbility$ DBLose", lose)
    choice = game.resolve().choice
    assert (choice.kind, list(choice.option_ids)) == (wire.CHOICE_KIND_PLAYERS, ["a", "b"])
    assert (choice.id, choice.min, choice.max) == ("608.2d:ability:1", 1, 1)
    assert told(game.resolve(picks(choice, "b"))) == one("life_changed", "119.3", "b")
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.resolve(picks(choice, "c"))
    game = doing("DB$ ChoosePlayer | Choices$ Opponent | SubAbility$ DBLose", lose)
    assert told(game.resolve()) == one("life_changed", "119.3", "b")
    forget = "SVar:DBForget:DB$ Cleanup | ClearChosenPlayer$ True | SubAbility$ DBLose"
    game = doing("DB$ ChoosePlayer | Choices$ Opponent | SubAbility$ DBForget", forget, lose)
    assert told(game.resolve()) == one("effect_left_to_engine", "608.2c", "a")


def test_a_mode_is_asked_for_by_its_rule():
    """608.2d: the choice names the rule, one is chosen, and another is refused."""
    gain = ("SVar:DBGain:DB$ GainLife | LifeAmount$ 5", "SVar:DBTap:DB$ Tap")
    game = doing("DB$ GenericChoice | Choices$ DBGain,DBTap", *gain)
    choice = game.resolve().choice
    assert (choice.id, choice.min, choice.max) == ("608.2d:ability:1", 1, 1)
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.resolve(picks(choice, "DBGain", "DBTap"))
    game = doing("DB$ GenericChoice | Choices$ DBGain", *gain)
    assert told(game.resolve()) == one("life_changed", "119.3", "a")
