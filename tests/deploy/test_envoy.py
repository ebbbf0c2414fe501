"""The Envoy configuration: taken by the real one, and started before two real replicas."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from typing import Any

import grpc
import pytest

from faults.processes import envoy, service
from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service import calls
from ninjutsu_service.client.policy import RETRY_POLICY, SECONDS
from ninjutsu_service.server.settings import Settings
from tests.boards import bundled, wire
from tests.deploy.tools import DEPLOY, documents, module, tool
from tests.server.calling import game, request

CONFIG = DEPLOY / "envoy" / "envoy.yaml"


def config() -> Any:
    return documents("envoy/envoy.yaml")[0]["static_resources"]


def test_envoy_takes_it():
    """`envoy --mode validate` on the file as it is shipped."""
    checked = subprocess.run(
        [tool("envoy"), "--mode", "validate", "--config-path", str(CONFIG)],
        text=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stderr[-2000:]
    assert "OK" in checked.stdout


def test_what_it_names_is_there():
    """The methods that are not retried are the streams; ports and replicas as elsewhere."""
    (listener,) = config()["listeners"]
    assert listener["address"]["socket_address"]["port_value"] == Settings().port
    manager = listener["filter_chains"][0]["filters"][0]["typed_config"]
    (host,) = manager["route_config"]["virtual_hosts"]
    *streams, rest = host["routes"]
    assert {route["match"]["path"] for route in streams} == {
        "/ninjutsu.v1.NinjutsuService/Play", "/ninjutsu.v1.CardPoolService/WatchCards"
    }  # fmt: skip
    assert all(set(route["route"]) == {"cluster", "timeout"} for route in streams)
    assert rest["route"]["timeout"] == f"{SECONDS:g}s"
    retried = set(rest["route"]["retry_policy"]["retry_on"].split(","))
    assert {code.lower() for code in RETRY_POLICY["retryableStatusCodes"]} <= retried
    (cluster,) = config()["clusters"]
    named = [
        each["endpoint"]["address"]["socket_address"]
        for each in cluster["load_assignment"]["endpoints"][0]["lb_endpoints"]
    ]
    replicas = [
        name for name in documents("compose.yaml")[0]["services"] if name != "envoy"
    ]  # fmt: skip
    assert named == [{"address": name, "port_value": Settings().port} for name in replicas]


def test_calls_and_streams_go_through_it():
    """Both replicas answer one channel; a Play stream stays with the replica it began on."""
    module("yaml")
    tool("envoy")
    asked = request()
    expected = calls.list_actions(bundled(), asked)
    with ExitStack() as stack:
        replicas = [stack.enter_context(service("--drain", "0")) for _ in range(2)]
        front = stack.enter_context(envoy([each.address for each in replicas]))
        channel = stack.enter_context(grpc.insecure_channel(front.address))
        stub = service_pb2_grpc.NinjutsuServiceStub(channel)
        for _ in range(20):
            assert stub.ListActions(asked, timeout=30) == expected
        # The state goes with the first command alone: another replica would know nothing of it.
        later = wire.ListActionsRequest(player_id="a")
        said = [asked, *[later] * 20]
        stream = stub.Play(iter([wire.PlayRequest(list_actions=each) for each in said]), timeout=60)
        answers = [each.actions for each in stream]
        assert answers == [expected] * len(said)
        refused = wire.TakeActionRequest(
            state=game().state, player_id="b", action=expected.actions[0]
        )
        with pytest.raises(grpc.RpcError) as caught:
            stub.TakeAction(refused, timeout=30)
        assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
