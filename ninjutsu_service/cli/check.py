"""`ninjutsu check`: say what is wrong with card scripts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ninjutsu_service.cards.carried import Carried
    from ninjutsu_service.cards.checking import Checked

FORMATS = ("text", "json", "github")
_SHOW_PROGRESS_FROM = 500


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--output-format",
    default="text",
    show_default=True,
    type=click.Choice(FORMATS),
    help="text for people, json for programs, github for annotations in its CI.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    callback=lambda _context, _option, given: _codes(given),
    help="Leave out a code, NJ212, or all that begin with one, NJ05. May be given again.",
)
@click.option("--notes", is_flag=True, help="Show also what is no fault, above all what is left "
              "to the engine. Shown without asking for a single file.")  # fmt: skip
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever was found.")
def check(
    paths: tuple[Path, ...],
    output_format: str,
    ignore: tuple[str, ...],
    notes: bool,
    exit_zero: bool,
) -> None:
    """Check card scripts: folders, files or zip archives; this folder where none is given.

    Exits with 0 where nothing is wrong, 1 where something is, 2 where it could not check.
    """
    from ninjutsu_service.cards.checking import check_paths
    from ninjutsu_service.cards.diagnostics import Severity
    from ninjutsu_service.cli.reporting import report

    wanted = list(paths) or [Path()]
    notes = notes or (len(wanted) == 1 and wanted[0].is_file())
    checked = [
        each.without(ignore) for each in _with_progress(check_paths(wanted, notes, _carried()))
    ]
    if not checked:
        click.echo("warning: no card scripts (*.txt) there", err=True)
    report(checked, output_format)
    faults = any(found.severity != Severity.INFO for each in checked for found in each.diagnostics)
    if faults and not exit_zero:
        sys.exit(1)


def _codes(given: tuple[str, ...]) -> tuple[str, ...]:
    """What to ignore, in upper case; one that no code begins with would ignore nothing."""
    from ninjutsu_service.cards.diagnostics import CODES

    codes = tuple(each.upper() for each in given)
    for written, code in zip(given, codes, strict=True):
        if not code or not any(known.startswith(code) for known in CODES):
            raise click.BadParameter(f"no code is {written!r}, or begins with it")
    return codes


def _with_progress(checked: Iterator[Checked]) -> Iterator[Checked]:
    """The same, with a bar on standard error while much is checked on a terminal."""
    if not sys.stderr.isatty():
        yield from checked
        return
    from rich.console import Console
    from rich.progress import Progress

    first = [each for each, _ in zip(checked, range(_SHOW_PROGRESS_FROM), strict=False)]
    yield from first
    if len(first) < _SHOW_PROGRESS_FROM:
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Checking", total=first[0].total or None, completed=len(first))
        for each in checked:
            progress.advance(task)
            yield each


def _carried() -> Carried:
    """What the service carries out, for notes of what it leaves to the engine."""
    from ninjutsu_service.implemented import carried
    from ninjutsu_service.rules.registry import Registry

    return carried(Registry.installed())
