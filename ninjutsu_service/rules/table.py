"""The table: a board and the rulebook together, and the characteristics that follow from both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import KeywordLine
from ninjutsu_service.cards.cost import Cost, CostError
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.statics import Static, apply_statics
from ninjutsu_service.rules.traits import FACE_DOWN, UNKNOWN, Traits, keyword_line, sent_traits
from ninjutsu_service.state.board import Board, controller_of

COUNTER_KEYWORDS = {
    name.upper(): name
    for name in (
        *("Flying", "First Strike", "Double Strike", "Deathtouch", "Haste", "Hexproof"),
        *("Indestructible", "Lifelink", "Menace", "Reach", "Trample", "Vigilance"),
    )
}
"""Keyword counters (CR 122.1b), by the counter's name."""


_HIDDEN = frozenset((pb.ZONE_HAND, pb.ZONE_LIBRARY))


class Table:
    """What the rules ask.

    Attributes:
        board: the checked state.
        rulebook: the pool and the keywords.
    """

    board: Board
    rulebook: Rulebook

    __slots__ = ("_continuous", "_costs", "_traits", "board", "rulebook")

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        self.board = board
        self.rulebook = rulebook
        self._traits: dict[str, Traits] = {}
        self._continuous: list[tuple[pb.GameObject, Static]] | None = None
        self._costs: list[tuple[pb.GameObject, Static]] = []

    def forget(self) -> None:
        """Something changed: what was worked out is worked out anew when asked for."""
        self._traits.clear()
        self._continuous = None

    def traits(self, item: pb.GameObject) -> Traits:
        """An object's characteristics: as sent, else from its script with what is in play (F2)."""
        known = self._traits.get(item.id)
        if known is not None:
            return known
        if item.HasField("characteristics"):
            known = self._traits[item.id] = sent_traits(item)
            return known
        on_battlefield = item.zone == pb.ZONE_BATTLEFIELD
        if item.face_down and item.zone in (pb.ZONE_BATTLEFIELD, pb.ZONE_STACK):
            printed: Traits | None = FACE_DOWN
        else:
            printed = self.rulebook.printed(item.card_name, front=not on_battlefield)
        known = (printed or UNKNOWN).copy()
        # Asked again while its own statics look at it, it answers as far as it has come.
        self._traits[item.id] = known
        if on_battlefield and item.counters:
            _add_keyword_counters(item, known)
        apply_statics(self, item, known)
        if on_battlefield and item.counters:
            _add_counters(item, known)
        return known

    def shown_name(self, item: pb.GameObject, player: str) -> str:
        """What a message to a player may call an object.

        Its name, or its id where it has none; empty for a card that is hidden from them.
        """
        if item.zone in _HIDDEN and item.owner_id != player and not item.revealed:
            return ""
        return self.traits(item).name or item.id

    def is_creature(self, item: pb.GameObject) -> bool:
        """CR 302."""
        return "Creature" in self._types(item)

    def _types(self, item: pb.GameObject) -> Collection[str]:
        """An object's types, read straight from what was sent where that says them."""
        if item.HasField("characteristics"):
            return item.characteristics.types
        return self.traits(item).types

    def is_attacking(self, item: pb.GameObject) -> bool:
        """CR 506.4, 508.1k: recorded as attacking, and nothing has removed it from combat since.

        A record outlives what removes a creature from combat where the engine has not dropped
        it: phased out, no creature any more, a battle as well, or not controlled by an
        attacking player.
        """
        if (
            item.id not in self.board.attackers
            or item.zone != pb.ZONE_BATTLEFIELD
            or item.phased_out
            or not self.board.is_attacking_player(controller_of(item))
        ):
            return False
        types = self._types(item)
        return "Creature" in types and "Battle" not in types

    def keywords(self, item: pb.GameObject) -> Iterator[tuple[Keyword, Cost]]:
        """The registered keywords that an object has, in order, each with its cost (A10).

        Two that are the same in every part count as one: neither could be told from the other.
        """
        seen: list[tuple[Keyword, Cost]] = []
        for line in self.traits(item).keywords:
            bound = self._bind(line)
            if bound is not None and bound not in seen:
                seen.append(bound)
                yield bound

    def _bind(self, line: KeywordLine) -> tuple[Keyword, Cost] | None:
        try:
            return self.rulebook.bind(line)
        except CostError:
            # In what was sent this is a fault that `rules.reading` names; in a script the
            # check of scripts names it, and the card does without that keyword.
            return None

    def continuous(self) -> list[tuple[pb.GameObject, Static]]:
        """The continuous static abilities in play, each with its source, in the state's order."""
        if self._continuous is None:
            self._read_statics()
        return self._continuous or []

    def cost_statics(self) -> list[tuple[pb.GameObject, Static]]:
        """The static abilities in play that change what something costs."""
        if self._continuous is None:
            self._read_statics()
        return self._costs

    def _read_statics(self) -> None:
        self._continuous, self._costs = [], []
        for item in self.board.battlefield():
            name = item.card_name
            if item.HasField("characteristics"):
                name = item.characteristics.name or name
            statics = self.rulebook.statics(name)
            if not statics or item.face_down or item.abilities_lost:
                continue
            for static in statics:
                kind = self._continuous if static.mode == "Continuous" else self._costs
                kind.append((item, static))

    def amount(
        self, expression: str, source: pb.GameObject, svars: Iterable[tuple[str, str]]
    ) -> int:
        """A number in a script: a literal, or an SVar that holds one. Anything else is 0."""
        text = dict(svars).get(expression.casefold(), expression).removeprefix("Number$").strip()
        digits = text.lstrip("+-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 0


def _add_keyword_counters(item: pb.GameObject, traits: Traits) -> None:
    added = [
        keyword_line(COUNTER_KEYWORDS[key]) for key in item.counters if key in COUNTER_KEYWORDS
    ]
    traits.keywords = traits.keywords + tuple(added)


def _add_counters(item: pb.GameObject, traits: Traits) -> None:
    """CR 122.1a, layer 7c."""
    if traits.power is None or traits.toughness is None:
        return
    change = item.counters.get("P1P1", 0) - item.counters.get("M1M1", 0)
    traits.power += change
    traits.toughness += change
