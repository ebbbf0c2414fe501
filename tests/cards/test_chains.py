"""SVar chains: followed to their end, and never in a circle."""

from __future__ import annotations

from ninjutsu_service.cards.chains import ability_of, chain_of, choices_of
from ninjutsu_service.cards.script import read_card

CARD = read_card(
    "Name:Cat\nA:SP$ Charm | Choices$ DBDraw,DBScry,DBGone\n"
    "SVar:DBDraw: DB$ Draw | SubAbility$ dbscry\nSVar:DBScry:DB$ Scry | SubAbility$ DBGone\n"
    "SVar:Round:DB$ Draw | SubAbility$ About\nSVar:About:DB$ Scry | SubAbility$ Round\n"
    "SVar:X:Count$CardPower\nOracle:\n\nALTERNATE\n\nName:Dog\nOracle:\n"
)
FACE = CARD.faces[0]


def test_a_chain_ends_where_a_name_leads_nowhere() -> None:
    """Names ignore case; a missing SVar ends the chain."""
    assert [line.get("DB") for line in chain_of(FACE, "DBDraw")] == ["Draw", "Scry"]


def test_a_circle_is_walked_once() -> None:
    """Each ability stands in a chain once."""
    assert [line.get("DB") for line in chain_of(FACE, "Round")] == ["Draw", "Scry"]


def test_expressions_and_other_faces_hold_no_ability() -> None:
    """SVars belong to their face; an expression is a number."""
    assert ability_of(FACE, "X") is None
    assert ability_of(CARD.faces[1], "DBDraw") is None
    assert chain_of(FACE, "Missing") == ()


def test_choices() -> None:
    """What is offered, without what leads nowhere."""
    assert [line.get("DB") for line in choices_of(FACE, FACE.abilities[0])] == ["Draw", "Scry"]
