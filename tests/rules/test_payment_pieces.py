"""The pieces that payment is made of, each by itself: what a demand and its layout say.

What `pay` answers is held elsewhere; here is what each function promises of its own.
"""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.mana import FREE, KINDS, NO_COST, ManaCost, Symbol, parse_mana
from ninjutsu_service.rules.payment import demand as demands
from ninjutsu_service.rules.payment import layout as layouts
from ninjutsu_service.rules.payment.demand import (
    COSTLY,
    CREATURE,
    FURTHER,
    LIFE,
    LIFE_WEIGHT,
    PLAIN,
    WEIGHTS,
    Demand,
    Move,
    _joined,
    _shape,
    demand_of,
    items_of,
    most_mana,
    rank_of,
    shape_of,
    start_of,
)
from ninjutsu_service.rules.payment.fees import Step, charged, extended, fees_of
from ninjutsu_service.rules.payment.layout import Layout, layout_of
from ninjutsu_service.rules.payment.model import (
    ManaOption,
    PaymentTooComplex,
    Pool,
    Price,
    Source,
    shown,
)
from tests.rules.test_payment import EMPTY, ISLANDS, bill, mana, pool, source

BLUE = KINDS.index("U")
GREEN = KINDS.index("G")


def layout(text: str, depth: int = 0) -> Layout:
    """A layout of its own, which remembers nothing yet."""
    return Layout(parse_mana(text).symbols, depth)


def demand(text: str | Price, floating: Pool = EMPTY, life: int = 20, *supply: Source) -> Demand:
    asked = bill(text) if isinstance(text, str) else text
    found = demand_of(asked, floating, life, supply)
    assert found is not None
    return found


# --- layouts


def test_a_layout_has_so_many_states_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many states as `MAX_STATES` are searched, one digit more is refused."""
    monkeypatch.setattr(layouts, "MAX_STATES", 8)
    found = layout("U U U", 1)
    assert (found.symbols, found.depth, found.width, found.size) == (3, 1, 4, 8)
    for text, depth in (("U U U", 2), ("U U U U", 1), ("U B G", 1)):
        with pytest.raises(PaymentTooComplex, match="different symbols"):
            layout(text, depth)


def test_ways_are_no_more_than_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many ways as `MAX_WAYS` are looked at; one symbol more to divide is refused."""
    monkeypatch.setattr(layouts, "MAX_WAYS", 4)
    assert sorted(layout("WP UP").ways) == [(0, 0, 3), (2, 0, 1), (2, 0, 2), (4, 0, 0)]
    with pytest.raises(PaymentTooComplex, match="two ways"):
        _ = layout("WP UP BP").ways


def test_a_symbol_is_paid_in_one_way_only() -> None:
    """One symbol is never paid with life and with generic mana both."""
    both = Layout((Symbol("W", 2, True),), 2)
    assert sorted(both.ways) == [(0, 0, 1), (0, 2, 0), (2, 0, 0)]


def test_the_steps_of_one_mana() -> None:
    """A mana raises the digits of symbols that it pays, and of generic mana where there is any."""
    found = layout("U U G S", 1)
    assert (found.width, found.size) == (12, 24)
    assert found.step(None) == (12, 0xFFF)
    masks = dict(found.steps(BLUE, True, generic=False))
    assert masks == {
        1: sum(1 << state for state in range(24) if state % 3 < 2),
        6: sum(1 << state for state in range(24) if state % 12 < 6),
    }
    assert [weight for weight, _ in found.steps(BLUE, False)] == [1, 12]
    assert found.steps(BLUE, False)[-1] == found.step(None)
    assert [weight for weight, _ in found.steps(GREEN, False, generic=False)] == [3]
    assert [weight for weight, _ in found.steps(0, True, generic=False)] == [6]
    assert [weight for weight, _ in layout("U").steps(BLUE, False)] == [1]


def test_levels_are_the_states_by_symbols_paid() -> None:
    """{U}{U}{G}: one state with nothing paid, two with one symbol, two with two, one with all."""
    assert layout("U U G", 3).levels == [1, 0b1010, 0b10100, 0b100000]


def sizes(found: Layout, produces: str, snow: bool = False) -> list[list[int]]:
    return [[weight for weight, _ in unit] for unit in found.output(mana(produces), snow).units]


def test_mana_that_no_symbol_takes_goes_together() -> None:
    """What is generic mana only goes in powers of two, as much as the digit holds."""
    found = layout("G G", 8)
    assert sizes(found, "U" * 8) == [[3], [6], [12], [3]]
    assert sizes(found, "U" * 4) == [[3], [6], [3]]
    assert sizes(found, "U" * 20) == sizes(found, "U" * 8)
    assert sizes(found, "G" * 5) == [[1, 3], [1, 3], [3], [6]]
    single, double = (unit[0] for unit in found.output(mana("UUU"), False).units)
    assert single == found.step(None)
    assert double == (6, (1 << 3 * 7) - 1)


def test_snow_mana_has_the_places_of_snow_symbols() -> None:
    """{S} takes mana of any type, from snow sources only (CR 107.4h)."""
    found = layout("S G", 4)
    assert sizes(found, "UUUU", snow=True) == [[1, 4], [4], [8]]
    assert sizes(found, "UUU") == [[4], [8]]
    assert sizes(found, "GGGG") == [[2, 4], [4], [8]]


def test_the_colours_of_an_output() -> None:
    """Each colour is a bit in WUBRG order, colourless is none."""
    found = layout("", 2)
    assert found.output(mana("U"), False).colors == 0b00010
    assert found.output(mana("WGC"), False).colors == 0b10001
    assert found.output(mana("C"), False).colors == 0
    assert found.output(mana(""), False).units == ()


def test_outputs_remembered_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout forgets what mana can do once it remembers too much, and answers as before."""
    monkeypatch.setattr(layouts, "_REMEMBERED", 2)
    found = layout("U", 1)
    counts = []
    for produces in "WUBRG":
        assert len(found.output(mana(produces), False).units[0]) == 1 + (produces == "U")
        counts.append(len(found._outputs))
    assert counts == [1, 2, 3, 1, 2]


def test_layouts_kept_are_few_and_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts up to `_KEPT_SIZE` states are kept for the next call, `_KEPT_COUNT` at most."""
    monkeypatch.setattr(layouts, "_kept", {})
    monkeypatch.setattr(layouts, "_KEPT_SIZE", 8)
    monkeypatch.setattr(layouts, "_KEPT_COUNT", 2)
    three = parse_mana("U U U").symbols
    kept = layout_of(three, 1)
    assert layout_of(three, 1) is kept
    assert layout_of(three, 2) is not layout_of(three, 2)
    assert layout_of((), 7).size == 8
    assert len(layouts._kept) == 2
    assert layout_of((), 6).size == 7
    assert list(layouts._kept) == [((), 6)]


# --- demands


def test_the_supply_is_counted_for_much_generic_mana_only() -> None:
    """Beyond 16 generic mana that the pool is not sure to pay, all sources are counted first."""
    assert demand("16").layout.depth == 16
    assert demand_of(bill("17"), EMPTY, 20, ()) is None
    islands = [source(f"i{n}", "U") for n in range(17)]
    assert demand("17", EMPTY, 20, *islands).layout.depth == 17
    assert demand_of(bill("18"), EMPTY, 20, islands) is None
    assert demand("17 2/W", EMPTY, 20, *islands).layout.depth == 17
    found = demand("20", pool("C" * 10))
    assert (found.base, found.layout.depth) == (10, 10)


def test_the_most_mana_of_a_source() -> None:
    """The ability that makes most counts; a source without any makes none."""
    assert most_mana(source("s", "U", "CC")) == 2
    assert most_mana(Source("none", False, ())) == 0


def test_the_ends_of_a_demand_by_life() -> None:
    """Each life that may be paid has the states in which the rest of the price is paid."""
    assert demand("UP").ends == ((0, 0b10), (2, 0b01))
    assert demand("UP", EMPTY, 2).ends == ((0, 0b10), (2, 0b01))
    assert demand("UP", EMPTY, 1).ends == ((0, 0b10),)
    assert demand("UP", EMPTY, -3).ends == ((0, 0b10),)
    assert demand("2/W").ends == ((0, 0b111010),)
    assert demand("1 U").ends == ((0, 0b1000),)
    assert demand(bill("X 2/W", change=-1)).ends == ((0, 0b1110),)


def test_the_states_that_the_pool_reaches() -> None:
    """All of the pool that is of use is spent in `best`; `rank` says how much that is."""
    found = layout("U U G", 1)
    assert start_of(found, EMPTY, 0, 0) == (1, 0, 1)
    assert start_of(found, pool("U"), 1, 0) == (1 << 1 | 1 << 6, 1, 1 << 1 | 1 << 6)
    assert start_of(found, pool("UG"), 2, 0)[1:] == (2, 1 << 4 | 1 << 7 | 1 << 9)
    assert start_of(found, pool("BBB"), 3, 0) == (1 << 6, 1, 1 << 6)
    assert start_of(layout("S", 0), pool("U"), 1, 0) == (1, 0, 1)
    assert start_of(layout("S", 0), pool("U", "U"), 1, 0) == (3, 1, 2)


def test_the_class_of_an_ability() -> None:
    """An ability whose mana cost is nothing costs none, whoever made that cost."""
    nothing = ManaCost(0, 0, ())
    assert nothing is not FREE
    option = ManaOption(0, mana("U"), False, True, False, 0, nothing)
    assert rank_of(Source("s", False, (option,)), option) == PLAIN
    ranks = {
        CREATURE: source("s", "U", creature=True),
        FURTHER: source("s", "U", sacrifices=True),
        LIFE: source("s", "U", sacrifices=True, life=1),
        COSTLY: source("s", "U", life=1, cost="1"),
    }
    for rank, each in ranks.items():
        assert rank_of(each, each.options[0]) == rank


def test_items_are_what_is_of_use() -> None:
    """Sources that can do something, and whether an ability of any costs mana."""
    found = layout("U")
    board = (source("forest", "G"), *ISLANDS)
    items, costly = items_of(found, board)
    assert ([item.index for item in items], costly) == ([1, 2], False)
    assert items_of(found, (*board, source("filter", "U", cost="1")))[1] is True
    assert shape_of(found, board[0]).moves == ()


def test_shapes_tell_apart_what_differs() -> None:
    """Equal sources share a shape; another life, snow or class is another."""
    found = layout("U", 1)
    one = shape_of(found, source("a", "U", life=1))
    assert shape_of(found, source("b", "U", life=1)) is one
    assert one.moves[0].weight == WEIGHTS[LIFE] + 1 + LIFE_WEIGHT
    assert shape_of(found, source("c", "U", life=2)).moves[0].weight == one.moves[0].weight + (
        LIFE_WEIGHT
    )
    assert shape_of(found, source("d", "U")).moves[0].weight == WEIGHTS[PLAIN] + 1


def test_a_shape_is_looked_up_by_the_options_themselves() -> None:
    """What is remembered of options that are gone is never taken for that of new ones."""
    found = layout("U", 1)
    island, forest = source("i", "U"), source("f", "G")
    right = shape_of(found, island)
    other = shape_of(found, forest)
    same = (id(island.options), False)
    found.looked_up[same] = (forest.options, other)
    assert shape_of(found, island) is right
    found.looked_up[same] = (island.options, other)
    assert shape_of(found, island) is other


def test_shapes_remembered_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout forgets shapes once it remembers too many, and answers as before."""
    monkeypatch.setattr(demands, "_REMEMBERED", 2)
    found = layout("U", 1)
    alike = [source(f"i{n}", "U") for n in range(4)]
    counts = []
    for island in alike:
        assert len(shape_of(found, island).moves) == 1
        counts.append(len(found.looked_up))
    assert counts == [1, 2, 3, 1]
    sizes_of = []
    for life in range(1, 5):
        found.looked_up[life, False] = (None, None)
        _shape(found, source("s", "U", life=life))
        sizes_of.append((len(found.shapes), len(found.kinds), len(found.looked_up)))
    assert sizes_of == [(2, 2, 2), (3, 3, 3), (1, 1, 0), (2, 2, 1)]


def test_abilities_that_differ_in_their_one_mana_are_joined() -> None:
    """Joined abilities are named by the first; several mana, or another weight, stay apart."""
    found = layout("U G", 2)
    both = shape_of(found, source("s", "G", "U", "GU"))
    green, blue, two = both.moves
    assert _joined([green]) == (green,)
    kept, joined = _joined([green, blue, two])
    assert kept is two
    assert (joined.option, joined.rank, joined.weight) == (0, PLAIN, green.weight)
    assert joined.parts == (green, blue)
    heavier = Move(5, PLAIN, green.weight + 1, green.units)
    assert _joined([green, heavier]) == (green, heavier)


# --- mana abilities that cost mana


def test_the_ways_to_pay_an_ability() -> None:
    """Each way with its life and its mana; what takes more mana than there is, is left out."""
    blue, white = Symbol("U"), Symbol("W")
    assert fees_of(NO_COST, 9) == []
    assert fees_of(parse_mana("1 U"), 2) == [(0, (None, blue))]
    assert fees_of(parse_mana("1 U"), 1) == []
    assert fees_of(parse_mana("U/P"), 9) == [(0, (blue,)), (2, ())]
    assert fees_of(parse_mana("2/W"), 9) == [(0, (white,)), (0, (None, None))]
    assert fees_of(parse_mana("2/W"), 1) == [(0, (white,))]


def test_an_ability_that_costs_too_much_is_refused() -> None:
    """64 mana and 64 ways are looked at, more are not."""
    assert len(fees_of(parse_mana("64"), 99)[0][1]) == 64
    for text in ("65", "1 " + "U " * 64):
        with pytest.raises(PaymentTooComplex, match="too much mana"):
            fees_of(parse_mana(text), 99)
    assert len(fees_of(parse_mana("U/P " * 6), 99)) == 64
    with pytest.raises(PaymentTooComplex, match="too many ways"):
        fees_of(parse_mana("U/P " * 7), 99)


def test_the_digits_of_a_price_with_the_costs_of_abilities() -> None:
    """Of abilities of one source the one that needs most counts, those of sources add up."""
    asked = bill("3 G")
    filters = source("a", "UB", "GG", cost="1 U"), source("b", "UB", cost="2 U")
    options = [each.options for each in filters]
    alone = demand(asked)
    both, base = extended(asked, alone, EMPTY, options, 9)
    assert (both.symbols, both.depth, both.width, base) == (3, 6, 6, 0)
    floating = pool("C" * 7)
    rich = demand(asked, floating)
    assert (rich.base, rich.layout.depth) == (3, 0)
    both, base = extended(asked, rich, floating, options, 9)
    assert (both.symbols, both.depth, base) == (3, 5, 1)
    floating = pool("CCCC")
    both, base = extended(asked, demand(asked, floating), floating, options, 9)
    assert (both.symbols, both.depth, base) == (3, 6, 0)


def charge(text: str, floating: Pool, price: str = "C") -> list[Pool]:
    """What an ability with this cost that adds {C} takes of the pool."""
    one = source("s", "C", cost=text)
    alone = demand(price, floating)
    both, base = extended(bill(price), alone, floating, [one.options], 9)
    ((life, parts),) = fees_of(one.options[0].mana, 9)
    fee = tuple(both.step(part) for part in parts)
    units = both.output(mana("C"), False).units
    step = Step(0, 0, parts, fee, life, units)
    end = 1 << both.step(parse_mana(price).symbols[0])[0]
    ends = sum(end << both.width * level for level in range(both.depth + 1))
    return charged(both, base, floating, [(one.options[0], step)], ends)


def test_what_an_ability_takes_is_what_is_least_wanted() -> None:
    """Of the mana that can pay a cost, colourless goes first, then what abounds."""
    assert charge("1", pool("CU")) == [pool("C")]
    assert charge("2", pool("UUG")) == [pool("UU")]
    assert charge("1 U", pool("UG")) == [pool("UG")]
    assert charge("U G", pool("UGGG")) == [pool("UG")]


def test_a_snow_cost_takes_snow_mana_only() -> None:
    """{S} in the cost of an ability is paid with mana of a snow source, and no other."""
    assert charge("S", pool("UUGG", "G")) == [pool("G", "G")]
    assert charge("1", pool("UUGG", "G")) == [pool("U")]
    assert charge("1 S", pool("UG", "UG")) == [pool("UG", "UG")]


# --- what is shown


def test_a_cost_that_does_not_change_is_shown_as_it_is() -> None:
    """Without a change the very cost is shown; one that takes all generic mana leaves symbols."""
    cost = parse_mana("1 U 2/W")
    assert shown(cost, 0) is cost
    assert shown(cost, -1) == parse_mana("0 U 2/W")
    assert shown(cost, -2) == parse_mana("U 1/W")
    assert shown(cost, -3) == parse_mana("U")
    assert shown(NO_COST, 3) is NO_COST
