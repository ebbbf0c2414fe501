"""What can go wrong with a call, as types to catch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

from ninjutsu.v1 import service_pb2 as wire


class NinjutsuError(Exception):
    """Any failure of a call."""


class Refused(NinjutsuError):
    """The rules forbid the action; nothing has changed.

    Attributes:
        reason: a `RefusalReason` without its prefix, "BLOCKED".
        rule: the rule's number in the Comprehensive Rules.
        source_id: the card; empty where none is concerned.
        keyword: the keyword's registered name.
        returned_id: the creature that was to be returned, where it is the obstacle.
        message: for a player, in the language that was asked for.
    """

    def __init__(
        self,
        reason: str,
        rule: str,
        message: str,
        *,
        source_id: str = "",
        keyword: str = "",
        returned_id: str = "",
    ) -> None:
        super().__init__(f"{message} ({reason}, {rule})")
        self.reason = reason
        self.rule = rule
        self.message = message
        self.source_id = source_id
        self.keyword = keyword
        self.returned_id = returned_id

    @classmethod
    def from_wire(cls, refusal: wire.Refusal) -> Refused:
        """The refusal of a stream or a batch."""
        name = wire.RefusalReason.Name(refusal.reason).removeprefix("REFUSAL_REASON_")
        return cls(
            name,
            refusal.rule,
            refusal.message,
            source_id=refusal.source_id,
            keyword=refusal.keyword,
            returned_id=refusal.returned_id,
        )


class InvalidRequest(NinjutsuError):
    """What was sent contradicts itself.

    Attributes:
        fields: each wrong field's path with what is wrong with it.
    """

    def __init__(self, message: str, fields: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.fields = tuple(fields)


class Unavailable(NinjutsuError):
    """Nothing answers, after the retries."""


class DeadlineExceeded(NinjutsuError):
    """No answer came in time; the message says so, or which time of the service's own ran out."""


class Failed(NinjutsuError):
    """Any other status.

    Attributes:
        code: its name, "RESOURCE_EXHAUSTED".
        reason: the service's own word for it; empty where it gave none.
    """

    def __init__(self, code: str, message: str, reason: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.reason = reason


def from_rpc(error: grpc.RpcError, address: str = "") -> NinjutsuError:
    """The typed error of a failed call.

    Args:
        error: what grpc raised.
        address: which service was called, for the message where none answered; empty if unknown.
    """
    code = error.code()
    message = error.details() or ""
    placed = f"{address}: {message}" if address else message
    info, bad = _details(error)
    if code is grpc.StatusCode.FAILED_PRECONDITION and info.reason:
        said: Mapping[str, str] = dict(info.metadata)
        return Refused(
            info.reason,
            said.get("rule", ""),
            message,
            source_id=said.get("source_id", ""),
            keyword=said.get("keyword", ""),
            returned_id=said.get("returned_id", ""),
        )
    if code is grpc.StatusCode.INVALID_ARGUMENT:
        fields = [(each.field, each.description) for each in bad.field_violations]
        return InvalidRequest(message, fields)
    if code is grpc.StatusCode.UNAVAILABLE:
        return Unavailable(placed)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        if info.reason:
            # The service itself ended the call, and says why.
            return DeadlineExceeded(placed)
        service = f" from {address}" if address else ""
        return DeadlineExceeded(f"no answer{service} in time; is a service running there?")
    return Failed(code.name, message, info.reason)


def _details(
    error: grpc.RpcError,
) -> tuple[error_details_pb2.ErrorInfo, error_details_pb2.BadRequest]:
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in _status_of(error).details:
        if detail.Is(info.DESCRIPTOR):
            detail.Unpack(info)
        elif detail.Is(bad.DESCRIPTOR):
            detail.Unpack(bad)
    return info, bad


def _status_of(error: Any) -> Any:
    """The google.rpc.Status of a failed call, of the synchronous or the asyncio channel."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            return status_pb2.Status.FromString(value)
    return status_pb2.Status()
