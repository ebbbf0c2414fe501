"""Each kind of further cost: with what it is paid, where that goes, and by which rule (601.2h)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.cost import parse_cost
from ninjutsu_service.rules.parts import amount_of, is_payable
from tests.boards import ENGINE, Game, event, pb, refused, told, wire
from tests.rules.test_parts import chosen, game

Paid = list[tuple[str, str, int, int]]


def board(cost: str) -> Game:
    """A Ninja with this cost; a's creatures, cards in hand and graveyard, and the same of b's."""
    made = game(f"U {cost}")
    made.creature("cub")
    made.creature("tapped", tapped=True)
    made.creature("phased", phased_out=True)
    made.creature("theirs", owner="b")
    made.creature("stolen", owner="b", controller_id="a")
    made.creature("lent", controller_id="b")
    for owner in ("a", "b"):
        made.hand(f"{owner} held", "Nothing", owner=owner)
        made.add(f"{owner} dead", "Nothing", pb.ZONE_GRAVEYARD, owner)
    return made


def offered(cost: str) -> list[str]:
    """What the player may choose from."""
    choice = board(cost).take("ninja", "bear", payment=ENGINE).choice
    assert choice.kind == wire.CHOICE_KIND_OBJECTS
    assert choice.id == "601.2b:ninja:0"
    return list(choice.option_ids)


@pytest.mark.parametrize(
    ("cost", "options"),
    [
        ("Sac<1/Creature>", ["cub", "tapped", "stolen"]),
        ("Return<1/Creature>", ["cub", "tapped", "stolen"]),
        ("tapXType<1/Creature>", ["cub", "stolen"]),
        ("Discard<1/Card>", ["ninja", "a held"]),
        ("ExileFromHand<1/Card>", ["ninja", "a held"]),
        ("Sac<1/Creature;Land>", ["u1", "u2", "cub", "tapped", "stolen"]),
    ],
)
def test_with_what_it_is_paid(cost: str, options: list[str]):
    """118.3, 702.26b: on the battlefield what you control, phased in; elsewhere what you own."""
    assert offered(cost) == options


@pytest.mark.parametrize(
    ("cost", "names", "paid"),
    [
        ("Sac<1/Creature>", ["cub"], [("zone_changed", "701.21a", 0, 0)]),
        ("Return<1/Creature>", ["cub"], [("zone_changed", "118.1", 0, 0)]),
        ("tapXType<1/Creature>", ["cub"], [("object_tapped", "701.26a", 0, 0)]),
        ("Discard<1/Card>", ["a held"], [("zone_changed", "701.9a", 0, 0)]),
        ("ExileFromHand<1/Card>", ["a held"], [("zone_changed", "701.13a", 0, 0)]),
        ("ExileFromGrave<1/Card>", [], [("zone_changed", "701.13a", 0, 0)]),
        ("PayLife<2>", [], [("life_changed", "119.4", 0, 0)]),
        ("Sac<2/Creature>", ["cub", "tapped"], [("zone_changed", "701.21a", 0, 0)] * 2),
    ],
)
def test_what_is_told_of_it(cost: str, names: list[str], paid: Paid):
    """601.2h: each with the rule of its keyword action, before the creature is returned."""
    made = board(cost)
    decisions = []
    if names:
        decisions = [chosen(made.take("ninja", "bear", payment=ENGINE).choice, *names)]
    outcome = made.take("ninja", "bear", payment=ENGINE, decisions=decisions)
    found = [each for each in told(outcome) if each[0] not in ("card_revealed", "stack_pushed")]
    assert found[: len(paid)] == paid
    assert found[len(paid) :] == [
        ("combat_left", "506.4", 0, len(paid) + 4),
        ("zone_changed", "702.49a", 0, 0),
    ]


def test_what_fights_leaves_combat_as_it_pays():
    """506.4: a sacrificed or returned attacker; a finality counter exiles it (122.1h)."""
    for cost, zone in (("Sac<1/Creature.attacking>", pb.ZONE_GRAVEYARD),
                       ("Return<1/Creature.attacking>", pb.ZONE_HAND)):  # fmt: skip
        made = game(f"U {cost}")
        made.attacker("wolf")
        outcome = made.take("ninja", "bear", payment=ENGINE)
        left = [
            each.object_id for each in (e.combat_left for e in outcome.events) if each.object_id
        ]
        assert left == ["wolf", "bear"]
        assert made.then(outcome)["wolf"].zone == zone
    made = game("U Sac<1/Creature.nonNinja>")
    made.creature("wolf").counters["FINALITY"] = 1
    assert made.then(made.take("ninja", "bear", payment=ENGINE))["wolf"].zone == pb.ZONE_EXILE


def test_its_own_counters_and_itself():
    """118.3: counters of the source, as many as it has; `CARDNAME` is the source alone."""
    made = game("U SubCounter<2/CHARGE>")
    with refused("CANNOT_PAY", "601.2h"):
        made.take("ninja", "bear", payment=ENGINE)
    made["ninja"].counters["CHARGE"] = 2
    outcome = made.take("ninja", "bear", payment=ENGINE)
    assert ("counters_changed", "601.2h", 0, 0) in told(outcome)
    assert event(outcome, "counters_changed").change == -2
    made = game("U ExileFromHand<1/CARDNAME>")
    made.hand("other", "Nothing")
    after = made.then(made.take("ninja", "bear", payment=ENGINE))
    assert (after["ninja"].zone, after["other"].zone) == (pb.ZONE_EXILE, pb.ZONE_HAND)


def test_fewer_objects_than_are_asked_for():
    """601.2b: refused by that rule."""
    made = game("U U U Sac<2/Creature>")
    for name in ("one", "two", "three"):
        made.creature(name)
    choice = made.take("ninja", "bear", payment=ENGINE).choice
    assert (choice.min, choice.max) == (2, 2)
    with refused("ILLEGAL_DECISION", "601.2b"):
        made.take("ninja", "bear", payment=ENGINE, decisions=[chosen(choice, "one")])


@pytest.mark.parametrize(
    ("amount", "expected"),
    [("0", 0), ("12", 12), ("X", 5), ("999999", 999999), ("1000000", None), ("Y", None),
     ("-1", None), ("٣", None)],
)  # fmt: skip
def test_how_much_a_part_asks_for(amount: str, expected: int | None):
    """A number of at most six ASCII digits, or X."""
    (part,) = parse_cost(f"PayLife<{amount}>").parts
    assert amount_of(part, 5) == expected
    assert is_payable(part) is (expected is not None)


@pytest.mark.parametrize(
    ("part", "payable"),
    [
        ("SubCounter<1/P1P1>", True),
        ("SubCounter<1/P1P1/CARDNAME>", True),
        ("SubCounter<1/P1P1/Creature.Other>", False),
        ("SubCounter<Y/P1P1>", False),
        ("Exert<1/CARDNAME>", False),
        ("Discard<1/Card>", True),
        ("Discard<All/Card>", False),
    ],
)
def test_which_parts_are_paid_here(part: str, payable: bool):
    """What is not understood is never taken as paid."""
    assert is_payable(parse_cost(part).parts[0]) is payable


@pytest.mark.parametrize(("x", "names"), [(0, []), (1, ["cub"]), (2, ["cub", "stolen"])])
def test_x_of_a_kind(x: int, names: list[str]):
    """X objects, none for 0; as many as there are is the largest."""
    made = board("tapXType<X/Creature>")
    (action,) = made.listing(engine_pays=True).actions
    assert action.x_value == 2
    decisions = []
    if x == 1:
        asked = made.take("ninja", "bear", payment=ENGINE, x=x).choice
        decisions = [chosen(asked, *names)]
    outcome = made.take("ninja", "bear", payment=ENGINE, x=x, decisions=decisions)
    found = [e.object_tapped.object_id for e in outcome.events if e.HasField("object_tapped")]
    assert found == names
