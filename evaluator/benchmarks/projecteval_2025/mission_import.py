"""Import of public missions as mission folders."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import tomli_w

from evaluator.io.files import new_folder, require_free_folder
from evaluator.model.errors import EvaluatorError, UsageError
from missions.catalog import Catalog, describe
from missions.errors import MissionError, SolutionError
from missions.formats.folder import FolderCatalog, load_mission
from missions.formats.tables import ChecklistTable, MissionTable
from missions.mission import Mission
from missions.reference import write_reference
from missions.testcodes.testcode import Published, Testcode

PLAIN_ID = re.compile(r"[\w. -]{1,200}")


def import_missions(catalog: Catalog, ids: Sequence[str], out: Path) -> Iterator[tuple[str, str]]:
    """Write public missions as mission folders below `out`; yields each id with its error (empty: written).

    Raises `UsageError` before anything is written when a folder exists or `catalog` is a catalog of folders.
    """
    if isinstance(catalog, FolderCatalog):
        raise UsageError(f"{catalog.name} is a folder of missions already; use --missions projecteval:FOLDER")
    for mission_id in ids:
        if mission_id in (".", "..") or not PLAIN_ID.fullmatch(mission_id):  # it is also written into the testcodes
            raise UsageError(f"mission {mission_id!r} cannot be a folder's name; change its project_id")
        require_free_folder(out / mission_id)
    return ((mission_id, _import(catalog, mission_id, out / mission_id)) for mission_id in ids)


def _import(catalog: Catalog, mission_id: str, target: Path) -> str:
    try:
        mission, solution = describe(catalog, mission_id), catalog.reference(mission_id)
        with new_folder(target) as folder:
            write_mission(mission, folder)
            if solution is not None:
                write_reference(solution, folder / "canonical")
            _check_same(mission, load_mission(folder))
    except (MissionError, SolutionError, EvaluatorError) as error:
        return str(error)
    except UnicodeEncodeError as error:
        return f"mission {mission_id}: has a text that is not valid Unicode: {error.object[error.start]!r}"
    return ""


def _check_same(mission: Mission, read: Mission) -> None:
    """Raise `MissionError` when a mission is read back differently, because the format cannot represent it."""
    written, there = len(mission.testcodes), len(read.testcodes)
    if written != there:
        raise MissionError(f"mission {mission.id}: of its {written} testcodes, {there} would be read again")
    for testcode, other in zip(mission.testcodes, read.testcodes, strict=True):
        for what in ("id", "page", "function", "simulator", "requires"):
            one, two = getattr(testcode, what), getattr(other, what)
            if one != two:
                raise MissionError(
                    f"mission {mission.id}, testcode {testcode.id}: its {what} would become {two!r} instead of {one!r}"
                )
        if [(p.name, p.kind, p.description) for p in testcode.parameters] != [
            (p.name, p.kind, p.description) for p in other.parameters
        ]:
            raise MissionError(f"mission {mission.id}, testcode {testcode.id}: its parameters would become others")
    for what in ("stack", "setting", "limits", "environment", "benchmark", "superuser", "variables"):
        one, two = getattr(mission, what), getattr(read, what)
        if one != two:
            raise MissionError(f"mission {mission.id}: its {what} would become {two!r} instead of {one!r}")


TESTCODES = '''\
"""The testcodes of {id}, as they are in the public data: each is a text, and says for whom it is written."""

from evaluator.benchmarks.projecteval_2025.source import public_testcode
'''


def write_mission(mission: Mission, folder: Path) -> None:
    """Write a mission without its canonical solution into the empty folder `folder`.

    Raises `MissionError` when a testcode is not a separate text: it then belongs to a mission of the folder format.
    """
    (folder / "mission.toml").write_bytes(tomli_w.dumps(MissionTable.of(mission).table()).encode())
    (folder / "checklist.toml").write_bytes(tomli_w.dumps(ChecklistTable.of(mission.checklist).table()).encode())
    (folder / "prompt.md").write_bytes(mission.prompt.encode())
    (folder / "testcodes.py").write_bytes("\n\n".join([TESTCODES.format(id=mission.id), *_calls(mission)]).encode())
    for name, path in _material(mission):
        target = folder / "material" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _calls(mission: Mission) -> Iterator[str]:
    names: set[str] = set()
    for testcode in mission.testcodes:
        if testcode.published is None:
            raise MissionError(f"mission {mission.id}: testcode {testcode.id} is not a text of the public format")
        name = _free_name(testcode.published.text, names)
        names.add(name)
        yield _call(name, testcode, testcode.published)


def _call(name: str, testcode: Testcode, published: Published) -> str:
    lines = [f"{name} = public_testcode(", f"    {published.page!r},", f"    {published.function!r},"]
    if testcode.parameters:
        lines += ["    {", *(f"        {p.name!r}: {p.description!r}," for p in testcode.parameters), "    },"]
    else:
        lines.append("    {},")
    return "\n".join([*lines, f"    {_literal(published.text)},", ")\n"])


def _free_name(text: str, taken: Iterable[str]) -> str:
    """Return an unused name for a variable."""
    tree = ast.parse(text)
    first = next((node.name for node in tree.body if isinstance(node, ast.FunctionDef)), "testcode")
    name, number = first, 2
    while name in taken or name == "public_testcode":
        name, number = f"{first}_{number}", number + 1
    return name


def _literal(text: str) -> str:
    """Return `text` as a readable literal with the line ends of this machine; Python reads all of them equally."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for quotes in ("'''", '"""'):
        literal = f"r{quotes}{plain}{quotes}"
        try:
            if ast.literal_eval(literal) == plain:
                return literal
        except (SyntaxError, ValueError):
            continue
    return repr(plain)


def _material(mission: Mission) -> Iterator[tuple[str, Path]]:
    """Yield material by the names used in testcodes, which contain the prefix."""
    for name, path in mission.material_files().items():
        yield mission.material_prefix + name, path
