"""The pieces that make a plan, each by itself: what is asked of what, and what is spent.

What `pay` answers is held elsewhere; here is what each function promises of its own.
"""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from ninjutsu_service.cards.mana import parse_mana
from ninjutsu_service.rules.payment import (
    MAX_SYMBOLS,
    Fee,
    PaymentTooComplex,
    Plan,
    Price,
    automatic,
    can_pay,
    largest_x,
    pay,
    pay_from,
    price,
    spend,
)
from ninjutsu_service.rules.payment.automatic import _plan, _takes_all
from ninjutsu_service.rules.payment.costly import Solution
from ninjutsu_service.rules.payment.layout import Layout
from ninjutsu_service.rules.payment.model import NO_FEE
from ninjutsu_service.rules.payment.spend import _spend, wanted_last
from tests.rules.test_payment import EMPTY, ISLANDS, bill, pool, source
from tests.rules.test_payment import treasure as treasure_of

TREASURE = treasure_of("treasure")


def never(*_: Any, **__: Any) -> NoReturn:
    """Stands for what must not be asked."""
    raise AssertionError("it was asked")


# --- what is asked of what


def test_costs_of_abilities_are_searched_only_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a mana ability that costs mana there is nothing more to look for."""
    monkeypatch.setattr(automatic, "CostlySearch", never)
    assert pay(bill("U"), EMPTY, (TREASURE,), 20) is not None
    for board in ((TREASURE,), ()):
        assert pay(bill("U U"), EMPTY, board, 20) is None
        assert can_pay(bill("U U"), EMPTY, board, 20) is False


def test_the_short_cut_is_for_plain_demands(monkeypatch: pytest.MonkeyPatch) -> None:
    """What sources of one mana pay by themselves is not searched; {2/W} always is."""
    with monkeypatch.context() as patched:
        patched.setattr(automatic, "payable", never)
        assert can_pay(bill("1 U"), EMPTY, ISLANDS, 20) is True
    monkeypatch.setattr(automatic, "simply_payable", never)
    assert can_pay(bill("2/W"), EMPTY, ISLANDS, 20) is True


def test_a_price_without_choices_takes_what_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as much mana as is owed is all spent; {2/W} and {U/P} leave a choice."""

    def whole(text: str | Price, floating: str) -> bool:
        return _takes_all(bill(text) if isinstance(text, str) else text, pool(floating))

    assert whole("U", "U")
    assert whole("1 U", "UU")
    assert not whole("1 U", "UUU")
    assert whole("W/U G", "WG")
    assert not whole("2/W", "W")
    assert not whole("U/P", "U")
    assert not whole("U", "UU")
    assert whole(price(parse_mana("X U"), 2, 0), "UUU")
    assert whole(price(parse_mana("X U"), 2, -1), "UU")
    assert not whole(price(parse_mana("X U"), 2, -1), "UUUU")
    assert whole(price(parse_mana("X U"), 2, -5), "U")
    monkeypatch.setattr(automatic, "pay_from", never)
    assert pay(bill("1 U"), EMPTY, ISLANDS, 20) == Plan((("i1", 0), ("i2", 0)), pool("UU"), 0)


def test_a_plan_counts_the_life_of_its_activations() -> None:
    """Life that abilities cost, and their own Phyrexian symbols, is not there for the price."""
    free = Solution([], [(0, 0, NO_FEE)])
    paid = Solution([], [(0, 0, Fee(EMPTY, 2))])
    board = (source("s", "G", life=1),)
    for found, life in ((free, 3), (paid, 5)):
        plan = _plan(bill("U/P"), EMPTY, board, life, found)
        assert plan is not None
        assert (plan.activations, plan.life) == ((("s", 0),), 2)
        assert _plan(bill("U/P"), EMPTY, board, life - 1, found) is None


def test_the_values_of_x_that_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No X is asked that takes more mana than there is, and each question halves what is left."""
    seen: list[int] = []
    most = 99
    true = automatic._payable

    def counted(price: Price, *rest: Any) -> bool:
        seen.append(price.x)
        if price.x > most:
            raise PaymentTooComplex("too many ways")
        return true(price, *rest)

    monkeypatch.setattr(automatic, "_payable", counted)
    islands = [source(f"i{n}", "U") for n in range(6)]
    cases = {
        ("X", 0): (6, [0, 3, 5, 6]),
        ("X 2", 0): (4, [0, 2, 3, 4]),
        ("X X 2", 0): (2, [0, 1, 2]),
        ("X U", 1): (5 - 1, [0, 3, 4, 5]),
        ("X 6", 0): (0, [0]),
        ("X 5", -1): (2, [0, 1, 2]),
    }
    for (text, change), (x, questions) in cases.items():
        seen.clear()
        assert largest_x(parse_mana(text), change, EMPTY, islands, 20) == x
        assert seen == questions
    most = 2
    assert largest_x(parse_mana("X"), 0, EMPTY, islands, 20) == 2


# --- which floating mana is spent


def test_as_many_symbols_as_a_cost_has_can_be_paid() -> None:
    """64 symbols are paid, with exactly the mana and the life that there is."""
    plan = pay_from(bill("U " * MAX_SYMBOLS), pool("U" * MAX_SYMBOLS), 0)
    assert plan == Plan((), pool("U" * MAX_SYMBOLS), 0)
    assert pay_from(bill("U/P U/P"), pool("U"), 2) == Plan((), pool("U"), 2)
    assert pay_from(bill("U/P U/P"), pool("U"), 1) is None


def test_life_is_spared_before_mana() -> None:
    """{2/U}{U/P} with one blue mana and two others: the blue one spares the life."""
    assert pay_from(bill("2/U U/P"), pool("UBB"), 20) == Plan((), pool("UBB"), 0)


def test_of_equal_ways_the_one_that_keeps_more_colour() -> None:
    """A symbol that one generic mana pays too takes the colourless mana."""
    assert pay_from(bill("1/W"), pool("WC"), 20) == Plan((), pool("C"), 0)


def test_ways_that_take_more_mana_than_floats_are_not_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counting tells first; and by itself the choice of mana ends with None as well."""
    kinds = wanted_last(pool("UU"))
    symbols = Layout(parse_mana("U").symbols, 0)
    assert _spend(symbols, 0b10, 2, kinds) == (2,)
    assert _spend(symbols, 0b10, 3, kinds) is None
    monkeypatch.setattr(spend, "_spend", never)
    assert pay_from(bill("2 U"), pool("UU"), 20) is None


def test_ways_that_cost_the_same_are_tried_up_to_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of ways with as little life and mana, the first few are tried: the least spent is taken."""
    answers: dict[str, list[tuple[int, ...] | None]]
    answers = {"all": [(1, 1), (0, 2), (0, 2), (1, 1)], "one": [(1, 1)], "later": [None, (0, 2)]}
    calls: list[int] = []

    def given(name: str) -> Any:
        left = iter(answers[name])

        def one(_: Layout, end: int, *__: Any) -> tuple[int, ...] | None:
            calls.append(end)
            return next(left)

        return one

    floating = pool("WC")
    for most, name, count, spent in (
        (9, "all", 4, "CC"),
        (1, "all", 2, "CC"),
        (0, "one", 1, "WC"),
        (0, "later", 2, "CC"),
    ):
        calls.clear()
        monkeypatch.setattr(spend, "_MOST_WAYS", most)
        monkeypatch.setattr(spend, "_spend", given(name))
        assert pay_from(bill("1/W 1/U"), floating, 20) == Plan((), pool(spent), 0)
        assert len(calls) == count
    with pytest.raises(ValueError, match="zip"):
        spend._as_pool((1, 1), wanted_last(pool("U")))
