"""A card script as it stands, every byte kept, with the position of each part.

`str(parse_document(text))` is `text` again, whatever the text. Columns and lines count from 1,
columns in characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ninjutsu_service.cards.script import BLANKS

FACE_MARKS = ("ALTERNATE", "SPECIALIZE")
"""The fields that begin another face."""

MARK = "\ufeff"
"""A byte order mark, which some editors put before the text of a file."""

_ENDINGS = re.compile(r"(\r\n|\r|\n)")


class Line(NamedTuple):
    """One line.

    Attributes:
        number: from 1.
        text: the line as it stands, without its ending.
        ending: line feed, carriage return or both; empty for a last line without one.
        field: what stands before the first colon, trimmed; empty for comments and blank lines.
        value: what stands after it, trimmed.
        column: where the value begins.
    """

    number: int
    text: str
    ending: str
    field: str = ""
    value: str = ""
    column: int = 1


class Parameter(NamedTuple):
    """One `Key$ value` part of a parameter line.

    Attributes:
        key, value: trimmed.
        key_column, value_column: where they begin.
        marked: whether it has a `$`.
    """

    key: str
    value: str
    key_column: int
    value_column: int
    marked: bool


@dataclass(frozen=True, slots=True)
class Section:
    """The lines of one face.

    Attributes:
        mark: the line that begins it, `ALTERNATE` or `SPECIALIZE:WHITE`; None for the first.
        lines: its lines that say something.
        last: the number of its last line that says something, of the mark or of no line (0).
    """

    mark: Line | None
    lines: tuple[Line, ...]
    last: int


@dataclass(frozen=True, slots=True)
class Document:
    """A script: its lines in order."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "".join([line.text + line.ending for line in self.lines])

    def to_bytes(self) -> bytes:
        """The file's bytes, as they were read by `read_document`."""
        return str(self).encode("utf-8", "surrogateescape")

    def sections(self) -> list[Section]:
        """The faces, in order; at least one."""
        sections: list[Section] = []
        mark: Line | None = None
        said: list[Line] = []
        for line in self.lines:
            if line.field in FACE_MARKS:
                sections.append(_section(mark, said))
                mark, said = line, []
            elif line.field or line.value:
                said.append(line)
        sections.append(_section(mark, said))
        return sections


def read_document(data: bytes) -> Document:
    """The document of a file's bytes; bytes that are not UTF-8 are kept too."""
    return parse_document(data.decode("utf-8", "surrogateescape"))


def parse_document(text: str) -> Document:
    """The document of a script's text."""
    if "\r" in text:
        pieces = _ENDINGS.split(text)
        pairs = zip(pieces[::2], [*pieces[1::2], ""], strict=True)
        lines = [parse_line(number, *pair) for number, pair in enumerate(pairs, 1)]
    else:
        lines = [parse_line(number, raw, "\n") for number, raw in enumerate(text.split("\n"), 1)]
        lines[-1] = lines[-1]._replace(ending="")
    if text.startswith(MARK):
        lines[0] = _after_mark(lines[0])
    if not lines[-1].text:
        lines.pop()
    return Document(tuple(lines))


def _after_mark(line: Line) -> Line:
    """A first line whose byte order mark is no letter of its field."""
    read = parse_line(line.number, line.text.removeprefix(MARK), line.ending)
    return read._replace(text=line.text, column=read.column + len(MARK))


def parse_line(number: int, raw: str, ending: str = "") -> Line:
    """One line of a script."""
    line = raw.strip(BLANKS)
    if not line or line[0] == "#":
        return Line(number, raw, ending)
    field, _, rest = line.partition(":")
    value = rest.lstrip(BLANKS)
    column = len(field) + 2 + len(rest) - len(value)
    if raw[0] != line[0]:
        column += len(raw) - len(raw.lstrip(BLANKS))
    return Line(number, raw, ending, field.rstrip(BLANKS), value, column)


def parameters_of(value: str, column: int = 1) -> Iterator[Parameter]:
    """The parts of a parameter line.

    Args:
        value: what stands after the field.
        column: where it begins.
    """
    for part in value.split("|"):
        left, mark, right = part.partition("$")
        key, content = left.strip(BLANKS), right.strip(BLANKS)
        key_column = column + len(left) - len(left.lstrip(BLANKS))
        value_column = column + len(left) + len(mark) + len(right) - len(right.lstrip(BLANKS))
        yield Parameter(key, content, key_column, value_column, bool(mark))
        column += len(part) + 1


def _section(mark: Line | None, said: list[Line]) -> Section:
    last = said[-1].number if said else mark.number if mark else 0
    return Section(mark, tuple(said), last)
