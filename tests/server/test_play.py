"""Play and Batch on a real channel: a combat on one stream, many commands on one state."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service.server.app import start
from tests.boards import Game, bundled, kinds, reason, wire


@pytest.fixture
def game() -> Game:
    board = Game()
    board.attacker("bear")
    board.attacker("cub")
    board.hand("ninja", "Ninja of the Deep Hours")
    board.lands("U", 4)
    return board


def listing(player: str = "a", **fields: Any) -> wire.PlayRequest:
    return wire.PlayRequest(list_actions=wire.ListActionsRequest(player_id=player, **fields))


def taking(returned: str, player: str = "a", **fields: Any) -> wire.PlayRequest:
    action = wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id=returned)
    return wire.PlayRequest(
        take_action=wire.TakeActionRequest(player_id=player, action=action, **fields)
    )


def resolving(**fields: Any) -> wire.PlayRequest:
    return wire.PlayRequest(resolve=wire.ResolveRequest(**fields))


class Conversation:
    """A stream on which one thing is said at a time."""

    def __init__(self, stub: service_pb2_grpc.NinjutsuServiceStub) -> None:
        self._next: wire.PlayRequest | None = None
        self._said = threading.Semaphore(0)
        self._answers = stub.Play(self._requests(), timeout=20)

    def _requests(self) -> Iterator[wire.PlayRequest]:
        while True:
            self._said.acquire()
            if self._next is None:
                return
            yield self._next

    def say(self, request: wire.PlayRequest) -> wire.PlayResponse:
        self._next = request
        self._said.release()
        return next(self._answers)

    def end(self) -> None:
        self._next = None
        self._said.release()
        assert list(self._answers) == []


def test_a_stream_gives_the_events_that_the_stateless_calls_give(stub, game):
    """One combat both ways: the same events, and no state comes back unless asked for."""
    talk = Conversation(stub)
    first = talk.say(listing(state=game.state))
    assert first.actions == game.listing()
    taken = talk.say(taking("bear")).outcome
    alone = game.take("ninja", "bear")
    assert list(taken.events) == list(alone.events)
    assert not taken.HasField("state")
    resolved = talk.say(resolving()).outcome
    assert list(resolved.events) == list(game.then(alone).resolve().events)
    talk.end()


def test_a_refused_command_leaves_the_stream_usable_and_the_state_as_it_was(stub, game):
    """A refusal is an answer; what follows is answered as if it had not been asked."""
    talk = Conversation(stub)
    refusal = talk.say(taking("bear", player="b", state=game.state)).refusal
    assert (reason(refusal.reason), refusal.rule) == ("NO_PRIORITY", "117.1b")
    refusal = talk.say(resolving()).refusal
    assert (reason(refusal.reason), refusal.rule) == ("EMPTY_STACK", "405.5")
    assert talk.say(listing()).actions == game.listing()
    talk.end()


def test_a_choice_changes_nothing_until_it_is_decided(stub, game):
    """A commander's owner is asked; the same command again, with the decision, goes through."""
    game["bear"].commander = True
    talk = Conversation(stub)
    choice = talk.say(taking("bear", state=game.state)).outcome.choice
    assert choice.player_id == "a"
    assert talk.say(listing()).actions == game.listing()
    decided = taking("bear", decisions=[wire.Decision(choice_id=choice.id, yes=True)])
    assert kinds(talk.say(decided).outcome)[-1] == "zone_changed"
    talk.end()


def test_a_later_state_replaces_the_servers(stub, game):
    """The engine changed the game itself: what it sends counts from then on."""
    talk = Conversation(stub)
    talk.say(taking("bear", state=game.state))
    assert talk.say(listing(state=game.state)).actions == game.listing()
    assert kinds(talk.say(taking("cub")).outcome)[-2:] == ["combat_left", "zone_changed"]
    talk.end()


def test_the_state_is_sent_where_it_is_asked_for(stub, game):
    """`return_state` set to true overrides what is usual on a stream."""
    talk = Conversation(stub)
    options = wire.CallOptions(return_state=True)
    outcome = talk.say(taking("bear", state=game.state, options=options)).outcome
    assert outcome.state == game.take("ninja", "bear").state
    talk.end()


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (listing(), "list_actions.state"),
        (wire.PlayRequest(), "command"),
        (listing("nobody", state=Game().state), "list_actions.player_id"),
    ],
)
def test_what_contradicts_itself_ends_the_stream(channel, stub, request_, field, game):
    """INVALID_ARGUMENT that names the field."""
    talk = Conversation(stub)
    with pytest.raises(grpc.RpcError) as caught:
        talk.say(request_)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert (caught.value.details() or "").startswith(f"{field}: ")


def test_a_silent_stream_is_ended_with_a_status_that_says_so(game):
    """DEADLINE_EXCEEDED after the configured time."""
    running = start(bundled(), idle_seconds=0.3)
    with grpc.insecure_channel(running.address) as channel:
        talk = Conversation(service_pb2_grpc.NinjutsuServiceStub(channel))
        talk.say(listing(state=game.state))
        with pytest.raises(grpc.RpcError) as caught:
            next(talk._answers)
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert caught.value.details() == "the stream said nothing for 0.3 seconds"
    running.server.stop(None).wait()


def test_a_client_that_goes_away_leaves_no_thread_behind(stub, game):
    """What waited for its next command ends."""
    before = {thread.name for thread in threading.enumerate() if thread.name == "play"}
    streams = [stub.Play(iter([listing(state=game.state)] * 50)) for _ in range(5)]
    for stream in streams:
        next(stream)
        stream.cancel()
    deadline = time.monotonic() + 10
    waiting: list[threading.Thread] = []
    while time.monotonic() < deadline:
        waiting = [thread for thread in threading.enumerate() if thread.name == "play"]
        if len(waiting) <= len(before):
            return
        time.sleep(0.05)
    raise AssertionError(f"{len(waiting)} threads still wait")


def test_a_batch_answers_or_refuses_each_command_by_itself(stub, game):
    """All start from one state: taking with the bear does not take it from the next command."""
    request = wire.BatchRequest(
        state=game.state,
        commands=[
            listing(),
            taking("bear"),
            taking("bear", player="b"),
            taking("cub"),
            resolving(),
        ],
    )
    answers = stub.Batch(request).responses
    assert [each.WhichOneof("response") for each in answers] == [
        "actions",
        "outcome",
        "refusal",
        "outcome",
        "refusal",
    ]
    assert answers[0].actions == game.listing()
    assert list(answers[1].outcome.events) == list(game.take("ninja", "bear").events)
    assert list(answers[3].outcome.events) == list(game.take("ninja", "cub").events)
    assert not answers[3].outcome.HasField("state")
    assert [reason(answers[place].refusal.reason) for place in (2, 4)] == [
        "NO_PRIORITY",
        "EMPTY_STACK",
    ]


def test_a_batch_names_every_command_that_contradicts_itself(stub, game):
    """Nothing is answered then."""
    commands = [listing("nobody"), taking("bear"), taking("wolf")]
    with pytest.raises(grpc.RpcError) as caught:
        stub.Batch(wire.BatchRequest(state=game.state, commands=commands))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.details() == (
        "commands[0].list_actions.player_id: no player has the id 'nobody' (and 1 more)"
    )
    with pytest.raises(grpc.RpcError) as caught:
        stub.Batch(wire.BatchRequest(state=game.state, commands=[listing(state=game.state)]))
    assert (caught.value.details() or "").startswith("commands[0].list_actions.state: ")
