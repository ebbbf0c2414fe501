"""What is wrong with a card script: a code, where it stands, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Severity(IntEnum):
    """How grave a diagnostic is.

    `INFO` is no fault: what Forge knows and this service leaves to the engine, or a note of
    the pool. The wire knows only errors and warnings.
    """

    ERROR = 1
    WARNING = 2
    INFO = 3


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Attributes:
        code: "NJ103"; `docs/diagnostics.md` explains each.
        severity: as the code has it.
        message: what is wrong, in one sentence.
        line, column: where the token begins, from 1; 0 where a whole file is meant.
        token: the text that is wrong, as written.
        suggestion: what would be right in the token's place; empty where nothing is certain.
        path: of the script, below the folder it was loaded from.
    """

    code: str
    severity: Severity
    message: str
    line: int = 0
    column: int = 0
    token: str = ""
    suggestion: str = ""
    path: str = ""


def error(code: str, message: str, **where: object) -> Diagnostic:
    """An error of a whole file."""
    return Diagnostic(code, Severity.ERROR, message, **where)  # type: ignore[arg-type]
