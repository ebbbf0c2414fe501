"""Fuzz every call: `python -m fuzz.fuzz_requests CORPUS [libFuzzer's options]`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["ninjutsu_service"]):
    from fuzz import targets


def mutate(data: bytes, max_size: int, seed: int) -> bytes:
    """Half of the time libFuzzer's own mutation, else one of messages."""
    if seed % 2:
        return bytes(atheris.Mutate(data, max_size))
    return targets.mutated_request(data, seed)[:max_size]


if __name__ == "__main__":
    atheris.Setup(sys.argv, targets.request, custom_mutator=mutate)
    atheris.Fuzz()
