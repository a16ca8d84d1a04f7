"""Building of one attempt: drives the strategy's stages, stores each, and resumes from what is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.generation import total_usage
from evaluator.model.result import GenerationRecord
from evaluator.runs.execution.events import GENERATING
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import read_evaluation
from evaluator.runs.folder.stages import StageRecord, StageStore, inputs_of
from evaluator.runs.folder.times import recorded_span
from evaluator.strategies.interface import Stage, StageResult, Strategy
from evaluator.strategies.stage_work import StageWork, produced_by
from missions.artifacts import Artifacts
from missions.errors import SolutionError


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
