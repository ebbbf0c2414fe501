"""`ninjutsu cards` and `ninjutsu new`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.script import read_card
from ninjutsu_service.cli.cards import cards
from ninjutsu_service.cli.new import new

ODD = (
    "Name:Odd [bold]Cat\nManaCost:2/W U/P\nTypes:Creature Cat\nPT:*/2\nK:Ninjutsu:U/P\n"
    "S:Mode$ Continuous | Affected$ Ninja.YouCtrl | AffectedZone$ Hand | AddKeyword$ Sneak:1 U"
    " | Description$ Ninjas sneak.\nOracle:Ninjutsu {U/P}\\nNinjas sneak.\n"
)


def run_cards(*arguments: object) -> Result:
    return CliRunner().invoke(cards, [str(each) for each in arguments])


def run_new(*arguments: object) -> Result:
    return CliRunner().invoke(new, [str(each) for each in arguments])


def test_cards_lists_the_pool() -> None:
    """Name, cost, types, size and what is bound; alone and as `cards list`."""
    alone, listed = run_cards(), run_cards("list")
    assert alone.stdout == listed.stdout
    assert alone.exit_code == 0
    (line,) = [line for line in alone.stdout.splitlines() if line.startswith("Ninja of the Deep")]
    assert "{3}{U}" in line
    assert "Creature Human Ninja" in line
    assert "Ninjutsu 1 U" in line


def test_cards_lists_by_keyword_and_by_name_only() -> None:
    """For scripts in a shell: one name a line."""
    names = run_cards("list", "--keyword", "sneak", "--names").stdout.splitlines()
    assert names == sorted(names)
    assert "Ninja of the Deep Hours" not in names
    assert len(names) > 5


def test_show_draws_a_card_with_its_bindings(tmp_path: Path) -> None:
    """What it costs, what it says, what is bound and what it grants; no text is markup."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD)
    result = run_cards("--cards", file, "show", "odd [bold]cat")
    assert result.exit_code == 0
    for part in ("Odd [bold]Cat", "{2/W}{U/P}", "Creature Cat", "*/2", "Ninjas sneak."):
        assert part in result.stdout
    assert "K:Ninjutsu:U/P → Ninjutsu U/P" in result.stdout
    assert "AddKeyword$ Sneak:1 U → grants Sneak 1 U" in result.stdout
    assert run_cards("--cards", file, "show", "Odd [bold]Cat", "--script").stdout == ODD


def test_show_suggests_a_name() -> None:
    """A misspelt name ends with status 1 and the nearest one."""
    result = run_cards("show", "Ninja of teh Deep Hours")
    assert result.exit_code == 1
    assert "did you mean 'Ninja of the Deep Hours'?" in result.stderr


@pytest.mark.parametrize("keyword", ["ninjutsu", "commander-ninjutsu", "sneak", "web-slinging"])
@pytest.mark.parametrize(
    "effect", ["draw", "discard", "lose-life", "gain-life", "counter", "scry", "none"]
)
def test_new_writes_a_correct_script(keyword: str, effect: str) -> None:
    """Every skeleton is without a fault, and reads as what was asked for."""
    result = run_new(
        *(
            "Night Heron",
            "--print",
            "--keyword",
            keyword,
            "--effect",
            effect,
            "--ability",
            "Flying",
        ),
        *("--mana-cost", "W/B U/P", "--cost", "1 U Discard<1/Card>", "--pt", "3/1"),
    )
    assert result.exit_code == 0
    assert check_script(result.stdout, "n/night_heron.txt") == []
    face = read_card(result.stdout).faces[0]
    assert (face.name, face.power, face.toughness) == ("Night Heron", "3", "1")
    assert face.keywords[0].text == "Flying"
    assert "1 U Discard<1/Card>" in face.keywords[1].arguments


def test_new_writes_where_the_card_belongs_and_overwrites_nothing(tmp_path: Path) -> None:
    """Below the folder of its first letter; a second time only with --force."""
    assert run_new("Jötun's Ninja", "--into", tmp_path).exit_code == 0
    file = tmp_path / "j" / "jotuns_ninja.txt"
    assert check_script(file.read_text("utf-8"), "j/jotuns_ninja.txt") == []
    again = run_new("Jötun's Ninja", "--into", tmp_path, "--effect", "scry")
    assert again.exit_code == 1
    assert "--force" in again.stderr
    assert (
        run_new("Jötun's Ninja", "--into", tmp_path, "--effect", "scry", "--force").exit_code == 0
    )
    assert "Scry" in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--types", "Creature Nijna"), "did you mean 'Ninja'?"),
        (("--mana-cost", "1 Q"), "'Q' is not a mana symbol"),
        (("--cost", "Discard<1/Card"), "brackets"),
        (("--pt", "5"), "power and toughness"),
        (("--ability", "Flyign"), "did you mean 'Flying'?"),
    ],
)
def test_new_refuses_what_would_be_a_fault(arguments: tuple[str, str], said: str) -> None:
    """Nothing is written that the checks would report."""
    result = run_new("Night Heron", "--print", *arguments)
    assert result.exit_code == 1
    assert said in result.stderr
