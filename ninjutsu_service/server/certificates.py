"""The files of the server's identity: read, checked, and watched for changes. Knows no grpc."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import structlog

from ninjutsu_service.server.settings import Settings, SettingsError

T = TypeVar("T")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Identity:
    """What the files hold, PEM.

    Attributes:
        chain: the server's certificate, and those between it and its authority.
        key: the certificate's private key.
        client_ca: whose certificates clients must have; None where they need none.
    """

    chain: bytes
    key: bytes
    client_ca: bytes | None


class Certificates:
    """The certificates that new connections get."""

    def __init__(self, certificate: Path, key: Path, client_ca: Path | None) -> None:
        """Read the files.

        Raises:
            SettingsError: one cannot be read, or they do not belong together.
        """
        self._files = {"tls_certificate": certificate, "tls_key": key}
        if client_ca is not None:
            self._files["tls_client_ca"] = client_ca
        self._lock = threading.Lock()
        self._seen = self._stamp()
        self._current = self._read()

    @classmethod
    def of(cls, settings: Settings) -> Certificates | None:
        """Those that the settings name; None for plain text.

        Raises:
            SettingsError: as for the class.
        """
        if settings.tls_certificate is None or settings.tls_key is None:
            return None
        return cls(settings.tls_certificate, settings.tls_key, settings.tls_client_ca)

    @property
    def demands_of_clients(self) -> bool:
        """Whether clients need a certificate (mutual TLS)."""
        return "tls_client_ca" in self._files

    def latest(self) -> Identity:
        """What to serve a connection that begins now.

        Where the files have changed and cannot be used, the last ones go on being served; they
        are looked at again when they change again.
        """
        with self._lock:
            stamp = self._stamp_or_nothing()
            if stamp != self._seen:
                self._reread(stamp)
            return self._current

    def reload(self) -> None:
        """Read the files now, whether or not they seem to have changed."""
        with self._lock:
            self._reread(self._stamp_or_nothing())

    def _reread(self, stamp: tuple[tuple[int, ...], ...]) -> None:
        try:
            read = self._read()
            settled = self._stamp()
        except SettingsError as error:
            log.error("the new certificates cannot be used; the last ones stay", error=str(error))  # noqa: TRY400
            self._seen = stamp
            return
        if settled != stamp:
            # They change at this moment: what was read may be half old. Look again next time.
            return
        self._seen = stamp
        if read != self._current:
            self._current = read
            log.info("certificates reloaded")

    def _stamp(self) -> tuple[tuple[int, ...], ...]:
        """Changes when a file does."""
        stats = [_of_file(name, path, Path.stat) for name, path in self._files.items()]
        return tuple((each.st_mtime_ns, each.st_ino, each.st_size) for each in stats)

    def _stamp_or_nothing(self) -> tuple[tuple[int, ...], ...]:
        try:
            return self._stamp()
        except SettingsError:
            return ()

    def _read(self) -> Identity:
        read = {name: _of_file(name, path, Path.read_bytes) for name, path in self._files.items()}
        self._check()
        return Identity(read["tls_certificate"], read["tls_key"], read.get("tls_client_ca"))

    def _check(self) -> None:
        """Load the files as a server does: what is wrong with them is told now, not to clients."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate, key = self._files["tls_certificate"], self._files["tls_key"]
        try:
            # An encrypted key would have OpenSSL ask for its password on the terminal.
            context.load_cert_chain(certificate, key, password=_no_password)
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"tls_certificate {certificate} and tls_key {key} are no pair of PEM files: "
                f"{_why(error)}",
                *("tls_certificate", "tls_key"),
            ) from None
        authority = self._files.get("tls_client_ca")
        if authority is not None:
            try:
                context.load_verify_locations(authority)
            except (OSError, ValueError) as error:
                raise SettingsError(
                    f"tls_client_ca {authority} holds no PEM certificates: {_why(error)}",
                    "tls_client_ca",
                ) from None


def _no_password() -> str:
    raise ValueError("the key is encrypted")


def _of_file(name: str, path: Path, read: Callable[[Path], T]) -> T:
    try:
        return read(path)
    except OSError as error:
        raise SettingsError(f"{name}: cannot read {path}: {error.strerror}", name) from None


def _why(error: Exception) -> str:
    """The reason in OpenSSL's words, without their number and place."""
    reason = getattr(error, "reason", None)
    return str(reason).lower().replace("_", " ") if reason else str(error)
