"""Asks an advisory service whether the locked packages have known vulnerabilities.

Each package of each lock that is asked about counts as audited, vulnerable or unanswered. Only a
vulnerability is a failure: a service that cannot be reached says nothing of the packages, and the
report says plainly that nothing was learnt.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 300
"""The longest that the audit of one lock may take."""


@dataclass(slots=True)
class Report:
    """What was learnt of one lock.

    Attributes:
        lock: its name.
        audited: packages that the service knows.
        vulnerable: what it knows of them, a line each.
        unanswered: packages that it said nothing of.
        trouble: why nothing at all was learnt; empty otherwise.
    """

    lock: str
    audited: int = 0
    vulnerable: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    trouble: str = ""

    def told(self) -> str:
        """The report, for people."""
        if self.trouble:
            return f"{self.lock}: NOT AUDITED, {self.trouble}"
        if not self.audited and self.unanswered:
            count = len(self.unanswered)
            return f"{self.lock}: NOT AUDITED, the advisory service knew none of {count} packages"
        lines = [f"{self.lock}: {self.audited} packages audited"]
        lines += [f"  vulnerable: {line}" for line in self.vulnerable]
        if self.unanswered:
            lines.append(f"  not audited: {', '.join(self.unanswered)}")
        return "\n".join(lines)


def read(lock: str, status: int, output: str, errors: str) -> Report:
    """The report of what pip-audit said.

    Args:
        lock: the name of the lock.
        status: how pip-audit ended.
        output: its JSON; something else where it failed.
        errors: what it wrote to standard error.
    """
    report = Report(lock)
    try:
        packages: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = (errors.strip().splitlines() or [f"pip-audit ended with status {status}"])[-1]
        report.trouble = f"the advisory service could not be asked: {last[:300]}"
        return report
    for each in packages:
        if "skip_reason" in each:
            report.unanswered.append(each["name"])
            continue
        report.audited += 1
        for known in each["vulns"]:
            mended = ", ".join(known["fix_versions"]) or "no version yet"
            report.vulnerable.append(
                f"{each['name']} {each['version']}: {known['id']}, mended in {mended}"
            )
    return report


def audit(lock: Path, options: Sequence[str] = ()) -> Report:
    """Ask about the packages of one lock."""
    command = [
        *(sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"),
        *("--disable-pip", "--require-hashes", "--requirement", str(lock), *options),
    ]
    try:
        ended = subprocess.run(  # noqa: S603 - the arguments are ours
            command, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return Report(lock.name, trouble=f"no answer within {SECONDS} seconds")
    return read(lock.name, ended.returncode, ended.stdout, ended.stderr)


def main(options: Sequence[str]) -> int:
    """Audit every lock.

    Args:
        options: further ones of pip-audit, such as `--vulnerability-service osv`.

    Returns:
        1 where a package has a known vulnerability, else 0.
    """
    reports = [audit(lock, options) for lock in sorted((ROOT / "locks").glob("*.txt"))]
    for report in reports:
        print(report.told())
    if not any(report.audited for report in reports):
        print("Nothing was audited, which says nothing of the packages; this is no failure.")
    return int(any(report.vulnerable for report in reports))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
