"""What the rules read of a card: the facts and ability lines of its script, parsed.

Plain values without behaviour; `cards.script` makes them from text and `cards.pool` keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ninjutsu_service.cards.mana import NO_COST, ManaCost


@dataclass(frozen=True, slots=True)
class KeywordLine:
    """A keyword as a script states it after `K:`, "Ninjutsu:U B:Commander".

    Attributes:
        text: the whole value, as written.
        head: the part before the first colon, "Ninjutsu".
        arguments: the parts after it, ("U B", "Commander").
        line: the line in the file, from 1; 0 where it comes from elsewhere.
    """

    text: str
    head: str
    arguments: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class AbilityLine:
    """A parameter line (`A:`, `T:`, `S:`, `R:`) or an SVar that holds one.

    Attributes:
        kind: "A", "T", "S", "R" or "SVar".
        parameters: by key in lower case; of a repeated key the last (as Forge reads it).
        text: the whole value, as written.
        line: the line in the file, from 1.
    """

    kind: str
    parameters: Mapping[str, str]
    text: str
    line: int = 0

    def get(self, key: str, default: str = "") -> str:
        """The value of a parameter, whatever the letter case of the key."""
        return self.parameters.get(key.lower(), default)


@dataclass(frozen=True, slots=True)
class Face:
    r"""One face of a card.

    Attributes:
        name: as printed.
        mana_cost: `NO_COST` for "no cost".
        types: supertypes, card types and subtypes in the order written.
        colors: letters in WUBRG order, from the mana cost or a `Colors` field (CR 105.2, 202.2).
        power, toughness: as printed ("*" possible); None where the face has none.
        loyalty, defense: starting counters as printed; None where the face has none.
        keywords: its `K` lines.
        abilities, triggers, statics, replacements: its `A`, `T`, `S` and `R` lines.
        svars: raw values by name in lower case.
        oracle: the rules text, with `\n` as newlines.
    """

    name: str
    mana_cost: ManaCost = NO_COST
    types: tuple[str, ...] = ()
    colors: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[KeywordLine, ...] = ()
    abilities: tuple[AbilityLine, ...] = ()
    triggers: tuple[AbilityLine, ...] = ()
    statics: tuple[AbilityLine, ...] = ()
    replacements: tuple[AbilityLine, ...] = ()
    svars: Mapping[str, str] = field(default_factory=dict)
    oracle: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card (or a token) of the pool.

    Attributes:
        faces: the front face first; at least one.
        path: of the script, below the folder that it was loaded from.
        alternate_mode: "DoubleFaced", "Split", …; empty for a single face.
    """

    faces: tuple[Face, ...]
    path: str = ""
    alternate_mode: str = ""

    @property
    def name(self) -> str:
        """The front face's name."""
        return self.faces[0].name
