"""An object's characteristics as the rules read them (CR 109.3), wherever they come from."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Card, Face, KeywordLine
from ninjutsu_service.cards.mana import COLORS, ManaError, parse_mana
from ninjutsu_service.cards.script import read_keyword

_COLOR_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


@dataclass(slots=True)
class Traits:
    """Characteristics of one object, now.

    Attributes:
        name: empty for a face-down object, or one without a name.
        types: supertypes, card types and subtypes.
        colors: letters in WUBRG order.
        power, toughness: None where it has none.
        keywords: printed and granted, each as a script states it.
        mana_value: CR 202.3.
    """

    name: str = ""
    types: frozenset[str] = frozenset()
    colors: str = ""
    power: int | None = None
    toughness: int | None = None
    keywords: tuple[KeywordLine, ...] = field(default=())
    mana_value: int = 0

    def copy(self) -> Traits:
        """A copy that can be changed by itself."""
        return Traits(
            self.name,
            self.types,
            self.colors,
            self.power,
            self.toughness,
            self.keywords,
            self.mana_value,
        )


FACE_DOWN = Traits(types=frozenset(("Creature",)), power=2, toughness=2)
"""CR 708.2: a face-down permanent without other instructions."""

UNKNOWN = Traits()


@lru_cache(maxsize=4096)
def keyword_line(text: str) -> KeywordLine:
    """A keyword in card script notation, read."""
    return read_keyword(text)


def is_sent(item: pb.GameObject) -> bool:
    """Whether the engine sent an object's characteristics: they are the truth then (F2).

    Copiable values that were sent are not: what is in play applies to them.
    """
    return item.HasField("characteristics") and not item.characteristics_copiable


def can_fight(types: Collection[str]) -> bool:
    """CR 506.3a, f, 506.4: a creature attacks or blocks, and not one that is a battle as well."""
    return "Creature" in types and "Battle" not in types


def sent_traits(item: pb.GameObject) -> Traits:
    """The characteristics, or copiable values, that the engine sent."""
    sent = item.characteristics
    return Traits(
        name=sent.name or item.card_name,
        types=frozenset(sent.types),
        colors=_colors(sent.colors) if sent.colors else "",
        power=sent.power if sent.HasField("power") else None,
        toughness=sent.toughness if sent.HasField("toughness") else None,
        keywords=tuple(map(keyword_line, sent.keywords)),
        mana_value=_mana_value(sent.mana_cost),
    )


def _colors(sent: Iterable[str]) -> str:
    letters = {_COLOR_NAMES.get(color.casefold(), color.upper()) for color in sent}
    return "".join(letter for letter in COLORS if letter in letters)


def printed_traits(face: Face, card: Card, *, whole: bool) -> Traits:
    """The characteristics that a script states.

    Args:
        face: the face that counts.
        card: the card.
        whole: outside the battlefield and the stack, where a split card is both halves.
    """
    traits = _face_traits(face)
    if card.alternate_mode in ("DoubleFaced", "Flip"):
        # CR 202.3b, 710.1c: of either face it is the front's.
        return replace(traits, mana_value=card.faces[0].mana_cost.mana_value)
    if whole and card.alternate_mode == "Split":
        # CR 709.4.
        return replace(
            traits,
            types=traits.types.union(*(each.types for each in card.faces)),
            colors="".join(
                letter for letter in COLORS if any(letter in each.colors for each in card.faces)
            ),
            mana_value=sum(each.mana_cost.mana_value for each in card.faces),
        )
    return traits


def _face_traits(face: Face) -> Traits:
    return Traits(
        name=face.name,
        types=frozenset(face.types),
        colors=face.colors,
        power=_number(face.power),
        toughness=_number(face.toughness),
        keywords=face.keywords,
        mana_value=face.mana_cost.mana_value,
    )


def _mana_value(text: str) -> int:
    try:
        return parse_mana(text).mana_value if text else 0
    except ManaError:
        return 0


def _number(text: str | None) -> int | None:
    """A printed power or toughness; "*" counts as 0 until something defines it (CR 208.2a)."""
    if text is None:
        return None
    digits = text.lstrip("+-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 0
