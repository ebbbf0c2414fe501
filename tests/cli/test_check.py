"""`ninjutsu check`: what it prints, and its exit status."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cli.check import check

GOOD = "Name:Cat\nManaCost:W\nTypes:Creature Cat\nPT:1/1\nOracle:\n"
BAD = "Name:Dog\nManaCost:1 Q\nTypes:Creature Dgo\nPT:1/1\nOracle:\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in (("c/cat.txt", GOOD), ("d/dog.txt", BAD)):
        file = tmp_path / path
        file.parent.mkdir()
        file.write_text(text)
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(check, [str(each) for each in arguments])


def test_text_shows_the_line_the_token_and_what_would_be_right(folder: Path) -> None:
    """As people know it from ruff: code, place, the line, a mark below, help, a summary."""
    result = run(folder)
    assert result.exit_code == 1
    assert f"NJ112 warning: 'Dgo' is not known here as a type\n --> {folder}/d/dog.txt:3:16\n" in (
        result.stdout
    )
    assert "3 | Types:Creature Dgo\n  |                ^^^\n" in result.stdout
    assert "= help: did you mean `Dog`?" in result.stdout
    assert result.stdout.endswith("Found 1 error and 1 warning in 2 scripts.\n")


def test_json_is_for_programs(folder: Path) -> None:
    """One object a finding, with the place of the token's begin and end."""
    found = json.loads(run(folder, "--output-format", "json").stdout)
    assert found[1] == {
        "code": "NJ112",
        "severity": "warning",
        "message": "'Dgo' is not known here as a type",
        "filename": f"{folder}/d/dog.txt",
        "location": {"row": 3, "column": 16},
        "end_location": {"row": 3, "column": 19},
        "token": "Dgo",
        "suggestion": "Dog",
    }
    assert json.loads(run(folder / "c", "--output-format", "json").stdout) == []


@pytest.mark.parametrize("path", ["pipe.txt", "pipe.zip", "/dev/null", "/dev/zero"])
def test_only_regular_files_are_read(path: str, tmp_path: Path) -> None:
    """Bug: a pipe was waited for, and a device read without end."""
    place = tmp_path / path
    if not place.exists():
        os.mkfifo(place)
    result = run(place)
    assert result.exit_code == 1
    assert f"NJ001 error: cannot be read: not a file\n --> {place}\n" in result.stdout
    (note,) = CardPool.load([place]).notes
    assert (note.code, note.path) == ("NJ001", place.name)


@pytest.mark.parametrize("member", ["/dog.txt", "../dog.txt", "d/dog.txt"])
def test_a_member_is_shown_below_its_archive(member: str, tmp_path: Path) -> None:
    """Bug: of "/dog.txt" nobody could tell that it lies in an archive."""
    with zipfile.ZipFile(tmp_path / "cards.zip", "w") as archive:
        archive.writestr(member, BAD)
    (found, _) = json.loads(run(tmp_path / "cards.zip", "--output-format", "json").stdout)
    assert found["filename"] == f"{tmp_path}/cards.zip/{member.lstrip('/')}"


def test_github_annotations_are_escaped(tmp_path: Path) -> None:
    """A workflow command a line: what is in a script cannot begin another."""
    file = tmp_path / "dog, 100%.txt"
    file.write_text(BAD.replace("1 Q", "1 %Q::error"))
    result = run(file, "--output-format", "github", "--ignore", "NJ055")
    first = result.stdout.splitlines()[0]
    assert first.startswith(
        f"::error title=ninjutsu (NJ109),file={tmp_path}/dog%2C 100%25.txt,line=2,col=12,"
    )
    assert "'%25Q::error' is not a mana symbol" in first
    assert all(line.startswith(("::error ", "::warning ")) for line in result.stdout.splitlines())


def test_the_exit_status_is_0_1_or_2(folder: Path) -> None:
    """Nothing wrong, something wrong, could not check."""
    assert run(folder / "c").exit_code == 0
    assert run(folder / "d").exit_code == 1
    assert run(folder / "d", "--exit-zero").exit_code == 0
    assert run(folder / "d", "--ignore", "NJ1").exit_code == 0
    assert run(folder / "missing").exit_code == 2
    assert run(folder, "--output-format", "xml").exit_code == 2


def test_codes_to_ignore(folder: Path) -> None:
    """In any letter case. Bug: one that does not exist was taken, and ignored nothing."""
    assert run(folder, "--ignore", "NJ1").exit_code == 0
    assert run(folder, "--ignore", "nj112", "--ignore", "nJ109").exit_code == 0
    assert run(folder, "--ignore", "nj112").exit_code == 1
    for wrong in ("X", "NJ9999", "nj112 ", ""):
        result = run(folder, "--ignore", wrong)
        assert result.exit_code == 2
        assert f"Invalid value for '--ignore': no code is {wrong!r}" in result.stderr


def test_without_a_path_this_folder_is_checked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ruff does."""
    monkeypatch.chdir(folder)
    assert " --> d/dog.txt:2:12\n" in run().stdout


def test_notes_are_no_faults(tmp_path: Path) -> None:
    """They show for a single file, and with --notes; the exit status stays 0."""
    file = tmp_path / "cat.txt"
    file.write_text(GOOD.replace("Oracle", "S:Mode$ Continuous | Zanzibar$ True\nOracle"))
    single, whole, asked = run(file), run(tmp_path), run(tmp_path, "--notes")
    assert [result.exit_code for result in (single, whole, asked)] == [0, 0, 0]
    assert ["NJ902" in result.stdout for result in (single, whole, asked)] == [True, False, True]
    assert whole.stdout == "All checks passed in 1 script.\n"
    assert "NJ902 note: the parameter 'Zanzibar' is not known here\n" in asked.stdout
    assert asked.stdout.endswith("Found 1 note in 1 script.\n")


def test_nothing_there_is_said(tmp_path: Path) -> None:
    """An empty folder is no fault, and probably not what was meant."""
    result = run(tmp_path)
    assert (result.exit_code, "no card scripts" in result.stderr) == (0, True)


def test_missing_token_scripts_are_told_where_there_are_any(folder: Path) -> None:
    """With a folder of token scripts among the paths, every TokenScript$ has to be there."""
    ability = "A:AB$ Token | Cost$ T | TokenAmount$ 1 | TokenScript$ w_1_1_bird"
    (folder / "c" / "cat.txt").write_text(GOOD.replace("Oracle", f"{ability}\nOracle"))
    assert run(folder / "c").exit_code == 0
    (folder / "tokenscripts").mkdir()
    (folder / "tokenscripts" / "w_1_1_birds.txt").write_text(GOOD.replace("Cat\n", "Bird\n", 1))
    assert "did you mean `w_1_1_birds`?" in run(folder).stdout


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """A script cannot move the cursor or change colours."""
    file = tmp_path / "cat.txt"
    file.write_text(GOOD.replace("Types:Creature", "Types:\x1b[2JCreature"))
    assert "\x1b" not in run(file).stdout
