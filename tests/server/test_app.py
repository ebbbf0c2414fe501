"""Starting and stopping: ports, addresses, signals, and the command as a process."""

from __future__ import annotations

import signal
import socket
import subprocess

import pytest

from ninjutsu_service.server.app import AddressInUse, start
from tests.boards import bundled
from tests.server.calling import listing
from tests.server.conftest import command, environment, serving
from tests.shared import ROOT


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_port_0_takes_a_free_port():
    """The address names the port that was bound, and calls to it are answered."""
    running = start(bundled(), port=0)
    try:
        host, _, port = running.address.rpartition(":")
        assert host == "127.0.0.1"
        assert int(port) > 0
        assert len(listing(running.address).actions) == 1
    finally:
        running.server.stop(None).wait()


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6 loopback")
@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_ipv6(host: str):
    """An IPv6 address is given with or without brackets, and shown with them."""
    running = start(bundled(), host, 0)
    try:
        assert running.address.startswith("[::1]:")
        assert len(listing(running.address).actions) == 1
    finally:
        running.server.stop(None).wait()


def test_port_in_use_by_this_service():
    """Sharing the port is off: a stray second server would take half of the calls."""
    running = start(bundled())
    try:
        port = int(running.address.rpartition(":")[2])
        with pytest.raises(AddressInUse, match=rf"127\.0\.0\.1:{port}: Address already in use"):
            start(bundled(), port=port)
    finally:
        running.server.stop(None).wait()


@pytest.mark.parametrize("host", ["no.such.host.invalid", "bad host name", "127.0.0.1:80", ""])
def test_hosts_that_are_none(host: str):
    """The error names the address as given, and what is wrong with it."""
    with pytest.raises(AddressInUse) as caught:
        start(bundled(), host)
    assert str(caught.value).startswith("cannot listen on ")
    assert host in str(caught.value)


def test_command_serves_until_sigterm():
    """`ninjutsu serve` says where it listens and what to try, and ends with status 0."""
    with serving("--port", "0") as served:
        assert len(listing(served.address).actions) == 1
        assert served.end(signal.SIGTERM) == 0
    said = "".join(served.lines)
    assert "listens on 127.0.0.1:" in said
    assert f"--address {served.address}" in said
    assert said.endswith("Stopped.\n")


def test_command_stops_as_soon_as_it_has_said_its_address():
    """A signal that comes at once is no crash: who reads the address may stop the service."""
    with serving("--port", "0") as served:
        assert served.end(signal.SIGINT) == 0


def test_command_with_a_port_in_use():
    """Exit status 1, and one clear sentence."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*command(), "serve", "--port", str(port)],
            cwd=ROOT,
            env=environment(),
            text=True,
            capture_output=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert f"Error: cannot listen on 127.0.0.1:{port}: Address already in use\n" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("port", "wrong"),
    [
        ("-1", "'-1' is below 0"),
        ("65536", "'65536' is above 65535"),
        ("http", "'http' is not a whole number"),
    ],
)
def test_command_with_a_port_that_is_none(port: str, wrong: str):
    """Exit status 2, as for every wrong option."""
    done = subprocess.run(
        [*command(), "serve", "--port", port],
        cwd=ROOT,
        env=environment(),
        text=True,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert f"--port: {wrong}" in done.stderr
