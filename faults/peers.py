"""Peers that do not speak as they should, while others call: each a kind of connection."""

from __future__ import annotations

import random
import resource
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from faults.load import Load, questions
from faults.outcome import Outcome, Size
from faults.processes import Process, service, wait_until
from ninjutsu.v1 import service_pb2 as wire

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""How a client begins to speak HTTP/2."""

DATA, HEADERS, SETTINGS, WINDOW_UPDATE = 0x0, 0x1, 0x4, 0x8
END_STREAM, END_HEADERS = 0x1, 0x4
LARGEST_WINDOW = 2**31 - 1
FIRST_WINDOW = 65_535

SPARE_DESCRIPTORS = 300
"""Files and connections that this process needs for other things."""

MEMORY_ALLOWED = 400 * 2**20
"""What peers may cost a service in memory; far more would be a leak that ends it."""


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2 (RFC 9113, 4.1)."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def header(name: str, value: str) -> bytes:
    """A header field, neither indexed nor compressed (RFC 7541, 6.2.2)."""
    return b"\0" + b"".join(bytes([len(each)]) + each.encode() for each in (name, value))


def call(stream: int, method: str, message: bytes, *, whole: bool = True) -> bytes:
    """The frames of a gRPC call; not `whole`, it breaks off in its message."""
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": f"/ninjutsu.v1.NinjutsuService/{method}",
        ":authority": "localhost",
        "content-type": "application/grpc",
        "te": "trailers",
    }
    block = b"".join(header(name, value) for name, value in fields.items())
    body = b"\0" + struct.pack(">I", len(message)) + message
    if not whole:
        body = body[: len(body) // 2]
    frames = frame(HEADERS, END_HEADERS, stream, block)
    return frames + frame(DATA, END_STREAM if whole else 0, stream, body)


def settings(window: int = FIRST_WINDOW) -> bytes:
    """A client's first frame: how much of each answer it takes unasked."""
    return PREFACE + frame(SETTINGS, 0, 0, struct.pack(">HI", 0x4, window))


Peer = Callable[[socket.socket, random.Random], None]
"""What one hostile peer does with its connection."""


def garbage(peer: socket.socket, chance: random.Random) -> None:
    """Bytes that are no protocol, from the first one on or after a good beginning."""
    beginning = chance.choice([b"", PREFACE, settings()])
    peer.sendall(beginning + chance.randbytes(chance.randrange(1, 20_000)))


def http1(peer: socket.socket, chance: random.Random) -> None:
    """Another version of HTTP."""
    line = chance.choice(["GET / HTTP/1.1", "POST /x HTTP/1.0", "GET /metrics HTTP/1.1"])
    peer.sendall(f"{line}\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello".encode())


def broken_call(peer: socket.socket, chance: random.Random) -> None:
    """A call that breaks off, with its connection, in its message."""
    asked = questions()[0]
    message = asked.request.SerializeToString()
    peer.sendall(settings() + call(1, asked.method, message, whole=False))


def half_open(peer: socket.socket, chance: random.Random) -> None:
    """One that says it will send no more before it has sent a whole call, and stays."""
    beginning = chance.choice([b"", PREFACE[:10], settings()])
    if beginning:
        peer.sendall(beginning)
    peer.shutdown(socket.SHUT_WR)


PEERS: dict[str, Peer] = {
    "garbage bytes": garbage,
    "HTTP/1": http1,
    "calls that break off": broken_call,
    "half-open connections": half_open,
}
"""Those that come, send what they send at once, and hold their connection for a while."""


@contextmanager
def connection(address: str) -> Iterator[socket.socket]:
    """A bare TCP connection."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=30) as opened:
        yield opened


def hostile_bytes(size: Size) -> Outcome:
    """Peers of each kind, many at once, while others call."""
    chance = random.Random(20)  # always the same
    with watched(size) as (served, load, outcome):
        for _ in range(max(1, size.times // 4)):
            for act in PEERS.values():
                with ExitStack() as stack:
                    for _ in range(size.peers):
                        peer = stack.enter_context(connection(served.address))
                        with suppress(OSError):  # it is thrown out: well done
                            act(peer, chance)
                    load.wait_for_more(20)
        load.go_on(size.seconds)
        outcome.note = f"{size.peers} connections at once of each: {', '.join(PEERS)}"
    return outcome


def slow_peers(size: Size) -> Outcome:
    """Peers that send a call byte by byte, and break off before its end."""
    asked = questions()[0]
    spoken = settings() + call(1, asked.method, asked.request.SerializeToString(), whole=False)
    with watched(size) as (served, load, outcome), ExitStack() as stack:
        peers = [stack.enter_context(connection(served.address)) for _ in range(size.peers)]
        until = time.monotonic() + size.seconds * size.times
        place = 0
        while time.monotonic() < until:
            for peer in peers:
                with suppress(OSError):
                    peer.sendall(spoken[place : place + 1])
            place = min(place + 1, len(spoken) - 1)
            time.sleep(0.02)
        load.wait_for_more()
        outcome.note = f"{size.peers} connections, each with a byte every 0.02 s"
    return outcome


def idle_connections(size: Size) -> Outcome:
    """As many connections that say nothing as the limit of open files lets be."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    count = min(size.connections, limit - SPARE_DESCRIPTORS)
    with watched(size) as (served, load, outcome), ExitStack() as stack:
        before = served.memory()
        for number in range(count):
            peer = stack.enter_context(connection(served.address))
            if number % 2:
                peer.sendall(settings())
        load.go_on(size.seconds)
        each = (served.memory() - before) / count / 1024
        outcome.note = f"{count} connections at once, {each:.1f} KiB of memory each"
    return outcome


def deaf_clients(size: Size) -> Outcome:
    """Clients that ask for much, allow every answer, and read none."""
    message = _large_answers()
    sent = 0
    with watched(size) as (served, load, outcome), ExitStack() as stack:
        before = served.memory()
        peers = [stack.enter_context(_deaf(served.address)) for _ in range(size.peers // 10)]
        willing = list(peers)
        for number in range(10 * size.times):
            for peer in list(willing):
                try:
                    peer.sendall(call(2 * number + 1, "Batch", message))
                except OSError:
                    # The service takes no more until this one reads: well done.
                    willing.remove(peer)
                    continue
                sent += 1
                # Not a flood: what is tried is what becomes of the answers.
                time.sleep(0.02)
        load.go_on(size.seconds)
        grown = (served.memory() - before) / 2**20
        outcome.note = f"{len(peers)} clients, {sent:,} large batches, {grown:.0f} MiB of memory"
    return outcome


def _large_answers() -> bytes:
    """A request of some bytes whose answer has very many."""
    listing = questions()[0].request
    assert isinstance(listing, wire.ListActionsRequest)
    command = wire.ListActionsRequest(player_id="a", explain=True)
    commands = [wire.PlayRequest(list_actions=command)] * 100
    return wire.BatchRequest(state=listing.state, commands=commands).SerializeToString()


@contextmanager
def _deaf(address: str) -> Iterator[socket.socket]:
    with connection(address) as peer:
        # Small, so that answers soon have nowhere to go.
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        room = struct.pack(">I", LARGEST_WINDOW - FIRST_WINDOW)
        peer.sendall(settings(LARGEST_WINDOW) + frame(WINDOW_UPDATE, 0, 0, room))
        peer.settimeout(0.5)
        yield peer


@contextmanager
def watched(size: Size) -> Iterator[tuple[Process, Load, Outcome]]:
    """A service under load, and the outcome: filled in at the end, harm included.

    What peers held open must be let go of: connections, and threads that answer calls.
    """
    with service("--log-format", "json") as served:
        with Load(served.address, size.clients) as load:
            outcome = Outcome.of(load.counts, "")
            descriptors, memory = served.descriptors(), served.memory()
            yield served, load, outcome
        # Not until all is let go of, but as long as that takes.
        with suppress(TimeoutError):
            wait_until(lambda: served.descriptors() <= descriptors, "closed connections", 20)
        counts = load.counts
        outcome.sent, outcome.wrong, outcome.failed = counts.sent, counts.wrong, counts.failed
        outcome.slowest = counts.slowest
        if not served.alive():
            outcome.harm.append("the service has ended")
            return
        left = served.descriptors() - descriptors
        if left > 0:
            outcome.harm.append(f"{left} descriptors are left open")
        if served.memory() - memory > MEMORY_ALLOWED:
            outcome.harm.append(f"{(served.memory() - memory) >> 20} MiB of memory are kept")
        with Load(served.address, 1) as again:
            again.stop()
        if not again.counts.clean():
            outcome.harm.append("calls fail afterwards")
