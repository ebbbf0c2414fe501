"""Scenario files: a state and the calls to make on it, in TOML."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf import message_factory
from google.protobuf.message import Message

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cli.filling import FillError, fill

METHODS = {
    method.name: message_factory.GetMessageClass(method.input_type)
    for method in wire.DESCRIPTOR.services_by_name["NinjutsuService"].methods
    if not method.client_streaming
}


class ScenarioError(ValueError):
    """A scenario file that cannot be played; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call: what is said of it, its method, and its request without the state."""

    say: str
    method: str
    request: Message


@dataclass(frozen=True, slots=True)
class Scenario:
    """A state and the calls to make, each on the state that the last one gave back."""

    title: str
    state: pb.CombatState
    steps: tuple[Step, ...]


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file.

    Raises:
        ScenarioError: it cannot be read, is no TOML, or names what the messages do not have.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        # Its own text has the path, which whoever reports this names as well.
        raise ScenarioError(error.strerror or str(error)) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(str(error)) from error
    _only(data, ("title", "state", "calls"), "")
    state = pb.CombatState()
    _fill(state, data.get("state", {}), "state")
    calls = data.get("calls", [])
    if not isinstance(calls, list):
        raise ScenarioError("calls: write each as [[calls]]")
    steps = tuple(_step(call, f"calls[{index}]") for index, call in enumerate(calls))
    return Scenario(str(data.get("title", path.stem)), state, steps)


def _step(call: Any, where: str) -> Step:
    if not isinstance(call, dict):
        raise ScenarioError(f"{where}: write each as [[calls]]")
    _only(call, ("say", "method", "request"), f"{where}.")
    method = call.get("method")
    if method is None:
        raise ScenarioError(f"{where}.method: required, one of {', '.join(METHODS)}")
    if not isinstance(method, str) or method not in METHODS:
        raise ScenarioError(f"{where}.method: {method!r} is none of {', '.join(METHODS)}")
    request: Message = METHODS[method]()
    _fill(request, call.get("request", {}), f"{where}.request")
    return Step(str(call.get("say", "")), method, request)


def _only(data: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    """A key that is not read would be missed: most are misspelt."""
    for key in data:
        if key not in known:
            raise ScenarioError(f"{where}{key}: unknown; what is read is {', '.join(known)}")


def _fill(message: Message, data: Any, where: str) -> None:
    try:
        fill(message, data, where)
    except FillError as error:
        raise ScenarioError(str(error)) from error
