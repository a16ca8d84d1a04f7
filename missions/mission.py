"""What a mission is, in memory, whatever format it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from pathlib import Path

from missions.testcodes.testcode import Parameter, Testcode
from simulators.setting import Setting


class Level(IntEnum):
    """How much the builder is told."""

    PROMPT = 1
    CHECKLIST = 2
    SKELETON = 3


class Mode(StrEnum):
    """From the level's input to code at once, or level by level."""

    DIRECT = "direct"
    CASCADE = "cascade"


class Stack(StrEnum):
    """What kind of project it is, and so how it is started."""

    DJANGO = "django"
    CONSOLE = "console"
    BATCH = "batch"


@dataclass(frozen=True)
class Function:
    """One function of a page. `untested` says why no testcode tries it; empty when one does. `required` is kept
    from the public data, and told to nobody."""

    name: str
    description: str
    untested: str = ""
    required: bool = True


@dataclass(frozen=True)
class Page:
    """One page (or screen, or part) of the project."""

    name: str
    functions: tuple[Function, ...]
    required: bool = True


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
    """How long things may take, in seconds: the start of the project, and one testcode."""

    start: float = 60.0
    testcode: float = 60.0


@dataclass(frozen=True)
class Mission:
    """One project to build, and what a user then tries.

    `material` is the folder of files that testcodes put in place or compare with; where several missions share it,
    the names of this one's begin with `material_prefix`. `environment` names the packages that solutions run on;
    `fingerprint` is a digest of all that the mission was read from; `one_session` says that all testcodes share
    one session and are judged by the public benchmark's rule; `superuser` (name, password) is made before a Django
    site starts; `variables` are set for the project. The canonical solution is not reachable from here.
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
    one_session: bool = False
    superuser: tuple[str, str] | None = None
    variables: Mapping[str, str] = field(default_factory=dict)
    extra_packages: bool = False

    def material_files(self) -> dict[str, Path]:
        """The mission's own files by their names without the prefix, sorted; those in folders as ``folder/name``."""
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
        """Every parameter once, in the order in which the testcodes name them."""
        once: dict[str, Parameter] = {}
        for testcode in self.testcodes:
            for parameter in testcode.parameters:
                once.setdefault(parameter.key, parameter)
        return tuple(once.values())
