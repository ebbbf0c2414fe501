"""What runs the measurements: the description for readers, and which core runs what."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path


def describe(placed: str = "") -> str:
    """Processor, system and versions; nothing that names this one machine.

    Args:
        placed: which process runs where; empty for server and client on a core each.
    """
    cores = len(_cores()) or os.cpu_count() or 1
    pinned = "server and client pinned to one each" if len(_cores()) > 1 else "nothing pinned"
    packages = ", ".join(f"{name} {version(name)}" for name in ("grpcio", "protobuf"))
    return (
        f"{_processor()}, {cores} cores, {placed or pinned}; {platform.system()}; "
        f"{platform.python_implementation()} {platform.python_version()}, {packages}."
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    except OSError:
        pass
    return platform.machine()


def _cores() -> list[int]:
    """The cores that this process may use; none where the system does not tell."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    return sorted(os.sched_getaffinity(0))


def pin(place: int) -> None:
    """Keep this process on one core: 0 the server's, 1 the client's.

    Does nothing where there is but one core, or the system cannot pin.
    """
    cores = _cores()
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[place % len(cores)]})
