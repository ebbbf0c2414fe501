"""What an action costs and what could pay for it, piece by piece (`rules.costs`)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.cost import CostError
from ninjutsu_service.cards.mana import FREE, ManaError, parse_mana
from ninjutsu_service.rules.costs import floating, mana_option, options_of, pool_message, produced
from ninjutsu_service.rules.keywords.ninjutsu import COMMANDER_NINJUTSU, NINJUTSU
from ninjutsu_service.rules.payment import ManaOption
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from tests.boards import Game, bundled, kinds, manual, pb, refused
from tests.rules.scripts import table_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("W", (1, 0, 0, 0, 0, 0)),
        ("U B", (0, 1, 1, 0, 0, 0)),
        ("R R G", (0, 0, 0, 2, 1, 0)),
        ("C C", (0, 0, 0, 0, 0, 2)),
    ],
)
def test_what_a_mana_ability_makes(text: str, expected: tuple[int, ...]):
    """Single kinds of mana, counted by type in the order WUBRGC."""
    assert produced(text) == expected


@pytest.mark.parametrize(
    "text", ["", "1", "1 U", "X", "X U", "no cost", "W/U", "2/U", "U/P", "S", "S U", "Q", "{U}"]
)
def test_what_no_mana_ability_makes(text: str):
    """Anything that is not one type of mana is no mana that could be added."""
    with pytest.raises(ManaError):
        produced(text)


def option(*, taps: bool = False, sacrifices: bool = False, life: int = 0,
           mana: str = "") -> ManaOption:  # fmt: skip
    cost = parse_mana(mana) if mana else FREE
    return ManaOption(3, (0, 1, 0, 0, 0, 0), True, taps, sacrifices, life, cost)


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("", option(taps=True)),
        ("T", option(taps=True)),
        ("Sac<1/CARDNAME>", option(sacrifices=True)),
        ("T Sac<1/CARDNAME>", option(taps=True, sacrifices=True)),
        ("T Sac<1/CARDNAME/this artifact>", option(taps=True, sacrifices=True)),
        ("PayLife<2>", option(life=2)),
        ("T PayLife<1> PayLife<2>", option(taps=True, life=3)),
        ("1 U T", option(taps=True, mana="1 U")),
        ("PayLife<999999>", option(life=999_999)),
        # What only the engine can pay.
        ("T Sac<1/Creature>", None),
        ("T Sac<2/CARDNAME>", None),
        ("T<1/Creature>", None),
        ("Sac<1>", None),
        ("Exile<1/CARDNAME>", None),
        ("PayLife<X>", None),
        ("PayLife<-1>", None),
        ("PayLife<²>", None),
        ("PayLife<1000000>", None),
        ("Untap", None),
    ],
)
def test_what_a_mana_ability_costs(cost: str, expected: ManaOption | None):
    """{T}, sacrificing itself, life and mana are read; with any other part it is left alone."""
    assert mana_option(3, "U", cost, snow=True) == expected


def test_a_mana_ability_that_is_malformed():
    """What cannot be read at all is an error, which calls have found before."""
    with pytest.raises(CostError):
        mana_option(0, "U", "Sac<1/CARDNAME", snow=False)
    with pytest.raises(ManaError):
        mana_option(0, "Q", "T", snow=False)


def test_pools_there_and_back():
    """The wire's pool as plain numbers, and those as the wire's pool, nothing lost."""
    player = pb.Player(mana_pool=pb.ManaPool(white=1, green=3, snow_green=2, colorless=4))
    pool = floating(player)
    assert pool.amounts == (1, 0, 0, 0, 3, 4)
    assert pool.snow == (0, 0, 0, 0, 2, 0)
    assert pool_message(pool.amounts, pool.snow) == player.mana_pool
    assert floating(pb.Player()).amounts == (0,) * 6


def priced(*costs: str, life: int = 20) -> Game:
    """A card in hand with ninjutsu at these costs, and an attacker."""
    game = Game()
    game.attacker("bear")
    game.add("ninja", "No such card", pb.ZONE_HAND)
    game["ninja"].characteristics.keywords.extend(f"Ninjutsu:{cost}" for cost in costs)
    game.player("a").life = life
    return game


@pytest.mark.clause("A9", "A10")
@pytest.mark.parametrize(
    "costs",
    [("X U", "X 1 U"), ("X 1 U", "X U"), ("X 1 U", "X U", "X 2 U")],
)
def test_of_prices_that_look_the_same_the_cheaper(costs: tuple[str, ...]):
    """A9: reduced to {X}{U}, the one with more of the reduction left allows the larger X."""
    game = priced(*costs)
    game.player("a").mana_pool.blue = 3
    game.state.cost_changes.add(player_id="a", generic=-2)
    (action,) = game.listing().actions
    assert (action.mana_cost, action.x_value) == ("X U", 4)
    game.take("", "", action=action)


@pytest.mark.clause("A7", "A14")
@pytest.mark.parametrize(("life", "payable"), [(4, True), (3, False)])
def test_life_for_a_part_is_not_there_for_mana(life: int, payable: bool):
    """A14: what a further cost takes is gone when Phyrexian mana asks for more."""
    game = priced("U/P PayLife<2>", life=life)
    assert bool(game.actions()) == payable
    if payable:
        assert game.then(game.take("ninja", "bear")).player("a").life == 0
    else:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear")


@pytest.mark.clause("A7", "A12")
def test_a_creature_is_not_tapped_twice():
    """A7: a creature that a further cost taps makes no mana for the same activation."""
    game = priced("G tapXType<1/Creature>")
    game.creature("elf")
    game["elf"].mana_abilities.add(produces="G")
    assert game.actions() == []
    for payment in (None, manual("elf")):
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=payment)
    game.land("forest", "G")
    taken = game.then(game.take("ninja", "bear"))
    assert taken["elf"].tapped
    assert taken["forest"].tapped


@pytest.mark.clause("A7", "A12")
def test_which_creature_is_returned_decides_what_can_be_sacrificed():
    """A12: of two attackers only the other one can be sacrificed for the mana."""
    game = priced("G")
    game.attacker("treefolk")
    game["treefolk"].mana_abilities.add(produces="G", cost="Sac<1/CARDNAME>")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    assert game.refusals() == [("ninja", "treefolk", "CANNOT_PAY", "601.2h")]
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "treefolk")


TAXED = COMMANDER_NINJUTSU.vary(commander_tax=True)


def taxed(zone: pb.Zone.ValueType) -> Game:
    game = Game(rulebook=Rulebook(bundled().pool, Registry([NINJUTSU, TAXED])))
    game.attacker("bear")
    game.add("yuriko", "Yuriko, the Tiger's Shadow", zone, commander=True, commander_casts=2)
    game.player("a").mana_pool.MergeFrom(pb.ManaPool(blue=4, black=2))
    return game


@pytest.mark.clause("E2")
@pytest.mark.parametrize(("zone", "cost"), [(pb.ZONE_COMMAND, "4 U B"), (pb.ZONE_HAND, "U B")])
def test_a_variant_with_commander_tax(zone: pb.Zone.ValueType, cost: str):
    """E2, 903.8: {2} for each earlier time, from the command zone only, where it then counts."""
    game = taxed(zone)
    (action,) = game.listing().actions
    assert action.mana_cost == cost
    taken = game.take("", "", action=action)
    counted = zone == pb.ZONE_COMMAND
    assert ("commander_cast" in kinds(taken)) == counted
    assert game.then(taken)["yuriko"].commander_casts == 2 + counted


def test_a_copy_of_nothing_has_no_keyword() -> None:
    """707.2: what it is a copy of was not sent, so that nothing of it is known."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours", characteristics_copiable=True)
    game.lands("U", 2)
    assert not game.actions()
    game["ninja"].characteristics_copiable = False
    assert [each[0] for each in game.actions()] == ["ninja"]


def test_the_mana_abilities_of_a_copy_are_its_own() -> None:
    """Of what is there they are remembered; a copy leaves nothing behind."""
    game = Game()
    game.land("land", "U")
    table = table_of(game)
    item = table.board.objects["land"]
    copy = pb.GameObject()
    copy.CopyFrom(item)
    copy.mana_abilities[0].produces = "B"
    assert options_of(table, copy) != options_of(table, item)
    assert table.mana == {"land": options_of(table, item)}
    assert options_of(table, copy) != options_of(table, item)
