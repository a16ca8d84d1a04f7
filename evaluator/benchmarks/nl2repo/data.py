"""The public data of NL2Repo-Bench: one folder per task with specification, commands, test paths and count.

``test_files/TASK/{start.md,test_case_count.txt,test_commands.json,test_files.json}``. Nothing is changed in the data.
The tests themselves are in the upstream projects (`evaluator.benchmarks.nl2repo.sources`). A
task that cannot be used is a mission with the reason in `Mission.unusable`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from evaluator.benchmarks.nl2repo.commands import plan_of
from evaluator.benchmarks.nl2repo.sources import TaskSource, difficulty_of, version_variables
from evaluator.benchmarks.nl2repo.specification import instruction_of, python_version, title_of
from evaluator.benchmarks.nl2repo.task import SUITE, UpstreamTask, is_below, pytest_configuration, upstream_tests
from evaluator.model.options import Rule
from missions.errors import MissionError
from missions.formats import Catalog
from missions.mission import Checklist, Document, Mission, Stack
from missions.project_files import Files, files_digest
from missions.reference import Reference, Suite, test_runner_problem, top_level_packages
from missions.sources import Source
from missions.sources.data_sets import origin_of

BENCHMARK = "nl2repo"
TASKS = "test_files"
SPECIFICATION, COUNT, COMMANDS, TESTS = "start.md", "test_case_count.txt", "test_commands.json", "test_files.json"
SECONDS = 1800.0
"""Seconds that the tests of a task may take; the original has no limit."""
MAX_COUNT_DIGITS = 9

STRINGS = TypeAdapter(tuple[str, ...])


@dataclass(frozen=True)
class NL2RepoCatalog(Catalog):
    """Tasks in `folder`, the repository or its ``test_files``. Raises `MissionError` naming task and file."""

    folder: Path

    @property
    def name(self) -> str:
        return f"nl2repo:{self.folder}"

    @property
    def benchmark(self) -> str:
        return BENCHMARK

    @cached_property
    def tasks(self) -> Path:
        """Folder of the task folders."""
        inner = self.folder / TASKS
        folder = inner if inner.is_dir() else self.folder
        if not any(folder.glob(f"*/{COMMANDS}")):
            raise MissionError(f"{self.folder}: no task here; a task is a folder with a {COMMANDS}, below {TASKS}/")
        return folder

    def ids(self) -> tuple[str, ...]:
        return tuple(sorted(path.parent.name for path in self.tasks.glob(f"*/{COMMANDS}")))

    def mission(self, mission_id: str) -> Mission:
        if Path(mission_id).name != mission_id or not (self.tasks / mission_id / COMMANDS).is_file():
            raise MissionError(f"{self.folder}: there is no task {mission_id!r}; there are {', '.join(self.ids())}")
        source, text = TaskSource(mission_id), self._specification(mission_id)
        files = source.files()
        task = self._task(mission_id, source)
        return Mission(
            id=mission_id,
            title=title_of(text, mission_id),
            stack=Stack.LIBRARY,
            prompt=instruction_of(text),
            checklist=Checklist(()),
            testcodes=(),
            environment=str(source.lock) if source.lock else Stack.LIBRARY.value,
            technologies=(f"Python {python_version(text)}".strip(),),
            source=self.tasks / mission_id,
            fingerprint=self._fingerprint(mission_id, files),
            benchmark=BENCHMARK,
            further_documents=(Document("specification", text),) if text else (),
            suites=(_suite(task, files, source.table.writable),) if files else (),
            difficulty=difficulty_of(files, task.test_paths) if files else source.table.level,
            category=source.table.category,
            unusable=self._defects.get(mission_id, "")
            or source.problem(self.name)
            or test_runner_problem(top_level_packages(files)),
            facts_by_type={UpstreamTask: task},
        )

    def data(self) -> Mapping[str, str]:
        return origin_of(self.folder)

    def reference(self, mission_id: str) -> Reference | None:
        """Return the upstream project; None when it is not on this machine."""
        files = TaskSource(mission_id).files()
        return Reference(files) if files else None

    def release(self, mission_id: str) -> Source:
        """Return the project with the task's tests. Raises `MissionError` where none is known."""
        return TaskSource(mission_id).release()

    def write_lock(self, mission_id: str, folder: Path | None) -> Path:
        """Make the lock file of a task, in `folder` or among the user's own, and return its path."""
        source = TaskSource(mission_id)
        return source.write_lock(self._specification(mission_id), self._strings(mission_id, TESTS), folder)

    def defects(self) -> Mapping[str, str]:
        """Return the tasks that cannot be used as published, with the reason."""
        return self._defects

    @cached_property
    def _defects(self) -> Mapping[str, str]:
        missing = {task: f"{SPECIFICATION} is missing in the data" for task in self.ids() if not self._has(task)}
        return missing | self._duplicates()

    def _duplicates(self) -> dict[str, str]:
        """Return the tasks whose specification is that of another one, which names itself more often in it."""
        owners: dict[str, list[str]] = {}
        for task in self.ids():
            if self._has(task):
                owners.setdefault(self._specification(task), []).append(task)
        found = {}
        for text, tasks in owners.items():
            mentions = {task: _plain(text).count(_plain(task)) for task in tasks}
            owner = max(tasks, key=mentions.__getitem__)
            clear = sum(number == mentions[owner] for number in mentions.values()) == 1
            for task in tasks if len(tasks) > 1 else ():
                if task != owner or not clear:
                    others = ", ".join(other for other in tasks if other != task)
                    found[task] = f"its {SPECIFICATION} is the one of {others}"
        return found

    def _has(self, task: str) -> bool:
        return (self.tasks / task / SPECIFICATION).is_file()

    def _specification(self, task: str) -> str:
        return self._text(task, SPECIFICATION) if self._has(task) else ""

    def _task(self, task: str, source: TaskSource) -> UpstreamTask:
        commands = self._strings(task, COMMANDS)
        for rule in Rule:
            plan_of(commands, rule)
        variables = tuple(version_variables(source.table.version).items())
        return UpstreamTask(commands, self._strings(task, TESTS), self._count(task), source.places(), variables)

    def _count(self, task: str) -> int:
        text = self._text(task, COUNT).strip()
        if not text.isdecimal() or len(text) > MAX_COUNT_DIGITS or not int(text):
            raise MissionError(f"{self.tasks / task / COUNT}: {text[:50]!r} is no number of tests")
        return int(text)

    def _strings(self, task: str, file: str) -> tuple[str, ...]:
        try:
            return STRINGS.validate_json(self._text(task, file))
        except ValidationError as error:
            raise MissionError(
                f"{self.tasks / task / file}: not a JSON list of texts: {error.errors()[0]['msg']}"
            ) from error

    def _text(self, task: str, file: str) -> str:
        path = self.tasks / task / file
        try:
            return path.read_bytes().decode("utf-8", errors="replace")
        except OSError as error:
            raise MissionError(f"{path}: cannot be read: {error.strerror}") from error

    def _fingerprint(self, task: str, upstream: Files) -> str:
        published = {name: (self.tasks / task / name) for name in (SPECIFICATION, COUNT, COMMANDS, TESTS)}
        contents = {name: path.read_bytes() for name, path in published.items() if path.is_file()}
        return files_digest({**upstream, **{f"published/{name}": text for name, text in contents.items()}})


def _suite(task: UpstreamTask, upstream: Files, writable: tuple[str, ...]) -> Suite:
    """Return the upstream tests: listed and named paths, and the file that configures pytest."""
    plan = plan_of(task.commands, Rule.STRICT)
    targets = tuple(target for call in plan.calls for target in call.targets) or task.test_paths
    configuration = pytest_configuration(upstream)
    names = [*upstream_tests(upstream, task.test_paths, targets), *([configuration] if configuration else [])]
    options = ("-c", configuration) if configuration else ()
    return Suite(
        SUITE,
        {name: task.places[name] for name in names if not name.endswith("/")},
        arguments=(*options, *targets),
        seconds=SECONDS,
        separate=False,
        packages=top_level_packages(upstream),
        writable=tuple(name for name in names if is_below(name, writable)),
    )


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
