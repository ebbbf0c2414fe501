"""docs/integrate.md: its code runs against a real server, and it names what it must."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.server.app import start
from tests.boards import bundled
from tests.shared import ROOT

PAGE = ROOT / "docs" / "integrate.md"
MISTAKES = ROOT / "tests" / "test_engine_mistakes.py"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="needs the repository's docs")


def page() -> str:
    """The page's text."""
    return PAGE.read_text(encoding="utf-8")


def test_the_code_runs():
    """Every block of Python runs, one after the other, and its assertions hold."""
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", page(), re.MULTILINE | re.DOTALL))
    assert code.count("assert") >= 10
    running = start(bundled())
    try:
        exec(code.replace("127.0.0.1:50051", running.address), {})
    finally:
        running.server.stop(None).wait()


def test_every_reported_mistake_is_in_the_table():
    """A mistake that a test holds off is told, with the reports that its docstring names."""
    tree = ast.parse(MISTAKES.read_text(encoding="utf-8"))
    docs = [
        ast.get_docstring(each) or "" for each in tree.body if isinstance(each, ast.FunctionDef)
    ]
    found = [pair for doc in docs for pair in re.findall(r"\((\w+), (\d+(?: and \d+)?)\)", doc)]
    assert len(found) >= 15
    for engine, numbers in found:
        assert f"| {engine} {numbers.replace(' and ', ', ')} |" in page()


@pytest.mark.parametrize("name", ["STEP_", "ZONE_", "BLOCK_STATUS_"])
def test_values_of_enums_exist(name: str):
    """A value of an enum that the page names is one of the contract."""
    known: set[str] = {*pb.Step.keys(), *pb.Zone.keys(), *pb.BlockStatus.keys()}
    for value in re.findall(rf"`({name}[A-Z_]+)`", page()):
        assert value in known


def test_messages_and_fields_exist():
    """What the page writes as `Message.field` of the contract is there."""
    messages: dict[str, Any] = {
        **pb.DESCRIPTOR.message_types_by_name,
        **wire.DESCRIPTOR.message_types_by_name,
    }
    for message, field in re.findall(r"`(\w+)\.([a-z_]+)`", page()):
        if message in messages and message not in ("GameState", "CombatState"):
            assert field in messages[message].fields_by_name, f"{message}.{field}"


@pytest.mark.skipif(not (ROOT / "card_scripts").exists(), reason="needs the source tree")
def test_links_lead_somewhere():
    """Every relative link is a file or folder of the repository."""
    for target in re.findall(r"\]\(([^)#:]+)\)", page()):
        assert (PAGE.parent / target).exists(), target
