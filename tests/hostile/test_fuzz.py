"""Short form of the fuzzing run (`performance/fuzz.py`): the same inputs each time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.hostile.fuzzing.simulated_use import simulated_use_targets
from tests.hostile.fuzzing.targets import Target, data_targets

DATA = {
    "model answers": 300,
    "data files": 60,
    "parameter values": 300,
    "file names": 200,
    "terminal output": 30,
    "texts": 300,
    "spreadsheets": 30,
    "pictures": 20,
}
"""Inputs of each target."""

USE = {"pages": 3, "console programs": 1, "sites": 1}


@pytest.fixture(scope="module")
def data() -> Iterator[dict[str, Target]]:
    with data_targets() as targets:
        yield targets


@pytest.fixture(scope="module")
def use() -> Iterator[dict[str, Target]]:
    with simulated_use_targets() as targets:
        yield targets


@pytest.mark.parametrize("name", DATA)
def test_data_is_accepted_or_refused(name: str, data: dict[str, Target]) -> None:
    assert set(data) == set(DATA)
    for number in range(DATA[name]):
        data[name](Random(f"{name} {number}"))


@pytest.mark.parametrize("name", USE)
def test_projects_are_evaluated(name: str, use: dict[str, Target]) -> None:
    assert set(use) == set(USE)
    for number in range(USE[name]):
        use[name](Random(f"{name} {number}"))
