"""Every path of a run.

    RUN/
    ├── run.toml                 request (`RunRequest`)
    ├── lock.json                what it resolved to, with digests (`Lock`)
    ├── times.json               when commands worked on the run
    ├── results.json             summary, rewritten as a whole by ``report``
    ├── judge/<question>.json    answers of the judge, with their questions and cost
    ├── report.html              the report; its details are in report/ and loaded on demand
    ├── reference/<mission>/     evaluation of the reference solution, for a mission of which a testcode raised
    └── attempts/<mission>/<input set>-<strategy>/sample-<k>/      (or the name of a recorded run)
        ├── times.json           begin and end of each step
        ├── generation.json      how it was built: stages, usage, failure
        ├── solution/            files that were built
        ├── parameters/, start/, checklist/, skeleton/, design/, …   other artifacts, where they were produced
        ├── stages/<NN>-<name>/  one stage: generation.json, times.json, evaluations/, attachments/, and the artifacts
        │                        that a later stage replaced
        ├── transcript/          messages between strategy and agent
        ├── evaluations/<evaluator>.json                             cases and measures
        ├── evaluations/<evaluator>.traces.json                      steps of the simulated user, case by case
        ├── attachments/         screenshots and details that cases refer to
        └── cases.jsonl, over-limit.jsonl        only while an evaluation is unfinished (`runs.execution.time_limits`)

Each JSON file is written atomically, and after everything that it refers to: what exists is complete, and what is
missing is done again.
"""

from __future__ import annotations

import glob
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from evaluator.io.files import read_json, write_json
from evaluator.model.errors import RunFolderError
from evaluator.model.generation import RECORDED, ArtifactKind
from evaluator.model.result import Attempt
from missions.mission import STAGE_MARK

STAGES = "stages"
"""Folder of an attempt that holds its stages."""


@dataclass(frozen=True)
class AttemptPaths:
    """Paths of one attempt."""

    folder: Path

    @property
    def generation(self) -> Path:
        return self.folder / "generation.json"

    @property
    def times(self) -> Path:
        return self.folder / "times.json"

    @property
    def solution(self) -> Path:
        return self.folder / "solution"

    def artifact(self, kind: ArtifactKind) -> Path:
        """Folder of an artifact that consists of files."""
        return self.solution if kind is ArtifactKind.CODE else self.folder / kind.value

    @property
    def stages(self) -> Path:
        return self.folder / STAGES

    def stage(self, folder: str) -> AttemptPaths:
        """Return the paths of a stage: the same as those of an attempt, below ``stages/``.

        Raises `RunFolderError` for a name that leads elsewhere: it may come from a file of a stranger.
        """
        if folder in ("", ".", "..") or Path(folder).name != folder:
            raise RunFolderError(f"{self.folder}: {folder!r} is not the name of a stage")
        return AttemptPaths(self.stages / folder)

    @property
    def transcript(self) -> Path:
        return self.folder / "transcript"

    @property
    def recorded(self) -> Path:
        """Recorded answers as they were; missing unless the attempt was replayed."""
        return self.transcript / RECORDED

    @property
    def evaluations(self) -> Path:
        return self.folder / "evaluations"

    def evaluation(self, evaluator: str) -> Path:
        return self.evaluations / f"{evaluator}.json"

    def traces(self, evaluator: str) -> Path:
        return self.evaluations / f"{evaluator}.traces.json"

    @property
    def attachments(self) -> Path:
        return self.folder / "attachments"

    @property
    def case_log(self) -> Path:
        """Cases of the evaluation in work: what began, and what ended."""
        return self.folder / "cases.jsonl"

    @property
    def exceeded_limits(self) -> Path:
        """Hard time limits at which a worker was killed during an evaluation that is still to be done."""
        return self.folder / "over-limit.jsonl"


@dataclass(frozen=True)
class RunPaths:
    """Paths of a run."""

    folder: Path

    @property
    def request(self) -> Path:
        return self.folder / "run.toml"

    @property
    def lock(self) -> Path:
        return self.folder / "lock.json"

    @property
    def results(self) -> Path:
        return self.folder / "results.json"

    @property
    def report(self) -> Path:
        return self.folder / "report.html"

    @property
    def times(self) -> Path:
        return self.folder / "times.json"

    @property
    def judge(self) -> Path:
        """Folder of the judge's opinions."""
        return self.folder / "judge"

    @property
    def events(self) -> Path:
        """Progress events of the command that works on the run now."""
        return self.folder / ".events.jsonl"

    @property
    def in_use(self) -> Path:
        return self.folder / ".in-use"

    @property
    def references(self) -> Path:
        """Folder of the evaluations of reference solutions."""
        return self.folder / "reference"

    def reference(self, mission_id: str) -> AttemptPaths:
        """Paths of the reference's evaluation, which decides on the mission's defects."""
        return AttemptPaths(self.references / mission_id)

    def references_of(self, mission_id: str) -> tuple[AttemptPaths, ...]:
        """Paths of the reference's evaluations of a mission and of what it becomes by later requests."""
        later = sorted(self.references.glob(f"{glob.escape(mission_id)}{STAGE_MARK}*"))
        return self.reference(mission_id), *map(AttemptPaths, later)

    @property
    def attempts(self) -> Path:
        return self.folder / "attempts"

    @property
    def details(self) -> Path:
        """Folder of what the report loads on demand."""
        return self.folder / "report"

    def of(self, attempt: Attempt) -> AttemptPaths:
        return AttemptPaths(self.attempts / attempt.label)


@dataclass(frozen=True)
class Span:
    """Begin and end in seconds since 1970, with what was done."""

    what: str
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.began


def read_spans(path: Path) -> tuple[Span, ...]:
    return read_json(path, tuple[Span, ...]) if path.exists() else ()


def write_spans(path: Path, spans: Sequence[Span]) -> None:
    write_json(path, [asdict(span) for span in spans])


def seconds_of(path: Path) -> float:
    """Return the seconds of all spans together."""
    return sum(span.seconds for span in read_spans(path))


@contextmanager
def recorded_span(path: Path, what: str) -> Iterator[None]:
    """Append the time span of the block to `path`, also after an exception.

    When the block fails and the file cannot be written either, the block's own error is the one that is raised.
    """
    began, clock = time.time(), time.monotonic()

    def write() -> None:
        span = Span(what, round(began, 3), round(began + time.monotonic() - clock, 3))
        write_spans(path, [*read_spans(path), span])

    try:
        yield
    except BaseException:
        with suppress(OSError):
            write()
        raise
    write()
