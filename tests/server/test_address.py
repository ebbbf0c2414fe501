"""Where a server listens, and that nobody shares it by accident."""

from __future__ import annotations

import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ninjutsu_service.server import address
from ninjutsu_service.server.address import AddressInUse
from ninjutsu_service.server.app import Running, build
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.boards import bundled
from tests.server.calling import listing, running
from tests.server.conftest import run, serving


def port_of(where: str) -> int:
    return int(where.rpartition(":")[2])


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder whose sockets have short paths."""
    made = Path(os.path.realpath("/tmp")) / f"nj{os.getpid()}"
    made.mkdir()
    yield made
    for each in made.iterdir():
        each.unlink()
    made.rmdir()


def test_two_single_servers():
    """By default gRPC would share the port, and the second would take half of the calls."""
    with running(port=0) as first:
        port = port_of(first.address)
        with pytest.raises(AddressInUse, match=f"127.0.0.1:{port}: Address already in use"):
            build(Settings(port=port), LivePool.of(bundled()))
        with pytest.raises(AddressInUse, match="Address already in use"):
            build(Settings(port=port, host="0.0.0.0", insecure=True), LivePool.of(bundled()))
        assert len(listing(first.address).actions) == 1


def test_workers_after_a_single_server():
    """The parent finds the port taken and starts no worker."""
    with running(port=0) as first:
        done = run("serve", "--workers", "2", "--port", str(port_of(first.address)))
    assert done.returncode == 1
    assert done.stderr == f"Error: cannot listen on {first.address}: Address already in use\n"


def test_servers_after_workers():
    """A second one, with workers or without, is turned away; so it is on every address at once."""
    with serving("--workers", "2", "--port", "0") as first:
        port = str(port_of(first.address))
        with pytest.raises(AddressInUse, match="Address already in use"):
            build(Settings(port=int(port)), LivePool.of(bundled()))
        for more in ([], ["--host", "0.0.0.0", "--insecure"]):
            done = run("serve", "--workers", "2", "--port", port, *more)
            assert done.returncode == 1
            assert done.stderr.endswith(f":{port}: Address already in use\n")
            assert done.stdout == ""
        assert len(listing(first.address).actions) == 1
        assert first.end() == 0


def test_an_address_that_is_reserved_stays_so_without_workers():
    """While a dead worker is replaced nobody else gets the port, and then it is free again."""
    held, port = address.reserve("127.0.0.1", 0)
    try:
        with pytest.raises(AddressInUse):
            address.reserve("127.0.0.1", port)
        with pytest.raises(AddressInUse):
            build(Settings(port=port), LivePool.of(bundled()))
        shared = build(Settings(port=port), LivePool.of(bundled()), share_port=True)
        assert len(listing(shared.address).actions) == 1
        shared.server.stop(None).wait()
    finally:
        for each in held:
            each.close()
    held, _ = address.reserve("127.0.0.1", port)
    for each in held:
        each.close()


def test_every_address_of_a_name():
    """A name may have several; each gets the same port, and all are answered."""
    with running(host="localhost", port=0) as server:
        port = port_of(server.address)
        assert server.address == f"localhost:{port}"
        for place in address.present("localhost", port):
            assert len(listing(str(place)).actions) == 1


def test_an_address_that_is_not_this_machines():
    """The system's reason is told."""
    with pytest.raises(AddressInUse, match=r"192\.0\.2\.1:0: Cannot assign requested address"):
        build(Settings(host="192.0.2.1", port=0, insecure=True), LivePool.of(bundled()))


def test_a_port_below_1024(monkeypatch):
    """Nobody but root may take it; the reason is told here as well."""

    def bind(self: socket.socket, where: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(AddressInUse, match=r"127\.0\.0\.1:443: Permission denied"):
        build(Settings(port=443), LivePool.of(bundled()))


def test_a_unix_socket_besides_the_port(folder):
    """Both are answered, and the socket is gone with the server."""
    path = folder / "n.sock"
    with running(port=0, socket=path) as server:
        assert len(listing(f"unix:{path}").actions) == 1
        assert len(listing(server.address).actions) == 1
    assert not path.exists()


def test_a_unix_socket_alone(folder):
    """The address that is shown is one that clients take, whatever the path holds."""
    path = folder / "a b%20#.sock"
    with running(tcp=False, socket=path) as server:
        assert stat.S_ISSOCK(path.stat().st_mode)
        assert len(listing(server.address).actions) == 1


def test_a_unix_socket_that_was_left_behind(folder):
    """A server that was killed cannot remove its own; the next one does."""
    path = folder / "n.sock"
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(path))
    with running(tcp=False, socket=path) as server:
        assert len(listing(server.address).actions) == 1


def test_a_unix_socket_that_is_in_use(folder):
    """By itself gRPC would take it away from the first server without a word."""
    path = folder / "n.sock"
    with running(tcp=False, socket=path) as first:
        with pytest.raises(AddressInUse, match=f"{path}: another server does"):
            build(Settings(tcp=False, socket=path), LivePool.of(bundled()))
        assert len(listing(first.address).actions) == 1


def test_two_servers_begin_at_once_on_a_unix_socket(folder):
    """Both see the file that was left behind; one of them gets the place."""
    path = folder / "n.sock"
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(path))
    made: list[Running] = []
    refused: list[AddressInUse] = []

    def begin() -> None:
        try:
            made.append(build(Settings(tcp=False, socket=path), LivePool.of(bundled())))
        except AddressInUse as error:
            refused.append(error)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(refused)) == (1, 3)
    assert len(listing(made[0].address).actions) == 1
    made[0].server.stop(None).wait()


def test_a_file_that_is_no_socket_is_left_alone(folder):
    """A mistyped path must not cost a file."""
    path = folder / "precious"
    path.write_text("data")
    with pytest.raises(AddressInUse, match="there is a file that is no socket"):
        build(Settings(tcp=False, socket=path), LivePool.of(bundled()))
    assert path.read_text() == "data"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/no/such/folder/n.sock", "No such file or directory"),
        ("/etc/passwd/n.sock", "Not a directory"),
        ("/tmp/" + "x" * 100, "longer than 103 bytes, the most that a socket's path may have"),
    ],
)
def test_a_unix_socket_that_cannot_be(path, reason):
    """The message names the path and the reason."""
    with pytest.raises(AddressInUse, match=f"cannot listen on {path}: {reason}"):
        build(Settings(tcp=False, socket=Path(path)), LivePool.of(bundled()))


@pytest.mark.parametrize("mode", ["0600", "770"])
def test_the_mode_of_a_unix_socket(folder, mode):
    """Who may write to it may call."""
    path = folder / "n.sock"
    with running(tcp=False, socket=path, socket_mode=mode):
        assert stat.S_IMODE(path.stat().st_mode) == int(mode, 8)
