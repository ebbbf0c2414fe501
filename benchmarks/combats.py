"""A whole combat, from its blocks to its end, as an engine plays it: by unary calls or a stream."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from benchmarks.load import Call
from benchmarks.states import Combat
from benchmarks.workloads import PREFIX, vary
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.client.requests import command
from ninjutsu_service.client.service import Service
from ninjutsu_service.rules.rulebook import Rulebook

STREAM = f"{PREFIX}Play"


@dataclass(frozen=True, slots=True)
class Played:
    """One combat's calls.

    Attributes:
        unary: each with the state that the one before it came to.
        stream: the same commands, the first of them with a state.
    """

    unary: tuple[Call, ...]
    stream: Call


@dataclass(frozen=True, slots=True)
class Combats:
    """Combats that are played to their end, to be sent one call after the other.

    Attributes:
        combat: what the states hold at first.
        streamed: each over one stream; else by unary calls.
    """

    combat: Combat
    streamed: bool

    def calls(self, rulebook: Rulebook, first: int, count: int) -> list[Call]:
        """The calls of some combats, no two of which begin with the same state."""
        played = [play(rulebook, self.combat, number) for number in range(first, first + count)]
        if self.streamed:
            return [each.stream for each in played]
        return [call for each in played for call in each.unary]


@lru_cache(maxsize=1000)
def play(rulebook: Rulebook, combat: Combat, number: int) -> Played:
    """Play a combat: list and take actions, resolve what is on the stack, go on to its end.

    Args:
        rulebook: the cards.
        combat: what is in it.
        number: which one; they differ in what the others' never do.
    """
    state = combat.state()
    # Nobody is to lose: the combat would be over before it is played.
    vary(state, number, life=40)
    player = _Player(rulebook, state)
    for _ in range(combat.ninjas):
        player.act()
    while player.state.step != pb.STEP_POSTCOMBAT_MAIN:
        player.decide("AdvanceStep", wire.AdvanceStepRequest())
        player.resolve_all()
    return Played(tuple(player.unary), Call(STREAM, tuple(player.commands)))


def replay(service: Service, played: Played) -> None:
    """Play a combat again as a Python engine does, by the methods of a client."""
    said = [wire.PlayRequest.FromString(message) for message in played.stream.messages]
    with service.play(said[0].list_actions.state) as stream:
        for each in said:
            match each.WhichOneof("command"):
                case "list_actions":
                    stream.list_actions(each.list_actions.player_id)
                case "take_action":
                    taking = each.take_action
                    stream.take_action(taking.player_id, taking.action, decisions=taking.decisions)
                case "resolve":
                    stream.resolve(decisions=each.resolve.decisions)
                case _:
                    stream.advance_step(decisions=each.advance_step.decisions)


class _Player:
    """Plays the active player's part, and keeps what is sent on the way."""

    def __init__(self, rulebook: Rulebook, state: pb.CombatState) -> None:
        self.state = state
        self.unary: list[Call] = []
        self.commands: list[bytes] = []
        self._rulebook = rulebook

    def act(self) -> None:
        """See what may be done, do the last of it and have it resolve."""
        player = self.state.active_player_id
        listing = wire.ListActionsRequest(player_id=player)
        actions = self._ask("ListActions", listing).actions
        if actions:
            taking = wire.TakeActionRequest(player_id=player, action=actions[-1])
            self.decide("TakeAction", taking)
            self.resolve_all()

    def resolve_all(self) -> None:
        """Resolve the stack until nothing is on it."""
        while self.state.stack:
            self.decide("Resolve", wire.ResolveRequest())

    def decide(self, name: str, request: Any) -> None:
        """Make a call, again with one more decision as often as one is needed."""
        while True:
            outcome = self._ask(name, request).outcome
            if not outcome.HasField("choice"):
                self.state = outcome.state
                return
            request.decisions.append(decision(outcome.choice))

    def _ask(self, name: str, request: Any) -> Any:
        if not self.commands:
            request.state.CopyFrom(self.state)
        self.commands.append(command(request).SerializeToString())
        request.state.CopyFrom(self.state)
        self.unary.append(Call(PREFIX + name, (request.SerializeToString(),)))
        answer = _CALLS[name](self._rulebook, request)
        request.ClearField("state")
        return answer


_CALLS: dict[str, Any] = {
    "ListActions": calls.list_actions,
    "TakeAction": calls.take_action,
    "Resolve": calls.resolve,
    "AdvanceStep": calls.advance_step,
}


def decision(choice: wire.Choice) -> wire.Decision:
    """What a player decides who does not think: yes, and of options the first that are enough."""
    options = list(choice.option_ids)
    if choice.kind == wire.CHOICE_KIND_ORDER:
        chosen = options
    elif choice.kind == wire.CHOICE_KIND_DAMAGE:
        amounts = [choice.max, *(0 for _ in options[1:])]
        return wire.Decision(choice_id=choice.id, option_ids=options, amounts=amounts)
    else:
        chosen = options[: choice.min]
    return wire.Decision(
        choice_id=choice.id,
        yes=choice.kind == wire.CHOICE_KIND_YES_NO,
        option_ids=chosen,
    )
