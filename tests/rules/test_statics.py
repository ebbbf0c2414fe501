"""Static abilities in play, counters and effects, in the layers of CR 613."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.state.board import Board
from tests.boards import Game, dealt, pb
from tests.rules.scripts import game_of, notes_of, script


def traits(game: Game, name: str) -> Traits:
    board = Board(game.state)
    return Table(board, game.rulebook).traits(board.objects[name])


def numbers(game: Game, name: str) -> tuple[int | None, int | None]:
    found = traits(game, name)
    return found.power, found.toughness


def keywords(game: Game, name: str) -> list[str]:
    return [line.text for line in traits(game, name).keywords]


def lord(line: str, *more: str) -> Game:
    """A card with a static ability, and a plain 2/2 Ninja of each player."""
    game = game_of(script("Lord", f"S:Mode$ Continuous | {line}", *more), script("Plain"))
    game.add("lord", "Lord")
    game.add("mine", "Plain")
    game.add("theirs", "Plain", owner="b")
    return game


@pytest.mark.parametrize(
    ("line", "lord_is", "mine_is", "theirs_is"),
    [
        ("Affected$ Ninja.YouCtrl | AddPower$ 1 | AddToughness$ 2", (3, 4), (3, 4), (2, 2)),
        ("Affected$ Ninja.Other+YouCtrl | AddPower$ 1", (2, 2), (3, 2), (2, 2)),
        ("Affected$ Ninja | AddPower$ -3 | AddToughness$ -1", (-1, 1), (-1, 1), (-1, 1)),
        ("Affected$ Card.Self | SetPower$ 7 | SetToughness$ 8", (7, 8), (2, 2), (2, 2)),
        ("Affected$ Card.Self | AddPower$ X", (4, 2), (2, 2), (2, 2)),
        ("Affected$ Ninja.YouCtrl | AddPower$ 1 | Condition$ PlayerTurn", (3, 2), (3, 2), (2, 2)),
        ("Affected$ Ninja | AddPower$ 1 | Condition$ NotPlayerTurn", (2, 2), (2, 2), (2, 2)),
        ("Affected$ Ninja.YouCtrl | AddPower$ 1 | Condition$ SomethingNew", (2, 2), (2, 2), (2, 2)),
        ("Affected$ Ninja.SomethingNew | AddPower$ 1", (2, 2), (2, 2), (2, 2)),
        ("Affected$ Ninja.powerGEX | AddPower$ 1", (3, 2), (3, 2), (3, 2)),
        ("Affected$ Ninja.ControlledBy You | AddPower$ 1", (3, 2), (3, 2), (2, 2)),
    ],
)  # fmt: skip
def test_power_and_toughness(
    line: str, lord_is: tuple[int, int], mine_is: tuple[int, int], theirs_is: tuple[int, int]
):
    """Layers 7b and 7c; what is not understood applies to nothing."""
    game = lord(line, "SVar:X:Count$Valid Ninja.YouCtrl")
    assert (numbers(game, "lord"), numbers(game, "mine"), numbers(game, "theirs")) == (
        lord_is,
        mine_is,
        theirs_is,
    )


AFFECTED = [
    ("Affected$ Ninja | SetPower$ AffectedX | SetToughness$ AffectedX", "CardManaCost", (1, 1)),
    ("Affected$ Ninja | SetPower$ affectedx", "CardManaCost", (1, 2)),
    ("Affected$ Ninja | AddPower$ AffectedX | AddToughness$ -AffectedX", "CardManaCost", (3, 1)),
    ("Affected$ Ninja | AddPower$ AffectedX", "CardCounters.SPORE", (6, 2)),
    ("Affected$ Ninja | AddToughness$ AffectedX", "CardPower", (2, 4)),
    ("Affected$ Ninja | AddPower$ AffectedX | AddToughness$ AffectedX", "CardPower", (4, 4)),
    ("Affected$ Ninja | SetPower$ AffectedX | SetToughness$ AffectedX", "CardPower/Plus.1", (3, 3)),
    ("Affected$ Ninja | AddPower$ AffectedX", "Valid Ninja.Other+YouCtrl", (4, 2)),
    ("Affected$ Ninja | AddPower$ AffectedX", "Valid Ninja.Self", (3, 2)),
    ("Affected$ Ninja | AddPower$ AffectedX", "NoSuchThing", (2, 2)),
    ("Affected$ Ninja | AddPower$ X", "CardManaCost", (6, 2)),
]


@pytest.mark.clause("F2", "B12")
@pytest.mark.parametrize(("line", "count", "expected"), AFFECTED)
def test_a_number_of_what_is_affected(line: str, count: str, expected: tuple[int, int]):
    """613.4b, c: `AffectedX` is worked out for each object, every other name for the source."""
    lines = (
        f"S:Mode$ Continuous | {line}",
        f"SVar:AffectedX:Count${count}",
        f"SVar:X:Count${count}",
    )
    body = "ManaCost:3 U\nTypes:Enchantment\n"
    game = game_of(script("Lord", *lines, body=body), script("Plain"))
    game.add("lord", "Lord")
    for name in ("mine", "second", "third"):
        game.add(name, "Plain")
    game["mine"].counters["SPORE"] = 4
    game["lord"].counters["SPORE"] = 1
    assert numbers(game, "mine") == expected


@pytest.mark.clause("F2", "B12")
def test_an_artifact_comes_in_as_large_as_its_own_mana_value():
    """205.1b, 613.4b: March of the Machines makes of Caltrop Satchel a 1/1, by ninjutsu as well."""
    march = script(
        "March",
        "S:Mode$ Continuous | Affected$ Artifact.nonCreature | AddType$ Creature"
        " | SetPower$ AffectedX | SetToughness$ AffectedX",
        "SVar:AffectedX:Count$CardManaCost",
        body="ManaCost:3 U\nTypes:Enchantment\n",
    )
    relic = script("Relic", "K:Ninjutsu:U", body="ManaCost:1\nTypes:Artifact\n")
    game = game_of(march, relic)
    game.attacker("bear")
    game.add("march", "March")
    game.hand("relic", "Relic")
    game.lands("U", 1)
    after = game.through("relic", "bear")
    assert numbers(after, "relic") == (1, 1)
    assert after.attacks("relic") == "b"
    assert dealt(after.advance()) == [("relic", "b", 1)]


@pytest.mark.clause("A9")
def test_what_a_cost_changes_by_for_the_card_itself():
    """A9: `AffectedX` of a change of costs is of the card whose cost it is."""
    less = "S:Mode$ ReduceCost | ValidCard$ Card | Type$ Ability | Amount$ AffectedX"
    lines = (less, "SVar:AffectedX:Count$CardManaCost")
    game = game_of(
        script("Lord", *lines, body="ManaCost:5\nTypes:Enchantment\n"),
        script("Ninja", "K:Ninjutsu:3 U", body="ManaCost:1 U\nTypes:Creature Ninja\nPT:2/2\n"),
    )
    game.attacker("bear")
    game.add("lord", "Lord")
    game.hand("ninja", "Ninja")
    assert [each.mana_cost for each in game.listing(engine_pays=True).actions] == ["1 U"]


@pytest.mark.clause("B12")
@pytest.mark.parametrize(
    ("before", "added", "expected"),
    [
        ("Legendary Snow Planeswalker Jace", "Creature & Ninja", "Legendary Snow Creature Ninja"),
        ("Artifact Equipment", "Creature", "Creature"),
        ("Creature Human", "Land & Forest", "Land Forest"),
        ("Creature Human", "Creature & Rat", "Creature Human Rat"),
        ("Kindred Artifact Rat", "Creature & Ninja", "Creature Ninja Rat"),
        ("Legendary Creature Human", "Forest", "Legendary Forest"),
    ],
)
def test_subtypes_go_with_their_card_types(before: str, added: str, expected: str):
    """205.1a: supertypes stay, subtypes go unless their card type is there still."""
    line = f"S:Mode$ Continuous | Affected$ Card.Self | RemoveCardTypes$ True | AddType$ {added}"
    game = game_of(script("Lord", line, body=f"ManaCost:3\nTypes:{before}\n"))
    game.add("lord", "Lord")
    assert traits(game, "lord").types == set(expected.split())


def test_objects_that_count_each_other():
    """Each asks about the others while it is worked out: it ends, and with the same answer."""
    line = "S:Mode$ Continuous | Affected$ Ninja.Other | AddPower$ AffectedX"
    lords = script("Lord", line, "SVar:AffectedX:Count$Valid Ninja.Other+powerGE2")
    game = game_of(lords)
    for number in range(4):
        game.add(f"lord{number}", "Lord")
    assert {numbers(game, f"lord{number}") for number in range(4)} == {(2 + 3 * 3, 2)}


def test_setting_comes_before_adding():
    """613.4b, c: a set base, then counters, boosts and effects, whatever came first."""
    game = lord("Affected$ Ninja.YouCtrl | SetPower$ 0 | SetToughness$ 1 | AddPower$ 2")
    game["mine"].counters["P1P1"] = 3
    game.state.effects.add(
        object_id="mine", incarnation=1, power_change=10, toughness_change=-1,
        duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    assert numbers(game, "mine") == (0 + 2 + 3 + 10, 1 + 3 - 1)


@pytest.mark.parametrize(("counters", "expected"), [
    ({"P1P1": 2}, (4, 4)), ({"M1M1": 1}, (1, 1)), ({"P1P0": 3}, (5, 2)), ({"TIME": 3}, (2, 2)),
])  # fmt: skip
def test_counters(counters: dict[str, int], expected: tuple[int, int]):
    """122.1a."""
    game = lord("Affected$ Card.Self | AddPower$ 0")
    for name, number in counters.items():
        game["mine"].counters[name] = number
    assert numbers(game, "mine") == expected


def test_keywords():
    """Layer 6: printed, by counters, by effects, granted; several are granted at once."""
    game = lord("Affected$ Ninja.attacking+YouCtrl | AddKeyword$ Flying & Double Strike")
    game["mine"].counters["MENACE"] = 1
    game.state.effects.add(
        object_id="mine", incarnation=1, keywords=["Deathtouch"],
        duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    assert keywords(game, "mine") == ["Menace", "Deathtouch"]
    game.attack("mine")
    assert keywords(game, "mine") == ["Menace", "Deathtouch", "Flying", "Double Strike"]


def test_an_effect_ends_with_its_object():
    """400.7: an effect of an earlier object of that id does nothing to this one."""
    game = lord("Affected$ Card.Self | AddPower$ 0")
    game.state.effects.add(
        object_id="mine", incarnation=7, power_change=5, duration=pb.DURATION_END_OF_TURN
    )
    assert numbers(game, "mine") == (2, 2)


@pytest.mark.clause("B12")
def test_types_change_before_what_asks_for_them():
    """613.6: an ability that makes something a creature goes on applying in later layers."""
    game = lord(
        "Affected$ Card.Self+counters_GE1_LOYALTY | SetPower$ 3 | SetToughness$ 4"
        " | RemoveCardTypes$ True | AddType$ Creature & Ninja"
    )
    walker = script("Walker", "S:Mode$ Continuous | Affected$ Card.Self+counters_GE1_LOYALTY"
                    " | SetPower$ 3 | SetToughness$ 4 | RemoveCardTypes$ True"
                    " | AddType$ Creature & Ninja",
                    body="Types:Legendary Planeswalker\nLoyalty:3\n")  # fmt: skip
    boost = script("Boost", "S:Mode$ Continuous | Affected$ Ninja.Other+YouCtrl | AddPower$ 1")
    game = game_of(walker, boost)
    # The boost stands first: it must see the types that come after it in the state's order.
    game.add("boost", "Boost")
    game.add("walker", "Walker", counters={"LOYALTY": 3})
    assert traits(game, "walker").types == {"Legendary", "Creature", "Ninja"}
    assert numbers(game, "walker") == (4, 4)
    del game["walker"].counters["LOYALTY"]
    assert traits(game, "walker").types == {"Legendary", "Planeswalker"}


@pytest.mark.parametrize(
    ("fields", "applies"),
    [({}, True), ({"face_down": True}, False), ({"phased_out": True}, False),
     ({"abilities_lost": True}, False)],
)  # fmt: skip
def test_sources_without_abilities(fields: dict[str, bool], applies: bool):
    """What is face down, phased out or has lost its abilities says nothing of others."""
    game = lord("Affected$ Ninja.Other | AddPower$ 1")
    for name, value in fields.items():
        setattr(game["lord"], name, value)
    assert numbers(game, "mine") == (3 if applies else 2, 2)


def test_abilities_lost():
    """613.1f: its printed keywords are gone; what others give it is not."""
    game = lord("Affected$ Ninja.Other | AddKeyword$ Flying", "K:Menace")
    game["lord"].abilities_lost = True
    assert keywords(game, "lord") == []
    game.add("second", "Lord")
    assert keywords(game, "lord") == ["Flying"]


@pytest.mark.parametrize(("level", "expected"), [(0, 2), (1, 2), (2, 3), (3, 8)])
def test_the_levels_of_a_class(level: int, expected: int):
    """716.2: each level adds its abilities to those before; without a counter it is level 1."""
    ninja = script("Plain")
    text = script(
        "Class",
        "K:Class:2:1 B:AddStaticAbility$ STOne",
        "K:Class:3:2 B:AddStaticAbility$ STFive",
        "SVar:STOne:Mode$ Continuous | Affected$ Ninja.YouCtrl | AddPower$ 1",
        "SVar:STFive:Mode$ Continuous | Affected$ Ninja.YouCtrl | AddPower$ 5",
        body="Types:Enchantment Class\n",
    )
    game = game_of(text, ninja)
    game.add("class", "Class")
    if level:
        game["class"].counters["LEVEL"] = level
    game.add("mine", "Plain")
    assert numbers(game, "mine") == (expected, 2)


def test_a_class_level_that_triggers():
    """A level's triggered ability is there from that level on."""
    text = script(
        "Class",
        "K:Class:2:1 B:AddTrigger$ TrigUp",
        "SVar:TrigUp:Mode$ LifeGained | ValidPlayer$ You | TriggerZones$ Battlefield"
        " | Execute$ DBGain",
        "SVar:DBGain:DB$ GainLife | Defined$ You | LifeAmount$ 1",
        body="Types:Enchantment Class\n",
    )
    game = game_of(text)
    for level, count in ((1, 0), (2, 1)):
        game = game_of(text)
        game.add("class", "Class", counters={"LEVEL": level})
        game.state.stack.add(
            id="ability", kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, controller_id="a",
            source_id="class", source_incarnation=1, ability="DBGain",
        )  # fmt: skip
        assert len(game.resolve().state.stack) == count


def test_sent_characteristics_are_left_alone():
    """F2: the engine's numbers have everything in them."""
    game = lord("Affected$ Creature.YouCtrl | AddPower$ 1 | AddKeyword$ Flying")
    game.creature("sent", counters={"P1P1": 2})
    assert (numbers(game, "sent"), keywords(game, "sent")) == ((2, 2), [])


def test_copiable_values_are_not():
    """What this service made of a token or a copy gets counters and static abilities on top."""
    game = lord("Affected$ Creature.YouCtrl | AddPower$ 1 | AddKeyword$ Flying")
    game.creature("made", counters={"P1P1": 2}, characteristics_copiable=True)
    assert (numbers(game, "made"), keywords(game, "made")) == ((5, 4), ["Flying"])


def test_lords_that_count_each_other():
    """Two that look at each other's power come to an end."""
    line = "S:Mode$ Continuous | Affected$ Ninja.powerGE2 | AddPower$ X"
    game = game_of(script("Counter", line, "SVar:X:Count$Valid Ninja.powerGE2"))
    for number in range(6):
        game.add(f"n{number}", "Counter")
    assert numbers(game, "n0")[0] is not None


STAR = "S:Mode$ Continuous | EffectZone$ All | CharacteristicDefining$ True"
STAR_BODY = "ManaCost:1\nTypes:Creature Ninja\nPT:*/1+*\n"


def star(*lines: str, count: str = "Count$Valid Land.YouCtrl") -> Game:
    """A card that defines its own numbers, beside two lands of its controller's."""
    text = script("Star", *lines, f"SVar:X:{count}", "SVar:Y:SVar$X/Plus.1", body=STAR_BODY)
    game = game_of(text, script("Lord", "S:Mode$ Continuous | Affected$ Ninja.Other | SetPower$ 5"
                                " | AddToughness$ 2"))  # fmt: skip
    game.add("star", "Star")
    game.lands("U", 2)
    return game


@pytest.mark.clause("F2")
def test_a_card_defines_its_own_power():
    """F2, 208.2a, 604.3: "*" is what the card says that it is, of itself alone (layer 7a)."""
    game = star(f"{STAR} | SetPower$ X | SetToughness$ Y")
    game.add("other", "Lord")
    assert numbers(game, "star") == (5, 5)
    assert numbers(game, "other") == (2, 2)
    del game.state.objects[-1]
    assert numbers(game, "star") == (2, 3)
    game["star"].counters["P1P1"] = 1
    assert numbers(game, "star") == (3, 4)
    game["star"].abilities_lost = True
    assert numbers(game, "star") == (1, 1)
    # What the engine sends is the truth.
    game["star"].characteristics.power = 7
    game["star"].abilities_lost = False
    assert numbers(game, "star") == (7, None)


@pytest.mark.clause("F2")
@pytest.mark.parametrize("first", [True, False])
def test_what_defines_is_overwritten_by_what_sets(first: bool):
    """F2, 613.4a, b: whichever stands first in the state, layer 7b comes after 7a."""
    game = star(f"{STAR} | SetPower$ X | SetToughness$ Y")
    game.add("lord", "Lord")
    if first:
        objects = [*game.state.objects]
        del game.state.objects[:]
        game.state.objects.extend(reversed(objects))
    assert numbers(game, "star") == (5, 5)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("SetPower$ X", (2, 0)),
        ("SetToughness$ X", (0, 2)),
        ("SetPower$ X | Condition$ PlayerTurn", (2, 0)),
        ("SetPower$ X | Condition$ NotPlayerTurn", (0, 0)),
        ("SetPower$ X | Affected$ Card.Self", (2, 0)),
        # What is more than that is left as a whole.
        ("SetPower$ X | Affected$ Creature.YouCtrl", (0, 0)),
        ("SetPower$ X | AddType$ Wall", (0, 0)),
        ("SetPower$ X | CheckSVar$ X", (0, 0)),
    ],
)
def test_which_definitions_are_read(more: str, expected: tuple[int, int]):
    """CR 604.3: power and toughness of the card itself; the check of scripts tells what is not."""
    line = f"{STAR} | {more}"
    game = star(line)
    assert numbers(game, "star") == expected
    noted = [note for note in notes_of(line, "SVar:X:Count$Valid Land") if "left" in note]
    assert bool(noted) is (expected == (0, 0) and "NotPlayer" not in more)


@pytest.mark.clause("C8", "F2")
def test_a_ninja_that_defines_its_power_deals_that_much():
    """C8, F2: what enters by ninjutsu has the number that its card counts; it grew with it."""
    count = "SVar:X:Count$Valid Creature.YouCtrl"
    body = STAR_BODY.replace("1+*", "4")
    game = game_of(script("Star", "K:Ninjutsu:U", f"{STAR} | SetPower$ X", count, body=body))
    game.attacker("bear")
    game.creature("cub")
    game.hand("star", "Star")
    game.lands("U", 1)
    outcome = game.through("star", "bear").advance()
    assert dealt(outcome) == [("star", "b", 2)]
