"""CardPoolService over a real channel: pages, scripts as they stand, checks, and watchers."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from ninjutsu.v1 import card_pool_pb2 as wire
from ninjutsu.v1 import card_pool_pb2_grpc, service_pb2_grpc
from ninjutsu_service.cards.pool import bundled_path
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.server import checks
from ninjutsu_service.server.app import Running, build
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.server.calling import request

NINJA = (
    "Name:{name}\nManaCost:1 U\nTypes:Creature Human Ninja\nPT:2/1\nK:Ninjutsu:{cost}\nOracle:\n"
)

Stub = card_pool_pb2_grpc.CardPoolServiceStub


def ninja(folder: Path, name: str, cost: str = "U") -> Path:
    """Write a Ninja's script."""
    file = folder / f"{name.lower().replace(' ', '_')}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(NINJA.format(name=name, cost=cost), "utf-8")
    return file


@dataclass
class Served:
    """A server of a folder of cards, without the bundled ones, and a stub of it."""

    running: Running
    stub: Stub
    channel: grpc.Channel

    @property
    def cards(self) -> LivePool:
        return self.running.cards


@contextmanager
def serving(*paths: Path, **settings: object) -> Iterator[Served]:
    """A server in this process that reads its folders when it is told to."""
    cards = LivePool(paths, Registry.installed())
    running = build(Settings(**{"port": 0, **settings}), cards)  # type: ignore[arg-type]
    with grpc.insecure_channel(running.address) as channel:
        try:
            yield Served(running, Stub(channel), channel)
        finally:
            cards.stop()
            running.server.stop(None).wait()


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    """Of a server with the bundled cards."""
    with serving(bundled_path()) as served:
        yield served.stub


def details(call: grpc.RpcError) -> tuple[str, list[str]]:
    """A failed call's status, and the fields that were wrong."""
    status = rpc_status.from_call(call)
    fields = []
    for detail in status.details if status else ():
        bad = error_details_pb2.BadRequest()
        if detail.Unpack(bad):
            fields = [each.field for each in bad.field_violations]
    return call.code().name, fields


def listed(stub: Stub, size: int = 7, **asked: str) -> list[list[str]]:
    """The names on every page."""
    pages, token = [], ""
    while True:
        page = stub.ListCards(wire.ListCardsRequest(page_size=size, page_token=token, **asked))
        pages.append([card.name for card in page.cards])
        token = page.next_page_token
        if not token:
            return pages


def test_pages_have_every_card_once_and_in_order(stub: Stub) -> None:
    """Each is full but the last, and says how many there are in all."""
    pages = listed(stub)
    names = [name for page in pages for name in page]
    whole = stub.ListCards(wire.ListCardsRequest(page_size=1000))
    assert names == sorted(set(names)) == [card.name for card in whole.cards]
    assert all(len(page) == 7 for page in pages[:-1])
    assert whole.total_size == len(names) > 100
    assert whole.version
    assert not whole.next_page_token
    assert len(stub.ListCards(wire.ListCardsRequest()).cards) == 100
    assert len(stub.ListCards(wire.ListCardsRequest(page_size=4_000_000_000)).cards) == len(names)


def test_a_summary_tells_what_is_bound(stub: Stub) -> None:
    """The script's line with its number, the mana and what else is paid, and where it lies."""
    card = stub.GetCard(wire.GetCardRequest(name="tallowmask extorter")).card
    assert (card.name, card.mana_cost) == ("Tallowmask Extorter", "2 B")
    assert list(card.types) == ["Creature", "Human", "Ninja", "Rogue"]
    assert card.path == "original/t/tallowmask_extorter.txt"
    (binding,) = card.bindings
    assert (binding.keyword, binding.mana_cost) == ("Ninjutsu", "1 B")
    assert list(binding.other_costs) == ["Discard<1/Card>"]
    assert binding.line == "K:Ninjutsu:1 B Discard<1/Card>"
    script = stub.GetCard(wire.GetCardRequest(name="Tallowmask Extorter")).script
    assert script.split("\n")[binding.line_number - 1] == binding.line


@pytest.mark.parametrize(
    ("keyword", "has", "lacks"),
    [
        ("Ninjutsu", "Ninja of the Deep Hours", "Yuriko, the Tiger's Shadow"),
        ("Commander ninjutsu", "Yuriko, the Tiger's Shadow", "Ninja of the Deep Hours"),
        ("Sneak", "Ropewalk Duelist", "Silk, Web Weaver"),
        ("Web-slinging", "Silk, Web Weaver", "Ninja of the Deep Hours"),
    ],
)
def test_a_keyword_is_a_registered_name(stub: Stub, keyword: str, has: str, lacks: str) -> None:
    """Ninjutsu and commander ninjutsu are apart, though their lines begin alike."""
    page = stub.ListCards(wire.ListCardsRequest(keyword=keyword, page_size=1000))
    names = [card.name for card in page.cards]
    assert has in names
    assert lacks not in names
    assert page.total_size == len(names)
    for card in page.cards:
        assert keyword in {binding.keyword for binding in card.bindings}
    assert [name for part in listed(stub, 3, keyword=keyword) for name in part] == names


def test_requests_that_cannot_be(stub: Stub) -> None:
    """The field is named; an unknown card is not found."""
    calls = (
        (lambda: stub.ListCards(wire.ListCardsRequest(keyword="ninjutsu")), "keyword"),
        (lambda: stub.ListCards(wire.ListCardsRequest(page_token="%")), "page_token"),
        (lambda: stub.ListDiagnostics(wire.ListDiagnosticsRequest(page_token="é")), "page_token"),
        (lambda: stub.GetCard(wire.GetCardRequest()), "name"),
    )
    for call, field in calls:
        with pytest.raises(grpc.RpcError) as failed:
            call()
        assert details(failed.value) == ("INVALID_ARGUMENT", [field])
    with pytest.raises(grpc.RpcError) as failed:
        stub.ListCards(wire.ListCardsRequest(keyword="Ninja"))
    assert "Commander ninjutsu" in str(failed.value.details())
    with pytest.raises(grpc.RpcError) as failed:
        stub.GetCard(wire.GetCardRequest(name="Nobody"))
    assert failed.value.code() is grpc.StatusCode.NOT_FOUND


def test_cards_that_come_and_go_between_pages(tmp_path: Path) -> None:
    """The token names the last card: none of those that stay is repeated or lost."""
    for letter in "BDFH":
        ninja(tmp_path, letter)
    with serving(tmp_path) as served:

        def page(token: str) -> wire.ListCardsResponse:
            return served.stub.ListCards(wire.ListCardsRequest(page_size=2, page_token=token))

        first = page("")
        assert [card.name for card in first.cards] == ["B", "D"]
        for letter in "ACE":
            ninja(tmp_path, letter)
        (tmp_path / "d.txt").unlink()
        assert served.cards.reload()
        second = page(first.next_page_token)
        assert [card.name for card in second.cards] == ["E", "F"]
        assert second.version != first.version
        (tmp_path / "h.txt").unlink()
        assert served.cards.reload()
        third = page(second.next_page_token)
        assert ([card.name for card in third.cards], third.next_page_token) == ([], "")


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfName:Odd\r\nManaCost:1 U\r\n\r\n# a comment\r\n  Types:Instant \r\nOracle:x",
        b"Name:Odd\rManaCost:U\rTypes:Instant\rOracle:\r",
        "Name:Odd\nOracle:Ω 忍 \t\n\n\n".encode(),
    ],
)
def test_a_script_is_sent_as_it_stands(tmp_path: Path, data: bytes) -> None:
    """Every byte of the file: line ends, white space, comments, a byte order mark."""
    (tmp_path / "odd.txt").write_bytes(data)
    with serving(tmp_path) as served:
        assert served.stub.GetCard(wire.GetCardRequest(name="Odd")).script.encode() == data


def test_a_script_is_checked_without_being_added(stub: Stub) -> None:
    """Errors and warnings with their places and what would be right, and the card it would be."""
    before = stub.ListCards(wire.ListCardsRequest(page_size=1)).version
    script = NINJA.format(name="Night Heron", cost="{1}{U}").replace("Human", "Humna")
    response = stub.CheckScript(wire.CheckScriptRequest(script=script, file_name="heron.txt"))
    found = [(each.code, each.line, each.column, each.suggestion) for each in response.diagnostics]
    assert found == [
        ("NJ055", 1, 6, ""),
        ("NJ112", 3, 16, "Human"),
        ("NJ505", 5, 12, "1 U"),
    ]
    error = response.diagnostics[2]
    assert (error.severity, error.path) == (wire.SEVERITY_ERROR, "heron.txt")
    assert response.diagnostics[0].severity == wire.SEVERITY_WARNING
    assert (response.card.name, list(response.card.bindings)) == ("Night Heron", [])
    assert stub.ListCards(wire.ListCardsRequest(page_size=1)).version == before


def test_a_script_whose_keyword_cannot_be_offered(stub: Stub) -> None:
    """What the service binds and cannot ask for is a warning."""
    script = NINJA.format(name="Heron", cost="1 U Mill<2>")
    response = stub.CheckScript(wire.CheckScriptRequest(script=script))
    assert [each.code for each in response.diagnostics] == ["NJ506"]
    (binding,) = response.card.bindings
    assert list(binding.other_costs) == ["Mill<2>"]


def test_a_right_script_has_no_diagnostics(stub: Stub) -> None:
    """What is left to the engine is no fault, and not sent."""
    script = NINJA.format(name="Heron", cost="U").replace("K:N", "K:Storm\nK:N")
    response = stub.CheckScript(wire.CheckScriptRequest(script=script, file_name="heron.txt"))
    assert list(response.diagnostics) == []
    assert [binding.line for binding in response.card.bindings] == ["K:Ninjutsu:U"]


@pytest.mark.parametrize("script", ["", "K:Ninjutsu:U\n", "x" * 1_000_001, "Name:A\n" * 20_001])
def test_a_text_that_is_no_script_has_no_card(stub: Stub, script: str) -> None:
    """It cannot be read at all."""
    response = stub.CheckScript(wire.CheckScriptRequest(script=script))
    assert not response.HasField("card")
    assert wire.SEVERITY_ERROR in {each.severity for each in response.diagnostics}


def faulty(folder: Path) -> Path:
    """Files with errors and warnings, files that cannot be read, and sound ones."""
    for number in range(6):
        ninja(folder / "wrong", f"Wrong {number}", cost="1 Z" if number % 2 else "U Mill<1>")
        ninja(folder / "right", f"Right {number}")
    (folder / "binary.txt").write_bytes(b"Name:\xff\n")
    (folder / "empty.txt").write_bytes(b"")
    return folder


def diagnosed(stub: Stub, size: int) -> list[tuple[str, int, str]]:
    """Everything that is wrong, page by page."""
    found, token = [], ""
    while True:
        asked = wire.ListDiagnosticsRequest(page_size=size, page_token=token)
        page = stub.ListDiagnostics(asked)
        assert page.version
        assert len(page.diagnostics) <= size
        found += [(each.path, each.line, each.code) for each in page.diagnostics]
        token = page.next_page_token
        if not token:
            return found


def test_diagnostics_of_the_pool_in_pages(tmp_path: Path) -> None:
    """Errors and warnings of scripts and of loading, by path and line, each once."""
    with serving(faulty(tmp_path)) as served:
        expected = [("binary.txt", 0, "NJ003"), ("empty.txt", 0, "NJ101")]
        codes = ("NJ506", "NJ505")
        expected += [(f"wrong/wrong_{n}.txt", 5, codes[n % 2]) for n in range(6)]
        for size in (1, 3, 100):
            assert diagnosed(served.stub, size) == expected


def test_diagnostics_follow_the_files(tmp_path: Path) -> None:
    """What is mended is gone; what broke later is told, and that the earlier version stays."""
    with serving(tmp_path) as served:
        ninja(tmp_path, "Heron")
        served.cards.reload()
        assert diagnosed(served.stub, 100) == []
        ninja(tmp_path, "Heron", cost="QQ")
        served.cards.reload()
        assert diagnosed(served.stub, 100) == [("heron.txt", 0, "NJ010"), ("heron.txt", 5, "NJ505")]
        ninja(tmp_path, "Heron", cost="1 U")
        served.cards.reload()
        assert diagnosed(served.stub, 100) == []
        (tmp_path / "heron.txt").rename(tmp_path / "crane.txt")
        served.cards.reload()
        assert diagnosed(served.stub, 100) == [("crane.txt", 1, "NJ055")]


def test_a_token_script_that_comes_is_no_longer_missed(tmp_path: Path) -> None:
    """What a script is held against may change without the script."""
    folder = tmp_path / "tokenscripts"
    file = ninja(tmp_path, "Heron")
    line = "SVar:X:DB$ Token | TokenScript$ w_1_1_cat | TokenAmount$ 1\nOracle"
    file.write_text(file.read_text().replace("Oracle", line))
    with serving(tmp_path) as served:
        assert diagnosed(served.stub, 100) == [("heron.txt", 6, "NJ404")]
        ninja(folder, "w_1_1_cat")
        served.cards.reload()
        assert diagnosed(served.stub, 100) == []


def test_two_servers_with_the_same_cards_answer_alike(tmp_path: Path) -> None:
    """In other folders, read at other times: the version, every page, every token."""
    one, two = faulty(tmp_path / "one"), tmp_path / "elsewhere" / "two"
    shutil.copytree(one, two)
    shutil.rmtree(two / "right")
    with serving(one) as first, serving(two) as second:
        shutil.copytree(one / "right", two / "right")
        second.cards.reload()
        for size in (2, 100):
            cards = wire.ListCardsRequest(page_size=size)
            faults = wire.ListDiagnosticsRequest(page_size=size)
            while True:
                here, there = (each.stub.ListCards(cards) for each in (first, second))
                assert here == there
                cards.page_token = here.next_page_token
                wrong, also = (each.stub.ListDiagnostics(faults) for each in (first, second))
                assert wrong == also
                faults.page_token = wrong.next_page_token
                if not cards.page_token and not faults.page_token:
                    break


def test_calls_are_answered_while_others_wait_for_the_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one thread for calls: ListDiagnostics waits elsewhere, as long as its client does."""
    ninja(tmp_path, "Heron", cost="QQ")
    may_go_on = threading.Event()
    plain = checks.Checks._look

    def slow(self: checks.Checks, *rest: object) -> object:
        assert may_go_on.wait(60)
        return plain(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(checks.Checks, "_look", slow)
    with serving(tmp_path, threads=1) as served:
        asked = wire.ListDiagnosticsRequest()
        waiting = [served.stub.ListDiagnostics.future(asked) for _ in range(3)]
        ninjutsu = service_pb2_grpc.NinjutsuServiceStub(served.channel)
        assert ninjutsu.ListActions(request(), timeout=20).IsInitialized()
        assert served.stub.ListCards(wire.ListCardsRequest(), timeout=20).total_size == 1
        with pytest.raises(grpc.RpcError) as late:
            served.stub.ListDiagnostics(asked, timeout=0.3)
        assert late.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        may_go_on.set()
        for call in waiting:
            assert [each.code for each in call.result(20).diagnostics] == ["NJ505"]


def test_waiting_ends_as_the_server_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server can answer."""
    ninja(tmp_path, "Heron")
    monkeypatch.setattr(checks.Checks, "_check", lambda self, pool: None)
    with serving(tmp_path) as served:
        call = served.stub.ListDiagnostics.future(wire.ListDiagnosticsRequest())
        threading.Timer(0.3, served.cards.stop).start()
        with pytest.raises(grpc.RpcError) as stopped:
            call.result(20)
        assert stopped.value.code() is grpc.StatusCode.UNAVAILABLE


def test_watchers_are_told_of_each_change(tmp_path: Path) -> None:
    """The version at once; then what was added, changed and removed, to each watcher."""
    ninja(tmp_path, "Heron")
    with serving(tmp_path) as served:
        watches = [served.stub.WatchCards(wire.WatchCardsRequest(), timeout=60) for _ in range(2)]
        now = served.cards.edition.pool.version
        assert [next(watch) for watch in watches] == [wire.WatchCardsResponse(version=now)] * 2
        ninja(tmp_path, "Crane")
        served.cards.reload()
        added = wire.WatchCardsResponse(version=served.cards.edition.pool.version, added=["Crane"])
        assert [next(watch) for watch in watches] == [added] * 2
        ninja(tmp_path, "Heron", cost="1 U")
        (tmp_path / "crane.txt").unlink()
        served.cards.reload()
        told = [next(watch) for watch in watches]
        assert told[0] == told[1]
        assert (list(told[0].changed), list(told[0].removed)) == (["Heron"], ["Crane"])
        assert len({now, added.version, told[0].version}) == 3
        watches[0].cancel()
        served.cards.stop()
        with pytest.raises(grpc.RpcError) as stopped:
            next(watches[1])
        assert stopped.value.code() is grpc.StatusCode.UNAVAILABLE


def test_a_watcher_that_was_busy_misses_no_change(tmp_path: Path) -> None:
    """Several changes may come between two messages: they are told together."""
    ninja(tmp_path, "Heron")
    with serving(tmp_path) as served:
        first = served.cards.edition
        ninja(tmp_path, "Crane")
        served.cards.reload()
        ninja(tmp_path, "Egret")
        served.cards.reload()
        (tmp_path / "crane.txt").unlink()
        served.cards.reload()
        changed = served.cards.edition.changes_since(first)
        assert (changed.added, changed.changed, changed.removed) == (("Egret",), (), ())


def test_a_watcher_is_not_told_of_what_changes_no_card(tmp_path: Path) -> None:
    """A file that breaks changes the diagnostics; the next message is of the next change."""
    ninja(tmp_path, "Heron")
    with serving(tmp_path) as served:
        watch = served.stub.WatchCards(wire.WatchCardsRequest(), timeout=60)
        next(watch)
        ninja(tmp_path, "Heron", cost="QQ")
        assert served.cards.reload()
        ninja(tmp_path, "Heron", cost="2 U")
        served.cards.reload()
        assert list(next(watch).changed) == ["Heron"]
