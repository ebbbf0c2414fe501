"""`ninjutsu serve`: start the service and keep it running."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import Field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_origin, get_type_hints

import click
import structlog

from ninjutsu_service import __version__
from ninjutsu_service.cli.config import ConfigFile
from ninjutsu_service.server.settings import Settings, SettingsError, settings_fields
from ninjutsu_service.server.sources import (
    PREFIX,
    default_of,
    load_settings,
    option_name,
    printed,
    with_sources,
)

if TYPE_CHECKING:
    from ninjutsu_service.server.live import LivePool

Function = TypeVar("Function", bound=Callable[..., Any])

_HINTS = get_type_hints(Settings)


def settings_options(function: Function) -> Function:
    """A flag for each setting, with its help, its default and its variable."""
    for each in reversed(settings_fields()):
        function = _option(each)(function)
    return function


def _option(each: Field[Any]) -> Callable[[Function], Function]:
    """The flag of one setting. Values stay text: `load_settings` checks those of every source."""
    default = default_of(each)
    shown = "" if default in (None, "", ()) else f" [default: {_shown(default)}]"
    text = f"{each.metadata['help']}{shown}"
    name = option_name(each.name)
    if _HINTS[each.name] is bool:
        return click.option(f"--{name}/--no-{name}", each.name, default=None, help=text)
    if each.metadata["choices"]:
        text += f" One of {', '.join(each.metadata['choices'])}."
    return click.option(
        f"--{name}",
        each.name,
        default=None,
        multiple=get_origin(_HINTS[each.name]) is tuple,
        metavar=each.metadata["metavar"] or "WORD",
        help=text,
    )


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    return f"{default:g}" if isinstance(default, float) else str(default)


@click.command()
@click.option(
    "--config",
    type=ConfigFile(exists=True, dir_okay=False, path_type=Path),
    envvar=f"{PREFIX}CONFIG",
    metavar="FILE",
    help="A TOML file of settings, named as the flags with _ for -.",
)
@click.option("--print-config", is_flag=True, help="Print the settings as such a file, and end.")
@settings_options
def serve(config: Path | None, print_config: bool, **flags: Any) -> None:
    """Start the service. It drains and stops on Ctrl-C or SIGTERM.

    Every setting can also be given in the environment, as NINJUTSU_ and its name
    (NINJUTSU_MAX_OBJECTS), or in a file. A flag counts before the environment, and that
    before the file.
    """
    given = {name: value for name, value in flags.items() if value not in (None, ())}
    try:
        settings = load_settings(given, os.environ, config)
        if print_config:
            click.echo(printed(settings), nl=False)
            return
        _serve(settings)
    except SettingsError as error:
        told = with_sources(error, given, os.environ, config) if error.settings else error
        raise click.UsageError(str(told)) from None
    except OSError as error:
        raise click.ClickException(str(error)) from None


def _serve(settings: Settings) -> None:
    from ninjutsu_service.server import log
    from ninjutsu_service.server.starting import check_surroundings

    log.keep_standard_streams()
    to_people = log.configure(settings.log_level, settings.log_format)
    check_surroundings(settings)

    def ready(where: str, cards: LivePool) -> None:
        _announce(where, cards, in_log=not to_people, plain=settings.tls_certificate is None)

    run = _serve_by_workers if settings.workers > 1 else _serve_alone
    status = run(settings, ready)
    _say("Stopped.")
    sys.exit(status)


Ready = Callable[[str, "LivePool"], None]
"""Told of the address and the cards, once calls are answered."""


def _serve_alone(settings: Settings, ready: Ready) -> int:
    # The metrics of one process are kept in it; several share a folder of their own.
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    from ninjutsu_service.server import app, metrics
    from ninjutsu_service.server.pinning import Pinning, idle_cores
    from ninjutsu_service.server.signals import Signals

    # Before the address is told: whoever reads it may stop the service at once.
    signals = Signals()
    cores = idle_cores(1) if settings.pin else []
    pinning = Pinning(cores[0]) if cores else None

    def tick() -> bool:
        if pinning is not None:
            pinning.look()
        return True

    cards = app.load_cards(settings.cards)
    if settings.metrics:
        metrics.serve_metrics(settings.metrics)
    running = app.build(settings, cards)
    ready(running.address, cards)
    app.run_until_stopped(running, signals, tick)
    return 0


def _serve_by_workers(settings: Settings, ready: Ready) -> int:
    from ninjutsu_service.cards.pool import bundled_path
    from ninjutsu_service.rules.registry import Registry
    from ninjutsu_service.server.live import LivePool
    from ninjutsu_service.server.supervise import Supervisor

    cards = LivePool([bundled_path(), *settings.cards], Registry.installed())
    return Supervisor(settings, cards).run(lambda where: ready(where, cards))


def _announce(where: str, cards: LivePool, *, in_log: bool, plain: bool) -> None:
    pool = cards.edition.pool
    if in_log:
        structlog.get_logger().info(
            "serving", version=__version__, address=where, cards=len(pool), pool=pool.version
        )
    _say(f"Ninjutsu service {__version__} listens on {where} with {len(pool)} cards.")
    if plain:
        command = os.path.relpath(sys.argv[0])
        _say("A call to try, from another terminal:")
        _say(f"  {command} play examples/deep-hours.toml --address {where}")


def _say(text: str) -> None:
    """Tell people at the terminal. Where nobody can be told the service runs all the same."""
    try:
        click.echo(text)
    except (OSError, ValueError):
        # What is left in the buffer would fail once more at the end, and with it the status.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
