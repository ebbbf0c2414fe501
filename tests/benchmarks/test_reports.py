"""Results as they are written: tables, plots on a terminal and on a page.

Nothing here is timed.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import plain, report, svg
from benchmarks.scales import Scale, proportional, scales


def test_a_table_is_aligned():
    """Columns as wide as their widest cell; numbers to the right."""
    assert report.table(("call", "µs"), [("ListActions", "7"), ("Resolve", "1,234")]) == [
        "| call        |    µs |",
        "| ----------- | ----: |",
        "| ListActions |     7 |",
        "| Resolve     | 1,234 |",
    ]


def test_a_plot_shows_least_median_and_most():
    """From 0 to the top in 60 steps, with the goals in every row."""
    row = plain.ranges([("a", [0.2, 0.4, 0.3])], top=1.0, marks=(0.5,))[0]
    assert row.startswith("a |")
    cells = row[3:-1]
    assert len(cells) == 60
    assert (cells.index("-"), cells.index("o"), cells.rindex("-"), cells.index(":")) == (
        12, 18, 24, 30
    )  # fmt: skip


def test_a_linear_series_lies_on_the_line():
    """What grows in proportion ends where the reference does, at the upper right."""
    lines = plain.curves({"Linear": [(1, 10), (10, 100)], "Flat": [(1, 10), (10, 10)]}, "x", "y")
    plot = [line.split("|")[1] for line in lines if "|" in line]
    assert plot[0][-1] == "L"
    assert (plot[-1][0], plot[-1][-1]) == ("F", "F")


def test_results_replace_results_and_nothing_else(tmp_path: Path):
    """What stands before and after the marks stays, and so do parts that were not measured."""
    document = tmp_path / "performance.md"
    document.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    figure = report.curves("rise", "It rises", "x", "y", {"All": [(1, 1), (10, 10)]})
    sections = [report.Section("Part", ["one"]), report.Section("Other part", ["kept", figure])]
    report.write(document, sections, "a machine.")
    report.write(document, [report.Section("Part", ["two", "", "three"])], "another one.")
    assert document.read_text(encoding="utf-8") == (
        f"before\n{report.BEGIN}\n\nMeasured on: another one.\n\n"
        "### Part\n\ntwo\n\nthree\n\n### Other part\n\nkept\n![It rises](performance/rise.svg)\n\n"
        f"{report.END}\nafter\n"
    )
    assert (tmp_path / "performance" / "rise.svg").read_text(encoding="utf-8") == figure.svg
    report.write(document, [report.Section("Part", ["all"])], "a machine.", whole=True)
    assert "### Part\n\nall\n" in document.read_text(encoding="utf-8")
    assert "Other part" not in document.read_text(encoding="utf-8")
    document.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for results"):
        report.write(document, [], "a machine.")
    assert document.read_text(encoding="utf-8") == "no marks"


def test_a_section_on_a_terminal():
    """There a plot is text."""
    figure = report.ranges("name", "title", [("a", [1.0])], top=2.0)
    shown = f"{report.Section('Part', ['one', figure])}"
    assert shown == "\n".join(("### Part", "", "one", "```text", *figure.text, "```", ""))
    assert report.Section("Part", ["one", figure]).figures() == [figure]


def test_a_plot_has_room_for_all():
    """What is greater than was thought of is at the right edge, and the goal to its left."""
    figure = report.ranges("name", "title", [("a", [1.0, 3.0])], top=2.0, marks=(1.5,))
    assert figure.text[0].endswith("o|")
    assert figure.text[-1].endswith(" 3")
    assert "1.5" in _texts(figure.svg)


def test_a_series_from_0():
    """There is no logarithm of 0, so both axes are even then, and begin with 0."""
    series = {"All": [(0.0, 5.0), (4.0, 10.0)]}
    across, up = scales(series)
    assert (across, up) == (Scale(0.0, 4.0, False), Scale(0.0, 10.0, False))
    assert [across.place(1.0), up.place(5.0)] == [0.25, 0.5]
    assert [proportional(series)[place] for place in (0, -1)] == [(0.0, 0.0), (4.0, 10.0)]
    assert plain.curves(series, "x", "y")[-2].endswith("|")


def test_a_logarithmic_axis():
    """Upwards it ends at decades; its ticks are round, and its end has one."""
    across, up = scales({"All": [(100, 160), (30_000, 450)]})
    assert (across.low, across.high, up.low, up.high) == (100, 30_000, 100, 1000)
    assert across.ticks() == [100, 1000, 10_000, 30_000]
    assert up.ticks() == [100, 200, 500, 1000]
    assert up.place(10**2.5) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("high", "ticks"),
    [
        (1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (2, [0, 0.5, 1, 1.5, 2]),
        (12, [0, 2, 4, 6, 8, 10, 12]),
        (39, [0, 10, 20, 30]),
        (60, [0, 10, 20, 30, 40, 50, 60]),
    ],
)
def test_an_even_axis(high: float, ticks: list[float]):
    """Its ticks are round, and not too many."""
    assert Scale(0, high, False).ticks() == pytest.approx(ticks)


def _texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [each.text or "" for each in root.iter() if each.tag.endswith("}text")]


def test_pictures_are_svg_and_say_what_they_show():
    """Titles, labels and values are there, escaped where XML has a use for a character."""
    picture = svg.ranges("a < b", [("row & column", [0.25, 0.5, 1.0])], top=1.0, marks=(0.7,))
    assert {"a < b", "row & column", "0.50", "0.7"} <= set(_texts(picture))
    picture = svg.curves("t", "x", "µs", {"One": [(1, 1), (10, 5)], "Other": [(1, 2), (10, 5)]})
    assert {"t", "x", "µs", "One", "Other", "10"} <= set(_texts(picture))
    lines = [line for line in picture.splitlines() if ">One<" in line or ">Other<" in line]
    heights = sorted(float(line.partition(' y="')[2].partition('"')[0]) for line in lines)
    assert heights[1] - heights[0] >= 14, "labels must not lie on each other"
