"""What mana a permanent of a state file can be tapped for, by its name and its script."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import comb

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.cards.cost import CostError
from ninjutsu_service.cards.mana import ManaError
from ninjutsu_service.rules.costs import mana_option

BASICS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
"""What the basic land types give (CR 305.6)."""

_UNCONDITIONAL = frozenset(
    ("ab", "cost", "produced", "amount", "spelldescription", "stackdescription", "subability",
     "ailogic", "ainorecursivecheck", "costdesc", "precostdesc", "triggerswhenspent")
)  # fmt: skip
"""What a mana ability may have that can be used whenever its cost is paid, for anything."""

_MAX_AMOUNT = 9

_MAX_CHOICES = 126
"""As many as five mana in any combination of colors, which no card of Forge's goes beyond."""


@dataclass(slots=True)
class Mana:
    """The mana abilities of a permanent.

    Attributes:
        abilities: those that are read.
        whole: whether these are all that its script has.
        by_identity: whether one asks for the colours of a commander; it is read as any colour.
    """

    abilities: list[pb.ManaAbility] = field(default_factory=list)
    whole: bool = True
    by_identity: bool = False


def is_basic(name: str) -> bool:
    """Whether a basic land has this name."""
    plain = plain_name(name)
    return plain in BASICS or plain == "wastes"


def plain_name(name: str) -> str:
    """A land's name in lower case, without "Snow-Covered"."""
    return name.lower().removeprefix("snow-covered ")


def mana_of(name: str, types: Collection[str], face: Face | None) -> Mana:
    """The mana abilities of a permanent.

    Args:
        name: of the face that is up.
        types: of that face, where they are known.
        face: that face's script, where there is one.
    """
    made = Mana()
    lower = {each.lower() for each in types}
    snow = name.lower().startswith("snow-covered ") or "snow" in lower
    plain = plain_name(name)
    land = [BASICS[plain]] if plain in BASICS else ["C"] if plain == "wastes" else []
    land += [mana for basic, mana in BASICS.items() if basic in lower]
    found = [(produces, "") for produces in land]
    for line in face.abilities if face else ():
        if line.get("AB") in ("Mana", "ManaReflected"):
            options = _options(line)
            made.whole &= bool(options)
            made.by_identity |= bool(options) and "ColorIdentity" in line.get("Produced")
            found += options
    made.abilities = [
        pb.ManaAbility(produces=produces, cost=cost, snow=snow)
        for produces, cost in dict.fromkeys(found)
    ]
    return made


def _options(line: AbilityLine) -> list[tuple[str, str]]:
    """What a mana ability gives for what, each choice by itself; nothing where it is not read."""
    cost = line.get("Cost")
    cost = "" if cost == "T" else cost
    amount = line.get("Amount") or "1"
    words = line.get("Produced").split()
    if line.get("AB") != "Mana" or line.parameters.keys() - _UNCONDITIONAL or not words:
        return []
    if not amount.isascii() or not amount.isdigit() or not 0 < int(amount[:4]) <= _MAX_AMOUNT:
        return []
    combined = words[0] == "Combo"
    kinds = words[combined:]
    if kinds in (["Any"], ["ColorIdentity"]):
        kinds = list("WUBRG")
        choices = _choices(kinds, int(amount), combined=combined)
    elif combined:
        choices = _choices(kinds, int(amount), combined=True)
    else:
        choices = [" ".join(kinds * int(amount))]
    read = all(_is_read(each, cost) for each in choices)
    return [(each, cost) for each in choices] if read else []


def _choices(kinds: list[str], amount: int, *, combined: bool) -> list[str]:
    """Each choice that there is; none where they are too many to write out."""
    if not combined:
        return [" ".join([kind] * amount) for kind in kinds]
    if comb(len(kinds) + amount - 1, amount) > _MAX_CHOICES:
        return []
    return [" ".join(each) for each in combinations_with_replacement(kinds, amount)]


def _is_read(produces: str, cost: str) -> bool:
    """Whether the service reads such an ability."""
    try:
        return mana_option(0, produces, cost, False) is not None
    except (CostError, ManaError):
        return False
