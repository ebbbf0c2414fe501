"""`docs/diagnostics.md`: every code is there, and each example reports what it says."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.checking import check_paths
from ninjutsu_service.cards.diagnostics import CODES, Diagnostic, Severity
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry
from tests.shared import ROOT

NAMES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Note"}


@dataclass(frozen=True)
class Example:
    """A code's section: its title, its severity, the example and what it reports."""

    code: str
    title: str
    severity: str
    kind: str
    info: tuple[str, ...]
    body: str
    expected: tuple[str, ...]


def examples() -> list[Example]:
    text = (ROOT / "docs" / "diagnostics.md").read_text("utf-8")
    pattern = re.compile(
        r"^### (NJ\d+): (.+)\n\n(\w+)\. [^`]*(?:`[^`]+`[^`]*)*?"
        r"^```(\w+)(.*)\n((?:.*\n)*?)^```\n\n^```text\n((?:.*\n)*?)^```\n",
        re.MULTILINE,
    )
    return [
        Example(m[1], m[2], m[3], m[4], tuple(m[5].split()), m[6], tuple(m[7].splitlines()))
        for m in pattern.finditer(text)
    ]


def shown(found: Diagnostic) -> str:
    place = f"{found.line}:{found.column} " if found.line else ""
    suggestion = f" -> `{found.suggestion}`" if found.suggestion else ""
    return f"{place}{found.code} {found.message}{suggestion}"


def test_every_code_is_documented_once() -> None:
    """Each code is documented with an example; titles and severities agree."""
    documented = {each.code: (each.severity, each.title) for each in examples()}
    assert len(documented) == len(examples())
    assert documented == {code: (NAMES[grave], title) for code, (grave, title) in CODES.items()}


@pytest.mark.parametrize(
    "example", [each for each in examples() if each.kind == "script"], ids=lambda each: each.code
)
def test_script_examples_report_what_they_say(example: Example) -> None:
    """An example's diagnostics are those shown below it, no more and no fewer."""
    text, path, tokens = example.body, "", None
    for info in example.info:
        if info.startswith("path="):
            path = info.removeprefix("path=")
        elif info.startswith("tokens="):
            tokens = [info.removeprefix("tokens=")]
        elif info == "crlf":
            text = text.replace("\n", "\r\n")
        elif info == "no-final-newline":
            text = text.removesuffix("\n")
    here = carried(Registry.installed()) if "carried" in example.info else None
    found = check_script(text, path, tokens, notes="notes" in example.info, carried=here)
    assert tuple(map(shown, found)) == example.expected
    assert example.code in {each.code for each in found}


@pytest.mark.parametrize(
    "example", [each for each in examples() if each.kind == "sh"], ids=lambda each: each.code
)
def test_file_examples_report_what_they_say(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies there after an example's commands is reported as shown, and nothing raises."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["sh", "-ec", example.body], check=True)
    paths = [Path(name) for name in ("cards", "more") if Path(name).exists()]
    found = [*CardPool.load(paths).notes]
    found += [each for checked in check_paths(paths, notes=True) for each in checked.diagnostics]
    said = [f"{each.path or '.'} {each.code} {each.message}" for each in found]
    assert example.expected[0] in said
