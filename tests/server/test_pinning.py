"""Which core a process stays on."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ninjutsu_service.server import pinning
from ninjutsu_service.server.pinning import Pinning, idle_cores

needs_cores = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system keeps no process on one core"
)


class System:
    """A machine that is told how busy its cores are, and who may use which."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
        self.proc = folder
        (folder / "self" / "task" / "7").mkdir(parents=True)
        (folder / "self" / "task" / "9").mkdir()
        self.seconds = dict.fromkeys(range(cores), 0.0)
        self.stays: list[tuple[int, set[int]]] = []
        self.now = 0.0
        self.own = 0.0
        self.later: dict[int, float] = {}
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)))
        monkeypatch.setattr(
            os, "sched_setaffinity", lambda pid, mask: self.stays.append((pid, set(mask)))
        )
        monkeypatch.setattr(os, "getpid", lambda: 0)
        monkeypatch.setattr(time, "sleep", lambda seconds: self.work(self.later, seconds))
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(time, "process_time", lambda: self.own)
        self.work({}, 0.0)

    def work(self, busy: dict[int, float], seconds: float, own: float = 0.0) -> None:
        """Let time pass, in which cores are busy for a part of it."""
        self.now += seconds
        self.own += own * seconds
        for core, part in busy.items():
            self.seconds[core] += part * seconds
        tick = os.sysconf("SC_CLK_TCK")
        lines = ["cpu  1 2 3 4 5 6 7 8 9 10"]
        for core, spent in self.seconds.items():
            lines.append(f"cpu{core} {round(spent * tick)} 0 0 99 0 0 0 0 0 0")
        (self.proc / "stat").write_text("\n".join([*lines, "intr 1", ""]))


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    return System(tmp_path, monkeypatch, 4)


@needs_cores
def test_the_least_busy_cores(system, monkeypatch):
    """Each process gets one of its own, while there are enough."""
    monkeypatch.setattr(pinning, "LOOK_SECONDS", 10.0)
    system.later = {0: 0.9, 1: 0.1, 2: 0.5, 3: 0.0}
    assert idle_cores(1, system.proc) == [3]
    assert idle_cores(3, system.proc) == [3, 1, 2]
    assert idle_cores(5, system.proc) == [3, 1, 2, 0, 3]


@needs_cores
def test_services_that_begin_at_once_on_an_idle_machine(system, monkeypatch):
    """They find all cores alike, and must not all take the first."""
    found = set()
    for pid in range(4):
        monkeypatch.setattr(os, "getpid", lambda pid=pid: pid)
        found.add(idle_cores(1, system.proc)[0])
    assert found == {0, 1, 2, 3}


@needs_cores
def test_with_one_core_there_is_nothing_to_choose(tmp_path, monkeypatch):
    """The process has it anyway."""
    assert idle_cores(2, System(tmp_path, monkeypatch, 1).proc) == []


@needs_cores
def test_every_thread_is_kept(system):
    """Those that there are; others inherit it."""
    Pinning(2, system.proc)
    assert sorted(system.stays) == [(7, {2}), (9, {2})]


@needs_cores
def test_it_stays_where_it_works_itself(system):
    """Its own work is no reason to go."""
    kept = Pinning(2, system.proc)
    system.work({2: 1.0}, 10, own=0.95)
    kept.look()
    assert kept.core == 2


@needs_cores
def test_it_goes_where_there_is_room(system):
    """Something else has begun to use its core; the least busy one is taken."""
    kept = Pinning(2, system.proc)
    system.work({2: 1.0, 0: 0.4, 1: 0.1, 3: 0.3}, 10, own=0.4)
    kept.look()
    assert kept.core == 1
    assert system.stays[-1][1] == {1}


@needs_cores
def test_it_does_not_go_where_it_is_no_better(system):
    """Where all are crowded, to move only costs."""
    kept = Pinning(2, system.proc)
    system.work(dict.fromkeys(range(4), 0.9), 10, own=0.3)
    kept.look()
    assert kept.core == 2


@needs_cores
def test_a_moment_is_not_enough(system):
    """A core is watched for some seconds before it is changed."""
    kept = Pinning(2, system.proc)
    system.work({2: 1.0}, 1)
    kept.look()
    assert kept.core == 2
    system.work({2: 1.0}, 9)
    kept.look()
    assert kept.core == 0


@needs_cores
def test_cores_that_it_may_no_longer_use(system, monkeypatch):
    """Its container was given others: from then on the system decides."""
    kept = Pinning(2, system.proc)

    def refuse(pid: int, mask: set[int]) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "sched_setaffinity", refuse)
    system.work({2: 1.0}, 10)
    kept.look()
    assert kept.core is None
    kept.look()


@needs_cores
def test_a_system_that_tells_nothing(system):
    """Without /proc/stat it stays where it is."""
    (system.proc / "stat").write_text("")
    kept = Pinning(1, system.proc)
    system.now += 10
    kept.look()
    assert kept.core == 1
