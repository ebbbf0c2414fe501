"""How `ninjutsu check` prints what it found: as text, as JSON, as annotations of GitHub."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

from ninjutsu_service.cards.checking import Checked
from ninjutsu_service.cards.diagnostics import Diagnostic, Severity

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_WIDEST = 100


def report(checked: Sequence[Checked], output_format: str) -> None:
    """Print on standard output.

    Args:
        checked: every script, also those where nothing was found.
        output_format: "text", "json" or "github".
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # A script may hold what the terminal's encoding does not have.
        sys.stdout.reconfigure(errors="backslashreplace")
    if output_format == "json":
        print(json.dumps([_as_json(each) for each in _all(checked)], indent=2))
    elif output_format == "github":
        for each in _all(checked):
            print(_annotation(each))
    else:
        console = Console(soft_wrap=True, highlight=False)
        for script in checked:
            lines = script.text.split("\n")
            for each in script.diagnostics:
                console.print(_shown(each, lines))
        console.print(_summary(checked))


def _all(checked: Sequence[Checked]) -> Iterator[Diagnostic]:
    return (each for script in checked for each in script.diagnostics)


def _as_json(found: Diagnostic) -> dict[str, object]:
    start = {"row": found.line, "column": found.column}
    end = {"row": found.line, "column": found.column + len(found.token)}
    return {
        "code": found.code,
        "severity": str(found.severity),
        "message": found.message,
        "filename": found.path,
        "location": start,
        "end_location": end,
        "token": found.token,
        "suggestion": found.suggestion or None,
    }


def _annotation(found: Diagnostic) -> str:
    """A workflow command; `%` and line ends are escaped, in its properties `:` and `,` too."""
    properties = {
        "title": f"ninjutsu ({found.code})",
        "file": found.path,
        "line": max(found.line, 1),
        "col": max(found.column, 1),
        "endColumn": max(found.column, 1) + len(found.token),
    }
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[found.severity]} {listed}::{_escaped(_sentence(found))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _sentence(found: Diagnostic) -> str:
    if not found.suggestion:
        return found.message
    return f"{found.message}; did you mean `{found.suggestion}`?"


def _shown(found: Diagnostic, lines: Sequence[str]) -> Text:
    """A finding with the line it stands in, and a mark below the token."""
    shown = Text()
    shown.append(f"{found.code} ", _STYLES[found.severity])
    shown.append(f"{_WORDS[found.severity]}: ", "bold")
    shown.append(found.message)
    place = f":{found.line}:{found.column}" if found.line else ""
    shown.append("\n --> ", "blue").append(f"{_printable(found.path)}{place}")
    number = str(found.line)
    if 0 < found.line <= len(lines):
        line, begin = _cut(lines[found.line - 1].rstrip("\r"), found.column - 1)
        margin = " " * len(number)
        shown.append(f"\n{margin} |\n{number} | ", "blue").append(_printable(line))
        mark = "^" * max(1, min(len(found.token), len(line) - begin))
        shown.append(f"\n{margin} | ", "blue").append(" " * begin).append(mark, "bold red")
    if found.suggestion:
        shown.append(f"\n{' ' * len(number)} = ", "blue").append("help: ", "bold")
        shown.append(f"did you mean `{_printable(found.suggestion)}`?")
    return shown.append("\n")


def _cut(line: str, column: int) -> tuple[str, int]:
    """A long line's part around a column, and where the column is in it."""
    line = line.replace("\t", " ")
    if len(line) <= _WIDEST:
        return line, column
    start = max(0, min(column - _WIDEST // 3, len(line) - _WIDEST))
    end = start + _WIDEST
    before, after = "…" if start else "", "…" if end < len(line) else ""
    return before + line[start:end] + after, column - start + len(before)


def _printable(text: str) -> str:
    """Text without characters that would do something to a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _summary(checked: Sequence[Checked]) -> str:
    counts = dict.fromkeys(Severity, 0)
    for each in _all(checked):
        counts[each.severity] += 1
    scripts = _count(checked[0].total if checked else 0, "script")
    found = [
        _count(counts[severity], name) for severity, name in _WORDS.items() if counts[severity]
    ]
    if not found:
        return f"All checks passed in {scripts}."
    return f"Found {' and '.join(', '.join(found).rsplit(', ', 1))} in {scripts}."


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}" + ("" if number == 1 else "s")
