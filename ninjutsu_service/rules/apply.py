"""The one function that applies an event to a state.

Folding the events of an outcome over the state that was sent gives the state that comes
back. Each handler does what the event's message in `event.proto` says, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from google.protobuf.message import Message

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.adjusting import adjust_for_counters, adjust_for_effect
from ninjutsu_service.state.board import Board

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
)
"""What an object has by what happened to it: a new object has none of it (CR 400.7)."""


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
    copy = pb.CombatState()
    copy.CopyFrom(state)
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
            getattr(self, f"_{kind}")(getattr(event, kind))

    def _card_revealed(self, event: ev.CardRevealed) -> None:
        self.board.objects[event.object_id].revealed = True

    def _card_hidden(self, event: ev.CardHidden) -> None:
        self.board.objects[event.object_id].revealed = False

    def _mana_added(self, event: ev.ManaAdded) -> None:
        _change_pool(self.board.players[event.player_id].mana_pool, event.mana, 1)

    def _mana_spent(self, event: ev.ManaSpent) -> None:
        _change_pool(self.board.players[event.player_id].mana_pool, event.mana, -1)

    def _object_tapped(self, event: ev.ObjectTapped) -> None:
        self.board.objects[event.object_id].tapped = True

    def _zone_changed(self, event: ev.ZoneChanged) -> None:
        item = self.board.objects[event.object_id]
        self._leave_combat(item.id)
        self._end_effects_on(item.id)
        for field in _PERMANENT_FIELDS:
            item.ClearField(field)  # type: ignore[arg-type]
        if self._knows(item.card_name):
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
        if event.to_zone == pb.ZONE_BATTLEFIELD:
            item.turn_entered = self.board.state.turn
            item.summoning_sick = True

    def _object_ceased(self, event: ev.ObjectCeased) -> None:
        self._remove_object(event.object_id)

    def _object_created(self, event: ev.ObjectCreated) -> None:
        state = self.board.state
        state.objects.append(event.object)
        self.board.objects[event.object.id] = state.objects[-1]
        self._count_library(event.object, event.object.zone, 1)

    def _object_copied(self, event: ev.ObjectCopied) -> None:
        item = self.board.objects[event.object_id]
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
        combat = self.board.state.combat
        record = combat.attackers.add(
            object_id=event.object_id, block_status=pb.BLOCK_STATUS_UNBLOCKED
        )
        if event.HasField("target"):
            record.target.CopyFrom(event.target)
        self.board.index_combat()

    def _combat_left(self, event: ev.CombatLeft) -> None:
        self._leave_combat(event.object_id)

    def _damage_dealt(self, event: ev.DamageDealt) -> None:
        if event.WhichOneof("recipient") == "object_id":
            item = self.board.objects[event.object_id]
            item.damage += event.marked
            if event.deathtouch and event.marked:
                item.damaged_by_deathtouch = True
            return
        source = self.board.objects.get(event.source_id)
        if event.combat and source is not None and source.commander:
            self.board.players[event.player_id].commander_damage[source.id] += event.amount

    def _life_changed(self, event: ev.LifeChanged) -> None:
        self.board.players[event.player_id].life += event.change

    def _counters_changed(self, event: ev.CountersChanged) -> None:
        if event.WhichOneof("holder") == "player_id":
            counters = self.board.players[event.player_id].counters
        else:
            counters = self.board.objects[event.object_id].counters
        amount = counters[event.counter] + event.change
        if amount > 0:
            counters[event.counter] = amount
        else:
            del counters[event.counter]
        if event.WhichOneof("holder") == "object_id":
            adjust_for_counters(self.board.objects[event.object_id], event.counter, event.change)

    def _step_began(self, event: ev.StepBegan) -> None:
        state = self.board.state
        state.step = event.step
        for player in state.players:
            player.ClearField("mana_pool")
        if event.step == pb.STEP_FIRST_COMBAT_DAMAGE:
            state.combat.first_strike_ids[:] = event.first_strike_ids

    def _player_lost(self, event: ev.PlayerLost) -> None:
        self.board.players[event.player_id].left_game = True

    def _control_changed(self, event: ev.ControlChanged) -> None:
        item = self.board.objects[event.object_id]
        if event.controller_id == item.owner_id:
            item.ClearField("controller_id")
        else:
            item.controller_id = event.controller_id
        item.summoning_sick = True

    def _effect_began(self, event: ev.EffectBegan) -> None:
        self.board.state.effects.append(event.effect)
        self._adjust(event.effect, began=True)

    def _effect_ended(self, event: ev.EffectEnded) -> None:
        effects = self.board.state.effects
        for index, effect in enumerate(effects):
            if effect.id == event.effect_id:
                self._adjust(effect, began=False)
                del effects[index]
                return

    def _adjust(self, effect: pb.TemporaryEffect, *, began: bool) -> None:
        item = self.board.objects.get(effect.object_id)
        if item is not None and item.incarnation == effect.incarnation:
            adjust_for_effect(item, effect, began=began)

    def _effect_left_to_engine(self, event: ev.EffectLeftToEngine) -> None:
        """Changes nothing here: the engine carries it out."""

    def _priority_given(self, event: ev.PriorityGiven) -> None:
        self.board.state.priority_player_id = event.player_id

    def _commander_cast(self, event: ev.CommanderCast) -> None:
        self.board.objects[event.object_id].commander_casts += 1

    def _ability_triggered(self, event: ev.AbilityTriggered) -> None:
        item = self.board.objects.get(event.object_id)
        if item is not None:
            item.triggered_this_turn.append(event.ability)

    def _damage_removed(self, event: ev.DamageRemoved) -> None:
        item = self.board.objects[event.object_id]
        item.ClearField("damage")
        item.ClearField("damaged_by_deathtouch")

    def _library_arranged(self, event: ev.LibraryArranged) -> None:
        named = {*event.top_ids, *event.bottom_ids}
        library = [
            item
            for item in self.board.objects.values()
            if item.zone == pb.ZONE_LIBRARY and item.owner_id == event.player_id
        ]
        kept: list[pb.GameObject] = []
        if not event.shuffled:
            kept = [item for item in library if item.id not in named]
        order = (
            [self.board.objects[name] for name in event.top_ids]
            + kept
            + [self.board.objects[name] for name in event.bottom_ids]
        )
        copies = [_copy(item) for item in order]
        for item in library:
            self._remove_object(item.id)
        for copy in copies:
            self.board.state.objects.append(copy)
            self.board.objects[copy.id] = self.board.state.objects[-1]

    def _leave_combat(self, object_id: str) -> None:
        """CR 506.4: no longer attacking or blocking. What it blocked stays blocked (509.1h)."""
        combat = self.board.state.combat
        attackers = combat.attackers
        for index in range(len(attackers) - 1, -1, -1):
            if attackers[index].object_id == object_id:
                del attackers[index]
            elif object_id in attackers[index].blocker_ids:
                attackers[index].blocker_ids.remove(object_id)
        if object_id in combat.first_strike_ids:
            combat.first_strike_ids.remove(object_id)
        self.board.index_combat()

    def _count_library(self, item: pb.GameObject, zone: int, change: int) -> None:
        """How many cards a library has, where that is known."""
        owner = self.board.players[item.owner_id]
        if zone == pb.ZONE_LIBRARY and owner.HasField("library_size") and not item.token:
            owner.library_size = max(owner.library_size + change, 0)

    def _end_effects_on(self, object_id: str) -> None:
        effects = self.board.state.effects
        for index in range(len(effects) - 1, -1, -1):
            if effects[index].object_id == object_id:
                del effects[index]

    def _remove_object(self, object_id: str) -> None:
        objects = self.board.state.objects
        for index, item in enumerate(objects):
            if item.id == object_id:
                del objects[index]
                break
        self.board.objects.pop(object_id, None)


def _copy(item: pb.GameObject) -> pb.GameObject:
    copy = pb.GameObject()
    copy.CopyFrom(item)
    return copy


def _change_pool(pool: pb.ManaPool, mana: Message, sign: int) -> None:
    for field, amount in mana.ListFields():
        setattr(pool, field.name, getattr(pool, field.name) + sign * amount)
