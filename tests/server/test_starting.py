"""What is told to be wrong before anything is started."""

from __future__ import annotations

import pytest

from ninjutsu_service.server import starting
from ninjutsu_service.server.settings import Settings, SettingsError


@pytest.mark.parametrize("module", ["nowhere", "nowhere.sdk", "json.nowhere"])
def test_a_module_that_is_not_there(module: str) -> None:
    """Nor is a part of a package that is not there: looking for one raised ModuleNotFoundError."""
    assert not starting.is_installed(module)
    assert starting.is_installed("json.decoder")


def test_traces_without_their_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting is named, and what to install."""
    monkeypatch.setattr(starting, "is_installed", lambda module: False)
    with pytest.raises(SettingsError, match=r"^traces: .*the extra 'traces' has them$"):
        starting.check_surroundings(Settings(traces=True))
