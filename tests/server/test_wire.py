"""Bytes that are no message, methods that are not there, and the same answer twice."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor

from ninjutsu.v1 import card_pool_pb2, service_pb2
from ninjutsu_service.server.wire import Unparsable, parser
from tests.boards import Game, wire
from tests.server.statuses import failure, read_failure

METHODS: list[MethodDescriptor] = [
    method
    for module in (service_pb2, card_pool_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]

GARBAGE = {
    "text": b"hello, this is no protobuf",
    "a cut varint": b"\x08\xff",
    "a cut field": b"\x0a\x7f\x01",
    "a length beyond the end": b"\x0a\xff\xff\xff\xff\x0f",
    "the end of no group": b"\x0c",
    "a group without end": b"\xa3\x06",
    "groups a thousand deep": b"\xa3\x06" * 1000 + b"\xa4\x06" * 1000,
    "an unknown wire type": b"\x0f",
    "field number 0": b"\x00\x00",
    "zeros": bytes(64),
    "ones": b"\xff" * 64,
}
"""None of these is a message of any type."""

NOT_UTF8 = b"\xff\xfe\xc0\x80\xed\xa0\x80"
"""Overlong, cut and surrogate: what UTF-8 never holds."""


def path_of(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def raw(channel: Any, method: MethodDescriptor, data: bytes) -> bytes:
    """Send bytes as they are, and get the answers' bytes."""
    path = path_of(method)
    if method.client_streaming:
        answers = channel.stream_stream(path)(iter([data]), timeout=60)
        return b"".join(answers)
    if method.server_streaming:
        return b"".join(channel.unary_stream(path)(data, timeout=60))
    answer: bytes = channel.unary_unary(path)(data, timeout=60)
    return answer


METHOD = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
UNPARSABLE = [
    pytest.param(method, data, id=f"{method.name}: {name}")
    for method in METHODS
    for name, data in GARBAGE.items()
    # protobuf takes zeros for a message that has no fields
    if method.input_type.fields or any(data)
]


@pytest.mark.parametrize(("method", "data"), UNPARSABLE)
def test_unparsable_bytes(channel: grpc.Channel, method: MethodDescriptor, data: bytes):
    """Where its own parsing fails grpcio answers INTERNAL; the service parses by itself."""
    with pytest.raises(grpc.RpcError) as caught:
        raw(channel, method, data)
    failed = read_failure(caught.value)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.message == f"the request is no {method.input_type.full_name}"
    assert (failed.info.reason, failed.info.domain) == ("UNPARSABLE", "ninjutsu.v1")


def bad_text(kind: Any, depth: int = 0) -> bytes | None:
    """A message whose first text, in it or in messages inside it, is no UTF-8."""
    for field in kind.fields:
        inner: bytes | None = None
        if field.type == field.TYPE_STRING:
            inner = NOT_UTF8
        elif field.type == field.TYPE_MESSAGE and depth < 3:
            inner = bad_text(field.message_type, depth + 1)
        if inner is not None:
            return bytes([field.number << 3 | 2, len(inner)]) + inner
    return None


@METHOD
def test_text_that_is_not_utf8(channel: grpc.Channel, method: MethodDescriptor):
    """Invalid UTF-8 in any text of any depth is the message's fault, not the server's."""
    data = bad_text(method.input_type)
    if data is None:
        assert method.name == "WatchCards"
        return
    with pytest.raises(grpc.RpcError) as caught:
        raw(channel, method, data)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_parser_never_raises():
    """What cannot be parsed comes back as a value, with the type that was expected."""
    parse = parser(wire.ListActionsRequest)
    for data in GARBAGE.values():
        assert parse(data) == Unparsable("ninjutsu.v1.ListActionsRequest")
    assert parse(b"\x12\x01a") == wire.ListActionsRequest(player_id="a")


@pytest.mark.parametrize(
    "path",
    [
        "/ninjutsu.v1.NinjutsuService/Shuffle",
        "/ninjutsu.v1.NoService/ListActions",
        "/ninjutsu.v1.NinjutsuService/",
        "//",
    ],
)
def test_unknown_methods(channel: Any, path: str):
    """A method or service that does not exist is UNIMPLEMENTED, whatever is sent."""
    call = channel.unary_unary(path)
    assert failure(call, b"\xff").code is grpc.StatusCode.UNIMPLEMENTED


def test_same_request_same_bytes(channel: Any):
    """Answers depend on the request alone, down to their bytes: maps are written in order."""
    game = Game("a", "b", "c")
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours")
    game.lands("U", 2)
    for number in range(40):
        game["bear"].counters[f"KIND{number * 7 % 40}"] = number
        game.player("b").counters[f"KIND{number * 11 % 40}"] = number
    request = wire.TakeActionRequest(
        state=game.state,
        player_id="a",
        action=wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="bear"),
    )
    call = channel.unary_unary("/ninjutsu.v1.NinjutsuService/TakeAction")
    answers = {call(request.SerializeToString(), timeout=60) for _ in range(5)}
    # The same message from other bytes: its maps in another order.
    other = wire.TakeActionRequest.FromString(request.SerializeToString())
    for holder in (other.state.players[1], other.state.objects[0]):
        items = list(holder.counters.items())
        holder.ClearField("counters")
        for key, value in reversed(items):
            holder.counters[key] = value
    answers.add(call(other.SerializeToString(), timeout=60))
    assert len(answers) == 1
    outcome = wire.TakeActionResponse.FromString(answers.pop()).outcome
    assert outcome.state.stack[0].keyword == "Ninjutsu"
