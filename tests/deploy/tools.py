"""What the manifests are checked with, and the manifests themselves."""

from __future__ import annotations

import importlib
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.shared import ROOT

DEPLOY = ROOT / "deploy"

REQUIRED = os.environ.get("DEPLOY_CHECKS") == "required"
"""Set by `make deploy-check`: what is missing is then a failure."""


def absent(what: str) -> Any:
    """Skip a test for what is not installed, or fail it where everything should be."""
    if REQUIRED:
        pytest.fail(f"{what} is missing")
    pytest.skip(f"needs {what}: `make deploy-check` installs what hosting is checked with")


def module(name: str) -> Any:
    """A module of the dependency group `deploy`."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return absent(f"the package {name}")


def tool(name: str) -> str:
    """A command of that group: the one beside this Python, or one on the path."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    found = beside or shutil.which(name)
    return found or str(absent(f"the command {name}"))


def documents(path: str) -> list[Any]:
    """The YAML documents of a file below deploy/."""
    text = (DEPLOY / path).read_text(encoding="utf-8")
    return [each for each in module("yaml").safe_load_all(text) if each]


def of_kind(path: str, kind: str) -> Any:
    """The one Kubernetes object of a kind in a file."""
    (found,) = (each for each in documents(path) if each["kind"] == kind)
    return found


def image() -> dict[str, list[str]]:
    """The Containerfile's instructions of the last stage, by name, continued lines joined."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        name, _, rest = line.partition(" ")
        if name == "FROM":
            found = {}
        if name.isupper():
            found.setdefault(name, []).append(rest.strip())
    return found


def image_environment() -> dict[str, str]:
    """The variables that the image sets."""
    words = [word for line in image()["ENV"] for word in shlex.split(line)]
    return dict(word.split("=", 1) for word in words)
