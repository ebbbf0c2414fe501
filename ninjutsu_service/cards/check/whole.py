"""What a face, and a card of several faces, has to have as a whole."""

from __future__ import annotations

from ninjutsu_service.cards.check.findings import FaceCheck
from ninjutsu_service.cards.mana import ManaError, parse_mana

_AFTER = {
    "ManaCost": ("Name",),
    "Types": ("Colors", "ManaCost", "Name"),
    "PT": ("Types",),
    "Loyalty": ("Types",),
}


def check_face(face: FaceCheck) -> None:
    """Fields that are missing, or do not belong."""
    section = face.section
    if not section.lines:
        _missing(face, "NJ101", "Name", section.mark.number + 1 if section.mark else 1)
        return
    if face.first("CopyFaceFrom") is not None:
        return
    first = section.lines[0]
    if first.field != "Name" or not first.value:
        if face.first("Name") is None or not first.value:
            _missing(face, "NJ101", "Name", first.number)
        else:
            message = "Name is the first line of a face"
            face.findings.report("NJ101", message, first.number, 1, first.field)
    if face.first("ManaCost") is None:
        _missing(face, "NJ102", "ManaCost", _place(face, "ManaCost"))
    if not face.value("Types"):
        _missing(face, "NJ103", "Types", _place(face, "Types"))
    if face.first("Oracle") is None:
        _missing(face, "NJ104", "Oracle", section.last + 1)
    elif section.lines[-1].field != "Oracle":
        line = face.fields["Oracle"][-1]
        message = "Oracle is the last line of a face"
        face.findings.report("NJ114", message, line.number, 1, "Oracle")
    _check_numbers(face)
    _check_costs(face)


def _place(face: FaceCheck, field: str) -> int:
    """The line where a missing field belongs."""
    for before in _AFTER[field]:
        line = face.first(before)
        if line is not None:
            return line.number + 1
    return face.section.lines[0].number


def _missing(face: FaceCheck, code: str, field: str, number: int) -> None:
    face.findings.report(code, f"a face has a line {field}:, which is missing", number, 1, field)


def _check_numbers(face: FaceCheck) -> None:
    types = face.value("Types").split()
    bodied = "Creature" in types or "Vehicle" in types
    power = face.first("PT")
    if bodied and power is None:
        what = "creature" if "Creature" in types else "Vehicle"
        message = f"a {what} has a line PT:, which is missing"
        face.findings.report("NJ105", message, _place(face, "PT"), 1, "PT")
    elif power is not None and not bodied and "Spacecraft" not in types:
        message = "only creatures and Vehicles have power and toughness"
        face.findings.report("NJ107", message, power.number, 1, "PT")
    walker = "Planeswalker" in types
    loyalty = face.first("Loyalty")
    if walker and loyalty is None:
        message = "a planeswalker has a line Loyalty:, which is missing"
        face.findings.report("NJ108", message, _place(face, "Loyalty"), 1, "Loyalty")
    elif loyalty is not None and not walker:
        message = "only planeswalkers have loyalty"
        face.findings.report("NJ108", message, loyalty.number, 1, "Loyalty")
    cost = face.first("ManaCost")
    if "Land" in types and cost is not None and _is_mana(cost.value):
        face.findings.report(
            "NJ110", "a land has no mana cost", cost.number, cost.column, cost.value, "no cost"
        )


def _is_mana(value: str) -> bool:
    try:
        return not parse_mana(value).absent
    except ManaError:
        return False


def _check_costs(face: FaceCheck) -> None:
    if "x" not in face.svars:
        for number, column in face.cost_x:
            message = "X in a cost needs a line SVar:X:…, which says what X is"
            face.findings.report("NJ304", message, number, column, "X")


def check_card(faces: list[FaceCheck]) -> None:
    """Whether the faces and `AlternateMode` fit together."""
    findings = faces[0].findings
    mode = next((line for face in faces if (line := face.first("AlternateMode"))), None)
    marks = [face.section.mark for face in faces if face.section.mark]
    if marks and mode is None:
        first = faces[0]
        oracle = first.first("Oracle")
        number = oracle.number if oracle else marks[0].number
        message = "a card of several faces has a line AlternateMode:, which is missing"
        findings.report("NJ116", message, number, 1, "AlternateMode")
    if mode is not None and not marks and mode.value != "Meld":
        message = "AlternateMode, but no line ALTERNATE begins another face"
        findings.report("NJ116", message, mode.number, 1, "AlternateMode")
    alternates = [mark for mark in marks if mark.field == "ALTERNATE"]
    if len(alternates) > 1:
        message = "a card has two faces at most, or sections of SPECIALIZE"
        findings.report("NJ118", message, alternates[1].number, 1, "ALTERNATE")
    if len(marks) > 6:
        message = "more sections than a card can have"
        findings.report("NJ118", message, marks[6].number, 1, marks[6].field)
