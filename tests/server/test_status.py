"""Statuses within what clients take."""

from __future__ import annotations

import pytest
from google.rpc.error_details_pb2 import ErrorInfo

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.server.status import REFUSAL_STATUS, over, shortened


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("", 10, ""),
        ("ten bytes.", 10, "ten bytes."),
        ("eleven, now", 10, "eleven,…"),
        ("ééééé", 10, "ééééé"),
        ("éééééé", 10, "ééé…"),
        ("界界界", 9, "界界界"),
        ("界界界界", 9, "界界…"),
        ("\U000e0001" * 3, 12, "\U000e0001" * 3),
        ("\U000e0001" * 4, 12, "\U000e0001" * 2 + "…"),
    ],
)
def test_texts_are_cut_by_their_bytes(text: str, limit: int, expected: str):
    """A character is never cut in half, and the mark of the cut counts as well."""
    assert shortened(text, limit) == expected
    assert len(shortened(text, limit).encode()) <= limit


def test_every_reason_has_a_status():
    """No refusal can end in anything but its own status."""
    assert set(REFUSAL_STATUS) == set(wire.RefusalReason.values()) - {0}


@pytest.mark.parametrize(
    ("allowed", "told"), [(4_194_304, "4194304"), (12_345_678.0, "12345678"), (0.02, "0.02")]
)
def test_a_limit_is_told_as_a_number(allowed: float, told: str):
    """A client may read it: the default of messages stood there as 4.1943e+06."""
    details = over("max_message_bytes", allowed, "too much").failure.details
    (info,) = [each for each in details if isinstance(each, ErrorInfo)]
    assert dict(info.metadata) == {"limit": "max_message_bytes", "allowed": told}
