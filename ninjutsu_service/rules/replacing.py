"""What a script replaces as its card enters: counters, being a copy, choices (CR 614.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine, Face, KeywordLine
from ninjutsu_service.cards.script import read_parameters
from ninjutsu_service.cards.valid import parse_list
from ninjutsu_service.rules.ability import api_of, chain, names_of, part_named
from ninjutsu_service.rules.amounts import number
from ninjutsu_service.rules.choices import Decisions, Question
from ninjutsu_service.rules.statics import CARD_TYPES
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import player_matches, seen_matches
from ninjutsu_service.rules.view import Seen, View


class Copying(NamedTuple):
    """What something enters as a copy of, and the types that it has besides."""

    item: pb.GameObject
    add_types: tuple[str, ...]


COPY_PARAMETERS = frozenset(("db", "choices", "choicetitle", "addtypes", "spelldescription"))
"""What is read of the Clone by which a card enters as a copy."""

COUNTER_KEYWORDS = {
    "fading": ("FADE", "702.32a"),
    "graft": ("P1P1", "702.58a"),
    "modular": ("P1P1", "702.43a"),
    "vanishing": ("TIME", "702.63a"),
}
"""The keywords by which a permanent enters with so many counters of a kind, and their rules."""

LEFT_AS_IT_ENTERS = frozenset(
    ("amplify", "bloodthirst", "devour", "ravenous", "riot", "saga", "sunburst", "tribute",
     "unleash")
)  # fmt: skip
"""The keywords by which it enters with counters that somebody chooses, or that depend on what the
state does not tell: damage and mana of this turn."""

_TEXT = frozenset(("db", "subability", "spelldescription", "defined"))

CHOICE_PARAMETERS = {
    "ChoosePlayer": _TEXT | {"choices"},
    "RevealHand": _TEXT | {"look"},
    "ChooseType": _TEXT | {"type", "invalidtypes"},
}
"""The parts of choices that are carried out as a card enters, with what is read of each."""


def entering_view(
    table: Table, item: pb.GameObject, face: Face, controller: str, x: int,
    returned: pb.GameObject | None,
) -> View:  # fmt: skip
    """How the abilities of what enters see the table.

    Args:
        table: the table.
        item: what enters or has just entered.
        face: the face of its script.
        controller: under whose control it enters.
        x: the value of X that was paid for it.
        returned: the creature that was returned for it, as it was.
    """
    back = None if returned is None else Seen(returned, table.traits(returned), False)
    source = Seen(item, table.traits(item))
    return View(table, source, controller, face.svars, x=x, returned=back)


def has_counters(face: Face) -> bool:
    """Whether `counters_of` may find something in a script: few cards enter with counters."""
    return bool(face.loyalty or face.defense) or any(map(_counter_of, face.keywords))


def _counter_of(line: KeywordLine) -> tuple[str, str] | None:
    """The kind of counter that a keyword has its card enter with, and the rule.

    Returns:
        Two empty texts where only the engine can tell; None for a keyword that puts none on.
    """
    head = line.head.casefold()
    if head == "etbcounter":
        return (line.arguments[0].upper(), "122.6") if len(line.arguments) > 1 else None
    if head in LEFT_AS_IT_ENTERS:
        return "", ""
    return COUNTER_KEYWORDS.get(head) if line.arguments else None


def counters_of(view: View, face: Face) -> tuple[list[tuple[str, int, str]], list[str]]:
    """The counters that a card enters with, by its script.

    Returns:
        Each kind with how many and the rule; and the script lines that are not understood.
    """
    found: list[tuple[str, int, str]] = []
    unread: list[str] = []
    for counter, printed, rule in (
        ("LOYALTY", face.loyalty, "306.5b"),
        ("DEFENSE", face.defense, "310.4b"),
    ):
        amount = number(view, printed) if printed else 0
        if amount:
            found.append((counter, amount, rule))
    for line in face.keywords:
        named = _counter_of(line)
        if named is None:
            continue
        (counter, rule), amount = named, _amount_of(view, line)
        if amount is None:
            unread.append(f"K:{line.text}")
        elif amount > 0:
            found.append((counter, amount, rule))
    return found, unread


def _amount_of(view: View, line: KeywordLine) -> int | None:
    """How many counters a keyword has its card enter with; None where only the engine can tell."""
    head = line.head.casefold()
    if head in LEFT_AS_IT_ENTERS:
        return None
    return counted(view, line) if head == "etbcounter" else number(view, line.arguments[0])


def counted(view: View, line: KeywordLine) -> int | None:
    """How many counters an `etbCounter` line puts on; None where it is not understood."""
    condition = read_parameters(line.arguments[2]) if _has_condition(line) else {}
    valid = condition.pop("validcard", "")
    if condition or view.source is None:
        return None
    if valid:
        fits = seen_matches(view, valid, view.source)
        if not fits:
            return None if fits is None else 0
    return number(view, line.arguments[1])


def _has_condition(line: KeywordLine) -> bool:
    """Whether an `etbCounter` line states one; `no Condition` stands where none is."""
    return len(line.arguments) > 2 and line.arguments[2].strip().lower() not in (
        "",
        "no condition",
    )


def replacements(face: Face) -> tuple[list[tuple[AbilityLine, bool]], list[AbilityLine]]:
    """What `ETBReplacement` lines do: copies with whether they are optional, and all else.

    Returns:
        The Clone parts; and the first parts of all else.
    """
    copies: list[tuple[AbilityLine, bool]] = []
    others: list[AbilityLine] = []
    for line in face.keywords:
        if line.head.casefold() != "etbreplacement" or len(line.arguments) < 2:
            continue
        part = part_named(face, line.arguments[1])
        if part is None:
            continue
        copy = line.arguments[0] == "Copy" and api_of(part) == "Clone"
        if copy and part.parameters.keys() <= COPY_PARAMETERS:
            copies.append((part, line.arguments[2:3] == ("Optional",)))
        else:
            others.append(part)
    return copies, others


def is_choice(face: Face, first: AbilityLine) -> bool:
    """Whether what a card has chosen as it enters is carried out here: a player, a card type."""
    return all(
        each.parameters.keys() <= CHOICE_PARAMETERS.get(api_of(each), set())
        and (each.get("Defined") or "You") in ("You", "ChosenPlayer")
        and (api_of(each) != "ChooseType" or each.get("Type") == "Card")
        for each in chain(face, first)
    )


def choose_on_entry(view: View, face: Face, first: AbilityLine, decisions: Decisions) -> str:
    """Have the controller choose as a card enters (CR 614.12a): a player, then a card type.

    Whom the ability has look at a hand sees it; nothing in the state changes.

    Returns:
        The chosen type; "" where there is none to choose.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    chosen = ""
    for part in chain(face, first):
        if api_of(part) == "ChoosePlayer":
            valid = part.get("Choices") or "Player"
            players = [each for each in view.players() if player_matches(view, valid, each)]
            kind = wire.CHOICE_KIND_PLAYERS
            view.chosen_player = _pick(view, decisions, players, kind, "CHOOSE_PLAYER")
        elif api_of(part) == "ChooseType":
            names = sorted(CARD_TYPES - set(names_of(part.get("InvalidTypes"))))
            chosen = _pick(view, decisions, names, wire.CHOICE_KIND_OBJECTS, "CHOOSE_TYPE")
    return chosen


def _pick(
    view: View,
    decisions: Decisions,
    names: Sequence[str],
    kind: wire.ChoiceKind.ValueType,
    topic: str,
) -> str:
    """One of several players or types; asked only where there is a choice."""
    if len(names) < 2:
        return names[0] if names else ""
    source = view.source
    choice = wire.Choice(
        id=f"614.12a:{source.item.id if source else ''}:{topic.rpartition('_')[2].lower()}",
        player_id=view.you,
        kind=kind,
        option_ids=names,
        option_labels=names,
        min=1,
        max=1,
    )
    card = source.traits.name if source else ""
    return decisions.chosen(Question(choice, topic, "614.12a", {"card": card}))[0]


def choose_copy(
    view: View, part: AbilityLine, *, optional: bool, decisions: Decisions
) -> Copying | None:
    """What it enters as a copy of (CR 707.5, 614.12a); None for nothing.

    Raises:
        ChoiceNeeded, Refused: as `Decisions.chosen`.
    """
    items = [
        item
        for item in view.table.board.battlefield()
        if seen_matches(view, part.get("Choices") or "Creature", view.now(item)) is True
    ]
    if not items:
        return None
    names: Sequence[str] = [items[0].id]
    if optional or len(items) > 1:
        source = view.source
        choice = wire.Choice(
            id=f"707.5:{source.item.id if source else ''}",
            player_id=view.you,
            kind=wire.CHOICE_KIND_OBJECTS,
            option_ids=[item.id for item in items],
            option_labels=[view.table.shown_name(item, view.you) for item in items],
            min=0 if optional else 1,
            max=1,
        )
        card = source.traits.name if source else ""
        names = decisions.chosen(Question(choice, "COPY", "707.5", {"card": card}))
    if not names:
        return None
    return Copying(view.table.board.objects[names[0]], parse_list(part.get("AddTypes")))
