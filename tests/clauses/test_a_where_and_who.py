"""A1 to A3: where the card must be, whose it must be, and who has priority."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import Game, kinds, pb, refused, wire, zone_name

NINJA = "Ninja of the Deep Hours"
YURIKO = "Yuriko, the Tiger's Shadow"

OTHER_ZONES = [
    pb.ZONE_BATTLEFIELD,
    pb.ZONE_STACK,
    pb.ZONE_GRAVEYARD,
    pb.ZONE_EXILE,
    pb.ZONE_LIBRARY,
]


def ready(
    card: str = NINJA, zone: pb.Zone.ValueType = pb.ZONE_HAND, owner: str = "", **fields: Any
) -> Game:
    """An unblocked bear, a card in hand and two Islands."""
    game = Game()
    game.attacker("bear")
    game.add("ninja", card, zone, owner, **fields)
    game.lands("U", 2)
    return game


@pytest.mark.clause("A1")
def test_from_the_hand():
    """A1: ninjutsu is an activated ability that works while its card is in hand."""
    (action,) = ready().listing().actions
    assert action == wire.Action(
        source_id="ninja",
        keyword="Ninjutsu",
        kind=wire.ACTION_KIND_ACTIVATE_ABILITY,
        returned_id="bear",
        attack_target=pb.AttackTarget(player_id="b"),
        mana_cost="1 U",
    )


@pytest.mark.clause("A1")
@pytest.mark.parametrize("zone", [*OTHER_ZONES, pb.ZONE_COMMAND], ids=zone_name)
def test_from_no_other_zone(zone: pb.Zone.ValueType):
    """A1: in every zone but the hand it does not work; the command zone is one of them."""
    game = ready(zone=zone)
    assert game.actions() == []
    assert game.refusals() == [("ninja", "", "WRONG_ZONE", "702.49a")]
    with refused("WRONG_ZONE", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A1")
def test_only_the_owner_of_the_card():
    """A1: nobody activates the ninjutsu of a card in another player's hand."""
    game = ready(owner="b")
    assert game.actions() == []
    assert game.refusals() == [("ninja", "", "NOT_OWNED", "702.49a")]
    with refused("NOT_OWNED", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A1")
def test_the_owner_counts_and_no_controller():
    """A1, CR 108.4a: a card in hand has an owner; whoever is named as its controller has it not."""
    game = ready(controller_id="b")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A1")
def test_a_revealed_card_in_hand_works_as_well():
    """A1: a card that is shown already can be revealed as a cost."""
    assert ready(revealed=True).actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A1")
def test_a_card_without_the_keyword():
    """A1: a card that has no ninjutsu has nothing to list, and to take it says so."""
    game = ready("Grizzly Bears")
    assert game.actions() == []
    assert game.refusals() == []
    with refused("NO_KEYWORD", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A1")
def test_a_keyword_that_nobody_handles():
    """A1: a keyword that is not registered is one that no card has."""
    with refused("NO_KEYWORD", "602.2"):
        ready().take("ninja", "bear", "Ninjitsu")


@pytest.mark.clause("A1")
@pytest.mark.parametrize("text", ["Ninjutsu:1 U", "ninjutsu:1 U", " Ninjutsu:1 U"])
def test_characteristics_that_were_sent_say_so_too(text: str):
    """A1, F2: a keyword that the engine sends counts like a printed one, in any letter case."""
    game = ready("No such card")
    game["ninja"].characteristics.keywords.append(text)
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A2")
@pytest.mark.parametrize("zone", [pb.ZONE_HAND, pb.ZONE_COMMAND], ids=zone_name)
@pytest.mark.parametrize("commander", [True, False])
def test_commander_ninjutsu_works_from_hand_and_command_zone(
    zone: pb.Zone.ValueType, commander: bool
):
    """A2: from either zone, and the card's being a commander changes nothing."""
    game = ready(YURIKO, zone=zone, commander=commander)
    game.lands("B", 1)
    (action,) = game.listing().actions
    assert (action.keyword, action.mana_cost) == ("Commander ninjutsu", "U B")
    game.take("ninja", "bear", "Commander ninjutsu")


@pytest.mark.clause("A2")
@pytest.mark.parametrize("zone", OTHER_ZONES, ids=zone_name)
def test_commander_ninjutsu_works_from_no_third_zone(zone: pb.Zone.ValueType):
    """A2: the battlefield, the stack, graveyard, exile and library are no place for it."""
    game = ready(YURIKO, zone=zone, commander=True)
    game.lands("B", 1)
    assert game.actions() == []
    assert game.refusals() == [("ninja", "", "WRONG_ZONE", "702.49d")]
    with refused("WRONG_ZONE", "702.49d"):
        game.take("ninja", "bear", "Commander ninjutsu")


@pytest.mark.clause("A2")
def test_commander_ninjutsu_is_not_named_ninjutsu():
    """A2: each variant is registered by its own name; the card offers that one only."""
    game = ready(YURIKO)
    game.lands("B", 1)
    with refused("NO_KEYWORD", "702.49a"):
        game.take("ninja", "bear", "Ninjutsu")
    plain = ready()
    with refused("NO_KEYWORD", "702.49d"):
        plain.take("ninja", "bear", "Commander ninjutsu")


@pytest.mark.clause("A2")
def test_no_commander_tax_is_paid_and_none_is_added():
    """A2, 903.8: three earlier casts cost nothing here, and this is none that counts."""
    game = ready(YURIKO, zone=pb.ZONE_COMMAND, commander=True, commander_casts=3)
    game.lands("B", 1)
    (action,) = game.listing().actions
    assert action.mana_cost == "U B"
    taken = game.take("ninja", "bear", "Commander ninjutsu")
    assert "commander_cast" not in kinds(taken)
    assert taken.state.objects[1].commander_casts == 3
    resolved = game.then(taken).resolve()
    assert resolved.state.objects[1].commander_casts == 3
    assert resolved.state.objects[1].zone == pb.ZONE_BATTLEFIELD


@pytest.mark.clause("A2")
def test_a_commander_with_ordinary_ninjutsu_stays_bound_to_the_hand():
    """A2: it is the keyword that works from the command zone, and not being a commander."""
    game = ready(zone=pb.ZONE_COMMAND, commander=True)
    with refused("WRONG_ZONE", "702.49a"):
        game.take("ninja", "bear")


@pytest.mark.clause("A3")
@pytest.mark.parametrize("holder", ["", "b", "c"])
def test_only_with_priority(holder: str):
    """A3: without priority nothing may be activated, whoever has it, or while nobody does."""
    game = Game("a", "b", "c")
    game.attacker("bear")
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    game.state.priority_player_id = holder
    assert game.actions() == []
    assert game.refusals() == [("ninja", "", "NO_PRIORITY", "117.1b")]
    with refused("NO_PRIORITY", "117.1b"):
        game.take("ninja", "bear")


@pytest.mark.clause("A3")
def test_another_player_with_priority_has_no_attacker_of_their_own():
    """A3, A4: priority is enough to activate, but an attacker must be one's own."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", NINJA, owner="b")
    game.lands("U", 2, owner="b")
    game.state.priority_player_id = "b"
    assert game.actions("b") == []
    assert game.refusals("b") == [("ninja", "bear", "NOT_CONTROLLED", "702.49a")]
    with refused("NOT_CONTROLLED", "702.49a"):
        game.take("ninja", "bear", player="b")


@pytest.mark.clause("A3")
def test_with_something_on_the_stack():
    """A3: an activated ability is no sorcery: it may be activated in response."""
    game = ready()
    game.state.stack.add(id="bolt", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


@pytest.mark.clause("A3")
@pytest.mark.parametrize(("shared", "listed"), [(True, True), (False, False)])
def test_a_team_that_shares_turns_shares_priority(shared: bool, listed: bool):
    """A3, 805.5a: where teams share turns the whole team has priority; else each player alone."""
    game = Game("a", "b", "c", "d")
    for name, team in zip("abcd", "xyxy", strict=True):
        game.player(name).team_id = team
    game.state.shared_team_turns = shared
    game.attacker("bear", owner="c")
    game.hand("ninja", NINJA, owner="c")
    game.lands("U", 2, owner="c")
    assert game.actions("c") == ([("ninja", "Ninjutsu", "bear")] if listed else [])
    if not listed:
        assert game.refusals("c") == [("ninja", "", "NO_PRIORITY", "117.1b")]


@pytest.mark.clause("A3")
def test_a_team_without_a_name_is_no_team():
    """A3: players whose team is empty are not each other's team-mates."""
    game = Game("a", "b", "c")
    game.state.shared_team_turns = True
    game.attacker("bear")
    game.hand("ninja", NINJA, owner="c")
    with refused("NO_PRIORITY", "117.1b"):
        game.take("ninja", "bear", player="c")


@pytest.mark.clause("A3")
def test_a_team_mates_attacker_is_not_ones_own():
    """A3, A6: team-mates attack together, yet each returns only creatures they control."""
    game = Game("a", "b", "c", "d")
    for name, team in zip("abcd", "xyxy", strict=True):
        game.player(name).team_id = team
    game.state.shared_team_turns = True
    game.attacker("bear")
    game.hand("ninja", NINJA, owner="c")
    game.lands("U", 2, owner="c")
    with refused("NOT_CONTROLLED", "702.49a"):
        game.take("ninja", "bear", player="c")


@pytest.mark.clause("A3")
def test_a_player_who_has_left_has_no_priority():
    """A3, 800.4a: who left the game does nothing, with a team-mate's priority neither."""
    game = Game("a", "b", "c")
    game.player("a").team_id = game.player("c").team_id = "x"
    game.state.shared_team_turns = True
    game.attacker("bear")
    game.hand("ninja", NINJA, owner="c")
    game.player("c").left_game = True
    with refused("NO_PRIORITY", "117.1b"):
        game.take("ninja", "bear", player="c")
