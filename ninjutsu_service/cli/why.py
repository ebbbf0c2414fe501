"""`ninjutsu why`: what ninjutsu can do in a state that Forge saved, and why not the rest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninjutsu_service.cli.main import CARDS_OPTION

if TYPE_CHECKING:
    from rich.console import Console

    from ninjutsu_service.client import Listing, Local
    from ninjutsu_service.forge.state import Converted


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--player",
    metavar="NAME",
    help="Whose actions: p0 or human, p1 or ai. Default: the active player.",
)
@click.option(
    "--blocked",
    multiple=True,
    metavar="CARD",
    help="An attacker that was blocked, by name or Id: Forge's files do not say. "
    "May be given again.",
)
@click.option(
    "--engine-pays", is_flag=True, help="Take mana for granted, where lands are not known."
)
@click.option("--json", "as_json", is_flag=True, help="Print the CombatState as JSON instead.")
@CARDS_OPTION
def why(
    file: str,
    player: str | None,
    blocked: tuple[str, ...],
    engine_pays: bool,
    as_json: bool,
    cards: tuple[Path, ...],
) -> None:
    """Tell which ninjutsu actions a saved game of Forge allows, and why each other is refused.

    FILE is what Forge's developer mode dumps, or one of its puzzles; - reads standard input.
    Cards that no script in the pool knows are named; --cards can point to Forge's own cards.
    """
    from ninjutsu_service.client import InvalidRequest, Local
    from ninjutsu_service.forge.dump import DumpError, read_dump
    from ninjutsu_service.forge.state import to_state

    try:
        with click.open_file(file, "r", encoding="utf-8", errors="replace") as stream:
            dump = read_dump(stream.read())
    except (DumpError, OSError) as error:
        raise click.ClickException(f"{file}: {error}") from None
    service = Local(cards)
    made = to_state(dump, service.rulebook, blocked)
    who = _who(file, made, player)
    _check_blocked(file, made, blocked)
    if as_json:
        from google.protobuf import json_format

        click.echo(json_format.MessageToJson(made.state, preserving_proto_field_name=True))
        _tell_open(made, stderr=True)
        return
    try:
        listing = service.list_actions(made.state, who, explain=True, engine_pays=engine_pays)
    except InvalidRequest as invalid:
        raise click.ClickException(f"{file}: {invalid}") from None
    _tell(dump.name, made, listing, _has_keyword(service, made))


def _who(file: str, made: Converted, player: str | None) -> str:
    """Whose actions are asked for."""
    if player is None:
        return made.state.active_player_id
    who = {"human": "p0", "ai": "p1"}.get(player.lower(), player.lower())
    players = [each.id for each in made.state.players]
    if who not in players:
        raise click.ClickException(f"{file}: --player: {player!r} is none of {', '.join(players)}")
    return who


def _check_blocked(file: str, made: Converted, blocked: Sequence[str]) -> None:
    missing = [each for each in blocked if not _names_attacker(made, each)]
    if missing:
        raise click.ClickException(f"{file}: --blocked: no attacker is {', '.join(missing)}")


def _names_attacker(made: Converted, name: str) -> bool:
    attackers = {each.object_id for each in made.state.combat.attackers}
    names = attackers | {made.names[each] for each in attackers}
    return name.casefold() in {each.casefold() for each in names}


def _has_keyword(service: Local, made: Converted) -> bool:
    """Whether any card of the file has a keyword of the family."""
    rulebook = service.rulebook
    cards = (rulebook.pool.get(item.card_name) for item in made.state.objects)
    lines = (line for card in cards if card for face in card.faces for line in face.keywords)
    return any(rulebook.registry.binds(line) for line in lines)


def _tell(title: str, made: Converted, listing: Listing, has_keyword: bool) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False, soft_wrap=True)
    if title:
        console.print(f"[bold]{escape(title)}[/]")
    if not listing.actions and not listing.refusals:
        console.print(
            "No creature is attacking, so there is none to return."
            if has_keyword
            else "No card here has ninjutsu or a keyword of its family."
        )
    _tell_listing(console, made, listing)
    _tell_open(made)


def _tell_open(made: Converted, *, stderr: bool = False) -> None:
    """Tell what was taken for what the file does not say, and what is not known."""
    from rich.console import Console
    from rich.markup import escape

    from ninjutsu_service.forge.state import counted

    console = Console(highlight=False, soft_wrap=True, stderr=stderr)
    for text in made.assumptions:
        console.print(f"[dim]assumed: {escape(text)}[/]")
    for title, names in (
        ("not known here", made.unknown),
        ("mana not known", made.without_mana),
    ):
        if names:
            console.print(f"[dim]{title}: {escape(counted(names))}[/]")


def _tell_listing(console: Console, made: Converted, listing: Listing) -> None:
    from ninjutsu_service.cli.telling import action_line, refusal_line

    def name(object_id: str) -> str:
        return made.names.get(object_id, object_id)

    for action in listing.actions:
        console.print(action_line(action, name))
    for refused in listing.refusals:
        console.print(refusal_line(refused, name))
