"""Plots in plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.scales import Series, proportional, scales


def ranges(
    rows: Sequence[tuple[str, Sequence[float]]], top: float, marks: Sequence[float] = ()
) -> list[str]:
    """Each row's values on one line: `-` from the least to the greatest, `o` at the median."""
    width = 60
    labels = max(len(label) for label, _ in rows)

    def place(value: float) -> int:
        return min(width - 1, round(value / top * (width - 1)))

    lines = []
    for label, values in rows:
        ordered = sorted(values)
        cells = [" "] * width
        for mark in marks:
            cells[place(mark)] = ":"
        low, high = place(ordered[0]), place(ordered[-1])
        cells[low : high + 1] = "-" * (high - low + 1)
        cells[place(ordered[len(ordered) // 2])] = "o"
        lines.append(f"{label.ljust(labels)} |{''.join(cells)}|")
    scale = [" "] * (width + 1)
    for value in (0.0, *marks, top):
        text = f"{value:.3g}"
        at = min(place(value), width + 1 - len(text))
        scale[at : at + len(text)] = text
    return [*lines, f"{' ' * labels}  {''.join(scale)}".rstrip()]


def curves(series: Series, x: str, y: str) -> list[str]:
    """Points, each as its series' first letter; dots rise as x does."""
    width, height = 64, 18
    across, up = scales(series)
    cells = [[" "] * width for _ in range(height)]

    def put(point: tuple[float, float], mark: str) -> None:
        column = round(across.place(point[0]) * (width - 1))
        row = round(up.place(point[1]) * (height - 1))
        cells[height - 1 - row][column] = mark

    for left, value in proportional(series):
        put((left, value), ".")
    for name, each in series.items():
        for point in each:
            put(point, name[0])
    edges = {0: f"{up.high:,.4g}", height - 1: f"{up.low:,.4g}"}
    lines = [f"{edges.get(row, ''):>10} |{''.join(cell)}|" for row, cell in enumerate(cells)]
    ends = f"{across.low:,.4g}", f"{across.high:,.4g}"
    between = f"{x}, {y} upwards; . is linear".center(width - sum(map(len, ends)))
    return [*lines, f"{'':>12}{ends[0]}{between}{ends[1]}"]
