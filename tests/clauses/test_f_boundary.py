"""F1 to F4: whose job a rule is, the engine's or the service's."""

from __future__ import annotations

import pytest

from ninjutsu_service import calls
from ninjutsu_service.rules.apply import fold
from tests.boards import ENGINE, Game, ev, event, kinds, pb, wire

NINJA = "Ninja of the Deep Hours"
SETTLES = wire.CallOptions(engine_settles=True)


def ready(card: str = NINJA, **fields: object) -> Game:
    game = Game()
    game.attacker("bear")
    game.hand("ninja", card)
    game.lands("U", 2)
    for field, value in fields.items():
        setattr(game["bear"], field, value)
    return game


# --- F1: the engine owns the game


@pytest.mark.clause("F1")
def test_nothing_is_kept_between_calls():
    """F1: each call answers for the state that it was sent, whatever was asked before."""
    first = ready()
    second = ready()
    second.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED
    before = first.listing(explain=True)
    taken = first.take("ninja", "bear")
    assert second.actions() == []
    assert first.listing(explain=True) == before
    assert first.take("ninja", "bear") == taken


@pytest.mark.clause("F1")
def test_the_same_state_with_another_meaning():
    """F1: ids mean what this state says they mean."""
    game = ready()
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    game["ninja"].id, game["bear"].id = "x", "ninja"
    game.state.combat.attackers[0].object_id = "ninja"
    assert game.actions() == [("x", "Ninjutsu", "ninja")]


@pytest.mark.clause("F1")
@pytest.mark.parametrize("holder", ["a", "b"])
def test_priority_is_the_engines_to_pass(holder: str):
    """F1, 117.3c: taking an action gives priority to nobody else; who acted keeps it."""
    game = ready()
    if holder == "b":
        game["bear"].owner_id = game["ninja"].owner_id = "b"
        for name in ("u1", "u2"):
            game[name].owner_id = "b"
        game.state.active_player_id = "b"
        game.state.combat.attackers[0].target.player_id = "a"
        game.state.priority_player_id = "b"
    taken = game.take("ninja", "bear")
    assert "priority_given" not in kinds(taken)
    assert taken.state.priority_player_id == holder


@pytest.mark.clause("F1")
def test_the_engines_own_stack_objects_stay():
    """F1: what the engine put on the stack is neither read as ours nor resolved."""
    game = ready()
    game.state.stack.add(id="own", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    taken = game.take("ninja", "bear")
    assert [item.id for item in taken.state.stack] == ["own", "~1"]
    resolved = game.then(taken).resolve()
    assert [item.id for item in resolved.state.stack] == ["own"]


@pytest.mark.clause("F1")
def test_made_up_ids_are_in_nobodys_way():
    """F1: an id that the service makes up is not one of the engine's."""
    game = ready()
    game.add("~1", "Island")
    game.state.stack.add(id="~2", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    game.state.players.add(id="~3", life=20)
    pushed = event(game.take("ninja", "bear"), "stack_pushed")
    assert pushed.object.id == "~4"


@pytest.mark.clause("F1")
@pytest.mark.parametrize(("wanted", "sent"), [(None, True), (True, True), (False, False)])
def test_the_state_comes_back_unless_it_is_not_wanted(wanted: bool | None, sent: bool):
    """F1: an engine that applies events itself need not take the state."""
    options = wire.CallOptions(return_state=wanted)
    assert ready().take("ninja", "bear", options=options).HasField("state") == sent
    game = ready()
    after = game.then(game.take("ninja", "bear"))
    assert after.resolve(options=options).HasField("state") == sent


# --- F2: characteristics


@pytest.mark.clause("F2")
def test_what_was_sent_is_the_truth():
    """F2: a Ninja card whose sent characteristics have no ninjutsu has none."""
    game = ready()
    game["ninja"].characteristics.types.append("Creature")
    assert game.actions() == []
    game["ninja"].characteristics.keywords.append("Ninjutsu:U")
    (action,) = game.listing().actions
    assert action.mana_cost == "U"


@pytest.mark.clause("F2")
def test_else_the_script_says_it():
    """F2: without characteristics the script of the card is read."""
    game = ready("Fallen Shinobi")
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == "2 U B"


@pytest.mark.clause("F2")
def test_what_was_sent_takes_no_statics_again():
    """F2: what was sent holds all that applies: a script in play is not applied to it twice."""
    game = ready()
    game.add("kaito", "Kaito, Bane of Nightmares", counters={"LOYALTY": 3})
    game["kaito"].characteristics.types.append("Planeswalker")
    game.attack("kaito")
    assert ("ninja", "kaito", "NOT_A_CREATURE", "702.49a") in game.refusals()


@pytest.mark.clause("F2")
@pytest.mark.parametrize(("turn", "creature"), [("a", True), ("b", False)])
def test_a_static_ability_with_a_condition(turn: str, creature: bool):
    """F2: Kaito's own static ability makes him a creature in his controller's turn only."""
    game = ready()
    game.add("kaito", "Kaito, Bane of Nightmares", owner=turn, counters={"LOYALTY": 3})
    game.attack("kaito", target="b")
    reasons = {returned: reason for _, returned, reason, _ in game.refusals()}
    assert reasons.get("kaito") == (None if creature else "NOT_A_CREATURE")


@pytest.mark.clause("F2")
def test_without_loyalty_he_is_none():
    """F2: counters are read as sent; without any he is a planeswalker."""
    game = ready()
    game.add("kaito", "Kaito, Bane of Nightmares")
    game.attack("kaito")
    assert ("ninja", "kaito", "NOT_A_CREATURE", "702.49a") in game.refusals()


@pytest.mark.clause("F2")
@pytest.mark.parametrize(("card", "kept"), [("Silver-Fur Master", False), ("No such card", True)])
def test_a_change_of_zone_clears_what_was_sent_where_the_pool_knows_the_card(card: str, kept: bool):
    """F2: in hand the script is read again; of a card that no script knows, what was sent stays."""
    game = ready()
    game["bear"].card_name = card
    after = game.then(game.take("ninja", "bear"))
    assert after["bear"].HasField("characteristics") == kept


@pytest.mark.clause("F2")
def test_a_returned_animated_land_is_a_land_again():
    """F2: what the engine sent of a permanent is not true of the card in hand."""
    game = ready()
    game["bear"].card_name = "Skullsnatcher"
    game["bear"].characteristics.types.append("Land")
    game.lands("B", 1)
    game.attacker("wolf")
    after = game.then(game.take("ninja", "bear"))
    assert ("bear", "Ninjutsu", "wolf") in after.actions()


@pytest.mark.clause("F2")
def test_the_ninja_enters_as_its_script_says():
    """F2, B12: what was sent of the card in hand is cleared as it enters."""
    game = ready()
    sent = game["ninja"].characteristics
    sent.types.append("Artifact")
    sent.keywords.append("Ninjutsu:U")
    entered = game.through("ninja", "bear")
    assert not entered["ninja"].HasField("characteristics")
    assert entered.attacks("ninja") == "b"


@pytest.mark.clause("F2")
def test_what_a_zone_change_clears():
    """F2, 400.7: damage, counters, and all that was true of the permanent."""
    game = ready()
    bear = game["bear"]
    bear.damage = 1
    bear.damaged_by_deathtouch = True
    bear.counters["P1P1"] = 2
    bear.turn_entered = 4
    bear.summoning_sick = True
    bear.activation_forbidden = True
    bear.abilities_lost = True
    bear.paid_keyword = "Sneak"
    bear.triggered_this_turn.append("TrigDraw")
    bear.commander_casts = 2
    after = game.then(game.take("ninja", "bear"))["bear"]
    expected = pb.GameObject(
        id="bear",
        incarnation=2,
        card_name="Test bear",
        owner_id="a",
        zone=pb.ZONE_HAND,
        commander_casts=2,
    )
    after.ClearField("characteristics")
    assert after == expected


# --- F3: events that an engine replaces


def without(events: list[ev.Event], number: int, instead: ev.Event) -> list[ev.Event]:
    """The events, one of them replaced, and without those that name it as their cause."""
    gone = {number}
    kept = []
    for place, each in enumerate(events, 1):
        if place == number:
            kept.append(instead)
        elif each.cause in gone:
            gone.add(place)
        else:
            kept.append(each)
    return kept


@pytest.mark.clause("F3")
def test_a_card_that_is_exiled_instead_of_entering():
    """F3: the engine exiles it instead; without what names the entering as its cause, it fits."""
    game = ready()
    after = game.then(game.take("ninja", "bear"))
    resolved = after.resolve()
    assert kinds(resolved)[0] == "zone_changed"
    exiled = ev.Event(
        zone_changed=ev.ZoneChanged(
            object_id="ninja", from_zone=pb.ZONE_HAND, to_zone=pb.ZONE_EXILE, incarnation=2
        )
    )
    events = without(list(resolved.events), 1, exiled)
    left = [each.WhichOneof("event") for each in events]
    assert left == ["zone_changed", "stack_removed", "priority_given"]
    state = fold(after.state, events, after.rulebook.knows)
    assert state.objects[1].zone == pb.ZONE_EXILE
    assert not state.combat.attackers
    assert not state.stack


@pytest.mark.clause("F3")
def test_counters_that_come_with_an_entering_name_it():
    """F3: Kaito's loyalty and his attack are brought about by his entering, at the same time."""
    game = ready("Kaito, Bane of Nightmares")
    after = game.then(game.take("ninja", "bear", payment=ENGINE))
    resolved = after.resolve()
    assert kinds(resolved)[:3] == ["zone_changed", "counters_changed", "attack_joined"]
    assert [each.cause for each in resolved.events][:3] == [0, 1, 1]
    assert len({each.batch for each in resolved.events[:3]}) == 1
    assert resolved.events[0].batch != 0


@pytest.mark.clause("F3")
def test_leaving_combat_names_the_move_that_causes_it():
    """F3, 506.4: it comes before the move, and without the move it is left out."""
    game = ready()
    taken = game.take("ninja", "bear")
    number = kinds(taken).index("zone_changed") + 1
    assert taken.events[number - 2].cause == number
    stays = [
        each for place, each in enumerate(taken.events, 1) if number not in (place, each.cause)
    ]
    state = fold(game.state, stays, game.rulebook.knows)
    assert state.combat == game.state.combat
    assert state.objects[0] == game["bear"]


@pytest.mark.clause("F3")
def test_a_token_that_ceases_to_exist_names_its_move():
    """F3, 704.5d: an engine that kept the token in play leaves that out as well."""
    taken = ready(token=True).take("ninja", "bear")
    assert kinds(taken)[-2:] == ["zone_changed", "object_ceased"]
    assert taken.events[-1].cause == len(taken.events) - 1


# --- F4: an engine that settles


@pytest.mark.clause("F4")
def test_no_state_based_action_where_the_engine_does_them():
    """F4: the returned token stays in hand: that it ceases to exist is the engine's to do."""
    game = ready(token=True)
    assert "object_ceased" in kinds(game.take("ninja", "bear"))
    taken = game.take("ninja", "bear", options=SETTLES)
    assert "object_ceased" not in kinds(taken)
    assert taken.state.objects[0].zone == pb.ZONE_HAND


@pytest.mark.clause("F4")
def test_nobody_gets_priority_where_the_engine_settles():
    """F4: after resolving, state-based actions come before priority, so both are the engine's."""
    game = ready()
    after = game.then(game.take("ninja", "bear", options=SETTLES))
    assert kinds(after.resolve())[-1] == "priority_given"
    resolved = after.resolve(options=SETTLES)
    assert kinds(resolved) == ["zone_changed", "attack_joined", "stack_removed"]
    assert resolved.state.priority_player_id == after.state.priority_player_id


@pytest.mark.clause("F4")
def test_the_rest_is_the_same():
    """F4: what the action itself does does not depend on who settles."""
    game = ready()
    settled = game.take("ninja", "bear")
    assert game.take("ninja", "bear", options=SETTLES) == settled


@pytest.mark.clause("F4")
def test_the_call_and_the_library_agree():
    """F4: the option is the call's; the next call without it settles again."""
    game = ready(token=True)
    request = wire.TakeActionRequest(
        state=game.state,
        player_id="a",
        action=game.listing().actions[0],
        options=SETTLES,
    )
    outcome = calls.take_action(game.rulebook, request).outcome
    after = game.then(outcome)
    assert kinds(after.resolve()).count("object_ceased") == 1
