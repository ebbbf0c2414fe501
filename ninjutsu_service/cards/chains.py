"""SVar chains: what a line carries out, one ability after another, by the names of SVars."""

from __future__ import annotations

from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.cards.script import BLANKS, kind_of, read_parameters


def ability_of(face: Face, name: str) -> AbilityLine | None:
    """The ability, trigger, static or replacement that an SVar holds.

    Args:
        face: the face that the SVar belongs to; those of the other face do not count.
        name: of the SVar, in any letter case.

    Returns:
        None where the face has no such SVar, or it holds an expression or a plain value.
    """
    text = face.svars.get(name.strip(BLANKS).lower(), "").lstrip(BLANKS)
    return AbilityLine("SVar", read_parameters(text), text) if kind_of(text) else None


def chain_of(face: Face, name: str) -> tuple[AbilityLine, ...]:
    """An SVar's ability and those that `SubAbility` names after it, each once.

    It ends where a name leads nowhere, or back into the chain.
    """
    chain: list[AbilityLine] = []
    seen: set[str] = set()
    while name and name.lower() not in seen:
        seen.add(name.lower())
        ability = ability_of(face, name)
        if ability is None:
            break
        chain.append(ability)
        name = ability.get("SubAbility")
    return tuple(chain)


def choices_of(face: Face, line: AbilityLine) -> tuple[AbilityLine, ...]:
    """The abilities that a `Charm` or `GenericChoice` offers, in the order written."""
    named = (ability_of(face, name) for name in line.get("Choices").split(","))
    return tuple(ability for ability in named if ability is not None)
