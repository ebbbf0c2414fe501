"""The one function that applies an event to a state.

Folding the events of an outcome over the state that was sent gives the state that comes
back. Each handler does what the event's message in `event.proto` says, and no more.

An engine may have left out some of the events (F3). One that is about an object which is not
there then changes nothing, and no number leaves the bounds within which a state is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from operator import attrgetter

from google.protobuf.message import Message

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.adjusting import (
    adjust_for_counters,
    adjust_for_effect,
    take_off_counters,
)
from ninjutsu_service.state.board import COMBAT_STEPS, Board, copy_of
from ninjutsu_service.state.check import LIMIT

_PERMANENT_FIELDS = (
    "tapped",
    "face_down",
    "phased_out",
    "revealed",
    "damage",
    "damaged_by_deathtouch",
    "counters",
    "turn_entered",
    "paid_keyword",
    "activation_forbidden",
    "protector_id",
    "summoning_sick",
    "triggered_this_turn",
    "cast_forbidden",
    "abilities_lost",
    "controller_id",
    "characteristics_copiable",
    "chosen_type",
)
"""What an object has by what happened to it: a new object has none of it (CR 400.7)."""


_MANA = tuple(
    (name, f"snow_{name}") for name in ("white", "blue", "black", "red", "green", "colorless")
)
"""The mana of each type in a pool, and that of it which is snow mana."""

_snow = attrgetter(*(of_snow for _, of_snow in _MANA))


def fold(
    state: pb.CombatState, events: Iterable[ev.Event], knows: Callable[[str], bool]
) -> pb.CombatState:
    """The state after the events, as a new message; the one given stays as it is.

    Args:
        state: the state that was sent.
        events: an outcome's events, in order.
        knows: whether the card pool knows a card's name: what was sent of the characteristics
            of such a card does not outlive a zone change (F2).
    """
    copy = copy_of(state)
    applier = Applier(Board(copy), knows)
    for event in events:
        applier.apply(event)
    return copy


class Applier:
    """Applies events to a board, its state and its indexes."""

    def __init__(self, board: Board, knows: Callable[[str], bool]) -> None:
        self.board = board
        self._knows = knows

    def apply(self, event: ev.Event) -> None:
        """Apply one event."""
        kind = event.WhichOneof("event")
        if kind is not None:
            self.carry_out(getattr(event, kind), kind)

    def carry_out(self, change: Message, kind: str) -> None:
        """Apply what an event of some kind holds."""
        getattr(self, f"_{kind}")(change)

    def _card_revealed(self, event: ev.CardRevealed) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.revealed = True

    def _card_hidden(self, event: ev.CardHidden) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.revealed = False

    def _mana_added(self, event: ev.ManaAdded) -> None:
        _change_pool(self.board.players[event.player_id].mana_pool, event.mana, 1)

    def _mana_spent(self, event: ev.ManaSpent) -> None:
        _change_pool(self.board.players[event.player_id].mana_pool, event.mana, -1)

    def _object_tapped(self, event: ev.ObjectTapped) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.tapped = True

    def _zone_changed(self, event: ev.ZoneChanged) -> None:
        item = self._object(event.object_id)
        if item is None:
            return
        self._leave_combat(item.id)
        self._take_off(item)
        for field in _PERMANENT_FIELDS:
            item.ClearField(field)  # type: ignore[arg-type]
        if self._knows(item.card_name) or _was_another(item):
            item.ClearField("characteristics")
        self._count_library(item, item.zone, -1)
        self._count_library(item, event.to_zone, 1)
        item.zone = event.to_zone
        item.incarnation = event.incarnation
        if event.controller_id and event.controller_id != item.owner_id:
            item.controller_id = event.controller_id
        item.tapped = event.tapped
        item.paid_keyword = event.paid_keyword
        item.face_down = event.face_down
        item.chosen_type = event.chosen_type
        if event.to_zone == pb.ZONE_BATTLEFIELD:
            item.turn_entered = self.board.state.turn
            item.summoning_sick = True
        elif event.to_zone == pb.ZONE_LIBRARY:
            others = [name for name in self._library(item.owner_id) if name != item.id]
            self._relist([item.id, *others])
        self.board.moved(item)

    def _object_ceased(self, event: ev.ObjectCeased) -> None:
        self._remove_object(event.object_id)

    def _object_created(self, event: ev.ObjectCreated) -> None:
        state = self.board.state
        state.objects.append(event.object)
        self.board.objects[event.object.id] = state.objects[-1]
        self.board.moved()
        self._count_library(event.object, event.object.zone, 1)

    def _object_copied(self, event: ev.ObjectCopied) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.characteristics.CopyFrom(event.characteristics)
            item.characteristics_copiable = True

    def _stack_pushed(self, event: ev.StackPushed) -> None:
        self.board.state.stack.append(event.object)

    def _stack_removed(self, event: ev.StackRemoved) -> None:
        stack = self.board.state.stack
        for index, item in enumerate(stack):
            if item.id == event.stack_object_id:
                del stack[index]
                return

    def _attack_joined(self, event: ev.AttackJoined) -> None:
        """CR 508.4: never declared; unblocked once blockers have been declared (506.3d, 508.4d)."""
        if self._object(event.object_id) is None or event.object_id in self.board.attackers:
            return
        state = self.board.state
        early = state.step in (pb.STEP_BEGINNING_OF_COMBAT, pb.STEP_DECLARE_ATTACKERS)
        record = state.combat.attackers.add(
            object_id=event.object_id,
            block_status=pb.BLOCK_STATUS_UNDECLARED if early else pb.BLOCK_STATUS_UNBLOCKED,
        )
        if event.HasField("target"):
            record.target.CopyFrom(event.target)
        self.board.index_combat()

    def _combat_left(self, event: ev.CombatLeft) -> None:
        self._leave_combat(event.object_id)

    def _damage_dealt(self, event: ev.DamageDealt) -> None:
        if event.WhichOneof("recipient") == "object_id":
            item = self._object(event.object_id)
            if item is not None:
                item.damage = min(item.damage + event.marked, LIMIT)
                item.damaged_by_deathtouch |= event.deathtouch
            return
        source = self._object(event.source_id)
        if event.combat and source is not None and source.commander:
            taken = self.board.players[event.player_id].commander_damage
            taken[source.id] = min(taken[source.id] + event.amount, LIMIT)

    def _life_changed(self, event: ev.LifeChanged) -> None:
        player = self.board.players[event.player_id]
        player.life = max(-LIMIT, min(player.life + event.change, LIMIT))
        if event.change < 0 and player.HasField("life_lost_this_turn"):
            lost = player.life_lost_this_turn - event.change
            player.life_lost_this_turn = min(lost, LIMIT)

    def _counters_changed(self, event: ev.CountersChanged) -> None:
        if event.WhichOneof("holder") == "player_id":
            _count(self.board.players[event.player_id].counters, event)
            return
        item = self._object(event.object_id)
        if item is not None:
            change = _count(item.counters, event)
            adjust_for_counters(item, event.counter, change)

    def _step_began(self, event: ev.StepBegan) -> None:
        """CR 500.5: mana empties. With the combat phase combat ends (511.3), and effects do."""
        state = self.board.state
        state.step = event.step
        for player in state.players:
            player.ClearField("mana_pool")
        if event.step == pb.STEP_FIRST_COMBAT_DAMAGE:
            state.combat.first_strike_ids[:] = event.first_strike_ids
        if event.step not in COMBAT_STEPS:
            state.ClearField("combat")
            self.board.index_combat()
            self._end_effects(lambda effect: effect.duration == pb.DURATION_END_OF_COMBAT)

    def _player_lost(self, event: ev.PlayerLost) -> None:
        self.board.players[event.player_id].left_game = True
        if self.board.state.priority_player_id == event.player_id:
            self.board.state.ClearField("priority_player_id")

    def _control_changed(self, event: ev.ControlChanged) -> None:
        item = self._object(event.object_id)
        if item is None:
            return
        self._leave_combat(item.id)
        if event.controller_id == item.owner_id:
            item.ClearField("controller_id")
        else:
            item.controller_id = event.controller_id
        item.summoning_sick = True

    def _effect_began(self, event: ev.EffectBegan) -> None:
        self.board.state.effects.append(event.effect)
        self._adjust(event.effect, began=True)

    def _effect_ended(self, event: ev.EffectEnded) -> None:
        self._end_effects(lambda effect: effect.id == event.effect_id)

    def _adjust(self, effect: pb.TemporaryEffect, *, began: bool) -> None:
        item = self._object(effect.object_id)
        if item is not None and effect.incarnation in (0, item.incarnation):
            adjust_for_effect(item, effect, began=began)

    def _effect_left_to_engine(self, event: ev.EffectLeftToEngine) -> None:
        """Changes nothing here: the engine carries it out."""

    def _priority_given(self, event: ev.PriorityGiven) -> None:
        self.board.state.priority_player_id = event.player_id

    def _commander_cast(self, event: ev.CommanderCast) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.commander_casts = min(item.commander_casts + 1, LIMIT)

    def _ability_triggered(self, event: ev.AbilityTriggered) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.triggered_this_turn.append(event.ability)

    def _damage_removed(self, event: ev.DamageRemoved) -> None:
        item = self._object(event.object_id)
        if item is not None:
            item.ClearField("damage")
            item.ClearField("damaged_by_deathtouch")

    def _library_arranged(self, event: ev.LibraryArranged) -> None:
        library = self._library(event.player_id)
        top = [name for name in event.top_ids if name in library]
        bottom = [name for name in event.bottom_ids if name in library and name not in top]
        named = {*top, *bottom}
        kept = set(event.kept_ids) if event.shuffled else set(library)
        middle = [name for name in library if name in kept - named]
        whole = [*top, *middle, *bottom]
        owner = self.board.players[event.player_id]
        if not owner.HasField("library_size") or owner.library_size > len(whole):
            whole = [*top, *middle]
        staying = frozenset(whole)
        for name in library:
            if name not in staying:
                self._remove_object(name)
        self._relist(whole)

    def _object(self, object_id: str) -> pb.GameObject | None:
        """The object of that id, where there is one."""
        return self.board.objects.get(object_id)

    def _library(self, player_id: str) -> list[str]:
        """The cards of a library that the state holds, top card first."""
        return [
            item.id
            for item in self.board.objects.values()
            if item.zone == pb.ZONE_LIBRARY and item.owner_id == player_id
        ]

    def _relist(self, order: list[str]) -> None:
        """Have these objects stand in this order, in the places that they take up together."""
        objects, wanted = self.board.state.objects, frozenset(order)
        places = [index for index, item in enumerate(objects) if item.id in wanted]
        rank = {item.id: index for index, item in enumerate(objects)}
        rank.update(zip(order, places, strict=True))
        objects.sort(key=lambda item: rank[item.id])
        self.board.objects.clear()
        self.board.objects.update((item.id, item) for item in objects)
        self.board.moved()

    def _leave_combat(self, object_id: str) -> None:
        """CR 506.4: no longer attacking, blocking or attacked.

        What it blocked stays blocked (CR 509.1h); what attacked it attacks nothing (506.4c); what
        blocked it goes on blocking, nothing (509.1g).
        """
        board, combat = self.board, self.board.state.combat
        for names in (combat.first_strike_ids, combat.other_blocker_ids):
            if names and object_id in names:
                names.remove(object_id)
        for name in board.engaged().pop(object_id, ()):
            record = board.attackers.get(name)
            if record is not None and object_id in record.blocker_ids:
                record.blocker_ids.remove(object_id)
            if record is not None and object_id == record.target.permanent_id:
                record.ClearField("target")
        if object_id in board.attackers:
            blockers = list(board.attackers[object_id].blocker_ids)
            del combat.attackers[list(board.attackers).index(object_id)]
            del board.attackers[object_id]
            combat.other_blocker_ids.extend(
                name for name in blockers if not board.blocks_somebody(name)
            )

    def _count_library(self, item: pb.GameObject, zone: int, change: int) -> None:
        """How many cards a library has, where that is known."""
        owner = self.board.players[item.owner_id]
        if zone == pb.ZONE_LIBRARY and owner.HasField("library_size") and not item.token:
            owner.library_size = max(owner.library_size + change, 0)

    def _take_off(self, item: pb.GameObject) -> None:
        """End what counters and effects do to an object, and have it lose both (CR 400.7)."""
        take_off_counters(item)
        self._end_effects(lambda effect: effect.object_id == item.id)

    def _end_effects(self, ends: Callable[[pb.TemporaryEffect], bool]) -> None:
        effects = self.board.state.effects
        for index in range(len(effects) - 1, -1, -1):
            if ends(effects[index]):
                self._adjust(effects[index], began=False)
                del effects[index]

    def _remove_object(self, object_id: str) -> None:
        if object_id in self.board.objects:
            # Nothing in combat may refer to what is not there any more, wherever it was.
            self._leave_combat(object_id)
            del self.board.state.objects[list(self.board.objects).index(object_id)]
            del self.board.objects[object_id]
            self.board.moved()


def _was_another(item: pb.GameObject) -> bool:
    """Whether what was sent of a card tells of a copy, or of another face than its front (F2)."""
    name = item.characteristics.name
    return bool(name) and name != item.card_name and not item.token


def _count(counters: MutableMapping[str, int], event: ev.CountersChanged) -> int:
    """Put counters on, or take them off: how many more there are now."""
    before = min(counters.get(event.counter, 0), LIMIT)
    after = max(0, min(before + event.change, LIMIT))
    if after:
        counters[event.counter] = after
    else:
        counters.pop(event.counter, None)
    return after - before


def _change_pool(pool: pb.ManaPool, mana: Message, sign: int) -> None:
    for field, amount in mana.ListFields():
        name = field.name
        setattr(pool, name, max(0, min(getattr(pool, name) + sign * amount, LIMIT)))
    if any(_snow(pool)):
        # Of mana that was lost for being more than a pool holds, some may have been snow.
        for plain, of_snow in _MANA:
            amount = getattr(pool, of_snow)
            setattr(pool, of_snow, min(amount, getattr(pool, plain)))
