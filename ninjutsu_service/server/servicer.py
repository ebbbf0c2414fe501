"""NinjutsuService's methods: look at the limits, call the rules, answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
from google.protobuf.message import Message

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service import calls, session
from ninjutsu_service.server import metrics
from ninjutsu_service.server.deadline import Deadline
from ninjutsu_service.server.limits import Limits
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.play import Player
from ninjutsu_service.server.wire import Around, Behavior, ServiceHandler

_CALLS: dict[str, Callable[..., Message]] = {
    "ListActions": calls.list_actions,
    "TakeAction": calls.take_action,
    "Resolve": calls.resolve,
    "AdvanceStep": calls.advance_step,
    "CheckState": calls.check_state,
}


class NinjutsuServicer:
    """Answers calls by the current edition of the cards; a call keeps the one it began with."""

    def __init__(self, cards: LivePool, player: Player, limits: Limits, max_seconds: float) -> None:
        self._cards = cards
        self._player = player
        self._limits = limits
        self._max_seconds = max_seconds

    def handler(self, around: Around) -> grpc.GenericRpcHandler:
        """The grpc handler of the service."""
        service = wire.DESCRIPTOR.services_by_name["NinjutsuService"]
        behaviors: dict[str, Behavior] = {
            name: self._behavior(call) for name, call in _CALLS.items()
        }
        behaviors["Batch"] = self.batch
        behaviors["Play"] = self._player.play
        return ServiceHandler(service, behaviors, around)

    def _behavior(self, call: Callable[..., Message]) -> Behavior:
        def behave(request: Any, context: grpc.ServicerContext) -> Message:
            deadline = Deadline(context, self._max_seconds)
            # A call that waited longer than its client did is not begun.
            deadline.check()
            self._limits.check(request)
            rulebook = self._cards.edition.rulebook
            return call(rulebook, request, language_of(context), deadline.check)

        return behave

    def batch(self, request: wire.BatchRequest, context: grpc.ServicerContext) -> Message:
        """Many commands on one state; refusals in its answer are counted like others."""
        deadline = Deadline(context, self._max_seconds)
        deadline.check()
        self._limits.check_batch(request)
        rulebook = self._cards.edition.rulebook
        answer = session.batch(rulebook, request, language_of(context), deadline.check)
        for response in answer.responses:
            metrics.told(response)
        return answer
