"""One recorded run: its identity, and its answers by project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from evaluator.model.attempt import Recording
from evaluator.model.solution import ArtifactKind
from evaluator.published.json_files import AnswersFile, read_answers_file
from evaluator.published.layout import COMPARED, RecordedPaths, RecordedProduct
from missions.formats.projecteval_2025.levels import Level, Mode, input_set_of


@dataclass(frozen=True)
class RecordedAnswers:
    """All answers for one project: JSON values by product (None: no answer) and the files that they come from."""

    project: str
    files: Mapping[RecordedProduct, AnswersFile]
    names: Mapping[RecordedProduct, str]

    def value(self, product: RecordedProduct) -> Any:
        return self.files[product].by_project.get(self.project)

    def compared(self) -> dict[str, Any]:
        """Return the unchanged answers that similarity compares, by the names of the scores."""
        return {score: self.value(product) for score, product in COMPARED.items()}


@dataclass(frozen=True)
class RecordedRun:
    """A recorded run: `name` is unique among those of its folder, `stem` is its path without ``.json``.

    `level` and `named_mode` are None, and `model` is empty, where neither folder nor file names state them. `only` is
    set for files that hold the answer for one project without an object of projects around it.
    """

    name: str
    stem: Path
    model: str = ""
    level: Level | None = None
    named_mode: Mode | None = None
    only: str | None = None

    @property
    def mode(self) -> Mode:
        """Return the mode of the name, otherwise cascade if a skeleton was recorded. Level 3 is always direct."""
        if self.level is Level.SKELETON:
            return Mode.DIRECT
        has_skeleton = self._paths.of(RecordedProduct.SKELETON).exists()
        return self.named_mode or (Mode.CASCADE if has_skeleton else Mode.DIRECT)

    def recording(self, default_input: str) -> Recording:
        """Return the identity of the attempts; `default_input` applies when the recording does not state its level."""
        input_set = input_set_of(self.level) if self.level else default_input
        return Recording(input_set, self.mode.value, self.model, self._paths.digest())

    @cached_property
    def asked(self) -> frozenset[ArtifactKind]:
        """Return the artifacts that similarity compares: code and parameters always, the others if a file exists."""
        always = (RecordedProduct.CODE, RecordedProduct.PARAMETERS)
        compared = COMPARED.items()
        return frozenset(
            ArtifactKind(name) for name, product in compared if product in always or self._files[product].exists
        )

    def projects(self) -> tuple[str, ...]:
        """Return the ids of the projects with recorded code."""
        return tuple(self._files[RecordedProduct.CODE].by_project)

    def problem(self) -> str:
        """Return why no code of the run can be read; empty otherwise."""
        return self._files[RecordedProduct.CODE].problem

    def answers(self, project_id: str) -> RecordedAnswers:
        names = {product: self._paths.of(product).name for product in RecordedProduct}
        return RecordedAnswers(project_id, self._files, names)

    @property
    def _paths(self) -> RecordedPaths:
        return RecordedPaths(self.stem)

    @cached_property
    def _files(self) -> dict[RecordedProduct, AnswersFile]:
        return {product: read_answers_file(self._paths.of(product), self.only) for product in RecordedProduct}
