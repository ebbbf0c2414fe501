"""A new card's script, complete and correct, for its designer to go on from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ninjutsu_service.cards.check.costs import spelt_out
from ninjutsu_service.cards.check.layout import file_stem
from ninjutsu_service.cards.cost import CostPart, parse_cost
from ninjutsu_service.cards.mana import FREE, ManaError, braces, parse_mana, tokens_of
from ninjutsu_service.cards.vocabulary import VOCABULARY

MAX_NAME = 150
"""Letters of a name; the longest of a printed card has 141."""


class DesignError(ValueError):
    """A card that cannot be: the message says why, and what would be possible."""


class _Keyword(NamedTuple):
    """A keyword that a new card can have.

    Attributes:
        line: of its script, with the cost to be filled in.
        name: in the rules text.
        casts: whether the card is cast by it, and so may be an instant or a sorcery.
    """

    line: str
    name: str
    casts: bool


KEYWORDS = {
    "ninjutsu": _Keyword("Ninjutsu:{cost}", "Ninjutsu", casts=False),
    "commander-ninjutsu": _Keyword("Ninjutsu:{cost}:Commander", "Commander ninjutsu", casts=False),
    "sneak": _Keyword("Sneak:{cost}", "Sneak", casts=True),
    "web-slinging": _Keyword("Web-slinging:{cost}", "Web-slinging", casts=True),
}
"""The keywords that a new card can have."""

EFFECTS = {
    "draw": ("Draw", "Draw | NumCards$ 1", "draw a card"),
    "discard": (
        "Discard",
        "Discard | Defined$ {whom} | NumCards$ 1 | Mode$ TgtChoose",
        "{who} discards a card",
    ),
    "lose-life": ("Lose", "LoseLife | Defined$ {whom} | LifeAmount$ 2", "{who} loses 2 life"),
    "gain-life": ("Gain", "GainLife | LifeAmount$ 2", "you gain 2 life"),
    "counter": (
        "Counter",
        "PutCounter | Defined$ Self | CounterType$ P1P1 | CounterNum$ 1",
        "put a +1/+1 counter on this creature",
    ),
    "scry": ("Scry", "Scry | ScryNum$ 2", "scry 2"),
    "none": ("", "", ""),
}
"""What a new card can do: as a creature deals combat damage to a player, as another permanent
enters, or as a spell resolves."""

_SPELLS = frozenset(("Instant", "Sorcery"))


@dataclass(frozen=True)
class Design:
    """What a new card is to be.

    Attributes:
        name: of the card.
        mana_cost: in script notation, "1 U", or as printed, "{1}{U}".
        types: its type line, "Creature Human Ninja".
        power, toughness: of a creature or Vehicle; others have none.
        keyword: a key of `KEYWORDS`.
        cost: of the keyword, in script notation, "U B" or "1 U Discard<1/Card>".
        abilities: further keywords, "Flying", in any letter case.
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
        DesignError: a name or a combination that cannot be.
        ManaError, CostError: a cost that is none.
        KeyError: an unknown keyword or effect.
    """
    types = frozenset(design.types.split())
    keyword = KEYWORDS[design.keyword]
    if types & _SPELLS and not keyword.casts:
        raise DesignError(
            f"{keyword.name} puts a card onto the battlefield, which no instant or sorcery can "
            "be put onto; sneak casts it"
        )
    cost = mana_as_written(design.cost)
    parse_cost(cost)
    abilities = [_ability(ability) for ability in design.abilities]
    oracle = [", ".join(map(_ability_text, abilities)).capitalize()] if abilities else []
    oracle.append(_keyword_text(keyword.name, cost))
    does, said = _effect(design.effect, types)
    lines = [
        f"Name:{name_of(design.name)}",
        f"ManaCost:{_mana_cost(design.mana_cost, types)}",
        f"Types:{' '.join(design.types.split())}",
        *_numbers(design, types),
        *(f"K:{ability}" for ability in abilities),
        f"K:{keyword.line.format(cost=cost)}",
        *does,
        "Oracle:" + "\\n".join(oracle + said),
    ]
    return "\n".join(lines) + "\n"


def name_of(text: str) -> str:
    """A card's name: one line without white space around it or doubled in it.

    Raises:
        DesignError: nothing is left, or what no file can hold.
    """
    name = " ".join(text.split())
    if not name:
        raise DesignError("a card has a name")
    if len(name) > MAX_NAME:
        raise DesignError(f"a name has {MAX_NAME} letters at most")
    for letter in name:
        if not letter.isprintable() or "\ud800" <= letter <= "\udfff":
            raise DesignError(f"a name has no character like {letter!r}")
    return name


def mana_as_written(cost: str) -> str:
    """A cost as scripts write it, where its mana is written as it is printed or run together."""
    return " ".join(spelt_out(token) or token for token, _ in tokens_of(cost))


def path_of(name: str) -> str:
    """Where a card's script belongs below a folder of scripts: `n/ninja_of_the_deep_hours.txt`.

    A name without any letter that Forge's rule keeps gives its letters as they are.
    """
    stem = file_stem([name]) or re.sub(r"\W+", "_", name).strip("_")[:50] or "card"
    return f"{stem[0]}/{stem}.txt"


def _mana_cost(text: str, types: frozenset[str]) -> str:
    if "Land" in types:
        return "no cost"
    cost = mana_as_written(text)
    parse_mana(cost)
    return cost


def _numbers(design: Design, types: frozenset[str]) -> list[str]:
    if types & {"Creature", "Vehicle"}:
        return [f"PT:{design.power}/{design.toughness}"]
    if "Planeswalker" in types:
        return ["Loyalty:3"]
    return ["Defense:4"] if "Battle" in types else []


def _ability(written: str) -> str:
    """A keyword in the letter case in which it is known."""
    head, colon, rest = written.strip().partition(":")
    return VOCABULARY.keywords.get(head.lower(), head) + colon + rest


def _ability_text(ability: str) -> str:
    """How the rules text names a keyword: "Ward {2}" of `Ward:2`."""
    head, _, rest = ability.partition(":")
    try:
        return f"{head} {braces(parse_mana(rest))}" if rest else head
    except ManaError:
        return f"{head} {rest}"


def _effect(effect: str, types: frozenset[str]) -> tuple[list[str], list[str]]:
    """The lines of what a card does, and how its rules text says it."""
    name, does, text = EFFECTS[effect]
    if not name:
        return [], []
    if effect == "counter" and "Creature" not in types:
        raise DesignError("a +1/+1 counter is of use to a creature only; take another effect")
    if "Creature" in types:
        ability = does.format(whom="TriggeredTarget")
        said = f"deals combat damage to a player, {text.format(who='that player')}."
        trigger = (
            "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
        )
        return _triggered(trigger, name, ability, f"Whenever this creature {said}")
    ability = does.format(whom="Player.Opponent")
    said = f"{text.format(who='each opponent')}."
    if types & _SPELLS:
        said = said[0].upper() + said[1:]
        return [f"A:SP$ {ability} | SpellDescription$ {said}"], [said]
    trigger = "T:Mode$ ChangesZone | Origin$ Any | Destination$ Battlefield | ValidCard$ Card.Self"
    return _triggered(trigger, name, ability, f"When this card enters, {said}")


def _triggered(trigger: str, name: str, ability: str, said: str) -> tuple[list[str], list[str]]:
    lines = [
        f"{trigger} | Execute$ Trig{name} | TriggerDescription$ {said}",
        f"SVar:Trig{name}:DB$ {ability}",
    ]
    return lines, [said]


def _keyword_text(name: str, written: str) -> str:
    """How the rules text names the keyword and its cost: "Ninjutsu—{1}{U}, Pay 2 life"."""
    cost = parse_cost(written)
    mana = braces(cost.mana)
    if not cost.parts:
        return f"{name} {mana}"
    shown = [mana] if cost.mana != FREE else []
    shown += [_part_text(part) for part in cost.parts]
    return f"{name}—{', '.join(shown)}"


def _part_text(part: CostPart) -> str:
    what = (part.arguments[2] if len(part.arguments) > 2 else part.what).lower()
    count = what if " " in what else f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
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
        case "Return":
            return f"Return {count} you control to its owner's hand"
        case "ExileFromHand":
            return f"Exile {count} from your hand"
        case "ExileFromGrave":
            return f"Exile {count} from your graveyard"
        case "SubCounter":
            return f"Remove {part.amount} {part.what} counter from this card"
        case _:
            return str(part)
