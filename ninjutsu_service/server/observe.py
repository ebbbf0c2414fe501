"""Around every call: metrics, a log line where one is due, and the status where it fails."""

from __future__ import annotations

import time
import traceback
import uuid
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import grpc
import structlog

from ninjutsu_service.server import metrics, status
from ninjutsu_service.server.metadata import language_of
from ninjutsu_service.server.seldom import Seldom
from ninjutsu_service.server.status import Failure
from ninjutsu_service.server.wire import Behavior

log = structlog.get_logger()

NORMAL = frozenset(("OK", "FAILED_PRECONDITION", "NOT_FOUND", "CANCELLED", "UNAVAILABLE"))
"""Statuses of normal service, logged at debug: refusals, clients that leave, a server that stops.

All others are told always, and so are slow calls.
"""

OVERLOAD = "MAX_CALLS"
"""What is told once a second and not of each call: a line costs as much as many refusals."""


class Observer:
    """What is recorded of calls.

    Attributes:
        slow_seconds: a call that takes longer is logged.
        log_calls: whether every call is.
        on_failure: told of every call that fails.
    """

    def __init__(
        self,
        slow_seconds: float = 0.1,
        *,
        log_calls: bool = False,
        on_failure: Callable[[Failure], None] | None = None,
    ) -> None:
        self.slow_seconds = slow_seconds
        self.log_calls = log_calls
        self.on_failure = on_failure
        self._overload = Seldom(1.0)

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """A unary method, observed."""

        def behave(request: Any, context: grpc.ServicerContext) -> Any:
            began = time.perf_counter()
            try:
                answer = behavior(request, context)
            except Exception as error:  # noqa: BLE001 - every failure becomes a status
                failed = error
            else:
                seconds = metrics.ended(method, "OK", began)
                if self.log_calls or seconds > self.slow_seconds:
                    self._tell(method, context, "OK", seconds, {})
                return answer
            return self._fail(method, context, failed, began)

        return behave

    def stream(self, method: str, behavior: Behavior) -> Behavior:
        """A method that answers with a stream, observed from its begin to its end."""

        def behave(requests: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            began = time.perf_counter()
            metrics.stream_opened(method)
            try:
                yield from behavior(requests, context)
            except GeneratorExit:
                metrics.ended(method, "CANCELLED", began)
                raise
            except Exception as error:  # noqa: BLE001 - as above
                failed = error
            else:
                seconds = metrics.ended(method, "OK", began)
                if self.log_calls:
                    self._tell(method, context, "OK", seconds, {})
                return
            finally:
                metrics.stream_closed(method)
            self._fail(method, context, failed, began)

        return behave

    def _fail(
        self, method: str, context: grpc.ServicerContext, error: Exception, began: float
    ) -> NoReturn:
        """Account for a call that does not answer, and end it.

        To be called after the exception was handled: what grpc raises to end the call would
        drag it along otherwise, text and all, into whatever is told of that.
        """
        failure = status.failure_of(error, language_of(context))
        if failure is None:
            failure = self._fault(method, context, error)
        seconds = metrics.ended(method, failure.status, began)
        if failure.code == status.REFUSED:
            metrics.refused(failure.reason)
        if self.on_failure is not None:
            self.on_failure(failure)
        more = {"reason": failure.reason, **failure.logged}
        self._tell(method, context, failure.status, seconds, more)
        # Its frames hold it, and it holds them: without this they wait for the collector.
        error.__traceback__ = None
        status.abort(context, failure)

    def _fault(self, method: str, context: grpc.ServicerContext, error: Exception) -> Failure:
        """Log what nobody has foreseen, so that it can be found by the request's id.

        The exception's own text may quote what was sent, hidden cards too: that is for debug.
        """
        who = request_id(context)
        log.error(
            "a fault of this service",
            method=method,
            request_id=who,
            error=type(error).__name__,
            frames=frames_of(error),
        )
        log.debug("the fault in full", request_id=who, exc_info=error)
        return status.fault(who)

    def _tell(
        self,
        method: str,
        context: grpc.ServicerContext,
        code: str,
        seconds: float,
        more: dict[str, Any],
    ) -> None:
        slow = seconds > self.slow_seconds and method not in ("Play", "WatchCards")
        tell: Callable[..., Any] = log.debug
        if code not in NORMAL:
            tell = log.warning
        elif self.log_calls or slow:
            tell = log.info
        if more.get("reason") == OVERLOAD and not self.log_calls:
            left_out = self._overload.due()
            if left_out is None:
                return
            more["calls"] = left_out + 1
        line = {
            **more,
            "method": method,
            "status": code,
            "milliseconds": round(seconds * 1000, 2),
            "peer": context.peer(),
            "request_id": request_id(context),
        }
        tell("call", **line)


def frames_of(error: BaseException) -> list[str]:
    """Where an exception comes from: "module.py:12 function", the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def request_id(context: grpc.ServicerContext) -> str:
    """The caller's `x-request-id`, or one of our own."""
    for key, value in context.invocation_metadata():
        if key == "x-request-id" and isinstance(value, str):
            return value[:100]
    return uuid.uuid4().hex[:16]
