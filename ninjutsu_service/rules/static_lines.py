"""Which static abilities of a script are understood.

One with a parameter that is not read here is left to the engine as a whole: without it the ability
would apply where it must not.
"""

from __future__ import annotations

from ninjutsu_service.cards.card import AbilityLine

_COST_CHANGE = frozenset(
    ("validcard", "validspell", "validsa", "type", "activator", "amount", "condition")
)

STATIC_MODES: dict[str, frozenset[str]] = {
    "Continuous": frozenset(
        ("affected", "affecteddefined", "affectedzone", "condition", "addkeyword", "addpower",
         "addtoughness", "setpower", "settoughness", "addtype", "removecardtypes", "mayplay",
         "validsa")
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
    return (
        known is not None
        and all(
            key in known or key in EVERY_STATIC or key.startswith("ai") for key in line.parameters
        )
        and line.get("EffectZone") in ("", "Battlefield")
        and line.get("AffectedDefined") in ("", "Self")
    )


def affected(line: AbilityLine) -> str:
    """The valid-expression of what a static ability applies to."""
    valid = line.get("Affected") or line.get("ValidCard") or "Card"
    if not line.get("AffectedDefined"):
        return valid
    return ",".join(_of_the_source(each.strip()) for each in valid.split(","))


def _of_the_source(alternative: str) -> str:
    """The alternative, of the source alone: "Permanent.Self+tapped" of "Permanent.tapped"."""
    base, dot, properties = alternative.partition(".")
    return f"{base}.Self+{properties}" if dot else f"{base}.Self"
