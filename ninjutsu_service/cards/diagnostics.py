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

    def __str__(self) -> str:
        return self.name.lower()


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


_ERRORS = {
    "NJ001": "a file that cannot be read",
    "NJ002": "a file too large for a card script",
    "NJ003": "a file that is not UTF-8",
    "NJ004": "a link that leads out of the folder",
    "NJ005": "a folder or archive with too much in it",
    "NJ008": "a character that no script may hold",
    "NJ101": "a face without Name, or with something before it",
    "NJ102": "a face without ManaCost",
    "NJ103": "a face without Types",
    "NJ104": "a face without Oracle",
    "NJ105": "a creature or Vehicle without PT",
    "NJ106": "a PT that is none",
    "NJ108": "Loyalty without planeswalker, or a planeswalker without Loyalty",
    "NJ109": "a mana cost that is none",
    "NJ110": "a land with a mana cost",
    "NJ111": "types out of order",
    "NJ116": "ALTERNATE without AlternateMode, or AlternateMode without ALTERNATE",
    "NJ118": "too many faces",
    "NJ119": "unbalanced braces in an Oracle",
    "NJ201": "an ability line that does not begin as its kind has to",
    "NJ202": "a trigger without Execute",
    "NJ203": "an activated ability without Cost",
    "NJ302": "a reference to an SVar of the wrong kind",
    "NJ303": "a SubAbility that leads back to itself",
    "NJ304": "X in a cost without an SVar X",
    "NJ501": "unbalanced or nested brackets in a cost",
    "NJ505": "a keyword without a cost that can be paid",
}
_WARNINGS = {
    "NJ007": "a name that two scripts of one folder have",
    "NJ010": "a script with errors that is not used",
    "NJ051": "line ends of carriage return and line feed",
    "NJ052": "a last line without line end",
    "NJ053": "a tab, or white space at the end of a line",
    "NJ054": "a blank line that separates no faces",
    "NJ055": "a file name that does not follow from the card's name",
    "NJ056": "a space that does not break",
    "NJ107": "PT on something that is no creature or Vehicle",
    "NJ112": "an unknown word in the types",
    "NJ113": "a field given twice",
    "NJ114": "an Oracle that is not its face's last line",
    "NJ115": "an unknown field",
    "NJ117": "an unknown AlternateMode",
    "NJ120": "unbalanced brackets or quotes in text",
    "NJ121": "a number that is none",
    "NJ204": "an unknown ability",
    "NJ205": "an unknown trigger mode",
    "NJ206": "an unknown static mode",
    "NJ207": "an unknown replacement event",
    "NJ208": "a known name in other letter case",
    "NJ209": "an unknown parameter",
    "NJ210": "a parameter given twice",
    "NJ211": "a part of a line without $",
    "NJ212": "no space after $",
    "NJ213": "a cost where none is paid",
    "NJ214": "a parameter without | before it",
    "NJ216": "a parameter that is always there, missing",
    "NJ301": "a reference to an SVar that nothing defines",
    "NJ305": "an SVar defined twice",
    "NJ306": "an SVar without value",
    "NJ307": "an SVar's name that is no name",
    "NJ308": "an SVar whose name seems misspelt",
    "NJ309": "a number that no SVar defines",
    "NJ401": "a value that seems misspelt",
    "NJ402": "an unknown zone",
    "NJ404": "a token script that does not exist",
    "NJ405": "a comparison that is none",
    "NJ406": "a valid-expression that is not put together as one",
    "NJ502": "an unknown cost",
    "NJ503": "a part of a cost that is neither mana nor a cost",
    "NJ504": "an unknown keyword",
    "NJ506": "a cost of a keyword that this service cannot ask for",
    "NJ507": "a mana symbol that reads like two",
    "NJ508": "a keyword without what belongs after its colon",
}
_NOTES = {
    "NJ006": "a card that takes another's place",
    "NJ009": "more findings than are shown",
    "NJ901": "left to the engine",
    "NJ902": "a name not known here",
}

CODES: dict[str, tuple[Severity, str]] = {
    **{code: (Severity.ERROR, title) for code, title in _ERRORS.items()},
    **{code: (Severity.WARNING, title) for code, title in _WARNINGS.items()},
    **{code: (Severity.INFO, title) for code, title in _NOTES.items()},
}
"""Every code with its severity and what it is about."""


def diagnose(
    code: str,
    message: str,
    *,
    line: int = 0,
    column: int = 0,
    token: str = "",
    suggestion: str = "",
    path: str = "",
) -> Diagnostic:
    """A diagnostic with its code's severity.

    Raises:
        KeyError: no such code.
    """
    return Diagnostic(code, CODES[code][0], message, line, column, token, suggestion, path)
