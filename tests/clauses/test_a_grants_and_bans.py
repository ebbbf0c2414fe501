"""A10 and A11: granted ninjutsu, split second, and effects that forbid activating."""

from __future__ import annotations

import pytest

from tests.boards import Game, event, invalid, pb, refused
from tests.rules.scripts import game_of, script

INSTANT = "ManaCost:1\nTypes:Instant\n"
NINJA = "Ninja of the Deep Hours"


def with_satoru(card: str, satoru: str = "Satoru Umezawa") -> Game:
    """A card in hand, Satoru in play, an attacker, and mana for anything."""
    game = Game()
    game.attacker("bear")
    game.hand("card", card)
    # His own ability triggers once each turn, and has: it is not what these tests are about.
    game.add("satoru", satoru, triggered_this_turn=["TrigDig"])
    pool = game.player("a").mana_pool
    pool.blue = pool.black = pool.green = 4
    return game


def costs(game: Game) -> list[tuple[str, str]]:
    """What is listed, as (card, mana cost)."""
    return [(each.source_id, each.mana_cost) for each in game.listing().actions]


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    ("satoru", "card", "cost"),
    [
        ("Satoru Umezawa", "A-Satoru Umezawa", "2 U B"),
        ("A-Satoru Umezawa", "Satoru Umezawa", "1 U B"),
    ],
)
def test_a_creature_card_in_hand_gets_ninjutsu(satoru: str, card: str, cost: str):
    """A10: a creature card that prints none has the granted one."""
    game = with_satoru(card, satoru)
    assert costs(game) == [("card", cost)]
    taken = game.take("card", "bear")
    assert event(taken, "stack_pushed").object.keyword == "Ninjutsu"
    assert game.then(taken).then(game.then(taken).resolve()).attacks("card") == "b"


@pytest.mark.clause("A10")
def test_a_card_that_prints_one_offers_both():
    """A10: one more ability; each is offered at its own cost."""
    game = with_satoru(NINJA)
    assert costs(game) == [("card", "1 U"), ("card", "2 U B")]


@pytest.mark.clause("A10")
@pytest.mark.parametrize(("cost", "spent"), [("1 U", 2), ("2 U B", 4)])
def test_the_cost_says_which_one_is_meant(cost: str, spent: int):
    """A10: where there are two, the action's cost names one, and that much is paid."""
    mana = event(with_satoru(NINJA).take("card", "bear", mana_cost=cost), "mana_spent").mana
    assert mana.blue + mana.black + mana.green == spent


@pytest.mark.clause("A10")
def test_without_a_cost_it_is_not_said_which():
    """A10: where there are two, leaving the cost out is a wrong field; the message says which."""
    with invalid("action.mana_cost"):
        with_satoru(NINJA).take("card", "bear")


@pytest.mark.clause("A10")
def test_a_cost_that_it_does_not_have():
    """A10: at a third cost the card has no ninjutsu."""
    with refused("NO_KEYWORD", "702.49a"):
        with_satoru(NINJA).take("card", "bear", mana_cost="3 U")


@pytest.mark.clause("A10")
def test_the_same_ability_twice_is_one_action():
    """A10: printed and granted at the same cost, neither could be told from the other."""
    game = with_satoru("Fallen Shinobi")
    assert costs(game) == [("card", "2 U B")]
    game.take("card", "bear")


@pytest.mark.clause("A10", "A9")
def test_grants_are_reduced_like_others():
    """A10, A9: Silver-Fur Master makes the granted ability cheaper, too."""
    game = with_satoru(NINJA)
    game.add("master", "Silver-Fur Master")
    assert costs(game) == [("card", "U"), ("card", "1 U B")]


@pytest.mark.clause("A10")
def test_two_grants():
    """A10: Satoru and his rebalanced version each grant their own."""
    game = with_satoru("Satoru Umezawa")
    game.add("other", "A-Satoru Umezawa")
    assert costs(game) == [("card", "2 U B"), ("card", "1 U B")]


@pytest.mark.clause("A10")
def test_only_creature_cards():
    """A10: a planeswalker card in hand is no creature card, though it may enter as one."""
    game = with_satoru("Kaito, Bane of Nightmares")
    assert costs(game) == [("card", "1 U B")]


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    "zone",
    [pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_COMMAND, pb.ZONE_LIBRARY, pb.ZONE_BATTLEFIELD],
)
def test_only_in_hand(zone: pb.Zone.ValueType):
    """A10: elsewhere a creature card is not granted anything, so there is nothing to refuse."""
    game = with_satoru("Satoru Umezawa")
    game["card"].zone = zone
    assert costs(game) == []
    assert game.refusals() == []
    with refused("NO_KEYWORD", "702.49a"):
        game.take("card", "bear")


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    "spoil",
    [
        {"owner_id": "b"},
        {"controller_id": "b"},
        {"phased_out": True},
        {"face_down": True},
        {"abilities_lost": True},
        {"zone": pb.ZONE_GRAVEYARD},
    ],
    ids=lambda spoil: next(iter(spoil)),
)
def test_a_satoru_that_grants_nothing(spoil: dict[str, object]):
    """A10: he must be in play under one's control, phased in, face up, with his abilities."""
    game = with_satoru("Satoru Umezawa")
    for field, value in spoil.items():
        setattr(game["satoru"], field, value)
    assert costs(game) == []


@pytest.mark.clause("A10", "A1")
def test_the_opponents_hand_is_the_opponents():
    """A10: the opponent's creature cards have it for the opponent, while he controls Satoru."""
    game = with_satoru("Satoru Umezawa")
    game["satoru"].controller_id = "b"
    game["card"].owner_id = "b"
    assert game.refusals() == [("card", "", "NOT_OWNED", "702.49a")]


@pytest.mark.clause("A10", "F2")
def test_characteristics_that_were_sent_are_complete():
    """A10, F2: what the engine sends for a card in hand holds its grants already, or has none."""
    game = with_satoru("Satoru Umezawa")
    game["card"].characteristics.types.append("Creature")
    assert costs(game) == []
    game["card"].characteristics.keywords.append("Ninjutsu:3 G")
    assert costs(game) == [("card", "3 G")]


@pytest.mark.clause("A10")
def test_both_variants_on_one_card():
    """A10: a commander ninjutsu card in hand that is granted ninjutsu offers both by name."""
    game = with_satoru("Yuriko, the Tiger's Shadow")
    found = [(each.keyword, each.mana_cost) for each in game.listing().actions]
    assert found == [("Commander ninjutsu", "U B"), ("Ninjutsu", "2 U B")]
    game.take("card", "bear", "Ninjutsu")
    game.take("card", "bear", "Commander ninjutsu")


@pytest.mark.clause("A10")
def test_a_grant_that_ended_before_resolution_changes_nothing():
    """A10: once activated the ability exists by itself (113.7a)."""
    game = with_satoru("Satoru Umezawa")
    after = game.then(game.take("card", "bear"))
    after["satoru"].zone = pb.ZONE_GRAVEYARD
    assert after.then(after.resolve()).attacks("card") == "b"


def split_second() -> Game:
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    game.state.stack.add(
        id="shot", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b", split_second=True
    )
    return game


@pytest.mark.clause("A11")
@pytest.mark.parametrize("kind", list(pb.StackObjectKind.values())[1:])
def test_split_second(kind: pb.StackObjectKind.ValueType):
    """A11: while a spell or ability with split second is on the stack it cannot be activated."""
    game = split_second()
    game.state.stack[0].kind = kind
    assert game.actions() == []
    assert game.refusals() == [("ninja", "", "SPLIT_SECOND", "702.61a")]
    with refused("SPLIT_SECOND", "702.61a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A11")
def test_split_second_below_the_top():
    """A11: wherever on the stack it is, under a trigger for example."""
    game = split_second()
    game.state.stack.add(
        id="trigger", kind=pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, controller_id="a"
    )
    with refused("SPLIT_SECOND", "702.61a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A11")
def test_split_second_of_ones_own():
    """A11: one's own split second binds oneself as well."""
    game = split_second()
    game.state.stack[0].controller_id = "a"
    with refused("SPLIT_SECOND", "702.61a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A11")
def test_after_split_second_has_resolved():
    """A11: once it has left the stack, ninjutsu works again."""
    game = split_second()
    del game.state.stack[:]
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A11")
def test_an_effect_forbids_its_abilities():
    """A11: an effect that forbids activating a named card's abilities names this card."""
    game = split_second()
    game.state.stack[0].split_second = False
    game["ninja"].activation_forbidden = True
    game.hand("other", NINJA)
    assert game.actions() == [("other", "Ninjutsu", "bear")]
    assert game.refusals() == [("ninja", "", "ACTIVATION_FORBIDDEN", "602.5")]
    with refused("ACTIVATION_FORBIDDEN", "602.5"):
        game.take("ninja", "bear")


@pytest.mark.clause("A11")
def test_a_ban_on_casting_is_no_ban_on_activating():
    """A11: ninjutsu casts nothing, so a card that cannot be cast can come in by it."""
    game = split_second()
    game.state.stack[0].split_second = False
    game["ninja"].cast_forbidden = True
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A11")
def test_mana_abilities_are_excepted_from_a_ban():
    """A11: a land whose abilities are forbidden is still tapped for mana."""
    game = split_second()
    game.state.stack[0].split_second = False
    game["u1"].activation_forbidden = True
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A11")
def test_a_forbidden_attacker_can_be_returned():
    """A11: the ban is on the card's abilities, and not on returning a creature."""
    game = split_second()
    game.state.stack[0].split_second = False
    game["bear"].activation_forbidden = True
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


def several(*costs: str) -> Game:
    """A card with ninjutsu at these costs, two more cards in hand, and a blue mana."""
    game = Game()
    game.attacker("bear")
    game.add("card", "No such card", pb.ZONE_HAND)
    game["card"].characteristics.keywords.extend(f"Ninjutsu:{cost}" for cost in costs)
    game.player("a").mana_pool.blue = 1
    return game


@pytest.mark.clause("A10")
def test_the_same_mana_with_and_without_a_further_cost():
    """A10: what is listed without further costs is taken without them, and the other with."""
    game = several("U", "U PayLife<2>")
    plain, dear = game.listing().actions
    assert [list(each.other_costs) for each in (plain, dear)] == [[], ["PayLife<2>"]]
    for action, life in ((plain, 20), (dear, 18)):
        assert game.then(game.take("", "", action=action)).player("a").life == life


@pytest.mark.clause("A10")
def test_the_same_mana_with_two_further_costs():
    """A10: of two further costs one has to be named; a third is none that the card has."""
    game = several("U PayLife<2>", "U PayLife<3>")
    with invalid("action.other_costs"):
        game.take("card", "bear", mana_cost="U")
    with invalid("action.mana_cost"):
        game.take("card", "bear")
    for action, life in zip(game.listing().actions, (18, 17), strict=True):
        assert game.then(game.take("", "", action=action)).player("a").life == life
    action.other_costs[:] = ["PayLife<4>"]
    with refused("NO_KEYWORD", "702.49a"):
        game.take("", "", action=action)


@pytest.mark.clause("A10")
def test_a_reason_against_a_card_with_two_costs_is_given_once():
    """A10: the reason is against the card, or against an attacker, and not against each cost."""
    game = several("U", "1 U", "U PayLife<2>")
    game.player("a").mana_pool.blue = 0
    assert game.refusals() == [("card", "bear", "CANNOT_PAY", "601.2h")]
    game["bear"].phased_out = True
    assert game.refusals() == [("card", "bear", "PHASED_OUT", "702.26b")]
    game["card"].zone = pb.ZONE_EXILE
    assert game.refusals() == [("card", "", "WRONG_ZONE", "702.49a")]


@pytest.mark.clause("A10")
def test_there_is_no_reason_against_what_another_cost_allows():
    """A10: a card that can be used with an attacker at one cost is not refused at another."""
    game = several("U", "1 U")
    game.attacker("stuck", status=pb.BLOCK_STATUS_BLOCKED)
    assert costs(game) == [("card", "U")]
    assert game.refusals() == [("card", "stuck", "BLOCKED", "509.1h")]
    with refused("CANNOT_PAY", "601.2h"):
        game.take("card", "bear", mana_cost="1 U")


@pytest.mark.clause("A10")
def test_each_keyword_of_a_card_has_its_own_reason():
    """A10: two keywords of one card are refused by name."""
    game = several("U:Commander", "U")
    game.state.priority_player_id = "b"
    found = [(each.keyword, each.returned_id) for each in game.listing(explain=True).refusals]
    assert found == [("Commander ninjutsu", ""), ("Ninjutsu", "")]


@pytest.mark.clause("A11", "D1")
@pytest.mark.parametrize(("keyword", "held"), [("K:Split second", True), ("K:Flying", False)])
def test_split_second_of_what_was_cast_for_sneak(keyword: str, held: bool):
    """A11, 702.61a: what this service puts on the stack has it as well, by its script."""
    quick = script("Quick", "K:Sneak:0", keyword, "A:SP$ Draw | NumCards$ 1", body=INSTANT)
    game = game_of(quick, script("Second", "K:Ninjutsu:0"))
    game.attacker("bear")
    game.attacker("ogre")
    game.hand("quick", "Quick")
    game.hand("second", "Second")
    after = game.then(game.take("quick", "bear", "Sneak"))
    assert after.state.stack[0].split_second is held
    assert bool(after.actions()) is not held
    if held:
        with refused("SPLIT_SECOND", "702.61a"):
            after.take("second", "ogre")
