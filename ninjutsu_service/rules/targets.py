"""Targets: what an ability or a spell needs, what it may have, and whether it still may.

Chosen as something is put on the stack (CR 601.2c, 603.3d), looked at again as it resolves
(CR 608.2b). Spells and abilities ask the same functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.rules.ability import api_of
from ninjutsu_service.rules.amounts import number
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.properties import Known
from ninjutsu_service.rules.protection import is_hexproof, is_protected
from ninjutsu_service.rules.statics import CARD_TYPES
from ninjutsu_service.rules.valid import (
    PLAYER_BASES,
    has_keyword,
    player_matches,
    seen_matches,
    stack_matches,
)
from ninjutsu_service.rules.view import View
from ninjutsu_service.rules.zones import zones_named
from ninjutsu_service.state.board import controller_of

ANY_TARGET = "Creature,Planeswalker,Battle,Player"
"""CR 115.4."""


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """What one "target" of an ability asks for.

    Attributes:
        part: the part of the ability that it stands in.
        valid: what fits, a valid-expression.
        on_stack: whether spells and abilities are meant, and which kinds.
        zones: where objects must be.
        least, most: how many.
    """

    part: AbilityLine
    valid: str
    on_stack: str
    zones: frozenset[int]
    least: int
    most: int


class Unreadable(Exception):
    """What an ability targets is not understood: the ability is left to the engine."""


def target_specs(view: View, parts: Sequence[AbilityLine]) -> list[TargetSpec]:
    """What the parts of an ability target, in order.

    Raises:
        Unreadable: a zone or a number in them is not understood.
    """
    return [_spec(view, part) for part in parts if part.get("ValidTgts")]


def _spec(view: View, part: AbilityLine) -> TargetSpec:
    least = number(view, part.get("TargetMin") or "1")
    most = number(view, part.get("TargetMax") or "1")
    named = part.get("TgtZone")
    if not named and api_of(part) in ("ChangeZone", "Dig"):
        named = part.get("Origin")
    zones = zones_named(named or "Battlefield")
    if least is None or most is None or zones is None:
        raise Unreadable
    valid = ",".join(
        ANY_TARGET if each.text == "Any" else each.text
        for each in parse_valid(part.get("ValidTgts")).alternatives
    )
    on_stack = part.get("TargetType") or ("Spell" if api_of(part) == "Counter" else "")
    least, most = max(least, 0), max(least, most, 0)
    return TargetSpec(part, valid, on_stack, zones, least, most)


def candidates(view: View, spec: TargetSpec) -> list[pb.Target]:
    """Everything that could be the target, players first, then in the state's order.

    Raises:
        Unreadable: whether something fits is not understood.
    """
    found = []
    if spec.on_stack:
        found = [
            pb.Target(stack_object_id=item.id)
            for item in view.table.board.state.stack
            if _must_know(_stack_fits(view, spec, item))
        ]
    else:
        found += [
            pb.Target(player_id=player)
            for player in view.players()
            if _names_players(spec.valid) and _must_know(player_matches(view, spec.valid, player))
        ]
        found += [
            pb.Target(object_id=item.id, incarnation=item.incarnation)
            for item in _of_its_types(view, spec)
            if _must_know(_object_fits(view, spec, item))
        ]
    return found


def _of_its_types(view: View, spec: TargetSpec) -> list[pb.GameObject]:
    """The objects in its zones, without those that fit by none of their types.

    Types take little work; most of what is in play is no creature.
    """
    there = view.table.board.in_zones(spec.zones)
    bases = {each.base for each in parse_valid(spec.valid).alternatives} - PLAYER_BASES
    if not bases <= CARD_TYPES:
        return there
    types = view.table.types
    return [item for item in there if not bases.isdisjoint(types(item))]


def _must_know(answer: Known) -> bool:
    if answer is None:
        raise Unreadable
    return answer


def _names_players(valid: str) -> bool:
    return any(each.base in PLAYER_BASES for each in parse_valid(valid).alternatives)


def _stack_fits(view: View, spec: TargetSpec, item: pb.StackObject) -> Known:
    """Whether something on the stack may be the target; never the spell itself (CR 115.5)."""
    source = view.source
    if (
        item.kind == pb.STACK_OBJECT_KIND_SPELL
        and source is not None
        and (item.source_id, item.source_incarnation) == (source.item.id, source.item.incarnation)
    ):
        return False
    kind = stack_matches(view, spec.on_stack, item)
    if not kind or spec.valid == "Card":
        return kind
    return stack_matches(view, spec.valid, item)


def _object_fits(view: View, spec: TargetSpec, item: pb.GameObject) -> Known:
    if item.zone not in spec.zones or item.phased_out:
        return False
    fits = seen_matches(view, spec.valid, view.now(item))
    return fits and _can_be_targeted(view, item) if fits is not None else None


def _can_be_targeted(view: View, item: pb.GameObject) -> bool:
    """Hexproof (CR 702.11b, d), shroud (702.18a), protection (702.16b), on the battlefield."""
    if item.zone != pb.ZONE_BATTLEFIELD:
        return True
    table = view.table
    source = view.source
    if has_keyword(table.traits(item), "Shroud"):
        return False
    friendly = table.board.same_team(controller_of(item), view.you)
    if not friendly and is_hexproof(table, item, source):
        return False
    return source is None or not is_protected(table, item, source.item, source.traits)


def choose_targets(
    decisions: Decisions, view: View, specs: Sequence[TargetSpec], *, prefix: str, rule: str
) -> list[pb.Target] | None:
    """Have the controller choose targets; asked only where there is a choice.

    Args:
        decisions: what was decided so far.
        view: how the ability sees the table.
        specs: what it targets.
        prefix: what the ids of the choices begin with.
        rule: the rule that has targets chosen now.

    Returns:
        The targets of each spec in turn; None where there are not enough for one of them.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
        Unreadable: whether something fits is not understood.
    """
    found = [{id_of(each): each for each in candidates(view, spec)} for spec in specs]
    # Nobody is asked for one target where there is none for another.
    if any(len(options) < spec.least for spec, options in zip(specs, found, strict=True)):
        return None
    chosen: list[pb.Target] = []
    for place, (spec, options) in enumerate(zip(specs, found, strict=True)):
        names = list(options) if spec.most else []
        if spec.most and spec.least < len(options):
            question = _question(view, spec, list(options.values()), f"{prefix}:{place}", rule)
            names = decisions.chosen(question)
        chosen += [options[name] for name in names]
    return chosen


def _question(
    view: View, spec: TargetSpec, options: Sequence[pb.Target], name: str, rule: str
) -> Question:
    players = all(each.player_id for each in options)
    choice = wire.Choice(
        id=name,
        player_id=view.you,
        kind=wire.CHOICE_KIND_PLAYERS if players else wire.CHOICE_KIND_OBJECTS,
        option_ids=[id_of(each) for each in options],
        option_labels=[label_of(view, each) for each in options],
        min=spec.least,
        max=min(spec.most, len(options)),
    )
    card = view.source.traits.name if view.source else ""
    count = f"{choice.min}" if choice.min == choice.max else f"{choice.min}-{choice.max}"
    return Question(choice, "TARGETS", rule, {"card": card, "count": count})


def id_of(target: pb.Target) -> str:
    """The id of what is targeted: players, objects and the stack share one namespace."""
    return target.player_id or target.object_id or target.stack_object_id


def label_of(view: View, target: pb.Target) -> str:
    """What a player reads beside a target's id."""
    if target.object_id:
        return view.table.shown_name(view.table.board.objects[target.object_id], view.you)
    if target.stack_object_id:
        stack = view.table.board.state.stack
        item = next(each for each in stack if each.id == target.stack_object_id)
        source = view.table.board.objects.get(item.source_id)
        return view.table.shown_name(source, view.you) if source is not None else item.id
    return target.player_id


def by_spec(specs: Sequence[TargetSpec], targets: Sequence[pb.Target]) -> list[list[pb.Target]]:
    """Which targets belong to which spec: each takes as many as it may and leaves the others'."""
    left = list(targets)
    found = []
    for place, spec in enumerate(specs):
        reserved = sum(each.least for each in specs[place + 1 :])
        count = min(spec.most, max(spec.least, len(left) - reserved))
        found.append(left[:count])
        left = left[count:]
    return found


def still_legal(view: View, spec: TargetSpec, target: pb.Target) -> bool:
    """CR 608.2b: the same object where it was, that still fits.

    Raises:
        Unreadable: whether it fits is not understood.
    """
    board = view.table.board
    if target.stack_object_id:
        item = next((each for each in board.state.stack if each.id == target.stack_object_id), None)
        return item is not None and _must_know(_stack_fits(view, spec, item))
    if target.player_id:
        player = board.players.get(target.player_id)
        gone = player is None or player.left_game
        return not gone and _must_know(player_matches(view, spec.valid, target.player_id))
    there = board.objects.get(target.object_id)
    if there is None or target.incarnation not in (0, there.incarnation):
        return False
    return _must_know(_object_fits(view, spec, there))
