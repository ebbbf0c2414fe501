"""Who attacks what, and who is blocked (CR 506, 508, 509). The one place that decides it."""

from __future__ import annotations

from collections.abc import Collection

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import can_fight
from ninjutsu_service.state.board import controller_of


def is_unblocked(record: pb.Attacker) -> bool:
    """CR 509.1h: decided as blockers were declared and recorded; never computed from blockers."""
    return record.block_status == pb.BLOCK_STATUS_UNBLOCKED


def why_not_unblocked_attacker(
    table: Table, player: str, item: pb.GameObject
) -> wire.RefusalReason.ValueType | None:
    """Why an object is no unblocked attacking creature that the player controls (A4 to A6).

    Returns:
        The first reason that applies in the wire contract's order; None where it is one.
    """
    if item.zone != pb.ZONE_BATTLEFIELD:
        return wire.REFUSAL_REASON_NOT_ATTACKING
    types = table.types(item)
    reason = _why_no_creature_of(player, item, types)
    if reason is not None:
        return reason
    record = table.board.attackers.get(item.id)
    if record is None or not table.may_attack(types, player):
        return wire.REFUSAL_REASON_NOT_ATTACKING
    if is_unblocked(record):
        return None
    if record.block_status == pb.BLOCK_STATUS_UNDECLARED:
        return wire.REFUSAL_REASON_BLOCKS_NOT_DECLARED
    return wire.REFUSAL_REASON_BLOCKED


def why_not_tapped_creature(
    table: Table, player: str, item: pb.GameObject
) -> wire.RefusalReason.ValueType | None:
    """Why an object is no tapped creature that the player controls (E1, CR 702.188a)."""
    if item.zone != pb.ZONE_BATTLEFIELD:
        return wire.REFUSAL_REASON_NOT_TAPPED
    reason = _why_no_creature_of(player, item, table.types(item))
    if reason is None and not item.tapped:
        return wire.REFUSAL_REASON_NOT_TAPPED
    return reason


def _why_no_creature_of(
    player: str, item: pb.GameObject, types: Collection[str]
) -> wire.RefusalReason.ValueType | None:
    if item.phased_out:
        return wire.REFUSAL_REASON_PHASED_OUT
    if "Creature" not in types:
        return wire.REFUSAL_REASON_NOT_A_CREATURE
    if controller_of(item) != player:
        return wire.REFUSAL_REASON_NOT_CONTROLLED
    return None


def target_as_attacked(table: Table, item: pb.GameObject) -> pb.AttackTarget | None:
    """What a creature is attacking, to be remembered as it leaves combat (B5).

    The permanent's incarnation is filled in where the engine left it out, so that "gone and
    back" is seen later (CR 400.7). None where it attacks nothing (CR 506.4c).
    """
    record = table.board.attackers.get(item.id)
    if record is None or not can_still_be_attacked(table, record.target):
        return None
    target = pb.AttackTarget()
    target.CopyFrom(record.target)
    if target.permanent_id and not target.incarnation:
        target.incarnation = table.board.objects[target.permanent_id].incarnation
    return target


def can_still_be_attacked(table: Table, target: pb.AttackTarget) -> bool:
    """CR 506.3c, 508.4a (B11): what was attacked is still there to be attacked by something more.

    A player must be in the game. A permanent must be the same object, phased in, still a
    planeswalker or a battle, and controlled (a battle: protected) by a defending player.
    """
    if not is_still_attacked(table, target):
        return False
    board = table.board
    item = board.objects.get(target.permanent_id)
    if item is None or "Battle" not in table.types(item):
        return True
    # A battle that nobody is said to protect cannot be told from a protected one.
    return not item.protector_id or board.is_defending_player(item.protector_id)


def is_still_attacked(table: Table, target: pb.AttackTarget) -> bool:
    """CR 506.4, 506.4c: what was attacked has not been removed from combat since.

    A battle whose protector has left the game is attacked all the same: another one is chosen
    once nothing attacks it (CR 704.5w).
    """
    board = table.board
    if target.WhichOneof("target") == "player_id":
        player = board.players.get(target.player_id)
        return player is not None and not player.left_game
    item = board.objects.get(target.permanent_id)
    if item is None or item.zone != pb.ZONE_BATTLEFIELD or item.phased_out:
        return False
    if target.incarnation and target.incarnation != item.incarnation:
        return False
    types = table.types(item)
    if "Battle" in types:
        return True
    return "Planeswalker" in types and board.is_defending_player(controller_of(item))


def is_blocking(table: Table, item: pb.GameObject) -> bool:
    """CR 506.4: what is recorded as blocking has not been removed from combat since.

    A record outlives that where the engine has not dropped it: phased out, no creature any
    more, a battle as well, or not controlled by a defending player.
    """
    if item.zone != pb.ZONE_BATTLEFIELD or item.phased_out:
        return False
    if not table.board.is_defending_player(controller_of(item)):
        return False
    return can_fight(table.types(item))


def attackers(table: Table) -> list[pb.GameObject]:
    """The attacking creatures, in the order of their records."""
    objects = table.board.objects
    return [
        objects[name]
        for name in table.board.attackers
        if name in objects and table.is_attacking(objects[name])
    ]


def blockers_of(table: Table, attacker: pb.GameObject) -> list[pb.GameObject]:
    """The creatures that block an attacking creature and are still in combat."""
    objects = table.board.objects
    record = table.board.attackers[attacker.id]
    return [
        objects[name]
        for name in record.blocker_ids
        if name in objects and is_blocking(table, objects[name])
    ]


def blocking_creatures(table: Table) -> list[pb.GameObject]:
    """All blocking creatures, whether or not what they block is still in combat (CR 509.1g)."""
    objects, combat = table.board.objects, table.board.state.combat
    names = dict.fromkeys(name for record in combat.attackers for name in record.blocker_ids)
    names.update(dict.fromkeys(combat.other_blocker_ids))
    return [
        objects[name] for name in names if name in objects and is_blocking(table, objects[name])
    ]


def blocking(table: Table) -> dict[str, list[pb.GameObject]]:
    """Those that block something that attacks, by id, each with the creatures that it blocks."""
    found: dict[str, list[pb.GameObject]] = {}
    for attacker in attackers(table):
        for blocker in blockers_of(table, attacker):
            found.setdefault(blocker.id, []).append(attacker)
    return found
