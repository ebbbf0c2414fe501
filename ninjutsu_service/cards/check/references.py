"""References from lines to SVars: each defined, of the right kind, and none in a circle."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import FaceCheck, Reference, SVar
from ninjutsu_service.cards.check.suggest import near
from ninjutsu_service.cards.check.words import words_of
from ninjutsu_service.cards.script import BLANKS
from ninjutsu_service.cards.vocabulary import VOCABULARY

_SUB = "DB"
_RUN = "DB AB"
_ANY = ""

REFERENCE_KINDS: dict[str, str] = {
    **dict.fromkeys(
        ("subability", "repeatsubability", "winsubability", "losesubability", "truesubability",
         "falsesubability"), _SUB,
    ),
    **dict.fromkeys(("execute", "replacewith"), _RUN),
    **dict.fromkeys(("triggers", "addtrigger"), "Mode"),
    **dict.fromkeys(("replacementeffects",), "Event"),
    **dict.fromkeys(
        ("abilities", "activationresolvesub", "addabilities", "addability", "addreplacementeffects",
         "addstaticabilities", "addstaticability", "addsvar", "addsvars", "addtriggers",
         "animatesubability", "bidsubability", "branchconditionsvar", "cantchoosesubability",
         "checkfourthsvar", "checksecondsvar", "checksvar", "checkthirdsvar", "chosenpile",
         "choosesubability", "conditionchecksvar", "extraphasedelayedtrigger",
         "extraphasedelayedtriggerexcute", "extraturndelayedtrigger",
         "extraturndelayedtriggerexcute", "fallbackability", "headssubability", "nextroom",
         "otherwisesubability", "preventionsubability", "regenerationtrigger", "repeatchecksvar",
         "replacements", "resultsubabilities", "staticabilities", "staticcommandchecksvar", "svars",
         "tailssubability", "tokensvars", "triggerswhenspent", "unchosenpile",
         "unlesssubability", "votesubability"), _ANY,
    ),
}  # fmt: skip
"""Keys, in lower case, whose values name SVars, and the kinds that those may have."""

LEADING = frozenset(("subability", "truesubability", "falsesubability", "repeatsubability"))
"""Those of the keys that lead to a part which is carried out with the one that it stands in; the
choices of a `CHOICE_APIS` do as well."""

CHOICE_APIS = frozenset(("charm", "genericchoice"))
"""Abilities whose `Choices` name SVars, each of kind DB."""

_NAME = re.compile(r"[^\s,&]+(?: (?!&)[^\s,&]+)*")


def names_in(key: str, value: str) -> Iterator[tuple[int, str]]:
    """The names of SVars in a value, with their offsets."""
    if "$" in value:
        return
    for match in _NAME.finditer(value):
        name = match.group()
        begin = match.start()
        if key == "resultsubabilities" and ":" in name:
            begin += name.rindex(":") + 1
            name = name[name.rindex(":") + 1 :]
        if not name.lstrip("+-").isdigit():
            yield begin, name


def check_references(face: FaceCheck) -> None:
    """Report references that lead nowhere, to the wrong kind, or in a circle."""
    for reference in face.references:
        if face.findings.full:
            return
        svar = face.svars.get(reference.name.lower())
        if svar is None:
            _dangling(face, reference)
        else:
            _kind(face, reference, svar)
    if face.chain:
        _circles(face)


def _kind(face: FaceCheck, reference: Reference, svar: SVar) -> None:
    wanted = _SUB if reference.key == "choices" else REFERENCE_KINDS[reference.key]
    if wanted and svar.kind not in wanted.split():
        begins = " or ".join(f"{kind}$" for kind in wanted.split())
        face.findings.report(
            "NJ302",
            f"{reference.name} has to begin with {begins} to stand here",
            reference.line,
            reference.column,
            reference.name,
        )


def _dangling(face: FaceCheck, reference: Reference) -> None:
    if reference.name.lower() in face.named:
        return
    unused = _unused(face)
    suggestion = near(reference.name, unused) or near(
        reference.name, [svar.name for svar in face.svars.values()]
    )
    face.findings.report(
        "NJ301",
        f"no SVar {reference.name} in this face",
        reference.line,
        reference.column,
        reference.name,
        suggestion,
    )
    if suggestion in unused:
        line = face.svars[suggestion.lower()].line
        face.findings.report(
            "NJ308",
            f"nothing names this SVar, and line {reference.line} names {reference.name}",
            line.number,
            line.column,
            suggestion,
            reference.name,
        )


def _unused(face: FaceCheck) -> list[str]:
    """SVars that no line of the face names."""
    if face.unused is not None:
        return face.unused
    words: set[str] = set()
    for line in face.section.lines:
        value = line.value
        if line.field == "SVar":
            value = value.partition(":")[2]
        words.update(word.lower() for _, word in words_of(value))
        words.update(part.lower() for part in re.split(r"[^\w]+|(?:EQ|NE|GE|GT|LE|LT)", value))
    face.unused = [
        svar.name
        for lower, svar in face.svars.items()
        if lower not in words and lower not in VOCABULARY.hints
    ]
    return face.unused


def _circles(face: FaceCheck) -> None:
    """Each reference that closes a circle of parts that lead to each other."""
    done: set[str] = set()
    for start in face.chain:
        # What is walked on, each with the references that are still to be followed.
        walked: dict[str, Iterator[Reference]] = {}
        current: str | None = start
        while current is not None:
            if current not in walked:
                walked[current] = iter(face.chain.get(current, ()))
            reference = next(walked[current], None)
            if reference is None:
                done.add(current)
                del walked[current]
                current = next(reversed(walked), None)
                continue
            name = reference.name.lower()
            if name in walked:
                _report_circle(face, reference)
            elif name not in done:
                current = name


def _report_circle(face: FaceCheck, reference: Reference) -> None:
    face.findings.report(
        "NJ303",
        f"{reference.name} leads back to itself",
        reference.line,
        reference.column,
        reference.name,
    )


def svar_of(line_value: str) -> tuple[str, str, bool]:
    """Name, value and whether there is a second colon, of an `SVar:` line's value."""
    name, colon, value = line_value.partition(":")
    return name.strip(BLANKS), value.lstrip(BLANKS), bool(colon)
