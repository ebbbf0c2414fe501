"""E2: keywords from a package of its own, found by entry point, tried on a real channel."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client import Client, Refused, connect
from tests.boards import Game
from tests.shared import ROOT

PACKAGE = ROOT / "examples" / "more-keywords"
pytestmark = [
    pytest.mark.clause("E2"),
    pytest.mark.skipif(not PACKAGE.exists(), reason="needs the repository's examples"),
]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has the package installed."""
    pytest.importorskip("hatchling")
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--target", str(target), str(PACKAGE)]
    subprocess.run(command, check=True, capture_output=True)
    path = os.pathsep.join([str(target), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


@pytest.fixture(scope="module")
def client(environment: dict[str, str]) -> Iterator[Client]:
    """A client of `ninjutsu serve` with the package and its cards."""
    command = [sys.executable, "-m", "ninjutsu_service", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--cards", str(PACKAGE / "cards")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    line = next(line for line in process.stdout if "listens on" in line)
    with connect(line.split()[5]) as connected:
        yield connected
    process.terminate()
    process.wait(10)
    process.stdout.close()


def action(source: str, keyword: str, returned: str = "bear") -> wire.Action:
    return wire.Action(source_id=source, keyword=keyword, returned_id=returned)


def entered(client: Client, state: pb.CombatState, taken: wire.Action, **more: Any) -> Game:
    """The game after an action was taken and has resolved."""
    outcome = client.take_action(state, "a", taken, **more)
    assert outcome.state is not None
    resolved = client.resolve(outcome.state)
    assert resolved.state is not None
    game = Game()
    game.state.CopyFrom(resolved.state)
    return game


def test_they_are_listed_with_the_cards(environment: dict[str, str]):
    """`ninjutsu cards` shows the keywords of the package as it does its own."""
    command = [sys.executable, "-m", "ninjutsu_service", "cards"]
    told = subprocess.run(
        [*command, "--cards", str(PACKAGE / "cards")],
        env={**environment, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = {line.split("  ")[0]: line for line in told.splitlines()}
    assert "Library ninjutsu 1 U" in lines["Stacks Lurker"]
    assert "Fixed commander ninjutsu B B Discard<1/Card>" in lines["The Taxed Shadow"]
    assert "Revenant 2 B" in lines["Grave Walker"]


def test_library_ninjutsu_shuffles_the_attacker_away(client: Client):
    """Only while the library is searched; the card comes from there, attacking."""
    game = Game()
    game.attacker("bear")
    game.lands("U", 2)
    game.add("top", "Forest", pb.ZONE_LIBRARY)
    game.add("lurker", "Stacks Lurker", pb.ZONE_LIBRARY)
    with pytest.raises(Refused) as caught:
        client.take_action(game.state, "a", action("lurker", "Library ninjutsu"))
    assert (caught.value.reason, caught.value.rule) == ("NO_PRIORITY", "117.1b")
    game.state.priority_player_id = ""
    (listed,) = client.list_actions(game.state, "a").actions
    assert (listed.source_id, listed.keyword, listed.mana_cost) == (
        "lurker",
        "Library ninjutsu",
        "1 U",
    )
    outcome = client.take_action(game.state, "a", listed)
    told = [each.event.WhichOneof("event") for each in outcome.events[-3:]]
    assert told == ["combat_left", "zone_changed", "library_arranged"]
    assert outcome.events[-1].event.library_arranged.shuffled
    after = entered(client, game.state, listed)
    assert after["lurker"].zone == pb.ZONE_BATTLEFIELD
    assert after.attacks("lurker") == "b"
    assert [each.id for each in after.state.objects if each.zone == pb.ZONE_LIBRARY] == []
    assert after.player("a").library_size == 40


def test_the_commander_tax_applies_and_grows(client: Client):
    """{2} more for each earlier time from the command zone; from hand there is no tax."""
    game = Game()
    game.attacker("bear")
    game.attacker("cub")
    game.lands("B", 4)
    game.hand("spare", "Forest")
    boss = game.add("boss", "The Taxed Shadow", pb.ZONE_COMMAND, commander=True)
    first = client.list_actions(game.state, "a").actions[0]
    assert (first.mana_cost, list(first.other_costs)) == ("B B", ["Discard<1/Card>"])
    outcome = client.take_action(game.state, "a", first)
    assert outcome.events[-1].event.commander_cast.object_id == "boss"
    assert outcome.events[-1].rule == "903.8"
    boss.commander_casts = 1
    again = client.list_actions(game.state, "a").actions[0]
    assert again.mana_cost == "2 B B"
    boss.zone = pb.ZONE_HAND
    assert client.list_actions(game.state, "a").actions[0].mana_cost == "B B"


def test_a_keyword_of_ones_own(client: Client):
    """From the graveyard, for mana and 2 life."""
    game = Game()
    game.attacker("bear")
    game.lands("B", 3)
    game.add("walker", "Grave Walker", pb.ZONE_GRAVEYARD)
    after = entered(client, game.state, action("walker", "Revenant"))
    assert after.attacks("walker") == "b"
    assert after["walker"].tapped
    assert after.player("a").life == 18
    game["walker"].zone = pb.ZONE_HAND
    with pytest.raises(Refused) as caught:
        client.take_action(game.state, "a", action("walker", "Revenant"))
    assert (caught.value.reason, caught.value.rule) == ("WRONG_ZONE", "702.49a")


def test_each_variant_is_a_dozen_lines():
    """A variant is what it states otherwise, and nothing else."""
    text = (PACKAGE / "more_keywords" / "__init__.py").read_text()
    for block in text.split("\n\n"):
        if ".vary(" in block:
            assert len(block.splitlines()) <= 12
    assert Path(PACKAGE / "pyproject.toml").read_text().count("ninjutsu_service.keywords") == 1
