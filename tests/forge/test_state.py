"""Forge's state files as a CombatState."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.client import Local
from ninjutsu_service.forge.dump import DumpError, read_dump
from ninjutsu_service.forge.state import Converted, to_state
from tests.boards import bundled
from tests.forge.reading import OLD, converted, of_lines
from tests.shared import shared_file

NEW = """\
[metadata]
Name:Two Ninjas
Description:First.\\nSecond.
[state]
turn=6
ActivePlayer=p1
ActivePhase=Main2
p0life=20
p1life=3
p1hand=Throat Slitter
p1persistentmana=U U C
p1sideboard=Forest
"""


def item(made: Converted, name: str) -> pb.GameObject:
    return next(each for each in made.state.objects if each.card_name == name)


def test_the_older_form():
    """Human and ai, zones, attributes, attackers and what they attack."""
    made = converted(OLD)
    state = made.state
    assert (state.step, state.active_player_id) == (pb.STEP_DECLARE_BLOCKERS, "p0")
    assert [(each.id, each.life) for each in state.players] == [("p0", 18), ("p1", 12)]
    assert dict(state.players[0].counters) == {"POISON": 2}
    assert state.players[0].library_size == 2
    assert item(made, "Some Cub").counters["P1P1"] == 2
    assert item(made, "Yuriko, the Tiger's Shadow").commander
    stolen = item(made, "Stolen")
    assert (stolen.owner_id, stolen.controller_id, stolen.summoning_sick) == ("p0", "p1", True)
    spirit = item(made, "Spirit")
    assert spirit.token
    assert (spirit.characteristics.power, spirit.characteristics.toughness) == (1, 2)
    attackers = {
        each.object_id: each.target.player_id or each.target.permanent_id
        for each in state.combat.attackers
    }
    assert attackers == {"Some Bird": "p1", "12": "7"}


def test_the_newer_form():
    """p0 and p1, sections, keys in any letter case, mana that floats."""
    dump = read_dump(NEW)
    made = converted(NEW)
    assert dump.name == "Two Ninjas"
    assert dump.ignored == [(12, "p1sideboard")]
    assert (made.state.turn, made.state.step) == (6, pb.STEP_POSTCOMBAT_MAIN)
    assert made.state.active_player_id == "p1"
    pool = made.state.players[1].mana_pool
    assert (pool.blue, pool.colorless) == (2, 1)


def test_basic_lands_give_mana_and_other_unknown_cards_are_named():
    """What no script knows is named and does not stop anything."""
    made = converted(OLD)
    islands = [each for each in made.state.objects if each.card_name == "Island"]
    assert [each.mana_abilities[0].produces for each in islands[:2]] == ["U", "U"]
    assert item(made, "Snow-Covered Island").mana_abilities[0].snow
    assert "Some Bird" in made.unknown
    assert "Island" not in made.unknown
    assert "Spirit" not in made.unknown


def test_blocks_are_not_in_the_file():
    """Attackers count as unblocked, said so, unless they are named."""
    assert any("no attacker was blocked" in each for each in converted(OLD).assumptions)
    made = converted(OLD, "some cub")
    statuses = {each.object_id: each.block_status for each in made.state.combat.attackers}
    assert statuses == {
        "Some Bird": pb.BLOCK_STATUS_UNBLOCKED,
        "12": pb.BLOCK_STATUS_BLOCKED,
    }


WALKER = "Name:Walker\nManaCost:2\nTypes:Planeswalker Jace\nLoyalty:3\nOracle:\n"
SIEGE = "Name:Siege\nManaCost:2\nTypes:Battle Siege\nDefense:3\nOracle:\n"
BEAR = "Name:Bear\nManaCost:2\nTypes:Creature Bear\nPT:2/2\nOracle:\n"
ATTACKABLE = CardPool.from_texts(WALKER, SIEGE, BEAR)


@pytest.mark.parametrize(
    "line",
    [
        "aibattlefield=Walker|Id:7",
        "aibattlefield=Stranger|Id:7",
        "aibattlefield=Siege|Id:7",
        "aibattlefield=Walker|Id:7|Owner:human",
        "humanplay=Bear|Attacking:7;Siege|Id:7",
    ],
)
def test_what_can_be_attacked_is(line: str):
    """A planeswalker, a battle whoever's, and what is not known and another player's."""
    made = of_lines(
        f"humanbattlefield=Bear|Attacking:7\n{line}", "COMBAT_DECLARE_ATTACKERS", pool=ATTACKABLE
    )
    (attacker,) = made.state.combat.attackers
    assert attacker.target.permanent_id == "7"
    assert not any("attacks" in each for each in made.assumptions)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("humanplay=Bear|Attacking:7;Island|Id:7", "Island"),
        ("humanplay=Bear|Attacking:7;Walker|Id:7", "Walker"),
        ("humanplay=Bear|Attacking:7;Stranger|Id:7", "Stranger"),
        ("humanplay=Bear|Attacking:7|Id:7", "Bear"),
        ("aihand=Walker|Id:7", "Walker"),
        ("aibattlefield=Walker|Id:7|PhasedOut", "Walker"),
        ("aibattlefield=Walker|Id:7|FaceDown", "Walker"),
        ("aibattlefield=Bear|Id:7", "Bear"),
        ("aibattlefield=t:Wall,P:0,T:3,Types:Creature-Wall|Id:7", "Wall"),
    ],
)
def test_what_cannot_be_attacked_is_not(line: str, named: str):
    """Bug: the attacker's own Island was attacked, and a card in the opponent's hand."""
    made = of_lines(
        f"humanbattlefield=Bear|Attacking:7\n{line}", "COMBAT_DECLARE_ATTACKERS", pool=ATTACKABLE
    )
    (attacker,) = made.state.combat.attackers
    told = [each for each in made.assumptions if "attacks" in each]
    assert attacker.target.player_id == "p1"
    assert told == [f"Bear attacks p1: {named}, which has the Id 7, cannot be attacked"]


def test_what_is_missing_is_told():
    """Bug: a turn and a library without a line were 1 and empty in silence."""
    made = converted("humanlife=20\nailife=20\nailibrary=\nactiveplayer=human\n")
    assert (made.state.turn, [each.library_size for each in made.state.players]) == (1, [0, 0])
    assert "the turn is not named: 1" in made.assumptions
    told = [each for each in made.assumptions if "library" in each]
    assert told == ["p0's library is empty: no line names it"]
    assert not any("turn" in each for each in converted(NEW).assumptions)


def test_an_unknown_attacker_is_taken_for_a_creature_and_that_is_told():
    """Bug: it was taken for one in silence. What does not attack, or is known, is not told of."""
    cards = "Some Bird|Attacking;Some Cub;Throat Slitter|Attacking;t:some_wolf|Attacking"
    made = converted(f"activephase=COMBAT_DECLARE_BLOCKERS\nhumanbattlefield={cards}\n")
    assert item(made, "Some Bird").characteristics.types == ["Creature"]
    assert not item(made, "Some Cub").characteristics.types
    told = [each for each in made.assumptions if "is a creature" in each]
    assert told == [
        "Some Bird is a creature: it attacks, and is not known here",
        "some_wolf is a creature: it attacks, and is not known here",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no state file"),
        ("hello\nworld=1\n", "no state file"),
        ("humanlife=many\n", "line 1: life is 'many', not a number from -9"),
        ("\nturn=x\nhumanlife=1\n", "line 2: turn is 'x', not a number from 0 to 999999"),
    ],
)
def test_what_is_no_state_file_is_told(text: str, message: str):
    """The line and what is wrong with it."""
    with pytest.raises(DumpError, match=message):
        read_dump(text)


@given(st.text(alphabet="humanaip01lifebattlefield=|;:,[]#tT\n\\ -9", max_size=300))
def test_any_text_is_read_or_told(text: str):
    """No text ends in anything but a state in order or a DumpError."""
    try:
        dump = read_dump(text)
    except DumpError:
        return
    made = to_state(dump, bundled())
    Local(rulebook=bundled()).list_actions(made.state, made.state.active_player_id, explain=True)


def test_every_puzzle_is_read(tmp_path: Path):
    """All sample puzzles: read, a state in order, and a listing of it."""
    with tarfile.open(shared_file("corpus", "forge-puzzles-sample.tar.xz")) as archive:
        archive.extractall(tmp_path, filter="data")
    service = Local(rulebook=bundled())
    files = sorted(tmp_path.rglob("*.pzl"))
    assert len(files) == 121
    for file in files:
        made = to_state(read_dump(file.read_text("utf-8", "replace")), service.rulebook)
        assert service.check_state(made.state) == [], file.name
        service.list_actions(made.state, made.state.active_player_id, explain=True)
