"""`ninjutsu play`: tell a combat, call by call, as a real server answers it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ninjutsu_service.cli.config import address_of
from ninjutsu_service.cli.main import CARDS_OPTION


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--address",
    metavar="HOST:PORT",
    callback=address_of,
    help="A running service to call. Without it, one is started for the occasion.",
)
@click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="TAG",
    help="The language of refusals, as in HTTP's Accept-Language: en or fr.",
)
@CARDS_OPTION
def play(file: Path, address: str | None, language: str, cards: tuple[Path, ...]) -> None:
    """Tell the combat in FILE, call by call, through a real channel.

    FILE is a TOML file with a state and the calls to make, of your own or one of those that
    come with the service: examples/deep-hours.toml. Exits with status 1 where the server
    cannot be reached, or a call is neither answered nor refused by the rules.
    """
    from ninjutsu_service.cli.scenario import ScenarioError, read_scenario
    from ninjutsu_service.cli.telling import Teller
    from ninjutsu_service.client import DeadlineExceeded, Unavailable, connect

    try:
        scenario = read_scenario(_find(file))
    except ScenarioError as error:
        raise click.ClickException(f"{file}: {error}") from None
    if address and cards:
        raise click.UsageError("--cards goes with a service that play starts, not with --address")
    try:
        with _address(address, cards) as where, connect(where, language=language) as client:
            teller = Teller(client)
            teller.tell(scenario)
    except (Unavailable, DeadlineExceeded) as error:
        raise click.ClickException(str(error)) from None
    if teller.failed:
        raise SystemExit(1)


def _find(file: Path) -> Path:
    """The file itself, or the bundled example of its name."""
    if file.exists():
        return file
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "examples", package.parent / "examples"):
        if (folder / file.name).exists():
            return folder / file.name
    return file


@contextmanager
def _address(address: str | None, cards: tuple[Path, ...]) -> Iterator[str]:
    """The address given, or that of a server that runs as long as the block."""
    if address:
        yield address
        return
    from ninjutsu_service.server import log
    from ninjutsu_service.server.app import load_cards, start

    # What is refused is told in the story.
    log.configure("error")
    running = start(load_cards(cards))
    try:
        yield running.address
    finally:
        running.server.stop(None).wait()
