"""Whom and what a script's words name: `Defined$ You`, `TriggeredTarget`, `Targeted`.

Words that are not understood give None: what depends on them is not carried out here.
"""

from __future__ import annotations

from collections.abc import Iterable

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.rules.valid import player_matches, seen_matches
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.rules.zones import zone_named
from ninjutsu_service.state.board import controller_of

_TRIGGERED_PLAYER = frozenset(
    ("TriggeredTarget", "TriggeredPlayer", "TriggeredDefendingPlayer", "DefendingPlayer")
)
_TRIGGERED_OBJECT = frozenset(
    ("TriggeredSource", "TriggeredCard", "TriggeredNewCard", "TriggeredSourceSA",
     "TriggeredAttacker")
)  # fmt: skip


_TARGETED_PLAYER = frozenset(("Targeted", "TargetedPlayer", "ThisTargetedPlayer", "ParentTarget"))
_SOURCE = frozenset(("Self", "CardUID"))
_TARGETED_OBJECT = frozenset(("Targeted", "ParentTarget", "ThisTargetedCard", "TargetedCard"))
_REMEMBERED_OBJECT = frozenset(("Remembered", "RememberedLKI", "RememberedCard"))
_OBJECTS = (
    _SOURCE | _TARGETED_OBJECT | _REMEMBERED_OBJECT | _TRIGGERED_OBJECT
    | {"TriggeredTarget", "Returned"}
)  # fmt: skip
_PLAYERS = _TRIGGERED_PLAYER | _TARGETED_PLAYER | {"You", "Remembered", "ChosenPlayer"}


def names_players(words: str) -> bool:
    """Whether words are ones by which a script can name players, whoever those are in a game."""
    return all(map(_is_of_players, words.split(" & ")))


def _is_of_players(text: str) -> bool:
    word = text.strip()
    if word in _PLAYERS or word in ("Opponent", "Each"):
        return True
    if word.startswith(("Player", "Opponent.")):
        return parse_valid(word).understood
    owner = word.removesuffix("Controller").removesuffix("Owner")
    return owner != word and owner.removesuffix("LKICopy") in _OBJECTS


def defined_players(view: View, words: str) -> list[str] | None:
    """The players that a script names, in turn order from the active player.

    Returns:
        None where the words are not understood.
    """
    named: set[str] = set()
    for word in words.split(" & "):
        found = _players(view, word.strip())
        if found is None:
            return None
        named.update(found)
    return [player for player in view.players() if player in named]


def _players(view: View, word: str) -> Iterable[str] | None:
    if word == "You":
        return [view.you]
    if word in _TRIGGERED_PLAYER:
        return _triggered_player(view)
    if word in _TARGETED_PLAYER:
        return [each.player_id for each in view.targets if each.player_id]
    if word in ("ChosenPlayer", "Player.Chosen"):
        return [view.chosen_player] if view.chosen_player else None
    if word == "Remembered":
        return [each for each in view.remembered if isinstance(each, str)]
    if word in ("Opponent", "Each") or word.startswith(("Player", "Opponent.")):
        return _matching(view, word)
    for suffix, of in (("Controller", controller_of), ("Owner", _owner_of)):
        if word.endswith(suffix):
            objects = defined_objects(view, word.removesuffix(suffix))
            return None if objects is None else [of(seen.item) for seen in objects]
    return None


def _owner_of(item: pb.GameObject) -> str:
    return item.owner_id


def _triggered_player(view: View) -> list[str] | None:
    """The player whom the trigger is about: dealt damage, or attacked."""
    if view.context is None:
        return None
    name = view.context.player_id
    if name in view.table.board.players:
        return [name]
    seen = view.seen(name) if name else None
    return [controller_of(seen.item)] if seen is not None else None


def _matching(view: View, expression: str) -> list[str] | None:
    answers = {player: player_matches(view, expression, player) for player in view.players()}
    if None in answers.values():
        return None
    return [player for player, fits in answers.items() if fits]


def defined_objects(view: View, words: str) -> list[Seen] | None:
    """The objects that a script names, as they are or as they last were.

    Returns:
        None where the words are not understood.
    """
    found: list[Seen] = []
    for word in words.split(" & "):
        some = _objects(view, word.strip())
        if some is None:
            return None
        found += [seen for seen in some if seen not in found]
    return found


def _objects(view: View, word: str) -> list[Seen] | None:
    if word in _SOURCE:
        return [view.source] if view.source is not None else []
    if word in _TARGETED_OBJECT:
        return targeted(view)
    if word in _REMEMBERED_OBJECT:
        return [_again(view, each) for each in view.remembered if isinstance(each, Seen)]
    if word.removesuffix("LKICopy") in _TRIGGERED_OBJECT:
        return _triggered_object(view)
    if word == "TriggeredTarget":
        return _triggered_target(view)
    if word == "Returned":
        return [view.returned] if view.returned is not None else []
    if word.startswith("Valid"):
        return _valid(view, word.removeprefix("Valid"))
    return None


def targeted(view: View) -> list[Seen]:
    """The targets that are objects."""
    found = (view.seen(each.object_id, each.incarnation) for each in view.targets if each.object_id)
    return [seen for seen in found if seen is not None]


def _again(view: View, seen: Seen) -> Seen:
    """What was remembered, as it is now; as it was where it is gone."""
    return view.seen(seen.item.id, seen.item.incarnation) or seen


def _triggered_object(view: View) -> list[Seen] | None:
    if view.context is None:
        return None
    seen = view.seen(view.context.object_id, view.context.object_incarnation)
    return [seen] if seen is not None else []


def _triggered_target(view: View) -> list[Seen] | None:
    """The object that damage was dealt to; None where it was a player."""
    if view.context is None or view.context.player_id in view.table.board.players:
        return None
    seen = view.seen(view.context.player_id)
    return [seen] if seen is not None else []


def _valid(view: View, text: str) -> list[Seen] | None:
    """`Valid Creature.YouCtrl`, `ValidLibrary Card.TopLibrary+YouOwn`."""
    where, _, expression = text.partition(" ")
    zone = zone_named(where) if where else pb.ZONE_BATTLEFIELD
    if zone is None or not expression:
        return None
    found = []
    for item in list(view.table.board.objects.values()):
        if item.zone != zone or item.phased_out:
            continue
        seen = view.now(item)
        fits = seen_matches(view, expression, seen)
        if fits is None:
            return None
        if fits:
            found.append(seen)
    return found
