"""Small copy in the layout of RAL-Bench's repository, written by tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

SUITES = ("functional", "performance", "resource", "robustness")
SUITE = """
import os
import sys

sys.path.insert(0, os.environ["RACB_REPO_ROOT"])


def test_adds():
    import tinyadd

    assert tinyadd.add(2, 3) == 5


def test_is_found_where_the_original_has_it():
    import tinyadd

    assert tinyadd.__file__.endswith("generation/Tiny/tinyadd/__init__.py")
"""


def task(**changes: Any) -> dict[str, Any]:
    """Return the content of a task file, with `changes`."""
    return {
        "task_id": "tiny",
        "domain": "lib",
        "difficulty": "easy",
        "description": "Add two numbers.",
        "reference_repository": "./repositories/tiny",
        "baseline_metrics": {
            "performance": {"performance_suite_time_s": 1.5, "performance_tests_total": 2},
            "resource": {"avg_memory_mb": 32.0, "avg_cpu_percent": 100.0},
            "functional": {"functional_tests_total": 2},
            "security": {"metrics": {"high_risk_count": 0.0}},
            "maintainability": {"metrics": {"mi_min": 50.0, "max_cc": None}},
        },
        "test_suite": {name: f"./tests/Tiny/{name}_test.py" for name in SUITES},
        "generated_repository": "./generation/Tiny",
        "package": {"name": "tinyadd", "root_dir": "."},
        "files": [{"path": "tinyadd/__init__.py", "role": "package"}],
        **changes,
    }


def write_task(folder: Path, project: str = "Tiny", **changes: Any) -> None:
    """Write one task with its suites below `folder`."""
    (folder / "tasks" / project).mkdir(parents=True)
    (folder / "tasks" / project / f"{project.lower()}.yaml").write_text(yaml.safe_dump(task(**changes)))
    (folder / "tests" / project).mkdir(parents=True)
    for name in SUITES:
        (folder / "tests" / project / f"{name}_test.py").write_text(SUITE)
