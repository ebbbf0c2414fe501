"""Combats that play to their end by random legal choices change only as their events say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.reading import all_faults
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.check import check_board
from tests.boards import Game, bundled, events, kinds
from tests.properties.combats import combats
from tests.properties.fights import STEPS, Play, fight, play

pytestmark = pytest.mark.slow

seeds = st.integers(0, 2**32)


def strikers(state: pb.CombatState) -> list[str]:
    """Who strikes first, read naively: of fights in which nothing has left combat by stealth."""
    fighting = {record.object_id for record in state.combat.attackers}
    fighting |= {name for record in state.combat.attackers for name in record.blocker_ids}
    fighting |= set(state.combat.other_blocker_ids)
    gone = {player.id for player in state.players if player.left_game}
    return [
        item.id
        for item in state.objects
        if item.id in fighting
        and item.owner_id not in gone
        and {"First Strike", "Double Strike"} & set(item.characteristics.keywords)
    ]


def changes(outcome: wire.Outcome, kind: str, *path: str) -> Counter[tuple[str, ...]]:
    """The changes that events of a kind tell, added up by what the fields named say."""
    found: Counter[tuple[str, ...]] = Counter()
    for event in events(outcome, kind):
        found[tuple(getattr(event, name) for name in path)] += event.change
    return found


def survivors(
    before: pb.CombatState, after: pb.CombatState
) -> Iterator[tuple[pb.GameObject, pb.GameObject]]:
    """The objects that are still the same ones, before and after."""
    now = {item.id: item for item in after.objects}
    for item in before.objects:
        if item.id in now and now[item.id].incarnation == item.incarnation:
            yield item, now[item.id]


@given(seeds)
def test_life_changes_as_told(seed: int):
    """Every player's life, poison and commander damage is what it was and what events added."""
    for _, before, outcome in play(seed).calls:
        life = changes(outcome, "life_changed", "player_id")
        counters = changes(outcome, "counters_changed", "player_id", "counter")
        for old, new in zip(before.players, outcome.state.players, strict=True):
            assert new.life == old.life + life[old.id,]
            for name in {*old.counters, *new.counters}:
                assert new.counters[name] == old.counters[name] + counters[old.id, name]
            assert new.left_game == (
                old.left_game
                or old.id in [each.player_id for each in events(outcome, "player_lost")]
            )


@given(seeds)
def test_objects_change_as_told(seed: int):
    """Cards are where the events moved them; what stayed has the damage and counters told."""
    for _, before, outcome in play(seed).calls:
        counters = changes(outcome, "counters_changed", "object_id", "counter")
        mended = {each.object_id for each in events(outcome, "damage_removed")}
        marked: Counter[str] = Counter()
        for each in events(outcome, "damage_dealt"):
            marked[each.object_id] += each.marked
        for old, new in survivors(before, outcome.state):
            assert new.zone == old.zone
            for name in {*old.counters, *new.counters}:
                assert new.counters[name] == old.counters[name] + counters[old.id, name]
            assert new.damage == (0 if old.id in mended else old.damage + marked[old.id])


@given(seeds)
def test_moves_are_told(seed: int):
    """What is elsewhere, is a new object, has come or has gone is in the events."""
    for _, before, outcome in play(seed).calls:
        moved = {each.object_id: each for each in events(outcome, "zone_changed")}
        gone = {each.object_id for each in events(outcome, "object_ceased")}
        made = {each.object.id for each in events(outcome, "object_created")}
        arranged = {each.player_id for each in events(outcome, "library_arranged")}
        now = {item.id: item for item in outcome.state.objects}
        old = {item.id: item for item in before.objects}
        for name, item in now.items():
            if name in moved:
                assert item.zone == moved[name].to_zone
                assert item.incarnation == moved[name].incarnation
            elif name in old:
                assert (item.zone, item.incarnation) == (old[name].zone, old[name].incarnation)
            else:
                assert name in made
        for name, item in old.items():
            assert name in now or name in gone or item.owner_id in arranged


@given(seeds)
def test_every_state_is_free_of_contradictions(seed: int):
    """Each call answers with a state that the next one accepts, and CheckState as well."""
    played = play(seed)
    for _, _, outcome in played.calls:
        board = Board(outcome.state)
        faults = check_board(board) + all_faults(Table(board, bundled()))
        assert faults == []


@given(seeds)
def test_no_step_is_passed_over(seed: int):
    """C1: each step in its turn, the first damage step where somebody strikes first; priority."""
    played = play(seed)
    for name, before, outcome in played.calls:
        began = [each.step for each in events(outcome, "step_began")]
        if name != "advance":
            assert began == []
            continue
        place = STEPS.index(before.step)
        if before.step == pb.STEP_DECLARE_BLOCKERS and began != [STEPS[1]]:
            assert not strikers(before)
            place += 1
        assert began == [STEPS[place + 1]]
        told = kinds(outcome)
        assert told[0] == "step_began"
        assert told[-1] in ("priority_given", "effect_left_to_engine")
        holder = outcome.state.priority_player_id
        left = [player.id for player in outcome.state.players if not player.left_game]
        assert holder in left or (not holder and "player_lost" in told)
    assert played.game.state.step == pb.STEP_POSTCOMBAT_MAIN or not (
        played.game.state.priority_player_id
    )


@given(seeds)
def test_the_same_call_gives_the_same_answer(seed: int):
    """Nothing but the request decides."""
    one, other = play(seed), play(seed)
    assert [call[2] for call in one.calls] == [call[2] for call in other.calls]


@given(combats(), st.integers(0, 2**32))
def test_any_combat_is_answered(state: pb.CombatState, seed: int):
    """Whatever is sent without a contradiction goes one step on, or is refused with a reason."""
    game = Game()
    game.state.CopyFrom(state)
    played = Play(game, Random(seed))
    with suppress(Refused):
        outcome = played.advance()
        assert len(events(outcome, "step_began")) == 1
        assert check_board(Board(outcome.state)) == []
        return
    undeclared = pb.BLOCK_STATUS_UNDECLARED
    assert (
        state.step not in STEPS[:4]
        or state.stack
        or any(record.block_status == undeclared for record in state.combat.attackers)
    )


def test_fights_have_everything():
    """A generator that leaves out what matters would hold nothing."""
    seen: Counter[str] = Counter()
    for seed in range(150):
        game = fight(Random(seed))
        seen.update(f"status {record.block_status}" for record in game.state.combat.attackers)
        for _, _, outcome in play(seed).calls:
            seen.update(kind for kind in kinds(outcome) if kind)
            seen.update(each.rule for each in outcome.events)
    for wanted in ("player_lost", "combat_left", "effect_ended", "object_ceased", "704.5f",
                   "704.5g", "704.5h", "704.5i", "704.5q", "704.6d", "120.3b", "120.3c", "120.3d",
                   "120.3f", "120.3g", "122.1h", "510.4", "status 2", "status 3"):  # fmt: skip
        assert seen[wanted], wanted
