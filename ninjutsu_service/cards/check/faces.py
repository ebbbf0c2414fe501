"""The fields of a face: what has to be there, in which order, and in which form."""

from __future__ import annotations

import re
from collections.abc import Callable

from ninjutsu_service.cards.check.abilities import check_line, check_svar_ability
from ninjutsu_service.cards.check.costs import mana_tokens, one_symbol_problems, spelt_out
from ninjutsu_service.cards.check.findings import FaceCheck, Problem, Reference, SVar
from ninjutsu_service.cards.check.keywords import SVAR_ARGUMENT, keyword_problems
from ninjutsu_service.cards.check.references import names_in, svar_of
from ninjutsu_service.cards.check.suggest import near
from ninjutsu_service.cards.check.text import field_of, is_power, unbalanced
from ninjutsu_service.cards.check.types import check_types
from ninjutsu_service.cards.check.words import word_problems
from ninjutsu_service.cards.document import Line
from ninjutsu_service.cards.mana import ManaError, parse_mana, tokens_of
from ninjutsu_service.cards.script import BLANKS, kind_of
from ninjutsu_service.cards.vocabulary import VOCABULARY

_LOYALTY = re.compile(r"\d+|X|\*|\d+\+X")
_HAND_LIFE = re.compile(r"[-+]\d+/[-+]\d+")
_SVAR_NAME = re.compile(r"[A-Za-z_]\w*")
_ADDRESS = re.compile(r"https?://")
_ONCE = frozenset(
    ("Name", "ManaCost", "Types", "PT", "Oracle", "Loyalty", "Defense", "Colors", "AlternateMode",
     "Text", "HandLifeModifier", "DeckNeeds", "DeckHas", "DeckHints")
)  # fmt: skip
_KEYWORDS: dict[str, tuple[Problem, ...]] = {}


def forget_keywords() -> None:
    """Forget what is remembered of keyword lines."""
    _KEYWORDS.clear()


def read_lines(face: FaceCheck) -> None:
    """Check each line by itself, and note what the face has."""
    for line in face.section.lines:
        reader = _READERS.get(line.field)
        if reader is not None:
            reader(face, line)
        else:
            _read_field(face, line)


def _read_field(face: FaceCheck, line: Line) -> None:
    field = line.field
    lines = face.fields.get(field)
    if lines is None:
        face.fields[field] = [line]
    else:
        lines.append(line)
        if field in _ONCE:
            message = f"{field} stands in line {lines[0].number} too; the last counts"
            face.findings.report("NJ113", message, line.number, 1, field)
    if field in VOCABULARY.fields:
        check = _FORMS.get(field)
        if check is not None:
            check(face, line)
    else:
        _unknown_field(face, line)


def _unknown_field(face: FaceCheck, line: Line) -> None:
    if line.text.lstrip().startswith("//"):
        message, suggestion, token = "a comment begins with #", "#", "//"
    else:
        message, token = (
            f"no field of a card is named {line.field!r}; the line is ignored",
            line.field,
        )
        suggestion = _lost_beginning(line) or (
            near(line.field, VOCABULARY.names("fields")) or field_of(line.value)
        )
    begin = len(line.text) - len(line.text.lstrip()) + 1
    face.findings.report("NJ115", message, line.number, begin, token, suggestion)


def _lost_beginning(line: Line) -> str:
    """The field with what is missing before it: `SVar:TrigDraw` of `TrigDraw:DB$ Draw`."""
    if line.field.lower() in VOCABULARY.keywords:
        return f"K:{line.field}"
    if kind_of(line.value) and _SVAR_NAME.fullmatch(line.field):
        return f"SVar:{line.field}"
    return ""


def _read_keyword(face: FaceCheck, line: Line) -> None:
    _note_references(face, line)
    problems = _KEYWORDS.get(line.value)
    if problems is None:
        if len(_KEYWORDS) > 10_000:
            _KEYWORDS.clear()
        problems = _KEYWORDS[line.value] = keyword_problems(line.value)
    if problems:
        face.pending += [(line.number, line.column, problem) for problem in problems]


def _note_references(face: FaceCheck, line: Line) -> None:
    """The SVars that a keyword names: chapters of a Saga, what replaces an entering."""
    head, *arguments = line.value.split(":")
    column = line.column + len(head) + 1
    place, key = SVAR_ARGUMENT.get(head.strip(BLANKS).lower(), (-1, ""))
    if 0 <= place < len(arguments):
        column += sum(len(each) + 1 for each in arguments[:place])
        for begin, name in names_in(key, arguments[place]):
            face.references.append(Reference(name, key, line.number, column + begin))


def _read_svar(face: FaceCheck, line: Line) -> None:
    name, value, whole = svar_of(line.value)
    column = line.column + len(line.value) - len(value)
    if not whole:
        message = "an SVar is written SVar:Name:Value"
        face.findings.report("NJ306", message, line.number, line.column, line.value)
    elif not _SVAR_NAME.fullmatch(name):
        message = "the name of an SVar is letters, digits and _, and begins with no digit"
        face.findings.report("NJ307", message, line.number, line.column, name)
    lower = name.lower()
    if lower in face.svars:
        message = f"line {face.svars[lower].line.number} defines it too; the last counts"
        face.findings.report("NJ305", message, line.number, line.column, name)
    svar = SVar(name, value, line, kind_of(value))
    face.svars[lower] = svar
    face.chain.pop(lower, None)
    if svar.kind or "|" in value:
        check_svar_ability(face, svar, column)
    elif value.startswith("SVar:") or _ADDRESS.match(value):
        return
    else:
        counted = "@triggercount" if value.startswith("TriggerCount$") else "@count"
        slot = counted if "$" in value else "@svar"
        problems = word_problems(slot, value, 0)
        face.pending += [(line.number, column, problem) for problem in problems]


def _mana(face: FaceCheck, line: Line) -> None:
    try:
        parse_mana(line.value)
        if line.value:
            for entry, column in tokens_of(line.value):
                for problem in one_symbol_problems(entry, column - 1):
                    face.pending.append((line.number, line.column, problem))
            return
        message, token, column = "a mana cost is mana or `no cost`", "", line.column
    except ManaError as problem:
        message = f"{problem}; mana is written as 1 U or `no cost`"
        token, column = problem.token, line.column + problem.column - 1
    suggestion = "no cost" if near(line.value, ["no cost"]) else ""
    if suggestion:
        token, column = line.value, line.column
    else:
        suggestion = spelt_out(token)
    others = [entry for _, entry in mana_tokens(line.value) if entry != token]
    if len(others) > 1:
        message += f" (also {', '.join(others[:3])})"
    face.findings.report("NJ109", message, line.number, column, token, suggestion)


def _power(face: FaceCheck, line: Line) -> None:
    if not is_power(line.value):
        message = "power and toughness are written as 2/3, each a number or *"
        face.findings.report("NJ106", message, line.number, line.column, line.value)


def _number(face: FaceCheck, line: Line) -> None:
    pattern = _HAND_LIFE if line.field == "HandLifeModifier" else _LOYALTY
    if not pattern.fullmatch(line.value):
        message = f"{line.value!r} is no {line.field}"
        face.findings.report("NJ121", message, line.number, line.column, line.value)


def _alternate_mode(face: FaceCheck, line: Line) -> None:
    names = VOCABULARY.names("alternate_modes")
    if line.value not in names:
        face.findings.report(
            "NJ117",
            f"{line.value!r} is not known here as an AlternateMode",
            line.number,
            line.column,
            line.value,
            near(line.value, names),
        )


def _oracle(face: FaceCheck, line: Line) -> None:
    text = line.value
    for opening, closing, code in (("{", "}", "NJ119"), ("(", ")", "NJ120")):
        if opening in text or closing in text:
            begin = unbalanced(text, opening, closing)
            if begin >= 0:
                face.findings.report(
                    code,
                    f"{text[begin]} without its other half",
                    line.number,
                    line.column + begin,
                    text[begin],
                )
    if text.count('"') % 2:
        begin = text.rindex('"')
        message = "a quote without its other half"
        face.findings.report("NJ120", message, line.number, line.column + begin, '"')


def _hints(face: FaceCheck, line: Line) -> None:
    slot = f"@{line.field.lower()}"
    offset = 0
    for part in line.value.split("&"):
        if "Name$" not in part:
            problems = word_problems(slot, part, offset)
            face.pending += [(line.number, line.column, problem) for problem in problems]
        offset += len(part) + 1


_FORMS: dict[str, Callable[[FaceCheck, Line], None]] = {
    "ManaCost": _mana,
    "Types": check_types,
    "PT": _power,
    "Loyalty": _number,
    "Defense": _number,
    "HandLifeModifier": _number,
    "AlternateMode": _alternate_mode,
    "Oracle": _oracle,
    "AI": _hints,
    "Colors": _hints,
    "DeckHas": _hints,
    "DeckHints": _hints,
    "DeckNeeds": _hints,
}
_READERS: dict[str, Callable[[FaceCheck, Line], None]] = {
    "A": check_line,
    "T": check_line,
    "S": check_line,
    "R": check_line,
    "K": _read_keyword,
    "SVar": _read_svar,
}
