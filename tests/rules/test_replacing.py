"""What is chosen as a card enters: a player, a type, a copy (CR 614.12a)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import bundled_path
from tests.boards import ENGINE, Game, events, pb, wire
from tests.rules.scripts import game_of, picks, script

TYPE = "DB$ ChooseType | Type$ Card | InvalidTypes$ Creature,Land"
PLAYER = "DB$ ChoosePlayer | Choices$ Player.Opponent | SubAbility$ DBType"
LOOK = "DB$ RevealHand | Defined$ ChosenPlayer | Look$ True | SubAbility$ DBType"
TAX = "S:Mode$ RaiseCost | ValidCard$ Card.ChosenType | Type$ Spell | Amount$ 2"


def entering(*lines: str, players: tuple[str, ...] = ("a", "b")) -> Game:
    """A card with an `ETBReplacement`, whose ninjutsu is on the stack."""
    text = script("Seer", "K:Ninjutsu:U", "K:ETBReplacement:Other:DBFirst", *lines)
    game = game_of(text, script("Spell", "K:Sneak:U", body="ManaCost:U\nTypes:Sorcery\n"))
    for name in players[2:]:
        game.state.players.add(id=name, life=20, library_size=40)
    game.attacker("bear")
    game.hand("card", "Seer")
    return game.then(game.take("card", "bear", payment=ENGINE))


def test_the_types_that_may_be_chosen():
    """Every card type but those that the script excludes, in alphabetical order."""
    choice = entering(f"SVar:DBFirst:{TYPE}").resolve().choice
    assert (choice.kind, choice.player_id) == (wire.CHOICE_KIND_OBJECTS, "a")
    assert choice.prompt == "Choose a card type for Seer."
    assert list(choice.option_ids) == [
        *("Artifact", "Battle", "Enchantment", "Instant", "Kindred", "Planeswalker", "Sorcery")
    ]


def test_what_is_chosen_is_part_of_entering():
    """It stands in the zone change itself, before anything can ask for it."""
    game = entering(f"SVar:DBFirst:{TYPE}")
    outcome = game.resolve(picks(game.resolve().choice, "Sorcery"))
    (moved,) = events(outcome, "zone_changed")
    assert (moved.to_zone, moved.chosen_type) == (pb.ZONE_BATTLEFIELD, "Sorcery")
    after = game.then(outcome)
    assert after["card"].chosen_type == "Sorcery"
    # As it leaves nothing is chosen any more (400.7).
    after.hand("next", "Seer")
    assert after.then(after.take("next", "card", payment=ENGINE))["card"].chosen_type == ""


@pytest.mark.parametrize(("chosen", "cost"), [("Sorcery", "2 U"), ("Artifact", "U")])
def test_what_was_chosen_counts_for_its_source(chosen: str, cost: str):
    """607.2d: what the same card says of the chosen type."""
    game = entering(f"SVar:DBFirst:{TYPE}", TAX)
    game = game.then(game.resolve(picks(game.resolve().choice, chosen)))
    game.attacker("wolf")
    game.hand("spell", "Spell")
    (action,) = [each for each in game.listing(engine_pays=True).actions if each.keyword == "Sneak"
                 and each.returned_id == "wolf"]  # fmt: skip
    assert action.mana_cost == cost


def test_a_player_first():
    """Asked among several opponents; with one there is nothing to ask."""
    lines = (f"SVar:DBFirst:{PLAYER.replace('DBType', 'DBLook')}", f"SVar:DBLook:{LOOK}",
             f"SVar:DBType:{TYPE}")  # fmt: skip
    alone = entering(*lines).resolve().choice
    assert alone.id == "614.12a:card:type"
    game = entering(*lines, players=("a", "b", "c"))
    first = game.resolve().choice
    assert (first.id, first.kind) == ("614.12a:card:player", wire.CHOICE_KIND_PLAYERS)
    assert list(first.option_ids) == ["b", "c"]
    assert game.resolve(picks(first, "c")).choice.id == "614.12a:card:type"


@pytest.mark.parametrize(
    "part",
    [
        "DB$ ChooseType | Type$ Creature",
        "DB$ ChooseType | Type$ Card | Defined$ Opponent",
        "DB$ ChooseType | Type$ Card | AtRandom$ True",
        "DB$ ChooseCard | Choices$ Creature",
        f"{PLAYER}\nSVar:DBType:DB$ Draw",
    ],
)
def test_what_is_not_read_in_full_is_the_engines(part: str):
    """Nothing is asked, it enters, and the engine has the text."""
    outcome = entering(f"SVar:DBFirst:{part}").resolve()
    kinds = [each.WhichOneof("event") for each in outcome.events]
    assert kinds[:3] == ["zone_changed", "attack_joined", "effect_left_to_engine"]
    (left,) = events(outcome, "effect_left_to_engine")
    assert left.ability == part.split("\n", maxsplit=1)[0]


def test_a_copy_has_chosen_what_it_copies_has_chosen():
    """707.5: Sakashima's Student as Arachne chooses for itself."""
    student = (bundled_path() / "cardsfolder/s/sakashimas_student.txt").read_text("utf-8")
    arachne = (bundled_path() / "cardsfolder/a/arachne_psionic_weaver.txt").read_text("utf-8")
    game = game_of(student, arachne)
    game.attacker("bear")
    game.add("arachne", "Arachne, Psionic Weaver", owner="b", chosen_type="Instant")
    game.hand("card", "Sakashima's Student")
    game = game.then(game.take("card", "bear", payment=ENGINE))
    copied = picks(game.resolve().choice, "arachne")
    second = game.resolve(copied).choice
    assert second.id == "614.12a:card:type"
    after = game.then(game.resolve(copied, picks(second, "Battle")))
    assert (after["card"].chosen_type, after["arachne"].chosen_type) == ("Battle", "Instant")


def test_face_down_nothing_is_chosen():
    """708.2, 701.40a: what is manifested has no text."""
    lines = ["K:ETBReplacement:Other:DBFirst", f"SVar:DBFirst:{TYPE}"]
    making = "T:Mode$ Phase | Phase$ EndCombat | TriggerZones$ Battlefield | Execute$ TrigMake"
    game = game_of(
        script("Maker", making, "SVar:TrigMake:DB$ Manifest | Amount$ 1"),
        script("Seer", *lines),
        step=pb.STEP_COMBAT_DAMAGE,
    )
    game.add("maker", "Maker")
    game.add("top", "Seer", pb.ZONE_LIBRARY)
    game = game.advanced()
    outcome = game.resolve()
    assert not outcome.HasField("choice")
    assert game.then(outcome)["top"].face_down
