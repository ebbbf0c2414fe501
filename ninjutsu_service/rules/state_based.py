"""State-based actions (CR 704): one check finds all that apply and does them at once.

What nobody can know is left alone: a creature whose toughness was not sent and is not printed
as a number, a planeswalker or battle whose counters were not sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from operator import attrgetter

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.amounts import literal
from ninjutsu_service.rules.causes import COUNTERS, DAMAGE, ENTRIES, LIFE, MOVES, WEAKENED, Causes
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.destroying import destroy, is_indestructible
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.legends import superfluous
from ninjutsu_service.rules.moving import to_graveyard
from ninjutsu_service.rules.statics import applies
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import is_sent
from ninjutsu_service.rules.view import Seen
from ninjutsu_service.state.check import LIMIT

_TOKENS_STAY = frozenset((pb.ZONE_BATTLEFIELD, pb.ZONE_STACK))

_DESTROYED = frozenset(("704.5g", "704.5h"))

_marks = attrgetter("damage", "damaged_by_deathtouch", "counters")
_toughnesses = attrgetter("characteristics.toughness")
_tokens = attrgetter("token")


@dataclass(slots=True)
class Findings:
    """All that one check found, each with the number of the event that brought it about.

    Attributes:
        losers: players who lose: id, rule, cause.
        doomed: permanents that go: id, rule, cause.
        cancelled: permanents with +1/+1 and -1/-1 counters: id, how many of each, cause.
        ceased: tokens that are nowhere they can be: id, cause.
        called: commanders that go to the command zone: id, cause.
    """

    losers: list[tuple[str, str, int]] = field(default_factory=list)
    doomed: list[tuple[str, str, int]] = field(default_factory=list)
    cancelled: list[tuple[str, int, int]] = field(default_factory=list)
    ceased: list[tuple[str, int]] = field(default_factory=list)
    called: list[tuple[str, int]] = field(default_factory=list)

    def __len__(self) -> int:
        """How many things happen; counters of two kinds are two."""
        single = len(self.losers) + len(self.doomed) + len(self.ceased) + len(self.called)
        return single + 2 * len(self.cancelled)


def check_once(ledger: Ledger, decisions: Decisions, since: int = 0) -> bool:
    """Check for state-based actions and do all that apply, as one event (CR 704.3).

    Args:
        ledger: the ledger.
        decisions: what was decided so far: which legend is kept, where a commander goes.
        since: how many events there were at the check before this one.

    Returns:
        Whether there was anything to do.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen` and `Decisions.yes_or_no`.
    """
    causes = Causes(ledger.events)
    found = Findings(losers=list(_losers(ledger, causes)))
    _find_objects(ledger, found, causes)
    surplus = superfluous(ledger.table, decisions, causes)
    if surplus:
        kept = [each for each in found.doomed if each[0] not in surplus]
        found.doomed = kept + [(name, "704.5j", cause) for name, cause in surplus.items()]
    found.called = list(_commanders(ledger, decisions, since))
    ledger.failed_draws.clear()
    if not found:
        return False
    _carry_out(ledger, found)
    return True


def _losers(ledger: Ledger, causes: Causes) -> Iterator[tuple[str, str, int]]:
    """The players who lose now (CR 704.5a, b, c, 704.6c by 903.10a)."""
    for player in ledger.table.board.state.players:
        name = player.id
        if player.left_game:
            continue
        if player.life <= 0:
            yield name, "704.5a", causes.last(LIFE, (name,))
        elif name in ledger.failed_draws:
            yield name, "704.5b", 0
        elif player.counters and player.counters.get("POISON", 0) >= 10:
            yield name, "704.5c", causes.last(COUNTERS, (name,))
        elif player.commander_damage and max(player.commander_damage.values()) >= 21:
            yield name, "704.6c", causes.last(DAMAGE, (name,))


def _find_objects(ledger: Ledger, found: Findings, causes: Causes) -> None:
    """What happens to objects by themselves, in the state's order."""
    board = ledger.table.board
    drained = _drained(ledger)
    gone = {player.id for player in board.state.players if player.left_game}
    for item in _exposed(ledger.table, {name for name, _ in drained}):
        # CR 800.4a: what a player owned who left is gone, though the engine has not removed it.
        if gone and item.owner_id in gone:
            continue
        rule = _fate(ledger.table, item, drained)
        if rule:
            found.doomed.append((item.id, rule, _cause_of_death(ledger, item, causes)))
        # More than an event can say are cancelled by several checks.
        pairs = min(item.counters.get("P1P1", 0), item.counters.get("M1M1", 0), LIMIT)
        if pairs:
            cause = causes.last(COUNTERS, (item.id,))
            found.cancelled.append((item.id, pairs, cause))
    if any(map(_tokens, board.objects.values())):
        for name, zone in board.zones().items():
            if zone not in _TOKENS_STAY and board.objects[name].token:
                found.ceased.append((name, causes.last(MOVES, (name,))))


def _cause_of_death(ledger: Ledger, item: pb.GameObject, causes: Causes) -> int:
    """The last event by which a permanent came to go: something done to it, its own entry too.

    Or the entry of what takes toughness from it, or the departure of what gave it some.
    """
    cause = causes.last((*WEAKENED, *ENTRIES), (item.id,))
    table = ledger.table
    if is_sent(item):
        return cause
    traits = table.traits(item)
    dead = Seen(item, traits)
    for source, static in table.continuous():
        takes = static.set_toughness or (
            static.add_toughness
            and table.amount(static.add_toughness, source, static.svars, dead) < 0
        )
        if takes and applies(table, source, static, item, traits):
            cause = max(cause, causes.last(MOVES, (source.id,)))
    now = traits.toughness or 0
    for number, past in reversed(ledger.lords_left):
        if number < cause:
            break
        before = past.table.board.objects.get(item.id)
        if before is not None and (past.table.traits(before).toughness or 0) > now:
            return number
    return cause


def _drained(ledger: Ledger) -> set[tuple[str, str]]:
    """The objects whose counters of a kind changed in this outcome, each with the counter."""
    if "counters_changed" not in ledger.kinds:
        return set()
    changes = (event.counters_changed for event in ledger.events)
    return {(each.object_id, each.counter) for each in changes if each.object_id}


def _exposed(table: Table, drained: Collection[str]) -> list[pb.GameObject]:
    """The permanents that may have to go, in the state's order; most need no closer look."""
    there = table.board.battlefield()
    marked = map(any, map(_marks, there))
    weakened = _is_weakened(table)
    found = []
    for item, mark, toughness in zip(there, marked, map(_toughnesses, there), strict=True):
        if mark or (drained and item.id in drained):
            exposed = True
        elif toughness > 0:
            exposed = weakened and item.characteristics_copiable
        elif item.HasField("characteristics"):
            exposed = item.characteristics.HasField("toughness") or item.characteristics_copiable
        else:
            printed = table.copiable(item).toughness
            exposed = weakened or (printed is not None and printed <= 0)
        if exposed:
            found.append(item)
    return found


def _is_weakened(table: Table) -> bool:
    """Whether something in play may take toughness from what has it printed or by being a copy."""
    return bool(table.board.state.effects) or any(
        static.set_toughness or (static.add_toughness and _may_lower(static.add_toughness))
        for _, static in table.continuous()
    )


def _may_lower(change: str) -> bool:
    amount = literal(change)
    return amount is None or amount < 0


def _fate(table: Table, item: pb.GameObject, drained: Collection[tuple[str, str]]) -> str:
    """The rule by which a permanent goes; "" where it stays."""
    types = table.types(item)
    if "Creature" in types:
        toughness = toughness_of(table, item)
        if toughness is not None:
            if toughness <= 0:
                return "704.5f"
            lethal = item.damage >= toughness
            if (lethal or item.damaged_by_deathtouch) and not is_indestructible(table, item):
                return "704.5g" if lethal else "704.5h"

    def ran_out(counter: str) -> bool:
        # Nothing is known of counters that were not sent: they count as gone only where an
        # event of this outcome took them off, or 0 was sent.
        known = counter in item.counters or (item.id, counter) in drained
        return known and not item.counters.get(counter, 0)

    if "Planeswalker" in types and ran_out("LOYALTY"):
        return "704.5i"
    if "Battle" in types and ran_out("DEFENSE") and not _waited_for(table, item):
        return "704.5v"
    return ""


def toughness_of(table: Table, item: pb.GameObject) -> int | None:
    """A creature's toughness; None where it is not known."""
    if is_sent(item):
        sent = item.characteristics
        return sent.toughness if sent.HasField("toughness") else None
    toughness = table.traits(item).toughness
    if item.face_down or item.HasField("characteristics"):
        return toughness
    face = table.rulebook.face(table.script_name(item), front=False)
    printed = face.toughness if face else None
    # "*" is worked out by an ability that only the engine knows (CR 208.2a).
    return None if printed is not None and not printed.lstrip("+-").isdigit() else toughness


def _waited_for(table: Table, item: pb.GameObject) -> bool:
    """CR 704.5v: a battle stays while an ability that it triggered is on the stack."""
    return any(
        each.source_id == item.id and each.kind == pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY
        for each in table.board.state.stack
    )


def _commanders(ledger: Ledger, decisions: Decisions, since: int) -> Iterator[tuple[str, int]]:
    """CR 704.6d: those that died or were exiled since the last check, if their owners like."""
    table = ledger.table
    for number, kind in enumerate(ledger.kinds[since:], since + 1):
        if kind != "zone_changed":
            continue
        moved = ledger.events[number - 1].zone_changed
        item = table.board.objects.get(moved.object_id)
        if (
            item is None
            or not item.commander
            or item.token
            or item.incarnation != moved.incarnation
            or item.zone not in (pb.ZONE_GRAVEYARD, pb.ZONE_EXILE)
            or table.board.players[item.owner_id].left_game
        ):
            continue
        choice = wire.Choice(
            id=f"704.6d:{item.id}",
            player_id=item.owner_id,
            kind=wire.CHOICE_KIND_YES_NO,
            min=1,
            max=1,
        )
        name = table.shown_name(item, item.owner_id)
        question = Question(choice, "COMMANDER_RETURNS", "704.6d", {"card": name})
        if decisions.yes_or_no(question):
            yield item.id, number


def _carry_out(ledger: Ledger, found: Findings) -> None:
    """Do it all at once: one batch, where there is more than one thing to do."""
    batch = ledger.new_batch() if len(found) > 1 else 0
    objects = ledger.table.board.objects
    for name, rule, cause in found.losers:
        lost = ev.PlayerLost(player_id=name)
        ledger.write(lost, rule, batch=batch, cause=cause)
    for name, pairs, cause in found.cancelled:
        for counter in ("P1P1", "M1M1"):
            changed = ev.CountersChanged(object_id=name, counter=counter, change=-pairs)
            ledger.write(changed, "704.5q", batch=batch, cause=cause)
    for name, rule, cause in found.doomed:
        if rule in _DESTROYED:
            destroy(ledger, objects[name], rule, batch=batch, cause=cause)
        else:
            to_graveyard(ledger, objects[name], rule, batch=batch, cause=cause)
    for name, cause in found.ceased:
        ceased = ev.ObjectCeased(object_id=name)
        ledger.write(ceased, "704.5d", batch=batch, cause=cause)
    for name, cause in found.called:
        moved = zone_change(objects[name], pb.ZONE_COMMAND)
        ledger.write(moved, "704.6d", batch=batch, cause=cause)
