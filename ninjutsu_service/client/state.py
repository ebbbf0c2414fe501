"""A builder for states: what an engine says of a combat, in a few lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ninjutsu.v1 import state_pb2 as pb


class StateBuilder:
    """Builds a CombatState.

    builder = StateBuilder(active="ana", step=pb.STEP_DECLARE_BLOCKERS)
    builder.player("ana", life=20).player("ben", life=20)
    builder.creature("bear", "Grizzly Bears", owner="ana", power=2, toughness=2, tapped=True)
    builder.hand("ninja", "Ninja of the Deep Hours", owner="ana")
    builder.land("island", "Island", owner="ana", produces=["U"])
    builder.attack("bear", player="ben")
    state = builder.build()
    """

    def __init__(
        self,
        *,
        active: str,
        step: pb.Step.ValueType,
        turn: int = 1,
        priority: str | None = None,
    ) -> None:
        """Begin a state.

        Args:
            active: the player whose turn it is.
            step: where in the turn.
            turn: which turn.
            priority: who has priority: the active player unless given; "" for nobody.
        """
        self._state = pb.CombatState(
            turn=turn,
            step=step,
            active_player_id=active,
            priority_player_id=active if priority is None else priority,
        )

    def player(self, name: str, *, life: int = 20, **fields: Any) -> StateBuilder:
        """Add a player; players come in turn order. `fields` are those of `Player`."""
        self._state.players.add(id=name, life=life, **fields)
        return self

    def object(
        self, name: str, card: str, *, owner: str, zone: pb.Zone.ValueType, **fields: Any
    ) -> StateBuilder:
        """Add any object. `fields` are those of `GameObject`; its incarnation is 1 unless given."""
        fields.setdefault("incarnation", 1)
        self._state.objects.add(id=name, card_name=card, owner_id=owner, zone=zone, **fields)
        return self

    def hand(self, name: str, card: str, *, owner: str, **fields: Any) -> StateBuilder:
        """Add a card in its owner's hand."""
        return self.object(name, card, owner=owner, zone=pb.ZONE_HAND, **fields)

    def permanent(
        self, name: str, card: str, *, owner: str, types: Iterable[str] = (), **fields: Any
    ) -> StateBuilder:
        """Add a permanent; with types its characteristics are sent, without the pool knows it."""
        if types:
            fields["characteristics"] = pb.Characteristics(types=types)
        return self.object(name, card, owner=owner, zone=pb.ZONE_BATTLEFIELD, **fields)

    def creature(
        self,
        name: str,
        card: str,
        *,
        owner: str,
        power: int,
        toughness: int,
        types: Iterable[str] = (),
        keywords: Iterable[str] = (),
        **fields: Any,
    ) -> StateBuilder:
        """Add a creature whose characteristics the engine knows."""
        fields["characteristics"] = pb.Characteristics(
            types=["Creature", *types], power=power, toughness=toughness, keywords=keywords
        )
        return self.object(name, card, owner=owner, zone=pb.ZONE_BATTLEFIELD, **fields)

    def land(
        self, name: str, card: str, *, owner: str, produces: Iterable[str], **fields: Any
    ) -> StateBuilder:
        """Add a land; `produces` has one text for each mana ability, "U" or "U B" for both."""
        fields["mana_abilities"] = [pb.ManaAbility(produces=each) for each in produces]
        return self.permanent(name, card, owner=owner, types=["Land"], **fields)

    def attack(
        self,
        attacker: str,
        *,
        player: str = "",
        permanent: str = "",
        blockers: Iterable[str] = (),
        status: pb.BlockStatus.ValueType | None = None,
    ) -> StateBuilder:
        """Have a creature attack a player or a permanent.

        Args:
            attacker: its id.
            player: whom it attacks; or
            permanent: the planeswalker or battle that it attacks.
            blockers: what blocks it.
            status: recorded as blockers were declared: by `blockers` unless given (CR 509.1h).
        """
        blocking = list(blockers)
        if status is None:
            status = pb.BLOCK_STATUS_BLOCKED if blocking else pb.BLOCK_STATUS_UNBLOCKED
        target = pb.AttackTarget(player_id=player) if player else None
        if permanent:
            found = next(each for each in self._state.objects if each.id == permanent)
            target = pb.AttackTarget(permanent_id=permanent, incarnation=found.incarnation)
        self._state.combat.attackers.add(
            object_id=attacker,
            target=target,
            block_status=status,
            blocker_ids=blocking,
            declared=True,
        )
        return self

    def build(self) -> pb.CombatState:
        """The state; the builder can go on and build more."""
        state = pb.CombatState()
        state.CopyFrom(self._state)
        return state
