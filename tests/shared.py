"""Where the tests find files: the repository's own, and the test data that lies beside it.

The test data is other people's and no part of the repository. Tests that need it call
`shared_file`, which skips them, saying so, where it is absent.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds `tests/`: the repository, or a copy of parts of it."""

SHARED = ROOT.parent / "shared"
"""The folder of test data beside the repository; it may be absent."""


def shared_file(*parts: str) -> Path:
    """The path of one file of the shared test data.

    Args:
        parts: the file's path below the folder, a part each: `"corpus", "tables.md"`.

    Returns:
        The path of a file or folder that exists.
    """
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs the test data {'/'.join(parts)} in a folder 'shared' beside this one")
    return path
