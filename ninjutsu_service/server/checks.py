"""Checking every script that is loaded, in the background: calls come first."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Iterator
from types import ModuleType

import structlog

from ninjutsu_service.cards.carried import Carried
from ninjutsu_service.cards.diagnostics import Diagnostic, Severity
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.sources import ScriptFile

log = structlog.get_logger()

WORK_SECONDS = 0.0005
REST_SECONDS = 0.001
"""So long at a stretch scripts are checked, and so long calls have the interpreter alone."""

MAX_LOGGED = 20
"""Of so many scripts with errors the log tells; ListDiagnostics tells of all."""


class Checks:
    """What is wrong with the scripts of the newest pool; found by a thread of its own.

    What was found in a script is kept as long as pools have it, so that after a change only what
    changed is checked.
    """

    def __init__(self, carried: Carried) -> None:
        """Check nothing yet.

        Args:
            carried: what is carried out here.
        """
        self._carried = carried
        self._known: dict[int, tuple[Diagnostic, ...]] = {}
        self._noted: frozenset[Diagnostic] = frozenset()
        self._turn = threading.Condition()
        self._wanted: CardPool | None = None
        self._done: tuple[CardPool, tuple[Diagnostic, ...]] | None = None
        self._running = False
        self._stopped = False

    def want(self, pool: CardPool) -> None:
        """Have a pool checked, and no earlier one any more."""
        with self._turn:
            self._wanted = pool
            if not self._running and not self._stopped:
                self._running = True
                threading.Thread(target=self._run, name="checks", daemon=True).start()
            self._turn.notify_all()

    def wait(self, pool: CardPool, seconds: float) -> tuple[Diagnostic, ...] | None:
        """The errors and warnings of a pool's scripts and of its loading, by path and line.

        Returns:
            None where they are not all found within so many seconds, or another pool is wanted.
        """
        with self._turn:
            self._turn.wait_for(lambda: self._is_over(pool), seconds)
            return self._done[1] if self._done is not None and self._done[0] is pool else None

    def stop(self) -> None:
        """End the thread, and every wait."""
        with self._turn:
            self._stopped = True
            self._turn.notify_all()

    def _is_done(self, pool: CardPool | None) -> bool:
        return self._done is not None and self._done[0] is pool

    def _is_over(self, pool: CardPool) -> bool:
        return self._is_done(pool) or self._stopped or self._wanted is not pool

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._stopped or not self._is_done(self._wanted))
                pool = self._wanted
                if self._stopped or pool is None:
                    return
            found = self._check(pool)
            with self._turn:
                if found is not None:
                    self._done = (pool, found)
                    self._turn.notify_all()

    def _check(self, pool: CardPool) -> tuple[Diagnostic, ...] | None:
        """Everything that is wrong with a pool; None where another is wanted by now."""
        began = time.monotonic()
        tokens = frozenset(pool.tokens())
        files = [file for file in pool.files() if file.location not in pool.kept]
        found: list[Diagnostic] = []
        known: dict[int, tuple[Diagnostic, ...]] = {}
        fresh: list[Diagnostic] = []
        for file in self._with_rests(files):
            if self._stopped or self._wanted is not pool:
                self._known.update(known)
                return None
            key = _key(file, tokens)
            before = self._known.get(key)
            known[key] = self._look(file, tokens) if before is None else before
            found += known[key]
            if before is None:
                fresh += known[key]
        first, self._known = not self._known, known
        _checks().forget()
        # What was found in loading is told as the cards are read, and counts here as well.
        noted, self._noted = self._noted, frozenset(_faults(pool.notes))
        _tell(fresh, self._noted - noted, len(files), time.monotonic() - began, first=first)
        return ordered((*pool.notes, *found))

    def _look(self, file: ScriptFile, tokens: frozenset[str]) -> tuple[Diagnostic, ...]:
        try:
            found = _checks().check_script(file.text, file.path, tokens, carried=self._carried)
        except Exception:
            # Checks raise nothing; were one to, the other scripts are worth more than its name.
            log.exception("checking a script failed", path=file.path)
            return ()
        return tuple(_faults(found))

    def _with_rests(self, files: list[ScriptFile]) -> Iterator[ScriptFile]:
        """The files, with a rest after each stretch of work."""
        until = time.perf_counter() + WORK_SECONDS
        for file in files:
            yield file
            if time.perf_counter() > until:
                time.sleep(REST_SECONDS)
                until = time.perf_counter() + WORK_SECONDS


def _key(file: ScriptFile, tokens: frozenset[str]) -> int:
    """Stands for all that a script's findings depend on, in a tenth of the memory."""
    return hash((file.digest, file.path, tokens if "TokenScript" in file.text else None))


def place_of(found: Diagnostic) -> str:
    """Sorts as diagnostics are listed, and tells each from every other."""
    return f"{found.path}\0{found.line:07}\0{found.column:07}\0{found.code}\0{found.message}"


def ordered(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Errors and warnings in the order of their places, each once."""
    told = {place_of(each): each for each in _faults(found)}
    return tuple(told[place] for place in sorted(told))


def _faults(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    return (each for each in found if each.severity is not Severity.INFO)


def _errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.severity is Severity.ERROR]


def _tell(
    fresh: list[Diagnostic],
    noted: Collection[Diagnostic],
    scripts: int,
    seconds: float,
    *,
    first: bool,
) -> None:
    """Tell the log what was found: errors; after a change warnings too, somebody is at work.

    Args:
        fresh: what was found in scripts.
        noted: what was found in loading, which the log has been told of; it only counts.
        scripts: how many were checked.
        seconds: how long that took.
        first: whether nothing was checked before.
    """
    for each in (_errors(fresh) if first else fresh)[:MAX_LOGGED]:
        log_diagnostic(each)
    errors = len(_errors(fresh)) + len(_errors(noted))
    tell = log.info if fresh or noted else log.debug
    tell(
        "cards checked",
        scripts=scripts,
        errors=errors,
        warnings=len(fresh) + len(noted) - errors,
        seconds=round(seconds, 2),
    )


def log_diagnostic(found: Diagnostic) -> None:
    """Tell the log of a diagnostic: as a warning, or at debug where it is only a note."""
    tell = log.debug if found.severity is Severity.INFO else log.warning
    place = {"line": found.line, "column": found.column} if found.line else {}
    hint = {"suggestion": found.suggestion} if found.suggestion else {}
    tell("card script", code=found.code, path=found.path, message=found.message, **place, **hint)


def _checks() -> ModuleType:
    """The checks of scripts, imported only now: calls are answered before any script is checked."""
    from ninjutsu_service.cards import check  # noqa: PLC0415

    return check
