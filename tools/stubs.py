"""Generates the Python code of the wire contract, or checks that it is up to date.

Run by `make stubs` and `make stubs-check`. The generators are the pinned ones of
locks/test.txt: protoc and the gRPC plugin of grpcio-tools, and mypy-protobuf for the types.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
PACKAGE = "ninjutsu/v1"
TARGET = PROTO / "python" / PACKAGE
KEPT = "__init__.py"
"""The one handwritten file in the generated package."""


def main(arguments: list[str] | None = None) -> int:
    """Regenerates the package, or says which of its files differ from a fresh one.

    Returns:
        0 when the package is as generated, 1 when `--check` found a difference.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; report differences")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        fresh = generate(Path(folder))
        if not options.check:
            replace(TARGET, fresh)
            return 0
        stale = differences(TARGET, fresh)
    for name in stale:
        print(f"{(TARGET / name).relative_to(ROOT)} is not what the contract generates")
    if stale:
        print("Run `make stubs` and commit the result.")
    return 1 if stale else 0


def generate(folder: Path) -> dict[str, bytes]:
    """Runs the generators on every file of the contract.

    Args:
        folder: an empty folder to work in.

    Returns:
        The generated files by name.
    """
    sources = sorted((PROTO / PACKAGE).glob("*.proto"))
    services = [path for path in sources if re.search(r"^service ", path.read_text(), re.MULTILINE)]
    run_protoc(sources, folder, {"python": "", "mypy": "quiet:"})
    run_protoc(services, folder, {"grpc_python": "", "mypy_grpc": "quiet:"})
    return {path.name: path.read_bytes() for path in (folder / PACKAGE).iterdir()}


def run_protoc(sources: list[Path], folder: Path, outputs: dict[str, str]) -> None:
    """Runs protoc with some of its plugins, each by its name with the options it takes.

    Raises:
        SystemExit: protoc failed; it has said why.
    """
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    scripts = Path(sys.executable).parent
    status = protoc.main(
        [
            "protoc",
            f"--proto_path={PROTO}",
            f"--proto_path={well_known}",
            f"--plugin=protoc-gen-mypy={scripts / 'protoc-gen-mypy'}",
            f"--plugin=protoc-gen-mypy_grpc={scripts / 'protoc-gen-mypy_grpc'}",
            *(f"--{output}_out={options}{folder}" for output, options in outputs.items()),
            *(str(path) for path in sources),
        ]
    )
    if status != 0:
        raise SystemExit(status)


def differences(target: Path, fresh: dict[str, bytes]) -> list[str]:
    """The names of the files that are missing, stale or left over in a generated package."""
    present = {path.name: path.read_bytes() for path in generated_files(target)}
    names = sorted(present.keys() | fresh.keys())
    return [name for name in names if present.get(name) != fresh.get(name)]


def replace(target: Path, fresh: dict[str, bytes]) -> None:
    """Makes a generated package hold these files and its handwritten one."""
    for path in generated_files(target):
        if path.name not in fresh:
            path.unlink()
    for name, content in fresh.items():
        path = target / name
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def generated_files(target: Path) -> list[Path]:
    """The files of a package that the generators wrote."""
    return [path for path in target.iterdir() if path.is_file() and path.name != KEPT]


if __name__ == "__main__":
    sys.exit(main())
