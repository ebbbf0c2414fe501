"""Methods of the contract as grpc handlers that parse by themselves.

grpcio answers INTERNAL where its own parsing fails; here a message that cannot be parsed
reaches the handler as `Unparsable`, which answers INVALID_ARGUMENT, and one that is larger
than the settings allow as `TooLarge`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import grpc
from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message

from ninjutsu_service.server import status

Behavior = Callable[[Any, grpc.ServicerContext], Any]

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"

LARGEST = 2**31 - 1
"""The largest message that gRPC can read, in bytes."""


class Unread:
    """What a request was that did not become a message."""

    __slots__ = ()

    def failure(self) -> status.CallFailed:
        """How its call ends."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Unparsable(Unread):
    """What a request was, whose bytes are no message of its type.

    Attributes:
        type_name: the message type that was expected.
    """

    type_name: str

    def failure(self) -> status.CallFailed:
        """INVALID_ARGUMENT."""
        return status.unparsable(self.type_name)


@dataclass(frozen=True, slots=True)
class TooLarge(Unread):
    """What a request was, that has more bytes than are read.

    Attributes:
        size: its bytes.
        allowed: how many are read.
    """

    size: int
    allowed: int

    def failure(self) -> status.CallFailed:
        """RESOURCE_EXHAUSTED."""
        message = f"the message has {self.size} bytes; this server reads {self.allowed}"
        return status.over("max_message_bytes", self.allowed, message)


def parser(
    message_class: type[Message], largest: int = LARGEST
) -> Callable[[bytes], Message | Unread]:
    """A deserializer that never raises."""
    parse = message_class.FromString
    unparsable = Unparsable(message_class.DESCRIPTOR.full_name)

    def deserialize(data: bytes) -> Message | Unread:
        if len(data) > largest:
            return TooLarge(len(data), largest)
        try:
            return parse(data)
        except (DecodeError, ValueError):
            return unparsable

    return deserialize


def serialize(message: Message) -> bytes:
    """A message's bytes: the same for the same message, maps included."""
    return message.SerializeToString(deterministic=True)


def reading(behavior: Behavior) -> Behavior:
    """A behavior that need not ask whether its one request was read."""

    def behave(request: Any, context: grpc.ServicerContext) -> Any:
        if isinstance(request, Unread):
            raise request.failure()
        return behavior(request, context)

    return behave


def all_read(requests: Iterator[Any]) -> Iterator[Any]:
    """The requests of a stream; one that was not read ends it.

    Raises:
        CallFailed: a request that is no message, or too large a one.
    """
    for request in requests:
        if isinstance(request, Unread):
            raise request.failure()
        yield request


def on_threads(threads: ThreadPoolExecutor, behavior: Behavior) -> Behavior:
    """Have a method's calls run on threads of their own.

    A stream holds its thread as long as it lives; on the threads of unary calls a few idle
    streams would stop the server. A health check that waits behind a thousand calls would
    have a busy server taken for a dead one.
    """

    def behave(*arguments: Any, **more: Any) -> Any:
        return behavior(*arguments, **more)

    behave.experimental_thread_pool = threads  # type: ignore[attr-defined]
    return behave


class Around(Protocol):
    """What is put around the methods; `server.hosting` has the real one."""

    largest_message: int

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method with one answer."""

    def waiting(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method with one answer that may have to wait for it."""

    def stream(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method that answers with a stream."""

    def overload(self, method: str) -> Behavior:
        """What answers in place of a unary method while too many calls wait."""

    def is_full(self) -> bool:
        """Whether too many calls wait."""

    def traced(self, handler: Handler, details: grpc.HandlerCallDetails) -> Handler:
        """A handler for one call of it."""


class ServiceHandler(grpc.ServiceRpcHandler):
    """The methods of a service; one without a behavior answers UNIMPLEMENTED."""

    def __init__(
        self,
        service: ServiceDescriptor,
        behaviors: Mapping[str, Behavior],
        around: Around,
        waiting: Collection[str] = (),
    ) -> None:
        """Prepare every method.

        Args:
            service: as the contract has it.
            behaviors: what answers each method, by its name.
            around: what is put around them.
            waiting: the methods with one answer that may have to wait for it.
        """
        self._waiting = frozenset(waiting)
        self._name = service.full_name
        self._around = around
        self._methods: dict[str, Handler] = {}
        self._overloaded: dict[str, Handler] = {}
        for method in service.methods:
            if method.name in behaviors:
                self._add(method, behaviors[method.name])

    def _add(self, method: MethodDescriptor, behavior: Behavior) -> None:
        around, name = self._around, method.name
        path = f"/{self._name}/{name}"
        if not method.client_streaming:
            behavior = reading(behavior)
        if method.server_streaming:
            self._methods[path] = self._handler(method, around.stream(name, behavior))
        else:
            put = around.waiting if name in self._waiting else around.unary
            self._methods[path] = self._handler(method, put(name, behavior))
            self._overloaded[path] = self._handler(method, around.overload(name))

    def _handler(self, method: MethodDescriptor, behavior: Behavior) -> Handler:
        request = message_factory.GetMessageClass(method.input_type)
        kind = _KINDS[method.client_streaming, method.server_streaming]
        return kind(
            behavior,
            request_deserializer=parser(request, self._around.largest_message),
            response_serializer=serialize,
        )

    def service_name(self) -> str:
        """The full name of the service."""
        return self._name

    def service(self, details: grpc.HandlerCallDetails) -> Handler | None:
        """What handles a call: asked by grpc, for one call after the other."""
        found = self._methods.get(details.method)
        if found is None:
            return None
        if self._around.is_full() and details.method in self._overloaded:
            found = self._overloaded[details.method]
        return self._around.traced(found, details)


def behavior_of(handler: Handler) -> Behavior:
    """What a handler does with a call."""
    return getattr(handler, _BEHAVIORS[handler.request_streaming, handler.response_streaming])  # type: ignore[no-any-return]


def with_behavior(handler: Handler, behavior: Behavior) -> Handler:
    """A handler that does something else, and reads and writes the same."""
    return _KINDS[handler.request_streaming, handler.response_streaming](
        behavior,
        request_deserializer=handler.request_deserializer,
        response_serializer=handler.response_serializer,
    )


_BEHAVIORS = {
    (False, False): "unary_unary",
    (False, True): "unary_stream",
    (True, False): "stream_unary",
    (True, True): "stream_stream",
}

_KINDS: dict[tuple[bool, bool], Callable[..., Handler]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}
