"""Clients that call all the time, under the policy that the service recommends."""

from __future__ import annotations

import json
import threading
from collections import Counter
from types import TracebackType

import grpc

from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service import calls
from ninjutsu_service.client.policy import channel_options
from tests.boards import bundled
from tests.server.calling import request
from tests.server.conftest import wait_until


def policy_channel(address: str) -> grpc.Channel:
    """A channel with the recommended retries; only the deadline is longer, for slow machines."""
    options = dict(channel_options({}))
    config = json.loads(str(options["grpc.service_config"]))
    assert config["methodConfig"][0]["timeout"] == "5s"
    config["methodConfig"][0]["timeout"] = "60s"
    options["grpc.service_config"] = json.dumps(config)
    return grpc.insecure_channel(address, list(options.items()))


class Steady:
    """Threads that call in a loop, each over a channel of its own, until the block ends.

    Attributes:
        answered: how many calls were.
        failed: how many ended with which status.
        wrong: how many answers were not the right one.
    """

    def __init__(self, address: str, clients: int = 4) -> None:
        self.answered = 0
        self.failed: Counter[str] = Counter()
        self.wrong = 0
        self._address = address
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._call) for _ in range(clients)]

    def __enter__(self) -> Steady:
        for thread in self._threads:
            thread.start()
        self.wait_for_more()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Call no more, before whoever answers is gone for good."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def wait_for_more(self, calls: int = 50) -> None:
        """Wait until so many more calls have ended."""
        least = self.answered + calls
        wait_until(lambda: self.answered >= least or self.failed or self.wrong, "calls", 60)

    def _call(self) -> None:
        asked = request()
        expected = calls.list_actions(bundled(), asked)
        with policy_channel(self._address) as channel:
            stub = service_pb2_grpc.NinjutsuServiceStub(channel)
            while not self._over.is_set():
                try:
                    answer = stub.ListActions(asked)
                except grpc.RpcError as error:
                    with self._lock:
                        self.failed[f"{error.code().name}: {error.details()}"] += 1
                    continue
                with self._lock:
                    self.answered += 1
                    self.wrong += answer != expected
