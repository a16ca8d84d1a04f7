"""Data of RAL-Bench: task files, and the catalog ``ralbench:FOLDER`` of a local copy of its repository.

``tasks/PROJECT/NAME.yaml`` describes a task, ``tests/PROJECT/SUITE_test.py`` are its suites. Reference projects are
source distributions of the package index, pinned in `references`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pydantic import BaseModel, Field, ValidationError

from evaluator.benchmarks.ralbench.references import REFERENCES, WITHOUT, reference_files
from missions.errors import MissionError, SolutionError
from missions.formats import Catalog
from missions.formats.folder import in_words
from missions.mission import Checklist, Mission, Stack
from missions.project_files import safe_path
from missions.reference import Reference, Suite
from missions.sources import SourceDistribution
from missions.sources.data_sets import origin_of
from simulators.data_files import DataError, read_text
from simulators.yaml_files import parse_yaml

SUITES = ("functional", "performance", "resource", "robustness")
"""Suites of a task's own; security and maintainability are measured without its tests."""
DEFAULT_SECONDS = 60.0
MAX_SAMPLE_FILES = 200


class Package(BaseModel):
    """The package that the suites import."""

    name: str


class RequiredFile(BaseModel):
    """A file that the agent has to write."""

    path: str
    description: str = ""


class SuiteBaseline(BaseModel):
    """Published figures of one suite of the reference; `metrics` are those of static analysis."""

    model_config = {"extra": "allow"}
    metrics: dict[str, float | None] | None = None
    __pydantic_extra__: dict[str, float | str | None] = Field(init=False)


class TaskFile(BaseModel):
    """A task. `test_suite` has a path by suite; a list of paths is one that the original does not find."""

    task_id: str
    description: str = Field(min_length=1)
    domain: str = ""
    difficulty: str = ""
    api_contract: str = ""
    generated_repository: str
    package: Package
    test_suite: dict[str, str | list[str]]
    suite_timeouts_s: dict[str, float] = {}
    files: list[RequiredFile] = []
    baseline_metrics: dict[str, SuiteBaseline] = {}

    def suite_path(self, suite: str) -> str:
        """Return the path of a suite in the repository; empty where the task has none."""
        path = self.test_suite.get(suite, "")
        return path if isinstance(path, str) else (path[0] if path else "")

    def seconds(self, suite: str) -> float:
        """Return the time limit of a suite."""
        return self.suite_timeouts_s.get(suite, self.suite_timeouts_s.get("default", DEFAULT_SECONDS))

    def unreadable_suites(self) -> tuple[str, ...]:
        """Return the suites whose path the original cannot read, so that it scores them 0."""
        return tuple(suite for suite in SUITES if not isinstance(self.test_suite.get(suite, ""), str))

    def baselines(self) -> dict[str, float]:
        """Return the published figures of the reference that scores are relative to, by name; unknown ones left out."""
        return {name: value for name, value in self._figures() if isinstance(value, int | float)}

    def _figures(self) -> Iterator[tuple[str, float | str | None]]:
        for name, (suite, key) in FIGURES.items():
            baseline = self.baseline_metrics.get(suite)
            if baseline is not None:
                yield name, (baseline.metrics or {}).get(key, baseline.__pydantic_extra__.get(key))

    def prompt(self) -> str:
        """Return the requirement, with API contract and required files."""
        contract = f"\n\n[API CONTRACT]\n{self.api_contract.strip()}" if self.api_contract.strip() else ""
        files = "".join(f"\n- {each.path}" for each in self.files)
        return self.description.strip() + contract + (f"\n\n[Required files]{files}" if files else "") + "\n"


FIGURES: Mapping[str, tuple[str, str]] = {
    "minimum_maintainability": ("maintainability", "mi_min"),
    "risky_calls": ("security", "high_risk_count"),
    "wall_seconds": ("performance", "performance_suite_time_s"),
    "mean_memory": ("resource", "avg_memory_mb"),
    "cpu_load": ("resource", "avg_cpu_percent"),
    "functional_tests": ("functional", "functional_tests_total"),
    "robustness_tests": ("robustness", "robustness_tests_total"),
}
"""Our names of published figures: the suite and the key that each is stored under."""


def find_task_files(folder: Path) -> dict[str, Path]:
    """Return the task files below `folder` by project, sorted. Raises `MissionError` when there is none."""
    found = {path.parent.name: path for path in sorted(folder.glob("tasks/*/*.yaml"))}
    if not found:
        raise MissionError(f"{folder}: no tasks/PROJECT/*.yaml; name the folder of a copy of RAL-Bench's repository")
    return found


def read_task_file(path: Path) -> TaskFile:
    """Read one task file. Raises `MissionError` naming the file and what is wrong."""
    try:
        found = TaskFile.model_validate(parse_yaml(read_text(path), str(path)))
        safe_path(found.generated_repository)
    except (OSError, SolutionError) as error:
        raise MissionError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        raise MissionError(f"{path}: {in_words(error)}") from error
    except DataError as error:
        raise MissionError(str(error)) from error
    return found


def folder_of_solution(task: TaskFile) -> str:
    """Return the folder that the suites expect the solution in, relative to the root of the benchmark."""
    return PurePosixPath(task.generated_repository).as_posix()


BENCHMARK = "ralbench"
ENVIRONMENT = Path(__file__).with_name("environment.lock")
"""Packages that suites and solutions may import, besides pytest."""


@dataclass(frozen=True)
class RalTask:
    """What the rules of RAL-Bench need of a task.

    `folder` is where the suites expect the solution, `baselines` are published figures of the reference by name,
    `unreadable_suites` those that the original scores 0 because it cannot read their path.
    """

    folder: str
    baselines: Mapping[str, float]
    unreadable_suites: tuple[str, ...] = ()


@dataclass(frozen=True)
class RalBenchCatalog(Catalog):
    """All tasks below a folder, by the names of their projects."""

    folder: Path

    name: str = BENCHMARK
    benchmark: str = BENCHMARK

    def ids(self) -> tuple[str, ...]:
        return tuple(self._paths)

    def mission(self, mission_id: str) -> Mission:
        path = self._path_of(mission_id)
        task = read_task_file(path)
        suites = tuple(self._suites(mission_id, task, path))
        return Mission(
            mission_id,
            mission_id,
            Stack.LIBRARY,
            task.prompt(),
            Checklist(()),
            (),
            environment=str(ENVIRONMENT),
            technologies=("Python",),
            source=path.parent,
            fingerprint=_digest(path, suites),
            benchmark=BENCHMARK,
            facts_by_type={RalTask: _facts(task)},
            suites=suites,
            package=task.package.name,
            difficulty=task.difficulty,
            category=task.domain,
        )

    def data(self) -> Mapping[str, str]:
        return origin_of(self.folder)

    def reference(self, mission_id: str) -> Reference | None:
        self._path_of(mission_id)
        files = reference_files(mission_id)
        return None if files is None else Reference(files)

    def release(self, mission_id: str) -> SourceDistribution:
        """Return the release that is the mission's reference. Raises `MissionError` where there is none."""
        self._path_of(mission_id)
        if mission_id in REFERENCES:
            return REFERENCES[mission_id]
        raise MissionError(WITHOUT.get(mission_id, "no release is pinned for this project"))

    @cached_property
    def _paths(self) -> dict[str, Path]:
        return find_task_files(self.folder)

    def _path_of(self, mission_id: str) -> Path:
        if mission_id not in self._paths:
            raise MissionError(f"no task {mission_id!r} in {self.folder}; there are {', '.join(self._paths)}")
        return self._paths[mission_id]

    def _suites(self, project: str, task: TaskFile, path: Path) -> Iterator[Suite]:
        solution = folder_of_solution(task)
        variables = {
            "RACB_REPO_ROOT": solution,
            "RACB_PACKAGE_NAME": task.package.name,
            f"{project.upper()}_TARGET": "generated",
        }
        packages = (task.package.name.partition(".")[0],)
        for name in SUITES:
            file = self._suite_file(project, name, task, path)
            place = f"tests/{project}/{file.name}"
            files = {place: file, **self._sample_files(project)}
            yield Suite(name, files, (), task.seconds(name), variables, folder=solution, packages=packages)

    def _sample_files(self, project: str) -> dict[str, Path]:
        """Return the data of the reference's own tests that the copy has: suites read some of it. No code is among it,
        which suites would import in place of the solution."""
        folder = self.folder / "repositories" / project / "tests"
        found = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        data = [path for path in found if path.suffix != ".py"]
        return {path.relative_to(self.folder).as_posix(): path for path in data[:MAX_SAMPLE_FILES]}

    def _suite_file(self, project: str, name: str, task: TaskFile, path: Path) -> Path:
        written = task.suite_path(name)
        if not written:
            raise MissionError(f"{path}: test_suite has no {name} suite")
        found = [self.folder / written, self.folder / "tests" / project / Path(written).name]
        root = self.folder.resolve()
        for candidate in found:
            if candidate.is_file() and candidate.resolve().is_relative_to(root):
                return candidate
        raise MissionError(f"{path}: the {name} suite {written} is missing in {self.folder}")


def _facts(task: TaskFile) -> RalTask:
    return RalTask(folder_of_solution(task), task.baselines(), task.unreadable_suites())


def _digest(path: Path, suites: tuple[Suite, ...]) -> str:
    """Return a digest of the task file, of all suites and of the environment."""
    files = [path, ENVIRONMENT, *(file for suite in suites for file in suite.files.values())]
    return hashlib.sha256(json.dumps([hashlib.sha256(f.read_bytes()).hexdigest() for f in files]).encode()).hexdigest()
