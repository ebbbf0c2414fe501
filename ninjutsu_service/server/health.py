"""Health (grpc.health.v1): alive as the whole, ready as each service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2

from ninjutsu.v1 import card_pool_pb2, service_pb2
from ninjutsu_service.server import status
from ninjutsu_service.server.threads import CallThreads, receive
from ninjutsu_service.server.wire import Behavior, Unread, handler_of, on_threads, parser

SERVICES = tuple(
    service.full_name
    for module in (service_pb2, card_pool_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
)

THREADS = 2
"""Threads of each method: a probe does not wait behind the calls of a busy server."""


class Health:
    """What the health service says of this process."""

    def __init__(self) -> None:
        self._servicer = health.HealthServicer()
        self._checks = CallThreads(THREADS, "health")
        self._watches = CallThreads(THREADS, "health-watch")
        self._set(health_pb2.HealthCheckResponse.NOT_SERVING)

    def handler(self) -> grpc.GenericRpcHandler:
        """The grpc handler of the service."""
        read = parser(health_pb2.HealthCheckRequest)
        write = health_pb2.HealthCheckResponse.SerializeToString
        check = self._checks.receiving(_aborting(self._servicer.Check))
        watch = on_threads(self._watches, self._watch)
        # An open watch holds no thread.
        watch.experimental_non_blocking = True  # type: ignore[attr-defined]
        return grpc.method_handlers_generic_handler(
            health.SERVICE_NAME,
            {
                "Check": handler_of(check, streams=False, read=read, write=write),
                "Watch": handler_of(watch, streams=True, read=read, write=write),
            },
        )

    def serving(self) -> None:
        """Calls are answered."""
        self._set(health_pb2.HealthCheckResponse.SERVING)

    def stopping(self) -> None:
        """No new calls, please: those that come are answered still."""
        self._servicer.enter_graceful_shutdown()

    def relieve(self, seconds: float) -> None:
        """End calls whose request did not come in so long: to be called each second or so."""
        self._checks.relieve(seconds)
        self._watches.relieve(seconds)

    def _watch(
        self,
        requests: Iterator[Any],
        context: grpc.ServicerContext,
        send_response_callback: Callable[[Any], None],
    ) -> None:
        request = receive(requests, context)
        if isinstance(request, Unread):
            status.abort(context, request.failure().failure)
        self._servicer.Watch(request, context, send_response_callback)

    def _set(self, serving: health_pb2.HealthCheckResponse.ServingStatus.ValueType) -> None:
        for service in ("", *SERVICES):
            self._servicer.set(service, serving)


def _aborting(behavior: Behavior) -> Behavior:
    """A method that nobody observes, with a status where its request was not read."""

    def behave(request: Any, context: grpc.ServicerContext) -> Any:
        if isinstance(request, Unread):
            status.abort(context, request.failure().failure)
        return behavior(request, context)

    return behave
