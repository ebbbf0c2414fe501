"""Card scripts where they lie: folders, single files and zip archives, indexed as text.

Only names and keyword heads are looked at here; `cards.script` reads the rest when a card is
asked for. Nothing that lies in a folder can raise or hang: each thing that cannot be read is
a diagnostic.
"""

from __future__ import annotations

import os
import re
import stat
import time
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path, PurePosixPath

from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.script import BLANKS

MAX_SCRIPT_BYTES = 1_000_000
"""The largest script of Forge has 30 kB; what is larger than this is none."""

MAX_SOURCE_BYTES = 256_000_000
"""What one folder or archive may hold in all; Forge's has 20 MB."""

TOKEN_FOLDER = "tokenscripts"
_SETTLED_NS = 2_000_000_000
"""A file changed this short a time ago may change again and show the same time."""

_INDEXED = re.compile(r"^[\x00-\x09\x0b\x0c\x0e-\x20]*(Name|K)[ \t]*:(.*)", re.MULTILINE)

Stamp = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ScriptFile:
    """One script of a source, indexed.

    Attributes:
        path: below the folder it was loaded from, with `/`.
        text: the whole script.
        names: its faces' names, in order; empty where it has none.
        keywords: the heads of its `K` lines, in lower case.
        token: the file's stem for a token script, else empty.
        digest: of the text.
        location: the file itself, to tell a changed file from a new one.
        source: the path that was given to load.
        stamp: what the file system says of this version; None where it may yet change unseen.
    """

    path: str
    text: str
    names: tuple[str, ...]
    keywords: tuple[str, ...]
    token: str
    digest: bytes
    location: str = ""
    source: str = ""
    stamp: Stamp | None = None


@dataclass(slots=True)
class Source:
    """What was read from one path.

    Attributes:
        name: the path as given.
        files: the scripts.
        notes: what could not be read, and why.
        broken: the locations of files that are there and could not be read.
        lost: whether the path itself could not be read.
        size: how many bytes were read.
    """

    name: str = ""
    files: list[ScriptFile] = field(default_factory=list)
    notes: list[Diagnostic] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    lost: bool = False
    size: int = 0

    def note(self, code: str, path: str, message: str, location: str = "") -> None:
        """Remember what could not be read, and why."""
        self.notes.append(diagnose(code, message, path=path))
        if location:
            self.broken.add(location)


def index_script(
    text: str,
    path: str = "",
    location: str = "",
    source: str = "",
    stamp: Stamp | None = None,
) -> ScriptFile:
    """Find names and keyword heads in a script, without reading the rest."""
    names: list[str] = []
    keywords: list[str] = []
    searched = text.replace("\r", "\n") if "\r" in text else text
    for name, value in _INDEXED.findall(searched.removeprefix("\ufeff")):
        if name == "Name":
            names.append(value.strip(BLANKS))
        else:
            keywords.append(value.partition(":")[0].strip(BLANKS).lower())
    token = ""
    if TOKEN_FOLDER in f"{location}/{path}":
        whole = PurePosixPath(location, path)
        token = whole.stem if TOKEN_FOLDER in whole.parts else ""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return ScriptFile(
        path=path,
        text=text,
        names=tuple(filter(None, names)),
        keywords=tuple(keywords),
        token=token,
        digest=digest,
        location=location,
        source=source,
        stamp=stamp,
    )


def read_source(path: Path, known: Mapping[str, ScriptFile] | None = None) -> Source:
    """Every script of a folder, a file or a zip archive.

    Args:
        path: the folder, the file or the archive.
        known: files read earlier, by `location`; those whose stamp is the same are kept
            without being read again.
    """
    source = Source(str(path))
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            _read_folder(path, source, known or {})
        elif zipfile.is_zipfile(path):
            _read_archive(path, _stamp(status), source, known or {})
        else:
            _read_file(str(path), path.name, source, known or {})
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as problem:
        source.note("NJ001", path.name, f"cannot be read: {_reason(problem)}")
        source.lost = True
    return source


def _read_folder(folder: Path, source: Source, known: Mapping[str, ScriptFile]) -> None:
    root = os.path.realpath(folder)
    pending = [root]
    found: list[str] = []
    while pending:
        current = pending.pop()
        try:
            with os.scandir(current) as entries:
                for entry in entries:
                    _sort_entry(entry, root, pending, found, source)
        except OSError as problem:
            where = os.path.relpath(current, root)
            source.note("NJ001", where, f"cannot be read: {_reason(problem)}")
    for location in sorted(found):
        if not _has_room(source):
            break
        below = location[len(root) + 1 :].replace(os.sep, "/")
        _read_file(location, below, source, known)


def _sort_entry(
    entry: os.DirEntry[str], root: str, pending: list[str], found: list[str], source: Source
) -> None:
    if entry.name.startswith("."):
        return
    if entry.is_symlink():
        target = os.path.realpath(entry.path)
        if os.path.commonpath((root, target)) != root:
            below = entry.path[len(root) + 1 :]
            source.note("NJ004", below, "a link that leads out of the folder is not followed")
            return
        if Path(target).is_dir():
            return
    if entry.is_dir(follow_symlinks=False):
        pending.append(entry.path)
    elif entry.name.endswith(".txt"):
        found.append(entry.path)


def _read_file(location: str, below: str, source: Source, known: Mapping[str, ScriptFile]) -> None:
    try:
        # Without O_NONBLOCK a pipe that lies in the folder would wait for its writer.
        handle = os.open(location, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as problem:
        source.note("NJ001", below, f"cannot be read: {_reason(problem)}", location)
        return
    try:
        status = os.fstat(handle)
        stamp = _stamp(status)
        same = known.get(location)
        if same is not None and same.stamp == stamp and same.path == below:
            source.files.append(same)
            source.size += status.st_size
        elif not stat.S_ISREG(status.st_mode):
            source.note("NJ001", below, "cannot be read: not a file", location)
        else:
            data = os.read(handle, min(status.st_size, MAX_SCRIPT_BYTES) + 1)
            _add(data, below, location, stamp, source)
    except OSError as problem:
        source.note("NJ001", below, f"cannot be read: {_reason(problem)}", location)
    finally:
        os.close(handle)


def _read_archive(
    path: Path, stamp: Stamp, source: Source, known: Mapping[str, ScriptFile]
) -> None:
    inside = f"{os.path.realpath(path)}/"
    same = [
        file for file in known.values()
        if file.stamp == stamp and file.location.startswith(inside)
    ]  # fmt: skip
    if same:
        source.files += same
        return
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if info.filename.endswith(".txt")]
        for info in sorted(members, key=lambda info: info.filename):
            if not _has_room(source):
                break
            location = inside + info.filename
            try:
                with archive.open(info) as member:
                    data = member.read(MAX_SCRIPT_BYTES + 1)
            except (OSError, RuntimeError, ValueError, zlib.error, zipfile.BadZipFile) as problem:
                message = f"cannot be read: {_reason(problem)}"
                source.note("NJ001", info.filename, message, location)
                continue
            _add(data, info.filename, location, stamp, source)


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_mtime_ns, status.st_size, status.st_ino


def _add(data: bytes, below: str, location: str, stamp: Stamp, source: Source) -> None:
    source.size += len(data)
    if len(data) > MAX_SCRIPT_BYTES:
        message = f"larger than {MAX_SCRIPT_BYTES:,} bytes, which no card script is"
        source.note("NJ002", below, message, location)
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        message = f"not UTF-8: byte {data[problem.start]:#04x} in line {line}"
        source.note("NJ003", below, message, location)
        return
    settled = time.time_ns() - stamp[0] > _SETTLED_NS
    indexed = index_script(text, below, location, source.name, stamp if settled else None)
    if indexed.names:
        source.files.append(indexed)
    else:
        source.note("NJ101", below, "the script has no Name", location)


def _has_room(source: Source) -> bool:
    if source.size <= MAX_SOURCE_BYTES:
        return True
    source.note("NJ005", "", f"more than {MAX_SOURCE_BYTES:,} bytes in all; the rest is not read")
    return False


def _reason(problem: BaseException) -> str:
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror.lower()
    return str(problem) or type(problem).__name__


def bundled_path() -> Path:
    """The scripts that come with the service: of the installed package, else of the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "card_scripts"
    return installed if installed.is_dir() else package.parent / "card_scripts"
