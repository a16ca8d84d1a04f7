"""Writer of missions in the folder format, for missions of any format."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import tomli_w

from missions.errors import MissionError
from missions.formats.projecteval_2025.source import PUBLIC_USER
from missions.formats.tables import ChecklistTable, MissionTable
from missions.mission import Mission
from missions.testcodes.testcode import Published, Testcode

TESTCODES = '''\
"""The testcodes of {id}, as they are in the public data: each is a text, and says for whom it is written."""

from missions.formats.projecteval_2025.source import public_testcode
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
    """Yield material by the names used in testcodes; those of the public benchmark contain the prefix."""
    simulators = {testcode.simulator for testcode in mission.testcodes}
    for name, path in mission.material_files().items():
        if PUBLIC_USER in simulators:
            yield mission.material_prefix + name, path
        if simulators != {PUBLIC_USER}:
            yield name, path
