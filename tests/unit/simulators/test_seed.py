"""Random numbers of an evaluated project are the same in every run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from simulators.runtime.environments import host as environments

DRAW = "import random; print(random.random(), random.choice('abcdefgh'))"


def _printed(program: str, seed: str, environment: str = "console", start: int = 1) -> str:
    python = environments.build(environment).python
    variables = {**os.environ, "PROJECTEVAL_SEED": seed, "PROJECTEVAL_START": str(start)}
    done = subprocess.run([python, "-c", program], env=variables, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


def test_a_project_draws_the_same_numbers_every_time() -> None:
    assert _printed(DRAW, "7") == _printed(DRAW, "7")
    assert _printed(DRAW, "7") != _printed(DRAW, "8")
    assert _printed(DRAW, "") != _printed(DRAW, "")


@pytest.mark.parametrize("environment", ["console", "public"])
def test_the_same_numbers_where_the_time_is_fixed_too(environment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROJECTEVAL_CLOCK", "-1000000")
    assert _printed(DRAW, "7", environment) == _printed(DRAW, "7", environment)


def test_a_fixed_time_hides_no_module_of_a_project(tmp_path: Path) -> None:
    (tmp_path / "calendar.py").write_text("print('mine')\n")
    (tmp_path / "main.py").write_text(
        "import calendar, datetime; print(datetime.date.today() < datetime.date(2001, 1, 1))"
    )
    variables = {**os.environ, "PROJECTEVAL_CLOCK": "-1000000000"}
    python = environments.build("public").python
    done = subprocess.run([python, "main.py"], cwd=tmp_path, env=variables, capture_output=True, text=True, check=True)
    assert done.stdout == "mine\nTrue\n"


def test_each_start_of_a_program_draws_others() -> None:
    assert _printed(DRAW, "7", start=2) == _printed(DRAW, "7", start=2)
    assert _printed(DRAW, "7", start=2) != _printed(DRAW, "7", start=1)


def test_numbers_of_numpy_too() -> None:
    draw = "import numpy; print(numpy.random.rand())"
    assert _printed(draw, "7", "public") == _printed(draw, "7", "public")


def test_secrets_stay_secret() -> None:
    draw = "import secrets; print(secrets.token_hex())"
    assert _printed(draw, "7") != _printed(draw, "7")


@pytest.mark.parametrize("named", ["random", "helper"])
def test_a_projects_own_module_is_left_alone(named: str, tmp_path: Path) -> None:
    (tmp_path / f"{named}.py").write_text("def seed(number):\n    print('seeded')\nprint('mine')\n")
    python = environments.build("console").python
    (tmp_path / "main.py").write_text(f"import {named}\n")
    variables = {**os.environ, "PROJECTEVAL_SEED": "7"}
    done = subprocess.run([python, tmp_path / "main.py"], env=variables, capture_output=True, text=True, check=True)
    assert done.stdout == "mine\n"


FIXED = {"PROJECTEVAL_FIXED_ENTROPY": "1", "PROJECTEVAL_SEED": "7"}
SECRETS = """
import secrets, tempfile, uuid
print(secrets.token_hex(), uuid.uuid4(), tempfile.mktemp())
"""
IN_FORKS = """
import os, secrets, sys
for _ in range(2):
    if os.fork() == 0:
        print(secrets.token_hex(), flush=True)
        os._exit(0)
    os.wait()
print(secrets.token_hex())
"""
READINGS = """
import datetime, time
first = datetime.datetime.now()
time.sleep(0.01)
print(first, datetime.datetime.now(), time.time())
end = time.time() + 0.01
while time.time() < end:
    pass
"""


def _fixed(program: str, **variables: str) -> str:
    python = environments.build("console").python
    done = subprocess.run(
        [python, "-c", program], env={**os.environ, **variables}, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_secrets_repeat_where_entropy_is_fixed() -> None:
    assert _fixed(SECRETS, **FIXED) == _fixed(SECRETS, **FIXED)
    assert _fixed(SECRETS, **FIXED) != _fixed(SECRETS, **FIXED, PROJECTEVAL_START="2")


def test_forks_get_bytes_of_their_own() -> None:
    printed = _fixed(IN_FORKS, **FIXED)
    assert len(set(printed.splitlines())) == 3
    assert printed == _fixed(IN_FORKS, **FIXED)


def test_a_clock_that_counts_its_readings_shows_the_same_times_in_every_run() -> None:
    printed = _fixed(READINGS, PROJECTEVAL_CLOCK="@1741943220", TZ="UTC")
    assert printed == _fixed(READINGS, PROJECTEVAL_CLOCK="@1741943220", TZ="UTC")
    first, second, _ = printed.replace("2025-03-14 ", "").split()
    assert first.startswith("09:07:00.00000")
    assert second.startswith("09:07:00.01000")


def test_later_starts_of_a_program_begin_later() -> None:
    printed = _fixed(READINGS, PROJECTEVAL_CLOCK="@1741943220", TZ="UTC", PROJECTEVAL_START="2")
    assert printed.startswith("2025-03-14 09:07:02.00000")
