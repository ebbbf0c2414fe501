"""B7 to B10 and B15 to B17: how the card enters, and what it attacks."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.state.board import Board
from tests.boards import (
    Game,
    ev,
    event,
    invalid,
    kinds,
    pb,
    refused,
    step_name,
    told,
    wire,
)

NINJA = "Ninja of the Deep Hours"
HACKER = "Moon-Circuit Hacker"
KAITO = "Kaito, Bane of Nightmares"
SATCHEL = "Caltrop Satchel"
STEPS = [
    pb.STEP_DECLARE_BLOCKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
]
SETTLES = wire.CallOptions(engine_settles=True)
"""Keeps what follows from entering, triggers and priority, out of an outcome."""


def armed(*players: str, card: str = NINJA, step: pb.Step.ValueType = STEPS[0]) -> Game:
    """The card "ninja" in hand, mana for it, and no attacker yet."""
    game = Game(*players, step=step)
    game.hand("ninja", card)
    game.lands("U", 3)
    game.lands("B", 2)
    return game


def with_sent_card(*types: str, keywords: tuple[str, ...] = ()) -> Game:
    """A card "ninja" that no script knows, as an engine describes it, and an attacker."""
    game = Game()
    game.attacker("bear")
    card = game.hand("ninja", "Test Card")
    card.characteristics.CopyFrom(
        pb.Characteristics(types=types, power=2, toughness=2, keywords=["Ninjutsu:U", *keywords])
    )
    game.lands("U", 1)
    return game


def traits(game: Game, name: str) -> Traits:
    """What the rules see of an object."""
    return Table(Board(game.state), game.rulebook).traits(game[name])


def shadow_entering(*, attacking: bool) -> wire.Outcome:
    """Thousand-Faced Shadow resolves beside a wolf; if not attacking, its defender has left."""
    game = Game("a", "b", "c")
    game.attacker("wolf")
    game.attacker("bear", target="c")
    game.hand("ninja", "Thousand-Faced Shadow")
    game.lands("U", 4)
    game = game.then(game.take("ninja", "bear"))
    game.player("c").left_game = not attacking
    return game.resolve()


@pytest.mark.clause("B7", "B8")
def test_resolving_event_by_event():
    """B7, B8: it enters and attacks at once, then the ability leaves the stack."""
    game = armed()
    game.attacker("bear")
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve()
    assert told(outcome) == [
        ("zone_changed", "702.49a", 1, 0),
        ("attack_joined", "702.49c", 1, 1),
        ("stack_removed", "608.2n", 0, 0),
        ("priority_given", "117.3b", 0, 0),
    ]
    assert event(outcome, "zone_changed") == ev.ZoneChanged(
        object_id="ninja",
        from_zone=pb.ZONE_HAND,
        to_zone=pb.ZONE_BATTLEFIELD,
        incarnation=2,
        controller_id="a",
        tapped=True,
    )
    assert event(outcome, "attack_joined") == ev.AttackJoined(
        object_id="ninja", target=pb.AttackTarget(player_id="b")
    )


@pytest.mark.clause("B7")
def test_the_permanent():
    """B7: tapped, under its controller's control, there since this turn."""
    game = armed()
    game.attacker("bear")
    after = game.through("ninja", "bear")
    assert after["ninja"] == pb.GameObject(
        id="ninja",
        incarnation=2,
        card_name=NINJA,
        owner_id="a",
        zone=pb.ZONE_BATTLEFIELD,
        tapped=True,
        turn_entered=5,
        summoning_sick=True,
    )
    assert after.state.priority_player_id == "a"
    assert not after.state.stack


@pytest.mark.clause("B7", "F2")
def test_what_was_sent_of_a_card_in_hand_does_not_enter_with_it():
    """B7, F2: the pool knows the card, so the permanent is as its script says."""
    game = armed()
    game["ninja"].characteristics.CopyFrom(
        pb.Characteristics(types=["Creature"], keywords=["Ninjutsu:U"], power=9, toughness=9)
    )
    game.attacker("bear")
    after = game.through("ninja", "bear")
    assert not after["ninja"].HasField("characteristics")
    assert traits(after, "ninja").power == 2


@pytest.mark.clause("B8")
@pytest.mark.parametrize("target", ["b", "c", "d"])
def test_the_same_player(target: str):
    """B8: of several players, the one that the returned creature was attacking."""
    game = armed("a", "b", "c", "d")
    game.attacker("bear", target=target)
    assert game.listing().actions[0].attack_target == pb.AttackTarget(player_id=target)
    outcome = game.take("ninja", "bear")
    assert not outcome.HasField("choice")
    game = game.then(outcome)
    outcome = game.resolve()
    assert not outcome.HasField("choice")
    assert game.then(outcome).attacks("ninja") == target


@pytest.mark.clause("B8")
@pytest.mark.parametrize("kind", ["Planeswalker", "Battle"])
def test_the_same_permanent(kind: str):
    """B8: the planeswalker or the battle itself, not the player behind it."""
    game = armed("a", "b", "c")
    attacked = game.add("attacked", owner="c", protector_id="b", incarnation=7)
    attacked.characteristics.types.append(kind)
    game.attacker("bear", target="attacked")
    after = game.through("ninja", "bear")
    assert after.state.combat.attackers[0].target == pb.AttackTarget(
        permanent_id="attacked", incarnation=7
    )


@pytest.mark.clause("B8")
def test_each_of_two_attacks_what_its_own_creature_attacked():
    """B8: two Ninjas for two attackers, each in the place of its own."""
    game = armed("a", "b", "c")
    game.hand("hacker", HACKER)
    game.attacker("bear", target="c")
    game.attacker("wolf", target="b")
    game = game.through("ninja", "bear")
    game = game.through("hacker", "wolf")
    assert (game.attacks("ninja"), game.attacks("hacker")) == ("c", "b")


@pytest.mark.clause("B8")
def test_no_other_target_can_be_named():
    """B8: there is no choice; naming something else is a misunderstanding, told as such."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="b")
    action = game.listing().actions[0]
    assert game.take("", "", action=action).state.stack[0].attack_target.player_id == "b"
    action.attack_target.player_id = "c"
    with invalid("action.attack_target"):
        game.take("", "", action=action)


@pytest.mark.clause("B9")
@pytest.mark.parametrize("step", STEPS, ids=step_name)
def test_it_is_unblocked(step: pb.Step.ValueType):
    """B9, 508.4d: in each of the four steps it enters unblocked, with no blockers."""
    game = armed(step=step)
    game.attacker("bear")
    after = game.through("ninja", "bear")
    assert list(after.state.combat.attackers) == [
        pb.Attacker(
            object_id="ninja",
            target=pb.AttackTarget(player_id="b"),
            block_status=pb.BLOCK_STATUS_UNBLOCKED,
            declared=False,
        )
    ]


@pytest.mark.clause("B9")
def test_no_blocker_can_be_declared_for_it():
    """B9: a state that has it unblocked and with a blocker contradicts itself."""
    game = armed()
    game.attacker("bear")
    game.creature("wall", owner="b")
    game.hand("hacker", HACKER)
    after = game.through("ninja", "bear")
    after.state.combat.attackers[0].blocker_ids.append("wall")
    with invalid("combat.attackers[0].blocker_ids"):
        after.listing()


@pytest.mark.clause("B9", "A6")
def test_it_can_be_returned_itself():
    """B9, A6: unblocked and attacking, it pays for the next Ninja, which attacks the same."""
    game = armed("a", "b", "c")
    game.attacker("bear", target="c")
    game.hand("hacker", HACKER)
    game = game.through("ninja", "bear")
    assert game.actions() == [("hacker", "Ninjutsu", "ninja")]
    game = game.through("hacker", "ninja")
    assert game.attacks("hacker") == "c"
    assert (game["ninja"].zone, game["ninja"].incarnation) == (pb.ZONE_HAND, 3)


@pytest.mark.clause("B10")
def test_nothing_triggers_on_attacking():
    """B10, 508.4: it never attacked, so neither its own nor others' attack triggers trigger."""
    script = (
        "Name:{name}\nManaCost:U\nTypes:Creature Ninja\nPT:1/1\nK:Ninjutsu:U\n"
        "T:Mode$ Attacks | ValidCard$ {whose} | Execute$ TrigDraw | TriggerZones$ Battlefield"
        " | TriggerDescription$ Draws.\n"
        "T:Mode$ AttackersDeclared | AttackingPlayer$ You | Execute$ TrigDraw"
        " | TriggerZones$ Battlefield | TriggerDescription$ Draws.\n"
        "SVar:TrigDraw:DB$ Draw | Defined$ You | NumCards$ 1\n"
        "Oracle:Ninjutsu {{U}}\\nDraws on attacking."
    )
    texts = (
        script.format(name="Test Ninja", whose="Card.Self"),
        script.format(name="Test Watcher", whose="Creature.YouCtrl"),
    )
    game = Game(rulebook=Rulebook(CardPool.from_texts(*texts), Registry.installed()))
    game.add("watcher", "Test Watcher")
    game.hand("ninja", "Test Ninja")
    game.attacker("bear")
    game.lands("U", 1)
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve()
    assert kinds(outcome) == ["zone_changed", "attack_joined", "stack_removed", "priority_given"]
    assert not outcome.state.combat.attackers[0].declared
    reported = game.resolve(options=SETTLES)
    assert not reported.triggers


@pytest.mark.clause("B10", "B15", "D3")
def test_entering_triggers_and_attacking_does_not():
    """B10: of an ability that triggers on entering and on attacking, only the former is met."""
    game = Game()
    game.attacker("bear")
    game.creature("ally")
    game.hand("ninja", "Shredder, Unrelenting")
    game.lands("B", 6)
    game = game.then(game.take("ninja", "bear", "Sneak"))
    outcome = game.resolve()
    assert event(outcome, "attack_joined").object_id == "ninja"
    assert event(outcome, "stack_pushed").object.context.object_id == "ninja"


@pytest.mark.clause("B10")
def test_the_first_attacker_is_still_the_only_one_that_attacked():
    """B10: what was declared stays declared; the Ninja beside it never was."""
    game = armed()
    game.attacker("bear")
    game.attacker("wolf")
    after = game.through("ninja", "bear")
    declared = {record.object_id: record.declared for record in after.state.combat.attackers}
    assert declared == {"wolf": True, "ninja": False}


@pytest.mark.clause("B15")
@pytest.mark.parametrize(
    ("card", "keyword", "zone"),
    [
        (NINJA, "Ninjutsu", pb.ZONE_HAND),
        ("Yuriko, the Tiger's Shadow", "Commander ninjutsu", pb.ZONE_HAND),
        ("Yuriko, the Tiger's Shadow", "Commander ninjutsu", pb.ZONE_COMMAND),
    ],
)
def test_where_it_came_from(card: str, keyword: str, zone: pb.Zone.ValueType):
    """B15: the move says from which zone, and attacking is part of the same moment."""
    game = armed(card=card)
    game["ninja"].zone = zone
    game.attacker("bear")
    game = game.then(game.take("ninja", "bear", keyword))
    outcome = game.resolve()
    moved, joined = outcome.events[:2]
    assert moved.zone_changed.from_zone == zone
    assert moved.zone_changed.paid_keyword == ""
    assert (joined.WhichOneof("event"), joined.batch, joined.cause) == (
        "attack_joined",
        moved.batch,
        1,
    )


@pytest.mark.clause("B15")
def test_a_trigger_that_asks_whether_it_attacks():
    """B15: entering from hand and attacking are seen together; the ability is put on the stack."""
    outcome = shadow_entering(attacking=True)
    pushed = event(outcome, "stack_pushed").object
    assert (pushed.ability, pushed.source_id, pushed.source_incarnation) == ("TrigCopy", "ninja", 2)
    assert [target.object_id for target in pushed.targets] == ["wolf"]
    assert told(outcome)[3:] == [
        ("stack_pushed", "603.3b", 0, 1),
        ("priority_given", "117.3b", 0, 0),
    ]


@pytest.mark.clause("B15", "B11")
def test_a_trigger_that_asks_for_an_attack_that_is_not():
    """B15, B11: it came from hand, but attacks nothing, so the ability does not trigger."""
    outcome = shadow_entering(attacking=False)
    assert kinds(outcome) == ["zone_changed", "stack_removed", "priority_given"]


@pytest.mark.clause("B15", "B12")
def test_a_plain_enters_trigger_of_a_card_that_is_no_creature():
    """B15, B12: the artifact never attacks; what triggers on its entering does."""
    game = armed(card=SATCHEL)
    game.attacker("bear")
    game.creature("wall", owner="b")
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve()
    pushed = event(outcome, "stack_pushed").object
    assert (pushed.ability, pushed.targets[0].object_id) == ("TrigPump", "wall")
    assert "attack_joined" not in kinds(outcome)


@pytest.mark.clause("B15", "F4")
def test_triggers_are_reported_to_an_engine_that_settles():
    """B15, F4: the ability that triggered is told beside the events, without targets."""
    game = armed(card=SATCHEL)
    game.attacker("bear")
    game.creature("wall", owner="b")
    game = game.then(game.take("ninja", "bear"))
    outcome = game.resolve(options=SETTLES)
    assert kinds(outcome) == ["zone_changed", "stack_removed"]
    (trigger,) = outcome.triggers
    assert (trigger.ability, trigger.source_id, len(trigger.targets)) == ("TrigPump", "ninja", 0)


@pytest.mark.clause("B16")
@pytest.mark.parametrize("keyword", ["Defender", "CARDNAME can't attack.", "Can attack alone only"])
def test_what_keeps_it_from_attacking_does_not(keyword: str):
    """B16, 508.4c: its own restrictions apply to declaring attackers, not to this."""
    game = with_sent_card("Creature", keywords=(keyword,))
    assert game.through("ninja", "bear").attacks("ninja") == "b"


@pytest.mark.clause("B16")
def test_a_limit_on_attackers():
    """B16: one may attack, one does, and the Ninja joins all the same; so does the next."""
    arbiter = (
        "Name:Test Arbiter\nManaCost:4\nTypes:Artifact\n"
        "S:Mode$ AttackRestrict | MaxAttackers$ 1 | Description$ One creature may attack.\n"
        "Oracle:No more than one creature can attack each combat."
    )
    ninja = "Name:Test Ninja\nManaCost:U\nTypes:Creature Ninja\nPT:1/1\nK:Ninjutsu:U\nOracle:x"
    game = Game(rulebook=Rulebook(CardPool.from_texts(arbiter, ninja), Registry.installed()))
    game.add("arbiter", "Test Arbiter", owner="b")
    for number in (1, 2):
        game.hand(f"ninja{number}", "Test Ninja")
        game.attacker(f"bear{number}")
    game.lands("U", 2)
    game = game.through("ninja1", "bear1").through("ninja2", "bear2")
    assert (game.attacks("ninja1"), game.attacks("ninja2")) == ("b", "b")


@pytest.mark.clause("B17")
def test_summoning_sickness():
    """B17, 302.6: it came this turn, attacks all the same, and cannot use its own {T}."""
    game = armed()
    game.attacker("bear")
    game = game.through("ninja", "bear")
    assert game["ninja"].summoning_sick
    assert game.attacks("ninja") == "b"


@pytest.mark.clause("B17")
@pytest.mark.parametrize("haste", [False, True])
def test_its_own_tap_ability(haste: bool):
    """B17: untapped by an effect, it still cannot be tapped for mana, unless it has haste."""
    game = with_sent_card("Creature", keywords=("Haste",) if haste else ())
    game["ninja"].mana_abilities.add(produces="U")
    game = game.through("ninja", "bear")
    game["ninja"].tapped = False
    game.hand("hacker", HACKER)
    assert game.actions() == ([("hacker", "Ninjutsu", "ninja")] if haste else [])
    if not haste:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("hacker", "ninja")
