"""Shards of one request, run separately and merged, equal the run of one machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import RunRequest, read_request
from tests.support.commands import MISSIONS, projecteval
from tests.support.verdicts import files, verdicts

RUN = ("run", "--agent", "canonical", "--missions", str(MISSIONS), "--select", "hello-console", "--samples", "3")
BUILD = (*RUN, "--steps", "generate")


def _shards(folder: Path, of: int, *command: str) -> list[Path]:
    runs = [folder / f"shard-{number}" for number in range(1, of + 1)]
    for number, run in enumerate(runs, start=1):
        called = projecteval(*command, "--shard", f"{number}/{of}", "--out", run)
        assert called.status == 0, called.stderr
    return runs


def test_every_attempt_is_in_one_shard() -> None:
    missions = tuple(f"mission-{number}" for number in range(7))
    whole = list(RunRequest(agent="nop", samples=3).attempts(missions, (("level-1", "direct"),)))

    parts = [
        list(RunRequest(agent="nop", samples=3, shard=f"{i}/4").attempts(missions, (("level-1", "direct"),)))
        for i in range(1, 5)
    ]

    assert sorted(attempt for part in parts for attempt in part) == sorted(whole)
    assert {len(part) for part in parts} <= {5, 6}


def test_merged_shards_are_an_ordinary_run(tmp_path: Path) -> None:
    runs = _shards(tmp_path, 2, *RUN, "--steps", "generate,evaluate")

    merged = projecteval("merge", *runs, "--out", tmp_path / "merged")

    assert merged.status == 0, merged.stderr
    assert verdicts(tmp_path / "merged") == verdicts(runs[0]) | verdicts(runs[1])
    assert files(tmp_path / "merged") == files(runs[0]) | files(runs[1])
    assert read_request(RunPaths(tmp_path / "merged").request).shard == ""
    again = projecteval("resume", tmp_path / "merged")
    assert again.status == 0, again.stderr
    assert "0 attempts to do, 3 are done" in again.stderr


@pytest.fixture(scope="module")
def thirds(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return _shards(tmp_path_factory.mktemp("thirds"), 3, *BUILD)


@pytest.mark.slow
def test_missing_shards_are_named(thirds: list[Path], tmp_path: Path) -> None:
    called = projecteval("merge", thirds[1], "--out", tmp_path / "merged")
    assert (called.status, "missing: 1/3, 3/3" in called.stderr) == (2, True), called.stderr


def test_a_shard_that_is_there_twice_is_named(thirds: list[Path], tmp_path: Path) -> None:
    called = projecteval("merge", *thirds, thirds[0], "--out", tmp_path / "merged")
    assert (called.status, "shard 1/3 is there 2 times" in called.stderr) == (2, True), called.stderr


def test_runs_that_do_not_belong_together_say_what_differs(thirds: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert projecteval(*BUILD, "--rule", "paper", "--out", other).status == 0

    called = projecteval("merge", *thirds, other, "--out", tmp_path / "merged")

    assert called.status == 2
    assert "rule: strict → paper" in called.stderr
    assert "shard: 1/3 → the whole" in called.stderr
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"])
def test_what_is_no_shard_is_refused(shard: str) -> None:
    called = projecteval(*BUILD, f"--shard={shard}")
    assert (called.status, "a shard is written I/N" in called.stderr) == (2, True), called.stderr
