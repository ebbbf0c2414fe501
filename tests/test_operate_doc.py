"""docs/operate.md says what the service does: its settings, retries, limits and metrics."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import fields
from types import ModuleType

from prometheus_client.metrics import MetricWrapperBase

from ninjutsu_service.client.policy import SERVICE_CONFIG
from ninjutsu_service.server import metrics
from ninjutsu_service.server.settings import Settings
from tests.shared import ROOT

PAGE = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")


def load_tool() -> ModuleType:
    """The tool as a module; it is no part of a package."""
    path = ROOT / "tools/settings_table.py"
    spec = importlib.util.spec_from_file_location("settings_table", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def section(title: str) -> str:
    found = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def first_column(text: str) -> list[str]:
    """The names in code font of each row's first cell."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(.*?)`", row)]


def test_the_table_of_settings_is_up_to_date():
    """`make settings` writes it; a setting without a line would be one that nobody finds."""
    assert load_tool().main(["--check"]) == 0
    assert first_column(section("Settings")) == [each.name for each in fields(Settings)]


def test_the_service_config_is_the_clients():
    """What people paste is what the tests of restarts are run with."""
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(text) == SERVICE_CONFIG


def test_every_limit_is_told_with_its_status():
    """Each setting that limits something, and no other."""
    told = first_column(section("Limits"))
    limits = [each.name for each in fields(Settings) if each.name.startswith("max_")]
    assert sorted(told) == sorted([*limits, "stream_idle"])


def test_every_metric_is_told():
    """By the name under which Prometheus finds it, with its labels."""
    rows = re.findall(
        r"^\| `(ninjutsu_\w+)` \| \w+(?:; (.*?))? \|", section("Metrics"), re.MULTILINE
    )
    told = {name: re.findall(r"`(\w+)`", labels) for name, labels in rows}
    known = {}
    for each in vars(metrics).values():
        if isinstance(each, MetricWrapperBase):
            (family,) = each.describe()
            suffix = "_total" if family.type == "counter" else ""
            known[family.name + suffix] = list(each._labelnames)
    assert told == known


def test_every_setting_that_is_named_exists():
    """In the text too, with dashes as flags and in capitals in the environment."""
    names = {each.name for each in fields(Settings)}
    flags = {
        flag.replace("-", "_") for flag in re.findall(r"(?<![\w-])--(?:no-)?([a-z][a-z-]+)", PAGE)
    }
    of_health = {"address", "service", "timeout", "tls_name", "tls_ca"}
    assert flags - names - of_health == {"config", "print_config"}
    variables = {name.lower() for name in re.findall(r"NINJUTSU_([A-Z_]+)", PAGE)}
    assert variables - names == {"config", "service_host"}
