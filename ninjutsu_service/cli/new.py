"""`ninjutsu new`: write the script of a new card."""

from __future__ import annotations

import sys
from pathlib import Path

import click

_KEYWORDS = ("ninjutsu", "commander-ninjutsu", "sneak", "web-slinging")
_EFFECTS = ("draw", "discard", "lose-life", "gain-life", "counter", "scry", "none")


@click.command()
@click.argument("name")
@click.option("--mana-cost", metavar="COST", help='As in scripts: "1 U", "W/B", "U/P".')
@click.option("--types", metavar="TYPES", help='The type line: "Creature Human Ninja".')
@click.option("--pt", metavar="P/T", help="Power and toughness: 2/1.")
@click.option("--keyword", type=click.Choice(_KEYWORDS), help="The keyword.")
@click.option("--cost", metavar="COST", help='The keyword\'s cost: "U", "1 U Discard<1/Card>".')
@click.option("--ability", "abilities", multiple=True, metavar="KEYWORD",
              help="A further keyword such as Flying. May be given again.")  # fmt: skip
@click.option("--effect", type=click.Choice(_EFFECTS),
              help="What happens when it deals combat damage to a player.")  # fmt: skip
@click.option("--into", default=Path("cards"), show_default=True, metavar="FOLDER",
              type=click.Path(file_okay=False, path_type=Path),
              help="The folder of scripts to write into.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over a script that is there already.")
@click.option("--print", "only_print", is_flag=True, help="Print the script and write nothing.")
def new(
    *,
    name: str,
    mana_cost: str | None,
    types: str | None,
    pt: str | None,
    keyword: str | None,
    cost: str | None,
    abilities: tuple[str, ...],
    effect: str | None,
    into: Path,
    force: bool,
    only_print: bool,
) -> None:
    """Write a correct script for a new card called NAME, to go on from.

    What no option says is asked for on a terminal; elsewhere it is a 2/2 Human Ninja for {1}{U}
    with ninjutsu {U} that draws a card.
    """
    from ninjutsu_service.cards.cost import CostError
    from ninjutsu_service.cards.mana import ManaError
    from ninjutsu_service.cards.skeleton import Design, path_of, script_of

    asked = _Asked(sys.stdin.isatty())
    power, _, toughness = asked.text("Power/toughness", pt, "2/2").partition("/")
    design = Design(
        name=name,
        mana_cost=asked.text("Mana cost", mana_cost, "1 U"),
        types=asked.text("Types", types, "Creature Human Ninja"),
        power=power,
        toughness=toughness,
        keyword=asked.choice("Keyword", keyword, _KEYWORDS),
        cost=asked.text("Keyword's cost", cost, "U"),
        abilities=abilities,
        effect=asked.choice("Combat damage to a player", effect, _EFFECTS),
    )
    try:
        text = script_of(design)
    except (CostError, ManaError) as error:
        raise click.ClickException(str(error)) from None
    below = path_of(name)
    _refuse_faults(text, below)
    if only_print:
        click.echo(text, nl=False)
        return
    file = into / below
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already; --force writes over it")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None
    click.echo(f"Wrote {file}. Try it: ninjutsu cards --cards {into} show {name!r}")


class _Asked:
    """Values from options, or asked for where there is somebody to ask."""

    def __init__(self, interactive: bool) -> None:
        self.interactive = interactive

    def text(self, label: str, given: str | None, default: str) -> str:
        if given is not None or not self.interactive:
            return default if given is None else given
        return str(click.prompt(label, default=default))

    def choice(self, label: str, given: str | None, choices: tuple[str, ...]) -> str:
        if given is not None or not self.interactive:
            return choices[0] if given is None else given
        return str(click.prompt(label, type=click.Choice(choices), default=choices[0]))


def _refuse_faults(text: str, path: str) -> None:
    """End with what is wrong, if the script that would be written has a fault."""
    from ninjutsu_service.cards.check import check_script

    for found in check_script(text, path):
        hint = f"; did you mean {found.suggestion!r}?" if found.suggestion else ""
        line = text.split("\n")[found.line - 1] if found.line else ""
        raise click.ClickException(f"{found.message}{hint}  [{line}]")
