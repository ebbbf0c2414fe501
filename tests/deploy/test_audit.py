"""What the audit makes of what pip-audit says."""

from __future__ import annotations

import json

import pytest

from tools import audit
from tools.audit import Report, read

KNOWN = {"id": "PYSEC-1", "fix_versions": ["2.1"], "aliases": [], "description": "bad"}


def said(*packages: dict[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_vulnerability_is_named():
    """The package, the advisory, and the version that mends it."""
    output = said({"name": "a", "version": "2.0", "vulns": [KNOWN]})
    report = read("run.txt", 1, output, "")
    assert report.vulnerable == ["a 2.0: PYSEC-1, mended in 2.1"]
    assert report.told() == (
        "run.txt: 1 packages audited\n  vulnerable: a 2.0: PYSEC-1, mended in 2.1"
    )


def test_packages_that_are_not_known_are_named():
    """Those are not audited, and the report says so."""
    output = said({"name": "a", "version": "2.0", "vulns": []}, {"name": "b", "skip_reason": "?"})
    assert read("run.txt", 0, output, "").told() == (
        "run.txt: 1 packages audited\n  not audited: b"
    )


@pytest.mark.parametrize(
    ("output", "errors", "told"),
    [
        ("", "a\nConnectionError: no", "could not be asked: ConnectionError: no"),
        ("[]", "", "could not be asked: pip-audit ended with status 1"),
        (said({"name": "a", "skip_reason": "?"}), "", "knew none of 1 packages"),
    ],
)
def test_a_service_that_does_not_answer(output, errors, told):
    """It is said plainly that nothing was learnt."""
    assert read("run.txt", 1, output, errors).told() == (
        f"run.txt: NOT AUDITED, the advisory service {told}"
    )


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (Report("a", audited=3), 0),
        (Report("a", trouble="no network"), 0),
        (Report("a", audited=3, vulnerable=["b 1: X"]), 1),
    ],
)
def test_only_a_vulnerability_is_a_failure(monkeypatch, capsys, report, status):
    """A service that cannot be reached does not stop a change."""
    monkeypatch.setattr(audit, "audit", lambda lock, options: report)
    assert audit.main([]) == status
    assert ("Nothing was audited" in capsys.readouterr().out) == (report.audited == 0)
