"""A benchmark that is registered by an entry point works in every command without a change elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, Called, projecteval

TOY = Path(__file__).parents[1] / "fixtures" / "toy_benchmark"
RUN = ("run", "--benchmark", "toy", "--missions", str(MISSIONS), "--sandbox", "none")


def _toy(*words: str | Path) -> Called:
    return projecteval(*words, env={"PYTHONPATH": str(TOY)})


def test_a_toy_benchmark_runs_and_reports(tmp_path: Path) -> None:
    called = _toy(*RUN, "--agent", "canonical", "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    found = called.json
    assert (found["passed"], found["total"]) == (2, 2)
    assert found["metrics"]["mean_lines"] > 1
    assert found["missions"]["hello-site"]["measures"]["length"]["lines"] > 1
    assert (tmp_path / "run" / "attempts" / "hello-site" / "whisper-shouted" / "sample-1").is_dir()
    report = _toy("report", tmp_path / "run")
    assert "mean_lines" in report.stdout
    assert "hello-site" in (tmp_path / "run" / "report.html").read_text()


@pytest.mark.slow
def test_a_toy_benchmark_resumes_and_evaluates_again(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert _toy(*RUN, "--agent", "canonical", "--steps", "generate", "--out", out).status == 0
    called = _toy("resume", out)
    assert called.status == 0, called.stderr
    evaluated = _toy("evaluate", out, "--json")
    assert (evaluated.status, evaluated.json["passed"]) == (0, 2), evaluated.stderr
    before = sorted(path.stat().st_mtime_ns for path in out.rglob("length.json"))
    assert _toy("evaluate", out).status == 0
    assert sorted(path.stat().st_mtime_ns for path in out.rglob("length.json")) == before


@pytest.mark.slow
def test_a_toy_benchmark_is_sharded_merged_and_compared(tmp_path: Path) -> None:
    shards = [tmp_path / f"shard-{number}" for number in (1, 2)]
    for number, shard in enumerate(shards, 1):
        called = _toy(*RUN, "--agent", "canonical", "--shard", f"{number}/2", "--out", shard)
        assert called.status == 0, called.stderr
    assert _toy("merge", *shards, "--out", tmp_path / "merged").status == 0
    assert _toy(*RUN, "--agent", "nop", "--out", tmp_path / "nop").status == 0
    compared = _toy("compare", tmp_path / "merged", tmp_path / "nop", "--json")
    assert compared.status == 0, compared.stderr
    assert [(row["strategy"], row["passed"]) for row in compared.json["rows"]] == [("shouted", 2), ("shouted", 0)]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--benchmark", "no-such"), "there is no benchmark 'no-such'"),
        (("--benchmark", "toy", "--input", "level-1"), "--input level-1: benchmark toy does not have it"),
        (("--benchmark", "toy", "--evaluators", "similarity"), "--evaluators similarity: benchmark toy does not"),
    ],
)
def test_what_a_benchmark_does_not_have_is_refused(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    called = _toy("run", "--agent", "nop", "--missions", str(MISSIONS), *options, "--out", tmp_path / "run")
    assert (called.status, says in called.stderr) == (2, True), called.stderr


def test_a_run_folder_of_another_format_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert _toy(*RUN, "--agent", "nop", "--steps", "generate", "--out", out).status == 0
    lock = json.loads((out / "lock.json").read_text())
    del lock["format"]
    (out / "lock.json").write_text(json.dumps(lock))
    called = _toy("report", out)
    assert (called.status, "has format 1" in called.stderr) == (2, True), called.stderr
