"""A folder of recorded runs: one command for all of them, each with its own name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.runs.folder.records import write_evaluation
from evaluator.runs.folder.run import open_run
from simulators.failures import Failure, FailureKind
from tests.support.commands import Called, projecteval
from tests.support.recorded_runs import a_recording, write_data, write_recording


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write ``data`` and ``recorded``: a model in both modes, and another one."""
    folder = tmp_path_factory.mktemp("recorded")
    write_data(folder / "data")
    for name, mode in (("m", "cascade"), ("m", "direct"), ("other", "direct")):
        write_recording(folder / "recorded" / f"{name}-{mode}-level-1", a_recording(), f"{name}_{mode}_level_1")
    return folder


def _run(place: Path, out: Path, *options: str | Path) -> Called:
    agent, missions = f"replay:{place / 'recorded'}", f"projecteval:{place / 'data'}"
    return projecteval(
        "run", "--agent", agent, "--missions", missions, "--steps", "generate", "--out", out, "--json", *options
    )


def _judged(out: Path) -> Path:
    """Write outcomes as an evaluation would: in cascade mode nothing passes."""
    run = open_run(out)
    for attempt in run.attempts():
        failure = Failure(FailureKind.EXPECTATION, "a reason") if attempt.strategy == "cascade" else None
        case = Case("Home||Look", ("Home", "Look"), Outcome.FAILED if failure else Outcome.PASSED, failure)
        evaluation = Evaluation("simulated-use", (Case(RUNNABLE, (), Outcome.PASSED), case))
        write_evaluation(run.paths.of(attempt), evaluation)
    return out


def test_every_recorded_run_counts_under_its_name(place: Path, tmp_path: Path) -> None:
    called = _run(place, tmp_path / "run")
    assert called.status == 0, called.stderr
    out = _judged(tmp_path / "run")
    found = projecteval("report", out, "--json").json
    assert {
        name: (each["level"], each["mode"], each["passed"], each["total"]) for name, each in found["recorded"].items()
    } == {
        "m_cascade_level_1": (1, "cascade", 3, 6),
        "m_direct_level_1": (1, "direct", 6, 6),
        "other_direct_level_1": (1, "direct", 6, 6),
    }
    assert found["missions"]["1/level-1-cascade/m_cascade_level_1"]["passed"] == 1
    table = projecteval("report", out).stdout
    assert "m_cascade_level_1" in table
    assert (out / "report.html").read_text().count("other_direct_level_1") >= 2


def test_compare_has_a_line_for_each_and_tests_pairs_that_can_be_compared(place: Path, tmp_path: Path) -> None:
    _run(place, tmp_path / "run")
    found = projecteval("compare", _judged(tmp_path / "run"), "--json").json
    assert [(row["agent"], row["input_set"], row["strategy"], row["passed"]) for row in found["rows"]] == [
        ("m_cascade_level_1", "level-1", "cascade", 3),
        ("m_direct_level_1", "level-1", "direct", 6),
        ("other_direct_level_1", "level-1", "direct", 6),
    ]
    assert [(pair["what"], pair["one"].split()[0], pair["other"].split()[0]) for pair in found["pairs"]] == [
        ("cascade − direct", "m_cascade_level_1", "m_direct_level_1"),
        ("run − run", "m_direct_level_1", "other_direct_level_1"),
    ]
    printed = projecteval("compare", tmp_path / "run").stdout
    assert "cascade − direct: m_cascade_level_1" in printed
    assert "mean difference -50.0 points over 3 missions" in printed


PUBLISHED = {
    "source": "somewhere",
    "m-direct": {"run": "m_direct_level_1", "passed": 6, "of": 6, "code": 50.0},
    "m-cascade": {"run": "m_cascade_level_1", "passed": 4, "of": 6, "missions": {"1": 1, "2": 2, "3": 1}},
    "absent": {"run": "absent_level_1", "passed": 1, "of": 6},
}


def test_published_figures_stand_beside_the_measured_ones(place: Path, tmp_path: Path) -> None:
    _run(place, tmp_path / "run")
    (tmp_path / "published.json").write_text(json.dumps(PUBLISHED))
    options = ("compare", _judged(tmp_path / "run"), "--published", tmp_path / "published.json")
    found = projecteval(*options, "--json").json
    assert {row["run"]: (row["published"], row["passed"]) for row in found["rows"]} == {
        "m_cascade_level_1": (4, 3),
        "m_direct_level_1": (6, 6),
    }
    assert (found["unmatched"], found["not_measured"]) == (["other_direct_level_1"], ["absent_level_1"])
    printed = projecteval(*options).stdout
    assert "m_cascade_level_1: 3 measured, 4 published (-1)" in printed
    assert "mission 2: 1/2 (2 published); expectation" in printed
    assert "m_direct_level_1: " not in printed, "it has the published count"
    assert "within 0: 1 of 2" in printed


@pytest.mark.parametrize("content", [None, "[", "[1]", '{"a": {"run": "a"}}'])
def test_a_file_of_published_figures_that_cannot_be_read_is_refused(
    place: Path, tmp_path: Path, content: str | None
) -> None:
    _run(place, tmp_path / "run")
    if content is not None:
        (tmp_path / "published.json").write_text(content)
    called = projecteval("compare", tmp_path / "run", "--published", tmp_path / "published.json")
    assert called.status == 2
    assert "published.json: " in called.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--mode", "cascade"), "--strategy cascade: recorded run m_direct_level_1 has strategy direct"),
        (("--level", "2", "3"), "--input level-2 level-3: recorded run m_cascade_level_1 has input level-1"),
        (("--samples", "2"), "--samples 2: recorded runs cannot be sampled"),
    ],
)
def test_an_option_that_contradicts_the_recordings_is_refused(
    place: Path, tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    name, *values = options
    called = _run(place, tmp_path / "run", *(word for value in values for word in (name, value)))
    assert called.status == 2
    assert says in called.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_run_goes_on_without_the_recordings_that_it_has_taken_over(tmp_path: Path) -> None:
    write_data(tmp_path / "data")
    write_recording(tmp_path / "recorded" / "m-direct-level-1", a_recording(), "m_direct_level_1")
    assert _run(tmp_path, tmp_path / "run").status == 0
    (file,) = (tmp_path / "recorded" / "m-direct-level-1").glob("*level_1.json")
    file.unlink()
    same = ("--agent", f"replay:{tmp_path / 'recorded'}")
    assert projecteval("generate", tmp_path / "run", *same).status == 0
    (tmp_path / "run" / "attempts" / "1" / "level-1-direct" / "m_direct_level_1" / "generation.json").unlink()
    called = projecteval("generate", tmp_path / "run", *same)
    assert called.status == 2
    assert "recorded.m_direct_level_1" in called.stderr


def test_a_damaged_mission_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    write_data(tmp_path / "data")
    recording = a_recording()
    recording[""]["2"] = json.dumps(recording[""]["2"])
    write_recording(tmp_path / "recorded" / "m-direct-level-1", recording, "m_direct_level_1")
    called = _run(tmp_path, tmp_path / "run")
    assert called.status == 0
    assert "2/level-1-direct/m_direct_level_1 the answer is a text, not a list of files" in called.stderr
    assert "Traceback" not in called.stderr


@pytest.mark.slow
def test_the_leaderboard_includes_recorded_runs_by_one_command(place: Path, tmp_path: Path) -> None:
    recorded = ("--recorded", place / "recorded", "--missions", f"projecteval:{place / 'data'}", "--select", "3")
    usual = (*recorded, "--evaluators", "simulated-use", "--recorded-runs", tmp_path / "runs")
    called = projecteval("leaderboard", *usual, "--out", tmp_path / "site")
    assert called.status == 0, called.stderr
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert [
        name for name in ("m_cascade_level_1", "m_direct_level_1", "other_direct_level_1") if name not in page
    ] == []
    assert (tmp_path / "site/runs/1/report.html").is_file()
    kept = tmp_path / "runs/recorded-recorded"
    evaluations = {path: path.stat().st_mtime_ns for path in kept.rglob("simulated-use.json")}
    assert len(evaluations) == 3
    again = projecteval("leaderboard", *usual, "--out", tmp_path / "again")
    assert again.status == 0, again.stderr
    assert {path: path.stat().st_mtime_ns for path in evaluations} == evaluations


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name folders of runs"),
        (("--recorded", "x"), "name the missions that were built with --missions"),
        (("x", "--missions", "catalog"), "are for --recorded"),
    ],
)
def test_a_leaderboard_of_nothing_is_refused(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    called = projecteval("leaderboard", *arguments, cwd=tmp_path)
    assert called.status == 2
    assert message in called.stderr
