"""The methods that every synchronous client has, over a channel or in process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client import requests
from ninjutsu_service.client.answers import Listing, Outcome, answer_of
from ninjutsu_service.client.errors import Refused


class Closing(ABC):
    """Something to close at the end of a `with` block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Let go of what is held open."""


class Service(Closing):
    """The calls of the service. A state that is passed in stays as it is."""

    def list_actions(
        self,
        state: pb.CombatState,
        player: str,
        *,
        explain: bool = False,
        engine_pays: bool = False,
    ) -> Listing:
        """Every keyword action that a player may take now.

        Args:
            state: the combat.
            player: who wants to act.
            explain: also say why not.
            engine_pays: list what only mana forbids, too.

        Raises:
            InvalidRequest, Unavailable, DeadlineExceeded, Failed: as their names say.
        """
        request = requests.listing(state, player, explain, engine_pays)
        return Listing.from_wire(self._answer("ListActions", request))

    def take_action(
        self,
        state: pb.CombatState,
        player: str,
        action: wire.Action,
        *,
        payment: wire.Payment | None = None,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """Announce an action and pay for it.

        Raises:
            Refused: the rules forbid it. The others as `list_actions`.
        """
        request = requests.taking(state, player, action, payment, decisions, seed, options)
        return Outcome.from_wire(self._answer("TakeAction", request).outcome)

    def resolve(
        self,
        state: pb.CombatState,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """Resolve the top of the stack. Raises as `take_action`."""
        request = requests.resolving(state, decisions, seed, options)
        return Outcome.from_wire(self._answer("Resolve", request).outcome)

    def advance_step(
        self,
        state: pb.CombatState,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """Move to the next step and take its turn-based actions. Raises as `take_action`."""
        request = requests.advancing(state, decisions, seed, options)
        return Outcome.from_wire(self._answer("AdvanceStep", request).outcome)

    def check_state(self, state: pb.CombatState) -> list[tuple[str, str]]:
        """Everything that is wrong with a state: each field's path with what is wrong."""
        answer = self._answer("CheckState", wire.CheckStateRequest(state=state))
        return [(each.field, each.message) for each in answer.faults]

    def batch(
        self, state: pb.CombatState, commands: Iterable[object]
    ) -> list[Listing | Outcome | Refused]:
        """Many requests without states of their own, each tried on one state.

        Args:
            state: the combat.
            commands: ListActions, TakeAction, Resolve or AdvanceStep requests.
        """
        request = wire.BatchRequest(state=state, commands=map(requests.command, commands))
        return batch_answers(self._answer("Batch", request))

    @abstractmethod
    def play(self, state: pb.CombatState) -> Combat:
        """A combat whose state is kept between commands; close it when it is over."""

    @abstractmethod
    def _answer(self, method: str, request: Any) -> Any:
        """Make a call of the contract, by its name."""


class Combat(Closing):
    """A combat that is played on: the methods of `Service`, without the state."""

    def __init__(self, state: pb.CombatState) -> None:
        """Begin with a state, which the first command brings along."""
        self._state: pb.CombatState | None = state

    def list_actions(
        self, player: str, *, explain: bool = False, engine_pays: bool = False
    ) -> Listing:
        """As `Service.list_actions`."""
        answer = self._say(requests.listing(self._state, player, explain, engine_pays))
        assert isinstance(answer, Listing)
        return answer

    def take_action(
        self,
        player: str,
        action: wire.Action,
        *,
        payment: wire.Payment | None = None,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Service.take_action`; a refusal leaves the stream as it was."""
        return self._act(
            requests.taking(self._state, player, action, payment, decisions, seed, options)
        )

    def resolve(
        self,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Service.resolve`."""
        return self._act(requests.resolving(self._state, decisions, seed, options))

    def advance_step(
        self,
        *,
        decisions: Iterable[wire.Decision] = (),
        seed: int | None = None,
        options: wire.CallOptions | None = None,
    ) -> Outcome:
        """As `Service.advance_step`."""
        return self._act(requests.advancing(self._state, decisions, seed, options))

    def replace_state(self, state: pb.CombatState) -> None:
        """The engine changed the game itself: the next command brings this state along."""
        self._state = state

    def _act(self, request: object) -> Outcome:
        answer = self._say(request)
        assert isinstance(answer, Outcome)
        return answer

    def _say(self, request: object) -> Listing | Outcome:
        response = self._response(requests.command(request))
        self._state = None
        return answer_of(response)

    @abstractmethod
    def _response(self, command: wire.PlayRequest) -> wire.PlayResponse:
        """Give one command, and wait for its response."""


def batch_answers(response: wire.BatchResponse) -> list[Listing | Outcome | Refused]:
    """Each command's answer, or its refusal as a value."""
    found: list[Listing | Outcome | Refused] = []
    for each in response.responses:
        try:
            found.append(answer_of(each))
        except Refused as refused:
            found.append(refused)
    return found
