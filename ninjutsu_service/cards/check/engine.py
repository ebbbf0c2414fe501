"""What a script asks for that this service does not do: left to the engine, or not offered."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ninjutsu_service.cards.carried import Carried
from ninjutsu_service.cards.check.findings import MAX_FINDINGS, short
from ninjutsu_service.cards.check.references import svar_of
from ninjutsu_service.cards.check.words import KEYWORD_KEYS
from ninjutsu_service.cards.cost import CostError, CostPart, parse_cost
from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.document import Document, Line, Parameter, Section, parameters_of
from ninjutsu_service.cards.mana import tokens_of
from ninjutsu_service.cards.script import BLANKS, kind_of
from ninjutsu_service.cards.vocabulary import VOCABULARY

_GRANTING = KEYWORD_KEYS - {"removekeyword", "removekeywords", "cantkeyword", "sharedkeywords"}
"""Keys whose keywords somebody gets."""

_ENTRIES = re.compile(r" & |(?<!\s),(?!\s)")

_EVERYWHERE = frozenset(("mode", "execute", "description", "triggerdescription", "secondary"))
"""Parameters that mean the same in every line, or nothing as it is carried out."""


class _Keyword(NamedTuple):
    """A keyword that a card has or grants, as written, and the column where it begins."""

    text: str
    column: int
    granted: bool


def not_offered(document: Document, carried: Carried, path: str = "") -> list[Diagnostic]:
    """A warning for each keyword of this service whose cost it cannot ask for.

    That of casting the card for another cost includes what its spell costs besides mana
    (CR 118.9d). Costs that are malformed are left out: they are errors anyway.
    """
    found: list[Diagnostic] = []
    for line in document.lines:
        for keyword in _keywords(line):
            head, colon, rest = keyword.text.partition(":")
            if head.strip(BLANKS).lower() not in carried.bound:
                continue
            name = head.strip(BLANKS)
            begin = keyword.column + len(head) + len(colon)
            found += _unoffered(name, rest.partition(":")[0], line, begin, carried, path)
            if keyword.granted and not rest.strip(BLANKS):
                message = f"{name} is not granted: it has no cost, as in {name}:1 U"
                found.append(_told("NJ506", message, line, keyword.column, name, path))
        if len(found) >= MAX_FINDINGS:
            break
    for section in document.sections():
        found += _spells_not_offered(section, carried, path)
    return found


def _unoffered(
    name: str, cost: str, line: Line, begin: int, carried: Carried, path: str
) -> Iterator[Diagnostic]:
    """A warning for each part of a keyword's cost, from a column on, that cannot be asked for."""
    for each in _unpayable(cost, carried):
        message = f"{name} is not offered: {each.why}"
        told = _told("NJ506", message, line, begin + each.column - 1, each.token, path)
        yield replace(told, suggestion=each.meant)


def _spells_not_offered(section: Section, carried: Carried, path: str) -> Iterator[Diagnostic]:
    """The same of what the spell of a face costs, where a keyword of the face casts it."""
    keywords = [line.value for line in section.lines if line.field == "K"]
    heads = (text.partition(":")[0].strip(BLANKS) for text in keywords)
    name = next((head for head in heads if head.lower() in carried.casts), "")
    for line in section.lines if name else ():
        if line.field != "A" or not line.value.startswith("SP$"):
            continue
        for each in parameters_of(line.value, line.column):
            if each.key.lower() == "cost":
                yield from _unoffered(name, each.value, line, each.value_column, carried, path)
        return


class _Unpayable(NamedTuple):
    """A part of a cost that cannot be asked for, the column in the cost where it begins, and why.

    `meant` is the part as it has to be written; empty where that is not certain.
    """

    token: str
    column: int
    why: str
    meant: str = ""


def _unpayable(cost: str, carried: Carried) -> Iterator[_Unpayable]:
    """The parts of a cost that cannot be asked for; of a sound cost only."""
    for token, column in tokens_of(cost):
        if token in VOCABULARY.cost_words:
            yield _Unpayable(token, column, _unknown(token, carried))
        elif "<" in token and token.partition("<")[0] in VOCABULARY.cost_heads:
            try:
                (part,) = parse_cost(token).parts
            except CostError:
                continue
            if not carried.payable(part):
                meant = _meant(token, carried)
                why = f"{token} is written {meant}" if meant else _why(token, part, carried)
                yield _Unpayable(token, column, why, meant)


def _unknown(token: str, carried: Carried) -> str:
    return f"{token} cannot be paid here, only {', '.join(('mana', *carried.costs))}"


def _why(token: str, part: CostPart, carried: Carried) -> str:
    """What keeps a part from being paid: its number, the words of what pays it, or its kind."""
    if carried.payable(replace(part, arguments=("1", *part.arguments[1:]))):
        return f"{part.amount!r} in {token} is neither a number of six digits at most nor X"
    words = ", ".join(filter(None, carried.unfit(part)))
    if words:
        return f"{words} in {token} is not understood here"
    if part.name in carried.costs:
        return f"what {token} asks for is not understood here"
    return _unknown(token, carried)


_OTHERWISE = re.compile(
    r"(\w+)<(?:(?P<n>\d+|X)(?:\s*[,;]\s*|\s+)(?P<what>[^\s<>/][^<>/]*)|(?P<only>[A-Za-z.+]+))>"
)


def _meant(token: str, carried: Carried) -> str:
    """A part of a cost as it has to be written, Sac<1/Creature>; empty where that is not told."""
    match = _OTHERWISE.fullmatch(token)
    if match is None:
        return ""
    what = match["what"] or match["only"]
    if carried.payable(CostPart(match[1], ("1",))):
        # Nothing but a number belongs there: PayLife<Y> is not PayLife<1/Y>.
        return ""
    meant = f"{match[1]}<{match['n'] or 1}/{what}>"
    try:
        (part,) = parse_cost(meant).parts
    except (CostError, ValueError):
        return ""
    return meant if carried.payable(part) else ""


def left_to_engine(document: Document, carried: Carried, path: str = "") -> list[Diagnostic]:
    """One note for each known part that is not carried out here, in the order of the lines.

    Args:
        document: the script.
        carried: what is carried out.
        path: shown in the notes.
    """
    as_it_enters = replace(carried, abilities=carried.entering)
    entering = _entering(document)
    notes = (
        _told("NJ901", message, line, column, token, path)
        for section in document.sections()
        for face in (_Face.of(section, entering),)
        for line in section.lines
        for message, token, column in _left(
            line, as_it_enters if _name_of(line) in entering else carried, face
        )
    )
    return list(islice(notes, MAX_FINDINGS))


class _Face(NamedTuple):
    """What the lines of a face are told apart by.

    Attributes:
        svars: its SVars, by name in lower case; its `A:` lines as "a1" and so on.
        executed: those that a trigger executes.
        entering: those of the whole script that say what is done as something enters.
    """

    svars: Mapping[str, str]
    executed: Collection[str]
    entering: Collection[str]

    @classmethod
    def of(cls, section: Section, entering: Collection[str]) -> _Face:
        """The face of a section."""
        abilities = [line.value for line in section.lines if line.field == "A"]
        svars = {f"a{number}": value for number, value in enumerate(abilities, 1)}
        for line in section.lines:
            if line.field == "SVar":
                name, value, _ = svar_of(line.value)
                svars[name.lower()] = value
        texts = [line.value for line in section.lines if "Execute$" in line.value]
        executed = {
            each.value.lower()
            for text in texts
            for each in parameters_of(text)
            if each.key.lower() == "execute"
        }
        return cls(svars, executed, entering)


def _name_of(line: Line) -> str:
    """The name of an SVar in lower case; empty for another line."""
    return svar_of(line.value)[0].lower() if line.field == "SVar" else ""


def _entering(document: Document) -> set[str]:
    """The SVars that say what is done as something enters, in lower case."""
    following: dict[str, str] = {}
    found: list[str] = []
    for line in document.lines:
        if line.field == "K":
            head, *arguments = (each.strip(BLANKS).lower() for each in line.value.split(":"))
            if head == "etbreplacement" and len(arguments) > 1:
                found.append(arguments[1])
        elif line.field in ("R", "SVar"):
            name = _name_of(line)
            value = svar_of(line.value)[1] if name else line.value
            named = {each.key.lower(): each.value.lower() for each in parameters_of(value)}
            if name:
                following[name] = named.get("subability", "")
            elif "replacewith" in named:
                found.append(named["replacewith"])
    reached: set[str] = set()
    while found:
        name = found.pop()
        if name and name not in reached:
            reached.add(name)
            found.append(following.get(name, ""))
    return reached


def _told(code: str, message: str, line: Line, column: int, token: str, path: str) -> Diagnostic:
    return diagnose(
        code, short(message), line=line.number, column=column, token=short(token), path=path
    )


def _left(line: Line, carried: Carried, face: _Face) -> Iterator[tuple[str, str, int]]:
    """What a line asks for that is known and not carried out: message, token and column."""
    if line.field == "K":
        head = line.value.partition(":")[0].strip(BLANKS)
        known = carried.keywords, carried.bound
        if head.lower() in VOCABULARY.keywords and not any(
            head.lower() in names for names in known
        ):
            yield f"the keyword {head} is left to the engine", head, line.column
        for _, words in carried.unread("keyword", head.lower(), {"": line.value}, face.svars):
            yield f"{words} is left to the engine", words, line.column
        return
    value, column = line.value, line.column
    if line.field == "SVar":
        _, value, _ = svar_of(line.value)
        column += len(line.value) - len(value)
        if not kind_of(value):
            return
    elif line.field not in ("A", "T", "S", "R"):
        return
    first, *others = parameters_of(value, column)
    if line.field == "A" and first.key.lower() == "ab":
        yield "activating the ability is left to the engine", first.value, first.value_column
    yield from _left_of(line, first, others, carried, face)


def _left_of(
    line: Line, first: Parameter, others: list[Parameter], carried: Carried, face: _Face
) -> Iterator[tuple[str, str, int]]:
    kind = line.field
    keys = {each.key.lower() for each in others}
    trigger = kind == "T" or (kind == "SVar" and "execute" in keys)
    what, known, here = {
        "mode": ("trigger", VOCABULARY.trigger_modes, carried.triggers)
        if trigger
        else ("static ability", VOCABULARY.static_modes, carried.statics),
        "event": ("replacement", VOCABULARY.replacement_events, carried.replacements),
    }.get(first.key.lower(), ("ability", VOCABULARY.apis, carried.abilities))
    name = first.value.lower()
    if name not in known:
        return
    if name not in here:
        yield f"the {what} {first.value} is left to the engine", first.value, first.value_column
        return
    for each in others:
        key = each.key.lower()
        if key in VOCABULARY.parameters and not _is_understood(key, here[name]):
            message = f"{each.key}$ is left to the engine, and with it the {what} {first.value}"
            yield message, each.key, each.key_column
    for part, words in _values_left(line, what, [first, *others], carried, face):
        if _is_understood(part.key.lower(), here[name]):
            value = f"{part.key}$ {words}"
            message = f"{value} is left to the engine, and with it the {what} {first.value}"
            yield message, part.value, part.value_column


def _values_left(
    line: Line, what: str, parts: list[Parameter], carried: Carried, face: _Face
) -> Iterator[tuple[Parameter, str]]:
    """The parts of a line whose values are not read, each with the words that are not."""
    named = {each.key.lower(): each for each in parts if each.key}
    values = {key: each.value for key, each in named.items()}
    svar, head = _name_of(line), parts[0]
    kinds = ["entering" if svar in face.entering else what]
    if head.key.lower() == "ab" and svar in face.executed:
        kinds.append("payment")
    told: dict[str, str] = {}
    for kind in kinds:
        told.update(carried.unread(kind, head.value.lower(), values, face.svars))
    for key, words in told.items():
        yield named[key], words


def _is_understood(key: str, known: Collection[str]) -> bool:
    return key in known or key in _EVERYWHERE or key.startswith("ai")


def _keywords(line: Line) -> Iterator[_Keyword]:
    """The keywords that a line gives to its card, or to others."""
    if line.field == "K":
        yield _Keyword(line.value, line.column, granted=False)
        return
    if "Keyword" not in line.value and "KW" not in line.value:
        return
    value, column = line.value, line.column
    if line.field == "SVar":
        _, value, _ = svar_of(line.value)
        column += len(line.value) - len(value)
    for each in parameters_of(value, column):
        if each.key.lower() in _GRANTING:
            offset = 0
            for entry in _ENTRIES.split(each.value):
                begin = each.value.index(entry, offset)
                yield _Keyword(entry, each.value_column + begin, granted=True)
                offset = begin + len(entry)
