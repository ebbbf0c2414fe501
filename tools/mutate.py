"""Mutants of a Python module: each is the module with one small thing wrong in it.

What is broken: conditions are negated, `and` and `or` exchanged or one side left out, guards and
calls left out, comparisons exchanged or off by one, numbers off by one, constants of an enum
exchanged for their neighbours, rule numbers falsified, answers turned round. Messages for people,
annotations, docstrings and the counting of work (`rules.effort`) are left alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ninjutsu.v1 import event_pb2, service_pb2, state_pb2

RULE = re.compile(r"\d{3}\.\d+[a-z]?$")

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
"""What a comparison becomes: its negation, or the one that differs where both sides are equal."""


@dataclass(frozen=True)
class Mutant:
    """One broken version of a module.

    Attributes:
        lines: where in the original: the lines of the statement, those of its body left out.
        where: the function or class, "Table.traits"; empty at the module's top.
        what: the change, "`a and b` -> `a or b`".
        source: the whole module, broken.
    """

    lines: range
    where: str
    what: str
    source: str


@dataclass(frozen=True)
class Change:
    """One way to break a tree, which can be undone: a field of a node gets another value.

    Attributes:
        what: what it is called.
        node, field, index: where; the index in a list, else None.
        new: what is put there.
    """

    what: str
    node: ast.AST
    field: str
    index: int | None
    new: ast.AST

    def swap(self) -> Change:
        """Make the change.

        Returns:
            The change that undoes it.
        """
        place = getattr(self.node, self.field)
        if self.index is None:
            setattr(self.node, self.field, self.new)
            return replace(self, new=place)
        before = place[self.index]
        place[self.index] = self.new
        return replace(self, new=before)


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines; none is the same as the module."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for where, lines, parent, field, index, node in list(_places(tree)):
        for change in list(_changes(parent, field, index, node)):
            undo = change.swap()
            broken = ast.unparse(ast.fix_missing_locations(tree))
            undo.swap()
            if broken not in seen:
                seen.add(broken)
                yield Mutant(lines, where, change.what, broken)


Place = tuple[str, range, ast.AST, str, int | None, ast.AST]
"""The function and the lines that a node stands in, its parent with field and index, itself."""


def _places(tree: ast.AST, where: str = "", lines: range = range(0)) -> Iterator[Place]:
    """Every node that could be broken, parents first."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_for_people(node):
                continue
            inside = where
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                inside = f"{where}.{node.name}".lstrip(".")
            span = _lines(node) if isinstance(node, ast.stmt) else lines
            yield where, span, tree, field, index, node
            yield from _places(node, inside, span)


def _lines(node: ast.stmt) -> range:
    """The lines of a statement, those of its body left out."""
    body = getattr(node, "body", None)
    last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
    return range(node.lineno, max(last, node.lineno) + 1)


def _is_for_people(node: ast.AST) -> bool:
    """Docstrings, messages, imports, what only the type checker reads, and counting work."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Expr) and ".effort." in ast.unparse(node):
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    return isinstance(node, ast.Raise) and "Error" in ast.unparse(node)


def _changes(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Change]:
    """The ways in which one node can be broken."""

    def put(new: ast.AST, what: str = "") -> Change:
        told = what or f"`{_short(node)}` -> `{_short(new)}`"
        return Change(told, parent, field, index, new)

    if isinstance(node, ast.If | ast.IfExp | ast.While):
        kind = "while" if isinstance(node, ast.While) else "if"
        told = f"`{kind} {_short(node.test)}` -> `{kind} not ...`"
        yield Change(told, node, "test", None, ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.comprehension):
        yield from _filters(node)
    if isinstance(node, ast.If) and _is_guard(node):
        yield put(ast.Pass(), f"leave out `if {_short(node.test)}: ...`")
    elif isinstance(node, ast.AugAssign) or _is_call(node):
        yield put(ast.Pass(), f"leave out `{_short(node)}`")
    yield from map(put, _expressions(node))


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """What an expression is exchanged for."""
    if isinstance(node, ast.BoolOp):
        yield from _connections(node)
    elif isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield ast.BinOp(node.left, other, node.right)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Attribute):
        yield from _neighbours(node)


def _filters(node: ast.comprehension) -> Iterator[Change]:
    for place, test in enumerate(node.ifs):
        told = f"`for ... if {_short(test)}`"
        yield Change(f"{told} -> `if not ...`", node, "ifs", place, ast.UnaryOp(ast.Not(), test))
        yield Change(f"{told} -> all", node, "ifs", place, ast.Constant(value=True))


def _is_call(node: ast.AST) -> bool:
    """A statement that only calls or yields something."""
    return isinstance(node, ast.Expr) and isinstance(
        node.value, ast.Call | ast.YieldFrom | ast.Yield
    )


def _is_guard(node: ast.If) -> bool:
    """An `if` without an `else`, whose body leaves: a return, raise, continue or break."""
    leaves = isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)
    return leaves and not node.orelse


def _connections(node: ast.BoolOp) -> Iterator[ast.expr]:
    other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield ast.BoolOp(other, node.values)
    for place in range(len(node.values)):
        rest = node.values[:place] + node.values[place + 1 :]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for place, operator in enumerate(node.ops):
        other = OPPOSITE.get(type(operator))
        if other is not None:
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _constants(node: ast.Constant) -> Iterator[ast.expr]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(value=not value)
    elif isinstance(value, int):
        yield ast.Constant(value=value + 1)
    elif isinstance(value, str) and RULE.match(value):
        yield ast.Constant(value="999.9")


def _neighbours(node: ast.Attribute) -> Iterator[ast.expr]:
    """`pb.ZONE_HAND` as the next constant of its enum."""
    for module in (state_pb2, service_pb2, event_pb2):
        for enum in module.DESCRIPTOR.enum_types_by_name.values():
            names = [value.name for value in enum.values]
            if node.attr in names and isinstance(node.value, ast.Name):
                place = (names.index(node.attr) + 1) % len(names)
                # Not the one for "unspecified": it is nowhere in a checked state.
                following = names[place] if place else names[1]
                if following != node.attr:
                    yield ast.Attribute(node.value, following, ast.Load())
                return


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:67]}..."
