"""What must hold of the repository's files as a whole."""

from __future__ import annotations

import hashlib
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ninjutsu_service import __version__
from tests.shared import ROOT

PACKAGE_HOSTS = [
    ".".join(labels)
    for labels in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("static", "crates", "io"),
        ("index", "crates", "io"),
        ("repo", "maven", "apache", "org"),
        ("repo1", "maven", "org"),
        ("proxy", "golang", "org"),
        ("deb", "debian", "org"),
    )
]
"""In parts, so that this file does not name them either."""

CONTRACT_DIGEST = "27427b342125ede7822da0b5cc6dc03f2777c4cce97dd3f7c9a59bf1b707bda9"
"""Of the wire contract as first published: the measure of what would break a caller."""

LOCK_FOR_GROUP = {
    "build": "locks/build.txt",
    "test": "locks/test.txt",
    "fuzz": "locks/fuzz.txt",
    "deploy": "locks/deploy.txt",
    "lock": "locks/lock.txt",
}


@cache
def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[Any]) -> set[str]:
    """The distributions that requirements name, in the form that an index knows them by."""
    found = (re.match(r"[\w.-]+", text) for text in requirements if isinstance(text, str))
    return {re.sub(r"[-_.]+", "-", match[0]).lower() for match in found if match}


def direct_dependencies() -> dict[str, set[str]]:
    """The distributions that the project itself asks for, by the lock that holds them."""
    groups = project()["dependency-groups"]
    return {"locks/run.txt": names(project()["project"]["dependencies"])} | {
        lock: names(groups[group]) for group, lock in LOCK_FOR_GROUP.items()
    }


def locked(lock: str) -> dict[str, tuple[str, int]]:
    """What a lock file pins: each distribution's version and how many hashes it may have."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.findall(
        r"^([\w.-]+)==(\S+)(.*(?:\n +--hash=sha256:[0-9a-f]{64}.*)*)", text, re.MULTILINE
    )
    return {name: (version, rest.count("--hash=sha256:")) for name, version, rest in entries}


def tracked_texts() -> list[tuple[str, str]]:
    """Every text file that git keeps, as its path and content."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs the repository itself: this is a copy of parts of it")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = []
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if not name or not path.is_file() or path.is_symlink():
            continue
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((name, content.decode("utf-8", "replace")))
    return found


def test_no_file_names_a_package_host():
    """A lock or a page that names a host would bind everyone to it."""
    texts = tracked_texts()
    assert len(texts) > 50
    assert [
        f"{name}: {host}" for name, text in texts for host in PACKAGE_HOSTS if host in text
    ] == []


def machine_paths(text: str) -> list[str]:
    """The folders of one machine that a text names: this checkout, this home, or anyone's."""
    here = {f"{folder}/" for folder in (ROOT, Path.home()) if len(folder.parts) > 1}
    homes = re.findall(r"(?<![\w.:/])/(?:home|Users)/(?!nonroot|user|you|me)[\w.-]+/", text)
    return [*sorted(folder for folder in here if folder in text), *homes]


def test_no_file_names_a_path_of_one_machine():
    """What one machine has nobody else's has."""
    assert [
        f"{name}: {path}" for name, text in tracked_texts() for path in machine_paths(text)
    ] == []


def test_a_path_of_one_machine_is_found():
    """The check itself finds this checkout and a home, and leaves what others have alone."""
    home = "/home/" + "kaito/"
    assert f"{ROOT}/" in machine_paths(f"cd {ROOT}/docs")
    assert home in machine_paths(f"see {home}ninjutsu")
    assert machine_paths("GET example.org/home/kaito/ from /usr/share/ninjutsu/") == []


def test_changelog_tells_of_this_version():
    """Each change that a user can see is told under the version that brought it."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(__version__)}\]", changelog, re.MULTILINE)


def test_each_direct_dependency_says_what_it_is_for():
    """One line each in docs/dependencies.md, and no line for what nothing asks for."""
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `([\w.-]+)` \| \S.* \|$", page, re.MULTILINE)
    asked = set().union(*direct_dependencies().values())
    assert sorted(told) == sorted(asked)


@pytest.mark.parametrize("lock", [*LOCK_FOR_GROUP.values(), "locks/run.txt"])
def test_locks_hold_each_direct_dependency(lock: str):
    """A dependency added without `make lock` would be missing on a fresh machine."""
    assert direct_dependencies()[lock] <= locked(lock).keys()


def test_the_test_lock_holds_the_others_as_they_are():
    """One environment runs and tests: its locks must not pull a version two ways."""
    tested = locked("locks/test.txt")
    for lock in ("locks/run.txt", "locks/build.txt"):
        for name, pin in locked(lock).items():
            assert tested.get(name) == pin, f"{name} of {lock}"


def test_the_pinned_uv_is_the_locked_one():
    """The tool that resolves the locks is itself pinned, so that all resolve alike."""
    assert project()["dependency-groups"]["lock"] == [f"uv=={locked('locks/lock.txt')['uv'][0]}"]


@pytest.mark.parametrize("lock", ["run", "test", "build", "fuzz", "deploy", "lock"])
def test_locks_hold_hashes_and_no_place(lock: str):
    """What is installed is what was locked, wherever it is fetched from."""
    text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    pins = locked(f"locks/{lock}.txt")
    assert pins
    entries = re.findall(r"^[\w.-]+==", text, re.MULTILINE)
    assert len(entries) == len(re.findall(r"^[^#\s]", text, re.MULTILINE))
    assert [name for name, (_, hashes) in pins.items() if hashes == 0] == []
    assert "://" not in text
    assert not re.search(r"(?<!\w)/\w+/", text)
    assert text.splitlines()[1].strip("# ") == "make lock"


def test_the_contract_as_first_published_is_never_changed():
    """`buf breaking` measures against it: whoever could edit it could break callers unseen."""
    folder = ROOT / "tests" / "contract" / "ninjutsu" / "v1"
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.proto")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    assert digest.hexdigest() == CONTRACT_DIGEST


def test_the_keyword_entry_point_is_declared():
    """The service finds its own keywords as it finds those of other packages."""
    assert "ninjutsu" in project()["project"]["entry-points"]["ninjutsu_service.keywords"]
