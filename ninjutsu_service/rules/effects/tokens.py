"""Making tokens, from token scripts and as copies (CR 111, 701.7, 707)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import names_of
from ninjutsu_service.rules.copying import (
    copiable_characteristics,
    is_face_down,
    mana_abilities_of,
    printed_characteristics,
)
from ninjutsu_service.rules.effects.attacking import attack_option, attack_options
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.entering import (
    Entry,
    arriving,
    enter_counters,
    leave_entering,
    may_join,
)
from ninjutsu_service.rules.replacing import has_counters

MAX_TOKENS = 500
"""How many tokens one part makes at most; more is left to the engine."""


def token(run: Run, part: AbilityLine) -> None:
    """`Token`: tokens of a token script, all at once."""
    faces = [(name, _face(run, name)) for name in names_of(part.get("TokenScript"))]
    amount = max(run.number(part, "TokenAmount"), 0)
    owners = run.players(part, "TokenOwner")
    if not faces or amount * len(faces) * len(owners) > MAX_TOKENS:
        raise LeftToEngine
    made, reads = [], run.ledger.table.rulebook.reads
    for owner in owners:
        for name, face in faces:
            for _ in range(amount):
                item = pb.GameObject(card_name=name, owner_id=owner)
                item.characteristics.CopyFrom(printed_characteristics(face, reads))
                item.mana_abilities.extend(mana_abilities_of(face))
                made.append((item, ""))
    _create(run, part, made)


def _face(run: Run, name: str) -> Face:
    card = run.ledger.table.rulebook.pool.token(name)
    if card is None:
        raise LeftToEngine
    return card.faces[0]


def copy_permanent(run: Run, part: AbilityLine) -> None:
    """`CopyPermanent`: tokens that are copies (CR 707.2); of what is gone, as it last was."""
    amount = max(run.number(part, "NumCopies"), 0)
    if amount > MAX_TOKENS:
        raise LeftToEngine
    made = []
    for seen in run.objects(part):
        values = copiable_characteristics(run.ledger.table, seen.item)
        plain = is_face_down(seen.item)
        for _ in range(amount):
            item = pb.GameObject(owner_id=run.you)
            item.characteristics.CopyFrom(values)
            if not plain:
                item.card_name = seen.item.card_name
                item.mana_abilities.extend(seen.item.mana_abilities)
            made.append((item, seen.item.id))
    _create(run, part, made)


def _create(run: Run, part: AbilityLine, made: list[tuple[pb.GameObject, str]]) -> None:
    """The tokens come onto the battlefield together, with counters, attacking (B9, CR 508.4)."""
    ledger, tapped = run.ledger, bool(part.get("TokenTapped"))
    attacking = bool(part.get("TokenAttacking"))
    options = attack_options(run) if attacking else []
    targets = [attack_option(run, options) if options else None for _ in made]
    for item, _ in made:
        item.id, item.incarnation, item.zone = ledger.new_id(), 1, pb.ZONE_BATTLEFIELD
        item.token, item.tapped, item.summoning_sick = True, tapped, True
        item.characteristics_copiable = True
        item.turn_entered = ledger.table.board.state.turn
        _arrive(run, item)
    alone = len(made) == 1 and not attacking and not _has_counters(run, made[0][0])
    batch = ledger.new_batch() if made and not alone else 0
    for (item, copied), target in zip(made, targets, strict=True):
        created = ev.ObjectCreated(object=item, copied_id=copied)
        first = ledger.write(created, "701.7a", batch=batch)
        there = ledger.table.board.objects[item.id]
        entry = Entry(controller=item.owner_id, rule="701.7a", target=target)
        unread = enter_counters(ledger, there, entry, batch=batch, cause=first)
        if target is not None and may_join(ledger.table, there, entry):
            joined = ev.AttackJoined(object_id=item.id, target=target)
            ledger.write(joined, "508.4", batch=batch, cause=first)
        leave_entering(ledger, there, entry, unread, cause=first)
        if part.get("RememberTokens"):
            run.remember(there)


def _arrive(run: Run, item: pb.GameObject) -> None:
    """What is chosen as a token enters: what it is a copy of, and so on (CR 614.12a, 707.5).

    Raises:
        LeftToEngine: something of that is not carried out here.
    """
    table = run.ledger.table
    arrival = arriving(table, item, Entry(item.owner_id, "701.7a"), run.decisions)
    if arrival.unread:
        raise LeftToEngine
    if arrival.copying is not None:
        values = copiable_characteristics(table, arrival.copying.item, arrival.copying.add_types)
        item.characteristics.CopyFrom(values)
        del item.mana_abilities[:]
        item.mana_abilities.extend(arrival.copying.item.mana_abilities)
    item.chosen_type = arrival.chosen_type


def _has_counters(run: Run, item: pb.GameObject) -> bool:
    """Whether a token may come with counters: then they come at the same time."""
    table = run.ledger.table
    face = table.rulebook.face(table.script_name(item), front=False)
    return face is not None and has_counters(face)


EFFECTS: Effects = {
    "Token": (
        token,
        ("tokenscript", "tokenamount", "tokenowner", "tokentapped", "tokenattacking",
         "remembertokens"),
    ),
    "CopyPermanent": (
        copy_permanent,
        ("numcopies", "tokentapped", "tokenattacking", "remembertokens"),
    ),
}  # fmt: skip
