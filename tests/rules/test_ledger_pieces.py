"""What the ledger keeps of a state that is gone, and when a moment ends (`rules.ledger`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ninjutsu_service.rules.chance import Chance
from ninjutsu_service.rules.ledger import Ledger, Past, zone_change
from ninjutsu_service.rules.table import Table
from tests.boards import Game, ev, pb
from tests.rules.scripts import game_of, script, table_of


def copy_of(state: pb.CombatState) -> pb.CombatState:
    copy = pb.CombatState()
    copy.CopyFrom(state)
    return copy


def gain(change: int = 1) -> ev.LifeChanged:
    return ev.LifeChanged(player_id="a", change=change)


def events(count: int) -> list[ev.Event]:
    return [ev.Event(life_changed=gain()) for _ in range(count)]


@pytest.mark.parametrize(("count", "replayed"), [(0, True), (1, True), (32, True), (33, False)])
def test_how_a_past_is_kept(count: int, replayed: bool):
    """Up to 32 events are replayed on what was sent; before more, the state itself is copied."""
    game = Game()
    sent = copy_of(game.state)
    game.player("a").life += count
    table, happened = table_of(game), events(count)
    past = Past(table, sent, happened)
    assert (past._state is sent) == replayed
    assert past._happened == (count if replayed else 0)
    game.player("a").life = 1
    happened += events(3)
    assert past.table.board.players["a"].life == 20 + count
    assert sent.players[0].life == 20, "what was sent stays as it is"
    assert (past.table.board.state is past._state) == (not replayed or not count)
    assert past.table is past.table


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_past_of_what_was_not_kept(count: int):
    """Without what was sent the state is copied as it is, however much has happened."""
    game = Game()
    game.player("a").life = 13
    past = Past(table_of(game), None, events(count))
    assert past._happened == 0
    assert past._state is not game.state
    assert past._state == game.state
    game.player("a").life = 1
    assert past.table.board.players["a"].life == 13


def test_a_ledger_without_events():
    """Nothing has happened, nothing is awaited, and nothing is left to chance yet."""
    ledger = Ledger(table_of(Game()))
    assert (ledger.batches, ledger._first, ledger._batch, ledger._cause) == (0, 0, 0, 0)
    assert not ledger._awaited
    assert isinstance(ledger.chance, Chance)
    chance = Chance(3)
    assert Ledger(table_of(Game()), chance).chance is chance
    assert (ledger.next_number(), ledger.new_batch(), ledger.new_batch()) == (1, 1, 2)


def test_the_work_of_an_event():
    """Twenty steps, and one for each effect that may have to be looked at."""
    game = Game()
    for effects in range(3):
        table = table_of(game)
        before = table.effort.left
        Ledger(table).write(gain(), "119.3")
        assert before - table.effort.left == 20 + effects
        game.state.effects.add(id=f"e{effects}", object_id="none")


Written = list[tuple[int, int]]
"""Events, each by its batch and cause."""


@pytest.mark.parametrize(
    ("written", "ends"),
    [
        ([(0, 0), (0, 0), (0, 0)], [True, True, True]),
        ([(1, 0), (1, 0), (2, 0)], [True, False, True]),
        ([(1, 0), (0, 0), (1, 0)], [True, True, True]),
        ([(0, 0), (1, 0), (1, 0)], [True, True, False]),
        # The first is brought about by the second, which is the same moment.
        ([(0, 2), (0, 0), (0, 0)], [True, False, True]),
        ([(0, 3), (0, 0), (0, 0)], [True, True, True]),
        ([(0, 0), (0, 3), (1, 0)], [True, True, False]),
        ([(0, 0), (0, 1), (0, 2)], [True, True, True]),
    ],
)
def test_when_a_moment_ends(monkeypatch: pytest.MonkeyPatch, written: Written, ends: list[bool]):
    """603.2: what is of one batch, or brought about by the event after it, is one moment."""
    ledger = Ledger(table_of(Game()))
    closed: list[int] = []
    monkeypatch.setattr(ledger, "_close_moment", lambda: closed.append(1))
    found = []
    for number, (batch, cause) in enumerate(written, 1):
        before = len(closed)
        assert ledger.write(gain(), "119.3", batch=batch, cause=cause) == number
        found.append(len(closed) > before)
    assert found == ends
    assert [(each.batch, each.cause) for each in ledger.events] == written


def test_who_waits_is_asked_again_where_abilities_change(monkeypatch: pytest.MonkeyPatch):
    """Before the event, and after it where it changed who has abilities; not once one waits."""
    asked: list[int] = []
    answers = [False]

    def waits_for(self: Table, modes: object) -> bool:
        asked.append(1)
        return answers[0]

    monkeypatch.setattr(Table, "waits_for", waits_for)
    game = Game()
    item = game.creature("bear")
    ledger = Ledger(table_of(game))
    ledger.write(gain(), "119.3")
    assert len(asked) == 1
    ledger.write(zone_change(item, pb.ZONE_HAND), "400.7")
    assert len(asked) == 3
    ledger.write(ev.CardHidden(object_id="bear"), "400.7")
    assert len(asked) == 3, "nothing triggers on that"
    answers[0] = True
    ledger.write(gain(), "119.3")
    assert len(asked) == 4
    ledger.write(gain(), "119.3")
    assert len(asked) == 5, "the moment before has ended"


@pytest.mark.parametrize(
    ("kind", "counted"),
    [
        (pb.STACK_OBJECT_KIND_SPELL, True),
        (pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, True),
        (pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, False),
    ],
)
def test_what_is_put_on_the_stack_by_a_player(kind: pb.StackObjectKind.ValueType, counted: bool):
    """Spells and activated abilities are kept to see what they trigger; others trigger nothing."""
    ledger = Ledger(table_of(Game()))
    made = pb.StackObject(id="s", kind=kind, controller_id="a")
    ledger.write(ev.StackPushed(object=made), "601.2a")
    assert [(number, item.id) for number, item in ledger._pushed] == [(1, "s")] * counted


def test_what_left_is_known_as_it_was():
    """603.10, 608.2h: as it was before the moment in which it left, and not there any more."""
    game = Game()
    item = game.attacker("bear", power=3, incarnation=4)
    ledger = Ledger(table_of(game))
    ledger.write(zone_change(item, pb.ZONE_GRAVEYARD), "400.7")
    seen = ledger.last_known("bear", 4)
    assert seen
    assert (seen.live, seen.attacking, seen.traits.power) == (False, True, 3)
    assert (seen.item.zone, seen.item.incarnation) == (pb.ZONE_BATTLEFIELD, 4)
    assert ledger.last_known("bear", 5) is None
    assert ledger.last_known("none", 4) is None


KEPT = (pb.ZONE_BATTLEFIELD, pb.ZONE_STACK)


@pytest.mark.parametrize("zone", [zone for zone in pb.Zone.values() if zone])
def test_what_is_kept_of_what_leaves(zone: pb.Zone.ValueType):
    """Of permanents and spells that move; of whatever ceases to exist, wherever it is."""
    game = Game()
    game.creature("bear", zone=zone)
    ledger = Ledger(table_of(game))
    ledger._look_before("bear", "zone_changed")
    assert set(ledger._gone) == ({("bear", 1)} if zone in KEPT else set())
    ledger._look_before("none", "zone_changed")
    ledger._look_before("none", "object_ceased")
    assert set(ledger._gone) == ({("bear", 1)} if zone in KEPT else set())
    ledger._look_before("bear", "object_ceased")
    assert set(ledger._gone) == {("bear", 1)}


@pytest.mark.parametrize(
    ("earlier", "cause", "kept"),
    [(0, 0, False), (0, 1, False), (0, 2, True), (0, 3, False), (3, 4, False), (3, 5, True),
     (3, 1, False), (3, 6, False)],
)  # fmt: skip
def test_leaving_combat_as_something_else_happens(earlier: int, cause: int, kept: bool):
    """506.4: the state is kept where the next event, a move, is why; no object is gone by it."""
    game = Game()
    game.attacker("bear")
    ledger = Ledger(table_of(game))
    for _ in range(earlier):
        ledger.write(gain(), "119.3")
    ledger.write(ev.CombatLeft(object_id="bear"), "506.4", cause=cause)
    assert (ledger._before is not None) == kept
    assert ledger._gone == {}


def test_one_state_is_kept_of_one_moment():
    """What leaves at the same time is seen as it was before any of it left."""
    game = Game()
    bear, ox = game.attacker("bear"), game.attacker("ox")
    ledger = Ledger(table_of(game))
    batch = ledger.new_batch()
    ledger.write(zone_change(bear, pb.ZONE_GRAVEYARD), "400.7", batch=batch)
    ledger.write(zone_change(ox, pb.ZONE_GRAVEYARD), "400.7", batch=batch)
    assert ledger._gone["bear", 1] is ledger._gone["ox", 1]
    assert ledger._gone["ox", 1].table.board.objects["bear"].zone == pb.ZONE_BATTLEFIELD


def test_an_id_for_something_new():
    """The first number that nothing has: no object, no player, nothing made before."""
    game = Game("a", "~2")
    game.creature("~1")
    game.state.stack.add(id="~3")
    ledger = Ledger(table_of(game))
    assert [ledger.new_id(), ledger.new_id()] == ["~4", "~5"]


def test_what_triggers_comes_when_the_moment_has_ended():
    """603.3: it waits from then on, once, whatever else is written or asked."""
    watcher = script(
        "Watcher",
        "T:Mode$ LifeGained | ValidPlayer$ You | TriggerZones$ Battlefield | Execute$ TrigDraw",
        "SVar:TrigDraw:DB$ Draw",
    )
    game = game_of(watcher)
    game.add("watcher", "Watcher")
    ledger = Ledger(table_of(game))
    ledger.write(gain(), "119.3")
    assert (ledger.waiting, ledger._awaited) == ([], True)
    assert [each.ability for each in ledger.watch()] == ["TrigDraw"]
    assert not ledger._awaited
    assert len(ledger.watch()) == 1
    ledger.write(gain(-1), "119.3")
    ledger.write(gain(), "119.3")
    assert [each.cause for each in ledger.watch()] == [1, 3]


@pytest.mark.parametrize(
    "named",
    [
        lambda state: state.stack.add(id="~1"),
        lambda state: state.stack.add(id="x", source_id="~1"),
        lambda state: state.stack.add(id="x", returned_id="~1"),
        lambda state: state.stack.add(id="x", context=pb.TriggerContext(object_id="~1")),
        lambda state: state.stack.add(id="x", context=pb.TriggerContext(player_id="~1")),
        lambda state: state.stack.add(id="x", targets=[pb.Target(object_id="~1")]),
        lambda state: state.stack.add(id="x", targets=[pb.Target(stack_object_id="~1")]),
        lambda state: state.effects.add(id="~1"),
        lambda state: state.effects.add(id="x", object_id="~1"),
    ],
)
def test_an_id_that_something_refers_to(named: Callable[[pb.CombatState], object]):
    """What is gone may still be spoken of: nothing new has its id."""
    game = Game()
    named(game.state)
    assert Ledger(table_of(game)).new_id() == "~2"


def test_the_id_of_what_left_the_stack_in_this_outcome():
    """An engine may leave that event out, and has it on its stack still."""
    game = Game()
    game.state.stack.add(id="~1")
    ledger = Ledger(table_of(game))
    ledger.write(ev.StackRemoved(stack_object_id="~1"), "608.2n")
    assert not game.state.stack
    assert ledger.new_id() == "~2"
