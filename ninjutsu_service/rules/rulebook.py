"""The rulebook: the card pool and the keyword registry, and what is worked out from both once.

One rulebook serves one snapshot of the pool. It holds nothing of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from ninjutsu_service.cards.card import Card, Face, KeywordLine
from ninjutsu_service.cards.cost import Cost, CostError, CostPart
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.ability import additional_costs, aims_by_x
from ninjutsu_service.rules.extra_counters import ExtraCounters, read_extra_counters
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.statics import Static, read_statics
from ninjutsu_service.rules.traits import Traits, keyword_line, printed_traits
from ninjutsu_service.rules.trigger import Trigger, read_triggers

T = TypeVar("T")

MAX_NAMES = 32_768
"""How many names, and how many keyword lines, are remembered with what they stand for."""

MAX_NAME = 200
"""The letters of what is remembered though no script has it."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a script does by itself, as far as it is carried out here.

    Attributes:
        statics, triggers: its static and triggered abilities.
        modes: what the latter wait for.
        extra_counters: what it has others enter with.
    """

    statics: tuple[Static, ...]
    triggers: tuple[Trigger, ...]
    modes: frozenset[str]
    extra_counters: tuple[ExtraCounters, ...] = ()


class _Remembered(dict[str, T]):
    """What names stand for, each worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[str], tuple[T, bool]]) -> None:
        """Begin with nothing.

        Args:
            work_out: gives what a name stands for, and whether a script has that name.
        """
        super().__init__()
        self._work_out = work_out

    def __missing__(self, name: str) -> T:
        found, known = self._work_out(name)
        # Any text may be asked for: what no script is called is remembered within bounds.
        if not known and len(self) >= MAX_NAMES:
            self.clear()
        if known or len(name) <= MAX_NAME:
            self[name] = found
        return found


class Rulebook:
    """What is the same for every call.

    Attributes:
        pool: the cards.
        registry: the keywords.
    """

    def __init__(self, pool: CardPool, registry: Registry) -> None:
        self.pool = pool
        self.registry = registry
        self._abilities = _Remembered(self._read_abilities)
        self._printed = {
            front: _Remembered(partial(self._read_printed, front=front)) for front in (False, True)
        }
        self._bound: dict[str, tuple[Keyword, Cost] | None] = {}
        self._keywords = _Remembered(self._read_keywords)
        self._legendary = _Remembered(self._read_legendary)
        self._aiming = _Remembered(self._read_aiming)
        self._additional = _Remembered(self._read_additional)

    def knows(self, name: str) -> bool:
        """Whether the pool has a script for the card of this name."""
        return self.pool.knows(name)

    def knows_token(self, name: str) -> bool:
        """Whether the pool has a token script of this name, "u_1_1_illusion_flying"."""
        return self.pool.token(name) is not None

    def face(self, name: str, *, front: bool = True) -> Face | None:
        """A card's face.

        Args:
            name: the name of any of its faces.
            front: the front face, as everywhere but on the battlefield and the stack
                (CR 712.8a); else the face of that name.
        """
        card = self._card(name)
        return None if card is None else _face_of(card, name, front=front)

    def is_cast_by_faces(self, name: str) -> bool:
        """Whether a spell is the face of the card that was cast (CR 709.3a, 712.8b, 715.3b)."""
        card = self._card(name)
        return card is not None and card.alternate_mode in ("Adventure", "Modal", "Split")

    def _card(self, name: str) -> Card | None:
        return self.pool.get(name) or self.pool.token(name)

    def printed(self, name: str, *, front: bool) -> Traits | None:
        """What a card's script states of a face; None for a card that the pool lacks."""
        return self._printed[front][name]

    def _read_printed(self, name: str, *, front: bool) -> tuple[Traits | None, bool]:
        card = self._card(name)
        if card is None:
            return None, False
        return printed_traits(_face_of(card, name, front=front), card, whole=front), True

    def any_legendary(self, names: Iterable[str]) -> bool:
        """Whether one of these names is that of a legendary card, by its script."""
        return any(map(self._legendary.__getitem__, names))

    def abilities(self, name: str) -> Abilities | None:
        """What a face, or a token script, does by itself; None for nothing."""
        return self._abilities[name]

    def abilities_of_all(self, names: Iterable[str]) -> Iterator[Abilities | None]:
        """The same for many names, in their order."""
        return map(self._abilities.__getitem__, names)

    def printed_keywords(self, name: str) -> Sequence[tuple[Keyword, Cost]]:
        """What `bind_all` finds on a card's front face; nothing on a card that the pool lacks."""
        return self._keywords[name]

    def _read_abilities(self, name: str) -> tuple[Abilities | None, bool]:
        face = self.face(name, front=False)
        return (_abilities_of(face), True) if face else (None, False)

    def _read_keywords(self, name: str) -> tuple[Sequence[tuple[Keyword, Cost]], bool]:
        printed = self.printed(name, front=True)
        return (self.bind_all(printed.keywords), True) if printed else ((), False)

    def _read_legendary(self, name: str) -> tuple[bool, bool]:
        printed = self.printed(name, front=False)
        return printed is not None and "Legendary" in printed.types, printed is not None

    def additional_costs(self, name: str) -> tuple[CostPart, ...]:
        """What casting a card costs besides mana, however it is cast (CR 118.8, 118.9d)."""
        return self._additional[name]

    def _read_additional(self, name: str) -> tuple[tuple[CostPart, ...], bool]:
        face = self.face(name)
        return (additional_costs(face), True) if face else ((), False)

    def aims_by_x(self, name: str) -> bool:
        """Whether what a card may target as a spell follows from X (CR 601.2b, c)."""
        return self._aiming[name]

    def _read_aiming(self, name: str) -> tuple[bool, bool]:
        face = self.face(name)
        return (aims_by_x(face), True) if face else (False, False)

    def bind_all(
        self, lines: Sequence[KeywordLine], spend: Callable[[int], None] | None = None
    ) -> Sequence[tuple[Keyword, Cost]]:
        """The registered keywords that lines stand for, each with its cost there, once.

        Args:
            lines: an object's keywords.
            spend: told of the work before it is done.
        """
        found: list[tuple[Keyword, Cost]] = []
        for line in lines:
            if spend is not None:
                spend(len(found))
            try:
                bound = self.bind(line)
            except CostError:
                # In what was sent this is a fault that `rules.reading` names; in a script the
                # check of scripts names it, and the card does without that keyword.
                continue
            if bound is not None and bound not in found:
                found.append(bound)
        return found

    def bind(self, line: KeywordLine) -> tuple[Keyword, Cost] | None:
        """The registered keyword that a line stands for, and its cost there.

        Raises:
            CostError: the line belongs to a registered keyword, and its cost is malformed.
        """
        text = line.text
        try:
            return self._bound[text]
        except KeyError:
            pass
        bound = self.registry.bind(line)
        if len(self._bound) < MAX_NAMES and len(text) <= MAX_NAME:
            self._bound[text] = bound
        return bound

    def reads(self, keyword: str) -> bool:
        """Whether a keyword in card script notation is one that a state may hold.

        What a script says without sense is not written into a state: the next call would name it
        as a fault of the engine's.
        """
        try:
            self.bind(keyword_line(keyword))
        except CostError:
            return False
        return bool(keyword.strip())


def _face_of(card: Card, name: str, *, front: bool) -> Face:
    if front:
        return card.faces[0]
    return next((face for face in card.faces if face.name == name), card.faces[0])


def _abilities_of(face: Face) -> Abilities | None:
    statics, triggers, extra = read_statics(face), read_triggers(face), read_extra_counters(face)
    if not statics and not triggers and not extra:
        return None
    modes = frozenset(trigger.mode for trigger in triggers)
    return Abilities(statics, triggers, modes, extra)
