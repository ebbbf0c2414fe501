"""Notes which parts of scripts the stories of this folder carry out, and which they leave.

pytest tests/cards_played -p tests.cards_played.recorder --record FILE

FILE gets, as JSON, the texts of the parts by card: "carried" what was carried out, abilities that
were triggered and static abilities that applied included; "left" what the engine was asked to do.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu_service.rules import entering, ledger, permission, statics, triggers
from ninjutsu_service.rules.ability import chain
from ninjutsu_service.rules.effects import carrying
from ninjutsu_service.rules.trigger import trigger_lines

carried: dict[str, set[str]] = defaultdict(set)
left: dict[str, set[str]] = defaultdict(set)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file to write."""
    parser.addoption("--record", type=Path, required=True)


def pytest_configure() -> None:
    """Look over the rules' shoulder."""
    around(carrying, "handler_of", _handlers)
    around(ledger.Ledger, "write", _written)
    around(triggers, "stack_object", _triggered)
    around(entering, "counters_of", _entered_with)
    around(entering, "choose_copy", _copied)
    around(entering, "choose_on_entry", _chose)
    around(entering, "seen_matches", _extra)
    around(statics, "applies", _applied)
    around(statics, "_changes_cost_of", _applied)
    around(permission, "applies", lambda _: statics.applies)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write what was noted."""
    found = {
        name: {card: sorted(texts) for card, texts in sorted(by_card.items())}
        for name, by_card in (("carried", carried), ("left", left))
    }
    config.getoption("record").write_text(json.dumps(found, indent=1), encoding="utf-8")


def around(owner: ModuleType | type, name: str, wrap: Callable[[Any], Any]) -> None:
    """Put something around a function that the rules call."""
    setattr(owner, name, wrap(getattr(owner, name)))


def _handlers(handler_of: Any) -> Any:
    def look(api: str, part: Any) -> Any:
        handler = handler_of(api, part)
        if handler is None:
            return None

        def carry(run: Any, part: Any) -> None:
            handler(run, part)
            carried[run.face.name].add(part.text)

        return carry

    return look


def _written(write: Any) -> Any:
    def note(self: Any, change: Any, *arguments: Any, **fields: Any) -> Any:
        if isinstance(change, ev.EffectLeftToEngine):
            item = self.table.board.objects.get(change.source_id)
            name = self.table.script_name(item) if item is not None else ""
            left[name].add(change.ability)
        return write(self, change, *arguments, **fields)

    return note


def _triggered(stack_object: Any) -> Any:
    def note(ledger_: Any, waiting: Any) -> Any:
        lines = [line for _, line in trigger_lines(waiting.face)]
        fitting = [line for line in lines if line.get("Execute") == waiting.ability]
        line = lines[waiting.number - 1] if waiting.number else next(iter(fitting), None)
        if line is not None:
            carried[waiting.face.name].add(line.text)
        return stack_object(ledger_, waiting)

    return note


def _entered_with(counters_of: Any) -> Any:
    def note(view: Any, face: Any) -> Any:
        counters, unread = counters_of(view, face)
        kinds = {kind for kind, _, _ in counters}
        for line in face.keywords:
            if line.head.casefold() == "etbcounter" and line.arguments[0].upper() in kinds:
                carried[face.name].add(line.text)
        return counters, unread

    return note


def _replaced(view: Any, first: Any) -> None:
    """A line that replaces how its own card enters, and what it leads to."""
    name = view.source.traits.name
    face = view.table.rulebook.face(name, front=False)
    for line in face.keywords:
        if line.head.casefold() == "etbreplacement":
            carried[name].add(line.text)
    carried[name] |= {part.text for part in chain(face, first)}


def _copied(choose_copy: Any) -> Any:
    def note(view: Any, part: Any, **fields: Any) -> Any:
        chosen = choose_copy(view, part, **fields)
        _replaced(view, part)
        return chosen

    return note


def _chose(choose_on_entry: Any) -> Any:
    def note(view: Any, face: Any, part: Any, decisions: Any) -> Any:
        chosen = choose_on_entry(view, face, part, decisions)
        _replaced(view, part)
        return chosen

    return note


def _extra(seen_matches: Any) -> Any:
    def note(view: Any, valid: str, seen: Any) -> Any:
        fits = seen_matches(view, valid, seen)
        face = view.table.rulebook.face(view.source.traits.name, front=False)
        for line in face.replacements if fits else ():
            if line.get("ValidCard") == valid:
                carried[face.name] |= {line.text, face.svars[line.get("ReplaceWith").lower()]}
        return fits

    return note


def _applied(applies: Any) -> Any:
    def note(table: Any, source: Any, static: Any, *arguments: Any) -> Any:
        does = applies(table, source, static, *arguments)
        if does:
            carried[table.script_name(source)].add(static.line.text)
        return does

    return note
