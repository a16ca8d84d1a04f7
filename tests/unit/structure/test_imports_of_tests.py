"""Helpers of tests are in ``tests/support``: no test module is imported by another one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.sources import modules

SHARED = (
    "tests.support",
    "tests.hostile.pages",
    "tests.hostile.programs",
    "tests.hostile.solutions",
    "tests.hostile.libraries",
    "tests.hostile.fuzzing",
)


def test_no_module_imports_from_tests_or_from_performance_scripts() -> None:
    imports = [(path, name) for path, tree in modules("tests") for name in _imported(tree)]
    assert imports
    wrong = [f"{path} imports {name}" for path, name in imports if not _is_shared(path, name)]
    assert wrong == []


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("tests", "performance"):
            yield str(node.module)


def _is_shared(path: str, name: str) -> bool:
    """Fixtures of a folder (its ``conftest``) may be named within the folder."""
    folder, _, last = name.rpartition(".")
    return name.startswith(SHARED) or (last == "conftest" and path.startswith(folder.replace(".", "/")))
