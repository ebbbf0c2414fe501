"""Moves between zones: `ChangeZone` of what is known, chosen from a hand, or searched for."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.attacking import named_attack
from ninjutsu_service.rules.effects.cards import is_whole, library_of
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.entering import Entry, can_be_permanent, enter
from ninjutsu_service.rules.relocating import relocate
from ninjutsu_service.rules.zones import EVERYWHERE, zone_named, zones_named
from ninjutsu_service.state.board import controller_of

ELSEWHERE = "~elsewhere"
"""The option of a search that means a card which was not sent."""

_HIDDEN = frozenset((pb.ZONE_HAND, pb.ZONE_LIBRARY))

PLACES = ("0", "-1")
"""Where in a library something is put, as scripts count: on top, or on the bottom."""


def change_zone(run: Run, part: AbilityLine) -> None:
    """`ChangeZone`."""
    origins, destination = _zones(part)
    if not _is_chosen(run, part, origins):
        items = [
            seen.item
            for seen in run.objects(part)
            if seen.live and seen.item.zone in origins and not seen.item.phased_out
        ]
        _move(run, part, items, destination)
    elif len(origins) == 1:
        _choose_and_move(run, part, next(iter(origins)), destination)
    else:
        raise LeftToEngine


def _is_chosen(run: Run, part: AbilityLine, origins: frozenset[int]) -> bool:
    """Whether what moves is chosen as the part resolves, and not named, targeted, or its source.

    Raises:
        LeftToEngine: it is a player that is targeted, and who chooses is not said; or the source
            is not the object any more that it was.
    """
    if part.get("Defined"):
        return False
    hidden = bool(part.get("Hidden")) or (origins != EVERYWHERE and bool(origins & _HIDDEN))
    if part.get("ValidTgts"):
        if hidden and not part.get("DefinedPlayer"):
            raise LeftToEngine
        return hidden
    if hidden or part.get("ChangeType"):
        return True
    if run.view.source is None or not run.view.source.live:
        raise LeftToEngine
    return False


def change_zone_all(run: Run, part: AbilityLine) -> None:
    """`ChangeZoneAll`: everything that fits."""
    origins, destination = _zones(part)
    if pb.ZONE_LIBRARY in origins:
        raise LeftToEngine
    items = [
        item for zone in sorted(origins) for item in run.matching(part.get("ChangeType"), zone)
    ]
    _move(run, part, items, destination)


def _zones(part: AbilityLine) -> tuple[frozenset[int], int]:
    origins = zones_named(part.get("Origin"))
    destination = zone_named(part.get("Destination"))
    if origins is None or destination is None or destination == pb.ZONE_STACK:
        raise LeftToEngine
    if (part.get("LibraryPosition") or "0") not in PLACES:
        raise LeftToEngine
    return origins, destination


def _choose_and_move(run: Run, part: AbilityLine, origin: int, destination: int) -> None:
    """Cards of a player's, chosen: from a hand, or found in a library (CR 701.23).

    All choose before anything moves.
    """
    players = run.players(part, "DefinedPlayer")
    choosers = run.players(part, "Chooser") if part.get("Chooser") else players
    if len(choosers) != len(players):
        choosers = choosers[:1] * len(players)
    if len(choosers) != len(players):
        raise LeftToEngine
    search = origin == pb.ZONE_LIBRARY
    chosen = {}
    for player, chooser in zip(players, choosers, strict=True):
        if search:
            items = _found(run, part, player, chooser, destination)
            within = destination == pb.ZONE_LIBRARY
            chosen[player] = in_order(run, chooser, items, top=_on_top(part)) if within else items
        else:
            items = run.fitting(part.get("ChangeType"), _there(run, part, player, origin))
            chosen[player] = _chosen(run, part, chooser, items, destination)
    for player, items in chosen.items():
        if _is_shown(part, destination):
            _reveal(run, items)
        if search and destination == pb.ZONE_LIBRARY:
            _put_within(run, part, player, items)
            continue
        _move(run, part, items, destination)
        if search and _shuffles(part):
            shuffled = ev.LibraryArranged(player_id=player, shuffled=True)
            run.ledger.write(shuffled, "701.24a")


def _shuffles(part: AbilityLine) -> bool:
    """Whether a library is shuffled after a search of it."""
    return not part.get("NoShuffle") and part.get("Shuffle") != "False"


def _is_shown(part: AbilityLine, destination: int) -> bool:
    """Whether what was chosen is revealed.

    `NoReveal$` hides it and `Reveal$` shows it. Scripts leave out the latter of a card with a
    stated quality that goes where it is not seen.
    """
    if part.get("NoReveal"):
        return False
    hidden = destination in (pb.ZONE_HAND, pb.ZONE_LIBRARY)
    stated = part.get("ChangeType") not in ("", "Card")
    return bool(part.get("Reveal")) or (hidden and stated)


def _reveal(run: Run, items: Sequence[pb.GameObject]) -> None:
    for item in items:
        revealed = ev.CardRevealed(object_id=item.id)
        run.ledger.write(revealed, "701.20a")


def _on_top(part: AbilityLine) -> bool:
    return part.get("LibraryPosition") != "-1"


def in_order(
    run: Run, chooser: str, cards: Sequence[pb.GameObject], *, top: bool
) -> list[pb.GameObject]:
    """CR 401.4: who puts several cards on top of a library, or on its bottom, orders them."""
    return run.order(chooser, cards, "TOP_ORDER" if top else "BOTTOM_ORDER", "401.4")


def put_at(run: Run, player: str, cards: Sequence[pb.GameObject], *, top: bool) -> None:
    """Put cards of a library on its top or its bottom, in this order."""
    arrange(run, player, cards if top else [], [] if top else cards, "401.4")


def arrange(
    run: Run,
    player: str,
    top: Sequence[pb.GameObject],
    bottom: Sequence[pb.GameObject],
    rule: str,
) -> None:
    """Put cards of a library on its top and on its bottom, each in their order."""
    arranged = ev.LibraryArranged(
        player_id=player,
        top_ids=[card.id for card in top],
        bottom_ids=[card.id for card in bottom],
    )
    run.ledger.write(arranged, rule)


def _put_within(run: Run, part: AbilityLine, player: str, items: Sequence[pb.GameObject]) -> None:
    """A library is shuffled, then what was found in it goes to its place in it (CR 701.24b)."""
    if _shuffles(part):
        kept = [item.id for item in items]
        shuffled = ev.LibraryArranged(player_id=player, shuffled=True, kept_ids=kept)
        run.ledger.write(shuffled, "701.24a")
    for item in items:
        if item.revealed:
            hidden = ev.CardHidden(object_id=item.id)
            run.ledger.write(hidden, "701.20a")
    if items:
        put_at(run, player, items, top=_on_top(part))
    if part.get("RememberChanged"):
        for item in items:
            run.remember(item)


def _there(run: Run, part: AbilityLine, player: str, zone: int) -> list[pb.GameObject]:
    """What may be chosen among: a player's cards of a zone, or the permanents they control.

    Of a zone that all see, everything where the part names no player: its `ChangeType` says whose.
    Nobody can choose what is phased out (CR 702.26b).
    """
    board = run.ledger.table.board
    items = board.battlefield() if zone == pb.ZONE_BATTLEFIELD else board.in_zones((zone,))
    if part.get("Hidden") and zone not in _HIDDEN and not part.get("DefinedPlayer"):
        return items
    whose = controller_of if zone == pb.ZONE_BATTLEFIELD else attrgetter("owner_id")
    return [item for item in items if whose(item) == player]


def _chosen(
    run: Run, part: AbilityLine, chooser: str, items: Sequence[pb.GameObject], destination: int
) -> list[pb.GameObject]:
    """Up to so many; without `Mandatory`, fewer are allowed (CR 701.23b). Chance takes them all."""
    most = run.number(part, "ChangeNum")
    if part.get("AtRandom"):
        return run.ledger.chance.picked(items, max(most, 0))
    least = most if part.get("Mandatory") else 0
    topic = "PUT_BATTLEFIELD" if destination == pb.ZONE_BATTLEFIELD else "CHOOSE_CARDS"
    return run.choose(chooser, items, topic, "608.2d", least=least, most=most)


def _found(
    run: Run, part: AbilityLine, player: str, chooser: str, destination: int
) -> list[pb.GameObject]:
    """What a search of a library finds; it is shuffled afterwards, found or not (CR 701.24).

    A library that was not sent whole is searched among the cards that were; who wants another
    card leaves the search to the engine, and so does chance.
    """
    there = library_of(run, player)
    fitting = run.fitting(part.get("ChangeType"), there)
    whole = is_whole(run, player, there)
    if whole:
        return _chosen(run, part, chooser, fitting, destination)
    if not fitting or part.get("AtRandom"):
        raise LeftToEngine
    return _chosen_among_sent(run, part, chooser, fitting)


def _chosen_among_sent(
    run: Run, part: AbilityLine, chooser: str, items: list[pb.GameObject]
) -> list[pb.GameObject]:
    elsewhere = pb.GameObject(id=ELSEWHERE, owner_id=chooser, zone=pb.ZONE_LIBRARY)
    most = run.number(part, "ChangeNum")
    least = most if part.get("Mandatory") else 0
    chosen = run.choose(
        chooser, [*items, elsewhere], "CHOOSE_CARDS", "701.23a", least=min(least, 1), most=most
    )
    if elsewhere in chosen:
        raise LeftToEngine
    return chosen


def _move(run: Run, part: AbilityLine, items: list[pb.GameObject], destination: int) -> None:
    if destination == pb.ZONE_BATTLEFIELD:
        _enter(run, part, items)
    else:
        rule = "701.13a" if destination == pb.ZONE_EXILE else "608.2c"
        relocate(run.ledger, run.decisions, items, destination, rule)
        _place(run, part, items, destination)
    if part.get("RememberChanged"):
        for item in items:
            run.remember(item)


def _place(run: Run, part: AbilityLine, items: Sequence[pb.GameObject], destination: int) -> None:
    """Where in a library they go, if they do: on top unless the script says otherwise."""
    if destination != pb.ZONE_LIBRARY:
        return
    owners = list(dict.fromkeys(item.owner_id for item in items))
    for owner in owners:
        names = [item.id for item in items if item.owner_id == owner]
        arranged = ev.LibraryArranged(player_id=owner)
        if part.get("Shuffle") == "True":
            arranged.shuffled = True
        elif not _on_top(part):
            arranged.bottom_ids.extend(names)
        else:
            continue
        rule = "701.24a" if arranged.shuffled else "401.4"
        run.ledger.write(arranged, rule)


def _enter(run: Run, part: AbilityLine, items: Sequence[pb.GameObject]) -> None:
    """Onto the battlefield, all at once; what cannot be a permanent stays (CR 400.4a)."""
    target = named_attack(run, part) if part.get("Attacking") else None
    batch = run.ledger.new_batch() if items else 0
    for item in items:
        if item.token or not can_be_permanent(run.ledger.table, item):
            continue
        entry = Entry(
            controller=run.you if part.get("GainControl") else item.owner_id,
            rule="608.2c",
            tapped=bool(part.get("Tapped")),
            attacking=target is not None,
            target=target,
            batch=batch,
        )
        enter(run.ledger, item, entry, run.decisions)


EFFECTS: Effects = {
    "ChangeZone": (
        change_zone,
        ("origin", "destination", "changetype", "changenum", "definedplayer", "chooser",
         "mandatory", "reveal", "tapped", "gaincontrol", "attacking", "rememberchanged",
         "libraryposition", "shuffle", "hidden", "atrandom", "noshuffle", "nolooking", "noreveal",
         "shufflenonmandatory"),
    ),
    "ChangeZoneAll": (
        change_zone_all,
        ("origin", "destination", "changetype", "tapped", "gaincontrol", "rememberchanged",
         "libraryposition", "shuffle"),
    ),
}  # fmt: skip
