"""Conditions of triggers and of parts of abilities: "if it's attacking", "five or more Ninjas".

A condition that is not understood is None: what depends on it is not carried out here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.amounts import compares
from ninjutsu_service.rules.defined import defined_objects
from ninjutsu_service.rules.properties import Known
from ninjutsu_service.rules.valid import all_of, seen_matches
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.rules.zones import zone_named

PART_CONDITIONS = frozenset(
    ("conditiondefined", "conditionpresent", "conditioncompare", "conditionzone",
     "conditionchecksvar", "conditionsvarcompare", "conditionplayerturn")
)  # fmt: skip
"""The parameters of a part of an ability that are conditions, and are read here."""


def trigger_condition(view: View, line: AbilityLine) -> Known:
    """The intervening if of a trigger: checked as it triggers and as it resolves (CR 603.4)."""
    answers = [
        _present(view, line, "IsPresent", "PresentCompare", "PresentZone", "PresentDefined"),
        _svar(view, line, "CheckSVar", "SVarCompare"),
        _turn(view, line, "PlayerTurn", own=True),
        _turn(view, line, "OpponentTurn", own=False),
    ]
    return all_of(answers)


def part_condition(view: View, line: AbilityLine) -> Known:
    """Whether a part of an ability happens at all."""
    unread = [key for key in line.parameters if key.startswith("condition")]
    if any(key not in PART_CONDITIONS for key in unread if key != "conditiondescription"):
        return None
    keys = ("ConditionPresent", "ConditionCompare", "ConditionZone", "ConditionDefined")
    answers = [
        _present(view, line, *keys),
        _svar(view, line, "ConditionCheckSVar", "ConditionSVarCompare"),
        _turn(view, line, "ConditionPlayerTurn", own=True),
    ]
    return all_of(answers)


def _turn(view: View, line: AbilityLine, key: str, *, own: bool) -> Known:
    if not line.get(key):
        return True
    if line.get(key) != "True":
        return None
    return view.table.board.is_attacking_player(view.you) is own


def _svar(view: View, line: AbilityLine, key: str, compare_key: str) -> Known:
    """`CheckSVar$ X | SVarCompare$ GE2`; without the latter, at least one."""
    if not line.get(key):
        return True
    return compares(view, line.get(key), line.get(compare_key) or "GE1")


def _present(
    view: View, line: AbilityLine, key: str, compare_key: str, zone_key: str, defined_key: str
) -> Known:
    """`IsPresent$ Card.Self+attacking`: how many there are; without a number, at least one."""
    expression = line.get(key)
    if not expression:
        return None if line.get(compare_key) or line.get(defined_key) else True
    among = _among(view, line.get(defined_key), line.get(zone_key))
    if among is None:
        return None
    answers = [seen_matches(view, expression, seen) for seen in among]
    if None in answers:
        return None
    return compares(view, str(sum(map(bool, answers))), line.get(compare_key) or "GE1")


def _among(view: View, defined: str, zone_name: str) -> Sequence[Seen] | None:
    """What is looked through: the objects named, or those of a zone."""
    if defined:
        return defined_objects(view, defined)
    zone = zone_named(zone_name) if zone_name else pb.ZONE_BATTLEFIELD
    if zone is None:
        return None
    items = view.table.board.objects.values()
    found = [view.now(item) for item in items if item.zone == zone and not item.phased_out]
    source = view.source
    if source is not None and not source.live and source.item.zone == zone:
        # CR 608.2h: what has left is asked about as it last was.
        found.append(source)
    return found
