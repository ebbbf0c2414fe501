"""F3: an engine replaces an event and leaves out what it caused: what is left is consistent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from ninjutsu_service.rules.apply import fold
from ninjutsu_service.rules.causes import about
from ninjutsu_service.rules.reading import all_faults
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.check import check_board
from tests.boards import ENGINE, Game, bundled, ev, events, kinds, pb, wire, yes
from tests.properties.fights import Play, play

EVERY_KIND = [field.name for field in ev.Event.DESCRIPTOR.oneofs_by_name["event"].fields]

FIGHTS = 120


def without(outcome: wire.Outcome, number: int) -> list[ev.Event]:
    """The events but the one of this number, from 1, and all that it brought about."""
    gone = {number}
    while True:
        more = {
            place
            for place, event in enumerate(outcome.events, 1)
            if event.cause in gone and place not in gone
        }
        if not more:
            return [each for place, each in enumerate(outcome.events, 1) if place not in gone]
        gone |= more


def strays(state: pb.CombatState, left: list[ev.Event]) -> Iterator[str]:
    """What the events are about that is not there as they come."""
    known = {each.id for each in state.players} | {each.id for each in state.objects}
    for event in left:
        if event.HasField("object_created"):
            known.add(event.object_created.object.id)
        elif event.HasField("object_ceased"):
            known.discard(event.object_ceased.object_id)
        elif about(event) and about(event) not in known:
            yield f"{event.WhichOneof('event')} of {about(event)}"


@cache
def corpus() -> list[tuple[pb.CombatState, wire.Outcome]]:
    """Outcomes of every kind, each with the state that it came from."""
    played = [play(seed) for seed in range(FIGHTS)]
    for seed in range(8):
        for game in (satoru(), copier(), seer(), commander(), no_permanent()):
            played.append(Play(game, Random(seed)))
            played[-1].to_the_end()
    found = [(before, outcome) for each in played for _, before, outcome in each.calls]
    return [*found, stolen()]


def satoru() -> Game:
    """An ability that triggers once each turn, on activating ninjutsu."""
    game = Game()
    game.add("satoru", "Satoru Umezawa")
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours")
    return game


def copier() -> Game:
    """A Ninja that enters as a copy of a creature."""
    game = Game()
    game.attacker("bear")
    game.creature("wall", "Ninja of the Deep Hours", owner="b")
    game.hand("student", "Sakashima's Student")
    return game


def seer() -> Game:
    """A Ninja that has its controller look at the top of the library."""
    game = Game()
    for name in ("top", "next"):
        game.add(name, "Island", pb.ZONE_LIBRARY)
    game.add("ninja", "Hollow-Bell Automaton", tapped=True)
    game.attack("ninja")
    return game


def commander() -> Game:
    """A commander that is cast for its sneak cost."""
    game = Game()
    game.attacker("bear")
    game.add("chief", "Michelangelo, Improviser", pb.ZONE_COMMAND, commander=True)
    return game


def stolen() -> tuple[pb.CombatState, wire.Outcome]:
    """An attacker that another player takes control of, with what that causes."""
    game = Game()
    game.attacker("bear")
    changed = ev.ControlChanged(object_id="bear", controller_id="b")
    told = [
        ev.Event(combat_left=ev.CombatLeft(object_id="bear"), cause=2),
        ev.Event(control_changed=changed),
    ]
    return game.state, wire.Outcome(events=told)


def no_permanent() -> Game:
    """A card with ninjutsu that cannot enter the battlefield: it is revealed, and hidden again."""
    game = Game()
    game.attacker("bear")
    card = game.creature("spell", zone=pb.ZONE_HAND, keywords=["Ninjutsu:U"])
    card.characteristics.types[:] = ["Sorcery"]
    return game


@pytest.mark.slow
@pytest.mark.clause("F3")
def test_replacing_any_event():
    """F3: whichever event an engine replaces, the rest is applied without a contradiction."""
    seen: Counter[str] = Counter()
    for before, outcome in corpus():
        for number, replaced in enumerate(outcome.events, 1):
            left = without(outcome, number)
            seen[replaced.WhichOneof("event") or ""] += 1
            assert list(strays(before, left)) == [], replaced
            board = Board(fold(before, left, bundled().knows))
            assert check_board(board) + all_faults(Table(board, bundled())) == [], replaced
    assert sorted(set(EVERY_KIND) - set(seen)) == []


def fighting() -> Game:
    """A Ninja with a trigger, and a creature that dies blocking another."""
    game = Game()
    game.add("top", "Island", pb.ZONE_LIBRARY)
    game.add("ninja", "Ninja of the Deep Hours", tapped=True)
    game.attack("ninja")
    game.creature("wall", owner="b", power=0, toughness=1, commander=True)
    game.attacker("bear", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    return game


def number_of(outcome: wire.Outcome, kind: str, place: int = 0) -> int:
    """The number of an outcome's first, or a later, event of a kind."""
    return [
        number
        for number, event in enumerate(outcome.events, 1)
        if event.WhichOneof("event") == kind
    ][place]


def test_prevented_damage_has_no_results():
    """F3: no loss of life, and no trigger on the stack; the other damage stays as it was."""
    game = fighting()
    outcome = game.advance(yes("704.6d:wall"))
    left = without(outcome, number_of(outcome, "damage_dealt"))
    state = fold(game.state, left, game.rulebook.knows)
    assert [player.life for player in state.players] == [20, 20]
    assert not state.stack
    assert next(each.zone for each in state.objects if each.id == "wall") == pb.ZONE_COMMAND


def test_prevented_lethal_damage_kills_nobody():
    """F3: neither the death, nor leaving combat, nor where the commander went then."""
    game = fighting()
    outcome = game.advance(yes("704.6d:wall"))
    left = without(outcome, number_of(outcome, "damage_dealt", 1))
    state = fold(game.state, left, game.rulebook.knows)
    assert next(each for each in state.objects if each.id == "wall") == game["wall"]
    assert list(state.combat.attackers[1].blocker_ids) == ["wall"]
    assert [player.life for player in state.players] == [20, 18]


def test_exiled_instead_of_dying():
    """F3: the engine moves it its own way, which takes it out of combat as well."""
    game = fighting()
    outcome = game.advance(yes("704.6d:wall"))
    number = number_of(outcome, "zone_changed")
    left = without(outcome, number)
    assert "combat_left" not in [each.WhichOneof("event") for each in left]
    moved = ev.Event(
        zone_changed=ev.ZoneChanged(object_id="wall", to_zone=pb.ZONE_EXILE, incarnation=7)
    )
    state = fold(game.state, [*left, moved], game.rulebook.knows)
    wall = next(each for each in state.objects if each.id == "wall")
    assert (wall.zone, wall.incarnation) == (pb.ZONE_EXILE, 7)
    assert list(state.combat.attackers[1].blocker_ids) == []


def test_exiled_instead_of_entering():
    """F3: a creature that was not cast is exiled: no counters, no attack, no trigger."""
    game = Game()
    game.attacker("bear")
    game.hand("kaito", "Kaito, Bane of Nightmares")
    game = game.then(game.take("kaito", "bear", payment=ENGINE))
    outcome = game.resolve()
    assert kinds(outcome)[:3] == ["zone_changed", "counters_changed", "attack_joined"]
    left = without(outcome, 1)
    assert [each.WhichOneof("event") for each in left] == ["stack_removed", "priority_given"]
    moved = ev.Event(
        zone_changed=ev.ZoneChanged(object_id="kaito", to_zone=pb.ZONE_EXILE, incarnation=2)
    )
    state = fold(game.state, [moved, *left], game.rulebook.knows)
    kaito = next(each for each in state.objects if each.id == "kaito")
    assert (kaito.zone, dict(kaito.counters)) == (pb.ZONE_EXILE, {})
    assert not state.combat.attackers


def test_a_loss_of_life_that_another_replaced():
    """F3: whoever does not lose the life does not lose the game by it."""
    game = Game("a", "b", "c")
    game.attacker("bear", power=20)
    outcome = game.advance()
    assert events(outcome, "player_lost")
    left = without(outcome, number_of(outcome, "life_changed"))
    state = fold(game.state, left, game.rulebook.knows)
    assert [player.left_game for player in state.players] == [False, False, False]
