"""A new card's script, complete and correct, for its designer to go on from."""

from __future__ import annotations

from dataclasses import dataclass

from ninjutsu_service.cards.check.layout import file_stem
from ninjutsu_service.cards.cost import CostPart, parse_cost
from ninjutsu_service.cards.mana import FREE, parse_mana

KEYWORDS = {
    "ninjutsu": "Ninjutsu:{cost}",
    "commander-ninjutsu": "Ninjutsu:{cost}:Commander",
    "sneak": "Sneak:{cost}",
    "web-slinging": "Web-slinging:{cost}",
}
"""The keywords a new card can have, and their script lines."""

_ORACLE = {
    "ninjutsu": "Ninjutsu",
    "commander-ninjutsu": "Commander ninjutsu",
    "sneak": "Sneak",
    "web-slinging": "Web-slinging",
}

EFFECTS = {
    "draw": ("TrigDraw", "DB$ Draw | NumCards$ 1", "draw a card"),
    "discard": (
        "TrigDiscard",
        "DB$ Discard | Defined$ TriggeredTarget | NumCards$ 1 | Mode$ TgtChoose",
        "that player discards a card",
    ),
    "lose-life": (
        "TrigLose",
        "DB$ LoseLife | Defined$ TriggeredTarget | LifeAmount$ 2",
        "that player loses 2 life",
    ),
    "gain-life": ("TrigGain", "DB$ GainLife | LifeAmount$ 2", "you gain 2 life"),
    "counter": (
        "TrigCounter",
        "DB$ PutCounter | Defined$ Self | CounterType$ P1P1 | CounterNum$ 1",
        "put a +1/+1 counter on CARDNAME",
    ),
    "scry": ("TrigScry", "DB$ Scry | ScryNum$ 2", "scry 2"),
    "none": ("", "", ""),
}
"""What can happen when the new creature deals combat damage to a player."""


@dataclass(frozen=True)
class Design:
    """What a new card is to be.

    Attributes:
        name: of the card.
        mana_cost: in script notation, "1 U".
        types: its type line, "Creature Human Ninja".
        power, toughness: of a creature.
        keyword: a key of `KEYWORDS`.
        cost: of the keyword, in script notation, "U B" or "1 U Discard<1/Card>".
        abilities: combat keywords, "Flying".
        effect: a key of `EFFECTS`.
    """

    name: str
    mana_cost: str = "1 U"
    types: str = "Creature Human Ninja"
    power: str = "2"
    toughness: str = "2"
    keyword: str = "ninjutsu"
    cost: str = "U"
    abilities: tuple[str, ...] = ()
    effect: str = "draw"


def script_of(design: Design) -> str:
    """The script of a new card.

    Raises:
        ManaError, CostError: a cost that is none.
        KeyError: an unknown keyword or effect.
    """
    parse_mana(design.mana_cost)
    parse_cost(design.cost)
    lines = [
        f"Name:{design.name}",
        f"ManaCost:{design.mana_cost}",
        f"Types:{design.types}",
        f"PT:{design.power}/{design.toughness}",
        *(f"K:{ability}" for ability in design.abilities),
        f"K:{KEYWORDS[design.keyword].format(cost=design.cost)}",
    ]
    oracle = [", ".join(design.abilities).capitalize()] if design.abilities else []
    oracle.append(_keyword_text(design))
    svar, ability, text = EFFECTS[design.effect]
    if svar:
        said = f"Whenever CARDNAME deals combat damage to a player, {text}."
        lines.append(
            "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | "
            f"CombatDamage$ True | Execute$ {svar} | TriggerDescription$ {said}"
        )
        lines.append(f"SVar:{svar}:{ability}")
        oracle.append(said.replace("CARDNAME", design.name))
    lines.append("Oracle:" + "\\n".join(oracle))
    return "\n".join(lines) + "\n"


def path_of(name: str) -> str:
    """Where a card's script belongs below a folder of scripts: `n/ninja_of_the_deep_hours.txt`."""
    stem = file_stem([name]) or "card"
    return f"{stem[0]}/{stem}.txt"


def _keyword_text(design: Design) -> str:
    """How the rules text names the keyword and its cost: "Ninjutsu—{1}{U}, Pay 2 life"."""
    cost = parse_cost(design.cost)
    mana = "".join(f"{{{symbol}}}" for symbol in str(cost.mana).split())
    if not cost.parts:
        return f"{_ORACLE[design.keyword]} {mana}"
    shown = [mana] if cost.mana != FREE else []
    shown += [_part_text(part) for part in cost.parts]
    return f"{_ORACLE[design.keyword]}—{', '.join(shown)}"


def _part_text(part: CostPart) -> str:
    what = (part.arguments[2] if len(part.arguments) > 2 else part.what).lower()
    count = f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
    if part.amount != "1":
        count = f"{part.amount} {what}s"
    match part.name:
        case "Discard":
            return f"Discard {count}"
        case "Sac":
            return f"Sacrifice {count}"
        case "tapXType":
            return f"Tap {count} you control"
        case "PayLife":
            return f"Pay {part.amount} life"
        case _:
            return str(part)
