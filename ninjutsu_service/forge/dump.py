"""Reading Forge's state files: the text of a dump or a puzzle, as plain values.

A state file has lines `key=value`, keys in any letter case, `#` before comments. Older files
name the players `human` and `ai`, newer ones `p0`, `p1` and so on. A puzzle has sections; its
state stands below `[state]`. A zone's value is a list of cards with `;` between them, each a
name and attributes with `|` between: `Sea Eagle|Tapped|Attacking|Counters:P1P1=2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_LINES = 5000
MAX_CARDS = 5000
"""No game of Forge comes near; a file beyond is none of its."""

_KEY = re.compile(
    r"(?P<player>human|ai|p\d+)(?P<what>life|counters|hand|battlefield|play|graveyard|library"
    r"|exile|command|sideboard|manapool|persistentmana|landsplayed|landsplayedlastturn|precast"
    r"|putonstack|numringtemptedyou|speed|startinglife)$"
)
_ZONES = frozenset(("hand", "battlefield", "graveyard", "library", "exile", "command"))


class DumpError(ValueError):
    """A file that is no state file of Forge, with the line that shows it; 0 for the whole."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


@dataclass(frozen=True, slots=True)
class DumpedCard:
    """One card of a zone.

    Attributes:
        name: as written; for a token what stands after `t:`.
        token: whether it is one.
        attributes: by name in lower case, "attacking"; the value after the colon, or "".
        line: where it stands.
    """

    name: str
    token: bool
    attributes: dict[str, str]
    line: int


@dataclass(slots=True)
class DumpedPlayer:
    """What a file says of one player.

    Attributes:
        life: None where the file does not say.
        counters, mana: as written.
        zones: the cards by zone, top card of a library first.
    """

    life: int | None = None
    counters: str = ""
    mana: str = ""
    zones: dict[str, list[DumpedCard]] = field(default_factory=dict)


@dataclass(slots=True)
class Dump:
    """A state file, read.

    Attributes:
        players: by "p0" and "p1", the human first, in turn order.
        turn: 0 where the file does not say.
        active: "p0" and so on; empty where it does not say.
        phase: Forge's name of the step in capitals, "COMBAT_DECLARE_BLOCKERS".
        ignored: the keys that mean nothing here, each with its line.
        name, description: of a puzzle.
    """

    players: dict[str, DumpedPlayer] = field(default_factory=dict)
    turn: int = 0
    active: str = ""
    phase: str = ""
    ignored: list[tuple[int, str]] = field(default_factory=list)
    name: str = ""
    description: str = ""


def read_dump(text: str) -> Dump:
    """Read a state file.

    Raises:
        DumpError: the text has no line of a state file, or a number in it is none.
    """
    dump = Dump()
    found = False
    for number, section, line in _lines(text):
        if section not in ("", "state"):
            _read_metadata(dump, line)
            continue
        key, equals, value = line.partition("=")
        if equals:
            found = _read_line(dump, number, key.strip().lower(), value.strip()) or found
    if not found:
        raise DumpError(0, "this is no state file of Forge: no line names a player's cards or life")
    dump.players = dict(sorted(dump.players.items(), key=lambda each: int(each[0][1:])))
    return dump


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """The lines that say something, each with its number and its section in lower case."""
    section = ""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MAX_LINES:
        raise DumpError(MAX_LINES, "too long for a state file")
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip().lower()
        elif line and not line.startswith("#"):
            yield number, section, line


def _read_metadata(dump: Dump, line: str) -> None:
    key, _, value = line.partition(":")
    if key.strip().lower() == "name":
        dump.name = value.strip()
    elif key.strip().lower() == "description":
        dump.description = value.strip().replace("\\n", "\n")


def _read_line(dump: Dump, number: int, key: str, value: str) -> bool:
    """Read one line; whether it shows that this is a state file."""
    if key == "activeplayer":
        dump.active = _player_name(value.lower())
    elif key == "activephase":
        dump.phase = value.upper()
    elif key == "turn":
        dump.turn = _number(number, key, value)
    else:
        match = _KEY.match(key)
        if match is None:
            dump.ignored.append((number, key))
            return False
        _read_player(dump, number, match["player"], match["what"], value)
        return True
    return False


def _player_name(word: str) -> str:
    name = {"human": "p0", "ai": "p1", "none": ""}.get(word, word)
    return name if re.fullmatch(r"p\d{1,2}", name) else ""


def _read_player(dump: Dump, number: int, word: str, what: str, value: str) -> None:
    name = _player_name(word)
    if not name:
        raise DumpError(number, f"{word!r} is no player")
    player = dump.players.setdefault(name, DumpedPlayer())
    zone = "battlefield" if what == "play" else what
    if what == "life":
        player.life = _number(number, what, value)
    elif what == "counters":
        player.counters = value
    elif what in ("manapool", "persistentmana"):
        player.mana = f"{player.mana} {value}".strip()
    elif zone in _ZONES:
        player.zones[zone] = _cards(number, value)
    else:
        dump.ignored.append((number, f"{word}{what}"))


def _number(line: int, key: str, value: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", value):
        raise DumpError(line, f"{key} is {value!r}, not a number")
    return int(value)


def _cards(number: int, value: str) -> list[DumpedCard]:
    parts = [part for part in map(str.strip, value.split(";")) if part]
    if len(parts) > MAX_CARDS:
        raise DumpError(number, f"{len(parts)} cards in one zone")
    return [_card(number, part) for part in parts]


def _card(number: int, text: str) -> DumpedCard:
    name, *rest = (part.strip() for part in text.split("|"))
    token = name[:2].lower() == "t:"
    attributes = {}
    for part in rest:
        key, _, value = part.partition(":")
        attributes[key.strip().lower()] = value.strip()
    return DumpedCard(name[2:].strip() if token else name, token, attributes, number)


def counters_of(text: str) -> dict[str, int]:
    """`P1P1=2,LOYALTY=3` as counts; what is no number is left out."""
    found = {}
    for part in text.split(","):
        name, _, amount = part.partition("=")
        if name.strip() and re.fullmatch(r"\d{1,6}", amount.strip()):
            found[name.strip().upper()] = int(amount)
    return found
