"""`ninjutsu serve` as a process of its own: its start, its memory, its processor time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CALL = "from ninjutsu_service.cli.main import main; main(prog_name='ninjutsu')"


@dataclass(frozen=True, slots=True)
class Service:
    """A service that runs.

    Attributes:
        pid: of its process; with workers, of their parent.
        address: where it answers.
        seconds: from the start of the process until it accepted calls.
        worked: for how many of those seconds it had the processor.
    """

    pid: int
    address: str
    seconds: float
    worked: float

    def memory(self, what: str) -> int:
        """Bytes, by the name that /proc/PID/status has for them: VmRSS, VmHWM."""
        return _bytes(Path(f"/proc/{self.pid}/status"), what)

    def share(self) -> int:
        """Its memory in bytes, of what others have as well its part only (PSS)."""
        return _bytes(Path(f"/proc/{self.pid}/smaps_rollup"), "Pss")


def _bytes(file: Path, what: str) -> int:
    return int(file.read_text().partition(f"\n{what}:")[2].split()[0]) * 1024


@contextmanager
def serving(*options: str) -> Iterator[Service]:
    """`ninjutsu serve` with these options, on a port of its own."""
    began = time.perf_counter()
    # The command is this interpreter with the text above.
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", CALL, "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = next(
            found[1]
            for line in process.stdout
            if (found := re.search(r"listens on (\S+) with", line))
        )
        seconds = time.perf_counter() - began
        yield Service(process.pid, address, seconds, processor_seconds(process.pid))
    finally:
        process.terminate()
        process.communicate()


def processor_seconds(pid: int) -> float:
    """For how long a process has had the processor so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
