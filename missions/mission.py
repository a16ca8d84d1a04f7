"""Mission: one project to build, independent of the format of its data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from missions.errors import MissionError
from missions.project_files import Files
from missions.reference import Suite
from missions.testcodes.testcode import Parameter, Testcode
from simulators.setting import Setting, environments_of

T = TypeVar("T")

STAGE_MARK = "@"
"""Stands before the stage in the id of a mission with later requests: ``trip-splitter@2-shares``."""

OWN_BENCHMARK = "projecteval"
"""Name of the benchmark that missions belong to unless their format says otherwise."""


class Stack(StrEnum):
    """Kind of project, which determines how it is started. A library is not started: test suites import it.

    `WEB` is a website of any stack, `STATIC` one of files only, which the evaluator serves.
    """

    DJANGO = "django"
    WEB = "web"
    STATIC = "static"
    CONSOLE = "console"
    DESKTOP = "desktop"
    BATCH = "batch"
    LIBRARY = "library"

    @property
    def is_website(self) -> bool:
        return self in (Stack.DJANGO, Stack.WEB, Stack.STATIC)

    @property
    def usual_environment(self) -> str:
        """Return the environment of missions that name none."""
        return Stack.WEB.value if self is Stack.STATIC else self.value


@dataclass(frozen=True)
class Document:
    """One named input of a mission: a text, or files (a skeleton)."""

    name: str
    text: str = ""
    files: Files | None = None

    def as_files(self, name: str) -> Files:
        """Return the document as files: the file `name`, or the files of a document in the folder `name`."""
        if self.files is None:
            return {name: (self.text.rstrip("\n") + "\n").encode()}
        return {f"{name}/{path}": content for path, content in self.files.items()}


@dataclass(frozen=True)
class Function:
    """One function of a page. `untested` says why no testcode covers it; empty when one does."""

    name: str
    description: str
    untested: str = ""


@dataclass(frozen=True)
class Page:
    """One page (or screen, or part) of the project."""

    name: str
    functions: tuple[Function, ...]


@dataclass(frozen=True)
class Checklist:
    """Level 2: pages, their functions, a description of each."""

    pages: tuple[Page, ...]

    def functions(self) -> Iterator[tuple[Page, Function]]:
        for page in self.pages:
            for function in page.functions:
                yield page, function


@dataclass(frozen=True)
class Limits:
    """Limits in seconds: for the start of the project, one testcode, and one execution of a test suite.

    `memory` (MiB) and `processes` are those of a suite's sandbox.
    """

    start: float = 60.0
    testcode: float = 60.0
    suite: float = 600.0
    memory: int = 2048
    processes: int = 256


@dataclass(frozen=True)
class Mission:
    """One project to build: its documents, its runtime, and what its evaluators need.

    `material` is the folder of files that testcodes put in place or compare with; where several missions share it, the
    names of this one's begin with `material_prefix`. `environment` names the packages that solutions run on; `programs`
    are those of the machine that its evaluation uses, with versions; `fingerprint` is a digest of all that the mission
    was read from; `benchmark` names the benchmark that the mission was written for; `superuser` (name, password) is
    created before a Django site starts; `variables` are set in the project's environment. `further_documents` are
    inputs besides prompt and checklist. The reference solution is not reachable from here.

    A library has `suites` instead of testcodes, and `package`, the name that is imported; `difficulty`, `category` and
    `freedom` (what a solution may be built with) are labels for breakdowns. Its `environment` is a name or the path of
    a lock file. `facts_by_type` are what only the evaluators of one benchmark need, set by the catalog of its format
    and read with `facts`; the fingerprint covers them.

    `existing` is the project that is to be changed, which an agent begins with; None where a project is built from
    nothing. `works_already` are the testcodes that it passes as it is.

    `stage` is the name of the request that made the mission what it is, and `request` its text; both are empty for a
    mission as it began. `before` is the mission without that request, `later` are those with further ones, in order.
    `unusable` says why a mission cannot be built or evaluated and what to do; empty when it can.
    """

    id: str
    title: str
    stack: Stack
    prompt: str
    checklist: Checklist
    testcodes: tuple[Testcode, ...]
    setting: Setting = Setting()
    limits: Limits = Limits()
    environment: str = ""
    technologies: tuple[str, ...] = ()
    material: Path | None = None
    material_prefix: str = ""
    source: Path | None = field(default=None, compare=False)
    fingerprint: str = ""
    programs: Mapping[str, str] = field(default_factory=dict)
    benchmark: str = OWN_BENCHMARK
    further_documents: tuple[Document, ...] = ()
    superuser: tuple[str, str] | None = None
    variables: Mapping[str, str] = field(default_factory=dict)
    extra_packages: bool = False
    suites: tuple[Suite, ...] = ()
    package: str = ""
    difficulty: str = ""
    category: str = ""
    freedom: str = ""
    facts_by_type: Mapping[type, object] = field(default_factory=dict)
    existing: Files | None = field(default=None, compare=False, repr=False)
    works_already: tuple[str, ...] = ()
    stage: str = ""
    request: str = ""
    before: Mission | None = field(default=None, compare=False, repr=False)
    later: tuple[Mission, ...] = field(default=(), compare=False, repr=False)
    unusable: str = ""

    @property
    def name(self) -> str:
        """Return the id without a stage."""
        return self.id.partition(STAGE_MARK)[0]

    def at(self, stage: str) -> Mission:
        """Return the mission as it is after `stage`. Raises `MissionError`."""
        found = next((each for each in (self, *self.later) if each.stage == stage), None)
        if found is None:
            there = ", ".join(each.stage for each in self.later) or "none"
            raise MissionError(f"mission {self.id} has no stage {stage!r}; there is {there}")
        return found

    @property
    def environments(self) -> tuple[str, ...]:
        """Return the environments that solutions may run on, the usual one first."""
        return environments_of(self.stack.value, self.environment)

    def facts(self, kind: type[T]) -> T | None:
        """Return the facts of type `kind`; None for a mission of another format."""
        found = self.facts_by_type.get(kind)
        return found if isinstance(found, kind) else None

    def suite(self, name: str) -> Suite | None:
        """Return the suite `name`; None when the mission has none of this name."""
        return next((suite for suite in self.suites if suite.name == name), None)

    @property
    def documents(self) -> dict[str, Document]:
        """Return the documents by name, without a skeleton that is derived from the reference solution."""
        own = Document("prompt", self.prompt), Document("checklist", checklist_as_json(self.checklist))
        return {document.name: document for document in (*own, *self.further_documents)}

    def material_files(self) -> dict[str, Path]:
        """Return the mission's material by name without the prefix, sorted; files in folders as ``folder/name``."""
        if self.material is None:
            return {}
        names = {
            path.relative_to(self.material).as_posix(): path
            for path in sorted(self.material.rglob("*"))
            if path.is_file()
        }
        prefix = self.material_prefix
        return {name.removeprefix(prefix): path for name, path in names.items() if name.startswith(prefix)}

    def parameters(self) -> tuple[Parameter, ...]:
        """Return every parameter once, in the order of the testcodes."""
        once: dict[str, Parameter] = {}
        for testcode in self.testcodes:
            for parameter in testcode.parameters:
                once.setdefault(parameter.key, parameter)
        return tuple(once.values())


def checklist_as_json(checklist: Checklist) -> str:
    """Return a checklist in the JSON form that agents read and write."""
    pages = [
        {"page": page.name, "function": [{"function": f.name, "description": f.description} for f in page.functions]}
        for page in checklist.pages
    ]
    return json.dumps(pages, indent=1, ensure_ascii=False)


class ListedFunction(BaseModel):
    """One function of a page; further keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    function: str
    description: str = ""


class ListedPage(BaseModel):
    """One page with its functions; further keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    page: str
    function: list[ListedFunction] = []


def checklist_of(pages: Iterable[ListedPage]) -> Checklist:
    """Return the checklist of pages that were read."""
    return Checklist(
        tuple(Page(page.page, tuple(Function(f.function, f.description) for f in page.function)) for page in pages)
    )
