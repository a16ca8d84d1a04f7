"""Records that the steps of an attempt leave on disk."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluator.io.files import UnreadableFile, read_json, read_stored, write_json
from evaluator.model.evaluation import Evaluation, MissionDefects, Outcome, defects_of
from evaluator.model.generation import ChatMessage, Generation, Reply, Solution, Usage
from evaluator.model.result import Attempt, AttemptResult, GenerationRecord, StageOutcome, StageSummary
from evaluator.runs.folder.paths import AttemptPaths, RunPaths, Span
from missions.errors import SolutionError
from missions.project_files import (
    Artifacts,
    Files,
    has_stored_names,
    original,
    read_files,
    restore,
    stored,
    write_files,
)
from simulators.evidence import TraceEntry
from simulators.failures import FailureKind

Traces = dict[str, tuple[TraceEntry, ...]]

TRACES = ".traces.json"
"""End of the names of files with traces."""

UNREADABLE = ".unreadable"
"""Added to the name of a record that could not be read; its step is done again."""


def write_generation(paths: AttemptPaths, generation: Generation) -> GenerationRecord:
    """Write what was built at once, the record last. A solution that cannot be written is the agent's failure."""
    artifacts = generation.solution.artifacts if generation.solution else {}
    failure = generation.failure
    try:
        write_artifacts(paths, artifacts)
    except SolutionError as error:
        artifacts, failure = {}, str(error)
    asked = frozenset(artifacts) if generation.asked is None else generation.asked
    built = bool(artifacts) and not failure
    record = GenerationRecord(built, failure, generation.steps, frozenset(artifacts), asked, generation.trajectory)
    write_json(paths.generation, record)
    return record


def write_artifacts(paths: AttemptPaths, artifacts: Artifacts) -> None:
    """Write every artifact to its folder. Raises `SolutionError` for files that cannot be written."""
    for kind, files in artifacts.items():
        _write_folder(paths.artifact(kind), files)


def read_artifact(folder: Path) -> Files:
    """Return the files of an artifact by their original names; none when the folder is missing."""
    return original(read_files(folder)) if folder.is_dir() else {}


def _write_folder(folder: Path, files: Files) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".writing-") as temporary:
        write_files(stored(files), Path(temporary))
        shutil.rmtree(folder, ignore_errors=True)
        complete = Path(temporary).rename(folder)
        complete.chmod(0o755)
        Path(temporary).mkdir()  # its removal at the end of the context expects it


def clear_unfinished(paths: AttemptPaths) -> None:
    """Remove what a killed process was still writing. Only while no other process works on the attempt."""
    stages = [paths, *(AttemptPaths(folder) for folder in paths.stages.glob("*"))]
    for folder in (paths.transcript, *(path for each in stages for path in (each.folder, each.evaluations))):
        for left in folder.glob(".*") if folder.is_dir() else ():
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink(missing_ok=True)


def set_aside_unreadable(paths: AttemptPaths, generation: bool, evaluations: bool) -> Iterator[UnreadableFile]:
    """Rename records that cannot be read, of the steps that are to be done again in that case; yield their errors."""
    if generation:
        yield from _set_aside(paths.generation, GenerationRecord)
        yield from _set_aside(paths.times, tuple[Span, ...])
    folders = [paths.evaluations] if evaluations else []
    folders += [stage / paths.evaluations.name for stage in sorted(paths.stages.glob("*"))] if generation else []
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        if not path.name.endswith(TRACES):
            found = *_set_aside(path, Evaluation), *_set_aside(path.with_name(path.stem + TRACES), Traces)
            if found and path.exists():  # without its traces
                path.unlink()
            yield from found


def _set_aside(path: Path, kind: Any) -> Iterator[UnreadableFile]:
    try:
        if path.exists():
            read_json(path, kind)
    except UnreadableFile as error:
        path.replace(path.with_name(path.name + UNREADABLE))
        yield error


def read_generation(paths: AttemptPaths) -> GenerationRecord | None:
    """Return the record, or None when this step is still to be done."""
    return read_json(paths.generation, GenerationRecord) if paths.generation.exists() else None


def read_solution(paths: AttemptPaths, record: GenerationRecord) -> Solution:
    """Return the solution as it was built, with its files."""
    return Solution({kind: read_artifact(paths.artifact(kind)) for kind in sorted(record.artifacts)})


@contextmanager
def opened_project(solution: Path) -> Iterator[Path]:
    """Return a folder with the project's files by their original names: a copy where some are stored under others."""
    if not has_stored_names(solution):
        yield solution
        return
    with tempfile.TemporaryDirectory(prefix="projecteval-solution-", ignore_cleanup_errors=True) as temporary:
        project = Path(temporary) / "project"
        project.mkdir()
        restore(solution, project)
        yield project


def write_evaluation(paths: AttemptPaths, evaluation: Evaluation) -> None:
    """Write traces first, then the cases that they explain."""
    write_json(paths.traces(evaluation.evaluator), {case.id: case.trace for case in evaluation.cases})
    bare = tuple(replace(case, trace=()) for case in evaluation.cases)
    write_json(paths.evaluation(evaluation.evaluator), replace(evaluation, cases=bare))


def copy_evaluation(source: AttemptPaths, target: AttemptPaths, evaluator: str) -> None:
    """Copy an evaluation, where there is one, with its traces and attachments."""
    evaluation = read_evaluation(source, evaluator)
    if evaluation is None:
        return
    if source.attachments.is_dir():
        shutil.copytree(source.attachments, target.attachments, dirs_exist_ok=True)
    traces = read_traces(source, evaluator)
    cases = tuple(replace(case, trace=traces.get(case.id, ())) for case in evaluation.cases)
    write_evaluation(target, replace(evaluation, cases=cases))


def read_evaluation(paths: AttemptPaths, evaluator: str) -> Evaluation | None:
    """Return an evaluation (without traces), or None when it is still to be done."""
    path = paths.evaluation(evaluator)
    return _checked_evaluation(path) if path.exists() else None


def _checked_evaluation(path: Path) -> Evaluation:
    """Read an evaluation, whose attachments are files of one folder. Raises `UnreadableFile`."""
    evaluation = read_json(path, Evaluation)
    if evaluation.evaluator != path.stem:
        raise UnreadableFile(f"{path}: says that it is of {evaluation.evaluator[:100]!r}; the file was changed")
    _check_attachments(
        path, (*evaluation.attachments, *(name for case in evaluation.cases for name in case.attachments))
    )
    return evaluation


def _check_attachments(path: Path, names: Iterable[str]) -> None:
    """Raise `UnreadableFile` for a name that leads out of the folder of attachments: reports copy what they name."""
    for name in names:
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise UnreadableFile(f"{path}: {name[:100]!r} is no name of an attachment; the file was changed")


def read_evaluations(paths: AttemptPaths) -> Iterator[Evaluation]:
    """Return every evaluation that is there (without traces), in the order of their names, cases first."""
    found = [path for path in paths.evaluations.glob("*.json") if not path.name.endswith(TRACES)]
    yield from sorted(map(_checked_evaluation, found), key=lambda e: (not e.cases, e.evaluator))


def is_final(paths: AttemptPaths, evaluator: str) -> bool:
    """Return True for an evaluation that stays; one with infrastructure failures is repeated by the next command."""
    path = paths.evaluation(evaluator)
    if not path.exists():
        return False
    if Outcome.INFRASTRUCTURE.value.encode() not in read_stored(path):  # thousands are checked when a run starts
        return True
    evaluation = read_evaluation(paths, evaluator)
    return evaluation is not None and not evaluation.has_infrastructure_failure()


def read_traces(paths: AttemptPaths, evaluator: str) -> Traces:
    path = paths.traces(evaluator)
    traces = read_json(path, Traces) if path.exists() else {}
    _check_attachments(path, (name for trace in traces.values() for step in trace for name in _named_in(step)))
    return traces


def _named_in(step: TraceEntry) -> Iterator[str]:
    yield from (each.file for each in step.pictures)
    yield from (each.file for each in step.compared)
    if step.document:
        yield step.document


def has_testcode_error(paths: AttemptPaths, evaluator: str) -> bool:
    """Return True when a stored evaluation has a case whose testcode raised."""
    path = paths.evaluation(evaluator)
    if not path.exists() or FailureKind.TESTCODE_ERROR.value.encode() not in read_stored(path):
        return False
    evaluation = read_evaluation(paths, evaluator)
    return evaluation is not None and evaluation.has_testcode_error()


def read_defects(paths: RunPaths, mission_id: str) -> MissionDefects:
    """Return the known defects of a mission: those that the reference's evaluation shows, where it was needed."""
    found = MissionDefects()
    for reference in paths.references_of(mission_id):
        for evaluation in read_evaluations(reference):
            found |= defects_of(evaluation)
    return found


def read_result(attempt: Attempt, paths: AttemptPaths) -> AttemptResult:
    """Return what is known of an attempt; defects of its mission are not marked."""
    evaluations = {evaluation.evaluator: evaluation for evaluation in read_evaluations(paths)}
    record = read_generation(paths)
    stages = tuple(_outcome(paths, each) for each in record.stages) if record else ()
    return AttemptResult(attempt, record, evaluations, stages)


def _outcome(paths: AttemptPaths, stage: StageSummary) -> StageOutcome:
    own = paths.stage(stage.folder)
    found = {name: each for name in stage.evaluators if (each := read_evaluation(own, name)) is not None}
    return StageOutcome(stage, found)


@dataclass(frozen=True)
class Opinion:
    """Content of one file below ``judge/``: who was asked, for which attempt and evaluator, and the answer."""

    judge: str
    attempt: str
    evaluator: str
    messages: tuple[ChatMessage, ...]
    reply: Reply


def opinions_usage(folder: Path) -> Iterator[Usage]:
    """Yield the cost of every opinion of a run."""
    for path in sorted(folder.glob("*.json")):
        yield read_json(path, Opinion).reply.usage
