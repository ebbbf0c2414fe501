"""Reading the cards anew: a broken file never takes a working card away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.diagnostics import Diagnostic, Severity
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.sources import ScriptFile, Source, read_source


@dataclass(frozen=True, slots=True)
class Changes:
    """What a new snapshot has otherwise than the one before, by front name, sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(slots=True)
class _Reading:
    """What is put together for the next snapshot."""

    files: list[ScriptFile] = field(default_factory=list)
    notes: list[Diagnostic] = field(default_factory=list)


def reload_pool(paths: Sequence[Path], previous: CardPool) -> CardPool:
    """A new snapshot of the same folders, files and archives.

    A file that cannot be read any more, or that now has an error, keeps its last good version;
    one that was deleted takes its card along. Where a whole folder has become unreadable its
    cards stay. What is wrong stands in the snapshot's notes.
    """
    known = {file.location: file for file in previous.files() if file.location}
    names = set(previous.names())
    reading = _Reading()
    for path in paths:
        source = read_source(path, known)
        reading.notes += source.notes
        for file in source.files:
            _take(file, known, names, reading)
        _keep_unreadable(path, source, known, reading)
    return CardPool(reading.files, reading.notes)


def _take(
    file: ScriptFile, known: Mapping[str, ScriptFile], names: set[str], reading: _Reading
) -> None:
    before = known.get(file.location)
    if before is not None and before.digest == file.digest:
        reading.files.append(file)
        return
    found = check_script(file.text, file.path)
    errors = [each for each in found if each.severity is Severity.ERROR]
    if not errors:
        reading.files.append(file)
    elif before is not None:
        reading.notes += errors
        reading.files.append(before)
    else:
        reading.notes += errors
        # A new file that is broken may be worth something, but not a working card's place.
        if not file.token and file.names[0] not in names:
            reading.files.append(file)


def _keep_unreadable(
    path: Path, source: Source, known: Mapping[str, ScriptFile], reading: _Reading
) -> None:
    """Keep the last version of what is there but can no longer be read."""
    root = str(path.resolve())
    if not path.exists() or any(not each.path or each.path == "." for each in source.notes):
        kept = [file for where, file in known.items() if _below(where, root, str(path))]
    else:
        broken = {each.path for each in source.notes}
        kept = [
            file
            for where, file in known.items()
            if _below(where, root, str(path)) and file.path in broken
        ]
    read = {file.location for file in source.files}
    reading.files += [file for file in kept if file.location not in read]


def _below(location: str, *roots: str) -> bool:
    return any(location == root or location.startswith(f"{root}/") for root in roots)


def changes(before: CardPool, after: CardPool) -> Changes:
    """What is new, different and gone; a token script counts by its file name."""
    old, new = _digests(before), _digests(after)
    return Changes(
        added=tuple(sorted(new.keys() - old.keys())),
        changed=tuple(sorted(name for name in new.keys() & old.keys() if new[name] != old[name])),
        removed=tuple(sorted(old.keys() - new.keys())),
    )


def _digests(pool: CardPool) -> dict[str, bytes]:
    return {file.token or file.names[0]: file.digest for file in pool.files()}
