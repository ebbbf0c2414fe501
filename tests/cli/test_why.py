"""`ninjutsu why`: what it tells of a state that Forge saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from google.protobuf import json_format

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cli.why import why
from tests.forge.reading import OLD, converted


def test_why_tells_what_can_be_done_and_why_not(tmp_path: Path):
    """The listing with names, the refusals with rules, the assumptions and the unknown."""
    file = tmp_path / "dump.txt"
    file.write_text(OLD)
    told = CliRunner().invoke(why, [str(file), "--blocked", "Some Cub"])
    assert told.exit_code == 0
    lines = told.output.splitlines()
    assert lines[0] == (
        "can    Ninja of the Deep Hours: Ninjutsu 1 U, returning Some Bird, to attack p1"
    )
    assert (
        "cannot Yuriko, the Tiger's Shadow for Some Cub: Some Cub was blocked, and stays blocked. "
        "BLOCKED, 509.1h"
    ) in lines
    assert "assumed: p0 has priority, and the stack is empty" in lines
    assert any(line.startswith("not known here: Some Bird, Some Cub") for line in lines)


def test_why_tells_when_there_is_nothing_to_tell():
    """No attacker, and no card of the family, are different answers."""
    quiet = "humanlife=1\nactivephase=COMBAT_DECLARE_BLOCKERS\nhumanhand="
    told = CliRunner().invoke(why, ["-"], input=f"{quiet}Throat Slitter\n")
    assert told.output.startswith("No creature is attacking, so there is none to return.\n")
    told = CliRunner().invoke(why, ["-"], input=f"{quiet}Forest\n")
    assert told.output.startswith("No card here has ninjutsu or a keyword of its family.\n")


def test_why_prints_the_state_as_json(tmp_path: Path):
    """`--json` is a CombatState that any client can send."""
    file = tmp_path / "dump.txt"
    file.write_text(OLD)
    told = CliRunner().invoke(why, [str(file), "--json"])
    state = json_format.ParseDict(json.loads(told.stdout), pb.CombatState())
    assert state == converted(OLD).state


def test_beside_the_json_stands_what_else_is_told():
    """Bug: with `--json` nothing was told of what the state only assumes."""
    told = CliRunner().invoke(why, ["-", "--json"], input=f"{OLD}humansideboard=Forest\n")
    plain = CliRunner().invoke(why, ["-"], input=f"{OLD}humansideboard=Forest\n")
    lines = told.stderr.splitlines()
    assert lines[0] == "assumed: the turn is not named: 1"
    assert "assumed: not imported: humansideboard (line 12)" in lines
    assert lines[-2].startswith("not known here: Some Bird, Some Cub")
    assert lines[-1] == "mana not known: Some Walker, Stolen"
    assert plain.stdout.splitlines()[-len(lines) :] == lines
    assert (told.exit_code, plain.stderr) == (0, "")


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_option_that_names_nothing_of_the_file_is_refused(more: list[str]):
    """Bug: with `--json` an attacker that is none was taken in silence."""
    told = CliRunner().invoke(why, ["-", "--blocked", "Nobody", *more], input=OLD)
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr == "Error: -: --blocked: no attacker is Nobody\n"
    told = CliRunner().invoke(why, ["-", "--player", "P7", *more], input=OLD)
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr == "Error: -: --player: 'P7' is none of p0, p1\n"


@pytest.mark.parametrize(
    ("name", "first"),
    [("p0", "can"), ("P0", "can"), ("Human", "can"), ("p1", "cannot"), ("AI", "cannot")],
)
def test_a_player_is_named_in_any_letter_case(name: str, first: str):
    """Bug: `P0` was no player, and `Human` was. The player who is not active can do nothing."""
    told = CliRunner().invoke(why, ["-", "--player", name], input=OLD)
    assert told.stdout.split()[0] == first


def test_a_puzzle_s_name_is_told_first():
    """As it is written; a dump has none."""
    puzzle = f"[metadata]\nURL:x\nName:The [/x] Ninjas\n[state]\nName:odd\n{OLD}"
    lines = CliRunner().invoke(why, ["-"], input=puzzle).stdout.splitlines()
    assert lines[0] == "The [/x] Ninjas"
    assert lines[1].startswith("can    Ninja of the Deep Hours")
    assert "assumed: not imported: Name:odd (line 5)" in lines


def test_why_reads_standard_input_and_tells_of_a_wrong_file():
    """A dump is pasted; what is none is told with its line, status 1."""
    told = CliRunner().invoke(why, ["-"], input=OLD)
    assert told.output.startswith("can    Ninja of the Deep Hours")
    told = CliRunner().invoke(why, ["-"], input="turn=x")
    assert told.exit_code == 1
    assert told.output == "Error: -: line 1: turn is 'x', not a number from 0 to 999999\n"


def test_a_cost_is_shown_as_it_is(tmp_path: Path):
    """Bug: brackets in a cost were markup, which ended the command with an error."""
    (tmp_path / "fox.txt").write_text(
        "Name:Night Fox\nManaCost:2 U\nTypes:Creature Fox Ninja\nPT:2/1\n"
        "K:Ninjutsu:U Discard<1/Card/card [/x]>\nOracle:A fox.\n"
    )
    text = OLD.replace("Ninja of the Deep Hours", "Night Fox")
    told = CliRunner().invoke(why, ["-", "--cards", str(tmp_path)], input=text)
    assert (
        "can    Night Fox: Ninjutsu U Discard<1/Card/card [/x]>, returning Some Bird, to attack p1"
    ) in told.output.splitlines()
