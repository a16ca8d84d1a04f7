"""The five tasks of DevBench, and what its rules need of a repository: one of DevBench's data, or a library mission."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath

from pydantic import TypeAdapter

from evaluator.diagrams.mermaid import paths_in_tree
from evaluator.diagrams.model import depth_first
from evaluator.evaluators.command_suite import SuiteCommand
from evaluator.model.options import Rule
from missions.mission import Mission
from missions.project_files import ArtifactKind, Files
from missions.reference import Suite, is_test_file


class Task(StrEnum):
    """Tasks in the order of the life cycle; each is an input set."""

    DESIGN = "design"
    ENVIRONMENT = "environment"
    IMPLEMENTATION = "implementation"
    ACCEPTANCE_TESTS = "acceptance-tests"
    UNIT_TESTS = "unit-tests"

    @property
    def kind(self) -> ArtifactKind:
        """Return the artifact that the task asks for."""
        return ArtifactKind.CODE if self is Task.IMPLEMENTATION else ArtifactKind(self.value)

    @property
    def suite(self) -> str:
        """Return the reference's suite that a task of tests writes anew."""
        return self.value.removesuffix("-tests")


DOCUMENTS = ("prd", "uml_class", "uml_sequence", "architecture")
PYTHON, CPP, JAVA, JAVASCRIPT = "python", "cpp", "java", "javascript"

ENDINGS: Mapping[str, tuple[str, ...]] = {
    PYTHON: (".py",),
    CPP: (".cpp", ".hpp", ".h", ".c"),
    JAVA: (".java",),
    JAVASCRIPT: (".js", ".vue", ".html"),
}
"""Endings of source files by language."""


@dataclass(frozen=True)
class DevBenchTask:
    """Facts of one repository.

    `plan` are the source files, dependencies first. `requests` has for each task of tests the files to write, with what
    is asked of each. `dependencies` is the name of the dependency file; empty: the repository has none, and no such
    task. `examples` are usage examples by path. `resources` are further files beside code and tests, `required` those
    of them that the original copies too; `tests_data` are data files in the folders of tests. `notes` say what of
    ``repo_config.json`` was read otherwise than documented. `published_lines` are the lines of code in the paper.
    `commands` are the suites of a language other than Python.
    """

    language: str = PYTHON
    plan: tuple[str, ...] = ()
    requests: Mapping[Task, Mapping[str, str]] = field(default_factory=dict)
    dependencies: str = ""
    examples: Files = field(default_factory=dict)
    resources: Mapping[str, Path] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    tests_data: Mapping[str, Path] = field(default_factory=dict)
    tree: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    published_lines: int | None = None
    commands: tuple[SuiteCommand, ...] = ()

    def laid_beside(self, rule: Rule) -> dict[str, Path]:
        """Return the files that lie beside code and tests; by rule ``paper`` those that the original copies."""
        if rule is Rule.STRICT:
            return dict(self.resources)
        return {path: place for path, place in self.resources.items() if path in self.required}

    def completed(self, suite: Suite, files: Files, rule: Rule) -> Suite:
        """Return `suite` with what lies beside it, and with empty files for sources of the architecture that `files`
        lack, as in the original."""
        there = {**self.laid_beside(rule), **suite.files}
        planned = (path for path in self.tree if path.endswith(ENDINGS[self.language]) and not is_test_file(path))
        empty = {path: Path("/dev/null") for path in planned if path not in files and path not in there}
        return replace(suite, files={**empty, **there})


def code_lines(files: Files, language: str) -> int:
    """Return the number of lines that are not blank in the source files of `language`."""
    sources = (content for path, content in files.items() if path.endswith(ENDINGS[language]))
    return sum(bool(line.strip()) for content in sources for line in content.splitlines())


BLOCK = re.compile(r"^```(?:python|py)\n(.*?)^```", re.MULTILINE | re.DOTALL)
REQUIREMENTS = "requirements.txt"
VARIABLES = {"MPLBACKEND": "Agg"}
"""Variables of everything that runs: nothing has a screen."""


def task_of(mission: Mission) -> DevBenchTask:
    """Return the facts of a mission of DevBench, or what a library mission's own documents say."""
    return mission.facts(DevBenchTask) or _of_library(mission)


def _of_library(mission: Mission) -> DevBenchTask:
    texts = {name: document.text for name, document in mission.documents.items()}
    graph = TypeAdapter(dict[str, list[str]]).validate_json(texts.get("file_dag") or "{}")
    examples = BLOCK.findall(texts.get("prd", ""))
    return DevBenchTask(
        plan=depth_first(graph),
        requests={task: dict(_requests(mission, task)) for task in (Task.ACCEPTANCE_TESTS, Task.UNIT_TESTS)},
        dependencies=REQUIREMENTS,
        examples={f"examples/usage_{number}.py": text.encode() for number, text in enumerate(examples, 1)},
        tree=paths_in_tree(texts.get("architecture", "")),
    )


def _requests(mission: Mission, task: Task) -> Iterator[tuple[str, str]]:
    suite = mission.suite(task.suite)
    for path in suite.test_files() if suite else ():
        tested = ", ".join(suite.components.get(path, ())) if suite else ""
        yield path, f"Test {tested or f'the package {mission.package}'} with pytest."


def is_below(path: str, folder: str) -> bool:
    """Return True for a path in `folder`; an empty name is no folder."""
    return bool(folder) and PurePosixPath(path).is_relative_to(folder)
