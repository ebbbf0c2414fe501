"""Card scripts indexed as text: only names and keyword heads are looked at here.

`cards.script` reads the rest when a card is asked for.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from sys import intern

from ninjutsu_service.cards.diagnostics import Diagnostic
from ninjutsu_service.cards.files import (
    MAX_SCRIPT_BYTES,
    TOKEN_FOLDER,
    RawScript,
    Reading,
    nothing_known,
    raw_scripts,
)
from ninjutsu_service.cards.script import BLANKS

_SETTLED_NS = 2_000_000_000
"""A file changed this short a time ago may change again and show the same time."""

_INDEXED = re.compile(r"^[\x00-\x09\x0b\x0c\x0e-\x20]*(Name|K)[ \t]*:(.*)", re.MULTILINE)


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
        stamp: tells this version of the file from others; None where it may yet change unseen.
    """

    path: str
    text: str
    names: tuple[str, ...]
    keywords: tuple[str, ...]
    token: str
    digest: bytes
    location: str = ""
    source: str = ""
    stamp: int | None = None


@dataclass(slots=True)
class Source:
    """What was read from one path.

    Attributes:
        name: the path as given.
        files: the scripts, in the order of their locations.
        reading: what could not be read, and why.
    """

    name: str = ""
    files: list[ScriptFile] = field(default_factory=list)
    reading: Reading = field(default_factory=Reading)

    @property
    def notes(self) -> list[Diagnostic]:
        """What could not be read, and why."""
        return self.reading.notes


def index_script(
    text: str,
    path: str = "",
    location: str = "",
    source: str = "",
    stamp: int | None = None,
) -> ScriptFile:
    """Find names and keyword heads in a script, without reading the rest."""
    names: list[str] = []
    keywords: list[str] = []
    searched = text.replace("\r", "\n") if "\r" in text else text
    for name, value in _INDEXED.findall(searched.removeprefix("\ufeff")):
        if name == "Name":
            names.append(value.strip(BLANKS))
        else:
            keywords.append(intern(value.partition(":")[0].strip(BLANKS).lower()))
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
    earlier = known or {}

    def is_known(location: str, stamp: int) -> bool:
        file = earlier.get(location)
        return file is not None and file.stamp == stamp

    for raw in raw_scripts(path, source.reading, is_known if earlier else nothing_known):
        if raw.data is None:
            source.files.append(earlier[raw.location])
        else:
            _add(raw, raw.data, source)
    return source


def _add(raw: RawScript, data: bytes, source: Source) -> None:
    note = source.reading.note
    if len(data) > MAX_SCRIPT_BYTES:
        message = f"larger than {MAX_SCRIPT_BYTES:,} bytes, which no card script is"
        note("NJ002", raw.path, message, raw.location)
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        if b"\0" in data:
            _note_no_text(raw, data, source)
            return
        line = data.count(b"\n", 0, problem.start) + 1
        message = f"not UTF-8: byte {data[problem.start]:#04x} in line {line}"
        note("NJ003", raw.path, message, raw.location)
        return
    settled = time.time_ns() - raw.changed > _SETTLED_NS
    stamp = raw.stamp if settled else None
    indexed = index_script(text, raw.path, raw.location, source.name, stamp)
    if indexed.names:
        source.files.append(indexed)
    elif b"\0" in data:
        _note_no_text(raw, data, source)
    else:
        note("NJ101", raw.path, "the script has no Name", raw.location)


def _note_no_text(raw: RawScript, data: bytes, source: Source) -> None:
    """Tell of an image or an archive as the checks do."""
    line = data.count(b"\n", 0, data.index(b"\0")) + 1
    message = f"NUL stands in line {line}: this is no text"
    source.reading.note("NJ008", raw.path, message, raw.location)


def bundled_path() -> Path:
    """The scripts that come with the service: of the installed package, else of the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "card_scripts"
    return installed if installed.is_dir() else package.parent / "card_scripts"
