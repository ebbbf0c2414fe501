"""Decides what a face's pending problems come to, now that all its SVars are known."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ninjutsu_service.cards.check.findings import FaceCheck, Problem
from ninjutsu_service.cards.check.suggest import MIDDLE, near, near_word
from ninjutsu_service.cards.check.words import is_known, parts_of
from ninjutsu_service.cards.vocabulary import VOCABULARY

_TOPICS = {
    "NJ204": ("apis", "an ability"),
    "NJ205": ("trigger_modes", "a trigger mode"),
    "NJ206": ("static_modes", "a static mode"),
    "NJ207": ("replacement_events", "a replacement event"),
    "NJ402": ("zones", "a zone"),
    "NJ502": ("cost_heads", "a cost"),
}


def resolve(face: FaceCheck, tokens: Collection[str] | None) -> None:
    """Report those pending problems that are ones.

    Args:
        face: with all its lines read.
        tokens: the names of the token scripts there are; None where they are not known.
    """
    for number, column, problem in face.pending:
        if face.findings.full:
            return
        decided = _decide(face, problem, tokens)
        if decided is not None:
            code, message, suggestion = decided
            face.findings.report(
                code, message, number, column + problem.offset, problem.token, suggestion
            )


def _decide(
    face: FaceCheck, problem: Problem, tokens: Collection[str] | None
) -> tuple[str, str, str] | None:
    """Code, message and suggestion; None where nothing is wrong."""
    code, token = problem.code, problem.token
    if code in _TOPICS:
        topic, what = _TOPICS[code]
        suggestion = near(token, VOCABULARY.names(topic))
        return code, f"{token!r} is not known here as {what}", suggestion
    if code == "NJ209":
        return _unknown_key(token)
    if code == "NJ401" and not problem.message:
        return _unknown_word(face, problem)
    if code == "NJ404":
        return _token_script(face, token, tokens)
    if code == "NJ503":
        return _cost_word(face, token)
    if code == "NJ504":
        message = problem.message or f"{token!r} is not known here as a keyword"
        return code, message, problem.suggestion
    if code == "NJ309":
        if token.lower() in face.svars or token.lower() in face.named:
            return None
        return code, f"no SVar {token} in this face", ""
    if code == "NJ208":
        return code, f"{token!r} is written {problem.suggestion}", problem.suggestion
    return code, problem.message, problem.suggestion


def _unknown_key(token: str) -> tuple[str, str, str]:
    suggestion = near(token, VOCABULARY.names("parameters"))
    if suggestion:
        return "NJ209", f"{token!r} is not known here as a parameter", suggestion
    return "NJ902", f"the parameter {token!r} is not known here", ""


def _unknown_word(face: FaceCheck, problem: Problem) -> tuple[str, str, str] | None:
    word = problem.token
    svars = face.svars
    if word.lower() in svars or word.lower() in face.named:
        return None
    if problem.slot == "choices" and any(
        each.name == word and each.key == "choices" for each in face.references
    ):
        return None
    if all(
        len(piece) < 2
        or is_known(piece, problem.slot)
        or piece.lower() in svars
        or piece.lower() in face.named
        for _, piece in parts_of(word)
    ):
        return None
    names = tuple(svar.name for svar in svars.values())
    suggestion = near_word(word, problem.slot, names)
    if suggestion and suggestion != word:
        return "NJ401", f"{word!r} is not known here", suggestion
    return "NJ902", f"{word!r} is not known here", ""


def _token_script(
    face: FaceCheck, token: str, tokens: Collection[str] | None
) -> tuple[str, str, str] | None:
    if token.lower() in face.svars or token in ("Chosen", "ChosenName"):
        return None
    if tokens is not None:
        if token in tokens:
            return None
        return "NJ404", f"there is no token script {token}.txt", near(token, sorted(tokens))
    for _, piece in parts_of(token):
        if len(piece) > MIDDLE - 2 and piece not in _token_words():
            suggestion = near(piece, tuple(_token_words()), cutoff=1)
            if suggestion:
                whole = token.replace(piece, suggestion)
                return "NJ401", f"{piece!r} is not known here in a token's name", whole
    return None


def _cost_word(face: FaceCheck, token: str) -> tuple[str, str, str] | None:
    if token.lower() in face.svars or token.lower() in face.named:
        return None
    if token.startswith(("DefinedCost", "DefinedSACost")):
        return None
    suggestion = near(token, VOCABULARY.names("cost_words"))
    return "NJ503", f"{token!r} is neither mana nor a cost known here", suggestion


@lru_cache(maxsize=1)
def _token_words() -> dict[str, None]:
    """The words that names of token scripts are made of: `zombie`, `flying`."""
    words = dict.fromkeys(VOCABULARY.values.get("tokenscript", ()))
    words.update(dict.fromkeys(name.lower() for name in VOCABULARY.names("subtypes")))
    for keyword in VOCABULARY.names("keywords"):
        words.update(dict.fromkeys(keyword.lower().split()))
    return words
