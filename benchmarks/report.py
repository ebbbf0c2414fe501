"""Results as readers see them, on a terminal and in a document: tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import plain, svg
from benchmarks.scales import Series

BEGIN = "<!-- measured: written by `make bench ARGS=--write` -->"
END = "<!-- end of what was measured -->"


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot, for a terminal and for a page.

    Attributes:
        name: of its file.
        title: what it shows.
        text: it in plain text.
        svg: it as a picture.
    """

    name: str
    title: str
    text: Sequence[str]
    svg: str


Line = str | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the results.

    Attributes:
        title: its heading.
        lines: Markdown that reads well as it is, and plots.
    """

    title: str
    lines: Sequence[Line]

    def __str__(self) -> str:
        """As a terminal shows it."""
        return self._joined(lambda figure: "\n".join(("```text", *figure.text, "```")))

    def page(self, folder: str) -> str:
        """As a page shows it, whose pictures are in a folder beside it."""
        return self._joined(lambda figure: f"![{figure.title}]({folder}/{figure.name}.svg)")

    def figures(self) -> list[Figure]:
        """Its plots."""
        return [line for line in self.lines if isinstance(line, Figure)]

    def _joined(self, shown: Callable[[Figure], str]) -> str:
        lines = (line if isinstance(line, str) else shown(line) for line in self.lines)
        return "\n".join((f"### {self.title}", "", *lines, ""))


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


def ranges(
    name: str,
    title: str,
    rows: Sequence[tuple[str, Sequence[float]]],
    top: float,
    marks: Sequence[float] = (),
) -> Figure:
    """A plot of each row's values, from the least to the greatest with the median in between.

    Args:
        name: of the plot's file.
        title: what it shows.
        rows: a label and its values each.
        top: the value at the right edge, unless there is a greater one; the left one is 0.
        marks: values to mark in every row, goals for example.
    """
    top = max(top, *(max(values) for _, values in rows))
    return Figure(
        name,
        title,
        plain.ranges(rows, top, marks),
        svg.ranges(title, rows, top, marks),
    )


def curves(name: str, title: str, x: str, y: str, series: Series) -> Figure:
    """A plot of points with a line that rises as x does, on logarithmic scales unless x has a 0.

    Args:
        name: of the plot's file.
        title: what it shows.
        x: what goes to the right.
        y: what goes up.
        series: points by name.
    """
    return Figure(name, title, plain.curves(series, x, y), svg.curves(title, x, y, series))


def write(
    document: Path, sections: Sequence[Section], machine: str, *, whole: bool = False
) -> None:
    """Put the results between the document's two marks, in place of those of the same titles.

    Pictures go into a folder beside the document that has its name.

    Args:
        document: the page.
        sections: the results.
        machine: what they were measured on.
        whole: these are all results; others that stand there go.

    Raises:
        ValueError: the document has no such marks.
    """
    text = document.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{document.name} has no place for results: {BEGIN} … {END}")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    kept = (
        {}
        if whole
        else {part.partition("\n")[0]: f"### {part.strip()}\n" for part in old.split("\n### ")[1:]}
    )
    folder = document.with_suffix("")
    for section in sections:
        kept[section.title] = section.page(folder.name)
        for figure in section.figures():
            folder.mkdir(exist_ok=True)
            (folder / f"{figure.name}.svg").write_text(figure.svg, encoding="utf-8")
    body = "\n".join(kept.values())
    document.write_text(
        f"{before}{BEGIN}\n\nMeasured on: {machine}\n\n{body}\n{END}{after}", encoding="utf-8"
    )
