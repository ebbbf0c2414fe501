"""How much is tried, and what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from faults.load import Counts

PLACED = "shared by the clients and what they call"
"""For whoever reads the figures."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of a fault is tried.

    Attributes:
        times: how often it happens.
        seconds: how long calls go on after each.
        recovery: how long calls go on after what was harmed is well again, in seconds.
        clients: how many clients call meanwhile, each without a pause.
        connections: how many connections idle, at most: the limit of open files counts too.
        peers: how many connections a hostile peer makes of each kind.
    """

    times: int
    seconds: float
    recovery: float
    clients: int
    connections: int
    peers: int


BRIEF = Size(times=1, seconds=1.0, recovery=0.5, clients=2, connections=300, peers=20)
"""For CI: some seconds each."""

FULL = Size(times=10, seconds=2.0, recovery=6.0, clients=8, connections=5000, peers=200)
"""For the figures of docs/reliability.md: half a minute to two minutes each."""


@dataclass(slots=True)
class Outcome:
    """What came of one fault.

    Attributes:
        sent, wrong: calls that were made, and answers that were not the right ones.
        failed: calls without an answer, by why.
        slowest: the longest call, in seconds.
        note: what was done, with its figures.
        harm: what is not as it should be besides; empty where all is well.
    """

    sent: int
    wrong: int
    failed: Counter[str]
    slowest: float
    note: str
    harm: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, counts: Counts, note: str) -> Outcome:
        """The outcome that calls had."""
        outcome = cls(counts.sent, counts.wrong, counts.failed, counts.slowest, note)
        if not counts.sent:
            outcome.harm.append("no call was made")
        return outcome

    def clean(self) -> bool:
        """Whether no call failed, no answer was wrong, and nothing else was harmed."""
        return not self.failed and not self.wrong and not self.harm
