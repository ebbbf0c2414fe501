"""The properties of valid-expressions, by name: what each says of an object.

Each test answers yes, no, or None where the state does not tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.state.board import controller_of

if TYPE_CHECKING:
    from ninjutsu_service.rules.table import Table

Known = bool | None


@dataclass(frozen=True, slots=True)
class Subject:
    """An object asked about, as seen by the ability that asks.

    Attributes:
        item: the object.
        traits: its characteristics, as far as they are worked out.
        source: the object whose ability asks; None where it has none left.
        you: the controller of that ability.
        view: what else the ability sees; None where it sees nothing more.
        attacking: whether it was attacking, of an object that is gone; None to look now.
    """

    item: pb.GameObject
    traits: Traits
    source: pb.GameObject | None
    you: str
    view: View | None = None
    attacking: bool | None = None


def subject_of(seen: Seen, view: View) -> Subject:
    """An object as an ability sees it."""
    return Subject(
        seen.item,
        seen.traits,
        view.source.item if view.source else None,
        view.you,
        view,
        None if seen.live else seen.attacking,
    )


Test = Callable[["Table", Subject], Known]

PERMANENT_TYPES = frozenset(
    ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
)


def is_source(subject: Subject) -> bool:
    """Whether it is the very object whose ability asks (CR 400.7)."""
    source = subject.source
    return (
        source is not None
        and source.id == subject.item.id
        and source.incarnation == subject.item.incarnation
    )


def is_attacking(table: Table, subject: Subject) -> bool:
    """Attacking now; for an object that is gone, as it left."""
    if subject.attacking is not None:
        return subject.attacking
    return table.is_attacking(subject.item)


def _status(status: int) -> Test:
    def test(table: Table, subject: Subject) -> Known:
        record = table.board.attackers.get(subject.item.id)
        return bool(record and record.block_status == status and is_attacking(table, subject))

    return test


def _blocking(table: Table, subject: Subject) -> Known:
    combat, name = table.board.state.combat, subject.item.id
    return name in combat.other_blocker_ids or any(
        name in record.blocker_ids for record in combat.attackers
    )


def _attacking_you(table: Table, subject: Subject) -> Known:
    record = table.board.attackers.get(subject.item.id)
    return bool(record and is_attacking(table, subject) and record.target.player_id == subject.you)


def _this_turn_entered(table: Table, subject: Subject) -> Known:
    return (
        subject.item.zone == pb.ZONE_BATTLEFIELD
        and subject.item.turn_entered == table.board.state.turn
    )


def _permanent(table: Table, subject: Subject) -> Known:
    return subject.item.zone == pb.ZONE_BATTLEFIELD or not PERMANENT_TYPES.isdisjoint(
        subject.traits.types
    )


def _remembered(table: Table, subject: Subject) -> Known:
    if subject.view is None:
        return None
    return any(
        isinstance(each, Seen) and each.item.id == subject.item.id
        for each in subject.view.remembered
    )


def _chosen_type(table: Table, subject: Subject) -> Known:
    """The type chosen in this ability, else as its source entered; `Nonland` is all but that."""
    chosen = subject.view.chosen_type if subject.view else ""
    if not chosen and subject.source is not None:
        chosen = subject.source.chosen_type
    negated = chosen.removeprefix("Non").capitalize()
    if negated != chosen.capitalize():
        return negated not in subject.traits.types
    return chosen in subject.traits.types if chosen else None


def _top_of_library(table: Table, subject: Subject) -> Known:
    item = subject.item
    if item.zone != pb.ZONE_LIBRARY:
        return False
    return next(
        each.id == item.id
        for each in table.board.objects.values()
        if each.zone == pb.ZONE_LIBRARY and each.owner_id == item.owner_id
    )


def _mine(table: Table, subject: Subject) -> Known:
    return controller_of(subject.item) == subject.you


def _opponent_controls(table: Table, subject: Subject) -> Known:
    return not table.board.same_team(controller_of(subject.item), subject.you)


def _historic(table: Table, subject: Subject) -> Known:
    return not subject.traits.types.isdisjoint(("Artifact", "Legendary", "Saga"))


def _outlaw(table: Table, subject: Subject) -> Known:
    outlaws = ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")
    return not subject.traits.types.isdisjoint(outlaws)


def _in_zone(zone: int) -> Test:
    return lambda table, subject: subject.item.zone == zone


def _colors(fits: Callable[[int], bool]) -> Test:
    return lambda table, subject: fits(len(subject.traits.colors))


PROPERTIES: dict[str, Test] = {
    "Card": lambda table, subject: True,
    "Any": lambda table, subject: True,
    "Permanent": _permanent,
    "Self": lambda table, subject: is_source(subject),
    "StrictlySelf": lambda table, subject: is_source(subject),
    "Other": lambda table, subject: not is_source(subject),
    "StrictlyOther": lambda table, subject: not is_source(subject),
    "YouCtrl": _mine,
    "YouDontCtrl": lambda table, subject: not _mine(table, subject),
    "YourTeamCtrl": lambda table, subject: not _opponent_controls(table, subject),
    "OppCtrl": _opponent_controls,
    "ActivePlayerCtrl": lambda table, subject: (
        controller_of(subject.item) == table.board.active_player
    ),
    "YouOwn": lambda table, subject: subject.item.owner_id == subject.you,
    "YouDontOwn": lambda table, subject: subject.item.owner_id != subject.you,
    "OppOwn": lambda table, subject: not table.board.same_team(subject.item.owner_id, subject.you),
    "attacking": is_attacking,
    "notattacking": lambda table, subject: not is_attacking(table, subject),
    "attackingYou": _attacking_you,
    "blocking": _blocking,
    "unblocked": _status(pb.BLOCK_STATUS_UNBLOCKED),
    "blocked": _status(pb.BLOCK_STATUS_BLOCKED),
    "tapped": lambda table, subject: subject.item.tapped,
    "untapped": lambda table, subject: not subject.item.tapped,
    "token": lambda table, subject: subject.item.token,
    "nontoken": lambda table, subject: not subject.item.token,
    "nonland": lambda table, subject: "Land" not in subject.traits.types,
    "Token": lambda table, subject: subject.item.token,
    "faceDown": lambda table, subject: subject.item.face_down,
    "faceUp": lambda table, subject: not subject.item.face_down,
    "IsCommander": lambda table, subject: subject.item.commander,
    "ThisTurnEntered": _this_turn_entered,
    "enteredBattlefieldThisTurn": _this_turn_entered,
    "IsRemembered": _remembered,
    "ChosenType": _chosen_type,
    "TopLibrary": _top_of_library,
    "HasCounters": lambda table, subject: bool(subject.item.counters),
    "NoCounters": lambda table, subject: not subject.item.counters,
    "historic": _historic,
    "Historic": _historic,
    "outlaw": _outlaw,
    "Outlaw": _outlaw,
    "Colorless": _colors(lambda count: count == 0),
    "MonoColor": _colors(lambda count: count == 1),
    "MultiColor": _colors(lambda count: count > 1),
    "inZoneBattlefield": _in_zone(pb.ZONE_BATTLEFIELD),
    "inRealZoneBattlefield": _in_zone(pb.ZONE_BATTLEFIELD),
    "inZoneGraveyard": _in_zone(pb.ZONE_GRAVEYARD),
    "inRealZoneGraveyard": _in_zone(pb.ZONE_GRAVEYARD),
    "inZoneStack": _in_zone(pb.ZONE_STACK),
}
