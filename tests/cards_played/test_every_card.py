"""Every bundled card has its story here."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.bundled import ORIGINAL, PRINTED


def test_every_card_is_played():
    """Each card's name stands in a test of this folder, as a whole text."""
    texts: set[object] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    cards = {script.card.name for script in PRINTED + ORIGINAL}
    assert cards - texts == set()
