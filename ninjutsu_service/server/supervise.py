"""Several workers on one port: started, watched, replaced, and stopped together.

The parent loads the cards and forks: the workers share that memory. It never touches grpc,
whose threads would not survive a fork.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import structlog

from ninjutsu_service.server import address
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.settings import Settings

log = structlog.get_logger()

LOOK_SECONDS = 0.1
"""How often the parent looks after its workers."""

SHORT_LIFE_SECONDS = 2.0
MAX_SHORT_LIVES = 10
"""Workers that end so soon, so often in a row, will not do better: the service gives up."""


class Supervisor:
    """The parent of the workers."""

    def __init__(self, settings: Settings, cards: LivePool) -> None:
        self._settings = settings
        self._cards = cards
        self._workers: dict[int, tuple[int, float]] = {}
        self._stopping = False
        self._short_lives = 0

    def run(self, ready: Callable[[str], None]) -> int:
        """Serve until SIGINT or SIGTERM.

        Args:
            ready: called once with the address, when the workers have been started.

        Returns:
            The exit status: 0 if every worker drained.

        Raises:
            AddressInUse: the address is taken.
        """
        held, port = address.reserve(self._settings.host, self._settings.port)
        settings = replace(self._settings, port=port)
        metrics_folder = tempfile.mkdtemp(prefix="ninjutsu-metrics-")
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_stop)
        signal.signal(signal.SIGHUP, self._on_hangup)
        try:
            for index in range(settings.workers):
                self._fork(settings, index)
            ready(address.shown(settings.host, port))
            return self._watch(settings)
        finally:
            held.close()
            shutil.rmtree(metrics_folder, ignore_errors=True)

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        self._tell(signal.SIGTERM)

    def _on_hangup(self, number: int, frame: FrameType | None) -> None:
        self._tell(signal.SIGHUP)

    def _tell(self, number: int) -> None:
        for pid in list(self._workers):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def _fork(self, settings: Settings, index: int) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                status = work(settings, self._cards, index)
            finally:
                # Not sys.exit: the parent's own clean-up is not this process's.
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        self._workers[pid] = (index, time.monotonic())
        if self._stopping:
            self._tell(signal.SIGTERM)

    def _watch(self, settings: Settings) -> int:
        status = 0
        deadline = float("inf")
        while self._workers:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                time.sleep(LOOK_SECONDS)
                if self._stopping and deadline == float("inf"):
                    deadline = time.monotonic() + settings.drain + settings.grace + 5
                if time.monotonic() > deadline:
                    log.error("workers did not stop; killing them", pids=list(self._workers))
                    self._tell(signal.SIGKILL)
                    status = 1
                    deadline = float("inf")
                continue
            index, began = self._workers.pop(pid)
            code = os.waitstatus_to_exitcode(ended)
            if self._stopping:
                status = status or (1 if code else 0)
            elif not self._replace(settings, index, pid, code, began):
                status = 1
        return status

    def _replace(self, settings: Settings, index: int, pid: int, code: int, began: float) -> bool:
        """Start another worker; False where that has become hopeless."""
        short = time.monotonic() - began < SHORT_LIFE_SECONDS
        self._short_lives = self._short_lives + 1 if short else 0
        log.error("a worker ended; another takes its place", pid=pid, exit_code=code)
        if self._short_lives >= MAX_SHORT_LIVES:
            log.error("workers end as soon as they begin; giving up")
            self._stopping = True
            self._tell(signal.SIGTERM)
            return False
        self._fork(settings, index)
        return True


def work(settings: Settings, cards: LivePool, index: int) -> int:
    """One worker, from its start to its end; its exit status."""
    # Imported here: grpc must not be there before the fork.
    from ninjutsu_service.server import app, metrics

    signals = app.Signals()
    if settings.pin:
        app.pin(index)
    try:
        running = app.build(settings, cards, share_port=True)
    except OSError as error:
        log.error("a worker cannot start", error=str(error))  # noqa: TRY400
        return 1
    if index == 0 and settings.metrics:
        try:
            metrics.serve_metrics(settings.metrics, several=True)
        except OSError as error:
            log.error("no metrics", address=settings.metrics, error=str(error))  # noqa: TRY400
    app.run_until_stopped(running, signals)
    return 0
