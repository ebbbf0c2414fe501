"""Writes what the combats in clients/conformance expect, or checks that it is what the rules give.

Run as `python tools/conformance.py`, with `--check` to change nothing. A combat's name, state and
calls are written by hand; what each call is answered with is filled in here, from the rules in
this process, and reviewed as any other change. clients/conformance/README.md has the schema.
Beside them clients/policy.json is the deadline and the retries that every client keeps to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.client import (
    SERVICE_CONFIG,
    Combat,
    InvalidRequest,
    Listing,
    Local,
    Outcome,
    Refused,
    Service,
)
from ninjutsu_service.rules.rulebook import Rulebook

ROOT = Path(__file__).resolve().parent.parent
COMBATS = ROOT / "clients" / "conformance"
POLICY = ROOT / "clients" / "policy.json"
WIDTH = 100
"""A value that fits into a line of this many characters stands in one."""

REQUESTS: dict[str, type[Message]] = {
    "ListActions": wire.ListActionsRequest,
    "TakeAction": wire.TakeActionRequest,
    "Resolve": wire.ResolveRequest,
    "AdvanceStep": wire.AdvanceStepRequest,
    "CheckState": wire.CheckStateRequest,
    "Batch": wire.BatchRequest,
}


def main(arguments: list[str] | None = None) -> int:
    """Writes the files, or says which are not what the rules give.

    Returns:
        0 when all is as the rules give it, 1 when `--check` found a difference.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; report differences")
    options = parser.parse_args(arguments)
    stale = []
    for path, text in written(Local().rulebook):
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not options.check:
            path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} {'is stale' if options.check else 'is written'}")
    if options.check and stale:
        print("Run `python tools/conformance.py`, and review what has changed.")
    return 1 if options.check and stale else 0


def written(rulebook: Rulebook) -> Iterator[tuple[Path, str]]:
    """Every file with the text that it should have."""
    for path in combat_files():
        combat = json.loads(path.read_text(encoding="utf-8"))
        yield path, laid_out(filled_in(combat, rulebook)) + "\n"
    yield POLICY, json.dumps(SERVICE_CONFIG, indent=2) + "\n"


def combat_files() -> list[Path]:
    """The files that hold a combat each."""
    return sorted(COMBATS.glob("*.json"))


def filled_in(combat: dict[str, Any], rulebook: Rulebook) -> dict[str, Any]:
    """A combat with what is expected of each call, and its state at the end."""
    service = Local(language=combat["language"], rulebook=rulebook)
    state = state_of(combat["state"])
    steps = []
    for step in combat["steps"]:
        state = state_of(step["state"]) if "state" in step else state
        answer = ask(service, state, step)
        if isinstance(answer, Outcome) and answer.state is not None:
            state = answer.state
        steps.append({**step, "expect": expected(step, answer)})
    return {**combat, "steps": steps, "finalState": as_data(state)}


def state_of(data: Any) -> pb.CombatState:
    """A state from its JSON form."""
    return json_format.ParseDict(data, pb.CombatState())


def as_data(message: Message) -> dict[str, Any]:
    """A message in its JSON form."""
    data: dict[str, Any] = json_format.MessageToDict(message)
    return data


def ask(service: Service, state: pb.CombatState, step: dict[str, Any]) -> object:
    """Make a step's call on a state, through the client's own methods.

    Returns:
        What the method returned, or the error that it raised.
    """
    method, positional, named = call_of(step)
    try:
        return getattr(service, method)(state, *positional, **named)
    except (Refused, InvalidRequest) as error:
        return error


def ask_playing(game: Combat, step: dict[str, Any]) -> object:
    """Give a step as a command of a combat that is played on; its state is the game's."""
    method, positional, named = call_of(step)
    try:
        return getattr(game, method)(*positional, **named)
    except (Refused, InvalidRequest) as error:
        return error


def call_of(step: dict[str, Any]) -> tuple[str, list[Any], dict[str, Any]]:
    """A step as a method of the client, with the arguments that it takes besides the state."""
    request: Any = json_format.ParseDict(step.get("request", {}), REQUESTS[step["call"]]())
    match request:
        case wire.ListActionsRequest():
            named = {"explain": request.explain, "engine_pays": request.engine_pays}
            return "list_actions", [request.player_id], named
        case wire.TakeActionRequest():
            payment = request.payment if request.HasField("payment") else None
            choices = choosing(request) | {"payment": payment}
            return "take_action", [request.player_id, request.action], choices
        case wire.ResolveRequest():
            return "resolve", [], choosing(request)
        case wire.AdvanceStepRequest():
            return "advance_step", [], choosing(request)
        case wire.BatchRequest():
            each = [getattr(one, str(one.WhichOneof("command"))) for one in request.commands]
            return "batch", [each], {}
        case _:
            return "check_state", [], {}


def choosing(request: Any) -> dict[str, Any]:
    """What every call that changes something takes."""
    return {
        "decisions": list(request.decisions),
        "seed": request.random_seed if request.HasField("random_seed") else None,
        "options": request.options if request.HasField("options") else None,
    }


def expected(step: dict[str, Any], answer: Any) -> dict[str, Any]:
    """What a step's method returned or raised, as its `expect` says it."""
    if isinstance(answer, list) and step["call"] == "CheckState":
        return {"faults": told_fields(answer)}
    if isinstance(answer, list):
        return {"responses": [told(each) for each in answer]}
    return told(answer)


def told(answer: object) -> dict[str, Any]:
    """An answer as `expect` says it."""
    match answer:
        case Listing():
            data = {"actions": [as_data(each) for each in answer.actions]}
            refusals = [told(each)["refused"] for each in answer.refusals]
            return data | ({"refusals": refusals} if refusals else {})
        case Outcome():
            outcome = wire.Outcome(
                events=[each.event for each in answer.events],
                choice=answer.choice,
                triggers=answer.triggers,
                random=answer.random,
            )
            return {"outcome": as_data(outcome)}
        case Refused():
            said = {
                "reason": answer.reason,
                "rule": answer.rule,
                "sourceId": answer.source_id,
                "keyword": answer.keyword,
                "returnedId": answer.returned_id,
                "message": answer.message,
            }
            return {"refused": {key: value for key, value in said.items() if value}}
        case InvalidRequest():
            return {"invalid": told_fields(answer.fields)}
        case _:
            raise TypeError(f"a client answered {answer!r}")


def told_fields(fields: Any) -> list[dict[str, str]]:
    """Wrong fields, each with what is wrong with it."""
    return [{"field": field, "message": message} for field, message in fields]


def laid_out(value: Any, margin: str = "", taken: int = 0) -> str:
    """A value as JSON, each part that fits into a line in one.

    Args:
        value: what is written.
        margin: what the lines after the first begin with.
        taken: the characters that its first line has besides.
    """
    short = json.dumps(value, ensure_ascii=False)
    if len(margin) + taken + len(short) <= WIDTH or not isinstance(value, list | dict) or not value:
        return short
    inner = margin + "  "
    if isinstance(value, list):
        lines = [inner + laid_out(each, inner, 1) for each in value]
        return "[\n" + ",\n".join(lines) + f"\n{margin}]"
    lines = []
    for key, each in value.items():
        name = f"{json.dumps(key)}: "
        lines.append(inner + name + laid_out(each, inner, len(name) + 1))
    return "{\n" + ",\n".join(lines) + f"\n{margin}}}"


if __name__ == "__main__":
    sys.exit(main())
