"""A channel to a running service, for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import service_pb2_grpc as stubs
from ninjutsu_service.rules.refusals import reason_name

WAIT_SECONDS = 5.0


class Unreachable(ConnectionError):
    """Nothing answers at the address."""


class Rejected(ValueError):
    """A call that ended with a status other than a refusal by the rules.

    Attributes:
        code: the status, "INVALID_ARGUMENT".
        fields: each wrong field with what is wrong with it.
    """

    def __init__(self, code: str, message: str, fields: list[tuple[str, str]]) -> None:
        super().__init__(message)
        self.code = code
        self.fields = fields


@contextmanager
def open_channel(address: str) -> Iterator[grpc.Channel]:
    """A connected channel, closed at the end of the block.

    Raises:
        Unreachable: nothing answered in time.
    """
    with grpc.insecure_channel(address) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=WAIT_SECONDS)
        except grpc.FutureTimeoutError:
            raise Unreachable(f"no service answers at {address}") from None
        yield channel


def call(
    channel: grpc.Channel, method: str, request: Message, language: str
) -> Message | wire.Refusal:
    """Make one call of NinjutsuService.

    Returns:
        The response, or the refusal where the rules forbid the action.

    Raises:
        Rejected: the request has faults, or the server cannot answer it.
    """
    send = getattr(stubs.NinjutsuServiceStub(channel), method)
    try:
        answer: Message = send(
            request, timeout=WAIT_SECONDS, metadata=(("accept-language", language),)
        )
    except grpc.RpcError as error:
        return _refusal(error)
    return answer


def _refusal(error: grpc.RpcError) -> wire.Refusal:
    status = rpc_status.from_call(error)
    fields: list[tuple[str, str]] = []
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        bad = error_details_pb2.BadRequest()
        if error.code() is grpc.StatusCode.FAILED_PRECONDITION and detail.Unpack(info):
            return wire.Refusal(
                source_id=info.metadata["source_id"],
                keyword=info.metadata["keyword"],
                returned_id=info.metadata["returned_id"],
                reason=_REASONS[info.reason],
                rule=info.metadata["rule"],
                message=error.details() or "",
            )
        if detail.Unpack(bad):
            fields += [(each.field, each.description) for each in bad.field_violations]
    raise Rejected(error.code().name, error.details() or "", fields)


_REASONS = {reason_name(number): number for number in wire.RefusalReason.values()}
