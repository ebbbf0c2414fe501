"""Cards that the tests of rules make up: a script in a line or two, and a game that knows them."""

from __future__ import annotations

from typing import Any

from ninjutsu_service.cards.card import Face
from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import Game, pb, wire

BODY = "ManaCost:1\nTypes:Creature Ninja\nPT:2/2\n"


def script(name: str, *lines: str, body: str = BODY) -> str:
    """A whole script: a 2/2 Ninja unless it says otherwise."""
    return f"Name:{name}\n{body}" + "\n".join(lines) + "\nOracle:\n"


def game_of(*scripts: str, tokens: dict[str, str] | None = None, **fields: Any) -> Game:
    """A game whose pool has these cards alone."""
    return Game(
        rulebook=Rulebook(CardPool.from_texts(*scripts, tokens=tokens), INSTALLED), **fields
    )


INSTALLED = Registry.installed()
HERE = carried(INSTALLED)


def table_of(game: Game) -> Table:
    """What the rules ask of a game as it stands: events of theirs change its state."""
    return Table(Board(game.state), game.rulebook)


def face_of(*lines: str) -> Face:
    """The face of a card with these lines."""
    card = CardPool.from_texts(script("Card", *lines)).get("Card")
    assert card is not None
    return card.faces[0]


def on_stack(
    game: Game, ability: str, source: str = "source", *targets: str, **fields: Any
) -> pb.StackObject:
    """A triggered ability of a's on top of the stack."""
    item = next((each for each in game.state.objects if each.id == source), None)
    names = {player.id for player in game.state.players}
    stacked = {each.id for each in game.state.stack}
    chosen = []
    for name in targets:
        if name in names:
            chosen.append(pb.Target(player_id=name))
        elif name in stacked:
            chosen.append(pb.Target(stack_object_id=name))
        else:
            chosen.append(pb.Target(object_id=name, incarnation=game[name].incarnation))
    fields.setdefault("context", pb.TriggerContext(player_id="b", amount=3))
    return game.state.stack.add(
        id="ability",
        kind=fields.pop("kind", pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY),
        controller_id="a",
        source_id=source,
        source_incarnation=item.incarnation if item is not None else 1,
        ability=ability,
        targets=chosen,
        **fields,
    )


def abilities(outcome: wire.Outcome) -> list[str]:
    """What was put on the stack, in order, by the SVar that it executes."""
    return [
        each.stack_pushed.object.ability for each in outcome.events if each.HasField("stack_pushed")
    ]


def picks(choice: wire.Choice, *names: str) -> wire.Decision:
    """A decision that names options."""
    return wire.Decision(choice_id=choice.id, option_ids=names)


def notes_of(*lines: str) -> list[str]:
    """What is said to be left to the engine of a card with these lines."""
    text = "\n".join(("Name:E", "ManaCost:U", "Types:Creature Ninja", "PT:1/1", *lines, "Oracle:"))
    found = check_script(text, notes=True, carried=HERE)
    return [note.message for note in found if note.code == "NJ901"]
