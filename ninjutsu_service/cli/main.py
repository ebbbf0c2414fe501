"""`ninjutsu`: the command and its verbs. Each verb loads what it needs when it is called."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import click

from ninjutsu_service import __version__

_VERBS = {
    "cards": "ninjutsu_service.cli.cards:cards",
    "check": "ninjutsu_service.cli.check:check",
    "health": "ninjutsu_service.cli.health:health",
    "new": "ninjutsu_service.cli.new:new",
    "play": "ninjutsu_service.cli.play:play",
    "serve": "ninjutsu_service.cli.serve:serve",
    "why": "ninjutsu_service.cli.why:why",
}


class LazyGroup(click.Group):
    """A group whose verbs are imported when they are called, so that each starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, without importing any of them."""
        return sorted(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of this name, imported now."""
        if cmd_name not in _VERBS:
            return None
        module, _, name = _VERBS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ninjutsu")
def main() -> None:
    """Ninjutsu and its family of keywords, as a gRPC service for card-game engines."""
    # What gRPC itself has to say is no part of what a verb tells, and no JSON.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")


CARDS_OPTION = click.option(
    "--cards",
    "cards",
    multiple=True,
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="Card scripts besides the bundled ones: a folder, a file or a zip. "
    "May be given again; a later one overrides earlier ones by name.",
)
