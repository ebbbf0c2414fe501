"""Health (grpc.health.v1): alive as the whole, ready as each service."""

from __future__ import annotations

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from ninjutsu.v1 import card_pool_pb2, service_pb2
from ninjutsu_service.server.threads import CallThreads
from ninjutsu_service.server.wire import on_threads

SERVICES = tuple(
    service.full_name
    for module in (service_pb2, card_pool_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
)

THREADS = 2
"""Threads of health alone: a probe does not wait behind the calls of a busy server."""


class Health:
    """What the health service says of this process."""

    def __init__(self) -> None:
        threads = CallThreads(THREADS, "health")
        self._servicer = health.HealthServicer(
            experimental_non_blocking=True, experimental_thread_pool=threads
        )
        self._servicer.Check = on_threads(threads, self._servicer.Check)
        self._set(health_pb2.HealthCheckResponse.NOT_SERVING)

    def add_to(self, server: grpc.Server) -> None:
        """Answer health checks on a server."""
        health_pb2_grpc.add_HealthServicer_to_server(self._servicer, server)

    def serving(self) -> None:
        """Calls are answered."""
        self._set(health_pb2.HealthCheckResponse.SERVING)

    def stopping(self) -> None:
        """No new calls, please: those that come are answered still."""
        self._servicer.enter_graceful_shutdown()

    def _set(self, status: health_pb2.HealthCheckResponse.ServingStatus.ValueType) -> None:
        for service in ("", *SERVICES):
            self._servicer.set(service, status)
