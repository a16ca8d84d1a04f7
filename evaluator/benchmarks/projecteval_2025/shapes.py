"""Data models of the public files: projects, their testcodes, files of a solution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from missions.errors import MissionError
from missions.mission import ListedPage, Stack
from simulators.data_files import DataLimits, read_json_value, reading

PROJECTS = "project_eval_project.json"
ANSWERS = "project_eval_answer.json"
PARAMETERS = "project_eval_parameter.json"
MATERIAL = "material"

STACKS = {"website": Stack.DJANGO, "console": Stack.CONSOLE, "desktop": Stack.DESKTOP, "batch": Stack.BATCH}
"""The stack that a type of the public data stands for."""

MAX_FILE_BYTES = 200 << 20
"""Maximum size of one file in bytes; larger ones are refused before they are read."""

T = TypeVar("T")


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


class PublicFile(_Open):
    """File of a solution: `path` is relative to the project, `file` its last part (None: an empty folder)."""

    file: str | None = ""
    path: str
    code: str | None = ""

    @property
    def name(self) -> str:
        """Return the path of a file; that of a folder ends with a slash."""
        return f"{self.path.rstrip('/')}/" if self.file is None else self.path

    @classmethod
    def of(cls, name: str, content: bytes) -> PublicFile:
        """Return a file, or an empty folder for a name that ends with a slash. Raises `MissionError` without text."""
        path = name.rstrip("/")
        if name.endswith("/"):
            return cls(file=None, path=path, code="")
        try:
            return cls(file=path.rpartition("/")[2], path=path, code=content.decode("utf-8"))
        except UnicodeDecodeError:
            raise MissionError(
                f"file {path} is not UTF-8 text, and the public format has no place for anything else; leave it out"
            ) from None


class PublicStack(_Open):
    language: str = "Python"
    technical_stack: str = ""


class PublicProject(_Open):
    """One project of the public data."""

    project_id: str
    project_type: Annotated[str, Field(pattern="^(website|console|desktop|batch)$")]
    nl_prompt: str
    framework_technical_stack: list[PublicStack] = []
    nl_checklist: list[ListedPage]
    testcode: list[PublicTestPage]
    skeleton: list[PublicFile] = []

    @property
    def technologies(self) -> tuple[str, ...]:
        """Return every language and framework once; ``None`` in the data means no framework."""
        words = (word for s in self.framework_technical_stack for word in (s.language, s.technical_stack))
        return tuple(dict.fromkeys(word for word in words if word and word != "None"))


def read_public(path: Path, kind: type[T]) -> T:
    """Read and check a JSON file of the public data. Raises `MissionError` with file and place."""
    with reading(path, MissionError):
        found = read_json_value(path, DataLimits(MAX_FILE_BYTES))
    try:
        return TypeAdapter(kind).validate_python(found)
    except ValidationError as error:
        problem = error.errors()[0]
        raise MissionError(f"{path}: {_place(found, problem['loc'])}: {problem['msg']}") from error


def _place(value: Any, loc: tuple[int | str, ...]) -> str:
    """Return a place in the data, with indices replaced by the names of project, page and function if known."""
    words = []
    for step in loc:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            words.append(str(step))
            continue
        name = _name_of(value)
        words.append(f"{step} ({name})" if name else str(step))
    return " → ".join(words) or "the whole"


def _name_of(value: Any) -> str | None:
    named = value if isinstance(value, dict) else {}
    names = (named.get(n) for n in ("project_id", "page", "function", "path"))
    return next((name for name in names if isinstance(name, str)), None)
