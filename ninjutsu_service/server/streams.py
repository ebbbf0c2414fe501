"""How many streams are open, of each peer and in all."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

from ninjutsu_service.server import status
from ninjutsu_service.server.threads import CallThreads
from ninjutsu_service.server.wire import Behavior

SPARE_THREADS = 16
"""Threads beyond one for each stream, on which those too many are told so."""


class Streams:
    """Counts streams and keeps their threads.

    Attributes:
        threads: where streams run; each holds one as long as it lives, mostly asleep.
        watchers: the same for those with one request, which is received first.
        ending: how many are open of those that end by themselves when the server stops.
    """

    def __init__(self, of_one_peer: int, in_all: int) -> None:
        self._of_one_peer = of_one_peer
        self._in_all = in_all
        self._peers: Counter[str] = Counter()
        self._open = 0
        self.ending = 0
        self._lock = threading.Lock()
        self.threads = ThreadPoolExecutor(in_all + SPARE_THREADS, "stream")
        self.watchers = CallThreads(in_all + SPARE_THREADS, "watcher")

    def counted(self, behavior: Behavior, *, ends: bool) -> Behavior:
        """A streaming method of which no more are opened than may be.

        Args:
            behavior: the method.
            ends: whether it ends by itself when the server stops.
        """

        def behave(requests: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            with self._one_more(host_of(context.peer()), int(ends)):
                yield from behavior(requests, context)

        return behave

    @contextmanager
    def _one_more(self, peer: str, ending: int) -> Iterator[None]:
        """Hold a place for a stream.

        Raises:
            CallFailed: there is none, for this peer or for anybody.
        """
        with self._lock:
            if self._peers[peer] >= self._of_one_peer:
                message = f"this peer has {self._of_one_peer} streams open, the most that it may"
                raise status.over("max_streams", self._of_one_peer, message)
            if self._open >= self._in_all:
                message = f"{self._in_all} streams are open, the most that there may be"
                raise status.over("max_streams_in_all", self._in_all, message)
            self._open += 1
            self.ending += ending
            self._peers[peer] += 1
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1
                self.ending -= ending
                self._peers[peer] -= 1
                if not self._peers[peer]:
                    del self._peers[peer]


def host_of(peer: str) -> str:
    """A peer without its port: "ipv4:10.0.0.1:54321" is "ipv4:10.0.0.1".

    All that comes over a unix socket is one peer.
    """
    return peer.rpartition(":")[0] if peer.startswith(("ipv4:", "ipv6:")) else peer
