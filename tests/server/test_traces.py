"""Traces by OpenTelemetry: a span for each call, in the caller's trace."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2_grpc
from ninjutsu_service.server import servicer
from ninjutsu_service.server.app import build
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.traces import Traces
from tests.boards import bundled, wire
from tests.server.calling import game, listing, request
from tests.server.conftest import serving, wait_until
from tests.server.statuses import failure

Stub = service_pb2_grpc.NinjutsuServiceStub

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
"""A span of the caller's, as the W3C's trace context names it."""


@pytest.fixture
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@contextmanager
def tracing(spans: InMemorySpanExporter) -> Iterator[grpc.Channel]:
    """A channel to a server with one thread for calls, whose spans are kept."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    server = build(Settings(port=0, threads=1), LivePool.of(bundled()), traces=Traces(provider))
    with grpc.insecure_channel(server.address) as channel:
        yield channel
    server.server.stop(None).wait()


@pytest.fixture
def traced(spans: InMemorySpanExporter) -> Iterator[grpc.Channel]:
    with tracing(spans) as channel:
        yield channel


def finished(spans: InMemorySpanExporter, count: int) -> list[ReadableSpan]:
    wait_until(lambda: len(spans.get_finished_spans()) >= count, f"{count} spans")
    found = list(spans.get_finished_spans())
    assert len(found) == count
    return found


def attributes(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


def test_a_call_in_the_callers_trace(traced, spans):
    """Method, kind and status; the parent is the one that the metadata name."""
    Stub(traced).ListActions(request(), timeout=60, metadata=(("traceparent", PARENT),))
    (span,) = finished(spans, 1)
    assert span.name == "/ninjutsu.v1.NinjutsuService/ListActions"
    assert span.kind is SpanKind.SERVER
    assert format(span.context.trace_id, "x") == "af7651916cd43dd8448eb211c80319c"
    assert span.parent is not None
    assert format(span.parent.span_id, "x") == "b7ad6b7169203331"
    said = attributes(span)
    assert said["rpc.system"] == "grpc"
    assert said["rpc.service"] == "ninjutsu.v1.NinjutsuService"
    assert said["rpc.method"] == "ListActions"
    assert said["rpc.grpc.status_code"] == 0
    assert span.status.status_code is StatusCode.UNSET


def test_a_refusal_is_no_error(traced, spans):
    """Its status and reason are there to be found."""
    failure(Stub(traced).Resolve, wire.ResolveRequest(state=game().state))
    (span,) = finished(spans, 1)
    assert attributes(span)["rpc.grpc.status_code"] == 9
    assert attributes(span)["ninjutsu.reason"] == "EMPTY_STACK"
    assert span.status.status_code is StatusCode.UNSET


def test_what_contradicts_itself_is_one(traced, spans):
    """And is found by its reason."""
    failure(Stub(traced).ListActions, wire.ListActionsRequest())
    (span,) = finished(spans, 1)
    assert attributes(span)["rpc.grpc.status_code"] == 3
    assert attributes(span)["ninjutsu.reason"] == "INVALID"
    assert span.status.status_code is StatusCode.ERROR


def test_a_fault_of_the_service_quotes_no_card(spans, monkeypatch):
    """An exception's text is for the log at debug, not for whoever reads traces."""

    def fail(*arguments: object) -> None:
        raise KeyError("Ninja of the Deep Hours")

    monkeypatch.setitem(servicer._CALLS, "CheckState", fail)
    with tracing(spans) as channel:
        failure(Stub(channel).CheckState, wire.CheckStateRequest(state=game().state))
    (span,) = finished(spans, 1)
    assert attributes(span)["ninjutsu.reason"] == "FAULT"
    assert span.status.status_code is StatusCode.ERROR
    assert "Deep Hours" not in span.to_json()


def test_streams_keep_their_threads(traced, spans):
    """A span lasts as long as its stream, which holds no thread that calls need."""
    over = threading.Event()

    def requests() -> Iterator[wire.PlayRequest]:
        yield wire.PlayRequest(list_actions=request())
        over.wait(600)

    watches = [
        card_pool_pb2_grpc.CardPoolServiceStub(traced).WatchCards(card_pool_pb2.WatchCardsRequest())
        for _ in range(3)
    ]
    play = Stub(traced).Play(requests())
    for stream in (*watches, play):
        next(stream)
    Stub(traced).ListActions(request(), timeout=60)
    finished(spans, 1)
    over.set()
    assert list(play) == []
    for watch in watches:
        watch.cancel()
    wait_until(lambda: len(spans.get_finished_spans()) == 5, "the streams' spans")
    names = sorted(span.name.rpartition("/")[2] for span in spans.get_finished_spans())
    assert names == ["ListActions", "Play", "WatchCards", "WatchCards", "WatchCards"]


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """Takes spans over OTLP."""

    def __init__(self) -> None:
        self.services: list[str] = []
        self.names: list[str] = []

    def Export(self, asked, context):  # noqa: N802 - the protocol's name
        for resource in asked.resource_spans:
            for attribute in resource.resource.attributes:
                if attribute.key == "service.name":
                    self.services.append(attribute.value.string_value)
            for scope in resource.scope_spans:
                self.names += [span.name for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_command_sends_spans_to_a_collector(workers):
    """Where the standard variables say; what is left is sent as the service stops."""
    collector = Collector()
    server = grpc.server(ThreadPoolExecutor(2))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        with serving(
            *("--port", "0", "--traces", "--workers", workers, "--drain", "0"),
            OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{port}",
            OTEL_SERVICE_NAME="games",
        ) as served:
            listing(served.address)
            assert served.end() == 0
    finally:
        server.stop(None).wait()
    assert collector.names == ["/ninjutsu.v1.NinjutsuService/ListActions"]
    assert collector.services == ["games"]
