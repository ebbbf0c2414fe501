"""Is a CombatState free of contradictions? What every call checks before it reads.

The usual answer is yes, and it is found by whole columns (all ids, all owners); only where
a column is suspicious is each object looked at, to name every wrong field by its path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Protocol, cast

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.faults import Fault, gather, quoted

LIMIT = 2**30
"""Life, mana, counters and damage beyond this, either way, are refused: sums stay in 32 bits."""

INCARNATION_LIMIT = 2**63
"""Leaves room to count up."""


class _Identified(Protocol):
    id: str


_ids = attrgetter("id")
_owners = attrgetter("owner_id")
_controllers = attrgetter("controller_id")
_protectors = attrgetter("protector_id")
_incarnations = attrgetter("incarnation")

_STEPS = frozenset(pb.Step.values()) - {pb.STEP_UNSPECIFIED}
_ZONES = frozenset(pb.Zone.values()) - {pb.ZONE_UNSPECIFIED}
_STATUSES = frozenset(pb.BlockStatus.values()) - {pb.BLOCK_STATUS_UNSPECIFIED}
_KINDS = frozenset(pb.StackObjectKind.values()) - {pb.STACK_OBJECT_KIND_UNSPECIFIED}


def check_core(state: pb.CombatState) -> list[Fault]:
    """Check ids, owners, zones, combat and the stack.

    Returns:
        Every fault, in the order of the fields; empty for a state that can be used.
    """
    return check_board(Board(state))


def check_board(board: Board) -> list[Fault]:
    """The same of a state that is indexed already, whether or not it can be."""
    return gather(_check(board))


def _check(board: Board) -> Iterator[Fault]:
    state = board.state
    yield from _check_turn(state, board.players)
    yield from _check_players(state.players)
    stack = set(map(_ids, state.stack))
    known = {*board.players, *board.objects, *stack}
    if len(known) != len(state.players) + len(state.objects) + len(state.stack) or "" in known:
        yield from _check_ids(state)
    yield from _check_objects(board)
    if state.HasField("combat"):
        yield from _check_combat(board)
    if stack:
        yield from _check_stack(state.stack, board.players)
    for index, change in enumerate(state.cost_changes):
        path = f"cost_changes[{index}]"
        yield from _known_player(f"{path}.player_id", change.player_id, board.players)
        yield from _in_limit(f"{path}.generic", change.generic)


def _check_turn(state: pb.CombatState, players: Mapping[str, pb.Player]) -> Iterator[Fault]:
    if state.step not in _STEPS:
        yield Fault("step", _enum_message(state.step, "step"))
    if not players:
        yield Fault("players", "a game has players: name at least the active player")
    yield from _known_player("active_player_id", state.active_player_id, players)
    if state.priority_player_id:
        yield from _known_player("priority_player_id", state.priority_player_id, players)
        holder = players.get(state.priority_player_id)
        if holder is not None and holder.left_game:
            yield Fault(
                "priority_player_id", f"{quoted(holder.id)} has left the game and has no priority"
            )


def _check_players(players: Sequence[pb.Player]) -> Iterator[Fault]:
    for index, player in enumerate(players):
        if not player.HasField("life"):
            yield Fault(f"players[{index}].life", "required: 0 and unset are told apart")
        elif not -LIMIT <= player.life <= LIMIT:
            yield from _in_limit(f"players[{index}].life", player.life)
        if player.HasField("mana_pool"):
            yield from check_pool(f"players[{index}].mana_pool", player.mana_pool)


def check_pool(path: str, pool: pb.ManaPool) -> Iterator[Fault]:
    """Amounts within the limit, and no more snow mana of a type than mana of that type."""
    for field, amount in pool.ListFields():
        yield from _in_limit(f"{path}.{field.name}", amount)
        if field.name.startswith("snow_"):
            plain = field.name.removeprefix("snow_")
            if amount > getattr(pool, plain):
                yield Fault(
                    f"{path}.{field.name}",
                    f"{amount} of the {plain} mana is said to come from snow sources, "
                    f"but there is only {getattr(pool, plain)}",
                )


def _check_ids(state: pb.CombatState) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name, items in (
        ("players", cast("Sequence[_Identified]", state.players)),
        ("objects", cast("Sequence[_Identified]", state.objects)),
        ("stack", cast("Sequence[_Identified]", state.stack)),
    ):
        for index, item in enumerate(items):
            path = f"{name}[{index}].id"
            if not item.id:
                yield Fault(path, "required")
            elif item.id in seen:
                yield Fault(path, f"{quoted(item.id)} is already the id of {seen[item.id]}")
            else:
                seen[item.id] = f"{name}[{index}]"


def _check_objects(board: Board) -> Iterator[Fault]:
    players, objects = board.players.keys(), board.objects.values()
    if (
        len(objects) == len(board.state.objects)
        and players >= set(map(_owners, objects))
        and players >= {*map(_controllers, objects), *map(_protectors, objects)} - {""}
        and _ZONES.issuperset(board.zones().values())
        and max(map(_incarnations, objects), default=0) < INCARNATION_LIMIT
    ):
        return
    for index, item in enumerate(board.state.objects):
        path = f"objects[{index}]"
        yield from _known_player(f"{path}.owner_id", item.owner_id, players)
        for field in ("controller_id", "protector_id"):
            if getattr(item, field):
                yield from _known_player(f"{path}.{field}", getattr(item, field), players)
        if item.zone not in _ZONES:
            yield Fault(f"{path}.zone", _enum_message(item.zone, "zone"))
        if item.incarnation >= INCARNATION_LIMIT:
            yield Fault(f"{path}.incarnation", f"{item.incarnation} leaves no room to count up")


def _check_combat(board: Board) -> Iterator[Fault]:
    combat, objects = board.state.combat, board.objects
    seen: set[str] = set()
    for index, record in enumerate(combat.attackers):
        name = record.object_id
        if name in seen:
            path = f"combat.attackers[{index}].object_id"
            yield Fault(path, f"{quoted(name)} is attacking already")
        seen.add(name)
        creature = objects.get(name)
        if (
            creature is not None
            and creature.zone == pb.ZONE_BATTLEFIELD
            and record.block_status in _STATUSES
            and record.target.player_id in board.players
            and not record.blocker_ids
        ):
            continue
        for fault in _check_attacker(record, board):
            yield Fault(f"combat.attackers[{index}].{fault.field}", fault.message)
    for index, name in enumerate(combat.first_strike_ids):
        if name not in objects:
            yield _unknown(f"combat.first_strike_ids[{index}]", name, "object")
    if combat.other_blocker_ids:
        yield from _check_other_blockers(board)


def _check_other_blockers(board: Board) -> Iterator[Fault]:
    """Each is an object, named once, that is not recorded as blocking an attacker as well."""
    seen: set[str] = set()
    for index, name in enumerate(board.state.combat.other_blocker_ids):
        path = f"combat.other_blocker_ids[{index}]"
        if name not in board.objects:
            yield _unknown(path, name, "object")
        elif name in seen:
            yield Fault(path, f"{quoted(name)} is named twice")
        elif board.blocks_somebody(name):
            yield Fault(path, f"{quoted(name)} blocks an attacker that is still in combat")
        seen.add(name)


def _check_attacker(attacker: pb.Attacker, board: Board) -> Iterator[Fault]:
    """The faults of one record, each by its path from there."""
    objects = board.objects
    name, status = attacker.object_id, attacker.block_status
    creature = objects.get(name)
    if creature is None:
        yield _unknown("object_id", name, "object")
    elif creature.zone != pb.ZONE_BATTLEFIELD:
        message = "is not on the battlefield: what leaves it leaves combat (CR 506.4)"
        yield Fault("object_id", f"{quoted(name)} {message}")
    if status not in _STATUSES:
        yield Fault("block_status", _enum_message(status, "block status"))
    if attacker.HasField("target"):
        yield from check_target("target", attacker.target, board.players, objects)
    if not attacker.blocker_ids:
        return
    if status in (pb.BLOCK_STATUS_UNBLOCKED, pb.BLOCK_STATUS_UNDECLARED):
        message = "an attacker with a blocker is blocked, and stays so (CR 509.1h)"
        yield Fault("blocker_ids", message)
    seen: set[str] = set()
    for index, blocker in enumerate(attacker.blocker_ids):
        if blocker not in objects:
            yield _unknown(f"blocker_ids[{index}]", blocker, "object")
        elif blocker in seen:
            yield Fault(f"blocker_ids[{index}]", f"{quoted(blocker)} is named twice")
        seen.add(blocker)


def check_target(
    path: str, target: pb.AttackTarget, players: Collection[str], objects: Collection[str]
) -> Iterator[Fault]:
    """What is attacked is named, and is a player or an object that was sent."""
    kind = target.WhichOneof("target")
    if kind == "player_id" and target.player_id not in players:
        yield _unknown(f"{path}.player_id", target.player_id, "player")
    elif kind == "permanent_id" and target.permanent_id not in objects:
        yield _unknown(f"{path}.permanent_id", target.permanent_id, "object")


def _check_stack(stack: Sequence[pb.StackObject], players: Collection[str]) -> Iterator[Fault]:
    for index, item in enumerate(stack):
        path = f"stack[{index}]"
        if item.kind not in _KINDS:
            yield Fault(f"{path}.kind", _enum_message(item.kind, "kind of stack object"))
        yield from _known_player(f"{path}.controller_id", item.controller_id, players)
        if item.keyword and not item.source_id:
            yield Fault(f"{path}.source_id", "required for a keyword's ability or spell")
        if item.x_value > LIMIT:
            yield from _in_limit(f"{path}.x_value", item.x_value)


def _known_player(path: str, player: str, players: Collection[str]) -> Iterator[Fault]:
    if player not in players:
        yield _unknown(path, player, "player")


def _unknown(path: str, name: str, kind: str) -> Fault:
    return Fault(path, f"no {kind} has the id {quoted(name)}" if name else "required")


def _in_limit(path: str, number: int) -> Iterator[Fault]:
    if not -LIMIT <= number <= LIMIT:
        yield Fault(path, f"{number} is beyond {LIMIT}, the most that is read")


def _enum_message(number: int, kind: str) -> str:
    return f"{number} is not a {kind}" if number else "required"
