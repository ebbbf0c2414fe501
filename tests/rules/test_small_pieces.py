"""Small pieces of the rules by themselves: parts of abilities, characteristics, causes, views."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.rules.ability import (
    MAX_PARTS,
    announced_parts,
    api_of,
    chain,
    names_of,
    part_named,
    read_part,
)
from ninjutsu_service.rules.causes import MOVES, Causes, about
from ninjutsu_service.rules.chance import Chance
from ninjutsu_service.rules.keywords.sneak import SNEAK
from ninjutsu_service.rules.keywords.webslinging import WEB_SLINGING
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.traits import FACE_DOWN, Traits, _number, sent_traits
from ninjutsu_service.rules.view import Seen, View, nothing_known
from ninjutsu_service.rules.zones import zones_named
from ninjutsu_service.state.board import Board
from tests.boards import Game, ev, pb
from tests.rules.scripts import face_of


def abilities(count: int) -> Face:
    return face_of(*(f"A:AB$ Draw | Cost$ {n} | NumCards$ {n}" for n in range(1, count + 1)))


def amount(part: AbilityLine | None) -> str | None:
    return part.get("NumCards") if part else None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A1", "1"), ("A2", "2"), ("A3", "3"), ("A03", "3"), ("A003", "3"),
        ("A0003", None), ("A0", None), ("A4", None), ("A", None), ("", None), ("A-1", None),
        ("B1", None), ("a1", None), ("AA1", None), ("A²", None), ("A\u0661", None), ("A1.0", None),
        ("A 1", None), ("A" + "9" * 5000, None),
    ],
)  # fmt: skip
def test_a_part_by_its_number(name: str, expected: str | None):
    """`A1` to `A999`, as far as the face has abilities: ASCII digits, and no more than three."""
    assert amount(part_named(abilities(3), name)) == expected


def test_a_part_by_its_name():
    """In any case, with blanks around; what does nothing is no part."""
    face = face_of("SVar:DBDraw:DB$ Draw | NumCards$ 7", "SVar:X:Count$CardsInYourHand")
    assert amount(part_named(face, " dbdraw ")) == "7"
    assert part_named(face, "X") is None
    assert part_named(face, "Other") is None


@pytest.mark.parametrize(
    ("text", "names"),
    [("", []), ("A", ["A"]), (" A , B ", ["A", "B"]), ("A,,B,", ["A", "B"]), (" , ", [])],
)
def test_names_in_a_list(text: str, names: list[str]):
    """Blanks around a name are left out, and so are names of nothing."""
    assert names_of(text) == names


def test_how_many_parts_are_read():
    """Fifty, and one more where there are more: a chain of fifty is read whole."""
    assert MAX_PARTS == 50
    circle = face_of("SVar:DBGo:DB$ Draw | SubAbility$ DBGo")
    assert len(chain(circle, read_part("DB$ Draw | SubAbility$ DBGo"))) == 51
    long = face_of(*(f"SVar:P{n}:DB$ Draw | NumCards$ {n} | SubAbility$ P{n + 1}"
                     for n in range(2, 61)))  # fmt: skip
    found = chain(long, read_part("DB$ Draw | NumCards$ 1 | SubAbility$ P2"))
    assert [amount(part) for part in found] == [str(n) for n in range(1, 52)]


def test_the_parts_of_modes():
    """The parts of each mode that was chosen, behind the part that offers them."""
    face = face_of("SVar:DBOne:DB$ Draw | SubAbility$ DBTwo", "SVar:DBTwo:DB$ Discard")
    first = read_part("SP$ Charm | Choices$ DBOne")
    assert [api_of(part) for part in announced_parts(face, first, ["DBOne", "None"])] == [
        "Charm", "Draw", "Discard",
    ]  # fmt: skip
    assert [api_of(part) for part in announced_parts(face, first, [])] == ["Charm"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, None), ("2", 2), ("-1", -1), ("+3", 3), ("*", 0), ("1+*", 0), ("", 0), ("-", 0),
        ("999999", 999_999), ("-999999", -999_999), ("1000000", 0), ("²", 0), ("\u0663", 0),
        ("9" * 5000, 0), ("1.5", 0),
    ],
)  # fmt: skip
def test_a_printed_power(text: str | None, expected: int | None):
    """208.2a: up to six ASCII digits with a sign; anything else counts as 0."""
    assert _number(text) == expected


def test_characteristics_of_nothing():
    """What is not known, and a face-down permanent (708.2); a copy is the same."""
    assert Traits().copy() == Traits()
    assert Traits() == Traits("", frozenset(), "", None, None, (), 0)
    assert Traits("", frozenset(("Creature",)), "", 2, 2, (), 0) == FACE_DOWN


def test_a_name_that_was_not_sent():
    """What was sent without a name is called what the card is called."""
    item = pb.GameObject(card_name="Card", characteristics=pb.Characteristics(types=["Creature"]))
    assert sent_traits(item).name == "Card"
    item.characteristics.name = "Other"
    assert sent_traits(item).name == "Other"


def moved(name: str) -> ev.Event:
    return ev.Event(zone_changed=ev.ZoneChanged(object_id=name))


def test_the_last_event_of_a_kind():
    """Counted from 1; 0 where there is none; what came since is read when asked again."""
    events = [moved("x"), moved("y"), ev.Event(), moved("x")]
    causes = Causes(events)
    assert causes.last(MOVES, ["x"]) == 4
    assert causes.last(MOVES, ["y"]) == 2
    assert causes.last(MOVES, ["x", "y"]) == 4
    assert causes.last(MOVES, ["z"]) == 0
    assert causes.last(MOVES, []) == 0
    assert causes.last((), ["x"]) == 0
    assert causes.last(("",), [""]) == 3
    events.append(moved("y"))
    assert causes.last(MOVES, ["y"]) == 5
    assert Causes([moved("x")]).last(MOVES, ["x"]) == 1


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (ev.Event(), ""),
        (moved("x"), "x"),
        (ev.Event(object_created=ev.ObjectCreated(object=pb.GameObject(id="new"))), "new"),
        (ev.Event(object_created=ev.ObjectCreated()), ""),
        (
            ev.Event(effect_began=ev.EffectBegan(effect=pb.TemporaryEffect(id="e", object_id="x"))),
            "x",
        ),
        (ev.Event(life_changed=ev.LifeChanged(player_id="a")), "a"),
        (ev.Event(damage_dealt=ev.DamageDealt(source_id="s", player_id="a")), "a"),
        (ev.Event(damage_dealt=ev.DamageDealt(source_id="s", object_id="x")), "x"),
        (ev.Event(step_began=ev.StepBegan()), ""),
    ],
)
def test_whom_an_event_is_about(event: ev.Event, name: str):
    """The object or player that it happened to, wherever its message names that."""
    assert about(event) == name


def test_what_an_ability_sees_by_default():
    """An object that is there and does not attack; X, choices and last known information: none."""
    game = Game()
    item = game.creature("bear")
    table = Table(Board(game.state), game.rulebook)
    seen = Seen(item, Traits())
    assert (seen.live, seen.attacking) == (True, False)
    view = View(table, None, "a")
    assert (view.x, view.targets, view.remembered, view.each_player) == (0, (), [], "")
    assert view.last_known("bear", 1) is None
    assert nothing_known("bear", 1) is None


def test_an_object_by_its_id():
    """As it is now where the incarnation is the one that is meant, else as it last was."""
    game = Game()
    item = game.attacker("bear", incarnation=3)
    table = Table(Board(game.state), game.rulebook)
    asked: list[tuple[str, int]] = []
    gone = Seen(pb.GameObject(id="bear", incarnation=2), Traits(), live=False)

    def last_known(name: str, incarnation: int) -> Seen | None:
        asked.append((name, incarnation))
        return gone if incarnation == 2 else None

    view = View(table, None, "a", last_known=last_known)
    for incarnation in (0, 3):
        seen = view.seen("bear", incarnation)
        assert seen == Seen(item, table.traits(item), live=True, attacking=True)
    assert view.seen("bear") == view.seen("bear", 3)
    assert asked == []
    assert view.seen("bear", 2) is gone
    assert view.seen("none") is None
    assert view.seen("none", 2) is gone
    assert asked == [("bear", 2), ("none", 0), ("none", 2)]


def test_chance_that_was_not_asked():
    """Neither with a seed nor without one has it decided anything yet."""
    for seed in (None, 7):
        chance = Chance(seed)
        assert chance.shuffled(["one"]) == ["one"]
        assert not chance.used


@pytest.mark.parametrize(
    ("names", "zones"),
    [
        ("Battlefield", {pb.ZONE_BATTLEFIELD}),
        ("hand,graveyard", {pb.ZONE_HAND, pb.ZONE_GRAVEYARD}),
        ("Exile, Library", {pb.ZONE_EXILE, pb.ZONE_LIBRARY}),
        ("Command", {pb.ZONE_COMMAND}),
        ("Stack", {pb.ZONE_STACK}),
        ("Hand,Nowhere", None),
    ],
)
def test_zones_by_their_names(names: str, zones: set[int] | None):
    """As scripts call them, in any letter case; one that is none makes the list unreadable."""
    assert zones_named(names) == zones


def test_what_sneak_and_web_slinging_state():
    """D1, E1: a card can be cast so from hand, and from where else it may be cast; no reveal."""
    zones = {pb.ZONE_HAND, pb.ZONE_COMMAND, pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_LIBRARY}
    assert SNEAK.zones == WEB_SLINGING.zones == zones
    assert (SNEAK.reveals, WEB_SLINGING.reveals) == (False, False)
    assert (SNEAK.attacks, WEB_SLINGING.attacks) == (True, False)


@pytest.mark.parametrize(("cost", "value"), [("", 0), ("2 U", 3), ("no cost", 0), ("{2}", 0)])
def test_the_mana_value_of_what_was_sent(cost: str, value: int):
    """202.3a: a cost that is none counts as 0, and so does one that cannot be read."""
    sent = pb.GameObject(characteristics=pb.Characteristics(mana_cost=cost))
    assert sent_traits(sent).mana_value == value
