"""Recorded runs in the public layout: their files, names, levels and modes, and their discovery in a folder."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from evaluator.benchmarks.projecteval_2025.recorded_files import AnswersFile, read_answers_file
from evaluator.model.errors import UsageError
from evaluator.model.generation import ArtifactKind
from evaluator.model.result import Recording


class Level(IntEnum):
    """Input of a published run."""

    PROMPT = 1
    CHECKLIST = 2
    SKELETON = 3


class Mode(StrEnum):
    """Code at once from the level's input, or level by level."""

    DIRECT = "direct"
    CASCADE = "cascade"


def input_set_of(level: Level) -> str:
    """Return the name of the input set of `level`."""
    return f"level-{int(level)}"


def level_of(input_set: str) -> Level:
    """Return the level of an input set. Raises `ValueError` for one of another benchmark."""
    return Level(int(input_set.removeprefix("level-")))


class RecordedProduct(StrEnum):
    """One file of a recorded run, by the suffix of its name."""

    CODE = ""
    CHECKLIST = "nl_checklist"
    SKELETON = "skeleton"
    PARAMETERS = "parameter"
    START_FILE = "startfile"
    INFORMATION = "information"


COMPARED = {
    "checklist": RecordedProduct.CHECKLIST,
    "skeleton": RecordedProduct.SKELETON,
    "code": RecordedProduct.CODE,
    "parameters": RecordedProduct.PARAMETERS,
}
"""Similarity score → the recorded product that it compares."""


@dataclass(frozen=True)
class RecordedPaths:
    """Paths of a recorded run; `stem` is the path of ``X.json`` without its suffix."""

    stem: Path

    def of(self, product: RecordedProduct) -> Path:
        return self.stem.with_name(f"{self.stem.name}{product and '_'}{product}.json")

    def digest(self) -> str:
        """Digest of all files; a file that cannot be read counts by its error."""
        digest = hashlib.sha256()
        for path in map(self.of, RecordedProduct):
            digest.update(f"\n{path.name}\n".encode())
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                digest.update(type(error).__name__.encode())
        return digest.hexdigest()


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


MAX_FOLDER_DEPTH = 3
"""Levels of folders that are searched; the public layout has two, model and mode."""

FOLDER_NAME = re.compile(r"(?:(?P<model>.+)[-_])?(?P<mode>cascade|direct)[-_]level[-_]?(?P<level>[1-3])", re.IGNORECASE)
"""``<model>-<mode>-level-<n>``: a folder that holds one run."""

FILE_NAME = re.compile(r"(?P<model>.+?)(?:_\d{8}-\d{6})?[-_]level[-_]?(?P<level>[1-3])", re.IGNORECASE)
"""``<model>_<time>_level_<n>``: the files of a run as the original names them, below ``<model>/<mode>/``."""


def recorded_runs(folder: Path) -> list[RecordedRun]:
    """Return the recorded runs in `folder` and below it. Raises `UsageError` when there is none, or when the names of
    one contradict each other."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; --agent replay:FOLDER takes a folder of recorded runs")
    found = list(_stems(folder))
    stems = [stem for stem, is_certain in found if is_certain] or [stem for stem, _ in found]
    if not stems:
        raise UsageError(f"{folder}: no recorded run here; a run is X.json with X_parameter.json and others beside it")
    names = _names(folder, stems)
    return [_run(names[stem], stem) for stem in stems]


def _run(name: str, stem: Path) -> RecordedRun:
    """Return the run at `stem` with level and mode of its names. Raises `UsageError` when they contradict."""
    of_folder, of_file = FOLDER_NAME.fullmatch(stem.parent.name), FILE_NAME.fullmatch(stem.name)
    levels = {match["level"] for match in (of_folder, of_file) if match}
    if len(levels) > 1:
        raise UsageError(
            f"{stem}.json: its folder says level {of_folder and of_folder['level']}, its own name says level "
            f"{of_file and of_file['level']}; rename one of them"
        )
    mode = of_folder["mode"].lower() if of_folder else stem.parent.name.lower()
    return RecordedRun(
        name=name,
        stem=stem,
        model=(of_folder and of_folder["model"]) or (of_file["model"] if of_file else ""),
        level=Level(int(levels.pop())) if levels else None,
        named_mode=Mode(mode) if mode in set(Mode) else None,
    )


def _stems(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield paths without ``.json`` and product suffix, and True when name or product identifies a recorded run."""
    suffixes = {f"_{product}" for product in RecordedProduct if product}
    for parent, folders, names in os.walk(folder):
        depth = len(Path(parent).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if depth < MAX_FOLDER_DEPTH and not name.startswith("."))
        found: dict[str, bool] = {}
        for name in sorted(name.removesuffix(".json") for name in names if name.endswith(".json")):
            suffix = next((suffix for suffix in suffixes if name.endswith(suffix)), "")
            stem = name.removesuffix(suffix)
            found[stem] = found.get(stem, False) or bool(suffix) or FILE_NAME.fullmatch(stem) is not None
        yield from ((Path(parent) / stem, is_certain) for stem, is_certain in found.items() if stem)


def _names(folder: Path, stems: list[Path]) -> dict[Path, str]:
    """Return the names of runs: those of their files; runs with equal names are distinguished by their paths."""
    same = Counter(stem.name for stem in stems)
    by_path = {stem: "-".join(stem.relative_to(folder).parts) for stem in stems}
    names = {stem: stem.name if same[stem.name] == 1 else by_path[stem] for stem in stems}
    for name, times in Counter(names.values()).items():
        if times > 1:
            raise UsageError(f"{folder}: {times} recorded runs have the name {name}; rename their folders")
    return names
