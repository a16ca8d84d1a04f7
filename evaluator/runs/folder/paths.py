"""Every path of a run, drawn once.

    RUN/
    ├── run.toml                 what was asked (`RunRequest`)
    ├── lock.json                what it resolved to, with digests (`Lock`)
    ├── results.json             the summary, rewritten whole by ``report``
    ├── report.html
    └── attempts/<mission>/level-<n>-<mode>/sample-<k>/      (or the name of a recorded run)
        ├── generation.json      how it was built: steps, usage, failure, answers, how to start it
        ├── solution/            the files that were built
        ├── skeleton/            the skeleton produced on the way (cascade)
        ├── transcript/          what agent and model said to each other
        ├── pictures/            what the user saw when a testcode did not pass
        ├── traces.json          what the user did and saw, testcode by testcode
        ├── judgement.json       verdicts and reasons
        └── scores.json          similarity with the canonical solution, explained

Each JSON file is written whole or not at all, and after everything it speaks of: what is there can be
trusted, and what is not there is done again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evaluator.model.attempt import Attempt


@dataclass(frozen=True)
class AttemptPaths:
    """The paths of one attempt."""

    folder: Path

    @property
    def generation(self) -> Path:
        return self.folder / "generation.json"

    @property
    def solution(self) -> Path:
        return self.folder / "solution"

    @property
    def skeleton(self) -> Path:
        return self.folder / "skeleton"

    @property
    def transcript(self) -> Path:
        return self.folder / "transcript"

    @property
    def pictures(self) -> Path:
        return self.folder / "pictures"

    @property
    def traces(self) -> Path:
        return self.folder / "traces.json"

    @property
    def judgement(self) -> Path:
        return self.folder / "judgement.json"

    @property
    def scores(self) -> Path:
        return self.folder / "scores.json"


@dataclass(frozen=True)
class RunPaths:
    """The paths of a run."""

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
    def in_use(self) -> Path:
        return self.folder / ".in-use"

    def of(self, attempt: Attempt) -> AttemptPaths:
        return AttemptPaths(self.folder / "attempts" / attempt.label)
