"""Mutants: what is broken in a module, and that breaking the right thing is noticed."""

from __future__ import annotations

import pytest

from tools.mutants_server import codes, exchange
from tools.mutate import mutants


def broken(source: str) -> list[str]:
    """What each mutant of a source is called."""
    return [each.what for each in mutants(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if a:\n    b()", ["`if a` -> `if not ...`", "leave out `b()`"]),
        ("def f():\n    if a:\n        return\n    b = 1",
         ["`if a` -> `if not ...`", "leave out `if a: ...`", "`1` -> `2`"]),
        ("x = a and b", ["`a and b` -> `a or b`", "`a and b` -> `b`", "`a and b` -> `a`"]),
        ("x = a < b", ["`a < b` -> `a <= b`"]),
        ("x = a is not b", ["`a is not b` -> `a is b`"]),
        ("x = a not in b", ["`a not in b` -> `a in b`"]),
        ("x = not a", ["`not a` -> `a`"]),
        ("x = a + 1", ["`a + 1` -> `a - 1`", "`1` -> `2`"]),
        ("x = True", ["`True` -> `False`"]),
        ('x = "702.49a"', ["`'702.49a'` -> `'999.9'`"]),
        ('x = "other"', []),
        ("x = pb.ZONE_HAND", ["`pb.ZONE_HAND` -> `pb.ZONE_BATTLEFIELD`"]),
        ("x = wire.REFUSAL_REASON_BLOCKED",
         ["`wire.REFUSAL_REASON_BLOCKED` -> `wire.REFUSAL_REASON_BLOCKS_NOT_DECLARED`"]),
        ("x = [a for a in b if a]",
         ["`for ... if a` -> `if not ...`", "`for ... if a` -> all"]),
        ("x += 1", ["leave out `x += 1`", "`1` -> `2`"]),
        ('def f(a: int = 1) -> bool:\n    """A text."""', ["`1` -> `2`"]),
        ("import a", []),
        ('raise ValueError(f"{a and b}")', []),
    ],
)  # fmt: skip
def test_what_is_broken(source: str, expected: list[str]):
    """Each kind of thing that is broken, and what is left alone."""
    assert broken(source) == expected


def test_each_mutant_differs_in_one_place():
    """A mutant is the module with one change; the others are undone."""
    source = "x = a and b\ny = c < d\n"
    texts = [each.source for each in mutants(source)]
    assert texts == [
        "x = a or b\ny = c < d",
        "x = b\ny = c < d",
        "x = a\ny = c < d",
        "x = a and b\ny = c <= d",
    ]


def test_where_a_mutant_is():
    """The function it stands in, and the lines of the statement without its body."""
    source = "class A:\n    def f(self):\n        if (a and\n                b):\n            c()\n"
    found = {each.what: (each.where, each.lines) for each in mutants(source)}
    assert found["`a and b` -> `a or b`"] == ("A.f", range(3, 5))
    assert found["leave out `c()`"] == ("A.f", range(5, 6))


SOURCE = """
from functools import lru_cache
TABLE = 1
@lru_cache
def cached(a):
    return a > 1
class A:
    kept = 2
    def f(self, a, b=3):
        return a > b
    def h(self, a):
        return any(each > a for each in (1, 2))
    @property
    def g(self):
        return 4
def over(limit):
    return lambda a: a > limit + 0
OVER = {1: over(1)}
"""


@pytest.mark.parametrize(
    ("change", "done"),
    [
        (("a > 1", "a >= 1"), True),
        (("a > b", "a >= b"), True),
        (("return 4", "return 5"), True),
        (("each > a", "each >= a"), True),
        (("a > limit", "a >= limit"), False),
        (("TABLE = 1", "TABLE = 2"), False),
        (("kept = 2", "kept = 3"), False),
        (("b=3", "b=4"), False),
        (("", ""), False),
    ],
)
def test_exchanging_code(change: tuple[str, str], done: bool):
    """Code inside of functions is exchanged; what runs on import is left to a new import.

    So is what a function makes, which may be in a table since the import.
    """
    module = type(pytest)("mutated")
    exec(compile(SOURCE, "mutated", "exec"), module.__dict__)
    changed = SOURCE.replace(*change) if change[0] else SOURCE
    assert exchange(module, SOURCE, changed) is done
    if done:
        made = module.A()
        assert [module.cached(1), made.f(3), made.g, made.h(2)] != [False, False, 4, False]


def test_a_module_that_is_not_imported():
    """Where no test imported the module there is nothing to exchange."""
    assert not exchange(None, "a = 1", "a = 2")


def test_the_pieces_of_a_module():
    """A module, its classes and their functions have code of their own."""
    assert sorted(codes(SOURCE)) == ["", "A", "A.f", "A.g", "A.h", "cached", "over"]
