"""Telling a combat to people: each call, what happened, and the rule that it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cli.scenario import Scenario, Step
from ninjutsu_service.client import Client, Failed, InvalidRequest, Refused

_MANA = (("white", "W"), ("blue", "U"), ("black", "B"), ("red", "R"), ("green", "G"))


class Teller:
    """Plays scenarios with a client and prints what happens."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._console = Console(highlight=False, soft_wrap=True)
        self._state = pb.CombatState()

    def tell(self, scenario: Scenario) -> None:
        """Play a scenario to its end; a refused call leaves the state as it was.

        Raises:
            Unavailable, DeadlineExceeded: the service does not answer.
        """
        self._state.CopyFrom(scenario.state)
        self._print(f"[bold]{escape(scenario.title)}[/]")
        for number, step in enumerate(scenario.steps, 1):
            self._print("")
            said = f" {escape(step.say)}" if step.say else ""
            self._print(f"[bold cyan]{number}. {step.method}[/]{said}")
            self._play(step)

    def _play(self, step: Step) -> None:
        request: Any = type(step.request)()
        request.CopyFrom(step.request)
        if not request.HasField("state"):
            request.state.CopyFrom(self._state)
        try:
            answer = self._client.send(step.method, request)
        except Refused as refused:
            self._tell_refusal(refused, "refused")
        except InvalidRequest as invalid:
            self._print(f"   [bold red]INVALID_ARGUMENT[/] {escape(str(invalid))}")
            for field, message in invalid.fields:
                self._print(f"     {escape(field)}: {escape(message)}")
        except Failed as failed:
            self._print(f"   [bold red]{escape(str(failed))}[/]")
        else:
            self._tell(answer)

    def _tell(self, answer: Any) -> None:
        match answer:
            case wire.ListActionsResponse():
                self._tell_listing(answer)
            case wire.CheckStateResponse():
                self._tell_faults(answer)
            case wire.BatchResponse():
                self._print(f"   {len(answer.responses)} answers")
            case _:
                self._tell_outcome(answer.outcome)

    def _tell_listing(self, answer: wire.ListActionsResponse) -> None:
        if not answer.actions:
            self._print("   [dim]nothing can be done[/]")
        for action in answer.actions:
            target = self._target(action.attack_target)
            cost = " ".join([action.mana_cost, *action.other_costs])
            self._print(
                f"   [green]can[/]    {self._name(action.source_id)}: {action.keyword} "
                f"[bold]{escape(cost)}[/], returning {self._name(action.returned_id)}"
                + (f", to attack {target}" if target else "")
            )
        for refusal in answer.refusals:
            self._tell_refusal(Refused.from_wire(refusal), "cannot")

    def _tell_refusal(self, refusal: Refused, word: str) -> None:
        where = f"{self._name(refusal.source_id)}" if refusal.source_id else ""
        if refusal.returned_id:
            where += f" for {self._name(refusal.returned_id)}"
        self._print(
            f"   [red]{word:<6}[/] {where}{': ' if where else ''}{escape(refusal.message)} "
            f"[dim]{refusal.reason}, {refusal.rule}[/]"
        )

    def _tell_faults(self, answer: wire.CheckStateResponse) -> None:
        if not answer.faults:
            self._print("   [green]the state is in order[/]")
        for fault in answer.faults:
            self._print(f"   [red]{escape(fault.field)}[/] {escape(fault.message)}")

    def _tell_outcome(self, outcome: wire.Outcome) -> None:
        if outcome.HasField("choice"):
            choice = outcome.choice
            self._print(f"   [yellow]{choice.player_id} decides[/] {escape(choice.prompt)}")
            return
        for event in outcome.events:
            text = describe(event, self._name)
            self._print(f"   [dim]{event.rule:>8}[/]  {text}")
            if event.HasField("object_created"):
                self._state.objects.append(event.object_created.object)
        if outcome.HasField("state"):
            self._state.CopyFrom(outcome.state)

    def _name(self, object_id: str) -> str:
        for item in self._state.objects:
            if item.id == object_id:
                name = item.characteristics.name or item.card_name or object_id
                return escape(name)
        return escape(object_id)

    def _target(self, target: pb.AttackTarget) -> str:
        return target.player_id or (self._name(target.permanent_id) if target.permanent_id else "")

    def _print(self, text: str) -> None:
        self._console.print(text)


def describe(event: ev.Event, name: Callable[[str], str]) -> str:
    """One event as a sentence without a full stop.

    Args:
        event: what happened.
        name: gives the name of an object by its id.
    """
    kind = event.WhichOneof("event")
    if kind is None:
        return "something that this client does not know"
    teller = _TELLERS.get(kind)
    value = getattr(event, kind)
    return teller(value, name) if teller else kind.replace("_", " ")


def mana_text(mana: pb.ManaPool) -> str:
    """Mana as a player writes it: {U}{U}."""
    text = "".join(f"{{{letter}}}" * min(getattr(mana, field), 20) for field, letter in _MANA)
    return text + "{C}" * min(mana.colorless, 20)


def _zone(number: int) -> str:
    return pb.Zone.Name(number).removeprefix("ZONE_").lower()  # type: ignore[arg-type]


def _moved(event: ev.ZoneChanged, name: Callable[[str], str]) -> str:
    how = " tapped" if event.tapped else ""
    to_zone, from_zone = _zone(event.to_zone), _zone(event.from_zone)
    return f"{name(event.object_id)} goes from {from_zone} to {to_zone}{how}"


def _damage(event: ev.DamageDealt, name: Callable[[str], str]) -> str:
    whom = event.player_id or name(event.object_id)
    return f"{name(event.source_id)} deals {event.amount} damage to {whom}"


def _counters(event: ev.CountersChanged, name: Callable[[str], str]) -> str:
    whom = event.player_id or name(event.object_id)
    verb = "gets" if event.change > 0 else "loses"
    return f"{whom} {verb} {abs(event.change)} {event.counter} counters"


def _life(event: ev.LifeChanged, name: Callable[[str], str]) -> str:
    verb = "gains" if event.change > 0 else "loses"
    return f"{event.player_id} {verb} {abs(event.change)} life"


def _joined(event: ev.AttackJoined, name: Callable[[str], str]) -> str:
    target = event.target.player_id or name(event.target.permanent_id)
    return f"{name(event.object_id)} is attacking {target}, unblocked"


def _removed(event: ev.StackRemoved, name: Callable[[str], str]) -> str:
    how = "resolved" if event.resolved else "did nothing"
    return f"{event.stack_object_id} {how} and leaves the stack"


def _pushed(event: ev.StackPushed, name: Callable[[str], str]) -> str:
    what = event.object.keyword or event.object.ability or "ability"
    return f"{what} of {name(event.object.source_id)} goes on the stack as {event.object.id}"


_TELLERS: dict[str, Callable[[Any, Callable[[str], str]], str]] = {
    "card_revealed": lambda event, name: f"{name(event.object_id)} is revealed",
    "card_hidden": lambda event, name: f"{name(event.object_id)} is no longer revealed",
    "stack_pushed": _pushed,
    "stack_removed": _removed,
    "object_tapped": lambda event, name: f"{name(event.object_id)} is tapped",
    "mana_added": lambda event, name: f"{event.player_id} gets {mana_text(event.mana)}",
    "mana_spent": lambda event, name: f"{event.player_id} spends {mana_text(event.mana)}",
    "combat_left": lambda event, name: f"{name(event.object_id)} leaves combat",
    "zone_changed": _moved,
    "object_ceased": lambda event, name: f"{name(event.object_id)} ceases to exist",
    "object_created": lambda event, name: f"{name(event.object.id)} is created",
    "attack_joined": _joined,
    "damage_dealt": _damage,
    "life_changed": _life,
    "counters_changed": _counters,
    "step_began": lambda event, name: (
        pb.Step.Name(event.step).removeprefix("STEP_").replace("_", " ").lower() + " begins"
    ),
    "player_lost": lambda event, name: f"{event.player_id} loses the game",
    "priority_given": lambda event, name: f"{event.player_id or 'nobody'} has priority",
}
