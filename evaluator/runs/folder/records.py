"""Records that the steps of an attempt leave on disk."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from evaluator.io.atomic import read_json, write_json
from evaluator.model.attempt import Attempt
from evaluator.model.evaluation import Evaluation, Outcome
from evaluator.model.generation import Generation
from evaluator.model.result import AttemptResult, GenerationRecord
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.runs.folder.paths import AttemptPaths
from missions.errors import SolutionError
from missions.project_files import Files, read_files, write_files
from simulators.trace import TraceEntry

Traces = dict[str, tuple[TraceEntry, ...]]

FOLDERS = (ArtifactKind.SKELETON, ArtifactKind.DESIGN, ArtifactKind.TESTS)
"""Artifacts besides the code that are folders of files."""


def write_generation(paths: AttemptPaths, generation: Generation) -> GenerationRecord:
    """Write what was built, the record last. A solution that cannot be written is the agent's failure."""
    record = GenerationRecord(False, generation.failure, generation.steps, asked=generation.asked)
    record = replace(record, trajectory=generation.trajectory)
    if generation.solution is not None:
        try:
            record = _write_solution(paths, generation.solution, record)
        except SolutionError as error:
            record = replace(record, failure=str(error))
    write_json(paths.generation, record)
    return record


def _write_solution(paths: AttemptPaths, solution: Solution, record: GenerationRecord) -> GenerationRecord:
    _write_folder(paths.solution, solution.files)
    folders = {kind: files for kind in FOLDERS if (files := getattr(solution, kind.value)) is not None}
    for kind, files in folders.items():
        _write_folder(paths.artifact(kind), files)
    return replace(
        record,
        built=not record.failure,
        parameters=dict(solution.parameters),
        start=solution.start,
        checklist=solution.checklist,
        artifacts=frozenset(folders),
    )


def _write_folder(folder: Path, files: Files) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".writing-") as temporary:
        write_files(files, Path(temporary))
        shutil.rmtree(folder, ignore_errors=True)
        complete = Path(temporary).rename(folder)
        complete.chmod(0o755)
        Path(temporary).mkdir()  # its removal at the end of the context expects it


def clear_unfinished(paths: AttemptPaths) -> None:
    """Remove what a killed process was still writing. Only while no other process works on the attempt."""
    for folder in (paths.folder, paths.transcript, paths.evaluations):
        for left in folder.glob(".*") if folder.is_dir() else ():
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink(missing_ok=True)


def read_generation(paths: AttemptPaths) -> GenerationRecord | None:
    """Return the record, or None when this step is still to be done."""
    return read_json(paths.generation, GenerationRecord) if paths.generation.exists() else None


def read_solution(paths: AttemptPaths, record: GenerationRecord) -> Solution:
    """Return the solution as it was built, with its files."""
    files = read_files(paths.solution) if paths.solution.is_dir() else {}
    folders = {kind.value: read_files(paths.artifact(kind)) for kind in FOLDERS if kind in record.artifacts}
    return Solution(files, record.parameters, record.start, record.checklist, **folders)


def write_evaluation(paths: AttemptPaths, evaluation: Evaluation) -> None:
    """Write traces first, then the cases that they explain."""
    write_json(paths.traces(evaluation.evaluator), {case.id: case.trace for case in evaluation.cases})
    bare = tuple(replace(case, trace=()) for case in evaluation.cases)
    write_json(paths.evaluation(evaluation.evaluator), replace(evaluation, cases=bare))


def read_evaluation(paths: AttemptPaths, evaluator: str) -> Evaluation | None:
    """Return an evaluation (without traces), or None when it is still to be done."""
    path = paths.evaluation(evaluator)
    return read_json(path, Evaluation) if path.exists() else None


def read_evaluations(paths: AttemptPaths) -> Iterator[Evaluation]:
    """Return every evaluation that is there (without traces), in the order of their names, cases first."""
    found = [path for path in paths.evaluations.glob("*.json") if not path.name.endswith(".traces.json")]
    yield from sorted((read_json(path, Evaluation) for path in found), key=lambda e: (not e.cases, e.evaluator))


def is_final(paths: AttemptPaths, evaluator: str) -> bool:
    """Return True for an evaluation that stays; one with infrastructure failures is repeated by the next command."""
    path = paths.evaluation(evaluator)
    if not path.exists():
        return False
    if Outcome.INFRASTRUCTURE.value.encode() not in path.read_bytes():  # thousands are checked when a run starts
        return True
    evaluation = read_evaluation(paths, evaluator)
    return evaluation is not None and not evaluation.has_infrastructure_failure()


def read_traces(paths: AttemptPaths, evaluator: str) -> Traces:
    path = paths.traces(evaluator)
    return read_json(path, Traces) if path.exists() else {}


def read_result(attempt: Attempt, paths: AttemptPaths) -> AttemptResult:
    """Return what is known of an attempt."""
    evaluations = {evaluation.evaluator: evaluation for evaluation in read_evaluations(paths)}
    return AttemptResult(attempt, read_generation(paths), evaluations)
