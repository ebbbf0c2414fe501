"""Reading the cards anew: a broken file never takes a working card away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ninjutsu_service.cards.diagnostics import Diagnostic
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.soundness import Soundness
from ninjutsu_service.cards.sources import ScriptFile, Source, read_source


@dataclass(frozen=True, slots=True)
class Changes:
    """What a new snapshot has otherwise than the one before, by front name, sorted.

    A token script counts by its file name.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(slots=True)
class _Next:
    """What is put together for the next snapshot.

    Attributes:
        known: the files of the snapshot before, by location.
        used: the files of cards and tokens that counted then, by name.
        soundness: which scripts have errors.
        files, notes, kept: of the next snapshot.
        orphans: broken files of cards whose working file is gone, with that file.
    """

    known: Mapping[str, ScriptFile]
    used: Mapping[tuple[bool, str], ScriptFile]
    soundness: Soundness
    files: list[ScriptFile] = field(default_factory=list)
    notes: list[Diagnostic] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    orphans: list[tuple[ScriptFile, ScriptFile]] = field(default_factory=list)


def reload_pool(paths: Sequence[Path], previous: CardPool) -> CardPool:
    """A new snapshot of the same folders, files and archives.

    A file that cannot be read any more, or that now has an error, keeps its last good version;
    one that was deleted takes its card along. Where a whole folder has become unreadable its
    cards stay. What is wrong stands in the snapshot's notes.
    """
    files = previous.files()
    before = (*files, *previous.overridden)
    upcoming = _Next(
        known={file.location: file for file in before if file.location},
        used={_key(file): file for file in files},
        soundness=previous.soundness.of(before),
    )
    for path in paths:
        source = read_source(path, upcoming.known)
        upcoming.notes += source.notes
        present = [_current(file, upcoming) for file in source.files]
        present += _unreadable(source, upcoming)
        present.sort(key=lambda file: file.location)
        upcoming.files += present
    _settle_orphans(upcoming)
    return CardPool(upcoming.files, upcoming.notes, upcoming.kept, upcoming.soundness)


def _key(file: ScriptFile) -> tuple[bool, str]:
    return bool(file.token), file.token or file.names[0]


def _current(file: ScriptFile, upcoming: _Next) -> ScriptFile:
    """A file as it is to count: itself, or its last good version."""
    before = upcoming.known.get(file.location)
    if before is None:
        working = upcoming.used.get(_key(file))
        if working is not None and upcoming.soundness.is_worse(file, working):
            upcoming.orphans.append((file, working))
        return file
    if not upcoming.soundness.is_worse(file, before):
        return file
    upcoming.notes += upcoming.soundness.why_not_used(file, "its last good version stays")
    upcoming.kept.add(before.location)
    return before


def _unreadable(source: Source, upcoming: _Next) -> list[ScriptFile]:
    """The last version of what is there but can no longer be read, or lies below such a thing."""
    broken = source.reading.broken
    if not broken:
        return []
    upcoming.kept |= broken & upcoming.known.keys()
    read = {file.location for file in source.files}
    return [
        file
        for location, file in upcoming.known.items()
        if location not in read and _is_below(location, broken)
    ]


def _is_below(location: str, broken: Collection[str]) -> bool:
    """Whether a file, or a folder that it is in, is among these."""
    while location and location not in broken:
        location = location.rpartition("/")[0]
    return bool(location)


def _settle_orphans(upcoming: _Next) -> None:
    """A broken file under a new name does not take the card of the old one away."""
    there = {file.location for file in upcoming.files}
    instead: dict[str, ScriptFile] = {}
    for file, working in upcoming.orphans:
        if working.location not in there:
            upcoming.notes += upcoming.soundness.why_not_used(file, "its last good version stays")
            instead[file.location] = working
            there.add(working.location)
    if instead:
        upcoming.files = [instead.get(file.location, file) for file in upcoming.files]
        upcoming.kept.update(file.location for file in instead.values())


def changes(before: CardPool, after: CardPool) -> Changes:
    """What is new, different and gone; a token script counts by its file name."""
    old, new = _digests(before), _digests(after)
    return Changes(
        added=tuple(sorted(new.keys() - old.keys())),
        changed=tuple(sorted(name for name in new.keys() & old.keys() if new[name] != old[name])),
        removed=tuple(sorted(old.keys() - new.keys())),
    )


def is_same(before: CardPool, after: CardPool) -> bool:
    """Whether two snapshots have the same cards from the same files, and the same notes."""
    return (
        before.version == after.version
        and before.notes == after.notes
        and _places(before) == _places(after)
    )


def _places(pool: CardPool) -> list[tuple[str, bool]]:
    return [(file.path, file.location in pool.kept) for file in pool.files()]


def _digests(pool: CardPool) -> dict[str, bytes]:
    return {file.token or file.names[0]: file.digest for file in pool.files()}
