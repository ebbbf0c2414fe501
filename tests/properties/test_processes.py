"""The same request gives the same answer, whichever process is asked."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.properties.answers import digests
from tests.shared import ROOT

SEEDS = (0, 60)


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "31337"])
def test_another_process_answers_the_same(hash_seed: str):
    """Any replica may answer: nothing depends on what a process hashes, or was asked before."""
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    found = subprocess.run(
        [sys.executable, "-m", "tests.properties.answers", *map(str, SEEDS)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split("\n")[:-1] == digests(*SEEDS)


def test_asking_again_changes_nothing():
    """A process that was asked before answers as at first, in whatever order it is asked."""
    first = digests(0, 6)
    digests(20, 26)
    assert digests(0, 6) == first
