"""Reading the cards anew: each way in which files change or break, and what is played then."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.diagnostics import Diagnostic
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.reload import Changes, changes, reload_pool

CAT = "Name:Cat\nManaCost:W\nTypes:Creature Cat\nPT:1/1\nOracle:\n"
BROKEN = "Name:Cat\nManaCost:W\nTypes:Creature Cat\nOracle:\n"
"""A creature without PT."""

TOKEN = "Name:Cat Token\nManaCost:no cost\nTypes:Creature Cat\nColors:white\nPT:1/1\nOracle:\n"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def power(pool: CardPool, name: str = "Cat") -> str | None:
    """The power of a card; None where there is no such card."""
    card = pool.get(name)
    return card.faces[0].power if card else None


def codes(pool: CardPool) -> list[tuple[str, str]]:
    return [(note.code, note.path) for note in pool.notes]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one card that works."""
    write(tmp_path / "cards" / "cat.txt", CAT)
    write(tmp_path / "cards" / "dog.txt", CAT.replace("Cat", "Dog"))
    return tmp_path / "cards"


def test_what_was_added_changed_and_removed(folder: Path) -> None:
    """By front name, and a token by its file's name."""
    before = CardPool.load([folder])
    write(folder / "cat.txt", CAT.replace("1/1", "2/2"))
    write(folder / "eel.txt", CAT.replace("Cat", "Eel"))
    write(folder / "tokenscripts" / "w_1_1_cat.txt", TOKEN)
    (folder / "dog.txt").unlink()
    after = reload_pool([folder], before)
    assert changes(before, after) == Changes(("Eel", "w_1_1_cat"), ("Cat",), ("Dog",))
    assert (power(after), power(before)) == ("2", "1")
    assert after.notes == ()
    assert not changes(after, reload_pool([folder], after))


def test_a_file_that_breaks_keeps_its_last_good_version(folder: Path) -> None:
    """Until it is mended: each step tells what is wrong, however often it is read."""
    pool = CardPool.load([folder])
    write(folder / "cat.txt", BROKEN)
    for _ in range(3):
        pool = reload_pool([folder], pool)
        assert power(pool) == "1"
        assert codes(pool) == [("NJ010", "cat.txt"), ("NJ105", "cat.txt")]
        assert "last good version" in pool.notes[0].message
        assert pool.kept == {str(folder / "cat.txt")}
    write(folder / "cat.txt", CAT.replace("1/1", "3/3"))
    pool = reload_pool([folder], pool)
    assert (power(pool), pool.notes, pool.kept) == ("3", (), frozenset())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "NJ101"),
        (b"Name:Cat\nManaCost:W\nTy", "NJ103"),
        (b"Name:Caf\xe9\n", "NJ003"),
        (b"x" * 100_001, "NJ002"),
        (b"Name:Cat\nManaCost:W\nTypes:Creature Cat\nPT:1/1\nK:Ninjutsu:QQ\nOracle:\n", "NJ505"),
        (
            CAT.replace(
                "Oracle", "SVar:A:DB$ Draw | SubAbility$ B\nSVar:B:DB$ Draw | SubAbility$ A\nOracle"
            ).encode(),
            "NJ303",
        ),
    ],
    ids=["empty", "half", "not UTF-8", "too large", "a keyword's cost", "a cycle"],
)
def test_what_a_file_may_become(folder: Path, data: bytes, code: str) -> None:
    """Half a save, another encoding, 50 MB, a cycle of SVars: the card stays as it was."""
    before = CardPool.load([folder])
    (folder / "cat.txt").write_bytes(data)
    after = reload_pool([folder], before)
    assert power(after) == "1"
    assert (code, "cat.txt") in codes(after)
    assert not changes(before, after)


def test_a_file_that_is_no_file_any_more(folder: Path) -> None:
    """A folder, a pipe, a link that leads out of the folder or nowhere takes nothing away."""
    outside = write(folder.parent / "outside.txt", CAT.replace("1/1", "9/9"))
    file = folder / "cat.txt"
    pool = CardPool.load([folder])
    for make, code in (
        (lambda: file.symlink_to(outside), "NJ004"),
        (lambda: file.symlink_to(folder / "nothing"), "NJ001"),
        (lambda: os.mkfifo(file), "NJ001"),
    ):
        file.unlink()
        make()
        pool = reload_pool([folder], pool)
        assert (power(pool), codes(pool)) == ("1", [(code, "cat.txt")])
    file.unlink()
    write(file / "dog.txt", CAT.replace("Cat", "Dog"))
    pool = reload_pool([folder], pool)
    assert power(pool) is None
    assert [code for code, _ in codes(pool)] == ["NJ007"]


def test_a_file_given_by_itself_that_becomes_a_pipe(folder: Path) -> None:
    """Bug: it was waited for. Its card stays, and what comes after it is read anew."""
    cat, dog = folder / "cat.txt", folder / "dog.txt"
    pool = CardPool.load([cat, dog])
    cat.unlink()
    os.mkfifo(cat)
    write(dog, CAT.replace("Cat", "Dog").replace("1/1", "2/2"))
    pool = reload_pool([cat, dog], pool)
    assert (power(pool), power(pool, "Dog")) == ("1", "2")
    assert codes(pool) == [("NJ001", "cat.txt")]
    assert pool.kept == {str(cat)}
    cat.unlink()
    write(cat, CAT.replace("1/1", "3/3"))
    pool = reload_pool([cat, dog], pool)
    assert (power(pool), pool.notes) == ("3", ())


def test_a_link_to_something_else_is_nobodys_business(folder: Path) -> None:
    """Only what would be read through it is told."""
    readme = write(folder.parent / "README.md", "cards\n")
    (folder / "README.md").symlink_to(readme)
    assert CardPool.load([folder]).notes == ()


def test_a_folder_that_is_deleted_keeps_its_cards_until_it_is_made_again(folder: Path) -> None:
    """Its loss is told. What is missing in the new folder is gone."""
    pool = CardPool.load([folder])
    shutil.rmtree(folder)
    for _ in range(2):
        pool = reload_pool([folder], pool)
        assert pool.names() == ("Cat", "Dog")
        assert codes(pool) == [("NJ001", "cards")]
    write(folder / "cat.txt", CAT.replace("1/1", "2/2"))
    pool = reload_pool([folder], pool)
    assert (pool.names(), power(pool), pool.notes) == (("Cat",), "2", ())


def test_a_folder_within_that_is_deleted_takes_its_cards_along(folder: Path) -> None:
    """Deleting is no fault."""
    write(folder / "more" / "eel.txt", CAT.replace("Cat", "Eel"))
    pool = CardPool.load([folder])
    shutil.rmtree(folder / "more")
    pool = reload_pool([folder], pool)
    assert (pool.names(), pool.notes) == (("Cat", "Dog"), ())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_within_that_may_not_be_read_keeps_its_cards(folder: Path) -> None:
    """It is there still."""
    within = write(folder / "more" / "eel.txt", CAT.replace("Cat", "Eel")).parent
    pool = CardPool.load([folder])
    within.chmod(0)
    try:
        pool = reload_pool([folder], pool)
    finally:
        within.chmod(0o700)
    assert pool.names() == ("Cat", "Dog", "Eel")
    assert codes(pool) == [("NJ001", "more")]


def test_a_broken_file_does_not_override_a_working_card(folder: Path) -> None:
    """Neither at start-up nor later, and from whichever path; once mended it does."""
    more = folder.parent / "more"
    write(more / "cat.txt", BROKEN)
    pool = CardPool.load([folder, more])
    for _ in range(2):
        assert power(pool) == "1"
        assert codes(pool) == [("NJ010", "cat.txt"), ("NJ105", "cat.txt")]
        pool = reload_pool([folder, more], pool)
    write(more / "cat.txt", CAT.replace("1/1", "5/5"))
    pool = reload_pool([folder, more], pool)
    assert (power(pool), codes(pool)) == ("5", [("NJ006", "cat.txt")])
    write(more / "cat.txt", BROKEN)
    pool = reload_pool([folder, more], pool)
    assert power(pool) == "5", "the last good version of that file, not the card below it"
    (more / "cat.txt").unlink()
    pool = reload_pool([folder, more], pool)
    assert (power(pool), pool.notes) == ("1", ()), "the card below comes back"


def test_a_broken_file_overrides_another_broken_one(folder: Path) -> None:
    """There is no working card to protect."""
    write(folder / "cat.txt", BROKEN)
    more = write(folder.parent / "more" / "cat.txt", BROKEN.replace(":W", ":B")).parent
    card = CardPool.load([folder, more]).get("Cat")
    assert card is not None
    assert str(card.faces[0].mana_cost) == "B"


def test_renamed_and_broken_at_once(folder: Path) -> None:
    """A broken file under a new name does not take the card of the old name away."""
    pool = CardPool.load([folder])
    (folder / "cat.txt").unlink()
    write(folder / "a_cat.txt", BROKEN)
    for _ in range(2):
        pool = reload_pool([folder], pool)
        assert power(pool) == "1"
        assert codes(pool) == [("NJ010", "a_cat.txt"), ("NJ105", "a_cat.txt")]
    write(folder / "a_cat.txt", CAT.replace("1/1", "4/4"))
    pool = reload_pool([folder], pool)
    assert (power(pool), pool.notes) == ("4", ())
    (folder / "a_cat.txt").unlink()
    assert power(reload_pool([folder], pool)) is None


def test_a_new_file_with_errors_is_loaded_as_far_as_it_can_be(folder: Path) -> None:
    """The first half of a save is told as broken when checked; the second completes it."""
    pool = CardPool.load([folder])
    write(folder / "eel.txt", "Name:Eel\nManaCost:U\n")
    pool = reload_pool([folder], pool)
    assert power(pool, "Eel") is None
    assert pool.knows("Eel")
    write(folder / "eel.txt", CAT.replace("Cat", "Eel"))
    pool = reload_pool([folder], pool)
    assert power(pool, "Eel") == "1"


def test_a_renamed_card_is_another_card(folder: Path) -> None:
    """The same file with another name: one is gone, one is new."""
    before = CardPool.load([folder])
    write(folder / "cat.txt", CAT.replace("Name:Cat", "Name:Lion"))
    after = reload_pool([folder], before)
    assert changes(before, after) == Changes(added=("Lion",), removed=("Cat",))


def zip_of(path: Path, **texts: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in texts.items():
            archive.writestr(f"{name[0]}/{name}.txt", text)
    return path


def archives(path: Path) -> Iterator[None]:
    """Ways in which an archive may be broken, one after the other."""
    whole = path.read_bytes()
    for data in (b"", whole[: len(whole) // 2], whole[:-10], b"PK\x03\x04" + b"\0" * 100):
        path.write_bytes(data)
        yield
    path.unlink()
    yield


def test_an_archive_that_breaks_keeps_its_cards(tmp_path: Path) -> None:
    """While it is written over, cut off or gone; a whole one takes its place at once."""
    archive = zip_of(tmp_path / "cards.zip", cat=CAT, dog=CAT.replace("Cat", "Dog"))
    pool = CardPool.load([archive])
    for _ in archives(archive):
        pool = reload_pool([archive], pool)
        assert pool.names() == ("Cat", "Dog")
        assert codes(pool) == [("NJ001", "cards.zip")]
    fresh = zip_of(tmp_path / "fresh", cat=CAT.replace("1/1", "2/2"))
    fresh.rename(archive)
    pool = reload_pool([archive], pool)
    assert (pool.names(), power(pool), pool.notes) == (("Cat",), "2", ())


def test_the_version_follows_what_is_played(folder: Path) -> None:
    """Broken files do not change it; going back gives the earlier one."""
    first = CardPool.load([folder])
    write(folder / "cat.txt", BROKEN)
    broken = reload_pool([folder], first)
    write(folder / "cat.txt", CAT.replace("1/1", "2/2"))
    second = reload_pool([folder], broken)
    write(folder / "cat.txt", CAT)
    third = reload_pool([folder], second)
    assert first.version == broken.version == third.version != second.version


def test_only_what_changed_is_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reload of a large folder costs no more than looking at its files."""
    checked: list[str] = []

    def counted(text: str, path: str) -> list[Diagnostic]:
        checked.append(path)
        return check_script(text, path)

    monkeypatch.setattr("ninjutsu_service.cards.check.check_script", counted)
    pool = CardPool.load([folder])
    assert checked == []
    pool = reload_pool([folder], pool)
    assert checked == []
    write(folder / "cat.txt", CAT.replace("1/1", "2/2"))
    reload_pool([folder], pool)
    assert set(checked) == {"cat.txt"}
