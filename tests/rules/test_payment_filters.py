"""The pieces of the search with mana abilities that cost mana themselves, each by itself.

What `pay` answers is held elsewhere; here is what each function promises of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import pytest

from ninjutsu_service.rules.payment import PaymentTooComplex, Source, costly
from ninjutsu_service.rules.payment.costly import CostlySearch, _merged, _without
from ninjutsu_service.rules.payment.demand import FURTHER, LIFE_WEIGHT, PLAIN, WEIGHTS, demand_of
from ninjutsu_service.rules.payment.fees import Step, charged
from ninjutsu_service.rules.payment.model import Fee
from ninjutsu_service.rules.payment.search import MAX_WORK, STEP, Budget
from tests.rules.test_payment import ISLANDS, bill, pool, source

FILTER = source("filter", "U", cost="1")


def never(*_: Any, **__: Any) -> NoReturn:
    """Stands for what must not be asked."""
    raise AssertionError("it was asked")


def filters(count: int) -> tuple[Source, ...]:
    return tuple(source(f"f{n}", "U", cost="1") for n in range(count))


def looking(
    text: str, sources: Sequence[Source], floating: str = "", life: int = 20
) -> CostlySearch:
    """A search that has not begun to look for the best."""
    mana_there = pool(floating)
    demand = demand_of(bill(text), mana_there, life, sources)
    assert demand is not None
    return CostlySearch(bill(text), mana_there, sources, life, demand, Budget())


def spent(found: CostlySearch) -> int:
    return MAX_WORK - found.budget.left


# --- what a search begins with


def test_the_ends_are_those_that_the_life_allows() -> None:
    """Each life up to the player's has the states that pay the rest, the filter's {1} aside."""
    one = looking("U/P", (FILTER,), life=1)
    assert (one.layout.width, one.layout.depth) == (2, 1)
    assert one.ends == {0: 0b1010}
    both = {0: 0b1010, 2 * LIFE_WEIGHT: 0b0101}
    assert looking("U/P", (FILTER,), life=2).ends == both
    assert looking("U/P", (FILTER,), life=9).ends == both
    assert looking("U/P", (FILTER,), life=-1).ends == {0: 0b1010}
    assert looking("1 U", (FILTER,)).ends == {0: 0b101000}


def test_the_steps_of_a_source() -> None:
    """One step for each way to pay an ability of use, and those of its free abilities."""
    several = Source(
        "several",
        False,
        (
            source("s", "U").options[0],
            source("s", "U", cost="1").options[0],
            source("s", "G", cost="U").options[0],
            source("s", "UU", cost="W/P", life=1).options[0],
        ),
    )
    found = looking("U U", (several,), "C")
    ((indices, steps),) = [(group.indices, group.steps) for group in found.groups]
    assert indices == [0]
    assert [step.option for step in steps] == [0, 1, 2, 3, 3]
    free, plain, *_, white, paid = steps
    assert (free.life, free.parts, free.fee) == (0, (), ())
    assert free.weight == WEIGHTS[PLAIN] + 2
    assert (plain.life, plain.parts) == (0, (None,))
    assert plain.weight == WEIGHTS[FURTHER] + 2
    assert (white.life, len(white.parts)) == (0, 1)
    assert white.weight == WEIGHTS[FURTHER] + 2 + LIFE_WEIGHT
    assert (paid.life, paid.parts) == (2, ())
    assert paid.weight == WEIGHTS[FURTHER] + 2 + 3 * LIFE_WEIGHT


def test_an_ability_whose_mana_is_of_no_use_has_no_step() -> None:
    """Mana that neither the price nor the cost of an ability takes is left out."""
    useless = source("useless", "G", "U", cost="B")
    found = looking("U", (useless,), "B")
    assert [step.option for step in found.groups[0].steps] == [1]
    assert found.groups[0].steps[0].weight == WEIGHTS[FURTHER] + 2
    alone = looking("U", (FILTER,))
    assert alone.groups[0].steps[0].weight == WEIGHTS[FURTHER] + 1


def test_building_a_search_counts_its_work() -> None:
    """Each round that asks what can be reached is counted; none follows one without a gain."""
    found = looking("U", filters(3))
    assert found.work == found.layout.size + STEP
    assert spent(found) == 2 * found.work
    gaining = looking("U", filters(3), "C")
    assert spent(gaining) == 2 * 2 * gaining.work


# --- tables


def test_tables_are_joined_at_the_least_weight() -> None:
    """With nothing to join a table stays as it is; else each state has its least weight."""
    one, other = {3: 0b011, 5: 0b100}, {3: 0b001, 4: 0b110}
    assert _merged(one, {}) is one
    assert _merged({}, other) is other
    assert _merged({}, {}) == {}
    assert _merged(one, other) == {3: 0b011, 4: 0b100}


def test_what_fewer_sources_do_as_cheaply_is_left_out() -> None:
    """States that are covered at the same weight or less are left out of a table."""
    assert _without({5: 0b11}, {5: 0b01}) == {5: 0b10}
    assert _without({5: 0b11}, {4: 0b01, 6: 0b10}) == {5: 0b10}
    assert _without({5: 0b11}, {1: 0b01, 2: 0b10}) == {}
    assert _without({5: 0b11}, {}) == {5: 0b11}


def test_a_table_counts_its_work_and_keeps_to_the_limit() -> None:
    """Only steps that may lead below the weight known are taken, and each is counted."""
    found = looking("U", (FILTER,), "C")
    found.tables[(0,)] = found.ends
    before = spent(found)
    layers, cover = found._table((1,), {(0,): found.ends}, None)
    weight = found.groups[0].steps[0].weight
    assert list(layers) == [weight]
    assert list(cover) == [0, weight]
    assert spent(found) - before == 2 * found.work
    assert found._table((1,), {(0,): found.ends}, weight)[0] == layers
    before = spent(found)
    assert found._table((1,), {(0,): found.ends}, weight - 1)[0] == {}
    assert spent(found) == before


def test_the_limit_is_the_least_weight_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What reaches an end lowers the limit; where nothing does yet it stays, unasked."""
    found = looking("U", (*ISLANDS, FILTER))
    weight = WEIGHTS[PLAIN] + 1
    assert found._limit(found.ends, None) == weight
    monkeypatch.setattr(costly, "tables_of", never)
    unreached = {0: 1 << found.layout.size}
    assert found._limit(unreached, 77) == 77
    assert found._limit(unreached, None) is None
    monkeypatch.setattr(costly, "tables_of", lambda *_: [{}])
    assert found._limit(found.ends, 77) == 77


def test_no_set_follows_where_none_of_a_size_leads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets are looked at by size; where none of one size is of use, no larger one is."""
    found = looking("U", filters(3))
    monkeypatch.setattr(found, "_limit", never)
    assert found._all_tables(None) is found.ends
    assert list(found.tables) == [(0,)]
    assert found._indices((2,)) == [0, 1]
    with pytest.raises(ValueError, match="zip"):
        found._indices((1, 1))


# --- orders and ways out


def test_what_cannot_be_reached_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no end is within reach even with every source again and again, there is no search."""
    found = looking("U U", (FILTER,))
    monkeypatch.setattr(found, "_any", never)
    monkeypatch.setattr(found, "_best", never)
    assert found.run(None) is None
    assert found.possible() is False


def test_every_order_has_all_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order begins at each source in turn, forward and backward, and leaves none out."""
    found = looking("U", filters(4), "C")
    orders: list[list[int]] = []
    monkeypatch.setattr(
        found, "_any_in", lambda order: orders.append([place for place, _ in order])
    )
    assert found._any(2) is None
    assert orders == [[0, 1, 2, 3], [0, 3, 2, 1], [1, 2, 3, 0], [1, 0, 3, 2]]
    orders.clear()
    assert found._any(16) is None
    assert len(orders) == 8


def test_a_payment_in_one_order_has_all_its_steps() -> None:
    """One after the other, in the order given, with no more life than there is."""
    first = source("first", "U", cost="1", life=1)
    second = source("second", "B", cost="U", life=1)
    for life in (2, 3):
        found = looking("B", (first, second), "C", life=life)
        some = found._any_in(found.single)
        assert some is not None
        (chosen, steps, end), weight = some
        assert (chosen, [place for place, _ in steps], end) == ([], [0, 1], found.ends[0])
        assert weight == sum(step.weight for _, step in steps)
        assert found._any_in(found.single[::-1]) is None
    for life in (1, 0, -1):
        found = looking("B", (first, second), "C", life=life)
        assert found._any_in(found.single) is None
        assert found._best(None) is None
    assert looking("U", (first,), "C", life=0)._best(None) is None
    assert looking("U", (first,), "C", life=1)._best(None) is not None


def test_the_way_out_where_the_best_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some payment is given where none is known without these abilities; else it is refused."""
    found = looking("U", (FILTER,), "C")
    turns: list[int] = []
    true = found._any

    def any_of(number: int) -> Any:
        turns.append(number)
        return true(number)

    def too_long(_: int | None) -> NoReturn:
        raise PaymentTooComplex("too many ways")

    monkeypatch.setattr(found, "_any", any_of)
    monkeypatch.setattr(found, "_best", too_long)
    some = found.run(None)
    assert some is not None
    assert some.costly == [(0, 0, Fee(pool("C")))]
    assert turns == [1]
    with pytest.raises(PaymentTooComplex, match="too many ways"):
        found.run(5)


def test_an_ability_leaves_what_later_ones_need() -> None:
    """The first ability's {1} is not paid with the blue mana that only the second can use."""
    one, two = source("one", "C", cost="1"), source("two", "C", cost="U")
    found = looking("C C", (one, two), "UB")
    best = found.run(None)
    assert best is not None
    assert best.costly == [(0, 0, Fee(pool("B"))), (1, 0, Fee(pool("U")))]
    steps: list[Step] = [group.steps[0] for group in found.groups]
    activations = [(one.options[0], steps[0]), (two.options[0], steps[1])]
    taken = charged(found.layout, found.base, pool("UB"), activations, found.ends[0])
    assert taken == [pool("B"), pool("U")]
