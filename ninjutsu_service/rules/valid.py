"""Does an object, a player or a spell fit a script's valid-expression, "Creature.Other+YouCtrl"?

The answer is yes, no, or None: a base or a property that is not understood is neither true
nor false, and what depends on it is not carried out here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.valid import Alternative, Property, parse_valid
from ninjutsu_service.cards.vocabulary import VOCABULARY
from ninjutsu_service.rules.properties import PROPERTIES, Known, Subject, subject_of
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.state.board import controller_of

if TYPE_CHECKING:
    from ninjutsu_service.rules.table import Table

__all__ = [
    "Known",
    "Subject",
    "compare",
    "has_keyword",
    "matches",
    "plain",
    "player_matches",
    "seen_matches",
    "stack_matches",
    "subject_of",
]

COLOR_LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}

PLAYER_BASES = frozenset(("Player", "You", "Opponent", "Each"))
STACK_KINDS = {
    "Spell": (pb.STACK_OBJECT_KIND_SPELL,),
    "Activated": (pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY,),
    "Triggered": (pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY,),
    "SpellAbility": tuple(pb.StackObjectKind.values()),
    "Card": tuple(pb.StackObjectKind.values()),
    "Any": tuple(pb.StackObjectKind.values()),
}


def matches(table: Table, expression: str, subject: Subject) -> Known:
    """Whether an object fits.

    Returns:
        None where that depends on something that is not understood.
    """
    known: Known = False
    for alternative in parse_valid(expression).alternatives:
        fits = _object_fits(table, alternative, subject)
        if fits:
            return True
        known = None if fits is None else known
    return known


def seen_matches(view: View, expression: str, seen: Seen) -> Known:
    """Whether an object that an ability sees fits; None where that is not understood."""
    return matches(view.table, expression, subject_of(seen, view))


def _object_fits(table: Table, alternative: Alternative, subject: Subject) -> Known:
    if alternative.base in PLAYER_BASES:
        return False
    base = PROPERTIES.get(alternative.base)
    fits = base(table, subject) if base else _is_kind(alternative.base, subject.traits)
    for wanted in alternative.properties if fits is not False else ():
        answer = _has(table, wanted, subject)
        if answer is False:
            return False
        fits = None if answer is None else fits
    return fits


def _has(table: Table, wanted: Property, subject: Subject) -> Known:
    answer = _answer(table, wanted, subject)
    return answer if answer is None or not wanted.negated else not answer


def _answer(table: Table, wanted: Property, subject: Subject) -> Known:
    """Whether the object has the property, its negation aside."""
    if wanted.comparator:
        return _compares(table, wanted, subject)
    if wanted.argument:
        return _with_argument(wanted, subject)
    test = PROPERTIES.get(wanted.name)
    if test is not None:
        return test(table, subject)
    if wanted.name in ("DefenderCtrl", "DefendingPlayerCtrl"):
        return _of_player(subject, "TriggeredDefendingPlayer", controller_of(subject.item))
    if wanted.name == "TargetedPlayerCtrl":
        return _of_player(subject, "TargetedPlayer", controller_of(subject.item))
    return _is_kind(wanted.name, subject.traits)


def _with_argument(wanted: Property, subject: Subject) -> Known:
    if wanted.name == "with":
        return has_keyword(subject.traits, wanted.argument)
    if wanted.name == "named":
        return subject.traits.name == wanted.argument.replace(";", ",")
    if wanted.name == "ControlledBy":
        return _of_player(subject, wanted.argument, controller_of(subject.item))
    if wanted.name == "OwnedBy":
        return _of_player(subject, wanted.argument, subject.item.owner_id)
    if wanted.name == "CastSa":
        return _was_cast(wanted.argument, subject)
    return None


def _of_player(subject: Subject, defined: str, player: str) -> Known:
    """Whether a player is among those that a script's words name."""
    from ninjutsu_service.rules.defined import defined_players  # noqa: PLC0415

    if subject.view is None:
        return None
    named = defined_players(subject.view, defined)
    return None if named is None else player in named


def _was_cast(spell: str, subject: Subject) -> Known:
    """`CastSa Spell.Sneak`: whether that keyword's cost was paid (D4).

    `CastSa Spell.MayPlaySource`: whether the ability's source let it be cast; known of what is
    entering alone.
    """
    base, _, name = spell.partition(".")
    if base != "Spell" or not name:
        return None
    if plain(name) == "mayplaysource":
        source, permission = subject.source, subject.view.permission if subject.view else None
        if source is None or permission is None:
            return None
        return (permission.object_id, permission.incarnation) == (source.id, source.incarnation)
    return plain(name) == plain(subject.item.paid_keyword)


def plain(name: str) -> str:
    """A keyword's name without what its spellings differ in: "Web-slinging", "WebSlinging"."""
    return "".join(filter(str.isalnum, name)).casefold()


def _compares(table: Table, wanted: Property, subject: Subject) -> Known:
    if wanted.name == "counters":
        left = subject.item.counters.get(wanted.argument.upper(), 0)
    else:
        measured = _measure(wanted.name, subject.traits)
        if measured is None or not table.tells(subject.item):
            return None
        left = measured
    right = _operand(wanted.operand, subject)
    return None if right is None else compare(left, wanted.comparator, right)


def _measure(name: str, traits: Traits) -> int | None:
    """One number of an object; None for one that is not worked out here."""
    return {
        "cmc": traits.mana_value,
        "power": traits.power or 0,
        "toughness": traits.toughness or 0,
        "totalPT": (traits.power or 0) + (traits.toughness or 0),
        "numColors": len(traits.colors),
    }.get(name)


def _operand(text: str, subject: Subject) -> int | None:
    from ninjutsu_service.rules.amounts import number  # noqa: PLC0415

    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(text)
    return number(subject.view, text) if subject.view is not None else None


def _is_kind(word: str, traits: Traits) -> Known:
    """A supertype, card type, subtype or colour. A word that is none is not understood."""
    if word in COLOR_LETTERS:
        return COLOR_LETTERS[word] in traits.colors
    if word in traits.types:
        return True
    return False if word in VOCABULARY.types else None


def has_keyword(traits: Traits, name: str) -> bool:
    """Whether a keyword of this name is among an object's, in any letter case."""
    wanted = name.replace("_", " ").casefold()
    return any(line.head.casefold() == wanted for line in traits.keywords)


def compare(left: int, comparator: str, right: int) -> bool:
    """One of Forge's comparators: EQ NE GE GT LE LT."""
    return {
        "EQ": left == right,
        "NE": left != right,
        "GE": left >= right,
        "GT": left > right,
        "LE": left <= right,
        "LT": left < right,
    }[comparator]


def unread(view: View, expression: str, seen: Seen, player: str) -> list[str]:
    """The words of an expression that are neither true nor false here.

    Args:
        view: of an ability that knows all there is to know.
        expression: what is asked.
        seen: an object to ask about.
        player: a player to ask about.
    """
    subject, found = subject_of(seen, view), []
    for alternative in parse_valid(expression).alternatives:
        of_players = alternative.base in PLAYER_BASES
        if (
            not of_players
            and _object_fits(view.table, Alternative("", 1, alternative.base), subject) is None
        ):
            found.append(alternative.base)
        for each in alternative.properties:
            if of_players:
                answer = _player_is(view, each.name, player)
            else:
                answer = _has(view.table, each, subject)
            if answer is None:
                found.append(each.text)
    return found


def player_matches(view: View, expression: str, player: str) -> Known:
    """Whether a player fits "Player.Opponent"; None where that is not understood."""
    return any_of(
        _player_fits(view, alternative, player)
        for alternative in parse_valid(expression).alternatives
    )


def _player_fits(view: View, alternative: Alternative, player: str) -> Known:
    base = _player_is(view, alternative.base, player)
    if alternative.base not in PLAYER_BASES and alternative.base != "Any":
        return False if alternative.known else None
    answers = [base]
    for each in alternative.properties:
        answer = _player_is(view, each.name, player)
        answers.append(answer if answer is None or not each.negated else not answer)
    return all_of(answers)


def _player_is(view: View, word: str, player: str) -> Known:
    board = view.table.board
    if word in ("Player", "Any", "Each"):
        return True
    if word in ("You", "Self"):
        return player == view.you
    if word == "Other":
        return player != view.you
    if word == "Opponent":
        return not board.same_team(player, view.you)
    if word == "IsRemembered":
        return player == view.each_player or player in view.remembered
    if word == "Active":
        return player == board.active_player
    if word == "NonActive":
        return player != board.active_player
    if word == "LostLifeThisTurn":
        record = board.players[player]
        known = record.HasField("life_lost_this_turn")
        return record.life_lost_this_turn > 0 if known else None
    return None


def stack_matches(view: View, expression: str, item: pb.StackObject) -> Known:
    """Whether something on the stack fits "Activated.Ninjutsu", "Spell.Sneak" or "Instant"."""
    return any_of(
        _stack_fits(view, alternative, item) for alternative in parse_valid(expression).alternatives
    )


def _stack_fits(view: View, alternative: Alternative, item: pb.StackObject) -> Known:
    kinds = STACK_KINDS.get(alternative.base)
    if kinds is None:
        if item.kind != pb.STACK_OBJECT_KIND_SPELL:
            return False if alternative.known else None
        seen = view.seen(item.source_id)
        return _object_fits(view.table, alternative, subject_of(seen, view)) if seen else None
    if item.kind not in kinds:
        return False
    return all_of(_stack_has(view, each, item) for each in alternative.properties)


def _stack_has(view: View, wanted: Property, item: pb.StackObject) -> Known:
    """A property of something on the stack: the keyword it comes from, or what its card has."""
    registry = view.table.rulebook.registry
    names = {plain(name) for each in registry for name in each.names}
    answer: Known
    if plain(wanted.name) in names:
        keyword = registry.get(item.keyword) if item.keyword else None
        answer = keyword is not None and plain(wanted.name) in map(plain, keyword.names)
    elif wanted.name == "YouCtrl":
        answer = item.controller_id == view.you
    elif wanted.name == "OppCtrl":
        answer = not view.table.board.same_team(item.controller_id, view.you)
    else:
        seen = view.seen(item.source_id)
        if seen is None or item.kind != pb.STACK_OBJECT_KIND_SPELL:
            return None
        return _has(view.table, wanted, subject_of(seen, view))
    return answer if not wanted.negated else not answer


def all_of(answers: Iterable[Known]) -> Known:
    """Whether all hold; None where that depends on one that is not understood."""
    unknown = False
    for answer in answers:
        if answer is False:
            return False
        unknown = unknown or answer is None
    return None if unknown else True


def any_of(answers: Iterable[Known]) -> Known:
    """Whether one holds; None where that depends on one that is not understood."""
    unknown = False
    for answer in answers:
        if answer:
            return True
        unknown = unknown or answer is None
    return None if unknown else False
