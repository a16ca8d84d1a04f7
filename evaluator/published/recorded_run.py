"""One recorded run, and what it answered for a mission."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from evaluator.model.attempt import Recording
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.published.files import Written, files_of, kind_of
from evaluator.published.json_files import Product, read_product
from evaluator.published.parameters import parameters_of
from missions.errors import SolutionError
from missions.formats.projecteval_2025.levels import Level, Mode, input_set_of
from missions.formats.projecteval_2025.shapes import PublicPage, as_checklist
from missions.mission import Checklist, Mission, Stack
from missions.project_files import Files, safe_path
from simulators.runtime.stacks.script import USUAL
from simulators.runtime.start import Start

PRODUCTS = ("nl_checklist", "skeleton", "parameter", "startfile", "information")
SCORED = {"checklist": "nl_checklist", "skeleton": "skeleton", "code": "", "parameters": "parameter"}
"""Score → the recorded product that it compares; the code has no name of its own."""

T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """What a run answered for a mission: `failure` says why it cannot be judged, `problems` by product what the
    recording lacks."""

    solution: Solution | None
    failure: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RecordedRun:
    """`name` tells it from others, `stem` is its path without ``.json``; `level` and `named_mode` are None, and `model`
    is empty, where neither folder nor file says them."""

    name: str
    stem: Path
    model: str = ""
    level: Level | None = None
    named_mode: Mode | None = None

    @property
    def mode(self) -> Mode:
        """As the recording is named; else by its products: a skeleton on the way is cascade. Level 3 is direct."""
        if self.level is Level.SKELETON:
            return Mode.DIRECT
        return self.named_mode or (Mode.CASCADE if self._path("skeleton").exists() else Mode.DIRECT)

    def recording(self, default_input: str) -> Recording:
        """Return input set, strategy, model and digest; `default_input` where the recording does not say its level."""
        input_set = input_set_of(self.level) if self.level else default_input
        return Recording(input_set, self.mode.value, self.model, self._digest())

    @cached_property
    def asked(self) -> frozenset[ArtifactKind]:
        """Artifacts that were recorded at all."""
        there = (score for score, product in SCORED.items() if not product or self._product(product).there)
        return frozenset(map(ArtifactKind, there))

    def raw(self, project_id: str) -> dict[str, Any]:
        """What was answered for a project, as it was, by the names of the scores."""
        return {score: self._product(product).by_project.get(project_id) for score, product in SCORED.items()}

    def answer(self, mission: Mission) -> Answer:
        """What was answered for `mission`, with what the original would have made of it."""
        problems: dict[str, str] = {}
        written = _kept(lambda: self._files(mission), "code", problems)
        parameters = _kept(lambda: self._parameters(mission), "parameters", problems)
        failure = "; ".join(problems[name] for name in ("code", "parameters") if name in problems)
        if written is not None and written.broke:
            problems["code"] = written.broke
        for product in ("parameter", "startfile") if not failure else ():
            if (problem := self._absence(product, mission.id)) is not None:
                problems.setdefault({"parameter": "parameters"}.get(product, "start"), problem)
        checklist = _kept(lambda: self._checklist(mission.id), "checklist", problems)
        skeleton = _kept(lambda: self._skeleton(mission.id), "skeleton", problems)
        if written is None:
            return Answer(None, failure, problems)
        start = _kept(lambda: self._start(mission, written), "start", problems)
        failure = failure or ("" if start else problems["start"])
        solution = Solution(written.files, parameters or {}, start, checklist, skeleton)
        return Answer(solution, failure, problems)

    def _files(self, mission: Mission) -> Written:
        code = self._product("")
        if code.problem:
            raise SolutionError(code.problem)
        written = files_of(code.by_project.get(mission.id))
        if mission.stack is Stack.DJANGO and _below(written.root, "manage.py") not in written.files:
            where = "at the top of the project" if written.root == "." else f"in {written.root}, the project's root"
            others = [name for name in written.files if PurePosixPath(name).name == "manage.py"]
            elsewhere = f" (there is {', '.join(others[:3])})" if others else ""
            raise SolutionError("; ".join(filter(None, (written.broke, f"no manage.py {where}{elsewhere}"))))
        return written

    def _parameters(self, mission: Mission) -> dict[str, str]:
        product = self._product("parameter")
        if product.problem and product.there:
            raise SolutionError(product.problem)
        try:
            return parameters_of(mission, product.by_project.get(mission.id))
        except SolutionError as error:
            raise SolutionError(f"the parameter values cannot be read: {error}") from None

    def _absence(self, product: str, project_id: str) -> str | None:
        found = self._product(product)
        if found.problem:
            return found.problem
        answer = found.by_project.get(project_id)
        if answer is None:
            return f"{self._path(product).name} has no answer for this project"
        usual = (str,) if product == "startfile" else (list, dict)
        return None if isinstance(answer, usual) else f"the answer is {kind_of(answer)}: {str(answer)[:80]!r}"

    def _checklist(self, project_id: str) -> Checklist | None:
        found = self._on_the_way("nl_checklist", project_id)
        try:
            return None if found is None else as_checklist(TypeAdapter(list[PublicPage]).validate_python(found))
        except ValidationError as error:
            raise SolutionError(f"the checklist cannot be read: {error.errors()[0]['msg']}") from None

    def _skeleton(self, project_id: str) -> Files | None:
        found = self._on_the_way("skeleton", project_id)
        return None if found is None else files_of(found).files

    def _on_the_way(self, product: str, project_id: str) -> object:
        found = self._product(product)
        if found.problem and found.there:
            raise SolutionError(found.problem)
        return found.by_project.get(project_id)

    def _start(self, mission: Mission, written: Written) -> Start:
        """The start file as it was named; else the usual one: the public benchmark's programs are run by their
        testcodes, so that its lack is no reason not to try them. Raises `SolutionError` when it leads out."""
        if mission.stack is Stack.DJANGO:
            return Start(root=written.root)
        named = self._product("startfile").by_project.get(mission.id)
        if isinstance(named, str) and named.strip():
            inside = str(safe_path(named.strip())).removeprefix(f"{written.root}/")
            return Start(root=written.root, program=("python", inside))
        there = [name for name in USUAL if _below(written.root, name) in written.files]
        return Start(root=written.root, program=("python", (there or [USUAL[0]])[0]))

    def _product(self, name: str) -> Product:
        return self._products[name]

    @cached_property
    def _products(self) -> dict[str, Product]:
        return {name: read_product(self._path(name)) for name in ("", *PRODUCTS)}

    def _path(self, product: str) -> Path:
        return self.stem.with_name(f"{self.stem.name}{product and '_'}{product}.json")

    def _digest(self) -> str:
        digest = hashlib.sha256()
        for path in map(self._path, ("", *PRODUCTS)):
            digest.update(f"\n{path.name}\n".encode())
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                digest.update(type(error).__name__.encode())
        return digest.hexdigest()


def _below(root: str, name: str) -> str:
    return name if root == "." else f"{root}/{name}"


def _kept(read: Callable[[], T], product: str, problems: dict[str, str]) -> T | None:
    """What `read` gives, or None with the problem noted."""
    try:
        return read()
    except SolutionError as error:
        problems[product] = str(error)
        return None
