"""`ninjutsu new`: what it writes is correct, whatever is asked of it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.script import read_card
from ninjutsu_service.cards.skeleton import EFFECTS, KEYWORDS
from ninjutsu_service.cli import new as module
from ninjutsu_service.cli.check import check
from ninjutsu_service.cli.new import new
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry

HERE = carried(Registry.installed())
TYPES = (
    "Creature Human Ninja",
    "Legendary Artifact Creature Rat Ninja",
    "Artifact",
    "Artifact Vehicle",
    "Enchantment Aura",
    "Land",
    "Legendary Planeswalker Kaito",
    "Battle Siege",
    "Sorcery",
    "Instant",
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(new, [str(each) for each in arguments])


def test_the_command_names_what_the_skeletons_have() -> None:
    """Its choices are written out, so that `--help` need not read the cards' code."""
    assert (tuple(KEYWORDS), tuple(EFFECTS)) == (module._KEYWORDS, module._EFFECTS)


@pytest.mark.parametrize("types", TYPES)
@pytest.mark.parametrize("keyword", KEYWORDS)
def test_what_it_writes_has_no_finding(types: str, keyword: str) -> None:
    """No error, no warning, no note: every keyword and effect on every type of card."""
    for effect in EFFECTS:
        result = run(
            *("Night Heron", "--print", "--types", types, "--keyword", keyword),
            *("--effect", effect, "--cost", "1 U Discard<1/Card>", "--mana-cost", "W/B U/P"),
        )
        if result.exit_code:
            assert "ninjutsu puts a card" in result.stderr.lower() or effect == "counter"
            continue
        found = check_script(result.stdout, "n/night_heron.txt", notes=True, carried=HERE)
        assert found == [], result.stdout
        face = read_card(result.stdout).faces[0]
        assert (face.name, " ".join(face.types)) == ("Night Heron", types)
        assert (face.power is not None) == ("Creature" in types or "Vehicle" in types)
        assert face.keywords[-1].arguments[0] == "1 U Discard<1/Card>"
        assert face.oracle.startswith(KEYWORDS[keyword].name)


@pytest.mark.parametrize(
    ("name", "path", "written"),
    [
        ("Jötun's Ninja", "j/jotuns_ninja.txt", "Jötun's Ninja"),
        ("  Night\u00a0 Heron ", "n/night_heron.txt", "Night Heron"),
        ("New\nK:Flying", "n/new_k_flying.txt", "New K:Flying"),
        ("影の忍者", "影/影の忍者.txt", "影の忍者"),
        ("$$$", "c/card.txt", "$$$"),
        ("1,000 Blades", "1/1000_blades.txt", "1,000 Blades"),
        ("A-Night Heron", "a/a_night_heron.txt", "A-Night Heron"),
        ("Fire // Ice", "f/fire_ice.txt", "Fire // Ice"),
        ("Sub|SVar:X:Y$", "s/sub_svar_x_y.txt", "Sub|SVar:X:Y$"),
        ('Br{ace (and "quote', "b/br_ace_and_quote.txt", 'Br{ace (and "quote'),
        ("../../etc/passwd", "e/etc_passwd.txt", "../../etc/passwd"),
        ("#Hash", "h/hash.txt", "#Hash"),
        ("CARDNAME", "c/cardname.txt", "CARDNAME"),
        ("Æther Ninja", "a/aether_ninja.txt", "Æther Ninja"),
        ("N" * 150, f"n/{'n' * 150}.txt", "N" * 150),
    ],
)
def test_odd_names(tmp_path: Path, name: str, path: str, written: str) -> None:
    """Each gives one file below the folder, which the checker passes and which says the name."""
    result = run(name, "--into", tmp_path)
    assert result.exit_code == 0, result.stderr
    assert [str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*.txt")] == [path]
    assert read_card((tmp_path / path).read_text("utf-8")).name == written
    checked = CliRunner().invoke(check, [str(tmp_path / path)])
    assert (checked.exit_code, checked.stdout) == (0, "All checks passed in 1 script.\n")


@pytest.mark.parametrize("name", ["", "  ", "A\x1b[2J", "N" * 151, "A\x00B"])
def test_names_that_cannot_be(tmp_path: Path, name: str) -> None:
    """Nothing is written, and no folder is made."""
    result = run(name, "--into", tmp_path / "cards")
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert "name" in result.stderr


def test_a_size_that_is_none(tmp_path: Path) -> None:
    """It says how a size is written, and what was given."""
    result = run("Heron", "--pt", "23", "--into", tmp_path)
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert result.stderr == "Error: power and toughness are written as 2/3, not '23'\n"


def test_it_overwrites_nothing(tmp_path: Path) -> None:
    """A second time only with --force."""
    assert run("Heron", "--into", tmp_path).exit_code == 0
    file = tmp_path / "h" / "heron.txt"
    before = file.read_text("utf-8")
    again = run("Heron", "--into", tmp_path, "--effect", "scry")
    assert (again.exit_code, file.read_text("utf-8")) == (1, before)
    assert "--force" in again.stderr
    assert run("Heron", "--into", tmp_path, "--effect", "scry", "--force").exit_code == 0
    assert "Scry" in file.read_text("utf-8")


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    """Commands that a shell takes as they are."""
    folder = tmp_path / "my cards"
    said = run("It's Night", "--into", folder).stdout
    assert f"cards show 'It'\"'\"'s Night' --cards '{folder}'" in said
    assert f"serve --cards '{folder}'" in said


def test_mana_may_be_written_as_it_is_printed() -> None:
    """And keywords in any letter case."""
    text = run(
        *("Heron", "--print", "--mana-cost", "{1}{U/P}{W/B}", "--cost", "1UU PayLife<2>"),
        *("--ability", "first strike", "--ability", "ward:2"),
    ).stdout
    face = read_card(text).faces[0]
    assert str(face.mana_cost) == "1 U/P W/B"
    assert [line.text for line in face.keywords] == [
        "First Strike",
        "Ward:2",
        "Ninjutsu:1 U U PayLife<2>",
    ]
    assert face.oracle.split("\n")[:2] == [
        "First strike, ward {2}",
        "Ninjutsu—{1}{U}{U}, Pay 2 life",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--types", "Creature Nijna"), "did you mean 'Ninja'?"),
        (("--mana-cost", "1 Q"), "'Q' is not a mana symbol"),
        (("--cost", "Discard<1/Card"), "brackets"),
        (("--cost", "Mill<2>"), "cannot be paid here"),
        (("--cost", "U Discard<1/Card.blorp>"), "blorp in Discard<1/Card.blorp> is not understood"),
        (("--pt", "5"), "power and toughness"),
        (("--ability", "Flyign"), "did you mean 'Flying'?"),
        (("--types", "Sorcery", "--keyword", "ninjutsu"), "sneak casts it"),
        (("--types", "Artifact", "--effect", "counter"), "creature"),
    ],
)
def test_it_refuses_what_would_be_a_fault(arguments: tuple[str, str], said: str) -> None:
    """Nothing is written that the checks would report."""
    result = run("Night Heron", "--print", *arguments)
    assert result.exit_code == 1
    assert said in result.stderr


def test_a_name_is_needed_where_nobody_can_be_asked() -> None:
    """As click says it, with status 2."""
    result = run()
    assert (result.exit_code, "NAME" in result.stderr) == (2, True)


def test_it_asks_on_a_terminal(tmp_path: Path) -> None:
    """Each question has a default; a wrong answer is asked for again."""
    terminal, inside = pty.openpty()
    call = "from ninjutsu_service.cli.main import main; main(prog_name='ninjutsu')"
    process = subprocess.Popen(
        [sys.executable, "-c", call, "new", "--into", str(tmp_path)],
        stdin=inside,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    os.close(inside)
    answers = (
        "Moon Fox",
        "Creature Fox Ninja",
        "{1}{Z}",
        "{1}{R}",
        "3/1",
        "",
        "R",
        "haste",
        "scry",
    )
    os.write(terminal, "".join(f"{answer}\n" for answer in answers).encode())
    said, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == 0, said.decode()
    assert b"'{1}{Z}' is not a mana symbol" in said
    face = read_card((tmp_path / "m" / "moon_fox.txt").read_text("utf-8")).faces[0]
    assert (str(face.mana_cost), face.power, face.toughness) == ("1 R", "3", "1")
    assert [line.text for line in face.keywords] == ["Haste", "Ninjutsu:R"]
