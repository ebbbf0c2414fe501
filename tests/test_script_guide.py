"""docs/card-scripts.md: its commands are run, its scripts checked, its reference up to date."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry
from tests.bundled import ORIGINAL
from tests.server.conftest import command, environment, serving
from tests.shared import ROOT

PAGE = ROOT / "docs" / "card-scripts.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="needs the repository's docs")


def blocks(language: str) -> list[tuple[str, str]]:
    """The code blocks of a language: what stands after its name, and the text."""
    pattern = rf"^```{language}(.*)\n((?:.*\n)*?)^```$"
    return re.findall(pattern, PAGE.read_text("utf-8"), re.MULTILINE)


def shown() -> dict[str, str]:
    """Each console command with the output that the page shows for it."""
    found: dict[str, str] = {}
    for _, block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            asked, _, output = part.partition("\n")
            # The same command after a mistake has another output: both are kept.
            found[asked + ("#" if asked in found else "")] = output
    return found


def said(folder: Path, line: str) -> str:
    """What a command of the page says, run in a folder."""
    arguments = [part.strip('"') for part in re.findall(r'"[^"]*"|\S+', line)][1:]
    run = subprocess.run(
        [*command(), *arguments],
        cwd=folder,
        env={**environment(), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return run.stdout + run.stderr


def test_the_first_page_works_as_it_is_written(tmp_path: Path) -> None:
    """Somebody who does what it says has a new Ninja played by a running service."""
    ((info, script),) = blocks("script")
    expected = shown()
    assert list(expected) == [
        "mkdir cards",
        "ninjutsu serve --cards cards",
        "ninjutsu check cards",
        'ninjutsu cards show "Night Heron" --cards cards',
        "ninjutsu play examples/new-ninja.toml --address 127.0.0.1:50051",
        "ninjutsu check cards#",
    ]
    folder = tmp_path / "cards"
    folder.mkdir()
    arguments = ("--port", "0", "--cards", str(folder), "--log-format", "json", "--drain", "0")
    with serving(*arguments) as served:
        file = folder / info.strip().removeprefix("path=")
        file.write_text(script, "utf-8")
        (line,) = served.wait_until_logged("cards reloaded")
        assert line["added"] == ["Night Heron"]
        for asked, output in list(expected.items())[2:5]:
            here = asked.replace("127.0.0.1:50051", served.address)
            assert said(tmp_path, here) == output
        file.write_text(script.replace("K:Ninjutsu:U", "K:Ninjutsu:{U}"), "utf-8")
        assert said(tmp_path, "ninjutsu check cards") == expected["ninjutsu check cards#"]
        codes = [line["code"] for line in served.wait_until_logged("card script", 2)]
        assert codes == ["NJ010", "NJ505"]


def test_its_script_has_no_finding() -> None:
    """Not even a note: it shows what is carried out here."""
    for info, script in blocks("script"):
        path = info.strip().removeprefix("path=")
        here = carried(Registry.installed())
        assert check_script(script, path, notes=True, carried=here) == []


def test_every_original_design_is_listed() -> None:
    """With what it shows."""
    text = PAGE.read_text("utf-8")
    for script in ORIGINAL:
        assert f"\n| {script.card.name} | " in text


def test_the_reference_is_up_to_date() -> None:
    """It is generated from the code: `make reference` writes it."""
    tool = ROOT / "tools" / "script_reference.py"
    if not tool.exists():
        pytest.skip("needs the repository's tools")
    run = subprocess.run(
        [sys.executable, str(tool), "--check"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (run.returncode, run.stdout + run.stderr) == (0, "")


def test_the_reference_has_every_kind_of_word() -> None:
    """Bug: words with `_` or `.` in them, and those of some functions, were left out."""
    numbers = PAGE.read_text("utf-8").partition("### Numbers, and who is meant")[2]
    words = set(re.findall(r"`([^`\n]+)`", numbers))
    assert words >= {
        "AFLifeLost", "ThisTurnEntered_Battlefield_…", "DamageAmount", "LifeAmount", "Amount",
        "Valid …", "Opponents", "HasProperty…", "CardCounters.ALL", "Player.Chosen", "…LKICopy",
    }  # fmt: skip
    assert "ALL" not in words


@pytest.mark.skipif(not (ROOT / "card_scripts").exists(), reason="needs the source tree")
def test_links_lead_somewhere() -> None:
    """Those to files of the repository."""
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", PAGE.read_text("utf-8")):
        if "://" not in target:
            assert (PAGE.parent / target).exists(), target
