"""Checks an installed copy of the service: complete, and in no need of what only tests use.

Run by .ci/run with the Python of an environment that holds the wheel and the run-time lock.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

import ninjutsu
import ninjutsu_service

OF_EXTRAS = frozenset(("opentelemetry",))
"""What only an extra installs: a module that needs it is imported by whoever asked for that."""


def main() -> int:
    """Imports every module and looks for the card scripts.

    Returns:
        0 when all is there; what is missing ends the run with a message or a traceback.
    """
    prefix = Path(sys.prefix).resolve()
    for package in (ninjutsu, ninjutsu_service):
        folder = Path(package.__path__[0]).resolve()
        if prefix not in folder.parents:
            sys.exit(f"{package.__name__} comes from {folder}, not from this environment")
    names = [
        module.name
        for package in (ninjutsu, ninjutsu_service)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]
    for name in names:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in OF_EXTRAS:
                raise
    cards = Path(ninjutsu_service.__path__[0]) / "card_scripts"
    count = sum(1 for _ in cards.rglob("*.txt"))
    if count == 0:
        sys.exit(f"no card script in {cards}")
    print(f"{len(names)} modules imported, {count} card scripts found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
