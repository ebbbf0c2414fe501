"""The legend rule (CR 704.5j): of several of one name its controller keeps one."""

from __future__ import annotations

from collections import Counter

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules import causes
from ninjutsu_service.rules.causes import last_event
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import controller_of


def superfluous(ledger: Ledger, decisions: Decisions) -> dict[str, int]:
    """The legendary permanents that the rule puts into graveyards.

    Returns:
        By id the number of the event that brought it about, in the order of the players and
        then of the state.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    table = ledger.table
    groups = _groups(table)
    gone: dict[str, int] = {}
    for player in table.turn_order():
        for (controller, name), group in groups.items():
            if controller != player:
                continue
            ids = [item.id for item in group]
            kept = _keep(table, decisions, player, name, group)
            cause = last_event(ledger, causes.MOVES, ids)
            gone.update((each, cause) for each in ids if each != kept)
    return gone


def _groups(table: Table) -> dict[tuple[str, str], list[pb.GameObject]]:
    """The legendary permanents of one name under one player's control, where there are several."""
    seen = Counter(map(_key, table.board.battlefield()))
    if all(count == 1 for count in seen.values()):
        return {}
    groups: dict[tuple[str, str], list[pb.GameObject]] = {}
    for item in table.board.battlefield():
        if seen[_key(item)] == 1 or "Legendary" not in table.types(item):
            continue
        name = table.traits(item).name
        if name and not table.board.players[item.owner_id].left_game:
            groups.setdefault((controller_of(item), name), []).append(item)
    return {key: group for key, group in groups.items() if len(group) > 1}


def _key(item: pb.GameObject) -> tuple[str, str]:
    """What objects of one name have in common, to be read quickly."""
    name = item.card_name
    if item.HasField("characteristics"):
        name = item.characteristics.name or name
    return controller_of(item), name


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
