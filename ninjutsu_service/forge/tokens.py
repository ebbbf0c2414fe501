"""Tokens in Forge's state files: written out, or named by their token script.

A dump writes a token out: `t:Spirit,P:1,T:1,Cost:no cost,Color:W,Types:Creature-Spirit,
Keywords:Flying,Image:…`. A name alone is that of a token script, `w_1_1_spirit_flying`. Where no
script is there the name itself tells something: colours, power and toughness, `a` for an
artifact, `e` for an enchantment, `l` for a land, subtypes, keywords.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Face
from ninjutsu_service.cards.mana import ManaError, parse_mana
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.vocabulary import VOCABULARY
from ninjutsu_service.forge.faces import copiable

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
"""The colours by their letters."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_SCRIPT_NAME = re.compile(
    r"(?P<colors>all|[wubrgc]{1,5})(_(?P<p>[0-9]{1,4}|x)_(?P<t>[0-9]{1,4}|x))?_"
)
_KINDS = {"a": "Artifact", "e": "Enchantment", "l": "Land"}
_NO_SUBTYPES = frozenset(
    ("Creature", "Artifact", "Enchantment", "Land", "Planeswalker", "Instant", "Sorcery", "Battle",
     "Legendary", "Snow", "Basic", "World")
)  # fmt: skip
_KEYWORDS = {
    "firststrike": "First Strike",
    "doublestrike": "Double Strike",
    "noblock": "CARDNAME can't block.",
    "unblockable": "Unblockable",
    **{
        word.lower(): word
        for word in (
            "Banding", "Changeling", "Deathtouch", "Decayed", "Defender", "Exalted", "Fear",
            "Flanking", "Flash", "Flying", "Forestwalk", "Haste", "Hexproof", "Horsemanship",
            "Indestructible", "Infect", "Intimidate", "Islandwalk", "Lifelink", "Menace",
            "Mountainwalk", "Persist", "Plainswalk", "Prowess", "Reach", "Shadow", "Shroud",
            "Skulk", "Swampwalk", "Training", "Trample", "Undying", "Vigilance", "Wither",
        )
    },
}  # fmt: skip
"""What script names call keywords, by the word there."""


@dataclass(slots=True)
class ReadToken:
    """A token of a state file.

    Attributes:
        card_name: what the state calls it: its name, or that of its script.
        characteristics: its copiable values; the name in it is for people.
        face: its script's, where there is one.
        known: whether anything tells what it is.
        notes: what of it could not be read, or was taken from its script's name.
    """

    card_name: str
    characteristics: pb.Characteristics
    face: Face | None = None
    known: bool = True
    notes: list[str] = field(default_factory=list)


def read_token(text: str, pool: CardPool) -> ReadToken:
    """Read what stands after `t:` or `T:`."""
    name, *parts = (part.strip() for part in text.split(","))
    fields: dict[str, str] = {}
    unread: list[str] = []
    for part in filter(None, parts):
        key, colon, value = part.partition(":")
        if colon and key in ("P", "T", "Cost", "Color", "Types", "Keywords", "Image"):
            if fields.setdefault(key, value.strip()) != value.strip():
                unread.append(f"the earlier {key}:{fields[key]}")
            fields[key] = value.strip()
        else:
            unread.append(part)
    card = None if "Types" in fields else pool.token(name)
    if card is not None:
        made = ReadToken(name, copiable(card.faces[0]), card.faces[0])
    elif "Types" in fields:
        made = ReadToken(name, pb.Characteristics(name=name))
    else:
        made = _of_script_name(name)
        if not made.known and {"P", "T"} & fields.keys():
            made.known = True
            made.characteristics.types.append("Creature")
            made.notes.append(f"the token {name} is a creature: it has power and toughness")
    written = _apply(made, fields, unread)
    made.notes += _sizes_unknown(made, written)
    made.notes += [f"{part} of the token {name} is not imported" for part in unread]
    return made


def _sizes_unknown(made: ReadToken, written: Collection[str]) -> list[str]:
    """Which of the power and toughness of its script is no number, and not written out either."""
    face = made.face
    if face is None:
        return []
    printed = (("power", face.power), ("toughness", face.toughness))
    return [
        f"the {name} of the token {made.card_name} is {text}, which is not known: 0"
        for name, text in printed
        if text is not None and not _NUMBER.fullmatch(text) and name not in written
    ]


def _apply(made: ReadToken, fields: dict[str, str], unread: list[str]) -> list[str]:
    """Put what is written out over what is there; what cannot be read goes to `unread`.

    Returns:
        Which of power and toughness are written out.
    """
    found = made.characteristics
    sizes: list[str] = []
    if "Types" in fields:
        found.types[:] = _types(fields["Types"])
    key = next((each for each in ("Color", "Cost") if each in fields), "")
    if key:
        colors = _colors(fields[key]) if key == "Color" else _cost_colors(fields[key])
        if colors is None:
            unread.append(f"{key}:{fields[key]}")
        else:
            found.colors[:] = colors
    if "Keywords" in fields:
        found.keywords[:] = [each.strip() for each in fields["Keywords"].split("-") if each.strip()]
    for key, name in (("P", "power"), ("T", "toughness")):
        value = fields.get(key)
        if value is None:
            continue
        if not _NUMBER.fullmatch(value):
            unread.append(f"{key}:{value}")
        elif _has_power(found.types) or int(value):
            setattr(found, name, int(value))
            sizes.append(name)
    return sizes


def _has_power(types: Sequence[str]) -> bool:
    """A dump writes 0/0 for what has no power and toughness."""
    return "Creature" in types or "Vehicle" in types


def _types(text: str) -> list[str]:
    """The types between the hyphens, one of which may be a type's own."""
    found: list[str] = []
    for word in filter(None, map(str.strip, text.split("-"))):
        if found and f"{found[-1]}-{word}" in _subtypes().values():
            found[-1] = f"{found[-1]}-{word}"
        else:
            found.append(word)
    return found


def _colors(text: str) -> list[str] | None:
    """The colours of `R`, `WU`, `{W}{U}` or `red`; None for what is no colour."""
    found: list[str] = []
    for word in re.findall(r"[^\s,/{}]+", text):
        if word.lower() in COLORS.values():
            found.append(word.lower())
        elif word.lower() != "colorless" and set(word.upper()) <= {*COLORS, "C"}:
            found += [COLORS[letter] for letter in word.upper() if letter != "C"]
        elif word.lower() != "colorless":
            return None
    return list(dict.fromkeys(found))


def _cost_colors(text: str) -> list[str] | None:
    """The colours of a mana cost; None for what is none."""
    try:
        symbols = parse_mana(text).symbols if text not in ("", "no cost") else ()
    except ManaError:
        return None
    letters = {kind for symbol in symbols for kind in symbol.kinds}
    return [color for letter, color in COLORS.items() if letter in letters]


def _of_script_name(name: str) -> ReadToken:
    """A token of which there is but its script's name."""
    found = pb.Characteristics()
    match = _SCRIPT_NAME.match(name.lower() + "_")
    if match is None:
        return _unknown(name)
    letters = "wubrg" if match["colors"] == "all" else match["colors"]
    found.colors[:] = [color for letter, color in COLORS.items() if letter.lower() in letters]
    words = [word for word in name.lower()[match.end() :].split("_") if word]
    while words and words[0] in _KINDS:
        found.types.append(_KINDS[words.pop(0)])
    subtypes, keywords, unread = _words(words)
    if match["p"] is not None:
        if "Vehicle" not in subtypes:
            found.types.append("Creature")
        found.power, found.toughness = (int(match[k]) if match[k] != "x" else 0 for k in "pt")
    found.types.extend(subtypes)
    found.keywords.extend(keywords)
    found.name = f"{' '.join(subtypes)} Token" if subtypes else name
    if not found.types:
        # Such letters and such words may be any name's: "Cub" is blue and black to nobody.
        return _unknown(name)
    made = ReadToken(name, found)
    made.notes.append(f"no script of the token {name} is here: {_told(found)}, as its name says")
    if "x" in (match["p"], match["t"]):
        made.notes.append(f"the power and toughness of the token {name} are not known: x is 0")
    if unread:
        made.notes.append(f"{' '.join(unread)} of the token {name} is not imported")
    return made


def _unknown(name: str) -> ReadToken:
    return ReadToken(name, pb.Characteristics(name=name), known=False)


def _told(found: pb.Characteristics) -> str:
    size = [f"{found.power}/{found.toughness}"] if found.HasField("power") else []
    words = [*size, *(found.colors or ["colorless"]), *found.types]
    return " ".join(words) + (f" with {', '.join(found.keywords)}" if found.keywords else "")


def _words(words: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The subtypes, the keywords, and what is neither."""
    subtypes: list[str] = []
    keywords: list[str] = []
    unread: list[str] = []
    for word in _joined(words):
        if word in _subtypes() and not keywords and not unread:
            subtypes.append(_subtypes()[word])
        elif word in _KEYWORDS:
            keywords.append(_KEYWORDS[word])
        else:
            unread.append(word)
    return subtypes, keywords, unread


def _joined(words: Sequence[str]) -> Iterator[str]:
    """The words, two that are one subtype taken together: `assembly_worker`."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if rest and (word + rest[0] in _subtypes() or word + rest[0] in _KEYWORDS):
            word += rest.pop(0)
        yield word


@lru_cache(maxsize=1)
def _subtypes() -> dict[str, str]:
    """The subtypes by their letters, as script names have them."""
    names = (name for name in VOCABULARY.names("subtypes") if name not in _NO_SUBTYPES)
    return {re.sub(r"[^a-z]", "", name.lower()): name for name in names}
