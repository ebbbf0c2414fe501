"""The soak itself: it counts what it should, and finds what grows."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from faults.soak import Sample, faults_of, run

FLAT = Sample(
    calls=100, memory=2**20, descriptors=20, median=0.001, high=0.002, rate=10, failed=0, wrong=0
)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system has no /proc")
@pytest.mark.timeout(300)
def test_a_short_soak():
    """Some calls of every kind, none of which fails or is answered wrongly."""
    samples = run(600, 2)
    assert samples[-1].calls >= 600
    assert [(each.failed, each.wrong) for each in samples] == [(0, 0), (0, 0)]
    assert samples[-1].descriptors > 3
    assert samples[-1].memory > 2**20


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, []),
        ({"memory": 2**21}, ["memory has grown"]),
        ({"descriptors": 40}, ["open files have grown"]),
        ({"median": 0.01}, ["calls take longer"]),
        ({"failed": 2, "wrong": 1}, ["2 calls failed", "1 calls wrong"]),
    ],
)
def test_what_grows_is_told(change, told):
    """Each of them ends the soak as a failure."""
    assert faults_of([FLAT, dataclasses.replace(FLAT, **change)]) == told
