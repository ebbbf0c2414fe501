"""Gather the names that card scripts use into `ninjutsu_service/cards/vocabulary/`.

    python tools/gather_vocabulary.py PATH… [--at-least N]

Names already listed stay; new ones are added, and each list is put in order of use. Only names
are gathered: no text for people, no names of cards. Look through the difference before
committing it: a misspelt name in a script would be a known one from then on.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from ninjutsu_service.cards.check.words import (
    COST_KEYS,
    KEYWORD_KEYS,
    is_prose,
    is_prose_key,
    parts_of,
    without_negation,
    words_of,
)
from ninjutsu_service.cards.document import Document, Line, parameters_of, parse_document
from ninjutsu_service.cards.mana import ManaError, parse_mana, tokens_of
from ninjutsu_service.cards.script import read_types
from ninjutsu_service.cards.valid import parse_list, parse_valid
from ninjutsu_service.cards.vocabulary import FOLDER

VALID_KEYS = frozenset(
    ("validtgts", "validcard", "affected", "validcards", "validplayer", "validtarget",
     "validsource", "conditionpresent", "validactivatingplayer", "ispresent", "validblocker",
     "changevalid", "validattacker", "validcreature", "validplayers", "changetype")
)  # fmt: skip
ABILITY = re.compile(r"\s*(AB|DB|SP|ST|Mode|Event)\s*\$")
REFERENCE = re.compile(
    r"(?i)(execute|subability|subabilities|triggers?|abilities|ability|svars?"
    r"|replacewith|staticabilities|replacements?|replacementeffects)$"
)


class Gatherer:
    """Counts names by topic."""

    def __init__(self) -> None:
        self.topics: dict[str, Counter[str]] = defaultdict(Counter)

    def document(self, document: Document) -> None:
        """Count the names of one script."""
        for section in document.sections():
            svars = {
                line.value.partition(":")[0].strip().lower(): line.value.partition(":")[2].strip()
                for line in section.lines
                if line.field == "SVar"
            }
            named: set[str] = set()
            for line in section.lines:
                self.topics["fields"][line.field] += 1
                self.line(line, svars, named)
            for line in section.lines:
                name = line.value.partition(":")[0].strip()
                if line.field == "SVar" and name.lower() not in named and len(name) > 1:
                    self.topics["hints"][name] += 1

    def line(self, line: Line, svars: dict[str, str], named: set[str]) -> None:
        """Count the names of one line."""
        value = line.value
        if line.field == "Types":
            self.types(value)
        elif line.field == "K":
            head, *arguments = value.split(":")
            self.topics["keywords"][head] += 1
            for argument in arguments:
                self.words("@K", argument, svars, named)
        elif line.field == "SVar" and not value.startswith("Picture:"):
            self.svar(value.partition(":")[2], svars, named)
        elif line.field in ("A", "T", "S", "R"):
            self.parameters(line.field, value, svars, named)
        elif line.field in ("AI", "Colors", "AlternateMode", "DeckHas", "DeckHints", "DeckNeeds"):
            listed = "&".join(part for part in value.split("&") if "Name$" not in part)
            self.words(f"@{line.field}", listed, svars, named)

    def svar(self, value: str, svars: dict[str, str], named: set[str]) -> None:
        """Count the names in an SVar."""
        if ABILITY.match(value) or "|" in value:
            self.parameters("SVar", value, svars, named)
        else:
            self.words("@Count" if "$" in value else "@SVar", value, svars, named)

    def types(self, value: str) -> None:
        """Count the words of a type line."""
        for word in read_types(value):
            self.topics["subtypes"][word] += 1

    def parameters(self, kind: str, text: str, svars: dict[str, str], named: set[str]) -> None:
        """Count the names of a parameter line."""
        for index, parameter in enumerate(parameters_of(text)):
            key, value = parameter.key, parameter.value
            if not parameter.marked or not key:
                continue
            lower = key.lower()
            self.topics["parameters"][key] += 1
            if lower in ("ab", "db", "sp", "st"):
                self.topics["apis"][value] += 1
            elif index == 0 and lower == "mode":
                topic = "trigger_modes" if "Execute$" in text or kind == "T" else "static_modes"
                self.topics[topic][value] += 1
            elif index == 0 and lower == "event":
                self.topics["replacement_events"][value] += 1
            elif not is_prose_key(lower):
                self.value(key, value, svars, named)

    def value(self, key: str, value: str, svars: dict[str, str], named: set[str]) -> None:
        """Count the names in a parameter's value."""
        lower = key.lower()
        if lower in KEYWORD_KEYS:
            for entry in parse_list(value.replace(",", " & ") if "." not in value else value):
                self.topics["keywords"][entry.partition(":")[0]] += 1
        elif lower in COST_KEYS:
            self.cost(value, svars, named)
        else:
            if lower in VALID_KEYS:
                self.valid(value)
            self.words(key, value, svars, named)

    def cost(self, value: str, svars: dict[str, str], named: set[str]) -> None:
        """Count the parts of a cost."""
        for token, _ in tokens_of(value):
            head, bracket, rest = token.partition("<")
            if bracket:
                self.topics["cost_heads"][head] += 1
                for argument in rest.rstrip(">").split("/")[:2]:
                    self.words("@Cost", argument, svars, named)
            else:
                try:
                    parse_mana(token)
                except ManaError:
                    if token.lower() not in svars:
                        self.topics["cost_words"][token] += 1
                    named.add(token.lower())

    def valid(self, value: str) -> None:
        """Count the bases and properties of a valid-expression."""
        for alternative in parse_valid(value).alternatives:
            self.topics["valid_bases"][alternative.base] += 1
            for each in alternative.properties:
                if each.name not in ("named", "with") and not each.comparator:
                    self.topics["valid_properties"][each.name] += 1

    def words(self, slot: str, value: str, svars: dict[str, str], named: set[str]) -> None:
        """Count the words of a value."""
        for _, word in words_of(value):
            self.word(slot, word, svars, named, is_prose(value))

    def word(
        self, slot: str, word: str, svars: dict[str, str], named: set[str], prose: bool
    ) -> None:
        """Count one word, unless it is the name of an SVar."""
        for part in (word, *(part for _, part in parts_of(word))):
            named.add(part.lower())
        if word.lower() in svars:
            return
        if prose or (REFERENCE.search(slot) and not slot.startswith("@")):
            return
        for _, part in parts_of(word):
            if len(without_negation(part)[1]) > 1 and part.lower() not in svars:
                self.topics["values"][f"{slot} {part}"] += 1


def scripts(paths: list[Path]) -> Iterator[Document]:
    """Every script below the paths."""
    for path in paths:
        for file in sorted(path.rglob("*.txt")) if path.is_dir() else [path]:
            yield parse_document(file.read_bytes().decode("utf-8", "replace"))


def merge(topic: str, counts: Counter[str], at_least: int) -> None:
    """Add the names of one topic to its list."""
    file = FOLDER / f"{topic}.txt"
    known = file.read_text("utf-8").split("\n") if file.exists() else []
    names = [name for name in known if name]
    names += [name for name in counts if counts[name] >= at_least and name and name not in names]
    rank = {name: (-counts[name], name) for name in names}
    file.write_text("".join(f"{name}\n" for name in sorted(rank, key=rank.__getitem__)), "utf-8")


def main() -> None:
    """Gather from the paths given."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--at-least", type=int, default=1, help="how often a new name is used")
    options = parser.parse_args()
    gatherer = Gatherer()
    for document in scripts(options.paths):
        gatherer.document(document)
    for topic, counts in gatherer.topics.items():
        merge(topic, counts, options.at_least)


if __name__ == "__main__":
    main()
