"""The same rules in this process, without a network, behind the methods of `Client`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls, session, texts
from ninjutsu_service.cards.pool import CardPool, bundled_path
from ninjutsu_service.client.errors import Failed, InvalidRequest, Refused
from ninjutsu_service.client.service import Combat, Service
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.payment import PaymentTooComplex
from ninjutsu_service.rules.refusals import Refused as RuleRefusal
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.state.faults import InvalidRequest as Faults

Answer = TypeVar("Answer")


_CALLS: dict[str, Callable[[Rulebook, Any, str], Any]] = {
    "ListActions": calls.list_actions,
    "TakeAction": calls.take_action,
    "Resolve": calls.resolve,
    "AdvanceStep": calls.advance_step,
    "CheckState": calls.check_state,
    "Batch": session.batch,
}


class Local(Service):
    """The service in process. A state that is passed in stays as it is."""

    def __init__(
        self, cards: Sequence[Path] = (), *, language: str = "en", rulebook: Rulebook | None = None
    ) -> None:
        """Load the bundled cards, and more.

        Args:
            cards: card scripts besides the bundled ones: folders, files or zips.
            language: of messages for players, as in HTTP's Accept-Language.
            rulebook: cards and keywords that are loaded already, instead.

        Raises:
            FileNotFoundError: one of the paths is not there.
        """
        for path in cards:
            if not Path(path).exists():
                raise FileNotFoundError(f"cards: {path} does not exist")
        self.rulebook = rulebook or Rulebook(
            CardPool.load([bundled_path(), *cards]), Registry.installed()
        )
        self._language = texts.choose_language(language)

    def close(self) -> None:
        """Nothing is held open."""

    def play(self, state: pb.CombatState) -> LocalStream:
        """As `Client.play`."""
        return LocalStream(self.rulebook, self._language, state)

    def _answer(self, method: str, request: Any) -> Any:
        call = _CALLS[method]
        return translated(lambda: call(self.rulebook, request, self._language), self._language)


class LocalStream(Combat):
    """A combat whose state is kept in this process."""

    def __init__(self, rulebook: Rulebook, language: str, state: pb.CombatState) -> None:
        super().__init__(state)
        self._session = session.Session(rulebook)
        self._language = language

    def close(self) -> None:
        """Nothing is held open."""

    def _response(self, command: wire.PlayRequest) -> wire.PlayResponse:
        return translated(lambda: self._session.do(command, self._language), self._language)


def translated(call: Callable[[], Answer], language: str) -> Answer:
    """A call's answer, its failures as the errors that a channel gives."""
    try:
        return call()
    except RuleRefusal as refused:
        raise Refused.from_wire(calls.refusal_message(refused.refusal, language)) from None
    except Faults as faults:
        raise InvalidRequest(str(faults), faults.faults) from None
    except (PaymentTooComplex, TooMuchWork) as error:
        raise Failed("RESOURCE_EXHAUSTED", str(error), error.reason) from None
