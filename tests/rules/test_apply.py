"""Each kind of event applied to a state: exactly what its message in the contract says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ninjutsu_service.rules.apply import Applier, fold
from tests.boards import Game, ev, pb

KNOWN = "Ninja of the Deep Hours"
"""The name of a card that the pool knows."""


def board() -> Game:
    """A state in which everything that an event can change is there."""
    game = Game("a", "b", "c")
    game.player("a").mana_pool.CopyFrom(pb.ManaPool(blue=2, snow_blue=1, red=1))
    game.attacker("bear", damage=1)
    game.attacker("wolf", target="c", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall", "moat"])
    game.creature("wall", owner="b", damage=3, damaged_by_deathtouch=True)
    game.creature("moat", owner="b")
    game.creature("chief", owner="b", commander=True, commander_casts=1)
    game.state.combat.first_strike_ids.extend(["bear", "wall"])
    game.hand("ninja", KNOWN)
    for name in ("one", "two", "three"):
        game.add(name, "Forest", pb.ZONE_LIBRARY)
    game.state.stack.add(id="~1", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    game.state.stack.add(id="~2", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    game.state.effects.add(
        id="~e1", object_id="moat", incarnation=1, power_change=2, toughness_change=-1,
        keywords=["Flying"], duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    return game


def apply(game: Game, **event: Any) -> pb.CombatState:
    """The state after one event; the one given is as it was."""
    before = game.state.SerializeToString(deterministic=True)
    after = fold(game.state, [ev.Event(**event)], game.rulebook.knows)
    assert game.state.SerializeToString(deterministic=True) == before
    return after


def expect(change: Callable[[Game], object]) -> pb.CombatState:
    """The state of `board` after a change made by hand."""
    game = board()
    change(game)
    return game.state


def attacker(game: Game, name: str) -> pb.Attacker:
    return next(each for each in game.state.combat.attackers if each.object_id == name)


def put(holder: Callable[[Game], Any], **fields: Any) -> Callable[[Game], None]:
    """A change that sets fields of one message."""

    def change(game: Game) -> None:
        for key, value in fields.items():
            setattr(holder(game), key, value)

    return change


def item(name: str) -> Callable[[Game], pb.GameObject]:
    return lambda game: game[name]


def player(name: str) -> Callable[[Game], pb.Player]:
    return lambda game: game.player(name)


def drop_from_combat(name: str) -> Callable[[Game], None]:
    """What leaving combat changes."""

    def change(game: Game) -> None:
        combat = game.state.combat
        for index, record in reversed(list(enumerate(combat.attackers))):
            if record.object_id == name:
                del combat.attackers[index]
            elif name in record.blocker_ids:
                record.blocker_ids.remove(name)
        if name in combat.first_strike_ids:
            combat.first_strike_ids.remove(name)

    return change


def test_every_kind_of_event_is_applied():
    """An event without a handler would end a call; the contract's list is the measure."""
    kinds = {field.name for field in ev.Event.DESCRIPTOR.oneofs_by_name["event"].fields}
    handlers = {name.removeprefix("_") for name in vars(Applier) if name.startswith("_")}
    assert kinds <= handlers


def test_an_unknown_kind_of_event_changes_nothing():
    """Events of a later contract have no known kind: the rest is applied all the same."""
    unknown = ev.Event.FromString(b"\xc2\x3e\x03abc")
    assert unknown.WhichOneof("event") is None
    events = [unknown, ev.Event(card_revealed=ev.CardRevealed(object_id="ninja")), ev.Event()]
    game = board()
    after = fold(game.state, events, game.rulebook.knows)
    assert after == expect(put(item("ninja"), revealed=True))


def test_folding_nothing_gives_an_equal_copy():
    """No events, no change, and yet another message than the one that was given."""
    game = board()
    after = fold(game.state, [], game.rulebook.knows)
    assert after == game.state
    after.turn = 6
    assert game.state.turn == 5


@pytest.mark.parametrize(
    ("event", "change"),
    [
        pytest.param(
            {"card_revealed": ev.CardRevealed(object_id="ninja")},
            put(item("ninja"), revealed=True),
            id="card_revealed",
        ),
        pytest.param(
            {"card_hidden": ev.CardHidden(object_id="ninja")}, lambda game: None, id="card_hidden"
        ),
        pytest.param(
            {"object_tapped": ev.ObjectTapped(object_id="wall")},
            put(item("wall"), tapped=True),
            id="object_tapped",
        ),
        pytest.param(
            {"mana_added": ev.ManaAdded(player_id="b", source_id="moat",
                                        mana=pb.ManaPool(green=2, snow_green=1))},
            lambda game: game.player("b").mana_pool.CopyFrom(
                pb.ManaPool(green=2, snow_green=1)),
            id="mana_added",
        ),
        pytest.param(
            {"mana_spent": ev.ManaSpent(player_id="a", mana=pb.ManaPool(blue=1, snow_blue=1))},
            lambda game: game.player("a").mana_pool.CopyFrom(pb.ManaPool(blue=1, red=1)),
            id="mana_spent",
        ),
        pytest.param(
            {"stack_pushed": ev.StackPushed(object=pb.StackObject(id="~3", source_id="ninja"))},
            lambda game: game.state.stack.add(id="~3", source_id="ninja"),
            id="stack_pushed",
        ),
        pytest.param(
            {"stack_removed": ev.StackRemoved(stack_object_id="~1", resolved=True)},
            lambda game: game.state.stack.pop(0),
            id="stack_removed from below the top",
        ),
        pytest.param(
            {"stack_removed": ev.StackRemoved(stack_object_id="~9")},
            lambda game: None,
            id="stack_removed of what is gone already",
        ),
        pytest.param(
            {"attack_joined": ev.AttackJoined(object_id="moat",
                                              target=pb.AttackTarget(player_id="c"))},
            lambda game: game.state.combat.attackers.add(
                object_id="moat", target=pb.AttackTarget(player_id="c"),
                block_status=pb.BLOCK_STATUS_UNBLOCKED),
            id="attack_joined",
        ),
        pytest.param(
            {"attack_joined": ev.AttackJoined(object_id="moat")},
            lambda game: game.state.combat.attackers.add(
                object_id="moat", block_status=pb.BLOCK_STATUS_UNBLOCKED),
            id="attack_joined without a target",
        ),
        pytest.param(
            {"combat_left": ev.CombatLeft(object_id="bear")},
            drop_from_combat("bear"),
            id="combat_left by an attacker",
        ),
        pytest.param(
            {"combat_left": ev.CombatLeft(object_id="wall")},
            drop_from_combat("wall"),
            id="combat_left by a blocker",
        ),
        pytest.param(
            {"combat_left": ev.CombatLeft(object_id="wolf")},
            lambda game: (
                drop_from_combat("wolf")(game),
                game.state.combat.other_blocker_ids.extend(["wall", "moat"]),
            ),
            id="combat_left by what was blocked",
        ),
        pytest.param(
            {"damage_dealt": ev.DamageDealt(source_id="bear", object_id="moat", amount=3,
                                            marked=3, deathtouch=True, combat=True)},
            put(item("moat"), damage=3, damaged_by_deathtouch=True),
            id="damage_dealt to a creature",
        ),
        pytest.param(
            {"damage_dealt": ev.DamageDealt(source_id="bear", object_id="wall", amount=2,
                                            marked=2)},
            put(item("wall"), damage=5),
            id="damage_dealt adds up",
        ),
        pytest.param(
            {"damage_dealt": ev.DamageDealt(source_id="bear", object_id="moat", amount=2,
                                            combat=True)},
            lambda game: None,
            id="damage_dealt by infect",
        ),
        pytest.param(
            {"damage_dealt": ev.DamageDealt(source_id="bear", player_id="b", amount=2,
                                            combat=True)},
            lambda game: None,
            id="damage_dealt to a player",
        ),
        pytest.param(
            {"damage_dealt": ev.DamageDealt(source_id="chief", player_id="c", amount=2,
                                            combat=True)},
            lambda game: game.player("c").commander_damage.update({"chief": 2}),
            id="damage_dealt by a commander",
        ),
        pytest.param(
            {"damage_dealt": ev.DamageDealt(source_id="chief", player_id="c", amount=2)},
            lambda game: None,
            id="damage_dealt by a commander outside combat",
        ),
        pytest.param(
            {"life_changed": ev.LifeChanged(player_id="b", change=-23)},
            put(player("b"), life=-3),
            id="life_changed",
        ),
        pytest.param(
            {"counters_changed": ev.CountersChanged(player_id="b", counter="POISON", change=2)},
            lambda game: game.player("b").counters.update({"POISON": 2}),
            id="counters_changed of a player",
        ),
        pytest.param(
            {"counters_changed": ev.CountersChanged(object_id="ninja", counter="AIM", change=1)},
            lambda game: game["ninja"].counters.update({"AIM": 1}),
            id="counters_changed of an object",
        ),
        pytest.param(
            {"player_lost": ev.PlayerLost(player_id="c")},
            put(player("c"), left_game=True),
            id="player_lost",
        ),
        pytest.param(
            {"priority_given": ev.PriorityGiven(player_id="b")},
            put(lambda game: game.state, priority_player_id="b"),
            id="priority_given",
        ),
        pytest.param(
            {"priority_given": ev.PriorityGiven()},
            put(lambda game: game.state, priority_player_id=""),
            id="priority_given to nobody",
        ),
        pytest.param(
            {"commander_cast": ev.CommanderCast(object_id="chief")},
            put(item("chief"), commander_casts=2),
            id="commander_cast",
        ),
        pytest.param(
            {"damage_removed": ev.DamageRemoved(object_id="wall")},
            put(item("wall"), damage=0, damaged_by_deathtouch=False),
            id="damage_removed",
        ),
        pytest.param(
            {"object_ceased": ev.ObjectCeased(object_id="one")},
            lambda game: game.state.objects.remove(game["one"]),
            id="object_ceased",
        ),
        pytest.param(
            {"object_created": ev.ObjectCreated(object=pb.GameObject(id="~t", token=True))},
            lambda game: game.state.objects.add(id="~t", token=True),
            id="object_created",
        ),
        pytest.param(
            {"ability_triggered": ev.AbilityTriggered(object_id="bear", ability="TrigDraw")},
            lambda game: game["bear"].triggered_this_turn.append("TrigDraw"),
            id="ability_triggered",
        ),
        pytest.param(
            {"effect_left_to_engine": ev.EffectLeftToEngine(source_id="bear", ability="DB$ X")},
            lambda game: None,
            id="effect_left_to_engine",
        ),
    ],
)  # fmt: skip
def test_one_event(event: dict[str, Any], change: Callable[[Game], object]):
    """The event changes what it names, and nothing else in the whole state."""
    game = board()
    if "object_created" in event:
        event["object_created"].object.owner_id = "a"
        after = apply(game, **event)
        assert after.objects[-1] == event["object_created"].object
        del after.objects[-1]
        assert after == game.state
        return
    assert apply(game, **event) == expect(change)


@pytest.mark.clause("B9")
@pytest.mark.parametrize("step", [pb.STEP_BEGINNING_OF_COMBAT, pb.STEP_DECLARE_ATTACKERS])
def test_joining_before_blockers_are_declared(step: pb.Step.ValueType):
    """B9, 508.4d: what enters attacking so early can still be blocked; it is not unblocked."""
    game = board()
    game.state.step = step
    after = apply(game, attack_joined=ev.AttackJoined(object_id="moat"))
    assert after.combat.attackers[-1].block_status == pb.BLOCK_STATUS_UNDECLARED


def test_revealed_and_hidden_again():
    """The second event takes back the first."""
    game = board()
    events = [
        ev.Event(card_revealed=ev.CardRevealed(object_id="ninja")),
        ev.Event(card_hidden=ev.CardHidden(object_id="ninja")),
    ]
    assert fold(game.state, events, game.rulebook.knows) == game.state


class TestZoneChanged:
    """CR 400.7: what moves is a new object."""

    def move(self, game: Game, name: str, to: pb.Zone.ValueType, **fields: Any) -> Game:
        """The game after an object has moved."""
        moved = ev.ZoneChanged(
            object_id=name,
            from_zone=game[name].zone,
            to_zone=to,
            incarnation=game[name].incarnation + 1,
            **fields,
        )
        after = Game(rulebook=game.rulebook)
        after.state.CopyFrom(apply(game, zone_changed=moved))
        return after

    def test_to_hand_nothing_is_left_of_what_was(self):
        """Every field that the permanent's story gave it is empty again."""
        game = board()
        bear = game["bear"]
        bear.MergeFrom(
            pb.GameObject(
                controller_id="c", tapped=True, phased_out=True, face_down=True, revealed=True,
                damage=2, damaged_by_deathtouch=True, turn_entered=4, paid_keyword="Sneak",
                activation_forbidden=True, cast_forbidden=True, summoning_sick=True,
                protector_id="b", triggered_this_turn=["T"], abilities_lost=True,
                counters={"P1P1": 1},
            )
        )  # fmt: skip
        after = self.move(game, "bear", pb.ZONE_HAND)
        expected = pb.GameObject(
            id="bear", incarnation=2, card_name="Test bear", owner_id="a", zone=pb.ZONE_HAND
        )
        kept = after["bear"]
        assert kept.characteristics.types == ["Creature"]
        kept.ClearField("characteristics")
        assert kept == expected

    def test_what_belongs_to_the_card_stays(self):
        """A commander stays one, with its casts counted; an owner stays the owner."""
        game = board()
        after = self.move(game, "chief", pb.ZONE_COMMAND)["chief"]
        assert (after.commander, after.commander_casts, after.owner_id) == (True, 1, "b")

    def test_a_known_card_loses_what_was_sent(self):
        """F2: the pool tells what the new object is; for an unknown card only the engine can."""
        game = board()
        game["ninja"].characteristics.power = 9
        assert not self.move(game, "ninja", pb.ZONE_GRAVEYARD)["ninja"].HasField("characteristics")
        assert self.move(game, "wall", pb.ZONE_GRAVEYARD)["wall"].HasField("characteristics")

    def test_it_leaves_combat(self):
        """An attacker is dropped, a blocker is; what it blocked stays blocked (509.1h)."""
        game = board()
        after = self.move(self.move(game, "bear", pb.ZONE_HAND), "wall", pb.ZONE_GRAVEYARD)
        (record,) = after.state.combat.attackers
        assert (record.object_id, list(record.blocker_ids)) == ("wolf", ["moat"])
        after = self.move(after, "moat", pb.ZONE_GRAVEYARD)
        (record,) = after.state.combat.attackers
        assert not record.blocker_ids
        assert record.block_status == pb.BLOCK_STATUS_BLOCKED
        assert not after.state.combat.first_strike_ids

    def test_it_leaves_combat_where_nobody_attacks_any_more(self):
        """The list of first strikers is kept true also when all attackers are gone."""
        game = board()
        del game.state.combat.attackers[:]
        after = self.move(game, "wall", pb.ZONE_GRAVEYARD)
        assert list(after.state.combat.first_strike_ids) == ["bear"]

    def test_effects_on_it_end(self):
        """An effect on the old object does not reach the new one."""
        assert not self.move(board(), "moat", pb.ZONE_HAND).state.effects
        assert len(self.move(board(), "wall", pb.ZONE_HAND).state.effects) == 1

    def test_onto_the_battlefield(self):
        """It is there since this turn, and under the control that the event names."""
        after = self.move(
            board(), "ninja", pb.ZONE_BATTLEFIELD, controller_id="b", tapped=True,
            paid_keyword="Sneak", face_down=True,
        )  # fmt: skip
        assert after["ninja"] == pb.GameObject(
            id="ninja", incarnation=2, card_name=KNOWN, owner_id="a", controller_id="b",
            zone=pb.ZONE_BATTLEFIELD, tapped=True, paid_keyword="Sneak", face_down=True,
            turn_entered=5, summoning_sick=True,
        )  # fmt: skip

    def test_under_its_owners_control(self):
        """Naming the owner and naming nobody come to the same state."""
        for controller in ("a", ""):
            after = self.move(board(), "ninja", pb.ZONE_BATTLEFIELD, controller_id=controller)
            assert after["ninja"].controller_id == ""

    @pytest.mark.parametrize(
        ("name", "to", "size"),
        [("one", pb.ZONE_HAND, 39), ("ninja", pb.ZONE_LIBRARY, 41), ("ninja", pb.ZONE_EXILE, 40)],
    )
    def test_the_library_is_counted(self, name: str, to: pb.Zone.ValueType, size: int):
        """A card that leaves or joins a library changes how many it has."""
        assert self.move(board(), name, to).player("a").library_size == size

    def test_a_library_of_unknown_size_stays_unknown(self):
        """Where the engine did not say how many cards there are, nothing is counted."""
        game = board()
        game.player("a").ClearField("library_size")
        assert not self.move(game, "one", pb.ZONE_HAND).player("a").HasField("library_size")

    def test_what_is_gone_already(self):
        """F3: an engine may have replaced what brought the object there."""
        game = board()
        assert apply(game, zone_changed=ev.ZoneChanged(object_id="gone")) == game.state


class TestStepBegan:
    """CR 500: what every step does as it begins."""

    def test_mana_empties(self):
        """CR 500.5: every player's pool."""
        game = board()
        game.player("b").mana_pool.green = 1
        after = apply(game, step_began=ev.StepBegan(step=pb.STEP_END_OF_COMBAT))
        assert after.step == pb.STEP_END_OF_COMBAT
        assert not any(each.HasField("mana_pool") for each in after.players)
        assert after.combat == game.state.combat

    def test_first_strikers_are_recorded(self):
        """CR 510.4: in place of those that were recorded."""
        began = ev.StepBegan(step=pb.STEP_FIRST_COMBAT_DAMAGE, first_strike_ids=["moat"])
        after = apply(board(), step_began=began)
        assert list(after.combat.first_strike_ids) == ["moat"]

    def test_combat_ends(self):
        """CR 511.3: outside the combat phase there is no combat, and its effects have ended."""
        game = board()
        game.state.effects.add(id="~e2", object_id="bear", duration=pb.DURATION_END_OF_COMBAT)
        after = apply(game, step_began=ev.StepBegan(step=pb.STEP_POSTCOMBAT_MAIN))
        assert not after.HasField("combat")
        assert [effect.id for effect in after.effects] == ["~e1"]


class TestCounters:
    """Counters are counted by name."""

    def test_the_last_one_leaves_no_trace(self):
        """Zero counters of a kind is the same as none."""
        game = board()
        game["ninja"].counters["AIM"] = 2
        change = ev.CountersChanged(object_id="ninja", counter="AIM", change=-2)
        assert "AIM" not in apply(game, counters_changed=change).objects[5].counters
        assert game["ninja"].counters["AIM"] == 2

    @pytest.mark.parametrize(("counter", "power"), [("P1P1", 4), ("M1M1", 0)])
    def test_sent_power_follows(self, counter: str, power: int):
        """CR 122.1a: what the engine sent stays the truth, so it changes with the counters."""
        change = ev.CountersChanged(object_id="bear", counter=counter, change=2)
        after = apply(board(), counters_changed=change)
        assert after.objects[0].characteristics.power == power


class TestControl:
    """CR 506.4, 302.6."""

    def test_changed(self):
        """Somebody else's creature is out of combat and has summoning sickness."""
        change = ev.ControlChanged(object_id="bear", controller_id="b")
        game = board()
        drop_from_combat("bear")(game)
        put(item("bear"), controller_id="b", summoning_sick=True)(game)
        assert apply(board(), control_changed=change) == game.state

    def test_back_to_its_owner(self):
        """The owner is written as nobody, as everywhere."""
        game = board()
        game["moat"].controller_id = "a"
        change = ev.ControlChanged(object_id="moat", controller_id="b")
        after = Game()
        after.state.CopyFrom(apply(game, control_changed=change))
        assert after["moat"].controller_id == ""


class TestEffects:
    """Effects with a duration."""

    def test_begun_and_ended(self):
        """What was sent changes with the effect, and back; the effect is kept and dropped."""
        game = board()
        effect = pb.TemporaryEffect(
            id="~e2", object_id="bear", incarnation=1, power_change=3, keywords=["Trample"],
            duration=pb.DURATION_END_OF_TURN,
        )  # fmt: skip
        begun = apply(game, effect_began=ev.EffectBegan(effect=effect))
        assert begun.effects[-1] == effect
        assert begun.objects[0].characteristics.power == 5
        assert "Trample" in begun.objects[0].characteristics.keywords
        ended = fold(
            begun, [ev.Event(effect_ended=ev.EffectEnded(effect_id="~e2"))], game.rulebook.knows
        )
        assert ended == game.state

    def test_ended_already(self):
        """Ending what has ended changes nothing."""
        game = board()
        assert apply(game, effect_ended=ev.EffectEnded(effect_id="~e9")) == game.state


class TestLibrary:
    """CR 701.24, 401: who knows the order of a library."""

    def order(self, **fields: Any) -> list[str]:
        """The cards of a's library after it was arranged, top card first."""
        after = apply(board(), library_arranged=ev.LibraryArranged(player_id="a", **fields))
        return [each.id for each in after.objects if each.zone == pb.ZONE_LIBRARY]

    def test_named_on_top(self):
        """The named cards come first, in that order, and the others after them."""
        assert self.order(top_ids=["three", "one"]) == ["three", "one", "two"]

    def test_shuffled(self):
        """Nobody here knows the order: the cards leave the state, those named aside."""
        assert self.order(shuffled=True) == []
        assert self.order(shuffled=True, top_ids=["two"]) == ["two"]

    def test_another_players_library(self):
        """Only the library of the player named changes."""
        assert self.order() == ["one", "two", "three"]
        after = apply(board(), library_arranged=ev.LibraryArranged(player_id="b", shuffled=True))
        assert after == board().state


class TestLifeLost:
    """CR 119.3: what a player has lost this turn, where the engine said how much it was."""

    def lost(self, change: int, before: int | None) -> int | None:
        """What it is after a change of life."""
        game = board()
        if before is not None:
            game.player("b").life_lost_this_turn = before
        after = apply(game, life_changed=ev.LifeChanged(player_id="b", change=change))
        known = after.players[1].HasField("life_lost_this_turn")
        return after.players[1].life_lost_this_turn if known else None

    def test_a_loss_adds(self):
        """Whether or not it was 0 before."""
        assert (self.lost(-3, 0), self.lost(-3, 4)) == (3, 7)

    def test_a_gain_takes_nothing_off(self):
        """Life that was gained since does not undo the loss."""
        assert self.lost(3, 4) == 4

    def test_what_was_not_sent_stays_unknown(self):
        """More may have been lost before."""
        assert self.lost(-3, None) is None

    def test_it_stays_within_what_is_read(self):
        """2^30 at most."""
        assert self.lost(-3, 2**30 - 1) == 2**30


class TestCopies:
    """CR 707.2."""

    def test_copied(self):
        """It has the characteristics that the event states, marked as copiable values."""
        values = pb.Characteristics(name="Test moat", types=["Creature", "Ninja"])
        event = ev.ObjectCopied(object_id="wall", copied_id="moat", characteristics=values)
        game = board()
        game["wall"].characteristics.CopyFrom(values)
        game["wall"].characteristics_copiable = True
        assert apply(board(), object_copied=event) == game.state


def test_a_full_pool_has_no_more_snow_mana_than_mana():
    """Mana beyond 2^30 is lost; what is spent afterwards may have been the snow mana."""
    game = board()
    game.player("a").mana_pool.CopyFrom(pb.ManaPool(blue=2**30, snow_blue=1))
    spent = pb.ManaPool(blue=2**30 + 1)
    after = apply(game, mana_spent=ev.ManaSpent(player_id="a", mana=spent))
    assert after.players[0].mana_pool == pb.ManaPool()
