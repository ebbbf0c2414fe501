"""The client over asyncio: the same methods as `Client`, awaited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any

import grpc
import grpc.aio

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import service_pb2_grpc as stubs
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client import requests
from ninjutsu_service.client.answers import Listing, Outcome, answer_of
from ninjutsu_service.client.errors import InvalidRequest, Refused, from_rpc
from ninjutsu_service.client.policy import channel_options
from ninjutsu_service.client.service import batch_answers
from ninjutsu_service.ports import check_port


class AsyncClient:
    """Calls a service from asyncio. Made by `connect_async`."""

    def __init__(self, channel: grpc.aio.Channel, language: str = "en", address: str = "") -> None:
        self.channel = channel
        self.address = address
        self._stub: Any = stubs.NinjutsuServiceStub(channel)
        self._metadata = (("accept-language", language),)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the channel."""
        await self.channel.close()

    async def list_actions(
        self,
        state: pb.CombatState,
        player: str,
        *,
        explain: bool = False,
        engine_pays: bool = False,
    ) -> Listing:
        """As `Client.list_actions`."""
        request = requests.listing(state, player, explain, engine_pays)
        return Listing.from_wire(await self._call(self._stub.ListActions, request))

    async def take_action(
        self,
        state: pb.CombatState,
        player: str,
        action: wire.Action,
        *,
        payment: wire.Payment | None = None,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Client.take_action`."""
        request = requests.taking(state, player, action, payment, decisions, seed, options)
        return Outcome.from_wire((await self._call(self._stub.TakeAction, request)).outcome)

    async def resolve(
        self,
        state: pb.CombatState,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Client.resolve`."""
        request = requests.resolving(state, decisions, seed, options)
        return Outcome.from_wire((await self._call(self._stub.Resolve, request)).outcome)

    async def advance_step(
        self,
        state: pb.CombatState,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Client.advance_step`."""
        request = requests.advancing(state, decisions, seed, options)
        return Outcome.from_wire((await self._call(self._stub.AdvanceStep, request)).outcome)

    async def check_state(self, state: pb.CombatState) -> list[tuple[str, str]]:
        """As `Client.check_state`."""
        answer = await self._call(self._stub.CheckState, wire.CheckStateRequest(state=state))
        return [(each.field, each.message) for each in answer.faults]

    async def batch(
        self, state: pb.CombatState, commands: Iterable[object]
    ) -> list[Listing | Outcome | Refused]:
        """As `Client.batch`."""
        request = wire.BatchRequest(state=state, commands=map(requests.command, commands))
        return batch_answers(await self._call(self._stub.Batch, request))

    def play(self, state: pb.CombatState) -> AsyncStream:
        """As `Client.play`."""
        return AsyncStream(self._stub, self._metadata, state, self.address)

    async def _call(self, method: Any, request: object) -> Any:
        try:
            return await method(request, metadata=self._metadata)
        except grpc.RpcError as error:
            raise from_rpc(error, self.address) from None


class AsyncStream:
    """A combat on one stream; the methods of `Stream`, awaited."""

    def __init__(
        self,
        stub: Any,
        metadata: tuple[tuple[str, str], ...],
        state: pb.CombatState,
        address: str = "",
    ) -> None:
        self._address = address
        self._state: pb.CombatState | None = state
        self._call = stub.Play(metadata=metadata)

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the stream."""
        self._call.cancel()

    async def list_actions(
        self, player: str, *, explain: bool = False, engine_pays: bool = False
    ) -> Listing:
        """As `Client.list_actions`."""
        answer = await self._say(requests.listing(self._state, player, explain, engine_pays))
        assert isinstance(answer, Listing)
        return answer

    async def take_action(
        self,
        player: str,
        action: wire.Action,
        *,
        payment: wire.Payment | None = None,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Client.take_action`; a refusal leaves the stream as it was."""
        return await self._act(
            requests.taking(self._state, player, action, payment, decisions, seed, options)
        )

    async def resolve(
        self,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Client.resolve`."""
        return await self._act(requests.resolving(self._state, decisions, seed, options))

    async def advance_step(
        self,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Client.advance_step`."""
        return await self._act(requests.advancing(self._state, decisions, seed, options))

    def replace_state(self, state: pb.CombatState) -> None:
        """As `Stream.replace_state`."""
        self._state = state

    async def _act(self, request: object) -> Outcome:
        answer = await self._say(request)
        assert isinstance(answer, Outcome)
        return answer

    async def _say(self, request: object) -> Listing | Outcome:
        try:
            await self._call.write(requests.command(request))
            response = await self._call.read()
        except grpc.RpcError as error:
            raise from_rpc(error, self._address) from None
        if response is grpc.aio.EOF:
            raise InvalidRequest("the stream is closed")
        self._state = None
        return answer_of(response)


def connect_async(
    address: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    language: str = "en",
    options: Mapping[str, int | str] | None = None,
) -> AsyncClient:
    """As `connect`, for asyncio."""
    check_port(address)
    arguments = channel_options(options or {})
    if credentials is None:
        return AsyncClient(grpc.aio.insecure_channel(address, arguments), language, address)
    return AsyncClient(grpc.aio.secure_channel(address, credentials, arguments), language, address)
