"""The client over a channel: `connect`, and the combat on one stream."""

from __future__ import annotations

from collections.abc import Mapping
from queue import SimpleQueue
from typing import Any

import grpc

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import service_pb2_grpc as stubs
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client.errors import InvalidRequest, from_rpc
from ninjutsu_service.client.policy import channel_options
from ninjutsu_service.client.service import Combat, Service
from ninjutsu_service.ports import check_port


class Client(Service):
    """Calls a service. Made by `connect`; safe to use from several threads.

    Attributes:
        channel: what it speaks over.
        address: what its errors call the service; empty where that is not known.
    """

    def __init__(self, channel: grpc.Channel, language: str = "en", address: str = "") -> None:
        self.channel = channel
        self.address = address
        self._stub = stubs.NinjutsuServiceStub(channel)
        self._metadata = (("accept-language", language),)

    def close(self) -> None:
        """Close the channel."""
        self.channel.close()

    def play(self, state: pb.CombatState) -> Stream:
        """A combat on one stream, its state kept by the service; close it when it is over."""
        return Stream(self._stub, self._metadata, state, self.address)

    def send(self, method: str, request: Any) -> Any:
        """Make a call of NinjutsuService by its name, message in and message out.

        Raises:
            Refused, InvalidRequest, Unavailable, DeadlineExceeded, Failed: as their names say.
        """
        return self._answer(method, request)

    def _answer(self, method: str, request: Any) -> Any:
        try:
            return getattr(self._stub, method)(request, metadata=self._metadata)
        except grpc.RpcError as error:
            raise from_rpc(error, self.address) from None


class Stream(Combat):
    """A combat on one stream."""

    def __init__(
        self,
        stub: stubs.NinjutsuServiceStub,
        metadata: tuple[tuple[str, str], ...],
        state: pb.CombatState,
        address: str = "",
    ) -> None:
        super().__init__(state)
        self._address = address
        self._said: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
        self._answers: Any = stub.Play(iter(self._said.get, None), metadata=metadata)

    def close(self) -> None:
        """End the stream."""
        self._said.put(None)
        self._answers.cancel()

    def _response(self, command: wire.PlayRequest) -> wire.PlayResponse:
        self._said.put(command)
        try:
            response: wire.PlayResponse = next(self._answers)
        except grpc.RpcError as error:
            raise from_rpc(error, self._address) from None
        except StopIteration:
            raise InvalidRequest("the stream is closed") from None
        return response


def connect(
    address: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    language: str = "en",
    options: Mapping[str, int | str] | None = None,
) -> Client:
    """A client of the service at an address. Connecting happens with the first call.

    Args:
        address: "host:port", or "unix:/path/to/socket".
        credentials: for TLS; None speaks plain text.
        language: of messages for players, as in HTTP's Accept-Language.
        options: further channel arguments of grpc.

    Raises:
        ValueError: the address has a port that there is not.
    """
    check_port(address)
    arguments = channel_options(options or {})
    if credentials is None:
        return Client(grpc.insecure_channel(address, arguments), language, address)
    return Client(grpc.secure_channel(address, credentials, arguments), language, address)
