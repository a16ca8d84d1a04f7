"""Import of a project as a library mission: drafted, written, executed, and left without what its own project does not
pass.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tomli_w

from evaluator.diagrams.agreement import write_diagrams
from evaluator.diagrams.model import Module, ProjectModel, Visibility
from evaluator.diagrams.reading import read_files
from evaluator.evaluators.components.design import Component, design_of
from evaluator.evaluators.components.mapping import ExecutedSuite, component_tests, execute_with_functions
from evaluator.evaluators.components.measures import execution_suite, not_executable
from evaluator.evaluators.pytest_suite import CaseOutcome, Inventory, SuiteCase, SuiteOptions, SuiteRun, run_suite
from evaluator.evaluators.pytest_suite.evaluator import limits_of, opener
from evaluator.evaluators.pytest_suite.results import PASSING
from evaluator.evaluators.pytest_suite.run import OpenBox
from evaluator.project_import.dependencies import Metadata, lock_of, metadata_of, needed
from evaluator.project_import.layout import ProjectLayout, layout_of, source_files
from missions.errors import MissionError
from missions.formats.folder import load_mission
from missions.formats.library import CONFIGURATION, LOCK, write_component_tests
from missions.formats.tables import ChecklistTable
from missions.mission import Checklist, Function, Mission, Page, Stack
from missions.project_files import Files, write_files
from missions.validation import DRAFT
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.lock_files import pins
from simulators.runtime.sandbox import Sandbox

BENCHMARK = "library"
SUITE = "unit"
CHECKS = 3
"""Most executions of the project by which cases that do not pass every time are found."""


@dataclass(frozen=True)
class ProjectImport:
    """What to import. `package` chooses among several, `requirements` are added to those of the project."""

    source: str
    package: str = ""
    requirements: tuple[str, ...] = ()
    seconds: float = 120.0


@dataclass(frozen=True)
class ImportedProject:
    """Numbers of cases and components that are measured, and the excluded ones with the reason."""

    package: str
    lines: int
    cases: int
    components: int
    tested_components: int
    excluded: Mapping[str, str] = field(default_factory=dict)


def import_project(what: ProjectImport, folder: Path, sandbox: Sandbox) -> ImportedProject:
    """Write a mission into the empty `folder`; the project's code is executed in the sandbox only.

    Raises `MissionError` when the project has no package, no tests, or no test that it passes.
    """
    files = source_files(what.source)
    metadata = metadata_of(files, what.source)
    layout = layout_of(files, metadata.name, what.package)
    model = read_files(layout.source)[0]
    _write(folder, what, files, metadata, layout, model)
    return _Validation(folder, what, metadata, layout, sandbox).complete()


def _write(
    folder: Path, what: ProjectImport, files: Files, metadata: Metadata, layout: ProjectLayout, model: ProjectModel
) -> None:
    """Write everything that needs no execution."""
    write_files(layout.source, folder / "canonical" / "project")
    write_files(layout.tests, folder)
    if layout.configuration:
        (folder / layout.folder / CONFIGURATION).write_text(layout.configuration, encoding="utf-8")
    requirements = needed(metadata, layout.source, layout.tests, what.requirements)
    lock = lock_of(requirements, metadata.name)
    (folder / LOCK).write_text(lock, encoding="utf-8")
    write_diagrams(model, folder)
    prompt = prompt_of(metadata.name, metadata.summary, layout.package, pins(lock), model)
    (folder / "prompt.md").write_text(prompt, encoding="utf-8")
    (folder / "specification.md").write_text(specification_of(files, model), encoding="utf-8")
    (folder / "checklist.toml").write_text(checklist_of(model, layout.package), encoding="utf-8")


@dataclass(frozen=True)
class _Validation:
    """Executions of a mission that is being written."""

    folder: Path
    what: ProjectImport
    metadata: Metadata
    layout: ProjectLayout
    sandbox: Sandbox

    def complete(self) -> ImportedProject:
        """Execute the tests against the project and against nothing; write what they show into the mission."""
        mission = self._mission({})
        environments.build(mission.environment)
        (suite,) = mission.suites
        opened = opener(mission, limits_of(suite), self.sandbox)
        design = design_of(mission, None)
        executed = execute_with_functions(suite, self.layout.package, self.layout.source, design, opened)
        _require_result(executed.run)
        empty = run_suite(suite, {}, opened, SuiteOptions(Inventory.of(executed.run), controls=False))
        excluded = {**_not_passed(executed.run), **_passed_by_nothing(empty)}
        excluded |= self._not_executable(mission, design.components, opened)
        excluded, cases = self._steady(excluded, opened)
        return self._finish(executed, excluded, cases)

    def _mission(self, excluded: Mapping[str, str], components: Mapping[str, list[str]] | None = None) -> Mission:
        """Write ``mission.toml`` and read the mission."""
        table = {
            "title": self.metadata.name.replace("-", " ").capitalize(),
            "stack": Stack.LIBRARY.value,
            "benchmark": BENCHMARK,
            "technologies": ["Python"],
            "package": self.layout.package,
            "suites": {SUITE: self.layout.folder},
            "limits": {"suite": self.what.seconds},
            "components": dict(components or {}),
            "excluded": dict(excluded),
        }
        text = tomli_w.dumps({name: value for name, value in table.items() if value})
        (self.folder / "mission.toml").write_text(text, encoding="utf-8")
        return load_mission(self.folder)

    def _not_executable(self, mission: Mission, components: tuple[Component, ...], opened: OpenBox) -> dict[str, str]:
        """Return the components that cannot be imported or called in the project itself."""
        with execution_suite(mission, components) as suite:
            run = run_suite(suite, self.layout.source, opened, SuiteOptions(controls=False))
        return not_executable(components, run)

    def _steady(self, excluded: dict[str, str], opened: OpenBox) -> tuple[dict[str, str], int]:
        """Exclude what does not pass again, until everything does; return the number of cases that are left."""
        for _ in range(CHECKS):
            (suite,) = self._mission(excluded).suites
            run = run_suite(suite, self.layout.source, opened, SuiteOptions(trusted=True))
            _require_result(run)
            if not (found := _not_passed(run)):
                return excluded, len(run.cases)
            excluded = {**excluded, **found}
        raise MissionError(f"{self.what.source}: its tests fail differently every time: {_most_frequent(excluded)}")

    def _finish(self, executed: ExecutedSuite, excluded: dict[str, str], cases: int) -> ImportedProject:
        """Write the tests of components, and the final ``mission.toml``."""
        if not cases:
            raise MissionError(
                f"{self.what.source}: no test is left of {len(executed.run.cases)}: {_most_frequent(excluded)}; "
                "packages that its tests need are added with --require"
            )
        mission = self._mission(excluded)
        design = design_of(mission, None)
        left = {test for test in executed.passed() if test not in excluded and test.partition("::")[0] not in excluded}
        tests = {
            component: kept
            for component, found in component_tests(design, [executed]).items()
            if (kept := tuple(test for test in found if test in left and not _partly(test, excluded)))
        }
        write_component_tests(self.folder, tests)
        self._mission(excluded, self._sources_by_test_file(tests))
        lines = sum(content.count(b"\n") for path, content in self.layout.source.items() if path.endswith(".py"))
        return ImportedProject(self.layout.package, lines, cases, len(design.components), len(tests), excluded)

    def _sources_by_test_file(self, tests: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
        """Return the source files that each test file tests."""
        paths = {module.name: module.path for module in read_files(self.layout.source)[0].modules}
        found: dict[str, set[str]] = {}
        for component, own in tests.items():
            for test in own:
                found.setdefault(test.partition("::")[0], set()).add(paths[component.partition(":")[0]])
        return {file: sorted(sources) for file, sources in sorted(found.items())}


def _partly(test: str, excluded: Iterable[str]) -> bool:
    """Return True for a test some of whose cases are excluded."""
    return any(each.startswith(f"{test}[") for each in excluded)


def _require_result(run: SuiteRun) -> None:
    if run.infrastructure is not None:
        raise MissionError(f"the tests could not be executed: {run.infrastructure.message}")


def _not_passed(run: SuiteRun) -> dict[str, str]:
    return {
        case.id: f"the project itself: {_reason(case)}" for case in run.cases if case.outcome is not CaseOutcome.PASSED
    }


def _passed_by_nothing(run: SuiteRun) -> dict[str, str]:
    return {case.id: "passes without the project" for case in run.cases if case.outcome in PASSING}


def _reason(case: SuiteCase) -> str:
    words = case.failure.message if case.failure else case.outcome.value
    return " ".join(words.split())[:200]


def _most_frequent(excluded: Mapping[str, str]) -> str:
    return "; ".join(f"{reason} ({number})" for reason, number in Counter(excluded.values()).most_common(3))


READMES = ("README.md", "README.rst", "README.txt", "README")
MAX_README_CHARS = 12_000
LEFT_OUT = re.compile(
    r"badge|shields\.io|codecov|readthedocs\.org/projects|travis-ci|<img|^\.\. (image|\|)|^\s*:(target|alt):", re.I
)


def prompt_of(title: str, summary: str, package: str, packages: tuple[str, ...], model: ProjectModel) -> str:
    """Return a requirement in Markdown that is marked as a draft."""
    needs = f"It may use: {', '.join(packages)}." if packages else "It uses Python's standard library only."
    modules = [f"- `{each.name}`: {each.description or _names(each)}" for each in model.modules]
    what = f"Write `{package}`, a Python package (Python 3.11). {summary.strip().rstrip('.') or title}. {needs}"
    return "\n\n".join([DRAFT, what, "Its modules:\n\n" + "\n".join(modules)]) + "\n"


def specification_of(files: Files, model: ProjectModel) -> str:
    """Return what README and docstrings say, in Markdown, marked as a draft."""
    parts = [DRAFT, "# What its README says", _readme(files), "# Interface", *map(_interface, model.modules)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _interface(module: Module) -> str:
    lines = []
    for each in module.classes:
        bases = f"({', '.join(each.bases)})" if each.bases else ""
        lines.append(f"- `class {each.name}{bases}`: {each.description}")
        public = (method for method in each.methods if method.visibility is Visibility.PUBLIC)
        lines += [f"  - `{method.name}{method.signature}`: {method.description}" for method in public]
    lines += [f"- `{each.name}{each.signature}`: {each.description}" for each in module.functions]
    return "\n".join([f"## {module.name}", "", *lines]) if lines else ""


def _names(module: Module) -> str:
    return ", ".join(module.exports[:8]) or "no public name"


def _readme(files: Files) -> str:
    """Return the README without pictures, shortened."""
    content = next((files[name] for name in READMES if name in files), b"(it has none)")
    lines = [line for line in content.decode("utf-8", "replace").splitlines() if not LEFT_OUT.search(line)]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return text if len(text) <= MAX_README_CHARS else text[:MAX_README_CHARS].rsplit("\n", 1)[0] + "\n\n(shortened)"


def checklist_of(model: ProjectModel, package: str) -> str:
    """Return a checklist as TOML: a page per module, with its public classes and functions."""
    pages = tuple(page for module in model.modules if (page := _page(module)).functions)
    if not pages:
        pages = (Page(package, (Function(package, "the package can be imported"),)),)
    return tomli_w.dumps(ChecklistTable.of(Checklist(pages)).table(), multiline_strings=True)


def _page(module: Module) -> Page:
    described = {
        **{each.name: each.description for each in module.classes},
        **{each.name: each.description for each in module.functions},
    }
    return Page(
        module.name, tuple(Function(name, text or f"{name} of {module.name}") for name, text in described.items())
    )
