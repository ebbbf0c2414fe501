"""The calls that are measured: requests of each kind, made cheaply and each sent only once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from benchmarks.states import LARGE, SMALL, Combat
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service import calls
from ninjutsu_service.rules.rulebook import Rulebook

PREFIX = "/ninjutsu.v1.NinjutsuService/"


@dataclass(frozen=True, slots=True)
class Method:
    """One unary call.

    Attributes:
        request, response: its message classes.
        run: the same call without the network.
    """

    request: type[Message]
    response: type[Message]
    run: Callable[[Rulebook, Any], Message]


METHODS = {
    "ListActions": Method(wire.ListActionsRequest, wire.ListActionsResponse, calls.list_actions),
    "TakeAction": Method(wire.TakeActionRequest, wire.TakeActionResponse, calls.take_action),
    "Resolve": Method(wire.ResolveRequest, wire.ResolveResponse, calls.resolve),
    "CheckState": Method(wire.CheckStateRequest, wire.CheckStateResponse, calls.check_state),
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
        action = calls.list_actions(rulebook, listing).actions[-1]
        taking = wire.TakeActionRequest(state=state, player_id=player, action=action)
        if self.name == "TakeAction":
            return taking
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
            request.state.turn = number + 10
            for place, player in enumerate(request.state.players):
                player.life = 1 + (number >> place) % 40
            found.append(request.SerializeToString())
        return found

    def answer(self, rulebook: Rulebook) -> Message:
        """What the service answers to the first of its requests."""
        return self.method.run(rulebook, self.request(rulebook))


UNARY = tuple(Workload(name, combat) for combat in (SMALL, LARGE) for name in METHODS)
