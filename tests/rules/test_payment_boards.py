"""Payment on chosen boards, each of which some broken payer got wrong, against the naive payer."""

from __future__ import annotations

from itertools import product

import pytest

from ninjutsu_service.cards.mana import FREE, parse_mana
from ninjutsu_service.rules.payment import (
    ManaOption,
    PaymentTooComplex,
    Plan,
    Pool,
    Source,
    can_pay,
    largest_x,
    pay,
    price,
    search,
)
from ninjutsu_service.rules.payment.costly import CostlySearch
from tests.rules.test_payment_properties import agree_on_pool, check_plan, compared, produce

Board = tuple[str, int, int, str, str, int, list[str]]
"""The cost, X, the change of the cost, what floats, what of it is snow, life, and the sources.

A source is "creature: UB snow or R sacrificed life 3 for 1 W": abilities by their mana, each with
what it costs besides being tapped.
"""

BOARDS: list[Board] = [
    ("2", 0, 1, "", "", 20, []),
    ("1", 0, -1, "", "", -1, []),
    ("2/U", 0, 0, "", "", 2, []),
    ("U/P", 0, -2, "", "", 1, []),
    ("S", 0, -2, "UU", "U", 20, []),
    ("2/W", 0, -2, "", "", 3, []),
    ("2/W", 0, 1, "WWR", "R", 0, []),
    ("1", 0, 0, "", "", 20, ["creature: R sacrificed life 3"]),
    ("X", 0, 0, "", "", 3, ["C"]),
    ("1 U/P", 0, -4, "WW", "W", 20, []),
    ("U B/P", 0, 1, "BB", "BB", 20, []),
    ("B B 2/U", 0, -4, "BB", "BB", 20, []),
    ("3 W/U/P", 0, -1, "UU", "", 2, []),
    ("2/U U/P", 0, 0, "RRG", "RG", 2, []),
    ("3", 0, -1, "", "", 0, ["UR life 1 or R snow"]),
    ("2", 0, 0, "", "", 1, ["UR snow sacrificed life 3 for W/P"]),
    ("3", 0, -1, "", "", 3, ["creature: R snow or UB"]),
    ("W/B U/P W/B", 0, -2, "UB", "UB", 3, []),
    ("2/U", 0, -1, "", "", 0, ["WB snow life 2 for W/P"]),
    ("1", 0, 0, "", "", 20, ["WB life 2 for 1 W or UR life 1"]),
    ("B/P", 0, -4, "", "", 1, ["C snow", "B"]),
    ("3 U/P", 0, -2, "", "", 20, ["UU snow life 1 or R snow"]),
    ("3", 0, 0, "", "", 3, ["CC snow life 1", "CC snow life 1"]),
    ("2", 0, 0, "", "", 20, ["WB life 1 for 2", "U life 2"]),
    ("6", 0, -4, "", "", 0, ["BBB life 2", "C snow for 2"]),
    ("X 2", 2, 0, "", "", 2, ["creature: W sacrificed life 3", "UR life 2"]),
    ("6", 0, 0, "BBCC", "BCC", 3, ["C life 2 or BBB snow sacrificed life 3"]),
    ("1 U/P", 0, 0, "", "", 3, ["R snow", "R snow"]),
    ("3", 0, 0, "", "", 20, ["creature: R life 2 or W sacrificed life 3", "UB life 2"]),
    ("C", 0, -2, "UBGG", "UBGG", 20, ["C snow for W/P U/P"]),
    ("X", 2, 0, "UUBBRCC", "BBRCC", -1, ["creature: UB sacrificed for U/B"]),
    ("1 G S W", 0, -2, "WU", "W", -1, ["creature: G or U"]),
    ("X 1", 1, 1, "UG", "U", 1, ["CCCC for U or C snow"]),
    ("2/U", 0, 0, "", "", 2, ["creature: W sacrificed life 3", "creature: R or U"]),
    ("1 W/U/P B", 0, -4, "W", "W", 3, ["U or B"]),
    ("X W/U", 0, -2, "WUGGCC", "UGGC", -1, ["UR life 1 for S"]),
    ("2 U W/U/P", 0, -2, "", "", 3, ["UU for W/P"]),
    ("X 3", 0, -1, "UUBC", "BC", 3, ["U life 1", "creature: U sacrificed life 3"]),
    ("1", 0, 0, "", "", 0, ["creature: W", "R for 1 W or UR"]),
    ("3 B/P", 0, 0, "UUR", "", 20, ["W", "creature: R"]),
    ("S", 0, -2, "", "", 0, ["U life 2 for 1", "UB or WB for 1"]),
    ("X X 3", 0, -2, "", "", 1, ["UR life 1 for 1", "creature: UR life 1"]),
    ("3", 0, 0, "", "", 0, ["U snow or CCCC for 1", "W for U"]),
    ("U/P", 0, -2, "WWGG", "G", 20, ["U snow for 1", "U snow for 1"]),
    ("1 U", 0, 1, "", "", 1, ["CC snow life 1", "UU snow for 2 or UB"]),
    ("1 U/P", 0, -4, "", "", 2, ["B life 1", "R for U or UU"]),
    ("2", 0, 0, "", "", 1, ["B", "nothing life 1 or CCCC snow", "C"]),
    ("X X 2", 0, 0, "", "", 1, ["B sacrificed life 3", "W", "WB for 1"]),
    ("1 S", 0, -2, "", "", -1, ["WB snow life 2", "BBB sacrificed life 3 for S", "WB snow life 2"]),
    ("X X 6", 0, -4, "", "", 3, ["CCCC snow life 1 or UR for 2", "UR life 2 for 1"]),
    ("X 3 B/P", 2, 0, "WUUBC", "UUBC", 20, ["creature: BBB for W/P U/P"]),
    ("1 2/W 2/U", 0, 0, "", "", 3, ["C snow or WB life 2", "W", "U snow life 1"]),
    ("2 U/P", 0, 0, "", "", -1, ["UB sacrificed or R for U/B", "UB sacrificed or R for U/B"]),
    (
        "2 W U",
        0,
        0,
        "",
        "",
        20,
        ["UB snow sacrificed for 1 W or C snow", "creature: WB life 1 for S", "creature: UU"],
    ),
    ("3 W/U W", 0, 0, "UB", "UB", 0, ["G or W", "C or W", "creature: C snow sacrificed"]),
    ("3 B W/U", 0, -4, "", "", 20, ["UB sacrificed for W/P U/P or BBB snow", "CCCC life 1"]),
    (
        "3 U",
        0,
        0,
        "BBGG",
        "BGG",
        3,
        ["UR life 2", "UR for 2/B or B sacrificed or nothing", "C sacrificed life 3"],
    ),
    (
        "X R",
        2,
        0,
        "WWBB",
        "BB",
        20,
        [
            "creature: UR sacrificed",
            "creature: C life 1 or UR for S or nothing sacrificed for U",
            "UB snow or C",
        ],
    ),
]


def source(number: int, text: str) -> Source:
    kind, colon, abilities = text.partition(": ")
    options = []
    for index, ability in enumerate((abilities if colon else kind).split(" or ")):
        made, _, fee = ability.partition(" for ")
        words = made.split()
        life = int(words[words.index("life") + 1]) if "life" in words else 0
        mana = parse_mana(fee) if fee else FREE
        options.append(
            ManaOption(
                index,
                produce("" if words[0] == "nothing" else words[0]),
                "snow" in words,
                True,
                "sacrificed" in words,
                life,
                mana,
            )
        )
    return Source(f"s{number}", bool(colon), tuple(options))


@pytest.mark.clause("A9", "A12", "A13", "A14")
@pytest.mark.parametrize(("cost", "x", "change", "pool", "snow", "life", "sources"), BOARDS)
def test_board(
    cost: str, x: int, change: int, pool: str, snow: str, life: int, sources: list[str]
) -> None:
    """A9, A12 to A14: the best plan, the best of the pool alone, and the largest X."""
    printed, floating = parse_mana(cost), Pool(produce(pool), produce(snow))
    board = tuple(source(number, text) for number, text in enumerate(sources))
    bill = price(printed, x, change)
    compared(bill, floating, board, life)
    agree_on_pool(bill, floating, life)
    if printed.x_count:
        largest = largest_x(printed, change, floating, board, life)
        if largest is not None:
            assert pay(price(printed, largest, change), floating, board, life) is not None
        more = 0 if largest is None else largest + 1
        assert pay(price(printed, more, change), floating, board, life) is None


WORKS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512)
"""How much work there is, in the least that moving a set costs."""


def give_up(_: object, limit: int | None) -> None:
    raise PaymentTooComplex(f"gave up at {limit}")


@pytest.mark.clause("A12", "A13", "A14")
@pytest.mark.parametrize("given", BOARDS)
def test_board_in_less_time(monkeypatch: pytest.MonkeyPatch, given: Board) -> None:
    """A12 to A14: whenever the search has to end, a plan pays, and None means that nothing does."""
    cost, x, change, pool, snow, life, sources = given
    bill, floating = price(parse_mana(cost), x, change), Pool(produce(pool), produce(snow))
    board = tuple(source(number, text) for number, text in enumerate(sources))
    expected = pay(bill, floating, board, life) is not None
    found = []
    for work, costly in product(WORKS, (True, False)):
        with monkeypatch.context() as patch:
            patch.setattr(search, "MAX_WORK", work * search.STEP)
            if not costly:
                patch.setattr(CostlySearch, "_best", give_up)
            for question in (pay, can_pay):
                try:
                    answer = question(bill, floating, board, life)
                except PaymentTooComplex:
                    continue
                found.append(work)
                assert (answer is not None and answer is not False) is expected
                if isinstance(answer, Plan):
                    check_plan(answer, bill, floating, board, life)
    assert WORKS[-1] in found
