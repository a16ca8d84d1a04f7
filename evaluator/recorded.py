"""Recorded runs in the public layout: one folder, one JSON file per product, projects by their ids.

    X.json                  code: {id: [{file, path, code}, …]}
    X_nl_checklist.json     {id: [{page, function: [{function, description}, …]}, …]}
    X_skeleton.json         like the code
    X_parameter.json        {id: pages}, in either published shape
    X_startfile.json        {id: path of the file that is started}
    X_information.json      {id: {initiate_commands, requirements, homepage_url}}

They hold whatever a model answered: strings where lists belong, missing keys, wrong paths. What cannot be
used is `None` with a reason, and never an exception.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from evaluator.errors import SolutionError, UsageProblem
from evaluator.solution import Files, Solution, safe_path
from missions.formats.answers import answers_by_key
from missions.formats.shapes import PublicPage, as_checklist
from missions.model import Checklist, Stack
from simulators.stage.start import Start

PRODUCTS = ("nl_checklist", "skeleton", "parameter", "startfile", "information")
SCORED = {"checklist": "nl_checklist", "skeleton": "skeleton", "code": "", "parameters": "parameter"}
"""Score → the recorded product that it compares; the code has no name of its own."""

LARGEST = 200 << 20
"""Bytes of one recorded file; more is refused before it is read."""


@dataclass(frozen=True)
class RecordedRun:
    """One recorded run: `stem` is the path without ``.json``."""

    stem: Path
    problems: dict[str, str] = field(default_factory=dict, compare=False)

    @cached_property
    def code(self) -> Mapping[str, Any]:
        return _by_project(self.stem.with_name(f"{self.stem.name}.json"))

    def product(self, name: str) -> Mapping[str, Any]:
        """A product by project id; empty where the file is missing or no object."""
        return self._products[name]

    @cached_property
    def products(self) -> tuple[str, ...]:
        """The products that were recorded at all, by the names of the scores."""
        return tuple(score for score, product in SCORED.items() if not product or self._file(product).exists())

    def answers(self, project_id: str) -> dict[str, Any]:
        """What was answered for a project, as it was, by the names of the scores."""
        return {
            score: (self.product(product) if product else self.code).get(project_id)
            for score, product in SCORED.items()
        }

    def _file(self, product: str) -> Path:
        return self.stem.with_name(f"{self.stem.name}_{product}.json")

    @cached_property
    def _products(self) -> dict[str, Mapping[str, Any]]:
        return {name: _by_project(self._file(name)) for name in PRODUCTS}

    def solution(self, project_id: str, stack: Stack) -> Solution:
        """What was answered for a project. Raises `SolutionError` when its code cannot be used."""
        files = files_of(self.code.get(project_id))
        checklist, skeleton = self.checklist(project_id), self.skeleton(project_id)
        answers = answers_by_key(self.product("parameter").get(project_id, {}))
        start = self._start(project_id, single_top(files), stack)
        return Solution(files, answers, start, checklist, skeleton)

    def checklist(self, project_id: str) -> Checklist | None:
        """The checklist produced on the way; None where there is none that can be read."""
        try:
            pages = TypeAdapter(list[PublicPage]).validate_python(self.product("nl_checklist").get(project_id))
        except ValidationError:
            return None
        return as_checklist(pages)

    def skeleton(self, project_id: str) -> dict[str, bytes] | None:
        """The skeleton produced on the way; None where there is none that can be read."""
        try:
            return files_of(self.product("skeleton").get(project_id))
        except SolutionError:
            return None

    def _start(self, project_id: str, root: str, stack: Stack) -> Start:
        path = self.product("startfile").get(project_id)
        if stack is Stack.DJANGO or not isinstance(path, str) or not path.strip():
            return Start(root=root)
        inside = str(safe_path(path.strip())).removeprefix(f"{root}/")
        return Start(root=root, program=("python", inside))


def recorded_runs(folder: Path) -> list[RecordedRun]:
    """The recorded runs in `folder`, or in its folders. Raises `UsageProblem` when there is none."""
    if not folder.is_dir():
        raise UsageProblem(f"{folder}: there is no such folder of recorded runs")
    for places in ([folder], sorted(path for path in folder.iterdir() if path.is_dir())):
        stems = [stem for place in places for stem in _stems(place)]
        if stems:
            return [RecordedRun(stem) for stem in stems]
    raise UsageProblem(f"{folder}: no recorded run here; a run is X.json with X_parameter.json and others beside it")


def _stems(folder: Path) -> list[Path]:
    names = {path.stem for path in folder.glob("*.json")}
    products = {f"{name}_{product}" for name in names for product in PRODUCTS}
    return [folder / name for name in sorted(names - products)]


def files_of(answer: object) -> dict[str, bytes]:
    """The files of an answer. Raises `SolutionError` with what is wrong with it."""
    if answer is None:
        raise SolutionError("the recorded run has no answer for this project")
    if not isinstance(answer, list):
        raise SolutionError(f"the answer is {_kind(answer)}, not a list of files: {str(answer)[:80]!r}")
    files: dict[str, bytes] = {}
    for number, item in enumerate(answer):
        path, code = (item.get("path"), item.get("code")) if isinstance(item, dict) else (None, None)
        if not isinstance(path, str) or not isinstance(code, (str, type(None))):
            raise SolutionError(f"file {number + 1} of the answer has no path or no code: {str(item)[:80]!r}")
        if isinstance(item, dict) and item.get("file", "") is None:
            files[f"{path.rstrip('/')}/"] = b""
        else:
            files[str(safe_path(path))] = (code or "").encode("utf-8", "surrogatepass")
    if not files:
        raise SolutionError("the answer has no file")
    return files


def single_top(files: Files) -> str:
    """The project's root: the single top folder in which everything lies, else the whole."""
    tops = {name.partition("/")[0] for name in files}
    return tops.pop() if len(tops) == 1 and all("/" in name for name in files) else "."


def _by_project(path: Path) -> Mapping[str, Any]:
    try:
        if path.stat().st_size > LARGEST:
            raise UsageProblem(f"{path}: more than {LARGEST} bytes")
        found = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise UsageProblem(f"{path}: not readable as JSON: {error}") from error
    return found if isinstance(found, dict) else {}


def _kind(answer: object) -> str:
    return {str: "a text", dict: "an object", int: "a number"}.get(type(answer), type(answer).__name__)
