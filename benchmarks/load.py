"""The client: a process that sends what was made beforehand, and serializes nothing meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import grpc

from ninjutsu_service.rules.rulebook import Rulebook

IN_FLIGHT = 16
"""Calls that the client keeps waiting at once, unless told otherwise."""


class Call(NamedTuple):
    """A call to send.

    Attributes:
        path: the method, as gRPC names it.
        messages: serialized: the one request; of a stream all, each sent once the one before
            it is answered.
    """

    path: str
    messages: tuple[bytes, ...]

    @property
    def streams(self) -> bool:
        """Whether this is a stream."""
        return self.path.endswith("/Play")


class Work(Protocol):
    """Something to send."""

    def calls(self, rulebook: Rulebook, first: int, count: int) -> list[Call]:
        """The calls, none of them with a state that another one has.

        Args:
            rulebook: the cards.
            first: what was made before, so that none is made again.
            count: how much.
        """
        ...


@dataclass(frozen=True, slots=True)
class Sent:
    """What the client saw of some calls.

    Attributes:
        calls: how many, all answered.
        seconds: from the first to the last.
        request_bytes, answer_bytes: of one call, on average.
    """

    calls: int
    seconds: float
    request_bytes: float
    answer_bytes: float


class Client:
    """Sends calls made beforehand, as bytes, and reads answers as bytes."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._runner = asyncio.Runner()
        self._channels: dict[str, list[grpc.aio.Channel]] = {}
        self._calls: list[Call] = []

    def prepare(self, work: Work, first: int, count: int) -> None:
        """Make the calls that `send` sends next."""
        self._calls = work.calls(self._rulebook, first, count)

    def send(self, address: str, in_flight: int = IN_FLIGHT, channels: int = 1) -> Sent:
        """Send them all; any status but OK ends the measurement.

        Args:
            address: where to.
            in_flight: how many at a time.
            channels: how many connections they share.
        """
        return self._runner.run(self._send(address, in_flight, channels))

    async def _send(self, address: str, in_flight: int, channels: int) -> Sent:
        opened = await self._open(address, channels)
        left = iter(self._calls)
        began = time.perf_counter()
        received = await asyncio.gather(
            *(_keep_asking(opened[place % channels], left) for place in range(in_flight))
        )
        seconds = time.perf_counter() - began
        count = len(self._calls)
        sent = sum(len(message) for call in self._calls for message in call.messages)
        return Sent(count, seconds, sent / count, sum(received) / count)

    async def _open(self, address: str, count: int) -> list[grpc.aio.Channel]:
        channels = self._channels.setdefault(address, [])
        while len(channels) < count:
            # Without a pool of its own each channel would use the first one's connection.
            options = (("grpc.use_local_subchannel_pool", 1),)
            channels.append(grpc.aio.insecure_channel(address, options))
            await channels[-1].channel_ready()
        return channels

    async def _close(self) -> None:
        for channels in self._channels.values():
            for channel in channels:
                await channel.close()

    def close(self) -> None:
        """Close the channels."""
        self._runner.run(self._close())
        self._runner.close()


async def _keep_asking(channel: grpc.aio.Channel, left: Iterator[Call]) -> int:
    """Make calls while there are any, and say how many bytes came back."""
    unary: dict[str, grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]] = {}
    received = 0
    for call in left:
        if call.streams:
            received += await _converse(channel, call)
            continue
        ask = unary.get(call.path)
        if ask is None:
            ask = unary[call.path] = channel.unary_unary(call.path)
        received += len(await ask(call.messages[0]))
    return received


async def _converse(channel: grpc.aio.Channel, call: Call) -> int:
    """Send a stream's messages, each after the answer to the one before it; its bytes back.

    Raises:
        AioRpcError: the stream ends with another status than OK.
        RuntimeError: it ends too soon.
    """
    stream: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(call.path)()
    received = 0
    for message in call.messages:
        await stream.write(message)
        answer = await stream.read()
        if not isinstance(answer, bytes):
            raise RuntimeError("a stream has ended before its last command")  # noqa: TRY004
        received += len(answer)
    await stream.done_writing()
    await stream.read()
    return received
