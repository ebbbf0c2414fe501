"""The settings of `ninjutsu serve`: one typed class. `server.sources` says where they come from."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from ninjutsu_service.ports import HIGHEST_PORT


class SettingsError(ValueError):
    """A setting that cannot be: the message names it, its source and its value.

    Attributes:
        settings: the names of those that are at fault.
    """

    def __init__(self, message: str, *settings: str) -> None:
        super().__init__(message)
        self.settings = settings


def host_and_port(address: str) -> tuple[str, int]:
    """An address as host and port, without the brackets of IPv6.

    Raises:
        ValueError: it is none.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not re.fullmatch(r"[0-9]{1,5}", port) or int(port) > HIGHEST_PORT:
        raise ValueError(f"{address!r} is not HOST:PORT")
    if ":" in host and not (host.startswith("[") and host.endswith("]")):
        raise ValueError(f"{address!r} is not HOST:PORT: an IPv6 address stands in brackets")
    host = host.strip("[]")
    if not host:
        raise ValueError(f"{address!r} is not HOST:PORT: there is no host")
    return host, int(port)


DAY = 86_400.0

Check = Callable[[Any], object]
"""Raises ValueError for a value that cannot be."""


def _is_host(host: str) -> None:
    if not host or re.search(r"[\s/]", host):
        raise ValueError(f"{host!r} is not a host")


def _is_address(address: str) -> None:
    if address:
        host_and_port(address)


def _is_mode(mode: str) -> None:
    if mode and not re.fullmatch(r"0?[0-7]{3}", mode):
        raise ValueError(f"{mode!r} is not a mode such as 0660")


def setting(
    default: Any,
    text: str,
    *,
    metavar: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    check: Check | None = None,
) -> Any:
    """One setting: its default, what it is for, and which values it takes."""
    metadata = {
        "help": text,
        "metavar": metavar,
        "low": low,
        "high": high,
        "choices": choices,
        "check": check,
    }
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs. Times are in seconds, sizes in bytes."""

    host: str = setting(
        "127.0.0.1",
        "The address to listen on: an IP address or a host name.",
        metavar="HOST",
        check=_is_host,
    )
    port: int = setting(
        50051,
        "The TCP port to listen on; 0 takes a free one and says which.",
        metavar="PORT",
        low=0,
        high=HIGHEST_PORT,
    )
    socket: Path | None = setting(
        None,
        "A unix socket to listen on, besides the address or, with no-tcp, alone.",
        metavar="PATH",
    )
    socket_mode: str = setting(
        "",
        "The unix socket's permissions, such as 0660: who may write to it may call. Unless "
        "given, as the umask leaves them.",
        metavar="MODE",
        check=_is_mode,
    )
    tcp: bool = setting(True, "Listen on host and port; off with a unix socket alone.")
    insecure: bool = setting(
        False, "Allow an address off loopback without TLS: anybody who reaches it may call."
    )
    tls_certificate: Path | None = setting(
        None, "The server's certificate chain, PEM; needs the key.", metavar="FILE"
    )
    tls_key: Path | None = setting(None, "The certificate's private key, PEM.", metavar="FILE")
    tls_client_ca: Path | None = setting(
        None,
        "Demand of clients a certificate that these authorities signed, PEM (mutual TLS).",
        metavar="FILE",
    )
    cards: tuple[Path, ...] = setting(
        (),
        "Card scripts besides the bundled ones: a folder, a file or a zip. May be given again; "
        "a later one overrides earlier ones by name.",
        metavar="PATH",
    )
    watch: bool = setting(
        True, "Follow the cards' folders as they change; otherwise SIGHUP has them read anew."
    )
    workers: int = setting(
        1,
        "How many processes answer calls, each on a core of its own.",
        metavar="N",
        low=1,
        high=64,
    )
    threads: int = setting(
        4, "Threads of each process that answer calls.", metavar="N", low=1, high=64
    )
    pin: bool = setting(
        True,
        "Keep each process on one core, the least busy: a call takes half the processor's time.",
    )
    log_level: str = setting(
        "info",
        "What to log on standard error; debug adds refusals.",
        choices=("debug", "info", "warning", "error"),
    )
    log_format: str = setting(
        "auto",
        "How to log: auto is console on a terminal and json elsewhere.",
        choices=("auto", "console", "json"),
    )
    log_calls: bool = setting(
        False, "Log a line for every call, not only for slow and failed ones."
    )
    slow_seconds: float = setting(
        0.1, "A call that takes longer is logged.", metavar="SECONDS", low=0, high=DAY
    )
    metrics: str = setting(
        "",
        "Serve Prometheus metrics over HTTP on this address, HOST:PORT; nowhere unless given.",
        metavar="ADDRESS",
        check=_is_address,
    )
    traces: bool = setting(
        False,
        "Send OpenTelemetry traces, as the OTEL_ environment variables say; needs the extra "
        "'traces'.",
    )
    max_message_bytes: int = setting(
        4 * 2**20,
        "The largest message that is read, in bytes.",
        metavar="BYTES",
        low=1024,
        high=2**30,
    )
    max_objects: int = setting(
        2000, "The most objects that a state may have.", metavar="N", low=1, high=100_000
    )
    max_attackers: int = setting(
        500, "The most attackers that a state may have.", metavar="N", low=1, high=100_000
    )
    max_stack: int = setting(
        500, "The most objects that a state's stack may have.", metavar="N", low=1, high=100_000
    )
    max_commands: int = setting(
        1000, "The most commands of a batch.", metavar="N", low=1, high=100_000
    )
    max_calls: int = setting(
        1000,
        "The most calls that wait or are answered at once, streams aside, in each process.",
        metavar="N",
        low=1,
        high=100_000,
    )
    max_streams: int = setting(
        64,
        "The most streams that one peer may have open, in each process; a peer is an IP address, "
        "or all who use the unix socket.",
        metavar="N",
        low=1,
        high=10_000,
    )
    max_streams_in_all: int = setting(
        256,
        "The most streams that may be open in each process; each has a thread.",
        metavar="N",
        low=1,
        high=10_000,
    )
    max_seconds: float = setting(
        5.0,
        "The longest that one call may take, or one command of a stream.",
        metavar="SECONDS",
        low=0.001,
        high=DAY,
    )
    stream_idle: float = setting(
        300.0,
        "How long a Play stream may be silent before it is ended.",
        metavar="SECONDS",
        low=0.1,
        high=DAY,
    )
    drain: float = setting(
        0.5,
        "How long to go on answering after health says NOT_SERVING, so that clients see it.",
        metavar="SECONDS",
        low=0,
        high=DAY,
    )
    grace: float = setting(
        10.0,
        "How long calls in flight may take to finish at the end.",
        metavar="SECONDS",
        low=0,
        high=DAY,
    )

    def __post_init__(self) -> None:
        """Check what no single value can tell.

        Raises:
            SettingsError: two settings that do not go together.
        """
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise SettingsError(
                "tls_certificate and tls_key go together: one of them is missing",
                *("tls_certificate", "tls_key"),
            )
        if self.tls_client_ca and not self.tls_certificate:
            raise SettingsError(
                "tls_client_ca needs tls_certificate and tls_key: there is no TLS without them",
                "tls_client_ca",
            )
        if self.workers > 1 and (self.socket or not self.tcp):
            raise SettingsError(
                "a unix socket cannot be shared by workers: give workers = 1, or no socket",
                *("workers", "socket", "tcp"),
            )
        if not self.tcp and not self.socket:
            raise SettingsError("without tcp and without a socket nothing listens", "tcp")
        if self.tcp and not self.tls_certificate and not self.insecure and not self._is_loopback():
            raise SettingsError(
                f"host {self.host!r} is off loopback and there is no TLS: give tls_certificate "
                "and tls_key, or insecure to allow plain text by name",
                "host",
            )

    def _is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]").partition("%")[0]).is_loopback
        except ValueError:
            return False


def settings_fields() -> tuple[Field[Any], ...]:
    """The settings, in the order in which they are documented."""
    return fields(Settings)
