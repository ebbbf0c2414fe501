"""Two ways of asking, compared in turn, round by round, so that a busy machine hits both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

from benchmarks.effort import Effort
from benchmarks.load import IN_FLIGHT, Sent, Work
from benchmarks.processes import Worker

WARM_SECONDS = 0.1
"""About how long each side runs at least before the first round that counts."""


@dataclass(frozen=True, slots=True)
class Side:
    """One way of asking.

    Attributes:
        address: of the server.
        cpu: the server's processor time so far, in seconds.
        work: what is sent.
        decisions: how many one piece of the work asks for.
        in_flight: how many calls wait at once.
        channels: how many connections they share.
    """

    address: str
    cpu: Callable[[], float]
    work: Work
    decisions: int = 1
    in_flight: int = IN_FLIGHT
    channels: int = 1

    @classmethod
    def of(cls, server: Worker, work: Work, decisions: int = 1, in_flight: int = IN_FLIGHT) -> Side:
        """One that asks a server that is a process of the measurement."""
        return cls(server.ask("address"), lambda: server.ask("cpu"), work, decisions, in_flight)


@dataclass(slots=True)
class Times:
    """Seconds for one decision, round by round.

    Attributes:
        cpu: the server's processor time.
        wall: as the client sees it.
    """

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)


def compare(load: Worker, sides: tuple[Side, Side], effort: Effort) -> tuple[Times, Times]:
    """Ask both sides in turn, each so much that it takes the effort's time."""
    found = Times(), Times()
    counts = [_warm(load, side, effort) for side in sides]
    made = [0, 0]
    for number in range(effort.rounds):
        for place in (0, 1) if number % 2 else (1, 0):
            side, count, times = sides[place], counts[place], found[place]
            load.ask("prepare", side.work, made[place], count)
            made[place] += count
            before = side.cpu()
            sent: Sent = load.ask("send", side.address, side.in_flight, side.channels)
            times.cpu.append((side.cpu() - before) / count / side.decisions)
            times.wall.append(sent.seconds / count / side.decisions)
    return found


def _warm(load: Worker, side: Side, effort: Effort) -> int:
    """Ask until the server has seen everything, and find how many pieces take the time."""
    count = 2
    while True:
        load.ask("prepare", side.work, 0, count)
        sent: Sent = load.ask("send", side.address, side.in_flight, side.channels)
        if sent.seconds > WARM_SECONDS:
            return max(2, round(count * effort.seconds / sent.seconds))
        count *= 2


def ratios(above: list[float], below: list[float]) -> list[float]:
    """One round's value to the other's, round by round."""
    return [one / other for one, other in zip(above, below, strict=True)]


def spread(values: list[float]) -> tuple[str, str, str]:
    """The median, the least and the most, for a table."""
    return f"{median(values):.2f}", f"{min(values):.2f}", f"{max(values):.2f}"
