"""The table: a board and the rulebook together, and the characteristics that follow from both."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import compress, repeat
from operator import attrgetter
from typing import Any, TypeVar

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.cost import Cost
from ninjutsu_service.rules.amounts import literal, number
from ninjutsu_service.rules.effort import Effort, Pulse
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.payment import ManaOption
from ninjutsu_service.rules.rulebook import Abilities, Rulebook
from ninjutsu_service.rules.statics import Static, apply_layers
from ninjutsu_service.rules.traits import (
    FACE_DOWN,
    UNKNOWN,
    Traits,
    can_fight,
    is_sent,
    sent_traits,
)
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.state.board import Board, controller_of, copy_of

T = TypeVar("T")

MAX_DEPTH = 16
"""How many objects may be looked at for the characteristics of one: lords that count lords."""

UNSEEN = frozenset(
    ("mana_added", "mana_spent", "stack_pushed", "stack_removed", "priority_given",
     "card_revealed", "card_hidden", "commander_cast", "ability_triggered",
     "effect_left_to_engine")
)  # fmt: skip
"""The kinds of events that change nobody's characteristics."""

WOUNDS = frozenset(("damage_dealt", "damage_removed", "life_changed"))
"""The kinds of events that change nobody's characteristics unless some ability counts."""

ABILITIES_CHANGE = frozenset(
    ("zone_changed", "object_created", "object_ceased", "object_copied", "counters_changed",
     "library_arranged")
)  # fmt: skip
"""The kinds of events that change which abilities there are."""

EFFECTS_CHANGE = frozenset(("effect_began", "effect_ended", "step_began"))
"""The kinds of events with which effects begin or end: what was sent follows them."""

_HIDDEN = frozenset((pb.ZONE_HAND, pb.ZONE_LIBRARY))

_PLAIN = frozenset((pb.ZONE_HAND, pb.ZONE_COMMAND, pb.ZONE_GRAVEYARD, pb.ZONE_EXILE))
"""Zones in which an object is what its own front face says, where nothing changes it."""

_owners = attrgetter("owner_id")
_controllers = attrgetter("controller_id")
_has_field: Callable[[pb.GameObject, str], bool] = pb.GameObject.HasField  # type: ignore[assignment]
_own_names = attrgetter("card_name")
_sent_names = attrgetter("characteristics.name")


def _defines_not(pair: tuple[pb.GameObject, Static]) -> bool:
    return not pair[1].defines


class Table:
    """What the rules ask.

    Attributes:
        board: the checked state.
        rulebook: the pool and the keywords.
        effort: what is left of the work that the present call may be.
        mana: the mana abilities of objects, as `rules.costs` has read them, by id.
    """

    board: Board
    rulebook: Rulebook
    effort: Effort
    mana: dict[str, tuple[ManaOption, ...]]

    __slots__ = (
        "_able", "_apart", "_continuous", "_costs", "_counts", "_depth", "_known", "_modes",
        "_reached", "_sent", "_traits", "_types", "_types_change", "board", "effort", "mana",
        "rulebook",
    )  # fmt: skip

    def __init__(self, board: Board, rulebook: Rulebook, pulse: Pulse | None = None) -> None:
        self.board = board
        self.rulebook = rulebook
        self.effort = Effort(pulse)
        self.mana = {}
        self._depth = 0
        self._known: dict[object, Any] = {}
        self._apart: set[object] = set()
        self._traits: dict[str, Traits] = {}
        self._types: dict[str, frozenset[str]] = {}
        self._sent: dict[str, Traits] = {}
        self._able: dict[str, Abilities] | None = None
        self._modes: frozenset[str] | None = None
        self._continuous: list[tuple[pb.GameObject, Static]] | None = None
        self._costs: list[tuple[pb.GameObject, Static]] = []
        self._reached: frozenset[int] = frozenset()
        self._types_change = False
        self._counts: bool | None = None

    def fork(self) -> Table:
        """A table of its own for a copy of the state, with all that is known of its objects.

        What is worked out on this one before is worked out once for all its copies.
        """
        own = Table(Board(copy_of(self.board.state)), self.rulebook)
        own.effort = self.effort
        own.mana = self.mana.copy()
        own._traits, own._types = self._traits.copy(), self._types.copy()
        own._sent = self._sent.copy()
        own._able, own._modes = self.able().copy(), self.modes()
        objects = own.board.objects
        own._continuous = [(objects[source.id], static) for source, static in self.continuous()]
        own._costs = [(objects[source.id], static) for source, static in self.cost_statics()]
        own._reached = self._reached
        own._types_change, own._counts = self._types_change, self._counts
        own._known = {key: known for key, known in self._known.items() if key in self._apart}
        return own

    def forget(self, kind: str = "", object_id: str = "") -> None:
        """Something changed: what was worked out is worked out anew when asked for.

        Args:
            kind: which event changed it, where it was but one: much outlasts most events.
            object_id: the object that the event was about.
        """
        self._known.clear()
        if self._changes_traits(kind):
            self._traits.clear()
            self._types.clear()
            if kind in EFFECTS_CHANGE:
                self._sent.clear()
        if kind not in ABILITIES_CHANGE and kind:
            return
        if kind:
            self._sent.pop(object_id, None)
            # Its id may come again, as that of another token.
            self.mana.pop(object_id, None)
        else:
            self._sent.clear()
            self.mana.clear()
        item = self.board.objects.get(object_id)
        reordered = kind == "library_arranged" or (item and item.zone == pb.ZONE_LIBRARY)
        if self._able is None or not kind or reordered:
            self._able = self._continuous = self._modes = None
            return
        before = self._able.get(object_id)
        found = self.rulebook.abilities(self.script_name(item)) if item else None
        if found is None:
            self._able.pop(object_id, None)
        elif before is not None or kind == "object_created":
            self._able[object_id] = found
        else:
            self._able = None
        if found is not before:
            self._modes = None
        if any(each is not None and each.statics for each in (before, found)):
            self._continuous = None

    def _changes_traits(self, kind: str) -> bool:
        """Whether an event of this kind, which has happened, may have changed characteristics."""
        if kind in UNSEEN:
            return False
        # No effect ends before the combat phase does.
        few = kind in WOUNDS or (kind == "step_began" and self.board.in_combat_phase())
        return not few or self._continuous is None or self._any_counts(self._continuous)

    def _any_counts(self, continuous: Sequence[tuple[pb.GameObject, Static]]) -> bool:
        """Whether a static ability in play does what follows from numbers."""
        if self._counts is None:
            self._counts = any(static.counts for _, static in continuous)
        return self._counts

    def able(self) -> dict[str, Abilities]:
        """The objects that have abilities by their scripts, wherever they are, by id.

        In the state's order. Whether an ability works where its object is, its user asks.
        """
        if self._able is None:
            objects = self.board.objects
            every = self.rulebook.abilities_of_all(self._script_names(objects.values()))
            self._able = {
                name: found for name, found in zip(objects, every, strict=True) if found is not None
            }
        return self._able

    def modes(self) -> frozenset[str]:
        """The modes of all triggered abilities that objects have, wherever they are."""
        if self._modes is None:
            self._modes = frozenset().union(*(each.modes for each in self.able().values()))
        return self._modes

    def waits_for(self, modes: Collection[str]) -> bool:
        """Whether some object has an ability that triggers on things of these modes."""
        return not self.modes().isdisjoint(modes)

    def known(self, key: object, work_out: Callable[[], T], *, apart: bool = False) -> T:
        """What a function gives, remembered by the key until something changes.

        Args:
            key: what it is remembered by.
            work_out: gives it.
            apart: whether it holds nothing of the state itself, so that copies may have it too.
        """
        try:
            found: T = self._known[key]
        except KeyError:
            found = self._known[key] = work_out()
            if apart:
                self._apart.add(key)
        return found

    def traits(self, item: pb.GameObject) -> Traits:
        """An object's characteristics: as sent, else from its script with what is in play (F2).

        A copy of an object that is gone is read as it stands: nothing in play applies to it.
        """
        name = item.id
        live = self.board.objects.get(name) is item
        if live:
            known = self._sent.get(name) or self._traits.get(name)
            if known is not None:
                return known
        if is_sent(item):
            # Nothing changes these but another look at the object itself (F2).
            sent = sent_traits(item)
            if live:
                self._sent[name] = sent
            return sent
        changes = self._may_change(item)
        known = self.copiable(item)
        known = known.copy() if changes else known
        if live:
            # Asked again while its own statics look at it, it answers as far as it has come.
            self._traits[name] = known
        if changes:
            # A chain of objects that look at each other is followed so far and no further.
            self._depth += 1
            try:
                if self._depth <= MAX_DEPTH:
                    apply_layers(self, item, known, live=live)
            finally:
                self._depth -= 1
        return known

    def _may_change(self, item: pb.GameObject) -> bool:
        """Whether something may change an object's copiable values; nothing does in most hands."""
        if item.zone == pb.ZONE_BATTLEFIELD or self.board.state.effects:
            return True
        if self._continuous is None:
            self._read_statics()
        return item.zone in self._reached

    def permanents_of(self, player: str) -> list[pb.GameObject]:
        """The permanents that a player controls and that are phased in, in the state's order."""
        return self.known(("permanents", player), lambda: self._permanents_of(player))

    def _permanents_of(self, player: str) -> list[pb.GameObject]:
        # `controller_of` by columns.
        there = self.board.battlefield()
        whose = zip(there, map(_controllers, there), map(_owners, there), strict=True)
        return [item for item, controller, owner in whose if (controller or owner) == player]

    def copiable(self, item: pb.GameObject) -> Traits:
        """An object's copiable values (CR 707.2), as far as they are known. Not to be changed.

        Of an object whose characteristics the engine computed, and that no script tells of,
        those.
        """
        if item.face_down and item.zone in (pb.ZONE_BATTLEFIELD, pb.ZONE_STACK):
            return FACE_DOWN
        if item.characteristics_copiable:
            return sent_traits(item)
        name, front = self.script_name(item), item.zone != pb.ZONE_BATTLEFIELD
        if item.zone == pb.ZONE_STACK:
            front = not self.rulebook.is_cast_by_faces(name)
        printed = self.rulebook.printed(name, front=front)
        if printed is None and item.HasField("characteristics"):
            return sent_traits(item)
        return printed or UNKNOWN

    def tells(self, item: pb.GameObject) -> bool:
        """Whether anything is known of an object: what was sent of it, or a script."""
        return (
            item.HasField("characteristics")
            or item.face_down
            or self.rulebook.face(item.card_name) is not None
        )

    def script_name(self, item: pb.GameObject) -> str:
        """The name of the script whose abilities an object has: its own, or what it is a copy of.

        A token's is the name of its token script.
        """
        name = item.card_name
        if not item.HasField("characteristics"):
            return name
        copied = item.characteristics.name
        if not copied or (item.token and self.rulebook.knows_token(name)):
            return name
        return copied

    def _script_names(self, items: Collection[pb.GameObject]) -> Sequence[str]:
        """The `script_name` of each of many objects, most of which are sent without one."""
        own = list(map(_own_names, items))
        sent = compress(items, map(_has_field, items, repeat("characteristics")))
        if not any(map(_sent_names, sent)):
            return own
        return [
            name if not copied or copied == name else self.script_name(item)
            for item, name, copied in zip(items, own, map(_sent_names, items), strict=True)
        ]

    def turn_order(self) -> list[str]:
        """The players in the game, in turn order from the active player (CR 101.4)."""
        return self.board.turn_order()

    def shown_name(self, item: pb.GameObject, player: str) -> str:
        """What a message to a player may call an object.

        Its name, or its id where it has none; empty for a card that is hidden from them.
        """
        if item.zone in _HIDDEN and item.owner_id != player and not item.revealed:
            return ""
        return self.name_of(item)

    def name_of(self, item: pb.GameObject) -> str:
        """An object's name; of a card that nothing is known of, what the engine calls it."""
        called = "" if item.face_down else item.card_name
        return self.traits(item).name or called or item.id

    def is_creature(self, item: pb.GameObject) -> bool:
        """CR 302."""
        if is_sent(item):
            return "Creature" in item.characteristics.types
        return "Creature" in self.types(item)

    def types(self, item: pb.GameObject) -> frozenset[str]:
        """An object's types, without a look at anything else where nothing in play changes them."""
        name = item.id
        live = self.board.objects.get(name) is item
        if live:
            if (sent := self._sent.get(name)) is not None:
                return sent.types
            if (known := self._types.get(name)) is not None:
                return known
        if is_sent(item):
            found = frozenset(item.characteristics.types)
        elif self._is_type_changed():
            return self.traits(item).types
        else:
            found = self.copiable(item).types
        if live:
            self._types[name] = found
        return found

    def _is_type_changed(self) -> bool:
        """Whether a static ability in play may change somebody's types."""
        if self._continuous is None:
            self._read_statics()
        return self._types_change

    def is_attacking(self, item: pb.GameObject) -> bool:
        """CR 506.4, 508.1k: recorded as attacking, and nothing has removed it from combat since.

        A record outlives what removes a creature from combat where the engine has not dropped
        it: phased out, no creature any more, a battle as well, or not controlled by an
        attacking player.
        """
        return (
            item.id in self.board.attackers
            and item.zone == pb.ZONE_BATTLEFIELD
            and not item.phased_out
            and self.may_attack(self.types(item), controller_of(item))
        )

    def may_attack(self, types: Collection[str], controller: str) -> bool:
        """Whether a permanent of these types and this controller can be an attacking creature."""
        return can_fight(types) and self.board.is_attacking_player(controller)

    def keywords(self, item: pb.GameObject) -> Sequence[tuple[Keyword, Cost]]:
        """The registered keywords that an object has, in order, each with its cost (A10).

        Two that are the same in every part count as one: neither could be told from the other.
        """
        stated = item.HasField("characteristics") or item.characteristics_copiable
        if item.zone in _PLAIN and not (stated or self._may_change(item)):
            return self.rulebook.printed_keywords(item.card_name)
        return self.rulebook.bind_all(self.traits(item).keywords, self.effort.spend)

    def continuous(self) -> list[tuple[pb.GameObject, Static]]:
        """The continuous static abilities in play, each with its source, in the state's order.

        Those that define characteristics come first (CR 613.3, 613.4a).
        """
        if self._continuous is None:
            self._read_statics()
        return self._continuous or []

    def cost_statics(self) -> list[tuple[pb.GameObject, Static]]:
        """The static abilities in play that change what something costs."""
        if self._continuous is None:
            self._read_statics()
        return self._costs

    def _read_statics(self) -> None:
        continuous: list[tuple[pb.GameObject, Static]] = []
        self._costs, self._types_change, self._counts = [], False, None
        for item, abilities in self._able_in_play():
            if not abilities.statics or item.face_down or item.abilities_lost:
                continue
            for static in abilities.statics:
                if static.level > 1 and item.counters.get("LEVEL", 1) < static.level:
                    continue
                self._types_change |= static.changes_types
                kind = continuous if static.mode == "Continuous" else self._costs
                kind.append((item, static))
        continuous.sort(key=_defines_not)
        self._continuous = continuous
        self._reached = frozenset().union(*(static.zones for _, static in continuous))

    def _able_in_play(self) -> list[tuple[pb.GameObject, Abilities]]:
        """The permanents that are phased in and have abilities by their scripts."""
        board = self.board
        if self._able is None:
            there = board.battlefield()
            every = self.rulebook.abilities_of_all(self._script_names(there))
            return [(item, found) for item, found in zip(there, every, strict=True) if found]
        able = [(board.objects[name], abilities) for name, abilities in self._able.items()]
        return [
            (item, abilities)
            for item, abilities in able
            if item.zone == pb.ZONE_BATTLEFIELD and not item.phased_out
        ]

    def amount(
        self,
        expression: str,
        source: pb.GameObject,
        svars: Mapping[str, str],
        affected: Seen | None = None,
    ) -> int:
        """A number of a static ability's. One that is not understood is 0: it changes nothing.

        Args:
            expression: the number.
            source: the object whose ability it is.
            svars: of the face that it stands on.
            affected: what the ability applies to: `AffectedX` is worked out for that (F2), seen
                by who controls the source.
        """
        plain = literal(expression)
        if plain is not None:
            return plain
        view = self.view_of(source, svars)
        if affected is not None and expression.strip().lstrip("+-").casefold() == "affectedx":
            view.source = affected
        return number(view, expression) or 0

    def view_of(self, source: pb.GameObject, svars: Mapping[str, str]) -> View:
        """How a static ability of an object in play sees the table."""
        return View(self, Seen(source, self.traits(source)), controller_of(source), svars)
