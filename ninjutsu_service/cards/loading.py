"""Which files a pool is made of: those that lie there, and last good versions of broken ones.

Reading again is cheap: an unchanged file is known by its time, size and number. A file that was
fine and now has an error keeps its last good version, so that saving a mistake, or half a file,
takes no working card away; a file that is gone is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ninjutsu_service.cards.diagnostics import Diagnostic, Severity
from ninjutsu_service.cards.sources import ScriptFile, Source, read_source


def load_files(
    paths: Sequence[Path], earlier: Sequence[ScriptFile] = ()
) -> tuple[list[ScriptFile], list[Diagnostic]]:
    """The files of all paths in order, and what is wrong with them.

    Args:
        paths: folders, files and archives.
        earlier: the files that were loaded last; empty the first time.
    """
    known = {file.location: file for file in earlier if file.location}
    files: list[ScriptFile] = []
    notes: list[Diagnostic] = []
    for path in paths:
        source = read_source(path, known)
        if source.lost:
            source.files = [file for file in earlier if file.source == source.name]
        elif known:
            _keep_good(source, known)
        files += source.files
        notes += source.notes
    return files, notes


def _keep_good(source: Source, known: dict[str, ScriptFile]) -> None:
    """Put last good versions in the place of files that are broken now."""
    kept: list[ScriptFile] = []
    for file in source.files:
        before = known.get(file.location)
        if before is None or before.digest == file.digest:
            kept.append(file)
            continue
        errors = _errors(file)
        if errors and not _errors(before):
            source.notes += errors
            kept.append(before)
        else:
            kept.append(file)
    kept += [known[location] for location in sorted(source.broken) if location in known]
    source.files = kept


def _errors(file: ScriptFile) -> list[Diagnostic]:
    # Imported late: the first load checks nothing, and the checks bring the vocabulary with them.
    from ninjutsu_service.cards.check import check_script  # noqa: PLC0415

    found = check_script(file.text, file.path)
    return [each for each in found if each.severity == Severity.ERROR]
