"""Calls that many tests of the server make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service.server.app import Running, build
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.boards import Game, bundled, wire


def game() -> Game:
    """One attacker, and a ninja that can be paid for."""
    made = Game()
    made.attacker("bear")
    made.hand("ninja", "Ninja of the Deep Hours")
    made.lands("U", 2)
    return made


def request() -> wire.ListActionsRequest:
    """What a may do in that game: one thing."""
    return wire.ListActionsRequest(state=game().state, player_id="a")


def listing(
    address: str, credentials: grpc.ChannelCredentials | None = None
) -> wire.ListActionsResponse:
    """Ask for it, over a channel of its own."""
    if credentials is None:
        channel = grpc.insecure_channel(address)
    else:
        channel = grpc.secure_channel(address, credentials)
    with channel:
        stub = service_pb2_grpc.NinjutsuServiceStub(channel)
        return stub.ListActions(request(), timeout=40, wait_for_ready=True)


@contextmanager
def running(**settings: object) -> Iterator[Running]:
    """A server in this process."""
    server = build(Settings(**{"port": 0, **settings}), LivePool.of(bundled()))  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.server.stop(None).wait()


@contextmanager
def calling(**settings: object) -> Iterator[service_pb2_grpc.NinjutsuServiceStub]:
    """A stub of such a server."""
    with running(**settings) as server, grpc.insecure_channel(server.address) as channel:
        yield service_pb2_grpc.NinjutsuServiceStub(channel)
