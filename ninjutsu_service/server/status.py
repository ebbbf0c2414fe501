"""The one table from what went wrong to the status that a caller gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NoReturn

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service import texts
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.payment import PaymentTooComplex
from ninjutsu_service.rules.refusals import Refusal, Refused
from ninjutsu_service.state.faults import Fault, InvalidRequest

DOMAIN: Final = "ninjutsu.v1"

REFUSAL_STATUS: Final[Mapping[int, int]] = {
    reason: code_pb2.FAILED_PRECONDITION
    for reason in wire.RefusalReason.values()
    if reason != wire.REFUSAL_REASON_UNSPECIFIED
}
"""Every refusal is a matter of the state that was sent: another state may allow it."""

REFUSED: Final = code_pb2.FAILED_PRECONDITION
"""The status of refusals, and of nothing else."""

MAX_STATUS: Final = 4200
"""Bytes of a `google.rpc.Status`. It travels as metadata, of which clients take 8 KiB: a third
longer there (base64), with the message once more, percent-encoded, and HTTP's own headers."""

MAX_TEXT: Final = 600
"""Bytes of one text in a status; each may be three of the message's percent-encoding."""

MAX_METADATA: Final = 768
"""Bytes of one value of an ErrorInfo's metadata."""

LOGGED_FIELDS: Final = 10
"""How many wrong fields a log line names."""


@dataclass(frozen=True, slots=True)
class Failure:
    """How a call ends that is not answered.

    Attributes:
        code: the status, of `google.rpc.Code`.
        reason: a word for machines: of an `ErrorInfo`, of metrics and of logs.
        message: a sentence for people.
        details: what the status carries besides.
        logged: what a log line says besides; nothing of what was sent but the fields' names.
    """

    code: int
    reason: str
    message: str
    details: tuple[Message, ...] = ()
    logged: Mapping[str, object] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """The name of the status: "INVALID_ARGUMENT"."""
        return str(code_pb2.Code.Name(self.code))


class CallFailed(Exception):
    """A call ends here, and so."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def failure_of(error: Exception, language: str) -> Failure | None:
    """How a call ends by an exception; None where nobody has foreseen it."""
    match error:
        case CallFailed():
            return error.failure
        case Refused():
            return _refused(error.refusal, language)
        case InvalidRequest():
            return _rejected(error.faults)
        case TooMuchWork() | PaymentTooComplex():
            return _exhausted(error.reason, shortened(str(error)))
        case grpc.RpcError():
            # What reading a stream of requests raises where the client has gone.
            return abandoned(late=False).failure
        case _:
            return None


def _refused(refusal: Refusal, language: str) -> Failure:
    """The rules forbid the action."""
    message = shortened(texts.refusal_message(language, refusal.text, refusal.details))
    metadata = {
        "rule": refusal.rule,
        "source_id": refusal.source_id,
        "keyword": refusal.keyword,
        "returned_id": refusal.returned_id,
    }
    info = error_details_pb2.ErrorInfo(
        reason=refusal.name,
        domain=DOMAIN,
        metadata={key: shortened(value, MAX_METADATA) for key, value in metadata.items() if value},
    )
    localized = error_details_pb2.LocalizedMessage(locale=language, message=message)
    code = REFUSAL_STATUS[refusal.reason]
    return Failure(code, refusal.name, message, (info, localized), {"rule": refusal.rule})


def _rejected(faults: Sequence[Fault]) -> Failure:
    """What was sent contradicts itself; every wrong field is named.

    Of very many the first are named, and the message says how many more there are.
    """
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    first = shortened(f"{faults[0].field}: {faults[0].message}", MAX_TEXT - len(more))
    fields = [shortened(each.field, 100) for each in faults[:LOGGED_FIELDS]]
    logged = {"fields": fields, "faults": len(faults)}
    details = (_bad_request(faults),)
    return Failure(code_pb2.INVALID_ARGUMENT, "INVALID", first + more, details, logged)


def _bad_request(faults: Sequence[Fault]) -> error_details_pb2.BadRequest:
    """As many of the faults, from the first on, as a status has room for."""
    bad = error_details_pb2.BadRequest()
    room = MAX_STATUS - MAX_TEXT - 100
    for fault in faults:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=shortened(fault.field), description=shortened(fault.message)
        )
        room -= violation.ByteSize() + 4
        if room < 0:
            break
        bad.field_violations.append(violation)
    return bad


def _failure(code: int, reason: str, message: str, **metadata: str) -> Failure:
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata)
    return Failure(code, reason, message, (info,), metadata)


def _exhausted(reason: str, message: str) -> Failure:
    return _failure(code_pb2.RESOURCE_EXHAUSTED, reason, message)


def unparsable(type_name: str) -> CallFailed:
    """The bytes are no message of the method's type."""
    message = f"the request is no {type_name}"
    return CallFailed(_failure(code_pb2.INVALID_ARGUMENT, "UNPARSABLE", message))


def missing() -> CallFailed:
    """The client sent nothing."""
    return CallFailed(_failure(code_pb2.INVALID_ARGUMENT, "NO_REQUEST", "there is no request"))


def not_found(message: str) -> CallFailed:
    """What the call asks for is not there."""
    return CallFailed(_failure(code_pb2.NOT_FOUND, "NOT_FOUND", shortened(message)))


def over(limit: str, allowed: float, message: str) -> CallFailed:
    """A limit of this server's settings is reached.

    Args:
        limit: the setting's name, "max_streams".
        allowed: its value.
        message: what is too much.
    """
    text = f"{limit}: {message}"
    code = code_pb2.DEADLINE_EXCEEDED if limit == "max_seconds" else code_pb2.RESOURCE_EXHAUSTED
    return CallFailed(_failure(code, limit.upper(), text, limit=limit, allowed=f"{allowed:.15g}"))


def stopping() -> CallFailed:
    """A stream ends because the server stops; another one may go on with it."""
    return CallFailed(_failure(code_pb2.UNAVAILABLE, "STOPPING", "the server is stopping"))


def idle(seconds: float) -> CallFailed:
    """A stream ends because its client said nothing for too long."""
    message = f"the stream said nothing for {seconds:g} seconds"
    return CallFailed(_failure(code_pb2.DEADLINE_EXCEEDED, "IDLE", message, limit="stream_idle"))


def abandoned(*, late: bool) -> CallFailed:
    """The client has gone, or waits no longer; nobody will read this."""
    if late:
        message = "the call's own deadline has passed"
        return CallFailed(_failure(code_pb2.DEADLINE_EXCEEDED, "DEADLINE", message))
    return CallFailed(_failure(code_pb2.CANCELLED, "CANCELLED", "the client cancelled the call"))


def fault(request_id: str) -> Failure:
    """A fault of this service, which its log tells by the request's id."""
    message = f"a fault of the service, logged as {request_id}"
    return replace(_failure(code_pb2.INTERNAL, "FAULT", message, request_id=request_id), logged={})


def abort(context: grpc.ServicerContext, failure: Failure) -> NoReturn:
    """End the call."""
    status = status_pb2.Status(code=failure.code, message=failure.message)
    for detail in failure.details:
        packed = Any()
        packed.Pack(detail, deterministic=True)
        status.details.append(packed)
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status raises")


def shortened(text: str, limit: int = MAX_TEXT) -> str:
    """A text of at most so many bytes of UTF-8; what is cut off is marked."""
    if len(text) * 4 <= limit:
        return text
    data = text[:limit].encode()
    if len(data) <= limit and len(text) <= limit:
        return text
    return data[: limit - len("…".encode())].decode(errors="ignore") + "…"
