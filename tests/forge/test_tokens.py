"""Tokens in Forge's state files: written out, by their script, and by a script's name alone."""

from __future__ import annotations

import pytest

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.forge.tokens import read_token
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import bundled
from tests.forge.reading import permanents

EMPTY = CardPool.from_texts()

STAR = "Name:Star Token\nManaCost:no cost\nTypes:Creature Star\nColors:white\nPT:*/*\nOracle:\n"


def test_a_token_written_out():
    """Bug: its colour was lost."""
    text = (
        "t:Goblin,P:1,T:2,Cost:no cost,Color:R,Types:Creature-Goblin,Keywords:First Strike-Haste,"
        "Image:r_1_1_goblin_dom|Tapped"
    )
    (item,) = permanents(text).state.objects
    found = item.characteristics
    assert (item.card_name, item.token, item.tapped) == ("Goblin", True, True)
    assert found.colors == ["red"]
    assert (found.power, found.toughness) == (1, 2)
    assert found.types == ["Creature", "Goblin"]
    assert found.keywords == ["First Strike", "Haste"]


def test_counters_come_on_top_of_what_is_written():
    """Bug: a Zombie Army of 0/0 with two +1/+1 counters was 0/0: a dump writes base values."""
    made = permanents("t:Zombie Army,P:0,T:0,Color:B,Types:Creature-Zombie-Army|Counters:P1P1=2")
    board = Board(made.state)
    traits = Table(board, bundled()).traits(board.objects["Zombie Army"])
    assert (traits.power, traits.toughness) == (2, 2)


@pytest.mark.parametrize(
    ("written", "colors"),
    [
        ("Color:R", ["red"]),
        ("Color:WU", ["white", "blue"]),
        ("Color:{G}{W}", ["green", "white"]),
        ("Color:black", ["black"]),
        ("Color:C", []),
        ("Color:colorless", []),
        ("Color:", []),
        ("Cost:1 U B", ["blue", "black"]),
        ("Cost:no cost", []),
        ("Cost:U,Color:G", ["green"]),
    ],
)
def test_the_colours_of_a_token(written: str, colors: list[str]):
    """By its Color, else by its Cost, as Forge takes them."""
    read = read_token(f"Thing,{written},Types:Creature,P:1,T:1", EMPTY)
    assert read.characteristics.colors == colors
    assert read.notes == []


@pytest.mark.parametrize("written", ["Color:Purple", "Cost:zzz"])
def test_a_colour_that_cannot_be_read_leaves_the_script_s(written: str):
    """Bug: told as not imported, it made a white Spirit colourless all the same."""
    pool = CardPool.from_texts(tokens={"w_x_x_star": STAR})
    read = read_token(f"w_x_x_star,P:1,T:1,{written}", pool)
    assert read.characteristics.colors == ["white"]
    assert read.notes == [f"{written} of the token w_x_x_star is not imported"]
    by_name = read_token(f"g_1_1_bear,{written}", EMPTY)
    assert by_name.characteristics.colors == ["green"]


def test_types_with_a_hyphen_of_their_own():
    """A dump parts the types with hyphens."""
    read = read_token("Worker,P:2,T:2,Types:Artifact-Creature-Assembly-Worker,Keywords:", EMPTY)
    assert read.characteristics.types == ["Artifact", "Creature", "Assembly-Worker"]


def test_what_is_no_creature_has_no_power():
    """A dump writes 0/0 for it."""
    read = read_token("Treasure Token,P:0,T:0,Cost:no cost,Types:Artifact-Treasure", EMPTY)
    assert not read.characteristics.HasField("power")
    assert read.characteristics.types == ["Artifact", "Treasure"]


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("Color:pink", "Color:pink of the token Thing is not imported"),
        ("Cost:3 what", "Cost:3 what of the token Thing is not imported"),
        ("P:x", "P:x of the token Thing is not imported"),
        ("Color:R,Color:G", "the earlier Color:R of the token Thing is not imported"),
        ("Glow:1", "Glow:1 of the token Thing is not imported"),
        ("odd", "odd of the token Thing is not imported"),
    ],
)
def test_what_cannot_be_read_of_a_token_is_told(written: str, note: str):
    """Nothing is dropped in silence."""
    assert read_token(f"Thing,{written},Types:Creature", EMPTY).notes == [note]


@pytest.mark.parametrize("keyword", ["Ninjutsu:zz", "Ninjutsu:", "ninjutsu"])
def test_a_keyword_whose_cost_is_none_is_left_out(keyword: str):
    """Bug: the service refused the state, by a path that is nowhere in the file."""
    made = permanents(f"t:Rogue,P:1,T:1,Types:Creature-Rogue,Keywords:{keyword}-Flying")
    assert made.state.objects[0].characteristics.keywords == ["Flying"]
    assert made.assumptions[1:] == [f"the keyword {keyword} is not imported: Rogue"]
    made = permanents("t:Rogue,P:1,T:1,Types:Creature-Rogue,Keywords:Ninjutsu:U B-Flying")
    assert made.state.objects[0].characteristics.keywords == ["Ninjutsu:U B", "Flying"]


@pytest.mark.parametrize("mark", ["t", "T"])
def test_a_token_by_its_script(mark: str):
    """Bug: a token named by a bundled script was a creature without anything."""
    made = permanents(
        f"{mark}:c_a_treasure_sac|Tapped;{mark}:u_1_1_illusion_flying;{mark}:b_1_1_ninja,P:3,T:2"
    )
    treasure, illusion, ninja = made.state.objects
    assert treasure.characteristics.types == ["Artifact", "Treasure"]
    assert {each.produces for each in treasure.mana_abilities} == set("WUBRG")
    assert {each.cost for each in treasure.mana_abilities} == {"T Sac<1/CARDNAME>"}
    found = illusion.characteristics
    assert (found.name, found.power, found.toughness) == ("Illusion Token", 1, 1)
    assert found.colors == ["blue"]
    assert found.types == ["Creature", "Illusion"]
    assert found.keywords == ["Flying"]
    assert illusion.card_name == "u_1_1_illusion_flying"
    assert (ninja.characteristics.power, ninja.characteristics.toughness) == (3, 2)
    assert all(item.token and item.characteristics_copiable for item in made.state.objects)
    assert made.names["u_1_1_illusion_flying"] == "Illusion Token"
    assert not any("u_1_1_illusion_flying" in each for each in made.assumptions)


@pytest.mark.parametrize(
    ("name", "colors", "size", "types", "keywords"),
    [
        ("g_3_3_dinosaur_trample", "green", "3/3", "Creature Dinosaur", "Trample"),
        ("rw_1_1_goblin_soldier", "red white", "1/1", "Creature Goblin Soldier", ""),
        ("c_1_1_a_thopter_flying", "", "1/1", "Artifact Creature Thopter", "Flying"),
        ("b_2_2_e_zombie", "black", "2/2", "Enchantment Creature Zombie", ""),
        ("c_10_10_eldrazi", "", "10/10", "Creature Eldrazi", ""),
        ("c_2_2_a_assembly_worker", "", "2/2", "Artifact Creature Assembly-Worker", ""),
        ("r_2_2_elf_firststrike_haste", "red", "2/2", "Creature Elf", "First Strike,Haste"),
        ("r_1_1_satyr_noblock", "red", "1/1", "Creature Satyr", "CARDNAME can't block."),
        ("c_3_2_a_vehicle_flying", "", "3/2", "Artifact Vehicle", "Flying"),
        ("all_2_2_citizen", "white blue black red green", "2/2", "Creature Citizen", ""),
    ],
)
def test_what_a_script_name_tells_by_itself(
    name: str, colors: str, size: str, types: str, keywords: str
):
    """Where no script is there; that it was taken from the name is told."""
    read = read_token(name, EMPTY)
    found = read.characteristics
    assert set(found.colors) == set(colors.split())
    assert f"{found.power}/{found.toughness}" == size
    assert found.types == types.split()
    assert ",".join(found.keywords) == keywords
    (note,) = read.notes
    assert note.startswith(f"no script of the token {name} is here: {size}")


def test_what_a_script_name_does_not_tell():
    """What is neither a subtype nor a keyword, an x, and names that follow no scheme."""
    read = read_token("b_x_x_demon_flying_aristocrat", EMPTY)
    assert read.notes[1:] == [
        "the power and toughness of the token b_x_x_demon_flying_aristocrat are not known: x is 0",
        "aristocrat of the token b_x_x_demon_flying_aristocrat is not imported",
    ]
    food = read_token("c_a_food_sac", EMPTY)
    assert food.characteristics.types == ["Artifact", "Food"]
    assert food.notes[1] == "sac of the token c_a_food_sac is not imported"
    assert not read_token("urami", EMPTY).known
    made = permanents("t:urami;t:urami,P:5,T:5")
    assert made.unknown == ["urami"]
    assert not made.state.objects[0].characteristics.types
    assert made.state.objects[1].characteristics.types == ["Creature"]
    assert any("the token urami is a creature" in each for each in made.assumptions)


@pytest.mark.parametrize("name", ["Cub", "Grub", "c_trample", "b_x"])
def test_a_name_that_tells_no_type_tells_nothing(name: str):
    """Bug: the letters of "Cub" were colours, "as its name says", of a token that is not known."""
    read = read_token(name, EMPTY)
    assert (read.known, read.notes) == (False, [])
    assert read.characteristics == pb.Characteristics(name=name)
    made = permanents(f"t:{name}|Attacking", "COMBAT_DECLARE_ATTACKERS")
    assert made.unknown == [name]
    assert not made.state.objects[0].characteristics.colors
    assert made.assumptions[1:] == [f"{name} is a creature: it attacks, and is not known here"]


@pytest.mark.parametrize(
    ("printed", "found", "notes"),
    [
        ("*/*", (0, 0), ["the power {}", "the toughness {}"]),
        ("*/4", (0, 4), ["the power {}"]),
        ("2/*", (2, 0), ["the toughness {}"]),
        ("2/4", (2, 4), []),
    ],
)
def test_a_script_whose_power_varies(printed: str, found: tuple[int, int], notes: list[str]):
    """What is no number is 0, and told so; bug: of */4 the 4 was lost, of 2/* nothing was told."""
    pool = CardPool.from_texts(tokens={"w_x_x_star": STAR.replace("*/*", printed)})
    read = read_token("w_x_x_star", pool)
    assert (read.characteristics.power, read.characteristics.toughness) == found
    assert read.characteristics.HasField("toughness")
    assert read.notes == [
        note.format("of the token w_x_x_star is *, which is not known: 0") for note in notes
    ]


def test_what_is_written_out_tells_a_size_that_varies():
    """A size that stands in the file is known, and one that cannot be read there is not."""
    pool = CardPool.from_texts(tokens={"w_x_x_star": STAR})
    read = read_token("w_x_x_star,P:3,T:x", pool)
    assert (read.characteristics.power, read.characteristics.toughness) == (3, 0)
    assert read.notes == [
        "the toughness of the token w_x_x_star is *, which is not known: 0",
        "T:x of the token w_x_x_star is not imported",
    ]


def test_a_card_that_is_a_token():
    """Bug: `IsToken` was dropped."""
    made = permanents("Ninja of the Deep Hours|IsToken;Ninja of the Deep Hours")
    copy, card = made.state.objects
    assert (copy.token, card.token) == (True, False)
    assert copy.card_name == "Ninja of the Deep Hours"
    assert not copy.HasField("characteristics")
