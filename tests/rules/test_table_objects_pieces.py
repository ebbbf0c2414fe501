"""What a table says of an object by itself: its script, its copiable values, what it is called."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.statics import Static
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import FACE_DOWN, UNKNOWN, Traits
from tests.boards import pb, zone_name
from tests.rules.scripts import game_of, script, table_of
from tests.rules.test_table_pieces import PLAIN, game


def item(**fields: Any) -> pb.GameObject:
    return pb.GameObject(id="it", zone=fields.pop("zone", pb.ZONE_BATTLEFIELD), **fields)


NAMED = pb.Characteristics(name="Watcher", types=["Artifact"])


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (item(card_name="Lord"), "Lord"),
        (item(card_name="Lord", characteristics=pb.Characteristics()), "Lord"),
        (item(card_name="Lord", characteristics=NAMED), "Watcher"),
        (item(card_name="Lord", characteristics=NAMED, token=True), "Watcher"),
        (item(card_name="sprite", characteristics=NAMED, token=True), "sprite"),
        (item(card_name="sprite", characteristics=NAMED), "Watcher"),
        (item(characteristics=NAMED), "Watcher"),
    ],
)
def test_which_script_an_object_has(made: pb.GameObject, name: str):
    """Its own, or that of what it is a copy of; of a token with a token script, that one."""
    table = table_of(game())
    assert table.script_name(made) == name
    assert list(table._script_names([made, item(card_name="Plain")])) == [name, "Plain"]


@pytest.mark.parametrize(
    ("made", "found"),
    [
        (item(card_name="Lord", face_down=True), FACE_DOWN),
        (item(card_name="Lord", face_down=True, zone=pb.ZONE_STACK), FACE_DOWN),
        (item(card_name="Nothing"), UNKNOWN),
    ],
)
def test_copiable_values_that_are_always_the_same(made: pb.GameObject, found: Traits):
    """708.2, and of what is not known at all: one object stands for them."""
    assert table_of(game()).copiable(made) is found


@pytest.mark.parametrize("zone", [pb.ZONE_COMMAND, pb.ZONE_EXILE, pb.ZONE_HAND, pb.ZONE_GRAVEYARD])
def test_face_down_elsewhere_is_the_card(zone: pb.Zone.ValueType):
    """Only a permanent and a spell are face down with values of their own (708.2)."""
    assert table_of(game()).copiable(item(card_name="Lord", face_down=True, zone=zone)).name == (
        "Lord"
    )


def test_copiable_values_of_what_was_computed():
    """The script's where there is one, else those that were sent; copiable ones as sent."""
    table = table_of(game())
    sent = pb.Characteristics(types=["Artifact"])
    assert "Creature" in table.copiable(item(card_name="Lord", characteristics=sent)).types
    assert table.copiable(item(card_name="None", characteristics=sent)).types == {"Artifact"}
    assert table.copiable(
        item(card_name="Lord", characteristics=sent, characteristics_copiable=True)
    ).types == {"Artifact"}


HALVES = "AlternateMode:{}\n\nALTERNATE\n\nName:Moon\nManaCost:{}\nTypes:{}\nPT:3/3\nColors:red\n"


@pytest.mark.parametrize(
    ("mode", "apart"),
    [
        ("DoubleFaced", ("battlefield",)),
        ("Flip", ("battlefield",)),
        ("Modal", ("battlefield", "stack")),
        ("Split", ("battlefield", "stack")),
        ("Adventure", ("battlefield", "stack")),
    ],
)
def test_the_face_that_counts(mode: str, apart: tuple[str, ...]):
    """712.8a, 709.3a, 715.3b: where a card has one face only, that of its name; else the front."""
    table = table_of(game_of(script("Sun", HALVES.format(mode, "3 R", "Creature"))))
    for zone in (zone for zone in pb.Zone.values() if zone):
        power = table.copiable(item(card_name="Moon", zone=zone)).power
        assert power == (3 if zone_name(zone) in apart else 2)


@pytest.mark.parametrize(
    ("mode", "name", "zone", "expected"),
    [
        ("DoubleFaced", "Moon", pb.ZONE_BATTLEFIELD, 1),
        ("DoubleFaced", "Sun", pb.ZONE_BATTLEFIELD, 1),
        ("DoubleFaced", "Moon", pb.ZONE_LIBRARY, 1),
        ("Flip", "Moon", pb.ZONE_BATTLEFIELD, 1),
        ("Modal", "Moon", pb.ZONE_BATTLEFIELD, 4),
        ("Modal", "Moon", pb.ZONE_LIBRARY, 1),
        ("Split", "Moon", pb.ZONE_LIBRARY, 5),
        ("Split", "Sun", pb.ZONE_HAND, 5),
        ("Split", "Moon", pb.ZONE_STACK, 4),
        ("Split", "Sun", pb.ZONE_STACK, 1),
        ("Adventure", "Moon", pb.ZONE_LIBRARY, 1),
        ("Adventure", "Moon", pb.ZONE_STACK, 4),
    ],
)
def test_the_mana_value_of_two_faces(mode: str, name: str, zone: pb.Zone.ValueType, expected: int):
    """202.3b, 202.3d, 709.4, 710.1c: of a back face the front's, of a split card both together."""
    game = game_of(script("Sun", HALVES.format(mode, "3 R", "Instant")))
    seen = table_of(game).copiable(item(card_name=name, zone=zone))
    assert seen.mana_value == expected


def test_both_halves_of_a_split_card():
    """709.4c: it has the types and colours of both where it is not on the stack."""
    table = table_of(game_of(script("Sun", HALVES.format("Split", "3 R", "Instant"))))
    whole = table.copiable(item(card_name="Sun", zone=pb.ZONE_HAND))
    assert whole.types == {"Creature", "Ninja", "Instant"}
    assert whole.colors == "R"
    assert table.copiable(item(card_name="Sun", zone=pb.ZONE_STACK)).types == {"Creature", "Ninja"}


def test_of_what_something_is_known():
    """What was sent of it, that it is face down, or a script of its name."""
    table = table_of(game())
    assert table.tells(item(card_name="None", characteristics=pb.Characteristics()))
    assert table.tells(item(card_name="None", face_down=True))
    assert table.tells(item(card_name="Lord"))
    assert not table.tells(item(card_name="None"))


def test_what_an_object_is_called():
    """By its name, else by what the engine calls a card that is not face down, else by its id."""
    table = table_of(game())
    assert table.name_of(item(card_name="Lord")) == "Lord"
    assert table.name_of(item(card_name="None")) == "None"
    assert table.name_of(item()) == "it"
    assert table.name_of(item(card_name="None", face_down=True)) == "it"
    named = item(card_name="None", face_down=True, characteristics=NAMED,
                 characteristics_copiable=True)  # fmt: skip
    assert table.name_of(named) == "it"


@pytest.mark.parametrize("zone", pb.Zone.values())
def test_what_a_message_may_call_an_object(zone: pb.Zone.ValueType):
    """A card in another's hand or library is not named unless it is revealed."""
    table = table_of(game())
    hidden = zone in (pb.ZONE_HAND, pb.ZONE_LIBRARY)
    made = item(card_name="Lord", owner_id="a", zone=zone)
    assert table.shown_name(made, "a") == "Lord"
    assert table.shown_name(made, "b") == ("" if hidden else "Lord")
    made.revealed = True
    assert table.shown_name(made, "b") == "Lord"


@pytest.mark.parametrize("zone", [z for z in pb.Zone.values() if z])
def test_keywords_of_a_plain_card(monkeypatch: pytest.MonkeyPatch, zone: pb.Zone.ValueType):
    """Off the battlefield they are the script's, without a look at characteristics.

    On the battlefield, on the stack and in a library, and of what was sent, a closer look is
    taken.
    """
    made = game_of(PLAIN)
    table = table_of(made)
    looked: list[str] = []
    original = Table.traits

    def traits(self: Table, each: pb.GameObject) -> Traits:
        looked.append(each.id)
        return original(self, each)

    monkeypatch.setattr(Table, "traits", traits)
    there = item(card_name="Plain", zone=zone)
    assert [keyword.name for keyword, _ in table.keywords(there)] == ["Ninjutsu"]
    plain = zone in (pb.ZONE_HAND, pb.ZONE_COMMAND, pb.ZONE_GRAVEYARD, pb.ZONE_EXILE)
    assert looked == ([] if plain else ["it"])
    looked.clear()
    there.characteristics_copiable = True
    assert list(table.keywords(there)) == []
    assert looked == ["it"]


def test_names_of_scripts_where_none_was_sent():
    """Most objects are sent without one: then their own names are the answer as they are."""
    table = table_of(game())
    items = [item(card_name="Lord"), item(card_name="Plain", characteristics=pb.Characteristics())]
    assert table._script_names(items) == ["Lord", "Plain"]
    assert table._script_names([]) == []


def test_statics_in_play():
    """Each with its source, in the state's order; those of a hand are not in play."""
    made = game()
    made.hand("spare", "Lord")
    found: list[tuple[str, type]] = [
        (source.id, type(static)) for source, static in table_of(made).continuous()
    ]
    assert found == [("lord", Static)]
