"""Certificates for tests, made by an authority of the test's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import grpc
import trustme


@dataclass(frozen=True)
class Files:
    """A server's certificates in files, and the authorities behind them.

    Attributes:
        chain, key, client_ca: the server's files.
        authority: signed the server's certificate.
        clients: signs those of clients.
    """

    chain: Path
    key: Path
    client_ca: Path
    authority: trustme.CA
    clients: trustme.CA

    def settings(self, *, mutual: bool = False) -> dict[str, object]:
        """The settings that name the files."""
        named: dict[str, object] = {"tls_certificate": self.chain, "tls_key": self.key}
        return {**named, "tls_client_ca": self.client_ca} if mutual else named

    def flags(self, *, mutual: bool = False) -> list[str]:
        """The same as flags."""
        return [
            text
            for name, path in self.settings(mutual=mutual).items()
            for text in (f"--{name.replace('_', '-')}", str(path))
        ]

    def issue(self, authority: trustme.CA | None = None, *names: str) -> None:
        """Give the server another certificate."""
        issued = (authority or self.authority).issue_cert(*(names or ("127.0.0.1", "localhost")))
        self.key.write_bytes(issued.private_key_pem.bytes())
        self.chain.write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))

    def trusted(self, authority: trustme.CA | None = None) -> grpc.ChannelCredentials:
        """Credentials of a client that trusts an authority and has no certificate."""
        return grpc.ssl_channel_credentials((authority or self.authority).cert_pem.bytes())

    def mutual(self, signer: trustme.CA | None = None) -> grpc.ChannelCredentials:
        """Credentials of a client with a certificate of its own."""
        own = (signer or self.clients).issue_cert("client.example")
        return grpc.ssl_channel_credentials(
            self.authority.cert_pem.bytes(),
            own.private_key_pem.bytes(),
            own.cert_chain_pems[0].bytes(),
        )


def files(folder: Path) -> Files:
    """Certificates for 127.0.0.1 in a folder."""
    made = Files(
        folder / "chain.pem", folder / "key.pem", folder / "ca.pem", trustme.CA(), trustme.CA()
    )
    made.issue()
    made.clients.cert_pem.write_to_path(str(made.client_ca))
    return made
