"""Questions about one state: one call for each of them, or many in a Batch."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice

from benchmarks.load import Call
from benchmarks.states import Combat
from benchmarks.workloads import PREFIX, vary
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.rules.rulebook import Rulebook

KINDS = ("listings", "actions", "a node")
"""What is asked: what the active player may do, whoever pays the mana; each of these actions
tried; and a node of a search, which asks both and what the next step brings."""

_METHODS = {
    "list_actions": "ListActions",
    "take_action": "TakeAction",
    "advance_step": "AdvanceStep",
}


def questions(rulebook: Rulebook, kind: str, state: pb.CombatState) -> list[wire.PlayRequest]:
    """Everything of one kind that is asked about a state, each as a command without a state."""
    player = state.active_player_id
    listing = wire.ListActionsRequest(player_id=player)
    listings = [
        wire.PlayRequest(list_actions=listing),
        wire.PlayRequest(list_actions=wire.ListActionsRequest(player_id=player, engine_pays=True)),
    ]
    if kind == "listings":
        return listings
    listing.state.CopyFrom(state)
    actions = [
        wire.PlayRequest(take_action=wire.TakeActionRequest(player_id=player, action=action))
        for action in calls.list_actions(rulebook, listing).actions
    ]
    if kind == "actions":
        return actions
    following = wire.PlayRequest(advance_step=wire.AdvanceStepRequest())
    return [listings[0], *actions, following]


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions of one kind, in turn.

    Attributes:
        kind: one of `KINDS`.
        combat: what their states hold.
        batch: how many are asked in a Batch; 0 for a call of its own for each.
    """

    kind: str
    combat: Combat
    batch: int = 0

    def requests(self, rulebook: Rulebook, first: int, count: int) -> list[wire.BatchRequest]:
        """So many batches; with one question each where every question is a call."""
        state = self.combat.state()
        asked = cycle(questions(rulebook, self.kind, state))
        found = []
        for number in range(first, first + count):
            vary(state, number)
            commands = islice(asked, self.batch or 1)
            found.append(wire.BatchRequest(state=state, commands=commands))
        return found

    def calls(self, rulebook: Rulebook, first: int, count: int) -> list[Call]:
        """The same as calls to send."""
        requests = self.requests(rulebook, first, count)
        if self.batch:
            return [Call(f"{PREFIX}Batch", (each.SerializeToString(),)) for each in requests]
        return [_alone(each) for each in requests]


def _alone(request: wire.BatchRequest) -> Call:
    """A batch's only question as a call of its own."""
    command = request.commands[0]
    name = command.WhichOneof("command")
    assert name is not None
    asked = getattr(command, name)
    asked.state.CopyFrom(request.state)
    return Call(PREFIX + _METHODS[name], (asked.SerializeToString(),))
