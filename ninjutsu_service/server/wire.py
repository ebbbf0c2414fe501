"""Methods of the contract as grpc handlers that parse by themselves.

grpcio answers INTERNAL where its own parsing fails; here a message that cannot be parsed
reaches the handler as `Unparsable`, which answers INVALID_ARGUMENT.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import grpc
from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message

Behavior = Callable[[Any, grpc.ServicerContext], Any]


@dataclass(frozen=True, slots=True)
class Unparsable:
    """What a request was, whose bytes are no message of its type.

    Attributes:
        type_name: the message type that was expected.
    """

    type_name: str


def parser(message_class: type[Message]) -> Callable[[bytes], Message | Unparsable]:
    """A deserializer that never raises."""
    parse = message_class.FromString
    unparsable = Unparsable(message_class.DESCRIPTOR.full_name)

    def deserialize(data: bytes) -> Message | Unparsable:
        try:
            return parse(data)
        except (DecodeError, ValueError):
            return unparsable

    return deserialize


def serialize(message: Message) -> bytes:
    """A message's bytes: the same for the same message, maps included."""
    return message.SerializeToString(deterministic=True)


MAX_STREAMS = 256
"""How many streams one process holds open; each has a thread of its own, mostly asleep."""

_STREAMS = ThreadPoolExecutor(max_workers=MAX_STREAMS, thread_name_prefix="stream")


def on_stream_threads(behavior: Behavior) -> Behavior:
    """Have a streaming method's calls run on threads of their own.

    A stream holds its thread as long as it lives; on the threads of unary calls a few idle
    streams would stop the server.
    """

    def behave(request: Any, context: grpc.ServicerContext) -> Any:
        return behavior(request, context)

    behave.experimental_thread_pool = _STREAMS  # type: ignore[attr-defined]
    return behave


class Observing(Protocol):
    """What is put around behaviors; `server.observe` has the real one."""

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method with one answer."""

    def stream(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method that answers with a stream."""


def service_handler(
    service: ServiceDescriptor, behaviors: Mapping[str, Behavior], observer: Observing
) -> grpc.GenericRpcHandler:
    """The handler of a service; a method without a behavior answers UNIMPLEMENTED."""
    methods = {}
    for method in service.methods:
        if method.name not in behaviors:
            continue
        behavior = behaviors[method.name]
        if method.server_streaming:
            behavior = on_stream_threads(observer.stream(method.name, behavior))
        else:
            behavior = observer.unary(method.name, behavior)
        methods[method.name] = _method_handler(method, behavior)
    return grpc.method_handlers_generic_handler(service.full_name, methods)


def _method_handler(
    method: MethodDescriptor, behavior: Behavior
) -> grpc.RpcMethodHandler[Any, Any]:
    request = message_factory.GetMessageClass(method.input_type)
    kind = _KINDS[method.client_streaming, method.server_streaming]
    return kind(behavior, request_deserializer=parser(request), response_serializer=serialize)


_KINDS: dict[tuple[bool, bool], Callable[..., grpc.RpcMethodHandler[Any, Any]]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}
