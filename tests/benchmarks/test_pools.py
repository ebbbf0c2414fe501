"""Pools that are measured: as many scripts as they say, of different names, all of them read."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.pools import load_scripts, pool_files, write_archive, write_folder
from benchmarks.serving import serving
from ninjutsu_service.cards.pool import CardPool, bundled_path


def test_a_pool_has_as_many_cards_as_it_says(tmp_path: Path):
    """In a folder and in an archive, though there are fewer scripts to make it of."""
    scripts = load_scripts(bundled_path())
    size = 2 * len(scripts) + 5
    write_folder(scripts, tmp_path / "folder", size)
    archive = write_archive(scripts, tmp_path / "cards.zip", size)
    assert len({path for path, _ in pool_files(scripts, size)}) == size
    for path in (tmp_path / "folder", archive):
        pool = CardPool.load([path])
        assert len(pool) == size
        assert pool.get("Ninja of the Deep Hours 1") is not None


@pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from Linux's /proc"
)
def test_a_service_to_measure():
    """It answers, and its memory and time can be read."""
    with serving() as service:
        assert service.memory("VmRSS") > service.share() > 10_000_000
        assert 0 < service.worked < service.seconds + 1
