"""The pieces of `rules.costs` that a whole call does not show: what is counted and remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ninjutsu_service.cards.cost import parse_cost
from ninjutsu_service.cards.mana import FREE
from ninjutsu_service.rules.costs import (
    NOTHING_RESERVED,
    Offer,
    Reserved,
    _different,
    _steps_of,
    _usable,
    _what_matters,
    floating,
    highest_mana_x,
    mana_option,
    options_of,
    pool_message,
    sources,
    usable_sources,
)
from ninjutsu_service.rules.keywords.ninjutsu import NINJUTSU
from ninjutsu_service.rules.payment import EMPTY, ManaOption, can_pay, largest_x, price
from tests.boards import Game, pb
from tests.rules.scripts import table_of


def offer(cost: str) -> Offer:
    parsed = parse_cost(cost)
    return Offer(NINJUTSU, parsed, 0, parsed.mana)


def test_of_equal_offers_the_first():
    """Of two that are alike in everything the one that stands first is kept."""
    first, second = offer("1 U"), offer("1 U")
    assert _different([first, second])[0] is first
    assert len(_different([first, second])) == 1


def test_a_player_without_a_pool_has_the_empty_one():
    """Nothing is read where nothing was sent: the one empty pool stands for it."""
    assert floating(pb.Player()) is EMPTY


@pytest.mark.parametrize(("amounts", "snow"), [((1,), (0, 0)), ((0, 0), (1,))])
def test_a_pool_of_two_lengths(amounts: tuple[int, ...], snow: tuple[int, ...]):
    """Both lists are by type of mana: one that is shorter is a mistake of the caller."""
    with pytest.raises(ValueError, match="argument"):
        pool_message(amounts, snow)


def test_nothing_is_reserved_unless_said():
    """The defaults are what `NOTHING_RESERVED` is."""
    assert Reserved() == NOTHING_RESERVED == (frozenset(), frozenset(), 0, "")


def ability(index: int = 0, cost: str = "T") -> ManaOption:
    found = mana_option(index, "U", cost, snow=False)
    assert found is not None
    return found


def test_what_looking_at_abilities_costs():
    """A step for each ability; eight for each where one of them costs mana."""
    free, dear = ability(), ability(1, "1 T")
    like_free = FREE._replace()
    assert like_free is not FREE
    assert _steps_of(()) == 0
    assert _steps_of((free,)) == 1
    assert _steps_of((free, free, free)) == 3
    assert _steps_of((replace(free, mana=like_free), free)) == 2
    assert _steps_of((dear,)) == 8
    assert _steps_of((free, dear, free)) == 24


def many_lands() -> Game:
    """An Island, a land of two colours, and one whose ability costs mana."""
    game = Game()
    game.land("island", "U")
    game.land("dual", "U", "B")
    game.land("filter", "U").mana_abilities[0].cost = "1 T"
    return game


def test_what_one_payment_takes_at_least():
    """Five steps for each source and those of its abilities, spent once as they are found."""
    table = table_of(many_lands())
    before = table.effort.left
    assert list(usable_sources(table, "a")) == ["island", "dual", "filter"]
    assert _usable(table, "a")[1] == 3 * 5 + 1 + 2 + 8
    assert before - table.effort.left == 3 * 5 + 1 + 2 + 8
    empty = table_of(Game())
    assert _usable(empty, "a") == ({}, 0)


def test_what_the_largest_x_takes():
    """Twenty payments' steps for X in the mana, one payment's without, and those of the search."""
    for cost, factor in (("X U", 20), ("U", 1)):
        table = table_of(many_lands())
        found = offer(cost)
        least = _usable(table, "a")[1]
        steps: list[int] = []
        mana, usable = found.cost.mana, sources(table, "a", NOTHING_RESERVED)
        if mana.x_count:
            largest_x(mana, 0, EMPTY, usable, 20, spend=steps.append)
        else:
            can_pay(price(mana, 0, 0), EMPTY, usable, 20, spend=steps.append)
        before = table.effort.left
        assert highest_mana_x(table, "a", found, NOTHING_RESERVED) == found.cost.mana.x_count
        assert before - table.effort.left == factor * least + sum(steps)


def test_mana_abilities_are_remembered_of_what_is_there():
    """The object of the state is read once; a copy of it, of the same id, is read by itself."""
    game = many_lands()
    table = table_of(game)
    item = table.board.objects["island"]
    table.mana["island"] = (ability(7),)
    assert options_of(table, item) == (ability(7),)
    copy = pb.GameObject()
    copy.CopyFrom(item)
    copy.mana_abilities[0].produces = "B"
    assert [each.produces for each in options_of(table, copy)] == [(0, 0, 1, 0, 0, 0)]


def test_what_is_reserved_of_sources():
    """Only what makes a difference to them: so many reservations come to the same."""
    game = many_lands()
    game.land("lotus", "U").mana_abilities[0].cost = "Sac<1/CARDNAME>"
    table = table_of(game)
    before = table.effort.left
    assert _what_matters(table, "a", NOTHING_RESERVED) is NOTHING_RESERVED
    assert table.effort.left == before, "where nothing is reserved no source is looked at"
    for alike in (Reserved(kept=frozenset(("island", "none"))), Reserved(), Reserved(life=0),
                  Reserved(untapped=frozenset(("none",)))):  # fmt: skip
        assert _what_matters(table, "a", alike) is NOTHING_RESERVED
    for needed in (Reserved(kept=frozenset(("lotus",))), Reserved(life=3),
                   Reserved(untapped=frozenset(("island",)))):  # fmt: skip
        assert _what_matters(table, "a", needed) == needed
