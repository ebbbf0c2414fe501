"""TLS and mutual TLS as grpc's credentials."""

from __future__ import annotations

import grpc

from ninjutsu_service.server.certificates import Certificates, Identity


def server_credentials(certificates: Certificates) -> grpc.ServerCredentials:
    """Credentials that follow the certificates: each new connection gets the newest.

    They are for one port: what a port serves is changed by telling it once.
    """
    served = certificates.latest()

    def fetch() -> grpc.ServerCertificateConfiguration | None:
        nonlocal served
        latest = certificates.latest()
        if latest is served:
            return None
        served = latest
        return _configuration(latest)

    return grpc.dynamic_ssl_server_credentials(
        _configuration(served),
        # None is grpc's own way to say that nothing changed.
        fetch,  # type: ignore[arg-type]
        require_client_authentication=certificates.demands_of_clients,
    )


def _configuration(identity: Identity) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration(
        [(identity.key, identity.chain)], root_certificates=identity.client_ca
    )
