"""How long to measure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """What each part spends.

    Attributes:
        rounds: how often each comparison is made.
        seconds: about how long one side of it runs.
    """

    rounds: int
    seconds: float


FULL = Effort(15, 0.6)
QUICK = Effort(3, 0.2)
