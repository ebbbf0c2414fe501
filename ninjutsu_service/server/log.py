"""Logs: structlog to standard error, for people on a terminal and as JSON elsewhere."""

from __future__ import annotations

import logging
import sys

import structlog


def configure(level: str = "info", form: str = "auto") -> None:
    """Send logs of this level and above to standard error.

    Args:
        level: "debug", "info", "warning" or "error". Names of hidden cards appear at debug only.
        form: "console" for people, "json" for machines, "auto" by whether there is a terminal.
    """
    terminal = form == "console" or (form == "auto" and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            *([] if terminal else [structlog.processors.format_exc_info]),
            structlog.dev.ConsoleRenderer()
            if terminal
            else structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
