"""Try every fault and print what came of it: `python -m faults.run`, as `make faults` does."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from benchmarks import machine
from faults import killing, peers
from faults.outcome import BRIEF, FULL, PLACED, Outcome, Size
from faults.processes import Absent

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "reliability.md"
BEGIN = "<!-- What follows is written by `make faults ARGS=--write`; do not edit. -->"
END = "<!-- Until here. -->"

FAULTS: dict[str, tuple[str, Callable[[Size], Outcome]]] = {
    "killed-workers": ("SIGKILL of a worker of two", killing.killed_workers),
    "killed-replicas": ("SIGKILL of a replica behind Envoy", killing.killed_replicas),
    "hung-replicas": ("SIGSTOP of a replica behind Envoy", killing.hung_replicas),
    "full-disk": ("a log on a full disk", killing.full_disk),
    "lost-cards": ("the card folder taken away", killing.lost_cards),
    "hostile-bytes": ("peers that do not speak gRPC", peers.hostile_bytes),
    "slow-peers": ("slow peers", peers.slow_peers),
    "idle-connections": ("idle connections", peers.idle_connections),
    "deaf-clients": ("clients that never read", peers.deaf_clients),
}
"""Each fault: its name for readers, and what tries it."""


def row(title: str, outcome: Outcome) -> str:
    """One line of the table."""
    cells = (
        title,
        f"{outcome.sent:,}",
        f"{outcome.failed.total():,}",
        f"{outcome.wrong:,}",
        f"{outcome.slowest:.2f} s",
        "; ".join([outcome.note, *outcome.harm]),
    )
    return f"| {' | '.join(cells)} |"


def table(rows: list[str]) -> str:
    """The table of all faults."""
    head = "| fault | calls sent | failed | wrong | slowest | what was done |"
    return "\n".join([head, "|---|--:|--:|--:|--:|---|", *rows])


def kept(text: str) -> dict[str, str]:
    """The rows that the document has, by the fault's title."""
    told = text.partition(BEGIN)[2].partition(END)[0]
    titles = [title for title, _ in FAULTS.values()]
    return {
        title: line
        for line in told.splitlines()
        for title in titles
        if line.startswith(f"| {title} |")
    }


def write(rows: dict[str, str]) -> None:
    """Put rows into the document, each in place of the one of the same fault."""
    text = DOCUMENT.read_text(encoding="utf-8")
    known = {**kept(text), **rows}
    told = [known[title] for title, _ in FAULTS.values() if title in known]
    new = f"{BEGIN}\n\n{machine.describe(PLACED)}\n\n{table(told)}\n\n{END}"
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    DOCUMENT.write_text(
        re.sub(pattern, lambda _: new, text, count=1, flags=re.DOTALL), encoding="utf-8"
    )


@click.command()
@click.option("--brief", is_flag=True, help="Some seconds each, as CI does.")
@click.option("--only", type=click.Choice(list(FAULTS)), multiple=True, help="These only.")
@click.option("--write", "writes", is_flag=True, help="Put the figures into the document.")
def main(brief: bool, only: tuple[str, ...], writes: bool) -> None:
    """Harm the service under load; every answer is held against the rules in this process."""
    if not Path("/proc/self/fd").exists():
        sys.exit("needs /proc, which this system does not have")
    if writes and brief:
        sys.exit("the document has the figures of the full size alone")
    clean = True
    for name in only or FAULTS:
        title, attempt = FAULTS[name]
        began = time.monotonic()
        try:
            outcome = attempt(BRIEF if brief else FULL)
        except Absent as absent:
            click.echo(f"{title}: not tried, {absent} is missing", err=True)
            clean = False
            continue
        told = row(title, outcome)
        if writes:
            write({title: told})
        clean = clean and outcome.clean()
        click.echo(f"{told}  ({time.monotonic() - began:.0f} s)")
        for why, count in outcome.failed.most_common(5):
            click.echo(f"  {count} x {why}")
    sys.exit(not clean)


if __name__ == "__main__":
    main()
