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


@dataclass(frozen=True, slots=True)
class Missing(Unread):
    """What a request was that never came: its client said that there is no more."""

    def failure(self) -> status.CallFailed:
        """INVALID_ARGUMENT."""
        return status.missing()


@dataclass(frozen=True, slots=True)
class Gone(Unread):
    """What a request was whose call was over before it came.

    Attributes:
        late: the client's deadline passed; otherwise somebody cancelled the call.
    """

    late: bool

    def failure(self) -> status.CallFailed:
        """CANCELLED, or DEADLINE_EXCEEDED; nobody reads it."""
        return status.abandoned(late=self.late)


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
    """A method with one request that need not ask whether it was read."""

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


def on_threads(threads: ThreadPoolExecutor, behavior: Callable[..., Any]) -> Behavior:
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
    """What is put around the methods; `server.hosting` has the real one.

    All that come back take a stream of requests, whether or not there is one only.
    """

    largest_message: int

    def unary(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method with one request and one answer."""

    def waiting(self, method: str, behavior: Behavior) -> Behavior:
        """The same for one that may have to wait for its answer."""

    def watching(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method with one request that answers with a stream."""

    def stream(self, method: str, behavior: Behavior) -> Behavior:
        """Around a method with a stream both ways."""

    def overload(self, method: str) -> Behavior:
        """What answers in place of a unary method while too many calls wait."""

    def is_full(self) -> bool:
        """Whether too many calls wait."""

    def traced(self, handler: Handler, details: grpc.HandlerCallDetails) -> Handler:
        """A handler for one call of it."""


class ServiceHandler(grpc.ServiceRpcHandler):
    """The methods of a service; one without a behavior answers UNIMPLEMENTED.

    To grpcio every method has a stream of requests, which is the same on the wire. Otherwise it
    would have a thread wait for the one request before anything here is asked, and clients that
    send none, for whatever reason, would hold all threads.
    """

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
        if method.client_streaming:
            self._methods[path] = self._handler(method, around.stream(name, behavior))
        elif method.server_streaming:
            self._methods[path] = self._handler(method, around.watching(name, behavior))
        else:
            put = around.waiting if name in self._waiting else around.unary
            self._methods[path] = self._handler(method, put(name, behavior))
            self._overloaded[path] = self._handler(method, around.overload(name))

    def _handler(self, method: MethodDescriptor, behavior: Behavior) -> Handler:
        request = message_factory.GetMessageClass(method.input_type)
        return handler_of(
            behavior,
            streams=method.server_streaming,
            read=parser(request, self._around.largest_message),
            write=serialize,
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


def handler_of(
    behavior: Behavior,
    *,
    streams: bool,
    read: Callable[[bytes], Any] | None,
    write: Callable[[Any], bytes] | None,
) -> Handler:
    """A grpc handler of a behavior that takes a stream of requests.

    Args:
        behavior: what it does.
        streams: whether it answers with a stream.
        read: makes a request of its bytes.
        write: makes bytes of an answer.
    """
    kind: Callable[..., Handler] = (
        grpc.stream_stream_rpc_method_handler if streams else grpc.stream_unary_rpc_method_handler
    )
    return kind(behavior, request_deserializer=read, response_serializer=write)


def behavior_of(handler: Handler) -> Behavior:
    """What a handler does with a call."""
    found: Any = handler.stream_stream if handler.response_streaming else handler.stream_unary
    behavior: Behavior = found
    return behavior


def with_behavior(handler: Handler, behavior: Behavior) -> Handler:
    """A handler that does something else, and reads and writes the same."""
    return handler_of(
        behavior,
        streams=handler.response_streaming,
        read=handler.request_deserializer,
        write=handler.response_serializer,
    )
