"""Keywords: the lines that begin with `K:`, and lists such as `AddKeyword$ Flying & Haste`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ninjutsu_service.cards.check.costs import cost_problems, spelt_out
from ninjutsu_service.cards.check.findings import Problem
from ninjutsu_service.cards.check.forms import counter_problems
from ninjutsu_service.cards.check.suggest import near
from ninjutsu_service.cards.check.words import is_prose, word_problems
from ninjutsu_service.cards.cost import CostError, parse_cost
from ninjutsu_service.cards.mana import tokens_of
from ninjutsu_service.cards.script import BLANKS
from ninjutsu_service.cards.vocabulary import VOCABULARY

COST_ARGUMENT = {
    **dict.fromkeys(
        ("adapt", "awaken", "monstrosity", "reinforce", "splice", "suspend", "typecycling",
         "class"), 1,
    ),
    **dict.fromkeys(
        ("aura swap", "bestow", "blitz", "buyback", "cleave", "craft", "cumulative upkeep",
         "cycling", "dash", "disguise", "disturb", "embalm", "emerge", "encore", "entwine", "equip",
         "escalate", "escape", "eternalize", "evoke", "flashback", "foretell", "fortify",
         "freerunning", "harmonize", "kicker", "level up", "madness", "mayflashcost", "mayhem",
         "megamorph", "miracle", "morph", "multikicker", "mutate", "ninjutsu", "offspring",
         "outlast", "overload", "plot", "prototype", "prowl", "reconfigure", "recover", "replicate",
         "saddle", "scavenge", "sneak", "spectacle", "squad", "strive", "surge", "transfigure",
         "transmute", "unearth", "upkeepcost", "ward", "warp", "web-slinging"), 0,
    ),
}  # fmt: skip
"""Which argument of a keyword, in lower case, is a cost; from 0."""

FAMILY = frozenset(("ninjutsu", "sneak", "web-slinging"))
"""The keywords, in lower case, that are nothing without a cost that can be paid."""

_NAMING = frozenset(("partner", "partner with", "companion", "decklimit"))
"""Keywords, in lower case, whose arguments are names of cards and text."""

_OWN_X = frozenset(("casualty",))
"""Keywords, in lower case, that say themselves what X is."""

SVAR_ARGUMENT = {"saga": (1, "choices"), "etbreplacement": (1, "replacewith")}
"""Which argument of a keyword, in lower case, names SVars, from 0; and the parameter whose
values name SVars of the same kinds."""

_BRACKET = re.compile(r"<|(?<!-)>")

_COMMANDER = r"commander[\s-]*ninjutsu|ninjutsu[\s-]*commander"
"""What the rules call a keyword (CR 702.49d) that scripts write as a kind of another."""

_IS_COMMANDER = re.compile(_COMMANDER, re.IGNORECASE)

_RUN_ON = re.compile(
    rf"({'|'.join((_COMMANDER, *map(re.escape, sorted(FAMILY))))})"
    r"(?:\s*[\u2013\u2014-]\s*|\s+)(\S.*)",
    re.IGNORECASE,
)
"""One of those and its cost, with something else than a colon between them."""

_OPEN = re.compile(
    r"(?:Protection from|Hexproof from|Enchant|Bands with Other|Partner with|Partner -|Affinity"
    r"|Champion|Devour|HIDDEN|Choose a|Doctor's) |.*(?:walk|[Cc]ycling| offering)$"
)
"""Keywords that end or begin with something of many: a quality, a type, a name."""


def keyword_problems(value: str) -> tuple[Problem, ...]:
    """What may be wrong with the value of a `K:` line."""
    misnamed = tuple(_misnamed(value))
    if misnamed:
        return misnamed
    head, *arguments = value.split(":")
    problems = list(head_problems(head))
    offset = len(head) + 1
    head = head.strip(BLANKS)
    name = head.lower()
    cost_at = COST_ARGUMENT.get(name, -1)
    naming = SVAR_ARGUMENT.get(name, (-1, ""))[0]
    if name in _NAMING:
        return tuple(problems)
    if name == "etbcounter":
        problems += _counter_problems(value, arguments, offset)
    if name in FAMILY:
        cost = arguments.pop(0) if arguments else ""
        problems += family_problems(head, cost, offset)
        offset += len(cost) + 1
        cost_at = -1
    for index, argument in enumerate(arguments):
        if index == cost_at or _BRACKET.search(argument):
            problems += cost_problems(argument, offset)[0]
        elif "$" in argument:
            _, _, rest = argument.partition("$")
            problems += word_problems("@k", rest, offset + len(argument) - len(rest))
        elif (argument == "X" and name in _OWN_X) or index == naming:
            pass
        elif not is_prose(argument) and not argument.endswith("."):
            problems += word_problems("@k", argument, offset)
        offset += len(argument) + 1
    return tuple(problems)


def _counter_problems(value: str, arguments: list[str], offset: int) -> Iterator[Problem]:
    """`etbCounter:P1P1:1`: a kind of counter, and how many."""
    yield from counter_problems(":".join(arguments[:1]), offset)
    if len(arguments) < 2 or not arguments[1].strip(BLANKS):
        kind = arguments[0].strip(BLANKS) if arguments else ""
        message = "etbCounter needs a counter and how many after its colon, as in etbCounter:P1P1:1"
        meant = f"etbCounter:{kind or 'P1P1'}:1"
        yield Problem("NJ508", 0, value, message=message, suggestion=meant)


def _misnamed(value: str, offset: int = 0) -> Iterator[Problem]:
    """A keyword of this service under a name that scripts do not give it, `Ninjutsu 1 U`."""
    head, _, rest = value.partition(":")
    head = head.strip(BLANKS)
    match = None if _IS_COMMANDER.fullmatch(head) else _RUN_ON.fullmatch(head)
    if match is not None:
        name, cost = match.groups()
    elif _IS_COMMANDER.fullmatch(head):
        name, cost = head, rest.partition(":")[0].strip(BLANKS) or "1 U"
    else:
        return
    cost = spelt_out(cost) or cost
    if _IS_COMMANDER.fullmatch(name):
        message = f"{name} is written as Ninjutsu with a cost and the word Commander"
        yield Problem("NJ505", offset, value, "", message, f"Ninjutsu:{cost}:Commander")
        return
    known = VOCABULARY.keywords[name.lower()]
    message = f"{known} needs a colon before its cost, as in {known}:1 U"
    yield Problem("NJ505", offset, head, "", message, f"{known}:{cost}")


def family_problems(name: str, cost: str, offset: int) -> Iterator[Problem]:
    """What may be wrong with the cost of a keyword that is nothing without it.

    Args:
        name: the keyword, as written.
        cost: what stands after its colon; empty where nothing does.
        offset: where the cost begins, or would.
    """
    if not cost.strip(BLANKS):
        message = f"{name} needs a cost after its colon, as in {name}:1 U"
        yield Problem("NJ505", offset - len(name) - 1, name, message=message)
        return
    if cost.strip(BLANKS).lower() == "no cost":
        message = f"{name} with no cost can never be used; what is free costs 0"
        yield Problem("NJ505", offset, cost.strip(BLANKS), message=message, suggestion="0")
        return
    sound = True
    for problem in cost_problems(cost, offset)[0]:
        sound = sound and problem.code not in ("NJ501", "NJ503")
        if problem.code == "NJ503":
            yield _not_mana(name, problem.token, problem.offset)
        else:
            yield problem
    if sound and not VOCABULARY.cost_words & {token for token, _ in tokens_of(cost)}:
        try:
            parse_cost(cost)
        except CostError as error:
            yield _not_mana(name, error.token, offset + error.column - 1, str(error))


def _not_mana(name: str, token: str, offset: int, why: str = "") -> Problem:
    written = f"{name}:1 U or {name}:1 U Discard<1/Card>"
    suggestion = spelt_out(token)
    if token in VOCABULARY.cost_heads:
        why = why or f"{token} has its arguments in brackets"
    else:
        why = why or f"{token!r} is neither mana nor a cost"
        suggestion = suggestion or near(token, VOCABULARY.names("cost_heads"))
    message = f"{why}; write it as {written}"
    return Problem("NJ505", offset, token, message=message, suggestion=suggestion)


def head_problems(written: str, offset: int = 0) -> Iterator[Problem]:
    """What may be wrong with a keyword before its arguments."""
    head = written.strip(BLANKS)
    offset += len(written) - len(written.lstrip(BLANKS))
    known = VOCABULARY.keywords.get(head.lower())
    if known is not None:
        if known != head and head not in VOCABULARY.names("keywords"):
            yield Problem("NJ208", offset, head, suggestion=known)
        return
    suggestion = near(head, VOCABULARY.names("keywords"))
    if suggestion and not (_OPEN.match(head) and _all_known(head)):
        yield Problem("NJ504", offset, head, suggestion=suggestion)
    elif not suggestion and not _OPEN.match(head) and " " not in head and head:
        yield Problem("NJ504", offset, head)
    elif not suggestion and _OPEN.match(head):
        yield from word_problems("@k", head, offset)


def entry_problems(value: str, offset: int) -> Iterator[Problem]:
    """What may be wrong with the keywords of a list."""
    for entry in re.split(r"( & |(?<!\s),(?!\s))", value):
        misnamed = list(_misnamed(entry, offset)) if entry not in (" & ", ",") else []
        yield from misnamed
        if entry not in (" & ", ",") and entry and not misnamed:
            head, colon, rest = entry.partition(":")
            if colon and head.strip(BLANKS).lower() in FAMILY:
                cost = rest.partition(":")[0]
                yield from family_problems(head.strip(BLANKS), cost, offset + len(head) + 1)
            if head.strip(BLANKS).lower() not in VOCABULARY.keywords:
                joined = _joined(entry)
                if joined:
                    message = "keywords are joined by & with a space on either side"
                    yield Problem("NJ504", offset, entry, "", message, joined)
                    offset += len(entry)
                    continue
                for problem in head_problems(head, offset):
                    if problem.suggestion or problem.code != "NJ504":
                        yield problem
                    else:
                        yield from word_problems("@k", head, offset)
        offset += len(entry)


def _joined(entry: str) -> str:
    """Keywords joined by commas as a list has to join them; empty where they are no keywords."""
    parts = [part.strip(BLANKS) for part in entry.split(", ")]
    heads = [part.partition(":")[0].lower() for part in parts]
    known = len(parts) > 1 and all(head in VOCABULARY.keywords for head in heads)
    return " & ".join(parts) if known else ""


def _all_known(head: str) -> bool:
    words = head.lower().split()
    known = _lower_words()
    return all(word in known or word.rstrip("s") in known for word in words)


@lru_cache(maxsize=1)
def _lower_words() -> frozenset[str]:
    return frozenset(word.lower() for word in VOCABULARY.words)
