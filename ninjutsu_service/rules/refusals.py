"""Refusals: which rule forbids an action, and what it says of whom.

`RefusalReason` in the wire contract states the order in which reasons apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ninjutsu.v1 import service_pb2 as wire


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules forbid something.

    Attributes:
        reason: a `RefusalReason` number of the wire contract.
        rule: the number in the Comprehensive Rules.
        source_id: the card with the keyword; empty where none is concerned.
        keyword: the keyword's registered name.
        returned_id: the creature that was to be returned, where it is the obstacle.
        details: what a message for people mentions: names and costs by placeholder.
        case: which of the reason's messages it is, where it has several.
    """

    reason: int
    rule: str
    source_id: str = ""
    keyword: str = ""
    returned_id: str = ""
    details: Mapping[str, str] = field(default_factory=dict)
    case: str = ""

    @property
    def name(self) -> str:
        """The reason without its prefix, "BLOCKED"."""
        return reason_name(self.reason)

    @property
    def text(self) -> str:
        """The name of its message for people, a key of `texts`."""
        return self.case or self.name


class Refused(Exception):
    """An action that the rules forbid. Nothing has changed.

    Attributes:
        refusal: the first reason that applies.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.name} ({refusal.rule})")
        self.refusal = refusal


def reason_name(reason: int) -> str:
    """The wire contract's name of a reason without its prefix, "BLOCKED"."""
    return wire.RefusalReason.Name(reason).removeprefix("REFUSAL_REASON_")  # type: ignore[arg-type]
