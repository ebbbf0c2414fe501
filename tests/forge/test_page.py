"""docs/forge-files.md names every word of Forge's state files that the reader knows."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from ninjutsu_service.cli.why import why
from ninjutsu_service.forge.language import IMPORTED, KEY, NOT_IMPORTED, WITHOUT_EFFECT
from tests.shared import ROOT

PAGE = ROOT / "docs" / "forge-files.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="needs the repository's docs")


def test_the_page_has_every_word():
    """Attributes as written before a colon, keys of players without the player."""
    text = PAGE.read_text()
    words = {each.partition(":")[0] for each in re.findall(r"`([^`\n]+)`", text)}
    lower = {each.lower().lstrip("…") for each in words}
    assert set(NOT_IMPORTED.values()) <= words
    assert lower >= IMPORTED | WITHOUT_EFFECT
    whats = KEY.pattern.split("(?P<what>")[1].rstrip(")").split("|")
    assert set(whats) <= lower


def test_the_page_s_example():
    """It reads as the page says."""
    example = re.findall(r"^```\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)[0]
    told = CliRunner().invoke(why, ["-"], input=example)
    assert told.exit_code == 0
    assert "not known here: Westvale Abbey" in told.output
    assert "Transformed is not imported: Westvale Abbey" in told.output
    assert "assumed: Westvale Abbey is a creature: it attacks, and is not known here" in told.output


def test_the_page_has_every_option():
    """Each of `ninjutsu why`, with what it is called."""
    text = PAGE.read_text()
    for option in why.params:
        for flag in (each for each in option.opts if each.startswith("--")):
            metavar = f" {option.metavar}" if option.metavar else ""
            assert f"| `{flag}{metavar}` |" in text
