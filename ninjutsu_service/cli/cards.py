"""`ninjutsu cards`: list the cards of the pool, and draw one in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
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

Row = tuple[str, ...]

_HEADER: Row = ("Name", "Cost", "P/T", "Keywords", "Types")
_GAP = 2
_LEAST = 10
"""A column that would be narrower than this is left out."""

_WIDEST_CARD = 72
_NEAREST = 3
_AS_GOOD = 8.0
"""Of a hundred: names so little less alike than the nearest are suggested beside it."""


@click.group(invoke_without_command=True)
@CARDS_OPTION
@click.pass_context
def cards(ctx: click.Context, cards: tuple[Path, ...]) -> None:
    """List the cards that are loaded, or show one of them."""
    ctx.obj = cards
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_cards, keyword="", names=False)


@cards.command("list", short_help="List the cards, one a line; what `cards` does alone.")
@CARDS_OPTION
@click.option("--keyword", default="", metavar="NAME", help="Only cards with this keyword.")
@click.option("--names", is_flag=True, help="Only their names.")
@click.pass_context
def list_cards(ctx: click.Context, keyword: str, names: bool, cards: tuple[Path, ...] = ()) -> None:
    """List the cards, one a line, each with its cost, size, keywords and types."""
    from ninjutsu_service.rules.registry import Registry

    pool = _pool((*ctx.obj, *cards))
    registry = Registry.installed()
    chosen = _with_keyword(pool, registry, keyword) if keyword else pool.names()
    if names:
        for name in chosen:
            click.echo(_plain(name))
        return
    found = (card for name in chosen if (card := pool.get(name)) is not None)
    console = _console()
    _print_rows(console, [_row(card, registry) for card in found])
    if console.is_terminal:
        console.print(f"\n{len(chosen):,} card{'' if len(chosen) == 1 else 's'}")


@cards.command("show", short_help="Draw one card, and what is bound to it.")
@CARDS_OPTION
@click.argument("name")
@click.option("--script", is_flag=True, help="Print the script as it stands in its file.")
@click.pass_context
def show_card(ctx: click.Context, name: str, script: bool, cards: tuple[Path, ...] = ()) -> None:
    """Draw the card NAME, by the name of any of its faces; a token by its file's name.

    Below it stand the keywords that the service binds to it, what is wrong with its script, and
    what of it is left to the engine.
    """
    from ninjutsu_service.rules.registry import Registry

    pool = _pool((*ctx.obj, *cards))
    card, file = pool.get(name) or pool.token(name), pool.script(name) or pool.token_script(name)
    if card is None or file is None:
        raise click.ClickException(_not_found(pool, name))
    if script:
        click.echo(file.text, nl=False)
        return
    registry = Registry.installed()
    console = _console()
    for face in card.faces:
        _draw(console, face)
    for line, binding in _bindings(card, registry):
        console.print(_text(f"{line} → {binding}"), soft_wrap=True)
    for remark in _remarks(file.text, file.path, frozenset(pool.tokens()), registry):
        console.print(_text(remark), style="yellow", soft_wrap=True)
    console.print(_text(file.path), style="dim", soft_wrap=True)


def _pool(paths: Sequence[Path]) -> CardPool:
    from ninjutsu_service.cards.diagnostics import Severity
    from ninjutsu_service.cards.pool import CardPool, bundled_path

    pool = CardPool.load([bundled_path(), *paths])
    for note in pool.notes:
        if note.severity is not Severity.INFO:
            place = f":{note.line}:{note.column}" if note.line else ""
            click.echo(_plain(f"{note.path}{place}: {note.code} {note.message}"), err=True)
    return pool


def _with_keyword(pool: CardPool, registry: Registry, asked: str) -> list[str]:
    """The cards of a keyword: one of this service by its name, any other as a script writes it.

    Raises:
        click.ClickException: no keyword of this name is known.
    """
    from ninjutsu_service.cards.check.suggest import near
    from ninjutsu_service.cards.vocabulary import VOCABULARY

    ours = {keyword.name.casefold(): keyword for keyword in registry}
    keyword = ours.get(asked.casefold())
    if keyword is None:
        found = list(pool.with_keyword(asked))
        if found or asked.lower() in VOCABULARY.keywords:
            return found
        names = [each.name for each in registry]
        close = near(asked.capitalize(), (*names, *VOCABULARY.names("keywords")))
        hint = f"did you mean {close!r}?" if close else f"this service has {', '.join(names)}"
        raise click.ClickException(f"no keyword is named {asked!r}; {hint}")
    begin = f"{keyword.name} "
    return [
        name
        for name in pool.with_keyword(keyword.line)
        if (card := pool.get(name)) is not None
        and any(f"{bound} ".startswith(begin) for _, bound in _bindings(card, registry))
    ]


def _console() -> Console:
    """For a terminal as wide as it is; elsewhere lines are as long as they have to be."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 10_000, highlight=False)


def _print_rows(console: Console, rows: list[Row]) -> None:
    """One line a row; a column that does not fit is cut, or left out."""
    from rich.cells import cell_len, set_cell_size

    rows = [_HEADER, *rows]
    widths = [max(cell_len(row[index]) for row in rows) for index in range(len(_HEADER))]
    left = console.width
    for index, wanted in enumerate(widths):
        given = min(wanted, left)
        if given < min(wanted, _LEAST):
            given = 0
        widths[index] = given
        left -= given + _GAP if given else left
    for number, row in enumerate(rows):
        cells = [
            set_cell_size(_cut(cell, width), width)
            for cell, width in zip(row, widths, strict=True)
            if width
        ]
        line = _text((" " * _GAP).join(cells).rstrip())
        console.print(line, style="bold" if not number else "", no_wrap=True)


def _cut(text: str, width: int) -> str:
    from rich.cells import cell_len, set_cell_size

    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}…"


def _row(card: Card, registry: Registry) -> Row:
    front = card.faces[0]
    bound = ", ".join(binding for _, binding in _bindings(card, registry))
    cells = (front.name, _symbols(front), _size(front), bound, " ".join(front.types))
    return tuple(_plain(cell) for cell in cells)


def _plain(text: str) -> str:
    """Text without characters that would do something to a terminal."""
    return "".join(letter for letter in text if letter.isprintable() or letter == "\n")


def _text(text: str) -> Text:
    """Text as it is: brackets in it are no markup, and nothing in it moves the cursor."""
    from rich.text import Text

    return Text(_plain(text))


def _symbols(face: Face) -> str:
    from ninjutsu_service.cards.mana import braces

    return "" if face.mana_cost.absent else braces(face.mana_cost)


def _size(face: Face) -> str:
    if face.power is not None:
        return f"{face.power}/{face.toughness}"
    return face.loyalty or face.defense or ""


def _draw(console: Console, face: Face) -> None:
    from rich.panel import Panel

    panel = Panel(
        _body(face),
        title=_title(face),
        title_align="left",
        subtitle=_text(_size(face)) if _size(face) else None,
        subtitle_align="right",
        width=min(console.width, _WIDEST_CARD),
    )
    console.print(panel)


def _title(face: Face) -> Text:
    title = _text(face.name)
    title.stylize("bold")
    return title.append(f"  {_symbols(face)}", "not bold") if _symbols(face) else title


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
            found.append((shown, f"unusable {line.head}"))
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


def _remarks(text: str, path: str, tokens: frozenset[str], registry: Registry) -> Iterator[str]:
    """What is wrong with a script, and what of it is left to the engine."""
    from ninjutsu_service.cards.check import check_script
    from ninjutsu_service.implemented import carried

    for found in check_script(text, path, tokens, notes=True, carried=carried(registry)):
        hint = f"; did you mean {found.suggestion!r}?" if found.suggestion else ""
        place = f"line {found.line}: " if found.line else ""
        yield f"{found.code} {place}{found.message}{hint}"


def _not_found(pool: CardPool, name: str) -> str:
    """No such card, and the names that are nearest: those with these words in them first."""
    from rapidfuzz import fuzz, process, utils

    wanted = name.casefold().strip()
    close = [each for each in pool.names() if wanted and wanted in each.casefold()]
    similar: Callable[..., float] = fuzz.WRatio
    matches = process.extract(
        name, pool.names(), scorer=similar, processor=utils.default_process, limit=_NEAREST,
        score_cutoff=75,
    )  # fmt: skip
    best = max((score for _, score, _ in matches), default=0.0)
    close += [
        found for found, score, _ in matches if found not in close and score > best - _AS_GOOD
    ]
    message = f"no card named {name!r} is loaded"
    if not close:
        return f"{message}; `ninjutsu cards` lists them"
    first = [repr(each) for each in close[:_NEAREST]]
    return f"{message}; did you mean {' or '.join(first)}?"
