"""What an action costs now, and the mana that its player could pay it with.

CR 601.2f: increases and reductions apply first (A9). CR 605.3: mana abilities may be
activated while paying (A12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from operator import add, attrgetter
from typing import NamedTuple

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.cost import Cost, CostError, CostPart, parse_cost
from ninjutsu_service.cards.mana import FREE, KINDS, ManaCost, ManaError, parse_mana
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.payment import (
    EMPTY,
    Fee,
    ManaOption,
    Plan,
    Pool,
    Source,
    can_pay,
    largest_x,
    pay,
    price,
)
from ninjutsu_service.rules.payment import shown as shown_cost
from ninjutsu_service.rules.statics import cost_change
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import has_keyword
from ninjutsu_service.state.check import LIMIT

TAX = 2
"""CR 903.8: {2} for each time the commander was cast from the command zone before."""

_texts = attrgetter("produces", "cost", "snow")
_mana_abilities = attrgetter("mana_abilities")

_AMOUNTS = ("white", "blue", "black", "red", "green", "colorless")


class Offer(NamedTuple):
    """A keyword that an object has, at what it costs the player now.

    Attributes:
        keyword: the keyword.
        cost: as stated on the card, with what casting it costs besides.
        change: what increases and reductions come to, in generic mana.
        shown: the mana to pay after them.
    """

    keyword: Keyword
    cost: Cost
    change: int
    shown: ManaCost

    @property
    def has_x(self) -> bool:
        """Whether X stands in the cost, in the mana or in a further part."""
        parts = self.cost.parts
        return bool(self.cost.mana.x_count) or any(part.amount == "X" for part in parts)

    @property
    def other_costs(self) -> list[str]:
        """The further costs, card script notation."""
        return [str(part) for part in self.cost.parts]


def offers(table: Table, player: str, item: pb.GameObject) -> list[Offer]:
    """Every registered keyword that an object has, with its price for a player.

    What casts the card costs what casting it costs besides its mana, too (CR 118.9d).
    Several that come to the same price are one: neither could be told from the other.
    """
    found = []
    for keyword, stated in table.keywords(item):
        more = table.rulebook.additional_costs(item.card_name) if keyword.casts else ()
        cost = Cost(stated.mana, stated.parts + more) if more else stated
        change = _change(table, keyword, player, item)
        found.append(Offer(keyword, cost, change, shown_cost(cost.mana, change)))
    return found if len(found) < 2 else _different(found)


def _different(found: Sequence[Offer]) -> list[Offer]:
    kept: dict[tuple[str, ManaCost, tuple[CostPart, ...]], Offer] = {}
    for offer in found:
        key = (offer.keyword.name, offer.shown, offer.cost.parts)
        # What a reduction has left over lowers X as well, so the lower one is never dearer.
        if key not in kept or kept[key].cost.mana.generic > offer.cost.mana.generic:
            kept[key] = offer
    return list(kept.values())


def _change(table: Table, keyword: Keyword, player: str, item: pb.GameObject) -> int:
    total = cost_change(table, keyword, player, item)
    stated_changes = table.board.state.cost_changes
    table.effort.spend(len(stated_changes))
    for stated in stated_changes:
        if stated.player_id == player and stated.keyword in ("", *keyword.names):
            total += stated.generic
    if item.zone == pb.ZONE_COMMAND and (keyword.commander_tax or keyword.casts):
        total += TAX * item.commander_casts
    return total


def floating(player: pb.Player) -> Pool:
    """A player's mana pool as plain numbers."""
    if not player.HasField("mana_pool"):
        return EMPTY
    pool = player.mana_pool
    return Pool(
        tuple(getattr(pool, name) for name in _AMOUNTS),
        tuple(getattr(pool, f"snow_{name}") for name in _AMOUNTS),
    )


def pool_message(amounts: Sequence[int], snow: Sequence[int]) -> pb.ManaPool:
    """Plain numbers as the wire's mana pool."""
    pool = pb.ManaPool()
    for name, amount, snowy in zip(_AMOUNTS, amounts, snow, strict=True):
        if amount:
            setattr(pool, name, amount)
        if snowy:
            setattr(pool, f"snow_{name}", snowy)
    return pool


class Reserved(NamedTuple):
    """What other parts of the cost need, so that mana abilities cannot use it up.

    Attributes:
        kept: objects that another part returns, sacrifices or moves: not to be sacrificed for
            mana. Tapping one for mana first is allowed (A12).
        untapped: objects that another part taps.
        life: life that other parts pay.
        tapped_first: an untapped object that is tapped for mana whatever is paid, as another part
            needs it tapped (CR 601.2g before 601.2h); empty for none.
    """

    kept: frozenset[str] = frozenset()
    untapped: frozenset[str] = frozenset()
    life: int = 0
    tapped_first: str = ""


NOTHING_RESERVED = Reserved()


def sources(table: Table, player: str, reserved: Reserved) -> list[Source]:
    """The permanents that a player could use for mana now."""
    usable = usable_sources(table, player)
    if reserved is NOTHING_RESERVED:
        return list(usable.values())
    if reserved.tapped_first:
        reserved = reserved._replace(untapped=reserved.untapped | {reserved.tapped_first})
    touched = usable.keys() & (reserved.kept | reserved.untapped)
    if not touched:
        return list(usable.values())
    objects = table.board.objects
    found = (
        source_of(table, objects[source.id], reserved) if name in touched else source
        for name, source in usable.items()
    )
    return [source for source in found if source is not None]


Usable = dict[str | tuple[str, int], Source]


def usable_sources(table: Table, player: str) -> Usable:
    """The permanents that a player could use for mana if nothing else needed them, by id.

    One that can be used again is there again, by its id and a number.
    """
    return _usable(table, player)[0]


def _usable(table: Table, player: str) -> tuple[Usable, int]:
    """The usable sources, and the steps that one payment with them takes at least."""
    return table.known(("sources", player), lambda: _find_usable(table, player), apart=True)


def _find_usable(table: Table, player: str) -> tuple[Usable, int]:
    found: Usable = {}
    table.effort.spend(len(table.board.battlefield()) // 4)
    for item in _with_mana(table.permanents_of(player)):
        source = source_of(table, item, NOTHING_RESERVED)
        if source is not None:
            found[source.id] = source
            again = None if all(map(_taps, source.options)) else _again(source)
            if again is not None:
                found.update(((source.id, use), again) for use in range(2, MOST_USES + 1))
    steps = sum(5 + _steps_of(source.options) for source in found.values())
    table.effort.spend(steps)
    return found, steps


_taps = attrgetter("taps")

MOST_USES = 6
"""How often the automatic payment activates an ability that nothing stops, `1: Add U`, at most."""


def _again(source: Source) -> Source | None:
    """A source once more, with what of it does not tap it; it has something such.

    None where it can be sacrificed for mana: after that nothing of it is there.
    """
    if any(each.sacrifices for each in source.options):
        return None
    return source._replace(options=tuple(each for each in source.options if not each.taps))


def _with_mana(items: Sequence[pb.GameObject]) -> Iterable[pb.GameObject]:
    return compress(items, map(_mana_abilities, items))


def _steps_of(options: tuple[ManaOption, ...]) -> int:
    """Each ability is looked at; one that costs mana often."""
    for option in options:
        if option.mana is not FREE and option.mana != FREE:
            return 8 * len(options)
    return len(options)


_X_STEPS = 20
"""About how many payments are tried to find the largest X."""


def source_of(table: Table, item: pb.GameObject, reserved: Reserved) -> Source | None:
    """A permanent's mana abilities that can be activated now; None where there are none.

    CR 302.6 (B17): not by tapping a creature that came this turn, unless it has haste.
    """
    name = item.id
    options = options_of(table, item)
    creature = table.is_creature(item)
    may_tap = not (item.tapped or name in reserved.untapped) and not (
        creature and item.summoning_sick and not has_keyword(table.traits(item), "Haste")
    )
    may_sacrifice = name not in reserved.kept
    if not (may_tap and may_sacrifice):
        options = tuple(
            option
            for option in options
            if (may_tap or not option.taps) and (may_sacrifice or not option.sacrifices)
        )
    return Source(name, creature, options) if options else None


def options_of(table: Table, item: pb.GameObject) -> tuple[ManaOption, ...]:
    """A permanent's mana abilities, as far as they are read, whether or not it can use them.

    Raises:
        ManaError, CostError: as `mana_option`.
    """
    name = item.id
    live = table.board.objects.get(name) is item
    found = table.mana.get(name) if live else None
    if found is None:
        texts = tuple(map(_texts, item.mana_abilities))
        found = _options(texts) if texts else ()
        if live:
            table.mana[name] = found
    return found


def read_mana_abilities(table: Table, items: Sequence[pb.GameObject]) -> list[pb.GameObject]:
    """Read the mana abilities of many objects.

    Returns:
        The objects with one that is malformed.
    """
    wrong = []
    for item in _with_mana(items):
        try:
            options_of(table, item)
        except (CostError, ManaError):
            wrong.append(item)
    return wrong


@lru_cache(maxsize=4096)
def _options(abilities: tuple[tuple[str, str, bool], ...]) -> tuple[ManaOption, ...]:
    """The same by their texts, so that equal permanents share one tuple."""
    found = (mana_option(index, *texts) for index, texts in enumerate(abilities))
    return tuple(option for option in found if option is not None)


@lru_cache(maxsize=4096)
def mana_option(index: int, produces: str, cost: str, snow: bool) -> ManaOption | None:
    """A mana ability, read; None where its cost has a part that only the engine can pay.

    Raises:
        ManaError: what it produces is no list of single kinds of mana.
        CostError: its cost is malformed.
    """
    amounts = produced(produces)
    taps = sacrifices = False
    life = 0
    parsed = parse_cost(cost or "T")
    for part in parsed.parts:
        if part.name == "T" and not part.arguments:
            taps = True
        elif part.name == "Sac" and part.arguments[:2] == ("1", "CARDNAME"):
            sacrifices = True
        elif part.name == "PayLife" and _is_number(part.amount):
            life += int(part.amount)
        else:
            return None
    return ManaOption(index, amounts, snow, taps, sacrifices, life, parsed.mana)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7


def produced(text: str) -> tuple[int, ...]:
    """One activation's mana, "U B" for {U}{B}, by type in WUBRGC order.

    Raises:
        ManaError: it is empty, or has something that is not one of WUBRGC.
    """
    amounts = [0] * len(KINDS)
    cost = parse_mana(text)
    for symbol in cost.symbols:
        if len(symbol.kinds) != 1 or symbol.generic or symbol.phyrexian:
            raise ManaError(str(symbol), 1, f"{symbol} is no single kind of mana")
        amounts[KINDS.index(symbol.kinds)] += 1
    if cost.generic or cost.x_count or not any(amounts):
        raise ManaError(text, 1, f"{text!r} names no mana: write U, or U B for both")
    return tuple(amounts)


def highest_mana_x(table: Table, player: str, offer: Offer, reserved: Reserved) -> int | None:
    """The largest X that the player's mana can pay; 0 where the mana has no X.

    No more than `LIMIT`, the most that is read when the action is taken.

    Returns:
        None where the mana cannot be paid at all.
    """
    mana = offer.cost.mana
    matters = _what_matters(table, player, reserved)

    def work_out() -> int | None:
        spend = table.effort.spend
        usable = sources(table, player, matters)
        spend(_usable(table, player)[1] * (_X_STEPS if mana.x_count else 1))
        found: list[int] = []
        for _, pool, life in starts(table, player, reserved):
            if mana.x_count:
                x = largest_x(mana, offer.change, pool, usable, life, spend=spend)
            else:
                total = price(mana, 0, offer.change)
                x = 0 if can_pay(total, pool, usable, life, spend=spend) else None
            found += [] if x is None else [min(x, LIMIT)]
        return max(found, default=None)

    return table.known(("X", player, mana, offer.change, matters), work_out)


def _what_matters(table: Table, player: str, reserved: Reserved) -> Reserved:
    """What is reserved of the player's sources of mana: little of it, so that much is alike."""
    if reserved is NOTHING_RESERVED:
        return reserved
    usable = usable_sources(table, player)
    kept = {
        name
        for name in reserved.kept & usable.keys()
        if any(option.sacrifices for option in usable[name].options)
    }
    untapped = reserved.untapped & usable.keys()
    if not (kept or untapped or reserved.life or reserved.tapped_first):
        return NOTHING_RESERVED
    return Reserved(frozenset(kept), frozenset(untapped), reserved.life, reserved.tapped_first)


def tapping_options(table: Table, player: str, name: str) -> list[ManaOption]:
    """The mana abilities that would only tap an object now: no mana goes in, and it stays.

    Those that cost the least life come first, as life is paid last.
    """
    source = usable_sources(table, player).get(name)
    found = [
        option
        for option in (source.options if source is not None else ())
        if option.taps and not option.sacrifices and not option.mana.mana_value
    ]
    return sorted(found, key=attrgetter("life"))


def starts(
    table: Table, player: str, reserved: Reserved
) -> Iterator[tuple[ManaOption | None, Pool, int]]:
    """With what mana and life the rest is paid: after what is tapped first, in each way.

    Yields:
        How that object is tapped, None where none has to be; the mana floating then, and the life
        that is left.
    """
    record = table.board.players[player]
    pool, life = floating(record), record.life - reserved.life
    if not reserved.tapped_first:
        yield None, pool, life
        return
    for option in tapping_options(table, player, reserved.tapped_first):
        if option.life <= max(life, 0):
            amounts = tuple(map(add, pool.amounts, option.produces))
            snow = tuple(map(add, pool.snow, option.produces)) if option.snow else pool.snow
            yield option, Pool(amounts, snow), life - option.life


def automatic_plan(
    table: Table, player: str, offer: Offer, x: int, reserved: Reserved
) -> Plan | None:
    """How to pay the mana, the most specific sources first; None where it cannot be paid."""
    table.effort.spend(_usable(table, player)[1])
    total, usable = price(offer.cost.mana, x, offer.change), sources(table, player, reserved)
    for option, pool, life in starts(table, player, reserved):
        plan = pay(total, pool, usable, life, spend=table.effort.spend)
        if plan is not None and option is not None:
            first = ((reserved.tapped_first, option.index), *plan.activations)
            return replace(plan, activations=first, fees=plan.fees and (Fee(), *plan.fees))
        if plan is not None:
            return plan
    return None


__all__ = [
    "CostError",
    "Offer",
    "Reserved",
    "automatic_plan",
    "floating",
    "highest_mana_x",
    "mana_option",
    "offers",
    "options_of",
    "pool_message",
    "produced",
    "source_of",
    "sources",
    "starts",
    "tapping_options",
    "usable_sources",
]
