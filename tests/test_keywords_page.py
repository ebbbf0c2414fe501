"""docs/keywords.md names every statement of a keyword, and its example works."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest

from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.parts import PART_KINDS
from tests.shared import ROOT

PAGE = ROOT / "docs" / "keywords.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="needs the repository's docs")


def test_every_statement_is_in_the_table():
    """A statement added to `Keyword` is documented."""
    stated = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE)
    assert sorted(stated) == sorted(each.name for each in fields(Keyword))


def test_every_further_cost_is_named():
    """A kind of cost that can be paid is documented."""
    for name in (*PART_KINDS, "PayLife"):
        assert f"`{name}<" in PAGE.read_text()


def test_the_example_is_a_keyword():
    """The code of the page runs, and gives a keyword with its own statements."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    (keyword,) = names["KEYWORDS"]
    assert isinstance(keyword, Keyword)
    assert (keyword.name, keyword.extra_cost, keyword.attacks) == ("Revenant", "PayLife<2>", True)
