"""The largest X that a listing offers, with further costs and whoever pays the mana (601.2b)."""

from __future__ import annotations

import pytest

from tests.boards import ENGINE, Game, refused
from tests.rules.test_parts import game


def largest(made: Game, *, engine_pays: bool = False) -> int | None:
    """What is offered as the largest X; None where nothing is."""
    actions = made.listing(engine_pays=engine_pays).actions
    return actions[0].x_value if actions else None


@pytest.mark.parametrize(
    ("cost", "here", "engine"),
    [
        ("X", 2, 2),
        ("X U", 1, 1),
        ("X X", 1, 1),
        ("X B", None, 0),
        ("B", None, 0),
        ("X PayLife<1>", 2, 2),
        ("X Discard<1/Card>", 2, 2),
        ("U PayLife<X>", 20, 20),
        ("B PayLife<X>", None, 20),
        ("U PayLife<21>", None, None),
        ("X PayLife<X>", 2, 2),
        ("U Discard<X/Card>", 1, 1),
        ("U tapXType<X/Creature.untapped>", 0, 0),
        ("U Sac<X/Land>", 2, 2),
        ("X Sac<1/Land>", 2, 2),
        ("U U U Sac<1/Land>", None, 0),
        ("no cost", None, None),
    ],
)
def test_the_largest_x(cost: str, here: int | None, engine: int | None):
    """601.2b: as far as mana, life and objects go, each where the cost asks for it.

    There are two Islands and 20 life; the Ninja itself is the one card in hand.
    """
    assert largest(game(cost)) == here
    found = largest(game(cost), engine_pays=True)
    assert (found is None) == (engine is None)
    if found is not None and engine is not None:
        assert found >= engine


@pytest.mark.parametrize(("life", "expected"), [(0, 0), (1, 1), (-3, 0)])
def test_without_life(life: int, expected: int):
    """119.4: X is 0 for who has none to pay."""
    made = game("U PayLife<X>")
    made.state.players.add(id="c", life=20)
    made.player("a").life = life
    assert largest(made) == expected
    made.take("ninja", "bear", x=expected)
    with refused("CANNOT_PAY", "601.2h"):
        made.take("ninja", "bear", x=expected + 1)


def test_mana_and_parts_together():
    """601.2h: what is sacrificed may be tapped for mana first, what is tapped as a cost may not."""
    made = game("U U Sac<1/Land>")
    assert largest(made) == 0
    assert made.take("ninja", "bear").HasField("choice")
    made = game("U U tapXType<1/Land>")
    assert largest(made) is None
    with refused("CANNOT_PAY", "601.2h"):
        made.take("ninja", "bear")
    assert made.take("ninja", "bear", payment=ENGINE).HasField("choice")
