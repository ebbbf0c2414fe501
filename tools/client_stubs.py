"""Generates the code of the wire contract for the clients in other languages, or checks it.

Run as `python tools/client_stubs.py typescript`, or `rust`, with `--check` to change nothing.
protoc is that of grpcio-tools. The TypeScript generator is the one that the client's lock file
names: `npm ci` in clients/typescript installs it. The Rust generator is the crate
clients/rust/generate, built on the way.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"
TYPESCRIPT = ROOT / "clients" / "typescript"
RUST = ROOT / "clients" / "rust"


@dataclass(frozen=True, slots=True)
class Language:
    """A client's generated code.

    Attributes:
        target: the folder that holds it, and nothing else.
        generate: writes it into an empty folder.
    """

    target: Path
    generate: Callable[[Path], None]


def main(arguments: list[str] | None = None) -> int:
    """Regenerates a client's code, or says which of its files differ from fresh ones.

    Returns:
        0 when the code is as generated, 1 when `--check` found a difference.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=sorted(LANGUAGES))
    parser.add_argument("--check", action="store_true", help="change nothing; report differences")
    options = parser.parse_args(arguments)
    language = LANGUAGES[options.language]
    with tempfile.TemporaryDirectory() as folder:
        language.generate(Path(folder))
        fresh, present = contents(Path(folder)), contents(language.target)
    stale = sorted(
        name for name in fresh.keys() | present.keys() if fresh.get(name) != present.get(name)
    )
    if not options.check:
        for name in stale:
            replace(language.target / name, fresh.get(name))
        return 0
    for name in stale:
        shown = (language.target / name).relative_to(ROOT)
        print(f"{shown} is not what the contract generates")
    if stale:
        print(f"Run `python tools/client_stubs.py {options.language}` and commit the result.")
    return 1 if stale else 0


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def replace(path: Path, content: bytes | None) -> None:
    """Write a file, or remove it where there is no content."""
    if content is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def contract_files() -> list[str]:
    """The files of the contract, as they import each other."""
    return sorted(path.relative_to(PROTO).as_posix() for path in PROTO.glob("ninjutsu/v1/*.proto"))


def run_protoc(*arguments: str) -> None:
    """Run protoc.

    Raises:
        SystemExit: it failed, and has said why.
    """
    status = protoc.main(["protoc", *arguments])
    if status != 0:
        raise SystemExit(status)


def typescript(folder: Path) -> None:
    """Messages, enums and services as protobuf-es has them."""
    plugin = TYPESCRIPT / "node_modules" / ".bin" / "protoc-gen-es"
    if not plugin.exists():
        raise SystemExit("The generator is not installed: run `npm ci` in clients/typescript.")
    run_protoc(
        f"--proto_path={PROTO}",
        f"--proto_path={TYPESCRIPT / 'proto'}",
        f"--proto_path={WELL_KNOWN}",
        f"--plugin=protoc-gen-es={plugin}",
        f"--es_out={folder}",
        "--es_opt=target=ts,import_extension=js",
        *contract_files(),
        "details.proto",
    )


def rust(folder: Path) -> None:
    """Messages and stubs as prost and tonic have them, and the descriptors for the tests."""
    descriptors = folder / "descriptors.bin"
    with tempfile.TemporaryDirectory() as other:
        commented = Path(other) / "commented.bin"
        paths = (f"--proto_path={PROTO}", f"--proto_path={WELL_KNOWN}", "--include_imports")
        run_protoc(
            *paths, "--include_source_info", f"--descriptor_set_out={commented}", *contract_files()
        )
        run_protoc(*paths, f"--descriptor_set_out={descriptors}", *contract_files())
        command = ["cargo", "run", "--quiet", "--package", "ninjutsu-client-generate", "--"]
        done = subprocess.run(  # noqa: S603 (our own command)
            [*command, str(commented), str(folder)], cwd=RUST, check=False
        )
    if done.returncode != 0:
        raise SystemExit(done.returncode)


LANGUAGES = {
    "rust": Language(RUST / "src" / "generated", rust),
    "typescript": Language(TYPESCRIPT / "src" / "generated", typescript),
}


if __name__ == "__main__":
    sys.exit(main())
