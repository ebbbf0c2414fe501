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


def refuse(context: grpc.ServicerContext, refusal: Refusal, language: str) -> NoReturn:
    """End the call: the rules forbid the action."""
    message = texts.refusal_message(language, refusal.name, refusal.details)
    metadata = {
        "rule": refusal.rule,
        "source_id": refusal.source_id,
        "keyword": refusal.keyword,
        "returned_id": refusal.returned_id,
    }
    info = error_details_pb2.ErrorInfo(
        reason=refusal.name,
        domain=DOMAIN,
        metadata={key: value for key, value in metadata.items() if value},
    )
    localized = error_details_pb2.LocalizedMessage(locale=language, message=message)
    _abort(context, REFUSAL_STATUS[refusal.reason], message, [info, localized])


def reject(context: grpc.ServicerContext, faults: Sequence[Fault]) -> NoReturn:
    """End the call: what was sent contradicts itself; every wrong field is named."""
    bad = error_details_pb2.BadRequest(
        field_violations=[
            error_details_pb2.BadRequest.FieldViolation(
                field=fault.field, description=fault.message
            )
            for fault in faults
        ]
    )
    first = f"{faults[0].field}: {faults[0].message}"
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    _abort(context, code_pb2.INVALID_ARGUMENT, first + more, [bad])


def unparsable(context: grpc.ServicerContext, type_name: str) -> NoReturn:
    """End the call: the bytes are no message of the method's type."""
    message = f"the request is no {type_name}"
    info = error_details_pb2.ErrorInfo(reason="UNPARSABLE", domain=DOMAIN)
    _abort(context, code_pb2.INVALID_ARGUMENT, message, [info])


def exhausted(context: grpc.ServicerContext, reason: str, message: str) -> NoReturn:
    """End the call: answering it would take more than its budget."""
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN)
    _abort(context, code_pb2.RESOURCE_EXHAUSTED, message, [info])


MAX_DETAILS: Final = 6000
"""Bytes of details that are sent: grpc refuses more than 8 KiB of metadata."""


def _abort(
    context: grpc.ServicerContext, code: int, message: str, details: Sequence[Message]
) -> NoReturn:
    status = status_pb2.Status(code=code, message=_short(message))
    for detail in details:
        _trim(detail)
        packed = Any()
        packed.Pack(detail)
        if status.ByteSize() + packed.ByteSize() < MAX_DETAILS:
            status.details.append(packed)
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status raises")


def _trim(detail: Message) -> None:
    """Drop the last of very many wrong fields, so that the first ones still arrive."""
    if isinstance(detail, error_details_pb2.BadRequest):
        for violation in detail.field_violations:
            violation.field = _short(violation.field)
            violation.description = _short(violation.description)
        while detail.ByteSize() > MAX_DETAILS - 700:
            del detail.field_violations[-max(1, len(detail.field_violations) // 10) :]
    elif isinstance(detail, error_details_pb2.ErrorInfo):
        for key, value in list(detail.metadata.items()):
            detail.metadata[key] = _short(value)
    elif isinstance(detail, error_details_pb2.LocalizedMessage):
        detail.message = _short(detail.message)


def _short(text: str) -> str:
    return text if len(text) <= 400 else text[:399] + "…"
