"""The pool: looked up by name, overriding by name, and a version from its content."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from ninjutsu_service.cards.card import Card, Face
from ninjutsu_service.cards.pool import MAX_PARSED, CardPool, bundled_path
from ninjutsu_service.cards.sources import index_script, read_source

CAT = "Name:Alley Cat\nManaCost:W\nTypes:Creature Cat\nPT:1/1\nK:Flying\nOracle:Flying\n"
SPLIT = (
    "Name:Fire\nManaCost:1 R\nTypes:Instant\nAlternateMode:Split\nOracle:\n\nALTERNATE\n\n"
    "Name:Ice\nManaCost:1 U\nTypes:Instant\nOracle:\n"
)
TOKEN = "Name:Cat Token\nManaCost:no cost\nTypes:Creature Cat\nColors:white\nPT:1/1\nOracle:\n"


def write(folder: Path, path: str, text: str) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_cards_are_found_by_any_faces_name() -> None:
    """Exactly, else whatever the letter case; also by both names with // between."""
    pool = CardPool.from_texts(CAT, SPLIT)
    for name in ("Fire", "Ice", "ice", "FIRE", "Fire // Ice"):
        card = pool.get(name)
        assert card is not None
        assert card.name == "Fire"
        assert pool.knows(name)
        assert name in pool
    assert pool.get("Water") is None
    assert not pool.knows("Water")
    assert pool.get("Fire") is pool.get("Ice")
    assert (pool.names(), len(pool)) == (("Alley Cat", "Fire"), 2)


def test_a_front_face_counts_before_another_cards_back_face() -> None:
    """A card named as the half of a split card is the card of that name."""
    ice = CAT.replace("Alley Cat", "Ice")
    for texts in ((SPLIT, ice), (ice, SPLIT)):
        card = CardPool.from_texts(*texts).get("Ice")
        assert card is not None
        assert card.faces[0].types == ("Creature", "Cat")


def test_exact_letter_case_comes_first() -> None:
    """Two names that differ in letter case only are two cards."""
    pool = CardPool.from_texts(CAT, CAT.replace("Alley Cat", "alley cat").replace("1/1", "9/9"))
    found = [pool.get(name) for name in ("Alley Cat", "alley cat")]
    assert [card.faces[0].power for card in found if card] == ["1", "9"]


def test_tokens_are_found_by_file_name_only() -> None:
    """A token's name is no card's name."""
    pool = CardPool.from_texts(CAT, tokens={"w_1_1_cat": TOKEN})
    token = pool.token("w_1_1_cat")
    assert token is not None
    assert token.name == "Cat Token"
    assert pool.get("Cat Token") is None
    assert pool.token("w_2_2_cat") is None
    assert pool.tokens() == ("w_1_1_cat",)


def test_forges_layout_is_read(tmp_path: Path) -> None:
    """Folders of cards by letter, token scripts in a folder of theirs, other files left alone."""
    write(tmp_path, "cardsfolder/a/alley_cat.txt", CAT)
    write(tmp_path, "tokenscripts/w_1_1_cat.txt", TOKEN)
    write(tmp_path, "README.md", "Name:No card\n")
    write(tmp_path, ".git/x.txt", CAT.replace("Alley", "Hidden"))
    pool = CardPool.load([tmp_path])
    assert (pool.names(), pool.tokens(), pool.notes) == (("Alley Cat",), ("w_1_1_cat",), ())
    card = pool.get("Alley Cat")
    assert card is not None
    assert card.path == "cardsfolder/a/alley_cat.txt"
    tokens = CardPool.load([tmp_path / "tokenscripts"])
    assert (len(tokens), tokens.tokens()) == (0, ("w_1_1_cat",))


def test_a_single_file_and_an_archive_are_read(tmp_path: Path) -> None:
    """`--cards` takes a folder, a file, or a zip archive such as Forge's."""
    file = write(tmp_path, "alley_cat.txt", CAT)
    archive = tmp_path / "cardsfolder.zip"
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("f/fire_ice.txt", SPLIT)
        written.writestr("tokenscripts/w_1_1_cat.txt", TOKEN)
    pool = CardPool.load([file, archive])
    assert pool.names() == ("Alley Cat", "Fire")
    assert pool.tokens() == ("w_1_1_cat",)
    assert [pool.get(name).path for name in pool.names()] == [  # type: ignore[union-attr]
        "alley_cat.txt",
        "f/fire_ice.txt",
    ]


def test_later_paths_override_earlier_ones_and_say_so(tmp_path: Path) -> None:
    """By the front face's name; the note names both files, and is no fault."""
    first = write(tmp_path, "one/alley_cat.txt", CAT).parent
    second = write(tmp_path, "two/b.txt", CAT.replace("1/1", "3/3")).parent
    pool = CardPool.load([first, second])
    card = pool.get("Alley Cat")
    assert card is not None
    assert (card.faces[0].power, len(pool)) == ("3", 1)
    (note,) = pool.notes
    assert (note.code, note.path, note.token) == ("NJ006", "b.txt", "Alley Cat")
    assert "alley_cat.txt" in note.message


def test_a_name_twice_in_one_folder_is_a_warning(tmp_path: Path) -> None:
    """Nobody means to have a card twice in one folder."""
    write(tmp_path, "a.txt", CAT)
    write(tmp_path, "b.txt", CAT)
    assert [note.code for note in CardPool.load([tmp_path]).notes] == ["NJ007"]


def test_the_version_is_the_contents(tmp_path: Path) -> None:
    """The same cards have the same version wherever they lie; another text has another."""
    write(tmp_path, "one/x/alley_cat.txt", CAT)
    write(tmp_path, "one/fire.txt", SPLIT)
    write(tmp_path, "two/fire_ice.txt", SPLIT)
    write(tmp_path, "three/alley_cat.txt", CAT)
    one = CardPool.load([tmp_path / "one"])
    two = CardPool.load([tmp_path / "two", tmp_path / "three"])
    assert one.version == two.version == CardPool.from_texts(SPLIT, CAT).version
    assert one.version != CardPool.from_texts(SPLIT, CAT + "#").version
    assert one.version != CardPool.from_texts(SPLIT).version
    assert CardPool.from_texts(TOKEN).version != CardPool.from_texts(tokens={"t": TOKEN}).version


def test_cards_with_a_keyword() -> None:
    """From the keyword lines that start-up indexes, whatever their letter case."""
    ninja = CAT.replace("Alley Cat", "Ninja Cat").replace("K:Flying", "K:Ninjutsu:U:Commander")
    pool = CardPool.from_texts(CAT, ninja)
    assert pool.with_keyword("ninjutsu") == ("Ninja Cat",)
    assert pool.with_keyword("FLYING") == ("Alley Cat",)
    assert pool.with_keyword("Sneak") == ()


def test_a_pool_of_cards_that_are_parsed() -> None:
    """For tests of rules: cards as they are."""
    card = Card((Face("Cat"),))
    pool = CardPool.of(card)
    assert pool.get("Cat") is card
    assert pool.version == CardPool.of(Card((Face("Cat"),))).version


def test_parsed_cards_are_bounded() -> None:
    """Asking for every card of a large pool does not keep them all."""
    texts = [CAT.replace("Alley Cat", f"Cat {n}") for n in range(MAX_PARSED + 10)]
    pool = CardPool.from_texts(*texts)
    assert all(pool.get(f"Cat {n}") is not None for n in range(MAX_PARSED + 10))
    assert len(pool._parsed) <= MAX_PARSED


def test_the_script_is_kept_as_it_stands() -> None:
    """`GetCard` shows the file: CRLF, comments and all."""
    text = "# mine\r\n" + CAT.replace("\n", "\r\n")
    file = CardPool.from_texts(text).script("alley cat")
    assert file is not None
    assert file.text == text


def test_unchanged_files_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is known by its time, size and number; one that changed is read."""
    for name in ("a", "b"):
        file = write(tmp_path, f"{name}.txt", CAT.replace("Alley", name))
        os.utime(file, (1, 1))
    known = {file.location: file for file in read_source(tmp_path).files}
    read: list[int] = []
    plain = os.read

    def counted(handle: int, size: int) -> bytes:
        read.append(size)
        return plain(handle, size)

    monkeypatch.setattr(os, "read", counted)
    assert [file.names for file in read_source(tmp_path, known).files] == [("a Cat",), ("b Cat",)]
    assert read == []
    write(tmp_path, "b.txt", CAT.replace("Alley", "c"))
    assert [file.names for file in read_source(tmp_path, known).files] == [("a Cat",), ("c Cat",)]
    assert len(read) == 1


def test_a_file_of_the_same_time_and_size_is_read(tmp_path: Path) -> None:
    """What copies files may set their times back."""
    file = write(tmp_path, "a.txt", CAT)
    os.utime(file, (1, 1))
    known = {each.location: each for each in read_source(tmp_path).files}
    write(tmp_path, "a.txt", CAT.replace("1/1", "2/2"))
    os.utime(file, (1, 1))
    (again,) = read_source(tmp_path, known).files
    assert "PT:2/2" in again.text


@pytest.mark.parametrize(
    ("text", "names", "keywords"),
    [
        ("Name:A\rK:Flying\r", ("A",), ("flying",)),
        ("\ufeff  Name : A \n\tK:Ward:2\n", ("A",), ("ward",)),
        ("Names:B\nxName:C\nName:\nKA:x\n", (), ()),
    ],
)
def test_the_index_sees_what_reading_sees(
    text: str, names: tuple[str, ...], keywords: tuple[str, ...]
) -> None:
    """Odd line ends, a byte order mark and white space hide nothing."""
    file = index_script(text)
    assert (file.names, file.keywords) == (names, keywords)


def test_the_bundled_scripts_load_without_a_note() -> None:
    """They come with the service."""
    pool = CardPool.load([bundled_path()])
    assert len(pool) > 80
    assert pool.notes == ()
