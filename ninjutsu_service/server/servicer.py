"""NinjutsuService's methods: parse, call the rules, answer or refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
import structlog
from google.protobuf.message import Message

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service import calls, session
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.payment import PaymentTooComplex
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server import metrics, status
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.observe import Observer
from ninjutsu_service.server.play import Player
from ninjutsu_service.server.wire import Behavior, Unparsable, service_handler
from ninjutsu_service.state.faults import InvalidRequest

Call = Callable[[Rulebook, Any, str], Message]

log = structlog.get_logger()

_CALLS: dict[str, Call] = {
    "ListActions": calls.list_actions,
    "TakeAction": calls.take_action,
    "Resolve": calls.resolve,
    "AdvanceStep": calls.advance_step,
    "CheckState": calls.check_state,
    "Batch": session.batch,
}


class NinjutsuServicer:
    """Answers calls by the current edition of the cards; a call keeps the one it began with."""

    def __init__(self, cards: LivePool, player: Player) -> None:
        self._cards = cards
        self._player = player

    def handler(self, observer: Observer) -> grpc.GenericRpcHandler:
        """The grpc handler of the service."""
        service = wire.DESCRIPTOR.services_by_name["NinjutsuService"]
        behaviors: dict[str, Behavior] = {
            name: self._behavior(name, call) for name, call in _CALLS.items()
        }
        behaviors["Play"] = self._player.play
        return service_handler(service, behaviors, observer)

    def _behavior(self, name: str, call: Call) -> Callable[[Any, grpc.ServicerContext], Message]:
        def behave(request: Message | Unparsable, context: grpc.ServicerContext) -> Message:
            if isinstance(request, Unparsable):
                status.unparsable(context, request.type_name)
            language = language_of(context)
            try:
                return call(self._cards.edition.rulebook, request, language)
            except InvalidRequest as invalid:
                log.debug("rejected", method=name, fields=[each.field for each in invalid.faults])
                status.reject(context, invalid.faults)
            except Refused as refused:
                refusal = refused.refusal
                log.debug("refused", method=name, reason=refusal.name, rule=refusal.rule)
                metrics.refused(refusal.name)
                status.refuse(context, refusal, language)
            except (PaymentTooComplex, TooMuchWork) as too_much:
                log.warning("too much work", method=name, reason=too_much.reason)
                status.exhausted(context, too_much.reason, str(too_much))

        return behave
