"""State-based actions in the corners: several reasons at once, and what is known of each object."""

from __future__ import annotations

import pytest

from tests.boards import Game, pick, wire


def gone(outcome: wire.Outcome) -> list[tuple[str, str]]:
    """What changed zones, with the rule."""
    return [
        (each.zone_changed.object_id, each.rule)
        for each in outcome.events
        if each.HasField("zone_changed")
    ]


@pytest.mark.clause("C11")
def test_a_legend_that_goes_for_two_reasons_goes_once():
    """C11, 704.3, 704.5j: the one not kept has lethal damage too; another creature dies with it."""
    game = Game()
    game.add("one", "Yuriko, the Tiger's Shadow")
    game.add("two", "Yuriko, the Tiger's Shadow", damage=9)
    game.creature("bear", damage=2)
    outcome = game.advance(pick("704.5j:one", "one"))
    assert sorted(gone(outcome)) == [("bear", "704.5g"), ("two", "704.5j")]
    assert {each.batch for each in outcome.events if each.HasField("zone_changed")} == {1}
