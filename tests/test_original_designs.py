"""The original designs: between them they use all that a keyword line can say."""

from __future__ import annotations

from ninjutsu_service.cards.card import KeywordLine
from ninjutsu_service.cards.cost import Cost, parse_cost
from tests.bundled import FAMILY, ORIGINAL, PRINTED, Script, facts, mana_of, parameter_lines


def family_keywords(script: Script) -> list[tuple[KeywordLine, Cost]]:
    """An original design's own keywords of the family, with their costs read."""
    return [
        (line, parse_cost(line.arguments[0]))
        for line in script.face.keywords
        if line.head in FAMILY.values()
    ]


def covered_by(script: Script) -> set[str]:
    """Which parts of the binding between scripts and keywords a design uses."""
    used = set()
    keywords = family_keywords(script)
    for line, cost in keywords:
        used.add(line.head)
        used |= {f"{part.name} as a cost" for part in cost.parts}
        used |= {"X"} if cost.mana.x_count else set()
        used |= {"no mana"} if not mana_of(cost.mana)[0] and cost.parts else set()
        used |= {"commander"} if line.arguments[1:] == ("Commander",) else set()
        for symbol in cost.mana.symbols:
            used |= {"snow"} if symbol.snow else set()
            used |= {"colourless"} if symbol.kinds == "C" else set()
            used |= {"generic hybrid"} if symbol.generic else set()
            kind = "hybrid" if len(symbol.kinds) > 1 else "plain"
            used.add(f"Phyrexian {kind}" if symbol.phyrexian else kind)
    if len(keywords) > 1:
        used.add("two keywords")
    if keywords and "Creature" not in script.face.types:
        used.add("noncreature")
    for parameters in parameter_lines(script.face):
        used |= _covered_by_line(parameters)
    return used


def _covered_by_line(parameters: dict[str, str]) -> set[str]:
    used = set()
    granted = parameters.get("addkeyword", "").partition(":")[0] in FAMILY.values()
    if granted and parameters.get("affectedzone") == "Hand":
        used.add("granted keyword")
    if parameters.get("mode") == "ReduceCost":
        used.add("reduction")
    if parameters.get("affected") == "Ninja.Other+YouCtrl" and "addpower" in parameters:
        used.add("lord")
    if "tokenscript" in parameters:
        used.add("token")
    return used


def test_original_designs_use_every_part_of_the_binding() -> None:
    """The original designs show all that a keyword line and the lines about it can say."""
    used = set().union(*map(covered_by, ORIGINAL))
    assert len(ORIGINAL) >= 12
    assert used >= {
        *("Ninjutsu", "Sneak", "Web-slinging", "commander", "two keywords", "noncreature"),
        *("plain", "hybrid", "generic hybrid", "Phyrexian plain", "Phyrexian hybrid"),
        *("snow", "colourless", "X", "no mana"),
        *("Discard as a cost", "PayLife as a cost", "Sac as a cost"),
        *("granted keyword", "reduction", "lord", "token"),
    }


def test_original_designs_have_names_of_their_own() -> None:
    """No original design takes the place of a card that exists."""
    names = {script.card.name for script in ORIGINAL}
    assert not names & {script.card.name for script in PRINTED}
    assert not names & facts().keys()
