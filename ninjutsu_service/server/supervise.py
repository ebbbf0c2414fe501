"""Several workers on one port: started, watched, replaced, and stopped together.

The parent loads the cards and forks: the workers share that memory. It never touches grpc,
whose threads would not survive a fork.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog

from ninjutsu_service.server import address
from ninjutsu_service.server.live import LivePool
from ninjutsu_service.server.log import say_always
from ninjutsu_service.server.pinning import Pinning, idle_cores
from ninjutsu_service.server.settings import Settings
from ninjutsu_service.server.signals import ALL, RELOAD, STOP, Signals

log = structlog.get_logger()

LOOK_SECONDS = 0.1
"""How often the parent looks after its workers."""

SHORT_LIFE_SECONDS = 2.0
MAX_SHORT_LIVES = 10
"""Workers that end so soon, so often in a row, will not do better: the service gives up."""

PATIENCE_SECONDS = 5.0
"""How much longer than it should take a worker may take to stop."""


@dataclass(slots=True)
class Worker:
    """A process that answers calls.

    Attributes:
        place: which of the workers it is.
        began: when, by `time.monotonic`.
    """

    place: int
    began: float


class Supervisor:
    """The parent of the workers."""

    def __init__(self, settings: Settings, cards: LivePool) -> None:
        self._settings = settings
        self._cards = cards
        self._cores = idle_cores(settings.workers) if settings.pin else []
        self._workers: dict[int, Worker] = {}
        self._missing: list[int] = list(range(settings.workers))
        self._short_lives = 0
        self._status = 0
        self._ready, self._tell_ready = os.pipe()
        os.set_blocking(self._ready, False)

    def run(self, ready: Callable[[str], None]) -> int:
        """Serve until SIGINT or SIGTERM.

        Args:
            ready: called once with the address, when every worker accepts calls.

        Returns:
            The exit status: 0 if every worker drained.

        Raises:
            AddressInUse: the address is taken.
        """
        held, port = address.reserve(self._settings.host, self._settings.port)
        self._settings = replace(self._settings, port=port)
        folder = tempfile.mkdtemp(prefix="ninjutsu-metrics-")
        # The library reads it as it is imported, which the workers do.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        signals = Signals()
        # What is there by now lives as long as the service: the workers' collectors leave it
        # alone, and so leave it shared.
        gc.collect()
        gc.freeze()
        try:
            if self._start(signals):
                ready(address.shown(self._settings.host, port))
                self._watch(signals)
            self._stop(signals)
        finally:
            for each in held:
                each.close()
            shutil.rmtree(folder, ignore_errors=True)
        return self._status

    def _start(self, signals: Signals) -> bool:
        """Start every worker; False where one cannot, or the service is to stop already."""
        self._fill(first=True)
        accepting = 0
        while accepting < self._settings.workers:
            if signals.wait(LOOK_SECONDS / 5) & STOP:
                return False
            if self._reap():
                log.error("a worker could not start")
                self._status = 1
                return False
            with suppress(BlockingIOError):
                accepting += len(os.read(self._ready, 1024))
        return True

    def _watch(self, signals: Signals) -> None:
        """Replace workers that end, until the service is to stop."""
        while True:
            came = signals.wait(LOOK_SECONDS)
            if came & STOP:
                return
            if came & RELOAD:
                self._tell(signal.SIGHUP)
            for pid, worker, code in self._reap():
                short = time.monotonic() - worker.began < SHORT_LIFE_SECONDS
                self._short_lives = self._short_lives + 1 if short else 0
                log.error("a worker ended; another takes its place", pid=pid, exit_code=code)
            if self._short_lives >= MAX_SHORT_LIVES:
                log.error("workers end as soon as they begin; giving up")
                self._status = 1
                return
            self._fill()

    def _stop(self, signals: Signals) -> None:
        """Have the workers drain, and kill those that do not."""
        self._tell(signal.SIGTERM)
        settings = self._settings
        until = time.monotonic() + settings.drain + settings.grace + PATIENCE_SECONDS
        while self._workers:
            signals.wait(LOOK_SECONDS / 5)
            for pid, _, code in self._reap():
                if code:
                    log.error("a worker did not stop well", pid=pid, exit_code=code)
                    self._status = 1
            if time.monotonic() > until:
                log.error("workers did not stop; killing them", pids=list(self._workers))
                self._tell(signal.SIGKILL)
                until = float("inf")

    def _tell(self, number: int) -> None:
        for pid in list(self._workers):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _reap(self) -> list[tuple[int, Worker, int]]:
        """The workers that have ended, each with its exit code."""
        ended = []
        while self._workers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break  # the others work
            worker = self._workers.pop(pid, None)
            if worker is None:
                continue
            self._missing.append(worker.place)
            ended.append((pid, worker, os.waitstatus_to_exitcode(status)))
            _forget_gauges(pid)
        return ended

    def _fill(self, *, first: bool = False) -> None:
        """Start the workers that are missing."""
        while self._missing:
            try:
                self._fork(self._missing[0], first=first)
            except OSError as error:
                # No memory, no process: perhaps the next time that is looked.
                log.error("a worker cannot be started", error=address.why(error))  # noqa: TRY400
                return
            del self._missing[0]

    def _fork(self, place: int, *, first: bool) -> None:
        # A signal that comes in between waits until the child has its own way to take it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ALL)
        try:
            parent = os.getpid()
            pid = os.fork()
            if pid == 0:
                signals = Signals()
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                self._become_worker(place, signals, parent, first=first)
            self._workers[pid] = Worker(place, time.monotonic())
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _become_worker(self, place: int, signals: Signals, parent: int, *, first: bool) -> None:
        """Work, and end this process without what is the parent's to clean up."""
        status = 1
        say_always(worker=place)
        try:
            if not first:
                # Folders may have changed since the parent read them.
                self._cards.reload_safely()
            core = self._cores[place] if self._cores else None
            status = _work(
                self._settings,
                self._cards,
                signals,
                place=place,
                core=core,
                parent=parent,
                ready=lambda: os.write(self._tell_ready, b"."),
            )
        except BaseException:
            log.exception("a worker failed")
        finally:
            # Nothing is flushed: what the parent had not written yet is the parent's to write.
            os._exit(status)


def _work(
    settings: Settings,
    cards: LivePool,
    signals: Signals,
    *,
    place: int,
    core: int | None,
    parent: int,
    ready: Callable[[], object],
) -> int:
    """One worker, from its start to its end; its exit status."""
    # Imported here: grpc must not be there before the fork.
    from ninjutsu_service.server import app, metrics

    pinning = None if core is None else Pinning(core)
    try:
        running = app.build(settings, cards, share_port=True)
    except OSError as error:
        log.error("a worker cannot start", error=str(error))  # noqa: TRY400
        return 1
    if place == 0 and settings.metrics:
        try:
            metrics.serve_metrics(settings.metrics, several=True)
        except OSError as error:
            log.error("no metrics", address=settings.metrics, error=address.why(error))  # noqa: TRY400
    ready()

    def tick() -> bool:
        if pinning is not None:
            pinning.look()
        # A worker whose parent was killed has nobody to stop it, and keeps the port.
        return os.getppid() == parent

    app.run_until_stopped(running, signals, tick)
    return 0


def _forget_gauges(pid: int) -> None:
    """Have the metrics of a dead worker's open streams and loaded cards no longer count."""
    from prometheus_client import multiprocess

    with suppress(OSError):
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
