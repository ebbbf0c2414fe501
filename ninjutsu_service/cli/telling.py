"""Telling a combat to people: each call, what happened, and the rule that it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cli.scenario import Scenario, Step
from ninjutsu_service.cli.sentences import Names, describe, listed
from ninjutsu_service.client import Client, Failed, InvalidRequest, Refused


def action_line(action: wire.Action, name: Callable[[str], str]) -> str:
    """What can be done, as rich's markup.

    Args:
        action: one of a listing.
        name: what an object is called, by its id.
    """
    attacked = action.attack_target
    target = attacked.player_id or (name(attacked.permanent_id) if attacked.permanent_id else "")
    cost = " ".join([action.mana_cost, *action.other_costs])
    return (
        f"[green]can[/]    {escape(name(action.source_id))}: {escape(action.keyword)} "
        f"[bold]{escape(cost)}[/], returning {escape(name(action.returned_id))}"
        + (f", to attack {escape(target)}" if target else "")
    )


def refusal_line(refusal: Refused, name: Callable[[str], str], word: str = "cannot") -> str:
    """What cannot be done and why, likewise; `word` stands before it."""
    where = name(refusal.source_id) if refusal.source_id else ""
    if refusal.returned_id:
        where += f" for {name(refusal.returned_id)}"
    return (
        f"[red]{word:<6}[/] {escape(f'{where}: ' if where else '')}{escape(refusal.message)} "
        f"[dim]{refusal.reason}, {refusal.rule}[/]"
    )


class Teller:
    """Plays scenarios with a client and prints what happens.

    Attributes:
        failed: how many calls were neither answered nor refused by the rules.
    """

    def __init__(self, client: Client) -> None:
        self.failed = 0
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
            self.failed += 1
            self._print(f"   [bold red]INVALID_ARGUMENT[/] {escape(str(invalid))}")
            for field, message in invalid.fields if len(invalid.fields) > 1 else ():
                self._print(f"     {escape(field)}: {escape(message)}")
        except Failed as failed:
            self.failed += 1
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
                self._tell_batch(answer)
            case _:
                self._tell_outcome(answer.outcome)
                if answer.outcome.HasField("state"):
                    self._state.CopyFrom(answer.outcome.state)

    def _tell_batch(self, answer: wire.BatchResponse) -> None:
        """Each answer by itself: all are about the one state that was sent."""
        for number, response in enumerate(answer.responses, 1):
            self._print(f"   [bold]answer {number}[/]")
            if response.HasField("actions"):
                self._tell_listing(response.actions)
            elif response.HasField("refusal"):
                self._tell_refusal(Refused.from_wire(response.refusal), "refused")
            else:
                self._tell_outcome(response.outcome)

    def _tell_listing(self, answer: wire.ListActionsResponse) -> None:
        if not answer.actions:
            self._print("   [dim]nothing can be done[/]")
        for action in answer.actions:
            self._print(f"   {action_line(action, self._name)}")
        for refusal in answer.refusals:
            self._tell_refusal(Refused.from_wire(refusal), "cannot")

    def _tell_refusal(self, refusal: Refused, word: str) -> None:
        self._print(f"   {refusal_line(refusal, self._name, word)}")

    def _tell_faults(self, answer: wire.CheckStateResponse) -> None:
        if not answer.faults:
            self._print("   [green]the state is in order[/]")
        for fault in answer.faults:
            self._print(f"   [red]{escape(fault.field)}[/] {escape(fault.message)}")

    def _tell_outcome(self, outcome: wire.Outcome) -> None:
        if outcome.HasField("choice"):
            self._tell_choice(outcome.choice)
            return
        names = Names(pb.CombatState())
        names.state.CopyFrom(self._state)
        for event in outcome.events:
            text = escape(describe(event, names))
            self._print(f"   [dim]{event.rule:>8}[/]  {text}")
        for trigger in outcome.triggers:
            self._print(f"   [yellow]triggers[/]  {escape(listed(trigger, names))}")
        if outcome.random:
            self._print("   [dim]The seed has decided something.[/]")

    def _tell_choice(self, choice: wire.Choice) -> None:
        """Who decides what, the choice's id, which a decision names, and the options by theirs."""
        self._print(
            f"   [yellow]{escape(choice.player_id)} decides[/] {escape(choice.prompt)} "
            f"[dim]{escape(choice.id)}[/]"
        )
        if choice.kind == wire.CHOICE_KIND_YES_NO:
            return
        for place, option in enumerate(choice.option_ids):
            label = choice.option_labels[place] if place < len(choice.option_labels) else ""
            shown = f"  {escape(label)}" if label and label != option else ""
            self._print(f"     [green]{escape(option)}[/]{shown}")

    def _name(self, object_id: str) -> str:
        return Names(self._state).of(object_id)

    def _print(self, text: str) -> None:
        self._console.print(text)
