"""Payment against a naive payer that tries everything and shares no code with the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from ninjutsu_service.cards.mana import FREE, ManaCost, Symbol, parse_mana
from ninjutsu_service.rules.payment import (
    ManaOption,
    PaymentTooComplex,
    Plan,
    Pool,
    Price,
    Source,
    can_pay,
    largest_x,
    pay,
    pay_from,
    price,
    search,
    shown,
)
from ninjutsu_service.rules.payment.costly import CostlySearch

KINDS = "WUBRGC"
Mana = tuple[str, bool]  # its type, and whether it is from a snow source


# --- the naive payer


def take(mana: Counter[Mana], one: Mana) -> Counter[Mana]:
    left = mana.copy()
    left[one] -= 1
    return +left


def ways(
    symbols: tuple[Symbol, ...], generic: int, flexible: int, mana: Counter[Mana], life: int
) -> Iterator[tuple[int, Counter[Mana]]]:
    """Each way to pay: the life it takes and the mana it leaves.

    Args:
        symbols: what is left of the symbols.
        generic: the plain generic mana.
        flexible: X and the generic halves chosen, minus the reductions that apply to them.
        mana: what floats.
        life: what the player has.
    """
    if symbols:
        symbol, rest = symbols[0], symbols[1:]
        for kind, snow in mana:
            if kind in symbol.kinds or (symbol.snow and snow):
                yield from ways(rest, generic, flexible, take(mana, (kind, snow)), life)
        if symbol.phyrexian and life >= 2:
            for paid, left in ways(rest, generic, flexible, mana, life - 2):
                yield paid + 2, left
        if symbol.generic:
            yield from ways(rest, generic, flexible + symbol.generic, mana, life)
        return
    todo = [(generic + max(0, flexible), mana)]
    seen = set()
    while todo:
        owed, floating = todo.pop()
        if not owed:
            yield 0, floating
            continue
        for one in floating:
            left = take(floating, one)
            key = (owed, frozenset(left.items()))
            if key not in seen:
                seen.add(key)
                todo.append((owed - 1, left))


def floating_mana(pool: Pool) -> Counter[Mana]:
    mana: Counter[Mana] = Counter()
    for kind, amount, snow in zip(KINDS, pool.amounts, pool.snow, strict=True):
        mana[kind, True] = snow
        mana[kind, False] = amount - snow
    return +mana


def made(option: ManaOption) -> Counter[Mana]:
    return Counter({(k, option.snow): n for k, n in zip(KINDS, option.produces, strict=True) if n})


def outcomes(
    bill: Price, mana: Counter[Mana], costly: list[ManaOption], life: int
) -> Iterator[tuple[int, Counter[Mana]]]:
    """Each way to activate those that cost mana, in any order, and then to pay."""
    if not costly:
        flexible = bill.x * bill.x_count - bill.reduction
        yield from ways(bill.symbols, bill.generic, flexible, mana, life)
        return
    for place, option in enumerate(costly):
        others = costly[:place] + costly[place + 1 :]
        cost = option.mana
        for paid, left in ways(cost.symbols, cost.generic, 0, mana, life):
            for more, end in outcomes(bill, left + made(option), others, life - paid):
                yield paid + more, end


def class_of(source: Source, option: ManaOption) -> str:
    if option.mana != FREE:
        return "mana"
    if option.life:
        return "life"
    if option.sacrifices:
        return "further"
    return "creature" if source.creature else "plain"


ORDER = ["plain", "creature", "further", "life", "mixed", "mana"]


def place_of(source: Source, index: int) -> tuple[int, int]:
    classes = {class_of(source, option) for option in source.options}
    one = "mana" if "mana" in classes else classes.pop() if len(classes) == 1 else "mixed"
    return ORDER.index(one), index


def colors_of(source: Source) -> int:
    return len(
        {k for o in source.options for k, n in zip("WUBRG", o.produces[:5], strict=True) if n}
    )


Vector = tuple[object, ...]


def vector(sources: tuple[Source, ...], used: list[tuple[int, int]], life: int) -> Vector:
    """What is minimised; life is what symbols take, that of mana abilities' own included."""
    classes = Counter(class_of(sources[i], sources[i].options[o]) for i, o in used)
    total = life + sum(sources[i].options[o].life for i, o in used)
    ordered = sorted((place_of(sources[i], i), o) for i, o in used)
    return (
        total,
        classes["further"] + classes["life"] + classes["mana"],
        classes["creature"],
        classes["plain"],
        sum(colors_of(sources[i]) for i, _ in used),
        [place for place, _ in ordered],
        [option for _, option in ordered],
    )


def naive(bill: Price, pool: Pool, sources: tuple[Source, ...], life: int) -> Vector | None:
    """The least vector, by trying every use of every source."""
    candidates = []
    for uses in product(*[range(-1, len(source.options)) for source in sources]):
        used = [(index, option) for index, option in enumerate(uses) if option >= 0]
        candidates.append((vector(sources, used, 0), used))
    candidates.sort(key=lambda each: each[0])
    best: Vector | None = None
    for least, used in candidates:
        if best is not None and least > best:
            break
        options = [sources[i].options[o] for i, o in used]
        left = life - sum(option.life for option in options)
        if left < 0 <= life and any(option.life for option in options):
            continue
        if life < 0 and any(option.life for option in options):
            continue
        mana = floating_mana(pool)
        for option in options:
            if option.mana == FREE:
                mana += made(option)
        costly = [option for option in options if option.mana != FREE]
        paid = min((p for p, _ in outcomes(bill, mana, costly, max(left, 0))), default=None)
        if paid is not None:
            found = vector(sources, used, paid)
            best = found if best is None else min(best, found)
    return best


def preference(mana: Counter[Mana], left: Counter[Mana]) -> tuple[int, ...]:
    """The mana spent, from the total to that which a player would rather keep, and so on."""
    spent = mana - left
    order = sorted(
        mana,
        key=lambda one: (one[0] == "C", not one[1], mana[one], -KINDS.index(one[0])),
    )
    return (spent.total(), *(spent[one] for one in order))


# --- what is generated

NUMBERS = st.sampled_from([0, 1, 1, 2, 3, 6])
SYMBOLS = st.sampled_from(
    ["U", "B", "W", "U", "B", "C", "S", "U/B", "W/U", "W/B", "2/U", "2/W", "U/P", "W/U/P"]
).map(lambda text: parse_mana(text).symbols[0])
COSTS = st.builds(
    ManaCost,
    generic=NUMBERS,
    x_count=st.sampled_from([0, 0, 0, 1, 2]),
    symbols=st.lists(SYMBOLS, max_size=4).map(tuple),
    absent=st.just(False),
)


def produce(text: str) -> tuple[int, ...]:
    return tuple(text.count(kind) for kind in KINDS)


PRODUCES = st.sampled_from(
    ["U", "B", "W", "C", "R", "UB", "CC", "UU", "WB", "UR", "BBB", "CCCC", ""]
).map(produce)
FEES = st.sampled_from(["1", "U/B", "2", "U", "1 W", "S", "W/P", "2/B"]).map(parse_mana)
EXTRAS = st.sampled_from(
    [(False, 0, False)] * 6
    + [(True, 0, False), (False, 1, False), (False, 2, False), (True, 3, False)]
)


@st.composite
def sources_of(draw: st.DrawFn, most: int, fees: bool) -> tuple[Source, ...]:
    found: list[Source] = []
    for number in range(draw(st.integers(0, most))):
        if found and draw(st.integers(0, 4)) == 0:
            like = draw(st.sampled_from(found))
            found.append(Source(f"s{number}", like.creature, like.options))
            continue
        options = []
        for index in range(draw(st.sampled_from([1, 1, 1, 2, 2, 3]))):
            sacrifices, life, _ = draw(EXTRAS)
            fee = draw(FEES) if fees and draw(st.integers(0, 3)) == 0 else FREE
            options.append(
                ManaOption(index, draw(PRODUCES), draw(st.booleans()), True, sacrifices, life, fee)
            )
        found.append(Source(f"s{number}", draw(st.integers(0, 3)) == 0, tuple(options)))
    return tuple(found)


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    if draw(st.booleans()):
        return Pool()
    amounts = tuple(draw(st.sampled_from([0, 0, 0, 1, 2])) for _ in KINDS)
    return Pool(amounts, tuple(draw(st.integers(0, amount)) for amount in amounts))


BILLS = st.builds(price, COSTS, st.integers(0, 2), st.sampled_from([0, 0, 0, 1, -1, -2, -4]))
LIVES = st.sampled_from([20, 20, 3, 2, 1, 0, -1])


# --- the properties


def check_plan(
    plan: Plan, bill: Price, pool: Pool, sources: tuple[Source, ...], life: int
) -> tuple[list[tuple[int, int]], int]:
    """Carry the plan out step by step; give what it used and the life that symbols took."""
    mana = floating_mana(pool)
    places = {source.id: place for place, source in enumerate(sources)}
    used = []
    symbol_life = 0
    for number, (name, index) in enumerate(plan.activations):
        option = sources[places[name]].options[index]
        used.append((places[name], index))
        if option.life:
            assert life >= option.life
            life -= option.life
        if option.mana != FREE:
            fee = plan.fees[number]
            left = mana - floating_mana(fee.mana)
            assert left + floating_mana(fee.mana) == mana, "a fee spends what is there"
            assert (fee.life, left) in list(
                ways(option.mana.symbols, option.mana.generic, 0, mana, max(life, 0))
            )
            life -= fee.life
            symbol_life += fee.life
            mana = left
        mana += made(option)
    assert len({place for place, _ in used}) == len(used), "each source once"
    left = mana - floating_mana(plan.spent)
    assert left + floating_mana(plan.spent) == mana, "what is spent is there"
    flexible = bill.x * bill.x_count - bill.reduction
    found = [
        (preference(mana, rest), rest)
        for paid, rest in ways(bill.symbols, bill.generic, flexible, mana, max(life, 0))
        if paid == plan.life
    ]
    assert left in [rest for _, rest in found], "what is spent pays the price"
    assert preference(mana, left) == min(each for each, _ in found)
    return used, symbol_life + plan.life


def agree(bill: Price, pool: Pool, sources: tuple[Source, ...], life: int) -> None:
    event("paid" if compared(bill, pool, sources, life) else "cannot be paid")


def compared(bill: Price, pool: Pool, sources: tuple[Source, ...], life: int) -> Plan | None:
    """The plan, which is the naive payer's."""
    plan = pay(bill, pool, sources, life)
    expected = naive(bill, pool, sources, life)
    assert can_pay(bill, pool, sources, life) == (plan is not None)
    if expected is None or plan is None:
        assert plan is None
        assert expected is None
        return None
    used, symbol_life = check_plan(plan, bill, pool, sources, life)
    found = vector(sources, used, symbol_life)
    # Of abilities that cost mana, which order decides between equals is not promised.
    promised = -1 if any(place_of(sources[i], i)[0] == ORDER.index("mana") for i, _ in used) else 7
    assert found[:promised] == expected[:promised]
    return plan


@pytest.mark.clause("A13", "A14")
@settings(max_examples=300)
@given(BILLS, pools(), sources_of(5, fees=False), LIVES)
def test_the_plan_is_the_best_of_all(
    bill: Price, pool: Pool, sources: tuple[Source, ...], life: int
) -> None:
    """A13, A14: a payment is found whenever there is one, and it is the least in the order."""
    agree(bill, pool, sources, life)


@pytest.mark.clause("A13", "A14")
@settings(max_examples=40)
@given(BILLS, pools(), sources_of(8, fees=False), LIVES)
def test_the_plan_is_the_best_of_all_with_eight_sources(
    bill: Price, pool: Pool, sources: tuple[Source, ...], life: int
) -> None:
    """A13, A14: the same with up to eight sources."""
    agree(bill, pool, sources, life)


@pytest.mark.clause("A12", "A13", "A14")
@settings(max_examples=150)
@given(BILLS, pools(), sources_of(4, fees=True), LIVES)
def test_mana_abilities_that_cost_mana_are_used_as_well_as_can_be(
    bill: Price, pool: Pool, sources: tuple[Source, ...], life: int
) -> None:
    """A12: in any order and with any mana for their costs, nothing is better."""
    agree(bill, pool, sources, life)


@pytest.mark.clause("A13")
@settings(max_examples=150)
@given(BILLS, pools(), LIVES)
def test_manual_payment_takes_the_least_life_and_then_the_least_mana(
    bill: Price, pool: Pool, life: int
) -> None:
    """A13: from floating mana alone; of what is equal it keeps what may be of use."""
    agree_on_pool(bill, pool, life)


def agree_on_pool(bill: Price, pool: Pool, life: int) -> None:
    plan = pay_from(bill, pool, life)
    mana = floating_mana(pool)
    flexible = bill.x * bill.x_count - bill.reduction
    found = [
        (paid, *preference(mana, left))
        for paid, left in ways(bill.symbols, bill.generic, flexible, mana, max(life, 0))
    ]
    if plan is None:
        assert not found
    else:
        left = mana - floating_mana(plan.spent)
        assert (plan.life, *preference(mana, left)) == min(found)


@settings(max_examples=100)
@given(COSTS, st.integers(-3, 1), pools(), sources_of(4, fees=True), LIVES)
def test_the_largest_x_can_be_paid_and_one_more_cannot(
    cost: ManaCost, change: int, pool: Pool, sources: tuple[Source, ...], life: int
) -> None:
    """X is offered as far as it can be paid."""
    found = largest_x(cost, change, pool, sources, life)
    if found is None:
        assert pay(price(cost, 0, change), pool, sources, life) is None
    else:
        assert pay(price(cost, found, change), pool, sources, life) is not None
        more = pay(price(cost, found + 1, change), pool, sources, life)
        assert (more is None) == bool(cost.x_count)


@pytest.mark.clause("A9")
@settings(max_examples=100)
@given(COSTS, st.integers(-5, 3), pools(), sources_of(3, fees=False))
def test_the_cost_shown_is_the_cost_paid(
    cost: ManaCost, change: int, pool: Pool, sources: tuple[Source, ...]
) -> None:
    """A9: with at most one {2/W}, what is shown is payable just where the price is."""
    symbols = tuple(symbol for symbol in cost.symbols if not symbol.generic)[:3]
    one = next((symbol for symbol in cost.symbols if symbol.generic), None)
    cost = ManaCost(cost.generic, 0, symbols + ((one,) if one else ()))
    seen = price(shown(cost, change), 0, 0)
    assert can_pay(seen, pool, sources, 20) == can_pay(price(cost, 0, change), pool, sources, 20)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BILLS, pools(), sources_of(4, fees=True), LIVES, st.integers(0, 60))
def test_with_less_time_a_payment_is_still_a_payment(
    monkeypatch: pytest.MonkeyPatch,
    bill: Price,
    pool: Pool,
    sources: tuple[Source, ...],
    life: int,
    work: int,
) -> None:
    """Where the best takes too long, what is found pays; only then may it be an error."""
    with monkeypatch.context() as patch:
        patch.setattr(search, "MAX_WORK", work * search.STEP)
        try:
            plan = pay(bill, pool, sources, life)
        except PaymentTooComplex:
            event("too complex")
            return
    assert (plan is None) == (naive(bill, pool, sources, life) is None)
    if plan is not None:
        check_plan(plan, bill, pool, sources, life)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BILLS, pools(), sources_of(4, fees=True), LIVES)
def test_without_the_best_use_of_costly_abilities_a_payment_is_still_a_payment(
    monkeypatch: pytest.MonkeyPatch,
    bill: Price,
    pool: Pool,
    sources: tuple[Source, ...],
    life: int,
) -> None:
    """The orders tried instead give plans that pay, and never one where there is none."""

    def give_up(_: object, limit: int | None) -> None:
        raise PaymentTooComplex(f"gave up at {limit}")

    with monkeypatch.context() as patch:
        patch.setattr(CostlySearch, "_best", give_up)
        try:
            plan = pay(bill, pool, sources, life)
        except PaymentTooComplex:
            event("too complex")
            return
    assert (plan is None) == (naive(bill, pool, sources, life) is None)
    if plan is not None:
        check_plan(plan, bill, pool, sources, life)


HOSTILE_COSTS = st.builds(
    ManaCost,
    generic=st.sampled_from([0, 1, 7, 100, 1_000_000]),
    x_count=st.integers(0, 3),
    symbols=st.lists(
        st.one_of(
            SYMBOLS,
            st.builds(
                Symbol,
                st.sets(st.sampled_from(KINDS), min_size=1).map(
                    lambda kinds: "".join(k for k in KINDS if k in kinds)
                ),
                st.sampled_from([0, 0, 1, 2, 1_000_000]),
            ),
        ),
        max_size=70,
    ).map(tuple),
    absent=st.just(False),
)
HOSTILE_OPTIONS = st.builds(
    ManaOption,
    st.integers(0, 3),
    st.tuples(*[st.sampled_from([0, 0, 1, 2, 40, 2**20])] * 6),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 0, 0, 1, 2**31]),
    st.one_of(st.just(FREE), FEES, HOSTILE_COSTS),
)
HOSTILE_SOURCES = st.lists(
    st.builds(
        Source, st.just("same"), st.booleans(), st.lists(HOSTILE_OPTIONS, max_size=4).map(tuple)
    ),
    max_size=30,
)
HOSTILE_POOLS = st.tuples(*[st.sampled_from([0, 0, 1, 5, 2**31])] * 6).map(
    lambda amounts: Pool(amounts, tuple(amount // 2 for amount in amounts))
)


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(
    HOSTILE_COSTS,
    st.sampled_from([0, 1, 1000, 2**32 - 1]),
    st.sampled_from([0, 3, -3, 2**31 - 1, -(2**31)]),
    HOSTILE_POOLS,
    HOSTILE_SOURCES,
    st.sampled_from([-(2**31), 0, 20, 2**31 - 1]),
)
def test_hostile_input_has_an_answer_or_the_one_error(
    cost: ManaCost, x: int, change: int, pool: Pool, sources: list[Source], life: int
) -> None:
    """No cost, pool or board ends in anything but an answer or `PaymentTooComplex`."""
    bill = price(cost, x, change)
    for question in (
        lambda: pay(bill, pool, sources, life),
        lambda: can_pay(bill, pool, sources, life),
        lambda: pay_from(bill, pool, life),
        lambda: largest_x(cost, change, pool, sources, life),
        lambda: shown(cost, change),
    ):
        try:
            question()
        except PaymentTooComplex as error:
            event(str(error))
