"""Static abilities of scripts in play: what they change, in the layers of CR 613.

Where the engine sends an object's characteristics these are not applied to it again (F2);
what a keyword costs is no characteristic, so reductions always apply (A9).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face, KeywordLine
from ninjutsu_service.cards.script import read_keyword
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import Subject, matches
from ninjutsu_service.state.board import controller_of

if TYPE_CHECKING:
    from ninjutsu_service.rules.table import Table

ZONES = {
    "battlefield": pb.ZONE_BATTLEFIELD,
    "hand": pb.ZONE_HAND,
    "graveyard": pb.ZONE_GRAVEYARD,
    "exile": pb.ZONE_EXILE,
    "library": pb.ZONE_LIBRARY,
    "command": pb.ZONE_COMMAND,
    "stack": pb.ZONE_STACK,
}
CARD_TYPES = frozenset(
    {"Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land"}
    | {"Planeswalker", "Sorcery"}
)


@dataclass(frozen=True, slots=True)
class Static:
    """One static ability, read.

    Attributes:
        mode: "Continuous", "ReduceCost" or "RaiseCost".
        affected: the valid-expression of what it applies to.
        zones: where that must be.
        line: the whole ability, for conditions and amounts.
        svars: of the face that it stands on.
        add_types: types that it adds (layer 4).
        removes_card_types: the card types are replaced by those added (CR 205.1a).
        keywords: keywords that it adds (layer 6).
        set_power, set_toughness: expressions; empty for none (layer 7b).
        add_power, add_toughness: expressions; empty for none (layer 7c).
    """

    mode: str
    affected: str
    zones: frozenset[int]
    line: AbilityLine
    svars: tuple[tuple[str, str], ...]
    add_types: tuple[str, ...] = ()
    removes_card_types: bool = False
    keywords: tuple[KeywordLine, ...] = ()
    set_power: str = ""
    set_toughness: str = ""
    add_power: str = ""
    add_toughness: str = ""


def read_statics(face: Face) -> tuple[Static, ...]:
    """The static abilities of a face that are carried out here."""
    return tuple(
        _read(line, face)
        for line in face.statics
        if line.get("Mode") in ("Continuous", "ReduceCost", "RaiseCost")
    )


def _read(line: AbilityLine, face: Face) -> Static:
    zones = line.get("AffectedZone") or "Battlefield"
    return Static(
        mode=line.get("Mode"),
        affected=line.get("Affected") or line.get("ValidCard") or "Card",
        zones=frozenset(
            ZONES[zone.strip().casefold()]
            for zone in zones.split(",")
            if zone.strip().casefold() in ZONES
        ),
        line=line,
        svars=tuple(face.svars.items()),
        add_types=_listed(line.get("AddType")),
        removes_card_types=line.get("RemoveCardTypes").casefold() == "true",
        keywords=tuple(map(read_keyword, _listed(line.get("AddKeyword")))),
        set_power=line.get("SetPower"),
        set_toughness=line.get("SetToughness"),
        add_power=line.get("AddPower"),
        add_toughness=line.get("AddToughness"),
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("&") if part.strip())


def apply_statics(table: Table, item: pb.GameObject, traits: Traits) -> None:
    """Change an object's traits by the static abilities in play, layer by layer.

    An ability that applies in an earlier layer goes on applying in later ones (CR 613.6).
    """
    found: list[tuple[pb.GameObject, Static]] = []
    for layer in (_change_types, _add_keywords, _set_numbers, _add_numbers):
        for source, static in table.continuous():
            if item.zone not in static.zones:
                continue
            if (source, static) in found or applies(table, source, static, item, traits):
                if (source, static) not in found:
                    found.append((source, static))
                layer(table, source, static, item, traits)


def applies(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> bool:
    """Whether a static ability applies to an object. What is not understood does not."""
    you = controller_of(source)
    if not condition_holds(table, static, source):
        return False
    return matches(table, static.affected, Subject(item, traits, source, you)) is True


def condition_holds(table: Table, static: Static, source: pb.GameObject) -> bool:
    """`Condition$ PlayerTurn` and its like. What is not understood does not hold."""
    condition = static.line.get("Condition")
    if not condition:
        return True
    own_turn = table.board.is_attacking_player(controller_of(source))
    return {"PlayerTurn": own_turn, "NotPlayerTurn": not own_turn}.get(condition, False)


def _change_types(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    if static.removes_card_types:
        traits.types = traits.types - CARD_TYPES
    if static.add_types:
        traits.types = traits.types | frozenset(static.add_types)


def _add_keywords(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    if static.keywords:
        traits.keywords = traits.keywords + static.keywords


def _set_numbers(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    if static.set_power:
        traits.power = table.amount(static.set_power, source, static.svars)
    if static.set_toughness:
        traits.toughness = table.amount(static.set_toughness, source, static.svars)


def _add_numbers(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    if static.add_power:
        traits.power = (traits.power or 0) + table.amount(static.add_power, source, static.svars)
    if static.add_toughness:
        more = table.amount(static.add_toughness, source, static.svars)
        traits.toughness = (traits.toughness or 0) + more


def cost_change(table: Table, keyword: Keyword, player: str, item: pb.GameObject) -> int:
    """How much generic mana scripts in play add to a keyword's cost, or take off (A9)."""
    total = 0
    for source, static in table.cost_statics():
        if _changes_cost_of(table, source, static, keyword, player, item):
            amount = table.amount(static.line.get("Amount") or "1", source, static.svars)
            total += amount if static.mode == "RaiseCost" else -amount
    return total


def _changes_cost_of(
    table: Table,
    source: pb.GameObject,
    static: Static,
    keyword: Keyword,
    player: str,
    item: pb.GameObject,
) -> bool:
    you = controller_of(source)
    who = static.line.get("Activator")
    if who and not {
        "You": player == you,
        "Player": True,
        "Opponent": not table.board.same_team(player, you),
    }.get(who, False):
        return False
    kind = static.line.get("Type")
    if kind and kind != ("Spell" if keyword.casts else "Ability"):
        return False
    if not _names(static.line.get("ValidSpell") or static.line.get("ValidSA"), keyword):
        return False
    subject = Subject(item, table.traits(item), source, you)
    valid = static.line.get("ValidCard") or "Card"
    return condition_holds(table, static, source) and matches(table, valid, subject) is True


def _names(valid_spell: str, keyword: Keyword) -> bool:
    """`ValidSpell$ Activated.Ninjutsu`: whether the keyword's ability is one of these."""
    for alternative in valid_spell.split(",") if valid_spell else ():
        base, _, rest = alternative.strip().partition(".")
        kind_fits = base in ("Card", "SpellAbility", "Spell" if keyword.casts else "Activated")
        names = {name.casefold() for name in keyword.names}
        if kind_fits and all(part.casefold() in names for part in rest.split("+") if part):
            return True
    return not valid_spell
