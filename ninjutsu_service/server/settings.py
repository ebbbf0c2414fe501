"""The settings of `ninjutsu serve`: one typed class, from flags, environment and a file.

A flag counts before the environment (`NINJUTSU_` and the name, `NINJUTSU_MAX_OBJECTS`), that
before the file that `--config` names (TOML, names as here), that before the default.
"""

from __future__ import annotations

import ipaddress
import tomllib
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

PREFIX = "NINJUTSU_"


class SettingsError(ValueError):
    """A setting that cannot be: the message names it, its source and its value."""


def setting(
    default: Any,
    text: str,
    *,
    metavar: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """One setting: its default, what it is for, and which values it takes."""
    metadata = {"help": text, "metavar": metavar, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs. Times are in seconds, sizes in bytes."""

    host: str = setting(
        "127.0.0.1", "The address to listen on: an IP address or a host name.", metavar="HOST"
    )
    port: int = setting(
        50051,
        "The TCP port to listen on; 0 takes a free one and says which.",
        metavar="PORT",
        low=0,
        high=65535,
    )
    socket: Path | None = setting(
        None,
        "A unix socket to listen on, besides the address or, with no-tcp, alone.",
        metavar="PATH",
    )
    tcp: bool = setting(True, "Listen on host and port; off with a unix socket alone.")
    insecure: bool = setting(
        False, "Allow an address off loopback without TLS: anybody who reaches it may call."
    )
    tls_certificate: Path | None = setting(
        None, "The server's certificate chain, PEM; needs the key.", metavar="FILE"
    )
    tls_key: Path | None = setting(None, "The certificate's private key, PEM.", metavar="FILE")
    tls_client_ca: Path | None = setting(
        None,
        "Demand of clients a certificate that these authorities signed, PEM (mutual TLS).",
        metavar="FILE",
    )
    cards: tuple[Path, ...] = setting(
        (),
        "Card scripts besides the bundled ones: a folder, a file or a zip. May be given again; "
        "a later one overrides earlier ones by name.",
        metavar="PATH",
    )
    workers: int = setting(
        1,
        "How many processes answer calls, each on a core of its own.",
        metavar="N",
        low=1,
        high=64,
    )
    threads: int = setting(
        4, "Threads of each process that answer calls.", metavar="N", low=1, high=64
    )
    pin: bool = setting(
        True, "Keep each process on one core: a call takes half the time of the processor."
    )
    log_level: str = setting(
        "info",
        "What to log on standard error; debug adds refusals.",
        choices=("debug", "info", "warning", "error"),
    )
    log_format: str = setting(
        "auto",
        "How to log: auto is console on a terminal and json elsewhere.",
        choices=("auto", "console", "json"),
    )
    log_calls: bool = setting(
        False, "Log a line for every call, not only for slow and failed ones."
    )
    slow_seconds: float = setting(
        0.1, "A call that takes longer is logged.", metavar="SECONDS", low=0
    )
    metrics: str = setting(
        "", "Serve Prometheus metrics on this address, HOST:PORT; none unless given.",
        metavar="ADDRESS",
    )  # fmt: skip
    traces: bool = setting(
        False,
        "Send OpenTelemetry traces, as the OTEL_ environment variables say; needs the extra "
        "'traces'.",
    )
    max_message_bytes: int = setting(
        4 * 2**20, "The largest message that is read.", metavar="BYTES", low=1024, high=2**30
    )
    max_objects: int = setting(
        2000, "The most objects that a state may have.", metavar="N", low=1, high=100_000
    )
    max_attackers: int = setting(
        500, "The most attackers that a state may have.", metavar="N", low=1, high=100_000
    )
    max_stack: int = setting(
        500, "The most objects that a state's stack may have.", metavar="N", low=1, high=100_000
    )
    max_commands: int = setting(
        1000, "The most commands of a batch.", metavar="N", low=1, high=100_000
    )
    max_calls: int = setting(
        1000, "The most calls at once, of each process.", metavar="N", low=1, high=100_000
    )
    max_streams: int = setting(
        64, "The most streams of one peer at once, for each process.", metavar="N", low=1, high=1000
    )
    max_seconds: float = setting(
        5.0, "The longest that one call or command may take.", metavar="SECONDS", low=0.001
    )
    stream_idle: float = setting(
        300.0, "How long a Play stream may be silent before it is ended.",
        metavar="SECONDS", low=0.1,
    )  # fmt: skip
    drain: float = setting(
        0.5,
        "How long to go on answering after health says NOT_SERVING, so that clients see it.",
        metavar="SECONDS",
        low=0,
    )
    grace: float = setting(
        10.0, "How long calls in flight may take to finish at the end.", metavar="SECONDS", low=0
    )

    def __post_init__(self) -> None:
        """Check what no single value can tell.

        Raises:
            SettingsError: two settings that do not go together.
        """
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise SettingsError("tls_certificate and tls_key go together: one of them is missing")
        if self.tls_client_ca and not self.tls_certificate:
            raise SettingsError("tls_client_ca needs tls_certificate and tls_key")
        if self.workers > 1 and (self.socket or not self.tcp):
            raise SettingsError(
                "socket: one process listens on a unix socket, so workers must be 1"
            )
        if not self.tcp and not self.socket:
            raise SettingsError("no-tcp without a socket: there is nothing to listen on")
        if self.tcp and not self.tls_certificate and not self.insecure and not self._is_loopback():
            raise SettingsError(
                f"host {self.host!r} is off loopback and there is no TLS: give tls_certificate "
                "and tls_key, or insecure to allow plain text by name"
            )

    def _is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]").partition("%")[0]).is_loopback
        except ValueError:
            return False


def settings_fields() -> tuple[Field[Any], ...]:
    """The settings, in the order in which they are documented."""
    return fields(Settings)


def option_name(name: str) -> str:
    """The flag of a setting, without its dashes: "max-objects"."""
    return name.replace("_", "-")


def load_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], config: Path | None
) -> Settings:
    """The settings, each from the first source that says it.

    Args:
        flags: what the command line said, by setting; values may be text.
        environment: the process's environment.
        config: a TOML file; None for none.

    Raises:
        SettingsError: it names the setting, where it was said, and what it takes.
    """
    from_file = _read_file(config) if config else {}
    known = {each.name for each in settings_fields()}
    for name in from_file:
        if name not in known:
            raise SettingsError(f"{config}: no setting is named {name!r}")
    for variable in environment:
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name not in known | {"config"}:
            raise SettingsError(f"{variable}: no setting is named {name!r}")
    values: dict[str, Any] = {}
    for each in settings_fields():
        variable = PREFIX + each.name.upper()
        if flags.get(each.name) is not None:
            source, value = f"--{option_name(each.name)}", flags[each.name]
        elif variable in environment:
            source, value = variable, environment[variable]
        elif each.name in from_file:
            source, value = f"{config}: {each.name}", from_file[each.name]
        else:
            continue
        values[each.name] = _convert(each, value, source)
    return Settings(**values)


def _read_file(config: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(config.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{config}: {error}") from error


_HINTS = get_type_hints(Settings)
_TRUTH = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


def _convert(each: Field[Any], value: Any, source: str) -> Any:
    kind = _HINTS[each.name]
    try:
        converted = _to_type(kind, value)
    except (KeyError, TypeError, ValueError):
        raise SettingsError(f"{source}: {value!r} is not {_described(kind)}") from None
    low, high = each.metadata["low"], each.metadata["high"]
    choices = each.metadata["choices"]
    if choices and converted not in choices:
        raise SettingsError(f"{source}: {value!r} is none of {', '.join(choices)}")
    if low is not None and not converted >= low:
        raise SettingsError(f"{source}: {value!r} is below {low:g}")
    if high is not None and not converted <= high:
        raise SettingsError(f"{source}: {value!r} is above {high:g}")
    return converted


def _to_type(kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple:
        parts = value.split(":") if isinstance(value, str) else value
        return tuple(Path(part) for part in parts if part)
    if get_origin(kind) is types.UnionType:
        kind = get_args(kind)[0]
        return kind(value) if value != "" else None
    if kind is bool:
        return value if isinstance(value, bool) else _TRUTH[str(value).casefold()]
    if isinstance(value, bool):
        raise TypeError(value)
    if kind is str and not isinstance(value, str):
        raise TypeError(value)
    if kind is int and isinstance(value, float):
        raise TypeError(value)
    return kind(value)


def _described(kind: Any) -> str:
    if get_origin(kind) is tuple:
        return "a list of paths"
    if get_origin(kind) is types.UnionType:
        return "a path"
    return {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}[kind]


def printed(settings: Settings) -> str:
    """The settings as a file that `--config` reads."""
    lines = []
    for each in settings_fields():
        value = getattr(settings, each.name)
        if value is None:
            continue
        lines.append(f"# {each.metadata['help']}")
        lines.append(f"{each.name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(part) for part in value)}]"
    if isinstance(value, int | float):
        return repr(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def default_of(each: Field[Any]) -> Any:
    """A setting's default."""
    return None if each.default is MISSING else each.default
