"""Drawing, discarding, milling and conjuring (CR 121, 701.9, 701.17)."""

from __future__ import annotations

import pytest

from tests.boards import Game, ev, events, invalid, pb, wire
from tests.rules.scripts import game_of, on_stack, picks, script


def doing(ability: str, *more: str) -> Game:
    """A game with the ability on the stack; a's library has three cards, b's one of forty."""
    game = game_of(script("Source", f"SVar:TrigDo:{ability}", *more))
    game.add("source", "Source")
    for name in ("one", "two", "three"):
        game.add(name, f"Card {name}", pb.ZONE_LIBRARY)
    game.player("a").library_size = 3
    game.add("theirs", "Card theirs", pb.ZONE_LIBRARY, "b")
    on_stack(game, "TrigDo")
    return game


def moves(outcome: wire.Outcome) -> list[tuple[str, int, int]]:
    """The zone changes of an outcome, each as (object, zone, batch)."""
    return [
        (each.zone_changed.object_id, each.zone_changed.to_zone, each.batch)
        for each in outcome.events
        if each.HasField("zone_changed")
    ]


def left(outcome: wire.Outcome) -> list[str]:
    return [each.ability for each in events(outcome, "effect_left_to_engine")]


def test_cards_are_drawn_one_at_a_time():
    """121.2: each by itself, the top one first; the library has fewer."""
    outcome = doing("DB$ Draw | Defined$ You | NumCards$ 2").resolve()
    assert moves(outcome) == [("one", pb.ZONE_HAND, 0), ("two", pb.ZONE_HAND, 0)]
    assert {each.reason for each in events(outcome, "zone_changed")} == {4 - 1}
    assert outcome.state.players[0].library_size == 1


@pytest.mark.clause("B4")
@pytest.mark.parametrize("instead", [True, False])
def test_drawing_a_commander(instead: bool):
    """903.9b: its owner is asked; in the command zone it was not drawn (121.1), and the next is."""
    game = doing("DB$ Draw | Defined$ You | NumCards$ 2")
    game["one"].commander = True
    choice = game.resolve().choice
    assert (choice.id, choice.player_id) == ("903.9b:one", "a")
    outcome = game.resolve(wire.Decision(choice_id=choice.id, yes=instead))
    said = [
        (each.zone_changed.to_zone, each.zone_changed.reason, each.rule)
        for each in outcome.events
        if each.HasField("zone_changed")
    ]
    drawn = (pb.ZONE_HAND, ev.MOVE_REASON_DRAWN, "121.1")
    away = (pb.ZONE_COMMAND, ev.MOVE_REASON_UNSPECIFIED, "903.9b")
    assert said == [away if instead else drawn, drawn]
    assert outcome.state.players[0].library_size == 1


@pytest.mark.clause("B4")
@pytest.mark.parametrize(("instead", "gained"), [(True, 0), (False, 1)])
def test_what_triggers_on_a_commander_drawn(instead: bool, gained: int):
    """121.1, 903.9b: nothing triggers on a draw that did not happen, and none is remembered."""
    watching = "T:Mode$ Drawn | ValidCard$ Card.YouOwn | TriggerZones$ Battlefield | Execute$ Gain"
    game = doing(
        "DB$ Draw | Defined$ You | NumCards$ 1 | RememberDrawn$ True | SubAbility$ DBLose",
        "SVar:DBLose:DB$ LoseLife | Defined$ You | LifeAmount$ Drawn",
        "SVar:Drawn:Remembered$Amount",
        watching,
        "SVar:Gain:DB$ GainLife | Defined$ You | LifeAmount$ 1",
    )
    game["one"].commander = True
    outcome = game.resolve(wire.Decision(choice_id="903.9b:one", yes=instead))
    assert len(events(outcome, "stack_pushed")) == gained
    assert len(events(outcome, "life_changed")) == gained


@pytest.mark.clause("C11")
def test_drawing_from_an_empty_library():
    """704.5b: what there is is drawn; who was to draw more loses."""
    outcome = doing("DB$ Draw | Defined$ You | NumCards$ 5").resolve()
    assert [name for name, _, _ in moves(outcome)] == ["one", "two", "three"]
    assert [each.player_id for each in events(outcome, "player_lost")] == ["a"]


def test_drawing_from_an_empty_library_where_the_engine_settles():
    """The engine has to see it: nothing is drawn here."""
    game = doing("DB$ Draw | Defined$ You | NumCards$ 5")
    outcome = game.resolve(options=wire.CallOptions(engine_settles=True))
    assert moves(outcome) == []
    assert left(outcome) == ["DB$ Draw | Defined$ You | NumCards$ 5"]


@pytest.mark.parametrize("size", [40, None])
def test_drawing_beyond_the_cards_sent(size: int | None):
    """Cards that were not sent cannot be drawn here: all of the part is the engine's."""
    game = doing("DB$ Draw | Defined$ Player | NumCards$ 2")
    record = game.player("b")
    record.ClearField("library_size")
    if size is not None:
        record.library_size = size
    outcome = game.resolve()
    assert moves(outcome) == []
    assert len(left(outcome)) == 1
    assert [each.WhichOneof("event") for each in outcome.events][-1] == "stack_removed"
    assert outcome.state.priority_player_id == "a"


def test_a_library_of_unknown_size():
    """Where enough cards were sent its size does not matter."""
    game = doing("DB$ Draw | Defined$ You | NumCards$ 3")
    game.player("a").ClearField("library_size")
    outcome = game.resolve()
    assert len(moves(outcome)) == 3
    assert not outcome.state.players[0].HasField("library_size")


def test_all_players_discard_at_once():
    """101.4: all choose in turn order, then all discard together."""
    game = doing("DB$ Discard | Defined$ Player | NumCards$ 1 | Mode$ TgtChoose")
    for name, owner in (("x", "a"), ("y", "a"), ("v", "b"), ("w", "b")):
        game.add(name, f"Card {name}", pb.ZONE_HAND, owner)
    first = game.resolve().choice
    assert (first.player_id, list(first.option_ids)) == ("a", ["x", "y"])
    second = game.resolve(picks(first, "y")).choice
    assert (second.player_id, list(second.option_ids)) == ("b", ["v", "w"])
    outcome = game.resolve(picks(first, "y"), picks(second, "v"))
    assert moves(outcome) == [("y", pb.ZONE_GRAVEYARD, 1), ("v", pb.ZONE_GRAVEYARD, 1)]


def test_a_discard_at_random():
    """The seed decides, the same each time; `random` says so; without one the call is invalid."""
    game = doing("DB$ Discard | Defined$ You | NumCards$ 1 | Mode$ Random")
    for name in ("x", "y", "z"):
        game.add(name, f"Card {name}", pb.ZONE_HAND)
    with invalid("random_seed"):
        game.resolve()
    found = {seed: moves(game.resolve(random_seed=seed))[0][0] for seed in range(20)}
    assert {*found.values()} == {"x", "y", "z"}
    again = game.resolve(random_seed=0)
    assert moves(again)[0][0] == found[0]
    assert again.random


def test_a_discard_of_all_at_random_needs_no_seed():
    """Where there is nothing to decide nothing is left to chance."""
    game = doing("DB$ Discard | Defined$ You | NumCards$ 1 | Mode$ Random")
    game.add("x", "Card x", pb.ZONE_HAND)
    outcome = game.resolve()
    assert moves(outcome) == [("x", pb.ZONE_GRAVEYARD, 0)]
    assert not outcome.random


def test_milling_what_there_is():
    """701.17b: as many as possible, all at once."""
    outcome = doing("DB$ Mill | Defined$ You | NumCards$ 9").resolve()
    assert moves(outcome) == [
        ("one", pb.ZONE_GRAVEYARD, 1),
        ("two", pb.ZONE_GRAVEYARD, 1),
        ("three", pb.ZONE_GRAVEYARD, 1),
    ]


@pytest.mark.parametrize(
    "ability",
    [
        "DB$ Draw | Defined$ SomeoneNew | NumCards$ 1",
        "DB$ Draw | Defined$ You | NumCards$ Y",
        "DB$ Draw | Defined$ You | NumCards$ X",
        "DB$ Draw | Defined$ You | NumCards$ 1 | SomethingNew$ True",
        "DB$ Discard | Defined$ You | NumCards$ 1 | Mode$ SomethingNew",
        "DB$ SomethingNew | Defined$ You",
        "DB$ Draw | Defined$ You | ConditionPresent$ Card.SomethingNew",
        "DB$ Draw | Defined$ You | ConditionSomethingNew$ True",
        "DB$ MakeCard | Defined$ You | Name$ Rat | Zone$ Library",
        "DB$ MakeCard | Defined$ You | Name$ ChosenName | Zone$ Hand",
        "DB$ MakeCard | Defined$ You | Zone$ Hand",
        "DB$ ChooseType | Defined$ You | Type$ Creature",
        "DB$ ChooseType | Defined$ Player | Type$ Card",
    ],
)
def test_what_is_not_understood_is_the_engines(ability: str):
    """Neither true nor false, neither nothing nor all: the part's own text goes to the engine."""
    game = doing(ability, "SVar:X:Count$SomethingNew")
    game.add("x", "Card x", pb.ZONE_HAND)
    outcome = game.resolve()
    assert left(outcome) == [ability]
    assert moves(outcome) == []


def test_what_came_before_a_part_that_is_left_stays_done():
    """Parts are carried out in order; the rest of the chain is in the text that is left."""
    game = doing("DB$ Draw | Defined$ You | SubAbility$ DBNew", "SVar:DBNew:DB$ SomethingNew")
    outcome = game.resolve()
    assert moves(outcome) == [("one", pb.ZONE_HAND, 0)]
    assert left(outcome) == ["DB$ SomethingNew"]


def test_what_triggered_before_a_part_that_is_left_is_told():
    """Nothing follows a part that is left, but what had triggered is not lost."""
    game = doing(
        "DB$ Draw | Defined$ You | SubAbility$ DBNew",
        "SVar:DBNew:DB$ SomethingNew",
        "T:Mode$ Drawn | ValidCard$ Card.YouOwn | TriggerZones$ Battlefield | Execute$ TrigLife",
        "SVar:TrigLife:DB$ GainLife | Defined$ You | LifeAmount$ 1",
    )
    outcome = game.resolve()
    assert [each.ability for each in outcome.triggers] == ["TrigLife"]
    assert not outcome.state.stack


@pytest.mark.parametrize("more", ["", " | Conjure$ True", " | Defined$ You"])
@pytest.mark.parametrize(
    ("zone", "there"), [("Hand", pb.ZONE_HAND), ("graveyard", pb.ZONE_GRAVEYARD)]
)
def test_conjuring_as_scripts_write_it(more: str, zone: str, there: int):
    """A card of that name comes into one's zone, no token; `Conjure$` says nothing more."""
    game = doing(f"DB$ MakeCard | Name$ Virus Beetle | Zone$ {zone}{more}")
    (made,) = events(game.resolve(), "object_created")
    found = made.object
    assert (found.card_name, found.owner_id, found.zone) == ("Virus Beetle", "a", there)
    assert not found.token


def test_what_was_conjured_is_remembered():
    """`RememberMade$`: a later part moves that very card."""
    game = doing(
        "DB$ MakeCard | Name$ Rat | Zone$ Hand | RememberMade$ True | SubAbility$ DBAway",
        "SVar:DBAway:DB$ ChangeZone | Defined$ Remembered | Origin$ Hand | Destination$ Exile",
    )
    outcome = game.resolve()
    (made,) = events(outcome, "object_created")
    assert moves(outcome) == [(made.object.id, pb.ZONE_EXILE, 0)]
