"""Checks of card scripts: everything that is wrong with one, each with its place."""

from __future__ import annotations

from collections.abc import Collection

from ninjutsu_service.cards.carried import Carried
from ninjutsu_service.cards.check.engine import left_to_engine, not_offered
from ninjutsu_service.cards.check.faces import forget_keywords, read_lines
from ninjutsu_service.cards.check.findings import FaceCheck, Findings
from ninjutsu_service.cards.check.layout import (
    check_blank_lines,
    check_file_name,
    check_layout,
    is_text,
)
from ninjutsu_service.cards.check.references import check_references
from ninjutsu_service.cards.check.resolve import resolve
from ninjutsu_service.cards.check.values import forget_parts
from ninjutsu_service.cards.check.whole import check_card, check_face
from ninjutsu_service.cards.diagnostics import Diagnostic, diagnose
from ninjutsu_service.cards.document import Document, parse_document, read_document
from ninjutsu_service.cards.files import MAX_SCRIPT_BYTES

__all__ = ["Carried", "check_bytes", "check_document", "check_script", "forget"]

MAX_LINES = 2_000
"""The longest script of Forge has 117 lines; what has more than this is not looked into."""


def check_script(
    text: str,
    path: str = "",
    tokens: Collection[str] | None = None,
    notes: bool = False,
    carried: Carried | None = None,
) -> list[Diagnostic]:
    """Everything that is wrong with a script, in the order of its lines. Never raises.

    Args:
        text: the whole script.
        path: shown in the diagnostics, and held against the card's name; empty for none.
        tokens: the names of the token scripts there are; None where they are not known.
        notes: also report, as `Severity.INFO`, names that are not known here and near no
            known one, and what is left to the engine.
        carried: what is carried out here; None where that is not asked.
    """
    if len(text) > MAX_SCRIPT_BYTES:
        return [_too_large(path, f"larger than {MAX_SCRIPT_BYTES:,} characters")]
    return check_document(parse_document(text), text, path, tokens, notes, carried)


def check_bytes(
    data: bytes,
    path: str = "",
    tokens: Collection[str] | None = None,
    notes: bool = False,
    carried: Carried | None = None,
) -> list[Diagnostic]:
    """Like `check_script`, of a file's bytes."""
    if len(data) > MAX_SCRIPT_BYTES:
        return [_too_large(path, f"larger than {MAX_SCRIPT_BYTES:,} bytes")]
    document = read_document(data)
    return check_document(document, str(document), path, tokens, notes, carried)


def check_document(
    document: Document,
    text: str,
    path: str = "",
    tokens: Collection[str] | None = None,
    notes: bool = False,
    carried: Carried | None = None,
) -> list[Diagnostic]:
    """Like `check_script`, of a script that is read already."""
    if len(document.lines) > MAX_LINES:
        return [_too_large(path, f"more than {MAX_LINES:,} lines")]
    findings = Findings(path, notes)
    if not is_text(findings, text):
        return findings.diagnostics
    check_layout(findings, document, text)
    sections = document.sections()
    faces = [FaceCheck(findings, section) for section in sections]
    for face in faces:
        read_lines(face)
        resolve(face, tokens)
        check_references(face)
        check_face(face)
    check_card(faces)
    if "\n\n" in text or "\n\r\n" in text:
        check_blank_lines(findings, document.lines)
    if path:
        named = [(line.value, line) for face in faces if (line := face.first("Name"))]
        check_file_name(findings, path, named, faces[0].value("Oracle"))
    found = findings.diagnostics
    if carried is not None:
        found += not_offered(document, carried, path)
        if notes:
            found += left_to_engine(document, carried, path)
    found.sort(key=lambda each: (each.line, each.column, each.code))
    return found


def forget() -> None:
    """Give back the memory of what was remembered to check many scripts fast: some 10 MB."""
    forget_parts()
    forget_keywords()


def _too_large(path: str, message: str) -> Diagnostic:
    return diagnose("NJ002", f"{message}, which no card script is", path=path)
