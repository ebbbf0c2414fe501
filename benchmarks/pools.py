"""Pools of any size, of the scripts of a folder or of a sample."""

from __future__ import annotations

import atexit
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from ninjutsu_service.cards.check.layout import file_stem
from ninjutsu_service.cards.pool import bundled_path

POOL_SIZE = 30_000
"""A pool of every card there is."""

SAMPLE = Path(__file__).resolve().parents[2] / "shared/corpus/forge-cardsfolder-sample.tar.xz"


def load_scripts(folder: Path | None) -> list[tuple[str, bytes]]:
    """Path and bytes of every script to measure with."""
    if folder is None and SAMPLE.exists():
        with tarfile.open(SAMPLE) as tar:
            files = [(member.name, tar.extractfile(member)) for member in tar if member.isfile()]
            return [(name, file.read()) for name, file in files if file is not None]
    root = folder or bundled_path()
    return [(str(file.relative_to(root)), file.read_bytes()) for file in root.rglob("*.txt")]


def pool_files(scripts: Sequence[tuple[str, bytes]], size: int) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of so many scripts: the given ones, over and over under other names."""
    for number in range(size):
        path, data = scripts[number % len(scripts)]
        stem, again = Path(path).stem, number // len(scripts)
        if again:
            data = re.sub(rb"(?m)^(Name:[^\r\n]*)", rb"\1 %d" % again, data)
            names = [name.decode() for name in re.findall(rb"(?m)^Name:([^\r\n]*)", data)]
            stem = file_stem(names)
        yield f"{stem[0]}/{stem}.txt", data


def write_archive(scripts: Sequence[tuple[str, bytes]], archive: Path, size: int) -> Path:
    """A zip archive of so many scripts."""
    with zipfile.ZipFile(archive, "w") as file:
        for path, data in pool_files(scripts, size):
            file.writestr(path, data)
    return archive


def write_folder(scripts: Sequence[tuple[str, bytes]], folder: Path, size: int) -> None:
    """A folder of so many scripts."""
    made: set[Path] = set()
    for path, data in pool_files(scripts, size):
        file = folder / path
        if file.parent not in made:
            file.parent.mkdir(parents=True)
            made.add(file.parent)
        file.write_bytes(data)


@cache
def large_pool(scripts: Path | None = None) -> Path:
    """A folder of `POOL_SIZE` scripts, which all parts use; it goes when Python ends.

    Args:
        scripts: a folder of those that it is made of; None for the sample.
    """
    folder = Path(tempfile.mkdtemp(prefix="ninjutsu-pool-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write_folder(load_scripts(scripts), folder, POOL_SIZE)
    return folder
