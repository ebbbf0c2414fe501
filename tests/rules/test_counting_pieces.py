"""Numbers, named players and objects, further costs and decisions, piece by piece."""

from __future__ import annotations

import pytest

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu_service.cards.cost import CostPart, parse_cost
from ninjutsu_service.rules.amounts import _is_about_players, compares, number
from ninjutsu_service.rules.apply import Applier
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions, Question
from ninjutsu_service.rules.defined import _players, defined_objects, targeted
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.keywords.sneak import SNEAK
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.parts import (
    PART_KINDS,
    PartsPayment,
    Payer,
    _fixed,
    choose,
    pay_parts,
    payments,
)
from ninjutsu_service.rules.permission import permitted_by
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.revealing import hide_revealed
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.trigger import _is_own, read_triggers
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.state.board import Board
from tests.boards import Game, bundled, pb, wire
from tests.rules.scripts import game_of, script, table_of


def view_of(game: Game, **svars: str) -> View:
    return View(table_of(game), None, "a", svars)


def test_the_largest_number():
    """No number is larger, either way, than two to the thirtieth."""
    view = view_of(Game())
    assert number(view, "9999999") == 1_073_741_824
    assert number(view, "-9999999") == -1_073_741_824


@pytest.mark.parametrize(
    "text",
    ["Remembered", "Count$Valid", "Count$ValidHand", "X",
     "Count$ThisTurnEntered_Battlefield_from_Hand_Creature"],
)  # fmt: skip
def test_words_that_are_no_number(text: str):
    """None even where there is nothing that could be counted: never 0."""
    assert number(view_of(Game()), text) is None


def test_the_largest_life_of_players_who_have_none():
    """0 is a number as any other."""
    game = Game()
    for player in game.state.players:
        player.life = 0
    assert number(view_of(game), "PlayerCountPlayers$LifeTotal") == 0
    game.player("b").life = 3
    assert number(view_of(game), "PlayerCountPlayers$LifeTotal") == 3


def test_what_is_a_number_of_players():
    """Though the words before it name objects as well."""
    for what in ("LifeTotal", "LifeLostThisTurn", "CardsInHand", "Counters.POISON"):
        assert _is_about_players(what)
    for what in ("Amount", "CardPower", "CardCounters.P1P1"):
        assert not _is_about_players(what)


def chain_of_names(length: int) -> View:
    """Named values that refer to each other, the last of which is 5."""
    names = {f"v{n}": f"V{n + 1}" for n in range(1, length)}
    return view_of(Game(), **names, **{f"v{length}": "5"})


@pytest.mark.parametrize(("length", "known"), [(1, True), (7, True), (8, True), (9, False)])
def test_how_deep_names_refer_to_each_other(length: int, known: bool):
    """Eight deep, within an expression as by themselves."""
    view = chain_of_names(length)
    assert number(view, "V1") == (5 if known else None)
    assert number(view, "Number$1/Plus.V1") == (6 if known else None)
    assert number(view, "SVar$V1") == (5 if known else None)
    assert number(view, "Count$Compare V1 GE0.V1.0") == (5 if known else None)
    assert number(view, "Count$Compare 1 GE0.V1.0") == (5 if known else None)
    assert compares(view, "V1", "EQ5") is (True if known else None)
    assert compares(view, "5", "EQV1") is (True if known else None)


@pytest.mark.parametrize(
    "names",
    [
        {"x": "SVar$X"},
        {"x": "X"},
        {"x": "SVar$Y/Plus.X", "y": "SVar$X/Twice"},
        {"x": "Number$1/Plus.X"},
        {"x": "Count$Compare X GE1.X.X"},
        {"x": "Count$Compare 1 GE1.X.X"},
        {"x": "Count$Compare 1 GEX.1.1"},
        {"x": "Count$Valid Card.powerGEX"},
    ],
)
def test_names_in_a_circle(names: dict[str, str]):
    """A name that comes back to itself is no number; it is asked for again without harm."""
    game = Game()
    game.creature("bear")
    view = view_of(game, **names)
    assert (number(view, "X"), number(view, "X")) == (None, None)
    assert not view.naming


def test_names_that_name_each_other_over_and_over():
    """What would take ages ends the call, as all such work does."""
    often = "/Plus.V{0}" * 60
    names = {f"v{n}": f"SVar$V{n + 1}" + often.format(n + 1) for n in range(1, 6)}
    view = view_of(Game(), **names, v6="5")
    view.table.effort.left = 10_000
    with pytest.raises(TooMuchWork):
        number(view, "V1")


def test_targets_of_both_kinds():
    """Players are no objects, and objects no players; nothing is looked up for the others."""
    game = Game()
    game.creature("bear")
    asked: list[str] = []
    view = view_of(game)
    view.last_known = lambda name, _: asked.append(name)
    view.targets = [pb.Target(player_id="b"), pb.Target(object_id="bear")]
    assert [seen.item.id for seen in targeted(view)] == ["bear"]
    assert list(_players(view, "Targeted") or ()) == ["b"]
    assert asked == []


def test_what_was_remembered_and_is_gone():
    """It is as it was; and no words, no objects."""
    view = view_of(Game())
    gone = Seen(pb.GameObject(id="gone", incarnation=1), Traits(), live=False)
    view.remembered = [gone]
    assert defined_objects(view, "Remembered") == [gone]
    assert defined_objects(view, "Valid") is None
    assert defined_objects(view, "ValidNowhere Card") is None


def payer_of(game: Game, life: int = 20) -> Payer:
    game.player("a").life = life
    source = game.add("source", "Source", pb.ZONE_COMMAND)
    return Payer(table_of(game), "a", source)


def parts_of(cost: str) -> tuple[CostPart, ...]:
    return parse_cost(cost).parts


def test_how_many_ways_to_pay_are_tried():
    """Two thousand: of 64 cards two can be chosen in 2016 ways."""
    game = Game()
    for each in range(64):
        game.hand(f"c{each}", "None")
    assert sum(1 for _ in payments(payer_of(game), parts_of("Discard<2/Card>"))) == 2_000
    assert sum(1 for _ in payments(payer_of(Game()), parts_of("Discard<X/Card>"))) == 1


def test_who_pays_for_a_permanent_without_x():
    """Unless it is said: no X, and no spell."""
    payer = payer_of(Game())
    assert (payer.x, payer.casts, payer.returned_id) == (0, False, "")
    assert list(payments(payer, ())) == [PartsPayment()]


@pytest.mark.parametrize(
    ("cost", "life", "payment"),
    [
        ("PayLife<2> PayLife<3>", 5, PartsPayment(5)),
        ("PayLife<2> PayLife<3>", 4, None),
        ("PayLife<0>", -3, PartsPayment()),
        ("PayLife<1>", 0, None),
        ("SubCounter<1/LOYALTY>", 20, None),
        ("SubCounter<0/LOYALTY>", 20, PartsPayment(0, (), (("LOYALTY", 0),))),
        ("PayLife<Y>", 20, None),
    ],
)
def test_parts_without_a_choice(cost: str, life: int, payment: PartsPayment | None):
    """119.4: no more life than there is; paying nothing can be done with any life."""
    assert _fixed(payer_of(Game(), life), parts_of(cost)) == payment


KINDS = {
    "Discard": (pb.ZONE_HAND, pb.ZONE_GRAVEYARD, ev.MOVE_REASON_DISCARDED, "701.9a"),
    "Sac": (pb.ZONE_BATTLEFIELD, pb.ZONE_GRAVEYARD, ev.MOVE_REASON_SACRIFICED, "701.21a"),
    "Return": (pb.ZONE_BATTLEFIELD, pb.ZONE_HAND, ev.MOVE_REASON_RETURNED, "118.1"),
    "ExileFromHand": (pb.ZONE_HAND, pb.ZONE_EXILE, ev.MOVE_REASON_UNSPECIFIED, "701.13a"),
    "ExileFromGrave": (pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, ev.MOVE_REASON_UNSPECIFIED, "701.13a"),
    "tapXType": (pb.ZONE_BATTLEFIELD, None, ev.MOVE_REASON_UNSPECIFIED, "701.26a"),
}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_paying_with_an_object_does(name: str):
    """Where it is, where it goes, and what the move says of it; a tapped one goes nowhere."""
    origin, zone, reason, rule = KINDS[name]
    kind = PART_KINDS[name]
    assert (kind.zone, kind.to_zone, kind.reason, kind.rule) == KINDS[name]
    game = Game()
    game.creature("it", zone=origin)
    payer = payer_of(game)
    ledger = Ledger(payer.table)
    (part,) = parts_of(f"{name}<1/Creature>")
    payment = PartsPayment(objects=((part, ("it",)),))
    assert payment.moved() == (frozenset() if zone is None else {"it"})
    assert payment.tapped() == ({"it"} if zone is None else frozenset())
    pay_parts(ledger, payer, payment)
    (event,) = ledger.events
    moved = event.zone_changed
    assert event.rule == rule
    assert (moved.to_zone, moved.reason) == ((0, 0) if zone is None else (zone, reason))


def test_a_choice_that_does_not_go_with_the_rest():
    """It is refused, with what may be chosen: ten ways at most."""
    game = Game()
    for each in range(8):
        game.hand(f"c{each}", "None")
    payer, parts = payer_of(game), parts_of("Discard<2/Card>")

    def payable(payment: PartsPayment) -> bool:
        return payment.objects[0][1] != ("c0", "c1")

    picked = wire.Decision(choice_id="601.2b:source:0", option_ids=["c1", "c0"])
    with pytest.raises(Refused) as caught:
        choose(payer, parts, Decisions([picked]), payable)
    ways = caught.value.refusal.details["allowed"].split(" / ")
    assert (len(ways), ways[0]) == (10, "c0, c2")
    found = choose(payer, parts, Decisions([picked]), lambda _: True)
    assert found
    assert found.objects[0][1] == ("c0", "c1")


@pytest.mark.parametrize("zone", [zone for zone in pb.Zone.values() if zone])
def test_which_permission_is_asked_for(zone: pb.Zone.ValueType):
    """601.3: none for hand and command zone; elsewhere where the ability says, for its player."""
    line = "S:Mode$ Continuous | Affected$ Card.YouOwn | MayPlay$ True | AffectedZone$ "
    game = game_of(script("Gate", f"{line}Hand,Command,Graveyard"))
    gate = game.add("gate", "Gate")
    item = game.creature("card", zone=zone)
    table = table_of(game)
    found = permitted_by(table, "a", item, SNEAK)
    assert found is (gate if zone == pb.ZONE_GRAVEYARD else None)
    assert permitted_by(table, "b", item, SNEAK) is None


def test_the_order_of_objects_after_a_library_was_arranged():
    """The index and what is remembered of it follow the state's order."""
    game = Game()
    for name in ("x", "y", "z"):
        game.creature(name)
    board = Board(game.state)
    assert [item.id for item in board.battlefield()] == ["x", "y", "z"]
    Applier(board, bundled().knows)._relist(["z", "x"])
    assert list(board.objects) == ["z", "y", "x"]
    assert [item.id for item in board.battlefield()] == ["z", "y", "x"]


def test_counters_that_are_taken_off():
    """400.7: they are gone, and so is what they did."""
    game = Game()
    item = game.creature("it", power=4, counters={"P1P1": 2})
    Applier(Board(game.state), bundled().knows)._take_off(item)
    assert dict(item.counters) == {}
    assert item.characteristics.power == 2


def test_triggers_that_say_no_more():
    """At any level, any number of times, not of its source alone; own where it says `Self`."""
    lines = ("T:Mode$ LifeGained | ValidPlayer$ You | Execute$ TrigDraw", "SVar:TrigDraw:DB$ Draw")
    card = game_of(script("Card", *lines)).rulebook.face("Card")
    assert card
    (found,) = read_triggers(card)
    plain = type(found)(found.mode, found.ability, found.line, found.face)
    for each in (found, plain):
        assert (each.level, each.limit, each.own, each.number) == (1, 0, False, 0)
    assert _is_own("Card.Self")
    for words in ("", "Card", "Card.!Self", "Card.Self,Creature"):
        assert not _is_own(words)


def test_the_faces_of_a_card():
    """712.8a: the front one unless another is asked for; what is legendary by its own face."""
    back = ("AlternateMode:DoubleFaced\n\nALTERNATE\n\nName:Moon\n"
            "Types:Legendary Creature\nPT:3/3\n")  # fmt: skip
    rulebook = game_of(script("Sun", back)).rulebook
    front, moon = rulebook.face("Moon"), rulebook.face("Moon", front=False)
    assert front
    assert moon
    assert (front.name, moon.name) == ("Sun", "Moon")
    assert rulebook.any_legendary(["Sun", "Moon"])
    assert not rulebook.any_legendary(["Sun", "None"])


ORDER = Question(
    wire.Choice(id="q", option_ids=["x", "y"], min=2, max=2), "TRIGGER_ORDER", "603.3b"
)
DIVIDED = Question(wire.Choice(id="q", option_ids=["x", "y"], max=3), "DIVIDE_DAMAGE", "510.1c")


def decided(yes: bool = False, amounts: tuple[int, ...] = (), names: str = "xy") -> Decisions:
    return Decisions([wire.Decision(choice_id="q", yes=yes, option_ids=names, amounts=amounts)])


def test_decisions_that_say_too_much():
    """An order has no amounts and no yes, a division no yes; what was asked stands in the error."""
    assert decided(names="yx").order(ORDER) == ["y", "x"]
    for wrong in (decided(yes=True), decided(amounts=(1, 1)), decided(names="xx")):
        with pytest.raises(Refused):
            wrong.order(ORDER)

    def divide(decisions: Decisions) -> dict[str, int]:
        return decisions.divided(DIVIDED, lambda _: True, "3")

    assert divide(decided(amounts=(1, 2))) == {"x": 1, "y": 2}
    assert divide(decided(amounts=(3,), names="y")) == {"x": 0, "y": 3}
    for wrong in (decided(True, (1, 2)), decided(False, (1, 1)), decided(False, (1, 2), "xx"),
                  decided(False, (1, 2), "xz"), decided(False, (3,)),
                  decided(False, (1, 2), "y"), decided(False, (1, 1, 1), "xyx")):  # fmt: skip
        with pytest.raises(Refused):
            divide(wrong)
    with pytest.raises(ChoiceNeeded, match=r"^q$"):
        Decisions().order(ORDER)


def test_when_a_card_is_hidden_again():
    """702.49b: as the last ability of that object leaves, which a keyword put on the stack."""
    gone = pb.StackObject(keyword="Ninjutsu", source_id="it", source_incarnation=1)
    for keyword, source, incarnation, hidden in (
        ("", "it", 1, True), ("Ninjutsu", "it", 1, False),
        ("Ninjutsu", "it", 2, True), ("Ninjutsu", "other", 1, True),
    ):  # fmt: skip
        game = Game()
        game.hand("it", "None", revealed=True)
        game.state.stack.add(
            id="s", keyword=keyword, source_id=source, source_incarnation=incarnation
        )
        ledger = Ledger(table_of(game))
        hide_revealed(ledger, gone)
        assert ledger.kinds == ["card_hidden"] * hidden
    for revealed, keyword, incarnation in ((False, "Ninjutsu", 1), (True, "", 1),
                                           (True, "Ninjutsu", 2)):  # fmt: skip
        game = Game()
        game.hand("it", "None", revealed=revealed)
        left = pb.StackObject(keyword=keyword, source_id="it", source_incarnation=incarnation)
        ledger = Ledger(table_of(game))
        hide_revealed(ledger, left)
        assert ledger.kinds == []
