"""Resolving what a script says: triggered abilities, and the text of a spell (CR 608.2)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import announced_parts, part_named, spell_part
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.conditions import trigger_condition
from ninjutsu_service.rules.defined import defined_players
from ninjutsu_service.rules.effects.carrying import carry_out, leave
from ninjutsu_service.rules.effects.run import Run
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.targets import Unreadable, by_spec, still_legal, target_specs
from ninjutsu_service.rules.trigger import trigger_lines
from ninjutsu_service.rules.view import Seen, View


def script_of(ledger: Ledger, top: pb.StackObject) -> tuple[Face, AbilityLine] | None:
    """The face and the part that something on the stack carries out by its `ability`.

    Returns:
        None where it has no such part, or no script tells of its source.
    """
    if not top.ability:
        return None
    face = face_of(ledger, top)
    part = part_named(face, top.ability) if face is not None else None
    return (face, part) if face is not None and part is not None else None


def face_of(ledger: Ledger, top: pb.StackObject) -> Face | None:
    """The face whose ability it is: that of its source as it was, else as it is."""
    table = ledger.table
    item = table.board.objects.get(top.source_id)
    if top.HasField("source_as_pushed"):
        item = top.source_as_pushed
    if item is None:
        return None
    front = top.kind == pb.STACK_OBJECT_KIND_SPELL
    return table.rulebook.face(table.script_name(item), front=front)


def resolve_scripted(
    ledger: Ledger,
    decisions: Decisions,
    top: pb.StackObject,
    script: tuple[Face, AbilityLine],
    *,
    engine_settles: bool,
) -> None:
    """Resolve a triggered or activated ability of a script; it leaves the stack (CR 608.2n).

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    face, part = script
    rule = carry_out_text(ledger, decisions, top, face, part, engine_settles=engine_settles)
    removed = ev.StackRemoved(stack_object_id=top.id, resolved=rule == RESOLVED)
    ledger.write(removed, rule)


RESOLVED = "608.2n"
"""The rule by which what has resolved leaves the stack."""


def carry_out_text(
    ledger: Ledger,
    decisions: Decisions,
    top: pb.StackObject,
    face: Face,
    part: AbilityLine,
    *,
    engine_settles: bool,
) -> str:
    """Do what a script says, if it is done at all.

    Returns:
        `RESOLVED`, or the rule by which it does nothing: 603.4 where its condition does not
        hold any more, 608.2b where all its targets are illegal.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    view = view_of(ledger, top, face)
    run = Run(ledger, decisions, view, top, face, engine_settles=engine_settles)
    line = _trigger_line(face, top)
    holds = line is None or trigger_condition(view, line)
    if holds is False:
        return "603.4"
    try:
        if not _find_targets(run, part):
            return "608.2b"
    except Unreadable:
        leave(run, part)
        return RESOLVED
    decider = line.get("OptionalDecider") if line is not None else ""
    # Whether a condition holds that is not understood is the engine's to tell.
    wanted = None if holds is None else _wants(run, decider)
    if wanted is None:
        leave(run, part)
    elif wanted:
        carry_out(run, part)
    return RESOLVED


def view_of(ledger: Ledger, top: pb.StackObject, face: Face) -> View:
    """How something on the stack sees the table as it resolves."""
    table = ledger.table
    returned = None
    if top.HasField("returned_as_pushed"):
        item = top.returned_as_pushed
        returned = Seen(item, table.traits(item), False)
    return View(
        table,
        _source(ledger, top),
        top.controller_id,
        face.svars,
        context=top.context,
        x=top.x_value,
        returned=returned,
        last_known=ledger.last_known,
    )


def _source(ledger: Ledger, top: pb.StackObject) -> Seen | None:
    """The source as it is; where it is another object by now, as it last was (CR 608.2h)."""
    table = ledger.table
    item = table.board.objects.get(top.source_id)
    if item is not None and top.source_incarnation in (0, item.incarnation):
        return Seen(item, table.traits(item), True, table.is_attacking(item))
    last = ledger.last_known(top.source_id, top.source_incarnation)
    if last is not None:
        return last
    if not top.HasField("source_as_pushed"):
        return None
    pushed = top.source_as_pushed
    return Seen(pushed, table.traits(pushed), False, top.HasField("attack_target"))


def _trigger_line(face: Face, top: pb.StackObject) -> AbilityLine | None:
    """The `T:` line of a triggered ability; None for what is none, or was set off otherwise."""
    if top.kind != pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY:
        return None
    named, place = top.ability.lower(), top.trigger_number - 1
    lines = [line for _, line in trigger_lines(face)]
    if 0 <= place < len(lines) and lines[place].get("Execute").lower() == named:
        return lines[place]
    return next((line for line in lines if line.get("Execute").lower() == named), None)


def _find_targets(run: Run, part: AbilityLine) -> bool:
    """Which targets are still legal (CR 608.2b); False where all of them have become illegal.

    Raises:
        Unreadable: that is not understood, or what had to be chosen was not.
    """
    parts = announced_parts(run.face, part, list(run.top.modes))
    specs = target_specs(run.view, parts)
    if not run.top.targets:
        if any(spec.least for spec in specs):
            raise Unreadable
        run.groups = [(spec.part, []) for spec in specs]
        return True
    some = False
    for spec, targets in zip(specs, by_spec(specs, run.top.targets), strict=True):
        legal = [target for target in targets if still_legal(run.view, spec, target)]
        run.groups.append((spec.part, legal))
        some = some or bool(legal)
    return some


def has_lost_targets(ledger: Ledger, decisions: Decisions, top: pb.StackObject) -> bool:
    """CR 608.2b: whether a spell has targets, and all have become illegal.

    Where that is not understood it has not: what its targets are for is the engine's.
    """
    face = face_of(ledger, top)
    part = spell_part(face) if face is not None else None
    if face is None or part is None or not top.targets:
        return False
    run = Run(ledger, decisions, view_of(ledger, top, face), top, face)
    try:
        return not _find_targets(run, part)
    except Unreadable:
        return False


def _wants(run: Run, decider: str) -> bool | None:
    """CR 603.5: whether who decides has an optional ability do what it says.

    Args:
        run: the resolution.
        decider: the words for who decides, `You` or `TriggeredTarget`; empty where nobody does.

    Returns:
        None where that is nobody, or nobody alone, who can be told.
    """
    if not decider:
        return True
    players = defined_players(run.view, decider)
    if players is None or len(players) != 1:
        return None
    choice = wire.Choice(
        id=f"603.5:{run.top.id}",
        player_id=players[0],
        kind=wire.CHOICE_KIND_YES_NO,
        min=1,
        max=1,
    )
    card = run.view.source.traits.name if run.view.source else ""
    return run.decisions.yes_or_no(Question(choice, "MAY", "603.5", {"card": card}))
