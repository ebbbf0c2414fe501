"""Which face of a card is up, by the attributes that Forge writes for it."""

from __future__ import annotations

from dataclasses import dataclass

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Card, Face
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.forge.dump import DumpedCard
from ninjutsu_service.rules.copying import printed_characteristics

_TURNED = {
    "transformed": ("doublefaced", "transform", "modal"),
    "modal": ("modal", "doublefaced", "transform"),
    "flipped": ("flip",),
    "meld": ("meld",),
}
"""The attributes that turn a card, and the modes of those that have such a face."""

SPELLED = {
    "transformed": "Transformed", "modal": "Modal", "flipped": "Flipped", "meld": "Meld"
}  # fmt: skip
"""The same as Forge writes them."""


@dataclass(frozen=True, slots=True)
class FaceUp:
    """A face of a known card.

    Attributes:
        face: the face that is up.
        turned: whether it is another than the front face.
        missing: the attribute that names a face that is not known; mostly empty.
        partner: what it is melded with; mostly empty.
    """

    face: Face
    turned: bool = False
    missing: str = ""
    partner: str = ""


def turning(dumped: DumpedCard) -> str:
    """The attribute that turns a card to another face; mostly empty."""
    return next((word for word in _TURNED if word in dumped.attributes), "")


def face_up(card: Card, dumped: DumpedCard, pool: CardPool) -> FaceUp:
    """The face of a permanent that is up."""
    word = turning(dumped)
    if not word:
        return FaceUp(card.faces[0])
    # Forge writes a caret for the comma in the name of the other card of a meld.
    partner = dumped.attributes[word].replace("^", ",").strip() if word == "meld" else ""
    for each in (card, pool.get(partner) if partner else None):
        if each and len(each.faces) > 1 and each.alternate_mode.lower() in _TURNED[word]:
            return FaceUp(each.faces[1], turned=True, partner=partner)
    return FaceUp(card.faces[0], missing=SPELLED[word])


def copiable(face: Face) -> pb.Characteristics:
    """A face's copiable values; a power or toughness of "*" is 0 until something defines it."""
    made = printed_characteristics(face)
    if face.power is not None and not made.HasField("power"):
        made.power = 0
    if face.toughness is not None and not made.HasField("toughness"):
        made.toughness = 0
    return made
