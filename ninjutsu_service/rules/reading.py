"""Faults in what a call reads beyond ids and zones: costs, keywords, mana abilities.

`state.check` looks at every state; this looks at what one call will read, and at everything
for CheckState.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.cost import CostError, parse_cost
from ninjutsu_service.cards.mana import ManaError, parse_mana
from ninjutsu_service.rules.costs import mana_option, produced
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.traits import keyword_line
from ninjutsu_service.state.board import COMBAT_STEPS, controller_of
from ninjutsu_service.state.check import INCARNATION_LIMIT, LIMIT
from ninjutsu_service.state.faults import Fault, gather, quoted

_OTHER_STEPS = frozenset(pb.Step.values()) - COMBAT_STEPS - {pb.STEP_UNSPECIFIED}
_DURATIONS = frozenset(pb.Duration.values()) - {pb.DURATION_UNSPECIFIED}


def read_faults(
    state: pb.CombatState, rulebook: Rulebook, player: str | None, source_id: str | None = None
) -> list[Fault]:
    """Faults in what listing or taking a player's actions reads.

    Args:
        state: what was sent; it may have other faults as well.
        rulebook: the pool and the keywords.
        player: whose actions and mana; None where no mana is read.
        source_id: the one card whose keywords are read; None for every card.
    """
    return gather(_read(state, rulebook, player, source_id))


def _read(
    state: pb.CombatState, rulebook: Rulebook, player: str | None, source_id: str | None
) -> Iterator[Fault]:
    yield from fighters(state, rulebook)
    for index, item in enumerate(state.objects):
        if item.HasField("characteristics") and source_id in (None, item.id):
            yield from _keywords(f"objects[{index}]", item, rulebook)
        if (
            item.zone == pb.ZONE_BATTLEFIELD
            and player is not None
            and item.mana_abilities
            and controller_of(item) == player
        ):
            yield from mana_abilities(f"objects[{index}]", item)


def kept_faults(state: pb.CombatState, rulebook: Rulebook) -> list[Fault]:
    """Faults in what any command may read of a state that is kept for many (Play, Batch)."""
    return gather(_read_for_all(state, rulebook))


def _read_for_all(state: pb.CombatState, rulebook: Rulebook) -> Iterator[Fault]:
    yield from _read(state, rulebook, None, None)
    for index, item in enumerate(state.objects):
        if item.zone == pb.ZONE_BATTLEFIELD and item.mana_abilities:
            yield from mana_abilities(f"objects[{index}]", item)


def player_fault(state: pb.CombatState, player: str) -> list[Fault]:
    """The request's player must be one of the state's."""
    if any(player == each.id for each in state.players):
        return []
    return [Fault("player_id", f"no player has the id {quoted(player)}" if player else "required")]


def action_faults(state: pb.CombatState, request: wire.TakeActionRequest) -> list[Fault]:
    """Faults in how a request names an action and its payment."""
    action = request.action
    faults = []
    known = {item.id: item for item in state.objects}
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


def fighters(state: pb.CombatState, rulebook: Rulebook) -> Iterator[Fault]:
    """An attacker or blocker must be known: by what was sent, or by the pool."""
    if not state.HasField("combat"):
        return
    names = {record.object_id for record in state.combat.attackers}
    names.update(name for record in state.combat.attackers for name in record.blocker_ids)
    for index, item in enumerate(state.objects):
        if item.id not in names or item.zone != pb.ZONE_BATTLEFIELD:
            continue
        if item.HasField("characteristics") or item.face_down:
            continue
        if not rulebook.knows(item.card_name):
            yield Fault(
                f"objects[{index}].characteristics",
                f"required: it is in combat, and no script tells what {quoted(item.card_name)} is",
            )


def mana_abilities(path: str, item: pb.GameObject) -> Iterator[Fault]:
    """What a permanent's mana abilities produce and cost."""
    for index, ability in enumerate(item.mana_abilities):
        where = f"{path}.mana_abilities[{index}]"
        try:
            mana_option(index, ability.produces, ability.cost, ability.snow)
        except (CostError, ManaError):
            yield from _wrong_parts(where, ability)


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


def _keywords(path: str, item: pb.GameObject, rulebook: Rulebook) -> Iterator[Fault]:
    for index, text in enumerate(item.characteristics.keywords):
        where = f"{path}.characteristics.keywords[{index}]"
        if not text.strip():
            yield Fault(where, "an empty keyword")
            continue
        try:
            rulebook.bind(keyword_line(text))
        except CostError as error:
            yield Fault(where, f"{quoted(text)}: {error}")


def all_faults(state: pb.CombatState, rulebook: Rulebook) -> list[Fault]:
    """What is wrong with a state beyond what every call checks, for CheckState."""
    return gather(_all(state, rulebook))


def _all(state: pb.CombatState, rulebook: Rulebook) -> Iterator[Fault]:
    yield from fighters(state, rulebook)
    for index, item in enumerate(state.objects):
        path = f"objects[{index}]"
        if item.HasField("characteristics"):
            yield from _mana_cost(path, item)
            yield from _keywords(path, item, rulebook)
        yield from mana_abilities(path, item)
        yield from _object_numbers(path, item)
    yield from _combat(state)
    libraries = Counter(
        item.owner_id for item in state.objects if item.zone == pb.ZONE_LIBRARY and not item.token
    )
    for index, player in enumerate(state.players):
        yield from _player(f"players[{index}]", player, libraries[player.id])
    objects = {item.id for item in state.objects}
    seen: set[str] = set()
    for index, effect in enumerate(state.effects):
        if effect.id in seen:
            yield Fault(f"effects[{index}].id", f"{quoted(effect.id)} is the id of another effect")
        if effect.id:
            seen.add(effect.id)
        yield from _effect(f"effects[{index}]", effect, objects)


def _mana_cost(path: str, item: pb.GameObject) -> Iterator[Fault]:
    try:
        parse_mana(item.characteristics.mana_cost)
    except ManaError as error:
        yield Fault(f"{path}.characteristics.mana_cost", str(error))


def _object_numbers(path: str, item: pb.GameObject) -> Iterator[Fault]:
    numbers = {
        "damage": item.damage,
        "commander_casts": item.commander_casts,
        "characteristics.power": abs(item.characteristics.power),
        "characteristics.toughness": abs(item.characteristics.toughness),
        **{f"counters[{quoted(key)}]": amount for key, amount in sorted(item.counters.items())},
    }
    for field, amount in numbers.items():
        if amount > LIMIT:
            yield Fault(f"{path}.{field}", f"{amount} is beyond {LIMIT}, the most that is read")


def _player(path: str, player: pb.Player, sent: int) -> Iterator[Fault]:
    for field in ("counters", "commander_damage"):
        for key, amount in sorted(getattr(player, field).items()):
            if amount > LIMIT:
                yield Fault(
                    f"{path}.{field}[{quoted(key)}]",
                    f"{amount} is beyond {LIMIT}, the most that is read",
                )
    if player.HasField("library_size") and player.library_size < sent:
        yield Fault(f"{path}.library_size", f"{sent} cards of the library were sent")


def _combat(state: pb.CombatState) -> Iterator[Fault]:
    if not state.HasField("combat"):
        return
    if state.step in _OTHER_STEPS:
        yield Fault("combat", "present outside the combat phase (CR 506.1)")
    zones = {item.id: item.zone for item in state.objects}
    for index, record in enumerate(state.combat.attackers):
        for place, name in enumerate(record.blocker_ids):
            if zones.get(name, pb.ZONE_BATTLEFIELD) != pb.ZONE_BATTLEFIELD:
                yield Fault(
                    f"combat.attackers[{index}].blocker_ids[{place}]",
                    f"{quoted(name)} is not on the battlefield: it blocks no longer (CR 506.4)",
                )


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
