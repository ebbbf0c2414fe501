"""Modes of a modal spell or ability, chosen on announcement (CR 700.2, 601.2b, 603.3c)."""

from __future__ import annotations

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import chain, names_of, part_named
from ninjutsu_service.rules.amounts import number
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.targets import Unreadable, candidates, target_specs
from ninjutsu_service.rules.view import View


def choose_modes(
    decisions: Decisions, view: View, face: Face, part: AbilityLine, *, prefix: str, rule: str
) -> list[str] | None:
    """Have the controller choose modes; asked only where there is a choice.

    A mode that needs a target it cannot have cannot be chosen (CR 700.2a).

    Args:
        decisions: what was decided so far.
        view: how the ability sees the table.
        face: the face that the modes stand on.
        part: the Charm: `CharmNum$ 2 | MinCharmNum$ 1 | Choices$ DBGrow,DBShrink`.
        prefix: what the choice's id begins with.
        rule: the rule that has modes chosen now.

    Returns:
        The SVars of the chosen modes in the order printed; None where too few can be chosen.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
        Unreadable: how many are to be chosen, or what a mode targets, is not understood.
    """
    most = number(view, part.get("CharmNum") or "1")
    least = number(view, part.get("MinCharmNum") or part.get("CharmNum") or "1")
    if most is None or least is None:
        raise Unreadable
    modes = [name for name in names_of(part.get("Choices")) if _can_be_chosen(view, face, name)]
    if len(modes) < least:
        return None
    if least == len(modes):
        return modes
    choice = wire.Choice(
        id=prefix,
        player_id=view.you,
        kind=wire.CHOICE_KIND_OBJECTS,
        option_ids=modes,
        option_labels=[mode_label(face, name) for name in modes],
        min=least,
        max=min(most, len(modes)),
    )
    card = view.source.traits.name if view.source else ""
    count = f"{choice.min}" if choice.min == choice.max else f"{choice.min}-{choice.max}"
    chosen = decisions.chosen(Question(choice, "MODES", rule, {"card": card, "count": count}))
    return [name for name in modes if name in chosen]


def mode_label(face: Face, name: str) -> str:
    """A mode for people: what the script says that it does."""
    part = part_named(face, name)
    text = part.get("SpellDescription") if part is not None else ""
    return text.replace("CARDNAME", face.name) or name


def _can_be_chosen(view: View, face: Face, name: str) -> bool:
    part = part_named(face, name)
    if part is None:
        return False
    specs = target_specs(view, chain(face, part))
    return all(len(candidates(view, spec)) >= spec.least for spec in specs)
