"""Combat, damage and what resolves, piece by piece: what is there, and what is not any more."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.ability import spell_part
from ninjutsu_service.rules.assigning import Assignment, Dealer
from ninjutsu_service.rules.combat import (
    attackers,
    blockers_of,
    blocking_creatures,
    target_as_attacked,
)
from ninjutsu_service.rules.damage import Hit, _blow, _marks
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.replacing import has_counters, replacements
from ninjutsu_service.rules.resolving import _bury
from ninjutsu_service.rules.scripted import _source, _trigger_line, face_of, view_of
from ninjutsu_service.rules.stepping import _leave_combat
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import Subject, _operand
from tests.boards import Game, pb
from tests.rules.scripts import game_of, script, table_of


def test_combat_records_of_what_is_gone():
    """A record of what the state does not hold is nobody's."""
    game = Game()
    bear = game.attacker("bear", blockers=["wall", "none"])
    game.creature("wall", owner="b")
    game.attack("missing", blockers=["none"])
    game.state.combat.other_blocker_ids.append("nobody")
    table = table_of(game)
    assert [item.id for item in attackers(table)] == ["bear"]
    assert [item.id for item in blockers_of(table, bear)] == ["wall"]
    assert [item.id for item in blocking_creatures(table)] == ["wall"]


@pytest.mark.parametrize(("sent", "remembered"), [(0, 4), (4, 4), (3, None)])
def test_which_permanent_is_attacked(sent: int, remembered: int | None):
    """400.7: which object it is is filled in where that was left out; another is none."""
    game = Game()
    walker = game.add("walker", owner="b", incarnation=4)
    walker.characteristics.types.append("Planeswalker")
    bear = game.attacker("bear", target="walker")
    game.state.combat.attackers[0].target.incarnation = sent
    found = target_as_attacked(table_of(game), bear)
    assert (found.incarnation if found else None) == remembered


def hit(recipient: str, amount: int = 2) -> Hit:
    return Hit(pb.GameObject(id="source"), Traits(), "a", recipient, amount)


def test_what_damage_does_to_a_player():
    """It marks nothing and puts no counters on."""
    blow = _blow(table_of(Game()), hit("b"))
    assert blow
    assert (blow.types, blow.minus_counters, blow.deathtouch) == (None, False, False)
    assert not _marks(blow)


@pytest.mark.parametrize("zone", [zone for zone in pb.Zone.values() if zone])
def test_damage_to_what_is_there(zone: pb.Zone.ValueType):
    """120.1: to a permanent that is phased in, and more than none."""
    game = Game()
    item = game.creature("bear", zone=zone)
    table = table_of(game)
    there = zone == pb.ZONE_BATTLEFIELD
    blow = _blow(table, hit("bear"))
    assert (blow is not None) == there
    assert blow is None or _marks(blow)
    assert _blow(table, hit("bear", 0)) is None
    assert _blow(table, hit("none")) is None
    item.phased_out = True
    assert _blow(table, hit("bear")) is None


def test_what_is_lethal_to_something_without_toughness():
    """510.1c: nothing is needed for it."""
    game = Game()
    bear = game.creature("bear")
    game.add("odd", owner="b").characteristics.types.append("Creature")
    game.creature("wall", owner="b", toughness=3, damage=1)
    table = table_of(game)
    dealer = Dealer(bear, table.traits(bear), 2, ("odd", "wall"), "", "510.1c")
    assert Assignment(table).lethal(dealer) == {"odd": 0, "wall": 2}


def test_all_leave_combat_at_once():
    """511.3: one batch, where there is more than one."""
    for names, batch in ((["bear"], 0), (["bear", "ox"], 1)):
        game = Game()
        for name in names:
            game.attacker(name)
        ledger = Ledger(table_of(game))
        _leave_combat(ledger, names, 0)
        assert [(each.rule, each.batch) for each in ledger.events] == [("511.3", batch)] * len(
            names
        )


@pytest.mark.parametrize("zone", [zone for zone in pb.Zone.values() if zone])
def test_a_spell_that_is_no_longer_there(zone: pb.Zone.ValueType):
    """608.2n: only what is on the stack still goes to the graveyard."""
    game = Game()
    game.creature("spell", zone=zone)
    ledger = Ledger(table_of(game))
    _bury(ledger, pb.StackObject(source_id="spell"), "608.2n")
    _bury(ledger, pb.StackObject(source_id="none"), "608.2n")
    assert ledger.kinds == ["zone_changed"] * (zone == pb.ZONE_STACK)


LINES = (
    "T:Mode$ Drawn | ValidCard$ Card.YouOwn | Execute$ TrigOne | TriggerDescription$ first",
    "T:Mode$ LifeGained | ValidPlayer$ You | Execute$ TrigOne | TriggerDescription$ second",
    "T:Mode$ LifeLost | ValidPlayer$ You | Execute$ TrigTwo | TriggerDescription$ third",
    "SVar:TrigOne:DB$ Draw", "SVar:TrigTwo:DB$ Draw", "SVar:Other:DB$ Draw",
)  # fmt: skip


@pytest.mark.parametrize(
    ("ability", "number", "line"),
    [
        ("TrigOne", 0, "first"), ("TrigOne", 1, "first"), ("TrigOne", 2, "second"),
        ("trigone", 2, "second"), ("TrigOne", 3, "first"), ("TrigTwo", 0, "third"),
        ("TrigTwo", 3, "third"), ("TrigTwo", 1, "third"), ("TrigTwo", 4, "third"),
        ("TrigTwo", 99, "third"), ("Other", 0, ""), ("Other", 1, ""),
    ],
)  # fmt: skip
def test_which_line_an_ability_comes_from(ability: str, number: int, line: str):
    """By its number where that line executes it, else the first that does; none does for others."""
    card = CardPool.from_texts(script("Card", *LINES)).get("Card")
    assert card
    kind = pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY
    top = pb.StackObject(kind=kind, ability=ability, trigger_number=number)
    found = _trigger_line(card.faces[0], top)
    assert (found.get("TriggerDescription") if found else "") == line
    top.kind = pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY
    assert _trigger_line(card.faces[0], top) is None


def test_whose_face_it_is():
    """712.8a: a spell's front face, else that of the permanent whose ability it is."""
    back = "AlternateMode:DoubleFaced\n\nALTERNATE\n\nName:Moon\nTypes:Creature\nPT:3/3\n"
    game = game_of(script("Sun", back))
    game.add("it", "Moon")
    ledger = Ledger(table_of(game))
    for kind, name in (
        (pb.STACK_OBJECT_KIND_SPELL, "Sun"),
        (pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, "Moon"),
        (pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, "Moon"),
    ):
        found = face_of(ledger, pb.StackObject(kind=kind, source_id="it"))
        assert found
        assert found.name == name
    assert face_of(ledger, pb.StackObject(source_id="none")) is None


def test_the_source_of_what_resolves():
    """608.2h: as it is, else as it last was in this call, else as it was sent."""
    game = Game()
    bear = game.attacker("bear", power=3)
    pushed = pb.GameObject(id="bear", incarnation=1)
    top = pb.StackObject(source_id="bear", source_incarnation=1, source_as_pushed=pushed)
    ledger = Ledger(table_of(game))
    source = _source(ledger, top)
    assert source
    assert (source.live, source.attacking, source.item is bear) == (True, True, True)
    ledger.write(zone_change(bear, pb.ZONE_GRAVEYARD), "400.7")
    last = _source(ledger, top)
    assert last
    assert (last.live, last.attacking, last.traits.power) == (False, True, 3)
    sent = _source(Ledger(table_of(Game())), top)
    assert sent
    assert (sent.live, sent.attacking, sent.item) == (False, False, pushed)
    top.ClearField("source_as_pushed")
    assert _source(Ledger(table_of(Game())), top) is None


def test_the_creature_that_was_returned():
    """As it was, and not there any more; None where none was."""
    game = game_of(script("Card"))
    face = game.rulebook.face("Card")
    assert face
    ledger = Ledger(table_of(game))
    assert view_of(ledger, pb.StackObject(), face).returned is None
    top = pb.StackObject(returned_as_pushed=pb.GameObject(id="bear"))
    returned = view_of(ledger, top, face).returned
    assert returned
    assert (returned.item.id, returned.live, returned.attacking) == ("bear", False, False)


def test_what_a_spell_does():
    """The ability that is a spell's; a permanent's activated ability is none."""
    card = CardPool.from_texts(script("Card", "A:AB$ Draw | Cost$ 1", "A:SP$ Discard")).get("Card")
    assert card
    part = spell_part(card.faces[0])
    assert part
    assert part.get("SP") == "Discard"
    other = CardPool.from_texts(script("Card", "A:AB$ Draw | Cost$ 1")).get("Card")
    assert other
    assert spell_part(other.faces[0]) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), ("-2", -2), ("999999", 999_999), ("1000000", None), ("²", None), ("X", None)],
)
def test_what_a_property_compares_with(text: str, value: int | None):
    """A number of up to six digits; what is named needs a view."""
    subject = Subject(pb.GameObject(), Traits(), None, "a")
    assert _operand(text, subject) == value


def test_lines_of_a_script_that_say_too_little():
    """Without what they are about they do nothing: no counters, and nothing as it enters."""
    lines = ("K:etbCounter", "K:etbCounter:P1P1", "K:Other:P1P1:1", "K:ETBReplacement",
             "K:ETBReplacement:Copy", "K:Other:Copy:DBCopy", "K:ETBReplacement:Copy:None",
             "SVar:DBCopy:DB$ Clone")  # fmt: skip
    card = CardPool.from_texts(script("Card", *lines)).get("Card")
    assert card
    assert not has_counters(card.faces[0])
    assert replacements(card.faces[0]) == ([], [])


def test_what_is_a_copy_and_what_is_not():
    """A `Clone` by a line that says so, optional where its third word says that."""
    lines = ("K:ETBReplacement:Copy:DBCopy", "K:ETBReplacement:Copy:DBCopy:Optional",
             "K:ETBReplacement:Other:DBCopy", "K:ETBReplacement:Copy:DBDraw",
             "K:ETBReplacement:Copy:DBCopy:Other:Optional",
             "SVar:DBCopy:DB$ Clone", "SVar:DBDraw:DB$ Draw")  # fmt: skip
    card = CardPool.from_texts(script("Card", *lines)).get("Card")
    assert card
    copies, others = replacements(card.faces[0])
    assert [optional for _, optional in copies] == [False, True, False]
    assert [part.text for part in others] == ["DB$ Clone", "DB$ Draw"]
