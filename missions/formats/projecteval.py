"""The public ProjectEval benchmark: three JSON files and a folder of material, read as a catalog.

Nothing is changed in the data: a testcode is source text, its parameters are names with descriptions, and its
answers are judged by the benchmark's own rule (an empty expected message is an answer there).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from missions.errors import MissionError
from missions.formats.source import SourceTestcode
from missions.kinds import ParameterKind
from missions.model import Checklist, Function, Limits, Mission, Page, Stack
from missions.testcode import Parameter, SimulatorName, Testcode
from simulators.setting import Setting

PROJECTS = "project_eval_project.json"
ANSWERS = "project_eval_answer.json"
PARAMETERS = "project_eval_parameter.json"
MATERIAL = "material"
SUPERUSER = ("Admin", "abc#12345")
"""Whom the original makes before every website starts; the testcodes log in so."""

AS_IN_THE_ORIGINAL = {"PROJECTEVAL_WINDOWS_PATHS": "1", "PROJECTEVAL_STEPS_MAY_FAIL": "1"}
"""What the original's host did: paths with backslashes, and a server that is started whatever its migrations do."""

STACKS = {"website": Stack.DJANGO, "console": Stack.CONSOLE, "batch": Stack.BATCH}
BETWEEN = "||"
"""Between page, function and parameter in ids and keys, as in the paper's own sentences."""

T = TypeVar("T")


class Answer(ParameterKind):
    """An answer by the public benchmark's rule: anything, the empty text too."""

    asks_for = "the value"

    @classmethod
    def parse(cls, answer: str) -> Answer:
        return cls(answer)


class _Open(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class PublicParameter(_Open):
    name: str
    description: str = ""


class PublicTestcode(_Open):
    function: str
    test: str
    parameter: list[PublicParameter] = []


class PublicTestPage(_Open):
    page: str
    function: list[PublicTestcode]


class PublicFunction(_Open):
    function: str
    description: str = ""


class PublicPage(_Open):
    page: str
    function: list[PublicFunction] = []


class PublicFile(_Open):
    """A file of an answer: `path` is relative to the project, `file` its last part (None: an empty folder)."""

    file: str | None = ""
    path: str
    code: str | None = ""

    @property
    def name(self) -> str:
        """The path of a file; that of a folder ends with a slash."""
        return f"{self.path.rstrip('/')}/" if self.file is None else self.path


class PublicStack(_Open):
    language: str = "Python"
    technical_stack: str = ""


class PublicProject(_Open):
    """One project of the public data."""

    project_id: str
    project_type: Annotated[str, Field(pattern="^(website|console|batch)$")]
    nl_prompt: str
    framework_technical_stack: list[PublicStack] = []
    nl_checklist: list[PublicPage]
    testcode: list[PublicTestPage]
    skeleton: list[PublicFile] = []


@dataclass(frozen=True)
class ProjectEvalCatalog:
    """The public data set in `folder`. Raises `MissionError` naming file, project, page and function."""

    folder: Path
    _cache: dict[str, Mission] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return f"projecteval:{self.folder}"

    def ids(self) -> tuple[str, ...]:
        return tuple(self.projects)

    def mission(self, mission_id: str) -> Mission:
        if mission_id not in self.projects:
            raise MissionError(f"{self.folder}: there is no project {mission_id!r}; there are {', '.join(self.ids())}")
        if mission_id not in self._cache:
            self._cache[mission_id] = self._mission(self.projects[mission_id])
        return self._cache[mission_id]

    @cached_property
    def projects(self) -> dict[str, PublicProject]:
        """The projects by id, in the file's order."""
        found = read_public(self.folder / PROJECTS, list[PublicProject])
        return {project.project_id: project for project in found}

    def canonical_files(self, mission_id: str) -> dict[str, str] | None:
        """The canonical files of a project: path → text; None when the data has none."""
        path = self.folder / ANSWERS
        answers = read_public(path, dict[str, list[PublicFile]]) if path.exists() else {}
        return {file.name: file.code or "" for file in answers[mission_id]} if mission_id in answers else None

    def canonical_answers(self, mission_id: str) -> dict[str, str]:
        """The canonical parameter values by key."""
        path = self.folder / PARAMETERS
        found = read_public(path, dict[str, Any]) if path.exists() else {}
        return answers_by_key(found.get(mission_id, {}))

    def _mission(self, project: PublicProject) -> Mission:
        material = self.folder / MATERIAL
        where = f"{self.folder / PROJECTS}: project {project.project_id}"
        return Mission(
            id=project.project_id,
            title=project.nl_prompt.strip()[:60],
            stack=STACKS[project.project_type],
            prompt=project.nl_prompt,
            checklist=as_checklist(project.nl_checklist),
            testcodes=tuple(
                _testcode(where, page.page, testcode) for page in project.testcode for testcode in page.function
            ),
            setting=Setting(time=None, viewport=(1280, 800)),
            limits=Limits(start=60.0, testcode=60.0),
            environment="public",
            technologies=tuple(
                word for s in project.framework_technical_stack for word in (s.language, s.technical_stack) if word
            ),
            material=material if material.is_dir() else None,
            fingerprint=self._fingerprint(project),
            one_session=True,
            superuser=SUPERUSER,
            variables=AS_IN_THE_ORIGINAL,
        )

    def _fingerprint(self, project: PublicProject) -> str:
        digest = hashlib.sha256(project.model_dump_json().encode())
        for path in sorted((self.folder / MATERIAL).glob(f"{project.project_id}-*")):
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()


def as_checklist(pages: list[PublicPage]) -> Checklist:
    return Checklist(
        tuple(Page(page.page, tuple(Function(f.function, f.description) for f in page.function)) for page in pages)
    )


def key_of(page: str, function: str, name: str) -> str:
    """The key under which an answer to a public parameter is filed."""
    return BETWEEN.join((page, function, name))


def answers_by_key(found: object) -> dict[str, str]:
    """Answers in either published shape (an object of pages, or a list of them) by key.

    What has not that shape is left out, and so unanswered: recorded answers contain anything.
    """
    answers: dict[str, str] = {}
    for page, functions in _pages(found):
        for function, parameters in _functions(functions):
            for parameter in parameters if isinstance(parameters, list) else ():
                if isinstance(parameter, dict) and isinstance(parameter.get("name"), str):
                    value = parameter.get("answer")
                    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
                        answers[key_of(page, function, parameter["name"])] = str(value)
    return answers


def _pages(found: object) -> list[tuple[str, object]]:
    if isinstance(found, dict):
        return [(str(page), functions) for page, functions in found.items()]
    if isinstance(found, list):
        return [(str(p.get("page")), p.get("function")) for p in found if isinstance(p, dict)]
    return []


def _functions(functions: object) -> list[tuple[str, object]]:
    if isinstance(functions, dict):
        return [(str(function), parameters) for function, parameters in functions.items()]
    if isinstance(functions, list):
        return [(str(f.get("function")), f.get("parameter")) for f in functions if isinstance(f, dict)]
    return []


def _testcode(where: str, page: str, public: PublicTestcode) -> Testcode:
    run = SourceTestcode.compiled(public.test, f"{where}, page {page}, function {public.function}")
    return Testcode(
        id=f"{page}{BETWEEN}{public.function}",
        page=page,
        function=public.function,
        simulator=SimulatorName.ORIGINAL,
        parameters=tuple(
            Parameter(p.name, Answer, p.description, key_of(page, public.function, p.name)) for p in public.parameter
        ),
        run=run,
    )


def read_public(path: Path, kind: type[T]) -> T:
    """A JSON file of the public data, checked. Raises `MissionError` with file and place."""
    try:
        return TypeAdapter(kind).validate_python(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise MissionError(f"{path}: the file is missing") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise MissionError(f"{path}: not readable as JSON: {error}") from error
    except ValidationError as error:
        problem = error.errors()[0]
        raise MissionError(f"{path}: {_place(path, problem['loc'])}: {problem['msg']}") from error


def _place(path: Path, loc: tuple[int | str, ...]) -> str:
    """Where in the data: positions replaced by the names of project, page and function where known."""
    value: Any = json.loads(path.read_text(encoding="utf-8"))
    words = []
    for step in loc:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            words.append(str(step))
            continue
        name = next(
            (
                value[n]
                for n in ("project_id", "page", "function", "path")
                if isinstance(value, dict) and isinstance(value.get(n), str)
            ),
            None,
        )
        words.append(f"{step} ({name})" if name else str(step))
    return " → ".join(words)
