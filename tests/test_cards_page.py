"""docs/cards.md and the reviewed list of what may be left to the engine."""

from __future__ import annotations

import re
import sys

import pytest

from tests.shared import ROOT
from tests.test_clause_table import source_tree
from tools import cards_page as tool

LEFT = "DB$ Effect | SubAbility$ DBAfter"


def faults(*, texts: dict[str, str], carried: set[str], left: set[str], **listed: str) -> list[str]:
    """What is amiss with one card: its parts by SVar, what stories showed, what is listed."""
    parts = [
        tool.Part("Card", name, name, text, understood=not text.startswith("DB$ Effect"))
        for name, text in texts.items()
    ]
    entries = [tool.Entry("Card", part, why) for part, why in listed.items()]
    record = tool.Record({"Card": frozenset(carried)}, {"Card": frozenset(left)})
    return [each.replace(f"{tool.LIST}", "LIST") for each in tool.faults(
        {"cardsfolder": {"Card": parts}}, entries, record
    )]  # fmt: skip


@pytest.mark.slow
def test_the_page_is_up_to_date_and_no_card_leaves_what_is_not_listed():
    """Every part is carried out in a story, or listed with an allowed reason: see the tool."""
    root = source_tree()
    parts, entries = tool.read_parts(), tool.read_list(root / tool.LIST)
    assert tool.faults(parts, entries, tool.play(root)) == []
    assert (root / tool.PAGE).read_text(encoding="utf-8") == tool.page(parts, entries)


def test_only_these_reasons_are_allowed():
    """Cards cast or played, turns, what lasts, what was not sent; and what follows from that."""
    assert sorted(tool.REASONS) == ["after", "lasts", "plays", "turns", "unsent"]
    listed = (ROOT / tool.LIST).read_text(encoding="utf-8")
    assert re.findall(r"^#   (\w+) ", listed, re.MULTILINE) == list(tool.REASONS)


def test_what_is_carried_out_is_no_fault():
    """A part that the rules read and a story carries out."""
    assert faults(texts={"trig": "DB$ Draw"}, carried={"DB$ Draw"}, left=set()) == []


def test_a_part_that_no_story_carries_out_is_found():
    """That the rules read it says not yet that it works."""
    found = faults(texts={"trig": "DB$ Draw"}, carried=set(), left=set())
    assert found == ["Card, trig: no story carries it out"]


def test_a_part_that_is_left_is_found_until_it_is_listed():
    """Both ways: by what the rules say, and by what a story shows."""
    texts = {"trig": LEFT, "dbafter": "DB$ Cleanup"}
    assert faults(texts=texts, carried=set(), left={LEFT}) == [
        "Card, trig: a story leaves it to the engine, and LIST does not list it",
        "Card, trig: it is not carried out, and LIST does not list it",
        "Card, dbafter: no story carries it out",
    ]
    assert faults(texts=texts, carried=set(), left={LEFT}, trig="lasts", dbafter="after") == []


def test_a_list_that_says_too_much_is_found():
    """Reasons that are none, parts that there are not, and what is carried out after all."""
    texts = {"trig": "DB$ Draw", "other": "DB$ Mill"}
    carried = {"DB$ Draw", "DB$ Mill"}
    assert faults(texts=texts, carried=carried, left=set(), trig="hard", none="plays") == [
        "LIST: Card, trig: 'hard' is no reason to leave a part",
        "LIST: Card has no part none",
        "Card, trig: LIST lists it, and a story carries it out",
        "Card, trig: LIST lists it, and no story leaves it",
    ]
    assert faults(texts=texts, carried=carried, left=set(), other="after")[0] == (
        "LIST: Card, other follows no part that is left"
    )


@pytest.mark.slow
def test_a_stale_page_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path, capsys):
    """`--check` changes nothing and says what to run."""
    root = source_tree()
    monkeypatch.setattr(tool, "play", lambda _: tool.Record({}, {}))
    monkeypatch.setattr(tool, "faults", lambda *_: [])
    monkeypatch.setattr(tool, "LIST", root / tool.LIST)
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    assert tool.main(["--check"]) == 1
    assert "make cards-page" in capsys.readouterr().out
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0


@pytest.mark.slow
def test_a_story_that_fails_fails_the_page(tmp_path):
    """What a story that fails has shown counts for nothing."""
    (tmp_path / tool.STORIES).mkdir(parents=True)
    (tmp_path / tool.STORIES / "test_wrong.py").write_text("def test_wrong():\n    assert False\n")
    with pytest.raises(SystemExit, match="cannot be played"):
        tool.play(tmp_path)
    assert str(tmp_path) not in sys.path
