"""The pieces of the search for a payment, each by itself: short cuts, tables and orders.

What `pay` answers is held elsewhere; here is what each function promises of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import pytest

from ninjutsu_service.rules.payment import (
    PaymentTooComplex,
    Pool,
    Source,
    search,
)
from ninjutsu_service.rules.payment.demand import (
    CREATURE,
    FURTHER,
    LIFE,
    LIFE_WEIGHT,
    MIXED,
    PLAIN,
    Demand,
    Item,
    Move,
    demand_of,
    items_of,
)
from ninjutsu_service.rules.payment.search import (
    MAX_WORK,
    STEP,
    Budget,
    _abilities,
    _alike,
    _any,
    _first,
    _greedy,
    _improved,
    _stage,
    best,
    earliest,
    lowest,
    path,
    payable,
    reach_of,
    settled,
    simply_payable,
    tables_of,
    useful,
)
from tests.rules.test_payment import DUAL, EMPTY, FOREST, ISLANDS, SWAMP, bill, mana, pool, source
from tests.rules.test_payment import treasure as treasure_of

TREASURE = treasure_of("treasure")
RING = source("ring", "CC")
PAIN = source("pain", "U", life=1)
ELF = source("elf", "G", creature=True)


def never(*_: Any, **__: Any) -> NoReturn:
    """Stands for what must not be asked."""
    raise AssertionError("it was asked")


def asked(
    text: str, sources: Sequence[Source] = (), floating: Pool = EMPTY, life: int = 20
) -> tuple[Demand, list[Item]]:
    """A demand, and the sources as it sees them."""
    demand = demand_of(bill(text), floating, life, sources)
    assert demand is not None
    return demand, items_of(demand.layout, sources)[0]


# --- the short cut for sources of one mana


def simply(text: str, sources: Sequence[Source], floating: Pool = EMPTY, life: int = 20) -> bool:
    return simply_payable(asked(text, sources, floating, life)[0], sources)


@pytest.mark.parametrize(
    ("text", "sources", "floating"),
    [
        ("U U", ISLANDS, ""),
        ("1 U", ISLANDS, ""),
        ("2", (SWAMP, FOREST), ""),
        ("U", (FOREST, DUAL), ""),
        ("U B", (DUAL, *ISLANDS), ""),
        ("1 U", (ISLANDS[0],), "G"),
        ("U G", (ISLANDS[0],), "G"),
        ("U", (), "U"),
        ("1 U", (), "UUU"),
        ("0", (), ""),
        ("U/P", ISLANDS, ""),
        ("U", (TREASURE,), ""),
    ],
)
def test_sources_of_one_mana_are_enough(
    text: str, sources: tuple[Source, ...], floating: str
) -> None:
    """Each is taken that can be used; together with the pool they pay all of a plain price."""
    assert simply(text, sources, pool(floating)) is True


@pytest.mark.parametrize(
    ("text", "sources", "floating"),
    [
        ("U U", ISLANDS[:1], ""),
        ("U U", (ISLANDS[0], FOREST), ""),
        ("2", ISLANDS[:1], ""),
        ("U", (), ""),
        ("U", (FOREST,), "G"),
        ("U G", (ISLANDS[0],), "U"),
        ("2", (RING,), ""),
        ("U/P", (FOREST,), ""),
        ("U", (source("filter", "U", cost="1"),), "G"),
        ("U U", (source("some", "UU"),), ""),
        ("2/W", ISLANDS, ""),
    ],
)
def test_sources_of_one_mana_are_not_enough(
    text: str, sources: tuple[Source, ...], floating: str
) -> None:
    """It says no where life, several mana of one source or an ability's cost would be needed."""
    assert simply(text, sources, pool(floating)) is False


def test_no_source_is_looked_at_once_all_is_paid() -> None:
    """The short cut ends with the source that pays the last of the price."""

    def sources() -> Iterator[Source]:
        yield from ISLANDS
        raise AssertionError("it was asked")

    assert simply_payable(asked("1 U", ISLANDS)[0], sources()) is True


def test_what_takes_life_is_not_simply_payable() -> None:
    """Where the least end takes life, or is not among the states reached, the search decides."""
    demand, _ = asked("U", ISLANDS)
    ((_, end),) = demand.ends
    assert simply_payable(demand._replace(ends=((0, end),)), ISLANDS) is True
    assert simply_payable(demand._replace(ends=((2, end),)), ISLANDS) is False
    assert simply_payable(demand._replace(ends=((0, 0),)), ISLANDS) is False


# --- budgets


def test_all_of_a_budget_may_be_taken() -> None:
    """Work is refused where less than nothing is left: the last of it may still be done."""
    budget = Budget()
    assert budget.left == MAX_WORK
    budget.take(MAX_WORK)
    assert budget.left == 0
    with pytest.raises(PaymentTooComplex, match="too many ways"):
        budget.take(1)


# --- which sources and classes are looked at


def stages_of(
    monkeypatch: pytest.MonkeyPatch, text: str, sources: Sequence[Source], floating: str = ""
) -> tuple[list[int], list[int]]:
    """The classes up to which `search` and `payable` look, in order."""
    demand, items = asked(text, sources, pool(floating))
    seen: list[int] = []

    def stage(demand: Demand, items: list[Item], stage: int, budget: Budget) -> Any:
        seen.append(stage)
        return _stage(demand, items, stage, budget)

    monkeypatch.setattr(search, "_stage", stage)
    found = search.search(demand, items, 20, Budget())
    first = seen.copy()
    seen.clear()
    assert payable(demand, items, 20, Budget()) == (found is not None)
    return first, seen


def test_the_classes_that_a_search_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first class on; after one that is not enough, all together are asked once."""
    further = source("gone", "U", sacrifices=True)
    paid = source("paid", "UU", life=1)
    assert stages_of(monkeypatch, "2/U", ISLANDS) == ([PLAIN], [FURTHER])
    assert stages_of(monkeypatch, "2/U", (SWAMP,)) == ([PLAIN, LIFE], [FURTHER, LIFE])
    assert stages_of(monkeypatch, "2/U", (further,)) == (
        [PLAIN, LIFE, CREATURE, FURTHER],
        [FURTHER],
    )
    assert stages_of(monkeypatch, "2/U", (PAIN,)) == (
        [PLAIN, LIFE, CREATURE, FURTHER, LIFE],
        [FURTHER, LIFE],
    )
    assert stages_of(monkeypatch, "U U U", (paid,)) == ([LIFE], [LIFE])
    assert stages_of(monkeypatch, "U U", (paid,)) == ([LIFE], [LIFE])
    assert stages_of(monkeypatch, "U U", ISLANDS) == ([], [])
    assert stages_of(monkeypatch, "U U U", ISLANDS) == ([], [])


def test_life_that_is_certainly_enough_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all the life that could be paid is there, it is payable; else the search decides."""
    demand, items = asked("U U", (source("paid", "UU", life=3),))
    assert payable(demand, items, 2, Budget()) is False
    monkeypatch.setattr(search, "search", never)
    assert payable(demand, items, 3, Budget()) is True
    with pytest.raises(AssertionError, match="it was asked"):
        payable(demand, items, 2, Budget())


def test_only_plain_demands_are_paid_greedily(monkeypatch: pytest.MonkeyPatch) -> None:
    """A price with {2/W} can be paid with more or less mana: no matroid, so tables decide."""
    demand, items = asked("2/W", ISLANDS)
    monkeypatch.setattr(search, "_greedy", never)
    assert payable(demand, items, 20, Budget()) is True
    assert search.search(demand, items, 20, Budget()) is not None


def test_the_first_class_that_is_not_greedy() -> None:
    """The first class with a source that does not give one mana; `MIXED` where all do."""
    assert _first(asked("2 U", (*ISLANDS, TREASURE))[1]) == MIXED
    assert _first(asked("2 U", (*ISLANDS, source("elves", "GG", creature=True)))[1]) == CREATURE
    assert _first(asked("2 U", (*ISLANDS, RING))[1]) == PLAIN
    assert _first([]) == MIXED


def test_of_sources_alike_no_more_than_can_be_of_use() -> None:
    """The first of those alike are kept, as many as there is left to pay."""
    islands = [source(f"i{n}", "U") for n in range(6)]
    _, items = asked("U U U", (ELF, *islands))
    assert [item.index for item in useful(items, 2)] == [1, 2]
    assert useful(items, 0) == []
    demand, items = asked("U U U", islands, pool("UU"))
    assert [item.index for item in _alike(demand, items)] == [0]
    demand, items = asked("2/W U", islands, pool("U"))
    assert [item.index for item in _alike(demand, items)] == [0, 1, 2, 3]


def test_a_class_has_the_sources_with_abilities_of_it() -> None:
    """A source without an ability up to that class is not among those allowed."""
    demand, items = asked("U U", (ISLANDS[0], TREASURE))
    allowed, reach, layers = _stage(demand, items, PLAIN, Budget())
    assert ([item.index for item, _ in allowed], reach[1:], layers) == ([0], [0b11], {})
    allowed, _, layers = _stage(demand, items, FURTHER, Budget())
    assert ([item.index for item, _ in allowed], layers) == ([0, 1], {0: 0b100})


def test_greedy_is_done_once_all_is_paid() -> None:
    """With the price paid by earlier classes, later ones are never needed."""
    demand, items = asked("1 U", (*ISLANDS, source("elves", "GG", creature=True)))
    taken = _greedy(demand, items, CREATURE)
    assert taken is not None
    assert ([item.index for item in taken[0]], taken[1]) == ([0, 1], 0)
    demand, items = asked("2 U", (*ISLANDS, source("elves", "GG", creature=True)))
    assert _greedy(demand, items, CREATURE) is None
    demand, items = asked("2 U U", (ISLANDS[0], RING))
    assert _greedy(demand, items, CREATURE) is None
    demand, items = asked("U/P U", (ISLANDS[0], source("elves", "GG", creature=True)))
    assert _greedy(demand, items, CREATURE) is None


# --- tables


def move(demand: Demand, produces: str, weight: int) -> Move:
    return Move(0, PLAIN, weight, demand.layout.output(mana(produces), False).units)


def test_each_state_has_its_least_weight() -> None:
    """A state that is reached for less is left out of the dearer weights."""
    assert settled({7: 0b111, 2: 0b001, 5: 0b011}) == {2: 0b001, 5: 0b010, 7: 0b100}
    one = {7: 0b111}
    assert settled(one) is one
    demand, _ = asked("U U U")
    blue = move(demand, "U", 5)
    assert _improved({0: 0b1000}, blue, 0b1111) == [(5, 0b0100)]
    assert _improved({0: 0b1000, 5: 0b0100}, blue, 0b1111) == [(10, 0b0010)]
    assert _improved({0: 0b1000, 6: 0b0100}, blue, 0b1111) == [(5, 0b0100), (11, 0b0010)]
    assert _improved({0: 0b1000}, blue, 0b1011) == []


def test_tables_count_their_work() -> None:
    """Each ability costs what moving the states of each weight takes, for each of its mana."""
    demand, items = asked("U U", ISLANDS)
    allowed, reach, layers = _stage(demand, items, PLAIN, Budget())
    weight = items[0].shape.moves[0].weight
    budget = Budget()
    found = tables_of(allowed, layers, reach, budget)
    assert found == [
        {2 * weight: 0b001},
        {weight: 0b010},
        {0: 0b100},
    ]
    assert MAX_WORK - budget.left == 2 * (3 + STEP)


def test_the_earliest_sources_and_their_lowest_abilities() -> None:
    """Of equal optima the earliest sources; then of each the lowest ability that does."""
    board = (*ISLANDS, DUAL, source("other", "B", "U"))
    demand, items = asked("U U B", board)
    allowed, reach, layers = _stage(demand, items, PLAIN, Budget())
    found = tables_of(allowed, layers, reach, Budget())
    one, two = (items[n].shape.moves[0].weight for n in (0, 2))
    cost = 2 * one + two
    assert min(found[0]) == cost
    used, states = earliest(allowed, found, cost)
    assert [item.index for item, _ in used] == [0, 1, 2]
    assert [len(moves) for _, moves in used] == [1, 1, 2]
    assert states == layers == {0: 1 << 5}
    budget = Budget()
    chosen, states = lowest(used, cost, layers, demand.start, budget)
    assert [(item.index, move.option) for item, move in chosen] == [(0, 0), (1, 0), (2, 1)]
    assert states == {0: 1 << 5}
    assert budget.left < MAX_WORK
    demand, items = asked("U U B", board[:3])
    allowed, reach, layers = _stage(demand, items, PLAIN, Budget())
    found = tables_of(allowed, layers, reach, Budget())
    used, states = earliest(allowed, found, min(found[0]))
    assert (len(used), states) == (3, {0: 1 << 5})


def test_sources_of_several_classes_keep_their_weights_apart() -> None:
    """Whatever is used of a source, the states kept are those from which the rest is paid."""
    mixed = Source(
        "mixed", False, (source("s", "U").options[0], source("s", "B", life=1).options[0])
    )
    demand, items = asked("2/U B", (mixed, ISLANDS[0], SWAMP, FOREST))
    allowed, reach, layers = _stage(demand, items, LIFE, Budget())
    found = tables_of(allowed, layers, reach, Budget())
    used, states = earliest(allowed, found, min(found[0]))
    assert [item.index for item, _ in used] == [1, 2]
    assert list(states) == [0]
    assert states[0] & ~layers[0] == 0


def test_a_table_without_gain_is_not_settled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where using a source is nowhere better than not using it, the table before it stays."""
    _, items = asked("U", ISLANDS)
    monkeypatch.setattr(search, "settled", never)
    allowed = [(items[0], items[0].shape.moves)]
    assert tables_of(allowed, {0: 0b01, 3: 0b10}, [0b11, 0b11], Budget()) == [
        {0: 0b01, 3: 0b10},
        {0: 0b01, 3: 0b10},
    ]


def test_a_way_to_a_state_is_in_the_order_of_sources() -> None:
    """Late sources are used only where the early ones do not do, and are named last."""
    demand, items = asked("U B G", (ISLANDS[0], ELF, SWAMP, ISLANDS[1]))
    allowed, reach, layers = _stage(demand, items, LIFE, Budget())
    chosen = path(allowed, layers[0], reach)
    assert [item.index for item, _ in chosen] == [
        item.index for item in items if item.shape.rank == PLAIN or item.index == 1
    ][:3]


def test_what_has_no_choice_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each source used has one ability, which of them is used is known."""
    demand, items = asked("U U", ISLANDS)
    allowed, reach, layers = _stage(demand, items, PLAIN, Budget())
    taken = _greedy(demand, items, MIXED)
    assert taken is not None
    monkeypatch.setattr(search, "lowest", never)
    found = best(allowed, layers, reach, 20, Budget())
    monkeypatch.setattr(search, "forward", never)
    assert found == _abilities(demand, *taken)
    assert found is not None
    assert [item.index for item, _ in found[0]] == [0, 1]


def test_some_payment_takes_no_more_life_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the best takes too long: the best with the sources of one payment found, or that."""
    demand, items = asked("U U", (source("paid", "UU", life=3),))
    allowed, reach, layers = _stage(demand, items, LIFE, Budget())
    weight = items[0].shape.moves[0].weight
    found = _any(allowed, layers, reach, 3, Budget())
    assert found == ([(items[0], items[0].shape.moves[0])], weight)
    with pytest.raises(PaymentTooComplex, match="too many ways"):
        _any(allowed, layers, reach, 2, Budget())
    answer: tuple[list[Any], int] | None = ([], LIFE_WEIGHT)
    monkeypatch.setattr(search, "best", lambda *_: answer)
    assert _any(allowed, layers, reach, 3, Budget()) is answer
    answer = None
    assert _any(allowed, layers, reach, 3, Budget()) == found


def test_the_reach_counts_its_work() -> None:
    """Before each source and after the last, one move of all states for each mana."""
    demand, items = asked("U U", ISLANDS)
    budget = Budget()
    allowed = [(item, item.shape.upto[LIFE]) for item in items]
    assert reach_of(demand.layout, demand.start, allowed, budget) == [0b1, 0b11, 0b111]
    assert MAX_WORK - budget.left == 2 * (3 + STEP)
