"""`ninjutsu health`: ask a running service whether it serves, as an exec probe."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninjutsu_service.cli.config import ConfigFile, address_of
from ninjutsu_service.server.settings import Settings, SettingsError
from ninjutsu_service.server.sources import PREFIX, load_settings

if TYPE_CHECKING:
    import grpc

_WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104 - not bound here

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class Target:
    """What to ask.

    Attributes:
        address: as grpc takes it.
        authorities: whose certificate the service must have, PEM; None for plain text.
        name: what the certificate must name; empty for the address's host.
        identity: our own key and certificate, PEM, for mutual TLS.
    """

    address: str
    authorities: bytes | None = None
    name: str = ""
    identity: tuple[bytes, bytes] | None = None


@click.command()
@click.option("--address", metavar="HOST:PORT", callback=address_of, help="The address to ask.")
@click.option("--socket", metavar="PATH", help="The unix socket to ask.")
@click.option(
    "--service",
    default="",
    metavar="NAME",
    help="Ask for one service, such as ninjutsu.v1.NinjutsuService; otherwise for the whole.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.01, 3600),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for an answer.",
)
@click.option(
    "--tls-ca",
    type=FILE,
    metavar="FILE",
    help="Speak TLS, and trust these authorities, PEM. [default: the server's own certificate]",
)
@click.option(
    "--tls-name",
    default="",
    metavar="NAME",
    help="The name that the server's certificate bears, where the address is another.",
)
@click.option("--tls-certificate", type=FILE, metavar="FILE", help="Our certificate (mutual TLS).")
@click.option("--tls-key", type=FILE, metavar="FILE", help="Our certificate's key, PEM.")
@click.option(
    "--config",
    type=ConfigFile(exists=True, dir_okay=False, path_type=Path),
    envvar=f"{PREFIX}CONFIG",
    metavar="FILE",
    help="The settings of the service, as for serve.",
)
def health(
    *,
    address: str | None,
    socket: str | None,
    service: str,
    timeout: float,
    tls_ca: Path | None,
    tls_name: str,
    tls_certificate: Path | None,
    tls_key: Path | None,
    config: Path | None,
) -> None:
    """Ask a running service whether it serves: exit status 0 if so, 1 if not.

    Without --address and --socket it asks where `ninjutsu serve` would listen with the same
    environment and file: the unix socket, if there is one.
    """
    if address and socket:
        raise click.UsageError("--address or --socket, not both")
    if bool(tls_certificate) != bool(tls_key):
        raise click.UsageError("--tls-certificate and --tls-key go together")
    identity = None
    if tls_key and tls_certificate:
        identity = tls_key.read_bytes(), tls_certificate.read_bytes()
    authorities = tls_ca.read_bytes() if tls_ca else None
    if socket:
        target = _unix(Path(socket))
    elif address:
        target = Target(address, authorities, tls_name, identity)
    else:
        target = _own(_settings(config), authorities, tls_name, identity)
    found = _ask(target, service, timeout)
    click.echo(found, err=found != "SERVING")
    sys.exit(found != "SERVING")


def _settings(config: Path | None) -> Settings:
    try:
        return load_settings({}, os.environ, config)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None


def _unix(path: Path) -> Target:
    from ninjutsu_service.server.address import unix_target

    return Target(unix_target(path))


def _own(
    settings: Settings,
    authorities: bytes | None,
    name: str,
    identity: tuple[bytes, bytes] | None,
) -> Target:
    """Where a service with these settings is asked."""
    if settings.socket is not None:
        return _unix(settings.socket)
    from ninjutsu_service.server.address import shown

    if settings.port == 0:
        raise click.UsageError("port is 0, so nobody knows which it is: give --address")
    if authorities is None and settings.tls_certificate is not None:
        try:
            authorities = settings.tls_certificate.read_bytes()
        except OSError as error:
            raise click.ClickException(f"tls_certificate: {error.strerror}") from None
    host = _WILDCARDS.get(settings.host, settings.host)
    return Target(shown(host, settings.port), authorities, name, identity)


def _ask(target: Target, service: str, timeout: float) -> str:
    """The status by its name, or why there is none."""
    import grpc
    from grpc_health.v1 import health_pb2

    with _channel(target) as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        try:
            answer = check(health_pb2.HealthCheckRequest(service=service), timeout=timeout)
        except grpc.RpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                return f"there is no service {service!r}"
            return f"no answer from {target.address}: {error.code().name}: {error.details()}"
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


def _channel(target: Target) -> grpc.Channel:
    import grpc

    options: list[tuple[str, int | str]] = [("grpc.enable_http_proxy", 0)]
    if target.authorities is None:
        return grpc.insecure_channel(target.address, options)
    if target.name:
        options.append(("grpc.ssl_target_name_override", target.name))
    key, certificate = target.identity or (None, None)
    credentials = grpc.ssl_channel_credentials(target.authorities, key, certificate)
    return grpc.secure_channel(target.address, credentials, options)
