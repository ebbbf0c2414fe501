"""The one table from what went wrong to the status that a caller gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service import texts
from ninjutsu_service.rules.refusals import Refusal
from ninjutsu_service.state.faults import Fault

DOMAIN: Final = "ninjutsu.v1"

REFUSAL_STATUS: Final[Mapping[int, int]] = {
    reason: code_pb2.FAILED_PRECONDITION
    for reason in wire.RefusalReason.values()
    if reason != wire.REFUSAL_REASON_UNSPECIFIED
}
"""Every refusal is a matter of the state that was sent: another state may allow it."""

MAX_STATUS: Final = 4200
"""Bytes of a `google.rpc.Status`. It travels as metadata, of which clients take 8 KiB: a third
longer there (base64), with the message once more, percent-encoded, and HTTP's own headers."""

MAX_TEXT: Final = 600
"""Bytes of one text in a status; each may be three of the message's percent-encoding."""

MAX_METADATA: Final = 768
"""Bytes of one value of an ErrorInfo's metadata."""


def refuse(context: grpc.ServicerContext, refusal: Refusal, language: str) -> NoReturn:
    """End the call: the rules forbid the action."""
    message = shortened(texts.refusal_message(language, refusal.name, refusal.details))
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
    _abort(context, REFUSAL_STATUS[refusal.reason], message, [info, localized])


def reject(context: grpc.ServicerContext, faults: Sequence[Fault]) -> NoReturn:
    """End the call: what was sent contradicts itself; every wrong field is named.

    Of very many the first are named, and the message says how many more there are.
    """
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    first = shortened(f"{faults[0].field}: {faults[0].message}", MAX_TEXT - len(more))
    _abort(context, code_pb2.INVALID_ARGUMENT, first + more, [_bad_request(faults)])


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


def unparsable(context: grpc.ServicerContext, type_name: str) -> NoReturn:
    """End the call: the bytes are no message of the method's type."""
    message = f"the request is no {type_name}"
    info = error_details_pb2.ErrorInfo(reason="UNPARSABLE", domain=DOMAIN)
    _abort(context, code_pb2.INVALID_ARGUMENT, message, [info])


def not_found(context: grpc.ServicerContext, message: str) -> NoReturn:
    """End the call: what it asks for is not there."""
    info = error_details_pb2.ErrorInfo(reason="NOT_FOUND", domain=DOMAIN)
    _abort(context, code_pb2.NOT_FOUND, message, [info])


def stopping(context: grpc.ServicerContext) -> NoReturn:
    """End a stream: the server stops, and another one may go on with it."""
    info = error_details_pb2.ErrorInfo(reason="STOPPING", domain=DOMAIN)
    _abort(context, code_pb2.UNAVAILABLE, "the server is stopping", [info])


def idle(context: grpc.ServicerContext, seconds: float) -> NoReturn:
    """End a stream: its client said nothing for too long."""
    info = error_details_pb2.ErrorInfo(reason="IDLE", domain=DOMAIN)
    message = f"the stream said nothing for {seconds:g} seconds"
    _abort(context, code_pb2.DEADLINE_EXCEEDED, message, [info])


def internal(context: grpc.ServicerContext, request_id: str) -> NoReturn:
    """End the call: a fault of this service, which its log tells by the request's id."""
    info = error_details_pb2.ErrorInfo(
        reason="FAULT", domain=DOMAIN, metadata={"request_id": request_id}
    )
    _abort(context, code_pb2.INTERNAL, f"a fault of the service, logged as {request_id}", [info])


def exhausted(context: grpc.ServicerContext, reason: str, message: str) -> NoReturn:
    """End the call: answering it would take more than its budget."""
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN)
    _abort(context, code_pb2.RESOURCE_EXHAUSTED, shortened(message), [info])


def _abort(
    context: grpc.ServicerContext, code: int, message: str, details: Sequence[Message]
) -> NoReturn:
    status = status_pb2.Status(code=code, message=message)
    for detail in details:
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
