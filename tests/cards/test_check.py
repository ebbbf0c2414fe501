"""The checks: no error in real scripts, what newer Forge writes, and what faults report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ninjutsu_service.cards.check import check_bytes, check_script
from ninjutsu_service.cards.diagnostics import Severity
from ninjutsu_service.cards.pool import CardPool, bundled_path
from tests.cards.corpus import sample
from tests.cards.faults import KINDS, seed_faults

CREATURE = "Name:Example\nManaCost:1 U\nTypes:Creature Human Ninja\nPT:2/1\n"
SPECIALIZED = (
    CREATURE + "AlternateMode:Specialize\nOracle:\n"
    "\nSPECIALIZE:WHITE\n\nName:White Example\nManaCost:1 W\nTypes:Creature Human Ninja\n"
    "PT:2/2\nOracle:\n\nSPECIALIZE:BLUE\n\nName:Blue Example\nManaCost:1 U\n"
    "Types:Creature Human Ninja\nPT:2/2\nOracle:\n"
)


def codes(text: str, path: str = "") -> list[str]:
    return [found.code for found in check_script(text, path)]


def test_the_sample_has_no_errors_and_few_warnings() -> None:
    """None of the 7,859 files gives an error, under 2 % give a warning."""
    grave: Counter[Severity] = Counter()
    for path, data in sample():
        grave.update({found.severity for found in check_bytes(data, path)})
    assert grave[Severity.ERROR] == 0
    assert grave[Severity.WARNING] < 0.02 * len(sample())


def test_the_bundled_scripts_are_faultless() -> None:
    """Every bundled script and token script is without error or warning."""
    folder = bundled_path()
    tokens = [file.stem for file in folder.glob("tokenscripts/**/*.txt")]
    files = sorted(folder.rglob("*.txt"))
    assert files
    for file in files:
        path = file.relative_to(folder).as_posix()
        assert check_bytes(file.read_bytes(), path, tokens) == [], path


def test_seeded_faults_are_reported_on_their_line() -> None:
    """At least 95 % of 2,000 faults on their line, misspelt words with the original."""
    scripts = [(path, data.decode()) for path, data in sample()]
    reported: Counter[str] = Counter()
    suggested: Counter[str] = Counter()
    faults = seed_faults(scripts, 2000, seed=20260108)
    for fault in faults:
        there = [each for each in check_script(fault.text, fault.path) if each.line == fault.line]
        reported[fault.kind] += bool(there)
        if fault.original:
            # A keyword of two words is suggested whole.
            suggested[fault.kind] += any(fault.original in each.suggestion for each in there)
    total = Counter(fault.kind for fault in faults)
    assert {kind: reported[kind] >= 0.95 * total[kind] for kind in KINDS} == dict.fromkeys(
        KINDS, True
    )
    assert sum(reported.values()) >= 0.99 * len(faults)
    assert suggested["key"] >= 0.95 * total["key"]
    assert suggested["value"] >= 0.95 * total["value"]


def test_a_misspelt_keyword_says_where_and_what_would_be_right() -> None:
    """`Ninjustu` suggests `Ninjutsu`, with line, column and token."""
    (found,) = check_script(CREATURE + "K:Ninjustu:U\nOracle:Ninjutsu {U}\n")
    assert (found.line, found.column, found.token) == (5, 3, "Ninjustu")
    assert found.suggestion == "Ninjutsu"
    assert found.severity is Severity.WARNING


@pytest.mark.parametrize(
    "text",
    [
        "Name:A\nManaCost:2 U\nTypes:Battle Siege\nDefense:4\nOracle:\n",
        "Name:A\nManaCost:no cost\nTypes:Artifact Attraction\nLights:2 4 6\nOracle:\n",
        "Name:A\nManaCost:4\nTypes:Artifact Spacecraft\nPT:4/4\nK:Station:8\nOracle:\n",
        CREATURE + "Variant:Other:FlavorName:B\nOracle:\n",
        SPECIALIZED,
        CREATURE + "AlternateMode:Prepare\nOracle:\n\nALTERNATE\n\nCopyFaceFrom:Heat\n",
        CREATURE + "K:Sneak:1 W\nK:Web-slinging:G\nOracle:\n",
    ],
    ids=["Defense", "Lights", "Spacecraft", "Variant", "SPECIALIZE", "CopyFaceFrom", "keywords"],
)
def test_what_newer_scripts_have_is_no_fault(text: str) -> None:
    """Newer real scripts give no error; these fields and sections no warning either."""
    assert codes(text) == []


def test_names_that_forge_added_since_are_no_errors() -> None:
    """An unknown ability, mode, event, cost, keyword or type is a warning at most."""
    text = (
        "Name:A\nManaCost:1 U\nTypes:Gizmo Creature Quux\nPT:1/1\nK:Zorble:2\n"
        "A:AB$ Zorble | Cost$ T Zorble<1/Card> | NewThing$ True | NumCards$ 1\n"
        "T:Mode$ Zorbled | Execute$ TrigDraw\nS:Mode$ Zorbling\nR:Event$ Zorble\n"
        "SVar:TrigDraw:DB$ Draw\nNewField:x\nOracle:\n"
    )
    found = check_script(text)
    assert {each.severity for each in found} == {Severity.WARNING}
    assert {each.code for each in found} >= {
        *("NJ112", "NJ115", "NJ204", "NJ205", "NJ206", "NJ207", "NJ502", "NJ504"),
    }


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("SVar:AE:SVar:HasAttackEffect:TRUE", ""),
        ("K:ETBReplacement:Other:X:Mandatory::Card.Self\nSVar:X:DB$ Draw", ""),
        ("A:AB$ Draw | cost$ T | numcards$ 1", ""),
        ("A:AB$ Draw | Cost$ T | NumCards$ 1 | ConditionCheckSVar$ TriggerCount$CastSACMC", ""),
        ("A:AB$ Draw | Cost$ T | NumCards$ X\nSVar:X:Count$Valid Creature.YouCtrl+cmcLE3", ""),
        ("A:AB$ Draw | Cost$ T | NumCards$ +X\nSVar:x:Count$CardPower", ""),
        ("S:Mode$ Continuous | Affected$ Creature.cmcLEX | AddPower$ 1\nSVar:X:Number$2", ""),
        ("S:Mode$ Continuous | Affected$ Creature.cmcLEY | AddPower$ 1", "NJ309"),
        ("A:AB$ Draw | Cost$ 1 X Sac<X/Creature> T | NumCards$ 1\nSVar:X:Count$xPaid", ""),
        ("A:AB$ Draw | Cost$ T | NumCards$ 1 | SpellDescription$ Draw {X.", "NJ120"),
        ("#K:Ninjustu", ""),
        ("// K:Flying", "NJ115"),
    ],
)  # fmt: skip
def test_traps_of_real_files(line: str, code: str) -> None:
    """The traps that the corpus lists are no faults; their near neighbours are."""
    assert codes(f"{CREATURE}{line}\nOracle:\n") == ([code] if code else [])


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Lim-Dûl's Vault", "l/lim_duls_vault.txt"),
        ("Borrowing 100,000 Arrows", "b/borrowing_100000_arrows.txt"),
        ("Circle of Protection: Black", "c/circle_of_protection_black.txt"),
        ("A-Satoru Umezawa", "rebalanced/a-satoru_umezawa.txt"),
    ],
)
def test_file_names_follow_from_names(name: str, path: str) -> None:
    """Accents and apostrophes dropped, a comma between digits too; the rest is one `_`."""
    text = CREATURE.replace("Example", name) + "Oracle:\n"
    assert codes(text, path) == []
    assert codes(text, "x/another.txt") == ["NJ055"]


def test_a_misspelt_name_is_suggested_from_the_rules_text() -> None:
    """The file's name and the Oracle agree on what the Name was meant to be."""
    text = CREATURE.replace("Example", "Exmaple") + "Oracle:Example can't block.\n"
    (found,) = check_script(text, "e/example.txt")
    assert (found.code, found.line, found.suggestion) == ("NJ055", 1, "Example")


def test_a_byte_order_mark_is_one_fault() -> None:
    """Bug: the Name after it was told to be missing, and to be an unknown field."""
    (found,) = check_script(f"\ufeff{CREATURE}Oracle:\n")
    assert (found.code, found.line, found.column) == ("NJ008", 1, 1)
    assert found.message == "a byte order mark stands here"
    (misspelt,) = check_script(f"\ufeff{CREATURE}K:Ninjustu:U\nOracle:\n")[1:]
    assert (misspelt.code, misspelt.line, misspelt.column) == ("NJ504", 5, 3)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", "NJ008"),
        (b"PK\n\0", "NJ008"),
        (b"Name:Caf\xe9\n", "NJ003"),
    ],
)
def test_what_is_no_text_has_one_name(data: bytes, code: str, tmp_path: Path) -> None:
    """Bug: an image was no text to `check`, and not UTF-8 to `cards`."""
    file = tmp_path / "card.txt"
    file.write_bytes(data)
    (note,) = CardPool.load([file]).notes
    assert (note.code, code) == (code, check_bytes(data)[0].code)
    if code == "NJ008":
        assert note.message == f"NUL stands in line {3 if data[0] > 127 else 2}: this is no text"


def test_diagnostics_are_in_the_order_of_the_lines() -> None:
    """People mend a file from its top."""
    found = check_script("ManaCost:1 Q\nTypes:Nijna Creature\nK:Ninjustu:Z\nA:x\n")
    assert [each.line for each in found] == sorted(each.line for each in found)


def test_the_order_of_a_tokens_types_is_left_alone() -> None:
    """One of those that Forge plays has it otherwise, so it is no error there."""
    text = "Name:T\nManaCost:no cost\nTypes:Construct Artifact Creature\nPT:1/1\nOracle:\n"
    assert check_script(text, "tokenscripts/t.txt") == []
    assert {each.code for each in check_script(text, "t/t.txt")} == {"NJ111"}
