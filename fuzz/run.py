"""Run fuzz targets for some time each: `python -m fuzz.run SECONDS [TARGET [FOLDER]]`.

They begin from the kept corpus. What is found new goes to the folder, `build/fuzz` unless it is
named, and so does an input that makes a target fail; its path is printed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ninjutsu_service.cards.pool import bundled_path

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "fuzz" / "corpus"
FOUND = ROOT / "build" / "fuzz"
TARGETS = ("requests", "scripts")

MAX_BYTES = 1 << 16
TIMEOUT_SECONDS = 20
"""An input that takes longer than this is a failure: calls are bounded."""


def main(arguments: list[str]) -> int:
    """Run from the command line; the exit status is 0 where nothing failed."""
    seconds = int(arguments[0]) if arguments else 600
    folder = Path(arguments[2]) if len(arguments) > 2 else FOUND
    return max(fuzz(name, seconds, folder) for name in arguments[1:2] or TARGETS)


def fuzz(name: str, seconds: int, where: Path = FOUND) -> int:
    """Fuzz one target for so long."""
    found, kept, begin = where / name, CORPUS / name, where / f"{name}-seeds"
    for folder in (found, kept, begin):
        folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(name)):
        (begin / f"seed-{number:03}").write_bytes(data)
    print(f"Fuzzing {name} for {seconds} seconds", flush=True)
    return run(
        name,
        *(str(folder) for folder in (found, kept, begin)),
        f"-max_total_time={seconds}",
        f"-max_len={MAX_BYTES}",
        f"-timeout={TIMEOUT_SECONDS}",
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
        f"-artifact_prefix={where}/{name}-",
    )


def run(name: str, *options: str) -> int:
    """One process of one target."""
    command = [sys.executable, "-m", f"fuzz.fuzz_{name}", *options]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def seeds(name: str) -> list[bytes]:
    """Inputs to begin with that need not be kept: they are made from what is there."""
    if name == "scripts":
        return [path.read_bytes() for path in sorted(bundled_path().rglob("*.txt"))]
    from fuzz.targets import valid_requests  # noqa: PLC0415 - slow, and only this needs it

    return valid_requests()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
