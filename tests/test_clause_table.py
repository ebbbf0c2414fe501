"""docs/rules.md, docs/coverage.md and the tool that ties clauses, tests and modules together."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import ninjutsu_service
from tests.shared import ROOT

PACKAGE = Path(ninjutsu_service.__file__).parent


def load_tool() -> ModuleType:
    """The tool as a module; it is no part of a package."""
    spec = importlib.util.spec_from_file_location("clause_table", ROOT / "tools/clause_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = load_tool()


def source_tree() -> Path:
    """The repository, with the service's sources in it."""
    if not (ROOT / "ninjutsu_service").is_dir():
        pytest.skip("needs the source tree: this is a copy of the tests beside a wheel")
    return ROOT


def write(root: Path, name: str, text: str) -> None:
    """A file of a small repository."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def small_repository(root: Path) -> Path:
    """Two clauses of a finished part, one test, one module."""
    write(root, "docs/rules.md", "- **A1** (702.49a) One.\n- **A2** Two.\n- **C1** Later.\n")
    write(
        root,
        "tests/clauses/test_a.py",
        "import pytest\n\n@pytest.mark.clause('A1', 'C1')\ndef test_one():\n    pass\n",
    )
    write(root, "ninjutsu_service/rules/pay.py", '"""CR 601.2g, h: paying."""\nX = "506.4"\n')
    return root


def test_every_clause_of_a_finished_part_has_a_test():
    """A clause that no test names is not known to hold; a mark without a clause is a slip."""
    assert tool.faults(ROOT) == []


def test_the_page_is_up_to_date():
    """What the page says of tests and modules is what they are: else run `make clauses`."""
    root = source_tree()
    assert (root / tool.PAGE).read_text(encoding="utf-8") == tool.page(root)


def test_every_module_that_a_clause_names_exists():
    """A clause says where it lives; a module that was renamed is renamed there too."""
    text = (ROOT / tool.RULES).read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_/]+\.py)`", text))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (PACKAGE / name).is_file()] == []


def test_a_number_of_a_finished_part_is_found_in_the_code():
    """Whoever has only a rule's number finds where it lives."""
    root = source_tree()
    text = (root / tool.RULES).read_text(encoding="utf-8")
    table = "\n".join(tool.number_table(root))
    for clause, body in re.findall(
        r"^- \*\*([A-Z]\d+)\*\*(.*?)(?=^- |^## |\Z)", text, re.MULTILINE | re.DOTALL
    ):
        if clause[0] in tool.FINISHED:
            for number in sorted(tool.numbers(body)):
                assert f"| {tool.shown(number)} |" in table, f"{clause}: {tool.shown(number)}"


def test_a_clause_without_a_test_is_found(tmp_path: Path):
    """A clause of a finished part must have one; of another part it may not have one yet."""
    root = small_repository(tmp_path)
    assert tool.faults(root) == ["docs/rules.md: A2 is of a finished part and no test holds it"]
    write(root, "docs/rules.md", "- **A1** One.\n- **C1** Two.\n- **G1** Later.\n")
    assert tool.faults(root) == []


def test_a_mark_without_a_clause_is_found(tmp_path: Path):
    """A slip of the pen in a mark would hold nothing."""
    root = small_repository(tmp_path)
    write(root, "docs/rules.md", "- **A1** One.\n- **A1** Again.\n")
    assert tool.faults(root) == [
        "tests/clauses/test_a.py: test_one is marked with C1, which docs/rules.md does not have",
        "docs/rules.md: A1 stands there twice",
    ]


def test_the_tables(tmp_path: Path):
    """A row for each clause and for each number, each with its files."""
    root = small_repository(tmp_path)
    assert list(tool.clause_table(root))[2:] == [
        "| A1 | 1 | [test_a](../tests/clauses/test_a.py): `test_one` |",
        "| A2 | 0 | – |",
        "| C1 | 1 | [test_a](../tests/clauses/test_a.py): `test_one` |",
    ]
    assert list(tool.number_table(root))[2:] == [
        f"| {number} | [rules/pay.py](../ninjutsu_service/rules/pay.py) |"
        for number in ("506.4", "601.2g", "601.2h")
    ]


def test_a_stale_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    """`--check` changes nothing and says what to run."""
    root = small_repository(tmp_path)
    write(root, "docs/rules.md", "- **A1** One.\n- **C1** Later.\n")
    monkeypatch.setattr(tool, "ROOT", root)
    assert tool.main(["--check"]) == 1
    assert "make clauses" in capsys.readouterr().out
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0
    write(root, "tests/test_more.py", "")
    assert tool.main(["--check"]) == 0
    write(root, "ninjutsu_service/more.py", "# CR 400.7\n")
    assert tool.main(["--check"]) == 1


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("@pytest.mark.clause('A1')\ndef test_x(): ...", [("test_x", ["A1"])]),
        ("@mark.clause('A1', 'B2')\n@other\ndef test_x(): ...", [("test_x", ["A1", "B2"])]),
        ("def test_x(): ...", []),
        ("@pytest.mark.clause('A1')\ndef helper(): ...", []),
        (
            (
                "@pytest.mark.clause('A1')\nclass TestX:\n"
                "    @pytest.mark.clause('A2')\n    def test_y(self): ..."
            ),
            [("TestX.test_y", ["A1", "A2"])],
        ),
        (
            "pytestmark = [pytest.mark.slow, pytest.mark.clause('A1')]\ndef test_x(): ...",
            [("test_x", ["A1"])],
        ),
        (
            (
                "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.clause('A3'))])\n"
                "def test_x(n): ..."
            ),
            [("test_x", ["A3"])],
        ),
    ],
)
def test_marks_are_read(source: str, found: list[tuple[str, list[str]]]):
    """On a function, a class, a module, or one case of a test."""
    assert list(tool.marked(source)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CR 702.49a.", ["702.49a"]),
        ("(CR 601.2g, h)", ["601.2g", "601.2h"]),
        ("CR 601.2f to h, and 510.1c", ["510.1c", "601.2f", "601.2g", "601.2h"]),
        ("(601.2b, f).", ["601.2b", "601.2f"]),
        ("CR 118.9, a cost", ["118.9"]),
        ("CR 704)", ["704"]),
        ("CR 106, 601.2f", ["106", "601.2f"]),
        ('"506.4"', ["506.4"]),
        ("127.0.0.1, 1.302.6, 512 and 99.5 of 200 objects", []),
        ("version 601.2.3", []),
    ],
)
def test_numbers_are_read(text: str, found: list[str]):
    """Rules as texts name them, and nothing that only looks like one."""
    assert [tool.shown(number) for number in sorted(tool.numbers(text))] == found
