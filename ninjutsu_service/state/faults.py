"""Faults of what was sent, each with the path of the field that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fault(NamedTuple):
    """One wrong field.

    Attributes:
        field: its path, "objects[3].owner_id". A field of the state is named from the state;
            another field of the request by its own path, "action.source_id".
        message: what is wrong with it, for an engine's author.
    """

    field: str
    message: str


class InvalidRequest(Exception):
    """What was sent contradicts itself or leaves out what is required.

    Attributes:
        faults: every wrong field among those that the call reads; at least one.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.field}: {fault.message}" for fault in faults))
        self.faults = tuple(faults)
