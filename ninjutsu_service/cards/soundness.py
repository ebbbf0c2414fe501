"""Whether a script may take a working card's place: one that has errors may not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ninjutsu_service.cards.diagnostics import Diagnostic, Severity, diagnose
from ninjutsu_service.cards.sources import ScriptFile


class Soundness:
    """Which scripts have errors. Each is checked when it is first asked about, and once."""

    def __init__(self) -> None:
        self._found: dict[bytes, list[Diagnostic]] = {}

    def is_sound(self, file: ScriptFile) -> bool:
        """Whether a script has no error. One that was given as a card has none."""
        return all(each.severity is not Severity.ERROR for each in self._findings(file))

    def is_worse(self, file: ScriptFile, than: ScriptFile) -> bool:
        """Whether a script has errors where another has none."""
        return file.digest != than.digest and not self.is_sound(file) and self.is_sound(than)

    def why_not_used(self, file: ScriptFile, instead: str) -> list[Diagnostic]:
        """What is wrong with a script that is not used, and what is used in its place."""
        told = diagnose("NJ010", f"it has errors and is not used: {instead}", path=file.path)
        return [told, *(replace(each, path=file.path) for each in self._findings(file))]

    def of(self, files: Iterable[ScriptFile]) -> Soundness:
        """What is known of these scripts, for the next snapshot."""
        still = Soundness()
        digests = {file.digest for file in files}
        still._found = {key: found for key, found in self._found.items() if key in digests}
        return still

    def _findings(self, file: ScriptFile) -> list[Diagnostic]:
        found = self._found.get(file.digest)
        if found is None:
            # Few pools have a name twice, and what checks scripts takes a while to import.
            from ninjutsu_service.cards.check import check_script  # noqa: PLC0415

            found = check_script(file.text, file.path) if file.text else []
            self._found[file.digest] = found
        return found
