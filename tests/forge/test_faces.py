"""Which face of a card is up, in a state that is read from Forge's files."""

from __future__ import annotations

import pytest

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.client import Local
from ninjutsu_service.forge.state import Converted
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import bundled
from tests.forge.reading import permanents, told

ABBEY = """\
Name:Westvale Abbey
ManaCost:no cost
Types:Land
A:AB$ Mana | Cost$ T | Produced$ C
AlternateMode:DoubleFaced
Oracle:{T}: Add {C}.

ALTERNATE

Name:Ormendahl, Profane Prince
ManaCost:no cost
Colors:black
Types:Legendary Creature Demon
PT:9/7
K:Flying
K:Lifelink
K:Indestructible
K:Haste
Oracle:Flying, lifelink, indestructible, haste
"""

PATHWAY = """\
Name:Blightstep Pathway
ManaCost:no cost
Types:Land
A:AB$ Mana | Cost$ T | Produced$ B
AlternateMode:Modal
Oracle:{T}: Add {B}.

ALTERNATE

Name:Searstep Pathway
ManaCost:no cost
Types:Land
A:AB$ Mana | Cost$ T | Produced$ R
Oracle:{T}: Add {R}.
"""

GARDENER = """\
Name:Budoka Gardener
ManaCost:1 G
Types:Creature Human Monk
PT:2/1
AlternateMode:Flip
Oracle:

ALTERNATE

Name:Dokai, Weaver of Life
ManaCost:1 G
Colors:green
Types:Legendary Creature Human Monk
PT:3/3
Oracle:
"""

RATS = """\
Name:Graf Rats
ManaCost:1 B
Types:Creature Rat
PT:2/1
AlternateMode:Meld
Oracle:

ALTERNATE

Name:Chittering Host
ManaCost:no cost
Types:Creature Eldrazi Horror
PT:5/6
K:Haste
K:Menace
Oracle:Haste, menace
"""

SCAVENGERS = """\
Name:Midnight Scavengers
ManaCost:4 B
Types:Creature Human Rogue
PT:3/3
AlternateMode:Meld
Oracle:
"""

LORD = """\
Name:Demon Lord
ManaCost:2 B
Types:Creature Demon
PT:1/1
S:Mode$ Continuous | Affected$ Demon.Other+YouCtrl | AddPower$ 1 | AddToughness$ 1
Oracle:Other Demons you control get +1/+1.
"""

POOL = CardPool.from_texts(ABBEY, PATHWAY, GARDENER, RATS, SCAVENGERS, LORD)


def attacking(cards: str, zone: str = "battlefield") -> Converted:
    return permanents(cards, "COMBAT_DECLARE_BLOCKERS", zone=zone, pool=POOL)


def test_a_transformed_land_is_the_creature_on_its_back():
    """Bug: Westvale Abbey transformed was still a land, so that it was no creature to return."""
    made = attacking("Westvale Abbey|Transformed|Attacking|Tapped")
    (item,) = made.state.objects
    found = item.characteristics
    assert (item.card_name, found.name) == ("Westvale Abbey", "Ormendahl, Profane Prince")
    assert (found.power, found.toughness) == (9, 7)
    assert found.types == ["Legendary", "Creature", "Demon"]
    assert found.colors == ["black"]
    assert found.keywords == ["Flying", "Lifelink", "Indestructible", "Haste"]
    assert item.characteristics_copiable
    assert not item.mana_abilities
    assert made.names[item.id] == "Ormendahl, Profane Prince"
    assert [each.object_id for each in made.state.combat.attackers] == ["Westvale Abbey"]
    assert "Westvale Abbey" not in made.unknown


def test_what_is_in_play_applies_to_the_face_that_is_up():
    """Its values are copiable ones: counters and other permanents' abilities come on top."""
    made = attacking("Westvale Abbey|Transformed|Counters:P1P1=2;Demon Lord")
    board = Board(made.state)
    table = Table(board, Rulebook(POOL, bundled().registry))
    traits = table.traits(board.objects["Westvale Abbey"])
    # 9/7, two +1/+1 counters and another Demon's +1/+1.
    assert (traits.name, traits.power, traits.toughness) == ("Ormendahl, Profane Prince", 12, 10)


def test_the_back_of_a_modal_card_gives_its_own_mana():
    """Bug: Blightstep Pathway with its back up gave black mana; Searstep Pathway gives red."""
    made = attacking("Blightstep Pathway|Modal;Blightstep Pathway")
    back, front = made.state.objects
    assert [each.produces for each in back.mana_abilities] == ["R"]
    assert [each.produces for each in front.mana_abilities] == ["B"]
    assert back.characteristics.name == "Searstep Pathway"
    assert not front.HasField("characteristics")


@pytest.mark.parametrize(
    ("written", "name", "power"),
    [
        ("Budoka Gardener|Flipped", "Dokai, Weaver of Life", 3),
        ("Graf Rats|Meld:Midnight Scavengers", "Chittering Host", 5),
        ("Graf Rats|Meld", "Chittering Host", 5),
        ("Midnight Scavengers|Meld:Graf Rats", "Chittering Host", 5),
    ],
)
def test_flipped_and_melded(written: str, name: str, power: int):
    """A meld's face stands in the script of one of the two cards only."""
    (item,) = attacking(written).state.objects
    assert (item.characteristics.name, item.characteristics.power) == (name, power)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("Westvale Abbey|Flipped", "Flipped is not imported: Westvale Abbey"),
        ("Demon Lord|Transformed", "Transformed is not imported: Demon Lord"),
        ("Midnight Scavengers|Meld", "Meld is not imported: Midnight Scavengers"),
        ("Some Bird|Transformed", "Transformed is not imported: Some Bird"),
    ],
)
def test_a_face_that_is_not_known_is_told(written: str, message: str):
    """Such a card is taken with its front face up."""
    made = attacking(written)
    assert message in made.assumptions
    assert not made.state.objects[0].characteristics.name


def test_the_other_card_of_a_meld_is_told():
    """It is a card of its own in a state, which has the melded face alone."""
    made = attacking("Graf Rats|Meld:Midnight Scavengers")
    assert "the other card of a meld is not imported: Midnight Scavengers" in made.assumptions
    assert made.state.objects[0].characteristics.name == "Chittering Host"


def test_a_token_that_is_written_out_has_no_other_face():
    """What is written out stays, and that it should be turned is told."""
    made = attacking("t:Goblin,Types:Creature-Goblin,P:1,T:1|Transformed")
    assert "Transformed is not imported: Goblin" in made.assumptions
    assert made.state.objects[0].characteristics.types == ["Creature", "Goblin"]


def test_a_keyword_of_a_turned_face_whose_cost_is_none_is_left_out():
    """As on a front face, which does without it."""
    pool = CardPool.from_texts(ABBEY.replace("K:Haste", "K:Ninjutsu:zz"))
    made = permanents("Westvale Abbey|Transformed", pool=pool)
    assert "Ninjutsu:zz" not in made.state.objects[0].characteristics.keywords
    assert "the keyword Ninjutsu:zz is not imported: Ormendahl, Profane Prince" in made.assumptions


def test_off_the_battlefield_a_card_has_its_front_face():
    """CR 712.8a."""
    made = attacking("Westvale Abbey|Transformed", zone="graveyard")
    assert not made.state.objects[0].HasField("characteristics")
    assert "Transformed off the battlefield is not imported: Westvale Abbey" in told(made)


def test_a_card_named_by_its_back_has_its_front_up():
    """As Forge makes it: Transformed alone turns it."""
    made = attacking("Ormendahl, Profane Prince;Ormendahl, Profane Prince|Transformed")
    front, back = made.state.objects
    assert front.card_name == back.card_name == "Westvale Abbey"
    assert [each.produces for each in front.mana_abilities] == ["C"]
    assert back.characteristics.name == "Ormendahl, Profane Prince"


def test_a_face_down_card_is_no_source_of_mana():
    """CR 708.2: a manifested land has no abilities."""
    made = attacking("Blightstep Pathway|FaceDown:Manifested;Forest|FaceDown")
    assert [each.face_down for each in made.state.objects] == [True, True]
    assert not any(each.mana_abilities for each in made.state.objects)


def test_an_attacker_that_is_no_creature_is_told():
    """What animates a land is not in the file."""
    made = attacking("Blightstep Pathway|Attacking")
    assert "Blightstep Pathway attacks and is no creature" in told(made)
    assert "is no creature" not in told(attacking("Westvale Abbey|Transformed|Attacking"))


def test_ninjutsu_returns_the_card():
    """What returns to the hand is the card, as its front face."""
    made = attacking("Westvale Abbey|Transformed|Attacking|Tapped;Island;Island")
    made.state.objects.add(
        id="ninja",
        incarnation=1,
        card_name="Ninja of the Deep Hours",
        owner_id="p0",
        zone=pb.ZONE_HAND,
    )
    service = Local(rulebook=bundled())
    assert service.check_state(made.state) == []
    actions = service.list_actions(made.state, "p0").actions
    assert [(each.source_id, each.returned_id) for each in actions] == [("ninja", "Westvale Abbey")]
