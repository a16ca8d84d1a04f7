"""Task files of RAL-Bench, as they are on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import yaml
from pydantic import BaseModel, Field, ValidationError

from missions.errors import MissionError, SolutionError
from missions.project_files import safe_path

SUITES = ("functional", "performance", "resource", "robustness")
"""Suites of a task's own; security and maintainability are measured without its tests."""
DEFAULT_SECONDS = 60.0


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
        found = TaskFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
        safe_path(found.generated_repository)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, SolutionError) as error:
        raise MissionError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        raise MissionError(f"{path}: {_first_problem(error)}") from error
    return found


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}"


def folder_of_solution(task: TaskFile) -> str:
    """Return the folder that the suites expect the solution in, relative to the root of the benchmark."""
    return PurePosixPath(task.generated_repository).as_posix()
