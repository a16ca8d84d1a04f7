"""The number of cases of a mission is a constant of the mission: no outcome of any project changes it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.library import Library
from evaluator.benchmarks.nl2repo.benchmark import NL2Repo
from evaluator.benchmarks.projecteval import ProjectEval
from evaluator.evaluators.simulated_use.play import doubted
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, MissionDefects, Outcome, defects_of
from evaluator.model.result import AttemptResult
from evaluator.reports.comparison import comparison_of
from evaluator.reports.html import write_report
from evaluator.reports.junit import run_as_junit
from evaluator.reports.reasons import causes_of
from evaluator.reports.tables import case_table
from evaluator.runs.execution.events import ExceededLimit, LoggedStep, evaluation_over_limit
from evaluator.runs.folder.records import write_evaluation
from evaluator.runs.results.results import Results, as_json, attempt_as_json, groups_of, results_of, with_common_defects
from evaluator.runs.results.samples import counts_of
from simulators.failures import Failure, FailureKind
from tests.support.synthetic_runs import on_disk, run_of

NAMES = (RUNNABLE, "adds", "lists", "finds", "sums", "saves")
MISSION = "bakery"

outcomes = st.sampled_from([each for each in Outcome if each is not Outcome.MISSION_DEFECT])
kinds = st.sampled_from(list(FailureKind))
cases = st.builds(
    lambda outcome, kind: (outcome, None if outcome is Outcome.PASSED else Failure(kind, "why", "adds")),
    outcomes,
    kinds,
)
evaluations = st.lists(cases, min_size=len(NAMES), max_size=len(NAMES)).map(
    lambda found: Evaluation("simulated-use", tuple(Case(n, (), *each) for n, each in zip(NAMES, found, strict=True)))
)
defects = st.sets(st.sampled_from(NAMES[1:])).map(lambda names: MissionDefects(dict.fromkeys(names, "it raised")))


def _results(
    folder: Path, found: Sequence[Evaluation], known: MissionDefects, benchmark: Benchmark | None = None
) -> Results:
    run = run_of(folder, [MISSION])
    attempts = (AttemptResult(a, None, {e.evaluator: e}) for a, e in zip(run.attempts(), found, strict=True))
    return Results(run, benchmark or ProjectEval(), tuple(attempts)).marked({MISSION: known})


@settings(deadline=None)
@given(st.lists(evaluations, min_size=2, max_size=2), defects)
def test_every_figure_has_the_mission_s_total(found: Sequence[Evaluation], known: MissionDefects) -> None:
    total = len(NAMES) - len(known.reasons)
    for benchmark in (ProjectEval(), Library(), NL2Repo()):
        results = _results(Path("run"), found, known, benchmark)
        assert results.summary().total == results.total == 2 * total
    results = _results(Path("run"), found, known)
    names = [each for each in NAMES if each not in known.reasons]
    passed = [sum(each.case(name).passed for name in names) for each in found]  # type: ignore[union-attr]
    assert [(each.passed, each.total) for each in results.attempts] == [(each, total) for each in passed]
    assert [group.total for group in groups_of(results)] == [total, total]
    assert all([*counts] == names for counts in counts_of(results.attempts).values())
    assert {attempt_as_json(each)["total"] for each in results.attempts} == {total}
    assert {row.total for row in comparison_of([results]).rows} == {total}


@settings(deadline=None)
@given(evaluations, defects)
def test_what_the_reference_passes_is_no_defect(reference: Evaluation, known: MissionDefects) -> None:
    raised = {case.id for case in reference.cases if case.testcode_raised}
    found = set(defects_of(reference).reasons)
    assert raised <= found
    assert all(reference.case(name).outcome in (Outcome.ERROR, Outcome.BLOCKED) for name in found)  # type: ignore[union-attr]
    assert known.marked(known.marked(reference)) == known.marked(reference)


@settings(deadline=None)
@given(evaluations, st.sets(st.sampled_from(NAMES)))
def test_an_evaluation_that_is_cut_off_has_every_case(blank: Evaluation, ended: set[str]) -> None:
    steps = [LoggedStep(name, blank.case(name) if name in ended else None) for name in NAMES]
    found = evaluation_over_limit(blank, ExceededLimit("simulated-use", "case", 1.0), steps)
    assert [case.id for case in found.cases] == list(NAMES)
    assert [case.id for case in doubted(blank, "it stood still", FailureKind.SUSPENDED).cases] == list(NAMES)


RAISED = Failure(FailureKind.TESTCODE_ERROR, "the testcode raised KeyError: 'sum'")


def _evaluation(given: Mapping[str, Case]) -> Evaluation:
    return Evaluation("simulated-use", tuple(given.get(n) or Case(n, (), Outcome.PASSED) for n in NAMES))


@pytest.fixture
def raising() -> Evaluation:
    blocked = Failure(FailureKind.BLOCKED, "it needs sums, which did not pass", "sums")
    return _evaluation(
        {"sums": Case("sums", (), Outcome.ERROR, RAISED), "saves": Case("saves", (), Outcome.BLOCKED, blocked)}
    )


def test_a_run_leaves_out_what_its_stored_reference_could_not_pass(tmp_path: Path, raising: Evaluation) -> None:
    run = run_of(tmp_path / "run", [MISSION])
    one, other = run.attempts()
    everything = _evaluation({})
    counted = on_disk(run, {one: {"use": raising}, other: {"use": everything}})
    assert [(each.passed, each.total) for each in counted.attempts] == [(4, 6), (6, 6)]

    write_evaluation(run.paths.reference(MISSION), raising)
    results = results_of(run)

    assert [(each.passed, each.total) for each in results.attempts] == [(4, 4), (4, 4)]
    assert as_json(results, 1.0)["mission_defects"] == 4
    (warning,) = as_json(results, 1.0)["warnings"]
    assert warning.startswith(f"WARNING: {MISSION}: 2 cases not counted for any agent")
    assert warning.endswith("saves, sums")
    assert warning in html.unescape(write_report(results, 1.0).read_text())
    assert run_as_junit(results).count(b'tests="6" failures="0" errors="0" skipped="2"') == 2
    assert {row[-5] for row in case_table(results).rows if row[8] in ("saves", "sums")} == {"mission_defect"}
    assert [cause.title for cause in causes_of(results)] == []


def test_compared_runs_leave_out_the_same_cases(tmp_path: Path, raising: Evaluation) -> None:
    runs = [run_of(tmp_path / name, [MISSION]) for name in ("raised", "failed", "changed")]
    runs[2] = replace(runs[2], lock=replace(runs[2].lock, missions={MISSION: "another digest"}))
    for run in runs:
        on_disk(run, {attempt: {"use": _evaluation({})} for attempt in run.attempts()})
    write_evaluation(runs[0].paths.reference(MISSION), raising)

    totals = [results.total for results in with_common_defects([results_of(run) for run in runs])]

    assert totals == [8, 8, 12]
    assert {row.total for row in comparison_of([results_of(run) for run in runs[:2]]).rows} == {4}
