"""Settings: where they come from, which one counts, and what is said of those that cannot be."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninjutsu_service.server.settings import Settings, SettingsError, host_and_port
from ninjutsu_service.server.sources import load_settings, option_name, printed
from tests.server.conftest import run

LINKS: dict[str, Any] = {
    "NINJUTSU_SERVICE_HOST": "10.96.0.12",
    "NINJUTSU_SERVICE_PORT": "50051",
    "NINJUTSU_SERVICE_PORT_GRPC": "50051",
    "NINJUTSU_PORT": "tcp://10.96.0.12:50051",
    "NINJUTSU_PORT_50051_TCP": "tcp://10.96.0.12:50051",
    "NINJUTSU_PORT_50051_TCP_PROTO": "tcp",
    "NINJUTSU_PORT_50051_TCP_PORT": "50051",
    "NINJUTSU_PORT_50051_TCP_ADDR": "10.96.0.12",
    "NINJUTSU_METRICS_SERVICE_HOST": "10.96.0.13",
    "NINJUTSU_METRICS_PORT": "tcp://10.96.0.13:9090",
    "NINJUTSU_METRICS_PORT_9090_TCP_ADDR": "10.96.0.13",
}
"""What Kubernetes tells a pod of services that are named ninjutsu and ninjutsu-metrics."""

OTHER = {
    "host": "::1",
    "socket": Path("/run/a b.sock"),
    "socket_mode": "0660",
    "log_level": "debug",
    "log_format": "json",
    "metrics": "[::1]:9090",
    "cards": (Path("cards"), Path("more cards")),
    "tls_certificate": Path("chain.pem"),
    "tls_key": Path("key.pem"),
    "tls_client_ca": Path("ca.pem"),
    "tcp": True,
    "workers": 1,
}
"""Values other than the defaults; the last two have none that goes with a socket."""


def load(flags: Mapping[str, Any] | None = None, file: Path | None = None, **variables: Any):
    return load_settings(flags or {}, variables, file)


def toml(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def wrong(
    flags: Mapping[str, Any] | None = None, file: Path | None = None, **variables: Any
) -> str:
    with pytest.raises(SettingsError) as caught:
        load(flags, file, **variables)
    return str(caught.value)


def other(name: str, default: object) -> Any:
    """A value of a setting that is not its default."""
    if name in OTHER:
        return OTHER[name]
    if isinstance(default, bool):
        return not default
    assert isinstance(default, int | float)
    return default + 1


def test_a_flag_counts_before_the_environment_and_that_before_the_file(tmp_path):
    """Each setting by itself comes from the first source that says it."""
    file = toml(tmp_path, "max_objects = 10\nmax_stack = 20\nmax_attackers = 30\n")
    found = load(
        {"max_objects": "1"}, file, NINJUTSU_MAX_OBJECTS="2", NINJUTSU_MAX_STACK="3", HOME="/"
    )
    assert (found.max_objects, found.max_stack, found.max_attackers) == (1, 3, 30)
    assert found == replace(Settings(), max_objects=1, max_stack=3, max_attackers=30)


def test_every_setting_is_read_from_each_source(tmp_path):
    """As text from flags and environment, as TOML's own types from the file."""
    values = {each.name: other(each.name, each.default) for each in fields(Settings)}
    expected = Settings(**values)
    assert all(getattr(expected, name) is not None for name in values)
    text = {
        name: ":".join(map(str, value)) if isinstance(value, tuple) else str(value)
        for name, value in values.items()
    }
    assert load(text) == expected
    variables: dict[str, Any] = {f"NINJUTSU_{name.upper()}": text[name] for name in text}
    assert load(**variables) == expected
    assert load(file=toml(tmp_path, printed(expected))) == expected


def test_settings_that_are_printed_are_read_again(tmp_path):
    """The defaults too: `--print-config` is a file to begin with."""
    assert load(file=toml(tmp_path, printed(Settings()))) == Settings()
    for each in fields(Settings):
        assert re.search(rf"^(# )?{each.name} =", printed(Settings()), re.MULTILINE), each.name


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))))
def test_any_path_is_printed_and_read_again(tmp_path_factory, parts):
    """Quotes, backslashes, line ends and control characters included."""
    settings = Settings(cards=tuple(Path(f"x{part}") for part in parts))
    file = toml(tmp_path_factory.mktemp("printed"), printed(settings))
    assert load(file=file) == settings


def test_a_path_that_no_file_can_hold():
    """File names are bytes; those of TOML are text."""
    with pytest.raises(SettingsError, match="no UTF-8"):
        printed(Settings(socket=Path("/run/\udcff.sock")))


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("port", "http", "'http' is not a whole number"),
        ("port", "-1", "'-1' is below 0"),
        ("port", "65536", "'65536' is above 65535"),
        ("port", "1.5", "'1.5' is not a whole number"),
        ("port", "", "'' is not a whole number"),
        ("host", "", "'' is not a host"),
        ("host", "a b", "'a b' is not a host"),
        ("workers", "0", "'0' is below 1"),
        ("tcp", "maybe", "'maybe' is not on, off, true or false"),
        ("log_level", "loud", "'loud' is none of debug, info, warning, error"),
        ("metrics", "9090", "'9090' is not HOST:PORT"),
        ("metrics", ":9090", "':9090' is not HOST:PORT: there is no host"),
        ("metrics", "h:99999", "'h:99999' is not HOST:PORT"),
        ("metrics", "::1:90", "'::1:90' is not HOST:PORT: an IPv6 address stands in brackets"),
        ("socket_mode", "rw", "'rw' is not a mode such as 0660"),
        ("max_seconds", "nan", "'nan' is not a number"),
        ("max_seconds", "inf", "'inf' is above 86400"),
        ("drain", "-0.1", "'-0.1' is below 0"),
        ("max_message_bytes", "9" * 5000, "is not a whole number"),
        ("socket", "a\0b", "'a\\x00b' is not a path"),
    ],
)
def test_a_wrong_value_is_named_with_its_source(tmp_path, name, value, reason):
    """By flag, by environment and by file, in the same words."""
    assert wrong({name: value}).endswith(reason)
    assert wrong({name: value}).startswith(f"--{option_name(name)}: ")
    variable = f"NINJUTSU_{name.upper()}"
    assert wrong(**{variable: value}) == wrong({name: value}).replace(
        f"--{option_name(name)}", variable
    )
    if "\0" not in value:
        file = toml(tmp_path, f'{name} = "{value}"')
        assert wrong(file=file).startswith(f"{file}: {name}: ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("port = true", "true is not a whole number"),
        ("drain = nan", "nan is not a number"),
        ("port = 1.0", "1.0 is not a whole number"),
        ("port = [1]", "[1] is not a whole number"),
        ("tcp = 2", "2 is not on, off, true or false"),
        ("host = 1", "1 is not a text"),
        ("cards = 1", "1 is not a list of paths"),
        ("cards = {a = 1}", "{'a': 1} is not a list of paths"),
        ("cards = [1]", "[1] is not a list of paths"),
        ("socket = 1", "1 is not a path"),
        ("drain = 1979-05-27", "is not a number"),
    ],
)
def test_a_wrong_type_in_a_file(tmp_path, line, reason):
    """TOML has types of its own, and a setting takes only what it can be."""
    assert wrong(file=toml(tmp_path, line)).endswith(reason)


def test_all_that_is_wrong_is_named_at_once(tmp_path):
    """Nobody likes to start a service five times to find five mistakes."""
    file = toml(tmp_path, "threads = 0\nthread = 3\n")
    found = wrong({"port": "x"}, file, NINJUTSU_MAX_OBJECT="5", NINJUTSU_GRACE="long")
    assert found.splitlines() == [
        "NINJUTSU_MAX_OBJECT: no setting is named so; NINJUTSU_MAX_OBJECTS is",
        f"{file}: no setting is named 'thread'; threads is",
        "--port: 'x' is not a whole number",
        f"{file}: threads: 0 is below 1",
        "NINJUTSU_GRACE: 'long' is not a number",
    ]


@pytest.mark.parametrize(
    "text", ["port = ", "port 5", "[limits]\nmax_objects = 5", "port = 1\nport = 2"]
)
def test_a_file_that_is_none(tmp_path, text):
    """The message names the file."""
    assert wrong(file=toml(tmp_path, text)).startswith(f"{tmp_path / 'settings.toml'}: ")


def test_a_file_that_cannot_be_read(tmp_path):
    """Not UTF-8, or not there."""
    file = tmp_path / "settings.toml"
    assert wrong(file=file) == f"{file}: No such file or directory"
    file.write_bytes(b"host = '\xff'")
    assert wrong(file=file).startswith(f"{file}: no TOML: ")


def test_service_links_are_no_settings():
    """Kubernetes tells a pod of a service named ninjutsu by variables of these very names."""
    assert load(**LINKS) == Settings()
    assert load(**LINKS, NINJUTSU_MAX_STACK="7") == replace(Settings(), max_stack=7)


def test_what_only_looks_like_a_service_link():
    """A port of one's own stays one, and a URL that no link explains is a wrong value."""
    other: dict[str, Any] = {**LINKS, "NINJUTSU_PORT": "6000"}
    assert load(**other).port == 6000
    found = wrong(NINJUTSU_PORT="tcp://10.96.0.12:50051")
    assert found == "NINJUTSU_PORT: 'tcp://10.96.0.12:50051' is not a whole number"


@pytest.mark.parametrize(
    "name", ["NINJUTSU_MAX_OBJECT", "NINJUTSU_", "NINJUTSU_port", "NINJUTSU_X"]
)
def test_an_unknown_variable_is_an_error(name):
    """A limit that is misspelt would be no limit."""
    variables: dict[str, Any] = {name: "1"}
    assert wrong(**variables).startswith(f"{name}: no setting is named so")


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"HOST": "0.0.0.0"}, "host '0.0.0.0' is off loopback and there is no TLS"),
        ({"HOST": "::"}, "host '::' is off loopback and there is no TLS"),
        ({"HOST": "games.example"}, "host 'games.example' is off loopback and there is no TLS"),
        ({"TLS_KEY": "k"}, "tls_certificate and tls_key go together"),
        ({"TLS_CLIENT_CA": "k"}, "tls_client_ca needs tls_certificate and tls_key"),
        ({"TCP": "no"}, "without tcp and without a socket nothing listens"),
        ({"SOCKET": "s", "WORKERS": "2"}, "a unix socket cannot be shared by workers"),
    ],
)
def test_settings_that_do_not_go_together(variables, message):
    """The message says which, and where they were said."""
    said: dict[str, Any] = {f"NINJUTSU_{name}": value for name, value in variables.items()}
    found = wrong(**said)
    assert found.startswith(message)
    assert all(name in found.rpartition("(")[2] for name in said)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost"])
def test_plain_text_on_loopback(host):
    """Nobody else reaches it."""
    assert load({"host": host}).host == host


def test_plain_text_off_loopback_by_name():
    """Whoever says so may."""
    assert load({"host": "0.0.0.0", "insecure": True}).insecure
    assert load({"host": "0.0.0.0", "tls_certificate": "c", "tls_key": "k"}).host == "0.0.0.0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("localhost:80", ("localhost", 80)),
        ("[::1]:0", ("::1", 0)),
        ("1.2.3.4:65535", ("1.2.3.4", 65535)),
    ],
)
def test_host_and_port(text, expected):
    """An IPv6 address stands in brackets."""
    assert host_and_port(text) == expected


def test_command_prints_its_settings(tmp_path):
    """`--print-config` says what counts, from all sources, in a form that `--config` reads."""
    file = toml(tmp_path, "threads = 2\n")
    done = run(
        *(
            "serve",
            "--config",
            str(file),
            "--port",
            "0",
            "--no-pin",
            "--cards",
            "a",
            "--cards",
            "b",
        ),
        "--print-config",
        NINJUTSU_GRACE="2.5",
    )
    assert done.returncode == 0
    expected = Settings(threads=2, port=0, pin=False, grace=2.5, cards=(Path("a"), Path("b")))
    assert done.stdout == printed(expected)
    assert load(file=toml(tmp_path, done.stdout)) == expected


@pytest.mark.parametrize(
    ("arguments", "variables", "message"),
    [
        (["--max-objects", "many"], {}, "--max-objects: 'many' is not a whole number"),
        ([], {"NINJUTSU_MAX_OBJECTS": "0"}, "NINJUTSU_MAX_OBJECTS: '0' is below 1"),
        (["--host", "0.0.0.0"], {}, "host '0.0.0.0' is off loopback"),
        (["--cards", "/no/such"], {}, "cards: /no/such does not exist (--cards)"),
        (
            [],
            {"NINJUTSU_CARDS": f"/a{os.pathsep}/b"},
            "cards: /a does not exist; /b does not exist (NINJUTSU_CARDS)",
        ),
        (
            ["--tls-key", "/k"],
            {"NINJUTSU_TLS_CERTIFICATE": "/c"},
            "tls_certificate: cannot read /c: No such file or directory (NINJUTSU_TLS_CERTIFICATE)",
        ),
        (["--config", "/no/such.toml"], {}, "'--config': File '/no/such.toml' does not exist"),
        ([], {"NINJUTSU_CONFIG": "/no.toml"}, "NINJUTSU_CONFIG: File '/no.toml' does not"),
    ],
)
def test_command_with_a_wrong_setting(arguments, variables, message):
    """Exit status 2, before anything listens, and one clear sentence."""
    done = run("serve", "--port", "0", *arguments, **variables)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
