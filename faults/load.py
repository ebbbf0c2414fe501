"""Clients that call all the time under the shipped policy, and look at every answer."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from types import TracebackType
from typing import Any

from google.protobuf.message import Message

from faults.processes import wait_until
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.client.channel import Client, connect
from ninjutsu_service.client.errors import NinjutsuError, Refused
from ninjutsu_service.client.local import Local
from tests.boards import bundled
from tests.server.calling import game

Answer = bytes | tuple[str, str]
"""A response's bytes, or the reason and the rule of a refusal."""


@dataclass(frozen=True, slots=True)
class Question:
    """A call, with the answer of the rules in this process.

    Attributes:
        method: of NinjutsuService.
        request: what is sent.
        expected: what must come back.
    """

    method: str
    request: Message
    expected: Answer


@cache
def questions() -> tuple[Question, ...]:
    """One of each kind of unary call, and one that the rules forbid."""
    with Local(rulebook=bundled()) as local:
        state = game().state
        listing = wire.ListActionsRequest(state=state, player_id="a", explain=True)
        action = local.list_actions(state, "a").actions[0]
        taking = wire.TakeActionRequest(state=state, player_id="a", action=action)
        taken = local.take_action(state, "a", action).state
        asked: list[tuple[str, Message]] = [
            ("ListActions", listing),
            ("TakeAction", taking),
            ("Resolve", wire.ResolveRequest(state=taken)),
            ("AdvanceStep", wire.AdvanceStepRequest(state=state)),
            ("CheckState", wire.CheckStateRequest(state=state)),
            ("Batch", _batch(state, action)),
            ("TakeAction", wire.TakeActionRequest(state=state, player_id="b", action=action)),
        ]
        return tuple(
            Question(method, request, answer(local, method, request)) for method, request in asked
        )


def _batch(state: Any, action: wire.Action) -> wire.BatchRequest:
    return wire.BatchRequest(
        state=state,
        commands=[
            wire.PlayRequest(list_actions=wire.ListActionsRequest(player_id="a")),
            wire.PlayRequest(take_action=wire.TakeActionRequest(player_id="a", action=action)),
        ],
    )


def answer(service: Client | Local, method: str, request: Message) -> Answer:
    """What a service answers.

    Raises:
        NinjutsuError: the call failed, and not because the rules forbid it.
    """
    try:
        response: Message = service._answer(method, request)  # noqa: SLF001 - the same of both
    except Refused as refused:
        return refused.reason, refused.rule
    return response.SerializeToString(deterministic=True)


@dataclass(slots=True)
class Counts:
    """What became of calls.

    Attributes:
        sent, answered: how many were.
        failed: how many had no answer, by why.
        wrong: how many had another than the rules in this process give.
        slowest: the longest that one took, in seconds.
    """

    sent: int = 0
    answered: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    slowest: float = 0.0

    def clean(self) -> bool:
        """Whether every call was answered, and rightly."""
        return not self.failed and not self.wrong and self.answered == self.sent


class Load:
    """Threads that call in a loop, each over a channel of its own, until the block ends.

    Attributes:
        counts: what became of their calls so far.
    """

    def __init__(self, address: str, clients: int = 4) -> None:
        self.counts = Counts()
        self._address = address
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._call, args=(number,)) for number in range(clients)
        ]

    def __enter__(self) -> Load:
        questions()
        for thread in self._threads:
            thread.start()
        self.wait_for_more()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Call no more, before whoever answers is gone for good."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def wait_for_more(self, calls: int = 100) -> None:
        """Wait until so many more calls have ended, or any has failed: it is counted."""
        least = self.ended() + calls
        wait_until(lambda: self.ended() >= least or self.counts.failed, f"{calls} calls")

    def ended(self) -> int:
        """How many calls have ended, well or badly."""
        return self.counts.answered + self.counts.failed.total()

    def go_on(self, seconds: float) -> None:
        """Call for so long, and then some calls more."""
        time.sleep(seconds)
        self.wait_for_more()

    def _call(self, number: int) -> None:
        asked: Sequence[Question] = questions()
        with connect(self._address) as client:
            while not self._over.is_set():
                number += 1
                self._ask(client, asked[number % len(asked)])

    def _ask(self, client: Client, question: Question) -> None:
        with self._lock:
            self.counts.sent += 1
        began = time.monotonic()
        problem, right = "", True
        try:
            right = answer(client, question.method, question.request) == question.expected
        except NinjutsuError as error:
            problem = f"{type(error).__name__}: {error}"
        took = time.monotonic() - began
        with self._lock:
            if problem:
                self.counts.failed[problem] += 1
            else:
                self.counts.answered += 1
                self.counts.wrong += not right
            self.counts.slowest = max(self.counts.slowest, took)
