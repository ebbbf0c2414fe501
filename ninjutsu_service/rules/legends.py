"""The legend rule (CR 704.5j): of several of one name its controller keeps one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.causes import MOVES, Causes
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import is_sent
from ninjutsu_service.state.board import controller_of

LEGENDARY = "Legendary"

_names = attrgetter("card_name")
_sent_names = attrgetter("characteristics.name")


def superfluous(table: Table, decisions: Decisions, causes: Causes) -> dict[str, int]:
    """The legendary permanents that the rule puts into graveyards.

    Args:
        table: the table.
        decisions: what was decided so far.
        causes: which event brought what about.

    Returns:
        By id the number of the event that brought it about, in the order of the players and
        then of the state.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    groups = _groups(table)
    gone: dict[str, int] = {}
    for player in table.turn_order() if groups else ():
        for (controller, name), group in groups.items():
            if controller != player:
                continue
            ids = [item.id for item in group]
            kept = _keep(table, decisions, player, name, group)
            cause = causes.last(MOVES, ids)
            gone.update((each, cause) for each in ids if each != kept)
    return gone


def _groups(table: Table) -> dict[tuple[str, str], list[pb.GameObject]]:
    """The legendary permanents of one name under one player's control, where there are several."""
    board = table.board
    permanents = board.battlefield()
    names: Sequence[str] = list(map(_names, permanents))
    granted = any(LEGENDARY in static.add_types for _, static in table.continuous())
    if not (granted or table.rulebook.any_legendary(names) or _any_sent(board.state)):
        return {}
    sent = list(map(_sent_names, permanents))
    if any(sent):
        names = [other or name for name, other in zip(names, sent, strict=True)]
    several = {name for name, count in Counter(names).items() if count > 1}
    groups: dict[tuple[str, str], list[pb.GameObject]] = {}
    for item, shared in zip(permanents, names, strict=True):
        if shared in several and _is_legendary(table, item, granted=granted):
            name = table.traits(item).name
            if name and not board.players[item.owner_id].left_game:
                groups.setdefault((controller_of(item), name), []).append(item)
    return {key: group for key, group in groups.items() if len(group) > 1}


def _any_sent(state: pb.CombatState) -> bool:
    """Whether something may have been sent as legendary: a state that says it has the word."""
    # Half of the time of a look at each permanent's types, and nearly always enough.
    return LEGENDARY.encode() in state.SerializeToString()


def _is_legendary(table: Table, item: pb.GameObject, *, granted: bool) -> bool:
    """Whether a permanent is legendary, without a closer look where none is needed."""
    if is_sent(item):
        return LEGENDARY in item.characteristics.types
    return LEGENDARY in (table.types(item) if granted else table.copiable(item).types)


def _keep(
    table: Table, decisions: Decisions, player: str, name: str, group: list[pb.GameObject]
) -> str:
    choice = wire.Choice(
        id=f"704.5j:{group[0].id}",
        player_id=player,
        kind=wire.CHOICE_KIND_OBJECTS,
        option_ids=[item.id for item in group],
        option_labels=[table.shown_name(item, player) for item in group],
        min=1,
        max=1,
    )
    return decisions.chosen(Question(choice, "KEEP_LEGEND", "704.5j", {"card": name}))[0]
