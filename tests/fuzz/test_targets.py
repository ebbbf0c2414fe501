"""The fuzz targets: on what they begin with, on the kept corpus, and briefly with Atheris."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz import run, targets
from tests.shared import ROOT

pytestmark = pytest.mark.slow

KEPT = {name: sorted(path for path in (run.CORPUS / name).glob("*")) for name in run.TARGETS}
TARGET = {"requests": targets.request, "scripts": targets.script}
SECONDS = 10


@pytest.mark.parametrize("name", run.TARGETS)
def test_kept_corpus(name: str):
    """No input that fuzzing found worth keeping makes its target fail."""
    assert KEPT[name], "the corpus is kept in the repository"
    for path in KEPT[name]:
        TARGET[name](path.read_bytes())


@pytest.mark.parametrize("name", run.TARGETS)
def test_what_fuzzing_begins_with(name: str):
    """No script that is bundled, and no request made from one, makes its target fail."""
    begin = run.seeds(name)
    assert len(begin) > 100
    for data in begin[:: 5 if name == "requests" else 1]:
        TARGET[name](data)


def test_mutated_requests_are_requests():
    """The mutator changes messages where they change, so that most results can be parsed."""
    begin = targets.valid_requests()[0]
    mutated = {targets.mutated_request(begin, seed) for seed in range(50)}
    assert len(mutated) > 40
    for data in [*mutated, targets.mutated_request(b"", 1), targets.mutated_request(b"\1\xff", 2)]:
        targets.request(data)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", run.TARGETS)
def test_briefly_with_atheris(name: str, tmp_path: Path):
    """Some seconds of coverage-guided fuzzing find nothing; `make fuzz` runs longer."""
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("needs Atheris, which is there for Linux on x86-64 only: make fuzz installs it")
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.run", str(SECONDS), name, str(tmp_path)],
        cwd=ROOT,
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "Done" in done.stderr
