"""B3 to B5: the creature that goes back, to whom, and what is remembered of it."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.keywords.ninjutsu import NINJUTSU
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from tests.boards import Game, ev, event, kinds, no, pb, refused, told, wire, yes

NINJA = "Ninja of the Deep Hours"
YURIKO = "Yuriko, the Tiger's Shadow"
QUESTION = "903.9b:bear"


def armed(*players: str, step: pb.Step.ValueType = pb.STEP_DECLARE_BLOCKERS) -> Game:
    """A Ninja in hand and the mana for it; no attacker yet."""
    game = Game(*players, step=step)
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    return game


@pytest.mark.clause("B3", "A7")
def test_to_its_owners_hand():
    """B3: the move, as the event tells it, and the new object in hand."""
    game = armed()
    game.attacker("bear")
    outcome = game.take("ninja", "bear")
    assert event(outcome, "zone_changed") == ev.ZoneChanged(
        object_id="bear",
        from_zone=pb.ZONE_BATTLEFIELD,
        to_zone=pb.ZONE_HAND,
        incarnation=2,
        reason=ev.MOVE_REASON_RETURNED,
    )
    bear = game.then(outcome)["bear"]
    assert (bear.zone, bear.incarnation, bear.owner_id, bear.tapped) == (
        pb.ZONE_HAND,
        2,
        "a",
        False,
    )


@pytest.mark.clause("B3")
def test_a_stolen_creature_goes_to_its_owner():
    """B3, 400.3: b's creature under a's control goes to b's hand, and is under b's control."""
    game = armed()
    game.attacker("bear", owner="b", controller_id="a")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    bear = game.then(game.take("ninja", "bear"))["bear"]
    assert (bear.zone, bear.owner_id, bear.controller_id) == (pb.ZONE_HAND, "b", "")


@pytest.mark.clause("B3", "B8")
def test_a_creature_stolen_from_whom_it_attacks():
    """B3, B8: the creature goes to the hand of the player that it was attacking."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="c", owner="c", controller_id="a")
    after = game.through("ninja", "bear")
    assert after["bear"].owner_id == "c"
    assert after["bear"].zone == pb.ZONE_HAND
    assert after.attacks("ninja") == "c"


@pytest.mark.clause("B3")
def test_a_new_object_has_nothing_of_the_old_one():
    """B3, 400.7: damage, counters, effects and all else stay behind."""
    game = armed()
    bear = game.attacker("bear", power=6, toughness=4,  # with its counters and the effect
                         damage=1, damaged_by_deathtouch=True, summoning_sick=True,
                         turn_entered=3, paid_keyword="Sneak", triggered_this_turn=["TrigDraw"],
                         abilities_lost=True, activation_forbidden=True)  # fmt: skip
    bear.counters["P1P1"] = 2
    game.state.effects.add(id="~e", object_id="bear", incarnation=1, power_change=2,
                           duration=pb.DURATION_END_OF_TURN)  # fmt: skip
    after = game.then(game.take("ninja", "bear"))
    expected = pb.GameObject(
        id="bear",
        incarnation=2,
        card_name="Test bear",
        owner_id="a",
        zone=pb.ZONE_HAND,
        characteristics=pb.Characteristics(types=["Creature"], power=2, toughness=2),
    )
    assert after["bear"] == expected
    assert not after.state.effects


@pytest.mark.clause("B3", "F2")
def test_sent_characteristics_of_a_known_card_stay_behind():
    """B3, F2: what was sent described the permanent; the card in hand is as its script says."""
    game = armed()
    game.attacker("bear", NINJA, power=7)
    bear = game.then(game.take("ninja", "bear"))["bear"]
    assert not bear.HasField("characteristics")


@pytest.mark.clause("B3")
def test_a_token_ceases_to_exist():
    """B3, 704.5d: it goes to its owner's hand first, and is gone before anyone has priority."""
    game = armed()
    game.attacker("bear", token=True)
    outcome = game.take("ninja", "bear")
    assert told(outcome)[-3:] == [
        ("combat_left", "506.4", 0, 9),
        ("zone_changed", "702.49a", 0, 0),
        ("object_ceased", "704.5d", 0, 9),
    ]
    assert event(outcome, "zone_changed").to_zone == pb.ZONE_HAND
    assert [item.id for item in outcome.state.objects] == ["ninja", "u1", "u2"]
    assert outcome.state.stack[0].returned_as_pushed == game["bear"]


@pytest.mark.clause("B3")
def test_a_stolen_token_ceases_to_exist():
    """B3: whoever owns the token, it is gone; the Ninja attacks what it attacked."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="c", owner="b", controller_id="a", token=True)
    after = game.through("ninja", "bear")
    assert [item.id for item in after.state.objects] == ["ninja", "u1", "u2"]
    assert after.attacks("ninja") == "c"


@pytest.mark.clause("B3", "F4")
def test_a_token_is_left_to_an_engine_that_settles():
    """B3, F4: an engine that runs state-based actions itself finds the token in hand."""
    game = armed()
    game.attacker("bear", token=True)
    outcome = game.take("ninja", "bear", options=wire.CallOptions(engine_settles=True))
    assert kinds(outcome)[-1] == "zone_changed"
    bear = game.then(outcome)["bear"]
    assert (bear.zone, bear.token) == (pb.ZONE_HAND, True)


@pytest.mark.clause("B4")
def test_a_commanders_owner_is_asked_first():
    """B4, 903.9b: the choice comes back and nothing has happened yet."""
    game = armed()
    game.attacker("bear", YURIKO, commander=True)
    outcome = game.take("ninja", "bear")
    assert outcome == wire.Outcome(
        choice=wire.Choice(
            id=QUESTION,
            player_id="a",
            kind=wire.CHOICE_KIND_YES_NO,
            prompt="Put Yuriko, the Tiger's Shadow into the command zone instead of its owner's "
            "hand?",
            min=1,
            max=1,
        )
    )


@pytest.mark.clause("B4")
def test_yes_and_it_is_never_in_hand():
    """B4: one move, from the battlefield to the command zone; the cost is paid all the same."""
    game = armed()
    game.attacker("bear", YURIKO, commander=True)
    outcome = game.take("ninja", "bear", decisions=[yes(QUESTION)])
    assert told(outcome)[-2:] == [
        ("combat_left", "506.4", 0, 9),
        ("zone_changed", "903.9b", 0, 0),
    ]
    assert event(outcome, "zone_changed") == ev.ZoneChanged(
        object_id="bear",
        from_zone=pb.ZONE_BATTLEFIELD,
        to_zone=pb.ZONE_COMMAND,
        incarnation=2,
        reason=ev.MOVE_REASON_RETURNED,
    )
    game = game.then(outcome)
    assert (game["bear"].zone, game["bear"].commander) == (pb.ZONE_COMMAND, True)
    assert game.then(game.resolve()).attacks("ninja") == "b"


@pytest.mark.clause("B4")
def test_no_and_it_goes_to_hand():
    """B4: the owner may leave it at that."""
    game = armed()
    game.attacker("bear", YURIKO, commander=True)
    outcome = game.take("ninja", "bear", decisions=[no(QUESTION)])
    assert event(outcome, "zone_changed").to_zone == pb.ZONE_HAND
    assert outcome.events[-1].rule == "702.49a"


@pytest.mark.clause("B4")
@pytest.mark.parametrize("answer", [yes, no])
def test_the_owner_of_a_stolen_commander_chooses(answer):
    """B4: b owns the commander that a controls, so b is asked and b's zones are meant."""
    game = armed()
    game.attacker("bear", YURIKO, owner="b", controller_id="a", commander=True)
    assert game.take("ninja", "bear").choice.player_id == "b"
    bear = game.then(game.take("ninja", "bear", decisions=[answer(QUESTION)]))["bear"]
    zone = pb.ZONE_COMMAND if answer is yes else pb.ZONE_HAND
    assert (bear.zone, bear.owner_id, bear.controller_id) == (zone, "b", "")


@pytest.mark.clause("B4")
def test_a_commander_that_could_be_activated_next():
    """B4, A2: back in the command zone, its own commander ninjutsu works for another attacker."""
    game = armed()
    game.attacker("bear", YURIKO, commander=True)
    game.attacker("wolf")
    game.lands("B", 1)
    game.land("u3", "U")
    game = game.then(game.take("ninja", "bear", decisions=[yes(QUESTION)]))
    assert ("bear", "Commander ninjutsu", "wolf") in game.actions()
    game = game.then(game.take("bear", "wolf", "Commander ninjutsu"))
    game = game.then(game.resolve())
    assert (game["bear"].incarnation, game.attacks("bear")) == (3, "b")


@pytest.mark.clause("B4")
def test_the_cost_is_checked_before_the_owner_is_asked():
    """B4, A8: what cannot be paid is refused without a question."""
    game = Game()
    game.hand("ninja", NINJA)
    game.attacker("bear", YURIKO, commander=True)
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", decisions=[yes(QUESTION)])


@pytest.mark.clause("B4")
@pytest.mark.parametrize(
    ("decision", "rule"),
    [
        (yes("903.9b:wolf"), "903.9b"),
        (yes(""), "903.9b"),
        (wire.Decision(choice_id=QUESTION, yes=True, option_ids=["bear"]), "903.9b"),
        (wire.Decision(choice_id=QUESTION, amounts=[1]), "903.9b"),
    ],
    ids=["of another creature", "of nothing", "names an option", "names an amount"],
)
def test_a_decision_that_does_not_answer(decision: wire.Decision, rule: str):
    """B4: a decision for something else, or of another kind, is illegal; nothing changes."""
    game = armed()
    game.attacker("bear", YURIKO, commander=True)
    with refused("ILLEGAL_DECISION", rule):
        game.take("ninja", "bear", decisions=[decision])


@pytest.mark.clause("B4")
@pytest.mark.parametrize("commander", [True, False])
def test_a_decision_too_many(commander: bool):
    """B4: a decision that nothing asked for is illegal, also where nothing is asked at all."""
    game = armed()
    game.attacker("bear", commander=commander)
    decisions = [yes(QUESTION)] * (2 if commander else 1)
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.take("ninja", "bear", decisions=decisions)


@pytest.mark.clause("B4")
def test_resolving_asks_nothing():
    """B4: the choice belonged to the cost; a decision sent with Resolve is one too many."""
    game = armed()
    game.attacker("bear", commander=True)
    game = game.then(game.take("ninja", "bear", decisions=[no(QUESTION)]))
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.resolve(yes(QUESTION))


@pytest.mark.clause("B4", "E2")
@pytest.mark.parametrize(
    ("zone", "asked"),
    [(pb.ZONE_LIBRARY, True), (pb.ZONE_GRAVEYARD, False)],
    ids=["library", "grave"],
)
def test_a_variant_that_returns_to_another_zone(zone: pb.Zone.ValueType, asked: bool):
    """B4: the owner may replace a move to a library like one to a hand, and no other move."""
    variant = NINJUTSU.vary(name="Strange ninjutsu", line="Strange ninjutsu", returned_to=zone)
    game = Game(rulebook=Rulebook(CardPool.from_texts(), Registry([NINJUTSU, variant])))
    game.creature("ninja", zone=pb.ZONE_HAND, keywords=["Strange ninjutsu:0"])
    game.attacker("bear", commander=True)
    options = wire.CallOptions(engine_settles=True)
    outcome = game.take("ninja", "bear", "Strange ninjutsu", options=options)
    assert outcome.HasField("choice") == asked
    if not asked:
        assert event(outcome, "zone_changed").to_zone == zone


@pytest.mark.clause("B5")
def test_it_leaves_combat_before_it_moves():
    """B5: the event of leaving combat names the move as its cause and stands before it."""
    game = armed()
    game.attacker("bear")
    outcome = game.take("ninja", "bear")
    assert told(outcome)[-2:] == [("combat_left", "506.4", 0, 9), ("zone_changed", "702.49a", 0, 0)]
    assert event(outcome, "combat_left") == ev.CombatLeft(object_id="bear")
    assert not outcome.state.combat.attackers
    assert outcome.state.HasField("combat")


@pytest.mark.clause("B5")
def test_only_the_returned_creature_leaves_combat():
    """B5: the other attackers, and what they attack, are as before."""
    game = armed("a", "b", "c")
    game.creature("wall", owner="c")
    game.attacker("wolf", target="c", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.attacker("bear")
    game.attacker("fox")
    before = {record.object_id: record for record in game.state.combat.attackers}
    outcome = game.take("ninja", "bear")
    assert list(outcome.state.combat.attackers) == [before["wolf"], before["fox"]]


@pytest.mark.clause("B5")
def test_it_is_no_first_striker_any_more():
    """B5: a creature that has left combat is in none of its lists."""
    game = armed(step=pb.STEP_FIRST_COMBAT_DAMAGE)
    game.attacker("bear", keywords=["First Strike"])
    game.attacker("fox", keywords=["First Strike"])
    game.state.combat.first_strike_ids.extend(["bear", "fox"])
    outcome = game.take("ninja", "bear")
    assert list(outcome.state.combat.first_strike_ids) == ["fox"]


@pytest.mark.clause("B5", "B8")
@pytest.mark.parametrize("incarnation", [4, 0], ids=["sent", "left out"])
def test_what_it_attacked_is_remembered(incarnation: int):
    """B5: the planeswalker as the object that it was, also where the engine left that out."""
    game = armed()
    planeswalker = game.add("walker", owner="b", incarnation=4)
    planeswalker.characteristics.types.append("Planeswalker")
    game.attacker("bear", target="walker")
    game.state.combat.attackers[0].target.incarnation = incarnation
    target = pb.AttackTarget(permanent_id="walker", incarnation=4)
    assert game.listing().actions[0].attack_target == target
    outcome = game.take("ninja", "bear")
    assert event(outcome, "stack_pushed").object.attack_target == target


@pytest.mark.clause("B5")
def test_what_it_was_is_remembered():
    """B5, 608.2h: the stack object holds the creature as it last was on the battlefield."""
    game = armed()
    game.attacker("bear", power=4, damage=1)
    pushed = event(game.take("ninja", "bear"), "stack_pushed").object
    assert pushed.returned_as_pushed == game["bear"]
    assert pushed.returned_as_pushed.characteristics.power == 4
