"""Which keyword a script's line is, what it costs, and what cannot be registered (E2)."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ninjutsu_service.cards.cost import CostError
from ninjutsu_service.cards.script import read_keyword
from ninjutsu_service.rules import registry as module
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.registry import Registry, RegistryError
from tests.boards import pb

INSTALLED = Registry.installed()


def named(name: str) -> Keyword:
    keyword = INSTALLED.get(name)
    assert keyword is not None
    return keyword


@pytest.mark.parametrize(
    ("text", "keyword", "cost"),
    [
        ("Ninjutsu:1 U", "Ninjutsu", "1 U"),
        ("ninjutsu: 1 U ", "Ninjutsu", "1 U"),
        ("Ninjutsu:1 U:Something", "Ninjutsu", "1 U"),
        ("Sneak:2 R", "Sneak", "2 R"),
        ("Web-slinging:W", "Web-slinging", "W"),
        ("Flying", None, ""),
        ("Cycling:2", None, ""),
        ("Ninjutsus:1 U", None, ""),
    ],
)
@pytest.mark.clause("E2")
def test_what_a_line_is(text: str, keyword: str | None, cost: str):
    """E2: by its head in any letter case; the cost follows the colon."""
    line = read_keyword(text)
    found = INSTALLED.bind(line)
    assert INSTALLED.binds(line) is (keyword is not None)
    if found is None:
        assert keyword is None
    else:
        assert (found[0].name, str(found[1])) == (keyword, cost)


@pytest.mark.parametrize("text", ["Ninjutsu", "Ninjutsu:", "Ninjutsu: ", "Sneak::x", "Ninjutsu:Z"])
@pytest.mark.clause("E2")
def test_a_line_without_a_cost(text: str):
    """E2: a registered keyword needs one."""
    with pytest.raises(CostError):
        INSTALLED.bind(read_keyword(text))


@pytest.mark.clause("A2", "E2")
def test_variants_and_further_costs():
    """A2, E2: what follows the cost may name a variant; one may have a cost besides."""
    plain = named("Ninjutsu")
    variant = replace(plain, name="Odd ninjutsu", variant="Odd", extra_cost="Discard<1/Card>")
    registry = Registry([plain, variant])
    found = registry.bind(read_keyword("Ninjutsu:1 U:whatever:odd"))
    assert found is not None
    assert (found[0].name, str(found[1])) == ("Odd ninjutsu", "1 U Discard<1/Card>")
    found = registry.bind(read_keyword("Ninjutsu:1 U"))
    assert found is not None
    assert (found[0].name, str(found[1])) == ("Ninjutsu", "1 U")
    alone = Registry([variant])
    assert alone.bind(read_keyword("Ninjutsu:1 U")) is None
    assert alone.binds(read_keyword("Ninjutsu:1 U"))


@pytest.mark.clause("E2")
def test_registered_twice():
    """E2: by the same name, or by the same line and variant."""
    plain = named("Ninjutsu")
    for other in (replace(plain, line="Other"), replace(plain, name="Other")):
        with pytest.raises(RegistryError, match="registered twice"):
            Registry([plain, other])
    both = Registry([plain, replace(plain, name="Other", line="Other")])
    assert [each.name for each in both] == ["Ninjutsu", "Other"]


@pytest.mark.clause("A1", "D1")
def test_where_cards_may_have_to_be():
    """A1, A2, D1, D5: of abilities, and of spells."""
    registry = Registry([named("Ninjutsu"), named("Sneak")])
    assert registry.activating_zones == named("Ninjutsu").zones
    assert registry.casting_zones == named("Sneak").zones
    assert Registry([]).casting_zones == frozenset()
    assert pb.ZONE_GRAVEYARD not in registry.activating_zones


def installing(monkeypatch: pytest.MonkeyPatch, *values: Any) -> Registry:
    """The registry, were these the entry points; one that is an error raises it."""

    def loading(value: Any) -> Any:
        def load() -> Any:
            if isinstance(value, Exception):
                raise value
            return value

        return load

    entries = [
        SimpleNamespace(value=f"package{number}", load=loading(value))
        for number, value in enumerate(values)
    ]
    monkeypatch.setattr(module, "entry_points", lambda group: entries)
    return Registry.installed()


@pytest.mark.clause("E2")
def test_what_packages_declare(monkeypatch: pytest.MonkeyPatch):
    """E2: the keywords of each, once where two declare the same."""
    plain, sneak = named("Ninjutsu"), named("Sneak")
    found = installing(monkeypatch, (plain,), (plain, sneak))
    assert [each.name for each in found] == ["Ninjutsu", "Sneak"]


@pytest.mark.clause("E2")
@pytest.mark.parametrize("value", [(), ("Ninjutsu",), ValueError("broken")])
def test_what_no_package_may_declare(monkeypatch: pytest.MonkeyPatch, value: Any):
    """E2: nothing, what is no keyword, and what cannot be loaded; the entry point is named."""
    with pytest.raises(RegistryError, match="package0"):
        installing(monkeypatch, value)
    with pytest.raises(RegistryError, match="package0"):
        installing(monkeypatch, (named("Ninjutsu"), "Sneak"))
