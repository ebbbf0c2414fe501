"""From where a card may be cast, and by whose leave (CR 601.3)."""

from __future__ import annotations

import pytest

from tests.boards import ENGINE, Game, event, pb, refused
from tests.rules.scripts import game_of, script

STUDENT = script("Student", "K:Sneak:1 U", "K:Web-slinging:U")
LEAVE = (
    "S:Mode$ Continuous | Affected$ Creature.YouOwn | AffectedZone$ Graveyard | MayPlay$ True"
    " | Description$ Leave."
)
TOLL = (
    "R:Event$ Moved | ValidCard$ Creature.CastSa Spell.MayPlaySource | Destination$ Battlefield"
    " | ReplaceWith$ DBPut | ReplacementResult$ Updated"
)
PRICE = (
    TOLL,
    "SVar:DBPut:DB$ PutCounter | Defined$ ReplacedCard | CounterType$ STUN | CounterNum$ 1",
)


def lying(zone: pb.Zone.ValueType = pb.ZONE_GRAVEYARD, *gates: str, **scripts: str) -> Game:
    """A student in some zone, a tapped attacker to return, and permanents that give leave."""
    texts = {name: text for name, text in scripts.items() if name in gates}
    game = game_of(STUDENT, *texts.values())
    game.attacker("bear")
    game.add("card", "Student", zone)
    for name in gates:
        game.add(name, name)
    return game


def keywords(game: Game, player: str = "a") -> list[str]:
    return [each.keyword for each in game.listing(player, engine_pays=True).actions]


GATE = script("Gate", LEAVE)


@pytest.mark.parametrize(
    ("zone", "offered"),
    [
        (pb.ZONE_HAND, True),
        (pb.ZONE_COMMAND, False),
        (pb.ZONE_GRAVEYARD, False),
        (pb.ZONE_EXILE, False),
        (pb.ZONE_LIBRARY, False),
    ],
)
def test_without_leave_from_hand_alone(zone: pb.Zone.ValueType, offered: bool):
    """A card that is no commander, with nothing in play that gives leave."""
    game = lying(zone)
    assert ("Sneak" in keywords(game)) is offered


def test_a_commander_from_the_command_zone():
    """903.8."""
    game = lying(pb.ZONE_COMMAND)
    game["card"].commander = True
    assert keywords(game) == ["Sneak"]


def test_leave_for_one_zone_is_for_no_other():
    """A gate for graveyards opens no exile, and nothing more is asked of a card in hand."""
    assert keywords(lying(pb.ZONE_GRAVEYARD, "Gate", Gate=GATE)) == ["Sneak"]
    assert keywords(lying(pb.ZONE_EXILE, "Gate", Gate=GATE)) == []
    game = lying(pb.ZONE_HAND, "Gate", Gate=GATE)
    taken = game.then(game.take("card", "bear", "Sneak", payment=ENGINE))
    assert not taken.state.stack[0].HasField("permission")


def test_leave_is_its_controllers():
    """Who controls the gate may cast; its owner may not."""
    game = lying(pb.ZONE_GRAVEYARD, "Gate", Gate=GATE)
    game["Gate"].controller_id = "b"
    assert keywords(game) == []


@pytest.mark.parametrize(
    ("more", "offered"),
    [
        (" | ValidSA$ Spell.Sneak", True),
        (" | ValidSA$ Spell", True),
        (" | ValidSA$ Spell.Web-slinging", False),
        (" | ValidSA$ Spell.WebSlinging", False),
        (" | Condition$ NotPlayerTurn", False),
        (" | SomethingNew$ True", False),
    ],
)
def test_leave_for_some_ways_of_casting(more: str, offered: bool):
    """A script says for which keyword, and in whose turn."""
    game = lying(pb.ZONE_GRAVEYARD, "Gate", Gate=script("Gate", LEAVE + more))
    assert ("Sneak" in keywords(game)) is offered


@pytest.mark.parametrize("value", ["MayPlay$ False", "AddPower$ 1"])
def test_an_ability_that_gives_none(value: str):
    """What applies to cards in a graveyard need not let anybody cast them."""
    gate = script("Gate", LEAVE.replace("MayPlay$ True", value))
    assert keywords(lying(pb.ZONE_GRAVEYARD, "Gate", Gate=gate)) == []


def test_only_what_it_speaks_of():
    """A gate for lands lets no creature pass."""
    gate = script("Gate", LEAVE.replace("Creature", "Land"))
    assert keywords(lying(pb.ZONE_GRAVEYARD, "Gate", Gate=gate)) == []


@pytest.mark.parametrize("order", [("Toll", "Gate"), ("Gate", "Toll")])
def test_of_several_the_one_that_asks_for_nothing(order: tuple[str, str]):
    """Whichever comes first in the state."""
    toll = script("Toll", LEAVE, *PRICE)
    game = lying(pb.ZONE_GRAVEYARD, *order, Gate=GATE, Toll=toll)
    game = game.then(game.take("card", "bear", "Sneak", payment=ENGINE))
    assert game.state.stack[0].permission == pb.Target(object_id="Gate", incarnation=1)
    assert dict(game.then(game.resolve())["card"].counters) == {}


@pytest.mark.parametrize("count", [1, 2])
def test_where_each_asks_for_something_the_first(count: int):
    """And only what the first asks for is asked."""
    toll = script("Toll", LEAVE, *PRICE)
    game = lying(pb.ZONE_GRAVEYARD, "Toll", Toll=toll)
    if count == 2:
        game.add("Toll 2", "Toll")
    game = game.then(game.take("card", "bear", "Sneak", payment=ENGINE))
    assert game.state.stack[0].permission == pb.Target(object_id="Toll", incarnation=1)
    assert dict(game.then(game.resolve())["card"].counters) == {"STUN": 1}


def test_what_was_not_cast_so_pays_no_price():
    """From hand, by ninjutsu, or as a token: known of what enters, and of nothing else."""
    toll = script("Toll", LEAVE, *PRICE)
    game = lying(pb.ZONE_HAND, "Toll", Toll=toll)
    assert dict(game.through("card", "bear", "Sneak", payment=ENGINE)["card"].counters) == {}


TOP = (
    "S:Mode$ Continuous | Affected$ Creature.TopLibrary+YouCtrl+nonLand | AffectedZone$ Library"
    " | MayPlay$ True{} | Description$ Leave."
)


@pytest.mark.clause("D1")
@pytest.mark.parametrize(
    ("more", "above", "offered"),
    [
        ("", "", True),
        ("", "a", False),
        ("", "b", True),
        (" | MayPlayAltManaCost$ RegularCost RemoveAnyCounter<1/Any/Creature.YouCtrl>", "", False),
        (" | MayPlayWithoutManaCost$ True", "", False),
    ],
)
def test_the_top_of_a_library(more: str, above: str, offered: bool):
    """D1, 601.3: where something in play lets its owner cast the top card, and that one only.

    Two alternative costs do not go together (118.9a).
    """
    game = game_of(STUDENT, script("Gate", TOP.format(more)))
    game.attacker("bear")
    if above:
        game.add("top", "Student", pb.ZONE_LIBRARY, above)
    game.add("card", "Student", pb.ZONE_LIBRARY)
    game.add("Gate", "Gate")
    listed = [each.source_id for each in game.listing("a", engine_pays=True).actions
              if each.keyword == "Sneak"]  # fmt: skip
    assert ("card" in listed) is offered
    if not offered:
        with refused("WRONG_ZONE", "702.190a"):
            game.take("card", "bear", "Sneak", payment=ENGINE)
        return
    after = game.then(game.take("card", "bear", "Sneak", payment=ENGINE))
    assert after["card"].zone == pb.ZONE_STACK
    assert after.state.stack[0].permission.object_id == "Gate"


@pytest.mark.clause("D5")
def test_what_gives_leave_and_has_others_enter_with_more():
    """614.1c: each of its abilities once: that of the leave, and that about any creature."""
    more = TOLL.replace("Creature.CastSa Spell.MayPlaySource", "Creature").replace(
        "DBPut", "DBMore"
    )
    grow = "SVar:DBMore:DB$ PutCounter | Defined$ ReplacedCard | CounterType$ P1P1 | CounterNum$ 2"
    game = lying(pb.ZONE_GRAVEYARD, "Gate", Gate=script("Gate", LEAVE, *PRICE, more, grow))
    game = game.then(game.take("card", "bear", "Sneak", payment=ENGINE))
    after = game.then(game.resolve())
    assert dict(after["card"].counters) == {"STUN": 1, "P1P1": 2}


THEIRS = LEAVE.replace("Creature.YouOwn", "Creature.OppOwn")


@pytest.mark.clause("D1", "D5")
def test_leave_to_cast_what_an_opponent_owns():
    """D1, 702.190a: who may cast another's card from a zone may do so for sneak; it enters so.

    It is its caster's as a spell and as a permanent, and goes to its owner where it dies.
    """
    game = lying(pb.ZONE_GRAVEYARD, "thief", thief=script("thief", THEIRS))
    assert keywords(game) == []
    assert game.refusals() == [("card", "", "WRONG_ZONE", "702.190a"),
                               ("card", "", "WRONG_STEP", "702.188a")]  # fmt: skip
    game["card"].owner_id = "b"
    game.lands("U", 2)
    assert game.actions() == [("card", "Sneak", "bear")]
    taken = game.take("card", "bear", "Sneak")
    assert event(taken, "stack_pushed").object.controller_id == "a"
    after = game.then(taken)
    after = after.then(after.resolve())
    assert (after["card"].owner_id, after["card"].controller_id) == ("b", "a")
    assert after.attacks("card") == "b"


@pytest.mark.clause("D1")
@pytest.mark.parametrize("zone", [pb.ZONE_HAND, pb.ZONE_COMMAND])
def test_no_leave_reaches_into_anothers_hand(zone: pb.Zone.ValueType):
    """D1: from a hand and from the command zone a card is cast by its owner alone."""
    line = THEIRS.replace("Graveyard", "Graveyard,Hand,Command")
    game = lying(zone, "thief", thief=script("thief", line))
    game["card"].owner_id = "b"
    game["card"].commander = True
    assert keywords(game) == []
    with refused("NOT_OWNED", "702.190a"):
        game.take("card", "bear", "Sneak", payment=ENGINE)


@pytest.mark.clause("D1")
def test_leave_for_ones_own_cards_is_none_for_others():
    """D1, D5: whose cards may be cast the ability says."""
    game = lying(pb.ZONE_GRAVEYARD, "Gate", Gate=GATE)
    game["card"].owner_id = "b"
    assert keywords(game) == []
    with refused("WRONG_ZONE", "702.190a"):
        game.take("card", "bear", "Sneak", payment=ENGINE)
