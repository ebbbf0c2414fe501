"""Payment by example: each kind of symbol, each kind of source, and which are used first."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.mana import FREE, KINDS, NO_COST, parse_mana
from ninjutsu_service.rules.payment import (
    MAX_SYMBOLS,
    MAX_X,
    Fee,
    ManaOption,
    PaymentTooComplex,
    Plan,
    Pool,
    Price,
    Source,
    TooManySymbols,
    can_pay,
    largest_x,
    pay,
    pay_from,
    price,
    search,
    shown,
)
from ninjutsu_service.rules.payment.costly import CostlySearch

EMPTY = Pool()


def mana(text: str) -> tuple[int, ...]:
    """`mana("UUC")`: two blue and one colourless."""
    return tuple(text.count(kind) for kind in KINDS)


def pool(text: str, snow: str = "") -> Pool:
    """What floats; `snow` of it is from snow sources."""
    return Pool(mana(text), mana(snow))


def source(
    name: str,
    *produces: str,
    creature: bool = False,
    sacrifices: bool = False,
    snow: bool = False,
    life: int = 0,
    cost: str = "",
) -> Source:
    """A permanent with one mana ability for each of `produces`."""
    paid = parse_mana(cost) if cost else FREE
    return Source(
        name,
        creature,
        tuple(
            ManaOption(index, mana(each), snow, True, sacrifices, life, paid)
            for index, each in enumerate(produces)
        ),
    )


def treasure(name: str) -> Source:
    return source(name, *"WUBRG", sacrifices=True)


def bill(text: str, x: int = 0, change: int = 0) -> Price:
    return price(parse_mana(text), x, change)


def used(plan: Plan | None) -> list[str] | None:
    return None if plan is None else [name for name, _ in plan.activations]


ISLANDS = (source("i1", "U"), source("i2", "U"))
SWAMP = source("swamp", "B")
FOREST = source("forest", "G")
DUAL = source("dual", "U", "B")


# --- symbols


@pytest.mark.clause("A13")
def test_islands_pay_generic_and_blue() -> None:
    """A13: {1}{U} is paid by two Islands, and both mana are spent."""
    assert pay(bill("1 U"), EMPTY, ISLANDS, 20) == Plan((("i1", 0), ("i2", 0)), pool("UU"), 0)


@pytest.mark.clause("A13")
@pytest.mark.parametrize(
    ("cost", "floating", "payable"),
    [
        ("U", "C", False),
        ("1", "C", True),
        ("C", "U", False),
        ("C", "C", True),
        ("W/B", "B", True),
        ("W/B", "W", True),
        ("W/B", "U", False),
        ("2/W", "W", True),
        ("2/W", "UC", True),
        ("2/W", "U", False),
        ("2/W 2/W", "WUC", True),
        ("2/W 2/W", "UUC", False),
        ("C/U", "C", True),
        ("W/U U/B", "UU", True),
        ("W/U W/U U/B", "WUB", True),
        ("W/U W/U U/B", "UBB", False),
        ("0", "", True),
    ],
)
def test_which_mana_pays_which_symbol(cost: str, floating: str, payable: bool) -> None:
    """A13: generic by anything, {C} by colourless only, a hybrid symbol by either half."""
    assert (pay_from(bill(cost), pool(floating), 0) is not None) == payable
    assert can_pay(bill(cost), pool(floating), (), 0) == payable


@pytest.mark.clause("A13")
def test_snow_is_paid_by_mana_of_any_type_from_a_snow_source() -> None:
    """A13: {S} asks for where the mana came from, not for its type."""
    assert pay_from(bill("S"), pool("UU"), 20) is None
    assert pay_from(bill("S"), pool("UB", snow="B"), 20) == Plan((), pool("B", snow="B"), 0)
    snowy = source("snowy", "G", snow=True)
    assert used(pay(bill("S U"), EMPTY, (*ISLANDS, snowy), 20)) == ["i1", "snowy"]


@pytest.mark.clause("A13", "A14")
@pytest.mark.parametrize(
    ("cost", "life", "spent", "paid"),
    [
        ("U/P", 20, "U", 0),
        ("U/P U/P U/P", 20, "UU", 2),
        ("U/P U/P U/P", 2, "UU", 2),
        ("U/P U/P U/P", 1, None, 0),
        ("B/P B/P", 4, "", 4),
        ("B/P B/P", 3, None, 0),
        ("W/B/P 1", 20, "U", 2),
        ("W/U/P 1", 20, "UU", 0),
    ],
)
def test_life_pays_phyrexian_symbols(cost: str, life: int, spent: str | None, paid: int) -> None:
    """A13, A14: 2 life for each, only where mana does not do, and never more than there is."""
    plan = pay(bill(cost), EMPTY, ISLANDS, life)
    if spent is None:
        assert plan is None
    else:
        assert plan is not None
        assert (plan.spent, plan.life) == (pool(spent), paid)


@pytest.mark.clause("A14")
@pytest.mark.parametrize("life", [0, -3])
def test_without_life_only_no_life_can_be_paid(life: int) -> None:
    """A14 (CR 119.4): at 0 life or less a price is payable as long as it takes none."""
    assert used(pay(bill("1 U"), EMPTY, ISLANDS, life)) == ["i1", "i2"]
    assert pay(bill("B/P"), EMPTY, ISLANDS, life) is None
    assert pay(bill("B"), EMPTY, (source("pain", "B", life=1),), life) is None


@pytest.mark.clause("A14")
def test_life_of_mana_abilities_and_of_symbols_counts_together() -> None:
    """A14: 1 life for the mana and 2 for the symbol need 3."""
    sources = (source("canopy", "U", life=1),)
    assert pay(bill("U B/P"), EMPTY, sources, 2) is None
    assert pay(bill("U B/P"), EMPTY, sources, 3) == Plan((("canopy", 0),), pool("U"), 2)


@pytest.mark.clause("A13")
def test_no_cost_cannot_be_paid() -> None:
    """A card without a mana cost (CR 118.6) is not free."""
    absent = price(NO_COST, 0, -3)
    assert pay(absent, pool("UUU"), ISLANDS, 20) is None
    assert pay_from(absent, pool("UUU"), 20) is None
    assert not can_pay(absent, pool("UUU"), ISLANDS, 20)
    assert largest_x(NO_COST, 0, pool("UUU"), ISLANDS, 20) is None
    assert shown(NO_COST, -1) == NO_COST


# --- reductions and X


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("cost", "change", "seen"),
    [
        ("U B", -1, "U B"),
        ("1 U", -1, "U"),
        ("1 U", -3, "U"),
        ("1 U", 2, "3 U"),
        ("U", 1, "1 U"),
        ("3", -3, "0"),
        ("2/W", -1, "1/W"),
        ("2/W", -2, "0"),
        ("1 2/W 2/U", -2, "1/W 2/U"),
        ("1 2/W 2/U", -4, "1/U"),
        ("X U", -1, "X U"),
        ("X 2 U", -1, "X 1 U"),
    ],
)
def test_what_a_changed_cost_looks_like(cost: str, change: int, seen: str) -> None:
    """A9: reductions take generic mana only, the generic half of {2/W} too; X stays X."""
    assert str(shown(parse_mana(cost), change)) == seen


@pytest.mark.clause("A9")
@pytest.mark.parametrize(
    ("cost", "x", "change", "needed"),
    [
        ("U B", 0, -1, 2),
        ("1 U", 0, -1, 1),
        ("1 U", 0, 1, 3),
        ("X U", 3, -1, 3),
        ("X U", 3, -5, 1),
        ("X X", 2, -1, 3),
        ("2/R 2/R", 0, -1, 3),
        ("2/R 2/R", 0, -3, 1),
        ("2/R 2/R", 0, -9, 0),
        ("X 2/R", 1, -2, 1),
    ],
)
def test_how_much_a_changed_cost_takes(cost: str, x: int, change: int, needed: int) -> None:
    """A9: what is left of a reduction applies to X and to generic halves, all together."""
    sources = [source(f"s{number}", "U", "B") for number in range(5)]
    plan = pay(bill(cost, x, change), EMPTY, sources, 20)
    assert plan is not None
    assert len(plan.activations) == needed


@pytest.mark.clause("A13")
@pytest.mark.parametrize(
    ("cost", "change", "floating", "largest"),
    [
        ("X U", 0, "", 1),
        ("X U", 0, "C", 2),
        ("X X U", 0, "CC", 1),
        ("X B", 0, "", None),
        ("X U", -2, "", 3),
        ("X 1 U", -3, "", 3),
        ("X U", 2, "", None),
        ("U", 0, "", 0),
        ("X 2/W", 0, "", 0),
        ("X U/P", 0, "", 2),
    ],
)
def test_the_largest_x(cost: str, change: int, floating: str, largest: int | None) -> None:
    """X is as large as mana and life allow; None where not even X = 0 can be paid."""
    assert largest_x(parse_mana(cost), change, pool(floating), ISLANDS, 20) == largest


def test_huge_pools_are_counted_and_not_walked_through() -> None:
    """A pool may hold 2^31 of each type; X ends where the wire's field does."""
    huge = Pool((2**31,) * 6, (2**31,) * 6)
    assert largest_x(parse_mana("X U"), 0, huge, ISLANDS, 20) == MAX_X
    assert largest_x(parse_mana("X X X X U"), 0, huge, ISLANDS, 20) == (6 * 2**31 + 1) // 4
    plan = pay(bill("X U", x=2**31 + 5), Pool((2**31, 5, 0, 0, 0, 2**31)), (), 20)
    assert plan is not None
    assert plan.spent.amounts == (5, 1, 0, 0, 0, 2**31)


# --- which sources


@pytest.mark.clause("A12", "A13")
def test_floating_mana_comes_first() -> None:
    """No source is activated for what floating mana can pay."""
    assert used(pay(bill("1 U"), pool("C"), ISLANDS, 20)) == ["i1"]
    assert used(pay(bill("1 U"), pool("UC"), ISLANDS, 20)) == []
    assert used(pay(bill("1 U"), pool("GG"), ISLANDS, 20)) == ["i1"]


@pytest.mark.clause("A12", "A13")
def test_plain_sources_then_creatures_then_further_costs_then_life() -> None:
    """Each class is used only as far as those before it do not pay."""
    elf = source("elf", "G", creature=True)
    canopy = source("canopy", "G", life=1)
    board = (canopy, treasure("treasure"), elf, FOREST)
    assert used(pay(bill("G"), EMPTY, board, 20)) == ["forest"]
    assert used(pay(bill("G G"), EMPTY, board, 20)) == ["forest", "elf"]
    assert used(pay(bill("G G G"), EMPTY, board, 20)) == ["forest", "elf", "treasure"]
    assert used(pay(bill("G G G G"), EMPTY, board, 20)) == ["forest", "elf", "canopy", "treasure"]


def test_a_treasure_is_sacrificed_before_life_is_paid() -> None:
    """Life is the last thing to be paid with."""
    plan = pay(bill("U/P"), EMPTY, (treasure("treasure"),), 20)
    assert plan == Plan((("treasure", 1),), pool("U"), 0)


def test_the_fewest_colours_then_the_order_of_the_state() -> None:
    """An Island before a land that could make two colours; of equals the first."""
    board = (DUAL, *ISLANDS)
    assert used(pay(bill("U"), EMPTY, board, 20)) == ["i1"]
    assert used(pay(bill("1 B"), EMPTY, board, 20)) == ["dual", "i1"]
    assert used(pay(bill("1"), EMPTY, (*board, source("wastes", "C")), 20)) == ["wastes"]


def test_of_abilities_that_all_do_the_first_is_used() -> None:
    """The order of abilities decides last."""
    plan = pay(bill("1 U"), EMPTY, (DUAL, source("other", "B", "U")), 20)
    assert plan is not None
    assert plan.activations == (("dual", 0), ("other", 0))


def test_a_greedy_choice_of_colour_is_taken_back() -> None:
    """The first land would make blue; it must make black, for only the second makes blue."""
    tri = source("tri", "U", "B", "R")
    plan = pay(bill("B U"), EMPTY, (DUAL, source("other", "U", "R"), tri), 20)
    assert plan is not None
    assert plan.activations == (("dual", 1), ("other", 0))


def test_a_source_is_used_once() -> None:
    """A land with two abilities is tapped for one of them."""
    assert pay(bill("U B"), EMPTY, (DUAL,), 20) is None


@pytest.mark.clause("A13")
def test_what_is_made_and_not_needed_stays_floating() -> None:
    """A source of two mana pays {U}; the other mana is not spent."""
    assert pay(bill("U"), EMPTY, (source("bounce", "UB"),), 20) == Plan(
        (("bounce", 0),), pool("U"), 0
    )


def test_two_mana_from_one_source_save_a_source() -> None:
    """The fewest activations, though the source of two comes last."""
    assert used(pay(bill("2"), EMPTY, (*ISLANDS, source("ring", "CC")), 20)) == ["ring"]
    assert used(pay(bill("U U"), EMPTY, (*ISLANDS, source("ring", "CC")), 20)) == ["i1", "i2"]
    assert used(pay(bill("1 U"), EMPTY, (DUAL, *ISLANDS, source("bounce", "UB")), 20)) == ["bounce"]


@pytest.mark.parametrize("needed", range(1, 9))
def test_one_source_of_much_mana_pays_any_part_of_it(needed: int) -> None:
    """What one activation makes need not be needed whole."""
    big = source("big", "C" * 8)
    plan = pay(bill(f"{needed} U"), EMPTY, (*ISLANDS[:1], big), 20)
    assert plan is not None
    assert used(plan) == ["i1", "big"]
    assert plan.spent == pool("U" + "C" * needed)


# --- mana abilities that cost mana


@pytest.mark.clause("A12")
def test_of_signets_that_both_do_the_first_is_used() -> None:
    """The state's order decides between those that cost mana, too."""
    signets = (source("first", "UB", cost="1"), source("second", "BR", cost="1"))
    assert used(pay(bill("1 B"), EMPTY, (*signets, FOREST), 20)) == ["forest", "first"]
    assert used(pay(bill("1 B"), EMPTY, (*signets[::-1], FOREST), 20)) == ["forest", "second"]


@pytest.mark.clause("A12")
def test_a_signet_is_activated_once_its_cost_floats() -> None:
    """{U}{B} from an Island and "{1}, {T}: Add {U}{B}": the Island's mana pays the Signet."""
    signet = source("signet", "UB", cost="1")
    plan = pay(bill("U B"), EMPTY, (signet, ISLANDS[0]), 20)
    assert plan == Plan((("i1", 0), ("signet", 0)), pool("UB"), 0, (Fee(), Fee(pool("U"))))


@pytest.mark.clause("A12")
def test_a_signet_cannot_pay_for_itself() -> None:
    """{G}{B} would need the Signet's own blue mana for its cost: in no order does that work."""
    signet = source("signet", "UB", cost="1")
    assert pay(bill("G B"), EMPTY, (signet, FOREST), 20) is None
    assert not can_pay(bill("G B"), EMPTY, (signet, FOREST), 20)
    assert used(pay(bill("G B"), EMPTY, (signet, FOREST, ISLANDS[0]), 20)) == [
        "forest",
        "i1",
        "signet",
    ]


@pytest.mark.clause("A12")
def test_signets_pay_for_each_other_in_the_order_that_works() -> None:
    """One mana starts a chain: {B}{R}{G} needs the second Signet's blue mana for the first."""
    first = source("first", "RG", cost="1")
    second = source("second", "UB", cost="1")
    plan = pay(bill("B R G"), EMPTY, (first, second, FOREST), 20)
    assert plan is not None
    assert plan.activations == (("forest", 0), ("second", 0), ("first", 0))
    assert plan.fees == (Fee(), Fee(pool("G")), Fee(pool("U")))
    assert plan.spent == pool("BRG")


@pytest.mark.clause("A12")
def test_signets_that_are_alike_are_each_used_once() -> None:
    """Three of the same, each paid for by the one before."""
    signets = tuple(source(f"signet{n}", "UB", cost="1") for n in range(3))
    plan = pay(bill("U U B B"), EMPTY, (*signets, FOREST), 20)
    assert used(plan) == ["forest", "signet0", "signet1", "signet2"]
    assert pay(bill("U U B B"), EMPTY, (*signets[:2], FOREST), 20) is None


@pytest.mark.clause("A12")
def test_one_signet_is_used_rather_than_two_treasures() -> None:
    """Both have a further cost: the fewest of these, whichever they are."""
    board = (treasure("t1"), treasure("t2"), source("signet", "UB", cost="1"), FOREST)
    assert used(pay(bill("U B"), EMPTY, board, 20)) == ["forest", "signet"]
    assert used(pay(bill("U G"), EMPTY, board, 20)) == ["forest", "t1"]


@pytest.mark.clause("A12", "A13")
def test_a_filter_land_takes_hybrid_mana_or_makes_colourless() -> None:
    """It is a plain source for {C}, and one with a further cost for two coloured mana."""
    filter_land = Source(
        "filter",
        False,
        (
            ManaOption(0, mana("C"), False, True, False, 0, FREE),
            ManaOption(1, mana("UU"), False, True, False, 0, parse_mana("U/B")),
            ManaOption(2, mana("BB"), False, True, False, 0, parse_mana("U/B")),
        ),
    )
    plain = pay(bill("1 U"), EMPTY, (ISLANDS[0], filter_land), 20)
    assert plain == Plan((("i1", 0), ("filter", 0)), pool("UC"), 0)
    filtered = pay(bill("B B"), EMPTY, (ISLANDS[0], filter_land), 20)
    assert filtered == Plan((("i1", 0), ("filter", 2)), pool("BB"), 0, (Fee(), Fee(pool("U"))))
    assert pay(bill("B B"), EMPTY, (FOREST, filter_land), 20) is None


@pytest.mark.clause("A14")
def test_life_in_a_mana_abilitys_own_mana_cost() -> None:
    """A Phyrexian symbol there takes life too, and the plan's fee says so."""
    odd = source("odd", "BB", cost="U/P")
    plan = pay(bill("B B"), EMPTY, (odd,), 2)
    assert plan == Plan((("odd", 0),), pool("BB"), 0, (Fee(EMPTY, 2),))
    assert pay(bill("B B"), EMPTY, (odd,), 1) is None


# --- what is spent


@pytest.mark.parametrize(
    ("cost", "floating", "snow", "spent"),
    [
        ("1", "UC", "", "C"),
        ("1", "UUB", "", "U"),
        ("1", "UB", "", "U"),
        ("1", "UB", "U", "B"),
        ("2", "UUB", "", "UU"),
        ("1 U", "UUB", "", "UU"),
        ("1 B", "UUB", "", "UB"),
        ("2/U", "UCC", "", "U"),
        ("W/U", "WUU", "", "U"),
        ("1 C", "UC", "", "UC"),
    ],
)
def test_what_is_kept_is_what_may_be_of_use(
    cost: str, floating: str, snow: str, spent: str
) -> None:
    """Colourless mana goes first, then of the colour there is most of; snow mana is kept."""
    plan = pay_from(bill(cost), pool(floating, snow), 0)
    assert plan is not None
    assert plan.spent.amounts == mana(spent)


# --- limits


def test_more_symbols_than_any_cost_has_are_refused() -> None:
    """Costs come over the wire; beyond 64 symbols the answer is an error of its own."""
    just = bill("U " * MAX_SYMBOLS)
    assert pay(just, EMPTY, ISLANDS, 20) is None
    over = bill("U " * (MAX_SYMBOLS + 1))
    for question in (
        lambda: pay(over, EMPTY, ISLANDS, 20),
        lambda: can_pay(over, EMPTY, ISLANDS, 20),
        lambda: pay_from(over, EMPTY, 20),
        lambda: largest_x(parse_mana("U " * (MAX_SYMBOLS + 1)), 0, EMPTY, ISLANDS, 20),
    ):
        with pytest.raises(TooManySymbols, match="65 symbols"):
            question()


def test_too_many_different_symbols_are_refused() -> None:
    """Thirty different hybrid symbols would have more states than can be searched."""
    cost = " ".join(f"{n}/{a}" for n in range(2, 8) for a in "WUBRG")
    with pytest.raises(PaymentTooComplex, match="different symbols"):
        pay(bill(cost), EMPTY, ISLANDS, 20)


def test_a_payment_is_found_where_the_best_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the budget spent the plan is still one that pays, and None still means none."""
    board = [source(f"s{n}", "UB", "RG", "CC") for n in range(6)]
    needed = bill("2 U B R G C C")
    best = pay(needed, EMPTY, board, 20)
    assert best is not None
    monkeypatch.setattr(search, "MAX_WORK", 300_000)
    some = pay(needed, EMPTY, board, 20)
    assert some is not None
    assert len(some.activations) >= len(best.activations)
    assert sum(some.spent.amounts) == 8
    assert pay(bill("W"), EMPTY, board, 20) is None


def test_signets_are_found_where_the_best_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then some order of them that pays is taken; where none is seen it is an error."""
    signets = [source(f"s{n}", pair, cost="1") for n, pair in enumerate(("RG", "UB", "WU"))]
    needed, impossible = bill("B R G"), bill("W B G G")

    def give_up(_: object, limit: int | None) -> None:
        raise PaymentTooComplex(f"gave up at {limit}")

    monkeypatch.setattr(CostlySearch, "_best", give_up)
    plan = pay(needed, EMPTY, (*signets, FOREST), 20)
    assert plan is not None
    assert plan.activations == (("forest", 0), ("s1", 0), ("s0", 0))
    assert plan.fees == (Fee(), Fee(pool("G")), Fee(pool("U")))
    assert can_pay(needed, EMPTY, (*signets, FOREST), 20)
    with pytest.raises(PaymentTooComplex, match="gave up"):
        pay(impossible, EMPTY, (*signets, FOREST), 20)
    with_treasures = (*signets, FOREST, *(treasure(f"t{n}") for n in range(3)))
    assert used(pay(needed, EMPTY, with_treasures, 20)) == ["forest", "t0", "t1"]
