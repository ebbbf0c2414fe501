"""What the wheel holds, and that what is installed serves the bundled cards."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from importlib import metadata
from pathlib import Path

import grpc
import pytest

from ninjutsu.v1 import service_pb2, service_pb2_grpc, state_pb2
from ninjutsu_service import __version__
from tests.shared import ROOT

COMMAND = Path(sys.executable).parent / "ninjutsu"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The wheel's files: the text of those about the package itself, nothing for the others.

    Without the source tree, as when the wheel itself is tested, they are the installed ones.
    """
    if not (ROOT / "ninjutsu_service").exists():
        files = metadata.files("ninjutsu-service") or []
        return {
            path.as_posix(): path.read_text() if ".dist-info/" in path.as_posix() else ""
            for path in files
            if not path.as_posix().startswith("..") and "__pycache__" not in path.parts
        }
    builder = pytest.importorskip("hatchling.builders.wheel").WheelBuilder(str(ROOT))
    folder = tmp_path_factory.mktemp("dist")
    (path,) = builder.build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(path) as archive:
        return {
            name: archive.read(name).decode() if ".dist-info/" in name else ""
            for name in archive.namelist()
        }


def about(wheel: dict[str, str], name: str) -> str:
    """The text of one file about the package, such as METADATA."""
    return wheel[f"ninjutsu_service-{__version__}.dist-info/{name}"]


def test_wheel_holds_both_packages_and_nothing_else(wheel: dict[str, str]):
    """A stray `tests` or `tools` package would land in everybody's environment."""
    tops = {name.split("/")[0] for name in wheel}
    assert tops == {
        "ninjutsu",
        "ninjutsu_service",
        f"ninjutsu_service-{__version__}.dist-info",
    }


def test_wheel_is_typed(wheel: dict[str, str]):
    """Both packages say that they are, and the generated one brings its types along."""
    assert {"ninjutsu/py.typed", "ninjutsu_service/py.typed"} <= wheel.keys()
    for module in ("card_pool_pb2", "event_pb2", "service_pb2", "state_pb2", "service_pb2_grpc"):
        assert {f"ninjutsu/v1/{module}.py", f"ninjutsu/v1/{module}.pyi"} <= wheel.keys()


def test_wheel_holds_the_card_scripts(wheel: dict[str, str]):
    """The bundled cards come with the package, each below the folder it has in the checkout."""
    prefix = "ninjutsu_service/card_scripts/"
    packed = {name.removeprefix(prefix) for name in wheel if name.startswith(prefix)}
    assert {
        "cardsfolder/n/ninja_of_the_deep_hours.txt",
        "cardsfolder/s/satoru_umezawa.txt",
    } <= packed
    source = ROOT / "card_scripts"
    if source.exists():
        assert packed == {
            path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()
        }


def test_metadata_names_license_and_python(wheel: dict[str, str]):
    """What an index and an installer read."""
    fields = Parser().parsestr(about(wheel, "METADATA"))
    assert fields["Name"] == "ninjutsu-service"
    assert fields["Version"] == __version__
    assert fields["License-Expression"] == "Apache-2.0"
    assert fields["Requires-Python"] == ">=3.11"
    assert "Apache License" in about(wheel, "licenses/LICENSE")


def test_entry_points_give_the_command_and_the_keywords(wheel: dict[str, str]):
    """The command `ninjutsu`, and the group in which packages of keywords register."""
    sections = re.findall(
        r"^\[(.+)\]\n((?:[^\[\n].*\n?)*)", about(wheel, "entry_points.txt"), re.MULTILINE
    )
    found = {name: body.split("\n") for name, body in sections}
    assert "ninjutsu = ninjutsu_service.cli.main:main" in found["console_scripts"]
    assert (
        "ninjutsu = ninjutsu_service.rules.keywords.ninjutsu:KEYWORDS"
        in found["ninjutsu_service.keywords"]
    )


@pytest.fixture
def server() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The installed command serving on a free port, and the address that it names first."""
    if not COMMAND.exists():
        pytest.skip("the command ninjutsu is not installed in this environment")
    with subprocess.Popen(
        [COMMAND, "serve", "--host", "127.0.0.1", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            address = re.search(r"127\.0\.0\.1:\d+", line)
            assert address, f"no address in the first line: {line!r}"
            yield process, address[0]
        finally:
            process.kill()


def unblocked_attack() -> state_pb2.CombatState:
    """A creature of a got through to b; a Ninja in hand is known by its name alone."""
    state = state_pb2.CombatState(
        turn=5,
        step=state_pb2.STEP_DECLARE_BLOCKERS,
        active_player_id="a",
        priority_player_id="a",
        players=[state_pb2.Player(id="a", life=20), state_pb2.Player(id="b", life=20)],
    )
    state.objects.add(
        id="bear",
        incarnation=1,
        card_name="Grizzly Bears",
        owner_id="a",
        zone=state_pb2.ZONE_BATTLEFIELD,
        tapped=True,
        characteristics=state_pb2.Characteristics(types=["Creature", "Bear"], power=2, toughness=2),
    )
    state.objects.add(
        id="ninja",
        incarnation=1,
        card_name="Ninja of the Deep Hours",
        owner_id="a",
        zone=state_pb2.ZONE_HAND,
    )
    for island in ("i1", "i2"):
        state.objects.add(
            id=island,
            incarnation=1,
            card_name="Island",
            owner_id="a",
            zone=state_pb2.ZONE_BATTLEFIELD,
            mana_abilities=[state_pb2.ManaAbility(produces="U")],
        )
    state.combat.attackers.add(
        object_id="bear",
        target=state_pb2.AttackTarget(player_id="b"),
        block_status=state_pb2.BLOCK_STATUS_UNBLOCKED,
        declared=True,
    )
    return state


def test_installed_command_serves_the_bundled_cards(server: tuple[subprocess.Popen[str], str]):
    """What is installed finds its cards: a state need only name one. SIGTERM ends it with 0."""
    process, address = server
    with grpc.insecure_channel(address) as channel:
        stub = service_pb2_grpc.NinjutsuServiceStub(channel)
        answer = stub.ListActions(
            service_pb2.ListActionsRequest(state=unblocked_attack(), player_id="a"),
            timeout=10,
            wait_for_ready=True,
        )
    assert [
        (action.source_id, action.keyword, action.returned_id, action.mana_cost)
        for action in answer.actions
    ] == [("ninja", "Ninjutsu", "bear", "1 U")]
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 0
