"""Where the checks of one script put what they find."""

from __future__ import annotations

from typing import NamedTuple

from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.document import Line, Section

MAX_FINDINGS = 200
"""Of one script no more are kept; who reads further has fixed these first."""

MAX_UNKNOWN = 1000
"""Looking for what an unknown word was meant to be takes time; after so many it ends."""


MAX_TEXT = 300
"""What is longer is cut in tokens and messages."""

_NOTES = frozenset(("NJ901", "NJ902"))


class Problem(NamedTuple):
    """Something in a value that may be wrong; the face decides, which knows its SVars.

    Attributes:
        code: the diagnostic's.
        offset: where the token begins in the value or part, from 0.
        token: the text that may be wrong.
        slot: where it stands, for suggestions: a key in lower case, or `@…`.
        message: where it does not follow from the code.
        suggestion: where it does not follow from the slot.
    """

    code: str
    offset: int
    token: str
    slot: str = ""
    message: str = ""
    suggestion: str = ""


class Findings:
    """The diagnostics of one script, in the order found."""

    __slots__ = ("diagnostics", "full", "notes", "path", "unknown")

    def __init__(self, path: str, notes: bool = False) -> None:
        self.path = path
        self.notes = notes
        self.unknown = 0
        self.diagnostics: list[Diagnostic] = []
        self.full = False

    def report(
        self,
        code: str,
        message: str,
        line: int = 0,
        column: int = 0,
        token: str = "",
        suggestion: str = "",
    ) -> None:
        """Add a finding, unless there are too many, or it is a note nobody wants."""
        if self.full:
            return
        if code in _NOTES and not self.notes:
            self.unknown += 1
            if self.unknown < MAX_UNKNOWN:
                return
        if len(self.diagnostics) >= MAX_FINDINGS or self.unknown >= MAX_UNKNOWN:
            self.full = True
            message = f"more than {MAX_FINDINGS} findings; the rest is not shown"
            code, token, suggestion = "NJ009", "", ""
        token, message = short(token), short(message)
        if len(suggestion) > MAX_TEXT:
            suggestion = ""
        self.diagnostics.append(
            diagnose(
                code, message, line=line, column=column, token=token, suggestion=suggestion,
                path=self.path,
            )
        )  # fmt: skip


def short(text: str) -> str:
    """A token or a message, cut where it is longer than anybody reads."""
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


class Reference(NamedTuple):
    """The name of an SVar in a value that has to be one.

    Attributes:
        name: as written.
        key: the parameter it stands under, in lower case.
        line, column: where it stands.
    """

    name: str
    key: str
    line: int
    column: int


class SVar(NamedTuple):
    """An SVar as a face defines it.

    Attributes:
        name: as written.
        value: trimmed on the left.
        line: the line that defines it.
        kind: "DB", "AB", "SP", "ST", "Mode", "Event"; empty for an expression or a plain value.
    """

    name: str
    value: str
    line: Line
    kind: str


class FaceCheck:
    """What is known of a face while it is checked.

    Attributes:
        findings: of the whole script.
        section: its lines.
        fields: the lines of each field that is not SVar, K, A, T, S or R; by name.
        svars: by name in lower case; of a repeated one the last.
        references: every name that has to be an SVar.
        pending: line number, column and problem: to be decided when all SVars are known.
        named: words in lower case that name an SVar somewhere.
        cost_x: line number and column of costs with X in them.
        unused: names of SVars that no line names, once somebody asked.
        chain: what leads to other parts, by the name of the SVar it stands in, in lower case.
    """

    __slots__ = (
        "chain", "cost_x", "fields", "findings", "named", "pending", "references", "section",
        "svars", "unused",
    )  # fmt: skip

    def __init__(self, findings: Findings, section: Section) -> None:
        self.findings = findings
        self.section = section
        self.fields: dict[str, list[Line]] = {}
        self.svars: dict[str, SVar] = {}
        self.references: list[Reference] = []
        self.pending: list[tuple[int, int, Problem]] = []
        self.named: set[str] = set()
        self.chain: dict[str, list[Reference]] = {}
        self.cost_x: list[tuple[int, int]] = []
        self.unused: list[str] | None = None

    def first(self, field: str) -> Line | None:
        """The first line of a field."""
        lines = self.fields.get(field)
        return lines[0] if lines else None

    def value(self, field: str) -> str:
        """The value of a field, empty where the face has none; of a repeated one the last."""
        lines = self.fields.get(field)
        return lines[-1].value if lines else ""
