"""Events as a union of message types, to be told apart with `match`."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev

EventValue = (
    ev.CardRevealed
    | ev.CardHidden
    | ev.ManaAdded
    | ev.ManaSpent
    | ev.ObjectTapped
    | ev.ZoneChanged
    | ev.ObjectCeased
    | ev.StackPushed
    | ev.StackRemoved
    | ev.AttackJoined
    | ev.CombatLeft
    | ev.DamageDealt
    | ev.LifeChanged
    | ev.CountersChanged
    | ev.StepBegan
    | ev.PlayerLost
    | ev.ObjectCreated
    | ev.ControlChanged
    | ev.EffectBegan
    | ev.EffectLeftToEngine
    | ev.PriorityGiven
    | ev.CommanderCast
    | ev.DamageRemoved
    | ev.EffectEnded
    | ev.LibraryArranged
    | ev.ObjectCopied
    | ev.AbilityTriggered
)
"""Every kind of event. `case ZoneChanged(to_zone=ZONE_HAND):` matches on type and fields."""


def value_of(event: ev.Event) -> EventValue | None:
    """What an event says; None for a kind that this client's contract does not know.

    An engine that meets one asks for the state instead.
    """
    kind = event.WhichOneof("event")
    if kind is None:
        return None
    value: EventValue = getattr(event, kind)
    return value
