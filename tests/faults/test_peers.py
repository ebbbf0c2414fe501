"""The hostile peers speak the protocol as far as they mean to: otherwise they would try nothing."""

from __future__ import annotations

import socket

import pytest

from faults.load import questions
from faults.peers import call, connection, settings
from tests.server.calling import running


def until_silent(peer: socket.socket) -> bytes:
    """What comes until nothing does; a connection that ends is not silence."""
    received = b""
    try:
        while more := peer.recv(65536):
            received += more
    except TimeoutError:
        return received
    raise AssertionError("the connection was closed")


@pytest.mark.parametrize("place", range(6))
def test_a_call_by_hand_is_answered(place):
    """Frames and headers are right: the answer of the rules comes back."""
    asked = questions()[place]
    assert isinstance(asked.expected, bytes)
    with running() as server, connection(server.address) as peer:
        peer.sendall(settings(2**20) + call(1, asked.method, asked.request.SerializeToString()))
        received = b""
        while asked.expected not in received:
            more = peer.recv(65536)
            assert more, received
            received += more


def test_half_a_call_is_not_answered():
    """It is held open, as a client that stalls does."""
    asked = questions()[0]
    assert isinstance(asked.expected, bytes)
    message = asked.request.SerializeToString()
    with running() as server, connection(server.address) as peer:
        peer.sendall(settings() + call(1, asked.method, message, whole=False))
        peer.settimeout(0.3)
        received = until_silent(peer)
        assert received
        assert asked.expected not in received
