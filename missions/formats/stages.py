"""Later requests of a mission: ``requests/NAME.md``, testcodes (``.py``) and entries of the checklist (``.toml``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from missions.errors import MissionError
from missions.formats.tables import StageTable
from missions.mission import STAGE_MARK, Checklist, Function, Mission, Page
from missions.testcodes.testcode import Testcode

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
