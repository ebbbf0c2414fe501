"""`ninjutsu play`: every example is played to its end, without a word of an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ninjutsu_service.cli.main import main
from ninjutsu_service.cli.scenario import read_scenario
from ninjutsu_service.cli.telling import Teller
from ninjutsu_service.client import DeadlineExceeded
from tests.boards import Game, pb
from tests.shared import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
pytestmark = pytest.mark.skipif(not EXAMPLES, reason="needs the repository's examples")

REFUSALS = {"deep-hours": ["BLOCKED, 509.1h"], "first-strike": ["ILLEGAL_DECISION, 510.1c"]}
"""The refusals that an example is there to show."""

OWN = (
    "Name:Night Heron\nManaCost:2 U\nTypes:Creature Bird Ninja\nPT:2/1\nK:Ninjutsu:U\n"
    "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
    " | Execute$ TrigDraw\nSVar:TrigDraw:DB$ Draw | Defined$ You | NumCards$ 1\nOracle:A bird.\n"
)
"""A card as somebody writes it for examples/new-ninja.toml."""


def told(file: Path, *more: str) -> list[str]:
    """The lines that it prints."""
    result = CliRunner().invoke(main, ["play", str(file), *more], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output.splitlines()


def test_a_service_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch):
    """The reason that the client gives, and where: "at None" was told of a service of its own."""

    def tell(_teller: Teller, _scenario: object) -> None:
        raise DeadlineExceeded("127.0.0.1:9: the stream said nothing for 1 seconds")

    monkeypatch.setattr(Teller, "tell", tell)
    result = CliRunner().invoke(main, ["play", str(EXAMPLES[0])])
    assert (result.exit_code, result.output) == (
        1, "Error: 127.0.0.1:9: the stream said nothing for 1 seconds\n"
    )  # fmt: skip


def test_a_file_that_is_not_there():
    """Bug: the path was told twice, with the system's number of the error."""
    result = CliRunner().invoke(main, ["play", "/nonexistent"])
    assert (result.exit_code, result.output) == (
        1, "Error: /nonexistent: No such file or directory\n"
    )  # fmt: skip


def test_a_port_that_there_is_not():
    """Bug: what is left of it by 65536 was called."""
    result = CliRunner().invoke(main, ["play", str(EXAMPLES[0]), "--address", "127.0.0.1:115587"])
    assert result.exit_code == 2
    assert "'--address': 127.0.0.1:115587: there is no port above 65535" in result.output


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.stem)
def test_an_example(file: Path, tmp_path: Path):
    """Each call is answered; what is refused is meant to be."""
    (tmp_path / "night_heron.txt").write_text(OWN, encoding="utf-8")
    lines = told(file, "--cards", str(tmp_path))
    refused = [line for line in lines if line.startswith("   refused ")]
    shown = REFUSALS.get(file.stem, [])
    assert [line.endswith(end) for line, end in zip(refused, shown, strict=True)] == (
        [True] * len(shown)
    )
    assert not [line for line in lines if "INVALID_ARGUMENT" in line or "does not know" in line]
    numbers = [line.split(".")[0] for line in lines if line[:1].isdigit()]
    calls = len(read_scenario(file).steps)
    assert numbers == [str(number) for number in range(1, calls + 1)]


def test_yuriko():
    """Each opponent loses as much as the card on top is worth, and one of them the game."""
    lines = told(ROOT / "examples" / "yuriko.toml")
    place = lines.index("    701.20a  Throat Slitter is revealed")
    assert lines[place + 1 : place + 6] == [
        "     608.2c  Throat Slitter goes from library to hand",
        "      119.3  ben loses 5 life",
        "      119.3  cleo loses 5 life",
        "     608.2n  ~1 resolved and leaves the stack",
        "     704.5a  cleo loses the game",
    ]


def test_sneak():
    """Choices are shown with their ids, which decisions name, and their options."""
    lines = told(ROOT / "examples" / "sneak.toml")
    place = lines.index(
        "   ana decides Choose what Karai's Technique targets: 1. 601.2c:technique:0"
    )
    assert lines[place + 1 : place + 3] == ["     bear  Grizzly Bears", "     elf  Llanowar Elves"]
    assert "     704.5f  Hill Giant goes from battlefield to graveyard" in lines


def test_first_strike():
    """Two damage steps, and everybody out of combat in the end."""
    lines = told(ROOT / "examples" / "first-strike.toml")
    began = [line.split("  ")[-1] for line in lines if " begins" in line]
    assert began == [
        "first combat damage begins; first to strike: Blade-Blizzard Kitsune",
        "combat damage begins",
        "end of combat begins",
        "postcombat main begins",
    ]
    assert lines[-3:-1] == [
        "      511.3  Mukotai Ambusher leaves combat",
        "      511.3  Blade-Blizzard Kitsune leaves combat",
    ]


def test_what_an_engine_has_to_put_on_the_stack_itself(tmp_path: Path):
    """With `engine_settles` triggers are told, and a batch by each of its answers."""
    game = Game(step=pb.STEP_DECLARE_BLOCKERS)
    game.add("ninja", "Skullsnatcher", tapped=True)
    game.attack("ninja")
    file = tmp_path / "own.toml"
    file.write_text(
        """
[state]
turn = 5
step = "STEP_DECLARE_BLOCKERS"
active_player_id = "a"
priority_player_id = "a"
players = [{ id = "a", life = 20 }, { id = "b", life = 20 }]
objects = [{ id = "n", incarnation = 1, card_name = "Skullsnatcher", owner_id = "a", zone = 2 }]
[state.combat]
attackers = [{ object_id = "n", target = { player_id = "b" }, block_status = 2 }]
[[calls]]
method = "Batch"
request = { commands = [{ list_actions = { player_id = "b" } }, { resolve = {} }, { advance_step = {} }] }
[[calls]]
method = "CheckState"
[[calls]]
method = "AdvanceStep"
request = { options = { engine_settles = true } }
""",  # noqa: E501
        encoding="utf-8",
    )
    lines = [line.strip() for line in told(file)]
    assert lines[2:8] == [
        "1. Batch",
        "answer 1",
        "nothing can be done",
        "answer 2",
        "refused The stack is empty. EMPTY_STACK, 405.5",
        "answer 3",
    ]
    assert "the state is in order" in lines
    assert lines[-1] == "triggers  TrigExile of Skullsnatcher"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[states]\nturn = 1\n", "states: unknown; what is read is title, state, calls"),
        ("[[call]]\n", "call: unknown; what is read is title, state, calls"),
        ("[[calls]]\n", "calls[0].method: required, one of "),
        ("[[calls]]\nmethod = []\n", "calls[0].method: [] is none of ListActions, "),
        ("[[calls]]\nmethod = {}\n", "calls[0].method: {} is none of ListActions, "),
        ('[[calls]]\nmethod = "Resolve"\nrequests = 1\n',
         "calls[0].requests: unknown; what is read is say, method, request"),
    ],
)  # fmt: skip
def test_a_key_that_nobody_reads(text: str, wrong: str, tmp_path: Path):
    """It is named: nothing was told of it, and nothing happened."""
    file = tmp_path / "combat.toml"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", str(file)])
    assert result.exit_code == 1
    assert f"{file}: {wrong}" in result.output
