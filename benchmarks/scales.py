"""The scales of a plot: where a value stands between its ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

Series = Mapping[str, Sequence[tuple[float, float]]]
"""Points by the name of what they are of."""

TICKS = (1, 2, 5)
"""The round values of a decade."""

MOST = 6
"""The most distances between the values that an even axis has."""

END = 1.3
"""How many times the last of them an axis may reach without a value of its own at its end."""


@dataclass(frozen=True, slots=True)
class Scale:
    """One axis.

    Attributes:
        low, high: the values at its ends.
        logarithmic: whether equal distances are equal ratios.
    """

    low: float
    high: float
    logarithmic: bool

    def place(self, value: float) -> float:
        """Where a value stands: 0 at the low end, 1 at the high one."""
        low, high, value = (log10(each) if self.logarithmic else each for each in (
            self.low, self.high, value
        ))  # fmt: skip
        return (value - low) / (high - low) if high > low else 0.0

    def ticks(self) -> list[float]:
        """Round values to mark: those of a decade if these are few enough, else the decades."""
        if not self.logarithmic:
            return self._even()
        decades = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        steps = TICKS if len(decades) < 4 else TICKS[:1]
        found = [10.0**decade * step for decade in decades for step in steps]
        kept = [each for each in found if self.low <= each * 1.001 and each <= self.high * 1.001]
        return kept if kept and kept[-1] * END > self.high else [*kept, self.high]

    def _even(self) -> list[float]:
        span = self.high - self.low
        unit = 10.0 ** floor(log10(span / 4))
        step = next(unit * factor for factor in (*TICKS, 10) if span / (unit * factor) <= MOST)
        return [self.low + step * number for number in range(floor(span / step * 1.001) + 1)]


def scales(series: Series) -> tuple[Scale, Scale]:
    """The two axes of some points: logarithmic, or from 0 where there is an x that is 0.

    A logarithmic axis upwards ends at decades, so that a flat series looks flat.
    """
    points = [point for each in series.values() for point in each]
    lefts, heights = zip(*points, strict=True)
    across = Scale(min(lefts), max(lefts), logarithmic=min(lefts) > 0)
    if not across.logarithmic:
        return across, Scale(0.0, max(heights), logarithmic=False)
    low, high = 10.0 ** floor(log10(min(heights))), 10.0 ** ceil(log10(max(heights)))
    return across, Scale(low, high, logarithmic=True)


def proportional(series: Series, steps: int = 64) -> list[tuple[float, float]]:
    """Points of the line that rises as x does and ends at the last of the highest points.

    As far as the axes show it.
    """
    across, up = scales(series)
    top = max(each[-1][1] for each in series.values())
    found = []
    for step in range(steps):
        share = step / (steps - 1)
        if across.logarithmic:
            left = across.low * (across.high / across.low) ** share
        else:
            left = across.low + (across.high - across.low) * share
        value = top * left / across.high
        if value >= up.low:
            found.append((left, value))
    return found
