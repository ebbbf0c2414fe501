"""Do the tests notice when a rule is broken? Runs them against mutants of the rules.

    make mutants                                     every module; takes an hour or more
    make mutants ARGS="legality.py combat.py"        these modules
    make mutants ARGS="--sample 200"                 200 mutants, chosen by chance
    make mutants ARGS="--only 'costs.py pay' --tests tests/rules/test_costs.py"
                                                     these mutants, and only these tests

All happens on copies in a temporary folder. First the tests run once, to find which of them
reach which line; then for each mutant those tests run that reach its line, until one fails. A
mutant that makes a test fail or hang is killed. Survivors are printed; those that are known
stand in docs/mutants.md, one a line, with the reason before them. With --reach FILE, which test
reaches which line is kept in a file, and read from there the next time: for several runs on the
same tree.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import Queue

import pytest
from coverage import CoverageData

from tools.mutants_server import FAILED, PASSED, SECONDS, SLOW
from tools.mutate import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent
RULES = Path("ninjutsu_service/rules")
COPIED = (
    "ninjutsu_service",
    "proto",
    "tests",
    "tools",
    "card_scripts",
    "examples",
    "pyproject.toml",
)
TESTS = (
    *("tests/clauses", "tests/rules", "tests/state", "tests/properties", "tests/cards_played"),
    *("tests/test_contract_example.py", "tests/test_engine_mistakes.py", "tests/test_session.py"),
    *("tests/test_more_keywords.py", "tests/test_original_designs.py"),
    *("tests/test_left_values.py", "tests/test_implemented.py"),
)
"""The tests that may kill: those of the rules, without a server."""

OPTIONS = (
    *("-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-m", "not slow"),
    *("--hypothesis-profile=mutants", "--timeout=60"),
)
FIRST = 40
"""How many tests run first, those of the module aside, of those that have killed mutants of it
and of all: nearly every mutant dies there."""

KILLED, SURVIVED, UNREACHED = "killed", "survived", "reached by no test"


@dataclass(frozen=True)
class Job:
    """A mutant of one module."""

    path: Path
    mutant: Mutant

    @property
    def key(self) -> str:
        """What docs/mutants.md calls it: line numbers change, this does not."""
        module = self.path.relative_to(RULES).as_posix()
        return f"{module} {self.mutant.where or 'module'}: {self.mutant.what}"


class Tree:
    """A copy of the project with a process that runs its tests."""

    _moments = count(1_600_000_000)

    def __init__(self, folder: Path, tests: Sequence[str] = TESTS) -> None:
        self.folder = folder
        self.tests = tests
        paths = [str(folder), str(folder / "proto" / "python")]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._server: subprocess.Popen[str] | None = None
        self._killers: dict[Path, Counter[str]] = defaultdict(Counter)

    def kills(self, job: Job, tests: Sequence[str]) -> bool:
        """Whether one of the tests fails on the mutant."""
        own = f"{job.path.stem}.py::"
        known = [test for test, _ in self._killers[job.path].most_common(FIRST)]
        first = [test for test in known if test in tests]
        first += [test for test in tests if own in test and "propert" not in test]
        first += tests[:: max(1, len(tests) // FIRST)]
        first = list(dict.fromkeys(first))
        rest = [test for test in tests if test not in set(first)]
        return self._fails(job, first) or bool(rest and self._fails(job, rest))

    def check(self, tests: Sequence[str]) -> None:
        """Some tests must pass on the original, or every mutant would seem to be killed.

        Raises:
            SystemExit: they do not.
        """
        if self._fails_anew(tests):
            sys.exit("The tests fail on the original.")

    def _fails(self, job: Job, tests: Sequence[str]) -> bool:
        path = self.folder / job.path
        original = path.read_text(encoding="utf-8")
        status, place = self._ask(
            {
                "module": ".".join(job.path.with_suffix("").parts),
                "original": original,
                "broken": job.mutant.source,
                "tests": tests,
            }
        )
        if status == FAILED:
            self._killers[job.path][tests[place]] += 1
        if status != SLOW:
            return status != PASSED
        self._write(path, job.mutant.source)
        try:
            return self._fails_anew(tests)
        finally:
            self._write(path, original)

    def _ask(self, job: dict[str, object]) -> tuple[int, int]:
        """The status of the tests, and the place of the one that was running last."""
        if self._server is None:
            self._server = subprocess.Popen(  # noqa: S603 - it is this project's own
                [sys.executable, "-m", "tools.mutants_server", *OPTIONS, *self.tests],
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._server.stdin
        assert self._server.stdout
        self._server.stdin.write(json.dumps(job) + "\n")
        self._server.stdin.flush()
        status, place = self._server.stdout.readline().split()
        return int(status), int(place)

    def _fails_anew(self, tests: Sequence[str]) -> bool:
        """Run the tests in a process of their own."""
        try:
            run = subprocess.run(  # noqa: S603 - it is pytest, on a copy of this project
                [sys.executable, "-m", "pytest", *OPTIONS, *tests],
                cwd=self.folder,
                env=self.environment,
                capture_output=True,
                timeout=SECONDS * 3,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        if run.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
            raise RuntimeError(f"no test was found: {' '.join(tests)}")
        return run.returncode != pytest.ExitCode.OK

    def _write(self, path: Path, source: str) -> None:
        """Write a module such that no compiled version of another can be taken for it."""
        path.write_text(source, encoding="utf-8")
        moment = next(self._moments)
        os.utime(path, (moment, moment))

    def close(self) -> None:
        """End the process."""
        if self._server is not None and self._server.stdin:
            self._server.stdin.close()
            self._server.wait()


def copy_of(folder: Path, tests: Sequence[str]) -> Tree:
    """A copy of what the tests of the rules need."""
    ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return Tree(folder, tests)


def measure(tree: Tree) -> None:
    """Run all tests on the original, and keep which of them reach which line.

    Raises:
        SystemExit: a test fails on the original.
    """
    arguments = ["--cov", "--cov-context=test", "--cov-report=", *OPTIONS, *tree.tests]
    run = subprocess.run(  # noqa: S603 - it is pytest, on a copy of this project
        [sys.executable, "-m", "pytest", *arguments],
        cwd=tree.folder,
        env=tree.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        sys.exit(f"A test fails on the original:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")


def reach_of(tree: Tree, kept: Path | None) -> Mapping[tuple[str, int], frozenset[str]]:
    """Which tests reach which line: as a file has it; measured where there is none yet."""
    measured = tree.folder / ".coverage"
    if kept is not None and kept.exists():
        shutil.copy(kept, measured)
    else:
        measure(tree)
    if kept is not None:
        shutil.copy(measured, kept)
    data = CoverageData(str(measured))
    data.read()
    reach = {}
    for name in data.measured_files():
        path = Path(name).as_posix()
        for line, contexts in data.contexts_by_lineno(name).items():
            tests = {each.split("|")[0].split("[")[0] for each in contexts if each}
            reach[path, line] = frozenset(tests)
    return reach


def tests_for(job: Job, reach: Mapping[tuple[str, int], frozenset[str]]) -> list[str]:
    """The tests that reach a mutant, quick ones first; all for what runs on import."""
    path = job.path.as_posix()
    lines = [reach[path, line] for line in job.mutant.lines if (path, line) in reach]
    found = {test for tests in lines for test in tests}
    if lines and not found:
        found = {test for (name, _), tests in reach.items() if name == path for test in tests}
    if lines and not found:
        # Nothing but values, which are read elsewhere: by whole files, as a test that only looks
        # at values reaches no line.
        every = frozenset().union(*reach.values())
        found = {test.partition("::")[0] for test in every if test.startswith("tests/rules/")}
    return sorted(found, key=lambda test: ("propert" in test, test))


def jobs_of(names: Sequence[str]) -> Iterator[Job]:
    """The mutants of modules, by their paths below `rules/`; of all without any."""
    folder = ROOT / RULES
    paths = [folder / name for name in names] or sorted(folder.rglob("*.py"))
    for path in paths:
        for mutant in mutants(path.read_text(encoding="utf-8")):
            yield Job(path.relative_to(ROOT), mutant)


def run(
    jobs: Sequence[Job],
    reach: Mapping[tuple[str, int], frozenset[str]],
    trees: Sequence[Tree],
) -> list[str]:
    """What became of each mutant."""
    free: Queue[Tree] = Queue()
    for tree in trees:
        free.put(tree)
    done = count(1)

    def one(job: Job) -> str:
        tests = tests_for(job, reach)
        tree = free.get()
        try:
            result = (KILLED if tree.kills(job, tests) else SURVIVED) if tests else UNREACHED
        finally:
            free.put(tree)
        number = next(done)
        if result != KILLED:
            print(f"{result}: {job.key} (line {job.mutant.lines.start})", flush=True)
        if number % 100 == 0:
            print(f"{number} of {len(jobs)}", flush=True)
        return result

    with ThreadPoolExecutor(len(trees)) as pool:
        return list(pool.map(one, jobs))


def listed() -> list[str]:
    """The survivors that docs/mutants.md names."""
    text = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    names = {path.relative_to(ROOT / RULES).as_posix() for path in (ROOT / RULES).rglob("*.py")}
    lines = [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]
    return [line for line in lines if line.partition(" ")[0] in names]


def report(jobs: Sequence[Job], results: Sequence[str], everything: bool) -> int:
    """Print what was killed, by module, and what docs/mutants.md does not say.

    Args:
        jobs: the mutants.
        results: what became of each.
        everything: whether they are all mutants of their modules, and all tests ran.

    Returns:
        1 where less than 90 % were killed, or the document names other survivors; else 0.
    """
    known = listed()
    made = Counter(job.path for job in jobs)
    outcomes = list(zip(jobs, results, strict=True))
    killed = Counter(job.path for job, result in outcomes if result == KILLED)
    print()
    for path in sorted(made):
        module = path.relative_to(RULES).as_posix()
        print(f"{killed[path]:5} of {made[path]:5} killed  {module}")
    alive = {job.key: result for job, result in outcomes if result != KILLED}
    new = [f"{result}: {key}" for key, result in alive.items() if key not in known]
    print(f"\n{len(new)} survivors are not in docs/mutants.md:", *new, sep="\n")
    modules = {path.relative_to(RULES).as_posix() for path in made} if everything else set()
    old = [key for key in known if key not in alive and key.partition(" ")[0] in modules]
    print(f"\n{len(old)} in docs/mutants.md are killed, or gone:", *old, sep="\n")
    share = 100 * sum(killed.values()) / max(1, len(jobs))
    print(f"\n{share:.1f} % of {len(jobs)} mutants killed")
    return 0 if share >= 90 and not new and not old else 1


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help='paths below rules/, "payment/search.py"')
    parser.add_argument("--only", action="append", help="mutants with this in what they are called")
    parser.add_argument("--tests", action="append", help="only these tests, a file or folder")
    parser.add_argument("--reach", type=Path, help="where to keep which tests reach which lines")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen by chance")
    parser.add_argument("--seed", type=int, default=1, help="what decides the sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many run at once")
    return parser.parse_args()


def main() -> int:
    """Choose mutants, run the tests on them, and tell."""
    options = arguments()
    jobs = list(jobs_of(options.modules))
    if options.only:
        jobs = [job for job in jobs if any(text in job.key for text in options.only)]
    if options.sample and options.sample < len(jobs):
        jobs = random.Random(options.seed).sample(jobs, options.sample)  # noqa: S311
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = copy_of(Path(folder).resolve() / "1", options.tests or TESTS)
        print(f"{len(jobs)} mutants. Finding which tests reach which lines.", flush=True)
        reach = reach_of(first, options.reach)
        trees = [first]
        for number in range(2, options.jobs + 1):
            other = Path(folder).resolve() / str(number)
            shutil.copytree(first.folder, other)
            trees.append(Tree(other, first.tests))
        try:
            every = sorted(frozenset().union(*reach.values()))
            for tree in trees:
                tree.check(every[:: len(every) // FIRST + 1])
            results = run(jobs, reach, trees)
        finally:
            for tree in trees:
                tree.close()
    return report(jobs, results, not (options.only or options.tests or options.sample))


if __name__ == "__main__":
    sys.exit(main())
