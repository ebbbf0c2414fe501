"""Logs: structlog to standard error, for people on a terminal and as JSON elsewhere."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import TextIO, cast

import structlog

log = structlog.get_logger()

_FIXED: dict[str, object] = {}
"""What every line of this process says."""


class Sink:
    """Where log lines go. A full disk or a reader that has gone costs lines, never a call.

    A line is one write, so that the lines of several processes do not mix.
    """

    def __init__(self, stream: TextIO | None) -> None:
        """Write to the file under a stream, or to the stream where there is none."""
        self._stream = stream
        self._file: int | None = None
        if stream is not None:
            with suppress(OSError, ValueError):
                self._file = stream.fileno()

    def write(self, text: str) -> None:
        """Write a line, or as much of it as can be."""
        with suppress(OSError, ValueError):
            if self._file is not None:
                data = text.encode("utf-8", "backslashreplace")
                while data:
                    data = data[os.write(self._file, data) :]
            elif self._stream is not None:
                self._stream.write(text)

    def flush(self) -> None:
        """Nothing is held back."""


class _Forward(logging.Handler):
    """What libraries log in their own way becomes a line like all others."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log it."""
        tell = log.error if record.levelno >= logging.ERROR else log.warning
        error = record.exc_info[0] if record.exc_info else None
        more = {"error": error.__name__} if error else {}
        tell(record.getMessage(), logger=record.name, **more)


def configure(level: str = "info", form: str = "auto") -> bool:
    """Send logs of this level and above to standard error, warnings of libraries too.

    Args:
        level: "debug", "info", "warning" or "error". Names of hidden cards appear at debug only.
        form: "console" for people, "json" for machines, "auto" by whether there is a terminal.

    Returns:
        Whether they are for people.
    """
    stream = sys.stderr
    terminal = form == "console"
    if form == "auto" and stream is not None:
        with suppress(OSError, ValueError):
            terminal = stream.isatty()
    shown = (
        # Plain: with rich at hand it would show every variable, hidden cards among them.
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if terminal
        else structlog.processors.JSONRenderer(sort_keys=True)
    )
    structlog.configure(
        processors=[
            _add_fixed,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            *([] if terminal else [structlog.processors.format_exc_info]),
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", Sink(stream))),
        cache_logger_on_first_use=True,
    )
    root = logging.getLogger()
    if not any(isinstance(each, _Forward) for each in root.handlers):
        root.addHandler(_Forward(logging.WARNING))
    return terminal


def say_always(**values: object) -> None:
    """Have every line from now on say this as well: which worker it is from."""
    _FIXED.update(values)


def _add_fixed(
    logger: object, method: str, event: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    event.update(_FIXED)
    return event


def keep_standard_streams() -> None:
    """Open what is closed of the three standard streams, to nowhere.

    Otherwise the next file or connection that is opened gets its number, and what is written
    to standard error lands there.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is this one.
            os.open(os.devnull, os.O_RDWR)
