"""The benchmarks measure what they say: states without faults, each sent once.

Nothing here is timed.
"""

from __future__ import annotations

import pytest

from benchmarks import growth, report
from benchmarks.effort import Effort
from benchmarks.states import LARGE, SMALL, Combat
from benchmarks.workloads import METHODS, UNARY, Workload
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.client import Listing, Local, Outcome
from ninjutsu_service.rules.refusals import Refused
from tests.boards import bundled


@pytest.mark.parametrize(
    "combat",
    [
        SMALL,
        LARGE,
        Combat(2000, players=4),
        Combat(60, lands=40, stack=9, lord=False),
        Combat(90, lands=60, awkward=True),
    ],
)
def test_a_state_holds_what_it_says_and_no_fault(combat: Combat):
    """CheckState finds nothing in a state that is measured."""
    state = combat.state()
    assert len(state.objects) == combat.objects
    assert len(state.combat.attackers) == combat.attackers
    assert len(state.stack) == combat.stack
    own = [item for item in state.objects if item.owner_id == state.active_player_id]
    assert sum(bool(item.mana_abilities) for item in own) == combat.lands
    request = wire.CheckStateRequest(state=state)
    assert list(calls.check_state(bundled(), request).faults) == []


@pytest.mark.parametrize("workload", UNARY, ids=lambda each: f"{each.name}-{each.combat.objects}")
def test_no_state_is_sent_twice(workload: Workload):
    """Requests differ in their states, also from those made before, and all are answered."""
    first = workload.requests(bundled(), 0, 50)
    later = workload.requests(bundled(), 50, 50)
    parse = workload.method.request.FromString
    states = {parse(data).state.SerializeToString() for data in first + later}  # type: ignore[attr-defined]
    assert len(states) == 100
    sizes = {len(data) for data in first}
    assert max(sizes) - min(sizes) <= len(SMALL.state().players) * len(LARGE.state().players)
    answers = [workload.method.run(bundled(), parse(data)) for data in later]
    assert {type(answer) for answer in answers} == {workload.method.response}


def test_what_is_measured_decides_something():
    """A listing lists, and what is taken and resolved changes the state."""
    for combat, actions in ((SMALL, 4), (LARGE, 12)):
        listed = Workload("ListActions", combat).answer(bundled())
        assert isinstance(listed, wire.ListActionsResponse)
        assert len(listed.actions) == actions
        taken = Workload("TakeAction", combat).answer(bundled())
        assert isinstance(taken, wire.TakeActionResponse)
        assert len(taken.outcome.state.stack) == 1
        resolved = Workload("Resolve", combat).answer(bundled())
        assert isinstance(resolved, wire.ResolveResponse)
        attackers = resolved.outcome.state.combat.attackers
        assert len(attackers) == combat.attackers
        assert attackers[-1].block_status == pb.BLOCK_STATUS_UNBLOCKED


@pytest.mark.parametrize("workload", UNARY, ids=lambda each: f"{each.name}-{each.combat.objects}")
def test_the_library_is_asked_the_same(workload: Workload):
    """In process the client's methods are measured, and give what the call gives."""
    request, answer = workload.request(bundled()), workload.answer(bundled())
    found = workload.method.ask(Local(rulebook=bundled()), request)
    match found:
        case Listing():
            assert isinstance(answer, wire.ListActionsResponse)
            assert list(found.actions) == list(answer.actions) != []
        case Outcome():
            assert isinstance(answer, (wire.TakeActionResponse, wire.ResolveResponse))
            assert found.state == answer.outcome.state
        case _:
            assert found == []


def test_without_a_source_of_mana():
    """Nothing is listed then, taking an action is refused, and the engine's mana resolves."""
    combat = Combat(20, lands=0)
    listed = Workload("ListActions", combat).answer(bundled())
    assert isinstance(listed, wire.ListActionsResponse)
    assert not listed.actions
    with pytest.raises(Refused) as refused:
        Workload("TakeAction", combat).answer(bundled())
    assert refused.value.refusal.reason == wire.REFUSAL_REASON_CANNOT_PAY
    resolved = Workload("Resolve", combat).answer(bundled())
    assert isinstance(resolved, wire.ResolveResponse)
    assert not resolved.outcome.state.stack


def test_what_grows_is_compared_with_the_first_that_has_something():
    """Two rounds of each, and the ratio to the row of 2 sources, not to that of none."""
    cases = [(count, bundled(), Combat(20, lands=count)) for count in (0, 2)]
    lines = growth._grown("file", "sources", cases, Effort(2, 0.0))
    header, _, none, two, _, plot, _ = lines
    assert isinstance(header, str)
    assert header.count("to 2") == len(growth.CALLS)
    assert isinstance(none, str)
    assert none.endswith("|         0 |")
    assert isinstance(two, str)
    assert two.count("1.00 (1.00–1.00)") == len(growth.CALLS)
    assert isinstance(plot, report.Figure)
    counts = [axis.counts for axis in growth.AXES]
    assert counts[2][0] == counts[3][0] == 0
    assert growth.POOLS[-1] == 30_000


def test_every_unary_call_that_decides_is_measured():
    """The calls of the goals, and CheckState."""
    assert set(METHODS) == {"ListActions", "TakeAction", "Resolve", "CheckState"}
    assert {each.combat.objects for each in UNARY} == {20, 200}
