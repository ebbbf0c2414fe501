"""Costs: mana, and parts such as `Sac<1/Creature>`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninjutsu_service.cards.check.findings import Problem
from ninjutsu_service.cards.check.words import is_prose, word_problems
from ninjutsu_service.cards.mana import ManaError, parse_mana, tokens_of
from ninjutsu_service.cards.vocabulary import VOCABULARY


def cost_problems(value: str, offset: int = 0) -> tuple[list[Problem], bool]:
    """What may be wrong with a cost, and whether it has X in it."""
    problems: list[Problem] = []
    has_x = False
    if value.lower() == "no cost":
        return problems, has_x
    broken = _bracket(value)
    if broken >= 0:
        message = "the brackets of a cost have to match, and none stands in another"
        problems.append(Problem("NJ501", offset + broken, value[broken], message=message))
        return problems, has_x
    for token, column in tokens_of(value):
        begin = offset + column - 1
        if "<" in token:
            found, part_x = _part(token, begin)
            problems += found
            has_x |= part_x
        elif token == "X":
            has_x = True
        elif token not in VOCABULARY.cost_words and not is_mana(token):
            problems.append(Problem("NJ503", begin, token, "@Cost"))
        else:
            problems += one_symbol_problems(token, begin)
    return problems, has_x


def one_symbol_problems(token: str, offset: int) -> Iterator[Problem]:
    """Whether a token is one symbol that reads like two, or a symbol in lower case.

    "2U" is {2/U}, as Forge has it; "u" stands in no script of Forge's.
    """
    if _JOINED.fullmatch(token):
        two = f"{token[0]} {token[1]}"
        message = f"{token} is one symbol, {{2/{token[1].upper()}}}; {two} is two"
        yield Problem("NJ507", offset, token, message=message, suggestion=two)
    elif token != token.upper() and is_mana(token):
        yield Problem("NJ208", offset, token, suggestion=token.upper())


def is_mana(token: str) -> bool:
    """Whether a token is one mana symbol or number."""
    try:
        parse_mana(token)
    except ManaError:
        return False
    return True


def spelt_out(token: str) -> str:
    """Mana as scripts write it, where a token is mana written otherwise: "1 U" for {1}{U} or 1UU.

    Returns:
        Empty where the token is no such thing.
    """
    if _BRACED.fullmatch(token):
        symbols = [each for each in re.split(r"[{}]+", token) if each]
    else:
        symbols = _RUN.findall(token) if _RUNS.fullmatch(token) else []
    written = " ".join(symbols)
    return written if symbols and written != token and all(map(is_mana, symbols)) else ""


_JOINED = re.compile(r"2[WUBRGwubrg]")
_BRACED = re.compile(r"(?:\{[^{}]+\})+")
_RUNS = re.compile(r"\d*[WUBRGCSX]+")
_RUN = re.compile(r"\d+|[A-Z]")


def _part(token: str, offset: int) -> tuple[list[Problem], bool]:
    head, _, rest = token.partition("<")
    arguments = rest.removesuffix(">").split("/")
    problems: list[Problem] = []
    if head not in VOCABULARY.cost_heads:
        problems.append(Problem("NJ502", offset, head, "@costhead"))
    if head == "Mana":
        return problems, "X" in arguments[0].split("\\")[0].split()
    begin = offset + len(head) + 1 + len(arguments[0]) + 1
    for argument in arguments[1:2]:
        if not is_prose(argument):
            problems += word_problems("@cost", argument, begin)
    return problems, arguments[0] == "X"


def _bracket(value: str) -> int:
    """Where a bracket stands that has no other half or stands in another; -1 where none does."""
    opened = -1
    for index, letter in enumerate(value):
        if letter == "<":
            if opened >= 0:
                return index
            opened = index
        elif letter == ">":
            if opened < 0:
                return index
            opened = -1
    return opened


def mana_tokens(value: str) -> Iterator[tuple[int, str]]:
    """Each token of a mana cost that is no mana, with its offset."""
    for token, column in tokens_of(value):
        if not is_mana(token):
            yield column - 1, token
