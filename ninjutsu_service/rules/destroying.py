"""Destroying a permanent, and what may happen instead (CR 701.8, 701.19, 702.12)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.moving import leave_combat, to_graveyard
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import has_keyword

SHIELD = "Regeneration"
"""The keyword of the temporary effect that is a regeneration shield."""


def destroy(
    ledger: Ledger,
    item: pb.GameObject,
    rule: str,
    *,
    batch: int = 0,
    cause: int = 0,
    can_regenerate: bool = True,
) -> bool:
    """Destroy a permanent, if it can be.

    Args:
        ledger: the ledger.
        item: the permanent.
        rule: the rule that destroys it.
        batch: of what is destroyed at the same time.
        cause: the number of the event that brought this about.
        can_regenerate: False where the effect says that it cannot be regenerated.

    Returns:
        Whether it has left the battlefield: not where it is indestructible, and not where a
        regeneration shield was used up instead.
    """
    if is_indestructible(ledger.table, item):
        return False
    shield = regeneration_shield(ledger.table, item) if can_regenerate else None
    if shield is not None:
        _regenerate(ledger, item, shield.id, batch, cause)
        return False
    to_graveyard(ledger, item, rule, ev.MOVE_REASON_DESTROYED, batch=batch, cause=cause)
    return True


def is_indestructible(table: Table, item: pb.GameObject) -> bool:
    """CR 702.12b."""
    return has_keyword(table.traits(item), "Indestructible")


def regeneration_shield(table: Table, item: pb.GameObject) -> pb.TemporaryEffect | None:
    """The first effect that would regenerate a permanent the next time it is destroyed."""
    effects = table.board.state.effects
    table.effort.spend(len(effects))
    for effect in effects:
        if effect.object_id != item.id or effect.incarnation not in (0, item.incarnation):
            continue
        if is_shield(effect):
            return effect
    return None


def is_shield(effect: pb.TemporaryEffect) -> bool:
    """Whether an effect is a regeneration shield, or has one besides (CR 701.19a)."""
    return any(keyword.casefold() == SHIELD.casefold() for keyword in effect.keywords)


def _regenerate(
    ledger: Ledger, item: pb.GameObject, shield_id: str, batch: int, cause: int
) -> None:
    """CR 701.19a: remove all damage, tap it, and it leaves combat."""
    rule = "701.19a"
    ended = ev.EffectEnded(effect_id=shield_id)
    used = ledger.write(ended, rule, batch=batch, cause=cause)
    if item.damage or item.damaged_by_deathtouch:
        removed = ev.DamageRemoved(object_id=item.id)
        ledger.write(removed, rule, batch=batch, cause=used)
    if not item.tapped:
        tapped = ev.ObjectTapped(object_id=item.id)
        ledger.write(tapped, rule, batch=batch, cause=used)
    leave_combat(ledger, item, batch=batch, cause=used)
