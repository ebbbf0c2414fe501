"""Runs tests against mutants, each in a fork of one process that has collected the tests.

Started by tools/mutants.py in a copy of the project. Reads a mutant a line, as JSON: the module,
the broken source and the tests to run; answers with a line each: a status and, where a test
failed, its place among these. In the fork the module's functions get the code of the broken
source, so that nothing is imported anew. What runs when a module is imported, a table for
example, cannot be exchanged so: that is answered with SLOW.
"""

from __future__ import annotations

import json
import mmap
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

PASSED, FAILED, SLOW = 0, 1, 71
SECONDS = 60
BYTES = 3 << 30


class Server:
    """A pytest plugin that runs tests when it is told to, and not by itself."""

    def __init__(self, answers: int) -> None:
        self._answers = answers

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until the input ends."""
        items: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            items[item.nodeid.split("[")[0]].append(item)
        place = mmap.mmap(-1, 4)
        for line in sys.stdin:
            job = json.loads(line)
            chosen = [(n, each) for n, name in enumerate(job["tests"]) for each in items[name]]
            child = os.fork()
            if child == 0:
                _run(session, chosen, job, place)
            _, status = os.waitpid(child, 0)
            failed = int.from_bytes(place[:], "little")
            os.write(self._answers, b"%d %d\n" % (os.waitstatus_to_exitcode(status), failed))
        return True


Chosen = list[tuple[int, pytest.Item]]
"""The tests to run, each with its place among those that were asked for."""


def _run(session: pytest.Session, chosen: Chosen, job: dict[str, str], place: mmap.mmap) -> None:
    """Run tests until one fails, and end this process; a signal ends it after too long."""
    status = FAILED
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        if exchange(sys.modules.get(job["module"]), job["original"], job["broken"]):
            status = PASSED if _all_pass(session, chosen, place) else FAILED
        else:
            status = SLOW
    finally:
        os._exit(status)


def _all_pass(session: pytest.Session, chosen: Chosen, place: mmap.mmap) -> bool:
    for (number, item), (_, following) in pairwise([*chosen, (0, None)]):
        assert item is not None
        place[:] = number.to_bytes(4, "little")
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return False
    return True


def exchange(module: ModuleType | None, original: str, broken: str) -> bool:
    """Give the functions of a module the code of a broken source.

    Returns:
        False where that is not all that differs: the module must be imported anew.
    """
    if module is None:
        return False
    before, after = codes(original), codes(broken)
    changed = [name for name, code in after.items() if _differs(before.get(name), code)]
    live = dict(_functions(module, module.__name__, set()))
    found = [(live[name], after[name]) for name in changed if name in live]
    if len(found) < len(changed) or not changed:
        return False
    # What a function made as the module was imported, for a table of them, keeps its old code.
    if any(_makes(before[name]) != _makes(after[name]) for name in changed):
        return False
    for function, code in found:
        if function.__code__.co_freevars != code.co_freevars:
            return False
        function.__code__ = code
    return True


def codes(source: str) -> dict[str, CodeType]:
    """The code of a module (by an empty name), of its classes and of their functions."""
    found: dict[str, CodeType] = {}
    todo = [compile(source, "<mutant>", "exec")]
    while todo:
        code = todo.pop()
        name = "" if code.co_name == "<module>" else code.co_qualname
        # Of two of one name nobody knows which is which.
        found[name if name not in found else f"{name} again"] = code
        if not code.co_flags & 1:  # Neither optimized nor a function: it has a body of its own.
            todo += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def _differs(one: CodeType | None, other: CodeType) -> bool:
    return one is None or _plain(one) != _plain(other)


def _makes(code: CodeType) -> list[tuple[object, ...]]:
    """The functions that a function makes, what it runs through itself left out."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [_plain(each) for each in inner if not each.co_name.endswith(("comp>", "expr>"))]


def _plain(code: CodeType) -> tuple[object, ...]:
    """What a piece of code does, lines aside; what a module or class contains, too."""
    function = bool(code.co_flags & 1)
    constants = tuple(
        (_plain(each) if function else None)
        if isinstance(each, CodeType)
        else (type(each), repr(each))
        for each in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_exceptiontable


def _functions(holder: Any, module: str, seen: set[int]) -> Iterator[tuple[str, FunctionType]]:
    """The functions of a module or class that were written in it, decorated ones too."""
    for value in list(vars(holder).values()):
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, type):
            if value.__module__ == module:
                yield from _functions(value, module, seen)
            continue
        for each in (value, getattr(value, "fget", None), getattr(value, "__func__", None)):
            function = each
            while function is not None and not isinstance(function, FunctionType):
                function = getattr(function, "__wrapped__", None)
            while function is not None and hasattr(function, "__wrapped__"):
                function = function.__wrapped__
            if isinstance(function, FunctionType) and function.__module__ == module:
                yield function.__code__.co_qualname, function


def main() -> None:
    """Collect the tests named on the command line, and serve."""
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    sys.exit(pytest.main(["-s", *sys.argv[1:]], plugins=[Server(answers)]))


if __name__ == "__main__":
    main()
