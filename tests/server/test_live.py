"""The live pool: files change under a running service, in every way that files do."""

from __future__ import annotations

import os
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import grpc
import pytest
import structlog
import watchfiles

from ninjutsu.v1 import card_pool_pb2, card_pool_pb2_grpc, service_pb2_grpc
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server import live as module
from ninjutsu_service.server import servicer
from ninjutsu_service.server.app import build
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.boards import Game, wire
from tests.server.conftest import serving, wait_until

HERON = (
    "Name:Night Heron\nManaCost:1 U\nTypes:Creature Bird Ninja\nPT:2/1\n"
    "K:Flying\nK:Ninjutsu:U\nOracle:Flying\\nNinjutsu {U}\n"
)
Stub = service_pb2_grpc.NinjutsuServiceStub

OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]


@contextmanager
def watching(*paths: Path) -> Iterator[LivePool]:
    """A live pool of these paths alone, which follows them."""
    cards = LivePool(paths, Registry.installed())
    thread = cards.watch()
    try:
        yield cards
    finally:
        cards.stop()
        thread.join(20)
        assert not thread.is_alive()


def power(cards: LivePool, name: str = "Night Heron") -> str | None:
    """As the current edition has it; None where there is no such card."""
    card = cards.edition.pool.get(name)
    return card.faces[0].power if card else None


def until(cards: LivePool, wanted: str | None, name: str = "Night Heron") -> None:
    """Wait until the card has that power."""
    wait_until(lambda: power(cards, name) == wanted, f"a {name} with power {wanted}")


def codes(cards: LivePool) -> set[str]:
    """Of everything that is wrong now."""
    found = cards.diagnostics(60)
    assert found is not None
    return {each.code for each in found[1]}


def replaced(path: Path, data: bytes) -> None:
    """Write beside a file and rename it into place, as careful editors do."""
    fresh = path.with_name(f".{path.name}.1234")
    fresh.write_bytes(data)
    fresh.replace(path)


def stronger(number: int) -> bytes:
    """The heron's script with another power."""
    return HERON.replace("2/1", f"{number}/1").encode()


def test_a_file_that_is_dropped_in_changed_and_deleted(tmp_path: Path) -> None:
    """Each shows without anything being told to the service; folders within count."""
    with watching(tmp_path) as cards:
        assert power(cards) is None
        file = tmp_path / "n" / "night_heron.txt"
        file.parent.mkdir()
        file.write_bytes(HERON.encode())
        until(cards, "2")
        file.write_bytes(stronger(3))
        until(cards, "3")
        replaced(file, stronger(4))
        until(cards, "4")
        file.unlink()
        until(cards, None)


def test_a_file_that_is_saved_in_two_writes(tmp_path: Path) -> None:
    """Between them the last good version is played; after the second the new one."""
    file = tmp_path / "night_heron.txt"
    file.write_bytes(HERON.encode())
    with watching(tmp_path) as cards, file.open("wb", buffering=0) as saved:
        data = stronger(5)
        saved.write(data[:40])
        wait_until(lambda: cards.edition.number > 1, "an edition of the first half")
        assert power(cards) == "2"
        assert "NJ010" in codes(cards)
        saved.write(data[40:])
        until(cards, "5")
        assert codes(cards) == set()


def test_a_folder_that_is_deleted_and_made_again(tmp_path: Path) -> None:
    """Its cards stay meanwhile, and it is followed again afterwards."""
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "night_heron.txt").write_bytes(HERON.encode())
    with watching(folder) as cards:
        for number in (3, 4):
            shutil.rmtree(folder)
            wait_until(lambda: "NJ001" in codes(cards), "a diagnostic of the folder")
            assert power(cards) is not None
            folder.mkdir()
            (folder / "night_heron.txt").write_bytes(stronger(number))
            until(cards, str(number))
            assert codes(cards) == set()
        (folder / "night_heron.txt").write_bytes(stronger(9))
        until(cards, "9")


def test_a_folder_that_another_takes_the_place_of(tmp_path: Path) -> None:
    """By renaming, and by a link that is switched."""
    for number in (3, 4, 5):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "night_heron.txt").write_bytes(stronger(number))
    folder = tmp_path / "cards"
    (tmp_path / "3").rename(folder)
    with watching(folder) as cards:
        assert power(cards) == "3"
        folder.rename(tmp_path / "old")
        (tmp_path / "4").rename(folder)
        until(cards, "4")
        folder.rename(tmp_path / "older")
        folder.symlink_to(tmp_path / "5")
        until(cards, "5")
        (tmp_path / "link").symlink_to(tmp_path / "old")
        (tmp_path / "link").replace(folder)
        until(cards, "3")


def test_configuration_that_is_mounted(tmp_path: Path) -> None:
    """Files are links into a folder behind a link, and that one is switched."""
    for number in (3, 4):
        (tmp_path / f"..{number}").mkdir()
        (tmp_path / f"..{number}" / "night_heron.txt").write_bytes(stronger(number))
    (tmp_path / "..data").symlink_to("..3")
    (tmp_path / "night_heron.txt").symlink_to("..data/night_heron.txt")
    with watching(tmp_path) as cards:
        assert power(cards) == "3"
        (tmp_path / "..data_tmp").symlink_to("..4")
        (tmp_path / "..data_tmp").replace(tmp_path / "..data")
        until(cards, "4")


def test_a_single_file_and_an_archive_are_followed(tmp_path: Path) -> None:
    """Written over, and renamed into place."""
    file, archive = tmp_path / "night_heron.txt", tmp_path / "more.zip"
    file.write_bytes(HERON.encode())

    def pack(number: int) -> None:
        with zipfile.ZipFile(tmp_path / "fresh", "w") as written:
            written.writestr("c/crane.txt", stronger(number).replace(b"Night Heron", b"Crane"))
        (tmp_path / "fresh").replace(archive)

    pack(1)
    with watching(file, archive) as cards:
        assert power(cards, "Crane") == "1"
        for number in (4, 5):
            file.write_bytes(stronger(number))
            until(cards, str(number))
            pack(number)
            until(cards, str(number), "Crane")
        replaced(file, stronger(6))
        until(cards, "6")
        archive.write_bytes(archive.read_bytes()[:50])
        wait_until(lambda: "NJ001" in codes(cards), "a diagnostic of the archive")
        assert power(cards, "Crane") == "5"


def test_a_path_that_is_not_there_yet(tmp_path: Path) -> None:
    """It is waited for."""
    folder = tmp_path / "cards"
    with watching(folder) as cards:
        assert codes(cards) == {"NJ001"}
        folder.mkdir()
        (folder / "night_heron.txt").write_bytes(HERON.encode())
        until(cards, "2")


Breaking = Callable[[Path], object]

CYCLE = "SVar:A:DB$ Draw | SubAbility$ B\nSVar:B:DB$ Draw | SubAbility$ A\nOracle"


def link_out(file: Path) -> None:
    """A link in the file's place to one outside."""
    outside = file.parent.parent / "outside.txt"
    outside.write_bytes(stronger(9))
    file.unlink()
    file.symlink_to(outside)


def pipe(file: Path) -> None:
    """Something in the file's place that would be waited for."""
    file.unlink()
    os.mkfifo(file)


BROKEN: dict[str, tuple[Breaking, str]] = {
    "no UTF-8": (lambda file: file.write_bytes(b"Name:\xff"), "NJ003"),
    "empty": (lambda file: file.write_bytes(b""), "NJ101"),
    "50 MB": (lambda file: os.truncate(file, 50_000_000), "NJ002"),
    "without its end": (lambda file: file.write_bytes(HERON.encode()[:70]), "NJ104"),
    "a cycle": (lambda file: file.write_text(HERON.replace("Oracle", CYCLE)), "NJ303"),
    "a link out of the folder": (link_out, "NJ004"),
    "a pipe": (pipe, "NJ001"),
    "no cost": (lambda file: file.write_text(HERON.replace(":U", ":QQ")), "NJ505"),
}


@pytest.mark.parametrize("breaking", BROKEN)
def test_a_file_that_breaks_is_told_and_its_card_is_played_on(
    tmp_path: Path, breaking: str
) -> None:
    """In ListDiagnostics and in the log; mended, it counts again."""
    how, code = BROKEN[breaking]
    folder = tmp_path / "cards"
    folder.mkdir()
    file = folder / "night_heron.txt"
    file.write_bytes(HERON.encode())
    (folder / "crane.txt").write_bytes(HERON.replace("Night Heron", "Crane").encode())
    with structlog.testing.capture_logs() as logs, watching(folder) as cards:
        how(file)
        wait_until(lambda: code in codes(cards), f"the diagnostic {code}")
        assert (power(cards), power(cards, "Crane")) == ("2", "2")
        told = [line for line in logs if line.get("code") == code]
        assert {(line["log_level"], line["path"]) for line in told} == {
            ("warning", "night_heron.txt")
        }
        file.unlink()
        file.write_bytes(stronger(7))
        until(cards, "7")
        assert codes(cards) == set()


def test_what_is_told_once_is_not_told_again(tmp_path: Path) -> None:
    """The log of a folder with a broken file in it does not grow with each save of others."""
    (tmp_path / "bad.txt").write_bytes(b"Name:\xff")
    with structlog.testing.capture_logs() as logs:
        cards = LivePool([tmp_path], Registry.installed())
        for number in range(3):
            (tmp_path / "night_heron.txt").write_bytes(stronger(number))
            assert cards.reload()
    assert [line["code"] for line in logs if line["event"] == "card script"] == ["NJ003"]


def test_overriding_is_told(tmp_path: Path) -> None:
    """How many cards take the place of earlier ones at info, each of them at debug."""
    for name, number in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "night_heron.txt").write_bytes(stronger(number))
    with structlog.testing.capture_logs() as logs:
        cards = LivePool([tmp_path / "one", tmp_path / "two"], Registry.installed())
    assert power(cards) == "2"
    assert [(line["log_level"], line["event"]) for line in logs] == [
        ("debug", "card script"),
        ("info", "cards take the place of earlier ones"),
    ]
    assert (logs[0]["code"], logs[1]["names"]) == ("NJ006", ["Night Heron"])
    assert "one" in logs[0]["message"]


def test_what_editors_leave_is_no_reason_to_read(tmp_path: Path) -> None:
    """Swap files and copies are neither scripts nor folders."""
    interesting = module._is_of_interest
    added = watchfiles.Change.added
    for name in (".heron.txt.swp", "heron.txt~", "4913.tmp", ".git", "heron.txt.bak"):
        assert not interesting(added, f"/cards/{name}")
    for name in ("heron.txt", "n", "..data", "cards.zip"):
        assert interesting(added, f"/cards/{name}")


def test_where_the_system_does_not_tell_of_changes_folders_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no more watches to give: that is said once, and changes show all the same."""

    def watch(*_: object, **__: object) -> Iterator[set[object]]:
        raise OSError("no space left on device")

    monkeypatch.setattr(watchfiles, "watch", watch)
    monkeypatch.setattr(module, "POLL_SECONDS", 0.05)
    with structlog.testing.capture_logs() as logs, watching(tmp_path) as cards:
        for number in (3, 4):
            (tmp_path / "night_heron.txt").write_bytes(stronger(number))
            until(cards, str(number))
    assert len([line for line in logs if line["log_level"] == "error"]) == 1


def test_a_reload_that_fails_leaves_the_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the service's own is logged, and calls go on."""
    (tmp_path / "night_heron.txt").write_bytes(HERON.encode())
    cards = LivePool([tmp_path], Registry.installed())

    def fail(*_: object) -> CardPool:
        raise RuntimeError

    monkeypatch.setattr(module, "reload_pool", fail)
    with structlog.testing.capture_logs() as logs:
        cards.reload_safely()
    assert power(cards) == "2"
    assert [line["log_level"] for line in logs] == ["error"]


def game() -> Game:
    """A Night Heron in hand, an unblocked attacker, and an Island."""
    made = Game()
    made.attacker("bear")
    made.hand("heron", "Night Heron")
    made.lands("U", 2)
    return made


def listing() -> wire.ListActionsRequest:
    return wire.ListActionsRequest(state=game().state, player_id="a")


@contextmanager
def server(cards: LivePool) -> Iterator[grpc.Channel]:
    """A server of a live pool."""
    running = build(Settings(port=0), cards)
    with grpc.insecure_channel(running.address) as channel:
        try:
            yield channel
        finally:
            cards.stop()
            running.server.stop(None).wait()


def costs(response: wire.ListActionsResponse) -> list[str]:
    """The mana of every action."""
    return [action.mana_cost for action in response.actions]


def test_a_stream_keeps_the_cards_that_it_began_with(tmp_path: Path) -> None:
    """A card that changes in mid-combat changes for the next combat."""
    file = tmp_path / "night_heron.txt"
    file.write_bytes(HERON.encode())
    cards = LivePool([tmp_path], Registry.installed())
    with server(cards) as channel:
        commands: Queue[wire.PlayRequest | None] = Queue()
        answers = Stub(channel).Play(iter(commands.get, None), timeout=60)
        ask = wire.PlayRequest(list_actions=listing())
        commands.put(ask)
        assert costs(next(answers).actions) == ["U"]
        file.write_text(HERON.replace("Ninjutsu:U", "Ninjutsu:1 U"))
        assert cards.reload()
        commands.put(ask)
        assert costs(next(answers).actions) == ["U"]
        assert costs(Stub(channel).ListActions(listing(), timeout=20)) == ["1 U"]
        commands.put(None)


def test_a_call_in_flight_keeps_the_cards_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its rulebook before the change, and answers by it after."""
    file = tmp_path / "night_heron.txt"
    file.write_bytes(HERON.encode())
    cards = LivePool([tmp_path], Registry.installed())
    begun, may_go_on = threading.Event(), threading.Event()
    plain = servicer._CALLS["ListActions"]

    def slow(rulebook: Rulebook, *rest: object) -> object:
        begun.set()
        assert may_go_on.wait(60)
        return plain(rulebook, *rest)

    monkeypatch.setitem(servicer._CALLS, "ListActions", slow)
    with server(cards) as channel:
        answer = Stub(channel).ListActions.future(listing(), timeout=60)
        assert begun.wait(20)
        file.unlink()
        assert cards.reload()
        assert cards.edition.pool.get("Night Heron") is None
        may_go_on.set()
        assert costs(answer.result()) == ["U"]
        assert costs(Stub(channel).ListActions(listing(), timeout=20)) == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_designer_drops_a_file_in_and_the_service_plays_it(tmp_path: Path, workers: str) -> None:
    """`ninjutsu serve --cards DIR`: every process lists the new Ninja's action, and no other."""
    arguments = ("--port", "0", "--workers", workers, "--cards", str(tmp_path), "--drain", "0")
    with serving(*arguments, "--log-format", "json") as served:
        for number, cost in enumerate(("U", "1 U")):
            script = HERON.replace("Ninjutsu:U", f"Ninjutsu:{cost}")
            (tmp_path / "night_heron.txt").write_text(script)
            served.wait_until_logged("cards reloaded", int(workers) * (number + 1))
            for _ in range(4):
                # A connection of its own each time, so that each process is asked.
                with grpc.insecure_channel(served.address, OWN_CONNECTION) as channel:
                    found = Stub(channel).ListActions(listing(), timeout=20)
                    (action,) = found.actions
                    assert (action.source_id, action.mana_cost) == ("heron", cost)
                    pool = card_pool_pb2_grpc.CardPoolServiceStub(channel)
                    asked = card_pool_pb2.GetCardRequest(name="Night Heron")
                    assert pool.GetCard(asked, timeout=20).script == script
        assert served.end() == 0


def test_the_log_tells_of_errors_at_the_start_and_of_warnings_after_a_change(
    tmp_path: Path,
) -> None:
    """A large pool has many warnings; who has just saved a file wants to see its own."""
    warned = HERON.replace("Bird", "Brid")
    (tmp_path / "night_heron.txt").write_text(warned)
    (tmp_path / "crane.txt").write_text(HERON.replace("Night Heron", "Crane").replace(":U", ":Z"))
    cards = LivePool([tmp_path], Registry.installed())
    with structlog.testing.capture_logs() as logs:
        assert codes(cards) == {"NJ112", "NJ505"}
        assert [line["code"] for line in logs if line["event"] == "card script"] == ["NJ505"]
        (tmp_path / "night_heron.txt").write_text(warned.replace("2/1", "3/1"))
        cards.reload()
        assert codes(cards) == {"NJ112", "NJ505"}
        cards.stop()
    told = [line["code"] for line in logs if line["event"] == "card script"]
    assert told == ["NJ505", "NJ112"]
    (first, second) = [line for line in logs if line["event"] == "cards checked"]
    assert (first["errors"], first["warnings"]) == (1, 1)
    assert (second["errors"], second["warnings"]) == (0, 1)


def test_what_is_wrong_with_a_file_that_is_not_used_counts(tmp_path: Path) -> None:
    """Bug: with a broken file that takes no card's place, `cards checked` told of no errors."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "night_heron.txt").write_text(HERON)
    (tmp_path / "two" / "night_heron.txt").write_text(HERON.replace("PT:2/1\n", ""))
    with structlog.testing.capture_logs() as logs:
        cards = LivePool([tmp_path / "one", tmp_path / "two"], Registry.installed())
        assert codes(cards) == {"NJ010", "NJ105"}
        (tmp_path / "one" / "crane.txt").write_text(HERON.replace("Night Heron", "Crane"))
        cards.reload()
        assert codes(cards) == {"NJ010", "NJ105"}
        cards.stop()
    told = [line["code"] for line in logs if line["event"] == "card script"]
    assert told == ["NJ010", "NJ105"]
    checked = [line for line in logs if line["event"] == "cards checked"]
    counts = [(line["log_level"], line["errors"], line["warnings"]) for line in checked]
    assert counts == [("info", 1, 1), ("debug", 0, 0)]
