"""Copiable values, and the characteristics of tokens (CR 707.2, 111.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Face
from ninjutsu_service.cards.cost import CostError, parse_cost
from ninjutsu_service.rules.ability import api_of
from ninjutsu_service.rules.adjusting import adjust_for_effect, take_off_counters
from ninjutsu_service.rules.table import Table

_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def copiable_characteristics(
    table: Table, item: pb.GameObject, add_types: Iterable[str] = ()
) -> pb.Characteristics:
    """What a copy of an object has (CR 707.2).

    Args:
        table: the table.
        item: what is copied. Where only its characteristics as the engine computed them are
            known, this service's counters and effects are taken off them.
        add_types: types that the copy has besides.
    """
    made = pb.Characteristics()
    if is_face_down(item):
        made.CopyFrom(pb.Characteristics(types=["Creature"], power=2, toughness=2))
    elif item.characteristics_copiable:
        made.CopyFrom(item.characteristics)
    else:
        face = table.rulebook.face(table.script_name(item), front=False)
        if face is not None:
            made.CopyFrom(printed_characteristics(face, table.rulebook.reads))
        else:
            made.CopyFrom(_without_changes(table, item))
    made.types.extend(name for name in add_types if name not in made.types)
    return made


def is_face_down(item: pb.GameObject) -> bool:
    """CR 708.2: whether it is a face-down permanent, whose name and abilities are hidden."""
    return item.face_down and item.zone == pb.ZONE_BATTLEFIELD


def printed_characteristics(face: Face, reads: Callable[[str], bool] = bool) -> pb.Characteristics:
    """What a script states of a face, as the wire says it.

    Args:
        face: the face.
        reads: whether a keyword makes sense: the face does without one that does not.
    """
    made = pb.Characteristics(
        mana_cost=str(face.mana_cost),
        types=face.types,
        colors=[_COLORS[letter] for letter in face.colors],
        keywords=[line.text for line in face.keywords if reads(line.text)],
        name=face.name,
    )
    if _is_number(face.power):
        made.power = int(face.power or 0)
    if _is_number(face.toughness):
        made.toughness = int(face.toughness or 0)
    return made


def _is_number(text: str | None) -> bool:
    digits = (text or "").lstrip("+-")
    return digits.isascii() and digits.isdigit() and len(digits) < 7


def _without_changes(table: Table, item: pb.GameObject) -> pb.Characteristics:
    """What was sent of an object, less what counters and effects make of it."""
    plain = pb.GameObject()
    plain.CopyFrom(item)
    take_off_counters(plain)
    for effect in table.board.state.effects:
        if effect.object_id == item.id and effect.incarnation in (0, item.incarnation):
            adjust_for_effect(plain, effect, began=False)
    plain.characteristics.name = plain.characteristics.name or item.card_name
    return plain.characteristics


def mana_abilities_of(face: Face) -> list[pb.ManaAbility]:
    """The mana abilities that a script states, as the state holds them."""
    found = []
    for line in face.abilities:
        if api_of(line) != "Mana":
            continue
        try:
            cost = str(parse_cost(line.get("Cost")))
        except CostError:
            continue
        amount = line.get("Amount") or "1"
        if not (amount.isascii() and amount.isdigit() and 0 < int(amount[:3]) < 20):
            continue
        kinds = line.get("Produced").split() or ["C"]
        if kinds in (["Any"], ["Combo", "Any"]):
            each = [" ".join([letter] * int(amount)) for letter in "WUBRG"]
        else:
            each = [" ".join(kinds * int(amount))]
        if all(kind in "WUBRGC" for kind in " ".join(each).split()):
            found += [
                pb.ManaAbility(produces=text, cost="" if cost == "T" else cost) for text in each
            ]
    return found
