"""Clock of a mission: how far a testcode may move it, and what reads it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from simulators.clocks import MAX_MOVE, ClockFile, MissionClock, clock_file, in_words, step_forward
from simulators.runtime.environments import host as environments
from simulators.setting import Setting

DAY = timedelta(days=1)

READ = """
import os, sys
from datetime import date, datetime, timedelta
import multiprocessing, time, uuid
started = time.monotonic()
def year():
    return time.gmtime().tm_year
for _ in sys.stdin:
    child = os.popen(f"{sys.executable} -c 'import datetime; print(datetime.date.today())'").read().strip()
    forked = multiprocessing.get_context("fork").Pool(1).apply(year)
    by_uuid = (datetime(1582, 10, 15) + timedelta(microseconds=uuid.uuid1().time // 10)).year
    print(datetime.now().date(), date.today(), time.strftime("%F"), time.localtime().tm_year, int(time.time()) // 86400,
          child, forked, by_uuid, time.monotonic() - started < 600, flush=True)
"""


@contextmanager
def _program(source: str, path: Path, clock: str) -> Iterator[Any]:
    """Start a program whose clock follows the file `path`; yield a function that sends it a line."""
    variables = {**os.environ, "PROJECTEVAL_CLOCK": clock, "PROJECTEVAL_CLOCK_FILE": str(path), "TZ": "UTC"}
    with subprocess.Popen(
        [environments.build("console").python, "-c", source],
        env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        typed, printed = process.stdin, process.stdout

        def answer() -> str:
            typed.write("\n")
            typed.flush()
            return printed.readline().strip()

        yield answer
        typed.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[ClockFile]:
    with clock_file(tmp_path / "clock") as file:
        yield file


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "the clock would not move; name a duration"),
        ({"days": 0, "hours": 0}, "the clock would not move"),
        ({"days": -1}, "days is -1; the clock moves forward only"),
        ({"days": 1, "hours": -2}, "hours is -2; the clock moves forward only"),
        ({"hours": 0.5}, "hours is 0.5; it must be a whole number"),
        ({"minutes": True}, "minutes is True; it must be a whole number"),
        ({"days": 10**30}, "the clock would move by more than 3653 days"),
    ],
)
def test_a_wrong_duration_is_refused(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        step_forward(**arguments)


def test_durations_in_words() -> None:
    assert in_words(step_forward(days=1, hours=26, seconds=1)) == "2 days 2 hours 1 second"


def test_a_clock_moves_forward_and_restarts() -> None:
    written: list[timedelta] = []
    clock = MissionClock(timedelta(days=-100), "Asia/Tokyo", write=written.append)
    before = clock.now()
    clock.move(DAY)
    clock.move(DAY)
    assert timedelta(days=2) <= clock.now() - before < timedelta(days=2, minutes=1)
    clock.restart()
    clock.restart()
    assert written == [DAY, 2 * DAY, timedelta()]
    assert clock.now() - before < timedelta(minutes=1)


def test_the_date_is_that_of_the_time_zone() -> None:
    late = datetime(2025, 3, 14, 20, 0, tzinfo=UTC)
    assert MissionClock.of(Setting(time=late, timezone="Asia/Tokyo")).today() == date(2025, 3, 15)


def test_a_testcode_moves_the_clock_by_ten_years_at_most() -> None:
    clock = MissionClock(timedelta(), "UTC")
    clock.move(MAX_MOVE)
    with pytest.raises(ValueError, match="more than 3653 days in one testcode"):
        clock.move(timedelta(seconds=1))


def test_the_real_time_is_not_moved() -> None:
    with pytest.raises(ValueError, match=r"remove time = \"real\" from mission\.toml"):
        MissionClock.of(Setting(time=None)).move(DAY)


def test_every_reading_in_every_process_follows_a_move(file: ClockFile) -> None:
    difference = datetime(2025, 3, 14, 9, 30, tzinfo=UTC).timestamp() - datetime.now(UTC).timestamp()
    with _program(READ, file.path, repr(difference)) as answer:
        first = "2025-03-14 2025-03-14 2025-03-14 2025 20161 2025-03-14 2025 2025 True"
        assert answer() == first
        file.write(timedelta(days=366))
        assert answer() == "2026-03-15 2026-03-15 2026-03-15 2026 20527 2026-03-15 2026 2026 True"
        file.write(timedelta())
        assert answer().startswith("2025-03-14 2025-03-14 2025-03-14 2025 20161 2025-03-14 2025")


def test_a_clock_that_counts_its_readings_follows_too(file: ClockFile) -> None:
    program = "import sys, datetime\nfor _ in sys.stdin: print(datetime.datetime.now(), flush=True)"
    with _program(program, file.path, "@1741943220") as answer:
        assert answer().startswith("2025-03-14 09:07:00.0000")
        file.write(timedelta(hours=15))
        assert answer().startswith("2025-03-15 00:07:00.0000")


def test_a_clock_leaves_low_descriptors_to_the_program(file: ClockFile) -> None:
    program = "import sys\nfor _ in sys.stdin: print(open('/dev/null').fileno(), flush=True)"
    with _program(program, file.path, "0") as answer:
        assert answer() == "3"
