"""The bytes of scripts where they lie: in folders, as single files and in zip archives.

Nothing that lies in a folder can raise or hang: each thing that cannot be read is a diagnostic.
"""

from __future__ import annotations

import errno
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose

MAX_SCRIPT_BYTES = 100_000
"""The largest script of Forge has 30 kB; what is larger than this is none."""

MAX_SOURCE_BYTES = 256_000_000
"""What one folder or archive may hold in all; Forge's has 20 MB."""

TOKEN_FOLDER = "tokenscripts"
"""The folder whose scripts are tokens, found by file name."""

IsKnown = Callable[[str, int], bool]
"""Whether the file of a location and a stamp was read before."""


class RawScript(NamedTuple):
    """One script as it lies there.

    Attributes:
        path: below the folder that was given, with `/`.
        location: the file itself; of a member of an archive, the archive's and then its name.
        stamp: tells this version of the file, or of the archive, from others.
        changed: when it was changed, in nanoseconds.
        data: its bytes, one more than `MAX_SCRIPT_BYTES` at most; None where they are known.
    """

    path: str
    location: str
    stamp: int
    changed: int
    data: bytes | None


@dataclass(slots=True)
class Reading:
    """What became of reading one path.

    Attributes:
        notes: what could not be read, and why.
        broken: the locations of files, folders and archives that could not be read, in whole or
            in part. What was read below one of them earlier may still be there.
        size: how many bytes were read.
    """

    notes: list[Diagnostic] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    size: int = 0

    def note(self, code: str, path: str, message: str, location: str) -> None:
        """Remember what could not be read, and why."""
        self.notes.append(diagnose(code, message, path=path))
        self.broken.add(location)

    def has_room(self, location: str) -> bool:
        """Whether more may be read of this path; says so when it may not."""
        if self.size <= MAX_SOURCE_BYTES:
            return True
        message = f"more than {MAX_SOURCE_BYTES:,} bytes in all; the rest is not read"
        self.note("NJ005", "", message, location)
        return False


def nothing_known(location: str, stamp: int) -> bool:
    """Every file has to be read."""
    return False


def raw_scripts(
    path: Path, reading: Reading, is_known: IsKnown = nothing_known
) -> Iterator[RawScript]:
    """Every script of a folder, a file or a zip archive, in the order of their paths.

    Args:
        path: the folder, the file or the archive.
        reading: where to note what cannot be read.
        is_known: what need not be read again.
    """
    try:
        status = _status_of(path)
        if stat.S_ISDIR(status.st_mode):
            yield from _folder(path, reading, is_known)
        elif path.suffix.lower() == ".zip" or zipfile.is_zipfile(path):
            yield from _archive(path, status, reading, is_known)
        else:
            yield from _file(os.path.realpath(path), path.name, reading, is_known)
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as problem:
        message = f"cannot be read: {_reason(problem)}"
        reading.note("NJ001", path.name, message, os.path.realpath(path))


def _status_of(path: Path) -> os.stat_result:
    """What the file system says of a folder or a file.

    Raises:
        OSError: it is not there, or is neither: to look whether it is an archive would wait for
            a pipe's writer, and read some devices without end.
    """
    status = path.stat()
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a file")
    return status


def _folder(folder: Path, reading: Reading, is_known: IsKnown) -> Iterator[RawScript]:
    root = os.path.realpath(folder)
    pending = [root]
    found: list[str] = []
    while pending:
        current = pending.pop()
        try:
            with os.scandir(current) as entries:
                for entry in entries:
                    _sort_entry(entry, root, pending, found, reading)
        except OSError as problem:
            if current == root:
                raise
            where = _shown(os.path.relpath(current, root))
            reading.note("NJ001", where, f"cannot be read: {_reason(problem)}", current)
    for location in sorted(found):
        if not reading.has_room(root):
            break
        yield from _file(location, _shown(location[len(root) + 1 :]), reading, is_known)


def _sort_entry(
    entry: os.DirEntry[str], root: str, pending: list[str], found: list[str], reading: Reading
) -> None:
    if entry.name.startswith("."):
        return
    if entry.is_symlink():
        target = Path(os.path.realpath(entry.path))
        if not target.is_relative_to(root) and (entry.name.endswith(".txt") or target.is_dir()):
            below = _shown(entry.path[len(root) + 1 :])
            message = "a link that leads out of the folder is not followed"
            reading.note("NJ004", below, message, entry.path)
            return
        if target.is_dir():
            return
    if entry.is_dir(follow_symlinks=False):
        pending.append(entry.path)
    elif entry.name.endswith(".txt"):
        found.append(entry.path)


def _file(location: str, below: str, reading: Reading, is_known: IsKnown) -> Iterator[RawScript]:
    try:
        status, data = _read(location, is_known)
    except OSError as problem:
        reading.note("NJ001", below, f"cannot be read: {_reason(problem)}", location)
        return
    reading.size += min(status.st_size, MAX_SCRIPT_BYTES)
    yield RawScript(below, location, _stamp(status), status.st_mtime_ns, data)


def _read(location: str, is_known: IsKnown) -> tuple[os.stat_result, bytes | None]:
    """What the file system says of a file, and its bytes unless they are known.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    if is_known is not nothing_known:
        # To make a Path of each of 30,000 would take longer than to ask the system.
        status = os.stat(location)  # noqa: PTH116
        if is_known(location, _stamp(status)):
            return status, None
    # Without O_NONBLOCK a pipe that lies in the folder would wait for its writer.
    handle = os.open(location, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a file")
        return status, os.read(handle, min(status.st_size, MAX_SCRIPT_BYTES) + 1)
    finally:
        os.close(handle)


def _archive(
    path: Path, status: os.stat_result, reading: Reading, is_known: IsKnown
) -> Iterator[RawScript]:
    root, stamp = os.path.realpath(path), _stamp(status)
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if info.filename.endswith(".txt")]
        for info in sorted(members, key=lambda info: info.filename):
            if not reading.has_room(root):
                break
            below, location = _shown(info.filename), f"{root}/{info.filename}"
            data: bytes | None = None
            if not is_known(location, stamp):
                try:
                    with archive.open(info) as member:
                        data = member.read(MAX_SCRIPT_BYTES + 1)
                except (OSError, RuntimeError, ValueError, zlib.error, zipfile.BadZipFile) as why:
                    reading.note("NJ001", below, f"cannot be read: {_reason(why)}", location)
                    continue
            reading.size += min(info.file_size, MAX_SCRIPT_BYTES) if data is None else len(data)
            yield RawScript(below, location, stamp, status.st_mtime_ns, data)


def _shown(path: str) -> str:
    """A path as text that can be sent and printed: bytes that are no UTF-8 are escaped."""
    if os.sep != "/":
        path = path.replace(os.sep, "/")
    return path if path.isascii() else path.encode("utf-8", "backslashreplace").decode("utf-8")


def _stamp(status: os.stat_result) -> int:
    """One number for what tells versions of a file apart; several would take more memory.

    A copy may keep the time of its original; when it was put there nobody can set.
    """
    return hash((status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino))


def _reason(problem: BaseException) -> str:
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror.lower()
    return str(problem) or type(problem).__name__
