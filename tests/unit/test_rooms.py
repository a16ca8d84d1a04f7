"""Who may import whom: the rooms of docs/architecture.md."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("evaluator", "missions", "simulators", "masker", "canonical")
ALLOWED = {
    "evaluator": set(PACKAGES),
    "missions": {"missions", "simulators"},
    "simulators": {"simulators"},
    "masker": {"masker"},
    "canonical": {"canonical"},
}
TYPES_AN_AUTHOR_NAMES = {"simulators.browser", "simulators.console", "simulators.files", "simulators.setting"}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _modules(package: str) -> list[Path]:
    return [path for path in (ROOT / package).rglob("*.py") if "project" not in path.parts]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_room_knows_only_whom_it_may(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in _modules(package)
        for name in _imports(path)
        if name.split(".")[0] in PACKAGES and name.split(".")[0] not in ALLOWED[package]
    ]
    assert wrong == []


def test_missions_know_of_simulators_only_the_types_an_author_names() -> None:
    names = {name for path in _modules("missions") for name in _imports(path) if name.startswith("simulators")}
    assert names <= TYPES_AN_AUTHOR_NAMES


@pytest.mark.parametrize("heavy", ["selenium", "playwright", "torch", "pydantic_ai", "openpyxl", "PIL", "scipy"])
def test_importing_the_packages_loads_nothing_heavy(heavy: str) -> None:
    import subprocess
    import sys

    code = f"import evaluator.cli.app, missions, simulators, masker, canonical, sys; print({heavy!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"
