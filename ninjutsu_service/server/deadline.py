"""The end of a call's time: the rules ask now and then, and stop where it has come."""

from __future__ import annotations

from time import monotonic

import grpc

from ninjutsu_service.server import status


class Deadline:
    """The time that one call or command may take.

    It ends by `max_seconds`, or sooner where the client waits no longer: its own deadline has
    passed, or it cancelled the call.
    """

    __slots__ = ("_context", "_seconds", "_until")

    def __init__(self, context: grpc.ServicerContext, seconds: float) -> None:
        """The time begins now."""
        self._context = context
        self._seconds = seconds
        self._until = monotonic() + seconds

    def restart(self) -> None:
        """The time begins anew, for the next command of a stream."""
        self._until = monotonic() + self._seconds

    def check(self) -> None:
        """Look whether there is time left: about two microseconds.

        Raises:
            CallFailed: there is none.
        """
        if monotonic() > self._until:
            message = f"took longer than {self._seconds:g} seconds, the most that this server gives"
            raise status.over("max_seconds", self._seconds, message)
        if not self._context.is_active():
            # Of a call without a deadline infinitely much remains; the stubs do not know that.
            raise status.abandoned(late=self._context.time_remaining() <= 0)
