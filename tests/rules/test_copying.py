"""Copies, faces, face-down cards and stolen Ninjas: which abilities they have, and where."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import bundled_path
from tests.boards import ENGINE, Game, events, pb
from tests.rules.scripts import BODY, game_of, picks, script

DEEP_HOURS = "Ninja of the Deep Hours"

NINJA = pb.Characteristics(
    name=DEEP_HOURS,
    types=["Creature", "Human", "Ninja"],
    colors=["blue"],
    power=2,
    toughness=2,
    keywords=["Ninjutsu:1 U"],
    mana_cost="3 U",
)
"""What a copy of that Ninja is."""


FRONT = "K:Ninjutsu:U"
HITS = (
    "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
    " | Execute$ TrigLife"
)
LIFE = "SVar:TrigLife:DB$ GainLife | Defined$ You | LifeAmount$ 1"


def clone(game: Game, *, copiable: bool, card: str = "Test Clone") -> pb.GameObject:
    """A card that attacks b as a copy of the Ninja."""
    item = game.add("clone", card, tapped=True, characteristics=NINJA)
    item.characteristics_copiable = copiable
    game.attack("clone")
    return item


@pytest.mark.parametrize("copiable", [True, False], ids=["copied here", "sent by the engine"])
def test_a_copy_of_a_ninja_triggers_as_it_hits(copiable: bool):
    """707.2: it has the abilities of what it is a copy of, whoever made it one."""
    game = Game()
    clone(game, copiable=copiable)
    game.add("top", "Test top", pb.ZONE_LIBRARY)
    game = game.advanced()
    (trigger,) = game.state.stack
    assert (trigger.source_id, trigger.ability) == ("clone", "TrigDraw")
    after = game.then(game.resolve(picks(game.resolve().choice)))
    assert after["top"].zone == pb.ZONE_LIBRARY


@pytest.mark.parametrize("card", ["Test Clone", "Sakashima's Student"])
def test_a_copy_that_was_returned_is_what_its_card_is(card: str):
    """400.7: in hand the copy is none any more; it once went on having the Ninja's ninjutsu."""
    game = Game()
    clone(game, copiable=True, card=card)
    game.hand("ninja", "Skullsnatcher")
    game = game.through("ninja", "clone", payment=ENGINE)
    item = game["clone"]
    assert (item.zone, item.characteristics_copiable) == (pb.ZONE_HAND, False)
    assert not item.HasField("characteristics")
    listed = [each.mana_cost for each in game.listing(engine_pays=True).actions]
    assert listed == (["1 U"] if card == "Sakashima's Student" else [])


def test_what_was_sent_of_an_unknown_card_itself_stays():
    """F2: nobody else could tell what it is; its name is its own, or was not sent."""
    for name in ("", "Test bear"):
        game = Game()
        game.attacker("bear")
        game["bear"].characteristics.name = name
        game.hand("ninja", "Skullsnatcher")
        after = game.then(game.take("ninja", "bear", payment=ENGINE))
        assert after["bear"].characteristics == game["bear"].characteristics


def test_the_student_as_a_legend_leaves_one_of_two():
    """707.5, 704.5j: a copy of a legendary Ninja of one's own; the Student is kept, and attacks."""
    game = Game()
    game.attacker("bear")
    game.add("yuriko", "Yuriko, the Tiger's Shadow")
    game.hand("student", "Sakashima's Student")
    game = game.then(game.take("student", "bear", payment=ENGINE))
    copied = picks(game.resolve().choice, "yuriko")
    kept = game.resolve(copied).choice
    assert sorted(kept.option_ids) == ["student", "yuriko"]
    after = game.then(game.resolve(copied, picks(kept, "student")))
    assert (after["yuriko"].zone, after.attacks("student")) == (pb.ZONE_GRAVEYARD, "b")


def test_the_student_as_a_copy_of_a_face_down_creature():
    """708.2, 707.2: a 2/2 without a name, and a Ninja; what lies face down is not shown by it."""
    game = Game()
    game.attacker("bear")
    game.add("down", DEEP_HOURS, owner="b", face_down=True)
    game.hand("student", "Sakashima's Student")
    game = game.then(game.take("student", "bear", payment=ENGINE))
    game = game.then(game.resolve(picks(game.resolve().choice, "down")))
    made = game["student"].characteristics
    assert (made.name, made.power, list(made.types)) == ("", 2, ["Creature", "Ninja"])
    outcome = game.advance()
    assert game.then(outcome).player("b").life == 18
    assert not events(outcome, "stack_pushed")


def test_a_token_copy_of_a_ninja_attacks_and_triggers_and_can_be_returned():
    """B9, B3: it joins the attack unblocked; returned for another Ninja it ceases to exist."""
    game = Game()
    game.attacker("bear")
    game.add("elder", DEEP_HOURS, tapped=True)
    game.attack("elder")
    game.hand("shadow", "Thousand-Faced Shadow")
    game.hand("ninja", "Skullsnatcher")
    game = game.through("shadow", "bear", payment=ENGINE)
    outcome = game.resolve()
    (token,) = [each.object for each in events(outcome, "object_created")]
    game = game.then(outcome)
    assert (game.attacks(token.id), token.characteristics.name) == ("b", DEEP_HOURS)
    hit = game.advance()
    choice = hit.choice
    pushed = events(game.advance(picks(choice, *choice.option_ids)), "stack_pushed")
    assert sorted(each.object.source_id for each in pushed) == sorted(["elder", token.id])
    back = game.then(game.take("ninja", token.id, payment=ENGINE))
    assert token.id not in [item.id for item in back.state.objects]


def test_a_token_copy_of_what_enters_as_a_copy_may_be_another_copy():
    """707.5, 614.12a: the token's controller chooses as it enters."""
    copy = "SVar:TrigLife:DB$ CopyPermanent | ValidTgts$ Creature.Other+YouCtrl"
    student = (bundled_path() / "cardsfolder/s/sakashimas_student.txt").read_text("utf-8")
    game = game_of(script("Copier", HITS, copy), student)
    game.add("copier", "Copier", tapped=True)
    game.attack("copier")
    game.add("student", "Sakashima's Student", counters={"P1P1": 1})
    game.creature("wall", owner="b", power=0, toughness=4)
    game = game.advanced()
    choice = game.resolve().choice
    assert list(choice.option_ids) == ["copier", "student", "wall"]
    (made,) = events(game.resolve(picks(choice, "wall")), "object_created")
    values = made.object.characteristics
    assert (values.name, values.toughness, "Ninja" in values.types) == ("Test wall", 4, True)
    # As itself it is a 0/0: in the graveyard and gone before anybody has priority.
    itself = game.resolve(picks(choice))
    (made,) = events(itself, "object_created")
    assert [each.object_id for each in events(itself, "object_ceased")] == [made.object.id]


def test_a_token_copy_has_a_type_chosen_as_it_enters():
    """614.12a: what a card has chosen as it enters a token that copies it has as well."""
    game = Game()
    game.attacker("bear")
    game.add("arachne", "Arachne, Psionic Weaver", tapped=True, chosen_type="Instant")
    game.attack("arachne")
    game.hand("shadow", "Thousand-Faced Shadow")
    game = game.through("shadow", "bear", payment=ENGINE)
    choice = game.resolve().choice
    outcome = game.resolve(picks(choice, "Land"), picks(
        game.resolve(picks(choice, "Land")).choice, "arachne"
    ))  # fmt: skip
    (made,) = events(outcome, "object_created")
    assert made.object.chosen_type == "Land"
    assert game["arachne"].chosen_type == "Instant"


def test_a_ninja_face_down_is_a_plain_creature_until_it_is_back_in_hand():
    """708.2: no name, no abilities; but it can be returned, and then it has ninjutsu again."""
    game = Game()
    game.add("down", DEEP_HOURS, tapped=True, face_down=True)
    game.attack("down")
    assert game.advanced().player("b").life == 18
    assert not game.advanced().state.stack
    game.hand("ninja", "Skullsnatcher")
    game = game.through("ninja", "down", payment=ENGINE)
    assert (game["down"].zone, game["down"].face_down) == (pb.ZONE_HAND, False)
    assert ("down", "Ninjutsu", "ninja") in game.actions(engine_pays=True)


def double_faced(front: str, *back: str) -> Game:
    """A double-faced card of which one face has a line, and an attacker to return."""
    body = BODY.replace("ManaCost:1", "ManaCost:no cost")
    faces = [script("Day", front, "AlternateMode:DoubleFaced"), script("Night", *back, body=body)]
    game = game_of("\nALTERNATE\n\n".join(faces))
    game.attacker("bear")
    return game


@pytest.mark.parametrize("named", ["Day", "Night"])
@pytest.mark.parametrize(("front", "back", "offered"), [(FRONT, "", True), ("", FRONT, False)])
def test_a_double_faced_card_in_hand_has_its_front_face_alone(
    named: str, front: str, back: str, offered: bool
):
    """712.8a: whichever face the engine names it by."""
    game = double_faced(front, back)
    game.hand("card", named)
    assert game.actions(engine_pays=True) == ([("card", "Ninjutsu", "bear")] if offered else [])


@pytest.mark.parametrize(("shown", "triggers"), [("Day", 0), ("Night", 1)])
def test_a_double_faced_permanent_has_the_face_that_is_up(shown: str, triggers: int):
    """712.8d: the engine says which, by the name among its characteristics."""
    game = double_faced(FRONT, HITS, LIFE)
    game.add("card", "Day", tapped=True)
    game["card"].characteristics.CopyFrom(NINJA)
    game["card"].characteristics.name = shown
    game.attack("card")
    assert len(game.advanced().state.stack) == triggers
    game.hand("ninja", "Day")
    returned = game.then(game.take("ninja", "card", payment=ENGINE))["card"]
    assert not returned.HasField("characteristics")


def test_a_stolen_ninja_is_its_controllers_and_goes_back_to_its_owner():
    """B3, B7: whoever controls it attacks with it and returns it; its owner has it in hand."""
    game = Game()
    game.add("stolen", DEEP_HOURS, owner="b", controller_id="a", tapped=True)
    game.attack("stolen")
    game.hand("ninja", "Skullsnatcher")
    game.hand("theirs", "Skullsnatcher", owner="b")
    assert game.actions("b", engine_pays=True) == []
    game = game.through("ninja", "stolen", payment=ENGINE)
    assert (game["stolen"].zone, game["stolen"].owner_id) == (pb.ZONE_HAND, "b")
    assert not game["stolen"].controller_id
    assert game.attacks("ninja") == "b"
    # In the hand of b, who does not attack, it can be used by nobody.
    assert ("stolen", "Ninjutsu", "ninja") not in game.actions(engine_pays=True)
