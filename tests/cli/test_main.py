"""What holds for every verb of the command."""

from __future__ import annotations

import os

import pytest
from click.testing import CliRunner

from ninjutsu_service.cli.main import main


@pytest.mark.parametrize("verb", ["play", "serve", "health"])
@pytest.mark.parametrize(("given", "used"), [(None, "ERROR"), ("DEBUG", "DEBUG")])
def test_grpc_says_nothing_of_its_own(
    verb: str, given: str | None, used: str, monkeypatch: pytest.MonkeyPatch
):
    """A line of gRPC's about a server that stops stood among what `play` tells, now and then."""
    monkeypatch.setenv("GRPC_VERBOSITY", given or "")
    if given is None:
        monkeypatch.delenv("GRPC_VERBOSITY")
    assert CliRunner().invoke(main, [verb, "--help"]).exit_code == 0
    assert os.environ["GRPC_VERBOSITY"] == used
