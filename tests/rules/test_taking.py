"""Naming an action and taking it, beyond what one keyword's clauses say (`rules.taking`)."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.costs import offers
from ninjutsu_service.rules.legality import CANNOT_PAY, refusal
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from ninjutsu_service.texts import refusal_message
from tests.boards import Game, event, invalid, pb, refused, wire

NINJA = "Ninja of the Deep Hours"


def ready(*keywords: str, card: str = "No such card") -> Game:
    """A card in hand with these keywords, an attacker, and blue mana."""
    game = Game()
    game.attacker("bear")
    game.add("card", card, pb.ZONE_HAND)
    game["card"].characteristics.types.append("Creature")
    game["card"].characteristics.keywords.extend(keywords)
    game.player("a").mana_pool.blue = 3
    return game


def named(**fields: object) -> wire.Action:
    action = wire.Action(source_id="card", keyword="Ninjutsu", returned_id="bear")
    action.MergeFrom(wire.Action(**fields))  # type: ignore[arg-type]
    return action


@pytest.mark.parametrize(
    ("keywords", "stated", "taken"),
    [
        (["Ninjutsu:U"], {}, True),
        (["Ninjutsu:U"], {"mana_cost": "U"}, True),
        (["Ninjutsu:U"], {"mana_cost": "1 U"}, False),
        (["Ninjutsu:U"], {"other_costs": ["PayLife<2>"]}, False),
        (["Ninjutsu:U PayLife<2>"], {}, True),
        (["Ninjutsu:U PayLife<2>"], {"mana_cost": "U"}, True),
        (["Ninjutsu:U PayLife<2>"], {"other_costs": ["PayLife<2>"]}, True),
        (["Ninjutsu:U PayLife<2>"], {"other_costs": ["PayLife<3>"]}, False),
        (["Ninjutsu:1 U", "Ninjutsu:U PayLife<2>"], {"other_costs": ["PayLife<2>"]}, True),
    ],
)
def test_costs_that_are_stated_must_be_the_cards(
    keywords: list[str], stated: dict[str, object], taken: bool
):
    """An action may leave its cost out where there is one; a cost that is stated must be there."""
    game = ready(*keywords)
    if taken:
        game.take("", "", action=named(**stated))
    else:
        with refused("NO_KEYWORD", "702.49a"):
            game.take("", "", action=named(**stated))


@pytest.mark.parametrize(
    "keywords",
    [["Ninjutsu:U", "Ninjutsu:U PayLife<2>"], ["Ninjutsu:U PayLife<2>", "Ninjutsu:U"]],
)
def test_without_any_cost_two_are_two(keywords: list[str]):
    """Where neither cost is stated, the one without further parts is not taken for the other."""
    with invalid("action.mana_cost"):
        ready(*keywords).take("", "", action=named())


def test_a_target_for_a_creature_that_attacks_nothing():
    """B8: where nothing is attacked any more, naming what was is a wrong field."""
    game = ready("Ninjutsu:U")
    game.state.combat.attackers[0].ClearField("target")
    game.take("", "", action=named())
    with invalid("action.attack_target"):
        game.take("", "", action=named(attack_target=pb.AttackTarget(player_id="b")))


def test_a_permanent_is_not_a_player_of_the_same_name():
    """B8: the kind of target counts as well as its id."""
    game = ready("Ninjutsu:U")
    with invalid("action.attack_target"):
        game.take("", "", action=named(attack_target=pb.AttackTarget(permanent_id="b")))


def test_a_target_for_a_keyword_that_does_not_attack():
    """E1: web-slinging attacks nothing; what an action states of that is not read."""
    game = ready("Web-slinging:U")
    game.state.step = pb.STEP_PRECOMBAT_MAIN
    game.state.ClearField("combat")
    action = named(keyword="Web-slinging", attack_target=pb.AttackTarget(player_id="b"))
    assert event(game.take("", "", action=action), "stack_pushed").object.source_id == "card"


@pytest.mark.clause("A1", "D6")
@pytest.mark.parametrize("card", ["Karai's Technique", "Spider-Sense"])
def test_activating_asks_for_no_targets_of_the_card(card: str):
    """A1, D6: a card's targets are chosen as it is cast, and not as its ninjutsu is activated."""
    game = ready("Ninjutsu:U", card=card)
    game["card"].characteristics.types[:] = ["Sorcery"]
    assert game.actions() == [("card", "Ninjutsu", "bear")]
    assert not game.take("", "", action=named()).HasField("choice")


@pytest.mark.parametrize(
    ("keyword", "variant"), [("Ninjutsu:U B", "ability"), ("Sneak:U B", "spell")]
)
def test_what_a_refusal_tells_people(keyword: str, variant: str):
    """The names, the cost in braces, and whether a spell or an ability is meant."""
    game = ready(keyword)
    game["card"].characteristics.name = "Some card"
    table = Table(Board(game.state), game.rulebook)
    (offer,) = offers(table, "a", game["card"])
    told = refusal(table, "a", game["card"], offer, CANNOT_PAY, game["bear"])
    assert told.details == {
        "card": "Some card",
        "keyword": keyword.partition(":")[0],
        "cost": "{U}{B}",
        "variant": variant,
        "creature": "Test bear",
    }
    assert (told.source_id, told.returned_id) == ("card", "bear")
    alone = refusal(table, "a", game["card"], offer, CANNOT_PAY)
    assert alone.returned_id == ""
    assert "creature" not in alone.details


@pytest.mark.clause("E1")
def test_explaining_web_slinging_names_creatures_only():
    """E1: a reason is given for each creature in play; a land is none that could be returned."""
    game = ready("Web-slinging:U")
    game.state.step = pb.STEP_PRECOMBAT_MAIN
    game.state.ClearField("combat")
    game.creature("stands")
    game.lands("U", 2)
    game.creature("away", tapped=True, phased_out=True)
    assert game.actions() == [("card", "Web-slinging", "bear")]
    assert game.refusals() == [("card", "stands", "NOT_TAPPED", "702.188a")]


def test_a_keyword_that_nothing_has() -> None:
    """602.2: the name is at fault, not the cost."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours")
    game.lands("U", 2)
    with pytest.raises(Refused) as caught:
        game.take("ninja", "bear", keyword="Ninjitsu")
    refusal = caught.value.refusal
    assert (refusal.name, refusal.rule) == ("NO_KEYWORD", "602.2")
    said = refusal_message("en", refusal.text, refusal.details)
    assert said == "No keyword here is called Ninjitsu."
