"""Modules imported once, before the forks that run a project's commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[5] / "simulators" / "runtime" / "environments" / "guest"
IMPORT = """
import sys
from projecteval_imports import import_once
import_once(["main.py"])
print(*sorted(name for name in sys.modules if name.startswith(("wsgiref", "xml", "helper"))))
"""


def _imported(folder: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT], cwd=folder, env={"PYTHONPATH": str(HERE)}, capture_output=True, check=True
    )
    return done.stdout.decode().split()


def test_a_module_taken_from_its_package_is_imported_too(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("from wsgiref import headers\nfrom xml import nothing")
    assert _imported(tmp_path) == ["wsgiref", "wsgiref.headers", "xml"]


def test_nothing_of_the_project_is_imported(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import helper\nfrom helper import part\nimport wsgiref")
    (tmp_path / "helper.py").write_text("raise SystemExit('imported')")
    assert _imported(tmp_path) == ["wsgiref"]


def test_nothing_is_imported_where_a_file_hides_one_of_pythons_modules(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import wsgiref")
    (tmp_path / "random.py").write_text("")
    assert _imported(tmp_path) == []
