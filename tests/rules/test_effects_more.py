"""Effects in the corners: none, one or two of something, phased out, and asked in plain words."""

from __future__ import annotations

import pytest

from tests.boards import Game, event, events, pb, wire
from tests.boards import told as all_told
from tests.rules.scripts import game_of, on_stack, picks, script
from tests.rules.test_effects_asked import played
from tests.rules.test_effects_told import Told, doing, one, together, told


def fighting(ability: str, *more: str) -> Game:
    """A creature of a's attacks b, and a creature card is in a's hand."""
    game = doing(ability, *more)
    game.attack("mine")
    game.state.objects.remove(game["a hand 2"])
    game["a hand 1"].characteristics.types.append("Creature")
    return game


PUT = "DB$ ChangeZone | Origin$ Hand | Destination$ Battlefield | ChangeNum$ 1 | Mandatory$ True"


@pytest.mark.clause("B11", "B13")
@pytest.mark.parametrize(
    ("attacking", "target"),
    [
        ("True", "b"),
        ("TriggeredTarget", "b"),
        ("You", ""),
        ("Remembered", ""),
    ],
)
def test_what_enters_attacking_attacks(attacking: str, target: str):
    """B11, 508.4a: whom the script names, if that is a defending player; else it just enters."""
    outcome = fighting(f"{PUT} | Attacking$ {attacking}").resolve()
    joined = [each.target.player_id for each in events(outcome, "attack_joined")]
    assert joined == ([target] if target else [])
    assert told(outcome)[0] == ("zone_changed", "608.2c", 1, 0, "a hand 1")


@pytest.mark.clause("B13")
@pytest.mark.parametrize("where", ["no combat", "another's turn"])
def test_what_enters_attacking_at_another_time(where: str):
    """B13, 506.3b: nothing can be attacked then, and nobody is asked."""
    game = fighting(f"{PUT} | Attacking$ True")
    game.add("walker", "W", owner="b", counters={"LOYALTY": 3}).characteristics.types.append(
        "Planeswalker"
    )
    assert game.resolve().choice.id.startswith("508.4a:")
    if where == "no combat":
        game.state.step = pb.STEP_POSTCOMBAT_MAIN
        game.state.ClearField("combat")
    else:
        game.state.active_player_id = "b"
    assert [each[0] for each in told(game.resolve())] == ["zone_changed"]


def test_whom_it_attacks_is_not_understood():
    """Words that name nobody known: the engine's."""
    outcome = fighting(f"{PUT} | Attacking$ SomebodyNew").resolve()
    assert told(outcome) == one("effect_left_to_engine", "608.2c", "a")


@pytest.mark.clause("F4")
@pytest.mark.parametrize(("count", "drawn"), [(2, 2), (3, 3), (4, 0)])
def test_drawing_where_the_engine_settles(count: int, drawn: int):
    """F4, 704.5b: only who would draw from an empty library is left to the engine."""
    game = doing(f"DB$ Draw | NumCards$ {count}")
    outcome = game.resolve(options={"engine_settles": True})
    assert len(events(outcome, "zone_changed")) == drawn
    assert len(events(outcome, "effect_left_to_engine")) == (not drawn)


@pytest.mark.parametrize(
    ("ability", "expected"),
    [
        ("Discard | NumCards$ -1", []),
        ("Draw | NumCards$ -1", []),
        ("Mill | NumCards$ -1", []),
        ("Token | TokenScript$ rat | TokenAmount$ -1", []),
        ("CopyPermanent | Defined$ Self | NumCopies$ 0", []),
        ("CopyPermanent | Defined$ Self | NumCopies$ -1", []),
        ("CopyPermanent | Defined$ Self | NumCopies$ 2",
         together("object_created", "701.7a", "~1", "~2")),
        ("RemoveCounter | Defined$ Valid Creature.OppCtrl | CounterType$ P1P1 | CounterNum$ -1",
         []),
        ("RemoveCounter | Defined$ Valid Creature.OppCtrl | CounterType$ P1P1",
         together("counters_changed", "122.1", "x", "y")),
        ("Tap | Defined$ Valid Creature.OppCtrl", together("object_tapped", "701.26a", "x", "y")),
        ("TapAll | ValidCards$ Creature.SomethingNew", one("effect_left_to_engine", "608.2c", "a")),
        ("ChangeZoneAll | Origin$ Graveyard | Destination$ Somewhere | ChangeType$ Card",
         one("effect_left_to_engine", "608.2c", "a")),
        ("GainControl | Defined$ Valid Creature.counters_GE2_P1P1 | NewController$ You",
         one("control_changed", "613.1b", "x")),
        ("Branch | BranchCondition$ X | TrueSubAbility$ DBGain | FalseSubAbility$ DBTap",
         one("life_changed", "119.3", "a")),
        ("Branch | BranchConditionSVar$ Zero | TrueSubAbility$ DBGain | FalseSubAbility$ DBTap",
         one("object_tapped", "701.26a", "source")),
        ("Branch | BranchConditionSVar$ X | FalseSubAbility$ DBTap", []),
        ("GenericChoice | Choices$ DBNone", one("effect_left_to_engine", "608.2c", "a")),
        ("Dig | DigNum$ 1 | ChangeNum$ 0", one("library_arranged", "401.4", "a")),
        ("Dig | DigNum$ 1 | ChangeNum$ 0 | LibraryPosition2$ 0",
         one("library_arranged", "401.4", "a")),
        ("Surveil | Amount$ 0", []),
        ("Manifest | Defined$ Self | Amount$ 1", [("zone_changed", "701.40a", 1, 0, "source")]),
    ],
)  # fmt: skip
def test_none_one_or_two(ability: str, expected: Told):
    """107.1b: nobody does anything a negative number of times; two at once are one batch."""
    more = ("SVar:X:Count$YourLifeTotal", "SVar:Zero:Number$1/Minus.1", "SVar:DBTap:DB$ Tap",
            "SVar:DBGain:DB$ GainLife | LifeAmount$ 1")  # fmt: skip
    assert told(doing(f"DB$ {ability}", *more).resolve()) == expected


def test_a_token_of_a_copied_permanent_500_times():
    """As many as one part makes."""
    outcome = doing("DB$ CopyPermanent | Defined$ Self | NumCopies$ 500").resolve()
    assert len(events(outcome, "object_created")) == 500


def test_phased_out_is_not_there():
    """702.26b: what fits on the battlefield, but phased out, is left alone."""
    game = doing("DB$ TapAll | ValidCards$ Creature.OppCtrl")
    game["x"].phased_out = True
    assert told(game.resolve()) == one("object_tapped", "701.26a", "y")


def test_what_is_not_destroyed_is_not_remembered():
    """702.12b: only what was destroyed."""
    game = doing(
        "DB$ DestroyAll | ValidCards$ Creature.OppCtrl | RememberDestroyed$ True"
        " | SubAbility$ DBGain",
        "SVar:DBGain:DB$ GainLife | LifeAmount$ X",
        "SVar:X:Remembered$Amount",
    )
    game["x"].characteristics.keywords.append("Indestructible")
    assert [each.change for each in events(game.resolve(), "life_changed")] == [1]


def test_each_owner_arranges_what_is_theirs():
    """401.4: what goes to the bottom of a library is its owner's own cards."""
    outcome = doing(
        "DB$ ChangeZoneAll | Origin$ Graveyard | Destination$ Library | ChangeType$ Card"
        " | LibraryPosition$ -1"
    ).resolve()
    found = [
        (each.player_id, list(each.bottom_ids)) for each in events(outcome, "library_arranged")
    ]
    assert found == [("a", ["a dead"]), ("b", ["b dead"])]
    outcome = doing(
        "DB$ ChangeZoneAll | Origin$ Graveyard | Destination$ Exile | ChangeType$ Card"
        " | LibraryPosition$ -1"
    ).resolve()
    assert events(outcome, "library_arranged") == []


@pytest.mark.clause("D6")
def test_two_parts_alike_have_targets_of_their_own():
    """608.2c: the first part's targets are for the first part, though the second says the same."""
    line = "DB$ PutCounter | ValidTgts$ Creature | CounterType$ P1P1"
    game = doing(f"{line} | CounterNum$ 1 | SubAbility$ DBAlso",
                 f"SVar:DBAlso:{line} | CounterNum$ 2")  # fmt: skip
    for name in ("mine", "y"):
        game.state.stack[0].targets.add(object_id=name, incarnation=1)
    changes = [(each.object_id, each.change) for each in
               events(game.resolve(), "counters_changed")]  # fmt: skip
    assert changes == [("mine", 1), ("y", 2)]
    same = doing("DB$ Charm | CharmNum$ 2 | Choices$ DBOne,DBTwo", f"SVar:DBOne:{line}",
                 f"SVar:DBTwo:{line}")  # fmt: skip
    same.state.stack[0].modes.extend(["DBOne", "DBTwo"])
    for name in ("mine", "y"):
        same.state.stack[0].targets.add(object_id=name, incarnation=1)
    found = [each.object_id for each in events(same.resolve(), "counters_changed")]
    assert found == ["mine", "y"]


@pytest.mark.parametrize(
    ("ability", "prompt"),
    [
        ("Discard | NumCards$ 1", "Choose what to discard: 1."),
        ("Sacrifice | SacValid$ Creature | Amount$ 1", "Choose what to sacrifice: 1."),
        ("Dig | DigNum$ 2 | ChangeNum$ 1 | Optional$ True", "Choose cards for Source: 0-1."),
        ("Dig | DigNum$ 2 | ChangeNum$ 1", "Choose cards for Source: 1."),
    ],
)
def test_how_many_in_words(ability: str, prompt: str):
    """One number, or from one to another."""
    assert doing(f"DB$ {ability}").resolve().choice.prompt == prompt


def test_an_order_is_asked_for_as_one():
    """701.22a: the kind of choice says that all are named, in order."""
    game = doing("DB$ Scry | ScryNum$ 3")
    first = game.resolve().choice
    assert first.kind == wire.CHOICE_KIND_OBJECTS
    assert game.resolve(picks(first)).choice.kind == wire.CHOICE_KIND_ORDER


def test_who_repeats_is_asked_by_rule():
    """608.2d, 101.4: each player in turn."""
    game = doing(
        "DB$ RepeatEach | RepeatPlayers$ Player | RepeatOptionalForEachPlayer$ True"
        " | RepeatSubAbility$ DBEach",
        "SVar:DBEach:DB$ LoseLife | Defined$ Player.IsRemembered | LifeAmount$ 3",
    )
    asked, outcome = played(game, True, False)
    assert [each[:2] for each in asked] == [("608.2d:ability:1", "a"), ("608.2d:ability:2", "b")]
    assert told(outcome) == one("life_changed", "119.3", "a")


TOKENS = {
    "walker": "Name:Walker\nManaCost:no cost\nTypes:Planeswalker\nLoyalty:3\nOracle:\n",
    "siege": "Name:Siege\nManaCost:no cost\nTypes:Battle\nDefense:4\nOracle:\n",
    "grown": (
        "Name:Grown\nManaCost:no cost\nTypes:Creature Rat\nPT:1/1\nK:etbCounter:P1P1:2\nOracle:\n"
    ),
    "plain": "Name:Plain\nManaCost:no cost\nTypes:Creature Rat\nPT:1/1\nOracle:\n",
    "odd": (
        "Name:Odd\nManaCost:no cost\nTypes:Creature Rat\nPT:1/1\n"
        "K:ETBReplacement:Other:DBNew\nSVar:DBNew:DB$ SomethingNew\nOracle:\n"
    ),
}


@pytest.mark.parametrize(
    ("token", "counter"),
    [("walker", ("LOYALTY", 3, "306.5b")), ("siege", ("DEFENSE", 4, "310.4b")),
     ("grown", ("P1P1", 2, "122.6")), ("plain", None)],
)  # fmt: skip
def test_a_token_with_its_counters(token: str, counter: tuple[str, int, str] | None):
    """122.6: at the same time as it is created, and because of that."""
    text = script("Source", f"SVar:TrigDo:DB$ Token | TokenScript$ {token}")
    game = game_of(text, tokens=TOKENS)
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    if counter is None:
        assert all_told(outcome)[0] == ("object_created", "701.7a", 0, 0)
        assert events(outcome, "counters_changed") == []
    else:
        assert all_told(outcome)[:2] == [
            ("object_created", "701.7a", 1, 0),
            ("counters_changed", counter[2], 1, 1),
        ]
        changed = event(outcome, "counters_changed")
        assert (changed.counter, changed.change) == counter[:2]


def test_a_token_that_only_the_engine_can_make():
    """614.12: what it does as it enters is not read, so the part is the engine's."""
    game = game_of(script("Source", "SVar:TrigDo:DB$ Token | TokenScript$ odd"), tokens=TOKENS)
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    assert events(outcome, "object_created") == []
    assert len(events(outcome, "effect_left_to_engine")) == 1


@pytest.mark.clause("B9", "B13")
def test_a_token_that_cannot_join_the_attack():
    """B12, 506.3a: what is no creature is created all the same, and does not attack."""
    text = script("Source", "SVar:TrigDo:DB$ Token | TokenScript$ walker | TokenAttacking$ True")
    game = game_of(text, tokens=TOKENS)
    game.add("source", "Source", tapped=True)
    game.attack("source")
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    assert events(outcome, "attack_joined") == []
    assert event(outcome, "object_created").object.card_name == "walker"


DRAIN = "DB$ LoseLife | Defined$ {who} | LifeAmount$ {lost} | SubAbility$ DBThen"
PLACE = "SVar:AFLifeLost:Number$0"


@pytest.mark.parametrize(
    ("who", "lost", "following", "expected"),
    [
        ("Player.Opponent", "2", "GainLife | LifeAmount$ AFLifeLost", ("life_changed", 2)),
        ("Player", "2", "GainLife | LifeAmount$ AFLifeLost", ("life_changed", 4)),
        ("Player", "1", "GainLife | LifeAmount$ Twice", ("life_changed", 4)),
        ("Player.Opponent", "3", "PutCounter | CounterType$ P1P1 | CounterNum$ AFLifeLost",
         ("counters_changed", 3)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", [PLACE, "SVar:AFLifeLost:Count$TargetedLifeTotal/HalfUp", ""])
def test_as_much_as_was_lost(
    who: str, lost: str, following: str, expected: tuple[str, int], place: str
):
    """`AFLifeLost` is what all players together lost, whatever stands there until it is known."""
    more = (f"SVar:DBThen:DB$ {following}", "SVar:Twice:SVar$AFLifeLost/Twice", place)
    outcome = doing(DRAIN.format(who=who, lost=lost), *more).resolve()
    changes = [
        (kind, getattr(each, kind).change)
        for each in outcome.events
        if (kind := each.WhichOneof("event")) in ("life_changed", "counters_changed")
    ]
    assert changes[-1] == expected
    assert not events(outcome, "effect_left_to_engine")


@pytest.mark.parametrize("condition", ["", " | ConditionCheckSVar$ Y | ConditionSVarCompare$ GE9"])
def test_nothing_lost_is_nothing_gained(condition: str):
    """Who loses none, or is not made to lose any, gives none; the rest goes on."""
    lost = DRAIN.format(who="Player.Opponent", lost="Y" if not condition else "2") + condition
    more = (
        "SVar:DBThen:DB$ GainLife | LifeAmount$ AFLifeLost | SubAbility$ DBTap",
        "SVar:DBTap:DB$ Tap",
        "SVar:Y:Number$1/Minus.1",
        PLACE,
    )
    outcome = doing(lost, *more).resolve()
    assert [each[0] for each in told(outcome)] == ["object_tapped"]


@pytest.mark.parametrize(
    ("amount", "more"),
    [
        ("AFLifeLost", (PLACE,)),
        ("Twice", (PLACE, "SVar:Twice:SVar$AFLifeLost/Twice")),
        ("Hits", ("SVar:Hits:Number$0",)),
        ("Hits", ("SVar:Hits:Number$ 0",)),
        ("Hits", ("SVar:Hits:Number$1", "SVar:DBSet:DB$ StoreSVar | SVar$ Hits | Type$ Number")),
        ("X", ("SVar:X:Count$YourLifeTotal", "SVar:DBRoll:DB$ RollDice | ResultSVar$ X")),
        ("Times", ("SVar:Times:Number$2", "SVar:DBPay:AB$ Pump | Cost$ 1 | Announce$ Times")),
    ],
)
def test_what_stands_in_for_a_value_is_no_value(amount: str, more: tuple[str, ...]):
    """A value that something sets as it is carried out, and nothing has: the engine's, never 0."""
    outcome = doing(f"DB$ GainLife | LifeAmount$ {amount}", *more).resolve()
    assert [each[0] for each in told(outcome)] == ["effect_left_to_engine"]


def test_a_value_that_nothing_sets_is_what_the_script_says():
    """Another name set elsewhere, and a plain number: nothing is left to the engine."""
    more = ("SVar:Hits:Number$3", "SVar:DBSet:DB$ StoreSVar | SVar$ Others | Type$ Number",
            "SVar:Also:SVar$Hits")  # fmt: skip
    outcome = doing("DB$ GainLife | LifeAmount$ Also", *more).resolve()
    assert [each.change for each in events(outcome, "life_changed")] == [3]
