"""Addresses to listen on: told apart, probed, and kept from being shared by accident."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path


class AddressInUse(OSError):
    """Another process listens on the address, or it cannot be bound."""


def shown(host: str, port: int) -> str:
    """Host and port as one text, an IPv6 address in brackets."""
    host = host.strip("[]")
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def reserve(host: str, port: int) -> tuple[socket.socket, int]:
    """Take an address for processes that will share it, and for them only.

    The socket that comes back is bound and never listens: while it is open, whoever binds
    without sharing is told that the address is in use, a stray second server too.

    Returns:
        The socket, and the port that it has.

    Raises:
        AddressInUse: somebody else has the address, or it is none of this machine's.
    """
    host = host.strip("[]")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # Bound alone first: only a bind that does not share finds those that do.
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            port = probe.getsockname()[1]
        held = socket.socket(family, kind, protocol)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind((*address[:1], port, *address[2:]))
    except (OSError, UnicodeError) as error:
        raise AddressInUse(f"cannot listen on {shown(host, port)}: {why(error)}") from None
    return held, port


def why_not(host: str, port: int) -> str:
    """The system's own words for why an address cannot be bound."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM
        ):
            with socket.socket(family, kind, protocol) as probe:
                probe.bind(address)
    except (OSError, UnicodeError) as error:
        return why(error)
    return "the address cannot be bound"


def why(error: Exception) -> str:
    """What the system says, without its number."""
    return str(getattr(error, "strerror", None) or error)


def clear_socket(path: Path) -> None:
    """Remove a unix socket that a killed server left behind.

    Raises:
        AddressInUse: something listens there, or it is no socket.
    """
    try:
        mode = path.lstat().st_mode
    except OSError:
        return
    if not stat.S_ISSOCK(mode):
        raise AddressInUse(f"cannot listen on {path}: there is a file that is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(os.fspath(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise AddressInUse(f"cannot listen on {path}: another server does")
