"""From declare blockers to the postcombat main phase, a step at a time (AdvanceStep; CR 506.1)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.assigning import Deals, assign
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.combat import attackers, blocking_creatures
from ninjutsu_service.rules.damage import deal
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.refusals import Refusal, Refused
from ninjutsu_service.rules.settle import settle
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import has_keyword

_DAMAGE_STEPS = frozenset((pb.STEP_FIRST_COMBAT_DAMAGE, pb.STEP_COMBAT_DAMAGE))

_RULES = {
    pb.STEP_FIRST_COMBAT_DAMAGE: "510.4",
    pb.STEP_COMBAT_DAMAGE: "510",
    pb.STEP_END_OF_COMBAT: "511",
    pb.STEP_POSTCOMBAT_MAIN: "505",
}
"""The rule of each step that can begin here."""


def advance_step(ledger: Ledger, decisions: Decisions, *, engine_settles: bool = False) -> None:
    """End the step, begin the next one, take its turn-based actions, give priority (CR 510.3).

    Raises:
        Refused: the step is not one of those from declare blockers to end of combat, something
            is on the stack, or blockers have not been declared; or a decision is not allowed.
        ChoiceNeeded: a player must decide something first.
    """
    table = ledger.table
    _check(table)
    before = table.board.state.step
    step = _next(table)
    began = ev.StepBegan(step=step)
    if step == pb.STEP_FIRST_COMBAT_DAMAGE:
        began.first_strike_ids.extend(_first_strikers(table))
    fighting = _fighting(table)
    number = ledger.write(began, _RULES[step])
    if step == pb.STEP_POSTCOMBAT_MAIN:
        _leave_combat(ledger, fighting, number)
    if step in _DAMAGE_STEPS:
        hits = assign(table, decisions, _deals(table, second=before in _DAMAGE_STEPS))
        deal(ledger, hits, "510.2", combat=True)
    if not engine_settles:
        settle(ledger, decisions, "117.3a")


def _check(table: Table) -> None:
    """May the step end now?

    Raises:
        Refused: it may not.
    """
    state = table.board.state
    if state.step not in _NEXT:
        details = {"keyword": "AdvanceStep"}
        raise Refused(Refusal(wire.REFUSAL_REASON_WRONG_STEP, "506.1", details=details))
    if state.stack:
        raise Refused(Refusal(wire.REFUSAL_REASON_STACK_NOT_EMPTY, "117.4"))
    for item in attackers(table):
        if table.board.attackers[item.id].block_status == pb.BLOCK_STATUS_UNDECLARED:
            details = {"creature": table.shown_name(item, table.board.active_player)}
            reason = wire.REFUSAL_REASON_BLOCKS_NOT_DECLARED
            raise Refused(Refusal(reason, "509.1h", source_id=item.id, details=details))


def _next(table: Table) -> pb.Step.ValueType:
    """The step that follows: two damage steps where somebody strikes first (CR 510.4; C1)."""
    step = table.board.state.step
    if step == pb.STEP_DECLARE_BLOCKERS and _first_strikers(table):
        return pb.STEP_FIRST_COMBAT_DAMAGE
    return _NEXT[step]


_NEXT = {
    pb.STEP_DECLARE_BLOCKERS: pb.STEP_COMBAT_DAMAGE,
    pb.STEP_FIRST_COMBAT_DAMAGE: pb.STEP_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE: pb.STEP_END_OF_COMBAT,
    pb.STEP_END_OF_COMBAT: pb.STEP_POSTCOMBAT_MAIN,
}


def _first_strikers(table: Table) -> list[str]:
    """The attacking and blocking creatures with first or double strike, whatever their power."""
    return [
        item.id
        for item in (*attackers(table), *blocking_creatures(table))
        if any(
            has_keyword(table.traits(item), strike) for strike in ("First Strike", "Double Strike")
        )
    ]


def _deals(table: Table, *, second: bool) -> Deals:
    """Who deals damage in the step that has begun (CR 510.4; C2, C3).

    Args:
        table: the table.
        second: whether a first combat damage step came before it.
    """
    state = table.board.state
    struck = frozenset(state.combat.first_strike_ids)
    if state.step == pb.STEP_FIRST_COMBAT_DAMAGE:
        return lambda item: item.id in struck
    if not second:
        return lambda item: True
    return lambda item: item.id not in struck or has_keyword(table.traits(item), "Double Strike")


def _fighting(table: Table) -> list[str]:
    """All that is recorded as attacking or blocking."""
    records = table.board.attackers
    names = dict.fromkeys(records)
    for record in records.values():
        names.update(dict.fromkeys(record.blocker_ids))
    names.update(dict.fromkeys(table.board.state.combat.other_blocker_ids))
    return list(names)


def _leave_combat(ledger: Ledger, names: list[str], cause: int) -> None:
    """CR 511.3: as the end of combat step ends everything leaves combat."""
    batch = ledger.new_batch() if len(names) > 1 else 0
    for name in names:
        left = ev.CombatLeft(object_id=name)
        ledger.write(left, "511.3", batch=batch, cause=cause)
