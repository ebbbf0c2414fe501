"""`ninjutsu cards`."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len
from rich.console import Console

from ninjutsu_service.cards.card import Card
from ninjutsu_service.cards.script import read_card
from ninjutsu_service.cli.cards import _HEADER, _print_rows, _row, cards
from ninjutsu_service.rules.registry import Registry

ODD = (
    "Name:Odd [bold]Cat\nManaCost:2/W U/P\nTypes:Creature Cat\nPT:*/2\nK:Ninjutsu:U/P\n"
    "S:Mode$ Continuous | Affected$ Ninja.YouCtrl | AffectedZone$ Hand | AddKeyword$ Sneak:1 U"
    " | Description$ Ninjas sneak.\nOracle:Ninjutsu {U/P}\\nNinjas sneak.\n"
)


def run_cards(*arguments: object) -> Result:
    return CliRunner().invoke(cards, [str(each) for each in arguments])


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


@pytest.mark.parametrize("before", [True, False])
def test_more_cards_may_be_named_before_or_after_the_verb(tmp_path: Path, before: bool) -> None:
    """Nobody remembers where."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD)
    more = ("--cards", file)
    shown = (
        run_cards(*more, "show", "Odd [bold]Cat")
        if before
        else run_cards("show", "Odd [bold]Cat", *more)
    )
    listed = run_cards(*more, "list", "--names") if before else run_cards("list", "--names", *more)
    assert (shown.exit_code, listed.exit_code) == (0, 0)
    assert "Odd [bold]Cat" in listed.stdout.splitlines()


def test_show_tells_what_is_wrong_and_what_is_left_to_the_engine(tmp_path: Path) -> None:
    """Below the card, by line."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD.replace("K:Ninjutsu:U/P", "K:Ninjutsu:U Mill<2>\nK:Storm\nK:Sneak:QQ"))
    shown = run_cards("--cards", file, "show", "Odd [bold]Cat").stdout
    assert "NJ506 line 5: Ninjutsu is not offered: Mill<2> cannot be paid here" in shown
    assert "NJ901 line 6: the keyword Storm is left to the engine" in shown
    assert "NJ505 line 7: 'QQ' is neither mana nor a cost" in shown
    assert "K:Sneak:QQ → unusable Sneak" in shown


def test_show_draws_tokens_by_file_name() -> None:
    """They have no name that is theirs alone."""
    result = run_cards("show", "u_1_1_illusion_flying")
    assert result.exit_code == 0
    assert "tokenscripts/u_1_1_illusion_flying.txt" in result.stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Ninja of teh Deep Hours", "did you mean 'Ninja of the Deep Hours'?"),
        ("yuriko", 'did you mean "Yuriko, the Tiger\'s Shadow"?'),
        ("silver-fur", "did you mean 'A-Silver-Fur Master' or 'Silver-Fur Master'?"),
        ("Wrath of Gods and Kings", "`ninjutsu cards` lists them"),
        ("", "`ninjutsu cards` lists them"),
    ],
)
def test_show_suggests_names(asked: str, said: str) -> None:
    """A name that no card has ends with status 1 and the nearest ones."""
    result = run_cards("show", asked)
    assert result.exit_code == 1
    assert said in result.stderr


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Commander ninjutsu", ["Ushio of the Drowned Gate", "Yuriko, the Tiger's Shadow"]),
        ("commander NINJUTSU", ["Ushio of the Drowned Gate", "Yuriko, the Tiger's Shadow"]),
        ("Toxic", []),
    ],
)
def test_keywords_are_told_apart_by_their_registered_names(asked: str, expected: list[str]) -> None:
    """Commander ninjutsu has the line of ninjutsu; a keyword of Forge's may have no card."""
    result = run_cards("list", "--names", "--keyword", asked)
    assert (result.exit_code, result.stdout.splitlines()) == (0, expected)


def test_ninjutsu_is_not_commander_ninjutsu() -> None:
    """The filter is by what is bound, not by the line's beginning."""
    names = run_cards("list", "--names", "--keyword", "ninjutsu").stdout.splitlines()
    assert "Ninja of the Deep Hours" in names
    assert "Yuriko, the Tiger's Shadow" not in names


@pytest.mark.parametrize(
    ("asked", "said"), [("ninjitsu", "did you mean 'Ninjutsu'?"), ("zzz", "Web-slinging")]
)
def test_an_unknown_keyword_is_told(asked: str, said: str) -> None:
    """An empty list would be taken for an answer."""
    result = run_cards("list", "--keyword", asked)
    assert (result.exit_code, said in result.stderr) == (1, True)


def rows(width: int, *wanted: Card) -> list[str]:
    """The list of cards on a terminal of a width."""
    console = Console(width=width, file=StringIO())
    _print_rows(console, [_row(card, Registry.installed()) for card in wanted])
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def test_a_card_takes_one_line_at_every_width() -> None:
    """Types are cut first and then left out; nothing wraps, and no line ends in white space."""
    cards = [read_card(ODD), read_card(ODD.replace("Odd [bold]Cat", "影の忍者"))]
    for width in (20, 40, 60, 80, 200):
        lines = rows(width, *cards)
        assert len(lines) == 3
        assert all(cell_len(line) <= width and line == line.rstrip() for line in lines)
    assert all(title in rows(80, *cards)[0] for title in _HEADER)
    assert "Creature Cat" in rows(80, *cards)[1]
    assert rows(20, *cards)[1] == "Odd [bold]Cat"


def test_what_a_script_says_does_nothing_to_a_terminal(tmp_path: Path) -> None:
    """Not in the list, not when drawn, not in errors."""
    file = tmp_path / "odd.txt"
    file.write_text(ODD.replace("Odd [bold]Cat", "A\x1b[2JB").replace("sneak.", "sneak\x07."))
    for arguments in ((), ("list", "--names"), ("show", "A\x1b[2JB")):
        result = run_cards("--cards", file, *arguments)
        assert result.exit_code == 0
        assert not {"\x1b", "\x07"} & set(result.output)
