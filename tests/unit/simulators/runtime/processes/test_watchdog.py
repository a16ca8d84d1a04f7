"""A process that exceeds a time limit is killed in every state; so is a stopped one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from simulators.runtime.processes.process_tree import is_alive
from simulators.runtime.processes.watchdog import (
    MAX_BEAT_SECONDS,
    MAX_STOP_SECONDS,
    SUSPENDED,
    TimeLimit,
    Watch,
    Watchdog,
    state_of,
)

LIMITED = """
import subprocess, sys
from simulators.runtime.processes.watchdog import TimeLimit, Watchdog
child = subprocess.Popen(["sleep", "1000"])
print(child.pid, flush=True)
Watchdog().set(TimeLimit("case", 0.2, sys.argv[1], "note"))
"""

ENDLESS = {
    "holds the interpreter's lock": "sum(range(10**15))",
    "waits and ignores signals": "import signal; signal.signal(15, signal.SIG_IGN); signal.sigwait([])",
}


@pytest.mark.parametrize("does", ENDLESS)
def test_a_process_over_its_limit_is_killed_with_its_children(does: str, tmp_path: Path) -> None:
    note = tmp_path / "note"

    ended = subprocess.run(
        [sys.executable, "-c", LIMITED + ENDLESS[does], str(note)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (ended.returncode, note.read_text()) == (-9, "note\n"), ended.stderr
    until = time.monotonic() + 60
    while is_alive(int(ended.stdout)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_alive(int(ended.stdout))


def test_a_watchdog_that_was_killed_is_replaced() -> None:
    watchdog = Watchdog()
    watchdog.set(TimeLimit("attempt", 1000))
    (first,) = _watchdogs()
    first.kill()
    first.wait()

    watchdog.set(TimeLimit("case", 1000))

    (second,) = _watchdogs()
    assert second.pid != first.pid
    watchdog.close()
    assert _watchdogs() == []


def test_limits_run_while_the_process_may_run() -> None:
    state = psutil.STATUS_RUNNING
    watch = Watch(lambda: state, load=lambda: 1.0)
    watch.learn(TimeLimit("case", 2))
    watch.learn(TimeLimit("attempt", 100))

    assert list(watch.passed(1.0)) == []
    state = SUSPENDED
    assert [each for _ in range(50) for each in watch.passed(1.0)] == []
    state = psutil.STATUS_SLEEPING
    assert list(watch.passed(1000.0)) == [TimeLimit("case", 2)], "one beat counts as a second at most"
    watch.learn(TimeLimit("case", 2))
    assert list(watch.passed(MAX_BEAT_SECONDS)) == []
    watch.learn(TimeLimit("case", 0))
    assert [each for _ in range(50) for each in watch.passed(1.0)] == []


def test_limits_pass_more_slowly_on_a_machine_with_other_work() -> None:
    watch = Watch(lambda: psutil.STATUS_RUNNING, load=lambda: 4.0)
    watch.learn(TimeLimit("case", 2))

    assert [each for _ in range(7) for each in watch.passed(1.0)] == []
    assert list(watch.passed(1.0)) == [TimeLimit("case", 2)]


def test_a_process_that_alone_is_stopped_is_killed_without_a_note() -> None:
    watch = Watch(lambda: psutil.STATUS_STOPPED)
    watch.learn(TimeLimit("case", 2))

    found = [each for _ in range(int(MAX_STOP_SECONDS / MAX_BEAT_SECONDS)) for each in watch.passed(MAX_BEAT_SECONDS)]

    assert found == []
    assert list(watch.passed(MAX_BEAT_SECONDS)) == [None]


def test_a_process_is_suspended_when_its_group_is_stopped() -> None:
    with subprocess.Popen(["sh", "-c", "sleep 1000 & wait"], start_new_session=True) as leader:
        try:
            process = psutil.Process(leader.pid)
            while not process.children():
                time.sleep(0.005)
            (member,) = process.children()
            member.send_signal(signal.SIGSTOP)
            _wait_until(lambda: state_of(member) == psutil.STATUS_STOPPED)
            process.send_signal(signal.SIGSTOP)
            _wait_until(lambda: state_of(member) == SUSPENDED)
        finally:
            os.killpg(leader.pid, signal.SIGKILL)


def _wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.005)


def _watchdogs() -> list[psutil.Process]:
    return [each for each in psutil.Process(os.getpid()).children() if "processes.watchdog" in _command_line(each)]


def _command_line(process: psutil.Process) -> str:
    """Return the command line of a process; one that is just being executed has none for a moment."""
    while not (words := process.cmdline()):
        time.sleep(0.001)
    return " ".join(words)
