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
