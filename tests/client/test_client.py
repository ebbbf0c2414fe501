"""The Python client: one interface over a channel, over asyncio and in process."""

from __future__ import annotations

import asyncio
import copy
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import grpc
import pytest

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client import (
    SERVICE_CONFIG,
    DeadlineExceeded,
    EventValue,
    Failed,
    InvalidRequest,
    Listing,
    Local,
    Refused,
    Service,
    StateBuilder,
    Unavailable,
    connect,
    connect_async,
)
from ninjutsu_service.rules import effort
from ninjutsu_service.server.app import Running, build, start
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings
from tests.boards import bundled


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    server = start(bundled())
    yield server
    server.server.stop(None).wait()


@pytest.fixture(params=["channel", "process"])
def service(request: pytest.FixtureRequest, running: Running) -> Iterator[Service]:
    """The same tests for both ways of calling."""
    if request.param == "process":
        yield Local(rulebook=bundled())
        return
    with connect(running.address) as client:
        yield client


def combat() -> pb.CombatState:
    builder = StateBuilder(active="ana", step=pb.STEP_DECLARE_BLOCKERS, turn=3)
    builder.player("ana").player("ben", life=18)
    builder.creature("bear", "Grizzly Bears", owner="ana", power=2, toughness=2, tapped=True)
    builder.creature("ogre", "Gray Ogre", owner="ana", power=2, toughness=2, tapped=True)
    builder.creature("wall", "Wall of Wood", owner="ben", power=0, toughness=3)
    builder.hand("ninja", "Ninja of the Deep Hours", owner="ana")
    builder.land("i1", "Island", owner="ana", produces=["U"])
    builder.land("i2", "Island", owner="ana", produces=["U"])
    builder.attack("bear", player="ben").attack("ogre", player="ben", blockers=["wall"])
    return builder.build()


def test_a_whole_activation(service: Service):
    """List, take and resolve; the events are told apart by `match`."""
    state = combat()
    before = state.SerializeToString(deterministic=True)
    (action,) = service.list_actions(state, "ana").actions
    taken = service.take_action(state, "ana", action)
    assert taken.state is not None
    assert state.SerializeToString(deterministic=True) == before
    resolved = service.resolve(taken.state)
    told = []
    for each in resolved.events:
        match each.value:
            case ev.ZoneChanged(object_id=name, to_zone=pb.ZONE_BATTLEFIELD):
                told.append(f"{name} enters by {each.rule}")
            case ev.AttackJoined(object_id=name, target=target):
                told.append(f"{name} attacks {target.player_id} by {each.rule}")
            case ev.PriorityGiven(player_id=player):
                told.append(f"{player} has priority")
    assert told == ["ninja enters by 702.49a", "ninja attacks ben by 702.49c", "ana has priority"]


def test_a_refusal_is_a_typed_error(service: Service):
    """Reason, rule, whom it concerns, and a message for the player."""
    action = wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="ogre")
    with pytest.raises(Refused) as caught:
        service.take_action(combat(), "ana", action)
    refused = caught.value
    assert (refused.reason, refused.rule) == ("BLOCKED", "509.1h")
    assert (refused.source_id, refused.keyword, refused.returned_id) == (
        "ninja",
        "Ninjutsu",
        "ogre",
    )
    assert refused.message == "Gray Ogre was blocked, and stays blocked."


def test_explained_listings_carry_the_same_refusals(service: Service):
    """What `explain` says is what taking would raise."""
    (refused,) = service.list_actions(combat(), "ana", explain=True).refusals
    assert (refused.reason, refused.rule, refused.returned_id) == ("BLOCKED", "509.1h", "ogre")


def test_a_wrong_state_names_its_fields(service: Service):
    """Every wrong field, with its path."""
    state = combat()
    state.objects[0].owner_id = "nobody"
    state.ClearField("step")
    with pytest.raises(InvalidRequest) as caught:
        service.list_actions(state, "ana")
    assert {field for field, _ in caught.value.fields} == {"step", "objects[0].owner_id"}
    assert dict(service.check_state(state)) == dict(caught.value.fields)


def test_what_takes_too_much_work_fails(service: Service, monkeypatch: pytest.MonkeyPatch):
    """Bug: in process the rules' own error came, which no client knows."""
    monkeypatch.setattr(effort, "MAX_ANSWER", 10)
    with pytest.raises(Failed) as caught:
        service.list_actions(combat(), "ana")
    failed = caught.value
    assert (failed.code, failed.reason) == ("RESOURCE_EXHAUSTED", "TOO_MUCH_WORK")
    assert str(failed) == "RESOURCE_EXHAUSTED: the answer would be longer than 10 bytes"
    with service.play(combat()) as played, pytest.raises(Failed) as again:
        played.list_actions("ana")
    assert str(again.value) == str(failed)


def test_a_payment_that_is_too_complex_fails(service: Service):
    """The same code, with a reason of its own."""
    builder = StateBuilder(active="ana", step=pb.STEP_DECLARE_BLOCKERS, turn=3)
    builder.player("ana").player("ben")
    builder.creature("bear", "Grizzly Bears", owner="ana", power=2, toughness=2, tapped=True)
    builder.attack("bear", player="ben").hand("ninja", "Mystery", owner="ana")
    for number in range(40):
        builder.land(f"land{number}", "Rainbow", owner="ana", produces=["W", "U", "B", "R", "G"])
    state = builder.build()
    ninja = next(each for each in state.objects if each.id == "ninja")
    ninja.characteristics.name = "Mystery"
    ninja.characteristics.types.append("Creature")
    ninja.characteristics.keywords.append("Ninjutsu:X W U B R G WU UB BR RG GW S C 2/W 2/U W/P")
    with pytest.raises(Failed) as caught:
        service.list_actions(state, "ana")
    failed = caught.value
    assert (failed.code, failed.reason) == ("RESOURCE_EXHAUSTED", "PAYMENT_TOO_COMPLEX")
    assert str(failed).endswith("the cost has too many different symbols to find a payment")


def test_messages_come_in_the_language_asked_for(running: Running):
    """`language` is the call's accept-language."""
    action = wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="ogre")
    expected = "Gray Ogre a été bloqué et le reste."
    with connect(running.address, language="fr-CA") as client:
        for service in (client, Local(rulebook=bundled(), language="fr")):
            with pytest.raises(Refused) as caught:
                service.take_action(combat(), "ana", action)
            assert caught.value.message == expected


def test_a_combat_played_on(service: Service):
    """`play` keeps the state; refusals leave it as it was; only events come back."""
    state = combat()
    with service.play(state) as game:
        (action,) = game.list_actions("ana").actions
        with pytest.raises(Refused):
            game.resolve()
        taken = game.take_action("ana", action)
        assert taken.state is None
        alone = service.take_action(state, "ana", action)
        assert [each.event for each in taken.events] == [each.event for each in alone.events]
        game.resolve()
        game.replace_state(state)
        assert list(game.list_actions("ana").actions) == [action]


def test_a_batch_gives_answers_and_refusals(service: Service):
    """Each command's answer in its place; a refusal is a value here."""
    listing = wire.ListActionsRequest(player_id="ana")
    listed, refused = service.batch(combat(), [listing, wire.ResolveRequest()])
    assert isinstance(listed, Listing)
    assert [each.returned_id for each in listed.actions] == ["bear"]
    assert isinstance(refused, Refused)
    assert refused.reason == "EMPTY_STACK"


def test_a_choice_comes_back(service: Service):
    """A commander's owner decides; the same call with the decision goes through."""
    state = combat()
    state.objects[0].commander = True
    (action,) = service.list_actions(state, "ana").actions
    choice = service.take_action(state, "ana", action).choice
    assert choice is not None
    decision = wire.Decision(choice_id=choice.id, yes=True)
    outcome = service.take_action(state, "ana", action, decisions=[decision])
    assert outcome.choice is None
    assert outcome.events[-1].event.zone_changed.to_zone == pb.ZONE_COMMAND


def test_the_same_over_asyncio(running: Running):
    """The asyncio client gives what the other gives, stream and errors included."""

    async def play() -> None:
        async with connect_async(running.address) as client:
            state = combat()
            (action,) = (await client.list_actions(state, "ana")).actions
            taken = await client.take_action(state, "ana", action)
            assert taken.state is not None
            assert len((await client.resolve(taken.state)).events) == 4
            assert await client.check_state(state) == []
            with pytest.raises(Refused) as caught:
                await client.resolve(state)
            assert (caught.value.reason, caught.value.rule) == ("EMPTY_STACK", "405.5")
            with pytest.raises(InvalidRequest) as invalid:
                await client.list_actions(pb.CombatState(), "ana")
            assert "step" in dict(invalid.value.fields)
            answers = await client.batch(state, [wire.ListActionsRequest(player_id="ana")])
            assert isinstance(answers[0], Listing)
            assert list(answers[0].actions) == [action]
            async with client.play(state) as game:
                assert list((await game.list_actions("ana")).actions) == [action]
                with pytest.raises(Refused):
                    await game.resolve()
                await game.take_action("ana", action)
                assert len((await game.resolve()).events) == 4

    asyncio.run(play())


@pytest.mark.parametrize("port", [50051 + 65536, 65536, 10**6, "9" * 5000])
@pytest.mark.parametrize("form", ["127.0.0.1:{}", "[::1]:{}", "dns:///h:{}", "ipv4:1.2.3.4:{},h:1"])
@pytest.mark.parametrize("connecting", [connect, connect_async])
def test_a_port_that_there_is_not(connecting: Callable[[str], object], form: str, port: object):
    """Bug: grpc takes what is left of it by 65536, and another service answered."""
    with pytest.raises(ValueError, match=r"there is no port above 65535$"):
        connecting(form.format(port))


def test_ports_that_there_are():
    """The highest, and a socket that is named like one."""
    for address in ("127.0.0.1:65535", "h:0", "unix:/run/ninjutsu:70000"):
        connect(address).close()


def test_nothing_there_is_unavailable():
    """A short deadline, and no service: a typed error that names the address."""
    config = json.dumps({"methodConfig": [{"name": [{}], "timeout": "0.5s"}]})
    with (
        connect("127.0.0.1:9", options={"grpc.service_config": config}) as client,
        pytest.raises((Unavailable, DeadlineExceeded), match=r"127\.0\.0\.1:9"),
    ):
        client.list_actions(combat(), "ana")


def test_nothing_there_over_asyncio():
    """As above."""
    config = json.dumps({"methodConfig": [{"name": [{}], "timeout": "0.3s"}]})

    async def call() -> None:
        options = {"grpc.service_config": config}
        async with connect_async("127.0.0.1:9", options=options) as client:
            with pytest.raises((Unavailable, DeadlineExceeded), match=r"127\.0\.0\.1:9"):
                await client.list_actions(combat(), "ana")

    asyncio.run(call())


def test_a_stream_that_was_silent_is_told_so():
    """It said that no service was running there: the service's own reason was lost."""
    server = start(bundled(), idle_seconds=0.2)
    silent = rf"^{re.escape(server.address)}: the stream said nothing for 0\.2 seconds$"
    with connect(server.address) as client, client.play(combat()) as game:
        assert len(game.list_actions("ana").actions) == 1
        time.sleep(0.6)
        with pytest.raises(DeadlineExceeded, match=silent):
            game.list_actions("ana")
    server.server.stop(None).wait()


def test_a_call_that_took_the_service_too_long_is_told_so():
    """As above, of a call with more work than the service gives time for."""
    settings = Settings(port=0, max_seconds=0.001)
    server = build(settings, LivePool.of(bundled()))
    questions = [wire.ListActionsRequest(player_id="ana", explain=True)] * 1000
    late = rf"^{re.escape(server.address)}: max_seconds: took longer than 0\.001 seconds, the most"
    with connect(server.address) as client, pytest.raises(DeadlineExceeded, match=late):
        client.batch(combat(), questions)
    server.server.stop(None).wait()


def hurried_streams() -> str:
    """The policy for streams, its waits shortened to hundredths of a second."""
    config = copy.deepcopy(SERVICE_CONFIG)
    streams = config["methodConfig"][1]
    assert "waitForReady" not in streams
    streams["retryPolicy"].update(initialBackoff="0.01s", maxBackoff="0.02s")
    return json.dumps(config)


def test_a_stream_to_nobody_ends():
    """It waited for ever: a stream has no deadline, and its policy had it wait for a server."""
    with (
        connect("127.0.0.1:9", options={"grpc.service_config": hurried_streams()}) as client,
        client.play(combat()) as game,
        pytest.raises(Unavailable, match=r"^127\.0\.0\.1:9: .*refused"),
    ):
        game.resolve()


def test_a_stream_to_nobody_ends_over_asyncio():
    """As above."""

    async def play() -> None:
        options = {"grpc.service_config": hurried_streams()}
        async with (
            connect_async("127.0.0.1:9", options=options) as client,
            client.play(combat()) as game,
        ):
            with pytest.raises(Unavailable, match=r"^127\.0\.0\.1:9: .*refused"):
                await game.resolve()

    asyncio.run(play())


def test_a_stream_begins_when_the_server_is_there():
    """One that is begun in the gap of a restart is answered after it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    servers: list[Running] = []
    late = threading.Timer(0.5, lambda: servers.append(start(bundled(), port=port)))
    late.start()
    with connect(f"127.0.0.1:{port}") as client, client.play(combat()) as game:
        assert game.list_actions("ana").actions
    late.join()
    servers[0].server.stop(None).wait()


def test_the_union_names_every_event_of_the_contract():
    """An event added to the contract must be added to the union."""
    fields = ev.Event.DESCRIPTOR.oneofs[0].fields
    messages = {field.message_type.name for field in fields if field.message_type}
    assert {each.__name__ for each in get_args(EventValue)} == messages


def test_the_policy_is_one_that_grpc_takes(running: Running):
    """A service config with a fault is refused by the channel when it is made or used."""
    assert SERVICE_CONFIG["methodConfig"][0]["waitForReady"] is True
    with grpc.insecure_channel(
        running.address, [("grpc.service_config", json.dumps(SERVICE_CONFIG))]
    ) as channel:
        grpc.channel_ready_future(channel).result(5)


def test_cards_that_are_not_there(tmp_path: Path) -> None:
    """A path is named that does not exist: its cards would be missed later, and nothing said."""
    with pytest.raises(FileNotFoundError, match=r"^cards: .*nowhere does not exist$"):
        Local([tmp_path / "nowhere"])
