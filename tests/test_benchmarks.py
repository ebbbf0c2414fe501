"""The benchmarks measure what they say: states without faults, each sent once, results as written.

Nothing here is timed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.states import LARGE, SMALL, Combat
from benchmarks.workloads import METHODS, UNARY, Workload
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from tests.boards import bundled


@pytest.mark.parametrize(
    "combat", [SMALL, LARGE, Combat(2000, players=4), Combat(60, lands=40, stack=9, lord=False)]
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


def test_every_unary_call_that_decides_is_measured():
    """The calls of the goals, and CheckState."""
    assert set(METHODS) == {"ListActions", "TakeAction", "Resolve", "CheckState"}
    assert {each.combat.objects for each in UNARY} == {20, 200}


def test_a_table_is_aligned():
    """Columns as wide as their widest cell; numbers to the right."""
    assert report.table(("call", "µs"), [("ListActions", "7"), ("Resolve", "1,234")]) == [
        "| call        |    µs |",
        "| ----------- | ----: |",
        "| ListActions |     7 |",
        "| Resolve     | 1,234 |",
    ]


def test_a_plot_shows_least_median_and_most():
    """From 0 to the top in 60 steps, with the goals in every row."""
    row = report.plot([("a", [0.2, 0.4, 0.3])], top=1.0, marks=(0.5,))[1]
    assert row.startswith("a |")
    cells = row[3:-1]
    assert len(cells) == 60
    assert (cells.index("-"), cells.index("o"), cells.rindex("-"), cells.index(":")) == (
        12, 18, 24, 30
    )  # fmt: skip


def test_a_linear_series_lies_on_the_line():
    """What grows in proportion ends where the reference does, at the upper right."""
    lines = report.scatter({"Linear": [(1, 10), (10, 100)], "Flat": [(1, 10), (10, 10)]}, "x", "y")
    plot = [line.split("|")[1] for line in lines if "|" in line]
    assert plot[0][-1] == "L"
    assert (plot[-1][0], plot[-1][-1]) == ("F", "F")


def test_results_replace_results_and_nothing_else(tmp_path: Path):
    """What stands before and after the marks stays, and so do parts that were not measured."""
    document = tmp_path / "performance.md"
    document.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    sections = [report.Section("Part", ["one"]), report.Section("Other part", ["kept"])]
    report.write(document, sections, "a machine.")
    report.write(document, [report.Section("Part", ["two", "", "three"])], "another one.")
    assert document.read_text(encoding="utf-8") == (
        f"before\n{report.BEGIN}\n\nMeasured on: another one.\n\n"
        "### Part\n\ntwo\n\nthree\n\n### Other part\n\nkept\n\n"
        f"{report.END}\nafter\n"
    )
    document.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for results"):
        report.write(document, [], "a machine.")
    assert document.read_text(encoding="utf-8") == "no marks"
