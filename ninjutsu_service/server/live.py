"""The live card pool: it follows its folders; each change is one atomic switch.

A call takes the edition that is current as it begins and keeps it to its end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog
import watchfiles

from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.diagnostics import Diagnostic, Severity
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.reload import Changes, changes, reload_pool
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook

log = structlog.get_logger()

DEBOUNCE_MS = 100
"""How long a folder must be quiet before it is read: an editor may save in several steps."""

LOOK_AGAIN_MS = 1000
"""How often a folder that was deleted and made again is looked for."""


class Edition:
    """One snapshot of the cards, with what the rules work out from it.

    Attributes:
        rulebook: the cards and the keywords.
        changes: what is otherwise than in the edition before.
        number: counts up.
    """

    def __init__(self, rulebook: Rulebook, changed: Changes, number: int) -> None:
        self.rulebook = rulebook
        self.changes = changed
        self.number = number
        self._found: list[Diagnostic] | None = None

    @property
    def pool(self) -> CardPool:
        """The cards."""
        return self.rulebook.pool

    def diagnostics(
        self, checked: dict[bytes, list[Diagnostic]], pulse: Callable[[], None]
    ) -> list[Diagnostic]:
        """Errors and warnings of every script and of loading, by path and line.

        Args:
            checked: what was found in scripts by their digest, kept from edition to edition.
            pulse: called now and then; where it raises, what was checked so far is kept.
        """
        if self._found is None:
            self._found = self._check(checked, pulse)
        return self._found

    def _check(
        self, checked: dict[bytes, list[Diagnostic]], pulse: Callable[[], None]
    ) -> list[Diagnostic]:
        tokens = frozenset(self.pool.tokens())
        found = [each for each in self.pool.notes if each.severity is not Severity.INFO]
        known: dict[bytes, list[Diagnostic]] = {}
        for file in self.pool.files():
            pulse()
            if file.digest not in checked:
                checked[file.digest] = check_script(file.text, file.path, tokens)
            known[file.digest] = checked[file.digest]
            found += known[file.digest]
        checked.clear()
        checked.update(known)
        order = {(each.path, each.line, each.column, each.code): each for each in found}
        return [order[key] for key in sorted(order)]


@dataclass(frozen=True, slots=True)
class Waited:
    """What a wait for another edition came to."""

    edition: Edition
    stopped: bool


class LivePool:
    """The current edition, and the watch over the folders that it comes from."""

    def __init__(self, paths: Sequence[Path], registry: Registry) -> None:
        self._paths = tuple(paths)
        self._registry = registry
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._checked: dict[bytes, list[Diagnostic]] = {}
        self._checking = threading.Lock()
        self._reloading = threading.Lock()
        self._told: list[Callable[[Edition], None]] = []
        pool = CardPool.load(self._paths)
        self._edition = Edition(Rulebook(pool, registry), Changes(added=pool.names()), 1)
        self._tell_notes(pool)

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

    def diagnostics(self, edition: Edition, pulse: Callable[[], None]) -> list[Diagnostic]:
        """What is wrong with an edition's scripts; the pulse may end the work, which is kept."""
        with self._checking:
            return edition.diagnostics(self._checked, pulse)

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
            changed = changes(before.pool, pool)
            if not changed and pool.notes == before.pool.notes:
                return False
            self._tell_notes(pool)
            edition = Edition(Rulebook(pool, self._registry), changed, before.number + 1)
            with self._changed:
                self._edition = edition
                self._changed.notify_all()
            for told in self._told:
                told(edition)
        log.info(
            "cards reloaded",
            version=pool.version,
            added=list(changed.added[:20]),
            changed=list(changed.changed[:20]),
            removed=list(changed.removed[:20]),
        )
        return True

    def watch(self) -> threading.Thread:
        """Follow the folders from now on, in a thread of its own."""
        thread = threading.Thread(target=self._follow, name="cards", daemon=True)
        thread.start()
        return thread

    def stop(self) -> None:
        """End the watch, and every wait."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()

    def wait(self, number: int, seconds: float) -> Waited:
        """Wait until an edition with another number is current, at most so long."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._edition.number != number or self._stop.is_set(), seconds
            )
            return Waited(self._edition, self._stop.is_set())

    def _follow(self) -> None:
        while not self._stop.is_set():
            watched = self._identities()
            try:
                self._watch_until_replaced(watched)
            except Exception:
                # The watch is a comfort: the cards that are loaded go on being served.
                log.exception("watching the cards failed; trying again")
                self._stop.wait(LOOK_AGAIN_MS / 1000)
            if not self._stop.is_set():
                self.reload_safely()

    def _watch_until_replaced(self, watched: dict[Path, int]) -> None:
        if not watched:
            self._stop.wait(LOOK_AGAIN_MS / 1000)
            return
        begun = False
        for found in watchfiles.watch(
            *watched,
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
            if self._identities() != watched:
                return

    def reload_safely(self) -> None:
        """Read the folders anew; where that fails, the cards that are loaded stay."""
        try:
            self.reload()
        except Exception:
            log.exception("reading the cards failed; those loaded stay")

    def _identities(self) -> dict[Path, int]:
        """The folders and files that exist, each with what tells it from a new one."""
        found = {}
        for path in self._paths:
            try:
                found[path] = path.stat().st_ino
            except OSError:
                continue
        return found

    def _tell_notes(self, pool: CardPool) -> None:
        for note in pool.notes:
            tell = log.debug if note.severity is Severity.INFO else log.warning
            tell("card script", code=note.code, path=note.path, message=note.message)
