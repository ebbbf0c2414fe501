"""Valid-expressions, numbers and words that name players and objects, as a script states them."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.amounts import number
from ninjutsu_service.rules.chance import Chance
from ninjutsu_service.rules.defined import defined_objects, defined_players
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import player_matches, seen_matches, stack_matches
from ninjutsu_service.rules.view import View
from ninjutsu_service.state.board import Board
from ninjutsu_service.state.faults import InvalidRequest
from tests.boards import Game, bundled, pb


def seen_by(game: Game, source: str = "source", **fields: object) -> View:
    """How an ability of a's sees the game."""
    table = Table(Board(game.state), game.rulebook)
    view = View(table, None, "a", {"x": "Count$YourLifeTotal", "loop": "loop"})
    view.source = view.seen(source)
    for name, value in fields.items():
        setattr(view, name, value)
    view.last_known = Ledger(table).last_known
    return view


@pytest.mark.parametrize(("lost", "expected"), [({"b": 3, "c": 0}, 1), ({"b": 3}, None)])
def test_who_lost_life_this_turn(lost: dict[str, int], expected: int | None):
    """Known only where the engine says it of every player who is asked about."""
    game = Game("a", "b", "c")
    for name, amount in lost.items():
        game.player(name).life_lost_this_turn = amount
    view = seen_by(game)
    assert number(view, "PlayerCountOpponents$HasPropertyLostLifeThisTurn") == expected
    assert number(view, "PlayerCountOpponents$LifeLostThisTurn") == (3 if expected else None)


def board() -> Game:
    """A Ninja of a's with an ability, and objects of both players."""
    game = Game()
    game.add("source", "Throat Slitter", tapped=True, turn_entered=5, paid_keyword="Sneak")
    game.attack("source")
    game.creature("big", owner="b", power=5, toughness=6, keywords=["Flying", "First Strike"])
    game["big"].characteristics.colors.extend(["black", "red"])
    game["big"].characteristics.mana_cost = "3 B R"
    game["big"].counters["P1P1"] = 2
    game.creature("token", owner="b", token=True, power=1, toughness=1)
    game.add("grave", "Walker of Secret Ways", pb.ZONE_GRAVEYARD)
    game.add("unknown", "Card that nobody knows", pb.ZONE_GRAVEYARD)
    for name in ("top", "under"):
        game.add(name, "Throat Slitter", pb.ZONE_LIBRARY, "b")
    return game


@pytest.mark.parametrize(
    ("expression", "name", "expected"),
    [
        ("Card", "source", True),
        ("Card.Self", "source", True),
        ("Card.Other", "source", False),
        ("Creature.Other+OppCtrl", "big", True),
        ("Ninja", "source", True),
        ("Ninja", "big", False),
        ("Rat.YouCtrl", "source", True),
        ("Creature.nonNinja", "big", True),
        ("Artifact,Creature", "big", True),
        ("Creature.Black+Red", "big", True),
        ("Creature.nonBlack", "big", False),
        ("Creature.MultiColor", "big", True),
        ("Creature.Colorless", "token", True),
        ("Creature.withFlying", "big", True),
        ("Creature.withoutFlying", "big", False),
        ("Creature.withFirst Strike", "big", True),
        ("Creature.powerGE5", "big", True),
        ("Creature.powerLT5", "big", False),
        ("Creature.toughnessEQ6", "big", True),
        ("Card.cmcEQ5", "big", True),
        ("Card.cmcLEX", "big", True),
        ("Card.cmcGTX", "big", False),
        ("Card.cmcLE3", "unknown", None),
        ("Creature.counters_GE1_P1P1", "big", True),
        ("Creature.counters_EQ0_P1P1", "big", False),
        ("Creature.HasCounters", "token", False),
        ("Creature.token", "token", True),
        ("Creature.nonToken", "token", False),
        ("Card.tapped", "source", True),
        ("Card.untapped", "source", False),
        ("Card.attacking", "source", True),
        ("Card.attacking", "big", False),
        ("Card.unblocked", "source", True),
        ("Card.blocked", "source", False),
        ("Card.notattacking", "source", False),
        ("Card.ThisTurnEntered", "source", True),
        ("Card.ThisTurnEntered", "big", False),
        ("Card.CastSa Spell.Sneak", "source", True),
        ("Card.CastSa Spell.WebSlinging", "source", False),
        ("Card.CastSa Spell.MayPlaySource", "source", None),
        ("Card.namedThroat Slitter", "source", True),
        ("Card.YouOwn", "grave", True),
        ("Card.OwnedBy TriggeredTarget", "big", True),
        ("Card.ControlledBy You", "big", False),
        ("Card.ControlledBy SomebodyNew", "big", None),
        ("Permanent", "grave", True),
        ("Card.inZoneGraveyard", "grave", True),
        ("Card.TopLibrary", "top", True),
        ("Card.TopLibrary", "under", False),
        ("Card.IsRemembered", "big", True),
        ("Card.IsNotRemembered", "token", True),
        ("Card.SomethingNew", "source", None),
        ("SomethingNew", "source", None),
        ("SomethingNew.YouCtrl,Ninja", "source", True),
        ("Ninja.SomethingNew+OppCtrl", "source", False),
        ("Player", "source", False),
        ("Creature.equipped", "source", None),
    ],
)
def test_objects(expression: str, name: str, expected: bool | None):
    """Yes, no, or not understood: which decides only where nothing else does."""
    view = seen_by(board(), context=pb.TriggerContext(player_id="b"))
    view.remembered = [view.seen("big")]  # type: ignore[list-item]
    seen = view.seen(name)
    assert seen is not None
    assert seen_matches(view, expression, seen) is expected


@pytest.mark.parametrize(
    ("expression", "fits"),
    [
        ("Player", ["a", "b", "c"]),
        ("You", ["a"]),
        ("Opponent", ["b"]),
        ("Player.Opponent", ["b"]),
        ("Player.Other", ["b", "c"]),
        ("Player.nonActive", ["b", "c"]),
        ("Player.IsRemembered", ["c"]),
        ("Any", ["a", "b", "c"]),
        ("Creature", []),
    ],
)
def test_players(expression: str, fits: list[str]):
    """C is on a's team, and no opponent."""
    game = Game("a", "b", "c")
    for name in ("a", "c"):
        game.player(name).team_id = "red"
    view = seen_by(game, each_player="c")
    assert [name for name in ("a", "b", "c") if player_matches(view, expression, name)] == fits


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("Activated.Ninjutsu", True),
        ("Activated.Sneak", False),
        ("Spell", False),
        ("Triggered", False),
        ("SpellAbility", True),
        ("Activated.YouCtrl", True),
        ("Activated.OppCtrl", False),
        ("Activated.nonNinjutsu", False),
        ("Instant,Sorcery", False),
        ("Activated.SomethingNew", None),
    ],
)
@pytest.mark.parametrize("keyword", ["Ninjutsu", "Commander ninjutsu"])
def test_what_is_on_the_stack(expression: str, expected: bool | None, keyword: str):
    """702.49d: commander ninjutsu is ninjutsu."""
    item = pb.StackObject(
        kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, controller_id="a", keyword=keyword
    )
    assert stack_matches(seen_by(board()), expression, item) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", 3),
        ("+2", 2),
        ("-3", -3),
        ("X", 20),
        ("-X", -20),
        ("loop", None),
        ("Y", None),
        ("", None),
        ("Count$SomethingNew", None),
        ("SomethingNew$X", None),
        ("Number$4", 4),
        ("Number$4/Plus.3", 7),
        ("Number$4/Minus.X", -16),
        ("Number$5/HalfUp", 3),
        ("Number$5/HalfDown", 2),
        ("Number$5/Twice", 10),
        ("Number$5/Times.3", 15),
        ("Number$5/LimitMax.3", 3),
        ("Number$5/LimitMin.9", 9),
        ("Number$5/SomethingNew", None),
        ("SVar$X/Plus.1", 21),
        ("Count$xPaid", 6),
        ("Count$Valid Creature.OppCtrl", 2),
        ("Count$Valid Creature.SomethingNew", None),
        ("Count$ValidGraveyard Card.YouOwn", 2),
        ("Count$InYourHand", 0),
        ("Count$CardPower", 2),
        ("Count$ThisTurnEntered_Battlefield_Creature.YouCtrl", None),
        ("Count$Compare X GE20.1.2", 1),
        ("Count$Compare X GE21.1.2", 2),
        ("TriggerCount$DamageAmount", 4),
        ("TriggerCount$SomethingNew", None),
        ("TriggeredTarget$LifeTotal", 20),
        ("TriggeredTarget$LifeTotal/HalfUp", 10),
        ("TriggeredTarget$CardsInLibrary", 40),
        ("TriggeredTarget$CardsInGraveyard", 0),
        ("Targeted$CardPower", 5),
        ("Targeted$CardManaCost", 5),
        ("Targeted$CardCounters.P1P1", 2),
        ("Remembered$Amount", 2),
        ("Remembered$CardManaCost", 5),
        ("Remembered$Valid Creature.token", 1),
        ("Returned$CardManaCost", None),
        ("PlayerCountOpponents$Amount", 1),
        ("PlayerCountOpponents$LifeTotal", 20),
        ("PlayerCountOpponents$HasPropertyLostLifeThisTurn", None),
        ("9" * 40, 2**30),
    ],
)
def test_numbers(text: str, expected: int | None):
    """A number, or None for what is not understood: never 0 for that."""
    view = seen_by(board(), context=pb.TriggerContext(player_id="b", amount=4), x=6)
    view.targets = [pb.Target(object_id="big", incarnation=1)]
    view.remembered = [view.seen("big"), view.seen("token")]  # type: ignore[list-item]
    assert number(view, text) == expected


def test_the_mana_value_of_a_card_that_nobody_knows():
    """It was not sent and is not printed: no number."""
    view = seen_by(board())
    view.remembered = [view.seen("unknown")]  # type: ignore[list-item]
    assert number(view, "Remembered$CardManaCost") is None
    assert number(view, "Remembered$Amount") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("You", ["a"]),
        ("Player", ["a", "b"]),
        ("Opponent", ["b"]),
        ("Player.Opponent", ["b"]),
        ("You & Opponent", ["a", "b"]),
        ("TriggeredTarget", ["b"]),
        ("TriggeredDefendingPlayer", ["b"]),
        ("TargetedPlayer", []),
        ("TargetedController", ["b"]),
        ("TargetedOwner", ["b"]),
        ("SelfController", ["a"]),
        ("ChosenPlayer", None),
        ("SomebodyNew", None),
        ("Player.SomethingNew", None),
    ],
)
def test_whom_words_name(words: str, expected: list[str] | None):
    """Players, in turn order."""
    view = seen_by(board(), context=pb.TriggerContext(player_id="b"))
    view.targets = [pb.Target(object_id="big", incarnation=1)]
    assert defined_players(view, words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Self", ["source"]),
        ("Targeted", ["big"]),
        ("Self & Targeted", ["source", "big"]),
        ("TriggeredSource", ["token"]),
        ("TriggeredCardLKICopy", ["token"]),
        ("TriggeredTarget", None),
        ("Remembered", []),
        ("Valid Creature.OppCtrl", ["big", "token"]),
        ("ValidLibrary Card.TopLibrary+OppOwn", ["top"]),
        ("ValidLibrary", None),
        ("Valid Creature.SomethingNew", None),
        ("Enchanted", None),
    ],
)
def test_what_words_name(words: str, expected: list[str] | None):
    """Objects, as they are."""
    context = pb.TriggerContext(player_id="b", object_id="token", object_incarnation=1)
    view = seen_by(board(), context=context)
    view.targets = [pb.Target(object_id="big", incarnation=1)]
    found = defined_objects(view, words)
    assert (None if found is None else [seen.item.id for seen in found]) == expected


def test_chance():
    """The same seed gives the same, another seed another; without one it cannot be used."""
    items = list(range(50))
    assert Chance(7).shuffled(items) == Chance(7).shuffled(items)
    assert Chance(7).shuffled(items) != Chance(8).shuffled(items)
    assert sorted(Chance(7).shuffled(items)) == items
    unused = Chance()
    assert unused.shuffled([1]) == [1]
    assert unused.picked([1, 2], 2) == [1, 2]
    assert not unused.used
    with pytest.raises(InvalidRequest, match="random_seed"):
        unused.shuffled([1, 2])
    used = Chance(1)
    used.picked([1, 2, 3], 1)
    assert used.used


def test_every_place_is_as_likely():
    """Over many seeds each of four cards is first about as often as another."""
    first = [Chance(seed).shuffled("abcd")[0] for seed in range(2000)]
    assert all(430 < first.count(letter) < 570 for letter in "abcd")


def test_bundled_cards_are_understood():
    """Every trigger of a bundled card but one is read; that one declares attackers."""
    unread = []
    for name in bundled().pool.names():
        card = bundled().pool.get(name)
        assert card is not None
        able = bundled().abilities(name)
        read = len(able.triggers) if able else 0
        unread += [name] * (len(card.faces[0].triggers) - read)
    assert unread == ["Shredder, Unrelenting"]
