"""Fuzz reading, checking and using card scripts: `python -m fuzz.fuzz_scripts CORPUS [options]`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["ninjutsu_service"]):
    from fuzz import targets

if __name__ == "__main__":
    atheris.Setup(sys.argv, targets.script)
    atheris.Fuzz()
