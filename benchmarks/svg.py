"""Plots as SVG, for pages. Their colours stand out from white as well as from black."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from xml.sax.saxutils import escape

from benchmarks.scales import Scale, Series, proportional, scales

INK = "#7d8590"
COLORS = ("#3b82f6", "#d97706", "#0f9d76", "#a855f7", "#e11d48")

WIDTH = 760
ROW = 22
LETTER = 6.6
"""About how wide a letter is."""


def ranges(
    title: str,
    rows: Sequence[tuple[str, Sequence[float]]],
    top: float,
    marks: Sequence[float] = (),
) -> str:
    """A line for each row, from the least of its values to the greatest, a dot at the median.

    Args:
        title: what it shows.
        rows: a label and its values each.
        top: the value at the right edge; the left one is 0.
        marks: values to mark in every row, goals for example.
    """
    left = max(len(label) for label, _ in rows) * LETTER + 16
    right, head = WIDTH - 50, 48
    foot = head + ROW * len(rows)
    scale = Scale(0.0, top, logarithmic=False)

    def place(value: float) -> float:
        return left + min(1.0, scale.place(value)) * (right - left)

    parts = []
    for tick in scale.ticks():
        parts.append(_line(place(tick), head, place(tick), foot, opacity=0.25))
        parts.append(_text(place(tick), foot + 16, f"{tick:g}", "middle"))
    for mark in marks:
        parts.append(_line(place(mark), head - 6, place(mark), foot, dashed=True))
        parts.append(_text(place(mark), head - 10, f"{mark:.3g}", "middle"))
    for number, (label, values) in enumerate(rows):
        y = head + ROW * (number + 0.5)
        low, middle, high = min(values), median(values), max(values)
        parts.append(_text(left - 10, y + 4, label, "end"))
        parts.append(_line(place(low), y, place(high), y, COLORS[0], width=4, opacity=0.5))
        parts.append(_dot(place(middle), y, COLORS[0], 5))
        parts.append(_text(place(high) + 9, y + 4, f"{middle:.2f}", "start"))
    return _picture(title, foot + 28, parts)


def curves(title: str, x: str, y: str, series: Series) -> str:
    """Points joined to lines, with a dashed line that rises as x does.

    Args:
        title: what it shows.
        x: what goes to the right.
        y: what goes up.
        series: points by name.
    """
    across, up = scales(series)
    labels = max(map(len, series)) * LETTER
    left, right, head, foot = 70.0, WIDTH - labels - 24, 48.0, 330.0

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return (
            left + across.place(point[0]) * (right - left),
            foot - up.place(point[1]) * (foot - head),
        )

    parts = [_path(map(place, proportional(series)), INK, dashed=True)]
    for tick in across.ticks():
        column = place((tick, up.low))[0]
        parts.append(_line(column, head, column, foot, opacity=0.25))
        parts.append(_text(column, foot + 16, f"{tick:,.6g}", "middle"))
    for tick in up.ticks():
        row = place((across.low, tick))[1]
        parts.append(_line(left, row, right, row, opacity=0.25))
        parts.append(_text(left - 8, row + 4, f"{tick:,.6g}", "end"))
    parts.append(_text((left + right) / 2, foot + 34, x, "middle"))
    parts.append(_text(8, head - 10, y, "start"))
    parts.append(_text(right, head - 10, "dashed: in proportion", "end"))
    ends = _apart([place(each[-1])[1] for each in series.values()])
    for color, end, (name, each) in zip(COLORS, ends, series.items(), strict=False):
        parts.append(_path(map(place, each), color))
        parts.extend(_dot(*place(point), color, 3.5) for point in each)
        parts.append(_text(right + 10, end + 4, name, "start", color))
    return _picture(title, foot + 44, parts)


def _apart(places: Sequence[float]) -> list[float]:
    """Places moved so far that labels there do not overlap, in the same order."""
    found = list(places)
    order = sorted(range(len(found)), key=lambda number: -found[number])
    for above, below in zip(order[1:], order, strict=False):
        found[above] = min(found[above], found[below] - 14)
    return found


def _picture(title: str, height: float, parts: Iterable[str]) -> str:
    lines = (
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
            f'width="{WIDTH}" height="{height:g}" font-family="sans-serif" font-size="12">'
        ),
        f"<title>{escape(title)}</title>",
        _text(8, 18, title, "start", size=14),
        *parts,
        "</svg>",
    )
    return "\n".join(lines) + "\n"


def _text(x: float, y: float, text: str, anchor: str, color: str = INK, size: int = 12) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}" '
        f'font-size="{size}">{escape(text)}</text>'
    )


def _line(
    x: float,
    y: float,
    to_x: float,
    to_y: float,
    color: str = INK,
    *,
    width: float = 1,
    opacity: float = 1,
    dashed: bool = False,
) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{color}" '
        f'stroke-width="{width:g}" stroke-opacity="{opacity:g}"{_dashes(dashed)}/>'
    )


def _path(points: Iterable[tuple[float, float]], color: str, *, dashed: bool = False) -> str:
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    width = 1 if dashed else 2
    return (
        f'<polyline points="{joined}" fill="none" stroke="{color}" '
        f'stroke-width="{width}"{_dashes(dashed)}/>'
    )


def _dot(x: float, y: float, color: str, radius: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{color}"/>'


def _dashes(dashed: bool) -> str:
    return ' stroke-dasharray="4 4"' if dashed else ""
