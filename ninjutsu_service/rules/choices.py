"""What a player must decide, without memory: a choice comes back, and the call is made again.

Each question has an id that follows from the request alone. The decisions of a call answer
its questions in the order in which they are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NoReturn

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu_service.rules.refusals import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that a player has.

    Attributes:
        choice: the wire message, its prompt aside.
        topic: which prompt to show, a key of the table of messages.
        rule: the rule that gives the choice.
        details: the names that the prompt mentions.
    """

    choice: wire.Choice
    topic: str
    rule: str
    details: Mapping[str, str] = field(default_factory=dict)


class ChoiceNeeded(Exception):
    """Nothing has happened yet: this must be decided first."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.choice.id)
        self.question = question


class Decisions:
    """The decisions that a call brings, taken in order as questions come up.

    Attributes:
        taken: how many have been.
    """

    def __init__(self, decisions: Sequence[wire.Decision] = ()) -> None:
        self._left = list(decisions)
        self.taken = 0

    def yes_or_no(self, question: Question) -> bool:
        """Whether the player says yes.

        Raises:
            ChoiceNeeded: no decision is left for it.
            Refused: the decision answers another question, or is no yes or no.
        """
        decision = self._next(question)
        if decision.option_ids or decision.amounts:
            raise Refused(_illegal(question, decision, "yes: true, yes: false"))
        return decision.yes

    def chosen(self, question: Question) -> list[str]:
        """Which of the options the player takes, for CHOICE_KIND_OBJECTS and PLAYERS.

        Raises:
            ChoiceNeeded: no decision is left for it.
            Refused: too few, too many, one twice, or one that was not offered.
        """
        decision, choice = self._next(question), question.choice
        names = list(decision.option_ids)
        fits = choice.min <= len(names) <= choice.max and len(set(names)) == len(names)
        if decision.yes or decision.amounts or not fits or not set(names) <= {*choice.option_ids}:
            raise Refused(_illegal(question, decision, allowed_of(choice)))
        return names

    def order(self, question: Question) -> list[str]:
        """All the options in the order that the player wants, for CHOICE_KIND_ORDER.

        Raises:
            ChoiceNeeded: no decision is left for it.
            Refused: it is not every option once.
        """
        decision, choice = self._next(question), question.choice
        names = list(decision.option_ids)
        if decision.yes or decision.amounts or sorted(names) != sorted(choice.option_ids):
            allowed = f"{len(choice.option_ids)}: {', '.join(choice.option_ids)}"
            raise Refused(_illegal(question, decision, allowed))
        return names

    def divided(
        self, question: Question, allows: Callable[[dict[str, int]], bool], allowed: str
    ) -> dict[str, int]:
        """How the player divides damage, for CHOICE_KIND_DAMAGE.

        Args:
            question: its `max` is the whole, all of which is divided.
            allows: whether a division of the whole among the options may be made.
            allowed: what may be, for people.

        Returns:
            The part of each option, in the order offered; 0 for one that was not named.

        Raises:
            ChoiceNeeded: no decision is left for it.
            Refused: another sum, an option that was not offered or named twice, or a division
                that is not allowed.
        """
        decision, choice = self._next(question), question.choice
        names, amounts = list(decision.option_ids), list(decision.amounts)
        fits = (
            len(names) == len(amounts) == len(set(names))
            and {*names} <= {*choice.option_ids}
            and sum(amounts) == choice.max
            and not decision.yes
        )
        given = dict(zip(names, amounts, strict=False))
        parts = {name: given.get(name, 0) for name in choice.option_ids}
        if not fits or not allows(parts):
            raise Refused(_illegal(question, decision, allowed))
        return parts

    def refuse(self, question: Question, given: Iterable[str], allowed: str) -> NoReturn:
        """A decision that fits the question's form, but not what else counts.

        Args:
            question: what was asked.
            given: the options that were taken.
            allowed: what may be, for people.

        Raises:
            Refused: always.
        """
        decision = wire.Decision(choice_id=question.choice.id, option_ids=given)
        raise Refused(_illegal(question, decision, allowed))

    def _next(self, question: Question) -> wire.Decision:
        if not self._left:
            raise ChoiceNeeded(question)
        decision = self._left.pop(0)
        if decision.choice_id != question.choice.id:
            details = {"given": decision.choice_id, "allowed": question.choice.id}
            raise Refused(
                Refusal(wire.REFUSAL_REASON_ILLEGAL_DECISION, question.rule, details=details)
            )
        self.taken += 1
        return decision

    def finish(self) -> None:
        """Every decision must have been asked for.

        Raises:
            Refused: one was not.
        """
        if self._left:
            raise Refused(
                Refusal(
                    wire.REFUSAL_REASON_ILLEGAL_DECISION,
                    "608.2d",
                    details={"given": self._left[0].choice_id, "allowed": ""},
                )
            )


def allowed_of(choice: wire.Choice) -> str:
    """How many of which options may be taken: "1-2: x, y"."""
    count = f"{choice.min}" if choice.min == choice.max else f"{choice.min}-{choice.max}"
    return f"{count}: {', '.join(choice.option_ids)}"


def _illegal(question: Question, decision: wire.Decision, allowed: str) -> Refusal:
    return Refusal(
        wire.REFUSAL_REASON_ILLEGAL_DECISION,
        question.rule,
        details={"given": _said(decision), "allowed": allowed},
    )


def _said(decision: wire.Decision) -> str:
    """A decision as it was made: "x, y", "x = 2, y = 1", "yes: true"; empty if it says nothing."""
    names: list[str] = list(decision.option_ids)
    if decision.amounts:
        pairs = zip_longest(names, decision.amounts, fillvalue="?")
        names = [f"{name} = {amount}" for name, amount in pairs]
    if decision.yes:
        names.append("yes: true")
    return ", ".join(names)
