"""Measures the service; `make bench` runs it. Nothing here passes or fails.

Each part is a function of the effort to spend that gives a section of the results. A new part
is one more entry of `PARTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from benchmarks import (
    bench_live,
    bench_payment,
    bench_scripts,
    cores,
    growth,
    machine,
    pieces,
    recording,
    report,
    start,
    streams,
    unary,
)
from benchmarks.effort import FULL, QUICK, Effort
from benchmarks.report import Section
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server.app import load_rulebook

DOCUMENT = Path(__file__).parent.parent / "docs" / "performance.md"

PARTS: dict[str, Callable[[Rulebook, Effort], Section]] = {
    "unary": unary.run,
    "streams": streams.run,
    "metrics": recording.run,
    "cores": cores.run,
    "start": start.run,
    "pieces": pieces.run,
    "growth": growth.run,
    "payment": bench_payment.run,
    "scripts": bench_scripts.run,
    "live": bench_live.run,
}


@click.command()
@click.option("--quick", is_flag=True, help="Fewer and shorter rounds: two minutes in all.")
@click.option("--only", type=click.Choice(list(PARTS)), multiple=True, help="These parts only.")
@click.option("--write", is_flag=True, help=f"Also put them into docs/{DOCUMENT.name}.")
def main(quick: bool, only: tuple[str, ...], write: bool) -> None:
    """Measure the service against what gRPC itself costs."""
    rulebook = load_rulebook()
    described = machine.describe()
    click.echo(f"{described}\n")
    sections = []
    for name, part in PARTS.items():
        if not only or name in only:
            sections.append(part(rulebook, QUICK if quick else FULL))
            click.echo(f"{sections[-1]}")
    if write:
        report.write(DOCUMENT, sections, described, whole=not only)


if __name__ == "__main__":
    main()
