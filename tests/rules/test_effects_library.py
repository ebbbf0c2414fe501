"""Looking at libraries, searching them, and moving cards between zones (CR 401, 701.22 to 25)."""

from __future__ import annotations

import pytest

from tests.boards import Game, events, invalid, pb, refused, wire
from tests.rules.scripts import game_of, on_stack, picks, script


def doing(ability: str, *more: str, size: int = 4) -> Game:
    """A game with the ability on the stack, and four cards in a's library."""
    game = game_of(script("Source", f"SVar:TrigDo:{ability}", *more))
    game.add("source", "Source")
    for name in ("one", "two", "three", "four"):
        item = game.add(name, f"Card {name}", pb.ZONE_LIBRARY)
        item.characteristics.types.append("Creature" if name != "two" else "Instant")
    game.player("a").library_size = size
    on_stack(game, "TrigDo")
    return game


def library(state: pb.CombatState) -> list[str]:
    return [item.id for item in state.objects if item.zone == pb.ZONE_LIBRARY]


def decided(game: Game, *answers: list[str], **fields: int) -> wire.Outcome:
    """The outcome after the answers, each to the next choice."""
    decisions: list[wire.Decision] = []
    for answer in answers:
        choice = game.resolve(*decisions, **fields).choice
        decisions.append(wire.Decision(choice_id=choice.id, option_ids=answer))
    return game.resolve(*decisions, **fields)


def test_scry():
    """701.22a: any number to the bottom in any order, the rest on top in any order."""
    game = doing("DB$ Scry | Defined$ You | ScryNum$ 3")
    outcome = decided(game, ["two"], ["three", "one"])
    assert library(outcome.state) == ["three", "one", "four", "two"]
    outcome = decided(game, ["one", "two", "three"], ["two", "three", "one"])
    assert library(outcome.state) == ["four", "two", "three", "one"]


def test_scry_in_a_library_with_more_cards():
    """What goes below cards that were not sent leaves the state."""
    outcome = decided(doing("DB$ Scry | Defined$ You | ScryNum$ 1", size=40), ["one"])
    assert library(outcome.state) == ["two", "three", "four"]


def test_surveil():
    """701.25a: any number into the graveyard, the rest back in any order."""
    game = doing("DB$ Surveil | Defined$ You | Amount$ 3")
    outcome = decided(game, ["two"], ["three", "one"])
    assert library(outcome.state) == ["three", "one", "four"]
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["two"]


@pytest.mark.parametrize("ability", ["Scry | ScryNum$ 3", "Surveil | Amount$ 3"])
def test_looking_at_cards_that_were_not_sent(ability: str):
    """The engine's."""
    game = doing(f"DB$ {ability} | Defined$ Player")
    outcome = game.resolve()
    assert len(events(outcome, "effect_left_to_engine")) == 1


def test_dig():
    """One of three to hand, the others to the bottom in an order that is chosen."""
    game = doing(
        "DB$ Dig | Defined$ You | DigNum$ 3 | ChangeNum$ 1 | DestinationZone$ Hand"
        " | DestinationZone2$ Library | LibraryPosition2$ -1 | NoReveal$ True"
    )
    outcome = decided(game, ["two"], ["three", "one"])
    assert library(outcome.state) == ["four", "three", "one"]
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["two"]


def test_dig_for_what_fits():
    """Of what fits as many as are wanted; the rest into the graveyard."""
    game = doing(
        "DB$ Dig | Defined$ You | DigNum$ 3 | ChangeNum$ 1 | ChangeValid$ Creature"
        " | DestinationZone$ Battlefield | DestinationZone2$ Graveyard"
    )
    choice = game.resolve().choice
    assert (list(choice.option_ids), choice.min, choice.max) == (["one", "three"], 0, 1)
    outcome = game.resolve(picks(choice))
    zones = {each.object_id: each.to_zone for each in events(outcome, "zone_changed")}
    assert zones == dict.fromkeys(("one", "two", "three"), pb.ZONE_GRAVEYARD)


def test_random_order_below():
    """The seed decides the order; nothing is decided of one card."""
    game = doing(
        "DB$ Dig | Defined$ You | DigNum$ 4 | ChangeNum$ 1 | DestinationZone$ Hand"
        " | DestinationZone2$ Library | LibraryPosition2$ -1 | RestRandomOrder$ True"
    )
    with invalid("random_seed"):
        decided(game, ["one"])
    orders = {tuple(library(decided(game, ["one"], random_seed=seed).state)) for seed in range(40)}
    assert orders == {
        (x, y, z)
        for x in ("two", "three", "four")
        for y in ("two", "three", "four")
        for z in ("two", "three", "four")
        if len({x, y, z}) == 3
    }


def test_searching_shuffles():
    """701.24a: the library's order is not known any more, found or not."""
    game = doing(
        "DB$ ChangeZone | Origin$ Library | Destination$ Hand | DefinedPlayer$ You"
        " | ChangeType$ Creature | ChangeNum$ 2"
    )
    choice = game.resolve().choice
    assert (list(choice.option_ids), choice.min, choice.max) == (["one", "three", "four"], 0, 2)
    outcome = game.resolve(picks(choice, "one", "four"))
    assert library(outcome.state) == []
    assert outcome.state.players[0].library_size == 2
    outcome = game.resolve(picks(choice))
    assert (library(outcome.state), outcome.state.players[0].library_size) == ([], 4)


def test_too_many_found():
    """More than the search allows is refused."""
    game = doing(
        "DB$ ChangeZone | Origin$ Library | Destination$ Hand | DefinedPlayer$ You"
        " | ChangeType$ Creature | ChangeNum$ 1"
    )
    choice = game.resolve().choice
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.resolve(picks(choice, "one", "four"))


def test_seek_at_random():
    """One of what fits, by the seed."""
    game = doing("DB$ Seek | Defined$ You | Num$ 1 | Type$ Creature")
    found = {
        events(game.resolve(random_seed=seed), "zone_changed")[0].object_id for seed in range(30)
    }
    assert found == {"one", "three", "four"}


@pytest.mark.clause("B4")
@pytest.mark.parametrize("wants", [True, False])
def test_a_commander_returned_by_an_effect(wants: bool):
    """903.9b: its owner may have it go to the command zone instead, wherever the effect is from."""
    game = doing(
        "DB$ ChangeZone | Origin$ Battlefield | Destination$ Hand | ValidTgts$ Creature.OppCtrl"
    )
    game.creature("boss", owner="b", commander=True)
    game.state.stack[0].targets.add(object_id="boss", incarnation=1)
    choice = game.resolve().choice
    assert (choice.id, choice.player_id) == ("903.9b:boss", "b")
    outcome = game.resolve(wire.Decision(choice_id=choice.id, yes=wants))
    (moved,) = events(outcome, "zone_changed")
    assert moved.to_zone == (pb.ZONE_COMMAND if wants else pb.ZONE_HAND)


def permanents_to_choose(ability: str) -> list[str]:
    """Of a creature of a's, one that a stole, one that b stole, one of b's, one phased out."""
    game = doing(ability)
    game.creature("mine")
    game.creature("stolen", owner="b", controller_id="a")
    game.creature("lost", controller_id="b")
    game.creature("theirs", owner="b")
    game.creature("phased", phased_out=True)
    return list(game.resolve().choice.option_ids)


FROM_BATTLEFIELD = (
    "DB$ ChangeZone | Origin$ Battlefield | Destination$ Hand | Hidden$ True | Mandatory$ True"
)


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        ("ChangeType$ Creature.YouCtrl+Other", ["mine", "stolen"]),
        ("ChangeType$ Creature.Other", ["mine", "stolen", "lost", "theirs"]),
        ("ChangeType$ Creature.Other | DefinedPlayer$ You", ["mine", "stolen"]),
        ("ChangeType$ Creature | DefinedPlayer$ Opponent", ["lost", "theirs"]),
    ],
)
def test_permanents_chosen_as_it_resolves(which: str, expected: list[str]):
    """109.4, 702.26b: whose a permanent is says its controller; what is phased out is not there."""
    assert permanents_to_choose(f"{FROM_BATTLEFIELD} | {which}") == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (" | Hidden$ True", ["own", "other", "theirs"]),
        (" | Hidden$ True | DefinedPlayer$ You", ["own", "other"]),
        ("", ["own", "other"]),
    ],
)
def test_cards_chosen_from_graveyards(more: str, expected: list[str]):
    """Of any graveyard where the part names nobody's."""
    ability = "DB$ ChangeZone | Origin$ Graveyard | Destination$ Exile | ChangeType$ Creature"
    game = doing(ability + more)
    for name in ("own", "other", "theirs"):
        game.creature(name, zone=pb.ZONE_GRAVEYARD, owner="b" if name == "theirs" else "a")
    assert list(game.resolve().choice.option_ids) == expected


def test_the_source_itself_where_nothing_else_is_said():
    """Without a word of what moves it is the source, which nobody chooses."""
    game = doing("DB$ ChangeZone | Origin$ Battlefield | Destination$ Exile")
    game.creature("mine")
    outcome = game.resolve()
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["source"]


def test_a_source_that_is_another_object_now():
    """400.7: which object is meant then is the engine's to tell."""
    game = doing("DB$ ChangeZone | Origin$ Graveyard | Destination$ Hand")
    game.moved("source", pb.ZONE_GRAVEYARD)
    outcome = game.resolve()
    assert len(events(outcome, "effect_left_to_engine")) == 1
    assert not events(outcome, "zone_changed")


def test_cards_of_a_targeted_player():
    """608.2d: from the hand of the player that is targeted; you choose."""
    game = doing(
        "DB$ ChangeZone | Origin$ Hand | Destination$ Exile | ValidTgts$ Player | ChangeNum$ 1"
        " | DefinedPlayer$ Targeted | Chooser$ You | ChangeType$ Creature | Mandatory$ True"
    )
    game.state.stack[0].targets.add(player_id="b")
    for name in ("x", "y"):
        game.creature(name, zone=pb.ZONE_HAND, owner="b")
    choice = game.resolve().choice
    assert (choice.player_id, list(choice.option_ids)) == ("a", ["x", "y"])
    outcome = game.resolve(picks(choice, "y"))
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["y"]


@pytest.mark.clause("B4")
@pytest.mark.parametrize("wants", [True, False])
def test_a_commander_sought(wants: bool):
    """903.9b: from a library as from anywhere."""
    game = doing("DB$ Seek | Defined$ You | Num$ 1 | Type$ Creature")
    for name in ("one", "three", "four"):
        game[name].commander = True
    choice = game.resolve(random_seed=3).choice
    assert (choice.id.partition(":")[0], choice.player_id) == ("903.9b", "a")
    outcome = game.resolve(wire.Decision(choice_id=choice.id, yes=wants), random_seed=3)
    (moved,) = events(outcome, "zone_changed")
    assert moved.to_zone == (pb.ZONE_COMMAND if wants else pb.ZONE_HAND)


def test_to_the_library():
    """On top, or with `LibraryPosition$ -1` below all others."""
    for position, expected in (("0", ["cow", "own"]), ("-1", ["own", "cow"])):
        game = doing(
            "DB$ ChangeZone | Origin$ Battlefield | Destination$ Library"
            f" | ValidTgts$ Creature.OppCtrl | LibraryPosition$ {position}"
        )
        game.creature("cow", owner="b")
        game.add("own", "Card own", pb.ZONE_LIBRARY, "b")
        game.player("b").library_size = 1
        game.state.stack[0].targets.add(object_id="cow", incarnation=1)
        state = game.resolve().state
        assert [name for name in library(state) if name in expected] == expected
        assert state.players[1].library_size == 2


def test_an_instant_stays_where_it_is():
    """400.4a: what cannot be a permanent is not put onto the battlefield."""
    game = doing(
        "DB$ ChangeZone | Origin$ Graveyard | Destination$ Battlefield | ValidTgts$ Card.YouOwn"
    )
    item = game.add("bolt", "Card bolt", pb.ZONE_GRAVEYARD)
    item.characteristics.types.append("Instant")
    game.state.stack[0].targets.add(object_id="bolt", incarnation=1)
    assert events(game.resolve(), "zone_changed") == []


def test_all_that_fits():
    """`ChangeZoneAll` moves everything at once; what attacks leaves combat."""
    game = doing(
        "DB$ ChangeZoneAll | Origin$ Battlefield | Destination$ Exile | ChangeType$ Creature.Other"
    )
    game.attacker("x")
    game.creature("y", owner="b")
    outcome = game.resolve()
    kinds = [(each.WhichOneof("event"), each.batch) for each in outcome.events][:3]
    assert kinds == [("combat_left", 1), ("zone_changed", 1), ("zone_changed", 1)]
    assert {each.to_zone for each in events(outcome, "zone_changed")} == {pb.ZONE_EXILE}


@pytest.mark.parametrize(
    "more", ["Duration$ UntilHostLeavesPlay", "SomethingNew$ 1", "LibraryPosition$ 3"]
)
def test_moves_that_are_the_engines(more: str):
    """What lasts, and what is not understood."""
    game = doing(
        "DB$ ChangeZone | Origin$ Battlefield | Destination$ Library"
        f" | ValidTgts$ Creature.OppCtrl | {more}"
    )
    game.creature("cow", owner="b")
    game.state.stack[0].targets.add(object_id="cow", incarnation=1)
    outcome = game.resolve()
    (left,) = events(outcome, "effect_left_to_engine")
    assert [each.object_id for each in left.targets] == ["cow"]
    assert events(outcome, "zone_changed") == []


SEARCH = "DB$ ChangeZone | Origin$ Library | Destination$ {} | ChangeType$ {} | ChangeNum$ 1"


@pytest.mark.parametrize(
    ("destination", "wanted", "more", "shown"),
    [
        ("Hand", "Creature", "", ["one"]),
        ("Hand", "Creature", " | Reveal$ True", ["one"]),
        ("Hand", "Creature", " | NoReveal$ True", []),
        ("Hand", "Card", "", []),
        ("Hand", "Card", " | Reveal$ True", ["one"]),
        ("Graveyard", "Creature", "", []),
        ("Exile", "Creature", "", []),
        ("Battlefield", "Creature", "", []),
        ("Library", "Creature", "", ["one"]),
        ("Library", "Card", "", []),
    ],
)
def test_what_a_search_found_is_shown(destination: str, wanted: str, more: str, shown: list[str]):
    """701.20a: as the script says; of a stated quality, where it is not seen, without a word."""
    game = doing(SEARCH.format(destination, wanted) + more)
    outcome = game.resolve(picks(game.resolve().choice, "one"))
    assert [each.object_id for each in events(outcome, "card_revealed")] == shown


@pytest.mark.parametrize(
    ("more", "arranged"),
    [
        ("", [(True, [], [], []), ]),
        (" | ShuffleNonMandatory$ True", [(True, [], [], [])]),
        (" | NoShuffle$ True", []),
        (" | Shuffle$ False", []),
        (" | Shuffle$ True", [(True, [], [], [])]),
    ],
)  # fmt: skip
def test_whether_a_search_shuffles(more: str, arranged: list[object]):
    """701.24a: it does unless the script says not; "if you do, shuffle" is no difference here."""
    game = doing(SEARCH.format("Hand", "Creature") + more)
    outcome = game.resolve(picks(game.resolve().choice, "one"))
    assert places(outcome) == arranged
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["one"]
    assert library(outcome.state) == ([] if arranged else ["two", "three", "four"])


def places(outcome: wire.Outcome) -> list[tuple[bool, list[str], list[str], list[str]]]:
    """How the library was arranged, each time: shuffled, on top, below, kept."""
    return [
        (each.shuffled, list(each.top_ids), list(each.bottom_ids), list(each.kept_ids))
        for each in events(outcome, "library_arranged")
    ]


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ("", (False, ["three"], [], [])),
        (" | LibraryPosition$ 0", (False, ["three"], [], [])),
        (" | LibraryPosition$ -1", (False, [], ["three"], [])),
    ],
)
def test_found_for_the_library_itself(
    position: str, place: tuple[bool, list[str], list[str], list[str]]
):
    """701.24b: the library is shuffled first, then the card is put on its place."""
    game = doing(SEARCH.format("Library", "Creature") + position)
    outcome = game.resolve(picks(game.resolve().choice, "three"))
    assert places(outcome) == [(True, [], [], ["three"]), place]
    assert not events(outcome, "zone_changed")
    # Below cards that nobody knows it is not known either.
    assert library(outcome.state) == place[1]
    # It was shown, and is no more than a card of the library again.
    assert [each.object_id for each in events(outcome, "card_hidden")] == ["three"]


def test_a_search_that_finds_nothing_for_the_library():
    """701.23b: who finds nothing shuffles all the same."""
    game = doing(SEARCH.format("Library", "Creature"))
    outcome = game.resolve(picks(game.resolve().choice))
    assert places(outcome) == [(True, [], [], [])]


def test_several_for_the_library_in_an_order():
    """401.4: who puts them there chooses it; the script may say that nothing is shuffled."""
    text = SEARCH.format("Library", "Creature").replace("ChangeNum$ 1", "ChangeNum$ 2")
    outcome = decided(doing(f"{text} | NoShuffle$ True"), ["one", "four"], ["four", "one"])
    assert places(outcome) == [(False, ["four", "one"], [], [])]
    assert library(outcome.state) == ["four", "one", "two", "three"]


SOUGHT = " | AtRandom$ True | NoShuffle$ True | Mandatory$ True | NoLooking$ True | NoReveal$ True"


def test_seeking_by_changing_zones():
    """One of what fits by the seed, without looking, showing or shuffling."""
    game = doing(SEARCH.format("Hand", "Creature") + SOUGHT)
    found = set()
    for seed in range(30):
        outcome = game.resolve(random_seed=seed)
        assert outcome.events[0].WhichOneof("event") == "zone_changed"
        assert not events(outcome, "card_revealed") + events(outcome, "library_arranged")
        found.add(events(outcome, "zone_changed")[0].object_id)
    assert found == {"one", "three", "four"}
    unsent = doing(SEARCH.format("Hand", "Creature") + SOUGHT, size=40).resolve()
    assert len(events(unsent, "effect_left_to_engine")) == 1


@pytest.mark.parametrize(("chosen", "found"), [("Instant", "two"), ("Noncreature", "two")])
def test_a_kind_is_chosen_and_sought(chosen: str, found: str):
    """608.2d: one of the kinds that the script names, `Non` before one that it must not be."""
    game = doing(
        f"DB$ ChooseType | Defined$ You | Type$ Card | ValidTypes$ Artifact,{chosen}"
        " | SubAbility$ DBSeek",
        f"SVar:DBSeek:{SEARCH.format('Hand', 'Card.ChosenType')}{SOUGHT} | SubAbility$ DBForget",
        "SVar:DBForget:DB$ Cleanup | ClearChosenType$ True | SubAbility$ DBLast",
        "SVar:DBLast:DB$ Mill | NumCards$ 1 | ConditionPresent$ Card.ChosenType"
        " | ConditionZone$ Library",
    )
    choice = game.resolve().choice
    assert (list(choice.option_ids), choice.prompt) == (
        ["Artifact", chosen],
        "Choose one for Source.",
    )
    outcome = game.resolve(picks(choice, chosen), random_seed=1)
    assert [each.object_id for each in events(outcome, "zone_changed")] == [found]
    # What was chosen is forgotten: nobody can tell what has that type.
    assert len(events(outcome, "effect_left_to_engine")) == 1


def test_a_card_type_is_chosen():
    """Without types named, every card type but those that the script excludes."""
    game = doing("DB$ ChooseType | Type$ Card | InvalidTypes$ Land,Battle")
    choice = game.resolve().choice
    assert choice.prompt == "Choose a card type for Source."
    assert list(choice.option_ids) == [
        *("Artifact", "Creature", "Enchantment", "Instant", "Kindred", "Planeswalker", "Sorcery")
    ]


@pytest.mark.parametrize("more", [" | NoShuffle$ True", " | Shuffle$ False"])
def test_found_for_the_library_without_shuffling(more: str):
    """The script says so: the card is put on its place, and nothing else changes."""
    game = doing(SEARCH.format("Library", "Creature") + more)
    outcome = game.resolve(picks(game.resolve().choice, "three"))
    assert places(outcome) == [(False, ["three"], [], [])]
    assert library(outcome.state) == ["three", "one", "two", "four"]


def test_which_rules_a_card_found_for_the_library_follows():
    """701.20a, 701.24a, 401.4: shown, shuffled, hidden again, put on its place."""
    game = doing(SEARCH.format("Library", "Creature"))
    outcome = game.resolve(picks(game.resolve().choice, "three"))
    told = [(each.WhichOneof("event"), each.rule) for each in outcome.events]
    assert told[:4] == [
        ("card_revealed", "701.20a"), ("library_arranged", "701.24a"),
        ("card_hidden", "701.20a"), ("library_arranged", "401.4"),
    ]  # fmt: skip


@pytest.mark.parametrize(("more", "marked"), [(" | RememberChanged$ True", ["three"]), ("", [])])
def test_what_was_found_for_the_library_is_remembered(more: str, marked: list[str]):
    """Where the script says so: later parts speak of it as `Remembered`."""
    text = SEARCH.format("Library", "Creature") + more + " | SubAbility$ DBAway"
    away = "DB$ ChangeZone | Defined$ Remembered | Origin$ Library | Destination$ Exile"
    game = doing(text, f"SVar:DBAway:{away}")
    outcome = game.resolve(picks(game.resolve().choice, "three"))
    assert [each.object_id for each in events(outcome, "zone_changed")] == marked


def test_a_card_of_a_hand_put_into_the_library_shuffles_nothing():
    """Only a search does; `Reveal$` shows what is put there."""
    line = "DB$ ChangeZone | Origin$ Hand | Destination$ Library | ChangeNum$ 1 | Mandatory$ True"
    for more, shown in (("", []), (" | Reveal$ True", ["held"])):
        game = doing(line + more)
        game.hand("held", "Card held")
        game.hand("other", "Card other")
        outcome = game.resolve(picks(game.resolve().choice, "held"))
        assert places(outcome) == []
        assert library(outcome.state) == ["held", "one", "two", "three", "four"]
        assert [each.object_id for each in events(outcome, "card_revealed")] == shown


@pytest.mark.parametrize(
    ("position", "prompt"),
    [("0", "the first one named goes on top"), ("-1", "goes to the very bottom")],
)
def test_the_order_of_several_is_asked(position: str, prompt: str):
    """401.4: which end is told; an order that leaves one out is refused by that rule."""
    text = SEARCH.format("Library", "Creature").replace("ChangeNum$ 1", "ChangeNum$ 2")
    game = doing(f"{text} | LibraryPosition$ {position}")
    first = picks(game.resolve().choice, "one", "four")
    choice = game.resolve(first).choice
    assert choice.kind == wire.CHOICE_KIND_ORDER
    assert prompt in choice.prompt
    with refused("ILLEGAL_DECISION", "401.4"):
        game.resolve(first, picks(choice, "one"))


def test_a_type_that_was_not_offered():
    """608.2d: one of those named."""
    game = doing("DB$ ChooseType | Defined$ You | Type$ Card | ValidTypes$ Artifact,Land")
    with refused("ILLEGAL_DECISION", "608.2d"):
        game.resolve(picks(game.resolve().choice, "Creature"))
