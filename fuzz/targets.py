"""What is fuzzed: plain functions of bytes that raise nothing, whatever the bytes.

`fuzz_requests.py` and `fuzz_scripts.py` drive them with Atheris; the tests drive them with the
kept corpus.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from google.protobuf.message import Message

from ninjutsu_service.cards.card import Card
from ninjutsu_service.cards.check import check_bytes
from ninjutsu_service.cards.cost import CostError, parse_cost
from ninjutsu_service.cards.document import read_document
from ninjutsu_service.cards.mana import ManaError, parse_mana
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.script import ScriptError, read_card, read_keyword
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server.wire import Unparsable, parser
from tests.fuzz.hostile import everywhere, mutate, spoil
from tests.fuzz.journeys import journey, journeys, scene
from tests.fuzz.requests import METHODS, answer, seeds

NAMES = sorted(METHODS)

_REGISTRY = Registry.installed()

_PARSERS = [parser(METHODS[name][0]) for name in NAMES]


def request(data: bytes) -> None:
    """A call of the method that the first byte names, with the rest as its request."""
    if not data:
        return
    place = data[0] % len(NAMES)
    parsed = _PARSERS[place](data[1:])
    if not isinstance(parsed, Unparsable):
        answer(NAMES[place], parsed)


def valid_requests() -> list[bytes]:
    """Requests to begin with: with something of everything in them, and of every card."""
    every = [(name, message) for name, messages in seeds().items() for message in messages]
    return [
        bytes([NAMES.index(name)]) + message.SerializeToString(deterministic=True)
        for name, message in every + journeys()[::10]
    ]


def mutated_request(data: bytes, seed: int) -> bytes:
    """A request changed where messages change: fields, not bytes; now and then bytes too."""
    chance = Random(seed)
    place = data[0] % len(NAMES) if data else 0
    parsed: Any = _PARSERS[place](data[1:])
    if isinstance(parsed, Unparsable) or chance.random() < 0.1:
        return bytes([place]) + spoil(data[1:], chance)
    _change(parsed, chance)
    changed: bytes = parsed.SerializeToString(deterministic=True)
    return bytes([place]) + changed


def _change(message: Message, chance: Random) -> None:
    how = mutate if chance.random() < 0.7 else everywhere
    how(message, chance, chance.choice((1, 1, 2, 4)))


def script(data: bytes) -> None:
    """A script: read and checked, and its card put wherever a game can have it."""
    text = data.decode("utf-8", "replace")
    check_bytes(data, "a/a.txt", notes=True)
    assert read_document(data).to_bytes() == data
    line = text.partition("\n")[0]
    read_keyword(line)
    parse_valid(line)
    with suppress(ManaError):
        parse_mana(line)
    with suppress(CostError):
        parse_cost(line)
    with suppress(ScriptError):
        _play(read_card(text, "a/a.txt"))


def _play(card: Card) -> None:
    """The card in a combat: in hand, in play, attacking and wherever else it can be."""
    rulebook = Rulebook(CardPool.of(card), _REGISTRY)
    for _ in journey(scene(card.faces[-1].name, rulebook), most=8):
        pass
