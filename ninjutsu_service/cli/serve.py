"""`ninjutsu serve`: start the service and keep it running."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from ninjutsu_service import __version__
from ninjutsu_service.cli.main import CARDS_OPTION


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="The address to listen on, an IPv4 or IPv6 address or a host name.",
)
@click.option(
    "--port",
    default=50051,
    show_default=True,
    metavar="PORT",
    type=click.IntRange(0, 65535),
    help="The TCP port to listen on; 0 takes a free one and says which.",
)
@click.option(
    "--log-level",
    default="info",
    show_default=True,
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="What to log on standard error; debug adds a line for each refusal.",
)
@click.option(
    "--stream-idle",
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    type=click.FloatRange(min=0.1),
    help="How long a Play stream may be silent before it is ended.",
)
@CARDS_OPTION
def serve(
    host: str, port: int, log_level: str, stream_idle: float, cards: tuple[Path, ...]
) -> None:
    """Start the service. It stops on Ctrl-C or SIGTERM."""
    from ninjutsu_service.server import log
    from ninjutsu_service.server.app import (
        AddressInUse,
        load_cards,
        run_until_stopped,
        start,
        stop_on_signal,
    )

    log.configure(log_level)
    live = load_cards(cards)
    # Before the address is told: whoever reads it may stop the service at once.
    stop = stop_on_signal()
    try:
        running = start(live, host, port, stream_idle)
    except AddressInUse as error:
        raise click.ClickException(str(error)) from None
    click.echo(
        f"Ninjutsu service {__version__} listens on {running.address} "
        f"with {len(live.edition.pool)} cards."
    )
    click.echo("A call to try, from another terminal:")
    command = os.path.relpath(sys.argv[0])
    click.echo(f"  {command} play examples/deep-hours.toml --address {running.address}")
    run_until_stopped(running, stop)
    click.echo("Stopped.")
