"""Mana costs read and paid by trying everything (A9, A12 to A14).

A mana is a pair: its letter out of WUBRGC, and whether it came from a snow source. A pool is a
sorted tuple of mana. Nothing here is quick, and nothing is clever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from ninjutsu.v1 import state_pb2 as pb

Mana = tuple[str, bool]
Pool = tuple[Mana, ...]

NAMES = {
    "W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless",
}  # fmt: skip


@dataclass(frozen=True)
class Bill:
    """A mana cost: numbers added up, how many X, and the other symbols as sets of letters."""

    generic: int
    x: int
    symbols: tuple[str, ...]
    none: bool = False


def words(text: str) -> list[str]:
    """The words of a cost; a space inside brackets parts nothing."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "<") - (letter == ">")
        if letter == " " and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [word for word in found if word]


def read(text: str) -> Bill:
    """A cost in card script notation; anything with brackets is no mana and left out."""
    if text.strip().lower() == "no cost":
        return Bill(0, 0, (), none=True)
    generic, x, symbols = 0, 0, []
    for word in words(text):
        if "<" in word:
            continue
        if word.isdigit():
            generic += int(word)
        elif word == "X":
            x += 1
        else:
            symbols.append(word.replace("/", ""))
    return Bill(generic, x, tuple(symbols))


def written(bill: Bill, change: int) -> str:
    """The cost as an action shows it: X, generic mana after changes, the other symbols."""
    if bill.none:
        return "no cost"
    left = max(0, -(bill.generic + change))
    shown = []
    for symbol in bill.symbols:
        digits = "".join(letter for letter in symbol if letter.isdigit())
        half = int(digits or 0)
        letters = [kind for kind in "WUBRGC" if kind in symbol]
        if "S" in symbol:
            letters = ["S"]
        taken = min(left, half)
        left -= taken
        if half and half == taken:
            continue
        numbers = [str(half - taken)] if half else []
        shown.append("/".join(numbers + letters + (["P"] if "P" in symbol else [])))
    generic = max(0, bill.generic + change)
    if generic or not (shown or bill.x):
        shown.insert(0, str(generic))
    return " ".join(["X"] * bill.x + shown)


def ways_for(symbol: str) -> Iterator[tuple[str, int, int]]:
    """Each way to pay one symbol: the letters of which one will do, generic mana, life."""
    digits = "".join(letter for letter in symbol if letter.isdigit())
    if symbol == "S":
        yield "snow", 0, 0
        return
    yield "".join(letter for letter in symbol if letter in "WUBRGC"), 0, 0
    if digits:
        yield "", int(digits), 0
    if "P" in symbol:
        yield "", 0, 2


def spend(pool: Pool, wanted: list[str], generic: int) -> Iterator[Pool]:
    """What can be left of a pool after one mana for each of the wanted, and generic mana."""
    if wanted:
        for place, (kind, snow) in enumerate(pool):
            if place and pool[place - 1] == pool[place]:
                continue
            if (snow and wanted[0] == "snow") or kind in wanted[0].replace("snow", ""):
                yield from spend(pool[:place] + pool[place + 1 :], wanted[1:], generic)
        return
    if generic == 0:
        yield pool
    elif generic <= len(pool):
        for place in range(len(pool)):
            if place and pool[place - 1] == pool[place]:
                continue
            yield from spend(pool[:place] + pool[place + 1 :], [], generic - 1)


def pays(bill: Bill, x: int, change: int, pool: Pool, life: int) -> bool:
    """Whether floating mana and life alone pay a cost."""
    if bill.none:
        return False
    for chosen in product(*(list(ways_for(symbol)) for symbol in bill.symbols)):
        cost = sum(each[2] for each in chosen)
        if cost and cost > life:
            continue
        generic = max(0, bill.generic + x * bill.x + change + sum(each[1] for each in chosen))
        wanted = [each[0] for each in chosen if each[0]]
        if len(wanted) + generic <= len(pool) and _covers(pool, wanted):
            return True
    return False


def _covers(pool: Pool, wanted: list[str]) -> bool:
    return any(True for _ in spend(pool, sorted(wanted, key=len), 0))


@dataclass(frozen=True)
class Ability:
    """One mana ability: what it makes, the mana and the life that it costs."""

    makes: Pool
    costs: Bill
    life: int = 0


def pools(
    pool: Pool, life: int, sources: Iterable[list[Ability]], most: int
) -> set[tuple[Pool, int]]:
    """Every pool, with the life left, that activating each source once or not at all can give.

    Of each kind of mana no more is kept than `most`: more of it helps nobody.
    """
    plain: list[list[Ability]] = []
    costly: list[list[Ability]] = []
    for abilities in sources:
        (costly if any(a.costs != FREE for a in abilities) else plain).append(abilities)
    most += sum(a.costs.generic + len(a.costs.symbols) for each in costly for a in each)
    found = {(kept(pool, most), life)}
    for abilities in plain:
        more = set()
        for floating, left in found:
            for ability in abilities:
                if not ability.life or ability.life <= left:
                    after = kept(merged(floating, ability.makes), most)
                    more.add((after, left - ability.life))
        found |= more
    todo = [(floating, left, frozenset(range(len(costly)))) for floating, left in found]
    seen = set(todo)
    while todo:
        floating, left, unused = todo.pop()
        found.add((floating, left))
        for place in unused:
            for ability in costly[place]:
                for rest, remaining in _activated(ability, floating, left):
                    state = (kept(rest, most), remaining, unused - {place})
                    if state not in seen:
                        seen.add(state)
                        todo.append(state)
    return found


def kept(pool: Pool, most: int) -> Pool:
    """The pool without what there is too much of."""
    return tuple(
        mana for place, mana in enumerate(pool) if place < most or pool[place - most] != mana
    )


FREE = Bill(0, 0, ())


def _activated(ability: Ability, pool: Pool, life: int) -> Iterator[tuple[Pool, int]]:
    if ability.life and ability.life > life:
        return
    life -= ability.life
    for chosen in product(*(list(ways_for(symbol)) for symbol in ability.costs.symbols)):
        cost = sum(each[2] for each in chosen)
        if cost and cost > life:
            continue
        wanted = [each[0] for each in chosen if each[0]]
        generic = ability.costs.generic + sum(each[1] for each in chosen)
        for rest in spend(pool, wanted, generic):
            yield merged(rest, ability.makes), life - cost


def merged(one: Pool, other: Pool) -> Pool:
    return tuple(sorted(one + other))


def floating(player: pb.Player) -> Pool:
    """A player's mana pool, mana by mana."""
    found: list[Mana] = []
    for letter, name in NAMES.items():
        snow = getattr(player.mana_pool, f"snow_{name}")
        found += [(letter, True)] * snow
        found += [(letter, False)] * (getattr(player.mana_pool, name) - snow)
    return tuple(sorted(found))
