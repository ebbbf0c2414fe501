"""Numbers of scripts one by one: each operation, each count, and what stands at their edges."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.amounts import LARGEST, at_least, compares, literal, number
from tests.boards import Game, pb
from tests.rules.test_valid import board, seen_by


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Number$4/HalfUp", 2),
        ("Number$7/HalfUp", 4),
        ("Number$7/HalfDown", 3),
        ("Number$5/Thrice", 15),
        ("Number$5/Negative", -5),
        ("Number$5/NMinus.7", 2),
        ("Number$7/DivideEvenlyDown.2", 3),
        ("Number$7/DivideEvenlyDown.0", None),
        ("Number$7/DivideEvenlyDown.Y", None),
        ("Number$7/Plus", None),
        ("Number$X/Plus.1", None),
        ("SomethingNew$X/Plus.1", None),
        ("Number$5/Plus.1/Twice/Minus.2", 10),
        ("SVar$X", 20),
        ("SVar$Y", None),
        ("Number", None),
        ("X/Plus.1", None),
        ("  3 ", 3),
        ("999999", 999999),
        ("1000000", LARGEST),
        ("-1000000", -LARGEST),
        ("Number$999999/Times.999999", LARGEST),
        ("٣", None),
    ],
)
def test_operations(text: str, expected: int | None):
    """What is done to a count, one after the other; ASCII digits alone are a number."""
    assert number(seen_by(board()), text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2", 2), ("+2", 2), ("-2", -2), (" -2 ", -2), ("X", None), ("-X", None), ("-", None)],
)
def test_literals(text: str, expected: int | None):
    """A number written out, with its sign."""
    assert literal(text) == expected


def chain(length: int) -> dict[str, str]:
    """So many names, each of which stands for the next; the last stands for 7."""
    return {f"n{place}": f"N{place + 1}" for place in range(length - 1)} | {f"n{length - 1}": "7"}


@pytest.mark.parametrize(("length", "expected"), [(1, 7), (7, 7), (8, 7), (9, None), (30, None)])
def test_names_for_names(length: int, expected: int | None):
    """Named values refer to each other eight deep, and no deeper."""
    assert number(seen_by(board(), svars=chain(length)), "N0") == expected


def test_names_within_expressions_go_as_deep():
    """What is looked up for an operation counts one deeper."""
    names = {f"n{place}": f"SVar$N{place + 1}" for place in range(3)} | {"n3": "7"}
    assert number(seen_by(board(), svars=names), "N0") == 7


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Targeted$CardCounters.ALL", 3),
        ("Targeted$CardCounters", 3),
        ("Targeted$CardCounters.p1p1", 2),
        ("Targeted$CardCounters.NONE", 0),
        ("Targeted$CardToughness", 6),
        ("Targeted$CardNumColors", 2),
        ("Targeted$SomethingNew", None),
        ("Remembered$CardPower", 0),
        ("Remembered$CardToughness", 0),
        ("Remembered$Amount", 1),
        ("Remembered$Valid Creature", 0),
        ("Remembered$Valid Card.SomethingNew", None),
        ("Targeted$LifeTotal", 0),
        ("TargetedController$LifeTotal", 20),
        ("TargetedController$CardsInHand", 1),
        ("TargetedController$CardsInSomewhere", None),
        ("TargetedController$Counters.poison", 4),
        ("TargetedController$Counters.energy", 0),
        ("TargetedController$LifeLostThisTurn", 2),
        ("TriggeredPlayer$LifeLostThisTurn", 2),
        ("You$LifeLostThisTurn", None),
        ("You$CardsInLibrary", None),
        ("You$SomethingNew", None),
        ("SomebodyNew$LifeTotal", None),
        ("PlayerCountPlayers$Amount", 2),
        ("PlayerCountPlayers$LifeTotal", 20),
        ("PlayerCountPlayers$CardsInHand", 1),
        ("PlayerCountPlayers$LifeLostThisTurn", None),
        ("PlayerCountOpponents$Counters.poison", 4),
        ("PlayerCountOpponents$HasPropertyActive", 0),
        ("PlayerCountPlayers$HasPropertyActive", 1),
        ("PlayerCountPlayers$HasPropertySomethingNew", None),
        ("PlayerCountSomebody$Amount", None),
        ("Count$InYourGraveyard", 2),
        ("Count$InYourLibrary", None),
        ("Count$ValidHand Card.OppOwn", 1),
        ("Count$ValidSomewhere Card", None),
        ("Count$ValidGraveyard ", None),
        ("Count$Valid", None),
        ("Count$Valid Creature", 4),
        ("Count$ThisTurnEntered_Battlefield_Creature", None),
        ("Count$ThisTurnEntered_Battlefield_from_Hand_Creature", None),
        ("Count$Compare X GE20.1", None),
        ("Count$Compare X GE20.1.2.3", None),
        ("Count$Compare Y GE20.1.2", None),
        ("Count$Compare X GE20.Number$6.2", 6),
        ("TriggerCount$LifeAmount", 4),
        ("TriggerCount$Amount", 4),
    ],
)
def test_counts(text: str, expected: int | None):
    """What is counted, of whom; what nobody says is no number, and what is not there is none."""
    game = board()
    game.creature("phased", owner="b", phased_out=True)
    game.creature("plain")
    game["big"].counters["STUN"] = 1
    game.add("relic", "Relic").characteristics.types.append("Artifact")
    game.hand("card", "Nothing", owner="b")
    game.player("a").ClearField("library_size")
    game.player("b").counters["POISON"] = 4
    game.player("b").life_lost_this_turn = 2
    view = seen_by(game, context=pb.TriggerContext(player_id="b", amount=4))
    view.targets = [pb.Target(object_id="big", incarnation=1)]
    view.remembered = [view.seen("relic")]  # type: ignore[list-item]
    assert number(view, text) == expected


def test_nothing_set_it_off():
    """An activated ability has no damage to count."""
    assert number(seen_by(board(), context=None), "TriggerCount$DamageAmount") is None


def test_nobody_to_count():
    """Of no opponents there is no greatest life total, though there are none of them."""
    game = Game("a", "b")
    for player in game.state.players:
        player.team_id = "us"
    view = seen_by(game)
    assert number(view, "PlayerCountOpponents$Amount") == 0
    assert number(view, "PlayerCountOpponents$LifeTotal") is None


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("EQ20", True),
        ("EQ19", False),
        ("NE20", False),
        ("NE19", True),
        ("GE20", True),
        ("GE21", False),
        ("GT20", False),
        ("GT19", True),
        ("LE20", True),
        ("LE19", False),
        ("LT20", False),
        ("LT21", True),
        ("EQX", True),
        ("XX20", None),
        ("GE", None),
        ("GEY", None),
    ],
)
def test_comparisons(condition: str, expected: bool | None):
    """Each comparator where both sides are equal, and beside it."""
    assert compares(seen_by(board()), "X", condition) is expected
    assert compares(seen_by(board()), "Y", condition) is None


def entered() -> Game:
    """Of a's turn 5: two creatures of a's that entered, one of them phased out; and others."""
    game = Game()
    for name in ("first", "phased", "before", "stolen", "lent", "dead"):
        game.creature(name, turn_entered=4 if name == "before" else 5)
    game["phased"].phased_out = True
    game["stolen"].owner_id, game["stolen"].controller_id = "b", "a"
    game["lent"].controller_id = "b"
    game["dead"].zone = pb.ZONE_GRAVEYARD
    game.add("land", "Some Land", turn_entered=5).characteristics.types.append("Land")
    return game


ENTERED = "Count$ThisTurnEntered_Battlefield_Creature.YouCtrl"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ENTERED, 2),
        ("Entered", 2),
        ("Count$ThisTurnEntered_Battlefield_Land.YouCtrl", 1),
        ("Count$ThisTurnEntered_Battlefield_Creature.OppCtrl", 0),
        ("Count$ThisTurnEntered_Battlefield_Creature.SomethingNew", None),
        ("Count$ThisTurnEntered_Battlefield_from_Hand_Creature", None),
        (f"{ENTERED}/Plus.1", None),
        ("Count$Valid Creature", None),
        ("Count$YourLifeTotal", None),
        ("2", None),
        ("Unheard", None),
    ],
)
def test_how_many_entered_at_least(text: str, expected: int | None):
    """What is there, phased out too (702.26b), under its owner's control; no other count."""
    view = seen_by(entered(), svars={"entered": ENTERED})
    assert at_least(view, text) == expected
    if expected is not None:
        assert number(view, text) is None


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("GE1", True), ("GE2", True), ("GE3", None),
        ("GT1", True), ("GT2", None),
        ("LE1", False), ("LE2", None),
        ("LT2", False), ("LT3", None),
        ("EQ1", False), ("EQ2", None), ("EQ3", None),
        ("NE1", True), ("NE2", None), ("NE3", None),
        ("XX1", None), ("GEY", None),
    ],
)  # fmt: skip
def test_what_more_that_left_cannot_change(condition: str, expected: bool | None):
    """603.4: of a number that may be larger, only what holds of all that are no smaller."""
    assert compares(seen_by(entered()), ENTERED, condition) is expected
