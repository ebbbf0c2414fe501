"""The sample of Forge's scripts, unpacked once a session; tests that need it skip without it."""

from __future__ import annotations

import tarfile
from functools import lru_cache

from tests.shared import shared_file


@lru_cache(maxsize=1)
def sample() -> tuple[tuple[str, bytes], ...]:
    """Path below the folder of cards, and bytes, of every script of the sample, by path."""
    archive = shared_file("corpus", "forge-cardsfolder-sample.tar.xz")
    found: list[tuple[str, bytes]] = []
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() else None
            if file is not None and member.name.endswith(".txt"):
                found.append((member.name.removeprefix("cardsfolder/"), file.read()))
    return tuple(sorted(found))
