"""Have grpc receive a request first, and a thread take it up when it is there.

A thread that asks grpcio for a request sleeps until grpcio's own thread has it and wakes it: one
hand-over more for each call, and a client that sends nothing holds the thread.
grpcio has no public way to ask without waiting. What is used here of its inside has been there
from its first version on; where it does not fit, threads wait as grpcio has them wait.
"""

# ruff: noqa: SLF001 - this is the one place that knows what grpcio has inside.

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import grpc

from ninjutsu_service.server.wire import Missing

MISSING = Missing()

_THUNK = 4
"""Which of the arguments that grpcio hands to a thread gives the requests."""


def fits() -> bool:
    """Whether this grpcio can be asked without waiting, by its looks."""
    requests = getattr(import_module("grpc._server"), "_RequestIterator", None)
    needed = ("_raise_or_start_receive_message", "_look_for_request")
    return all(hasattr(requests, name) for name in needed)


class _Watched:
    """Stands for grpcio's call where a request is asked for, and tells when that has ended."""

    __slots__ = ("_call", "ended")

    def __init__(self, call: Any, ended: Callable[[], None]) -> None:
        self._call = call
        self.ended = ended

    def start_server_batch(self, operations: Any, tag: Callable[[Any], Any]) -> Any:
        """Start operations; grpcio's thread calls the tag when they have ended."""

        def told(event: Any) -> Any:
            try:
                return tag(event)
            finally:
                self.ended()

        return self._call.start_server_batch(operations, told)


def begin(arguments: tuple[Any, ...], ended: Callable[[], None]) -> bool:
    """Ask for the request of a call that no thread has taken up yet.

    Args:
        arguments: what grpcio hands to the thread that answers the call.
        ended: as for `ask`.

    Returns:
        As `ask` does.
    """
    try:
        requests = arguments[_THUNK]()
    except (IndexError, TypeError):
        return False
    return ask(requests, ended)


def ask(requests: Any, ended: Callable[[], None]) -> bool:
    """Ask for the next of a call's requests.

    Args:
        requests: what grpcio gives for them; the one before has been taken by `received`.
        ended: called once, on grpcio's thread: the request has come, or will not.

    Returns:
        Whether it was asked for; otherwise `ended` is not called, and `received` waits for it.
    """
    try:
        condition, start = requests._state.condition, requests._raise_or_start_receive_message
        if isinstance(requests._call, _Watched):
            requests._call.ended = ended
        else:
            requests._call = _Watched(requests._call, ended)
    except AttributeError:
        return False
    with condition:
        try:
            start()
        except (grpc.RpcError, StopIteration):
            # Over before it began: whoever takes it is told the same.
            return False
    return True


def received(requests: Iterator[Any]) -> Any:
    """The request that was asked for: a message, or `Unread`; None where it has not come yet.

    Raises:
        RpcError: the call is over.
    """
    if not isinstance(getattr(requests, "_call", None), _Watched):
        return next(requests, MISSING)
    asked: Any = requests
    with asked._state.condition:
        try:
            return asked._look_for_request()
        except StopIteration:
            return MISSING
