"""What a command sets up for its own process is gone after its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from ninjutsu_service.server import log


@pytest.fixture(autouse=True)
def logs_as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bug: after a test of `ninjutsu play` no later test of the process saw a warning logged."""
    before = structlog.get_config()
    configure = log.configure

    def not_kept(level: str = "info", form: str = "auto") -> bool:
        to_people = configure(level, form)
        # A logger that is kept would have that level for as long as the process lives.
        structlog.configure(cache_logger_on_first_use=False)
        return to_people

    monkeypatch.setattr(log, "configure", not_kept)
    yield
    structlog.configure(**before)
