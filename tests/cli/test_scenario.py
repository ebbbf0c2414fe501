"""Scenario files: what stands in them and cannot be is told by its place, with what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ninjutsu_service.cli.filling import FillError, fill
from ninjutsu_service.cli.main import main
from ninjutsu_service.cli.scenario import ScenarioError, read_scenario
from tests.boards import pb

STATE = """
[state]
turn = 5
step = "STEP_DECLARE_BLOCKERS"
active_player_id = "ana"
players = [{ id = "ana", life = 20, counters = { POISON = 1 } }]
objects = [{ id = "bear", ownerId = "ana", zone = "ZONE_BATTLEFIELD", tapped = true }]
"""


def read(tmp_path: Path, text: str) -> pb.CombatState:
    """The state of a scenario file."""
    file = tmp_path / "combat.toml"
    file.write_text(text, encoding="utf-8")
    return read_scenario(file).state


def test_a_state(tmp_path: Path):
    """Fields go by the contract's names, or by those of protobuf's JSON."""
    state = read(tmp_path, STATE)
    assert (state.turn, state.step) == (5, pb.STEP_DECLARE_BLOCKERS)
    assert (state.objects[0].owner_id, state.objects[0].tapped) == ("ana", True)
    assert dict(state.players[0].counters) == {"POISON": 1}


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("ownerId", "ownerid", "objects[0].ownerid: GameObject has no such field"),
        ("turn", "trun", "trun: CombatState has no such field; did you mean 'turn'?"),
        ("ZONE_BATTLEFIELD", "ZONE_BATLEFIELD", "objects[0].zone: Zone has no 'ZONE_BATLEFIELD'; "),
        ('"ZONE_BATTLEFIELD"', "true", "objects[0].zone: one of ZONE_HAND, "),
        ('"ZONE_BATTLEFIELD"', "2147483648", "objects[0].zone: 2147483648 is no Zone; there are "),
        ('ownerId = "ana"', 'ownerId = "ana", owner_id = "ben"',
         "objects[0].owner_id: ownerId is the same field; name it once"),
        ("tapped = true", "tapped = 1", "objects[0].tapped: true or false, not 1"),
        ('"bear"', "7", "objects[0].id: text in quotes, not 7"),
        ("life = 20", "life = 2.5", "players[0].life: a whole number, not 2.5"),
        ("life = 20", "life = true", "players[0].life: a whole number, not True"),
        ("life = 20", "life = 2147483648",
         "players[0].life: 2147483648 is not between -2147483648 and 2147483647"),
        ("POISON = 1", 'POISON = "1"', "players[0].counters.POISON: a whole number, not '1'"),
        ("{ POISON = 1 }", "[1]", "players[0].counters: a table, { … }, not [1]"),
        ('[{ id = "ana"', '7 # [{ id = "ana"', "players: a list, [ … ], not 7"),
        ('[{ id = "ana"', '["ana"] # [{', "players[0]: a table, { … }, not 'ana'"),
    ],
)  # fmt: skip
def test_what_cannot_be(tmp_path: Path, right: str, wrong: str, told: str):
    """It used to be protobuf's own words, with every field that there is."""
    assert right in STATE
    with pytest.raises(ScenarioError) as error:
        read(tmp_path, STATE.replace(right, wrong, 1))
    assert str(error.value).startswith(f"state.{told}")
    assert "Failed to parse" not in str(error.value)


def test_what_is_left_to_protobuf():
    """What only the message itself refuses is told with the message's place."""
    target = {"player_id": "ben", "permanent_id": "walker"}
    with pytest.raises(FillError, match=r"^state: .*oneof"):
        fill(pb.CombatState(), {"combat": {"attackers": [{"target": target}]}}, "state")


def test_a_state_with_faults_is_told_without_log_lines(tmp_path: Path):
    """One line for each fault, once; a log's lines are for those who run a server.

    The exit status tells whoever runs it in a script.
    """
    file = tmp_path / "combat.toml"
    call = '\n[[calls]]\nmethod = "ListActions"\nrequest = { player_id = "ana" }\n'
    file.write_text(STATE.replace('ownerId = "ana"', 'ownerId = "bob"') + call, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", str(file)])
    assert result.exit_code == 1
    assert result.stderr == ""
    assert result.output.count("objects[0].owner_id: no player has the id 'bob'") == 1
