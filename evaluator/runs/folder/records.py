"""What the steps of an attempt leave on disk, and how it is read again."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from evaluator.agents import Generation, StepRecord
from evaluator.io.atomic import read_json, write_json
from missions.errors import SolutionError
from evaluator.model.solution import Solution
from missions.project_files import Files, read_files, write_files
from evaluator.model.verdicts import Judgement, Verdict
from evaluator.runs.folder.paths import AttemptPaths
from missions.mission import Checklist
from simulators.runtime.start import Start
from simulators.trace import Step

Traces = dict[str, tuple[Step, ...]]


@dataclass(frozen=True)
class GenerationRecord:
    """The content of ``generation.json``. `built` says that ``solution/`` is there, `skeleton` likewise."""

    built: bool
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    start: Start | None = None
    checklist: Checklist | None = None
    skeleton: bool = False
    asked: tuple[str, ...] | None = None


def write_generation(paths: AttemptPaths, generation: Generation) -> GenerationRecord:
    """Write what was built, the record last. A solution that cannot be written is the agent's failure."""
    record = GenerationRecord(False, generation.failure, generation.steps, asked=generation.asked)
    if generation.solution is not None:
        try:
            record = _write_solution(paths, generation.solution, record)
        except SolutionError as error:
            record = replace(record, failure=str(error))
    write_json(paths.generation, asdict(record))
    return record


def _write_solution(paths: AttemptPaths, solution: Solution, record: GenerationRecord) -> GenerationRecord:
    _write_folder(paths.solution, solution.files)
    if solution.skeleton is not None:
        _write_folder(paths.skeleton, solution.skeleton)
    return replace(
        record,
        built=not record.failure,
        parameters=dict(solution.parameters),
        start=solution.start,
        checklist=solution.checklist,
        skeleton=solution.skeleton is not None,
    )


def _write_folder(folder: Path, files: Files) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".writing-") as temporary:
        write_files(files, Path(temporary))
        shutil.rmtree(folder, ignore_errors=True)
        complete = Path(temporary).rename(folder)
        complete.chmod(0o755)
        Path(temporary).mkdir()  # so that its removal finds what it made


def clear_unfinished(paths: AttemptPaths) -> None:
    """Remove what a process that was killed was still writing. Only while nobody else works on the attempt."""
    for folder in (paths.folder, paths.transcript):
        for left in folder.glob(".*") if folder.is_dir() else ():
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink(missing_ok=True)


def read_generation(paths: AttemptPaths) -> GenerationRecord | None:
    """The record, or None when this step is still to be done."""
    return read_json(paths.generation, GenerationRecord) if paths.generation.exists() else None


def read_built(paths: AttemptPaths, record: GenerationRecord) -> Solution:
    """The solution as it was built, with its files."""
    skeleton = read_files(paths.skeleton) if record.skeleton else None
    files = read_files(paths.solution) if paths.solution.is_dir() else {}
    return Solution(files, record.parameters, record.start, record.checklist, skeleton)


def write_judgement(paths: AttemptPaths, judgement: Judgement) -> None:
    """Traces first, then the verdicts that they explain."""
    write_json(paths.traces, {result.id: [asdict(s) for s in result.trace] for result in judgement.testcodes})
    bare = tuple(replace(result, trace=()) for result in judgement.testcodes)
    write_json(paths.judgement, replace(judgement, testcodes=bare))


def read_judgement(paths: AttemptPaths) -> Judgement | None:
    """The verdicts (without traces), or None when this step is still to be done."""
    return read_json(paths.judgement, Judgement) if paths.judgement.exists() else None


def is_judged(paths: AttemptPaths) -> bool:
    """Whether there are verdicts that stay: those that failed on our own side are tried again by the next call."""
    if not paths.judgement.exists():
        return False
    if Verdict.INFRASTRUCTURE.value.encode() not in paths.judgement.read_bytes():  # thousands are asked at a start
        return True
    judgement = read_judgement(paths)
    return judgement is not None and not judgement.has_infrastructure_failure()


def read_traces(paths: AttemptPaths) -> Traces:
    return read_json(paths.traces, Traces) if paths.traces.exists() else {}
