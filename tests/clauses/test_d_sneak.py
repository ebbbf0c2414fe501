"""Clauses D1 to D6 and E1: sneak and web-slinging as ways of casting (CR 702.190, 702.188)."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.refusals import Refused
from tests.boards import (
    ENGINE,
    Game,
    ev,
    event,
    events,
    invalid,
    kinds,
    manual,
    pb,
    refused,
    rules,
    told,
    wire,
)
from tests.rules.scripts import game_of, picks, script

SNEAK = "Sneak"
SLING = "Web-slinging"
RAPHAEL = "Raphael, the Nightwatcher"
SPIDER = "Spider-Man, Web-Slinger"
OTHER_STEPS = [
    pb.STEP_PRECOMBAT_MAIN,
    pb.STEP_BEGINNING_OF_COMBAT,
    pb.STEP_DECLARE_ATTACKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
    pb.STEP_POSTCOMBAT_MAIN,
    pb.STEP_OTHER,
]


@pytest.fixture
def game() -> Game:
    """A bear attacks unblocked; Raphael, sneak {1}{R}{R}, is in hand beside three Mountains."""
    board = Game()
    board.attacker("bear")
    board.hand("raph", RAPHAEL)
    board.lands("R", 3)
    return board


@pytest.mark.clause("D1")
def test_sneak_is_listed_as_casting_in_the_declare_blockers_step(game: Game):
    """Its action is a spell for the sneak cost, returning the unblocked attacker."""
    (action,) = game.listing().actions
    assert (action.source_id, action.keyword, action.kind) == (
        "raph",
        SNEAK,
        wire.ACTION_KIND_CAST_SPELL,
    )
    assert (action.returned_id, action.mana_cost) == ("bear", "1 R R")
    assert action.attack_target.player_id == "b"


@pytest.mark.clause("D1")
@pytest.mark.parametrize("step", OTHER_STEPS)
def test_no_other_step(game: Game, step: pb.Step.ValueType):
    """Ninjutsu goes on into the damage steps; sneak does not."""
    game.state.step = step
    assert game.actions() == []
    with refused("WRONG_STEP", "702.190a"):
        game.take("raph", "bear", SNEAK)


@pytest.mark.clause("D1")
def test_only_in_the_players_own_declare_blockers_step(game: Game):
    """With priority in another player's turn there is no window."""
    game.state.active_player_id = "b"
    game.state.priority_player_id = "a"
    with refused("WRONG_STEP", "702.190a"):
        game.take("raph", "bear", SNEAK, player="a")


@pytest.mark.clause("D1")
def test_only_with_priority_as_for_an_instant(game: Game):
    """CR 117.1a."""
    game.state.priority_player_id = "b"
    with refused("NO_PRIORITY", "117.1a"):
        game.take("raph", "bear", SNEAK)


@pytest.mark.clause("D1")
def test_the_creature_must_be_an_unblocked_attacker(game: Game):
    """The same ladder as for ninjutsu, by the same predicate."""
    game.creature("home")
    with refused("NOT_ATTACKING", "702.190a"):
        game.take("raph", "home", SNEAK)
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED
    with refused("BLOCKED", "509.1h"):
        game.take("raph", "bear", SNEAK)


@pytest.mark.clause("D1")
@pytest.mark.parametrize("zone", [pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_LIBRARY])
def test_only_from_where_it_may_be_cast(game: Game, zone: pb.Zone.ValueType):
    """Without a permission that is the hand; the command zone needs a commander."""
    game["raph"].zone = zone
    with refused("WRONG_ZONE", "702.190a"):
        game.take("raph", "bear", SNEAK)
    game["raph"].zone = pb.ZONE_COMMAND
    with refused("WRONG_ZONE", "702.190a"):
        game.take("raph", "bear", SNEAK)


@pytest.mark.clause("D1")
def test_an_effect_may_forbid_casting(game: Game):
    """`cast_forbidden` counts, and `activation_forbidden` does not: it is no ability."""
    game["raph"].activation_forbidden = True
    assert game.actions() == [("raph", SNEAK, "bear")]
    game["raph"].cast_forbidden = True
    with refused("ACTIVATION_FORBIDDEN", "601.3"):
        game.take("raph", "bear", SNEAK)


@pytest.mark.clause("D2")
def test_the_card_goes_on_the_stack(game: Game):
    """It is a spell: in the stack's zone, a new object, not revealed from hand."""
    outcome = game.take("raph", "bear", SNEAK)
    assert kinds(outcome)[:2] == ["zone_changed", "stack_pushed"]
    assert rules(outcome)[:2] == ["601.2a", "601.2a"]
    moved = outcome.events[0].zone_changed
    assert (moved.from_zone, moved.to_zone) == (pb.ZONE_HAND, pb.ZONE_STACK)
    assert (moved.reason, moved.incarnation) == (ev.MOVE_REASON_CAST, 2)
    pushed = event(outcome, "stack_pushed").object
    assert (pushed.kind, pushed.keyword) == (pb.STACK_OBJECT_KIND_SPELL, SNEAK)
    assert (pushed.source_id, pushed.source_incarnation) == ("raph", 2)
    assert (pushed.returned_id, pushed.attack_target.player_id) == ("bear", "b")
    assert outcome.events[-1].zone_changed.object_id == "bear"
    assert outcome.events[-1].rule == "702.190a"


@pytest.mark.clause("D2", "A9")
def test_sneak_is_not_ninjutsu_for_reductions(game: Game):
    """Silver-Fur Master makes ninjutsu abilities cheaper, and this is no ability."""
    game.add("master", "Silver-Fur Master")
    assert game.listing().actions[0].mana_cost == "1 R R"
    game.state.cost_changes.add(player_id="a", keyword="Ninjutsu", generic=-1)
    assert game.listing().actions[0].mana_cost == "1 R R"
    game.state.cost_changes.add(player_id="a", keyword="Sneak", generic=-1)
    assert game.listing().actions[0].mana_cost == "R R"


@pytest.mark.clause("D2")
def test_sneak_is_not_ninjutsu_for_triggers():
    """Satoru Umezawa sees ninjutsu activated, and not a spell cast."""
    board = Game()
    board.attacker("bear")
    board.add("satoru", "Satoru Umezawa")
    board.hand("raph", RAPHAEL)
    board.lands("R", 3)
    assert kinds(board.take("raph", "bear", SNEAK)).count("stack_pushed") == 1


@pytest.mark.clause("D2")
def test_a_countered_spell_is_gone_and_nothing_enters(game: Game):
    """The engine countered it: the card is in the graveyard, the creature stays returned."""
    after = game.then(game.take("raph", "bear", SNEAK))
    del after.state.stack[:]
    after["raph"].zone = pb.ZONE_GRAVEYARD
    after["raph"].incarnation += 1
    with refused("EMPTY_STACK", "405.5"):
        after.resolve()
    assert after["bear"].zone == pb.ZONE_HAND


@pytest.mark.clause("D3", "B8", "B9", "B10")
def test_a_permanent_enters_tapped_and_attacking(game: Game):
    """Unblocked, undeclared, attacking what the returned creature attacked."""
    after = game.through("raph", "bear", SNEAK)
    assert after["raph"].tapped
    (record,) = after.state.combat.attackers
    assert (record.object_id, record.target.player_id) == ("raph", "b")
    assert (record.block_status, record.declared) == (pb.BLOCK_STATUS_UNBLOCKED, False)


@pytest.mark.clause("D3", "B11")
def test_it_does_not_attack_who_has_left(game: Game):
    """B11 holds for sneak: the attacked player left before it resolved."""
    after = game.then(game.take("raph", "bear", SNEAK))
    after.player("b").left_game = True
    outcome = after.resolve()
    assert "attack_joined" not in kinds(outcome)
    assert outcome.events[0].zone_changed.tapped


@pytest.mark.clause("D3", "B13")
def test_it_does_not_attack_once_combat_is_over(game: Game):
    """B13 holds for sneak."""
    after = game.then(game.take("raph", "bear", SNEAK))
    after.state.step = pb.STEP_POSTCOMBAT_MAIN
    after.state.ClearField("combat")
    assert "attack_joined" not in kinds(after.resolve())


@pytest.mark.clause("D4")
def test_the_spell_and_the_permanent_know_that_sneak_was_paid(game: Game):
    """`paid_keyword` on both; on no later object of the card (CR 400.7)."""
    cast = game.then(game.take("raph", "bear", SNEAK))
    assert cast["raph"].paid_keyword == SNEAK
    after = cast.then(cast.resolve())
    assert after["raph"].paid_keyword == SNEAK


@pytest.mark.clause("D5")
def test_a_commander_is_sneaked_from_the_command_zone_with_tax(game: Game):
    """{2} for each earlier cast from there, and this one counts for the next (CR 903.8)."""
    raph = game["raph"]
    raph.zone, raph.commander, raph.commander_casts = pb.ZONE_COMMAND, True, 1
    assert game.listing(engine_pays=True).actions[0].mana_cost == "3 R R"
    with refused("CANNOT_PAY", "601.2h"):
        game.take("raph", "bear", SNEAK)
    game.lands("U", 2)
    outcome = game.take("raph", "bear", SNEAK)
    assert event(outcome, "commander_cast").object_id == "raph"
    assert outcome.events[-1].rule == "903.8"
    assert game.then(outcome)["raph"].commander_casts == 2


@pytest.mark.clause("D5")
def test_from_hand_a_commander_pays_no_tax_and_adds_none(game: Game):
    """The tax is the command zone's."""
    game["raph"].commander, game["raph"].commander_casts = True, 3
    assert game.listing().actions[0].mana_cost == "1 R R"
    assert "commander_cast" not in kinds(game.take("raph", "bear", SNEAK))


@pytest.mark.clause("D5", "A10")
def test_an_effect_gives_sneak_to_cards_in_the_graveyard():
    """Ninja Teen at level 3: creature cards there have sneak {3}{B}, and may be cast so."""
    board = Game()
    board.attacker("bear")
    board.add("teen", "Ninja Teen").counters["LEVEL"] = 3
    board.add("dead", "Mukotai Ambusher", pb.ZONE_GRAVEYARD)
    board.lands("B", 4)
    (action,) = board.listing().actions
    assert (action.source_id, action.keyword, action.mana_cost) == ("dead", SNEAK, "3 B")
    # The bear's leaving triggers Ninja Teen, which resolves first.
    triggered = board.through("dead", "bear", SNEAK)
    assert triggered.player("b").life == 19
    after = triggered.then(triggered.resolve())
    assert after.attacks("dead") == "b"
    board["teen"].counters["LEVEL"] = 2
    with refused("NO_KEYWORD", "702.190a"):
        board.take("dead", "bear", SNEAK)


@pytest.mark.clause("D5")
def test_the_permission_is_its_controllers_alone():
    """Another player's Ninja Teen lets nobody else cast."""
    board = Game()
    board.attacker("bear")
    board.add("teen", "Ninja Teen", owner="b").counters["LEVEL"] = 3
    dead = board.add("dead", RAPHAEL, pb.ZONE_GRAVEYARD)
    board.lands("R", 5)
    with refused("WRONG_ZONE", "702.190a"):
        board.take("dead", "bear", SNEAK)
    dead.zone = pb.ZONE_HAND
    assert board.actions() == [("dead", SNEAK, "bear")]


@pytest.mark.clause("D6")
def test_targets_are_chosen_on_casting():
    """Before anything is paid; the creature that is returned can be chosen, and is gone then."""
    board = Game()
    board.attacker("bear")
    board.creature("foe", owner="b")
    board.hand("spell", "Shredder's Technique")
    board.lands("B", 1)
    choice = board.take("spell", "bear", SNEAK).choice
    assert (choice.id, list(choice.option_ids)) == ("601.2c:spell:0", ["bear", "foe"])
    decision = wire.Decision(choice_id=choice.id, option_ids=["foe"])
    outcome = board.take("spell", "bear", SNEAK, decisions=[decision])
    (target,) = event(outcome, "stack_pushed").object.targets
    assert (target.object_id, target.incarnation) == ("foe", 1)
    resolved = board.then(outcome).resolve()
    assert resolved.events[0].zone_changed.object_id == "foe"


@pytest.mark.clause("D6")
def test_a_spell_whose_every_target_is_gone_does_nothing():
    """CR 608.2b: removed, not resolved, and the card goes to the graveyard."""
    board = Game()
    board.attacker("bear")
    board.hand("spell", "Shredder's Technique")
    board.lands("B", 1)
    after = board.then(board.take("spell", "bear", SNEAK))
    outcome = after.resolve()
    removed = event(outcome, "stack_removed")
    assert (removed.resolved, outcome.events[0].rule) == (False, "608.2b")
    assert after.then(outcome)["spell"].zone == pb.ZONE_GRAVEYARD


ATTACH = "SP$ Attach | ValidTgts$ Creature"


def aura_on(*lines: str, sent: bool = False) -> Game:
    """A sneaked Aura on the stack that targets b's creature, where it targets anything."""
    body = "ManaCost:2 B\nTypes:Enchantment Aura\n"
    board = game_of(*([] if sent else [script("Web", "K:Sneak:B", *lines, body=body)]))
    board.attacker("bear")
    board.creature("foe", owner="b")
    aura = board.add("aura", "Web", pb.ZONE_HAND)
    if sent:
        aura.characteristics.types.extend(["Enchantment", "Aura"])
        aura.characteristics.keywords.extend(["Sneak:B", *lines])
    choice = board.take("aura", "bear", SNEAK, payment=ENGINE).choice
    decisions = [wire.Decision(choice_id=choice.id, option_ids=["foe"])] if choice.id else []
    return board.then(board.take("aura", "bear", SNEAK, payment=ENGINE, decisions=decisions))


@pytest.mark.clause("D3", "D6")
@pytest.mark.parametrize(
    ("lines", "sent", "text", "targets"),
    [
        (("K:Enchant:Creature", f"A:{ATTACH}"), False, ATTACH, ["foe"]),
        (("A:AB$ Draw | Cost$ 1", f"A:{ATTACH}"), False, ATTACH, ["foe"]),
        (("K:Enchant:Creature:creature",), False, "K:Enchant:Creature:creature", []),
        ((), False, "Attach", []),
        (("Enchant creature",), True, "K:Enchant creature", []),
    ],
)
def test_what_an_aura_enters_attached_to(
    lines: tuple[str, ...], sent: bool, text: str, targets: list[str]
):
    """608.3b, 303.4f: it enters, and what it is attached to is the engine's, with its target."""
    board = aura_on(*lines, sent=sent)
    outcome = board.resolve()
    assert board.then(outcome)["aura"].zone == pb.ZONE_BATTLEFIELD
    left = event(outcome, "effect_left_to_engine")
    assert (left.source_id, left.ability) == ("aura", text)
    assert [each.object_id for each in left.targets] == targets


@pytest.mark.clause("D6")
@pytest.mark.parametrize("gone", ["left", "shroud"])
def test_an_aura_whose_target_is_illegal(gone: str):
    """608.2b, 608.3b: it does not enter; like any spell it goes to the graveyard."""
    board = aura_on("K:Enchant:Creature", f"A:{ATTACH}")
    if gone == "left":
        board.moved("foe", pb.ZONE_GRAVEYARD)
    else:
        board["foe"].characteristics.keywords.append("Shroud")
    outcome = board.resolve()
    assert told(outcome)[:2] == [
        ("stack_removed", "608.2b", 0, 0),
        ("zone_changed", "608.2b", 0, 0),
    ]
    assert not event(outcome, "stack_removed").resolved
    assert board.then(outcome)["aura"].zone == pb.ZONE_GRAVEYARD


@pytest.mark.clause("B7", "D6")
def test_an_aura_by_ninjutsu():
    """303.4f: its controller chooses what it enchants as it enters: the engine asks them."""
    web = script("Web", "K:Ninjutsu:B", "K:Enchant:Creature", f"A:{ATTACH}",
                 body="ManaCost:2 B\nTypes:Enchantment Aura\n")  # fmt: skip
    board = game_of(web)
    board.attacker("bear")
    board.hand("aura", "Web")
    outcome = board.then(board.take("aura", "bear", payment=ENGINE)).resolve()
    assert event(outcome, "effect_left_to_engine").ability == ATTACH
    assert board.then(outcome)["aura"].zone == pb.ZONE_BATTLEFIELD


@pytest.mark.clause("D6")
def test_without_a_legal_target_it_cannot_be_cast():
    """CR 601.2c: not listed, and refused."""
    board = Game()
    board.attacker("bear")
    board["bear"].characteristics.keywords.append("Shroud")
    board.hand("spell", "Shredder's Technique")
    board.lands("B", 1)
    assert board.actions() == []
    with refused("NO_LEGAL_TARGET", "601.2c"):
        board.take("spell", "bear", SNEAK)


def aimed(targets: str, *lines: str, cost: str = "X B", swamps: int = 4, **stats: int) -> Game:
    """A sorcery with sneak whose targets follow from X, and a 4/4 of mana value 2 of b's."""
    destroy = f"A:SP$ Destroy | {targets}"
    game = game_of(script("Bolt", f"K:Sneak:{cost}", destroy, "SVar:X:Count$xPaid", *lines,
                          body="ManaCost:X B B\nTypes:Sorcery\n"))  # fmt: skip
    game.attacker("bear")
    game.hand("bolt", "Bolt")
    game.lands("B", swamps)
    game.creature("foe", owner="b", power=4, toughness=4).characteristics.mana_cost = "1 G"
    return game


SMALL = "ValidTgts$ Creature.OppCtrl+cmcLEX"
MANY = "ValidTgts$ Creature.OppCtrl | TargetMin$ X | TargetMax$ X"


@pytest.mark.clause("D6")
@pytest.mark.parametrize(
    ("targets", "swamps", "listed"),
    [
        (SMALL, 4, [3]),
        (SMALL, 3, [2]),
        (SMALL, 2, []),
        (MANY, 5, [1]),
        (MANY, 1, [0]),
        ("ValidTgts$ Creature.OppCtrl+cmcEQX", 5, [2]),
        ("ValidTgts$ Creature.OppCtrl+cmcEQX", 2, []),
        ("ValidTgts$ Creature.OppCtrl", 4, [3]),
    ],
)
def test_x_is_announced_before_targets_are_chosen(targets: str, swamps: int, listed: list[int]):
    """D6, 601.2b, c: listed is the largest X that can be paid and has targets, if one has."""
    game = aimed(targets, swamps=swamps)
    assert [each.x_value for each in game.listing().actions] == listed
    if not listed:
        assert game.refusals() == [("bolt", "bear", "NO_LEGAL_TARGET", "601.2c")]
    taken = {x: legal(game, x) for x in range(swamps)}
    assert max((x for x, can in taken.items() if can), default=None) == (
        listed[0] if listed else None
    )


def legal(game: Game, x: int) -> bool:
    """Whether the spell can be cast with that X: what is refused is refused for its targets."""
    try:
        taken = game.take("bolt", "bear", SNEAK, x=x)
    except Refused as refused_as:
        if refused_as.refusal.reason != wire.REFUSAL_REASON_NO_LEGAL_TARGET:
            raise
        return False
    assert event(taken, "stack_pushed").object.x_value == x
    return True


@pytest.mark.clause("D6")
def test_an_engine_that_pays_may_pay_for_more():
    """D6: where only mana forbids, the least X is listed that has a target."""
    game = aimed(SMALL, swamps=0)
    assert game.listing().actions == []
    assert [each.x_value for each in game.listing(engine_pays=True).actions] == [2]
    game.take("bolt", "bear", SNEAK, x=2, payment=ENGINE)


@pytest.mark.clause("D6", "A8")
@pytest.mark.parametrize(("value", "listed"), [("1 G", [2]), ("3 G", [])])
def test_an_engine_that_pays_sacrifices_nothing_for_more(value: str, listed: list[int]):
    """D6, 601.2b: an X that objects pay for is bound by them, whoever takes the mana."""
    small = f"Cost$ X B Sac<X/Creature> | {SMALL}"
    game = aimed(small, cost="B", swamps=0)
    game["foe"].characteristics.mana_cost = value
    for name in ("one", "two"):
        game.creature(name)
    assert [each.x_value for each in game.listing(engine_pays=True).actions] == listed
    if not listed:
        assert game.refusals() == [("bolt", "bear", "CANNOT_PAY", "601.2h")]
        with refused("CANNOT_PAY", "601.2h"):
            game.take("bolt", "bear", SNEAK, x=4, payment=ENGINE)


@pytest.mark.clause("D6")
@pytest.mark.parametrize("artifact", [True, False])
def test_targets_of_two_kinds(artifact: bool):
    """D6, 601.2c: where one of them is missing nobody is asked for the other."""
    more = "SVar:DBMore:DB$ Destroy | ValidTgts$ Artifact"
    game = aimed("ValidTgts$ Creature | SubAbility$ DBMore", more, cost="B")
    if artifact:
        game.add("thing", owner="b").characteristics.types.append("Artifact")
    assert bool(game.actions()) is artifact
    if artifact:
        assert game.take("bolt", "bear", SNEAK).HasField("choice")
    else:
        assert game.refusals() == [("bolt", "", "NO_LEGAL_TARGET", "601.2c")]
        with refused("NO_LEGAL_TARGET", "601.2c"):
            game.take("bolt", "bear", SNEAK)


@pytest.mark.clause("D6")
def test_without_x_in_the_cost_it_is_none():
    """D6, 107.3b: for a cost without X, X is 0, and a card without targets for it fails itself."""
    game = aimed(SMALL, cost="B")
    assert game.refusals() == [("bolt", "", "NO_LEGAL_TARGET", "601.2c")]
    game["foe"].characteristics.mana_cost = ""
    assert [each.x_value for each in game.listing().actions] == [0]


def costly(cost: str, keyword: str = "Sneak:B") -> Game:
    """A sorcery with sneak and a further cost in hand, two creatures beside the attacker."""
    draw = f"A:SP$ Draw | Cost$ {cost} | Defined$ You | NumCards$ 2"
    game = game_of(script("Bargain", f"K:{keyword}", draw, body="ManaCost:2 B\nTypes:Sorcery\n"))
    game.attacker("bear")
    game.hand("bargain", "Bargain")
    game.lands("B", 1)
    for name in ("one", "two"):
        game.creature(name)
    return game


@pytest.mark.clause("D1", "A8")
def test_what_a_spell_costs_besides_mana_is_paid_for_sneak_too():
    """D1, 118.9d: the additional cost of a spell is paid for an alternative cost as well."""
    game = costly("2 B Sac<1/Creature>")
    (action,) = game.listing().actions
    assert (action.mana_cost, list(action.other_costs)) == ("B", ["Sac<1/Creature>"])
    choice = game.take("bargain", "bear", SNEAK).choice
    assert (list(choice.option_ids), choice.min, choice.max) == (["one", "two"], 1, 1)
    taken = game.take("bargain", "bear", SNEAK, decisions=[picks(choice, "two")])
    assert rules(taken)[-4:] == ["601.2h", "701.21a", "506.4", "702.190a"]
    after = game.then(taken)
    assert after["two"].zone == pb.ZONE_GRAVEYARD
    for name in ("one", "two"):
        game[name].controller_id = "b"
    # The attacker is returned, and pays for nothing else.
    assert game.actions() == []
    assert game.refusals() == [("bargain", "bear", "CANNOT_PAY", "601.2h")]
    with refused("CANNOT_PAY", "601.2h"):
        game.take("bargain", "bear", SNEAK)


@pytest.mark.clause("D1", "A8")
@pytest.mark.parametrize(
    ("cost", "listed"),
    [
        ("2 B", [("B", [], 0)]),
        ("PayLife<2>", [("B", ["PayLife<2>"], 0)]),
        ("X B Sac<X/Creature>", [("B", ["Sac<X/Creature>"], 2)]),
        ("2 B Mill<2>", []),
        ("2 B Sac<1/Creature", []),
    ],
)
def test_which_costs_of_spells_can_be_paid(cost: str, listed: list[tuple[str, list[str], int]]):
    """D1, 118.9d: what cannot be paid here, or not read, is not left out: nothing is offered."""
    actions = costly(cost).listing().actions
    assert [(each.mana_cost, list(each.other_costs), each.x_value) for each in actions] == listed


@pytest.mark.clause("D1")
def test_both_costs_add_up():
    """D1, 118.9d: the parts of the keyword's own cost come first; an ability has only those."""
    game = costly("2 B PayLife<2>", "Sneak:B Sac<1/Creature>")
    (action,) = game.listing().actions
    assert list(action.other_costs) == ["Sac<1/Creature>", "PayLife<2>"]
    (action,) = costly("2 B PayLife<2>", "Ninjutsu:B").listing().actions
    assert list(action.other_costs) == []


@pytest.mark.clause("D2")
def test_an_instant_or_sorcery_just_resolves():
    """Nothing enters and nothing attacks; the card goes to the graveyard (CR 608.2n)."""
    board = Game()
    board.attacker("bear")
    board.hand("spell", "Donatello's Technique")
    board.lands("U", 1)
    for name in ("top", "next", "third"):
        board.add(name, "Forest", pb.ZONE_LIBRARY)
    assert not board.listing().actions[0].HasField("attack_target")
    after = board.through("spell", "bear", SNEAK)
    assert [after[name].zone for name in ("spell", "top", "next", "third")] == [
        pb.ZONE_GRAVEYARD,
        pb.ZONE_HAND,
        pb.ZONE_HAND,
        pb.ZONE_LIBRARY,
    ]
    assert list(after.state.combat.attackers) == []


@pytest.fixture
def home() -> Game:
    """A's main phase: a tapped bear, and Spider-Man, web-slinging {W}, in hand with a Plains."""
    board = Game(step=pb.STEP_PRECOMBAT_MAIN)
    board.state.ClearField("combat")
    board.creature("bear", tapped=True)
    board.hand("spider", SPIDER)
    board.lands("W", 1)
    return board


@pytest.mark.clause("E1")
def test_web_slinging_returns_a_tapped_creature(home: Game):
    """An alternative cost; the creature enters as any other spell's does, untapped."""
    (action,) = home.listing().actions
    assert (action.keyword, action.returned_id, action.mana_cost) == (SLING, "bear", "W")
    assert not action.HasField("attack_target")
    after = home.through("spider", "bear", SLING)
    assert after["bear"].zone == pb.ZONE_HAND
    spider = after["spider"]
    assert (spider.zone, spider.tapped, spider.paid_keyword) == (
        pb.ZONE_BATTLEFIELD,
        False,
        SLING,
    )


@pytest.mark.clause("E1")
def test_it_must_be_tapped_and_a_creature_of_ones_own(home: Game):
    """The ladder of reasons, NOT_TAPPED in the place of NOT_ATTACKING."""
    home["bear"].tapped = False
    with refused("NOT_TAPPED", "702.188a"):
        home.take("spider", "bear", SLING)
    home["bear"].controller_id = "b"
    with refused("NOT_CONTROLLED", "702.188a"):
        home.take("spider", "bear", SLING)
    home["bear"].characteristics.types[:] = ["Artifact"]
    with refused("NOT_A_CREATURE", "702.188a"):
        home.take("spider", "bear", SLING)
    home["bear"].phased_out = True
    with refused("PHASED_OUT", "702.26b"):
        home.take("spider", "bear", SLING)


def elvish(*abilities: tuple[str, str], plains: int = 0, **fields: Any) -> Game:
    """The same with an untapped elf that has mana abilities, each what it makes and its cost."""
    board = Game(step=pb.STEP_PRECOMBAT_MAIN)
    board.state.ClearField("combat")
    board.hand("spider", SPIDER)
    elf = board.creature("elf", **fields)
    for produces, cost in abilities:
        elf.mana_abilities.add(produces=produces, cost=cost)
    board.lands("W", plains)
    return board


@pytest.mark.clause("E1", "A12")
@pytest.mark.parametrize("payment", [wire.Payment(), manual("elf")])
def test_a_creature_is_tapped_for_mana_and_then_returned(payment: wire.Payment):
    """E1, A12, 601.2g before 601.2h: tapped while the cost is paid it is a tapped creature."""
    game = elvish(("W", "T"))
    assert game.actions() == [("spider", SLING, "elf")]
    taken = game.take("spider", "elf", SLING, payment=payment)
    paid = [("object_tapped", "605.3"), ("mana_added", "605.3"), ("mana_spent", "601.2h")]
    expected = [("zone_changed", "601.2a"), ("stack_pushed", "601.2a")]
    expected += [*paid, ("zone_changed", "702.188a")]
    assert [each[:2] for each in told(taken)] == expected
    assert game.then(taken)["elf"].zone == pb.ZONE_HAND


@pytest.mark.clause("E1", "A12")
def test_an_engine_that_pays_has_tapped_it():
    """E1: nothing of this service's taps it, so that untapped it is not what the cost returns."""
    game = elvish(("W", "T"))
    assert game.actions(engine_pays=True) == []
    listing = game.listing(explain=True, engine_pays=True)
    assert [(each.reason, each.rule) for each in listing.refusals if each.returned_id] == [
        (wire.REFUSAL_REASON_NOT_TAPPED, "702.188a")
    ]
    with refused("NOT_TAPPED", "702.188a"):
        game.take("spider", "elf", SLING, payment=ENGINE)
    game["elf"].tapped = True
    taken = game.take("spider", "elf", SLING, payment=ENGINE)
    assert game.then(taken)["elf"].zone == pb.ZONE_HAND


@pytest.mark.clause("E1", "A12")
def test_it_is_tapped_by_what_costs_no_life():
    """A12: life is paid last, whichever of its abilities stands first."""
    game = elvish(("W", "T PayLife<1>"), ("W", "T"))
    taken = game.take("spider", "elf", SLING)
    assert events(taken, "life_changed") == []
    assert len(events(taken, "mana_added")) == 1


@pytest.mark.clause("E1", "A12")
def test_its_mana_may_be_of_no_use():
    """E1, 601.2g: a mana ability is activated without need; its mana stays in the pool (C14)."""
    game = elvish(("G", "T"), plains=1)
    assert game.actions() == [("spider", SLING, "elf")]
    taken = game.take("spider", "elf", SLING)
    assert [each.object_id for each in events(taken, "object_tapped")] == ["elf", "w1"]
    assert game.then(taken).player("a").mana_pool == pb.ManaPool(green=1)
    game.take("spider", "elf", SLING, payment=manual("elf", "w1"))
    with refused("CANNOT_PAY", "601.2h"):
        game.take("spider", "elf", SLING, payment=manual("w1"))
    del game.state.objects[2]
    assert game.actions() == []
    assert game.refusals() == [("spider", "elf", "CANNOT_PAY", "601.2h")]


@pytest.mark.clause("E1", "A12")
@pytest.mark.parametrize(
    ("abilities", "fields", "reason"),
    [
        ([("W", "T Sac<1/CARDNAME>")], {}, "NOT_TAPPED"),
        ([("W", "Sac<1/CARDNAME>")], {}, "NOT_TAPPED"),
        ([("W", "PayLife<1>")], {}, "NOT_TAPPED"),
        ([("W W", "1 T")], {}, "NOT_TAPPED"),
        ([("W", "T")], {"summoning_sick": True}, "NOT_TAPPED"),
        ([("W", "T PayLife<99>")], {}, "CANNOT_PAY"),
        ([("W", "T PayLife<20>")], {}, ""),
        ([("W", "Sac<1/CARDNAME>"), ("G", "T")], {}, ""),
        ([("W", "T")], {"summoning_sick": True, "keywords": ["Haste"]}, ""),
    ],
)
def test_what_taps_it_for_mana(
    abilities: list[tuple[str, str]], fields: dict[str, Any], reason: str
):
    """E1, A12, 302.6: by an ability that taps it and leaves it there, with what that costs."""
    game = elvish(*abilities, plains=1, **fields)
    assert game.actions() == ([] if reason else [("spider", SLING, "elf")])
    if reason:
        with refused(reason, "601.2h" if reason == "CANNOT_PAY" else "702.188a"):
            game.take("spider", "elf", SLING)
    else:
        assert game.then(game.take("spider", "elf", SLING))["elf"].zone == pb.ZONE_HAND


@pytest.mark.clause("E1")
def test_an_untapped_land_is_no_creature():
    """E1: that it could be tapped for mana does not make a creature of it."""
    game = elvish(plains=2)
    assert game.actions() == []
    assert game.refusals() == [("spider", "elf", "NOT_TAPPED", "702.188a")]
    with refused("NOT_A_CREATURE", "702.188a"):
        game.take("spider", "w1", SLING)


@pytest.mark.clause("E1", "A14")
@pytest.mark.parametrize(
    ("cost", "ability", "life", "paid"),
    [
        ("W", "T PayLife<1>", 1, True),
        ("W", "T PayLife<1>", 0, False),
        ("W/P", "T PayLife<1>", 3, True),
        ("G/P", "T PayLife<1>", 3, True),
        ("G/P", "T PayLife<1>", 2, False),
    ],
)
def test_life_that_tapping_it_costs(cost: str, ability: str, life: int, paid: bool):
    """E1, A14, 119.4: that life is paid first; what is left pays for Phyrexian symbols."""
    game = game_of(script("Slinger", f"K:Web-slinging:{cost}"), step=pb.STEP_PRECOMBAT_MAIN)
    game.hand("slinger", "Slinger")
    game.creature("elf").mana_abilities.add(produces="W", cost=ability)
    game.player("a").life = life
    assert game.actions() == ([("slinger", SLING, "elf")] if paid else [])
    if not paid:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("slinger", "elf", SLING)
    else:
        assert game.then(game.take("slinger", "elf", SLING))["elf"].zone == pb.ZONE_HAND


@pytest.mark.clause("E1", "A12")
def test_what_else_costs_mana_beside_the_elf():
    """E1, A12: the elf's mana, then a land's that pays for a signet: each fee stands by its own."""
    game = game_of(script("Slinger", "K:Web-slinging:W U B"), step=pb.STEP_PRECOMBAT_MAIN)
    game.hand("slinger", "Slinger")
    game.creature("elf").mana_abilities.add(produces="W")
    game.add("signet").characteristics.types.append("Artifact")
    game["signet"].mana_abilities.add(produces="U B", cost="1 T")
    game.lands("R", 1)
    taken = game.take("slinger", "elf", SLING)
    assert [each.source_id for each in events(taken, "mana_added")] == ["elf", "r1", "signet"]
    assert [each.mana for each in events(taken, "mana_spent")] == [
        pb.ManaPool(red=1), pb.ManaPool(white=1, blue=1, black=1)
    ]  # fmt: skip


@pytest.mark.clause("E1", "A12")
def test_an_elf_with_an_ability_that_does_not_tap_it():
    """E1, A12: tapped by the one ability, though the other could be used again and again."""
    game = elvish(("W", "T"), ("U", "1"))
    (added,) = events(game.take("spider", "elf", SLING), "mana_added")
    assert added.mana == pb.ManaPool(white=1)


@pytest.mark.clause("E1", "A12", "A13")
def test_each_way_of_tapping_it_is_tried():
    """E1, A12: the ability that helps is the one it is tapped by; snow mana is snow mana."""
    game = elvish(("G", "T"), ("W", "T"))
    (added,) = events(game.take("spider", "elf", SLING), "mana_added")
    assert added.mana == pb.ManaPool(white=1)
    game = game_of(script("Cold", "K:Web-slinging:X S"), step=pb.STEP_PRECOMBAT_MAIN)
    game.creature("elf").mana_abilities.add(produces="G G", snow=True)
    game.hand("cold", "Cold")
    (action,) = game.listing().actions
    assert action.x_value == 1
    spent = event(game.take("cold", "elf", SLING, x=1), "mana_spent")
    assert spent.mana == pb.ManaPool(green=2, snow_green=2)


@pytest.mark.clause("E1")
@pytest.mark.parametrize("step", [*OTHER_STEPS[1:6], pb.STEP_DECLARE_BLOCKERS, pb.STEP_OTHER])
def test_a_creature_card_keeps_its_own_timing(home: Game, step: pb.Step.ValueType):
    """Main phase, own turn, empty stack: nothing else (CR 302.1)."""
    home.state.step = step
    with refused("WRONG_STEP", "702.188a"):
        home.take("spider", "bear", SLING)


@pytest.mark.clause("E1")
def test_not_over_something_on_the_stack(home: Game):
    """Sorcery timing needs an empty stack."""
    home.state.stack.add(id="bolt", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    with refused("WRONG_STEP", "702.188a"):
        home.take("spider", "bear", SLING)


@pytest.mark.clause("E1")
def test_an_instant_with_web_slinging_keeps_instant_timing(home: Game):
    """Spider-Sense counters a spell in another player's turn."""
    home.state.active_player_id = "b"
    home.state.priority_player_id = "a"
    home.hand("sense", "Spider-Sense", owner="a")
    home.land("u1", "U", owner="a")
    home.add("bolt-card", "Lightning Bolt", pb.ZONE_STACK, "b").characteristics.types.append(
        "Instant"
    )
    home.state.stack.add(
        id="bolt",
        kind=pb.STACK_OBJECT_KIND_SPELL,
        controller_id="b",
        source_id="bolt-card",
        source_incarnation=1,
    )
    taken = home.then(home.take("sense", "bear", SLING, player="a"))
    outcome = taken.resolve()
    assert taken.then(outcome)["bolt-card"].zone == pb.ZONE_GRAVEYARD


@pytest.mark.clause("E1")
def test_nothing_attacks_by_web_slinging(home: Game):
    """Also in combat, by an instant's timing, what enters does not attack."""
    with invalid("action.x_value"):
        home.take("spider", "bear", SLING, x=1)
    assert "attack_joined" not in kinds(home.then(home.take("spider", "bear", SLING)).resolve())
