"""Reading a status from a call that failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status


@dataclass(frozen=True)
class Failure:
    """How a call failed.

    Attributes:
        code: the status.
        message: its text.
        info: reason, domain and metadata, or empty.
        fields: each wrong field with what is wrong with it.
        localized: locale and text of the message for people, or None.
        size: bytes of metadata that it took, as HTTP/2 counts them.
    """

    code: grpc.StatusCode
    message: str
    info: error_details_pb2.ErrorInfo
    fields: dict[str, str]
    localized: tuple[str, str] | None
    size: int


def failure(
    call: Callable[..., Any], request: object, language: str = "", **options: Any
) -> Failure:
    """Make a call that must fail."""
    metadata = (("accept-language", language),) if language else ()
    with pytest.raises(grpc.RpcError) as caught:
        call(request, timeout=60, metadata=metadata, **options)
    return read_failure(caught.value)


def read_failure(error: Any) -> Failure:
    status = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    bad = error_details_pb2.BadRequest()
    localized = error_details_pb2.LocalizedMessage()
    kinds: tuple[Message, ...] = (info, bad, localized)
    for detail in status.details if status else ():
        assert any(detail.Unpack(kind) for kind in kinds), detail.type_url
    fields = {each.field: each.description for each in bad.field_violations}
    assert len(fields) == len(bad.field_violations), "a field is named twice"
    shown = (localized.locale, localized.message) if localized.locale else None
    return Failure(error.code(), error.details(), info, fields, shown, _size(error))


def _size(error: Any) -> int:
    """Bytes of a trailer by HTTP/2's count (RFC 9113, 6.5.2), encoded as gRPC encodes it."""
    total = 0
    for key, value in error.trailing_metadata() or ():
        encoded = (len(value) + 2) // 3 * 4 if key.endswith("-bin") else len(value)
        total += len(key) + encoded + 32
    message = (error.details() or "").encode()
    total += sum(1 if 0x20 <= byte <= 0x7E and byte != 0x25 else 3 for byte in message)
    return total + len("grpc-message") + 32
