"""Static abilities, what follows from the state and legends, piece by piece."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.legends import _any_sent, _groups, _is_legendary
from ninjutsu_service.rules.state_based import (
    Findings,
    _commanders,
    _drained,
    _exposed,
    _is_weakened,
    _may_lower,
    check_once,
)
from ninjutsu_service.rules.statics import (
    Static,
    _listed,
    _names_values,
    _read,
    apply_layers,
    class_lines,
    read_statics,
)
from ninjutsu_service.rules.traits import Traits, keyword_line
from tests.boards import Game, ev, pb
from tests.rules.scripts import face_of, game_of, script, table_of


def static_of(line: str) -> Static:
    (found,) = read_statics(face_of(f"S:Mode$ Continuous | {line}"))
    return found


@pytest.mark.parametrize(
    ("keyword", "levels"),
    [
        ("Class:2:1 B:AddStaticAbility$ More", [2]),
        ("class:3:1 B:AddStaticAbility$ More & Other & More", [3, 3]),
        ("Class:1234567:1 B:AddStaticAbility$ More", [123_456]),
        ("Class", []),
        ("Class:2", []),
        ("Other:2:1 B:AddStaticAbility$ More", []),
        ("Class:2:1 B:AddStaticAbility$ None", []),
        ("Class:2:1 B:AddTrigger$ More", []),
        ("Class:²:1 B:AddStaticAbility$ More", []),
        ("Class:\u0662:1 B:AddStaticAbility$ More", []),
        ("Class::1 B:AddStaticAbility$ More", []),
    ],
)
def test_what_the_levels_of_a_class_add(keyword: str, levels: list[int]):
    """716.2: each ability that the script has, from the level that stands there in ASCII digits."""
    face = face_of(f"K:{keyword}", "SVar:More:Mode$ Continuous | Affected$ Creature | AddPower$ 1")
    assert [level for level, _ in class_lines(face, "AddStaticAbility")] == levels


def test_a_static_ability_that_says_little():
    """What its line leaves out it does not do; where it applies unless it says, and where not."""
    plain = static_of("Affected$ Creature | AddPower$ 1")
    assert list(plain.zones) == [pb.ZONE_BATTLEFIELD]
    assert (plain.level, plain.removes_card_types) == (1, False)
    assert Static("", "", frozenset(), plain.line, {}).removes_card_types is False
    assert not plain.changes_types
    removing = Static("", "", frozenset(), plain.line, {}, removes_card_types=True)
    assert removing.changes_types
    assert static_of("Affected$ Creature | AddType$ Artifact").changes_types


def test_static_abilities_of_one_line_are_alike():
    """Whatever else their scripts name."""
    line = static_of("Affected$ Creature | AddPower$ 1").line
    one, other = (Static("", "", frozenset(), line, {"x": text}) for text in ("1", "2"))
    assert one == other
    assert one.changes_types == other.changes_types


def test_a_zone_that_is_not_understood():
    """An ability that applies there applies nowhere."""
    line = static_of("Affected$ Creature | AddPower$ 1").line
    parameters = {**dict(line.parameters), "affectedzone": "Nowhere"}
    assert _read(replace(line, parameters=parameters), face_of()).zones == frozenset()


def test_a_list_with_nothing_in_it():
    """Names of nothing are left out."""
    assert _listed("A & & B &") == ("A", "B")
    assert _listed("") == ()


@pytest.mark.parametrize(
    ("line", "power", "toughness"),
    [
        ("SetPower$ 5", 5, 2), ("SetToughness$ 5", 2, 5), ("AddPower$ 1", 3, 2),
        ("AddToughness$ 1", 2, 3), ("SetPower$ 4 | SetToughness$ 6", 4, 6),
    ],
)  # fmt: skip
def test_power_and_toughness_each_by_itself(line: str, power: int, toughness: int):
    """613.4: an ability may set or change only one of the two."""
    game = game_of(script("Lord", f"S:Mode$ Continuous | Affected$ Creature | {line}"))
    lord = game.add("lord", "Lord")
    traits = table_of(game).traits(lord)
    assert (traits.power, traits.toughness) == (power, toughness)


def test_an_ability_goes_on_applying_in_later_layers():
    """613.6: what makes an artifact of a nonartifact creature changes its power as well."""
    line = "S:Mode$ Continuous | Affected$ Creature.nonArtifact | AddType$ Artifact | AddPower$ 1"
    game = game_of(script("Lord", line))
    lord = game.add("lord", "Lord")
    traits = table_of(game).traits(lord)
    assert "Artifact" in traits.types
    assert traits.power == 3


def test_an_ability_begins_in_the_layer_of_its_first_part():
    """613.6: what changes power alone looks at types as they are when layer 7 comes."""
    game = game_of(
        script("Lord", "S:Mode$ Continuous | Affected$ Creature.nonArtifact | AddPower$ 1"),
        script("Smith", "S:Mode$ Continuous | Affected$ Creature | AddType$ Artifact"),
    )
    lord = game.add("lord", "Lord")
    game.add("smith", "Smith")
    assert table_of(game).traits(lord).power == 2


@pytest.mark.parametrize("zone", [pb.ZONE_BATTLEFIELD, pb.ZONE_HAND, pb.ZONE_STACK])
def test_what_counts_on_the_battlefield_alone(zone: pb.Zone.ValueType):
    """122.1a, b: counters change permanents; abilities are lost there."""
    game = Game()
    item = pb.GameObject(id="it", zone=zone, abilities_lost=True,
                         counters={"P1P1": 2, "FLYING": 1})  # fmt: skip
    traits = Traits(power=1, toughness=1, keywords=(keyword_line("Haste"),))
    apply_layers(table_of(game), item, traits, live=False)
    there = zone == pb.ZONE_BATTLEFIELD
    assert (traits.power, traits.toughness) == ((3, 3) if there else (1, 1))
    assert [each.text for each in traits.keywords] == (["Flying"] if there else ["Haste"])
    item.counters.clear()
    again = Traits(power=1, toughness=1, keywords=(keyword_line("Haste"),))
    apply_layers(table_of(game), item, again, live=False)
    assert (again.power, len(again.keywords)) == (1, 0 if there else 1)


def test_a_counter_that_changes_toughness_alone():
    """122.1a: +0/+1 counters."""
    item = pb.GameObject(id="it", zone=pb.ZONE_BATTLEFIELD, counters={"P0P1": 3})
    traits = Traits(power=1, toughness=1)
    apply_layers(table_of(Game()), item, traits, live=False)
    assert (traits.power, traits.toughness) == (1, 4)


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("Creature", False), ("Creature.Other", False), ("Creature.powerGE2", False),
        ("Creature.powerGE-1", False), ("Creature.powerGEX", True),
        ("Artifact,Creature.Other+powerLTX", True),
    ],
)  # fmt: skip
def test_expressions_that_compare_with_something_named(expression: str, names: bool):
    """Only those have to be given the values that the script names."""
    assert bool(_names_values(expression)) == names


def test_how_much_was_found():
    """Counters of two kinds are two things; everything else is one."""
    assert len(Findings()) == 0
    assert len(Findings(losers=[("a", "", 0)], doomed=[("x", "", 0)], ceased=[("y", 0)],
                        called=[("z", 0)])) == 4  # fmt: skip
    assert len(Findings(cancelled=[("x", 1, 0)])) == 2
    assert len(Findings(cancelled=[("x", 1, 0), ("y", 1, 0)], ceased=[("z", 0)])) == 5


def dead_commander(**fields: object) -> Ledger:
    """A ledger in which a commander has died, as its first event."""
    game = Game()
    item = game.creature("yuriko", commander=True)
    for name, value in fields.items():
        setattr(item, name, value)
    ledger = Ledger(table_of(game))
    ledger.write(zone_change(item, pb.ZONE_GRAVEYARD), "704.5g")
    return ledger


def test_since_when_commanders_are_asked_about():
    """704.6d: of all that has happened, unless there was a check in between."""
    with pytest.raises(ChoiceNeeded) as caught:
        check_once(dead_commander(), Decisions())
    assert caught.value.question.rule == "704.6d"
    assert not check_once(dead_commander(), Decisions(), since=1)


def test_commanders_that_nobody_is_asked_about():
    """704.6d: no copy of one, no other object since, none that went on, none of who has left."""
    with pytest.raises(ChoiceNeeded):
        list(_commanders(dead_commander(), Decisions(), 0))
    assert list(_commanders(dead_commander(commander=False), Decisions(), 0)) == []
    assert list(_commanders(dead_commander(token=True), Decisions(), 0)) == []
    for field, value in (("incarnation", 9), ("zone", pb.ZONE_HAND), ("zone", pb.ZONE_STACK)):
        ledger = dead_commander()
        setattr(ledger.table.board.objects["yuriko"], field, value)
        assert list(_commanders(ledger, Decisions(), 0)) == []
    ledger = dead_commander()
    ledger.table.board.players["a"].left_game = True
    assert list(_commanders(ledger, Decisions(), 0)) == []
    ledger = dead_commander()
    del ledger.table.board.objects["yuriko"]
    assert list(_commanders(ledger, Decisions(), 0)) == []


def test_whose_counters_changed():
    """Those of objects; a player's are no object's."""
    game = Game()
    game.creature("bear")
    ledger = Ledger(table_of(game))
    assert _drained(ledger) == set()
    ledger.write(ev.CountersChanged(player_id="a", counter="POISON", change=1), "122.1")
    ledger.write(ev.CountersChanged(object_id="bear", counter="P1P1", change=1), "122.1")
    assert _drained(ledger) == {("bear", "P1P1")}


def exposed(game: Game, *drained: str) -> list[str]:
    return [item.id for item in _exposed(table_of(game), drained)]


def test_what_needs_a_closer_look():
    """What is marked, what lost counters, and what may have no toughness left; nothing else."""
    bodies = {name: f"ManaCost:1\nTypes:Creature\nPT:{size}/{size}\n" for name, size in
              (("Bear", 2), ("Wisp", 0), ("Elf", 1))}  # fmt: skip
    game = game_of(*(script(name, body=body) for name, body in bodies.items()))
    game.add("elf", "Elf")
    game.add("bear", "Bear")
    game.add("wisp", "Wisp")
    for name, toughness in (("zero", 0), ("one", 1), ("two", 2)):
        game.creature(name, toughness=toughness)
    game.creature("copy", characteristics_copiable=True)
    game.add("unsaid").characteristics.types.append("Creature")
    game.add("said").characteristics.types.append("Creature")
    game["said"].characteristics_copiable = True
    game.creature("hurt", damage=1)
    always = ["wisp", "zero", "said", "hurt"]
    assert exposed(game) == always
    assert exposed(game, "two", "none") == ["wisp", "zero", "two", "said", "hurt"]
    game.state.effects.add(id="e", object_id="none")
    assert exposed(game) == ["elf", "bear", "wisp", "zero", "copy", "said", "hurt"]


@pytest.mark.parametrize(
    ("line", "weakens"),
    [
        ("AddPower$ -1", False), ("AddToughness$ 1", False), ("AddToughness$ 0", False),
        ("AddToughness$ -1", True), ("AddToughness$ X", True), ("SetToughness$ 3", True),
        ("SetPower$ 0", False),
    ],
)  # fmt: skip
def test_what_may_take_toughness(line: str, weakens: bool):
    """What sets it, and what changes it by less than nothing or by nobody knows how much."""
    game = game_of(script("Lord", f"S:Mode$ Continuous | Affected$ Creature | {line}"))
    game.add("lord", "Lord")
    assert _is_weakened(table_of(game)) == weakens
    value = line.partition(" ")[2]
    assert _may_lower(value) == (value in ("-1", "X"))


def test_legends_of_one_name():
    """704.5j: of those that were sent as legendary too; what has no name shares none."""
    game = Game()
    for name in ("first", "second"):
        game.creature(name, "Someone").characteristics.types.append("Legendary")
    for name in ("third", "fourth"):
        item = game.creature(name)
        item.characteristics.types.append("Legendary")
        item.card_name = ""
    game.creature("fifth", "Alone").characteristics.types.append("Legendary")
    game.creature("sixth", "Common")
    game.creature("seventh", "Common")
    assert _any_sent(game.state)
    found = _groups(table_of(game))
    assert {key: [item.id for item in group] for key, group in found.items()} == {
        ("a", "Someone"): ["first", "second"]
    }
    assert not _any_sent(Game().state)
    assert _groups(table_of(Game())) == {}


def test_who_is_made_legendary():
    """By a static ability in play: of what was sent only copiable values change (F2)."""
    game = game_of(script("Lord", "S:Mode$ Continuous | Affected$ Creature | AddType$ Legendary"))
    game.add("lord", "Lord")
    sent, copy = game.creature("sent"), game.creature("copy", characteristics_copiable=True)
    table = table_of(game)
    assert not _is_legendary(table, sent, granted=True)
    assert _is_legendary(table, copy, granted=True)
    assert not _is_legendary(table, copy, granted=False)
