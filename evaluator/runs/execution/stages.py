"""Building of one attempt: drives the strategy's stages, stores each completely before the next begins, and resumes."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from evaluator.io.files import UnreadableFile, read_json, write_json
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.generation import StepRecord, Usage, total_usage
from evaluator.model.result import GenerationRecord, StageSummary
from evaluator.model.trajectory import Trajectory
from evaluator.runs.execution.events import GENERATING
from evaluator.runs.folder.paths import AttemptPaths, recorded_span, seconds_of
from evaluator.runs.folder.records import read_artifact, read_evaluation, write_artifacts
from evaluator.strategies.interface import Stage, StageResult, Strategy
from evaluator.strategies.stage_work import StageWork, TranscriptEntry, produced_by
from missions.errors import SolutionError
from missions.project_files import ArtifactKind, Artifacts, files_digest


@dataclass(frozen=True)
class StageRecord:
    """Content of a stage's ``generation.json``.

    `inputs` is a digest of all that the agent was given. `artifacts` are all that exist after the stage, with the
    folder of the stage that stored them last. `ends` says that no further stage begins.
    """

    name: str
    inputs: str
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    artifacts: Mapping[ArtifactKind, str] = field(default_factory=dict)
    asked: frozenset[ArtifactKind] = frozenset()
    evaluators: tuple[str, ...] = ()
    trajectory: Trajectory | None = None
    ends: bool = False

    @property
    def usage(self) -> Usage:
        return total_usage(step.usage for step in self.steps)


class StageStore:
    """Stages below the folder of one attempt."""

    def __init__(self, paths: AttemptPaths) -> None:
        self._paths = paths
        self._read: dict[tuple[str, ArtifactKind], Mapping[str, bytes]] = {}

    def folder(self, number: int, stage: Stage) -> str:
        return f"{number:02d}-{stage.label}"

    def read(self, folder: str, inputs: str) -> StageRecord | None:
        """Return the record of a stage that was given the same; None when it is to be done, or cannot be read."""
        try:
            record = read_json(self._paths.stage(folder).generation, StageRecord)
        except UnreadableFile:
            return None
        return record if record.inputs == inputs else None

    def remove_from(self, number: int) -> None:
        """Remove the stages that begin with `number`: what they were given has changed."""
        for path in self._folders():
            if int(path.name.partition("-")[0]) >= number:
                shutil.rmtree(path)

    def write(self, folder: str, record: StageRecord, new: Artifacts) -> StageRecord:
        """Write the new artifacts of a stage, then its record. Raises `SolutionError` when files cannot be written."""
        write_artifacts(self._paths.stage(folder), new)
        self._read.update({(folder, kind): files for kind, files in new.items()})
        write_json(self._paths.stage(folder).generation, record)
        return record

    def artifacts(self, record: StageRecord) -> Artifacts:
        """Return everything that existed after a stage."""
        return {kind: self._artifact(folder, kind) for kind, folder in record.artifacts.items()}

    def place(self, folder: str, kind: ArtifactKind) -> Path:
        """Return where an artifact of a stage is stored: with the attempt when no later stage replaced it."""
        own = self._paths.stage(folder).artifact(kind)
        return own if own.is_dir() else self._paths.artifact(kind)

    def finish(self, records: Mapping[str, StageRecord], failure: str) -> GenerationRecord:
        """Move the last artifacts to the attempt's own folders, then write its record."""
        last = next(reversed([*records.values()]), None)
        kept = {kind: folder for kind, folder in (last.artifacts if last else {}).items() if _is_result(kind)}
        for kind, folder in kept.items():
            self._move(self._paths.stage(folder).artifact(kind), self._paths.artifact(kind))
        for folder in records:
            shutil.rmtree(self._paths.stage(folder).artifact(ArtifactKind.WORKSPACE), ignore_errors=True)
        record = GenerationRecord(
            bool(kept) and not failure,
            failure,
            tuple(step for each in records.values() for step in each.steps),
            frozenset(kept),
            frozenset().union(*(each.asked for each in records.values())),
            _together([each.trajectory for each in records.values() if each.trajectory]),
            tuple(self._summary(folder, each) for folder, each in records.items()),
        )
        write_json(self._paths.generation, record)
        return record

    def records(self) -> Iterator[tuple[str, StageRecord]]:
        """Yield folder and record of every stored stage, in order."""
        for path in self._folders():
            with suppress(UnreadableFile):
                yield path.name, read_json(path / "generation.json", StageRecord)

    def unfinished_usage(self) -> Iterator[Usage]:
        """Yield the cost of stored stages, and of the answers to the stage that is not finished."""
        done = 0
        for path in self._folders():
            with suppress(UnreadableFile):
                yield read_json(path / "generation.json", StageRecord).usage
                done += 1
        for path in sorted(self._paths.transcript.glob("[0-9][0-9]*-*.json")):
            if int(path.name.partition("-")[0]) > done:
                yield read_json(path, TranscriptEntry).reply.usage

    def _artifact(self, folder: str, kind: ArtifactKind) -> Mapping[str, bytes]:
        if (folder, kind) not in self._read:
            self._read[folder, kind] = read_artifact(self.place(folder, kind))
        return self._read[folder, kind]

    def _folders(self) -> list[Path]:
        found = (path for path in self._paths.stages.glob("[0-9]*-*") if path.is_dir())
        return sorted(found, key=lambda path: int(path.name.partition("-")[0]))

    def _summary(self, folder: str, record: StageRecord) -> StageSummary:
        seconds = round(seconds_of(self._paths.stage(folder).times), 3)
        return StageSummary(record.name, folder, record.failure, record.usage, seconds, record.evaluators)

    def _move(self, source: Path, target: Path) -> None:
        """Move a folder; one that an interrupted process has moved already is there."""
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)


def inputs_of(stage: Stage, state: Artifacts) -> str:
    """Return a digest of what a stage is given: its prompt, documents, artifacts, and what it has to produce."""
    documents = {name: files_digest(each.as_files(name)) for name, each in stage.documents.items()}
    artifacts = state if stage.inputs is None else stage.inputs
    decisive = [
        stage.name,
        stage.prompt,
        sorted(stage.produces),
        sorted(stage.evaluate),
        documents,
        {kind: files_digest(files) for kind, files in sorted(artifacts.items())},
        [stage.extends, stage.turn_limit, stage.layout.project, stage.layout.reports],
    ]
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


def _is_result(kind: ArtifactKind) -> bool:
    return kind is not ArtifactKind.WORKSPACE


def _together(traces: list[Trajectory]) -> Trajectory | None:
    """Return the traces of all stages as one, with the last one's ending."""
    if len(traces) < 2:
        return traces[0] if traces else None
    turns = tuple(turn for trace in traces for turn in trace.turns)
    costs = [trace.cost for trace in traces if trace.cost is not None]
    return Trajectory(
        turns,
        traces[-1].finish,
        sum(trace.unread for trace in traces),
        sum(trace.input_tokens for trace in traces),
        sum(trace.output_tokens for trace in traces),
        sum(costs) if costs else None,
    )


@dataclass(frozen=True)
class PendingStage:
    """A stage that has to be evaluated before the next one begins, by its folder."""

    folder: str


@dataclass(frozen=True)
class AttemptBuild:
    """Building of one attempt. `is_current` says whether a stage (its paths, its name) has a final evaluation."""

    paths: AttemptPaths
    work: StageWork
    strategy: Strategy
    is_current: Callable[[AttemptPaths, str, str], bool]

    def advance(self) -> GenerationRecord | PendingStage:
        """Build until the attempt is complete, or a stage has to be evaluated.

        Stored stages are not repeated: their results are sent through the same generator. Raises `ModelError` when a
        model gave no answer; what is stored remains.
        """
        self.paths.transcript.mkdir(parents=True, exist_ok=True)
        with recorded_span(self.paths.times, GENERATING):
            return _Drive(self).to_the_end()


class _Drive:
    """One pass through the stages of an attempt."""

    def __init__(self, build: AttemptBuild) -> None:
        self._build, self._store = build, StageStore(build.paths)
        self._records: dict[str, StageRecord] = {}
        self._state: Artifacts = {}

    def to_the_end(self) -> GenerationRecord | PendingStage:
        generator, result = self._build.strategy.stages(self._build.work.task), None
        while True:
            try:
                stage = next(generator) if result is None else generator.send(result)
            except StopIteration:
                return self._store.finish(self._records, "" if self._records else "the strategy has no stage")
            except UsageError:
                raise
            except (EvaluatorError, SolutionError) as error:
                return self._store.finish(self._records, str(error))
            folder, record = self._done(stage)
            if record.ends:
                generator.close()
                return self._store.finish(self._records, record.failure)
            own = self._build.paths.stage(folder)
            if not all(self._build.is_current(own, stage.name, name) for name in record.evaluators):
                return PendingStage(folder)
            found = {name: each for name in record.evaluators if (each := read_evaluation(own, name)) is not None}
            result = StageResult(self._state, record.failure, found)

    def _done(self, stage: Stage) -> tuple[str, StageRecord]:
        """Return the folder and record of a stage, which is performed unless it is stored."""
        number, inputs = len(self._records) + 1, inputs_of(stage, self._state)
        folder = self._store.folder(number, stage)
        record = self._store.read(folder, inputs)
        if record is None:
            self._store.remove_from(number)
            with recorded_span(self._build.paths.stage(folder).times, GENERATING):
                record = self._performed(stage, number, folder, inputs)
        self._records[folder], self._state = record, self._store.artifacts(record)
        return folder, record

    def _performed(self, stage: Stage, number: int, folder: str, inputs: str) -> StageRecord:
        used = total_usage(record.usage for record in self._records.values())
        generation = self._build.work.perform(stage, number, self._state, used)
        new = produced_by(stage, generation, self._state)
        new = {kind: files for kind, files in new.items() if self._state.get(kind) != files}
        before = [*self._records.values()][-1].artifacts if self._records else {}
        record = StageRecord(
            stage.name,
            inputs,
            generation.failure,
            generation.steps,
            {**before, **dict.fromkeys(new, folder)},
            stage.produces if generation.asked is None else generation.asked,
            tuple(sorted(stage.evaluate)),
            generation.trajectory,
            bool(generation.failure) and (generation.over_limit or not stage.optional),
        )
        try:
            return self._store.write(folder, record, new)
        except SolutionError as error:
            refused = replace(record, failure=str(error), artifacts=before, ends=not stage.optional)
            return self._store.write(folder, refused, {})
