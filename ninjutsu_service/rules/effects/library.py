"""Looking at the top of a library: dig, scry, surveil, seek, manifest (CR 701.22, 25, 40)."""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.cards import is_whole, library_of, top_cards
from ninjutsu_service.rules.effects.moves import PLACES, arrange, in_order, put_at
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.entering import Entry, can_be_permanent, enter
from ninjutsu_service.rules.relocating import relocate
from ninjutsu_service.rules.zones import zone_named


def dig(run: Run, part: AbilityLine) -> None:
    """`Dig`: look at the top cards, put some of them somewhere and the rest elsewhere."""
    destination = zone_named(part.get("DestinationZone") or "Hand")
    rest_to = zone_named(part.get("DestinationZone2") or "Library")
    position = part.get("LibraryPosition2") or "-1"
    if None in (destination, rest_to) or position not in PLACES:
        raise LeftToEngine
    number = run.number(part, "DigNum")
    looked = {player: top_cards(run, player, number) for player in run.players(part)}
    chosen = {player: _dug(run, part, player, cards) for player, cards in looked.items()}
    for player, cards in looked.items():
        taken = chosen[player]
        rest = [card for card in cards if card not in taken]
        _take(run, part, taken, destination or pb.ZONE_HAND)
        _put_back(run, part, player, rest, rest_to or pb.ZONE_LIBRARY)


def _dug(
    run: Run, part: AbilityLine, player: str, cards: list[pb.GameObject]
) -> list[pb.GameObject]:
    """Which of the cards looked at are taken."""
    fitting = run.fitting(part.get("ChangeValid"), cards)
    if part.get("ChangeNum") == "All":
        return fitting
    most = run.number(part, "ChangeNum")
    total = run.number(part, "WithTotalCMC", "0") if part.get("WithTotalCMC") else None

    def allowed(chosen: list[pb.GameObject]) -> bool:
        values = [run.ledger.table.traits(card).mana_value for card in chosen]
        return total is None or sum(values) <= total

    if total is not None:
        fitting = [card for card in fitting if allowed([card])]
    least = 0 if part.get("Optional") or part.get("ChangeValid") else most
    limit = f"mana value ≤ {total}"
    return run.choose(
        player, fitting, "CHOOSE_CARDS", "608.2d",
        least=least, most=most, allowed=allowed, limit=limit,
    )  # fmt: skip


def _take(run: Run, part: AbilityLine, cards: Sequence[pb.GameObject], zone: int) -> None:
    if part.get("Reveal"):
        for card in cards:
            revealed = ev.CardRevealed(object_id=card.id)
            run.ledger.write(revealed, "701.20a")
    if zone == pb.ZONE_BATTLEFIELD:
        batch = run.ledger.new_batch() if cards else 0
        for card in cards:
            if can_be_permanent(run.ledger.table, card):
                tapped = bool(part.get("Tapped"))
                entry = Entry(card.owner_id, "608.2c", tapped=tapped, batch=batch)
                enter(run.ledger, card, entry, run.decisions)
    elif zone != pb.ZONE_LIBRARY:
        rule = "701.13a" if zone == pb.ZONE_EXILE else "608.2c"
        relocate(run.ledger, run.decisions, cards, zone, rule)
    if part.get("RememberChanged"):
        for card in cards:
            run.remember(card)


def _put_back(
    run: Run, part: AbilityLine, player: str, rest: Sequence[pb.GameObject], zone: int
) -> None:
    """What was not taken; in a library, in an order that its looker chooses, or at random."""
    if not rest:
        return
    if zone != pb.ZONE_LIBRARY:
        relocate(run.ledger, run.decisions, rest, zone, "608.2c")
        return
    top = part.get("LibraryPosition2") == "0"
    if part.get("RestRandomOrder"):
        order = run.ledger.chance.shuffled(rest)
    else:
        order = in_order(run, player, rest, top=top)
    put_at(run, player, order, top=top)


def _looked_at(run: Run, part: AbilityLine, key: str) -> dict[str, list[pb.GameObject]]:
    """The top cards that each player looks at; nothing for who has none.

    Raises:
        LeftToEngine: some of them were not sent.
    """
    number = run.number(part, key)
    found = {player: top_cards(run, player, number) for player in run.players(part)}
    return {player: cards for player, cards in found.items() if cards}


def scry(run: Run, part: AbilityLine) -> None:
    """`Scry`: any number to the bottom, the rest back on top (CR 701.22a)."""
    for player, cards in _looked_at(run, part, "ScryNum").items():
        down = run.choose(player, cards, "SCRY", "701.22a", least=0, most=len(cards))
        bottom = run.order(player, down, "BOTTOM_ORDER", "701.22a")
        up = [card for card in cards if card not in down]
        arrange(run, player, run.order(player, up, "TOP_ORDER", "701.22a"), bottom, "701.22a")


def surveil(run: Run, part: AbilityLine) -> None:
    """`Surveil`: any number into the graveyard, the rest back on top (CR 701.25a)."""
    for player, cards in _looked_at(run, part, "Amount").items():
        away = run.choose(player, cards, "SURVEIL", "701.25a", least=0, most=len(cards))
        kept = [card for card in cards if card not in away]
        order = run.order(player, kept, "TOP_ORDER", "701.25a")
        relocate(run.ledger, run.decisions, away, pb.ZONE_GRAVEYARD, "701.25a")
        if len(order) > 1:
            arrange(run, player, order, [], "701.25a")


def seek(run: Run, part: AbilityLine) -> None:
    """`Seek`: a card that fits, at random, into the hand; without the whole library, the engine."""
    number = run.number(part, "Num")
    for player in run.players(part):
        if not is_whole(run, player, library_of(run, player)):
            raise LeftToEngine
    for player in run.players(part):
        fitting = run.fitting(part.get("Type"), library_of(run, player))
        for card in run.ledger.chance.picked(fitting, number):
            relocate(run.ledger, run.decisions, [card], pb.ZONE_HAND, "608.2c")


def manifest(run: Run, part: AbilityLine) -> None:
    """`Manifest`: face down onto the battlefield, under your control (CR 701.40a)."""
    cards = [seen.item for seen in run.objects(part) if seen.live]
    if not part.get("Defined"):
        cards = top_cards(run, run.you, run.number(part, "Amount"))
    elif not cards and not _is_empty(run, part):
        raise LeftToEngine
    for card in cards[: run.number(part, "Amount")]:
        entry = Entry(run.you, "701.40a", face_down=True)
        enter(run.ledger, card, entry, run.decisions)


def _is_empty(run: Run, part: AbilityLine) -> bool:
    """Whether the library that a part names a card of is known to be empty."""
    words = part.get("Defined").rpartition("OwnedBy ")[2]
    players = run.players(AbilityLine("SVar", {"defined": words}, ""))
    return all(is_whole(run, player, library_of(run, player)) for player in players)


EFFECTS: Effects = {
    "Dig": (
        dig,
        ("dignum", "changenum", "changevalid", "destinationzone", "destinationzone2",
         "libraryposition2", "rememberchanged", "noreveal", "reveal", "optional",
         "withtotalcmc", "restrandomorder", "tapped"),
    ),
    "Scry": (scry, ("scrynum",)),
    "Surveil": (surveil, ("amount",)),
    "Seek": (seek, ("num", "type")),
    "Manifest": (manifest, ("amount",)),
}  # fmt: skip
