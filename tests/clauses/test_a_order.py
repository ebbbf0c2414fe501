"""The order in which reasons apply, and what a listing says and in which order.

The wire contract states the order of reasons at `RefusalReason`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.boards import ENGINE, Game, pb, refused, wire

NINJA = "Ninja of the Deep Hours"
LISTED = [("ninja", "Ninjutsu", "bear")]


def ready() -> Game:
    """Two players, an attacker, a Ninja in hand, and the mana for it."""
    game = Game("a", "b")
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    return game


def set_on(name: str, **fields: object) -> Callable[[Game], None]:
    def spoil(game: Game) -> None:
        for field, value in fields.items():
            setattr(game[name], field, value)

    return spoil


def no_keyword(game: Game) -> None:
    game["ninja"].card_name = "Grizzly Bears"


def no_priority(game: Game) -> None:
    game.state.priority_player_id = "b"


def wrong_step(game: Game) -> None:
    game.state.step = pb.STEP_DECLARE_ATTACKERS


def split_second(game: Game) -> None:
    game.state.stack.add(
        id="shot", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b", split_second=True
    )


def no_creature(game: Game) -> None:
    game["bear"].characteristics.types[:] = ["Land"]


def not_attacking(game: Game) -> None:
    del game.state.combat.attackers[:]


def status(value: pb.BlockStatus.ValueType) -> Callable[[Game], None]:
    def spoil(game: Game) -> None:
        for record in game.state.combat.attackers:
            record.block_status = value

    return spoil


def cannot_pay(game: Game) -> None:
    game["u1"].tapped = True


LADDER: list[tuple[str, str, Callable[[Game], None]]] = [
    ("NO_KEYWORD", "702.49a", no_keyword),
    ("NO_PRIORITY", "117.1b", no_priority),
    ("WRONG_STEP", "702.49c", wrong_step),
    ("WRONG_ZONE", "702.49a", set_on("ninja", zone=pb.ZONE_GRAVEYARD)),
    ("NOT_OWNED", "702.49a", set_on("ninja", owner_id="b")),
    ("SPLIT_SECOND", "702.61a", split_second),
    ("ACTIVATION_FORBIDDEN", "602.5", set_on("ninja", activation_forbidden=True)),
    ("PHASED_OUT", "702.26b", set_on("bear", phased_out=True)),
    ("NOT_A_CREATURE", "702.49a", no_creature),
    ("NOT_CONTROLLED", "702.49a", set_on("bear", controller_id="b")),
    ("NOT_ATTACKING", "702.49a", not_attacking),
    ("BLOCKS_NOT_DECLARED", "509.1h", status(pb.BLOCK_STATUS_UNDECLARED)),
    ("BLOCKED", "509.1h", status(pb.BLOCK_STATUS_BLOCKED)),
    ("CANNOT_PAY", "601.2h", cannot_pay),
]
"""Every reason of ninjutsu's, in the contract's order, with what brings it about."""


@pytest.mark.clause("A8")
@pytest.mark.parametrize("place", range(len(LADDER)), ids=lambda place: LADDER[place][0])
def test_each_reason_by_itself(place: int):
    """Each reason, with its rule, where it alone applies."""
    game = ready()
    reason, rule, spoil = LADDER[place]
    spoil(game)
    assert game.actions() == []
    with refused(reason, rule):
        game.take("ninja", "bear")


@pytest.mark.clause("A8")
@pytest.mark.parametrize("place", range(len(LADDER)), ids=lambda place: LADDER[place][0])
def test_the_first_of_all_that_apply(place: int):
    """Where every later reason applies as well, the first is named, and `explain` agrees."""
    game = ready()
    # An attacker cannot be both of two statuses: the earlier spoils last and wins.
    for *_, spoil in reversed(LADDER[place:]):
        spoil(game)
    reason, rule, _ = LADDER[place]
    assert game.actions() == []
    with refused(reason, rule):
        game.take("ninja", "bear")
    # Without the keyword there is nothing to explain, and nobody attacks once combat is empty.
    about_creature = place >= [name for name, *_ in LADDER].index("PHASED_OUT")
    silent = place == 0 or (about_creature and not game.state.combat.attackers)
    explained = [(why, number) for _, _, why, number in game.refusals()]
    assert explained == ([] if silent else [(reason, rule)])


@pytest.mark.parametrize(
    ("first", "second"), list(combinations(LADDER, 2)), ids=lambda row: row[0].lower()
)
def test_of_two_the_first(
    first: tuple[str, str, Callable[[Game], None]], second: tuple[str, str, Callable[[Game], None]]
):
    """Of any two reasons the earlier in the contract's order is named."""
    game = ready()
    second[2](game)
    first[2](game)
    reason, rule, _ = first
    with refused(reason, rule):
        game.take("ninja", "bear")


def test_what_a_refusal_names():
    """A card's own obstacle names no creature; another names the one it is about."""
    game = ready()
    game["bear"].phased_out = True
    (refusal,) = game.listing(explain=True).refusals
    assert (refusal.source_id, refusal.keyword, refusal.returned_id) == (
        "ninja",
        "Ninjutsu",
        "bear",
    )
    assert refusal.message
    game.state.priority_player_id = "b"
    (refusal,) = game.listing(explain=True).refusals
    assert (refusal.source_id, refusal.keyword, refusal.returned_id) == ("ninja", "Ninjutsu", "")


def test_explain_says_one_thing_for_each_card_or_each_attacker():
    """One refusal for a card that fails by itself, else one for each attacker it cannot return."""
    game = Game("a", "b", "c")
    game.hand("banned", NINJA, activation_forbidden=True)
    game.creature("wall", owner="b")
    game.attacker("stuck", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.hand("ninja", NINJA)
    game.attacker("free")
    game.hand("dear", "Ink-Eyes, Servant of Oni")
    game.attacker("gone", phased_out=True)
    game.add("dead", NINJA, pb.ZONE_GRAVEYARD)
    game.hand("theirs", NINJA, owner="c")
    game.creature("home")
    game.lands("U", 2)
    listing = game.listing(explain=True)
    assert [(each.source_id, each.returned_id) for each in listing.actions] == [("ninja", "free")]
    assert game.refusals() == [
        ("banned", "", "ACTIVATION_FORBIDDEN", "602.5"),
        ("ninja", "stuck", "BLOCKED", "509.1h"),
        ("ninja", "gone", "PHASED_OUT", "702.26b"),
        ("dear", "stuck", "BLOCKED", "509.1h"),
        ("dear", "free", "CANNOT_PAY", "601.2h"),
        ("dear", "gone", "PHASED_OUT", "702.26b"),
        ("dead", "", "WRONG_ZONE", "702.49a"),
        ("theirs", "", "NOT_OWNED", "702.49a"),
    ]


def test_without_explain_there_are_no_refusals():
    """The reasons are worked out only for those who ask."""
    game = ready()
    game["u1"].tapped = True
    assert not game.listing().refusals
    assert not game.listing().actions


def test_actions_come_in_the_order_of_the_objects():
    """By the card's place in the state, then by the creature's; combat's order does not matter."""
    game = Game()
    game.attacker("z")
    game.hand("m", NINJA)
    game.attacker("y")
    game.hand("l", "Skullsnatcher")
    game.attacker("x")
    records = list(game.state.combat.attackers)
    del game.state.combat.attackers[:]
    game.state.combat.attackers.extend(reversed(records))
    game.player("a").mana_pool.MergeFrom(pb.ManaPool(blue=1, black=1))
    found = [(source, returned) for source, _, returned in game.actions()]
    assert found == [("m", "z"), ("m", "y"), ("m", "x"), ("l", "z"), ("l", "y"), ("l", "x")]


@pytest.mark.clause("A8", "F1")
def test_an_engine_that_pays_is_told_what_only_mana_forbids():
    """F1: with `engine_pays` the mana is not looked at; whatever else forbids still does."""
    game = ready()
    game["u1"].tapped = game["u2"].tapped = True
    assert game.actions() == []
    assert game.actions(engine_pays=True) == LISTED
    game.take("ninja", "bear", payment=ENGINE)
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED
    assert game.actions(engine_pays=True) == []
    with refused("BLOCKED", "509.1h"):
        game.take("ninja", "bear", payment=ENGINE)


@pytest.mark.clause("A8")
def test_explain_with_an_engine_that_pays():
    """What only mana forbids is listed there, and so is no refusal."""
    game = ready()
    game["u1"].tapped = True
    listing = game.listing(explain=True, engine_pays=True)
    assert [each.source_id for each in listing.actions] == ["ninja"]
    assert not listing.refusals


def test_a_listing_is_the_callers_even_when_nothing_can_be_done():
    """A player without cards, without attackers and without mana gets an empty listing."""
    assert Game("a", "b", "c").listing("c") == wire.ListActionsResponse()
