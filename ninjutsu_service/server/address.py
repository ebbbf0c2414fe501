"""Addresses to listen on: looked up, told apart, and kept from being shared by accident."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

LONGEST_SOCKET_PATH = 103
"""Bytes: Linux takes 107, macOS this."""


class AddressInUse(OSError):
    """Another process listens on the address, or it cannot be bound."""


def shown(host: str, port: int) -> str:
    """Host and port as one text, an IPv6 address in brackets."""
    host = host.strip("[]")
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


@dataclass(frozen=True, slots=True)
class Place:
    """One IP address of a host, with a port.

    Attributes:
        family: of addresses, as `socket` numbers them.
        address: as `socket` takes it: host, port and what an IPv6 address has besides.
    """

    family: socket.AddressFamily
    address: Any

    @property
    def port(self) -> int:
        """Its port; 0 for any that is free."""
        return int(self.address[1])

    def at(self, port: int) -> Place:
        """The same with another port."""
        return Place(self.family, (*self.address[:1], port, *self.address[2:]))

    def __str__(self) -> str:
        """As grpc takes it."""
        host = self.address[0]
        if self.family == socket.AF_INET6 and self.address[3] and "%" not in host:
            host = f"{host}%{self.address[3]}"
        return shown(host, self.port)


def look_up(host: str, port: int) -> list[Place]:
    """The IP addresses of a host.

    Raises:
        AddressInUse: it has none.
    """
    host = host.strip("[]")
    if not host:
        raise AddressInUse("cannot listen on '': no host")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise _in_use(shown(host, port), error) from None
    return list(dict.fromkeys(Place(family, address) for family, _, _, _, address in found))


def usable(host: str, port: int) -> list[Place]:
    """The IP addresses of a host that this process may listen on alone, the port free.

    Raises:
        AddressInUse: one is taken, or none is this machine's.
    """
    return _present(host, port, port)


def present(host: str, port: int) -> list[Place]:
    """The IP addresses of a host that this machine has, whoever listens on the port.

    Raises:
        AddressInUse: none is this machine's.
    """
    return _present(host, port, 0)


def _present(host: str, port: int, tried: int) -> list[Place]:
    """Those that can be bound with a port.

    An address that this machine does not have is left out where there is another: "localhost"
    has one of IPv6 by name where there is no IPv6.
    """
    places = []
    absent: OSError | None = None
    for place in look_up(host, port):
        try:
            bind(place.at(tried)).close()
        except OSError as error:
            if error.errno not in _ABSENT:
                raise _in_use(shown(host, port), error) from None
            absent = error
        else:
            places.append(place)
    if not places and absent is not None:
        raise _in_use(shown(host, port), absent)
    return places


_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def bind(place: Place) -> socket.socket:
    """A socket that is bound to a place alone, and listens not.

    Raises:
        OSError: it is taken, by one who shares as well.
    """
    bound = socket.socket(place.family, socket.SOCK_STREAM)
    try:
        # Connections of a server that has ended may linger; whoever listens still is in the way.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if place.family == socket.AF_INET6 and place.address[0] != "::":
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(place.address)
    except OSError:
        bound.close()
        raise
    return bound


def reserve(host: str, port: int) -> tuple[list[socket.socket], int]:
    """Take an address for processes that will share it, and for them only.

    The sockets that come back are bound and never listen: while they are open, whoever binds
    without sharing is told that the address is in use, a stray second server too. So is one
    that reserves: it binds without sharing first.

    Returns:
        The sockets, and the port that they have.

    Raises:
        AddressInUse: somebody else has the address, or it is none of this machine's.
    """
    held = []
    for place in usable(host, port):
        try:
            bound = bind(place.at(port))
        except OSError as error:
            raise _in_use(shown(host, port), error) from None
        port = bound.getsockname()[1]
        # From now on it may be shared; before, a second one that reserves was turned away.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.append(bound)
    return held, port


def why(error: Exception) -> str:
    """What the system says, without its number."""
    return str(getattr(error, "strerror", None) or error)


def _in_use(where: str, error: Exception) -> AddressInUse:
    return AddressInUse(f"cannot listen on {where}: {why(error)}")


def unix_target(path: Path) -> str:
    """A unix socket as grpc takes it, and as it is shown."""
    return f"unix:{quote(os.fspath(path), safe='/:@!$&()*+,;=~')}"


@contextmanager
def unix_socket(path: Path, mode: str) -> Iterator[None]:
    """Have a unix socket made where there is none that is in use, inside the block.

    What a killed server left behind is removed first. Of two servers that begin at once one
    waits here for the other.

    Args:
        path: where.
        mode: its permissions, octal; empty as the umask leaves them.

    Raises:
        AddressInUse: something listens there, there is another kind of file, or no socket can
            be made there.
    """
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise AddressInUse(
            f"cannot listen on {path}: longer than {LONGEST_SOCKET_PATH} bytes, the most that a "
            "socket's path may have"
        )
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise _in_use(str(path), error) from None
    try:
        # Not every file system locks; without it two that begin at once may take turns.
        with suppress(OSError):
            fcntl.flock(folder, fcntl.LOCK_EX)
        _clear(path)
        yield
        if mode:
            path.chmod(int(mode, 8))
    except OSError as error:
        if isinstance(error, AddressInUse):
            raise
        raise _in_use(str(path), error) from None
    finally:
        os.close(folder)


def _clear(path: Path) -> None:
    """Remove a unix socket that a killed server left behind."""
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(kind):
        raise AddressInUse(f"cannot listen on {path}: there is a file that is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(os.fspath(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            # Busy, or not ours to ask: somebody has it.
            raise AddressInUse(f"cannot listen on {path}: {why(error)}") from None
    raise AddressInUse(f"cannot listen on {path}: another server does")
