"""Which package may know which, and how long a function or module may grow.

The rules are held against the syntax of the installed package, and the checker itself against
module texts that break each of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import ninjutsu_service
from tests.shared import ROOT

PACKAGE = Path(ninjutsu_service.__file__).parent

MAX_FUNCTION_LINES = 60
MAX_MODULE_LINES = 500

SERVICE = "ninjutsu_service"


@dataclass(frozen=True)
class Layer:
    """What one package must not know.

    Attributes:
        imports: modules it must not import, with all that is below them.
        names: builtins it must not use.
    """

    imports: tuple[str, ...]
    names: tuple[str, ...] = ()


OUTSIDE_WORLD = (
    *("os", "pathlib", "io", "shutil", "tempfile", "glob", "subprocess", "socket"),
    *("time", "datetime", "logging", "structlog", "asyncio", "threading", "random", "secrets"),
)
"""Files, clocks, logs, networks and chance."""

OUTER = ("grpc", f"{SERVICE}.server", f"{SERVICE}.client", f"{SERVICE}.cli")
"""What only the outer packages know: the network, and each other."""

LAYERS = {
    f"{SERVICE}.rules": Layer((*OUTER, *OUTSIDE_WORLD), ("open", "print", "input")),
    f"{SERVICE}.state": Layer(
        (*OUTER, *OUTSIDE_WORLD, f"{SERVICE}.rules"), ("open", "print", "input")
    ),
    f"{SERVICE}.cards": Layer((*OUTER, "ninjutsu", f"{SERVICE}.rules", f"{SERVICE}.state")),
    f"{SERVICE}.server": Layer((f"{SERVICE}.cli", f"{SERVICE}.client")),
    f"{SERVICE}.client": Layer((f"{SERVICE}.cli", f"{SERVICE}.server")),
    f"{SERVICE}.cli": Layer(()),
    f"{SERVICE}.__main__": Layer(()),
}
"""The packages with rules of their own."""

ANY_OTHER = Layer(OUTER)
"""The rules of every other module of the service."""

SEEDED_CHANCE = f"{SERVICE}.rules.chance"
"""The one module of the rules that may import `random`, for `random.Random` with a seed."""


def layer_of(module: str) -> Layer:
    """The rules that hold for a module, by its dotted name."""
    return next(
        (layer for name, layer in LAYERS.items() if within(module, name)),
        ANY_OTHER,
    )


def within(module: str, package: str) -> bool:
    """Whether a dotted name is a package or stands below it."""
    return module == package or module.startswith(f"{package}.")


def imported(tree: ast.Module, module: str) -> Iterator[tuple[int, str]]:
    """Each import of a module, as its line and the dotted name imported.

    A `from` import gives one name for each thing it takes, since that may be a module.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".")[: -node.level]
                base = ".".join([*parents, base]).strip(".")
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"
        elif isinstance(node, ast.Call) and name_of(node.func) in {
            "__import__",
            "import_module",
            "importlib.import_module",
        }:
            yield node.lineno, str(getattr(next(iter(node.args), None), "value", "unknown"))


def name_of(node: ast.expr) -> str:
    """The dotted name that an expression is, or nothing."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return ""


def unseeded(tree: ast.Module) -> Iterator[int]:
    """The lines that take chance from anything but `random.Random(seed)`."""
    seeded = {
        id(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node.func) == "random.Random" and node.args
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            loose = node.module == "random"
        elif isinstance(node, ast.Attribute):
            loose = name_of(node.value) == "random" and id(node) not in seeded
        else:
            continue
        if loose:
            yield node.lineno


def breaches(module: str, source: str) -> list[str]:
    """What a module's text does that its place forbids.

    Args:
        module: its dotted name; a package's is that of its `__init__` file.
        source: its text.

    Returns:
        One line for each breach, with the line number.
    """
    tree = ast.parse(source)
    layer = layer_of(module)
    found = []
    for line, name in imported(tree, module):
        if module == SEEDED_CHANCE and within(name, "random"):
            continue
        if any(within(name, forbidden) for forbidden in layer.imports):
            found.append(f"{module}:{line} imports {name}")
    if module == SEEDED_CHANCE:
        found += [f"{module}:{line} takes chance without a seed" for line in unseeded(tree)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in layer.names:
            found.append(f"{module}:{node.lineno} calls {name_of(node.func)}")
    return found


def too_long(name: str, source: str) -> list[str]:
    """The functions of a file, and the file, that are longer than the limits."""
    lines = len(source.splitlines())
    found = [f"{name} has {lines} lines"] if lines > MAX_MODULE_LINES else []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION_LINES:
                found.append(f"{name}:{node.lineno} {node.name} has {length} lines")
    return found


def modules() -> list[tuple[str, str]]:
    """Every module of the service, as its dotted name and its text.

    A package's name ends in `.__init__`, so that its relative imports are read like any other's.
    """
    return [
        (
            ".".join((SERVICE, *path.relative_to(PACKAGE).with_suffix("").parts)),
            path.read_text(encoding="utf-8"),
        )
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


def test_every_import_goes_the_right_way():
    """Data flows one way, and only the server and the client know grpc."""
    assert [breach for name, text in modules() for breach in breaches(name, text)] == []


def test_functions_and_modules_stay_short():
    """A module has one subject, and a function fits on a screen."""
    handwritten = [
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for folder in ("benchmarks", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    assert [line for name, text in modules() + handwritten for line in too_long(name, text)] == []


def test_the_checker_reads_the_whole_service():
    """A checker that finds no modules would pass everything."""
    names = {name for name, _ in modules()}
    assert f"{SERVICE}.cards.mana" in names
    assert f"{SERVICE}.__init__" in names


@pytest.mark.parametrize(
    ("module", "source", "breach"),
    [
        ("rules.pay", "import grpc", "imports grpc"),
        ("rules.pay", "from grpc.aio import server", "imports grpc.aio.server"),
        ("rules.pay", "import os.path", "imports os.path"),
        ("rules.pay", "def f():\n    from pathlib import Path", "imports pathlib.Path"),
        ("rules.pay", "import random", "imports random"),
        ("rules.pay", "from time import monotonic as now", "imports time.monotonic"),
        ("rules.pay", "from importlib import import_module\nimport_module('io')", "imports io"),
        ("rules.pay", "from ninjutsu_service import server", f"imports {SERVICE}.server"),
        ("rules.pay", "from ..server import run", f"imports {SERVICE}.server.run"),
        ("rules.keywords.sneak", "from ... import cli", f"imports {SERVICE}.cli"),
        ("rules.__init__", "from .. import server", f"imports {SERVICE}.server"),
        ("rules.pay", "text = open('card.txt').read()", "calls open"),
        ("rules.chance", "import random\nrandom.shuffle([])", "takes chance without a seed"),
        ("rules.chance", "import random\nrandom.Random()", "takes chance without a seed"),
        ("rules.chance", "from random import choice", "takes chance without a seed"),
        ("cards.pool", "from ninjutsu.v1 import state_pb2", "imports ninjutsu.v1.state_pb2"),
        ("cards.pool", "import ninjutsu_service.rules.pay", f"imports {SERVICE}.rules.pay"),
        ("state.check", "import grpc", "imports grpc"),
        ("state.check", "from ninjutsu_service.rules import pay", f"imports {SERVICE}.rules.pay"),
        ("messages", "from ninjutsu_service.cli import main", f"imports {SERVICE}.cli.main"),
        ("server.app", "from ninjutsu_service.cli import main", f"imports {SERVICE}.cli.main"),
        ("client.sync", "from ninjutsu_service.cli import main", f"imports {SERVICE}.cli.main"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str, breach: str):
    """Each rule is broken once, and the checker says where."""
    found = breaches(f"{SERVICE}.{module}", source)
    line = source.count("\n") + 1
    assert found == [f"{SERVICE}.{module}:{line} {breach}"]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules.pay", "from ninjutsu.v1 import state_pb2\nfrom ninjutsu_service.cards import mana"),
        ("rules.pay", "from . import combat\nimport operator, iolib\nself.open()"),
        ("rules.chance", "import random\nrandom.Random(7).shuffle([])"),
        ("cards.pool", "import os\nfrom ninjutsu_service.cards import mana\nopen('x')"),
        ("server.app", "import grpc\nfrom ninjutsu_service.rules import pay"),
        ("client.sync", "import grpc"),
        ("cli.main", "import grpc\nfrom ninjutsu_service.server import app"),
        ("state.check", "from ninjutsu.v1 import state_pb2"),
    ],
)
def test_a_right_import_is_left_alone(module: str, source: str):
    """What the rules allow is no breach, names that merely look alike included."""
    assert breaches(f"{SERVICE}.{module}", source) == []


def test_a_long_function_or_module_is_found():
    """At the limit is allowed, one line over it is not."""
    body = "    pass\n"
    fits = "def f():\n" + body * (MAX_FUNCTION_LINES - 1)
    assert too_long("a.py", fits) == []
    assert too_long("a.py", fits + body) == [f"a.py:1 f has {MAX_FUNCTION_LINES + 1} lines"]
    assert too_long("a.py", "\n" * (MAX_MODULE_LINES + 1)) == [
        f"a.py has {MAX_MODULE_LINES + 1} lines"
    ]
