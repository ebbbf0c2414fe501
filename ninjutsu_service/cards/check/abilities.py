"""Parameter lines: `A:`, `T:`, `S:`, `R:` and the SVars that hold the like."""

from __future__ import annotations

from ninjutsu_service.cards.check.findings import FaceCheck, Problem, Reference, SVar
from ninjutsu_service.cards.check.references import CHOICE_APIS, LEADING, REFERENCE_KINDS, names_in
from ninjutsu_service.cards.check.suggest import near
from ninjutsu_service.cards.check.text import field_of
from ninjutsu_service.cards.check.values import Part, read_part
from ninjutsu_service.cards.document import Line
from ninjutsu_service.cards.script import BLANKS
from ninjutsu_service.cards.vocabulary import VOCABULARY

_BEGINS = {
    "A": ("ab", "sp", "st"),
    "T": ("mode",),
    "S": ("mode",),
    "R": ("event",),
}
_SHOWN = {
    "A": "AB$, SP$ or ST$",
    "T": "Mode$",
    "S": "Mode$",
    "R": "Event$",
}
_FORM = ("NJ212", "NJ214")
"""What is said of a line's first part, whose value `_check_name` looks at by itself."""

_TRIGGERS_OF_SVARS = ("execute", "triggerdescription", "triggerzones")


def check_line(face: FaceCheck, line: Line) -> None:
    """An `A:`, `T:`, `S:` or `R:` line."""
    parts = _read_parts(face, line, line.value, line.column)
    kind = line.field
    first = next(iter(parts), "")
    if first not in _BEGINS[kind]:
        _wrong_beginning(face, line)
        return
    if kind == "A":
        _check_ability(face, line, line.column, first, parts)
    elif kind == "T":
        _check_name(face, line, line.column, parts["mode"], "NJ205")
        if "execute" not in parts:
            _missing(face, line, "NJ202", "a trigger needs Execute$, the SVar that it carries out")
    elif kind == "S":
        _check_name(face, line, line.column, parts["mode"], "NJ206")
    else:
        _check_name(face, line, line.column, parts["event"], "NJ207")


def check_svar_ability(face: FaceCheck, svar: SVar, column: int) -> None:
    """An SVar that holds an ability, a trigger, a static or a replacement.

    Args:
        face: the face it belongs to.
        svar: the SVar.
        column: where its value begins.
    """
    line = svar.line
    parts = _read_parts(face, line, svar.value, column, svar.name)
    first = next(iter(parts), "")
    if svar.kind == "Mode":
        trigger = any(key in parts for key in _TRIGGERS_OF_SVARS)
        _check_name(face, line, column, parts["mode"], "NJ205" if trigger else "NJ206")
    elif svar.kind == "Event":
        _check_name(face, line, column, parts["event"], "NJ207")
    elif svar.kind:
        _check_ability(face, line, column, first, parts, svar.name)
        if svar.kind == "DB" and "cost" in parts:
            face.findings.report(
                "NJ213",
                "a DB$ is carried out without a cost",
                line.number,
                _column_of(svar.value, column, "cost"),
                "Cost",
            )


def _read_parts(
    face: FaceCheck, line: Line, text: str, column: int, owner: str = ""
) -> dict[str, Part]:
    """The parts of a line by key; what may be wrong with them is noted on the way."""
    parts: dict[str, Part] = {}
    number = line.number
    for piece in text.split("|"):
        part = read_part(piece)
        key = part.key
        if part.problems:
            head = not parts and key in ("mode", "event")
            face.pending += [
                (number, column, problem)
                for problem in part.problems
                if not head or problem.code in _FORM
            ]
        if part.references:
            for offset, name in part.references:
                reference = Reference(name, key, number, column + offset)
                face.references.append(reference)
                if owner and key in LEADING:
                    face.chain.setdefault(owner.lower(), []).append(reference)
        if part.cost_x and key == "cost":
            face.cost_x.append((number, column + part.offset + part.value.find("X")))
        if key in parts:
            _twice(face, line, column, piece, part, parts[key])
        if key[-4:] == "svar" and key not in REFERENCE_KINDS:
            face.named.add(part.value.lower())
        parts[key] = part
        column += len(piece) + 1
    if "" in parts and not parts[""].value:
        del parts[""]
    return parts


def _twice(face: FaceCheck, line: Line, column: int, piece: str, part: Part, earlier: Part) -> None:
    if part.key:
        same = "the same" if part.value == earlier.value else "another"
        face.findings.report(
            "NJ210",
            f"given before with {same} value; the last counts",
            line.number,
            column + len(piece) - len(piece.lstrip(BLANKS)),
            piece.partition("$")[0].strip(BLANKS),
        )


def _wrong_beginning(face: FaceCheck, line: Line) -> None:
    meant = field_of(line.value)
    if meant:
        message = f"{line.field}: has no value like this; {meant}: has"
        face.findings.report("NJ201", message, line.number, 1, line.field, meant)
        return
    token = line.value.partition("|")[0].partition("$")[0].strip(BLANKS)
    names = ["AB", "SP", "ST"] if line.field == "A" else [_SHOWN[line.field][:-1]]
    face.findings.report(
        "NJ201",
        f"{line.field}: begins with {_SHOWN[line.field]}",
        line.number,
        line.column,
        token,
        near(token, names),
    )


def _check_ability(
    face: FaceCheck, line: Line, column: int, first: str, parts: dict[str, Part], owner: str = ""
) -> None:
    api = parts[first].value.lower() if first in parts else ""
    if first == "ab" and "cost" not in parts:
        _missing(face, line, "NJ203", "an AB$ needs Cost$, what its activation costs")
    for key in VOCABULARY.required.get(api, ()):
        if key not in parts:
            name = VOCABULARY.parameters[key]
            message = f"{parts[first].value} needs {name}$"
            face.findings.report("NJ216", message, line.number, column, parts[first].value)
    choices = parts.get("choices")
    if choices is None:
        return
    start = _column_of_part(line, choices, column)
    if api in CHOICE_APIS:
        for offset, name in names_in("choices", choices.value):
            reference = Reference(name, "choices", line.number, start + offset)
            face.references.append(reference)
            if owner:
                face.chain.setdefault(owner.lower(), []).append(reference)


def _check_name(face: FaceCheck, line: Line, column: int, part: Part, code: str) -> None:
    """The mode or event that a line begins with."""
    table = {
        "NJ205": VOCABULARY.trigger_modes,
        "NJ206": VOCABULARY.static_modes,
        "NJ207": VOCABULARY.replacement_events,
    }[code]
    offset = part.offset
    for name in part.value.split(",") if code == "NJ206" else [part.value]:
        stripped = name.strip(BLANKS)
        known = table.get(stripped.lower())
        if known is None:
            face.pending.append((line.number, column, Problem(code, offset, stripped, "@name")))
        elif known != stripped:
            problem = Problem("NJ208", offset, stripped, suggestion=known)
            face.pending.append((line.number, column, problem))
        offset += len(name) + 1


def _missing(face: FaceCheck, line: Line, code: str, message: str) -> None:
    face.findings.report(code, message, line.number, line.column, line.value.partition("|")[0])


def _column_of(text: str, column: int, key: str) -> int:
    """Where a parameter's key stands."""
    for piece in text.split("|"):
        if piece.partition("$")[0].strip(BLANKS).lower() == key:
            return column + len(piece) - len(piece.lstrip(BLANKS))
        column += len(piece) + 1
    return column


def _column_of_part(line: Line, part: Part, column: int) -> int:
    found = line.text.find(part.value, column - 1)
    return found + 1 if found >= 0 else column
