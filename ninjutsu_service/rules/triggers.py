"""Triggered abilities go on the stack (CR 603.3): in which order, with which targets."""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import announced_parts, api_of, part_named
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.modes import choose_modes
from ninjutsu_service.rules.targets import Unreadable, choose_targets, target_specs
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.rules.watching import Waiting

RULE = "603.3b"


def put_waiting(ledger: Ledger, decisions: Decisions) -> bool:
    """Put every ability that has triggered and waits on the stack (CR 603.3b, C10).

    Each player in turn order from the active player puts their own there, in the order that
    they choose; what a player chooses first goes there first, and resolves last. Modes and
    targets are chosen as each goes on the stack (CR 603.3c, d); one that has too few legal
    targets goes away.

    Returns:
        Whether any went on the stack.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen` and `Decisions.order`.
    """
    if not ledger.watch():
        return False
    waiting = _within_limits(ledger, ledger.waiting)
    ledger.waiting.clear()
    put = False
    for player in ledger.table.board.turn_order():
        own = [(stack_object(ledger, each), each) for each in waiting if each.controller == player]
        for made, each in _ordered(ledger, decisions, player, own):
            put = _put(ledger, decisions, each, made) or put
    return put


def report(ledger: Ledger) -> list[pb.StackObject]:
    """What has triggered and waits, in no order and without targets (F4).

    For an engine that puts triggers on the stack itself, or that has to carry something out
    first.
    """
    waiting = _within_limits(ledger, ledger.watch())
    ledger.waiting.clear()
    return [stack_object(ledger, each) for each in waiting]


def stack_object(ledger: Ledger, waiting: Waiting) -> pb.StackObject:
    """A triggered ability as it stands on the stack."""
    item = waiting.source.item
    made = pb.StackObject(
        id=ledger.new_id(),
        kind=pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY,
        controller_id=waiting.controller,
        source_id=item.id,
        source_incarnation=item.incarnation,
        ability=waiting.ability,
        context=waiting.context,
        source_as_pushed=item,
        trigger_number=waiting.number,
    )
    if waiting.attacked is not None:
        made.attack_target.CopyFrom(waiting.attacked)
    return made


def _within_limits(ledger: Ledger, waiting: Sequence[Waiting]) -> list[Waiting]:
    """Leave out what triggers only so often each turn and has; mark what has now.

    After a part was left to the engine no event may follow: the engine marks those.
    """
    found = []
    times: dict[tuple[str, int, str], int] = {}
    for each in waiting:
        item = each.source.item
        if each.limit:
            key = (item.id, item.incarnation, each.ability)
            used = times.setdefault(key, _times(ledger, item, each.ability))
            if used >= each.limit:
                continue
            times[key] = used + 1
            there = ledger.table.board.objects.get(item.id)
            same = there is not None and there.incarnation == item.incarnation
            if same and not ledger.left_to_engine:
                marked = ev.AbilityTriggered(object_id=item.id, ability=each.ability)
                ledger.write(marked, "603.2", cause=each.cause)
        found.append(each)
    return found


def _times(ledger: Ledger, item: pb.GameObject, ability: str) -> int:
    """How often an ability of an object has triggered this turn."""
    there = ledger.table.board.objects.get(item.id)
    marked = there if there is not None and there.incarnation == item.incarnation else item
    return sum(name == ability for name in marked.triggered_this_turn)


def _ordered(
    ledger: Ledger,
    decisions: Decisions,
    player: str,
    own: list[tuple[pb.StackObject, Waiting]],
) -> list[tuple[pb.StackObject, Waiting]]:
    """One player's abilities in the order in which they go on the stack (CR 603.3b).

    It is asked for only where it makes a difference.
    """
    if len(own) < 2 or len({_kind(each) for _, each in own}) < 2:
        return own
    by_id = {made.id: (made, each) for made, each in own}
    choice = wire.Choice(
        id=f"{RULE}:{player}",
        player_id=player,
        kind=wire.CHOICE_KIND_ORDER,
        option_ids=list(by_id),
        option_labels=[_label(ledger, each) for _, each in own],
        min=len(own),
        max=len(own),
    )
    order = decisions.order(Question(choice, "TRIGGER_ORDER", RULE, {}))
    return [by_id[name] for name in order]


def _kind(waiting: Waiting) -> tuple[str, str, str, int, str]:
    """What tells two abilities apart as far as their order goes."""
    context = waiting.context
    text = " ".join(waiting.face.svars.values())
    counts = context.amount if "TriggerCount$" in text else 0
    about = context.object_id if "TriggeredSource" in text or "TriggeredCard" in text else ""
    return waiting.source.item.id, waiting.ability, context.player_id, counts, about


def _label(ledger: Ledger, waiting: Waiting) -> str:
    """A triggered ability's name for people: its source, and whom it is about."""
    objects, context = ledger.table.board.objects, waiting.context
    about = objects.get(context.object_id)
    shown = ledger.table.shown_name(about, waiting.controller) if about is not None else ""
    name = waiting.source.traits.name
    others = [each for each in (shown, context.player_id) if each and each != name]
    return f"{name} ({', '.join(others)})" if others else name


def _put(ledger: Ledger, decisions: Decisions, waiting: Waiting, made: pb.StackObject) -> bool:
    """Put one on the stack; False where it goes away for lack of targets or modes."""
    part = part_named(waiting.face, waiting.ability)
    if part is None:
        return False
    view = _view(ledger, waiting, made)
    try:
        if not _announce(decisions, view, waiting.face, part, made):
            return False
    except Unreadable:
        # What cannot be read is left to the engine as the ability resolves.
        del made.targets[:]
    pushed = ev.StackPushed(object=made)
    ledger.write(pushed, RULE, cause=waiting.cause)
    return True


def _view(ledger: Ledger, waiting: Waiting, made: pb.StackObject) -> View:
    item = ledger.table.board.objects.get(made.source_id)
    if item is not None and item.incarnation == made.source_incarnation:
        source = Seen(item, ledger.table.traits(item), True, ledger.table.is_attacking(item))
    else:
        source = waiting.source._replace(live=False)
    return View(
        ledger.table,
        source,
        waiting.controller,
        waiting.face.svars,
        context=waiting.context,
        last_known=ledger.last_known,
    )


def _announce(
    decisions: Decisions, view: View, face: Face, part: AbilityLine, made: pb.StackObject
) -> bool:
    """Choose modes and targets (CR 603.3c, d); False where that cannot be done.

    Raises:
        Unreadable: what is to be chosen is not understood.
    """
    if api_of(part) == "Charm":
        modes = choose_modes(decisions, view, face, part, prefix=f"603.3c:{made.id}", rule="603.3c")
        if modes is None:
            return False
        made.modes.extend(modes)
    specs = target_specs(view, announced_parts(face, part, list(made.modes)))
    targets = choose_targets(decisions, view, specs, prefix=f"603.3d:{made.id}", rule="603.3d")
    if targets is None:
        return False
    made.targets.extend(targets)
    return True
