"""Checks of a mission for its author: types of testcodes by mypy, and JSON Schemas of the TOML files for editors.

The schemas are published in ``missions/schemas`` and generated from the tables that read the files.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from missions.authoring.hand_parsing import hand_parsing_problems
from missions.authoring.rehearsal import rehearsal_problems
from missions.authoring.verbs import signature_problems
from missions.catalog import Catalog
from missions.errors import MissionError, SolutionError
from missions.formats.folder import import_testcodes
from missions.formats.tables import REQUESTS, ChecklistTable, MissionTable, check_stages
from missions.mission import Mission
from missions.reference import Reference
from missions.validation import problems
from missions.violations import violation_problems

MAX_NAMED = 8


def unnamed_imports(mission: Mission, reference: Reference | None) -> list[str]:
    """Return a problem where suites import names from the reference that no document of the mission contains."""
    if reference is None or not mission.suites:
        return []
    packages = {PurePosixPath(path).parts[0].removesuffix(".py") for path in reference.files if path.endswith(".py")}
    words = set(re.findall(r"\w+", "\n".join(document.text for document in mission.documents.values())))
    missing = sorted({name for name in _imported_from(mission, packages) if name not in words})
    if not missing:
        return []
    more = f" and {len(missing) - MAX_NAMED} more" if len(missing) > MAX_NAMED else ""
    named = ", ".join(missing[:MAX_NAMED])
    return [f"{mission.source}: suites import {named}{more} from the library, which no document names"]


def _imported_from(mission: Mission, packages: set[str]) -> Iterator[str]:
    for suite in mission.suites:
        for path, content in suite.files.items():
            if path.endswith(".py"):
                for node in ast.walk(ast.parse(content.read_bytes(), str(content))):
                    if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in packages:
                        yield from (alias.name for alias in node.names if alias.name != "*")


ROOT = Path(__file__).parents[2]
OPTIONS = (
    *("--config-file", os.devnull, "--follow-imports", "silent", "--ignore-missing-imports"),
    *("--check-untyped-defs", "--no-error-summary", "--output", "json"),
)
MAX_SECONDS = 300.0
"""Seconds for all files together; the first check of a machine fills mypy's cache."""


def has_mypy() -> bool:
    return find_spec("mypy") is not None


def type_problems(files: Mapping[str, Path], cache: Path) -> dict[str, list[str]]:
    """Return the errors that mypy finds in testcodes and those of stages, by mission; `files` are paths by mission.

    Raises `MissionError` when mypy itself fails.
    """
    with tempfile.TemporaryDirectory(prefix="projecteval-types-") as temporary:
        copies = dict(_copied(files, Path(temporary)))
        done = _mypy([str(path) for path in copies], cache)
    found: dict[str, list[str]] = {mission: [] for mission in files}
    for entry in map(json.loads, filter(None, done.splitlines())):
        if entry["severity"] == "error":
            mission, name = copies[Path(entry["file"])]
            found[mission].append(f"{name} line {entry['line']}: {entry['message']} [{entry['code']}]")
    return found


def _copied(files: Mapping[str, Path], folder: Path) -> Iterator[tuple[Path, tuple[str, str]]]:
    """Copy testcodes to a package per mission, since mypy refuses two modules of one name; yield mission and name."""
    for number, (mission, path) in enumerate(files.items()):
        package = folder / f"mission_{number}"
        (package / REQUESTS).mkdir(parents=True)
        for each in (package, package / REQUESTS):
            (each / "__init__.py").touch()
        for order, own in enumerate((path, *stage_files(path))):
            copy = package / REQUESTS / f"stage_{order}.py" if order else package / path.name
            copy.write_bytes(own.read_bytes())
            yield copy, (mission, own.name)


def _mypy(files: Sequence[str], cache: Path) -> str:
    command = [sys.executable, "-m", "mypy", *OPTIONS, "--cache-dir", str(cache), *files]
    places = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("MYPYPATH"))))
    variables = {**os.environ, "MYPYPATH": places}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=MAX_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise MissionError(f"mypy did not end within {MAX_SECONDS:g} seconds; use --no-types to go without") from None
    if done.returncode not in (0, 1):
        raise MissionError(f"mypy failed ({(done.stderr or done.stdout).strip()[-500:]}); use --no-types to go without")
    return done.stdout


FOLDER = Path(__file__).parents[1] / "schemas"

Command = Annotated[list[str], Field(min_length=1)]


class StartCommandsTable(BaseModel):
    """How a project is started that is not started in the usual way."""

    model_config = ConfigDict(extra="forbid")

    root: Annotated[str, Field(description="Folder of the project in which the commands run.")] = "."
    prepare: Annotated[list[Command], Field(description="Commands that run once, before the program.")] = []
    program: Annotated[list[str], Field(description="The program; {port} stands for the port of a website.")] = []


class ParametersTable(BaseModel):
    """Values of a mission's parameters by their names, and start commands (``parameters.toml``)."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str]

    start: StartCommandsTable | None = None


TABLES: Mapping[str, type[BaseModel]] = {
    "mission": MissionTable,
    "checklist": ChecklistTable,
    "parameters": ParametersTable,
}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of ``NAME.toml``. Raises `MissionError` for an unknown name."""
    if name not in TABLES:
        raise MissionError(f"there is no schema {name!r}; there are {', '.join(TABLES)}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{name}.toml"}
    return {**TABLES[name].model_json_schema(), **head}


def schema_text(name: str) -> str:
    """Return the schema as it is published."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def mission_problems(catalog: Catalog, mission_id: str) -> list[str]:
    """Return everything that is wrong with a mission, each with its place."""
    try:
        mission = catalog.mission(mission_id)
    except MissionError as error:
        return [str(error)]
    try:
        reference = catalog.reference(mission_id)
    except SolutionError as error:
        return [str(error), *calls_problems(mission, None)]
    answers = reference.parameters if reference else None
    masked = reference.files if reference and reference.skeleton is None else None
    found = [*problems(mission, answers, masked), *calls_problems(mission, reference)]
    found += unnamed_imports(mission, reference)
    violated = () if mission.stage else violation_problems(mission, reference.files if reference else {})
    found += [f"{mission.source}: {each}" for each in violated]
    found += _of_alternatives(mission, reference, found)
    return [*found, *_of_stages(mission, reference, found)]


def testcode_problems(catalog: Catalog, mission_id: str) -> list[str]:
    """Return what is wrong with the testcodes of a mission alone, whatever else is still missing."""
    try:
        return calls_problems(catalog.mission(mission_id), None)
    except MissionError as error:
        return [str(error)]


def _of_stages(mission: Mission, reference: Reference | None, known: Sequence[str]) -> Iterator[str]:
    """Yield the problems of later requests and their reference solutions that are not `known` ones of the mission."""
    yield from (f"{mission.source}: {problem}" for problem in check_stages(mission))
    for each in mission.later:
        own = reference.stages.get(each.stage) if reference else None
        if own is None:
            yield f"{mission.source}: stage {each.stage} has no reference solution (stages/{each.stage})"
            continue
        for problem in problems(each, own.parameters, own.files):
            if problem not in known:
                yield f"{problem} (stage {each.stage})"


def _of_alternatives(mission: Mission, reference: Reference | None, known: Sequence[str]) -> Iterator[str]:
    """Yield the problems of the alternatives' parameter values and code that are not `known` ones of the mission."""
    for name, each in (reference.alternatives if reference else {}).items():
        for problem in problems(mission, each.parameters, each.files):
            if problem not in known:
                yield f"{problem} (alternative {name})"


def calls_problems(mission: Mission, reference: Reference | None) -> list[str]:
    """Return the problems of calls in the mission's ``testcodes.py``; none where its testcodes are in no such file."""
    path = file_of(mission)
    if path is None:
        return []
    stages = {f"{each.stage}.py": reference.at(each.stage) for each in mission.later} if reference else {}
    return [
        f"{path.parent}: {problem}"
        for own in (path, *stage_files(path))
        for problem in _calls_problems(own, stages.get(own.name, reference))
    ]


def _calls_problems(path: Path, reference: Reference | None) -> list[str]:
    """Return the problems of calls in one file of testcodes, each with its place in the mission's folder."""
    values = reference.parameters if reference else {}
    found = [*signature_problems(path), *hand_parsing_problems(path)]
    known = {problem.partition(":")[0] for problem in found}
    rehearsed = rehearsal_problems(values, lambda loader: import_testcodes(path, loader))
    return [*found, *(problem for problem in rehearsed if problem.partition(":")[0] not in known)]  # one per line


def stage_files(testcodes: Path) -> list[Path]:
    """Return the files with testcodes of later stages, beside those of a mission."""
    return sorted((testcodes.parent / REQUESTS).glob("*.py"))


def file_of(mission: Mission) -> Path | None:
    """Return the file of the mission's testcodes; None for other formats."""
    path = mission.source / "testcodes.py" if mission.source else None
    return path if path and path.is_file() else None
