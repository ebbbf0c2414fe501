"""What a table remembers, what it forgets with which event, and what it calls things."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules import table as module
from ninjutsu_service.rules.table import (
    ABILITIES_CHANGE,
    EFFECTS_CHANGE,
    MAX_DEPTH,
    UNSEEN,
    WOUNDS,
    Table,
)
from ninjutsu_service.rules.traits import Traits
from tests.boards import Game, pb
from tests.rules.scripts import game_of, script, table_of

LORD = script(
    "Lord", "S:Mode$ Continuous | Affected$ Creature.Other+YouCtrl | AddPower$ 1", "K:Flying"
)
WATCHER = script(
    "Watcher",
    "T:Mode$ Drawn | ValidCard$ Card.YouOwn | TriggerZones$ Battlefield | Execute$ TrigGain",
    "SVar:TrigGain:DB$ GainLife | Defined$ You | LifeAmount$ 1",
)
PLAIN = script("Plain", "K:Ninjutsu:U")
SPRITE = script("Sprite Token", "K:Flying", body="Types:Creature Faerie\nPT:1/1\nColors:blue\n")


def game() -> Game:
    """A lord, a watcher and a plain creature on the battlefield; one more in hand and library."""
    made = game_of(LORD, WATCHER, PLAIN, tokens={"sprite": SPRITE})
    made.add("lord", "Lord")
    made.add("watcher", "Watcher")
    made.add("plain", "Plain")
    made.hand("card", "Plain")
    made.creature("sent", power=3)
    made.add("deep", "Watcher", pb.ZONE_LIBRARY)
    return made


def filled(made: Game) -> Table:
    """A table that has worked everything out."""
    table = table_of(made)
    table.able()
    table.waits_for(("Drawn",))
    table.continuous()
    for item in table.board.objects.values():
        table.traits(item)
        table.types(item)
    table.known("key", lambda: 1)
    return table


KEPT = ("_traits", "_types", "_sent", "_able", "_modes", "_continuous")


def kept(table: Table) -> set[str]:
    """What is still worked out, by where it stands."""
    return {name for name in KEPT if getattr(table, name)}


def test_a_table_begins_with_nothing():
    """Nothing is worked out before it is asked for."""
    table = table_of(game())
    assert (table._depth, table._types_change, kept(table)) == (0, False, set())
    assert kept(filled(game())) == set(KEPT)


@pytest.mark.parametrize("kind", sorted(UNSEEN))
def test_what_nobody_sees_changes_nothing(kind: str):
    """Only what is remembered by a key is dropped; characteristics stay."""
    table = filled(game())
    table.forget(kind)
    assert kept(table) == set(KEPT)
    assert table.known("key", lambda: 2) == 2


@pytest.mark.parametrize("kind", sorted(EFFECTS_CHANGE - {"step_began"}))
def test_effects_change_every_objects_characteristics(kind: str):
    """What was sent is read anew too; who has abilities stays."""
    table = filled(game())
    table.forget(kind, "plain")
    assert kept(table) == {"_able", "_modes", "_continuous"}


@pytest.mark.parametrize("kind", ["object_tapped", "combat_left", "control_changed"])
def test_most_events_change_only_what_follows_from_scripts(kind: str):
    """What was sent of an object stays, its own and that of others."""
    table = filled(game())
    table.forget(kind, "sent")
    assert kept(table) == {"_sent", "_able", "_modes", "_continuous"}
    assert "sent" in table._sent


COUNTING = [
    "S:Mode$ Continuous | Affected$ Creature | AddPower$ X",
    "S:Mode$ Continuous | Affected$ Creature | AddToughness$ X",
    "S:Mode$ Continuous | Affected$ Creature | SetPower$ X",
    "S:Mode$ Continuous | Affected$ Creature | SetToughness$ X",
    "S:Mode$ Continuous | Affected$ Creature.powerLEX | AddPower$ 1",
]


@pytest.mark.parametrize("kind", sorted(WOUNDS))
def test_wounds_change_no_characteristics(kind: str):
    """Damage and life totals do, where some ability counts, or none has been looked for."""
    table = filled(game())
    table.forget(kind, "sent")
    assert kept(table) == set(KEPT)
    for line in COUNTING:
        made = game_of(script("Counter", line, "SVar:X:Count$YourLifeTotal"))
        made.add("counter", "Counter")
        table = filled(made)
        table.forget(kind, "sent")
        assert not kept(table) & {"_traits", "_types"}
    table = table_of(game())
    table.types(table.board.objects["plain"])
    table._continuous = None
    table.forget(kind, "sent")
    assert not table._types


def test_a_ninja_grows_with_its_controllers_life():
    """F2: what counts life is another number after damage, in the same outcome."""
    made = game_of(script("Counter", COUNTING[0], "SVar:X:Count$YourLifeTotal"), PLAIN)
    made.add("counter", "Counter")
    made.add("plain", "Plain")
    table = table_of(made)
    plain = table.board.objects["plain"]
    assert table.traits(plain).power == 22
    made.state.players[0].life = 15
    table.forget("life_changed")
    assert table.traits(plain).power == 17


@pytest.mark.parametrize(
    ("step", "changes"),
    [
        (pb.STEP_COMBAT_DAMAGE, False),
        (pb.STEP_END_OF_COMBAT, False),
        (pb.STEP_POSTCOMBAT_MAIN, True),
    ],
)
def test_effects_end_with_the_combat_phase(step: pb.Step.ValueType, changes: bool):
    """511.3: what follows effects is read anew as they end, and no step before."""
    table = filled(game())
    table.board.state.step = step
    table.forget("step_began")
    assert kept(table) == ({"_able", "_modes", "_continuous"} if changes else set(KEPT))


@pytest.mark.parametrize("kind", sorted(ABILITIES_CHANGE))
def test_what_an_event_is_about_is_read_anew(kind: str):
    """What was sent of that object is dropped, what was sent of others stays."""
    made = game()
    made.creature("other")
    table = filled(made)
    table.forget(kind, "sent")
    assert set(table._sent) == {"other"}
    assert not table._traits
    assert not table._types


def test_an_effect_on_a_card_that_is_not_in_play():
    """A keyword that an effect gives is had wherever the card is, in a hand as well."""
    made = game()
    made.state.effects.add(object_id="card", keywords=["Flying"])
    table = table_of(made)
    assert [line.text for line in table.traits(table.board.objects["card"]).keywords] == [
        "Ninjutsu:U", "Flying"
    ]  # fmt: skip


def test_a_change_of_anything_at_all():
    """Without a kind everything is worked out anew."""
    table = filled(game())
    table.mana["plain"] = ()
    table.forget()
    assert table.mana == {}
    assert kept(table) == set()
    assert table.known("key", lambda: 2) == 2
    assert table._able is None
    table = filled(game())
    table.forget("", "plain")
    assert kept(table) == set()


def test_a_move_that_changes_no_ability():
    """What was found stays, the same objects: what has no ability changes no list of them."""
    table = filled(game())
    able, continuous = table._able, table._continuous
    table.forget("zone_changed", "sent")
    assert table._able is able
    assert table._continuous is continuous
    assert list(table._modes or ()) == ["Drawn"]


def test_a_move_of_what_has_abilities():
    """It keeps its place; static abilities are looked for anew only where it has some."""
    table = filled(game())
    before = list(table.able())
    table.forget("zone_changed", "lord")
    assert list(table._able or ()) == before
    assert table._continuous is None
    table = filled(game())
    table.forget("zone_changed", "watcher")
    assert table._able is not None
    assert table._continuous is not None


def test_what_lies_in_a_library_may_be_reordered():
    """The list of who has abilities is in the state's order: with that it is made anew."""
    for kind, name in (("library_arranged", "plain"), ("zone_changed", "deep"),
                       ("counters_changed", "deep")):  # fmt: skip
        table = filled(game())
        table.forget(kind, name)
        assert (table._able, table._continuous, table._modes) == (None, None, None)
    table = filled(game())
    table.forget("zone_changed", "card")
    assert table._able is not None


def test_what_is_gone_has_no_abilities():
    """It leaves the list, and nothing waits for it any more."""
    made = game()
    table = filled(made)
    del table.board.objects["watcher"]
    table.forget("object_ceased", "watcher")
    assert list(table._able or ()) == ["lord", "deep"]
    assert table._modes is None
    assert table._continuous is not None


def test_what_is_new_comes_last():
    """A new object stands behind all others, so that it is added; one that changed is not."""
    made = game()
    table = filled(made)
    new = made.add("new", "Watcher")
    table.board.objects["new"] = new
    table.forget("object_created", "new")
    assert list(table._able or ()) == ["lord", "watcher", "deep", "new"]
    assert table._modes is None
    table = filled(game())
    plain = table.board.objects["plain"]
    plain.card_name = "Watcher"
    table.forget("object_copied", "plain")
    assert table._able is None
    assert list(table.able()) == ["lord", "watcher", "plain", "deep"]


def test_forgetting_before_anything_was_found():
    """A single change of a table that has no list yet makes none."""
    for kind in ("zone_changed", "object_created", "object_ceased"):
        table = table_of(game())
        table.continuous()
        table.forget(kind, "lord")
        assert (table._able, table._continuous) == (None, None)


def test_what_waits():
    """Whether anything has an ability of one of these modes, wherever it is."""
    table = table_of(game())
    assert table.waits_for(("Drawn",))
    assert table.waits_for(("Attacks", "Drawn"))
    assert not table.waits_for(("Attacks",))
    assert not table.waits_for(())


def test_what_is_known_is_asked_for_once():
    """A function is called when its key is new, and not again; None is an answer too."""
    table = table_of(game())
    asked: list[int] = []

    def work_out() -> None:
        asked.append(1)

    for _ in range(3):
        assert table.known("key", work_out) is None
    assert asked == [1]
    assert table.known("other", lambda: 4) == 4


def test_characteristics_are_worked_out_once():
    """Asked again, of what is there, the same are given; those of a copy belong to nobody."""
    made = game()
    table = table_of(made)
    for name in ("lord", "plain", "card", "sent"):
        item = table.board.objects[name]
        assert table.traits(item) is table.traits(item)
        assert table.types(item) is table.types(item)
        copy = pb.GameObject()
        copy.CopyFrom(item)
        copy.card_name = "Lord"
        copy.characteristics.types.append("Artifact")
        assert "Artifact" in table.types(copy)
        assert "Artifact" in table.traits(copy).types
        assert "Artifact" not in table.types(item)
        assert "Artifact" not in table.traits(item).types
    assert set(table._sent) == {"sent"}
    assert set(table._traits) == {"lord", "plain", "card"}
    assert set(table._types) == {"lord", "plain", "card"}


def test_a_copy_leaves_nothing_behind():
    """Only what is there is remembered."""
    table = table_of(game())
    for name in ("plain", "sent"):
        copy = pb.GameObject()
        copy.CopyFrom(table.board.objects[name])
        table.types(copy)
        table.traits(copy)
    assert (table._sent, table._traits, table._types) == ({}, {}, {})


def test_types_that_were_sent_or_worked_out_are_taken():
    """Of what is known already: characteristics as sent first, then types by themselves."""
    table = table_of(game())
    item = table.board.objects["plain"]
    table._types["plain"] = frozenset(("Known",))
    assert table.types(item) == {"Known"}
    table._sent["plain"] = Traits(types=frozenset(("Sent",)))
    assert table.types(item) == {"Sent"}
    table._traits["plain"] = Traits(types=frozenset(("Worked out",)))
    assert table.traits(item).types == {"Sent"}
    del table._sent["plain"]
    assert table.traits(item).types == {"Worked out"}


@pytest.mark.parametrize(("depth", "looked"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, False)])
def test_how_deep_objects_look_at_each_other(
    monkeypatch: pytest.MonkeyPatch, depth: int, looked: bool
):
    """Sixteen deep, and no further; the depth is as it was once an answer is there."""
    seen: list[int] = []

    def layers(table: Table, item: pb.GameObject, traits: Traits, *, live: bool) -> None:
        seen.append(table._depth)

    monkeypatch.setattr(module, "apply_layers", layers)
    table = table_of(game())
    table._depth = depth
    table.traits(table.board.objects["plain"])
    assert seen == ([depth + 1] if looked else [])
    assert table._depth == depth
    assert MAX_DEPTH == 16


def test_a_fork_knows_what_was_worked_out():
    """Nothing is asked of the scripts again; what holds objects is about its own."""
    table = filled(game())
    table.known("apart", lambda: 2, apart=True)
    table.mana["plain"] = ()
    table.effort.spend(7)
    fork = table.fork()
    assert kept(fork) == kept(table) == set(KEPT)
    for name in KEPT[:3]:
        assert getattr(fork, name) == getattr(table, name)
    assert (fork._able, fork._modes) == (table._able, table._modes)
    assert fork._reached == table._reached == {pb.ZONE_BATTLEFIELD}
    assert fork._types_change is table._types_change is False
    table.forget("damage_dealt")
    assert (fork._counts, table.fork()._counts) == (None, False)
    assert fork.known("apart", lambda: 3) == 2
    assert fork.known("key", lambda: 3) == 3
    assert fork.mana == {"plain": ()}
    assert fork.effort is table.effort
    ((lord, static),) = fork.continuous()
    assert lord is fork.board.objects["lord"]
    assert static is table.continuous()[0][1]


def test_a_fork_of_what_was_not_looked_at():
    """What every copy would ask for is worked out first; the price of a cost is known, too."""
    cheap = script("Cheap", "S:Mode$ ReduceCost | ValidCard$ Card | Type$ Ability | Amount$ 1",
                   "S:Mode$ Continuous | Affected$ Creature | AddType$ Artifact")  # fmt: skip
    made = game_of(cheap)
    made.add("cheap", "Cheap")
    fork = table_of(made).fork()
    assert kept(fork) == {"_able", "_continuous"}
    assert fork._modes == frozenset()
    assert fork._types_change
    ((source, _),) = fork.cost_statics()
    assert source is fork.board.objects["cheap"]


def test_what_happens_to_a_fork_happens_to_it_alone():
    """Neither the table nor another fork of it follows a change."""
    table = filled(game())
    one, other = table.fork(), table.fork()
    one.board.objects["sent"].characteristics.power = 9
    one.board.objects["lord"].zone = pb.ZONE_GRAVEYARD
    one.board.moved(one.board.objects["lord"])
    one.forget("zone_changed", "lord")
    one.forget("object_copied", "sent")
    one.mana["sent"] = ()
    assert (one.traits(one.board.objects["sent"]).power, one.continuous()) == (9, [])
    for each in (table, other, table.fork()):
        assert each.traits(each.board.objects["sent"]).power == 3
        assert each.traits(each.board.objects["plain"]).power == 3
        assert each.board.objects["lord"].zone == pb.ZONE_BATTLEFIELD
        assert len(each.continuous()) == 1
        assert each.mana == {}
        assert "lord" in each.able()


@pytest.mark.parametrize("able", [False, True])
def test_what_is_phased_out_changes_nothing(able: bool):
    """702.26b: whether or not it has been looked for what has abilities."""
    made = game()
    made["lord"].phased_out = True
    table = table_of(made)
    if able:
        table.able()
    assert table.continuous() == []


def test_an_ability_of_the_first_level_needs_no_counter():
    """716: a Class begins at level 1, and what is no Class has all its abilities."""
    made = game()
    made["lord"].counters["LEVEL"] = 0
    assert len(table_of(made).continuous()) == 1


def test_an_amount_that_is_not_understood():
    """It changes nothing."""
    made = game()
    table = table_of(made)
    lord = table.board.objects["lord"]
    assert table.amount("Count$NoSuchThing", lord, {}) == 0
    assert (table.amount("3", lord, {}), table.amount("X", lord, {"x": "Number$4"})) == (3, 4)
