"""How much work one call may be: so much that no game needs it, and no more.

What a call does grows with products of what it is sent: cards by attackers by ways to pay,
objects by static abilities. Loops of that kind count what they do here, and a request made to
be slow ends with an error in place of an answer that comes too late. The count depends on the
request alone, as answers do.
"""

from __future__ import annotations

MAX_EFFORT = 3_000_000
"""The steps of one call; each takes about a microsecond."""

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

    __slots__ = ("left", "room")

    def __init__(self) -> None:
        self.left = MAX_EFFORT
        self.room = MAX_ANSWER

    def spend(self, steps: int) -> None:
        """Count work about to be done.

        Raises:
            TooMuchWork: nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork("this request takes more work than any game needs")

    def say(self, size: int) -> None:
        """Count bytes about to be added to the answer.

        Raises:
            TooMuchWork: there is no room for them.
        """
        self.room -= size
        if self.room < 0:
            raise TooMuchWork(f"the answer would be longer than {MAX_ANSWER} bytes")
