"""Methods of the contract as grpc handlers that parse by themselves.

grpcio answers INTERNAL where its own parsing fails; here a message that cannot be parsed
reaches the handler as `Unparsable`, which answers INVALID_ARGUMENT.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message

Behavior = Callable[[Any, grpc.ServicerContext], Message]


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


def service_handler(
    service: ServiceDescriptor, behaviors: Mapping[str, Behavior]
) -> grpc.GenericRpcHandler:
    """The handler of a service; a method without a behavior answers UNIMPLEMENTED."""
    methods = {
        method.name: _method_handler(method, behaviors[method.name])
        for method in service.methods
        if method.name in behaviors
    }
    return grpc.method_handlers_generic_handler(service.full_name, methods)


def _method_handler(
    method: MethodDescriptor, behavior: Behavior
) -> grpc.RpcMethodHandler[Any, Any]:
    request = message_factory.GetMessageClass(method.input_type)
    return grpc.unary_unary_rpc_method_handler(
        behavior,
        request_deserializer=parser(request),
        response_serializer=serialize,
    )
