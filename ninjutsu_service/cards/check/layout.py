"""What a whole file must keep to: its characters, line ends, white space and name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ninjutsu_service.cards.check.findings import Findings
from ninjutsu_service.cards.check.suggest import near
from ninjutsu_service.cards.document import Document, Line
from ninjutsu_service.cards.files import TOKEN_FOLDER

_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\ud800-\udfff]")
_BARE_RETURN = re.compile(r"\r(?!\n)")
_NAMES = {"\ufeff": "a byte order mark"}


def is_text(findings: Findings, text: str) -> bool:
    """Whether a file holds text: in an image or an archive all else that is wrong means nothing."""
    if "\0" not in text:
        return True
    line, column = _position(text, text.index("\0"))
    findings.report("NJ008", "NUL stands here: this is no text", line, column)
    return False


def check_layout(findings: Findings, document: Document, text: str) -> None:
    """Characters, line ends and white space."""
    match = _ODD.search(text)
    if match:
        letter = match.group()
        named = _NAMES.get(letter, f"the control character {ord(letter):#04x}")
        if "\ud800" <= letter <= "\udfff":
            named = "a byte that is not UTF-8"
        line, column = _position(text, match.start())
        code = "NJ003" if named == "a byte that is not UTF-8" else "NJ008"
        findings.report(code, f"{named} stands here", line, column)
    if "\xa0" in text:
        line, column = _position(text, text.index("\xa0"))
        findings.report("NJ056", "a space that does not break, a letter to Forge", line, column)
    if "\r" in text:
        _check_returns(findings, text)
    if document.lines and not document.lines[-1].ending:
        last = document.lines[-1]
        findings.report("NJ052", "the last line has no line end", last.number, len(last.text) + 1)
    if "\t" in text or " \n" in text or " \r" in text or text.endswith(" "):
        _check_spaces(findings, document)


def _check_spaces(findings: Findings, document: Document) -> None:
    """The first tab, or the first line that ends with white space."""
    for line in document.lines:
        if "\t" in line.text:
            findings.report("NJ053", "a tab", line.number, line.text.index("\t") + 1)
            return
        if line.text.endswith(" "):
            column = len(line.text.rstrip()) + 1
            message = "white space at the end of a line"
            findings.report("NJ053", message, line.number, column)
            return


def _check_returns(findings: Findings, text: str) -> None:
    bare = _BARE_RETURN.search(text)
    if bare:
        line, column = _position(text, bare.start())
        findings.report("NJ008", "a carriage return without line feed stands here", line, column)
    else:
        findings.report("NJ051", "lines end with carriage return and line feed", 1, 1)


def check_blank_lines(findings: Findings, lines: Sequence[Line]) -> None:
    """Blank lines elsewhere than around a face's mark: the first of them."""
    for index, line in enumerate(lines):
        if not line.text or line.text.isspace():
            around = lines[max(0, index - 1) : index + 2]
            if not any(near.field in ("ALTERNATE", "SPECIALIZE") for near in around):
                findings.report("NJ054", "a blank line that separates no faces", line.number, 1)
                return


def check_file_name(
    findings: Findings, path: str, names: Sequence[tuple[str, Line]], oracle: str = ""
) -> None:
    """The file's name follows from the faces' names, if it is a card's.

    Args:
        findings: where to report.
        path: of the file.
        names: of the faces, with their lines.
        oracle: the front face's rules text, which may say the name rightly.
    """
    parts = path.replace("\\", "/").split("/")
    if not names or TOKEN_FOLDER in parts[:-1]:
        return
    stem = parts[-1].removesuffix(".txt")
    written = [name for name, _ in names]
    if not file_stem(written):
        return
    if stem in (file_stem(written), file_stem(written[:1]), file_stem(written[:2])):
        return
    bare = stem.removeprefix("a-").removeprefix("a_")
    if bare in (file_stem(written), file_stem([written[0].removeprefix("A-")])):
        return
    name, line = names[0]
    findings.report(
        "NJ055",
        f"the file is named {stem}.txt, which does not follow from the card's name; "
        f"{file_stem(written)}.txt does",
        line.number,
        line.column,
        name,
        _name_in(oracle, stem, name),
    )


def _name_in(oracle: str, stem: str, name: str) -> str:
    """The words of a text from which a file's name follows, if they are near the name."""
    words = re.split(r"\\n|[\s()]+", oracle[:2000])
    length = stem.count("_") + 1
    for start in range(len(words)):
        for end in (start + length - 1, start + length):
            said = " ".join(words[start:end]).strip('.,:;"')
            if said and file_stem([said]) == stem and near(name, [said]):
                return said
    return ""


def file_stem(names: Sequence[str]) -> str:
    """The file name, without ending, for a card with faces of these names.

    All names joined by `_`, lower case, accents and apostrophes dropped, a comma between digits
    dropped, every other run of what is no letter or digit one `_`.
    """
    joined = "_".join(names)
    plain = unicodedata.normalize("NFKD", joined.replace("æ", "ae").replace("Æ", "ae"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter)).lower()
    plain = re.sub(r"['’]", "", plain)
    plain = re.sub(r"(?<=\d),(?=\d)", "", plain)
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def _position(text: str, index: int) -> tuple[int, int]:
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
