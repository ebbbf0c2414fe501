"""How fast card scripts are read and checked, and what a pool of 30,000 costs.

    python -m benchmarks.bench_scripts [FOLDER]

Measures the scripts of a folder; without one the sample that lies beside the repository, and
where that is absent the bundled scripts. Nothing here passes or fails.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.effort import Effort
from benchmarks.pools import POOL_SIZE, large_pool, load_scripts, write_archive
from benchmarks.report import Section, table
from ninjutsu_service.cards.check import check_bytes
from ninjutsu_service.cards.document import read_document
from ninjutsu_service.cards.script import read_card
from ninjutsu_service.rules.rulebook import Rulebook

ROUNDS = 5

_READY = """
import resource, sys, time
from pathlib import Path
begin = time.perf_counter()
from ninjutsu_service.cards.pool import CardPool
pool = CardPool.load([Path(sys.argv[1])])
ready = time.perf_counter() - begin
names = pool.names()
begin = time.perf_counter()
for name in names[:1000]:
    pool.get(name)
first = (time.perf_counter() - begin) / 1000
begin = time.perf_counter()
for _ in range(100):
    for name in names[:1000]:
        pool.get(name)
again = (time.perf_counter() - begin) / 100_000
try:  # what getrusage says begins with the peak of the process that started this one
    status = Path("/proc/self/status").read_text()
    peak = int(status.partition("VmHWM:")[2].split()[0]) * 1024
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(len(pool), ready, first, again, peak)
"""


def main() -> None:
    """Measure, and print the results."""
    print(measure(Path(sys.argv[1]) if len(sys.argv) > 1 else None))


def run(_: Rulebook, effort: Effort) -> Section:
    """The same as a section of all measurements."""
    return measure(None, min(effort.rounds, ROUNDS))


def measure(folder: Path | None, rounds: int = ROUNDS) -> Section:
    """Reading, checking and starting, of the scripts of a folder or of the sample.

    Args:
        folder: of the scripts; None for the sample.
        rounds: how often each is done; the best counts.
    """
    scripts = load_scripts(folder)
    rows = [
        (title, f"{rate(work, scripts, rounds):,.0f}")
        for title, work in (
            ("read into a card", lambda path, data: read_card(data.decode(), path)),
            ("read without loss", lambda path, data: read_document(data)),
            ("read and checked", lambda path, data: check_bytes(data, path)),
        )
    ]
    lines = [
        f"{len(scripts):,} scripts in one process, the best of {rounds} rounds:",
        "",
        *table(("", "files a second"), rows),
        "",
        f"A pool of {POOL_SIZE:,} cards in a process of its own; memory is the whole process's:",
        "",
    ]
    with tempfile.TemporaryDirectory() as root:
        archive = write_archive(scripts, Path(root, "cards.zip"), POOL_SIZE)
        pools = [("a folder", large_pool(folder)), ("a zip archive", archive)]
        header = ("", "ready in", "memory", "a card first", "again")
        lines += table(header, [(title, *pool_costs(path, rounds)) for title, path in pools])
    return Section("Card scripts", lines)


def rate(
    work: Callable[[str, bytes], object], scripts: Sequence[tuple[str, bytes]], rounds: int
) -> float:
    """Files a second, of the best round."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        for path, data in scripts:
            work(path, data)
        best = min(best, time.perf_counter() - begin)
    return len(scripts) / best


def pool_costs(path: Path, rounds: int) -> tuple[str, str, str, str]:
    """Seconds until ready, memory, and the time of a first and of a later look-up."""
    command = [sys.executable, "-c", _READY, str(path)]
    runs = [
        # The command is this interpreter with the text above.
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603
        for _ in range(rounds)
    ]
    _, ready, first, again, peak = min(runs, key=lambda run: float(run[1]))
    return (
        f"{float(ready):.2f} s",
        f"{int(peak) / 1e6:.0f} MB",
        f"{float(first) * 1e6:.0f} µs",
        f"{float(again) * 1e6:.2f} µs",
    )


if __name__ == "__main__":
    main()
