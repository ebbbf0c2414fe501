"""How events are read as happenings, one by one: what is looked at, when, and whose it is."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.happenings import (
    PHASES,
    Happening,
    _alone,
    _created,
    _damage,
    _Eyes,
    _life,
    _moved,
    happenings,
    put_on_stack,
    together,
)
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.view import Seen, nothing_known
from tests.boards import Game, ev, pb
from tests.rules.scripts import game_of, script, table_of


def seen(name: str, incarnation: int = 1) -> Seen:
    return Seen(pb.GameObject(id=name, incarnation=incarnation), Traits())


def eyes(now: Game, before: Game | None = None) -> _Eyes:
    return _Eyes(table_of(now), table_of(before) if before else None, nothing_known)


def modes(found: list[Happening]) -> list[tuple[str, ...]]:
    return [each.modes for each in found]


def test_a_happening_that_says_nothing_more():
    """No zones, no damage, no number: it looks at what is there now."""
    plain = Happening((), pb.TriggerContext())
    assert (plain.origin, plain.destination, plain.number) == (0, 0, 0)
    assert (plain.looks_back, plain.combat) == (False, False)
    assert (plain.target_item, plain.pushed) == (None, None)
    assert not plain.is_about(seen("x").item)


def test_what_a_happening_is_about():
    """The same object: its id alone is not enough, nor is the number of its incarnation."""
    found = Happening((), pb.TriggerContext(), items=[seen("x", 2)], sources=[seen("y", 3)])
    assert found.is_about(seen("x", 2).item)
    assert found.is_about(seen("y", 3).item)
    for name, incarnation in (("x", 1), ("x", 3), ("y", 2), ("z", 2), ("z", 3)):
        assert not found.is_about(seen(name, incarnation).item)


def test_looking_at_what_is_there():
    """As it is now where the incarnation fits or none was named, else as it last was."""
    game = Game()
    item = game.attacker("bear", incarnation=3)
    asked: list[tuple[str, int]] = []

    def last_known(name: str, incarnation: int) -> Seen | None:
        asked.append((name, incarnation))
        return seen("gone") if incarnation == 2 else None

    table = table_of(game)
    look = _Eyes(table, None, last_known)
    for found in (look.at("bear"), look.at("bear", 3)):
        assert found == Seen(item, table.traits(item), live=True, attacking=True)
    assert asked == []
    assert look.at("bear", 2) == seen("gone")
    assert look.at("none") is None
    assert look.at("none", 2) == seen("gone")
    assert asked == [("bear", 2), ("none", 0), ("none", 2)]


def test_looking_at_what_was_there():
    """As it was right before; nothing where there is no before, or it was not there."""
    before = Game()
    item = before.attacker("bear")
    look = eyes(Game(), before)
    assert look.before
    assert look.then("bear") == Seen(item, look.before.traits(item), live=True, attacking=True)
    assert look.then("none") is None
    assert eyes(before).then("bear") is None


def test_the_source_of_damage_that_is_gone():
    """Which object it was is said of the first source alone, and only where that is there."""
    game = Game()
    game.creature("bear", incarnation=4)
    look = eyes(game)
    gone = ev.DamageDealt(source_id="gone", player_id="b", amount=1)
    there = ev.DamageDealt(source_id="bear", player_id="b", amount=2)
    for dealt, incarnation in (([there], 4), ([there, gone], 4), ([gone, there], 0), ([gone], 0)):
        found = together([_damage(look, "DamageDoneOnce", each) for each in dealt])
        assert found.context.object_id == dealt[0].source_id
        assert found.context.object_incarnation == incarnation
        assert [each.item.id for each in found.sources] == ["bear"] * (there in dealt)
        assert found.context.amount == sum(each.amount for each in dealt)
    much = ev.DamageDealt(source_id="bear", player_id="b", amount=2**30)
    parts = [_damage(look, "DamageDoneOnce", each) for each in (much, there)]
    whole = together(parts)
    assert (whole.context.amount, whole.parts) == (1_073_741_824, parts)
    assert parts[0].context.amount == 2**30
    assert together(parts[:1]) is parts[0]


BATTLEFIELD, HAND, GRAVEYARD = pb.ZONE_BATTLEFIELD, pb.ZONE_HAND, pb.ZONE_GRAVEYARD


@pytest.mark.parametrize(
    ("origin", "zone", "player"),
    [
        (BATTLEFIELD, GRAVEYARD, "b"),
        (BATTLEFIELD, HAND, "b"),
        (GRAVEYARD, BATTLEFIELD, "c"),
        (GRAVEYARD, HAND, "a"),
        (HAND, pb.ZONE_COMMAND, "a"),
        (HAND, GRAVEYARD, "a"),
        (pb.ZONE_STACK, BATTLEFIELD, "c"),
    ],
)
def test_whose_move_it_was(origin: pb.Zone.ValueType, zone: pb.Zone.ValueType, player: str):
    """Who controlled it as it left, who controls it as it enters, else its owner."""
    before, now = Game("a", "b", "c"), Game("a", "b", "c")
    before.creature("bear", zone=origin, controller_id="b", power=1)
    now.creature("bear", zone=zone, controller_id="c", power=2, incarnation=2)
    moved = ev.ZoneChanged(object_id="bear", from_zone=origin, to_zone=zone, incarnation=2)
    (found,) = _moved(eyes(now, before), moved)
    assert found.player == found.context.player_id == player
    leaves = origin == BATTLEFIELD
    assert found.looks_back == leaves
    assert found.items[0].traits.power == (1 if leaves else 2)
    assert (found.origin, found.destination) == (origin, zone)


def test_a_move_of_what_nobody_sees():
    """What was not there before, or is not there now, sets nothing off."""
    game = Game()
    game.creature("bear")
    away = ev.ZoneChanged(object_id="bear", from_zone=BATTLEFIELD, to_zone=GRAVEYARD)
    there = ev.ZoneChanged(object_id="none", from_zone=GRAVEYARD, to_zone=HAND)
    assert list(_moved(eyes(game, Game()), away)) == []
    assert list(_moved(eyes(game), away)) == []
    assert list(_moved(eyes(game, game), there)) == []


def test_what_is_made():
    """603.6a: a token enters the battlefield; elsewhere, or gone already, it enters nothing."""
    game = Game()
    token = game.creature("token", controller_id="b", incarnation=5)
    (found,) = _created(eyes(game), token)
    assert (found.origin, found.destination) == (0, BATTLEFIELD)
    assert found.context == pb.TriggerContext(
        object_id="token", object_incarnation=5, player_id="b"
    )
    assert list(_created(eyes(Game()), token)) == []
    emblem = game.add("emblem", zone=pb.ZONE_COMMAND)
    assert list(_created(eyes(game), emblem)) == []
    assert list(_created(eyes(Game()), emblem)) == []


@pytest.mark.parametrize(("change", "mode"), [(1, "LifeGained"), (0, "LifeLost"), (-1, "LifeLost")])
def test_a_change_of_life(change: int, mode: str):
    """119.9: only what is more than nothing is a gain."""
    found = _life(ev.LifeChanged(player_id="a", change=change))
    assert (found.modes, found.context.amount) == ((mode,), abs(change))


@pytest.mark.parametrize(("change", "count"), [(1, 1), (0, 0), (-1, 0)])
def test_a_change_of_counters(change: int, count: int):
    """Counters are put on something where there are more of them than before."""
    game = Game()
    game.creature("bear")
    body = ev.CountersChanged(object_id="bear", counter="P1P1", change=change)
    found = list(_alone(eyes(game), ev.Event(counters_changed=body)))
    assert modes(found) == [("CounterAdded",)] * count


def waiting_for(*modes: str) -> Game:
    """A game with a card whose abilities trigger on things of these modes."""
    lines = [f"T:Mode$ {mode} | Execute$ Go | TriggerDescription$ Go." for mode in modes]
    game = game_of(script("Watch", *lines, "SVar:Go:DB$ Draw"))
    game.add("watch", "Watch")
    return game


@pytest.mark.parametrize(
    ("awaited", "found"),
    [
        ((), []),
        (("DamageDone",), [("DamageDone", 1), ("DamageDone", 2)]),
        (("DamageDoneOnce",), [("DamageDoneOnce", 1)]),
        (("DamageDealtOnce",), [("DamageDealtOnce", 1), ("DamageDealtOnce", 2)]),
        (("ChangesZoneAll",), [("ChangesZoneAll", 3)]),
        (("ChangesZone",), []),
    ],
)
def test_only_what_somebody_waits_for(awaited: tuple[str, ...], found: list[tuple[str, int]]):
    """Damage that nothing triggers on in such a way is not read so; nor are moves together."""
    game = waiting_for(*awaited)
    game.creature("bear")
    game.creature("ogre")
    game.hand("card", "Gray Ogre")
    events = [
        ev.Event(damage_dealt=ev.DamageDealt(source_id=name, player_id="b", amount=1))
        for name in ("bear", "ogre")
    ]
    moved = ev.ZoneChanged(object_id="card", from_zone=pb.ZONE_LIBRARY, to_zone=pb.ZONE_HAND)
    events.append(ev.Event(zone_changed=moved))
    happened = happenings(table_of(game), None, events, 1, nothing_known)
    told = [(each.modes[0], each.number) for each in happened]
    assert ("ChangesZone", 3) in told
    assert [each for each in told if each[0] != "ChangesZone"] == found


def test_what_was_waiting_before():
    """What left with its ability has it look at the moment, too."""
    now, before = Game(), waiting_for("DamageDoneOnce")
    for game in (now, before):
        game.creature("bear")
    damage = ev.Event(damage_dealt=ev.DamageDealt(source_id="bear", player_id="b", amount=1))
    happened = happenings(table_of(now), table_of(before), [damage], 1, nothing_known)
    assert modes(list(happened)) == [("DamageDoneOnce",)]


def test_events_of_other_kinds():
    """Each is what it is and nothing else; what nothing triggers on is nothing."""
    game = waiting_for("DamageDone", "DamageDoneOnce", "DamageDealtOnce")
    game.creature("bear")
    table = table_of(game)

    def read(*events: ev.Event) -> list[tuple[tuple[str, ...], int]]:
        found = happenings(table, None, events, 7, nothing_known)
        return [(each.modes, each.number) for each in found]

    life = ev.Event(life_changed=ev.LifeChanged(player_id="a", change=1))
    damage = ev.Event(damage_dealt=ev.DamageDealt(source_id="bear", player_id="b", amount=1))
    tapped = ev.Event(object_tapped=ev.ObjectTapped(object_id="bear"))
    assert read(life, tapped) == [(("LifeGained",), 7), (("Taps",), 8)]
    assert read(ev.Event(), damage) == [
        (("DamageDone",), 8), (("DamageDoneOnce",), 8), (("DamageDealtOnce",), 8),
    ]  # fmt: skip
    assert read(ev.Event(mana_added=ev.ManaAdded(player_id="a")), ev.Event()) == []


def test_steps_by_the_names_that_scripts_give_them():
    """Three of them begin here; of any other no script is told."""
    assert PHASES == {
        pb.STEP_BEGINNING_OF_COMBAT: "BeginCombat",
        pb.STEP_END_OF_COMBAT: "EndCombat",
        pb.STEP_POSTCOMBAT_MAIN: "Main2",
    }
    for step in pb.Step.values():
        began = ev.Event(step_began=ev.StepBegan(step=step))
        (found,) = _alone(eyes(Game()), began)
        assert found.phase == PHASES.get(step, "")


def test_what_was_put_on_the_stack_by_something_that_is_gone():
    """It is still what it is; only the object is missing."""
    pushed = pb.StackObject(id="s", source_id="none", source_incarnation=2, controller_id="a")
    found = put_on_stack(table_of(Game()), pushed, 3, nothing_known)
    assert (found.modes, list(found.items)) == (("AbilityCast", "SpellAbilityCast"), [])
    assert (found.player, found.number) == ("a", 3)
