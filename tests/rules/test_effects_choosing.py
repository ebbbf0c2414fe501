"""Parts that choose, repeat or lead on; conditions, targets and costs as abilities resolve."""

from __future__ import annotations

import pytest

from tests.boards import Game, events, invalid, no, pb, refused, wire, yes
from tests.rules.scripts import abilities, game_of, on_stack, picks, script

GAIN = "SVar:DBGain:DB$ GainLife | Defined$ You | LifeAmount$ 5"
LOSE = "SVar:DBLose:DB$ LoseLife | Defined$ You | LifeAmount$ 5"


def doing(ability: str, *more: str) -> Game:
    """A game with the ability on the stack."""
    game = game_of(script("Source", f"SVar:TrigDo:{ability}", *more))
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    return game


def life(game: Game, *decisions: wire.Decision) -> int | None:
    """A's life after the ability resolved."""
    return game.then(game.resolve(*decisions)).player("a").life


def test_one_of_several():
    """The player chooses one part, by the name of its SVar."""
    game = doing("DB$ GenericChoice | Defined$ You | Choices$ DBGain,DBLose", GAIN, LOSE)
    choice = game.resolve().choice
    assert list(choice.option_ids) == ["DBGain", "DBLose"]
    assert life(game, picks(choice, "DBLose")) == 15


@pytest.mark.parametrize(
    ("compare", "expected"), [("GE20", 25), ("GE21", 15), ("SomethingNew", 20)]
)
def test_a_branch(compare: str, expected: int):
    """One part or the other; what is not understood is the engine's."""
    game = doing(
        f"DB$ Branch | BranchConditionSVar$ X | BranchConditionSVarCompare$ {compare}"
        " | TrueSubAbility$ DBGain | FalseSubAbility$ DBLose",
        GAIN,
        LOSE,
        "SVar:X:Count$YourLifeTotal",
    )
    assert life(game) == expected


def test_each_player_in_turn():
    """In turn order; who may refuse is asked before anything happens (101.4)."""
    game = doing(
        "DB$ RepeatEach | RepeatPlayers$ Player | RepeatOptionalForEachPlayer$ True"
        " | RepeatSubAbility$ DBEach",
        "SVar:DBEach:DB$ LoseLife | Defined$ Player.IsRemembered | LifeAmount$ 3",
    )
    first = game.resolve().choice
    second = game.resolve(no(first.id)).choice
    assert (first.player_id, second.player_id) == ("a", "b")
    after = game.then(game.resolve(no(first.id), yes(second.id)))
    assert [player.life for player in after.state.players] == [20, 17]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("ConditionDefined$ Self | ConditionPresent$ Card.tapped", False),
        ("ConditionDefined$ Self | ConditionPresent$ Card.untapped", True),
        ("ConditionDefined$ Self | ConditionPresent$ Card.tapped | ConditionCompare$ EQ0", True),
        ("ConditionPresent$ Ninja.YouCtrl | ConditionCompare$ GE2", False),
        ("ConditionPresent$ Ninja.YouCtrl | ConditionCompare$ GE1", True),
        ("ConditionPresent$ Card.YouOwn | ConditionZone$ Graveyard", False),
        ("ConditionCheckSVar$ X | ConditionSVarCompare$ EQ3", True),
        ("ConditionPlayerTurn$ True", True),
    ],
)
def test_a_condition_skips_one_part(condition: str, holds: bool):
    """Only the part with the condition is skipped; what follows it happens."""
    game = doing(
        f"DB$ LoseLife | Defined$ You | LifeAmount$ 2 | {condition} | SubAbility$ DBGain",
        GAIN,
        "SVar:X:TriggerCount$DamageAmount",
    )
    assert life(game) == (23 if holds else 25)


def targeted(*names: str) -> Game:
    """Two creatures of b's are targeted."""
    game = doing(
        "DB$ Destroy | ValidTgts$ Creature.OppCtrl | TargetMin$ 1 | TargetMax$ 2"
        " | SubAbility$ DBGain",
        GAIN,
    )
    for name in ("x", "y"):
        game.creature(name, owner="b")
    for name in names:
        game.state.stack[0].targets.add(object_id=name, incarnation=1)
    return game


@pytest.mark.clause("D6")
@pytest.mark.parametrize(
    "gone", ["another zone", "another object", "no creature", "another controller", "hexproof"]
)
def test_a_target_that_has_become_illegal(gone: str):
    """608.2b: nothing happens to it; to the other one it does, and the rest too."""
    game = targeted("x", "y")
    item = game["x"]
    if gone == "another zone":
        game.moved("x", pb.ZONE_GRAVEYARD)
    elif gone == "another object":
        item.incarnation = 3
    elif gone == "no creature":
        item.characteristics.types[:] = ["Artifact"]
    elif gone == "another controller":
        item.controller_id = "a"
    else:
        item.characteristics.keywords.append("Hexproof")
    outcome = game.resolve()
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["y"]
    assert game.then(outcome).player("a").life == 25
    game.moved("y", pb.ZONE_EXILE)
    outcome = game.resolve()
    (removed,) = [each for each in outcome.events if each.HasField("stack_removed")]
    assert (removed.stack_removed.resolved, removed.rule) == (False, "608.2b")
    assert game.then(outcome).player("a").life == 20


def test_no_target_was_chosen_where_none_was_needed():
    """Up to one, and none: it resolves and does the rest."""
    game = doing("DB$ Destroy | ValidTgts$ Creature | TargetMin$ 0 | TargetMax$ 1"
                 " | SubAbility$ DBGain", GAIN)  # fmt: skip
    assert life(game) == 25


def test_targets_that_the_engine_did_not_choose():
    """A trigger that the engine put on the stack without the target it needs is the engine's."""
    outcome = targeted().resolve()
    assert len(events(outcome, "effect_left_to_engine")) == 1


def test_what_was_targeted_first_is_what_later_parts_speak_of():
    """`Targeted` names the targets of the first part that has any."""
    game = doing(
        "DB$ Tap | ValidTgts$ Creature.OppCtrl | SubAbility$ DBMore",
        "SVar:DBMore:DB$ Pump | ValidTgts$ Creature.YouCtrl | NumAtt$ +1 | SubAbility$ DBLast",
        "SVar:DBLast:DB$ PutCounter | Defined$ Targeted | CounterType$ STUN | CounterNum$ 1",
    )
    game.creature("x", owner="b")
    game.creature("mine")
    for name in ("x", "mine"):
        game.state.stack[0].targets.add(object_id=name, incarnation=1)
    after = game.then(game.resolve())
    assert (after["x"].tapped, dict(after["x"].counters)) == (True, {"STUN": 1})
    assert after["mine"].characteristics.power == 3
    assert not after["mine"].counters


@pytest.mark.parametrize(
    ("cost", "have", "paid"),
    [
        ("PayLife<3>", 20, {"life": 17 + 5}),
        ("PayLife<30>", 20, {"life": 20}),
        ("SubCounter<1/TIME>", 20, {"life": 25, "counters": 0}),
        ("SubCounter<2/TIME>", 20, {"life": 20, "counters": 1}),
        ("Sac<1/CARDNAME>", 20, {"life": 25, "zone": pb.ZONE_GRAVEYARD}),
    ],
)
def test_a_cost_that_may_be_paid(cost: str, have: int, paid: dict[str, int]):
    """118.12: asked only where it can be paid; unpaid, nothing that depends on it happens."""
    game = doing(f"AB$ GainLife | Cost$ {cost} | Defined$ You | LifeAmount$ 5")
    game.player("a").life = have
    game["source"].counters["TIME"] = 1
    outcome = game.resolve()
    if outcome.HasField("choice"):
        assert outcome.choice.id == "118.12:ability:1"
        declined = game.then(game.resolve(no("118.12:ability:1")))
        assert declined.player("a").life == have
        outcome = game.resolve(yes("118.12:ability:1"))
    after = game.then(outcome)
    assert after.player("a").life == paid["life"]
    assert after["source"].counters.get("TIME", 0) == paid.get("counters", 1 - ("zone" in paid))
    assert after["source"].zone == paid.get("zone", pb.ZONE_BATTLEFIELD)


@pytest.mark.clause("B4")
@pytest.mark.parametrize("instead", [True, False])
def test_a_commander_that_pays_on_resolution(instead: bool):
    """118.12, 903.9b: its owner is asked once it is known that it pays; paid it is either way."""
    game = doing("AB$ GainLife | Cost$ Return<1/Creature.Legendary> | LifeAmount$ 5")
    game.creature("boss", commander=True).characteristics.types.append("Legendary")
    pays = yes("118.12:ability:1")
    assert game.resolve(pays).choice.id == "903.9b:boss"
    answer = yes("903.9b:boss") if instead else no("903.9b:boss")
    after = game.then(game.resolve(pays, answer))
    assert after["boss"].zone == (pb.ZONE_COMMAND if instead else pb.ZONE_HAND)
    assert after.player("a").life == 25


def test_a_cost_of_mana_on_resolution():
    """Mana for a part of an ability is the engine's to take."""
    game = doing("AB$ GainLife | Cost$ 2 | Defined$ You | LifeAmount$ 5")
    assert len(events(game.resolve(), "effect_left_to_engine")) == 1


def test_a_reflexive_trigger():
    """603.12: it goes on the stack after the ability has left it, with targets chosen then."""
    game = doing(
        "AB$ ImmediateTrigger | Cost$ PayLife<1> | Execute$ TrigHit | CopyTriggeringObjects$ True",
        "SVar:TrigHit:DB$ Destroy | ValidTgts$ Creature.ControlledBy TriggeredTarget",
    )
    for name in ("x", "y"):
        game.creature(name, owner="b")
    game.creature("mine")
    outcome = game.resolve(yes("118.12:ability:1"))
    assert list(outcome.choice.option_ids) == ["x", "y"]
    outcome = game.resolve(yes("118.12:ability:1"), picks(outcome.choice, "y"))
    kinds = [each.WhichOneof("event") for each in outcome.events]
    assert kinds == ["life_changed", "stack_removed", "stack_pushed", "priority_given"]
    assert abilities(outcome) == ["TrigHit"]
    after = game.then(outcome)
    assert after.then(after.resolve())["y"].zone == pb.ZONE_GRAVEYARD


def test_an_intervening_if_is_asked_again():
    """603.4: it does nothing where its condition does not hold any more."""
    game = doing(
        "DB$ GainLife | Defined$ You | LifeAmount$ 5",
        "T:Mode$ Drawn | ValidCard$ Card | IsPresent$ Creature.OppCtrl | Execute$ TrigDo",
    )
    outcome = game.resolve()
    (removed,) = [each for each in outcome.events if each.HasField("stack_removed")]
    assert (removed.stack_removed.resolved, removed.rule) == (False, "603.4")
    game.creature("x", owner="b")
    assert life(game) == 25


def test_an_intervening_if_that_is_not_understood():
    """603.4: whether it holds is the engine's to tell; nobody is asked before that."""
    ability = "DB$ GainLife | Defined$ You | LifeAmount$ 5"
    game = doing(
        ability,
        "T:Mode$ Drawn | ValidCard$ Card | IsPresent$ Creature.SomethingNew | Execute$ TrigDo"
        " | OptionalDecider$ You",
    )
    game.creature("x", owner="b")
    outcome = game.resolve()
    assert [each.ability for each in events(outcome, "effect_left_to_engine")] == [ability]
    assert not events(outcome, "life_changed")


def test_decisions_nobody_asked_for():
    """A decision too many is refused."""
    game = doing("DB$ GainLife | Defined$ You | LifeAmount$ 5")
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.resolve(yes("603.5:ability"))


@pytest.mark.parametrize(
    ("ability", "fields"),
    [
        ("", {}),
        ("NoSuchPart", {}),
        ("A1", {}),
        ("TrigDo", {"source": "nobody"}),
    ],
)
def test_what_no_script_tells_of_is_not_ours(ability: str, fields: dict[str, str]):
    """An ability of no script's: the engine's own."""
    game = doing("DB$ GainLife | Defined$ You | LifeAmount$ 5")
    game.state.stack[0].ability = ability
    if fields:
        game.state.stack[0].source_id = fields["source"]
    with refused("NOT_OURS_TO_RESOLVE", "608.1"):
        game.resolve()


def test_a_source_that_is_gone_is_found_by_what_was_pushed():
    """113.7a: the ability exists by itself; the script is that of its source as it was."""
    game = doing("DB$ GainLife | Defined$ You | LifeAmount$ 5")
    game.state.stack[0].source_as_pushed.CopyFrom(game["source"])
    del game.state.objects[0]
    assert life(game) == 25


def test_what_the_source_does_to_itself_when_it_is_gone():
    """400.7: a counter for what is another object by now is put on nothing."""
    game = doing("DB$ PutCounter | Defined$ Self | CounterType$ P1P1 | CounterNum$ 1"
                 " | SubAbility$ DBGain", GAIN)  # fmt: skip
    game["source"].incarnation = 4
    outcome = game.resolve()
    assert events(outcome, "counters_changed") == []
    assert game.then(outcome).player("a").life == 25


@pytest.mark.clause("B14")
def test_countering_hides_the_card():
    """B14: a countered ninjutsu ability leaves its card in hand, no longer revealed."""
    game = doing("DB$ Counter | TargetType$ Activated | ValidTgts$ Card")
    game.hand("ninja", "Source", "b", revealed=True)
    ability = pb.StackObject(
        id="other", kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, controller_id="b",
        source_id="ninja", source_incarnation=1, keyword="Ninjutsu",
    )  # fmt: skip
    game.state.stack.insert(0, ability)
    game.state.stack[1].targets.add(stack_object_id="other")
    outcome = game.resolve()
    assert [each.object_id for each in events(outcome, "card_hidden")] == ["ninja"]
    assert (game.then(outcome)["ninja"].zone, list(outcome.state.stack)) == (pb.ZONE_HAND, [])


def test_life_of_several_players_changes_at_once():
    """One batch; less than nothing changes nothing (107.1b)."""
    outcome = doing("DB$ LoseLife | Defined$ Player | LifeAmount$ 4").resolve()
    assert [(each.life_changed.player_id, each.batch) for each in outcome.events[:2]] == [
        ("a", 1),
        ("b", 1),
    ]
    game = doing("DB$ LoseLife | Defined$ Player | LifeAmount$ X", "SVar:X:Number$3/Minus.5")
    assert events(game.resolve(), "life_changed") == []


def test_the_seed_is_named_where_it_is_missing():
    """INVALID_ARGUMENT names the field."""
    game = doing("DB$ Discard | Defined$ You | NumCards$ 1 | Mode$ Random")
    for name in ("x", "y"):
        game.add(name, "Card", pb.ZONE_HAND)
    with invalid("random_seed"):
        game.resolve()
