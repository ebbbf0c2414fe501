"""Keep what fuzzing found: `python -m fuzz.keep [FOLDER]`, from `build/fuzz` unless named.

Of the inputs found, the smallest first, those are added to `fuzz/corpus/` that reach a branch
which neither the corpus nor what fuzzing begins with reaches.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import coverage

from fuzz import targets
from fuzz.run import CORPUS, FOUND, TARGETS, seeds

MAX_BYTES = 8192

Arc = tuple[str, int, int]
"""A file, and a step from one of its lines to another."""


def main(arguments: list[str]) -> None:
    """Run from the command line."""
    where = Path(arguments[0]) if arguments else FOUND
    for name in TARGETS:
        found = [path.read_bytes() for path in (where / name).glob("*")]
        kept = keep(name, (data for data in found if len(data) <= MAX_BYTES))
        print(f"{name}: {len(kept)} of {len(found)} kept")


def keep(name: str, found: Iterable[bytes]) -> list[bytes]:
    """Add to one target's corpus; what was added."""
    target: Callable[[bytes], None] = {"requests": targets.request, "scripts": targets.script}[name]
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    reached: set[Arc] = set()
    for data in [*seeds(name), *(path.read_bytes() for path in folder.glob("*"))]:
        reached |= arcs(target, data)
    kept = []
    for data in sorted(found, key=lambda data: (len(data), data)):
        more = arcs(target, data)
        if more <= reached:
            continue
        reached |= more
        kept.append(data)
        (folder / hashlib.sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    return kept


def arcs(target: Callable[[bytes], None], data: bytes) -> set[Arc]:
    """What an input reaches in the service."""
    measured = coverage.Coverage(
        data_file=None, config_file=False, branch=True, source_pkgs=["ninjutsu_service"]
    )
    with measured.collect():
        target(data)
    result = measured.get_data()
    return {(file, *arc) for file in result.measured_files() for arc in result.arcs(file) or ()}


if __name__ == "__main__":
    main(sys.argv[1:])
