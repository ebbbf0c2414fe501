"""Every key and every attribute of Forge's state files: imported, refused, or told as left out."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cli.why import why
from ninjutsu_service.forge.dump import DumpError
from ninjutsu_service.forge.language import IMPORTED, NOT_IMPORTED, WITH_VALUE
from tests.forge.reading import HEAD, QUIET, converted, of_lines

COUNT = "not a number from 0 to 999999"


@pytest.mark.parametrize("word", sorted(NOT_IMPORTED.values()))
def test_an_attribute_that_has_no_place_in_a_state_is_told(word: str):
    """With the cards that have it, in a line for each attribute."""
    made = of_lines(f"humanbattlefield=Some Bird|{word}:1;Some Bird|{word};Some Cub|{word}")
    assert made.assumptions == [*QUIET, f"{word} is not imported: Some Bird ×2, Some Cub"]


@pytest.mark.parametrize("part", ["Set:BFZ", "Art:2", "NoETBTrigs", "Set", "KLD", "10E", "A", ""])
def test_an_attribute_that_says_nothing_of_the_state_is_not_told(part: str):
    """How a card looks, and how Forge puts it there."""
    assert of_lines(f"humanbattlefield=Some Bird|{part}").assumptions == QUIET


def test_a_word_that_is_none_of_forges_is_told():
    """A misspelt attribute does not vanish."""
    made = of_lines("humanbattlefield=Some Bird|Taped|Countrs:P1P1=1")
    assert made.assumptions[1:] == [
        "Taped, which is no attribute of Forge's, is not imported: Some Bird",
        "Countrs:P1P1=1, which is no attribute of Forge's, is not imported: Some Bird",
    ]


@pytest.mark.parametrize("word", sorted(WITH_VALUE))
def test_a_word_without_the_value_that_it_needs_is_told(word: str):
    """Bug: `Damage` alone was dropped in silence."""
    made = of_lines(f"humanbattlefield=Some Bird|{word}")
    assert made.assumptions[1:] == [
        f"{word}, which is no attribute of Forge's, is not imported: Some Bird"
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("humanprecast=Some Spell:TrigToken", "humanprecast (line 8)"),
        ("aiputonstack=Some Spell->1", "aiputonstack (line 8)"),
        ("humansideboard=Some Lesson", "humansideboard (line 8)"),
        ("p0landsplayed=1", "p0landsplayed (line 8)"),
        ("p0landsplayedlastturn=2", "p0landsplayedlastturn (line 8)"),
        ("p1numringtemptedyou=2", "p1numringtemptedyou (line 8)"),
        ("p1speed=3", "p1speed (line 8)"),
        ("ability1=DB$ Draw", "ability1 (line 8)"),
        ("humanlives=3", "humanlives (line 8)"),
        ("p00life=3", "p00life (line 8)"),
        ("p01hand=Forest", "p01hand (line 8)"),
        ("p٣life=3", "p٣life (line 8)"),
        ("p100life=3", "p100life (line 8)"),
        ("some words", "some words (line 8)"),
        ("humanhand=\nhumanhand=Forest", "humanhand (line 8)"),
        ("p0life=10", "humanlife (line 1)"),
        (
            "humanbattlefield=Island\nhumanplay=Swamp\np0cardsinplay=Forest",
            "humanbattlefield (line 8), humanplay (line 9)",
        ),
        ("ability1=DB$ Draw\nability1=DB$ Mill", "ability1 (line 8), ability1 (line 9)"),
        ("activeplayer=nobody", "activeplayer (line 3), activeplayer=nobody (line 8)"),
        ("activeplayer=p01", "activeplayer (line 3), activeplayer=p01 (line 8)"),
    ],
)
def test_a_key_that_is_not_imported_is_told(line: str, told: str):
    """With its line; of a key that stands there twice the later counts, and the earlier is told."""
    assert f"not imported: {told}" in of_lines(line).assumptions


def test_of_a_line_that_stands_there_twice_the_later_counts():
    """By whichever of their names the player and the zone are called."""
    made = of_lines("p0life=10\nhumanbattlefield=Island\np0play=Forest")
    assert made.state.players[0].life == 10
    assert [each.card_name for each in made.state.objects] == ["Forest"]


def test_of_an_attribute_that_stands_there_twice_the_later_counts():
    """Bug: the earlier was dropped in silence. Forge takes each `Counters` for all there are."""
    made = of_lines(
        "humanbattlefield=Bird|Counters:P1P1=1|Damage:1|Counters:LOYALTY=2|Tapped|Damage:2|Tapped"
    )
    (bird,) = made.state.objects
    assert (dict(bird.counters), bird.damage, bird.tapped) == ({"LOYALTY": 2}, 2, True)
    assert made.assumptions[1:] == [
        "the earlier Counters:P1P1=1 is not imported: Bird",
        "the earlier Damage:1 is not imported: Bird",
    ]


@pytest.mark.parametrize(
    "line",
    ["humanprecast=", "aisideboard=", "p0landsplayed=0", "p0speed=0", "p0numringtemptedyou=0"],
)
def test_a_key_without_a_value_says_nothing(line: str):
    """A dump writes many of them."""
    assert of_lines(line).assumptions == QUIET


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("humanbattlefield=Bird|Counters:P1P1=many", f"counters: P1P1 is 'many', {COUNT}"),
        ("humanbattlefield=Bird|Counters:P1P1", f"counters: P1P1 is '', {COUNT}"),
        ("humanbattlefield=Bird|Counters:=2", "'=2' names no kind of counter"),
        ("humanbattlefield=Bird|Damage:x", f"damage is 'x', {COUNT}"),
        ("humanbattlefield=Bird|Damage:-1", f"damage is '-1', {COUNT}"),
        ("humanbattlefield=Bird|Damage:12345678", f"damage is '12345678', {COUNT}"),
        ("humanbattlefield=Bird|ClassLevel:high", f"class level is 'high', {COUNT}"),
        ("humancounters=POISON=-1", f"counters: POISON is '-1', {COUNT}"),
        ("turn=-3", f"turn is '-3', {COUNT}"),
        ("p0life=²", "life is '²', not a number from -999999999 to 999999999"),
        (
            "p0life=99999999999",
            "life is '99999999999', not a number from -999999999 to 999999999",
        ),
    ],
)
def test_a_number_that_is_none_is_refused(line: str, message: str):
    """With the line and what would be right; bug: `-1` and `12345678` were "not a number"."""
    with pytest.raises(DumpError) as caught:
        of_lines(line)
    assert str(caught.value) == f"line 8: {message}"


@pytest.mark.parametrize(
    ("line", "life", "damage"),
    [
        ("humanlife=999999999\nhumanbattlefield=Bird|Damage:999999", 999999999, 999999),
        ("humanlife=-999999999\nhumanbattlefield=Bird|Damage:0", -999999999, 0),
    ],
)
def test_the_numbers_that_are_read(line: str, life: int, damage: int):
    """From the least to the greatest that a refusal names."""
    made = of_lines(line)
    assert (made.state.players[0].life, made.state.objects[0].damage) == (life, damage)


def test_what_is_imported():
    """Every attribute that has a place in a state, less those that turn a card."""
    made = of_lines(
        "humanbattlefield=Some Walker|Id:7;One|Tapped|SummonSick|Damage:2|Counters:P1P1=1,P1P1=2"
        "|Id:9;Two|PhasedOut:P0|ChosenType:Ninja|ClassLevel:2;Three|FaceDown|IsCommander|Owner:AI"
        ";Four+|IsToken",
    )
    _, one, two, three, four = made.state.objects
    assert (one.id, one.tapped, one.summoning_sick, one.damage) == ("9", True, True, 2)
    assert dict(one.counters) == {"P1P1": 3}
    assert (two.phased_out, two.chosen_type, dict(two.counters)) == (True, "Ninja", {"LEVEL": 2})
    assert (three.face_down, three.commander) == (True, True)
    assert (three.owner_id, three.controller_id) == ("p1", "p0")
    assert (four.card_name, four.token) == ("Four", True)
    assert made.assumptions == QUIET
    tried = {"tapped", "summonsick", "damage", "counters", "id", "phasedout", "chosentype"}
    tried |= {"classlevel", "facedown", "iscommander", "owner", "istoken", "attacking"}
    assert {"transformed", "modal", "flipped", "meld"} == IMPORTED - tried


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("Owner:nobody", "the owner nobody, who is no player here, is not imported: Some Bird"),
        ("FaceDown:Cloaked", "the ward of Cloaked is not imported: Some Bird"),
        ("Attacking", "Attacking outside combat is not imported: Some Bird"),
    ],
)
def test_a_value_that_cannot_be_imported_is_told(part: str, told: str):
    """The attribute is known, its value is not."""
    assert told in of_lines(f"humanbattlefield=Some Bird|{part}").assumptions


@pytest.mark.parametrize("zone", ["hand", "graveyard", "library"])
def test_a_zone_of_a_player_s_own_holds_no_other_s_card(zone: str):
    """CR 400.3: there `Owner` is not imported, and told."""
    made = of_lines(f"human{zone}=Some Bird|Owner:AI")
    assert made.state.objects[0].owner_id == "p0"
    assert f"Owner in {zone} is not imported: Some Bird" in made.assumptions
    made = of_lines("humanexile=Some Bird|Owner:AI")
    assert (made.state.objects[0].owner_id, made.state.objects[0].controller_id) == ("p1", "")


def test_no_creature_is_summoning_sick_where_the_file_says_so():
    """`removesummoningsickness` counts over a card's own attribute."""
    made = of_lines("removesummoningsickness=true\nhumanbattlefield=Some Bird|SummonSick")
    assert not made.state.objects[0].summoning_sick
    made = of_lines("removesummoningsickness=false\nhumanbattlefield=Some Bird|SummonSick")
    assert made.state.objects[0].summoning_sick


def test_the_game_goes_on_to_the_phase_that_the_file_names():
    """The player gets the state of `activephaseadvance`, not the one before it."""
    made = of_lines("activephaseadvance=Main1", "DRAW")
    assert made.state.step == pb.STEP_PRECOMBAT_MAIN
    assert "the game has gone on to MAIN1, and nothing happened on the way" in made.assumptions
    made = of_lines("activephaseadvance=Dusk", "DRAW")
    assert made.state.step == pb.STEP_OTHER
    assert "the phase to go on to is DUSK: not imported" in made.assumptions


@pytest.mark.parametrize(
    ("phase", "step"),
    [
        ("Declare Blockers", pb.STEP_DECLARE_BLOCKERS),
        ("BeginCombat", pb.STEP_BEGINNING_OF_COMBAT),
        ("EndCombat", pb.STEP_END_OF_COMBAT),
        ("End of Turn", pb.STEP_OTHER),
    ],
)
def test_phases_by_their_names_in_scripts(phase: str, step: int):
    """Forge reads either name of a phase."""
    made = of_lines("", phase)
    assert made.state.step == step
    assert made.assumptions == QUIET


def test_an_attack_of_the_other_player_and_one_on_nothing_are_told():
    """What cannot be so is not in the combat."""
    made = of_lines(
        "humanbattlefield=Some Bird|Attacking:77\naibattlefield=Some Cub|Attacking\n"
        "humanhand=Some Fox|Attacking",
        "COMBAT_DECLARE_ATTACKERS",
    )
    (attacker,) = made.state.combat.attackers
    assert (attacker.object_id, attacker.target.player_id) == ("Some Bird", "p1")
    assert made.assumptions[1:] == [
        "Some Bird is a creature: it attacks, and is not known here",
        "Some Cub is a creature: it attacks, and is not known here",
        "Some Bird attacks p1: no card has the Id 77",
        "Attacking off the battlefield is not imported: Some Fox",
        "Attacking in another's turn is not imported: Some Cub",
    ]


def test_mana_that_floats():
    """Persistent mana is in the pool, which is told; what is no mana is told."""
    made = of_lines("humanmanapool=U U Z\nhumanpersistentmana=C")
    pool = made.state.players[0].mana_pool
    assert (pool.blue, pool.colorless) == (2, 1)
    assert made.assumptions[1:] == [
        "p0's persistent mana is in the pool like any other",
        "p0's mana is not imported: Z",
    ]


def test_the_oldest_names_of_zones():
    """`HumanCardsInPlay` of Forge's first state files."""
    made = of_lines("HumanCardsInPlay=Island; Some Bird\nAICardsInHand=Forest")
    assert [(each.card_name, each.zone) for each in made.state.objects] == [
        ("Island", pb.ZONE_BATTLEFIELD),
        ("Some Bird", pb.ZONE_BATTLEFIELD),
        ("Forest", pb.ZONE_HAND),
    ]
    island = made.state.objects[0].characteristics
    assert list(island.types) == ["Basic", "Land", "Island"]


def test_a_player_has_one_name():
    """Bug: `p00` and `p٣` were players of their own, beside p0 and p3."""
    made = of_lines("p00life=3\np٣life=3\np10life=3\np2life=3")
    assert [each.id for each in made.state.players] == ["p0", "p1", "p2", "p10"]


def test_players_and_ids():
    """Players in turn order; a player without a line; an Id that two cards have."""
    made = converted("p1life=3\nactiveplayer=p4\nactivephase=MAIN1")
    assert [each.id for each in made.state.players] == ["p0", "p1"]
    assert "the active player p4 has no line: p0" in made.assumptions
    made = of_lines("humanbattlefield=One|Id:5;Two|Id:5")
    assert made.assumptions[1:] == ["Id 5, which another card has, is not imported: Two"]


def test_why_shows_a_file_s_text_as_it_is():
    """Brackets in a file are no markup."""
    text = f"{HEAD}activephase=MAIN1\nhumanbattlefield=[/dim]|[/x]|[red]Odd;[bold]Bird[/]\n[/y]=1\n"
    told = CliRunner().invoke(why, ["-"], input=text)
    assert told.exit_code == 0
    assert "[/x], which is no attribute of Forge's, is not imported: [/dim]" in told.output
    assert "not known here: [/dim], [bold]Bird[/]" in told.output
    assert "not imported: [/y] (line 9)" in told.output


VALUES = [
    *("Set:BFZ", "Meld:Bird", "Attacking:1", "Id:1", "Counters:P1P1=1", "Damage:3", "Owner:AI"),
    *("Owner:p7", "ClassLevel:3", "odd"),
]
PARTS = st.sampled_from([*NOT_IMPORTED.values(), *IMPORTED, *VALUES])
TOKENS = [
    *("t:c_a_treasure_sac", "t:g_1_1_bear", "T:urami", "t:,,,", "t:x,Types:"),
    "t:Goblin,P:1,T:1,Color:R,Types:Creature-Goblin,Keywords:Ninjutsu:zz",
]
NAMES = st.sampled_from(["Ninja of the Deep Hours", "Bird", "Island", "Brazen Borrower", *TOKENS])
ZONES = st.sampled_from(["battlefield", "hand", "graveyard", "library", "exile", "command"])


@given(
    st.lists(st.tuples(ZONES, NAMES, st.lists(PARTS, max_size=4)), max_size=5),
    st.sampled_from(["MAIN1", "COMBAT_DECLARE_ATTACKERS", "COMBAT_DECLARE_BLOCKERS", "NONE"]),
    st.booleans(),
)
def test_any_words_together_give_a_state_in_order(
    cards: list[tuple[str, str, list[str]]], phase: str, both: bool
):
    """However attributes are mixed."""
    zones: dict[str, list[str]] = {}
    for zone, name, parts in cards:
        zones.setdefault(zone, []).append("|".join([name, *parts]))
    lines = [f"human{zone}={';'.join(each)}" for zone, each in zones.items()]
    if both:
        lines += [f"ai{zone}={';'.join(each)}" for zone, each in zones.items()]
    assert of_lines("\n".join(lines), phase).state.turn == 3
