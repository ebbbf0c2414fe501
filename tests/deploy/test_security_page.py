"""What the page on security promises."""

from __future__ import annotations

import re

from tests.shared import ROOT

PAGE = ROOT / "docs" / "security.md"


def test_every_test_that_the_page_names_is_there():
    """A defense whose test has gone is a promise that nobody keeps."""
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) > 25
    assert [
        f"{path}::{name}"
        for path, name in named
        if f"\ndef {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ] == []


def test_every_line_of_the_page_names_a_test():
    """What is defended, and by which test."""
    table = PAGE.read_text(encoding="utf-8").partition("## What is defended")[2]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    assert [row for row in rows if "`tests/" not in row.split(" | ")[-1]] == []
