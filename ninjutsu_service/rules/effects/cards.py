"""Drawing, discarding, milling, and looking at hands (CR 121, 701.9, 701.17, 701.20)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.relocating import relocate

MAX_CONJURED = 100
"""How many cards one part makes at most; more is left to the engine."""

DISCARDS = ("TgtChoose", "Hand", "Random")
"""Who chooses what is discarded: who discards it, nobody, as it is the whole hand, or chance."""

CONJURED_INTO = {"hand": pb.ZONE_HAND, "graveyard": pb.ZONE_GRAVEYARD}
"""The zones that a card is made in here, by name in lower case."""


def library_of(run: Run, player: str) -> list[pb.GameObject]:
    """The cards of a library that were sent, top card first."""
    return [
        item
        for item in run.ledger.table.board.objects.values()
        if item.zone == pb.ZONE_LIBRARY and item.owner_id == player
    ]


def top_cards(run: Run, player: str, count: int) -> list[pb.GameObject]:
    """The top cards of a library; fewer where it is known to have no more.

    Raises:
        LeftToEngine: some of them were not sent.
    """
    cards = library_of(run, player)
    if len(cards) < count and not is_whole(run, player, cards):
        raise LeftToEngine
    return cards[: max(count, 0)]


def is_whole(run: Run, player: str, cards: list[pb.GameObject]) -> bool:
    """Whether these are known to be all cards of a library."""
    record = run.ledger.table.board.players[player]
    return record.HasField("library_size") and record.library_size <= len(cards)


def hand_of(run: Run, player: str) -> list[pb.GameObject]:
    """The cards in a hand."""
    return [
        item
        for item in run.ledger.table.board.objects.values()
        if item.zone == pb.ZONE_HAND and item.owner_id == player
    ]


def draw(run: Run, part: AbilityLine) -> None:
    """`Draw`: one card at a time (CR 121.2); from an empty library, CR 704.5b.

    A commander that goes to the command zone instead (903.9b, B4) was not drawn (121.1).
    """
    players, count = run.players(part), run.number(part, "NumCards")
    for player in players:
        found = top_cards(run, player, count)
        if len(found) < count and run.engine_settles:
            # The engine has to see that somebody drew from an empty library.
            raise LeftToEngine
    for player in players:
        cards = top_cards(run, player, count)
        for card in cards:
            relocate(run.ledger, run.decisions, [card], pb.ZONE_HAND, "121.1", ev.MOVE_REASON_DRAWN)
            if part.get("RememberDrawn") and card.zone == pb.ZONE_HAND:
                run.remember(card)
        if len(cards) < count:
            run.ledger.failed_draws.add(player)


def discard(run: Run, part: AbilityLine) -> None:
    """`Discard`: who discards chooses, all choose first, then all discard at once (CR 101.4)."""
    mode = part.get("Mode") or "TgtChoose"
    if mode not in DISCARDS:
        raise LeftToEngine
    chosen: list[pb.GameObject] = []
    for player in run.players(part):
        cards = run.fitting(part.get("DiscardValid"), hand_of(run, player))
        count = len(cards) if mode == "Hand" else max(run.number(part, "NumCards"), 0)
        if mode == "Random":
            chosen += run.ledger.chance.picked(cards, count)
        else:
            chosen += run.choose(player, cards, "DISCARD", "701.9b", least=count, most=count)
    relocate(
        run.ledger, run.decisions, chosen, pb.ZONE_GRAVEYARD, "701.9a", ev.MOVE_REASON_DISCARDED
    )
    if part.get("RememberDiscarded"):
        for card in chosen:
            run.remember(card)


def mill(run: Run, part: AbilityLine) -> None:
    """`Mill`: as many as there are, all at once (CR 701.17)."""
    count = run.number(part, "NumCards")
    cards = [card for player in run.players(part) for card in top_cards(run, player, count)]
    relocate(run.ledger, run.decisions, cards, pb.ZONE_GRAVEYARD, "701.17a", ev.MOVE_REASON_MILLED)
    if part.get("RememberMilled"):
        for card in cards:
            run.remember(card)


def reveal_hand(run: Run, part: AbilityLine) -> None:
    """`RevealHand`: nothing in the state changes, whoever sees the hand (CR 701.20)."""
    players = run.players(part)
    if part.get("RememberRevealed"):
        for player in players:
            for card in hand_of(run, player):
                run.remember(card)


def make_card(run: Run, part: AbilityLine) -> None:
    """`MakeCard`: a card that was in no zone is conjured into one."""
    zone = CONJURED_INTO.get(part.get("Zone").lower())
    if part.get("Name") in ("", "ChosenName") or zone is None:
        raise LeftToEngine
    count = run.number(part, "Amount")
    if count > MAX_CONJURED:
        raise LeftToEngine
    for player in run.players(part):
        for _ in range(count):
            made = pb.GameObject(
                id=run.ledger.new_id(),
                incarnation=1,
                card_name=part.get("Name"),
                owner_id=player,
                zone=zone,
            )
            run.ledger.write(ev.ObjectCreated(object=made), "608.2c")
            if part.get("RememberMade"):
                run.remember(run.ledger.table.board.objects[made.id])


EFFECTS: Effects = {
    "Draw": (draw, ("numcards", "rememberdrawn")),
    "Discard": (discard, ("numcards", "mode", "discardvalid", "rememberdiscarded")),
    "Mill": (mill, ("numcards", "remembermilled")),
    "RevealHand": (reveal_hand, ("look", "rememberrevealed")),
    "MakeCard": (make_card, ("conjure", "name", "zone", "amount", "remembermade")),
}
