"""How mana is paid: by permanents that are named, and by abilities that cost mana (601.2g)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import ENGINE, Game, events, manual, pb, refused, told


def armed(cost: str) -> Game:
    """A bear attacks; a Ninja in hand has ninjutsu at this cost."""
    game = Game()
    game.attacker("bear")
    item = game.creature("ninja", zone=pb.ZONE_HAND)
    item.characteristics.keywords.append(f"Ninjutsu:{cost}")
    return game


def source(game: Game, name: str, *abilities: tuple[str, str], snow: bool = False) -> None:
    """A permanent of a's with mana abilities, each by its mana and its cost."""
    item = game.creature(name)
    item.characteristics.types[:] = ["Artifact"]
    for produces, cost in abilities:
        item.mana_abilities.add(produces=produces, cost=cost, snow=snow)


@pytest.mark.clause("A13")
@pytest.mark.parametrize(("snow", "pays"), [(True, True), (False, False)])
def test_snow_that_the_player_names(snow: bool, pays: bool):
    """A13, 107.4h: {S} by mana of a snow source; what is spent says so."""
    game = armed("S")
    source(game, "crystal", ("U", ""), snow=snow)
    if not pays:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=manual("crystal"))
        return
    outcome = game.take("ninja", "bear", payment=manual("crystal"))
    (spent,) = events(outcome, "mana_spent")
    assert spent.mana == pb.ManaPool(blue=1, snow_blue=1)


@pytest.mark.clause("A14")
@pytest.mark.parametrize(("life", "pays"), [(1, False), (2, True), (3, True)])
def test_life_of_abilities_that_the_player_names(life: int, pays: bool):
    """A14, 119.4: 1 for each of two abilities; who has less cannot."""
    game = armed("U U")
    game.player("a").life = life
    for name in ("one", "two"):
        source(game, name, ("U", "T PayLife<1>"))
    if not pays:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=manual("one", "two"))
        return
    outcome = game.take("ninja", "bear", payment=manual("one", "two"))
    assert [each.change for each in events(outcome, "life_changed")] == [-1, -1]


@pytest.mark.clause("A14")
@pytest.mark.parametrize("life", [0, -4])
def test_no_life_is_needed_where_none_is_paid(life: int):
    """A14, 119.4: at 0 or less an ability that costs no life is activated as ever."""
    game = armed("U")
    game.state.players.add(id="c", life=20)
    game.player("a").life = life
    source(game, "one", ("U", ""))
    outcome = game.take("ninja", "bear", payment=manual("one"))
    assert [each[0] for each in told(outcome)][:3] == [
        "card_revealed",
        "stack_pushed",
        "object_tapped",
    ]


@pytest.mark.clause("A14")
@pytest.mark.parametrize(("life", "pays"), [(4, False), (5, True)])
def test_life_for_a_further_cost_is_set_aside(life: int, pays: bool):
    """A14, 601.2h: 3 for the further cost and 2 for the symbol need 5, however mana is paid."""
    game = armed("U/P PayLife<3>")
    game.player("a").life = life
    if pays:
        outcome = game.take("ninja", "bear", payment=manual())
        assert sum(each.change for each in events(outcome, "life_changed")) == -5
    else:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=manual())


@pytest.mark.clause("A12")
def test_the_ability_that_the_player_names():
    """A12: of several abilities of a permanent the one that is named, and each permanent once."""
    game = armed("B")
    source(game, "dual", ("U", ""), ("B", ""))
    outcome = game.take("ninja", "bear", payment=manual(("dual", 1)))
    assert events(outcome, "mana_added")[0].mana == pb.ManaPool(black=1)
    for wrong in (manual("dual"), manual(("dual", 1), ("dual", 0)), manual()):
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=wrong)


@pytest.mark.clause("A12")
@pytest.mark.parametrize(
    "fields",
    [{"zone": pb.ZONE_GRAVEYARD}, {"phased_out": True}, {"controller_id": "b"}, {"tapped": True}],
)
def test_what_cannot_be_activated(fields: dict[str, Any]):
    """A12, 602.2: elsewhere, phased out, another player's, tapped already."""
    game = armed("U")
    source(game, "one", ("U", "T"))
    for field, value in fields.items():
        setattr(game["one"], field, value)
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", payment=manual("one"))
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")


@pytest.mark.clause("A12")
def test_an_ability_that_costs_mana_is_not_the_players_to_name():
    """A12: what pays for it would need a decision of its own; the automatic payment has one."""
    game = armed("U B")
    source(game, "signet", ("U B", "1 T"))
    game.lands("C", 1)
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", payment=manual("c1", "signet"))
    outcome = game.take("ninja", "bear")
    assert [each[:2] for each in told(outcome)][2:8] == [
        ("object_tapped", "605.3"),
        ("mana_added", "605.3"),
        ("mana_spent", "601.2h"),
        ("object_tapped", "605.3"),
        ("mana_added", "605.3"),
        ("mana_spent", "601.2h"),
    ]
    spent = [each.mana for each in events(outcome, "mana_spent")]
    assert spent == [pb.ManaPool(colorless=1), pb.ManaPool(blue=1, black=1)]


@pytest.mark.clause("A12")
def test_life_in_the_mana_that_an_ability_costs():
    """A12, 107.4f: a Phyrexian symbol in the cost of a mana ability takes 2 life."""
    game = armed("U")
    source(game, "odd", ("U", "B/P T"))
    outcome = game.take("ninja", "bear")
    assert [each.change for each in events(outcome, "life_changed")] == [-2]
    assert [each.mana for each in events(outcome, "mana_spent")] == [pb.ManaPool(blue=1)]


@pytest.mark.clause("A12")
def test_a_source_that_is_sacrificed_for_mana():
    """A12, 701.21a: it goes to the graveyard before its mana comes; the reason says so."""
    game = armed("U")
    source(game, "treasure", ("U", "T Sac<1/CARDNAME>"))
    outcome = game.take("ninja", "bear", payment=manual("treasure"))
    assert told(outcome)[2:6] == [
        ("object_tapped", "605.3", 0, 0),
        ("zone_changed", "701.21a", 0, 0),
        ("mana_added", "605.3", 0, 0),
        ("mana_spent", "601.2h", 0, 0),
    ]
    assert events(outcome, "zone_changed")[0].reason == 7


@pytest.mark.clause("A12")
@pytest.mark.parametrize(
    ("cost", "abilities", "lands", "added"),
    [
        ("U B", [("U", "1"), ("B", "1")], 2, 2),
        ("U B", [("U", "1"), ("B", "1")], 1, None),
        ("U U U U U U", [("U", "1")], 6, 6),
        ("U U U U U U U", [("U", "1")], 7, None),
        ("U B", [("U", "1"), ("B", "T")], 1, 2),
        ("U U", [("U", "1"), ("B", "T")], 1, 3),
        ("B B", [("U", "1"), ("B", "T")], 1, None),
        ("B B", [("B", "1"), ("B", "1 Sac<1/CARDNAME>")], 2, None),
        ("B B", [("B", "1 T")], 2, None),
        ("B B B", [("B", "PayLife<1>")], 0, 3),
    ],
)  # fmt: skip
def test_one_source_used_more_than_once(
    cost: str, abilities: list[tuple[str, str]], lands: int, added: int | None
):
    """A12, 605.3: what neither taps nor sacrifices it is activated as often as is needed.

    Up to six times; and not where a sacrifice among its abilities could come between.
    """
    game = armed(cost)
    source(game, "elf", *abilities)
    game.lands("C", lands)
    listed = game.actions()
    if added is None:
        assert listed == []
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear")
        return
    assert listed == [("ninja", "Ninjutsu", "bear")]
    outcome = game.take("ninja", "bear")
    of_elf = [each for each in events(outcome, "mana_added") if each.source_id == "elf"]
    assert len(of_elf) == added
    assert game.then(outcome).player("a").mana_pool == pb.ManaPool()


@pytest.mark.clause("A12")
@pytest.mark.parametrize(
    ("cost", "named", "pays"),
    [
        ("B B", [0, 0], True),
        ("B B B", [0, 0, 0], True),
        ("B U", [0, 1], True),
        ("U B", [1, 0], True),
        ("U U", [1, 1], False),
        ("G B", [2, 0], False),
        ("B G", [0, 2], True),
        ("B B B B", [0, 0, 0, 0], False),
    ],
)
def test_one_source_named_more_than_once(cost: str, named: list[int], pays: bool):
    """A12, 602.2b: as often as its cost can be paid: it taps once, and is sacrificed last."""
    game = armed(cost)
    source(game, "altar", ("B", "PayLife<2>"), ("U", "T"), ("G", "Sac<1/CARDNAME>"))
    game.player("a").life = 7
    payment = manual(*(("altar", index) for index in named))
    if not pays:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=payment)
        return
    outcome = game.take("ninja", "bear", payment=payment)
    after = game.then(outcome)
    assert len(events(outcome, "mana_added")) == len(named)
    assert after.player("a").life == 7 - 2 * named.count(0)
    assert after["altar"].tapped is (1 in named)
    assert (after["altar"].zone == pb.ZONE_GRAVEYARD) is (2 in named)


@pytest.mark.clause("A8")
@pytest.mark.parametrize("payment", [None, manual(), ENGINE])
def test_what_has_no_cost_cannot_be_paid(payment: Any):
    """A8, 118.6: not even by the engine."""
    game = armed("no cost")
    fields = {} if payment is None else {"payment": payment}
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", **fields)
