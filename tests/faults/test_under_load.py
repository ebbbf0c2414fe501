"""Each fault for some seconds: no call fails, and no answer is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from faults.outcome import BRIEF
from faults.run import BEGIN, DOCUMENT, END, FAULTS
from tests.deploy.tools import REQUIRED, module, tool

THROUGH_ENVOY = {"killed-replicas", "hung-replicas"}

NEEDS = {
    "full-disk": "/dev/full",
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.timeout(300)
def test_no_call_fails_and_no_answer_is_wrong(name):
    """Under load and the shipped policy; afterwards the service is as it was before."""
    if not REQUIRED:
        pytest.skip("`make deploy-check` tries this, without other tests beside it")
    for needed in ("/proc/self/fd", NEEDS.get(name, "/proc/self/fd")):
        if not Path(needed).exists():
            pytest.skip(f"this system has no {needed}")
    if name in THROUGH_ENVOY:
        module("yaml")
        tool("envoy")
    outcome = FAULTS[name][1](BRIEF)
    assert (dict(outcome.failed), outcome.wrong, outcome.harm) == ({}, 0, [])
    assert outcome.sent >= 100


def test_the_document_tells_of_every_fault():
    """With the counts of a run, in which no call failed and no answer was wrong."""
    text = DOCUMENT.read_text(encoding="utf-8")
    told = text.partition(BEGIN)[2].partition(END)[0]
    rows = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("| ")]
    assert [cells[0] for cells in rows[1:]] == [title for title, _ in FAULTS.values()]
    for cells in rows[1:]:
        assert int(cells[1].replace(",", "")) > 1000
        assert cells[2:4] == ["0", "0"]
