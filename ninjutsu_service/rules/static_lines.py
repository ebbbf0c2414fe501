"""Which static abilities of a script are understood.

One with a parameter that is not read here is left to the engine as a whole: without it the ability
would apply where it must not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.valid import Alternative, Property, parse_valid
from ninjutsu_service.cards.vocabulary import VOCABULARY
from ninjutsu_service.rules.properties import Known
from ninjutsu_service.rules.valid import STACK_KINDS, all_of, any_of, plain

_COST_CHANGE = frozenset(
    ("validcard", "validspell", "validsa", "type", "activator", "amount", "condition")
)

STATIC_MODES: dict[str, frozenset[str]] = {
    "Continuous": frozenset(
        ("affected", "affecteddefined", "affectedzone", "condition", "addkeyword", "addpower",
         "addtoughness", "setpower", "settoughness", "addtype", "removecardtypes", "mayplay",
         "validsa", "characteristicdefining")
    ),
    "ReduceCost": _COST_CHANGE,
    "RaiseCost": _COST_CHANGE,
}  # fmt: skip
"""The parameters that are read, by mode."""

EVERY_STATIC = frozenset(("mode", "description", "effectzone", "secondary"))
"""The parameters that every static ability may have."""


def is_understood(line: AbilityLine) -> bool:
    """Whether a static ability's mode and all its parameters are read here.

    Its source is on the battlefield (CR 113.6), and whom it affects is said by a
    valid-expression, or is the source itself.
    """
    known = STATIC_MODES.get(line.get("Mode"))
    if line.get("CharacteristicDefining"):
        return known is not None and is_defining(line.parameters)
    return (
        known is not None
        and all(
            key in known or key in EVERY_STATIC or key.startswith("ai") for key in line.parameters
        )
        and line.get("EffectZone") in ("", "Battlefield")
        and line.get("AffectedDefined") in ("", "Self")
    )


_DEFINING = EVERY_STATIC | {
    *("affected", "characteristicdefining", "condition", "setpower", "settoughness")
}


def is_defining(parameters: Mapping[str, str]) -> bool:
    """Whether it says what the power or the toughness "*" of its own card is (CR 208.2a, 604.3).

    It functions in every zone, and is read on the battlefield.

    Args:
        parameters: of the line, by key in lower case.
    """
    return (
        parameters.get("characteristicdefining", "").casefold() == "true"
        and all(key in _DEFINING or key.startswith("ai") for key in parameters)
        and parameters.get("effectzone", "") in ("", "All", "Battlefield")
        and parameters.get("affected", "") in ("", "Card.Self")
    )


def affected(line: AbilityLine) -> str:
    """The valid-expression of what a static ability applies to."""
    if line.get("CharacteristicDefining"):
        return "Card.Self"
    valid = line.get("Affected") or line.get("ValidCard") or "Card"
    if not line.get("AffectedDefined"):
        return valid
    return ",".join(_of_the_source(each.strip()) for each in valid.split(","))


def _of_the_source(alternative: str) -> str:
    """The alternative, of the source alone: "Permanent.Self+tapped" of "Permanent.tapped"."""
    base, dot, properties = alternative.partition(".")
    return f"{base}.Self+{properties}" if dot else f"{base}.Self"


COST_KINDS: dict[str, bool | None] = {
    "Spell": True,
    "Ability": False,
    "NonManaAbility": False,
    "MorphDown": None,
    "MorphUp": None,
}
"""`Type$` of a change of costs: whether it means spells; None for what no keyword here is.

No ability of the family is a mana ability (CR 605.1a), and nothing of it is face down.
"""

OPPONENTS = ("Opponent", "Player.Opponent")
"""`Activator$` of a change of what opponents pay."""

PAYERS = ("You", "Player", *OPPONENTS)
"""Every `Activator$` that is read."""

_NO_KEYWORD = frozenset(("manaability", "loyalty"))
"""Words for abilities that are no keyword's: no ability of the family is one of those."""


@lru_cache(maxsize=4096)
def names_spell(spells: str, names: tuple[str, ...], *, casts: bool) -> Known:
    """`ValidSpell$ Activated.Ninjutsu`: whether a keyword's ability is one of these.

    Args:
        spells: the expression.
        names: the keyword's own and those of what it is a variant of.
        casts: whether it is a spell.
    """
    own = frozenset(map(plain, names))
    kinds = ("Any", "Card", "SpellAbility", "Spell" if casts else "Activated")
    return any_of(
        all_of(_is_such(word, own) for word in each.properties)
        if each.base in kinds
        else (False if each.base in STACK_KINDS else None)
        for each in parse_valid(spells).alternatives
    )


def _is_such(wanted: Property, names: Collection[str]) -> Known:
    """Whether the ability of a keyword with these names is what one word says."""
    word = plain(wanted.name + wanted.argument)
    if word in names:
        return not wanted.negated
    return wanted.negated if word in _NO_KEYWORD or word in _keywords() else None


@lru_cache(maxsize=1)
def _keywords() -> frozenset[str]:
    return frozenset(map(plain, VOCABULARY.keywords))


def unread_spells(spells: str, names: Collection[str]) -> list[str]:
    """The words of such an expression that are neither true nor false here.

    Args:
        spells: the expression.
        names: those of every keyword that there is.
    """
    found, own = [], frozenset(map(plain, names))
    for each in parse_valid(spells).alternatives:
        found += [each.base] if each.base not in STACK_KINDS else []
        found += [word.text for word in each.properties if _is_such(word, own) is None]
    return found


def names_keyword(spells: str) -> bool:
    """Whether such an expression asks for a keyword by its name, as by `Activated.Ninjutsu`."""
    return any(
        not word.negated for each in parse_valid(spells).alternatives for word in each.properties
    )


def of_cards(valid: str) -> str:
    """What is left of a valid-expression for a card that is not in play and has an ability.

    A type, without a zone, means a permanent (CR 109.2), and only such has a controller (109.4):
    "activated abilities of creatures you control" are none of a card in hand.
    """
    return ",".join(each.text for each in parse_valid(valid).alternatives if _is_of_cards(each))


def _is_of_cards(alternative: Alternative) -> bool:
    names = [each.name for each in alternative.properties]
    if any(name.startswith(("inZone", "inRealZone")) for name in names):
        return True
    controlled = any(name.endswith(("Ctrl", "ControlledBy")) for name in names)
    return alternative.base in ("Any", "Card") and not controlled
