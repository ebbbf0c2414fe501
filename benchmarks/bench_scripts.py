"""How fast card scripts are read and checked, and what a pool of 30,000 costs.

    python -m benchmarks.bench_scripts [FOLDER]

Measures the scripts of a folder; without one the sample that lies beside the repository, and
where that is absent the bundled scripts. Nothing here passes or fails.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.effort import Effort
from benchmarks.report import Section, table
from ninjutsu_service.cards.check import check_bytes
from ninjutsu_service.cards.check.layout import file_stem
from ninjutsu_service.cards.document import read_document
from ninjutsu_service.cards.pool import bundled_path
from ninjutsu_service.cards.script import read_card
from ninjutsu_service.rules.rulebook import Rulebook

POOL_SIZE = 30_000
SAMPLE = Path(__file__).resolve().parents[2] / "shared/corpus/forge-cardsfolder-sample.tar.xz"
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


def run(_: Rulebook, __: Effort) -> Section:
    """The same as a section of all measurements."""
    return measure(None)


def measure(folder: Path | None) -> Section:
    """Reading, checking and starting, of the scripts of a folder or of the sample."""
    scripts = load_scripts(folder)
    rows = [
        (title, f"{rate(work, scripts):,.0f}")
        for title, work in (
            ("read into a card", lambda path, data: read_card(data.decode(), path)),
            ("read without loss", lambda path, data: read_document(data)),
            ("read and checked", lambda path, data: check_bytes(data, path)),
        )
    ]
    lines = [
        f"{len(scripts):,} scripts in one process, the best of {ROUNDS} rounds:",
        "",
        *table(("", "files a second"), rows),
        "",
        f"A pool of {POOL_SIZE:,} cards in a process of its own; memory is the whole process's:",
        "",
    ]
    with tempfile.TemporaryDirectory() as root:
        write_pool(scripts, Path(root, "cards"))
        archive = make_archive(Path(root, "cards"), Path(root, "cards.zip"))
        pools = [("a folder", Path(root, "cards")), ("a zip archive", archive)]
        header = ("", "ready in", "memory", "a card first", "again")
        lines += table(header, [(title, *pool_costs(path)) for title, path in pools])
    return Section("Card scripts", lines)


def load_scripts(folder: Path | None) -> list[tuple[str, bytes]]:
    """Path and bytes of every script to measure with."""
    if folder is None and SAMPLE.exists():
        with tarfile.open(SAMPLE) as tar:
            files = [(member.name, tar.extractfile(member)) for member in tar if member.isfile()]
            return [(name, file.read()) for name, file in files if file is not None]
    root = folder or bundled_path()
    return [(str(file.relative_to(root)), file.read_bytes()) for file in root.rglob("*.txt")]


def rate(work: Callable[[str, bytes], object], scripts: Sequence[tuple[str, bytes]]) -> float:
    """Files a second, of the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for path, data in scripts:
            work(path, data)
        best = min(best, time.perf_counter() - begin)
    return len(scripts) / best


def write_pool(scripts: Sequence[tuple[str, bytes]], folder: Path) -> None:
    """A folder of 30,000 scripts: the given ones, over and over under other names."""
    for number in range(POOL_SIZE):
        path, data = scripts[number % len(scripts)]
        stem, again = Path(path).stem, number // len(scripts)
        if again:
            data = re.sub(rb"(?m)^(Name:[^\r\n]*)", rb"\1 %d" % again, data)
            names = [name.decode() for name in re.findall(rb"(?m)^Name:([^\r\n]*)", data)]
            stem = file_stem(names)
        file = folder / stem[0] / f"{stem}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def make_archive(folder: Path, archive: Path) -> Path:
    """The folder as a zip archive."""
    return Path(shutil.make_archive(str(archive.with_suffix("")), "zip", folder))


def pool_costs(path: Path) -> tuple[str, str, str, str]:
    """Seconds until ready, memory, and the time of a first and of a later look-up."""
    command = [sys.executable, "-c", _READY, str(path)]
    runs = [
        # The command is this interpreter with the text above.
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603
        for _ in range(3)
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
