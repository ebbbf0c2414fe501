"""The cards that are loaded: an immutable snapshot, looked up by name.

Starting indexes names and keyword lines; a card is parsed when it is first asked for and
then kept. A pool never changes: a new one takes its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from ninjutsu_service.cards.card import Card
from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.script import ScriptError, read_card
from ninjutsu_service.cards.soundness import Soundness
from ninjutsu_service.cards.sources import ScriptFile, bundled_path, index_script, read_source

__all__ = ["MAX_PARSED", "CardPool", "bundled_path"]

MAX_PARSED = 4096
"""How many parsed cards are kept. A parsed card takes about 5 kB, its text 0.7 kB."""


class CardPool:
    """A snapshot of card scripts and token scripts.

    Attributes:
        version: a hash of the content: the same cards give the same version wherever they lie.
        notes: what was found while loading: unreadable files, names that override others.
        kept: locations whose file is a broken one now, so that an earlier text of it is used.
        overridden: the files that others take the place of, in the order loaded.
        soundness: which scripts were found to have errors.
    """

    def __init__(
        self,
        files: Iterable[ScriptFile],
        notes: Iterable[Diagnostic] = (),
        kept: Collection[str] = (),
        soundness: Soundness | None = None,
    ) -> None:
        """Index files.

        Of two with the same front name, or the same token, the later counts, unless it has an
        error and the earlier has none: a broken file never takes a working card away.
        """
        self.soundness = soundness or Soundness()
        self.kept = frozenset(kept)
        self._fronts: dict[str, ScriptFile] = {}
        self._tokens: dict[str, ScriptFile] = {}
        remarks = list(notes)
        overridden: list[ScriptFile] = []
        for file in files:
            table, key = (self._tokens, file.token) if file.token else (self._fronts, file.names[0])
            earlier = table.get(key)
            if earlier is None:
                table[key] = file
            elif self.soundness.is_worse(file, earlier):
                remarks += self.soundness.why_not_used(file, f"the one in {earlier.path} stays")
                overridden.append(file)
            else:
                remarks.append(_override(key, earlier, file))
                overridden.append(earlier)
                table[key] = file
        self.overridden = tuple(overridden)
        self._files = _by_face(self._fronts)
        self._folded = {name.casefold(): name for name in reversed(self._files)}
        self._heads = _by_keyword(self._fronts)
        self._parsed: dict[str, Card] = {}
        self._cards: dict[bytes, Card] = {}
        self.notes: tuple[Diagnostic, ...] = tuple(remarks)
        self.version: str = _version(self._fronts, self._tokens)

    @classmethod
    def load(cls, paths: Sequence[Path]) -> CardPool:
        """Read folders, files and zip archives; a later one overrides earlier ones by name.

        Never raises: what cannot be read stands in `notes`. `cards.reload` reads again later.
        """
        sources = [read_source(Path(path)) for path in paths]
        files = (file for source in sources for file in source.files)
        return cls(files, [note for source in sources for note in source.notes])

    @classmethod
    def from_texts(cls, *texts: str, tokens: Mapping[str, str] | None = None) -> CardPool:
        """A pool of scripts given as text; tokens by their file's stem."""
        files = [index_script(text, f"{number}.txt") for number, text in enumerate(texts, 1)]
        stems = tokens or {}
        files += [index_script(stems[stem], f"tokenscripts/{stem}.txt") for stem in stems]
        unnamed = [file.path for file in files if not file.names]
        notes = [diagnose("NJ101", "the script has no Name", path=path) for path in unnamed]
        return cls((file for file in files if file.names), notes)

    @classmethod
    def of(cls, *cards: Card) -> CardPool:
        """A pool of cards that are parsed already."""
        files = []
        for card in cards:
            names = tuple(face.name for face in card.faces)
            heads = tuple(line.head.lower() for face in card.faces for line in face.keywords)
            digest = blake2b(repr(card).encode("utf-8", "surrogatepass"), digest_size=16).digest()
            files.append(ScriptFile(card.path, "", names, heads, "", digest))
        pool = cls(files)
        pool._cards.update(zip((file.digest for file in files), cards, strict=True))
        return pool

    def get(self, name: str) -> Card | None:
        """The card with a face of this name; letter case counts only where it tells cards apart.

        A card of two faces is found by "Front // Back" too.
        """
        card = self._parsed.get(name)
        return card if card is not None else self._read(name)

    def knows(self, name: str) -> bool:
        """Whether `get` would find something."""
        return name in self._files or name.casefold() in self._folded

    def token(self, name: str) -> Card | None:
        """The token of a script's file name without ending, "u_1_1_illusion_flying"."""
        file = self.token_script(name)
        return self._card(file) if file else None

    def token_script(self, name: str) -> ScriptFile | None:
        """The file that `token` would read."""
        return self._tokens.get(name) or self._tokens.get(name.lower())

    def script(self, name: str) -> ScriptFile | None:
        """The file that `get` would read."""
        file = self._files.get(name)
        return file or self._files.get(self._folded.get(name.casefold(), ""))

    def names(self) -> tuple[str, ...]:
        """The front face's name of every card, sorted."""
        return self._names

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(sorted(self._fronts))

    def tokens(self) -> tuple[str, ...]:
        """The name of every token script, sorted."""
        return tuple(sorted(self._tokens))

    def files(self) -> tuple[ScriptFile, ...]:
        """The files of all cards and tokens that count, cards first, in the order loaded."""
        return (*self._fronts.values(), *self._tokens.values())

    def with_keyword(self, head: str) -> tuple[str, ...]:
        """The names, sorted, of the cards with a `K` line of this head: "Ninjutsu"."""
        return tuple(sorted(self._heads.get(head.lower(), ())))

    def __len__(self) -> int:
        """How many cards there are, tokens not counted."""
        return len(self._fronts)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.knows(name)

    def __repr__(self) -> str:
        return f"<CardPool {self.version[:12]}: {len(self)} cards, {len(self._tokens)} tokens>"

    def _read(self, name: str) -> Card | None:
        file = self.script(name)
        if file is None:
            return None
        card = self._card(file)
        if card is not None and name in self._files:
            self._parsed[name] = card
        return card

    def _card(self, file: ScriptFile) -> Card | None:
        card = self._cards.get(file.digest)
        if card is None or (file.text and card.path != file.path):
            try:
                card = read_card(file.text, file.path)
            except ScriptError:
                return None
            if len(self._cards) >= MAX_PARSED:
                self._cards.clear()
                self._parsed.clear()
            self._cards[file.digest] = card
        return card


def _override(key: str, earlier: ScriptFile, later: ScriptFile) -> Diagnostic:
    if earlier.source == later.source:
        message = f"{earlier.path} has the name {key!r} too; this one counts"
        return diagnose("NJ007", message, token=key, path=later.path)
    message = f"{key!r} takes the place of the one in {earlier.path} of {earlier.source}"
    return diagnose("NJ006", message, token=key, path=later.path)


def _by_face(fronts: Mapping[str, ScriptFile]) -> dict[str, ScriptFile]:
    """Files by every name: a front face's name counts before a back face's of another card."""
    files = dict(fronts)
    for file in fronts.values():
        if len(file.names) > 1:
            for name in (*file.names[1:], " // ".join(file.names)):
                files.setdefault(name, file)
    return files


def _by_keyword(fronts: Mapping[str, ScriptFile]) -> dict[str, list[str]]:
    heads: dict[str, list[str]] = {}
    for name, file in fronts.items():
        for head in set(file.keywords):
            heads.setdefault(head, []).append(name)
    return heads


def _version(fronts: Mapping[str, ScriptFile], tokens: Mapping[str, ScriptFile]) -> str:
    content = blake2b(digest_size=16)
    for kind, table in ((b"card", fronts), (b"token", tokens)):
        for name in sorted(table):
            content.update(b"%b\0%b\0" % (kind, name.encode("utf-8", "surrogatepass")))
            content.update(table[name].digest)
    return content.hexdigest()
