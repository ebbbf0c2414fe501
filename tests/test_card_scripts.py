"""The bundled card scripts: their facts, their references, and that their words are our own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest

from ninjutsu_service.cards.card import Card, Face
from ninjutsu_service.cards.cost import parse_cost
from ninjutsu_service.cards.mana import NO_COST, parse_mana
from ninjutsu_service.cards.pool import CardPool, bundled_path
from tests.bundled import (
    ALL,
    FAMILY,
    ORIGINAL,
    PRINTED,
    TOKENS,
    Script,
    facts,
    mana_of,
    parameter_lines,
)

COMBAT = {
    *("Deathtouch", "Double Strike", "First Strike", "Flash", "Flying", "Haste", "Lifelink"),
    *("Menace", "Reach", "Trample", "Vigilance"),
}

HOME_MADE = re.compile(r"^(Library|Fixed commander) ninjutsu ", re.MULTILINE)
"""Keywords of cards that are not legal in any format: playtest cards and parodies."""

REFERENCES = {
    *("execute", "subability", "choices", "replacewith", "repeatsubability", "staticabilities"),
    *("checksvar", "conditionchecksvar", "truesubability", "falsesubability", "addtrigger"),
    *("addstaticability", "triggers"),
}
"""Parameters whose value names SVars, several with `,` or ` & ` between them."""

DESCRIPTIONS = ("triggerdescription", "spelldescription", "description")

NUMBER_BY_NAME = re.compile(r"(?:[+-]|[a-z]*(?:GE|GT|LE|LT|EQ|NE))?([XYZ])")
"""A value that is the name of a number: `X`, `+X`, `cmcLEX`."""


each_card = pytest.mark.parametrize("script", PRINTED + ORIGINAL, ids=str)
each_printed = pytest.mark.parametrize("script", PRINTED, ids=str)
each_script = pytest.mark.parametrize("script", ALL, ids=str)


def printed_cost(symbols: str) -> str:
    """`{1}{W/B}` in script notation."""
    return " ".join(re.findall(r"\{([^}]+)\}", symbols))


def printed_lines(text: str) -> list[str]:
    """The paragraphs of a card's text without reminder text."""
    return [re.sub(r"\s*\([^)]*\)", "", line).strip() for line in text.split("\n")]


def family_lines(text: str) -> list[tuple[str, bool, str]]:
    """The family's keywords in a card's text: head, whether commander ninjutsu, cost."""
    pattern = re.compile(rf"({'|'.join(FAMILY)}) ((?:\{{[^}}]+\}})+)")
    matches = (pattern.fullmatch(line) for line in printed_lines(text))
    return [
        (FAMILY[match[1]], match[1].startswith("Commander"), printed_cost(match[2]))
        for match in matches
        if match
    ]


def combat_keywords(text: str) -> set[str]:
    """The evergreen keywords that a card's text states by themselves on a line."""
    found = set()
    for line in printed_lines(text):
        words = {word.strip().title() for word in line.split(",")}
        if words <= COMBAT:
            found |= words
    return found


def file_name(card: Card) -> str:
    """The stem that the names of a card's faces give, by Forge's rule."""
    stems = []
    for face in card.faces:
        plain = unicodedata.normalize("NFD", face.name.lower())
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
        plain = re.sub(r"(?<=\d),(?=\d)", "", re.sub(r"['\u2019]", "", plain))
        lead, rest = ("a-", plain[2:]) if plain.startswith("a-") else ("", plain)
        stems.append(lead + re.sub(r"[^a-z0-9]+", "_", rest).strip("_"))
    return "_".join(stems)


def referred(face: Face) -> set[str]:
    """The SVars that a face's lines name, in lower case."""
    names: set[str] = set()
    for parameters in parameter_lines(face):
        effect = next(iter(parameters.values()))
        for key, value in parameters.items():
            if key in DESCRIPTIONS:
                continue
            if key in REFERENCES and not (key == "choices" and effect not in _CHOOSERS):
                names |= set(re.split(r",| & ", value))
            names |= set(_numbers(key, value))
    for line in face.keywords:
        if line.head in ("ETBReplacement", "etbCounter"):
            names |= {name for name in line.arguments[1:2] if not name.isdigit()}
        elif line.head in FAMILY.values() and parse_cost(line.arguments[0]).mana.x_count:
            names.add("X")
    return {name.lower() for name in names}


_CHOOSERS = ("Charm", "GenericChoice")


def _numbers(key: str, value: str) -> Iterator[str]:
    """Names of numbers in a value; in a cost, an X is one."""
    if key == "cost":
        if parse_cost(value).mana.x_count:
            yield "X"
        return
    for word in re.split(r"[,+. ]", value):
        match = NUMBER_BY_NAME.fullmatch(word)
        if match:
            yield match[1]


def sentences(text: str, *names: str) -> set[str]:
    """The sentences of a text with the card's names for itself made one; keywords are none."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "~")
    text = re.sub(r"\b[Tt]his (creature|spell|enchantment|artifact|token)\b|CARDNAME", "~", text)
    found = set()
    for line in printed_lines(text.replace("\\n", "\n")):
        parts = re.split(r"(?<=\.)\s+|[•:—]\s*", line)
        found |= {part.strip().lower() for part in parts if part.strip().endswith(".")}
    return found


def test_every_legal_card_is_bundled() -> None:
    """All cards of the family have a script, but for those with home-made keywords."""
    legal = {name for name, card in facts().items() if not HOME_MADE.search(card["text"])}
    left_out = {"Panglacial Shinobi", "The Multifaceted Phyrexian", "Monet, Sensei of the Sewers"}
    assert facts().keys() - legal <= left_out
    assert {script.card.name for script in PRINTED} == facts().keys() - left_out


@each_printed
def test_printed_facts(script: Script) -> None:
    """Mana cost, types, power, toughness and loyalty are as printed."""
    printed, face = facts()[script.card.name], script.face
    assert mana_of(face.mana_cost) == mana_of(parse_mana(printed_cost(printed["manaCost"])))
    assert list(face.types) == printed["type"].replace("—", " ").split()
    assert (face.power, face.toughness) == (printed["power"], printed["toughness"])
    assert face.loyalty == printed["loyalty"]


@each_printed
def test_printed_keywords(script: Script) -> None:
    """The family's keywords have their printed costs, and no evergreen keyword is missing."""
    printed = facts()[script.card.name]["text"]
    ours = [
        (line.head, line.arguments[1:] == ("Commander",), parse_cost(line.arguments[0]))
        for line in script.face.keywords
        if line.head in FAMILY.values()
    ]
    expected = [(head, leads, parse_cost(cost)) for head, leads, cost in family_lines(printed)]
    assert [line[:2] for line in ours] == [line[:2] for line in expected]
    for (*_, cost), (*_, wanted) in zip(ours, expected, strict=True):
        assert mana_of(cost.mana) == mana_of(wanted.mana)
        assert not cost.parts
    simple = {line.head for line in script.face.keywords if not line.arguments}
    assert simple == combat_keywords(printed)


@each_printed
def test_granted_keywords(script: Script) -> None:
    """A keyword that the card gives to others stands in a static ability, with its cost."""
    pattern = r"\b(?:has|have) (ninjutsu|sneak) ((?:\{[^}]+\})+)"
    granted = {
        (keyword.title(), printed_cost(cost))
        for keyword, cost in re.findall(pattern, facts()[script.card.name]["text"])
    }
    heads = (line.get("addkeyword", "").partition(":") for line in parameter_lines(script.face))
    ours = {(head, cost) for head, _, cost in heads if head in FAMILY.values()}
    assert ours == granted


@each_printed
def test_class_levels(script: Script) -> None:
    """A Class's levels cost what is printed."""
    text = "\n".join(printed_lines(facts()[script.card.name]["text"]))
    levels = re.findall(r"^((?:\{[^}]+\})+): Level (\d)$", text, re.MULTILINE)
    ours = [line.arguments for line in script.face.keywords if line.head == "Class"]
    assert [(level[0], level[1]) for level in ours] == [
        (number, printed_cost(cost)) for cost, number in levels
    ]


@each_printed
def test_words_are_our_own(script: Script) -> None:
    """No sentence of an Oracle or a description is the printed one."""
    name = script.card.name.removeprefix("A-")
    names = (name, name.partition(",")[0])
    printed = sentences(facts()[script.card.name]["text"], *names)
    texts = [script.face.oracle]
    for parameters in parameter_lines(script.face):
        texts += [parameters[key] for key in DESCRIPTIONS if key in parameters]
    for text in texts:
        assert not sentences(text, *names) & printed


@each_card
def test_file_name_follows_the_name(script: Script) -> None:
    """A script lies under its first letter, in a file named for its card."""
    assert script.path.stem == file_name(script.card)
    assert script.path.parent.name == script.path.name[0]


@each_script
def test_layout(script: Script) -> None:
    """Name first, Oracle last, and no line that says nothing."""
    lines = script.text.split("\n")
    assert lines[0] == f"Name:{script.card.name}"
    assert lines[1].startswith("ManaCost:")
    assert lines[2].startswith("Types:")
    assert lines[-2].startswith("Oracle:")
    assert lines[-1] == ""
    assert all(line == line.strip() and ":" in line for line in lines[:-1])
    assert "CARDNAME" not in script.face.oracle


@each_script
def test_references_resolve(script: Script) -> None:
    """Every SVar that is named exists, and every one that exists is named."""
    assert referred(script.face) == script.face.svars.keys()


@each_script
def test_tokens_exist(script: Script) -> None:
    """Every token script that an ability names is bundled."""
    stems = {token.path.stem for token in TOKENS}
    for parameters in parameter_lines(script.face):
        if "tokenscript" in parameters:
            assert parameters["tokenscript"] in stems


@pytest.mark.parametrize("script", TOKENS, ids=str)
def test_token_file_names_say_what_they_are(script: Script) -> None:
    """A creature token's file is named for its colours, size, subtypes and keywords."""
    face = script.face
    subtypes = [word for word in face.types if word not in ("Artifact", "Creature")]
    colors = face.colors.lower() or "c"
    words = [*subtypes, *(line.head for line in face.keywords)]
    rest = "_".join(word.lower().replace(" ", "_") for word in words)
    # Forge writes Selesnya's pair as green and white.
    colors = "gw" if colors == "wg" else colors
    if "Creature" in face.types:
        assert script.path.stem == f"{colors}_{face.power}_{face.toughness}_{rest}"
    else:
        assert script.path.stem.startswith(f"{colors}_a_{rest}")
    assert face.mana_cost == NO_COST
    assert face.name == " ".join((*subtypes, "Token"))


def test_all_words_of_abilities_that_trigger_on_combat_damage_agree() -> None:
    """The same condition is written the same way on every card, so that one reading serves all."""
    for script in PRINTED + ORIGINAL:
        for trigger in script.face.triggers:
            if trigger.get("mode").startswith("DamageDone"):
                assert trigger.get("validtarget") == "Player"
                assert trigger.get("combatdamage") == "True"
                alone = trigger.get("validsource") == "Card.Self"
                assert (trigger.get("triggerzones") == "Battlefield") is not alone


def test_the_pool_finds_every_bundled_script() -> None:
    """The scripts load together: no name twice, nothing unreadable."""
    pool = CardPool.load([bundled_path()])
    assert pool.notes == ()
    assert pool.names() == tuple(sorted(script.card.name for script in PRINTED + ORIGINAL))
    assert pool.tokens() == tuple(sorted(script.path.stem for script in TOKENS))
