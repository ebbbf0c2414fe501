"""Hostile requests over a real channel: a status that says what is wrong, and soon."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from ninjutsu.v1 import card_pool_pb2 as cards
from ninjutsu_service.server.app import start
from tests.boards import bundled
from tests.fuzz.hostile import everywhere, mutate, spoil
from tests.fuzz.requests import METHODS, seeds

pytestmark = pytest.mark.slow

SECONDS = 5
FAULTS = {
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
}
"""How no call may end, whatever it says."""


@pytest.fixture(scope="module")
def channel() -> Iterator[grpc.Channel]:
    running = start(bundled())
    with grpc.insecure_channel(running.address) as opened:
        yield opened
    running.server.stop(None).wait()


CARDS: dict[str, list[Message]] = {
    "ListCards": [cards.ListCardsRequest(keyword="Sneak", page_size=2)],
    "GetCard": [cards.GetCardRequest(name="Ninja of the Deep Hours")],
    "CheckScript": [
        cards.CheckScriptRequest(script=text, file_name="a.txt")
        for text in ("Name:A\nManaCost:1 U\nTypes:Creature Ninja\nPT:1/1\nOracle:\n", "\0")
    ],
    "ListDiagnostics": [cards.ListDiagnosticsRequest(page_size=1)],
    "WatchCards": [cards.WatchCardsRequest()],
}
"""Valid requests of the other service."""


def code_of(channel: Any, method: str, data: bytes) -> grpc.StatusCode:
    """How a call with these bytes ends, or begins where it goes on for ever."""
    service = "CardPoolService" if method in CARDS else "NinjutsuService"
    path = f"/ninjutsu.v1.{service}/{method}"
    try:
        if method == "WatchCards":
            watching = channel.unary_stream(path)(data, timeout=SECONDS)
            next(watching)
            watching.cancel()
        elif method == "Play":
            list(channel.stream_stream(path)(iter([data, data]), timeout=SECONDS))
        else:
            channel.unary_unary(path)(data, timeout=SECONDS)
    except grpc.RpcError as error:
        code: grpc.StatusCode = error.code()
        return code
    return grpc.StatusCode.OK


@pytest.mark.parametrize("method", [*METHODS, *CARDS])
def test_no_request_ends_in_a_fault_of_the_server(channel: grpc.Channel, method: str):
    """INTERNAL and UNKNOWN are faults of the service; no bytes bring them about."""
    chance = Random(method)
    codes: dict[grpc.StatusCode, int] = {}
    for number in range(90):
        message: Message = chance.choice((seeds() | CARDS)[method])
        changed = type(message).FromString(message.SerializeToString())
        if number % 3 == 0:
            data = spoil(message.SerializeToString(), chance)
        else:
            how = mutate if number % 3 == 1 else everywhere
            if changed.DESCRIPTOR.fields:
                how(changed, chance, chance.choice((1, 2, 4)))
            data = changed.SerializeToString()
        code = code_of(channel, method, data)
        assert code not in FAULTS, (number, data)
        codes[code] = codes.get(code, 0) + 1
    if method in METHODS:
        assert codes[grpc.StatusCode.OK] > 5
        assert codes[grpc.StatusCode.INVALID_ARGUMENT] > 5
