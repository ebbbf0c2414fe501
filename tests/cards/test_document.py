"""Documents: lossless, with true positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu_service.cards.document import parameters_of, parse_document, read_document
from tests.cards.corpus import sample

SCRIPT = (
    "# a comment\r\nName:Cat\r\n  ManaCost: W \r\n\r\nTypes:Creature Cat\nSVar:X: Count$xPaid\r"
    "A:AB$ Draw |Cost$ T|  NumCards$1\n\nALTERNATE\n\nName:Dog\nOracle:No line end"
)


@given(st.text(alphabet=st.sampled_from("Name:|$ \t\r\n#AéK\u2028\x0b\x0c\x85\ufeff\x00")))
def test_printing_gives_the_text_back(text: str) -> None:
    """Printing an unchanged script gives what was read, whatever it is."""
    assert str(parse_document(text)) == text


@given(st.binary())
def test_printing_gives_the_bytes_back(data: bytes) -> None:
    """Bytes that are not UTF-8 are kept as well."""
    assert read_document(data).to_bytes() == data


def test_printing_gives_every_file_of_the_sample_back() -> None:
    """CRLF, no final newline, comments and odd white space are kept."""
    assert all(read_document(data).to_bytes() == data for _, data in sample())


def test_lines_have_fields_values_and_columns() -> None:
    """Lines are trimmed, split at the first colon; comments and blank lines say nothing."""
    lines = parse_document(SCRIPT).lines
    said = [(line.number, line.field, line.value, line.column) for line in lines if line.field]
    assert said == [
        (2, "Name", "Cat", 6),
        (3, "ManaCost", "W", 13),
        (5, "Types", "Creature Cat", 7),
        (6, "SVar", "X: Count$xPaid", 6),
        (7, "A", "AB$ Draw |Cost$ T|  NumCards$1", 3),
        (9, "ALTERNATE", "", 11),
        (11, "Name", "Dog", 6),
        (12, "Oracle", "No line end", 8),
    ]


@pytest.mark.parametrize("text", ["\ufeffName:Cat\nK:Haste\n", "\ufeff  Name : Cat"])
def test_a_byte_order_mark_belongs_to_no_field(text: str) -> None:
    """The line keeps it, and columns count it."""
    first = parse_document(text).lines[0]
    assert (first.field, first.value, first.text) == (
        "Name",
        "Cat",
        text.split("\n", maxsplit=1)[0],
    )
    assert first.text[first.column - 1 :] == "Cat"


def test_only_carriage_return_and_line_feed_end_a_line() -> None:
    """A form feed or a Unicode line separator is text: Python's `splitlines` would split there."""
    document = parse_document("Name:A\u2028B\x0cC\nOracle:\n")
    assert [line.text for line in document.lines] == ["Name:A\u2028B\x0cC", "Oracle:"]


def test_parameters_have_true_columns_in_every_file_of_the_sample() -> None:
    """A parameter's columns point at its key and at its value."""
    for path, data in sample():
        for line in read_document(data).lines:
            if line.field in ("A", "T", "S", "R"):
                for part in parameters_of(line.value, line.column):
                    key, value = (
                        line.text[part.key_column - 1 :],
                        line.text[part.value_column - 1 :],
                    )
                    assert key.startswith(part.key), path
                    assert value.startswith(part.value), path


def test_a_second_dollar_belongs_to_the_value() -> None:
    """A part splits at its first `$`: `TriggerCount$CastSACMC` is a value."""
    (part,) = parameters_of("ConditionCheckSVar$ TriggerCount$CastSACMC", 10)
    assert (part.key, part.value, part.value_column) == (
        "ConditionCheckSVar",
        "TriggerCount$CastSACMC",
        30,
    )


@pytest.mark.parametrize(
    ("text", "marks", "last"),
    [
        ("Name:A\nOracle:\n", [None], [2]),
        ("Name:A\n\nALTERNATE\n\nName:B\nOracle:\n", [None, "ALTERNATE"], [1, 6]),
        ("Name:A\nSPECIALIZE:WHITE\nName:W\n", [None, "SPECIALIZE"], [1, 3]),
        ("", [None], [0]),
    ],
)
def test_sections(text: str, marks: list[str | None], last: list[int]) -> None:
    """A face ends where `ALTERNATE` or a section of `SPECIALIZE` begins another."""
    sections = parse_document(text).sections()
    assert [each.mark.field if each.mark else None for each in sections] == marks
    assert [each.last for each in sections] == last
