"""Health of a running service, and `ninjutsu health` as an exec probe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from ninjutsu_service.server.app import drain
from ninjutsu_service.server.health import SERVICES
from tests.server.calling import running
from tests.server.certs import files
from tests.server.conftest import run, serving

SERVING = health_pb2.HealthCheckResponse.SERVING


@pytest.mark.parametrize("service", ["", *SERVICES])
def test_alive_as_the_whole_and_ready_as_each_service(channel: grpc.Channel, service: str):
    """By the standard protocol, grpc.health.v1."""
    health = health_pb2_grpc.HealthStub(channel)
    assert health.Check(health_pb2.HealthCheckRequest(service=service), timeout=60).status == (
        SERVING
    )


def test_a_service_that_is_not_there(channel: grpc.Channel):
    """NOT_FOUND, as the protocol says."""
    health = health_pb2_grpc.HealthStub(channel)
    with pytest.raises(grpc.RpcError) as caught:
        health.Check(health_pb2.HealthCheckRequest(service="no.Service"), timeout=60)
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


def test_probe_of_an_address():
    """Exit status 0 while it serves, 1 once nothing answers."""
    with running() as server:
        done = run("health", "--address", server.address)
        assert (done.returncode, done.stdout, done.stderr) == (0, "SERVING\n", "")
        done = run("health", "--address", server.address, "--service", SERVICES[0])
        assert (done.returncode, done.stdout) == (0, "SERVING\n")
        done = run("health", "--address", server.address, "--service", "no.Service")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "there is no service 'no.Service'\n"
        where = server.address
    done = run("health", "--address", where)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"no answer from {where}: UNAVAILABLE: ")


def test_probe_of_a_service_that_stops():
    """It says so while it still answers."""
    with running(drain=0.0) as server:
        server.health.stopping()
        done = run("health", "--address", server.address)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "NOT_SERVING\n")
        drain(server)


def test_probe_of_a_unix_socket():
    """A kubelet's own probe does not reach one."""
    path = Path(os.path.realpath("/tmp")) / f"nj {os.getpid()}.sock"
    with running(tcp=False, socket=path):
        assert run("health", "--socket", str(path)).returncode == 0
        assert run("health", NINJUTSU_SOCKET=str(path), NINJUTSU_TCP="off").returncode == 0
    done = run("health", "--socket", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "no answer from unix:" in done.stderr


def test_probe_with_tls(tmp_path):
    """With the authority's certificate, or from the same settings with the server's own."""
    made = files(tmp_path)
    with running(host="0.0.0.0", **made.settings()) as server:
        port = server.address.rpartition(":")[2]
        where = f"127.0.0.1:{port}"
        made.authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
        trusted = ["--tls-ca", str(tmp_path / "authority.pem")]
        assert run("health", "--address", where, *trusted).returncode == 0
        assert run("health", "--address", where).returncode == 1
        variables = {
            "NINJUTSU_HOST": "0.0.0.0",
            "NINJUTSU_PORT": port,
            "NINJUTSU_TLS_CERTIFICATE": str(made.chain),
            "NINJUTSU_TLS_KEY": str(made.key),
        }
        done = run("health", **variables)
        assert (done.returncode, done.stdout) == (0, "SERVING\n"), done.stderr
        made.issue(None, "ninjutsu.example")
        assert run("health", "--address", where, *trusted).returncode == 1
        named = ["--tls-name", "ninjutsu.example"]
        assert run("health", "--address", where, *trusted, *named).returncode == 0


def test_probe_with_mutual_tls(tmp_path):
    """With a certificate of the probe's own."""
    made = files(tmp_path)
    made.authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    own = made.clients.issue_cert("probe.example")
    own.cert_chain_pems[0].write_to_path(str(tmp_path / "probe.pem"))
    own.private_key_pem.write_to_path(str(tmp_path / "probe.key"))
    with running(**made.settings(mutual=True)) as server:
        asked = ["--address", server.address, "--tls-ca", str(tmp_path / "authority.pem")]
        assert run("health", *asked).returncode == 1
        own_flags = ["--tls-certificate", "probe.pem", "--tls-key", "probe.key"]
        paths = [str(tmp_path / word) if "." in word else word for word in own_flags]
        assert run("health", *asked, *paths).returncode == 0


def test_probe_of_a_service_that_hangs():
    """It gives up after its timeout, and says that."""
    with serving("--port", "0", "--log-format", "json") as served:
        served.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        done = run("health", "--address", served.address, "--timeout", "0.3")
        assert time.monotonic() - began >= 0.3
        served.process.send_signal(signal.SIGCONT)
    assert done.returncode == 1
    assert "DEADLINE_EXCEEDED" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--address", "h:1", "--socket", "s"], "--address or --socket, not both"),
        (["--address", "h:1", "--tls-key", __file__], "go together"),
        (["--timeout", "0"], "--timeout"),
        (["--address", "h:65537"], "'--address': h:65537: there is no port above 65535"),
    ],
)
def test_probe_with_wrong_options(arguments, message):
    """Exit status 2, which is no health either."""
    done = run("health", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_probe_with_settings_that_name_no_port():
    """Port 0 is another one each time."""
    done = run("health", NINJUTSU_PORT="0")
    assert done.returncode == 2
    assert "give --address" in done.stderr


def test_probe_with_wrong_settings():
    """The same error as when the service starts."""
    done = run("health", NINJUTSU_PORT="x")
    assert done.returncode == 2
    assert "NINJUTSU_PORT: 'x' is not a whole number" in done.stderr


def test_probe_loads_little():
    """It runs every few seconds: no rules, no cards, no logs."""
    code = "import sys, ninjutsu_service.cli.health; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    loaded = set(done.stdout.split())
    assert "ninjutsu_service.cli.health" in loaded
    heavy = {"grpc", "rich", "structlog", "watchfiles", "prometheus_client", "ninjutsu.v1"}
    assert not loaded & heavy
    assert not any(
        name.startswith(("ninjutsu_service.rules", "ninjutsu_service.cards")) for name in loaded
    )
