"""The calls that are measured: requests of each kind, made cheaply and each sent only once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from benchmarks.load import Call
from benchmarks.states import LARGE, SMALL, Combat
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.client.service import Service
from ninjutsu_service.rules.rulebook import Rulebook

PREFIX = "/ninjutsu.v1.NinjutsuService/"


@dataclass(frozen=True, slots=True)
class Method:
    """One unary call.

    Attributes:
        request, response: its message classes.
        run: the same call without the network.
        ask: the same as a Python engine asks that has the service in its process.
    """

    request: type[Message]
    response: type[Message]
    run: Callable[[Rulebook, Any], Message]
    ask: Callable[[Service, Any], object]


METHODS = {
    "ListActions": Method(
        wire.ListActionsRequest,
        wire.ListActionsResponse,
        calls.list_actions,
        lambda service, asked: service.list_actions(asked.state, asked.player_id),
    ),
    "TakeAction": Method(
        wire.TakeActionRequest,
        wire.TakeActionResponse,
        calls.take_action,
        lambda service, asked: service.take_action(asked.state, asked.player_id, asked.action),
    ),
    "Resolve": Method(
        wire.ResolveRequest,
        wire.ResolveResponse,
        calls.resolve,
        lambda service, asked: service.resolve(asked.state),
    ),
    "CheckState": Method(
        wire.CheckStateRequest,
        wire.CheckStateResponse,
        calls.check_state,
        lambda service, asked: service.check_state(asked.state),
    ),
}


@dataclass(frozen=True, slots=True)
class Workload:
    """One call on states of one kind.

    Attributes:
        name: of the call, a key of `METHODS`.
        combat: what its states hold.
    """

    name: str
    combat: Combat

    @property
    def method(self) -> Method:
        """Its message classes and its call."""
        return METHODS[self.name]

    @property
    def path(self) -> str:
        """As gRPC names it."""
        return PREFIX + self.name

    def request(self, rulebook: Rulebook) -> Any:
        """A request, from which others are varied."""
        state = self.combat.state()
        player = state.active_player_id
        if self.name == "CheckState":
            return wire.CheckStateRequest(state=state)
        listing = wire.ListActionsRequest(state=state, player_id=player)
        if self.name == "ListActions":
            return listing
        # Without a source of mana there is still an action to ask for.
        listing.engine_pays = not self.combat.lands
        action = calls.list_actions(rulebook, listing).actions[-1]
        taking = wire.TakeActionRequest(state=state, player_id=player, action=action)
        if self.name == "TakeAction":
            return taking
        if listing.engine_pays:
            taking.payment.engine.SetInParent()
        taken = calls.take_action(rulebook, taking)
        return wire.ResolveRequest(state=taken.outcome.state)

    def requests(self, rulebook: Rulebook, first: int, count: int) -> list[bytes]:
        """Serialized requests, no two with the same state.

        Args:
            rulebook: the cards.
            first: what was made before, so that none is made again.
            count: how many.
        """
        request = self.request(rulebook)
        found = []
        for number in range(first + 1, first + count + 1):
            vary(request.state, number)
            found.append(request.SerializeToString())
        return found

    def calls(self, rulebook: Rulebook, first: int, count: int) -> list[Call]:
        """The same as calls to send."""
        return [Call(self.path, (data,)) for data in self.requests(rulebook, first, count)]

    def answer(self, rulebook: Rulebook) -> Message:
        """What the service answers to the first of its requests."""
        return self.method.run(rulebook, self.request(rulebook))


def vary(state: pb.CombatState, number: int, life: int = 1) -> None:
    """Make a state one that was not sent before: turn and life totals follow a number.

    Args:
        state: what is changed.
        number: how many were made before.
        life: the least that a player has.
    """
    state.turn = number + 10
    for place, player in enumerate(state.players):
        player.life = life + (number >> place) % 40


UNARY = tuple(Workload(name, combat) for combat in (SMALL, LARGE) for name in METHODS)
