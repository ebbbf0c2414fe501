"""OpenTelemetry traces, by the maintained libraries: the extra `traces` installs them.

The standard `OTEL_` environment variables say where spans go, which are kept, and what the
service is called.
"""

from __future__ import annotations

import os
from typing import Any

import grpc
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.grpc import server_interceptor
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from ninjutsu_service import __version__
from ninjutsu_service.server.status import REFUSED, Failure
from ninjutsu_service.server.wire import Handler, behavior_of, on_threads, with_behavior

NAME = "ninjutsu"
"""What the service is called unless OTEL_SERVICE_NAME says otherwise."""


class Traces:
    """A span for each call, in the trace that the caller's metadata name."""

    def __init__(self, provider: TracerProvider) -> None:
        """Make spans with a provider of one's own."""
        self._interceptor: Any = server_interceptor(tracer_provider=provider)  # type: ignore[no-untyped-call]
        self._provider = provider

    @classmethod
    def to_collector(cls) -> Traces:
        """Send spans over OTLP, in batches, from a thread of its own."""
        resource = Resource.create(
            {
                SERVICE_NAME: os.environ.get("OTEL_SERVICE_NAME", NAME),
                SERVICE_VERSION: __version__,
            }
        )
        provider = TracerProvider(resource=resource)
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        return cls(provider)

    def traced(self, handler: Handler, details: grpc.HandlerCallDetails) -> Handler:
        """The handler of one call, with a span around it, on the threads that it had."""
        around: Handler = self._interceptor.intercept_service(lambda _: handler, details)
        threads = getattr(behavior_of(handler), "experimental_thread_pool", None)
        if threads is None:
            return around
        return with_behavior(around, on_threads(threads, behavior_of(around)))

    def failed(self, failure: Failure) -> None:
        """Say in the present span how the call ends; that the rules forbid is no error."""
        span = trace.get_current_span()
        span.set_attribute("rpc.grpc.status_code", failure.code)
        span.set_attribute("ninjutsu.reason", failure.reason)
        if failure.code != REFUSED:
            span.set_status(trace.Status(trace.StatusCode.ERROR, failure.reason))

    def stop(self) -> None:
        """Send what there is."""
        self._provider.shutdown()
