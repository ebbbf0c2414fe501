"""Static abilities of scripts in play: what they change, in the layers of CR 613.

Where the engine sends an object's characteristics these are not applied to it again (F2);
what a keyword costs is no characteristic, so reductions always apply (A9).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face, KeywordLine
from ninjutsu_service.cards.script import read_keyword, read_parameters
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.cards.vocabulary import VOCABULARY
from ninjutsu_service.rules.adjusting import COUNTER_KEYWORDS, total_change
from ninjutsu_service.rules.amounts import literal
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.static_lines import (
    COST_KINDS,
    OPPONENTS,
    affected,
    is_understood,
    names_keyword,
    names_spell,
    of_cards,
)
from ninjutsu_service.rules.traits import Traits, keyword_line
from ninjutsu_service.rules.valid import Subject, matches
from ninjutsu_service.rules.view import Seen
from ninjutsu_service.rules.zones import zones_named
from ninjutsu_service.state.board import controller_of
from ninjutsu_service.state.check import LIMIT

if TYPE_CHECKING:
    from ninjutsu_service.rules.table import Table

CARD_TYPES = frozenset(
    {"Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land"}
    | {"Planeswalker", "Sorcery"}
)


@dataclass(frozen=True, slots=True)
class PriceChange:
    """Whose costs an ability changes: what its line leaves out is empty.

    Attributes:
        activator: who pays, "You".
        kind: "Spell", or "Ability" and its like.
        spells: which of those, "Activated.Ninjutsu".
        cards: the valid-expression of the card.
        elsewhere: the same of a card that is not in play and has the ability; empty for none.
        amount: the expression of how much generic mana it is.
        counts: whether that follows from numbers that are worked out.
    """

    activator: str
    kind: str
    spells: str
    cards: str
    elsewhere: str
    amount: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Static:
    """One static ability, read.

    Attributes:
        mode: "Continuous", "ReduceCost" or "RaiseCost".
        affected: the valid-expression of what it applies to.
        zones: where that must be.
        line: the whole ability, for conditions and amounts.
        svars: of the face that it stands on.
        level: the level from which a Class has it (CR 716); 1 for every other ability.
        add_types: types that it adds (layer 4).
        defines: it says what the power and the toughness of its own card are (layer 7a).
        removes_card_types: the card types are replaced by those added (CR 205.1a).
        keywords: keywords that it adds (layer 6).
        set_power, set_toughness: expressions; empty for none (layer 7b).
        add_power, add_toughness: expressions; empty for none (layer 7c).
        condition: when it applies; empty for always.
        price: of one that changes a cost, whose and by how much.
    """

    mode: str
    affected: str
    zones: frozenset[int]
    line: AbilityLine
    svars: Mapping[str, str] = field(hash=False, compare=False)
    level: int = 1
    add_types: tuple[str, ...] = ()
    defines: bool = False
    removes_card_types: bool = False
    keywords: tuple[KeywordLine, ...] = ()
    set_power: str = ""
    set_toughness: str = ""
    add_power: str = ""
    add_toughness: str = ""
    condition: str = ""
    price: PriceChange | None = None

    @property
    def changes_types(self) -> bool:
        """Whether it has a part in layer 4."""
        return self.removes_card_types or bool(self.add_types)

    @property
    def counts(self) -> bool:
        """Whether what it does follows from numbers that are worked out, life totals among them."""
        amounts = (self.set_power, self.set_toughness, self.add_power, self.add_toughness)
        return _names_values(self.affected) or any(
            amount and literal(amount) is None for amount in amounts
        )

    @property
    def changes_toughness(self) -> bool:
        """Whether it has such a part in layer 7."""
        return bool(self.set_toughness or self.add_toughness)


def read_statics(face: Face) -> tuple[Static, ...]:
    """The static abilities of a face that are carried out here."""
    found = [_read(line, face) for line in face.statics if is_understood(line)]
    for level, line in class_lines(face, "AddStaticAbility"):
        if is_understood(line):
            found.append(replace(_read(line, face), level=level))
    return tuple(found)


def class_lines(face: Face, parameter: str) -> list[tuple[int, AbilityLine]]:
    """What the levels of a Class add: `K:Class:2:1 B:AddStaticAbility$ STMenace` (CR 716.2).

    Returns:
        Each ability with the level from which it is there.
    """
    found = []
    for keyword in face.keywords:
        if keyword.head.casefold() != "class" or len(keyword.arguments) < 3:
            continue
        level = keyword.arguments[0].strip()
        parameters = read_parameters(":".join(keyword.arguments[2:]))
        for name in _listed(parameters.get(parameter.lower(), "")):
            text = face.svars.get(name.lower(), "")
            if level.isascii() and level.isdigit() and text:
                line = AbilityLine("SVar", read_parameters(text), text)
                found.append((int(level[:6]), line))
    return found


def _read(line: AbilityLine, face: Face) -> Static:
    return Static(
        mode=line.get("Mode"),
        affected=affected(line),
        zones=zones_named(line.get("AffectedZone") or "Battlefield") or frozenset(),
        line=line,
        svars=face.svars,
        add_types=_listed(line.get("AddType")),
        defines=bool(line.get("CharacteristicDefining")),
        removes_card_types=line.get("RemoveCardTypes").casefold() == "true",
        keywords=tuple(map(read_keyword, _listed(line.get("AddKeyword")))),
        set_power=line.get("SetPower"),
        set_toughness=line.get("SetToughness"),
        add_power=line.get("AddPower"),
        add_toughness=line.get("AddToughness"),
        condition=line.get("Condition"),
        price=None if line.get("Mode") == "Continuous" else _price_change(line),
    )


def _price_change(line: AbilityLine) -> PriceChange:
    spells, cards = line.get("ValidSpell") or line.get("ValidSA"), line.get("ValidCard") or "Card"
    amount = line.get("Amount") or "1"
    return PriceChange(
        activator=line.get("Activator"),
        kind=line.get("Type"),
        spells=spells,
        cards=cards,
        elsewhere=cards if names_keyword(spells) else of_cards(cards),
        amount=amount,
        counts=literal(amount) is None,
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("&") if part.strip())


def apply_layers(table: Table, item: pb.GameObject, traits: Traits, *, live: bool) -> None:
    """Change copiable values into characteristics, layer by layer (CR 613.1).

    What applies are the static abilities in play, counters, and this service's effects. An
    ability that applies in an earlier layer goes on applying in later ones (CR 613.6).

    Args:
        table: the table.
        item: the object.
        traits: its copiable values, to be changed.
        live: whether it is there now; nothing in play applies to one that is gone.
    """
    if item.abilities_lost and item.zone == pb.ZONE_BATTLEFIELD:
        traits.keywords = ()
    counted = item.zone == pb.ZONE_BATTLEFIELD and bool(item.counters)
    if counted:
        _add_keyword_counters(item, traits)
    effects = _effects_on(table, item) if live else []
    for effect in effects:
        traits.keywords = traits.keywords + tuple(map(keyword_line, effect.keywords))
    if live:
        _apply_statics(table, item, traits)
    if counted:
        _add_counters(item, traits)
    for effect in effects:
        _change_numbers(traits, effect.power_change, effect.toughness_change)


def _apply_statics(table: Table, item: pb.GameObject, traits: Traits) -> None:
    zone = item.zone
    statics = [pair for pair in table.continuous() if zone in pair[1].zones]
    found: set[int] = set()
    for has_part, layer in _LAYERS if statics else ():
        table.effort.spend(len(statics))
        for number, (source, static) in enumerate(statics):
            if has_part(static) and (
                number in found or applies(table, source, static, item, traits)
            ):
                found.add(number)
                layer(table, source, static, item, traits)


def _effects_on(table: Table, item: pb.GameObject) -> list[pb.TemporaryEffect]:
    table.effort.spend(len(table.board.state.effects))
    return [
        effect
        for effect in table.board.state.effects
        if effect.object_id == item.id and effect.incarnation in (0, item.incarnation)
    ]


def _add_keyword_counters(item: pb.GameObject, traits: Traits) -> None:
    """CR 122.1b, layer 6."""
    names = [key for key in COUNTER_KEYWORDS if item.counters.get(key)]
    added = [keyword_line(COUNTER_KEYWORDS[key]) for key in names]
    traits.keywords = traits.keywords + tuple(added)


def _add_counters(item: pb.GameObject, traits: Traits) -> None:
    """CR 122.1a, layer 7c."""
    _change_numbers(traits, *total_change(item.counters))


def _change_numbers(traits: Traits, power: int, toughness: int) -> None:
    if traits.power is not None:
        traits.power = max(-LIMIT, min(traits.power + power, LIMIT))
    if traits.toughness is not None:
        traits.toughness = max(-LIMIT, min(traits.toughness + toughness, LIMIT))


def applies(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> bool:
    """Whether a static ability applies to an object. What is not understood does not."""
    you = controller_of(source)
    if not condition_holds(table, static, source):
        return False
    view = table.view_of(source, static.svars) if _names_values(static.affected) else None
    return matches(table, static.affected, Subject(item, traits, source, you, view)) is True


@lru_cache(maxsize=4096)
def _names_values(expression: str) -> bool:
    """Whether a valid-expression compares with a named value, or asks for somebody by words."""
    properties = (each for part in parse_valid(expression).alternatives for each in part.properties)
    return any(
        each.name in ("ControlledBy", "OwnedBy")
        or (each.comparator and not each.operand.removeprefix("-").isdigit())
        for each in properties
    )


def condition_holds(table: Table, static: Static, source: pb.GameObject) -> bool:
    """`Condition$ PlayerTurn` and its like. What is not understood does not hold."""
    condition = static.condition
    if not condition:
        return True
    own_turn = table.board.is_attacking_player(controller_of(source))
    return condition == CONDITIONS[0 if own_turn else 1]


CONDITIONS = ("PlayerTurn", "NotPlayerTurn")
"""The conditions of static abilities: in the own turn, and in any other."""


def _change_types(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    if static.removes_card_types:
        traits.types = _without_card_types(traits.types, static.add_types)
    if static.add_types:
        traits.types = traits.types | frozenset(static.add_types)


def _without_card_types(types: frozenset[str], added: Collection[str]) -> frozenset[str]:
    """Types without card types, and without the subtypes that go with them (CR 205.1a).

    Where one of the card types is added again, a subtype may be of that one: all stay.
    """
    before, after = ({_ALIKE.get(each, each) for each in names} for names in (types, added))
    kept = types - CARD_TYPES
    return kept & VOCABULARY.supertypes if CARD_TYPES.isdisjoint(before & after) else kept


_ALIKE = {"Kindred": "Creature", "Sorcery": "Instant"}
"""Card types that have their subtypes in common (CR 205.3k, m)."""


def _add_keywords(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    if static.keywords:
        traits.keywords = traits.keywords + static.keywords


def _set_numbers(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    power, toughness = traits.power, traits.toughness
    if static.set_power:
        power = _amount(table, static.set_power, source, static, item, traits)
    if static.set_toughness:
        toughness = _amount(table, static.set_toughness, source, static, item, traits)
    traits.power, traits.toughness = power, toughness


def _add_numbers(
    table: Table, source: pb.GameObject, static: Static, item: pb.GameObject, traits: Traits
) -> None:
    power = _amount(table, static.add_power, source, static, item, traits)
    toughness = _amount(table, static.add_toughness, source, static, item, traits)
    _change_numbers(traits, power, toughness)


def _amount(
    table: Table,
    expression: str,
    source: pb.GameObject,
    static: Static,
    item: pb.GameObject,
    traits: Traits,
) -> int:
    return table.amount(expression, source, static.svars, Seen(item, traits)) if expression else 0


_Layer = Callable[["Table", pb.GameObject, Static, pb.GameObject, Traits], None]

_LAYERS: tuple[tuple[Callable[[Static], object], _Layer], ...] = (
    (lambda static: static.changes_types, _change_types),
    (lambda static: static.keywords, _add_keywords),
    (lambda static: static.set_power or static.set_toughness, _set_numbers),
    (lambda static: static.add_power or static.add_toughness, _add_numbers),
)
"""Layers 4, 6, 7b and 7c (CR 613.1, 613.4): whether an ability has a part there, and that part.

What has one in layer 7a stands before all others (`Table.continuous`), and so is first in 7b.
"""


def cost_change(table: Table, keyword: Keyword, player: str, item: pb.GameObject) -> int:
    """How much generic mana scripts in play add to a keyword's cost, or take off (A9)."""
    total = 0
    statics = table.cost_statics()
    table.effort.spend(2 * len(statics))
    for source, static in statics:
        change = static.price
        if change and _changes_cost_of(table, source, static, change, keyword, player, item):
            # Of most it is a plain number: nothing need be known of the card.
            affected = Seen(item, table.traits(item)) if change.counts else None
            amount = table.amount(change.amount, source, static.svars, affected)
            total += amount if static.mode == "RaiseCost" else -amount
    return total


def _changes_cost_of(
    table: Table,
    source: pb.GameObject,
    static: Static,
    change: PriceChange,
    keyword: Keyword,
    player: str,
    item: pb.GameObject,
) -> bool:
    you = controller_of(source)
    if not _pays(table, change.activator, player, you):
        return False
    if change.kind and COST_KINDS.get(change.kind) is not keyword.casts:
        return False
    if change.spells and not names_spell(change.spells, keyword.names, casts=keyword.casts):
        return False
    if not condition_holds(table, static, source):
        return False
    in_play = keyword.casts or item.zone == pb.ZONE_BATTLEFIELD
    cards = change.cards if in_play else change.elsewhere
    if cards == "Card":
        return True
    subject = Subject(item, table.traits(item), source, you)
    return bool(cards) and matches(table, cards, subject) is True


def _pays(table: Table, activator: str, player: str, you: str) -> bool:
    """Whether a player is who pays by `Activator$`; everybody is where that says nothing."""
    if activator in OPPONENTS:
        return not table.board.same_team(player, you)
    return activator in ("", "Player") or (activator == "You" and player == you)
