"""One resolution: what every part of an ability has at hand, and how it asks its players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import part_named
from ninjutsu_service.rules.amounts import number
from ninjutsu_service.rules.choices import Decisions, Question, allowed_of
from ninjutsu_service.rules.defined import defined_objects, defined_players, targeted
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.valid import seen_matches
from ninjutsu_service.rules.view import Seen, View

MAX_DEPTH = 20
"""How deep parts that choose, branch or repeat may lead to each other; real ones stay below 5."""


class LeftToEngine(Exception):
    """A part that is not carried out here. Raised before the part has changed anything."""


@dataclass(slots=True)
class Run:
    """The resolution of one ability or spell.

    Attributes:
        ledger: where what happens is written.
        decisions: what was decided.
        view: how the ability sees the table.
        top: its object on the stack.
        face: the face of the script that it stands on.
        groups: the targets of each part that has any, in order, legal ones only.
        engine_settles: whether the engine runs state-based actions.
        carry: carries out a part and all that follow it.
        depth: in how many parts that lead to others the present one stands.
        carried: how many parts were begun.
    """

    ledger: Ledger
    decisions: Decisions
    view: View
    top: pb.StackObject
    face: Face
    groups: list[tuple[AbilityLine, list[pb.Target]]] = field(default_factory=list)
    engine_settles: bool = False
    carry: Callable[[Run, AbilityLine], None] | None = None
    depth: int = 0
    carried: int = 0

    @property
    def you(self) -> str:
        """The controller of the ability."""
        return self.view.you

    def follow(self, name: str) -> None:
        """Carry out another part of the script, by its name.

        Raises:
            LeftToEngine: there is no such part, or parts lead to each other without end.
        """
        part = part_named(self.face, name)
        if part is None or self.carry is None or self.depth >= MAX_DEPTH:
            raise LeftToEngine
        self.depth += 1
        self.carry(self, part)
        self.depth -= 1

    def targets_of(self, part: AbilityLine) -> Sequence[pb.Target]:
        """The legal targets of a part; each part's are asked for once, in order."""
        for place, (other, targets) in enumerate(self.groups):
            if other is part or other == part:
                del self.groups[place]
                return targets
        return ()

    def look_again(self) -> None:
        """See the source as it is now; what left during the resolution as it last was."""
        source = self.view.source
        if source is None or not source.live:
            return
        name, incarnation = self.top.source_id, self.top.source_incarnation
        item = self.ledger.table.board.objects.get(name)
        if item is not None and item.incarnation == incarnation:
            self.view.source = self.view.now(item)
        else:
            last = self.ledger.last_known(name, incarnation)
            self.view.source = last or source._replace(live=False)

    def remember(self, item: pb.GameObject) -> None:
        """Remember an object for later parts, as the object that it is now."""
        self.view.remembered.append(self.kept(item))

    def kept(self, item: pb.GameObject) -> Seen:
        """An object as it is now, to be kept."""
        return Seen(self.copy(item), self.ledger.table.traits(item))

    @staticmethod
    def copy(item: pb.GameObject) -> pb.GameObject:
        """A copy of an object's message."""
        copy = pb.GameObject()
        copy.CopyFrom(item)
        return copy

    def number(self, part: AbilityLine, key: str, default: str = "1") -> int:
        """A number among a part's parameters.

        Raises:
            LeftToEngine: it is not understood.
        """
        found = number(self.view, part.get(key) or default)
        if found is None:
            raise LeftToEngine
        return found

    def players(self, part: AbilityLine, key: str = "Defined") -> list[str]:
        """The players that a part is about: named, else targeted, else you.

        Raises:
            LeftToEngine: the words are not understood.
        """
        if part.get(key):
            found = defined_players(self.view, part.get(key))
            if found is None:
                raise LeftToEngine
            return found
        if part.get("ValidTgts"):
            return [each.player_id for each in self.view.targets if each.player_id]
        return [self.you]

    def objects(self, part: AbilityLine, key: str = "Defined") -> list[Seen]:
        """The objects that a part is about: named, else targeted, else its source.

        Raises:
            LeftToEngine: the words are not understood.
        """
        if part.get(key):
            found = defined_objects(self.view, part.get(key))
            if found is None:
                raise LeftToEngine
            return found
        if part.get("ValidTgts"):
            return targeted(self.view)
        return [self.view.source] if self.view.source else []

    def permanents(self, part: AbilityLine) -> list[pb.GameObject]:
        """Of those objects, the ones that are on the battlefield now."""
        return [
            seen.item
            for seen in self.objects(part)
            if seen.live and seen.item.zone == pb.ZONE_BATTLEFIELD and not seen.item.phased_out
        ]

    def matching(self, expression: str, zone: int = pb.ZONE_BATTLEFIELD) -> list[pb.GameObject]:
        """The objects of a zone that fit, in the state's order.

        Raises:
            LeftToEngine: the expression is not understood.
        """
        items = self.ledger.table.board.objects.values()
        there = [item for item in items if item.zone == zone and not item.phased_out]
        return self.fitting(expression, there)

    def fitting(self, expression: str, items: Iterable[pb.GameObject]) -> list[pb.GameObject]:
        """Those of the objects that fit; all of them where nothing is asked.

        Raises:
            LeftToEngine: the expression is not understood.
        """
        if not expression:
            return list(items)
        found = []
        for item in items:
            fits = seen_matches(self.view, expression, self.view.now(item))
            if fits is None:
                raise LeftToEngine
            if fits:
                found.append(item)
        return found

    def yes(self, player: str, topic: str, rule: str, **details: str) -> bool:
        """Ask a player yes or no."""
        choice = self._choice(player, wire.CHOICE_KIND_YES_NO, rule)
        choice.min = choice.max = 1
        return self.decisions.yes_or_no(self._question(choice, topic, rule, details))

    def choose(
        self,
        player: str,
        items: Sequence[pb.GameObject],
        topic: str,
        rule: str,
        *,
        least: int = 1,
        most: int = 1,
        allowed: Callable[[list[pb.GameObject]], bool] | None = None,
        limit: str = "",
    ) -> list[pb.GameObject]:
        """Have a player choose objects; asked only where there is a choice.

        Args:
            player: who chooses.
            items: what may be chosen.
            topic: what the choice asks, a key of the table of messages.
            rule: the rule that gives the choice.
            least: how many at least; as many as there are where those are fewer.
            most: how many at most.
            allowed: whether what was chosen may be chosen together.
            limit: what that asks, for people.
        """
        least, most = min(least, len(items)), min(most, len(items))
        if least == len(items) or most == 0:
            return list(items) if most else []
        choice = self._choice(player, wire.CHOICE_KIND_OBJECTS, rule)
        choice.option_ids.extend(item.id for item in items)
        choice.option_labels.extend(self._label(item, player) for item in items)
        choice.min, choice.max = least, most
        question = self._question(choice, topic, rule, {"count": _range(least, most)})
        names = self.decisions.chosen(question)
        chosen = [item for item in items if item.id in names]
        if allowed is not None and not allowed(chosen):
            self.decisions.refuse(question, names, f"{allowed_of(choice)}; {limit}")
        return chosen

    def choose_player(self, player: str, among: Sequence[str], topic: str, rule: str) -> str:
        """Have a player choose one of several players; "" where there is none."""
        if len(among) < 2:
            return among[0] if among else ""
        choice = self._choice(player, wire.CHOICE_KIND_PLAYERS, rule)
        choice.option_ids.extend(among)
        choice.option_labels.extend(among)
        choice.min = choice.max = 1
        return self.decisions.chosen(self._question(choice, topic, rule, {}))[0]

    def choose_name(
        self, player: str, names: Sequence[str], labels: Sequence[str], topic: str, rule: str
    ) -> str:
        """Have a player choose one of several names, of modes for example."""
        if len(names) == 1:
            return names[0]
        choice = self._choice(player, wire.CHOICE_KIND_OBJECTS, rule)
        choice.option_ids.extend(names)
        choice.option_labels.extend(labels)
        choice.min = choice.max = 1
        return self.decisions.chosen(self._question(choice, topic, rule, {}))[0]

    def order(
        self, player: str, items: Sequence[pb.GameObject], topic: str, rule: str
    ) -> list[pb.GameObject]:
        """Have a player order objects; asked only where there are several."""
        if len(items) < 2:
            return list(items)
        choice = self._choice(player, wire.CHOICE_KIND_ORDER, rule)
        choice.option_ids.extend(item.id for item in items)
        choice.option_labels.extend(self._label(item, player) for item in items)
        choice.min = choice.max = len(items)
        by_id = {item.id: item for item in items}
        names = self.decisions.order(self._question(choice, topic, rule, {}))
        return [by_id[name] for name in names]

    def _choice(self, player: str, kind: wire.ChoiceKind.ValueType, rule: str) -> wire.Choice:
        name = f"{rule}:{self.top.id}:{self.decisions.taken + 1}"
        return wire.Choice(id=name, player_id=player, kind=kind)

    def _question(
        self, choice: wire.Choice, topic: str, rule: str, details: dict[str, str]
    ) -> Question:
        card = self.view.source.traits.name if self.view.source else ""
        return Question(choice, topic, rule, {"card": card, **details})

    def _label(self, item: pb.GameObject, player: str) -> str:
        """An object's name: who chooses among cards sees them (CR 701.20a, 701.23a)."""
        return self.ledger.table.name_of(item)


Handler = Callable[[Run, AbilityLine], None]
"""Carries out one part. Raises `LeftToEngine` before it has changed anything."""

Effects = dict[str, tuple[Handler, tuple[str, ...]]]
"""What carries out which API, with the parameters that it understands, in lower case."""


def _range(least: int, most: int) -> str:
    return str(most) if least == most else f"{least}-{most}"
