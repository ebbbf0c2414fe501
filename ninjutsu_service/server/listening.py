"""The ports and the socket that a server listens on."""

from __future__ import annotations

import grpc

from ninjutsu_service.server import address
from ninjutsu_service.server.address import AddressInUse
from ninjutsu_service.server.certificates import Certificates
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.tls import server_credentials


def listen(
    server: grpc.Server,
    settings: Settings,
    certificates: Certificates | None,
    *,
    share_port: bool,
) -> str:
    """Bind what the settings name: the unix socket in plain text, the port as they say.

    Returns:
        The address as it is bound, or the socket where there is no port.

    Raises:
        AddressInUse: one of them cannot be bound.
    """
    where = ""
    if settings.socket is not None:
        where = address.unix_target(settings.socket)
        with address.unix_socket(settings.socket, settings.socket_mode):
            if not _bind(server, where, None):
                raise AddressInUse(f"cannot listen on {settings.socket}: no socket can be made")
    if settings.tcp:
        where = _listen_on_port(server, settings, certificates, share_port=share_port)
    return where


def _listen_on_port(
    server: grpc.Server,
    settings: Settings,
    certificates: Certificates | None,
    *,
    share_port: bool,
) -> str:
    port = settings.port
    find = address.present if share_port else address.usable
    for place in find(settings.host, port):
        # A name may have several addresses: all get the port that the first one got.
        port = _bind(server, str(place.at(port)), certificates)
        if not port:
            shown = address.shown(settings.host, settings.port)
            raise AddressInUse(f"cannot listen on {shown}: the address cannot be bound")
    return address.shown(settings.host, port)


def _bind(server: grpc.Server, where: str, certificates: Certificates | None) -> int:
    """The port that was bound, or 0; a unix socket has 1."""
    try:
        if certificates is None:
            return server.add_insecure_port(where)
        return server.add_secure_port(where, server_credentials(certificates))
    except RuntimeError:
        return 0
