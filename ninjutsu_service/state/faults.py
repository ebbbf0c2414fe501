"""Faults of what was sent, each with the path of the field that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

MAX_FAULTS = 100_000
"""No more are gathered: a few megabytes can hold millions, and nobody reads so many."""

_QUOTED = 40


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


def gather(faults: Iterable[Fault]) -> list[Fault]:
    """The faults as a list, the first `MAX_FAULTS` of them."""
    return list(islice(faults, MAX_FAULTS))


def quoted(text: str) -> str:
    """A text from what was sent, in quotes; of a long one its beginning."""
    return repr(text) if len(text) <= _QUOTED else f"{text[:_QUOTED]!r}…"
