"""Checking scripts where they lie: folders, files and zip archives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from ninjutsu_service.cards.check import Carried, check_document
from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.document import read_document
from ninjutsu_service.cards.files import MAX_SCRIPT_BYTES, TOKEN_FOLDER, RawScript, Reading
from ninjutsu_service.cards.files import raw_scripts as read_raw
from ninjutsu_service.cards.sources import bundled_path


@dataclass(frozen=True)
class Checked:
    """One script, or one thing that could not be read, and what was found.

    Attributes:
        path: as a person would write it: the path given, and what follows below it.
        text: the script; empty where it could not be read.
        diagnostics: in the order of the lines.
        total: how many scripts are checked in all.
    """

    path: str
    text: str
    diagnostics: tuple[Diagnostic, ...]
    total: int

    def without(self, codes: Sequence[str]) -> Checked:
        """The same without diagnostics whose code begins with one of these."""
        if not codes:
            return self
        kept = [each for each in self.diagnostics if not each.code.startswith(tuple(codes))]
        return replace(self, diagnostics=tuple(kept))


def check_paths(
    paths: Sequence[Path], notes: bool = False, carried: Carried | None = None
) -> Iterator[Checked]:
    """Check every script below the paths. Never raises.

    Token scripts that are named have to exist where a folder of token scripts is among the
    paths; the bundled ones count too.

    Args:
        paths: folders, files and zip archives.
        notes: also report what is no fault.
        carried: what is carried out here; None where that is not asked.
    """
    found: list[tuple[str, RawScript]] = []
    failed: list[Diagnostic] = []
    for path in paths:
        reading = Reading()
        found += [(_shown(path, raw.path), raw) for raw in read_raw(path, reading)]
        failed += [replace(note, path=_shown(path, note.path)) for note in reading.notes]
    tokens = _tokens(found)
    total = len(found)
    for note in failed:
        yield Checked(note.path, "", (note,), total)
    for shown, raw in found:
        yield _check(shown, raw.data or b"", tokens, notes, carried, total)


def _check(
    shown: str,
    data: bytes,
    tokens: frozenset[str] | None,
    notes: bool,
    carried: Carried | None,
    total: int,
) -> Checked:
    if len(data) > MAX_SCRIPT_BYTES:
        message = f"larger than {MAX_SCRIPT_BYTES:,} bytes, which no card script is"
        return Checked(shown, "", (diagnose("NJ002", message, path=shown),), total)
    document = read_document(data)
    text = str(document)
    diagnostics = check_document(document, text, shown, tokens, notes, carried)
    return Checked(shown, text, tuple(diagnostics), total)


def _shown(path: Path, below: str) -> str:
    """A path as a person would write it: the one given, and what follows below it."""
    if not path.is_dir() and below == path.name:
        return path.as_posix()
    # A member of an archive may be called "/card.txt"; joined as it is, it would stand alone.
    return (path / below.lstrip("/")).as_posix()


def _tokens(found: Sequence[tuple[str, RawScript]]) -> frozenset[str] | None:
    """The token scripts there are; None where no folder of them is among the paths."""
    places = [PurePosixPath(raw.location) for _, raw in found]
    stems = {place.stem for place in places if TOKEN_FOLDER in place.parts}
    if not stems:
        return None
    bundled = bundled_path() / TOKEN_FOLDER
    return frozenset(stems | {file.stem for file in bundled.glob("**/*.txt")})
