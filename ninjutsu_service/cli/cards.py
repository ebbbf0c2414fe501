"""`ninjutsu cards`: list the cards of the pool, and draw one in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninjutsu_service.cli.main import CARDS_OPTION

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from ninjutsu_service.cards.card import Card, Face, KeywordLine
    from ninjutsu_service.cards.pool import CardPool
    from ninjutsu_service.rules.registry import Registry


@click.group(invoke_without_command=True)
@CARDS_OPTION
@click.pass_context
def cards(ctx: click.Context, cards: tuple[Path, ...]) -> None:
    """List the cards that are loaded, or show one of them."""
    ctx.obj = cards
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_cards, keyword="", names=False)


@cards.command("list")
@click.option("--keyword", default="", metavar="NAME", help="Only cards with this keyword.")
@click.option("--names", is_flag=True, help="Only their names, one a line.")
@click.pass_context
def list_cards(ctx: click.Context, keyword: str, names: bool) -> None:
    """List the cards, each with its cost, types and keywords. This is what `cards` does alone."""
    pool = _pool(ctx.obj)
    chosen = pool.with_keyword(keyword) if keyword else pool.names()
    if names:
        for name in chosen:
            click.echo(name)
        return
    from rich.table import Table

    from ninjutsu_service.rules.registry import Registry

    registry = Registry.installed()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title, justify in (("Name", "left"), ("Cost", "right"), ("Types", "left"),
                           ("P/T", "right"), ("Keywords", "left")):  # fmt: skip
        table.add_column(title, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for name in chosen:
        card = pool.get(name)
        if card is not None:
            front = card.faces[0]
            bound = ", ".join(binding for _, binding in _bindings(card, registry))
            table.add_row(
                _text(name), _symbols(front), _text(" ".join(front.types)), _size(front), bound
            )
    console = _console()
    console.print(table)
    console.print(f"\n{len(chosen):,} card{'' if len(chosen) == 1 else 's'}")


@cards.command("show")
@click.argument("name")
@click.option("--script", is_flag=True, help="Print the script as it stands in its file.")
@click.pass_context
def show_card(ctx: click.Context, name: str, script: bool) -> None:
    """Draw the card NAME, by the name of any of its faces, with what is bound to it."""
    pool = _pool(ctx.obj)
    card, file = pool.get(name), pool.script(name)
    if card is None or file is None:
        raise click.ClickException(_not_found(pool, name))
    if script:
        click.echo(file.text, nl=False)
        return
    from rich.panel import Panel

    from ninjutsu_service.rules.registry import Registry

    console = _console()
    for face in card.faces:
        console.print(
            Panel(
                _body(face),
                title=_title(face),
                title_align="left",
                subtitle=_size(face) or None,
                subtitle_align="right",
                width=min(console.width, 72),
            )
        )
    for line, binding in _bindings(card, Registry.installed()):
        console.print(_text(line), "→", binding)
    console.print(_text(file.path), style="dim")


def _pool(paths: tuple[Path, ...] | None) -> CardPool:
    from ninjutsu_service.cards.diagnostics import Severity
    from ninjutsu_service.cards.pool import CardPool, bundled_path

    pool = CardPool.load([bundled_path(), *(paths or ())])
    for note in pool.notes:
        if note.severity is not Severity.INFO:
            click.echo(f"{note.path}: {note.code} {note.message}", err=True)
    return pool


def _console() -> Console:
    from rich.console import Console

    wide = None if sys.stdout.isatty() else 160
    return Console(width=wide, highlight=False)


def _text(text: str) -> Text:
    """Text as it is: brackets in it are no markup, and nothing in it moves the cursor."""
    from rich.text import Text

    return Text("".join(letter for letter in text if letter.isprintable() or letter == "\n"))


def _symbols(face: Face) -> str:
    return "" if face.mana_cost.absent else "".join(f"{{{s}}}" for s in str(face.mana_cost).split())


def _size(face: Face) -> str:
    if face.power is not None:
        return f"{face.power}/{face.toughness}"
    return face.loyalty or face.defense or ""


def _title(face: Face) -> Text:
    title = _text(face.name)
    title.stylize("bold")
    return title.append(f"  {_symbols(face)}", "not bold")


def _body(face: Face) -> RenderableType:
    body = _text(" ".join(face.types))
    body.stylize("italic")
    return body.append("\n\n").append(_text(face.oracle)) if face.oracle else body


def _bindings(card: Card, registry: Registry) -> list[tuple[str, str]]:
    """Each keyword that is implemented here, as the card's script has or grants it."""
    from ninjutsu_service.cards.cost import CostError

    found: list[tuple[str, str]] = []
    for shown, line, verb in _keyword_lines(card):
        try:
            bound = registry.bind(line)
        except CostError:
            continue
        if bound is not None:
            keyword, cost = bound
            found.append((shown, f"{verb}{keyword.name} {cost}"))
    return found


def _keyword_lines(card: Card) -> Iterator[tuple[str, KeywordLine, str]]:
    """Keywords with the script's text, and "grants " before those that other cards get."""
    from ninjutsu_service.cards.script import read_keyword
    from ninjutsu_service.cards.valid import parse_list

    for face in card.faces:
        for line in face.keywords:
            yield f"K:{line.text}", line, ""
        for static in face.statics:
            for entry in parse_list(static.get("AddKeyword")):
                yield f"AddKeyword$ {entry}", read_keyword(entry), "grants "


def _not_found(pool: CardPool, name: str) -> str:
    from ninjutsu_service.cards.check.suggest import near

    close = near(name, pool.names(), cutoff=3)
    hint = f"; did you mean {close!r}?" if close else ""
    return f"no card named {name!r} is loaded{hint}"
