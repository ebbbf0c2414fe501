"""A12 to A14: mana abilities while paying, the mana symbols, and life as payment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from tests.boards import ENGINE, Game, event, invalid, kinds, manual, pb, refused, rules, wire

LISTED = [("ninja", "Ninjutsu", "bear")]


def priced(cost: str, *lands: str, life: int = 20, **pool: int) -> Game:
    """A card in hand with ninjutsu at this cost, an attacker, lands ("U", "U|B") and a pool.

    A land whose text begins with "*" is a snow land.
    """
    game = Game()
    game.attacker("bear")
    game.add("ninja", "No such card", pb.ZONE_HAND)
    game["ninja"].characteristics.keywords.append(f"Ninjutsu:{cost}")
    for number, text in enumerate(lands, 1):
        land = game.land(f"l{number}", *text.removeprefix("*").split("|"))
        for ability in land.mana_abilities:
            ability.snow = text.startswith("*")
    game.player("a").life = life
    if pool:
        game.player("a").mana_pool.MergeFrom(pb.ManaPool(**pool))
    return game


def tapped(game: Game) -> list[str]:
    """The permanents that are tapped, creatures that attack aside."""
    return [item.id for item in game.state.objects if item.tapped and item.id != "bear"]


# --- A12: mana abilities while paying


@pytest.mark.clause("A12")
def test_an_untapped_attacker_is_tapped_for_mana_and_then_returned():
    """A12: a vigilant attacker with a mana ability pays for its own return."""
    game = priced("G")
    bear = game["bear"]
    bear.tapped = False
    bear.mana_abilities.add(produces="G")
    assert game.actions() == LISTED
    taken = game.take("ninja", "bear")
    assert kinds(taken) == [
        "card_revealed",
        "stack_pushed",
        "object_tapped",
        "mana_added",
        "mana_spent",
        "combat_left",
        "zone_changed",
    ]
    assert event(taken, "mana_added").source_id == "bear"
    after = game.then(taken)
    assert after["bear"].zone == pb.ZONE_HAND
    assert not after["bear"].tapped
    assert after.player("a").mana_pool == pb.ManaPool()


@pytest.mark.clause("A12")
def test_a_tapped_attacker_makes_no_mana():
    """A12: an attacker that attacked by tapping has no {T} left."""
    game = priced("G")
    game["bear"].mana_abilities.add(produces="G")
    assert game.actions() == []
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear")
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", payment=manual("bear"))


@pytest.mark.clause("A12")
def test_named_by_hand_the_attacker_pays_as_well():
    """A12: a manual payment may name the creature that is returned."""
    game = priced("1 G", "G")
    game["bear"].tapped = False
    game["bear"].mana_abilities.add(produces="G")
    after = game.then(game.take("ninja", "bear", payment=manual("bear", "l1")))
    assert tapped(after) == ["l1"]
    assert after["bear"].zone == pb.ZONE_HAND


@pytest.mark.clause("A12")
def test_an_attacker_is_not_sacrificed_and_returned():
    """A12, A7: what was sacrificed for mana cannot be returned for the same activation."""
    game = priced("G")
    game["bear"].tapped = False
    game["bear"].mana_abilities.add(produces="G", cost="Sac<1/CARDNAME>")
    assert game.actions() == []
    for payment in (wire.Payment(), manual("bear")):
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear", payment=payment)


@pytest.mark.clause("A12")
def test_another_attacker_can_be_sacrificed_for_mana():
    """A12: one attacker is sacrificed for mana, another returned; the first leaves combat."""
    game = priced("G")
    game.attacker("treefolk")
    game["treefolk"].mana_abilities.add(produces="G", cost="Sac<1/CARDNAME>")
    assert game.actions() == LISTED
    taken = game.take("ninja", "bear")
    assert kinds(taken)[2:] == [
        "combat_left",
        "zone_changed",
        "mana_added",
        "mana_spent",
        "combat_left",
        "zone_changed",
    ]
    assert [each.cause for each in taken.events][2:] == [4, 0, 0, 0, 8, 0]
    after = game.then(taken)
    assert after["treefolk"].zone == pb.ZONE_GRAVEYARD
    assert after["bear"].zone == pb.ZONE_HAND


@pytest.mark.clause("A12", "A14")
@pytest.mark.parametrize(
    ("sick", "keywords", "land", "usable"),
    [
        (False, [], False, True),
        (True, [], False, False),
        (True, ["Haste"], False, True),
        (True, [], True, True),
    ],
)
def test_summoning_sickness(sick: bool, keywords: Sequence[str], land: bool, usable: bool):
    """A12, 302.6: a creature that came this turn has no {T} for mana, unless it has haste."""
    game = priced("G")
    if land:
        game.land("elf", "G", summoning_sick=sick)
    else:
        game.creature("elf", keywords=keywords, summoning_sick=sick)
        game["elf"].mana_abilities.add(produces="G")
    assert game.actions() == (LISTED if usable else [])
    if usable:
        assert tapped(game.then(game.take("ninja", "bear"))) == ["elf"]
    else:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear")


@pytest.mark.clause("A12")
def test_a_sick_creature_may_use_a_mana_ability_without_a_tap():
    """A12, 302.6: the sickness stops {T} only."""
    game = priced("G")
    game.creature("elf", summoning_sick=True)
    game["elf"].mana_abilities.add(produces="G", cost="Sac<1/CARDNAME>")
    assert game.then(game.take("ninja", "bear"))["elf"].zone == pb.ZONE_GRAVEYARD


@pytest.mark.clause("A12")
def test_a_treasure():
    """A12: tapped and sacrificed for its mana; the token then ceases to exist."""
    game = priced("U")
    treasure = game.add("treasure", "Treasure", token=True)
    treasure.mana_abilities.add(produces="U", cost="T Sac<1/CARDNAME>")
    taken = game.take("ninja", "bear")
    assert kinds(taken)[2:6] == ["object_tapped", "zone_changed", "mana_added", "mana_spent"]
    assert rules(taken)[2:6] == ["605.3", "701.21a", "605.3", "601.2h"]
    assert kinds(taken)[-1] == "object_ceased"
    assert all(item.id != "treasure" for item in taken.state.objects)


@pytest.mark.clause("A12")
def test_a_mana_ability_that_costs_what_only_the_engine_can_pay():
    """A12: it is left to the engine; other sources pay, or nothing does."""
    game = priced("U")
    game.land("tomb", "U").mana_abilities[0].cost = "T Exile<1/Card.YouOwn>"
    assert game.actions() == []
    assert game.actions(engine_pays=True) == LISTED
    game.land("island", "U")
    assert tapped(game.then(game.take("ninja", "bear"))) == ["island"]


# --- A13: the symbols


@pytest.mark.clause("A13")
@pytest.mark.parametrize("color", "WUBRG")
def test_a_coloured_symbol(color: str):
    """A13: {U} is paid with blue mana and nothing else."""
    for land in "WUBRGC":
        game = priced(color, land)
        assert game.actions() == (LISTED if land == color else [])
        if land == color:
            assert tapped(game.then(game.take("ninja", "bear"))) == ["l1"]
        else:
            with refused("CANNOT_PAY", "601.2h"):
                game.take("ninja", "bear")


@pytest.mark.clause("A13")
@pytest.mark.parametrize("land", "WUBRGC")
def test_generic(land: str):
    """A13: generic mana is paid with any type, colourless included."""
    game = priced("2", land, land)
    taken = game.take("ninja", "bear")
    assert tapped(game.then(taken)) == ["l1", "l2"]
    spent = event(taken, "mana_spent").mana
    assert [amount for _, amount in spent.ListFields()] == [2]


PAYABLE = [
    # Colourless: {C} and generic, never a colour.
    ("C", ["C"], True),
    ("C", ["U"], False),
    ("1 C", ["C", "U"], True),
    ("1 C", ["U", "U"], False),
    ("U", ["C"], False),
    # Hybrid, in each of its spellings.
    ("W/B", ["W"], True),
    ("WB", ["B"], True),
    ("W/B", ["U"], False),
    ("W/B", ["C"], False),
    ("W/B W/B", ["W", "B"], True),
    ("W/B U/B", ["B", "U"], True),
    ("W/B U/B", ["U", "B"], True),
    ("W/B U/B", ["U", "U"], False),
    ("C/U", ["C"], True),
    ("C/U", ["U"], True),
    ("C/U", ["G"], False),
    # Two generic or one coloured.
    ("2/W", ["W"], True),
    ("2W", ["U", "C"], True),
    ("2/W", ["U"], False),
    ("2/W 2/W", ["W", "U", "G"], True),
    ("2/W 2/W", ["U", "U", "U"], False),
    ("2/W 2/W", ["U", "U", "U", "U"], True),
    ("3/R", ["U", "U", "U"], True),
    ("3/R", ["U", "U"], False),
    # Snow: of any type, from a snow source.
    ("S", ["*U"], True),
    ("S", ["*C"], True),
    ("S", ["U"], False),
    ("S S", ["*U", "U"], False),
    ("1 S", ["*U", "U"], True),
    ("U S", ["*U", "*G"], True),
    ("U S", ["*U", "U"], True),
    ("U S", ["*U", "G"], False),
    ("U", ["*U"], True),
    # Sources with several abilities, and with two mana at once.
    ("U B", ["U|B", "U"], True),
    ("U B", ["U", "U|B"], True),
    ("U B", ["U|B"], False),
    ("U B", ["U B"], True),
    ("1 U", ["C C", "U"], True),
    ("1 U", ["C U"], True),
    ("U U", ["U U|C"], True),
    ("W U B R G", ["W|U", "U|B", "B|R", "R|G", "G|W"], True),
    ("W U B R G", ["W|U", "U|B", "R|G", "R|G", "R|G"], False),
    # All of it at once.
    ("1 U W/B 2/G S C", ["C", "*R", "W", "U", "G", "R"], True),
    ("1 U W/B 2/G S C", ["C", "R", "W", "U", "G", "R"], False),
    # Nothing, and zero.
    ("0", [], True),
    ("0 U", ["U"], True),
    ("0 U", [], False),
]


@pytest.mark.clause("A13")
@pytest.mark.parametrize(("cost", "lands", "payable"), PAYABLE)
def test_what_pays_for_what(cost: str, lands: list[str], payable: bool):
    """A13: what can be paid is listed and taken, and its mana is spent; the rest is refused."""
    game = priced(cost, *lands)
    assert game.actions() == (LISTED if payable else [])
    if not payable:
        assert game.refusals() == [("ninja", "bear", "CANNOT_PAY", "601.2h")]
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear")
        return
    taken = game.take("ninja", "bear")
    made = sum_of(each.mana_added.mana for each in taken.events)
    spent = sum_of(each.mana_spent.mana for each in taken.events)
    assert made - spent == sum_of([game.then(taken).player("a").mana_pool])
    assert spent <= made


def sum_of(pools: Iterable[pb.ManaPool]) -> int:
    """How much mana pools hold together."""
    return sum(
        amount
        for pool in pools
        for field, amount in pool.ListFields()
        if not field.name.startswith("snow_")
    )


@pytest.mark.clause("A13")
@pytest.mark.parametrize(
    ("cost", "pool", "left"),
    [
        ("1 U", {"blue": 2}, {}),
        ("1 U", {"blue": 1, "colorless": 1}, {}),
        ("1 U", {"blue": 3}, {"blue": 1}),
        ("1 U", {"blue": 2, "colorless": 2}, {"blue": 1, "colorless": 1}),
        ("S", {"green": 2, "snow_green": 1}, {"green": 1}),
        ("G", {"green": 2, "snow_green": 1}, {"green": 1, "snow_green": 1}),
        ("C", {"blue": 1, "colorless": 1}, {"blue": 1}),
    ],
)
def test_floating_mana(cost: str, pool: dict[str, int], left: dict[str, int]):
    """A13: mana in the pool pays first, no land is tapped, and what is not needed stays."""
    game = priced(cost, "U", "U", **pool)
    taken = game.take("ninja", "bear")
    assert "object_tapped" not in kinds(taken)
    assert game.then(taken).player("a").mana_pool == pb.ManaPool(**left)


@pytest.mark.clause("A13")
def test_floating_mana_and_lands_together():
    """A13: a land is tapped for what the pool lacks, and for no more."""
    game = priced("1 U", "G", "U", colorless=1)
    after = game.then(game.take("ninja", "bear"))
    assert tapped(after) == ["l2"]
    assert after.player("a").mana_pool == pb.ManaPool()


@pytest.mark.clause("A13")
def test_mana_left_over_from_a_source_stays_in_the_pool():
    """A13: a land that makes two mana pays one symbol; the other mana floats."""
    game = priced("U", "U B")
    after = game.then(game.take("ninja", "bear"))
    assert after.player("a").mana_pool == pb.ManaPool(black=1)


@pytest.mark.clause("A13")
def test_snow_mana_stays_snow_in_the_pool():
    """A13: what a snow source made is added, spent and kept as snow mana."""
    game = priced("U", "*U U")
    taken = game.take("ninja", "bear")
    assert event(taken, "mana_added").mana == pb.ManaPool(blue=2, snow_blue=2)
    assert event(taken, "mana_spent").mana == pb.ManaPool(blue=1, snow_blue=1)
    assert game.then(taken).player("a").mana_pool == pb.ManaPool(blue=1, snow_blue=1)


@pytest.mark.clause("A13")
def test_lands_before_creatures_before_treasures():
    """A13: what costs nothing further is used first; what is lost for good, last."""
    game = priced("1")
    game.add("treasure", "Treasure", token=True).mana_abilities.add(
        produces="U", cost="T Sac<1/CARDNAME>"
    )
    game.creature("elf")
    game["elf"].mana_abilities.add(produces="G")
    game.land("land", "U")
    for used in ("land", "elf", "treasure"):
        taken = game.take("ninja", "bear")
        assert event(taken, "object_tapped").object_id == used
        game[used].tapped = True


@pytest.mark.clause("A13")
def test_the_most_specific_land_first():
    """A13: the land with the fewest colours pays, whatever its place."""
    game = priced("U", "W|U|B|R|G", "U|B", "U")
    assert tapped(game.then(game.take("ninja", "bear"))) == ["l3"]


@pytest.mark.clause("A13")
def test_manual_payment_in_the_order_named():
    """A13: each source is activated as named, by the ability named, and too much floats."""
    game = priced("1 U", "U|B", "C C", "U")
    taken = game.take("ninja", "bear", payment=manual("l2", ("l1", 1), "l3"))
    sources = [e.mana_added.source_id for e in taken.events if e.HasField("mana_added")]
    assert sources == ["l2", "l1", "l3"]
    assert sum_of([game.then(taken).player("a").mana_pool]) == 2


@pytest.mark.clause("A13")
def test_manual_payment_uses_floating_mana():
    """A13: nothing needs to be tapped where the pool suffices."""
    game = priced("1 U", "U", blue=2)
    assert tapped(game.then(game.take("ninja", "bear", payment=manual()))) == []


@pytest.mark.clause("A13")
@pytest.mark.parametrize(
    ("name", "index", "field"),
    [("nobody", 0, "object_id"), ("", 0, "object_id"), ("l1", 1, "mana_ability_index")],
)
def test_manual_payment_that_names_nothing(name: str, index: int, field: str):
    """A13: a source or an ability that does not exist is a wrong field."""
    with invalid(f"payment.manual.sources[0].{field}"):
        priced("U", "U").take("ninja", "bear", payment=manual((name, index)))


@pytest.mark.clause("A13", "F1")
def test_engine_payment():
    """A13, F1: the engine has taken the mana, or will: no mana moves and no life is paid."""
    game = priced("3 U U/P", life=20, blue=1)
    taken = game.take("ninja", "bear", payment=ENGINE)
    assert kinds(taken) == ["card_revealed", "stack_pushed", "combat_left", "zone_changed"]
    assert game.then(taken).player("a") == game.player("a")


@pytest.mark.clause("A13")
@pytest.mark.parametrize(
    ("cost", "lands", "most"),
    [
        ("X", [], 0),
        ("X", ["U", "G"], 2),
        ("X U", ["U", "G", "G"], 2),
        ("X X", ["G"] * 5, 2),
        ("X X U", ["U", "G", "G", "G"], 1),
        ("X 1", ["G"] * 3, 2),
        ("X W/B", ["B", "C", "C C"], 3),
        ("X 2/U", ["U", "G"], 1),
        ("X 2/U", ["G", "G", "G"], 1),
        ("X S", ["*U", "U"], 1),
    ],
)
def test_x(cost: str, lands: list[str], most: int):
    """A13: the largest X that can be paid is listed; any up to it can be taken, none beyond."""
    game = priced(cost, *lands)
    (action,) = game.listing().actions
    assert (action.mana_cost, action.x_value) == (cost, most)
    for x in range(most + 1):
        taken = game.take("ninja", "bear", x=x)
        assert event(taken, "stack_pushed").object.x_value == x
    with refused("CANNOT_PAY", "601.2h"):
        game.take("ninja", "bear", x=most + 1)


@pytest.mark.clause("A13")
def test_x_that_the_engine_pays():
    """A13: the engine may pay any X; listed is what the service could pay, or 0."""
    game = priced("X U", "G")
    assert game.actions() == []
    (action,) = game.listing(engine_pays=True).actions
    assert action.x_value == 0
    taken = game.take("ninja", "bear", x=7, payment=ENGINE)
    assert event(taken, "stack_pushed").object.x_value == 7


@pytest.mark.clause("A13")
def test_the_largest_x_that_is_listed_can_be_taken():
    """A13: with more mana than any game has, X is listed up to what is read, and taken."""
    game = priced("X")
    for color in ("white", "blue", "black", "red", "green", "colorless"):
        setattr(game.player("a").mana_pool, color, 2**30)
    (action,) = game.listing().actions
    assert action.x_value == 2**30
    game.take("", "", action=action)


@pytest.mark.clause("A13")
@pytest.mark.parametrize(
    ("card", "shown"),
    [
        ("A-Silver-Fur Master", "U/B"),
        ("Silver-Fur Master", "U B"),
        ("Ink-Eyes, Servant of Oni", "3 B B"),
        ("Rimepath Stalker", "1 S"),
        ("Emberstair Porter", "2/R"),
    ],
)
def test_costs_from_the_scripts(card: str, shown: str):
    """A13: the cost on the card's script is the action's, in its canonical spelling."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", card)
    (action,) = game.listing(engine_pays=True).actions
    assert action.mana_cost == shown


# --- A14: life


@pytest.mark.clause("A13", "A14")
@pytest.mark.parametrize(
    ("cost", "lands", "life", "left"),
    [
        ("U/P", ["U"], 20, 20),
        ("U/P", [], 20, 18),
        ("UP", ["G"], 20, 18),
        ("U/P", [], 2, 0),
        ("U/P", [], 1, None),
        ("U/P", [], 0, None),
        ("U/P", [], -3, None),
        ("U/P U/P", [], 4, 0),
        ("U/P U/P", [], 3, None),
        ("U/P U/P", ["U"], 3, 1),
        ("1 U/P", ["U"], 5, 3),
        ("1 U/P", [], 20, None),
        ("G/U/P", ["G"], 20, 20),
        ("GUP", ["U"], 20, 20),
        ("G/U/P", ["B"], 20, 18),
        ("G/U/P", ["B"], 1, None),
        ("U/P U", ["U"], 20, 18),
    ],
)
def test_phyrexian_mana(cost: str, lands: list[str], life: int, left: int | None):
    """A13, A14: {U/P} is {U} or 2 life, and life only where there is that much; mana first."""
    game = priced(cost, *lands, life=life)
    assert game.actions() == ([] if left is None else LISTED)
    if left is None:
        with refused("CANNOT_PAY", "601.2h"):
            game.take("ninja", "bear")
        return
    taken = game.take("ninja", "bear")
    assert game.then(taken).player("a").life == left
    if left < life:
        change = event(taken, "life_changed")
        assert (change.player_id, change.change) == ("a", left - life)
        assert rules(taken)[kinds(taken).index("life_changed")] == "119.4"


@pytest.mark.clause("A14")
@pytest.mark.parametrize(("life", "payable"), [(5, True), (3, True), (2, False), (0, False)])
def test_a_mana_ability_that_costs_life(life: int, payable: bool):
    """A14: a land that asks for 3 life is no source for a player with less."""
    game = priced("B", life=life)
    game.land("land", "B").mana_abilities[0].cost = "T PayLife<3>"
    assert game.actions() == (LISTED if payable else [])
    for payment in (wire.Payment(), manual("land")):
        if payable:
            assert game.then(game.take("ninja", "bear", payment=payment)).player("a").life == (
                life - 3
            )
        else:
            with refused("CANNOT_PAY", "601.2h"):
                game.take("ninja", "bear", payment=payment)


@pytest.mark.clause("A14")
@pytest.mark.parametrize(("life", "payable"), [(4, True), (3, False)])
def test_life_is_paid_once(life: int, payable: bool):
    """A14: what a source takes is gone when Phyrexian mana asks for more."""
    game = priced("B U/P", life=life)
    game.land("land", "B").mana_abilities[0].cost = "T PayLife<2>"
    assert game.actions() == (LISTED if payable else [])
    if payable:
        assert game.then(game.take("ninja", "bear")).player("a").life == 0
    else:
        for payment in (wire.Payment(), manual("land")):
            with refused("CANNOT_PAY", "601.2h"):
                game.take("ninja", "bear", payment=payment)


@pytest.mark.clause("A14")
def test_without_life_to_pay_a_player_below_zero_still_pays_mana():
    """A14: a cost without life asks for none, whatever a player has."""
    assert priced("U", "U", life=-5).actions() == LISTED
