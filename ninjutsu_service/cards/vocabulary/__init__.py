"""The names of the card script language, as text files beside this module.

Each file holds one name a line, the most used first, so that of two names that are equally near
to a misspelt one the likelier is suggested. `values.txt` holds pairs: where a word may stand and
the word. Names are compared as written; `tools/gather_vocabulary.py` gathers them from scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent

APART = frozenset(
    ("tokenscript", "tokenname", "tokentypes", "@k", "image", "tokenimage", "altimage")
)
"""Slots whose words are not words of other values: parts of file names and of sentences."""


class Vocabulary:
    """The known names. Each list is read when it is first asked for."""

    def names(self, topic: str) -> tuple[str, ...]:
        """The names of one file, most used first, as of `zones`."""
        return _read(topic)

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields of a face, `Name` for example."""
        return frozenset(self.names("fields"))

    @cached_property
    def apis(self) -> dict[str, str]:
        """What abilities do, after `AB$`, `SP$`, `ST$` or `DB$`; by name in lower case."""
        return _by_lower(self.names("apis"))

    @cached_property
    def trigger_modes(self) -> dict[str, str]:
        """What a `T:` line waits for."""
        return _by_lower(self.names("trigger_modes"))

    @cached_property
    def static_modes(self) -> dict[str, str]:
        """What an `S:` line does."""
        return _by_lower(self.names("static_modes"))

    @cached_property
    def replacement_events(self) -> dict[str, str]:
        """What an `R:` line replaces."""
        return _by_lower(self.names("replacement_events"))

    @cached_property
    def parameters(self) -> dict[str, str]:
        """The keys of parameter lines."""
        return _by_lower(self.names("parameters"))

    @cached_property
    def prose_parameters(self) -> frozenset[str]:
        """Keys, in lower case, whose values are text for people, or names of cards."""
        return frozenset(name.lower() for name in self.names("prose_parameters"))

    @cached_property
    def keywords(self) -> dict[str, str]:
        """The heads of `K:` lines."""
        return _by_lower(self.names("keywords"))

    @cached_property
    def cost_heads(self) -> frozenset[str]:
        """The names of costs before `<…>`."""
        return frozenset(self.names("cost_heads"))

    @cached_property
    def cost_words(self) -> frozenset[str]:
        """Parts of costs without brackets that are not mana."""
        return frozenset(self.names("cost_words"))

    @cached_property
    def zones(self) -> frozenset[str]:
        """Where cards can be; `Any` and `All` too."""
        return frozenset(self.names("zones"))

    @cached_property
    def counters(self) -> frozenset[str]:
        """The kinds of counters."""
        return frozenset(self.names("counters"))

    @cached_property
    def supertypes(self) -> frozenset[str]:
        """Words of a type line before the card types."""
        return frozenset(self.names("supertypes"))

    @cached_property
    def card_types(self) -> frozenset[str]:
        """The card types."""
        return frozenset(self.names("card_types"))

    @cached_property
    def subtypes(self) -> frozenset[str]:
        """Words of a type line after the card types."""
        return frozenset(self.names("subtypes"))

    @cached_property
    def types(self) -> frozenset[str]:
        """Every word of a type line."""
        return self.supertypes | self.card_types | self.subtypes

    @cached_property
    def valid_bases(self) -> frozenset[str]:
        """What a valid-expression begins with."""
        return frozenset(self.names("valid_bases")) | self.types

    @cached_property
    def valid_properties(self) -> frozenset[str]:
        """What follows the base, without negation, comparison or argument; types not counted."""
        return frozenset(self.names("valid_properties"))

    @cached_property
    def hints(self) -> frozenset[str]:
        """SVars that are hints for Forge's computer players, in lower case."""
        return frozenset(name.lower() for name in self.names("hints"))

    @cached_property
    def values(self) -> dict[str, tuple[str, ...]]:
        """The words that stand in the values of a slot: a key in lower case, or `@…`."""
        slots: dict[str, list[str]] = {}
        for pair in self.names("values"):
            slot, _, word = pair.partition(" ")
            slots.setdefault(slot.lower(), []).append(word)
        return {slot: tuple(words) for slot, words in slots.items()}

    @cached_property
    def required(self) -> dict[str, tuple[str, ...]]:
        """Parameters that an ability is never without, by ability in lower case."""
        found: dict[str, tuple[str, ...]] = {}
        for pair in self.names("required"):
            api, _, key = pair.lower().partition(" ")
            found[api] = (*found.get(api, ()), key)
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that may stand in a value, whatever the value is for."""
        apart = self.values.items()
        known = {word for slot, words in apart if slot not in APART for word in words}
        known.update(self.types, self.zones, self.counters, self.cost_words, self.cost_heads)
        known.update(self.names("valid_bases"), self.names("valid_properties"))
        names = (word for name in self.names("keywords") for word in name.split())
        known.update(word for word in names if word[0].isupper())
        return frozenset(known)

    def words_of(self, slot: str) -> frozenset[str]:
        """Every word that may stand in a slot."""
        return self._apart.get(slot, self.words)

    @cached_property
    def _apart(self) -> dict[str, frozenset[str]]:
        names = (word for name in self.names("keywords") for word in name.split())
        more = self.words.union(names)
        return {slot: more.union(self.values.get(slot, ())) for slot in APART}

    @cached_property
    def all_words(self) -> tuple[str, ...]:
        """`words`, in a fixed order."""
        return tuple(sorted(self.words))


@lru_cache(maxsize=64)
def _read(topic: str) -> tuple[str, ...]:
    text = (FOLDER / f"{topic}.txt").read_text("utf-8")
    return tuple(line for line in text.split("\n") if line)


def _by_lower(names: Sequence[str]) -> dict[str, str]:
    """By name in lower case; of two that differ in letter case only, the more used."""
    return {name.lower(): name for name in reversed(names)}


VOCABULARY = Vocabulary()
