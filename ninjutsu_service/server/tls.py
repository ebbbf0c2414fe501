"""TLS and mutual TLS; certificates are read anew when their files change."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import grpc
import structlog

from ninjutsu_service.server.settings import Settings, SettingsError

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Files:
    """The files of a server's identity, and what they held when they were last read."""

    certificate: Path
    key: Path
    client_ca: Path | None

    def stamp(self) -> tuple[tuple[int, int], ...]:
        """Changes when a file does."""
        files = [self.certificate, self.key, *([self.client_ca] if self.client_ca else [])]
        stats = [path.stat() for path in files]
        return tuple((each.st_mtime_ns, each.st_ino) for each in stats)

    def read(self) -> grpc.ServerCertificateConfiguration:
        return grpc.ssl_server_certificate_configuration(
            [(self.key.read_bytes(), self.certificate.read_bytes())],
            root_certificates=self.client_ca.read_bytes() if self.client_ca else None,
        )


def server_credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """The credentials that the settings name; None for plain text.

    Every new connection looks whether the files have changed. Where they cannot be read then,
    the certificates that were read last go on serving.

    Raises:
        SettingsError: a file that cannot be read at the start.
    """
    if settings.tls_certificate is None or settings.tls_key is None:
        return None
    files = _Files(settings.tls_certificate, settings.tls_key, settings.tls_client_ca)
    try:
        first, stamp = files.read(), files.stamp()
    except OSError as error:
        raise SettingsError(f"cannot read {error.filename}: {error.strerror}") from error
    known = [stamp]

    def fetch() -> grpc.ServerCertificateConfiguration | None:
        try:
            now = files.stamp()
            if now == known[0]:
                return None
            read = files.read()
        except OSError as error:
            log.warning("certificates cannot be read; the last ones stay", error=str(error))
            return None
        known[0] = now
        log.info("certificates read anew")
        return read

    return grpc.dynamic_ssl_server_credentials(
        first,
        # None is grpc's own way to say that nothing changed.
        fetch,  # type: ignore[arg-type]
        require_client_authentication=files.client_ca is not None,
    )
