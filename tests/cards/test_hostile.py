"""Scripts and folders that mean harm: each ends in a diagnostic, none in an exception or a hang."""

from __future__ import annotations

import os
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninjutsu_service.cards.check import MAX_LINES, check_bytes, check_script
from ninjutsu_service.cards.checking import check_paths
from ninjutsu_service.cards.files import MAX_SCRIPT_BYTES
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.script import ScriptError, read_card
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry
from tests.cards.corpus import sample

CARRIED = carried(Registry.installed())
CAT = "Name:Cat\nManaCost:W\nTypes:Creature Cat\nPT:1/1\nOracle:\n"

MONSTERS = {
    "50 MB": "Name:A\n" * 7_000_000,
    "100,000 lines": "SVar:A:DB$ Draw\n" * 100_000,
    "2,000 lines": "SVar:A:DB$ Draw\n" * 1990,
    "one long line": "A:AB$ Draw | Cost$ T | NumCards$ " + "x" * 90_000,
    "many parts": "A:AB$ Draw" + " | Cost$ T" * 9_000,
    "many words": "A:AB$ Draw | Defined$ " + "Slef " * 18_000,
    "many unknown words": "A:AB$ Draw | Defined$ " + " ".join(f"W{n}q" for n in range(12_000)),
    "many arguments": "K:Zorble" + ":a" * 45_000,
    "many types": "Types:Creature " + "Ninjja " * 12_000,
    "many keywords": "".join(f"K:Zo{n}ble\n" for n in range(1990)),
    "deep brackets": "A:AB$ Draw | Cost$ " + "Sac<" * 20_000,
    "deep braces": "Oracle:" + "{" * 90_000,
    "spaces": "Name:A" + " " * 90_000 + "x",
    "blank lines": "Name:A\n" + "\n" * 1990,
    "a keyword and blanks": "K:Ninjutsu" + "\N{NO-BREAK SPACE}" * 90_000,
    "a cost and blanks": ("K:Ninjutsu:Sac<1" + " " * 980 + "/x>\n") * 99,
    "many costs": "K:Ninjutsu:" + "q " * 45_000,
    "a circle": "".join(
        f"SVar:A{n}:DB$ Draw | SubAbility$ A{(n + 1) % 1990}\n" for n in range(1990)
    ),
    "a long chain": "".join(f"SVar:A{n}:DB$ Draw | SubAbility$ A{n + 1}\n" for n in range(1990)),
    "dangling": "".join(f"SVar:A{n}:DB$ Draw | SubAbility$ B{n}\n" for n in range(1990)),
    "many faces": "ALTERNATE\nName:A\n" * 990,
    "huge numbers": "ManaCost:" + "9" * 40_000 + "\nPT:" + "9" * 40_000 + "/1",
    "comparisons": "A:AB$ Draw | ValidTgts$ Card." + "+".join(["aGE1" * 50] * 450),
}
"""Each as large as what is looked into, but the first two."""


@pytest.mark.parametrize("kind", MONSTERS)
def test_monsters_end_soon(kind: str) -> None:
    """Whatever a script holds, it is read and checked, or refused; what is quadratic would hang."""
    text = MONSTERS[kind]
    too_large = len(text) > MAX_SCRIPT_BYTES or text.count("\n") > MAX_LINES
    found = check_script(text, "a/a.txt", notes=True, carried=CARRIED)
    with suppress(ScriptError):
        read_card(text[:1_000_000])
    assert found
    assert ("NJ002" in {each.code for each in found}) is too_large
    assert too_large is (kind in ("50 MB", "100,000 lines"))
    assert len(found) <= 202 + 200
    assert all(len(each.message) < 400 and len(each.token) < 400 for each in found)


@settings(max_examples=200)
@given(st.binary(max_size=400))
def test_any_bytes_are_checked(data: bytes) -> None:
    """Bytes that are no UTF-8, NUL, control characters: a diagnostic and no exception."""
    check_bytes(data, "a/a.txt", tokens=["x"], notes=True)
    check_bytes(CAT.encode() + data, "c/cat.txt")


def test_what_is_no_text_is_one_finding() -> None:
    """An image named .txt is told to be no text, once, and not line by line what its lines lack."""
    found = check_bytes(b"\x89PNG\r\n\x1a\n\x00\xff", "a/a.txt")
    assert [(each.code, each.line, each.column, each.message) for each in found] == [
        ("NJ008", 3, 1, "NUL stands here: this is no text")
    ]


@settings(max_examples=100)
@given(st.data())
def test_any_damage_to_a_real_script_is_checked(data: st.DataObject) -> None:
    """A real script with a piece cut out, doubled or replaced: no exception."""
    scripts = sample()
    _, script = scripts[data.draw(st.integers(0, len(scripts) - 1))]
    begin = data.draw(st.integers(0, len(script)))
    end = data.draw(st.integers(begin, len(script)))
    put = data.draw(st.binary(max_size=8) | st.just(script[begin:end] * 2))
    check_bytes(script[:begin] + put + script[end:], "a/a.txt", notes=True)
    with suppress(ScriptError):
        read_card((script[:begin] + put + script[end:]).decode("utf-8", "replace"))


def test_a_circle_of_links_and_a_deep_folder_are_read(tmp_path: Path) -> None:
    """A link to the folder itself is not followed; depth does not end in recursion."""
    (tmp_path / "loop").symlink_to(tmp_path)
    deep = tmp_path
    for _ in range(60):
        deep = deep / "x"
    deep.mkdir(parents=True)
    (deep / "cat.txt").write_text(CAT)
    pool = CardPool.load([tmp_path])
    assert pool.names() == ("Cat",)
    assert pool.notes == ()


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    """Mounted configuration is files that link to a folder beside them, whose name has a dot."""
    (tmp_path / "..data").mkdir()
    (tmp_path / "..data" / "cat.txt").write_text(CAT)
    (tmp_path / "cat.txt").symlink_to(tmp_path / "..data" / "cat.txt")
    pool = CardPool.load([tmp_path])
    assert (pool.names(), pool.notes) == (("Cat",), ())


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    """Neither a file nor a folder elsewhere is read through a link, and each is told."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "cat.txt").write_text(CAT)
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "cat.txt").symlink_to(outside / "cat.txt")
    (cards / "folder").symlink_to(outside)
    pool = CardPool.load([cards])
    assert len(pool) == 0
    assert sorted((note.code, note.path) for note in pool.notes) == [
        ("NJ004", "cat.txt"),
        ("NJ004", "folder"),
    ]


@pytest.mark.parametrize("name", ["missing", "missing/cards.zip"])
def test_what_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    """A folder that was deleted is a diagnostic."""
    pool = CardPool.load([tmp_path / name])
    (note,) = pool.notes
    assert (note.code, len(pool)) == ("NJ001", 0)


def test_a_folder_deleted_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that vanish between listing and reading are diagnostics."""
    for n in range(3):
        (tmp_path / f"{n}.txt").write_text(CAT.replace("Cat", f"Cat {n}"))
    opened = os.open

    def vanish(path: str, *rest: int) -> int:
        (tmp_path / "1.txt").unlink(missing_ok=True)
        return opened(path, *rest)

    monkeypatch.setattr(os, "open", vanish)
    pool = CardPool.load([tmp_path])
    assert pool.names() == ("Cat 0", "Cat 2")
    assert [(note.code, note.path) for note in pool.notes] == [("NJ001", "1.txt")]


def test_archives_that_are_none_or_too_large(tmp_path: Path) -> None:
    """A broken archive, a member that unpacks to 50 MB, a name that leads upwards."""
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.txt", b"\0" * 50_000_000)
        archive.writestr("../../cat.txt", CAT)
    pool = CardPool.load([bomb])
    assert pool.names() == ("Cat",)
    assert [(note.code, note.path) for note in pool.notes] == [("NJ002", "big.txt")]
    broken = tmp_path / "broken.zip"
    broken.write_bytes(bomb.read_bytes()[:-30])
    (note,) = CardPool.load([broken]).notes
    assert (note.code, note.path) == ("NJ001", "broken.zip")
    assert "zip" in note.message
    cut = bytearray(bomb.read_bytes())
    cut[40:60] = b"\xff" * 20
    broken.write_bytes(cut)
    assert {note.code for note in CardPool.load([broken]).notes} <= {"NJ001", "NJ002"}


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    """A name that is no UTF-8 is shown escaped, so that it can be sent and printed."""
    try:
        (tmp_path / "c\udcff.txt").write_text(CAT)
    except OSError:
        pytest.skip("this file system takes no such name")
    pool = CardPool.load([tmp_path])
    card = pool.get("Cat")
    assert card is not None
    card.path.encode("utf-8")
    for checked in check_paths([tmp_path]):
        checked.path.encode("utf-8")
