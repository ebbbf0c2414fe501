"""What paying, listing, moving and entering promise by themselves, piece by piece."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.cost import parse_cost
from ninjutsu_service.rules import actions, affording
from ninjutsu_service.rules.actions import Listing, _looked_at, list_actions
from ninjutsu_service.rules.affording import _bound, _mana_x, find, highest_x, reserve
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.costs import NOTHING_RESERVED, Offer
from ninjutsu_service.rules.entering import Arrival, Entry, arriving, enter, may_join
from ninjutsu_service.rules.keyword import Returned
from ninjutsu_service.rules.keywords.ninjutsu import NINJUTSU
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.parts import NOTHING, PartsPayment, Payer
from ninjutsu_service.rules.refusals import Refusal
from ninjutsu_service.rules.relocating import goes_to_command_zone, relocate
from ninjutsu_service.rules.table import Table
from tests.boards import Game, pb, wire, yes
from tests.rules.scripts import game_of, script, table_of


def offer(cost: str) -> Offer:
    parsed = parse_cost(cost)
    return Offer(NINJUTSU, parsed, 0, parsed.mana)


def test_what_is_reserved_for_other_parts():
    """The creature that goes back; without one, and without parts, nothing."""
    assert reserve(NOTHING, "") is NOTHING_RESERVED
    assert reserve(NOTHING, "bear") == (frozenset(("bear",)), frozenset(), 0, "")
    assert reserve(PartsPayment(life=2), "bear") == (frozenset(("bear",)), frozenset(), 2, "")


def ready(life: int = 20, lands: int = 2) -> tuple[Table, pb.GameObject]:
    game = Game()
    game.player("a").life = life
    game.lands("U", lands)
    return table_of(game), game.hand("card", "None")


def test_the_bounds_of_x():
    """By mana where X is in the mana: 0 where that cannot be paid; else by life and objects."""
    table, _ = ready()
    assert _bound(table, "a", offer("X PayLife<1>"), "") == 2
    assert _bound(table, "a", offer("X B PayLife<1>"), "") == 0
    assert _bound(table, "a", offer("U PayLife<X>"), "") == 20
    assert _bound(ready(life=1, lands=4)[0], "a", offer("U PayLife<X>"), "") == 4
    bare = Game()
    bare.player("a").life = -3
    assert _bound(table_of(bare), "a", offer("U PayLife<X>"), "") == 0
    assert _mana_x(table, "a", offer("X U"), NOTHING, "") == 1
    assert _mana_x(table, "a", offer("X B"), NOTHING, "") == -1
    assert _mana_x(table, "a", offer("U"), NOTHING, "") > 1_000


@pytest.mark.parametrize("cards", range(6))
def test_the_largest_x_is_found(cards: int):
    """Exactly as many cards as there are to discard, however many that is."""
    game = Game()
    game.lands("U", 1)
    for each in range(cards):
        game.hand(f"c{each}", "None")
    item = game.add("card", "None", pb.ZONE_COMMAND)
    assert highest_x(table_of(game), "a", item, offer("U Discard<X/Card>"), "") == cards


def test_who_pays_unless_it_is_said():
    """The player: what mana cannot pay is not offered, with further parts or without."""
    table, item = ready()
    for cost in ("B", "B PayLife<1>"):
        assert highest_x(table, "a", item, offer(cost), "") is None
        assert highest_x(table, "a", item, offer(cost), "", engine_pays=True) == 0


@pytest.mark.parametrize("chosen", [None, PartsPayment(life=1)])
def test_a_payment_is_whole(monkeypatch: pytest.MonkeyPatch, chosen: PartsPayment | None):
    """Without one of its halves, parts or mana, there is none."""
    table, item = ready()
    monkeypatch.setattr(affording, "choose", lambda *_: chosen)
    payer = Payer(table, "a", item, 0, "", False)
    for cost, payable in (("B PayLife<1>", False), ("U PayLife<1>", chosen is not None)):
        found = find(payer, offer(cost), wire.Payment(), Decisions())
        assert (found is not None) == payable
        assert found is None or found.parts is chosen


def test_what_a_refusal_takes_of_an_answer():
    """A message's bytes, about 300, and the names that it repeats."""
    table = table_of(Game())
    listing = Listing(table, "a", wire.ListActionsResponse(), explain=True, engine_pays=False)
    before = table.effort.room
    listing.refuse(Refusal(1, "702.49a", source_id="abc", keyword="Ninjutsu", returned_id="de"))
    assert before - table.effort.room == 300 + 3 + 8 + 2


def two_ninjas() -> Game:
    game = Game()
    game.attacker("bear")
    game.attacker("blocked", status=pb.BLOCK_STATUS_BLOCKED)
    game.hand("first", "Ninja of the Deep Hours")
    game.hand("second", "Ninja of the Deep Hours")
    game.lands("U", 2)
    return game


def test_a_listing_of_the_cards_that_are_named():
    """Of these alone; without any, of all that could be used. No reasons unless asked for."""
    for names in (["second"], ["first", "second"], None):
        table, response = table_of(two_ninjas()), wire.ListActionsResponse()
        cards = None if names is None else [table.board.objects[name] for name in names]
        found = list_actions(table, "a", response, cards)
        assert [each.source_id for each in response.actions] == (names or ["first", "second"])
        assert found.refusals == []
    table, response = table_of(Game()), wire.ListActionsResponse()
    list_actions(table, "a", response)
    assert not response.actions


def test_what_only_mana_forbids_is_left_out_unless_asked_for():
    """The player pays unless it is said that the engine does."""
    game = two_ninjas()
    del game.state.objects[-2:]
    for engine_pays, count in ((False, 0), (True, 2)):
        response = wire.ListActionsResponse()
        list_actions(table_of(game), "a", response, engine_pays=engine_pays)
        assert len(response.actions) == count
    response = wire.ListActionsResponse()
    list_actions(table_of(game), "a", response)
    assert not response.actions


def test_a_pair_takes_steps(monkeypatch: pytest.MonkeyPatch):
    """Fifteen for each creature that a card is looked at with."""
    table = table_of(two_ninjas())
    spent: list[int] = []
    monkeypatch.setattr(actions, "highest_x", lambda *_, **__: 0)
    monkeypatch.setattr(type(table.effort), "spend", lambda _, steps: spent.append(steps))
    listing = Listing(table, "a", wire.ListActionsResponse(), explain=False, engine_pays=False)
    listing.add(table.board.objects["first"], offer("U"))
    assert spent.count(15) == 1
    assert len(listing.response.actions) == 1


def test_which_attackers_are_looked_at():
    """Blocked ones only for the reasons."""
    table = table_of(two_ninjas())
    returned = Returned.UNBLOCKED_ATTACKER
    assert [each.id for each in _looked_at(table, returned, blocked=False)] == ["bear"]
    assert [each.id for each in _looked_at(table, returned, blocked=True)] == ["bear", "blocked"]


@pytest.mark.parametrize("zone", [zone for zone in pb.Zone.values() if zone])
def test_when_a_commanders_owner_is_asked(zone: pb.Zone.ValueType):
    """903.9b: on the way to hand or library, from anywhere but the command zone; no copies."""
    game = Game()
    item = game.creature("yuriko", commander=True)
    table = table_of(game)
    if zone in (pb.ZONE_HAND, pb.ZONE_LIBRARY):
        with pytest.raises(ChoiceNeeded) as caught:
            goes_to_command_zone(table, item, zone, Decisions())
        assert caught.value.question.rule == "903.9b"
        for origin in (pb.ZONE_STACK, pb.ZONE_HAND, pb.ZONE_LIBRARY, pb.ZONE_EXILE):
            item.zone = origin
            with pytest.raises(ChoiceNeeded):
                goes_to_command_zone(table, item, zone, Decisions())
    else:
        assert not goes_to_command_zone(table, item, zone, Decisions())
    item.zone = pb.ZONE_COMMAND
    assert not goes_to_command_zone(table, item, zone, Decisions())
    item.zone = pb.ZONE_BATTLEFIELD
    item.token = True
    assert not goes_to_command_zone(table, item, zone, Decisions())
    item.token, item.commander = False, False
    assert not goes_to_command_zone(table, item, zone, Decisions())


def relocated(
    origin: pb.Zone.ValueType,
    zone: pb.Zone.ValueType,
    *decisions: wire.Decision,
    commander: bool = False,
) -> tuple[list[int], list[tuple[str, int]]]:
    """The numbers given, and each move's rule and destination."""
    game = Game()
    item = game.creature("it", zone=origin, counters={"FINALITY": 1}, commander=commander)
    ledger = Ledger(table_of(game))
    numbers = relocate(ledger, Decisions(decisions), [item], zone, "701.0")
    return numbers, [(each.rule, each.zone_changed.to_zone) for each in ledger.events]


def test_how_something_moves():
    """122.1h: a finality counter counts on the battlefield, on the way to the graveyard alone."""
    field, hand, grave = pb.ZONE_BATTLEFIELD, pb.ZONE_HAND, pb.ZONE_GRAVEYARD
    assert relocated(field, grave) == ([1], [("122.1h", pb.ZONE_EXILE)])
    assert relocated(hand, grave) == ([1], [("701.0", grave)])
    assert relocated(field, hand) == ([1], [("701.0", hand)])
    assert relocated(field, hand, yes("903.9b:it"), commander=True) == (
        [1], [("903.9b", pb.ZONE_COMMAND)],
    )  # fmt: skip


def test_how_something_enters_that_says_no_more():
    """Untapped, face up, attacking nothing; by 508.4 where it attacks."""
    entry = Entry("a", "702.49a")
    assert (entry.tapped, entry.attacking, entry.face_down) == (False, False, False)
    assert (entry.attack_rule, entry.x, entry.batch) == ("508.4", 0, 0)
    game = Game()
    item = game.creature("it")
    assert not may_join(table_of(game), item, entry)
    assert may_join(table_of(game), item, entry._replace(target=pb.AttackTarget(player_id="b")))


@pytest.mark.parametrize(("attacking", "joins"), [(True, True), (False, False)])
def test_what_enters_attacking(attacking: bool, joins: bool):
    """508.4: a target alone has nothing attack."""
    game = Game()
    item = game.creature("it", zone=pb.ZONE_HAND)
    ledger = Ledger(table_of(game))
    entry = Entry("a", "702.49a", attacking=attacking, target=pb.AttackTarget(player_id="b"))
    enter(ledger, item, entry)
    assert ledger.kinds == ["zone_changed"] + ["attack_joined"] * joins
    assert [each.rule for each in ledger.events] == ["702.49a"] + ["508.4"] * joins


def test_what_is_chosen_on_entry():
    """614.12: without a decision in the call, and what is not understood, the engine is told of."""
    choice = "DB$ ChooseType | Defined$ You | Type$ Card"
    strange = "DB$ SomethingNew"
    game = game_of(
        script("Chooser", "K:ETBReplacement:Other:DBFirst", f"SVar:DBFirst:{choice}"),
        script("Strange", "K:ETBReplacement:Other:DBFirst", f"SVar:DBFirst:{strange}"),
        script("Plain"),
    )
    entry = Entry("a", "702.49a")
    for name, text in (("Chooser", choice), ("Strange", strange), ("Plain", "")):
        item = game.hand(name, name)
        unread = (text,) if text else ()
        assert arriving(table_of(game), item, entry, None) == Arrival(None, "", unread)
        ledger = Ledger(table_of(game))
        enter(ledger, item, entry)
        assert [each.rule for each in ledger.events] == ["702.49a"] + ["614.12"] * len(unread)
    item = game.hand("again", "Strange")
    assert arriving(table_of(game), item, entry, Decisions()).unread == (strange,)


def test_what_enters_as_a_copy():
    """707.5: the copy is told of right after the move, by the move."""
    lines = ("K:ETBReplacement:Copy:DBCopy", "SVar:DBCopy:DB$ Clone | Choices$ Creature")
    game = game_of(script("Clone", *lines))
    game.creature("bear")
    item = game.hand("clone", "Clone")
    ledger = Ledger(table_of(game))
    enter(ledger, item, Entry("a", "702.49a"), Decisions())
    assert ledger.kinds == ["zone_changed", "object_copied"]
    assert [(each.rule, each.cause) for each in ledger.events] == [("702.49a", 0), ("707.5", 1)]
    assert ledger.events[1].object_copied.copied_id == "bear"


def test_the_face_that_enters():
    """712.8a: what is said on the face of that name counts, not what is on the front."""
    back = (
        "AlternateMode:DoubleFaced\n\nALTERNATE\n\nName:Moon\nTypes:Creature\nPT:3/3\n"
        "K:etbCounter:P1P1:2\nK:ETBReplacement:Other:DBFirst\nSVar:DBFirst:DB$ SomethingNew\n"
    )
    game = game_of(script("Sun", back))
    for name, kinds in (
        ("Sun", ["zone_changed"]),
        ("Moon", ["zone_changed", "counters_changed", "effect_left_to_engine"]),
    ):
        item = game.hand(name, name)
        ledger = Ledger(table_of(game))
        enter(ledger, item, Entry("a", "702.49a"))
        assert ledger.kinds == kinds
