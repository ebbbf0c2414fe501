"""Results as readers see them: tables and plots in plain text, on a terminal and in a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path

BEGIN = "<!-- measured: written by `make bench ARGS=--write` -->"
END = "<!-- end of what was measured -->"


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the results.

    Attributes:
        title: its heading.
        lines: Markdown that reads well as it is.
    """

    title: str
    lines: Sequence[str]

    def __str__(self) -> str:
        return "\n".join((f"### {self.title}", "", *self.lines, ""))


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table with aligned columns, the first to the left and the others to the right."""
    widths = [max(len(row[place]) for row in (header, *rows)) for place in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [
        "| "
        + " | ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in (header, rule, *rows)
    ]


def plot(
    rows: Sequence[tuple[str, Sequence[float]]], top: float, marks: Sequence[float] = ()
) -> list[str]:
    """Each row's values on one line: `-` from the least to the greatest, `o` at the median.

    Args:
        rows: a label and its values each.
        top: the value at the right edge; the left one is 0.
        marks: values at which `:` stands in every row, goals for example.
    """
    width = 60
    labels = max(len(label) for label, _ in rows)

    def place(value: float) -> int:
        return min(width - 1, round(value / top * (width - 1)))

    lines = ["```text"]
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
        text = f"{value:g}"
        at = min(place(value), width + 1 - len(text))
        scale[at : at + len(text)] = text
    lines.append(f"{' ' * labels}  {''.join(scale)}".rstrip())
    return [*lines, "```"]


def scatter(series: Mapping[str, Sequence[tuple[float, float]]], x: str, y: str) -> list[str]:
    """Points on logarithmic scales, each as its series' first letter; dots rise as x does.

    Args:
        series: points by name, all positive.
        x: what goes to the right.
        y: what goes up.
    """
    width, height = 64, 18
    points = [point for each in series.values() for point in each]
    left, low = (log10(min(point[side] for point in points)) for side in (0, 1))
    right, high = (log10(max(point[side] for point in points)) for side in (0, 1))
    cells = [[" "] * width for _ in range(height)]

    def put(point: tuple[float, float], mark: str) -> None:
        column = round((log10(point[0]) - left) / (right - left or 1) * (width - 1))
        row = round((log10(point[1]) - low) / (high - low or 1) * (height - 1))
        if 0 <= row < height:
            cells[height - 1 - row][column] = mark

    for step in range(width):
        at = left + step / (width - 1) * (right - left)
        put((10**at, 10 ** (high - right + at)), ".")
    for name, each in series.items():
        for point in each:
            put(point, name[0])
    edges = {0: f"{10**high:,.4g}", height - 1: f"{10**low:,.4g}"}
    lines = [f"{edges.get(row, ''):>10} |{''.join(cell)}|" for row, cell in enumerate(cells)]
    ends = f"{10**left:,.4g}", f"{10**right:,.4g}"
    between = f"{x}, {y} upwards; . is linear".center(width - sum(map(len, ends)))
    return ["```text", *lines, f"{'':>12}{ends[0]}{between}{ends[1]}", "```"]


def write(document: Path, sections: Sequence[Section], machine: str) -> None:
    """Put the results between the document's two marks, in place of those of the same titles.

    Raises:
        ValueError: the document has no such marks.
    """
    text = document.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{document.name} has no place for results: {BEGIN} … {END}")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    kept = {part.partition("\n")[0]: f"### {part.strip()}\n" for part in old.split("\n### ")[1:]}
    kept.update((section.title, f"{section}") for section in sections)
    body = "\n".join(kept.values())
    document.write_text(
        f"{before}{BEGIN}\n\nMeasured on: {machine}\n\n{body}\n{END}{after}", encoding="utf-8"
    )
