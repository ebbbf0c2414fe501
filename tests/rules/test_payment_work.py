"""How much work a payment may be: counted, told, and ended with an error."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.mana import parse_mana
from ninjutsu_service.rules.payment import PaymentTooComplex, can_pay, largest_x, pay, search
from tests.rules.test_payment import EMPTY, bill, source


def test_a_search_without_work_left_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is counted: with no budget at all nothing that needs a search is answered."""
    board = [source(f"s{n}", "UB", "RG", "CC") for n in range(6)]
    monkeypatch.setattr(search, "MAX_WORK", 0)
    for question in (pay, can_pay):
        with pytest.raises(PaymentTooComplex, match="too many ways"):
            question(bill("2 U B R G"), EMPTY, board, 20)


def test_the_work_is_told_as_it_is_done() -> None:
    """What counts the work of a whole call hears of each step, and can end it."""
    board = [source(f"s{n}", "UB", "RG", "CC") for n in range(3)]
    steps: list[int] = []
    assert pay(bill("2 U B"), EMPTY, board, 20, spend=steps.append) is not None
    assert steps
    assert min(steps) == 1

    def stop(_: int) -> None:
        raise PaymentTooComplex("enough")

    for question in (pay, can_pay):
        with pytest.raises(PaymentTooComplex, match="enough"):
            question(bill("2 U B"), EMPTY, board, 20, spend=stop)
    with pytest.raises(PaymentTooComplex, match="enough"):
        largest_x(parse_mana("X 2 U B"), 0, EMPTY, board, 20, spend=stop)
