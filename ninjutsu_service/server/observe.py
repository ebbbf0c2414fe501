"""Around every call: metrics, a log line where one is due, and an answer where code fails."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import structlog

from ninjutsu_service.server import metrics, status
from ninjutsu_service.server.wire import Behavior

log = structlog.get_logger()

_QUIET = frozenset(("OK", "FAILED_PRECONDITION", "CANCELLED"))
"""Statuses that are part of normal service: a refusal is logged at debug only."""


class Observer:
    """What is recorded of calls.

    Attributes:
        slow_seconds: a call that takes longer is logged.
        log_calls: whether every call is.
    """

    def __init__(self, slow_seconds: float = 0.1, *, log_calls: bool = False) -> None:
        self.slow_seconds = slow_seconds
        self.log_calls = log_calls

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """A unary method, observed."""

        def behave(request: Any, context: grpc.ServicerContext) -> Any:
            began = time.perf_counter()
            try:
                answer = behavior(request, context)
            except Exception:
                self._failed(method, context, began)
                raise
            seconds = metrics.ended(method, "OK", began)
            if self.log_calls or seconds > self.slow_seconds:
                self._tell(method, context, "OK", seconds)
            return answer

        return behave

    def stream(self, method: str, behavior: Behavior) -> Behavior:
        """A method that answers with a stream, observed from its begin to its end."""

        def behave(requests: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            began = time.perf_counter()
            open_streams = metrics.STREAMS.labels(method)
            open_streams.inc()
            try:
                yield from behavior(requests, context)
            except GeneratorExit:
                metrics.ended(method, "CANCELLED", began)
                raise
            except Exception:
                self._failed(method, context, began)
                raise
            else:
                seconds = metrics.ended(method, "OK", began)
                if self.log_calls:
                    self._tell(method, context, "OK", seconds)
            finally:
                open_streams.dec()

        return behave

    def _failed(self, method: str, context: grpc.ServicerContext, began: float) -> None:
        """Account for a call that raised: by its own abort, or by a fault of this code."""
        code = context.code()  # type: ignore[attr-defined]
        if code is None:
            who = request_id(context)
            log.error("a fault of this service", method=method, request_id=who, exc_info=True)
            metrics.ended(method, "INTERNAL", began)
            status.internal(context, who)
        seconds = metrics.ended(method, code.name, began)
        if self.log_calls or code.name not in _QUIET or seconds > self.slow_seconds:
            self._tell(method, context, code.name, seconds)

    def _tell(self, method: str, context: grpc.ServicerContext, code: str, seconds: float) -> None:
        tell: Callable[..., Any] = log.info if code in _QUIET else log.warning
        tell(
            "call",
            method=method,
            status=code,
            milliseconds=round(seconds * 1000, 2),
            peer=context.peer(),
            request_id=request_id(context),
        )


def request_id(context: grpc.ServicerContext) -> str:
    """The caller's `x-request-id`, or one of our own."""
    for key, value in context.invocation_metadata():
        if key == "x-request-id" and isinstance(value, str):
            return value[:100]
    return uuid.uuid4().hex[:16]
