"""Fabricated results of runs, for tests of reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from evaluator.benchmarks.projecteval import ProjectEval
from evaluator.io.files import write_json
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Measure, Outcome
from evaluator.model.generation import ArtifactKind, Generation, Solution, StepRecord, Usage
from evaluator.model.result import Attempt, AttemptResult, GenerationRecord
from evaluator.runs.folder.records import write_evaluation, write_generation
from evaluator.runs.folder.request import Lock, RunRequest, write_request
from evaluator.runs.folder.run import Run
from evaluator.runs.results.results import Results, results_of
from simulators.failures import Failure, FailureKind

PAIRS = (("level-1", "direct"), ("level-1", "cascade"))


def run_of(folder: Path, missions: Sequence[str], agent: str = "canonical", samples: int = 1) -> Run:
    """Return a run of `missions` in both strategies."""
    lock = Lock("0", "projecteval", agent, "none", combinations=PAIRS, missions=dict.fromkeys(missions, "digest"))
    return Run(folder, RunRequest(agent=agent, strategy=("direct", "cascade"), samples=samples), lock)


def failed(case_id: str, reason: str, kind: FailureKind = FailureKind.EXPECTATION, caused_by: str = "") -> Case:
    outcome = Outcome.BLOCKED if kind is FailureKind.BLOCKED else Outcome.FAILED
    return Case(case_id, ("Home", "Greet"), outcome, Failure(kind, reason, caused_by), 0.5)


def passed(case_id: str) -> Case:
    return Case(case_id, ("Home", "Greet"), Outcome.PASSED, seconds=0.5)


def evaluated(*cases: Case, log: str = "") -> dict[str, Evaluation]:
    """Return evaluations: simulated use with these cases, and a test suite with a case and two measures."""
    suite = Evaluation(
        "pytest-suite",
        (failed("tests/test_it.py::test_adds[1-2]", "assert 3 == 4"), passed("tests/test_it.py::test_starts")),
        (Measure("coverage", 71.25, "%", 88.0), Measure("peak memory", None, "MB", 40.0, higher_is_better=False)),
    )
    use = Evaluation("simulated-use", (passed(RUNNABLE), *cases), log=log, seconds=1.5)
    return {use.evaluator: use, suite.evaluator: suite}


def in_memory(run: Run, evaluations: Mapping[str, Evaluation]) -> Results:
    """Return results with the same evaluations for every attempt of `run`, without files."""
    step = StepRecord("code", Usage(calls=1, input_tokens=1_000, output_tokens=200, cost=0.01, seconds=2.0))
    record = GenerationRecord(True, steps=(step,), artifacts=frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS}))
    return Results(run, ProjectEval(), tuple(AttemptResult(each, record, evaluations) for each in run.attempts()))


def on_disk(run: Run, evaluations: Mapping[Attempt, Mapping[str, Evaluation]], answer: str = "an answer") -> Results:
    """Write the run with these evaluations, as real ones are written, and read it."""
    write_json(run.paths.lock, run.lock)
    write_request(run.paths.request, run.request)
    for attempt, found in evaluations.items():
        paths = run.paths.of(attempt)
        step = StepRecord("code", Usage(calls=1, input_tokens=1_000, output_tokens=200, cost=0.01, seconds=2.0))
        write_generation(paths, Generation(Solution.of({"main.py": b"pass"}, {"home": answer}), "", (step,)))
        messages = [{"role": "user", "text": "Build it."}]
        write_json(paths.transcript / "01-code.json", {"messages": messages, "reply": {"text": answer, "model": "m"}})
        for evaluation in found.values():
            write_evaluation(paths, evaluation)
    return results_of(run)


def with_picture(run: Run, attempt: Attempt, case: Case, picture: bytes) -> Case:
    """Store `picture` as the case's screenshot."""
    name = f"{case.id}.png"
    attachments = run.paths.of(attempt).attachments
    attachments.mkdir(parents=True, exist_ok=True)
    (attachments / name).write_bytes(picture)
    return replace(case, attachments=(name,))
