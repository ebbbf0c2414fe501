"""Reading Forge's state files: the text of a dump or a puzzle, as plain values.

A state file has lines `key=value`, keys in any letter case, `#` before comments. Older files
name the players `human` and `ai`, newer ones `p0`, `p1` and so on. A puzzle has sections; its
state stands below `[state]`. A zone's value is a list of cards with `;` between them, each a
name and attributes with `|` between: `Sea Eagle|Tapped|Attacking|Counters:P1P1=2`.
`forge.language` has the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ninjutsu_service.forge.language import (
    IMPORTED,
    KEY,
    NOT_IMPORTED,
    PLAYER,
    SET_CODE,
    WITH_VALUE,
    WITHOUT_EFFECT,
    ZONES,
)

MAX_LINES = 5000
MAX_CARDS = 5000
"""No game of Forge comes near; a file beyond is none of its."""

MAX_COUNTERS = 10**6
"""No game comes near this either."""

MAX_SHOWN = 60
"""How much is shown of text that means nothing here."""


class DumpError(ValueError):
    """A file that is no state file of Forge, with the line that shows it; 0 for the whole."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


@dataclass(frozen=True, slots=True)
class DumpedCard:
    """One card of a zone.

    Attributes:
        name: as written, less the `+` of a foil; for a token what stands after `t:` or `T:`.
        token: whether a token is written out there, or named by its script. `IsToken` makes a
            token of a card.
        attributes: those that are imported, by name in lower case, "attacking"; the value after
            the colon, or "".
        counters: how many of each kind, by the kind in capitals.
        damage: marked on it.
        class_level: of a Class; 0 where the file does not say.
        left_out: attributes that are not imported, as Forge writes them; of one that stands there
            twice the earlier.
        unknown: attributes that are none of Forge's, as written.
    """

    name: str
    token: bool
    attributes: dict[str, str]
    counters: dict[str, int] = field(default_factory=dict)
    damage: int = 0
    class_level: int = 0
    left_out: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(slots=True)
class DumpedPlayer:
    """What a file says of one player.

    Attributes:
        life: None where the file does not say.
        counters: how many of each kind, by the kind in capitals.
        mana, persistent_mana: as written.
        zones: the cards by zone, top card of a library first.
    """

    life: int | None = None
    counters: dict[str, int] = field(default_factory=dict)
    mana: str = ""
    persistent_mana: str = ""
    zones: dict[str, list[DumpedCard]] = field(default_factory=dict)


@dataclass(slots=True)
class Dump:
    """A state file, read.

    Attributes:
        players: by "p0" and "p1", the human first, in turn order.
        turn: 0 where the file does not say.
        active: "p0" and so on; empty where it does not say.
        phase: Forge's name of the step in capitals, "COMBAT_DECLARE_BLOCKERS".
        advance: the step, likewise, that Forge is to go on to from there; mostly empty.
        no_sickness: whether no creature is summoning sick, whatever else the file says.
        ignored: the keys that say something and are not imported, each with its line.
        name: of a puzzle; empty where the file has none.
    """

    players: dict[str, DumpedPlayer] = field(default_factory=dict)
    turn: int = 0
    active: str = ""
    phase: str = ""
    advance: str = ""
    no_sickness: bool = False
    ignored: list[tuple[int, str]] = field(default_factory=list)
    name: str = ""


def read_dump(text: str) -> Dump:
    """Read a state file.

    Raises:
        DumpError: the text has no line of a state file, or a number in it is none.
    """
    dump = Dump()
    found = False
    seen: dict[tuple[str, str], tuple[int, str]] = {}
    for number, section, line in _lines(text):
        if section not in ("", "state"):
            if section == "metadata" and line.lower().startswith("name:"):
                dump.name = line[len("name:") :].strip()
            continue
        key, equals, value = line.partition("=")
        if not equals:
            dump.ignored.append((number, _shown(line)))
            continue
        key = key.strip().lower()
        about = _about(key)
        if about in seen and seen[about] not in dump.ignored:
            # Forge takes the later one, and so does this.
            dump.ignored.append(seen[about])
        seen[about] = (number, _shown(key))
        found = _read_line(dump, number, key, value.strip()) or found
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


def _shown(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _about(key: str) -> tuple[str, str]:
    """The player, or "" for none, and what a key says of them: `aiplay` is p1's battlefield."""
    match = KEY.fullmatch(key)
    if match is None:
        return "", key
    what = match["what"]
    return _player_name(match["player"]), "battlefield" if what == "play" else what


def _read_line(dump: Dump, number: int, key: str, value: str) -> bool:
    """Read one line; whether it shows that this is a state file."""
    if key == "activeplayer":
        dump.active = _player_name(value.lower())
        if not dump.active and value.lower() not in ("", "none"):
            dump.ignored.append((number, _shown(f"{key}={value}")))
    elif key == "activephase":
        dump.phase = _phase(value)
    elif key == "activephaseadvance":
        dump.advance = _phase(value)
    elif key == "removesummoningsickness":
        dump.no_sickness = value.lower() == "true"
    elif key == "turn":
        dump.turn = _count(number, key, value)
    else:
        player, what = _about(key)
        if not player:
            dump.ignored.append((number, _shown(key)))
            return False
        if not _read_player(dump.players.setdefault(player, DumpedPlayer()), number, what, value):
            dump.ignored.append((number, key))
        return True
    return False


def _phase(value: str) -> str:
    return "" if value.upper() == "NONE" else value.upper()


def _player_name(word: str) -> str:
    name = {"human": "p0", "ai": "p1"}.get(word, word)
    return name if re.fullmatch(PLAYER, name) else ""


def _read_player(player: DumpedPlayer, number: int, what: str, value: str) -> bool:
    """Read one line of a player's; whether what it says is imported."""
    if what == "life":
        player.life = _number(number, what, value)
    elif what == "counters":
        player.counters = _counters(number, value)
    elif what == "manapool":
        player.mana = value
    elif what == "persistentmana":
        player.persistent_mana = value
    elif what in ZONES:
        player.zones[what] = _cards(number, value)
    else:
        return value in ("", "0")
    return True


def _number(line: int, key: str, value: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        wanted = "not a number from -999999999 to 999999999"
        raise DumpError(line, f"{key} is {_shown(value)!r}, {wanted}")
    return int(value)


def _cards(number: int, value: str) -> list[DumpedCard]:
    parts = [part for part in map(str.strip, value.split(";")) if part]
    if len(parts) > MAX_CARDS:
        raise DumpError(number, f"{len(parts)} cards in one zone")
    return [_card(number, part) for part in parts]


def _card(number: int, text: str) -> DumpedCard:
    name, *rest = (part.strip() for part in text.split("|"))
    token = name[:2].lower() == "t:"
    imported: dict[str, str] = {}
    left_out: list[str] = []
    unknown: list[str] = []
    for part in filter(None, rest):
        key, _, value = part.partition(":")
        word = key.strip().lower()
        if word in WITH_VALUE and not value.strip():
            unknown.append(_shown(part))
        elif word in IMPORTED:
            # Forge sets a card's counters anew with each `Counters`, and all else likewise.
            earlier = imported.get(word, part)
            if earlier != part:
                left_out.append(f"the earlier {_shown(earlier)}")
            imported[word] = part
        elif word in NOT_IMPORTED:
            left_out.append(NOT_IMPORTED[word])
        elif word not in WITHOUT_EFFECT and not SET_CODE.fullmatch(part):
            unknown.append(_shown(part))
    attributes = {word: part.partition(":")[2].strip() for word, part in imported.items()}
    return DumpedCard(
        name[2:].strip() if token else name.removesuffix("+"),
        token,
        attributes,
        _counters(number, attributes.get("counters", "")),
        _count(number, "damage", attributes.get("damage", "") or "0"),
        _count(number, "class level", attributes.get("classlevel", "") or "0"),
        tuple(left_out),
        tuple(unknown),
    )


def _counters(line: int, text: str) -> dict[str, int]:
    """`P1P1=2,LOYALTY=3` as counts."""
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, amount = (each.strip() for each in part.partition("="))
        if not name:
            raise DumpError(line, f"{_shown(part)!r} names no kind of counter")
        kind = name.upper()
        found[kind] = found.get(kind, 0) + _count(line, f"counters: {_shown(name)}", amount)
        if found[kind] > MAX_COUNTERS:
            raise DumpError(line, f"{found[kind]} counters of one kind")
    return found


def _count(line: int, what: str, text: str) -> int:
    """A number that is not below 0, and not beyond what any game comes to."""
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise DumpError(line, f"{what} is {_shown(text)!r}, not a number from 0 to 999999")
    return int(text)
