"""Which rule each refusal of each keyword cites, and each event of its card's coming in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.boards import ENGINE, Game, pb, refused, told
from tests.rules.scripts import game_of, script

CARD = script("Card", "K:Ninjutsu:U", "K:Ninjutsu:1 U:Commander", "K:Sneak:U", "K:Web-slinging:U")
PLAIN = script("Plain")
KEYWORDS = ("Ninjutsu", "Commander ninjutsu", "Sneak", "Web-slinging")


def ready() -> Game:
    """A tapped unblocked attacker, and a card with every keyword in hand."""
    game = game_of(CARD, PLAIN)
    game.attacker("bear")
    game.hand("card", "Card")
    return game


def not_owned(game: Game) -> None:
    game["card"].owner_id = "b"


def plain(game: Game) -> None:
    game["card"].card_name = "Plain"


def without_priority(game: Game) -> None:
    game.state.priority_player_id = "b"


def too_early(game: Game) -> None:
    game.state.step = pb.STEP_DECLARE_ATTACKERS
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_UNDECLARED


def elsewhere(game: Game) -> None:
    game["card"].zone = pb.ZONE_BATTLEFIELD


def forbidden(game: Game) -> None:
    game["card"].activation_forbidden = game["card"].cast_forbidden = True


def at_home(game: Game) -> None:
    del game.state.combat.attackers[:]
    game["bear"].tapped = False


def main_phase(game: Game) -> None:
    """When a creature card can be cast."""
    game.state.step = pb.STEP_POSTCOMBAT_MAIN
    game.state.ClearField("combat")


Change = Callable[[Game], None]

REFUSED: list[tuple[Change, str, tuple[str, str, str, str]]] = [
    (plain, "NO_KEYWORD", ("702.49a", "702.49d", "702.190a", "702.188a")),
    (without_priority, "NO_PRIORITY", ("117.1b", "117.1b", "117.1a", "117.1a")),
    (too_early, "WRONG_STEP", ("702.49c", "702.49c", "702.190a", "702.188a")),
    (elsewhere, "WRONG_ZONE", ("702.49a", "702.49d", "702.190a", "702.188a")),
    (not_owned, "NOT_OWNED", ("702.49a", "702.49a", "702.190a", "702.188a")),
    (forbidden, "ACTIVATION_FORBIDDEN", ("602.5", "602.5", "601.3", "601.3")),
    (at_home, "", ("702.49a", "702.49a", "702.190a", "702.188a")),
]


@pytest.mark.clause("A1", "A2", "A3", "A4", "A6", "A11", "D1", "E1")
@pytest.mark.parametrize("place", range(4), ids=KEYWORDS)
@pytest.mark.parametrize(
    ("change", "reason", "rules"), REFUSED, ids=[each[0].__name__ for each in REFUSED]
)
def test_refusals(change: Change, reason: str, rules: tuple[str, ...], place: int):
    """A1 to A6, A11, D1, E1: by its own rule where the keyword's text says it."""
    game = ready()
    change(game)
    if place == 3 and change is not too_early:
        main_phase(game)
    why = reason or ("NOT_TAPPED" if place == 3 else "NOT_ATTACKING")
    with refused(why, rules[place]):
        game.take("card", "bear", KEYWORDS[place], payment=ENGINE)


@pytest.mark.clause("A7", "B7", "B8", "D3", "E1")
@pytest.mark.parametrize(
    ("keyword", "expected"),
    [
        ("Ninjutsu", [("zone_changed", "702.49a", 1, 0), ("attack_joined", "702.49c", 1, 1)]),
        ("Commander ninjutsu",
         [("zone_changed", "702.49a", 1, 0), ("attack_joined", "702.49c", 1, 1)]),
        ("Sneak", [("zone_changed", "702.190b", 1, 0), ("attack_joined", "702.190b", 1, 1)]),
        ("Web-slinging",
         [("zone_changed", "608.3a", 1, 0), ("stack_removed", "608.3a", 0, 0)]),
    ],
)  # fmt: skip
def test_coming_in(keyword: str, expected: list[tuple[str, str, int, int]]):
    """A7, B7, B8, D3, E1: what it costs to return cites the keyword, and so does coming in."""
    game = ready()
    if keyword == "Web-slinging":
        main_phase(game)
    taken = game.take("card", "bear", keyword, payment=ENGINE)
    rule = {"Sneak": "702.190a", "Web-slinging": "702.188a"}.get(keyword, "702.49a")
    assert told(taken)[-1][:2] == ("zone_changed", rule)
    assert told(game.then(taken).resolve())[:2] == expected
