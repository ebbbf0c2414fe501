"""Where settings come from: flags, the environment, a file; and how they are printed.

A flag counts before the environment (`NINJUTSU_` and the name, `NINJUTSU_MAX_OBJECTS`), that
before the file that `--config` names (TOML, names as in `Settings`), that before the default.
"""

from __future__ import annotations

import difflib
import json
import math
import os
import re
import tomllib
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from ninjutsu_service.server.settings import Settings, SettingsError, settings_fields

PREFIX = "NINJUTSU_"

CONFIG = "config"
"""What else the environment may say: the file."""

_LINK = re.compile(
    r"([A-Z0-9_]+_)?(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_\d+_[A-Z]+(_[A-Z]+)?)?)"
)
_LINK_URL = re.compile(r"(tcp|udp|sctp)://")

_HINTS = get_type_hints(Settings)

_TRUTH = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


def option_name(name: str) -> str:
    """The flag of a setting, without its dashes: "max-objects"."""
    return name.replace("_", "-")


def default_of(each: Field[Any]) -> Any:
    """A setting's default."""
    return None if each.default is MISSING else each.default


def load_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], config: Path | None
) -> Settings:
    """The settings, each from the first source that says it.

    Args:
        flags: what the command line said, by setting; values may be text.
        environment: the process's environment.
        config: a TOML file; None for none.

    Raises:
        SettingsError: every value that cannot be, a line each: the setting, where it was said,
            and what it takes.
    """
    from_file = _read_file(config) if config else {}
    own = own_variables(environment)
    wrong = list(_unknown(own, from_file, config))
    values: dict[str, Any] = {}
    said = _said(flags, own, from_file, config)
    for each in settings_fields():
        if each.name not in said:
            continue
        source, value = said[each.name]
        try:
            values[each.name] = _convert(each, value)
        except SettingsError as error:
            wrong.append(f"{source}: {error}")
    if wrong:
        raise SettingsError("\n".join(wrong))
    try:
        return Settings(**values)
    except SettingsError as error:
        raise _placed(error, said) from None


def with_sources(
    error: SettingsError,
    flags: Mapping[str, Any],
    environment: Mapping[str, str],
    config: Path | None,
) -> SettingsError:
    """The same error of settings that were loaded from these, saying where they were said."""
    from_file = _read_file(config) if config else {}
    return _placed(error, _said(flags, own_variables(environment), from_file, config))


def _said(
    flags: Mapping[str, Any],
    own: Mapping[str, str],
    from_file: Mapping[str, Any],
    config: Path | None,
) -> dict[str, tuple[str, Any]]:
    """The settings that somebody gave: the first source of each, and its value there."""
    said: dict[str, tuple[str, Any]] = {}
    for each in settings_fields():
        name, variable = each.name, PREFIX + each.name.upper()
        if flags.get(name) is not None:
            said[name] = f"--{option_name(name)}", flags[name]
        elif variable in own:
            said[name] = variable, own[variable]
        elif name in from_file:
            said[name] = f"{config}: {name}", from_file[name]
    return said


def _placed(error: SettingsError, said: Mapping[str, tuple[str, Any]]) -> SettingsError:
    places = ", ".join(said[name][0] for name in error.settings if name in said)
    return SettingsError(f"{error} ({places})" if places else str(error))


def own_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that are meant for the service.

    In a pod, Kubernetes adds some for each service of the namespace: of one that is named
    ninjutsu, `NINJUTSU_PORT=tcp://…` and `NINJUTSU_SERVICE_HOST` among others. Those are left
    aside: they say where the service is reached, not where it listens.
    """
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(PREFIX) and not _is_link(name, value, environment)
    }


def _is_link(name: str, value: str, environment: Mapping[str, str]) -> bool:
    """Whether a variable is one of Kubernetes's service links."""
    rest = name.removeprefix(PREFIX)
    if rest.lower() in _HINTS:
        return bool(_LINK_URL.match(value)) and f"{PREFIX}SERVICE_HOST" in environment
    return _LINK.fullmatch(rest) is not None


def _unknown(
    own: Mapping[str, str], from_file: Mapping[str, Any], config: Path | None
) -> Iterator[str]:
    """What no setting is called: a misspelt limit is no limit, so it is an error."""
    for variable in own:
        name = variable.removeprefix(PREFIX)
        if name != CONFIG.upper() and (name.lower() not in _HINTS or name != name.upper()):
            yield f"{variable}: no setting is named so{_nearest(name.lower(), PREFIX, str.upper)}"
    for name in from_file:
        if name not in _HINTS:
            yield f"{config}: no setting is named {name!r}{_nearest(name, '', str.lower)}"


def _nearest(name: str, prefix: str, spelt: Any) -> str:
    found = difflib.get_close_matches(name, _HINTS, 1)
    return f"; {prefix}{spelt(found[0])} is" if found else ""


def _read_file(config: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(config.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{config}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{config}: no TOML: {error}") from error


def _convert(each: Field[Any], value: Any) -> Any:
    """A value as its setting's type.

    Raises:
        SettingsError: it cannot be; the message says what it is and what would be right.
    """
    kind = _HINTS[each.name]
    low, high = each.metadata["low"], each.metadata["high"]
    choices = each.metadata["choices"]
    try:
        converted = _to_type(kind, value)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise SettingsError(f"{_quoted(value)} is not {_described(kind)}") from None
    if choices and converted not in choices:
        raise SettingsError(f"{value!r} is none of {', '.join(choices)}")
    if low is not None and not converted >= low:
        raise SettingsError(f"{value!r} is below {low:g}")
    if high is not None and not converted <= high:
        raise SettingsError(f"{value!r} is above {high:g}")
    if each.metadata["check"] is not None:
        try:
            each.metadata["check"](converted)
        except ValueError as error:
            raise SettingsError(str(error)) from None
    return converted


def _to_type(kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple:
        parts = value.split(os.pathsep) if isinstance(value, str) else value
        if not isinstance(parts, list | tuple):
            raise TypeError(value)
        return tuple(_path(part) for part in parts if part != "")
    if get_origin(kind) is types.UnionType:
        return _path(value) if value != "" else None
    if kind is bool:
        return value if isinstance(value, bool) else _TRUTH[str(value).casefold()]
    if isinstance(value, bool) or (kind is str and not isinstance(value, str)):
        raise TypeError(value)
    if kind is int and not isinstance(value, int | str):
        raise TypeError(value)
    converted = kind(value)
    if isinstance(converted, float) and math.isnan(converted):
        # What is no number is neither below nor above another.
        raise ValueError(value)
    return converted


def _path(value: Any) -> Path:
    if not isinstance(value, str | Path) or "\0" in str(value):
        raise TypeError(value)
    return Path(value)


def _quoted(value: Any) -> str:
    """A value as it was written: TOML's truths are in lower case."""
    return _toml(value) if isinstance(value, bool) else repr(value)


def _described(kind: Any) -> str:
    if get_origin(kind) is tuple:
        return "a list of paths"
    if get_origin(kind) is types.UnionType:
        return "a path"
    truth = "on, off, true or false"
    return {int: "a whole number", float: "a number", bool: truth, str: "a text"}[kind]


def printed(settings: Settings) -> str:
    """The settings as a file that `--config` reads.

    Raises:
        SettingsError: a path that is no UTF-8, which no TOML file holds.
    """
    lines = []
    for each in settings_fields():
        value = getattr(settings, each.name)
        lines.append(f"# {each.metadata['help']}")
        lines.append(f"{each.name} = {_toml(value)}" if value is not None else f"# {each.name} =")
    text = "\n".join(lines) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SettingsError("a path is no UTF-8, which no file of settings can hold") from None
    return text


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(part) for part in value)}]"
    if isinstance(value, int | float):
        return repr(value)
    # A TOML string is a JSON string in which DEL is escaped too.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
