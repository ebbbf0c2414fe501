"""Many commands on one state: what one has looked up serves another only where it asks the same."""

from __future__ import annotations

from itertools import permutations

import pytest

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.session import Session, batch
from tests.boards import Game


def game() -> Game:
    """Two attackers of which one is blocked, and a Ninja that can be paid for."""
    found = Game()
    found.attacker("free")
    found.attacker("held", status=pb.BLOCK_STATUS_BLOCKED)
    found.hand("ninja", "Ninja of the Deep Hours")
    found.lands("U", 2)
    return found


LISTINGS = (
    wire.ListActionsRequest(player_id="a"),
    wire.ListActionsRequest(player_id="a", explain=True),
    wire.ListActionsRequest(player_id="a", engine_pays=True),
    wire.ListActionsRequest(player_id="b", explain=True),
)


@pytest.mark.parametrize("order", list(permutations(range(4), 2)))
@pytest.mark.parametrize("kept", [False, True], ids=["batch", "play"])
def test_a_listing_does_not_depend_on_the_one_before(order: tuple[int, int], kept: bool) -> None:
    """Reasons were left out where a listing without reasons came first."""
    state, rulebook = game().state, game().rulebook
    commands = [wire.PlayRequest(list_actions=LISTINGS[place]) for place in order]
    if kept:
        session = Session(rulebook)
        commands[0].list_actions.state.CopyFrom(state)
        answers = [session.do(command) for command in commands]
    else:
        answers = list(batch(rulebook, wire.BatchRequest(state=state, commands=commands)).responses)
    for place, answer in zip(order, answers, strict=True):
        alone = wire.ListActionsRequest()
        alone.CopyFrom(LISTINGS[place])
        alone.state.CopyFrom(state)
        assert answer.actions == calls.list_actions(rulebook, alone)


def test_reasons_are_given_after_a_listing_without_them() -> None:
    """A5: the blocked attacker, by CR 509.1h."""
    commands = [wire.PlayRequest(list_actions=LISTINGS[place]) for place in (0, 1)]
    state = game().state
    first, second = batch(
        game().rulebook, wire.BatchRequest(state=state, commands=commands)
    ).responses
    assert [each.returned_id for each in first.actions.actions] == ["free"]
    assert [(each.returned_id, each.reason, each.rule) for each in second.actions.refusals] == [
        ("held", wire.REFUSAL_REASON_BLOCKED, "509.1h")
    ]


def test_an_id_that_comes_again_is_not_what_it_was() -> None:
    """A token's id is free once it has ceased: another token had its mana abilities then (B17)."""
    found = Game()
    found.attacker("bear")
    found.add("thief", "Prosperous Thief", tapped=True)
    found.attack("thief")
    found.attacker("~2", "Somebody's token", token=True).mana_abilities.add(produces="B B")
    for name, cost in (("free", "0"), ("dear", "B B")):
        found.hand(name, "A Ninja").characteristics.CopyFrom(
            pb.Characteristics(
                types=["Creature"], power=1, toughness=1, keywords=[f"Ninjutsu:{cost}"]
            )
        )
    session, state = Session(found.rulebook), found.state
    listing = wire.ListActionsRequest(player_id="a")
    first = wire.PlayRequest(list_actions=listing)
    first.list_actions.state.CopyFrom(state)
    action = next(
        each
        for each in session.do(first).actions.actions
        if (each.source_id, each.returned_id) == ("free", "~2")
    )
    options = wire.CallOptions(return_state=True)
    for command in (
        wire.PlayRequest(
            take_action=wire.TakeActionRequest(player_id="a", action=action, options=options)
        ),
        wire.PlayRequest(resolve=wire.ResolveRequest(options=options)),
        wire.PlayRequest(advance_step=wire.AdvanceStepRequest(options=options)),
        wire.PlayRequest(resolve=wire.ResolveRequest(options=options)),
    ):
        state = session.do(command).outcome.state
    treasure = next(each for each in state.objects if each.id == "~2")
    assert {each.cost for each in treasure.mana_abilities} == {"T Sac<1/CARDNAME>"}
    listing.state.CopyFrom(state)
    assert not calls.list_actions(found.rulebook, listing).actions
    kept = session.do(wire.PlayRequest(list_actions=wire.ListActionsRequest(player_id="a")))
    assert not kept.actions.actions
