"""What can be told to be wrong before anything is started."""

from __future__ import annotations

from importlib.util import find_spec

from ninjutsu_service.server import address
from ninjutsu_service.server.certificates import Certificates
from ninjutsu_service.server.settings import Settings, SettingsError, host_and_port


def check_surroundings(settings: Settings) -> None:
    """Look whether what the settings name is there.

    Raises:
        SettingsError: a file that is not there or cannot be used, or a library that is not
            installed; it names the setting.
        AddressInUse: the address for metrics is taken.
    """
    missing = [f"{path} does not exist" for path in settings.cards if not path.exists()]
    if missing:
        raise SettingsError(f"cards: {'; '.join(missing)}", "cards")
    Certificates.of(settings)
    if settings.traces and not is_installed("opentelemetry.sdk"):
        message = "traces: the libraries are not installed; the extra 'traces' has them"
        raise SettingsError(message, "traces")
    if settings.metrics:
        try:
            address.usable(*host_and_port(settings.metrics))
        except address.AddressInUse as error:
            raise address.AddressInUse(f"metrics: {error}") from None


def is_installed(module: str) -> bool:
    """Whether a module could be imported, packages around it included."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
