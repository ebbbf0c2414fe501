"""How much work one call may be: so much that no game needs it, and no more.

What a call does grows with products of what it is sent: cards by attackers by ways to pay,
objects by static abilities. Loops of that kind count what they do here, and a request made to
be slow ends with an error in place of an answer that comes too late. The count depends on the
request alone, as answers do.

Whoever calls the rules may also want them to stop sooner, when a time has passed: they know no
clock, and ask a callable of the caller's, the pulse, every so many steps.
"""

from __future__ import annotations

from collections.abc import Callable

MAX_EFFORT = 3_000_000
"""The steps of one call; each takes about a microsecond."""

PULSE_STEPS = 5_000
"""How many steps are done from one pulse to the next: some milliseconds."""

Pulse = Callable[[], None]
"""Called now and then while the rules are at work; what it raises ends the work."""

MAX_ANSWER = 32 * 2**20
"""The bytes of the lists in an answer, more or less."""


class TooMuchWork(Exception):
    """The call would take longer, or its answer be longer, than any game needs.

    Attributes:
        reason: what a status says of it.
    """

    reason = "TOO_MUCH_WORK"


class Effort:
    """What is left of one call's steps, and of the bytes of its answer."""

    __slots__ = ("_next", "_pulse", "left", "room")

    def __init__(self, pulse: Pulse | None = None) -> None:
        self.left = MAX_EFFORT
        self.room = MAX_ANSWER
        self._pulse = pulse
        # One comparison finds both the end of the steps and the time for a pulse.
        self._next = 0 if pulse is None else MAX_EFFORT - PULSE_STEPS

    def spend(self, steps: int) -> None:
        """Count work about to be done.

        Raises:
            TooMuchWork: nothing is left.
        """
        self.left -= steps
        if self.left < self._next:
            self._look_up()

    def _look_up(self) -> None:
        if self.left < 0:
            raise TooMuchWork("this request takes more work than any game needs")
        if self._pulse is not None:
            self._pulse()
            self._next = max(0, self.left - PULSE_STEPS)

    def say(self, size: int) -> None:
        """Count bytes about to be added to the answer.

        Raises:
            TooMuchWork: there is no room for them.
        """
        self.room -= size
        if self.room < 0:
            raise TooMuchWork(f"the answer would be longer than {MAX_ANSWER} bytes")
