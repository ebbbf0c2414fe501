"""The live card pool: it follows its folders; each change is one atomic switch.

A call takes the edition that is current as it begins and keeps it to its end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog
import watchfiles
from watchfiles import Change

from ninjutsu_service.cards.diagnostics import Diagnostic
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.reload import Changes, changes, is_same, reload_pool
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server.checks import Checks, log_diagnostic

log = structlog.get_logger()

DEBOUNCE_MS = 100
"""How long a folder must be quiet before it is read: an editor may save in several steps."""

LOOK_AGAIN_MS = 250
"""How often a path is looked for that was deleted, made again, or replaced by another."""

POLL_SECONDS = 5.0
"""How often folders are read where the system does not tell of changes."""

MAX_NAMED = 20
"""Of so many names a log line tells."""


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One snapshot of the cards, with what the rules work out from it.

    Attributes:
        rulebook: the cards and the keywords.
        changes: what is otherwise than in the edition before.
        number: counts up.
    """

    rulebook: Rulebook
    changes: Changes
    number: int

    @property
    def pool(self) -> CardPool:
        """The cards."""
        return self.rulebook.pool

    def changes_since(self, earlier: Edition) -> Changes:
        """What is otherwise than in an earlier edition."""
        if earlier.number == self.number - 1:
            return self.changes
        return changes(earlier.pool, self.pool)


@dataclass(frozen=True, slots=True)
class Waited:
    """What a wait for another edition came to."""

    edition: Edition
    stopped: bool


class LivePool:
    """The current edition, and the watch over the folders that it comes from.

    Attributes:
        carried: what of the script language is carried out here.
    """

    def __init__(self, paths: Sequence[Path], registry: Registry) -> None:
        self._paths = tuple(paths)
        self._registry = registry
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self.carried = carried(registry)
        self._checks = Checks(self.carried)
        self._checking = False
        self._reloading = threading.Lock()
        self._told: list[Callable[[Edition], None]] = []
        pool = CardPool.load(self._paths)
        self._edition = Edition(Rulebook(pool, registry), Changes(added=pool.names()), 1)
        _tell_notes(pool.notes)

    @classmethod
    def of(cls, rulebook: Rulebook) -> LivePool:
        """A pool that follows nothing: these cards as long as it lives."""
        live = cls((), rulebook.registry)
        live._edition = Edition(rulebook, Changes(), 1)
        return live

    @property
    def edition(self) -> Edition:
        """The current edition."""
        return self._edition

    def check(self) -> None:
        """Have every script checked, now and after each change, in the background."""
        with self._reloading:
            self._checking = True
            self._checks.want(self._edition.pool)

    def diagnostics(self, seconds: float) -> tuple[Edition, tuple[Diagnostic, ...]] | None:
        """What is wrong with the current edition's scripts, and what was wrong in loading them.

        Returns:
            The edition with errors and warnings by path and line; None where they are not all
            found within so many seconds, or the pool was stopped.
        """
        self.check()
        edition = self._edition
        found = self._checks.wait(edition.pool, seconds)
        return None if found is None else (edition, found)

    def tell(self, told: Callable[[Edition], None]) -> None:
        """Have something told of the current edition, now, and of each that follows."""
        with self._reloading:
            self._told.append(told)
            told(self._edition)

    def reload(self) -> bool:
        """Read the folders anew, now.

        Returns:
            Whether anything changed.
        """
        if not self._paths:
            return False
        with self._reloading:
            before = self._edition
            pool = reload_pool(self._paths, before.pool)
            if is_same(before.pool, pool):
                return False
            changed = changes(before.pool, pool)
            known = set(before.pool.notes)
            _tell_notes(note for note in pool.notes if note not in known)
            edition = Edition(Rulebook(pool, self._registry), changed, before.number + 1)
            with self._changed:
                self._edition = edition
                self._changed.notify_all()
            if self._checking:
                self._checks.want(pool)
            for told in self._told:
                told(edition)
        named = {
            what: list(names[:MAX_NAMED])
            for what in ("added", "changed", "removed")
            if (names := getattr(changed, what))
        }
        log.info("cards reloaded", version=pool.version, cards=len(pool), **named)
        return True

    def watch(self) -> threading.Thread:
        """Follow the folders from now on, in a thread of its own."""
        thread = threading.Thread(target=self._follow, name="cards", daemon=True)
        thread.start()
        return thread

    def stop(self) -> None:
        """End the watch, and every wait."""
        self._stop.set()
        self._checks.stop()
        with self._changed:
            self._changed.notify_all()

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return self._stop.is_set()

    def wait(self, number: int, seconds: float) -> Waited:
        """Wait until an edition with another number is current, at most so long."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._edition.number != number or self._stop.is_set(), seconds
            )
            return Waited(self._edition, self._stop.is_set())

    def _follow(self) -> None:
        told = False
        while not self._stop.is_set():
            watched = self._identities()
            try:
                self._watch_until_replaced(watched)
            except FileNotFoundError:
                # It went away between looking and watching.
                self._stop.wait(LOOK_AGAIN_MS / 1000)
            except Exception:
                # The watch is a comfort: the cards that are loaded go on being served.
                if not told:
                    log.exception("nobody tells of changes; the cards are read every few seconds")
                told = True
                self._stop.wait(POLL_SECONDS)
            if not self._stop.is_set():
                self.reload_safely()

    def _watch_until_replaced(self, watched: dict[Path, tuple[int, int]]) -> None:
        if not watched:
            self._stop.wait(LOOK_AGAIN_MS / 1000)
            return
        roots = {str(path) for path in watched}
        begun = False
        for found in watchfiles.watch(
            *watched,
            watch_filter=_is_of_interest,
            stop_event=self._stop,
            debounce=DEBOUNCE_MS,
            step=DEBOUNCE_MS // 2,
            rust_timeout=LOOK_AGAIN_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
        ):
            # What changed after the cards were read and before the watch began is found once it
            # has begun.
            if found or not begun:
                self.reload_safely()
            begun = True
            gone = any(change is Change.deleted and path in roots for change, path in found)
            if gone or self._identities() != watched:
                return

    def reload_safely(self) -> None:
        """Read the folders anew; where that fails, the cards that are loaded stay."""
        try:
            self.reload()
        except Exception:
            log.exception("reading the cards failed; those loaded stay")

    def _identities(self) -> dict[Path, tuple[int, int]]:
        """The folders and files that exist, each with what tells it from a new one."""
        found = {}
        for path in self._paths:
            try:
                status = path.stat()
            except OSError:
                continue
            found[path] = status.st_dev, status.st_ino
        return found


def _is_of_interest(change: Change, path: str) -> bool:
    """Whether a change can be one of scripts; editors leave other files beside them.

    What mounts configuration switches a link whose name begins with two dots.
    """
    name = path.rpartition("/")[2]
    return not name.endswith(_LEFT_BY_EDITORS) and not (name[:1] == "." and name[:2] != "..")


_LEFT_BY_EDITORS = ("~", ".swp", ".swx", ".tmp", ".bak")


def _tell_notes(notes: Iterable[Diagnostic]) -> None:
    """Tell the log of what was found in loading: faults, and how many cards take others' places."""
    overriding = []
    for note in notes:
        log_diagnostic(note)
        if note.code == "NJ006":
            overriding.append(note.token)
    if overriding:
        log.info(
            "cards take the place of earlier ones",
            count=len(overriding),
            names=overriding[:MAX_NAMED],
        )
