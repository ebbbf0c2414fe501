"""Faults in what a call reads beyond ids and zones: costs, keywords, mana abilities.

`state.check` looks at every state; this looks at what one call will read, and at everything
for CheckState.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.cost import CostError, parse_cost
from ninjutsu_service.cards.mana import ManaError, parse_mana
from ninjutsu_service.rules.costs import produced, read_mana_abilities
from ninjutsu_service.rules.destroying import is_shield
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import keyword_line
from ninjutsu_service.state.board import COMBAT_STEPS, Board
from ninjutsu_service.state.check import INCARNATION_LIMIT, LIMIT
from ninjutsu_service.state.faults import Fault, gather, quoted

_OTHER_STEPS = frozenset(pb.Step.values()) - COMBAT_STEPS - {pb.STEP_UNSPECIFIED}
_DURATIONS = frozenset(pb.Duration.values()) - {pb.DURATION_UNSPECIFIED}


def read_faults(
    table: Table, player: str | None, cards: Iterable[pb.GameObject] = ()
) -> list[Fault]:
    """Faults in what listing or taking a player's actions reads.

    Args:
        table: what was sent, whether or not it has other faults as well.
        player: whose mana; None where no mana is read.
        cards: the objects whose keywords are read.
    """
    return gather(_placed(table.board, _read(table, player, cards)))


def kept_faults(table: Table) -> list[Fault]:
    """Faults in what any command may read of a state that is kept for many (Play, Batch)."""
    return gather(_placed(table.board, _read_for_all(table)))


Found = Iterator[tuple[pb.GameObject, Fault]]
"""Objects, each with a fault named by its path from there."""


def _placed(board: Board, found: Found) -> Iterator[Fault]:
    """The faults by their paths from the state."""
    places: dict[str, int] = {}
    for item, fault in found:
        if not places:
            places = {each.id: index for index, each in enumerate(board.state.objects)}
        yield Fault(f"objects[{places[item.id]}].{fault.field}", fault.message)


def _read(table: Table, player: str | None, cards: Iterable[pb.GameObject]) -> Found:
    yield from _fighters(table)
    for item in cards:
        if item.HasField("characteristics"):
            for fault in _characteristics(item, table.rulebook):
                yield item, fault
    if player is not None:
        yield from _mana_abilities(table, table.permanents_of(player))


def _read_for_all(table: Table) -> Found:
    yield from _read(table, None, table.board.objects.values())
    yield from _mana_abilities(table, table.board.in_zones((pb.ZONE_BATTLEFIELD,)))


def player_fault(players: Collection[str], player: str) -> list[Fault]:
    """The request's player must be one of the state's."""
    if player in players:
        return []
    return [Fault("player_id", f"no player has the id {quoted(player)}" if player else "required")]


def action_faults(
    known: Mapping[str, pb.GameObject], request: wire.TakeActionRequest
) -> list[Fault]:
    """Faults in how a request names an action and its payment, of the objects that are known."""
    action = request.action
    faults = []
    for field in ("source_id", "returned_id"):
        name = getattr(action, field)
        if not name:
            faults.append(Fault(f"action.{field}", "required"))
        elif name not in known:
            faults.append(Fault(f"action.{field}", f"no object has the id {quoted(name)}"))
    if not action.keyword:
        faults.append(Fault("action.keyword", "required"))
    if action.x_value > LIMIT:
        faults.append(Fault("action.x_value", f"beyond {LIMIT}, the most that is read"))
    try:
        parse_mana(action.mana_cost)
    except ManaError as error:
        faults.append(Fault("action.mana_cost", str(error)))
    for index, each in enumerate(request.payment.manual.sources):
        path = f"payment.manual.sources[{index}]"
        item = known.get(each.object_id)
        if item is None:
            message = f"no object has the id {quoted(each.object_id)}"
            faults.append(Fault(f"{path}.object_id", message))
        elif each.mana_ability_index >= len(item.mana_abilities):
            count = len(item.mana_abilities)
            message = f"{quoted(each.object_id)} has {count} mana abilities, counted from 0"
            faults.append(Fault(f"{path}.mana_ability_index", message))
    return faults


def _fighters(table: Table) -> Found:
    """An attacker or blocker must be known: by what was sent, or by the pool."""
    board = table.board
    names: list[str] = []
    for name, record in board.attackers.items():
        names.append(name)
        names += record.blocker_ids
    names += board.state.combat.other_blocker_ids
    found = [
        item
        for item in map(board.objects.get, names)
        if item is not None and not item.HasField("characteristics")
    ]
    for item in {each.id: each for each in found}.values() if found else ():
        if (
            item.zone == pb.ZONE_BATTLEFIELD
            and not item.face_down
            and not table.rulebook.knows(item.card_name)
        ):
            message = f"it is in combat, and no script tells what {quoted(item.card_name)} is"
            yield item, Fault("characteristics", f"required: {message}")


def _mana_abilities(table: Table, items: Sequence[pb.GameObject]) -> Found:
    """What permanents' mana abilities produce and cost."""
    for item in read_mana_abilities(table, items):
        for index, ability in enumerate(item.mana_abilities):
            for fault in _wrong_parts(f"mana_abilities[{index}]", ability):
                yield item, fault


def _wrong_parts(where: str, ability: pb.ManaAbility) -> Iterator[Fault]:
    """Which of a mana ability's texts are malformed: either, or both."""
    try:
        produced(ability.produces)
    except ManaError as error:
        yield Fault(f"{where}.produces", str(error))
    try:
        parse_cost(ability.cost)
    except CostError as error:
        yield Fault(f"{where}.cost", str(error))


def _characteristics(item: pb.GameObject, rulebook: Rulebook) -> Iterator[Fault]:
    """The mana cost and the keywords that were sent of an object."""
    if item.characteristics.mana_cost:
        try:
            parse_mana(item.characteristics.mana_cost)
        except ManaError as error:
            yield Fault("characteristics.mana_cost", str(error))
    for index, text in enumerate(item.characteristics.keywords):
        if not text.strip():
            yield Fault(f"characteristics.keywords[{index}]", "an empty keyword")
            continue
        try:
            rulebook.bind(keyword_line(text))
        except CostError as error:
            yield Fault(f"characteristics.keywords[{index}]", f"{quoted(text)}: {error}")


def all_faults(table: Table) -> list[Fault]:
    """What is wrong with a state beyond what every call checks, for CheckState."""
    return gather(_all(table))


def _all(table: Table) -> Iterator[Fault]:
    board, state = table.board, table.board.state
    yield from _placed(board, _fighters(table))
    for index, item in enumerate(state.objects):
        for fault in _object(table, item):
            yield Fault(f"objects[{index}].{fault.field}", fault.message)
    yield from _combat(board)
    libraries = Counter(
        item.owner_id for item in state.objects if item.zone == pb.ZONE_LIBRARY and not item.token
    )
    for index, player in enumerate(state.players):
        yield from _player(f"players[{index}]", player, libraries[player.id])
    seen: set[str] = set()
    nameless = sum(not effect.id for effect in state.effects) > 1
    for index, effect in enumerate(state.effects):
        if effect.id in seen:
            yield Fault(f"effects[{index}].id", f"{quoted(effect.id)} is the id of another effect")
        elif nameless and not effect.id and is_shield(effect):
            # The event by which it ends has but the id to say which effect it is that ends.
            message = "required of a regeneration shield where another effect has no id"
            yield Fault(f"effects[{index}].id", message)
        if effect.id:
            seen.add(effect.id)
        yield from _effect(f"effects[{index}]", effect, board.objects)


def _object(table: Table, item: pb.GameObject) -> Iterator[Fault]:
    """The faults of an object, each by its path from there."""
    sent = item.characteristics if item.HasField("characteristics") else None
    if sent is not None:
        yield from _characteristics(item, table.rulebook)
    if item.mana_abilities:
        for _, fault in _mana_abilities(table, (item,)):
            yield fault
    if item.damage > LIMIT or item.commander_casts > LIMIT:
        yield from _too_much("damage", item.damage)
        yield from _too_much("commander_casts", item.commander_casts)
    if sent is not None and (abs(sent.power) > LIMIT or abs(sent.toughness) > LIMIT):
        yield from _too_much("characteristics.power", sent.power)
        yield from _too_much("characteristics.toughness", sent.toughness)
    if item.counters:
        for key, amount in sorted(item.counters.items()):
            yield from _too_much(f"counters[{quoted(key)}]", amount)


def _too_much(field: str, amount: int) -> Iterator[Fault]:
    if abs(amount) > LIMIT:
        yield Fault(field, f"{abs(amount)} is beyond {LIMIT}, the most that is read")


def _player(path: str, player: pb.Player, sent: int) -> Iterator[Fault]:
    for field in ("counters", "commander_damage"):
        for key, amount in sorted(getattr(player, field).items()):
            yield from _too_much(f"{path}.{field}[{quoted(key)}]", amount)
    yield from _too_much(f"{path}.life_lost_this_turn", player.life_lost_this_turn)
    if player.HasField("library_size") and player.library_size < sent:
        yield Fault(f"{path}.library_size", f"{sent} cards of the library were sent")


def _combat(board: Board) -> Iterator[Fault]:
    state = board.state
    if not state.HasField("combat"):
        return
    if state.step in _OTHER_STEPS:
        yield Fault("combat", "present outside the combat phase (CR 506.1)")
    for index, record in enumerate(state.combat.attackers):
        if record.HasField("target") and record.target.WhichOneof("target") is None:
            message = "names nothing: leave it out where nothing is attacked (CR 506.4c)"
            yield Fault(f"combat.attackers[{index}].target", message)
    if board.active_player in board.players:
        yield from _attacked_players(board)
    zones = {item.id: item.zone for item in state.objects}
    blockers = [
        (f"combat.attackers[{index}].blocker_ids[{place}]", name)
        for index, record in enumerate(state.combat.attackers)
        for place, name in enumerate(record.blocker_ids)
    ]
    for place, name in enumerate(state.combat.other_blocker_ids):
        blockers.append((f"combat.other_blocker_ids[{place}]", name))
    attacking = {record.object_id for record in state.combat.attackers}
    for path, name in blockers:
        if zones.get(name, pb.ZONE_BATTLEFIELD) != pb.ZONE_BATTLEFIELD:
            message = "is not on the battlefield: it blocks no longer (CR 506.4)"
            yield Fault(path, f"{quoted(name)} {message}")
        elif name in attacking:
            yield Fault(path, f"{quoted(name)} is attacking, and so blocks nothing (CR 509.1a)")


def _attacked_players(board: Board) -> Iterator[Fault]:
    targets = [
        (f"combat.attackers[{index}].target", record.target)
        for index, record in enumerate(board.state.combat.attackers)
    ]
    for index, top in enumerate(board.state.stack):
        targets.append((f"stack[{index}].attack_target", top.attack_target))
    for path, target in targets:
        attacked = board.players.get(target.player_id)
        if attacked and not (attacked.left_game or board.is_defending_player(attacked.id)):
            message = f"{quoted(attacked.id)} is no defending player (CR 506.2)"
            yield Fault(f"{path}.player_id", message)


def _effect(path: str, effect: pb.TemporaryEffect, objects: Collection[str]) -> Iterator[Fault]:
    if effect.object_id not in objects:
        yield Fault(f"{path}.object_id", f"no object has the id {quoted(effect.object_id)}")
    if effect.duration not in _DURATIONS:
        yield Fault(f"{path}.duration", "required" if not effect.duration else "unknown")
    if effect.incarnation >= INCARNATION_LIMIT:
        yield Fault(f"{path}.incarnation", "leaves no room to count up")
    for field in ("power_change", "toughness_change"):
        if abs(getattr(effect, field)) > LIMIT:
            yield Fault(f"{path}.{field}", f"beyond {LIMIT}, the most that is read")
