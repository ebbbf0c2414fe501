"""The parts of an ability as a script states them: an API with parameters, then its SubAbility."""

from __future__ import annotations

from functools import lru_cache

from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.cards.cost import CostError, CostPart, parse_cost
from ninjutsu_service.cards.script import read_parameters
from ninjutsu_service.cards.valid import parse_valid

MAX_PARTS = 50
"""How many parts a chain has that is carried out; one that is longer goes in a circle, or might."""

_HEADS = ("DB", "AB", "SP", "ST")


@lru_cache(maxsize=4096)
def read_part(text: str) -> AbilityLine:
    """A part of an ability, `DB$ Draw | Defined$ You | NumCards$ 1`."""
    return AbilityLine("SVar", read_parameters(text), text)


def api_of(part: AbilityLine) -> str:
    """What a part does, "Draw"."""
    return next((part.get(head) for head in _HEADS if part.get(head)), "")


def part_named(face: Face, name: str) -> AbilityLine | None:
    """A part by the name of its SVar, or "A1" for a face's first `A:` line.

    Returns:
        None where the script has no such part.
    """
    text = face.svars.get(name.strip().lower())
    if text is not None:
        part = read_part(text)
        return part if api_of(part) else None
    number = name[1:]
    if name[:1] == "A" and number.isascii() and number.isdigit() and len(number) < 4:
        index = int(number) - 1
        return face.abilities[index] if 0 <= index < len(face.abilities) else None
    return None


def spell_part(face: Face) -> AbilityLine | None:
    """What a spell does as it resolves; None for a permanent that only enters."""
    return next((line for line in face.abilities if line.get("SP")), None)


def additional_costs(face: Face) -> tuple[CostPart, ...]:
    """What a spell costs besides mana, `SP$ Draw | Cost$ 2 B Sac<1/Creature>` (CR 118.8).

    A cost that is malformed is one that nobody can pay.
    """
    part = spell_part(face)
    text = part.get("Cost") if part is not None else ""
    try:
        return parse_cost(text).parts if text else ()
    except CostError:
        return (CostPart(text),)


def aims_by_x(face: Face) -> bool:
    """Whether what a spell may target, or how much of it, follows from the X paid for it."""
    if not any("xpaid" in text.lower() for text in face.svars.values()):
        return False
    parts = [*face.abilities, *map(read_part, face.svars.values())]
    return any(
        not part.get(key).isdigit()
        for part in parts
        for key in ("TargetMin", "TargetMax")
        if part.get(key)
    ) or any(
        each.comparator and not each.operand.removeprefix("-").isdigit()
        for part in parts
        for alternative in parse_valid(part.get("ValidTgts")).alternatives
        for each in alternative.properties
    )


def names_of(text: str) -> list[str]:
    """The names in a list, `Choices$ DBGrow,DBShrink`."""
    return [name.strip() for name in text.split(",") if name.strip()]


def chain(face: Face, first: AbilityLine) -> list[AbilityLine]:
    """A part and all that follow it by SubAbility, at most one more than `MAX_PARTS`."""
    found = [first]
    while len(found) <= MAX_PARTS:
        following = found[-1].get("SubAbility")
        part = part_named(face, following) if following else None
        if part is None:
            break
        found.append(part)
    return found


def announced_parts(face: Face, first: AbilityLine, modes: list[str]) -> list[AbilityLine]:
    """The parts whose targets are chosen on announcement: the chain, and that of each mode."""
    found = []
    for part in chain(face, first):
        found.append(part)
        if api_of(part) == "Charm":
            for mode in modes:
                chosen = part_named(face, mode)
                found += chain(face, chosen) if chosen else []
    return found
