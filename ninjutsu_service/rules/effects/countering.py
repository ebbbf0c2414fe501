"""Countering what is on the stack (CR 701.6), and what can't be countered (CR 101.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.ledger import zone_change
from ninjutsu_service.rules.properties import Known
from ninjutsu_service.rules.revealing import hide_revealed
from ninjutsu_service.rules.static_lines import affected
from ninjutsu_service.rules.valid import Subject, all_of, any_of, matches, stack_matches
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.rules.zones import zones_named
from ninjutsu_service.state.board import controller_of

_WORDS = "can't be countered"
"""How scripts and engines say it; what stands after these words is a condition."""

_GIVES = frozenset(("mode", "affected", "affectedzone", "addhiddenkeyword", "addkeyword",
                    "description", "secondary"))  # fmt: skip
"""What is read of a static ability that gives it to spells, or means nothing here."""

_FORBIDS = frozenset(("event", "validcard", "validsa", "layer", "activezones", "description",
                      "secondary"))  # fmt: skip
"""The same of an `R:Event$ Counter` line."""


def counter(run: Run, part: AbilityLine) -> None:
    """`Counter`: it leaves the stack; a spell's card goes to the graveyard (CR 701.6a, B14).

    What can't be countered stays there, though it is a legal target (CR 101.2).
    """
    stack = {item.id: item for item in run.ledger.table.board.state.stack}
    names = (target.stack_object_id for target in run.view.targets)
    items = [stack[name] for name in names if name in stack]
    stays = [cannot_be_countered(run, item) for item in items]
    if None in stays:
        raise LeftToEngine
    countered = [item.id for item, safe in zip(items, stays, strict=True) if not safe]
    for name in countered:
        _counter(run, next(item for item in run.ledger.table.board.state.stack if item.id == name))


def _counter(run: Run, item: pb.StackObject) -> None:
    countered = pb.StackObject()
    countered.CopyFrom(item)
    removed = ev.StackRemoved(stack_object_id=countered.id, resolved=False)
    run.ledger.write(removed, "701.6a")
    card = _card_of(run, countered)
    if card is not None and card.zone == pb.ZONE_STACK:
        moved = zone_change(card, pb.ZONE_GRAVEYARD)
        run.ledger.write(moved, "701.6a")
    hide_revealed(run.ledger, countered)


def _card_of(run: Run, item: pb.StackObject) -> pb.GameObject | None:
    """The card that a spell is; None for an ability."""
    card = run.ledger.table.board.objects.get(item.source_id)
    is_spell = item.kind == pb.STACK_OBJECT_KIND_SPELL
    same = card is not None and card.incarnation == item.source_incarnation
    return card if is_spell and same else None


def cannot_be_countered(run: Run, item: pb.StackObject) -> Known:
    """Whether something on the stack can't be countered: by its own words, or others' in play.

    Returns:
        None where that depends on what is not understood.
    """
    table, card = run.ledger.table, _card_of(run, item)
    answers = [] if card is None else [_says_of_itself(run, card)]
    for source in table.board.battlefield():
        table.effort.spend(1)
        face = table.rulebook.face(table.script_name(source), front=False)
        if face is None or source.face_down or source.abilities_lost:
            continue
        view = View(table, Seen(source, table.traits(source)), controller_of(source), face.svars)
        answers += [_forbids(view, line, item, card) for line in _forbidding(face)]
        if card is not None:
            answers += [_gives(view, line, item, card) for line in _giving(face)]
    return any_of(answers)


def _says_of_itself(run: Run, card: pb.GameObject) -> Known:
    """Whether a spell has the words, as sent or by its script; None where it has a condition."""
    table = run.ledger.table
    texts = [_plain(line.text) for line in table.traits(card).keywords]
    if any(text.endswith(_WORDS) for text in texts):
        return True
    # What lies face down has no text (CR 708.2).
    name = table.script_name(card)
    face = None if card.face_down else table.rulebook.face(name, front=False)
    own = [] if face is None else [each for each in _forbidding(face) if _is_own(each)]
    if any(line.get("ValidCard") == "Card.Self" and _is_read(line, _FORBIDS) for line in own):
        return True
    given = [] if face is None else [each for each in _giving(face) if each.get("EffectZone")]
    conditional = any(_WORDS in text or text.startswith("cantbecountered") for text in texts)
    return None if conditional or own or given else False


def _is_own(line: AbilityLine) -> bool:
    """Whether an `R:` line is about its own spell, and so works on the stack (CR 113.6)."""
    return "Self" in line.get("ValidCard")


def _forbidding(face: Face) -> list[AbilityLine]:
    """The lines by which something cannot be countered. What replaces it is the engine's (F3)."""
    lines = (line for line in face.replacements if line.get("Event") == "Counter")
    return [line for line in lines if not line.get("ReplaceWith")]


def _giving(face: Face) -> Iterator[AbilityLine]:
    """The static abilities of a face that give the words to spells."""
    for line in face.statics:
        given = _plain(line.get("AddHiddenKeyword") or line.get("AddKeyword"))
        if _WORDS in given or "cantbecountered" in given:
            yield line


def _forbids(
    view: View, line: AbilityLine, item: pb.StackObject, card: pb.GameObject | None
) -> Known:
    """Whether an `R:Event$ Counter` line of something in play is about this."""
    answers: list[Known] = [True if _is_read(line, _FORBIDS) else None]
    if line.get("ValidSA"):
        answers.append(stack_matches(view, line.get("ValidSA"), item))
    if line.get("ValidCard"):
        # Of an ability it may mean the card that has it: that is not told here.
        others = None if line.get("ValidSA") else False
        valid = line.get("ValidCard")
        answers.append(others if card is None else _matches(view, valid, item, card))
    return all_of(answers)


def _gives(view: View, line: AbilityLine, item: pb.StackObject, card: pb.GameObject) -> Known:
    """Whether a static ability of something in play gives the words to this spell."""
    if pb.ZONE_STACK not in (zones_named(line.get("AffectedZone") or "Battlefield") or ()):
        return False
    given = _plain(line.get("AddHiddenKeyword") or line.get("AddKeyword"))
    understood = given.endswith(_WORDS) and _is_read(line, _GIVES)
    return all_of([True if understood else None, _matches(view, affected(line), item, card)])


def _matches(view: View, valid: str, item: pb.StackObject, card: pb.GameObject) -> Known:
    """Whether a spell fits, under the control of whoever controls it on the stack (CR 112.2)."""
    seen = pb.GameObject()
    seen.CopyFrom(card)
    seen.controller_id = item.controller_id
    source = view.source.item if view.source is not None else None
    return matches(
        view.table, valid, Subject(seen, view.table.traits(card), source, view.you, view)
    )


def _is_read(line: AbilityLine, known: frozenset[str]) -> bool:
    return line.parameters.keys() <= known


def _plain(text: str) -> str:
    return text.casefold().replace("’", "'").strip().rstrip(".")


EFFECTS: Effects = {"Counter": (counter, ())}
