"""Data models of ``mission.toml`` and ``checklist.toml``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PositiveFloat

from missions.errors import MissionError
from missions.mission import OWN_BENCHMARK, STAGE_MARK, Checklist, Function, Limits, Mission, Page, Stack
from missions.testcodes.testcode import Testcode
from simulators.setting import BrowserName, Setting

REAL_TIME: Literal["real"] = "real"
"""Value of ``time`` for the clock of the machine."""


class Strict(BaseModel):
    """Model that refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Pixels = Annotated[int, Field(ge=200, le=4000)]


class SettingTable(Strict):
    time: AwareDatetime | Literal["real"] = Setting.time or REAL_TIME
    timezone: str = Setting.timezone
    locale: str = Setting.locale
    seed: int = Setting.seed
    viewport: tuple[Pixels, Pixels] = Setting.viewport
    patience: PositiveFloat = Setting.patience
    browser: BrowserName = Setting.browser

    def as_setting(self) -> Setting:
        time = None if self.time == REAL_TIME else self.time
        return Setting(**{**self.model_dump(), "time": time})


class LimitsTable(Strict):
    start: PositiveFloat = Limits.start
    testcode: PositiveFloat = Limits.testcode
    suite: PositiveFloat = Limits.suite
    memory: Annotated[int, Field(ge=64)] = Limits.memory
    processes: Annotated[int, Field(ge=8)] = Limits.processes

    def as_limits(self) -> Limits:
        return Limits(**self.model_dump())


class SuperuserTable(Strict):
    name: Annotated[str, Field(min_length=1)]
    password: Annotated[str, Field(min_length=1)]


class StageTable(Strict):
    """A later request: its text is ``requests/NAME.md``, ``ends`` are testcodes that it contradicts.

    ``requests/NAME.py`` has testcodes that begin with it or are changed by it (those of a name that is there already),
    ``requests/NAME.toml`` entries of the checklist that are new or changed.
    """

    name: Annotated[str, Field(pattern=r"^[0-9]+-[a-z0-9]+(-[a-z0-9]+)*$", max_length=50)]
    ends: tuple[str, ...] = ()


class MissionTable(Strict):
    """``mission.toml``. An empty `environment` is the stack's own, or the mission's ``requirements.lock``.

    For libraries, `suites` names the folder of each suite's files and `components` the source files that a test file
    tests. `excluded` are test files, tests and cases that are not executed, and components (``module:name``) that are
    not measured, each with the reason. `works_already` are the testcodes that the project in ``existing/`` passes.
    `stages` are later requests, in order.
    """

    title: Annotated[str, Field(min_length=1)]
    stack: Stack
    environment: str = ""
    technologies: tuple[str, ...] = ()
    benchmark: str = OWN_BENCHMARK
    extra_packages: bool = True
    setting: SettingTable = SettingTable()
    limits: LimitsTable = LimitsTable()
    superuser: SuperuserTable | None = None
    variables: Mapping[str, str] = {}
    package: str = ""
    difficulty: str = ""
    category: str = ""
    freedom: str = ""
    suites: Mapping[str, str] = {}
    components: Mapping[str, tuple[str, ...]] = {}
    works_already: tuple[str, ...] = ()
    stages: tuple[StageTable, ...] = ()
    excluded: Mapping[str, str] = {}

    @classmethod
    def of(cls, mission: Mission) -> MissionTable:
        """Return the table from which `mission` could be read."""
        environment = mission.environment if mission.environment != mission.stack.usual_environment else ""
        fixed = {name: value for name, value in asdict(mission.setting).items() if name in SettingTable.model_fields}
        setting = {**fixed, "time": mission.setting.time or REAL_TIME}
        superuser = dict(zip(("name", "password"), mission.superuser, strict=True)) if mission.superuser else None
        return cls(
            title=mission.title,
            stack=mission.stack,
            environment=environment,
            technologies=mission.technologies,
            benchmark=mission.benchmark,
            extra_packages=mission.extra_packages,
            setting=SettingTable.model_validate(setting),
            limits=LimitsTable.model_validate(asdict(mission.limits)),
            superuser=SuperuserTable.model_validate(superuser) if superuser else None,
            variables=mission.variables,
            package=mission.package,
            difficulty=mission.difficulty,
            category=mission.category,
            freedom=mission.freedom,
            works_already=mission.works_already,
        )

    def mission(self, mission_id: str, prompt: str, checklist: Checklist) -> Mission:
        """Return the mission without testcodes and material."""
        return Mission(
            id=mission_id,
            title=self.title,
            stack=self.stack,
            prompt=prompt,
            checklist=checklist,
            testcodes=(),
            setting=self.setting.as_setting(),
            limits=self.limits.as_limits(),
            environment=self.environment or self.stack.usual_environment,
            technologies=self.technologies,
            benchmark=self.benchmark,
            extra_packages=self.extra_packages,
            superuser=(self.superuser.name, self.superuser.password) if self.superuser else None,
            variables=dict(self.variables),
            package=self.package,
            difficulty=self.difficulty,
            category=self.category,
            freedom=self.freedom,
            works_already=self.works_already,
        )

    def table(self) -> dict[str, Any]:
        """As TOML: what is as usual is left out."""
        return self.model_dump(exclude_defaults=True) | {"stack": self.stack.value}


class FunctionTable(Strict):
    name: Annotated[str, Field(min_length=1)]
    description: Annotated[str, Field(min_length=1)]
    untested: str = ""


class PageTable(Strict):
    name: Annotated[str, Field(min_length=1)]
    function: Annotated[list[FunctionTable], Field(min_length=1)]


class ChecklistTable(Strict):
    """``checklist.toml``."""

    page: Annotated[list[PageTable], Field(min_length=1)]

    @classmethod
    def of(cls, checklist: Checklist) -> ChecklistTable:
        """Return the table from which `checklist` could be read."""
        pages = [{"name": page.name, "function": [asdict(f) for f in page.functions]} for page in checklist.pages]
        return cls.model_validate({"page": pages})

    def as_checklist(self) -> Checklist:
        return Checklist(tuple(Page(page.name, tuple(map(_function, page.function))) for page in self.page))

    def table(self) -> dict[str, Any]:
        """As TOML: what is as usual is left out."""
        return self.model_dump(exclude_defaults=True)


def _function(table: FunctionTable) -> Function:
    lines = [line.strip() for line in table.description.splitlines()]
    description = table.description if len(lines) == 1 else " ".join(filter(None, lines))
    return Function(table.name, description, table.untested)


REQUESTS = "requests"
"""Folder of a mission with its later requests."""


def is_of_stage(testcodes: Path) -> bool:
    """Return True for the path of a stage's testcodes."""
    return testcodes.parent.name == REQUESTS and testcodes.stem != "testcodes"


def testcodes_of(path: Path) -> Path:
    """Return the mission's testcodes that those in `path` may import from; `path` itself where it is that file."""
    return path.parent.with_name("testcodes.py") if is_of_stage(path) else path


def with_stages(
    mission: Mission,
    stages: Sequence[StageTable],
    read: Callable[[str], str],
    testcodes: Callable[[str], Sequence[Testcode]],
    checklist: Callable[[str], Checklist],
) -> Mission:
    """Return `mission` with the missions that it becomes with each stage.

    `read`, `testcodes` and `checklist` return the content of a stage's files by its name. Raises `MissionError`.
    """
    later: list[Mission] = []
    for stage in stages:
        before = later[-1] if later else mission
        own = [replace(each, since=stage.name) for each in testcodes(stage.name)]
        later.append(_after(before, stage, read(stage.name), own, checklist(stage.name)))
    return replace(mission, later=tuple(later))


def _after(before: Mission, stage: StageTable, request: str, own: Sequence[Testcode], added: Checklist) -> Mission:
    """Return the mission that `before` becomes."""
    there = {each.id: each for each in before.testcodes}
    if unknown := [name for name in stage.ends if name not in there]:
        raise MissionError(f"{before.source}: stage {stage.name} ends {unknown[0]}, which is no testcode before it")
    wanted = {**there, **{each.id: each for each in own}}
    kept = tuple(each for each in wanted.values() if each.id not in stage.ends)
    return replace(
        before,
        id=f"{before.name}{STAGE_MARK}{stage.name}",
        prompt=f"{before.prompt.rstrip()}\n\nLater the user asks for this:\n\n{request.strip()}\n",
        checklist=_merged(before.checklist, added, {(each.page, each.function) for each in kept}),
        testcodes=kept,
        fingerprint=before.fingerprint and f"{before.fingerprint} {stage.name}",
        stage=stage.name,
        request=request,
        before=before,
    )


def _merged(before: Checklist, added: Checklist, tested: set[tuple[str, str]]) -> Checklist:
    """Return the checklist with entries that are new or replace one of the same name, without those whose testcodes
    have all ended."""
    own = {(page.name, function.name) for page, function in added.functions()}
    pages: dict[str, dict[str, Function]] = {}
    for page, function in (*before.functions(), *added.functions()):
        if (page.name, function.name) in own | tested or function.untested:
            pages.setdefault(page.name, {})[function.name] = function
    return Checklist(tuple(Page(name, tuple(functions.values())) for name, functions in pages.items()))


def check_stages(mission: Mission) -> Iterable[str]:
    """Yield what is wrong with the stages of a mission."""
    for before, stage in pairwise((mission, *mission.later)):
        then = {each.id for each in before.testcodes}
        upgrades = {each.id: each for each in stage.testcodes if each.before}
        if not stage.request.strip():
            yield f"{REQUESTS}/{stage.stage}.md is empty; say what the user asks for"
        for testcode in upgrades.values():
            where = f"testcode {testcode.id} of stage {stage.stage}"
            for name in testcode.before:
                if name not in then:
                    yield f"{where}: {name}, which is to be played before, is no testcode of the stage before"
            for name in testcode.requires:
                if name not in upgrades or upgrades[name].before != testcode.before:
                    yield f"{where}: requires {name}, which does not begin with the same data"
    for testcode in mission.testcodes:
        if testcode.before:
            yield f"testcode {testcode.id}: before has testcodes of a stage before, and the mission begins here"
