"""Each property of valid-expressions: which objects of one board have it."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.properties import PROPERTIES, subject_of
from ninjutsu_service.rules.protection import _forms, _has_quality
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.valid import seen_matches
from ninjutsu_service.rules.view import View
from tests.boards import Game, pb
from tests.rules.test_valid import seen_by


def board() -> Game:
    """C is on a's team. The source attacks b; another of a's attacks a, blocked by one wall."""
    game = Game("a", "b", "c")
    for name in ("a", "c"):
        game.player(name).team_id = "us"
    game.add("source", "Throat Slitter", tapped=True)
    game.attack("source")
    game.creature("raider", turn_entered=5)
    game.attack("raider", "a", pb.BLOCK_STATUS_BLOCKED, ["wall"])
    game.creature("wall", owner="c").characteristics.colors.append("white")
    game.creature("moat", owner="c", controller_id="b").characteristics.colors.extend(
        ["blue", "red"]
    )
    game.state.combat.other_blocker_ids.append("moat")
    game.creature("statue", token=True, counters={"P1P1": 1}).characteristics.types[:] = [
        "Artifact"
    ]
    game.attack("statue")
    game.creature("chief", commander=True).characteristics.types.extend(["Legendary", "Pirate"])
    game.add("land", "Island").characteristics.types.append("Land")
    game.add("down", "Throat Slitter", face_down=True, owner="b", controller_id="a")
    game.creature("dead", zone=pb.ZONE_GRAVEYARD, turn_entered=5)
    game.creature("idea", zone=pb.ZONE_GRAVEYARD).characteristics.types[:] = ["Instant"]
    game.add("spell", "Throat Slitter", pb.ZONE_STACK, "b")
    for owner in ("b", "a"):
        for name in ("top", "deep"):
            game.creature(f"{owner} {name}", zone=pb.ZONE_LIBRARY, owner=owner)
    return game


EVERY = [
    "source", "raider", "wall", "moat", "statue", "chief", "land", "down", "dead", "idea",
    "spell", "b top", "b deep", "a top", "a deep",
]  # fmt: skip


def without(*names: str) -> list[str]:
    return [name for name in EVERY if name not in names]


ATTACKING = ["source", "raider"]
PLAYED = ["source", "raider", "wall", "moat", "statue", "chief", "land", "down"]
THEIRS = ["moat", "spell", "b top", "b deep"]
OWN = ["source", "raider", "statue", "chief", "land", "dead", "idea", "a top", "a deep"]
BLACK = ["source", "spell"]

HAVE: dict[str, list[str]] = {
    "Card": EVERY,
    "Any": EVERY,
    "Permanent": without("idea"),
    "Self": ["source"],
    "StrictlySelf": ["source"],
    "Other": without("source"),
    "StrictlyOther": without("source"),
    "YouCtrl": [*OWN[:5], "down", *OWN[5:]],
    "YouDontCtrl": ["wall", "moat", "spell", "b top", "b deep"],
    "YourTeamCtrl": without(*THEIRS),
    "OppCtrl": THEIRS,
    "ActivePlayerCtrl": [*OWN[:5], "down", *OWN[5:]],
    "YouOwn": OWN,
    "YouDontOwn": without(*OWN),
    "OppOwn": ["down", "spell", "b top", "b deep"],
    "attacking": ATTACKING,
    "notattacking": without(*ATTACKING),
    "attackingYou": ["raider"],
    "blocking": ["wall", "moat"],
    "unblocked": ["source"],
    "blocked": ["raider"],
    "tapped": ["source"],
    "untapped": without("source"),
    "token": ["statue"],
    "nontoken": without("statue"),
    "nonland": without("land"),
    "Token": ["statue"],
    "faceDown": ["down"],
    "faceUp": without("down"),
    "IsCommander": ["chief"],
    "ThisTurnEntered": ["raider"],
    "enteredBattlefieldThisTurn": ["raider"],
    "IsRemembered": ["moat"],
    "ChosenType": ["statue"],
    "TopLibrary": ["b top", "a top"],
    "HasCounters": ["statue"],
    "NoCounters": without("statue"),
    "historic": ["statue", "chief"],
    "Historic": ["statue", "chief"],
    "outlaw": ["chief"],
    "Outlaw": ["chief"],
    "Colorless": without(*BLACK, "wall", "moat"),
    "MonoColor": [*BLACK[:1], "wall", *BLACK[1:]],
    "MultiColor": ["moat"],
    "inZoneBattlefield": PLAYED,
    "inRealZoneBattlefield": PLAYED,
    "inZoneGraveyard": ["dead", "idea"],
    "inRealZoneGraveyard": ["dead", "idea"],
    "inZoneStack": ["spell"],
}


def view(**fields: object) -> View:
    found = seen_by(board())
    moat = found.seen("moat")
    assert moat is not None
    found.remembered = ["b", moat]
    assert found.source is not None
    found.source.item.chosen_type = "Artifact"
    for name, value in fields.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize("name", sorted(PROPERTIES))
def test_who_has_it(name: str):
    """Every property that is read has a line in the table above."""
    seen = view()
    found = [
        item.id
        for item in seen.table.board.objects.values()
        if PROPERTIES[name](seen.table, subject_of(seen.now(item), seen)) is True
    ]
    assert found == HAVE[name]


@pytest.mark.parametrize(
    ("here", "source", "expected"),
    [("", "Artifact", True), ("", "Creature", False), ("Creature", "Artifact", False),
     ("Artifact", "", True), ("", "", None)],
)  # fmt: skip
def test_the_chosen_type(here: str, source: str, expected: bool | None):
    """What this ability chose comes before what was chosen as its source entered."""
    seen = view(chosen_type=here)
    assert seen.source is not None
    seen.source.item.chosen_type = source
    statue = seen.seen("statue")
    assert statue is not None
    assert seen_matches(seen, "Card.ChosenType", statue) is expected
    seen.source = None
    assert seen_matches(seen, "Card.ChosenType", statue) is (expected if here else None)
    assert seen_matches(seen, "Card.Self", statue) is False


def test_the_same_object_and_another_of_that_id():
    """400.7: what has left and come back is another object."""
    seen = view()
    assert seen.source is not None
    again = pb.GameObject()
    again.CopyFrom(seen.source.item)
    again.incarnation += 1
    source = seen.source._replace(item=again)
    assert seen_matches(seen, "Card.Self", source) is False
    assert seen_matches(seen, "Card.Other", source) is True


def test_what_was_attacking_as_it_left():
    """608.2h: of what is gone it is as it was then."""
    seen = view()
    for name in ("source", "wall"):
        now = seen.seen(name)
        assert now is not None
        for attacking in (True, False):
            gone = now._replace(live=False, attacking=attacking)
            assert seen_matches(seen, "Card.attacking", gone) is attacking


PROTECTED = [
    ("Protection from black", True),
    ("Protection from white", False),
    ("Protection from creatures", True),
    ("Protection from artifacts", False),
    ("Protection from Zombies", True),
    ("Protection from zombie", True),
    ("Protection from Elves", True),
    ("Protection from Foxes", True),
    ("Protection from Allies", True),
    ("Protection from Mice", True),
    ("Protection from Monkeys", True),
    ("Protection from Wolves", False),
    ("Protection from Sorceries", False),
    ("Protection from monocolored", True),
    ("Protection from multicolored", False),
    ("Protection from everything", True),
    ("Protection from all colors", True),
    ("Protection from each color", True),
    ("Protection from something new", False),
    ("Protection:Card.Black:black", True),
    ("Protection:Card.White:white", False),
    ("Protection:Card.YouCtrl:yours", False),
    ("Protection:Card.SomethingNew:x", False),
    ("Protection:", False),
    ("Protection", False),
    ("Hexproof", False),
    ("Black", False),
]


@pytest.mark.parametrize(("keyword", "protected"), PROTECTED)
def test_protection(keyword: str, protected: bool):
    """702.16: from a colour, a type in singular or plural, what an expression says; no more."""
    game = Game()
    game.attacker("source", keywords=["Trample"])
    game["source"].characteristics.colors.append("black")
    game["source"].characteristics.types.extend(("Zombie", "Elf", "Fox", "Ally", "Mouse", "Monkey"))
    game.creature("wall", owner="b", power=0, toughness=9, keywords=[keyword])
    game.state.combat.attackers[0].blocker_ids.append("wall")
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED
    dealt = [each.damage_dealt.marked for each in game.advance().events
             if each.HasField("damage_dealt")]  # fmt: skip
    assert dealt == ([] if protected else [2])


@pytest.mark.parametrize(
    ("colors", "quality", "protected"),
    [
        ("", "monocolored", False),
        ("B", "monocolored", True),
        ("BG", "monocolored", False),
        ("", "multicolored", False),
        ("B", "multicolored", False),
        ("BG", "multicolored", True),
        ("BGU", "multicolored", True),
        ("B", "all colors", True),
    ],
)
def test_how_many_colours_a_source_has(colors: str, quality: str, protected: bool):
    """105.2, 702.16: one colour, or more than one."""
    assert _has_quality(Traits(colors=colors), quality) is protected


@pytest.mark.parametrize(
    ("word", "plural"),
    [
        ("zombie", "zombies"), ("ally", "allies"), ("monkey", "monkeys"), ("elf", "elves"),
        ("dwarf", "dwarves"), ("fox", "foxes"), ("leech", "leeches"), ("fish", "fishes"),
        ("cyclops", "cyclopses"),
    ],
)  # fmt: skip
def test_a_word_and_its_plural(word: str, plural: str):
    """702.16a: protection from Zombies is from each Zombie."""
    assert list(_forms(word)) == [word, plural]


def test_all_colours_are_none_of_a_colourless_source():
    """702.16h."""
    game = Game()
    game.attacker("source", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.creature("wall", owner="b", power=0, toughness=9, keywords=["Protection from all colors"])
    assert any(each.HasField("damage_dealt") for each in game.advance().events)
