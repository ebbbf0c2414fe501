"""`ninjutsu new`: write the script of a new card."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import click

_KEYWORDS = ("ninjutsu", "commander-ninjutsu", "sneak", "web-slinging")
_EFFECTS = ("draw", "discard", "lose-life", "gain-life", "counter", "scry", "none")


@click.command()
@click.argument("name", required=False)
@click.option("--mana-cost", metavar="COST", help='"1 U" as in scripts, or "{1}{U}" as printed.')
@click.option("--types", metavar="TYPES", help='The type line: "Creature Human Ninja".')
@click.option("--pt", metavar="P/T", help="Power and toughness: 2/1.")
@click.option("--keyword", type=click.Choice(_KEYWORDS), help="The keyword.")
@click.option("--cost", metavar="COST", help='The keyword\'s cost: "U", "1 U Discard<1/Card>".')
@click.option("--ability", "abilities", multiple=True, metavar="KEYWORD",
              help="A further keyword such as Flying. May be given again.")  # fmt: skip
@click.option("--effect", type=click.Choice(_EFFECTS),
              help="What it does: as a creature deals combat damage to a player, as another "
              "permanent enters, or as a spell resolves.")  # fmt: skip
@click.option("--into", default=Path("cards"), show_default=True, metavar="FOLDER",
              type=click.Path(file_okay=False, path_type=Path),
              help="The folder of scripts to write into.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over a script that is there already.")
@click.option("--print", "only_print", is_flag=True, help="Print the script and write nothing.")
def new(
    *,
    name: str | None,
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
    from ninjutsu_service.cards.skeleton import Design, DesignError, path_of, script_of

    asked = _Asked(sys.stdin.isatty())
    try:
        name = asked.name(name)
        types = asked.text("Types", types, "Creature Human Ninja")
        bodied = not {"Creature", "Vehicle"}.isdisjoint(types.split())
        spell = not {"Instant", "Sorcery"}.isdisjoint(types.split())
        keywords = _KEYWORDS[2:] if spell else _KEYWORDS
        if "Land" not in types.split():
            mana_cost = asked.mana("Mana cost", mana_cost, "1 U")
        power, toughness = _size(asked.text("Power/toughness", pt, "2/2") if bodied else "2/2")
        design = Design(
            name=name,
            mana_cost=mana_cost or "",
            types=types,
            power=power,
            toughness=toughness,
            keyword=asked.choice("Keyword", keyword, keywords),
            cost=asked.cost("Keyword's cost", cost, "U"),
            abilities=asked.several("Further keywords, with commas between", abilities),
            effect=asked.choice(_effect_label(bodied=bodied, spell=spell), effect, _EFFECTS),
        )
        text, below = script_of(design), path_of(name)
    except (CostError, DesignError, ManaError) as error:
        raise click.ClickException(str(error)) from None
    _refuse_faults(text, below)
    if only_print:
        click.echo(text, nl=False)
        return
    _write(text, into / below, force=force)
    folder, called = shlex.quote(str(into)), shlex.quote(name)
    click.echo(f"Wrote {into / below}. To look at it, and to have it played:")
    command = os.path.relpath(sys.argv[0]) if Path(sys.argv[0]).stem == "ninjutsu" else "ninjutsu"
    click.echo(f"  {command} cards show {called} --cards {folder}")
    click.echo(f"  {command} serve --cards {folder}")


def _size(text: str) -> tuple[str, str]:
    """Power and toughness of "2/3".

    Raises:
        DesignError: it has no stroke.
    """
    from ninjutsu_service.cards.skeleton import DesignError

    power, stroke, toughness = text.partition("/")
    if not stroke:
        raise DesignError(f"power and toughness are written as 2/3, not {text!r}")
    return power, toughness


def _effect_label(*, bodied: bool, spell: bool) -> str:
    if bodied:
        return "Combat damage to a player"
    return "As it resolves" if spell else "As it enters"


class _Asked:
    """Values from options, or asked for where there is somebody to ask."""

    def __init__(self, interactive: bool) -> None:
        self.interactive = interactive

    def name(self, given: str | None) -> str:
        """The card's name.

        Raises:
            DesignError: it cannot be one.
            click.UsageError: there is none, and nobody to ask.
        """
        from ninjutsu_service.cards.skeleton import name_of

        if given is None and not self.interactive:
            raise click.UsageError("Missing argument 'NAME'.")
        if given is None:
            return str(click.prompt("Name", value_proc=_checked(name_of)))
        return name_of(given)

    def text(self, label: str, given: str | None, default: str) -> str:
        """A text as it is."""
        if given is not None or not self.interactive:
            return default if given is None else given
        return str(click.prompt(label, default=default))

    def mana(self, label: str, given: str | None, default: str) -> str:
        """A mana cost; on a terminal it is asked for again until it is one."""
        from ninjutsu_service.cards.mana import parse_mana

        return self._written(label, given, default, parse_mana)

    def cost(self, label: str, given: str | None, default: str) -> str:
        """A cost, likewise."""
        from ninjutsu_service.cards.cost import parse_cost

        return self._written(label, given, default, parse_cost)

    def choice(self, label: str, given: str | None, choices: tuple[str, ...]) -> str:
        """One of a few words."""
        if given is not None or not self.interactive:
            return choices[0] if given is None else given
        return str(click.prompt(label, type=click.Choice(choices), default=choices[0]))

    def several(self, label: str, given: tuple[str, ...]) -> tuple[str, ...]:
        """Any number of words, none of them needed."""
        if given or not self.interactive:
            return given
        answer = str(click.prompt(label, default="", show_default=False))
        return tuple(word.strip() for word in answer.split(",") if word.strip())

    def _written(
        self, label: str, given: str | None, default: str, parse: Callable[[str], object]
    ) -> str:
        from ninjutsu_service.cards.skeleton import mana_as_written

        def read(text: str) -> str:
            written = mana_as_written(text)
            parse(written)
            return written

        if given is not None or not self.interactive:
            return read(default if given is None else given)
        return str(click.prompt(label, default=default, value_proc=_checked(read)))


def _checked(read: Callable[[str], str]) -> Callable[[str], str]:
    """The same, with its errors as those that a prompt repeats itself for."""

    def checked(text: str) -> str:
        try:
            return read(text)
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    return checked


def _refuse_faults(text: str, path: str) -> None:
    """End with what is wrong, if the script that would be written has a fault."""
    from ninjutsu_service.cards.check import check_script
    from ninjutsu_service.implemented import carried
    from ninjutsu_service.rules.registry import Registry

    for found in check_script(text, path, carried=carried(Registry.installed())):
        hint = f"; did you mean {found.suggestion!r}?" if found.suggestion else ""
        line = text.split("\n")[found.line - 1] if found.line else ""
        raise click.ClickException(f"{found.message}{hint}  [{line}]")


def _write(text: str, file: Path, *, force: bool) -> None:
    """Write a file; over one that is there only by force."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w" if force else "x", encoding="utf-8", newline="\n") as written:
            written.write(text)
    except FileExistsError:
        raise click.ClickException(f"{file} is there already; --force writes over it") from None
    except OSError as error:
        reason = error.strerror or os.strerror(error.errno or 0)
        raise click.ClickException(f"{file}: {reason}") from None
